// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of steps are put behind those of earlier ones.
//     for i in range(len(k)): cache[:, start + i] = k[i] * scale

func.func @append_to_cache(%cache: !tssa.ref<80x?xf32> {tssa.test = [80, 6]}, %start: index {tssa.test = [0, 1, 2, 3]}, %k: tensor<?x80xf32>, %scale: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %k, %c0 : tensor<?x80xf32>
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.addi %start, %i : index
    %column = view.of #view.select<1, ?> %cache[%at] : !tssa.ref<80x?xf32> -> !tssa.ref<80xf32>
    %0 = view.access #view.select<0, ?> %k[%i] : tensor<?x80xf32> -> tensor<80xf32>
    %1 = tssa.mul %0, %scale : (tensor<80xf32>, f64) -> tensor<80xf32>
    tssa.write %1, %column : !tssa.ref<80xf32>
  }
  return
}
