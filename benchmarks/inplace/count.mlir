// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single elements at places that data decide.
//     for k in indices: counts[k] += 1

func.func @count(%counts: !tssa.ref<?xi64>, %indices: tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %m = tssa.dim %counts, 0 : !tssa.ref<?xi64>
  %n = tensor.dim %indices, %c0 : tensor<?xi64>
  scf.for %i = %c0 to %n step %c1 {
    %k = tensor.extract %indices[%i] : tensor<?xi64>
    %l = arith.index_cast %k : i64 to index
    %j = tssa.check_index %l, %m
    %place = view.of #view.select<0, ?> %counts[%j] : !tssa.ref<?xi64> -> !tssa.ref<i64>
    %0 = tssa.read %place : !tssa.ref<i64>
    %1 = tssa.add %0, %one : (tensor<i64>, i64) -> tensor<i64>
    tssa.write %1, %place : !tssa.ref<i64>
  }
  return
}
