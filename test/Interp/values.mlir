// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of values: what `view.access` reads and `view.assign` replaces. Values do
// not change.
//
// RUN: %interp %s | FileCheck %s

// The old value is still what it was.
func.func @assign(%t: tensor<2x3xi64>, %v: tensor<2xi64>, %i: index) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2xi64>) {
  %n = view.assign #view.select<1, ?> %v, %t[%i] : tensor<2xi64> -> tensor<2x3xi64>
  %r = view.access #view.select<1, ?> %n[%i] : tensor<2x3xi64> -> tensor<2xi64>
  return %t, %n, %r : tensor<2x3xi64>, tensor<2x3xi64>, tensor<2xi64>
}
// CALL: assign 2x3xi64 2xi64=7,8 int:1
// CALL: assign 2x3xi64 2xi64=7,8 int:3
// CHECK: result 0: tensor<2x3xi64> {{\[}}[0 1 2] [3 4 5]]{{$}}
// CHECK: result 1: tensor<2x3xi64> {{\[}}[0 7 2] [3 8 5]]{{$}}
// CHECK: result 2: tensor<2xi64> [7 8]{{$}}
// CHECK: argument 0: tensor<2x3xi64> {{\[}}[0 1 2] [3 4 5]]
// CHECK: error (out of range) {{.*}}values.mlir:{{[0-9]+}}:8: 'tssa.check_index' op: expected index to be in [-3, 3) but got 3

// A chain through every kind of step.
func.func @chain(%t: tensor<4x6xi64>, %v: tensor<3x2xi64>) -> (tensor<3x2xi64>, tensor<4x6xi64>) {
  %r = view.access #view.path<[#view.slice<0, 1 : 3 : 1>, #view.permute<[1, 0]>, #view.slice<0, 0 : 6 : 2>]> %t : tensor<4x6xi64> -> tensor<3x2xi64>
  %n = view.assign #view.path<[#view.slice<0, 1 : 3 : 1>, #view.permute<[1, 0]>, #view.slice<0, 0 : 6 : 2>]> %v, %t : tensor<3x2xi64> -> tensor<4x6xi64>
  return %r, %n : tensor<3x2xi64>, tensor<4x6xi64>
}
// CALL: chain 4x6xi64 3x2xi64=-1,-2,-3,-4,-5,-6
// CHECK: result 0: tensor<3x2xi64> {{\[}}[6 12] [8 14] [10 16]]
// CHECK: result 1: tensor<4x6xi64> {{\[}}[0 1 2 3 4 5] [-1 7 -3 9 -5 11] [-2 13 -4 15 -6 17] [18 19 20 21 22 23]]

// Of several elements for one place the last in row-major order wins.
func.func @last_wins(%t: tensor<4xi64>, %v: tensor<3x2xi64>) -> tensor<4xi64> {
  %n = view.assign #view.unfold<0, 2, 1> %v, %t : tensor<3x2xi64> -> tensor<4xi64>
  return %n : tensor<4xi64>
}
// CALL: last_wins 4xi64 3x2xi64=10,11,20,21,30,31
// CHECK: result 0: tensor<4xi64> [10 20 30 31]

// A reshape of scattered elements is defined as a read, and so is its assign.
func.func @scattered(%t: tensor<2x3xi64>, %v: tensor<6xi64>) -> (tensor<6xi64>, tensor<2x3xi64>) {
  %r = view.access #view.path<[#view.permute<[1, 0]>, #view.reshape<[6]>]> %t : tensor<2x3xi64> -> tensor<6xi64>
  %n = view.assign #view.path<[#view.permute<[1, 0]>, #view.reshape<[6]>]> %v, %t : tensor<6xi64> -> tensor<2x3xi64>
  return %r, %n : tensor<6xi64>, tensor<2x3xi64>
}
// CALL: scattered 2x3xi64 6xi64
// CHECK: result 0: tensor<6xi64> [0 3 1 4 2 5]
// CHECK: result 1: tensor<2x3xi64> {{\[}}[0 2 4] [1 3 5]]

// as_strided names the row-major elements of the whole value, past the views
// before it; a bitcast moves single bytes.
func.func @storage(%t: tensor<2x3xi64>) -> (tensor<2x2xi64>, tensor<2xi32>) {
  %r = view.access #view.path<[#view.select<0, 1>, #view.as_strided<[2, 2], [1, 2], 1>]> %t : tensor<2x3xi64> -> tensor<2x2xi64>
  %b = view.access #view.path<[#view.select<1, 2>, #view.bitcast<i32>, #view.slice<0, 0 : 4 : 2>]> %t : tensor<2x3xi64> -> tensor<2xi32>
  return %r, %b : tensor<2x2xi64>, tensor<2xi32>
}
// CALL: storage 2x3xi64
// CHECK: result 0: tensor<2x2xi64> {{\[}}[1 3] [2 4]]
// CHECK: result 1: tensor<2xi32> [2 5]

// Half of each element replaced.
func.func @halves(%t: tensor<2xi64>, %v: tensor<2xi32>) -> tensor<2xi64> {
  %n = view.assign #view.path<[#view.bitcast<i32>, #view.slice<0, 1 : 4 : 2>]> %v, %t : tensor<2xi32> -> tensor<2xi64>
  return %n : tensor<2xi64>
}
// CALL: halves 2xi64=5,6 2xi32=1,0
// CHECK: result 0: tensor<2xi64> [4294967301 6]

// The value and the destination may be one.
func.func @itself(%t: tensor<4xi64>) -> tensor<4xi64> {
  %n = view.assign #view.path<[#view.reshape<[2, 2]>, #view.permute<[1, 0]>, #view.reshape<[4]>]> %t, %t : tensor<4xi64> -> tensor<4xi64>
  return %n : tensor<4xi64>
}
// CALL: itself 4xi64
// CHECK: result 0: tensor<4xi64> [0 2 1 3]
