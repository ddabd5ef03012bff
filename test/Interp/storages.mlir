// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages: who shares one with whom, and what writes are seen through which
// names.
//
// RUN: %interp %s | FileCheck %s

// A write through one name is seen through all.
func.func @sibling(%x: !tssa.ref<2x3xi64>, %v: tensor<3xi64>) -> tensor<2xi64> {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x3xi64> -> !tssa.ref<3xi64>
  %column = view.of #view.select<1, 0> %x : !tssa.ref<2x3xi64> -> !tssa.ref<2xi64>
  tssa.write %v, %row : !tssa.ref<3xi64>
  %r = tssa.read %column : !tssa.ref<2xi64>
  return %r : tensor<2xi64>
}
// CALL: sibling 2x3xi64 3xi64=7,8,9
// CALL: sibling 2x3xi64/4,1+1 3xi64=7,8,9
// CHECK: result 0: tensor<2xi64> [0 7]{{$}}
// CHECK: argument 0: tensor<2x3xi64> {{\[}}[0 1 2] [7 8 9]]
// CHECK: argument 0: tensor<2x3xi64> {{\[}}[0 1 2] [7 8 9]]

// What was read before a write stays.
func.func @snapshot(%x: !tssa.ref<2xi64>, %v: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %a = tssa.read %x : !tssa.ref<2xi64>
  tssa.write %v, %x : !tssa.ref<2xi64>
  %b = tssa.read %x : !tssa.ref<2xi64>
  return %a, %b : tensor<2xi64>, tensor<2xi64>
}
// CALL: snapshot 2xi64 2xi64=8,9
// CHECK: result 0: tensor<2xi64> [0 1]
// CHECK: result 1: tensor<2xi64> [8 9]

// x[1:] = x[:-1]: the value is complete before anything is stored.
func.func @shift(%x: !tssa.ref<4xi64>) {
  %to = view.of #view.slice<0, 1 : 4 : 1> %x : !tssa.ref<4xi64> -> !tssa.ref<3xi64>
  %from = view.of #view.slice<0, 0 : 3 : 1> %x : !tssa.ref<4xi64> -> !tssa.ref<3xi64>
  %v = tssa.read %from : !tssa.ref<3xi64>
  tssa.write %v, %to : !tssa.ref<3xi64>
  return
}
// CALL: shift 4xi64
// CHECK: argument 0: tensor<4xi64> [0 0 1 2]

// Through a view with repetition the last element in row-major order wins.
func.func @repeated(%x: !tssa.ref<2x1xi64>, %v: tensor<2x3xi64>) {
  %y = view.of #view.expand<[2, 3]> %x : !tssa.ref<2x1xi64> -> !tssa.ref<2x3xi64>
  tssa.write %v, %y : !tssa.ref<2x3xi64>
  return
}
// CALL: repeated 2x1xi64 2x3xi64
// CHECK: argument 0: tensor<2x1xi64> {{\[}}[2] [5]]

// Two allocations of one value are two storages, two views of one are one; a
// returned argument is that argument.
func.func @identity(%x: !tssa.ref<2xi64>) -> (!tssa.ref<2xi64>, !tssa.ref<2xi64>, !tssa.ref<i64>, !tssa.ref<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %v = tssa.read %x : !tssa.ref<2xi64>
  %a = tssa.alloc %v : tensor<2xi64> -> !tssa.ref<2xi64>
  %b = tssa.alloc %v : tensor<2xi64> -> !tssa.ref<2xi64>
  %part = view.of #view.select<0, 1> %b : !tssa.ref<2xi64> -> !tssa.ref<i64>
  return %a, %b, %part, %x, %v, %v : !tssa.ref<2xi64>, !tssa.ref<2xi64>, !tssa.ref<i64>, !tssa.ref<2xi64>, tensor<2xi64>, tensor<2xi64>
}
// CALL: identity 2xi64
// CHECK: result 0: tensor<2xi64> [0 1]{{$}}
// CHECK: result 1: tensor<2xi64> [0 1]{{$}}
// CHECK: result 2: tensor<i64> 1 in result 1
// CHECK: result 3: tensor<2xi64> [0 1] in argument 0
// CHECK: result 4: tensor<2xi64> [0 1]{{$}}
// CHECK: result 5: tensor<2xi64> [0 1]{{$}}

// A layout in the type is that of the storage.
func.func @layout(%v: tensor<2x3xi64>) -> !tssa.ref<6xi64> {
  %x = tssa.alloc %v : tensor<2x3xi64> -> !tssa.ref<2x3xi64, strided<[1, 2]>>
  %y = view.of #view.as_strided<[6], [1], 0> %x : !tssa.ref<2x3xi64, strided<[1, 2]>> -> !tssa.ref<6xi64>
  return %y : !tssa.ref<6xi64>
}
// CALL: layout 2x3xi64
// CHECK: result 0: tensor<6xi64> [0 3 1 4 2 5]

// Arguments may be parts of one storage.
func.func @overlapping(%x: !tssa.ref<3xi64>, %y: !tssa.ref<3xi64>) {
  %v = tssa.read %x : !tssa.ref<3xi64>
  tssa.write %v, %y : !tssa.ref<3xi64>
  return
}
// CALL: overlapping 3xi64 3xi64+1^0
// CHECK: argument 0: tensor<3xi64> [0 0 1]
// CHECK: argument 1: tensor<3xi64> [0 1 2]

// But not where an argument says so.
func.func @noalias(%x: !tssa.ref<3xi64>, %y: !tssa.ref<3xi64> {tssa.noalias}) {
  return
}
// CALL: noalias 3xi64 3xi64+2^0
// CALL: noalias 2xi64 3xi64
// CALL: noalias 3xi64 3xf32
// CHECK: error (overlap) 'noalias': argument 1: expected a tensor that shares no memory with argument 0 but they overlap
// CHECK: error (shape mismatch) 'noalias': argument 0: expected the size of dimension 0 to be 3 but got 2
// CHECK: error (invalid argument) 'noalias': argument 1: expected the dtype to be i64 but got f32

// The sizes of what is written are checked.
func.func @sizes(%x: !tssa.ref<?x?xi64>, %v: tensor<?x?xi64>) {
  tssa.write %v, %x : !tssa.ref<?x?xi64>
  return
}
// CALL: sizes 1x2xi64 1x3xi64
// CHECK: error (shape mismatch) {{.*}}'tssa.check_equal' op: expected the size of dimension 1 to be 2 but got 3

// Sizes of a ref.
func.func @dim(%x: !tssa.ref<?x4xf32>) -> (index, index) {
  %a = tssa.dim %x, 0 : !tssa.ref<?x4xf32>
  %b = tssa.dim %x, 1 : !tssa.ref<?x4xf32>
  return %a, %b : index, index
}
// CALL: dim 3x4xf32
// CHECK: result 0: 3
// CHECK: result 1: 4
