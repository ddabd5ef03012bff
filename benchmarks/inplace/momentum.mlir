// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An optimizer's step: two tensors, one computed from the other.
//     buf.mul_(0.9).add_(g); p.sub_(buf * 0.1)

func.func @momentum(%p: !tssa.ref<300xf32> {tssa.noalias}, %buf: !tssa.ref<300xf32> {tssa.noalias}, %g: tensor<300xf32>) {
  %m = arith.constant 0.9 : f64
  %rate = arith.constant 0.1 : f64
  %0 = tssa.read %buf : !tssa.ref<300xf32>
  %1 = tssa.mul %0, %m : (tensor<300xf32>, f64) -> tensor<300xf32>
  tssa.write %1, %buf : !tssa.ref<300xf32>
  %2 = tssa.read %buf : !tssa.ref<300xf32>
  %3 = tssa.add %2, %g : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  tssa.write %3, %buf : !tssa.ref<300xf32>
  %4 = tssa.read %buf : !tssa.ref<300xf32>
  %5 = tssa.mul %4, %rate : (tensor<300xf32>, f64) -> tensor<300xf32>
  %6 = tssa.read %p : !tssa.ref<300xf32>
  %7 = tssa.sub %6, %5 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
  tssa.write %7, %p : !tssa.ref<300xf32>
  return
}
