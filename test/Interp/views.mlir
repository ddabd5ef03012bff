// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each view kind over storages: a returned view names part of its argument.
//
// RUN: %interp %s | FileCheck %s

// The identity.
func.func @alias(%x: !tssa.ref<3xf32>) -> !tssa.ref<3xf32> {
  %y = view.of #view.alias %x : !tssa.ref<3xf32> -> !tssa.ref<3xf32>
  return %y : !tssa.ref<3xf32>
}
// CALL: alias 3xf32
// CHECK-LABEL: CALL alias
// CHECK: result 0: tensor<3xf32> [0.0 1.0 2.0] in argument 0

// A row is contiguous, a column is not; an operand may count from the end.
func.func @select(%x: !tssa.ref<2x3xi64>, %i: index) -> (!tssa.ref<3xi64>, !tssa.ref<2xi64>) {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x3xi64> -> !tssa.ref<3xi64>
  %column = view.of #view.select<1, ?> %x[%i] : !tssa.ref<2x3xi64> -> !tssa.ref<2xi64>
  return %row, %column : !tssa.ref<3xi64>, !tssa.ref<2xi64>
}
// CALL: select 2x3xi64 int:2
// CALL: select 2x3xi64 int:-3
// CHECK-LABEL: CALL select 2x3xi64 int:2
// CHECK: result 0: tensor<3xi64> [3 4 5] in argument 0
// CHECK: result 1: tensor<2xi64> [2 5] in argument 0
// CHECK-LABEL: CALL select 2x3xi64 int:-3
// CHECK: result 1: tensor<2xi64> [0 3] in argument 0

// Bounds are clamped, whatever they are.
func.func @slice(%x: !tssa.ref<?xi64>, %s: index, %e: index) -> !tssa.ref<?xi64> {
  %y = view.of #view.slice<0, ? : ? : 2> %x[%s, %e] : !tssa.ref<?xi64> -> !tssa.ref<?xi64>
  return %y : !tssa.ref<?xi64>
}
// CALL: slice 7xi64 int:1 int:6
// CALL: slice 7xi64 int:-3 int:9223372036854775807
// CALL: slice 7xi64 int:-9223372036854775808 int:-1
// CALL: slice 7xi64 int:5 int:2
// CHECK: result 0: tensor<3xi64> [1 3 5] in argument 0
// CHECK: result 0: tensor<2xi64> [4 6] in argument 0
// CHECK: result 0: tensor<3xi64> [0 2 4] in argument 0
// CHECK: result 0: tensor<0xi64> [] in argument 0

// Dimensions in another order, over strides that are not row-major.
func.func @permute(%x: !tssa.ref<2x3x1xi64>) -> !tssa.ref<1x2x3xi64> {
  %y = view.of #view.permute<[2, 0, 1]> %x : !tssa.ref<2x3x1xi64> -> !tssa.ref<1x2x3xi64>
  return %y : !tssa.ref<1x2x3xi64>
}
// CALL: permute 2x3x1xi64/1,4,1+2
// CHECK-LABEL: CALL permute
// CHECK: result 0: tensor<1x2x3xi64> {{\[\[\[}}0 1 2] [3 4 5]]] in argument 0

// New dimensions and those of size 1 repeat; a -1 that is written keeps.
func.func @expand(%x: !tssa.ref<2x1xi64>, %n: index) -> !tssa.ref<2x2x?xi64> {
  %y = view.of #view.expand<[2, -1, ?]> %x[%n] : !tssa.ref<2x1xi64> -> !tssa.ref<2x2x?xi64>
  return %y : !tssa.ref<2x2x?xi64>
}
// CALL: expand 2x1xi64 int:3
// CALL: expand 2x1xi64 int:0
// CALL: expand 2x1xi64 int:-1
// CHECK: result 0: tensor<2x2x3xi64> {{\[\[\[}}0 0 0] [1 1 1]] {{\[\[}}0 0 0] [1 1 1]]] in argument 0
// CHECK: result 0: tensor<2x2x0xi64>
// CHECK: error (shape mismatch) {{.*}}'tssa.check_view' op: cannot view the source as #view.expand<[2, -1, ?]> with operands -1

