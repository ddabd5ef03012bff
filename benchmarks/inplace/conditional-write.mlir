// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A write under a branch in a loop.
//     for i in range(len(x)):
//         if i % 3 != 0: x[i] = v

func.func @conditional_write(%x: !tssa.ref<?x300xf32>, %v: tensor<300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x300xf32>
  scf.for %i = %c0 to %n step %c1 {
    %rest = arith.remui %i, %c3 : index
    %writes = arith.cmpi ne, %rest, %c0 : index
    scf.if %writes {
      %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x300xf32> -> !tssa.ref<300xf32>
      tssa.write %v, %row : !tssa.ref<300xf32>
    }
  }
  return
}
