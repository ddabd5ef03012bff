// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 --expect-functional | FileCheck %s
// RUN: tssa validate %s --rounds=30 --errors=precise | FileCheck %s --check-prefix=PRECISE
// RUN: not tssa run %s --entry=bad_index --random=1 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not tssa run %s --entry=raise --input=5 2>&1 | FileCheck %s --check-prefix=RAISE
//
// A failed check is an error with op, location and values, however the program
// runs; memory that the program does not write stays as it was.

// An index outside.
// CHECK: ok bad_index: 3 ways equal over 30 rounds, 30 of them errors
// PRECISE: ok bad_index: 3 ways equal
// INDEX: errors.mlir:[[#@LINE+5]]:8: error: 'tssa.check_index' op: expected index to be in [-4, 4) but got 4
func.func @bad_index(%x: !tssa.ref<4x8xf32>) {
  %c4 = arith.constant 4 : index
  %0 = tssa.read %x : !tssa.ref<4x8xf32>
  %1 = arith.negf %0 : tensor<4x8xf32>
  %j = tssa.check_index %c4, %c4
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %2 = tssa.read %v : !tssa.ref<8xf32>
  %3 = arith.negf %2 : tensor<8xf32>
  tssa.write %3, %v : !tssa.ref<8xf32>
  return
}

// The first failing check wins.
// CHECK: ok first_wins: 3 ways equal
// PRECISE: ok first_wins: 3 ways equal
func.func @first_wins(%x: !tssa.ref<?x?xf32>, %i: index, %j: index) -> !tssa.ref<f32> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x?xf32>
  %n = tssa.dim %x, 1 : !tssa.ref<?x?xf32>
  %a = tssa.check_index %i, %m
  %b = tssa.check_index %j, %n
  %row = view.of #view.select<0, ?> %x[%a] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %v = view.of #view.select<0, ?> %row[%b] : !tssa.ref<?xf32> -> !tssa.ref<f32>
  %0 = tssa.read %v : !tssa.ref<f32>
  %r = tssa.alloc %0 : tensor<f32> -> !tssa.ref<f32>
  return %r : !tssa.ref<f32>
}

// A check after a write: what was written before is unspecified, unless errors
// are precise.
// CHECK: ok write_then_check: 3 ways equal
// PRECISE: ok write_then_check: 3 ways equal over 30 rounds, {{.*}}(stays imperative
func.func @write_then_check(%x: !tssa.ref<4x8xf32>, %y: tensor<8xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %first = view.of #view.select<0, 0> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  tssa.write %y, %first : !tssa.ref<8xf32>
  %j = tssa.check_index %i, %c4
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  tssa.write %y, %v : !tssa.ref<8xf32>
  return
}

// In a loop, some trips succeed before one fails.
// CHECK: ok in_loop: 3 ways equal
// PRECISE: ok in_loop: 3 ways equal
func.func @in_loop(%x: !tssa.ref<?x3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tssa.dim %x, 0 : !tssa.ref<?x3xf32>
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %m
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %v : !tssa.ref<3xf32>
    %1 = arith.addf %0, %0 : tensor<3xf32>
    tssa.write %1, %v : !tssa.ref<3xf32>
  }
  return
}

// A loop of zero trips does not look at a bad index.
// CHECK: ok zero_trips: 3 ways equal over 30 rounds, 0 of them errors
// PRECISE: ok zero_trips: 3 ways equal
func.func @zero_trips(%x: !tssa.ref<4x3xf32>, %bad: index {tssa.test = [9, -9]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c0 step %c1 {
    %j = tssa.check_index %bad, %c4
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %v : !tssa.ref<3xf32>
    tssa.write %0, %v : !tssa.ref<3xf32>
  }
  return
}

// A branch not taken does not look at it either.
// CHECK: ok in_branch: 3 ways equal
// PRECISE: ok in_branch: 3 ways equal
func.func @in_branch(%x: !tssa.ref<4x3xf32>, %i: index, %c: i1) {
  %c4 = arith.constant 4 : index
  scf.if %c {
    %j = tssa.check_index %i, %c4
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %v : !tssa.ref<3xf32>
    %1 = arith.addf %0, %0 : tensor<3xf32>
    tssa.write %1, %v : !tssa.ref<3xf32>
  }
  return
}

// No index is valid in an empty dimension.
// CHECK: ok empty_dimension: 3 ways equal over 30 rounds, 30 of them errors
// PRECISE: ok empty_dimension: 3 ways equal
func.func @empty_dimension(%x: !tssa.ref<?x3xf32> {tssa.test = [0, 3]}, %i: index) -> !tssa.ref<3xf32> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x3xf32>
  %j = tssa.check_index %i, %m
  %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
  %0 = tssa.read %v : !tssa.ref<3xf32>
  tssa.write %0, %v : !tssa.ref<3xf32>
  %r = tssa.alloc %0 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %r : !tssa.ref<3xf32>
}