func.func @squeeze(%x: !tssa.ref<?x2xi64>) -> !tssa.ref<2xi64> {
  %y = view.of #view.squeeze<0> %x : !tssa.ref<?x2xi64> -> !tssa.ref<2xi64>
  return %y : !tssa.ref<2xi64>
}
// CALL: squeeze 1x2xi64
// CALL: squeeze 3x2xi64
// CHECK: result 0: tensor<2xi64> [0 1] in argument 0
// CHECK: error (shape mismatch) {{.*}}'tssa.check_view' op: cannot view the source as #view.squeeze<0>

func.func @unsqueeze(%x: !tssa.ref<2xi64>) -> (!tssa.ref<1x2xi64>, !tssa.ref<2x1xi64>) {
  %y = view.of #view.unsqueeze<0> %x : !tssa.ref<2xi64> -> !tssa.ref<1x2xi64>
  %z = view.of #view.unsqueeze<1> %x : !tssa.ref<2xi64> -> !tssa.ref<2x1xi64>
  return %y, %z : !tssa.ref<1x2xi64>, !tssa.ref<2x1xi64>
}
// CALL: unsqueeze 2xi64
// CHECK: result 0: tensor<1x2xi64> {{\[}}[0 1]] in argument 0
// CHECK: result 1: tensor<2x1xi64> {{\[}}[0] [1]] in argument 0

// Element counts must agree, and the strides must allow it: rows of a padded
// matrix can be cut, not joined.
func.func @reshape(%x: !tssa.ref<2x4xi64>, %n: index, %m: index) -> !tssa.ref<?x?xi64> {
  %y = view.of #view.reshape<[?, ?]> %x[%n, %m] : !tssa.ref<2x4xi64> -> !tssa.ref<?x?xi64>
  return %y : !tssa.ref<?x?xi64>
}
func.func @cut(%x: !tssa.ref<2x4xi64>) -> !tssa.ref<2x2x2xi64> {
  %y = view.of #view.reshape<[2, 2, 2]> %x : !tssa.ref<2x4xi64> -> !tssa.ref<2x2x2xi64>
  return %y : !tssa.ref<2x2x2xi64>
}
// CALL: reshape 2x4xi64 int:1 int:8
// CALL: reshape 2x4xi64 int:3 int:2
// CALL: reshape 2x4xi64/5,1 int:1 int:8
// CALL: cut 2x4xi64/5,1
// CHECK: result 0: tensor<1x8xi64> {{\[}}[0 1 2 3 4 5 6 7]] in argument 0
// CHECK: error (shape mismatch) {{.*}}views.mlir:{{[0-9]+}}:8: 'tssa.check_view' op: cannot view the source as #view.reshape<[?, ?]> with operands 3, 2
// CHECK: error (shape mismatch) {{.*}} with operands 1, 8
// CHECK: result 0: tensor<2x2x2xi64> {{\[\[\[}}0 1] [2 3]] {{\[\[}}4 5] [6 7]]] in argument 0

// The diagonal comes last; outside it is empty.
func.func @diagonal(%x: !tssa.ref<2x2x3xi64>, %o: index) -> !tssa.ref<2x?xi64> {
  %y = view.of #view.diagonal<?, 1, 2> %x[%o] : !tssa.ref<2x2x3xi64> -> !tssa.ref<2x?xi64>
  return %y : !tssa.ref<2x?xi64>
}
// CALL: diagonal 2x2x3xi64 int:0
// CALL: diagonal 2x2x3xi64 int:2
// CALL: diagonal 2x2x3xi64 int:-1
// CALL: diagonal 2x2x3xi64 int:7
// CHECK: result 0: tensor<2x2xi64> {{\[}}[0 4] [6 10]] in argument 0
// CHECK: result 0: tensor<2x1xi64> {{\[}}[2] [8]] in argument 0
// CHECK: result 0: tensor<2x1xi64> {{\[}}[3] [9]] in argument 0
// CHECK: result 0: tensor<2x0xi64>

// Windows overlap where the step is less than their size.
func.func @unfold(%x: !tssa.ref<5xi64>, %n: index, %s: index) -> !tssa.ref<?x?xi64> {
  %y = view.of #view.unfold<0, ?, ?> %x[%n, %s] : !tssa.ref<5xi64> -> !tssa.ref<?x?xi64>
  return %y : !tssa.ref<?x?xi64>
}
// CALL: unfold 5xi64 int:3 int:2
// CALL: unfold 5xi64 int:6 int:1
// CALL: unfold 5xi64 int:2 int:0
// CHECK: result 0: tensor<2x3xi64> {{\[}}[0 1 2] [2 3 4]] in argument 0
// CHECK: error (shape mismatch)
// CHECK: error (shape mismatch)

