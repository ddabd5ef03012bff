// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through a view with the dimensions in another order.
//     for i in range(n): x.t()[i] += v

func.func @write_through_transpose(%x: !tssa.ref<300x?xf32>, %v: tensor<300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 1 : !tssa.ref<300x?xf32>
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<300x?xf32> -> !tssa.ref<?x300xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %t[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
    %0 = tssa.read %row : !tssa.ref<300xf32>
    %1 = tssa.add %0, %v : (tensor<300xf32>, tensor<300xf32>) -> tensor<300xf32>
    tssa.write %1, %row : !tssa.ref<300xf32>
  }
  return
}