// Empty tensors are as good as any.
// CHECK: ok empty_tensor: 3 ways equal over 30 rounds, 0 of them errors
// PRECISE: ok empty_tensor: 3 ways equal
func.func @empty_tensor(%x: !tssa.ref<?x0xf32>) -> (!tssa.ref<0x?xf32>, !tssa.ref<?x0xf32>) {
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<?x0xf32> -> !tssa.ref<0x?xf32>
  %0 = tssa.read %t : !tssa.ref<0x?xf32>
  %1 = arith.negf %0 : tensor<0x?xf32>
  tssa.write %1, %t : !tssa.ref<0x?xf32>
  %r = tssa.alloc %1 : tensor<0x?xf32> -> !tssa.ref<0x?xf32>
  %s = view.of #view.slice<0, 1 : 3 : 1> %x : !tssa.ref<?x0xf32> -> !tssa.ref<?x0xf32>
  return %r, %s : !tssa.ref<0x?xf32>, !tssa.ref<?x0xf32>
}

// An error of the program's own, with values.
// CHECK: ok raise: 3 ways equal
// PRECISE: ok raise: 3 ways equal
// RAISE: error: 'tssa.check' op: expected at most 3 rows but got 5
func.func @raise(%n: index) -> i64 {
  %c3 = arith.constant 3 : index
  %ok = arith.cmpi sle, %n, %c3 : index
  tssa.check %ok, "expected at most 3 rows but got {0}"(%n) : index
  %r = arith.index_cast %n : index to i64
  return %r : i64
}

// In one branch only.
// CHECK: ok raise_in_branch: 3 ways equal
// PRECISE: ok raise_in_branch: 3 ways equal
func.func @raise_in_branch(%x: !tssa.ref<3xf32>, %c: i1) {
  %0 = tssa.read %x : !tssa.ref<3xf32>
  %1 = arith.negf %0 : tensor<3xf32>
  scf.if %c {
    tssa.raise "expected nothing of the kind"
  } else {
    tssa.write %1, %x : !tssa.ref<3xf32>
  }
  return
}

// A Python divisor of zero.
// CHECK: ok divide: 3 ways equal
// PRECISE: ok divide: 3 ways equal
func.func @divide(%a: i64, %b: i64, %c: f64, %d: f64) -> (i64, i64, f64, f64) {
  %0 = tssa.check_nonzero %b : i64
  %1 = tssa.py_floordiv %a, %0 : i64
  %2 = tssa.py_mod %a, %0 : i64
  %3 = tssa.check_nonzero %d : f64
  %4 = tssa.py_truediv %c, %3 : f64
  %5 = tssa.py_floordiv %c, %3 : f64
  return %1, %2, %4, %5 : i64, i64, f64, f64
}

// Sizes that do not broadcast.
// CHECK: ok broadcast: 3 ways equal
// PRECISE: ok broadcast: 3 ways equal
func.func @broadcast(%x: !tssa.ref<?x?xf32>, %y: tensor<?xf32>) -> !tssa.ref<?x?xf32> {
  %0 = tssa.read %x : !tssa.ref<?x?xf32>
  %1 = tssa.add %0, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = tssa.alloc %1 : tensor<?x?xf32> -> !tssa.ref<?x?xf32>
  return %r : !tssa.ref<?x?xf32>
}

// Indices outside, in a tensor.
// CHECK: ok indices: 3 ways equal
// PRECISE: ok indices: 3 ways equal
func.func @indices(%x: !tssa.ref<?x2xf32>, %i: tensor<3xi64>) -> !tssa.ref<3x2xf32> {
  %0 = tssa.read %x : !tssa.ref<?x2xf32>
  %1 = tssa.index_select %0, %i dim 0 : (tensor<?x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  %r = tssa.alloc %1 : tensor<3x2xf32> -> !tssa.ref<3x2xf32>
  return %r : !tssa.ref<3x2xf32>
}