// Over the storage, whatever view it is asked of; inside it.
func.func @as_strided(%x: !tssa.ref<2xi64>, %o: index) -> !tssa.ref<2x2xi64> {
  %y = view.of #view.as_strided<[2, 2], [1, 2], ?> %x[%o] : !tssa.ref<2xi64> -> !tssa.ref<2x2xi64>
  return %y : !tssa.ref<2x2xi64>
}
func.func @of_part(%x: !tssa.ref<6xi64>) -> !tssa.ref<2x2xi64> {
  %part = view.of #view.slice<0, 4 : 6 : 1> %x : !tssa.ref<6xi64> -> !tssa.ref<2xi64>
  %c1 = arith.constant 1 : index
  %y = func.call @as_strided(%part, %c1) : (!tssa.ref<2xi64>, index) -> !tssa.ref<2x2xi64>
  return %y : !tssa.ref<2x2xi64>
}
// CALL: of_part 6xi64
// CALL: as_strided 2xi64 int:1
// CALL: as_strided 2xi64 int:-1
// CHECK: result 0: tensor<2x2xi64> {{\[}}[1 3] [2 4]] in argument 0
// CHECK: error (shape mismatch) {{.*}} cannot view the source as #view.as_strided<[2, 2], [1, 2], ?> with operands 1
// CHECK: error (shape mismatch) {{.*}} with operands -1

// The same bytes: to the same width, to a smaller one, to a larger one.
func.func @bitcast(%x: !tssa.ref<2x2xf32>) -> (!tssa.ref<2x2xi32>, !tssa.ref<2x8xi8>, !tssa.ref<2x1xi64>) {
  %a = view.of #view.bitcast<i32> %x : !tssa.ref<2x2xf32> -> !tssa.ref<2x2xi32>
  %b = view.of #view.bitcast<i8> %x : !tssa.ref<2x2xf32> -> !tssa.ref<2x8xi8>
  %c = view.of #view.bitcast<i64> %x : !tssa.ref<2x2xf32> -> !tssa.ref<2x1xi64>
  return %a, %b, %c : !tssa.ref<2x2xi32>, !tssa.ref<2x8xi8>, !tssa.ref<2x1xi64>
}
// CALL: bitcast 2x2xf32=1,0,0,2
// CALL: bitcast 2x2xf32/3,1
// CHECK: result 0: tensor<2x2xi32> {{\[}}[1065353216 0] [0 1073741824]] in argument 0
// CHECK: result 1: tensor<2x8xi8> {{\[}}[0 0 -128 63 0 0 0 0] [0 0 0 0 0 0 0 64]] in argument 0
// CHECK: result 2: tensor<2x1xi64> {{\[}}[1065353216] [4611686018427387904]] in argument 0
// CHECK: error (shape mismatch) {{.*}} cannot view the source as #view.bitcast<i64>

// A chain, with the operands of its members one after the other.
func.func @path(%x: !tssa.ref<4x8xi64>, %i: index, %e: index) -> !tssa.ref<?xi64> {
  %y = view.of #view.path<[#view.select<0, ?>, #view.slice<0, 1 : ? : 3>]> %x[%i, %e] : !tssa.ref<4x8xi64> -> !tssa.ref<?xi64>
  return %y : !tssa.ref<?xi64>
}
// CALL: path 4x8xi64 int:1 int:8
// CALL: path 4x8xi64 int:4 int:8
// CHECK: result 0: tensor<3xi64> [9 12 15] in argument 0
// CHECK: error (out of range) {{.*}}'tssa.check_index' op: expected index to be in [-4, 4) but got 4

// The failure names the member that does not exist.
func.func @broken(%x: !tssa.ref<4x8xi64>, %i: index, %n: index) -> !tssa.ref<?xi64> {
  %y = view.of #view.path<[#view.select<0, ?>, #view.reshape<[?, 4]>, #view.select<1, 0>]> %x[%i, %n] : !tssa.ref<4x8xi64> -> !tssa.ref<?xi64>
  return %y : !tssa.ref<?xi64>
}
// CALL: broken 4x8xi64 int:3 int:2
// CALL: broken 4x8xi64 int:1 int:3
// CHECK: result 0: tensor<2xi64> [24 28]
// CHECK: error (shape mismatch) {{.*}}'tssa.check_view' op: cannot view the source as #view.reshape<[?, 4]> with operands 3
