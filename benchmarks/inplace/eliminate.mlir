// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row minus a multiple of an earlier one: the row that is read is another
// than the one that is written, which only the loop bounds say.
//     for k in range(n):
//         for i in range(k + 1, n): x[i] -= x[k] * x[i, 0]

func.func @eliminate(%x: !tssa.ref<?x300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x300xf32>
  scf.for %k = %c0 to %n step %c1 {
    %next = arith.addi %k, %c1 : index
    scf.for %i = %next to %n step %c1 {
      %pivot = view.of #view.select<0, ?> %x[%k] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
      %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
      %head = view.of #view.select<0, 0> %row : !tssa.ref<300xf32> -> !tssa.ref<f32>
      %0 = tssa.read %pivot : !tssa.ref<300xf32>
      %1 = tssa.read %row : !tssa.ref<300xf32>
      %2 = tssa.read %head : !tssa.ref<f32>
      %3 = tssa.mul %0, %2 : (tensor<300xf32>, tensor<f32>) -> tensor<300xf32>
      %4 = tssa.sub %1, %3 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
      tssa.write %4, %row : !tssa.ref<300xf32>
    }
  }
  return
}
