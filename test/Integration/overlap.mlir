// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 | FileCheck %s
// RUN: tssa validate %s --rounds=30 --errors=precise | FileCheck %s --check-prefix=PRECISE
//
// tssa.check_overlap, decided from addresses and from paths.

// Two dtypes of one width over the same elements are the same part.
// CHECK: ok same_width: 3 ways equal over 30 rounds, 0 of them errors
func.func @same_width(%x: !tssa.ref<4x6xf32>) {
  %v = view.of #view.bitcast<i32> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x6xi32>
  tssa.check_overlap %x, %v : !tssa.ref<4x6xf32>, !tssa.ref<4x6xi32>
  %0 = tssa.read %v : !tssa.ref<4x6xi32>
  %1 = tssa.cast %0 : tensor<4x6xi32> -> tensor<4x6xf32>
  tssa.write %1, %x : !tssa.ref<4x6xf32>
  return
}

// Of different widths they are not.
// CHECK: ok other_width: 3 ways equal over 30 rounds, 30 of them errors
func.func @other_width(%x: !tssa.ref<4x6xf32>) {
  %v = view.of #view.bitcast<f64> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf64>
  tssa.check_overlap %x, %v : !tssa.ref<4x6xf32>, !tssa.ref<4x3xf64>
  return
}

// CHECK: ok same: 3 ways equal over 30 rounds, 0 of them errors
func.func @same(%x: !tssa.ref<?x6xf32>) {
  %a = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<?x6xf32> -> !tssa.ref<?x3xf32>
  %b = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<?x6xf32> -> !tssa.ref<?x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<?x3xf32>, !tssa.ref<?x3xf32>
  return
}

// CHECK: ok part: 3 ways equal over 30 rounds, 30 of them errors
func.func @part(%x: !tssa.ref<4x6xf32>) {
  %a = view.of #view.slice<1, 0 : 3 : 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %b = view.of #view.slice<1, 1 : 4 : 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<4x3xf32>, !tssa.ref<4x3xf32>
  return
}

// CHECK: ok disjoint: 3 ways equal over 30 rounds, 0 of them errors
func.func @disjoint(%x: !tssa.ref<4x6xf32>) {
  %a = view.of #view.slice<1, 0 : 6 : 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  %b = view.of #view.slice<1, 1 : 6 : 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  tssa.check_overlap %a, %b : !tssa.ref<4x3xf32>, !tssa.ref<4x3xf32>
  return
}

// A target that repeats elements.
// CHECK: ok itself: 3 ways equal over 30 rounds, 30 of them errors
func.func @itself(%x: !tssa.ref<6xf32>) {
  %a = view.of #view.expand<[4, 6]> %x : !tssa.ref<6xf32> -> !tssa.ref<4x6xf32>
  tssa.check_overlap %a : !tssa.ref<4x6xf32>
  return
}

// What is written through repeated elements as a type of their width: the last
// one wins, bit by bit, whether it is repeated before or after.
// CHECK: ok bits: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func @bits(%x: !tssa.ref<4x3xf32>, %v: tensor<3x3x2xi32>, %w: tensor<2x1x3xi32>, %n: index {tssa.test = [0, 1, 2]}) -> tensor<3x3x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = view.of #view.unfold<0, 2, 1> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3x3x2xf32>
  %b = view.of #view.bitcast<i32> %u : !tssa.ref<3x3x2xf32> -> !tssa.ref<3x3x2xi32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %b : !tssa.ref<3x3x2xi32>
    %1 = arith.addi %0, %v : tensor<3x3x2xi32>
    tssa.write %1, %b : !tssa.ref<3x3x2xi32>
    %s = view.of #view.path<[#view.slice<0, 1 : 2 : 1>, #view.bitcast<i32>, #view.expand<[2, 1, 3]>]> %x : !tssa.ref<4x3xf32> -> !tssa.ref<2x1x3xi32>
    tssa.write %w, %s : !tssa.ref<2x1x3xi32>
  }
  %2 = tssa.read %u : !tssa.ref<3x3x2xf32>
  return %2 : tensor<3x3x2xf32>
}

// Where the paths say that it fails, it fails where it stands, in functional
// form.
// CHECK: ok certain: 3 ways equal over 30 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @certain(%x: !tssa.ref<4x4xf32>, %c: i1, %n: index {tssa.test = [0, 1, 2, 3]}) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  %a = tssa.alloc %0 : tensor<4x4xf32> -> !tssa.ref<4x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %isLast = arith.cmpi eq, %i, %c2 : index
    scf.if %isLast {
      %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<4x4xf32> -> !tssa.ref<4x4xf32>
      tssa.check_overlap %t, %a : !tssa.ref<4x4xf32>, !tssa.ref<4x4xf32>
      tssa.write %0, %t : !tssa.ref<4x4xf32>
    }
    %1 = tssa.read %a : !tssa.ref<4x4xf32>
    %2 = tssa.add %1, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    tssa.write %2, %a : !tssa.ref<4x4xf32>
  }
  scf.if %c {
    %w = view.of #view.unfold<0, ?, ?> %a[%c3, %c1] : !tssa.ref<4x4xf32> -> !tssa.ref<?x4x?xf32>
    tssa.check_overlap %w : !tssa.ref<?x4x?xf32>
    %3 = tssa.read %w : !tssa.ref<?x4x?xf32>
    tssa.write %3, %w : !tssa.ref<?x4x?xf32>
  }
  %4 = tssa.read %a : !tssa.ref<4x4xf32>
  tssa.write %4, %x : !tssa.ref<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// Nor is a check that never fails one that must come before what is written.
// CHECK: ok halves: 3 ways equal over 30 rounds, 0 of them errors (functional)
// PRECISE: ok halves: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func @halves(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>, %n: index {tssa.test = [0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.slice<0, 4 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    tssa.write %v, %b : !tssa.ref<4xf32>
    tssa.check_overlap %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
    %0 = tssa.read %b : !tssa.ref<4xf32>
    %1 = tssa.exp %0 : tensor<4xf32> -> tensor<4xf32>
    tssa.write %1, %a : !tssa.ref<4xf32>
  }
  return
}

// What is repeated overlaps itself unless it is empty.
// CHECK: ok repeated_unless_empty: 3 ways equal
func.func @repeated_unless_empty(%x: !tssa.ref<?x?xf32> {tssa.noalias}, %v: tensor<f32>, %c: i1) {
  %y = view.of #view.expand<[2, -1, -1]> %x : !tssa.ref<?x?xf32> -> !tssa.ref<2x?x?xf32>
  %z = view.of #view.permute<[2, 0, 1]> %y : !tssa.ref<2x?x?xf32> -> !tssa.ref<?x2x?xf32>
  scf.if %c {
    tssa.check_overlap %z : !tssa.ref<?x2x?xf32>
  }
  %0 = tssa.read %z : !tssa.ref<?x2x?xf32>
  %1 = tssa.add %0, %v : (tensor<?x2x?xf32>, tensor<f32>) -> tensor<?x2x?xf32>
  tssa.write %1, %z : !tssa.ref<?x2x?xf32>
  return
}

// Two columns are one or have nothing in common.
// CHECK: ok two_columns: 3 ways equal
func.func @two_columns(%x: !tssa.ref<?x?xf32> {tssa.noalias}, %i: index, %j: index) {
  %y = view.of #view.select<1, ?> %x[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %z = view.of #view.select<1, ?> %x[%j] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  tssa.check_overlap %y, %z : !tssa.ref<?xf32>, !tssa.ref<?xf32>
  %0 = tssa.read %z : !tssa.ref<?xf32>
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  return
}
