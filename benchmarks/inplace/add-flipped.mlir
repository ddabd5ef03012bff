// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element is written, then everything from itself in another order, which
// cannot be done in place.
//     x[0] = 1; x.add_(x.flip(0))

func.func @add_flipped(%x: !tssa.ref<300xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %first = view.of #view.select<0, 0> %x : !tssa.ref<300xf32> -> !tssa.ref<f32>
  tssa.write %one, %first : !tssa.ref<f32>
  %0 = tssa.read %x : !tssa.ref<300xf32>
  %1 = tssa.flip %0 dims [0] : tensor<300xf32> -> tensor<300xf32>
  %2 = tssa.add %0, %1 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  tssa.write %2, %x : !tssa.ref<300xf32>
  return
}
