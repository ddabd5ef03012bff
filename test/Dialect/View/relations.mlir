// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -test-view -allow-unregistered-dialect -verify-diagnostics -o /dev/null

// Constant indices, ranges and strides.
func.func @constants() {
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.select<0, 0>, second = #view.select<0, 1>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{unknown}}
  "test.compare"() {first = #view.select<0, 0>, second = #view.select<1, 0>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.slice<0, 0 : 3 : 1>, second = #view.slice<0, 3 : 6 : 1>, source = tensor<?xf32>} : () -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.slice<0, 0 : 9223372036854775807 : 2>, second = #view.slice<0, 1 : 9223372036854775807 : 2>, source = tensor<?xf32>} : () -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.slice<0, -1 : 9223372036854775807 : 1>, second = #view.slice<0, 0 : -1 : 1>, source = tensor<4xf32>} : () -> ()
  // The last index of a dimension of unknown size may be the first.
  // expected-remark @below {{unknown}}
  "test.compare"() {first = #view.slice<0, -1 : 9223372036854775807 : 1>, second = #view.slice<0, 0 : 1 : 1>, source = tensor<?xf32>} : () -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.select<0, 3>, second = #view.slice<0, 0 : 9223372036854775807 : 2>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{covered by}}
  "test.compare"() {first = #view.select<0, 2>, second = #view.slice<0, 0 : 9223372036854775807 : 2>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.slice<0, 1 : 9223372036854775807 : 1>, second = #view.select<0, 2>, source = tensor<?x8xf32>} : () -> ()
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.alias, second = #view.unfold<0, 2, 1>, source = tensor<4x8xf32>} : () -> ()
  // An empty view shares nothing.
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.slice<0, 3 : 2 : 1>, second = #view.alias, source = tensor<4x8xf32>} : () -> ()
  return
}

// Chains, and the order of elements.
func.func @chains() {
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.path<[#view.permute<[1, 0]>, #view.select<0, 2>]>, second = #view.select<1, 3>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{same}}
  "test.compare"() {first = #view.path<[#view.permute<[1, 0]>, #view.select<0, 2>]>, second = #view.select<1, 2>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{same}}
  "test.compare"() {first = #view.path<[#view.slice<0, 1 : 4 : 1>, #view.slice<0, 1 : 3 : 1>]>, second = #view.slice<0, 2 : 9 : 1>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.permute<[1, 0]>, second = #view.alias, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.reshape<[32]>, second = #view.alias, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.path<[#view.select<0, 0>, #view.reshape<[2, 4]>]>, second = #view.path<[#view.slice<0, 1 : 3 : 1>, #view.diagonal<0, 0, 1>]>, source = tensor<4x8xf32>} : () -> ()
  // as_strided leaves what is before it.
  // expected-remark @below {{covered by}}
  "test.compare"() {first = #view.path<[#view.select<0, 0>, #view.as_strided<[2], [1], 8>]>, second = #view.select<0, 1>, source = tensor<4x8xf32>} : () -> ()
  return
}

// Indices by their difference, checked or not.
func.func @differences(%i: index, %j: index, %n: index) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %i, %c1 : index
  // expected-remark @below {{disjoint}}
  "test.compare"(%i, %next) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
  // expected-remark @below {{same}}
  "test.compare"(%i, %i) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
  // expected-remark @below {{unknown}}
  "test.compare"(%i, %j) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
  // An index may count from the end before its check: -1 and 0 of one element.
  %a = tssa.check_index %i, %n
  %b = tssa.check_index %next, %n
  // expected-remark @below {{unknown}}
  "test.compare"(%a, %b) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
  // A bound of unknown sign may, too.
  // expected-remark @below {{unknown}}
  "test.compare"(%i, %i) {first = #view.slice<0, 0 : ? : 1>, second = #view.slice<0, ? : 9223372036854775807 : 1>, source = tensor<?x8xf32>} : (index, index) -> ()
  // expected-remark @below {{disjoint}}
  "test.compare"(%a, %a) {first = #view.slice<0, 0 : ? : 1>, second = #view.slice<0, ? : 9223372036854775807 : 1>, source = tensor<?x8xf32>} : (index, index) -> ()
  return
}

// The bounds of loops.
func.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %a = tssa.check_index %i, %n
    %b = tssa.check_index %next, %n
    // expected-remark @below {{disjoint}}
    "test.compare"(%a, %b) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
    scf.for %j = %next to %n step %c1 {
      // expected-remark @below {{disjoint}}
      "test.compare"(%i, %j) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
      // expected-remark @below {{disjoint}}
      "test.compare"(%a, %j) {first = #view.path<[#view.select<0, ?>, #view.reshape<[8, 1]>]>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c4 to %c8 step %c1 {
      // expected-remark @below {{disjoint}}
      "test.compare"(%i, %j) {first = #view.select<0, ?>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index, index) -> ()
      // expected-remark @below {{covers}}
      "test.compare"(%i) {first = #view.slice<0, 0 : 4 : 1>, second = #view.select<0, ?>, source = tensor<?x8xf32>} : (index) -> ()
    }
  }
  return
}

// Numbers that are constants: the places of the elements.
func.func @places(%c: index) {
  // Windows that interleave.
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.as_strided<[3, 2], [8, 4], 0>, second = #view.as_strided<[3, 2], [8, 4], 2>, source = tensor<?xf32>} : () -> ()
  // Ranges that do not meet, however long.
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.as_strided<[100000], [7], 0>, second = #view.as_strided<[100000], [5], 1000000>, source = tensor<?xf32>} : () -> ()
  // Counted out, and too long to be counted.
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.as_strided<[2, 2], [5, 3], 0>, second = #view.as_strided<[2], [2], 2>, source = tensor<20xf32>} : () -> ()
  // expected-remark @below {{unknown}}
  "test.compare"() {first = #view.as_strided<[100000], [7], 0>, second = #view.as_strided<[100000], [5], 1>, source = tensor<?xf32>} : () -> ()
  // With other kinds, over row-major elements.
  // expected-remark @below {{disjoint}}
  "test.compare"() {first = #view.as_strided<[3], [9], 1>, second = #view.diagonal<0, 0, 1>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{same}}
  "test.compare"() {first = #view.as_strided<[4], [9], 0>, second = #view.diagonal<0, 0, 1>, source = tensor<4x8xf32>} : () -> ()
  // expected-remark @below {{same}}
  "test.compare"() {first = #view.path<[#view.expand<[3, -1]>, #view.select<0, 2>]>, second = #view.select<0, 0>, source = tensor<1x8xf32>} : () -> ()
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.reshape<[8, 4]>, second = #view.as_strided<[3], [9], 1>, source = tensor<4x8xf32>} : () -> ()
  // The same elements in another order.
  // expected-remark @below {{covers}}
  "test.compare"() {first = #view.as_strided<[2, 3], [1, 2], 0>, second = #view.as_strided<[3, 2], [2, 1], 0>, source = tensor<6xf32>} : () -> ()
  // expected-remark @below {{unknown}}
  "test.compare"() {first = #view.as_strided<[3], [1], 0>, second = #view.as_strided<[3], [1], 1>, source = tensor<6xf32>} : () -> ()
  // Elements of another type are not counted.
  // expected-remark @below {{unknown}}
  "test.compare"() {first = #view.path<[#view.bitcast<i16>, #view.as_strided<[3], [1], 0>]>, second = #view.as_strided<[1], [1], 5>, source = tensor<6xf32>} : () -> ()
  return
}
