// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row by row, in a loop.
//     for i in range(len(x)): x[i] += v

func.func @add_to_rows(%x: !tssa.ref<?x300xf32>, %v: tensor<300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x300xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
    %0 = tssa.read %row : !tssa.ref<300xf32>
    %1 = tssa.add %0, %v : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    tssa.write %1, %row : !tssa.ref<300xf32>
  }
  return
}
