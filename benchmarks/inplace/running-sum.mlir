// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row needs the one before, which has just been written.
//     for i in range(1, len(x)): x[i] += x[i - 1]

func.func @running_sum(%x: !tssa.ref<?x300xf32>) {
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x300xf32>
  scf.for %i = %c1 to %n step %c1 {
    %h = arith.subi %i, %c1 : index
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
    %above = view.of #view.select<0, ?> %x[%h] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
    %0 = tssa.read %row : !tssa.ref<300xf32>
    %1 = tssa.read %above : !tssa.ref<300xf32>
    %2 = tssa.add %0, %1 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    tssa.write %2, %row : !tssa.ref<300xf32>
  }
  return
}
