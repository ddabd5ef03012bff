// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The paper's first example: a loop that changes one row after the other
// through a view.
//
//   for i in range(n):
//       b[i] = b[i] + 1

func.func @loop_over_rows(%b: !tssa.ref<4x8xf32>, %n: index {tssa.test = [4, 0, 2, 7]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %c4
    %row = view.of #view.select<0, ?> %b[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    %0 = tssa.read %row : !tssa.ref<8xf32>
    %1 = tssa.add %0, %one : (tensor<8xf32>, f64) -> tensor<8xf32>
    tssa.write %1, %row : !tssa.ref<8xf32>
  }
  return
}
