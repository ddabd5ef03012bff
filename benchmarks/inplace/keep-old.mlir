// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The old contents are kept in a tensor of its own, which is returned.
//     old = x.clone(); x.mul_(2); return old

func.func @keep_old(%x: !tssa.ref<300xf32>) -> !tssa.ref<300xf32> {
  %two = arith.constant 2.0 : f64
  %0 = tssa.read %x : !tssa.ref<300xf32>
  %old = tssa.alloc %0 : tensor<300xf32> -> !tssa.ref<300xf32>
  %1 = tssa.mul %0, %two : (tensor<300xf32>, f64) -> tensor<300xf32>
  tssa.write %1, %x : !tssa.ref<300xf32>
  return %old : !tssa.ref<300xf32>
}
