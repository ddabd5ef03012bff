// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 | FileCheck %s
//
// A type may leave a size open that the ops before it say: constants that are
// operands of a kind, or a type that forgets. Buffers then have more of it than
// tensors, or less.

// A size that the kind says and the type does not.
// CHECK: ok forgotten_size: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func @forgotten_size(%x: !tssa.ref<4x5x1xf32> {tssa.noalias}) {
  %0 = view.of #view.select<0, 3> %x : !tssa.ref<4x5x1xf32> -> !tssa.ref<5x?xf32>
  %1 = tssa.read %0 : !tssa.ref<5x?xf32>
  %2 = tssa.maximum %1, %1 : (tensor<5x?xf32>, tensor<5x?xf32>) -> tensor<5x?xf32>
  tssa.write %2, %0 : !tssa.ref<5x?xf32>
  return
}

// A value made in place of a part.
// CHECK: ok made_in_place: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func @made_in_place(%x: !tssa.ref<4x1xi32> {tssa.noalias}) {
  %c-2 = arith.constant -2 : index
  %0 = view.of #view.slice<1, ? : 9223372036854775807 : 3> %x[%c-2] : !tssa.ref<4x1xi32> -> !tssa.ref<4x?xi32>
  %1 = tssa.read %0 : !tssa.ref<4x?xi32>
  %2 = tssa.mul %1, %1 : (tensor<4x?xi32>, tensor<4x?xi32>) -> tensor<4x?xi32>
  tssa.write %2, %0 : !tssa.ref<4x?xi32>
  return
}

// Copied into a part of a fresh tensor.
// CHECK: ok copied: 3 ways equal over 30 rounds
func.func @copied(%x: tensor<4x5xf32>) -> !tssa.ref<1x20xf32> {
  %0 = view.access #view.reshape<[1, 20]> %x : tensor<4x5xf32> -> tensor<1x20xf32>
  %1 = tssa.alloc %0 : tensor<1x20xf32> -> !tssa.ref<1x20xf32>
  %number = arith.constant 1.0 : f64
  %c17 = arith.constant 17 : index
  %c3 = arith.constant 3 : index
  %2 = view.of #view.slice<1, ? : 9223372036854775807 : 1> %1[%c3] : !tssa.ref<1x20xf32> -> !tssa.ref<1x?xf32>
  %3 = tssa.full %number[%c17] : f64 -> tensor<1x?xf32>
  tssa.write %3, %2 : !tssa.ref<1x?xf32>
  return %1 : !tssa.ref<1x20xf32>
}

// Elements that lie in one place, stored one after the other.
// CHECK: ok repeated: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func @repeated(%x: !tssa.ref<1x5x4xi64> {tssa.noalias}) {
  %c2 = arith.constant 2 : index
  %0 = view.of #view.expand<[?, -1, -1]> %x[%c2] : !tssa.ref<1x5x4xi64> -> !tssa.ref<?x5x4xi64>
  %number = arith.constant 7 : i64
  %1 = tssa.full %number[%c2] : i64 -> tensor<?x5x4xi64>
  tssa.write %1, %0 : !tssa.ref<?x5x4xi64>
  return
}

// A size that does not fit fails at run time.
// CHECK: ok does_not_fit: 3 ways equal over 30 rounds, 30 of them errors (functional)
func.func @does_not_fit(%x: !tssa.ref<4xi64> {tssa.noalias}, %i: index) {
  %c4 = arith.constant 4 : index
  %0 = view.of #view.slice<0, ? : 1 : 2> %x[%i] : !tssa.ref<4xi64> -> !tssa.ref<?xi64>
  %number = arith.constant 4 : i64
  %1 = tssa.full %number[%c4] : i64 -> tensor<?xi64>
  tssa.write %1, %0 : !tssa.ref<?xi64>
  return
}

// Windows that do not fit fail, however large the count would come out.
// CHECK: ok windows_do_not_fit: 3 ways equal over 30 rounds, 30 of them errors (functional)
func.func @windows_do_not_fit(%x: !tssa.ref<5x2xf32, strided<[2, 1]>> {tssa.noalias}) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = view.of #view.unfold<1, ?, ?> %x[%c1, %c3] : !tssa.ref<5x2xf32, strided<[2, 1]>> -> !tssa.ref<5x?x?xf32>
  %1 = view.of #view.unfold<2, ?, 2> %0[%c3] : !tssa.ref<5x?x?xf32> -> !tssa.ref<5x?x?x?xf32>
  %2 = tssa.read %1 : !tssa.ref<5x?x?x?xf32>
  tssa.write %2, %1 : !tssa.ref<5x?x?x?xf32>
  return
}

// An index into a dimension that is known to be empty.
// CHECK: ok empty_dimension: 3 ways equal over 30 rounds, 30 of them errors (functional)
func.func @empty_dimension(%x: !tssa.ref<?x?x2xi1> {tssa.noalias}, %i: index) -> tensor<?x2xi1> {
  %c3 = arith.constant 3 : index
  %0 = view.of #view.slice<1, ? : 3 : 3> %x[%c3] : !tssa.ref<?x?x2xi1> -> !tssa.ref<?x?x2xi1>
  %1 = view.of #view.select<1, ?> %0[%i] : !tssa.ref<?x?x2xi1> -> !tssa.ref<?x2xi1>
  %2 = tssa.read %1 : !tssa.ref<?x2xi1>
  return %2 : tensor<?x2xi1>
}

// The size of a view as an operand of the next.
// CHECK: ok size_as_operand: 3 ways equal over 30 rounds
func.func @size_as_operand(%x: !tssa.ref<?x?x3xi32> {tssa.noalias, tssa.test = {layout = "contiguous", sizes = ["n", "n", 3]}},
                           %n: index, %w: index {tssa.test = [1, 2, 0]}) -> !tssa.ref<1x?x?xi32> {
  %0 = view.of #view.slice<0, 0 : ? : 1> %x[%n] : !tssa.ref<?x?x3xi32> -> !tssa.ref<?x?x3xi32>
  %rows = tssa.dim %0, 0 : !tssa.ref<?x?x3xi32>
  %columns = tssa.dim %0, 1 : !tssa.ref<?x?x3xi32>
  %c3 = arith.constant 3 : index
  %area = arith.muli %rows, %columns : index
  %count = arith.muli %area, %c3 : index
  %1 = view.of #view.reshape<[?]> %0[%count] : !tssa.ref<?x?x3xi32> -> !tssa.ref<?xi32>
  %size = tssa.dim %1, 0 : !tssa.ref<?xi32>
  %2 = view.of #view.reshape<[1, ?]> %1[%size] : !tssa.ref<?xi32> -> !tssa.ref<1x?xi32>
  %3 = view.of #view.unfold<1, ?, 1> %2[%w] : !tssa.ref<1x?xi32> -> !tssa.ref<1x?x?xi32>
  return %3 : !tssa.ref<1x?x?xi32>
}

// One check serves two ops that need it.
// CHECK: ok one_check: 3 ways equal over 30 rounds
func.func @one_check(%x: tensor<?x1x2xi1>, %n: index, %i: index) -> tensor<?x1x2xi1> {
  %0 = view.access #view.path<[#view.reshape<[?]>, #view.select<0, ?>]> %x[%n, %i] : tensor<?x1x2xi1> -> tensor<i1>
  %1 = view.assign #view.path<[#view.reshape<[?]>, #view.select<0, ?>]> %0, %x[%n, %i] : tensor<i1> -> tensor<?x1x2xi1>
  return %1 : tensor<?x1x2xi1>
}
