// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum in a tensor of its own.
//     acc = torch.zeros(300)
//     for i in range(len(x)): acc += x[i]
//     return acc

func.func @accumulate(%x: tensor<?x300xf32>) -> !tssa.ref<300xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<300xf32>
  %n = tensor.dim %x, %c0 : tensor<?x300xf32>
  %acc = tssa.alloc %zero : tensor<300xf32> -> !tssa.ref<300xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = view.access #view.select<0, ?> %x[%i] : tensor<?x300xf32> -> tensor<300xf32>
    %1 = tssa.read %acc : !tssa.ref<300xf32>
    %2 = tssa.add %1, %0 : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    tssa.write %2, %acc : !tssa.ref<300xf32>
  }
  return %acc : !tssa.ref<300xf32>
}
