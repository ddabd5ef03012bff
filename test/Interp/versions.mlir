// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program between the stages of functionalization: versions of roots, which do
// not touch the storages, and the write at the end that does.
//
// RUN: %interp %s | FileCheck %s

func.func @stage1(%x: !tssa.ref<2x2xi64>, %n: index) -> !tssa.ref<2x2xi64> attributes {tssa.functional_stage = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<[7, 8]> : tensor<2xi64>
  %0 = tssa.read %x : !tssa.ref<2x2xi64>
  tssa.update %0, %x : !tssa.ref<2x2xi64>
  %1 = tssa.current %x : !tssa.ref<2x2xi64>
  %y = tssa.alloc %1 : tensor<2x2xi64> -> !tssa.ref<2x2xi64>
  tssa.update %1, %y : !tssa.ref<2x2xi64>
  scf.for %i = %c0 to %n step %c1 {
    %2 = tssa.current %x : !tssa.ref<2x2xi64>
    %3 = view.assign #view.select<0, ?> %v, %2[%i] : tensor<2xi64> -> tensor<2x2xi64>
    tssa.update %3, %x : !tssa.ref<2x2xi64>
    // The storage still holds what it held.
    %4 = tssa.read %x : !tssa.ref<2x2xi64>
    tssa.update %4, %y : !tssa.ref<2x2xi64>
  }
  %5 = tssa.current %x : !tssa.ref<2x2xi64>
  tssa.write %5, %x : !tssa.ref<2x2xi64>
  %6 = tssa.current %y : !tssa.ref<2x2xi64>
  %7 = tssa.materialize_result %6 : !tssa.ref<2x2xi64>
  return %7 : !tssa.ref<2x2xi64>
}
// CALL: stage1 2x2xi64 int:1
// CALL: stage1 2x2xi64 int:0
// CHECK-LABEL: CALL stage1 2x2xi64 int:1
// CHECK: result 0: tensor<2x2xi64> {{\[}}[0 1] [2 3]]{{$}}
// CHECK: argument 0: tensor<2x2xi64> {{\[}}[7 8] [2 3]]
// CHECK-LABEL: CALL stage1 2x2xi64 int:0
// CHECK: argument 0: tensor<2x2xi64> {{\[}}[0 1] [2 3]]
