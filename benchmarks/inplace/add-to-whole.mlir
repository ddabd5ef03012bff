// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of a tensor, computed from itself.
//     x.add_(y)

func.func @add_to_whole(%x: !tssa.ref<20x300xf32> {tssa.noalias}, %y: !tssa.ref<20x300xf32>) {
  %0 = tssa.read %x : !tssa.ref<20x300xf32>
  %1 = tssa.read %y : !tssa.ref<20x300xf32>
  %2 = tssa.add %0, %1 : (tensor<20x300xf32>, tensor<20x300xf32>) -> tensor<20x300xf32>
  tssa.write %2, %x : !tssa.ref<20x300xf32>
  return
}
