// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -test-view -allow-unregistered-dialect -verify-diagnostics -o /dev/null

// A narrower type: the last dimension grows by the ratio.
// expected-remark @below {{sizes [2, 4] offsets [0, 1, 2, 3, 4, 5, 6, 7]}}
"test.view"() {kind = #view.bitcast<i16>, source = tensor<2x2xi32>, sizes = array<i64: 2, 2>, operands = array<i64>} : () -> ()
// expected-remark @below {{sizes [2, 4] offsets [8, 9, 10, 11, 16, 17, 18, 19]}}
"test.view"() {kind = #view.bitcast<i16>, source = tensor<?x?xi32>, sizes = array<i64: 2, 2>, strides = array<i64: 4, 1>, offset = 4 : i64, operands = array<i64>} : () -> ()

// Its last stride must be 1.
// expected-remark @below {{no view}}
"test.view"() {kind = #view.bitcast<i16>, source = tensor<2x2xi32>, sizes = array<i64: 2, 2>, strides = array<i64: 1, 2>, operands = array<i64>} : () -> ()

// A wider type: sizes, strides and the offset divide by the ratio.
// expected-remark @below {{sizes [2, 1] offsets [1, 3]}}
"test.view"() {kind = #view.bitcast<i64>, source = tensor<2x2xi32>, sizes = array<i64: 2, 2>, strides = array<i64: 4, 1>, offset = 2 : i64, operands = array<i64>} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.bitcast<i64>, source = tensor<2x2xi32>, sizes = array<i64: 2, 2>, strides = array<i64: 4, 1>, offset = 1 : i64, operands = array<i64>} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.bitcast<i64>, source = tensor<2x2xi32>, sizes = array<i64: 2, 2>, strides = array<i64: 3, 1>, operands = array<i64>} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.bitcast<i64>, source = tensor<2x?xi32>, sizes = array<i64: 2, 3>, operands = array<i64>} : () -> ()

// as_strided behind a bitcast counts elements of the new type.
// expected-remark @below {{sizes [2] offsets [1, 4]}}
"test.view"() {kind = #view.path<[#view.bitcast<i16>, #view.as_strided<[2], [3], 1>]>, source = tensor<4xi32>, sizes = array<i64: 4>, operands = array<i64>} : () -> ()

// The storage may reach further than the source.
// expected-remark @below {{no view}}
"test.view"() {kind = #view.as_strided<[2], [3], 1>, source = tensor<2xi32>, sizes = array<i64: 2>, operands = array<i64>, storage_only} : () -> ()
// expected-remark @below {{sizes [2] offsets [1, 4]}}
"test.view"() {kind = #view.as_strided<[2], [3], 1>, source = tensor<2xi32>, sizes = array<i64: 2>, storage = 5 : i64, operands = array<i64>, storage_only} : () -> ()

// The smallest integer is a bound like any other.
// expected-remark @below {{sizes [4] offsets [0, 1, 2, 3]}}
"test.view"() {kind = #view.slice<0, ? : 4 : 1>, source = tensor<?xi32>, sizes = array<i64: 4>, operands = array<i64: -9223372036854775808>} : () -> ()
// expected-remark @below {{sizes [0] offsets []}}
"test.view"() {kind = #view.diagonal<?, 0, 1>, source = tensor<?x?xi32>, sizes = array<i64: 2, 2>, operands = array<i64: -9223372036854775808>} : () -> ()

// Products of operands that wrap to the right count are not it.
// expected-remark @below {{no view}}
"test.view"() {kind = #view.reshape<[?, ?]>, source = tensor<?xi32>, sizes = array<i64: 4>, operands = array<i64: 4611686018427387905, 4>} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.as_strided<[?], [?], 0>, source = tensor<?xi32>, sizes = array<i64: 4>, operands = array<i64: 5, 4611686018427387904>} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.expand<[?, ?, 1]>, source = tensor<1xi32>, sizes = array<i64: 1>, operands = array<i64: 4294967296, 4294967296>} : () -> ()

// Elements that share storage are not that much storage: over strides of 0 the
// count of elements proves nothing.
// expected-remark @below {{no view}}
"test.view"() {kind = #view.as_strided<[1], [2], 3>, source = tensor<2x8xi32>, sizes = array<i64: 2, 8>, strides = array<i64: 1, 0>, operands = array<i64>, storage_only} : () -> ()
// expected-remark @below {{no view}}
"test.view"() {kind = #view.path<[#view.alias, #view.as_strided<[2], [1], 2>]>, source = tensor<2x3xi32>, sizes = array<i64: 2, 3>, strides = array<i64: 1, 0>, offset = 1 : i64, operands = array<i64>, storage_only} : () -> ()

// A step changes the stride of a dimension of size 1, which then merges with
// no neighbor.
// expected-remark @below {{sizes [2, 1] offsets [0, 1]}}
"test.view"() {kind = #view.slice<1, 0 : 1 : 3>, source = tensor<?x1xi32>, sizes = array<i64: 2, 1>, operands = array<i64>} : () -> ()
