// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A result is filled row by row and returned.
//     y = torch.zeros_like(x)
//     for i in range(len(x)): y[i] = x[i] * x[i]
//     return y

func.func @fill_fresh(%x: tensor<?x300xf32>) -> !tssa.ref<?x300xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x300xf32>
  %zeros = tssa.full %zero[%n] : f64 -> tensor<?x300xf32>
  %y = tssa.alloc %zeros : tensor<?x300xf32> -> !tssa.ref<?x300xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = view.access #view.select<0, ?> %x[%i] : tensor<?x300xf32> -> tensor<300xf32>
    %1 = tssa.mul %0, %0 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    %row = view.of #view.select<0, ?> %y[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
    tssa.write %1, %row : !tssa.ref<300xf32>
  }
  return %y : !tssa.ref<?x300xf32>
}
