// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two values take turns in two buffers.
//     for _ in range(n): a, b = b, a + b
//     return b

func.func @rotate_two(%a: tensor<300xf32>, %b: tensor<300xf32>, %n: index {tssa.test = [3, 0, 1, 2]}) -> !tssa.ref<300xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (tensor<300xf32>, tensor<300xf32>) {
    %0 = tssa.add %p, %q : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    scf.yield %q, %0 : tensor<300xf32>, tensor<300xf32>
  }
  %last = tssa.alloc %r#1 : tensor<300xf32> -> !tssa.ref<300xf32>
  return %last : !tssa.ref<300xf32>
}
