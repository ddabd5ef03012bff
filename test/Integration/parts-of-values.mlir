// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
//
// Parts of values whose chain of kinds is no strided view, not even of
// row-major elements: they go by index, in every lowering.
//
// CHECK-COUNT-4: 3 ways equal

func.func @scattered(%t: tensor<2x3xi64>) -> tensor<6xi64> {
  %r = view.access #view.path<[#view.permute<[1, 0]>, #view.reshape<[6]>]> %t : tensor<2x3xi64> -> tensor<6xi64>
  return %r : tensor<6xi64>
}
func.func @assign(%t: tensor<2x3xi64>, %v: tensor<6xi64>) -> tensor<2x3xi64> {
  %n = view.assign #view.path<[#view.permute<[1, 0]>, #view.reshape<[6]>]> %v, %t : tensor<6xi64> -> tensor<2x3xi64>
  return %n : tensor<2x3xi64>
}
func.func @storage(%t: tensor<2x3xi64>) -> tensor<2x2xi64> {
  %r = view.access #view.path<[#view.select<0, 1>, #view.as_strided<[2, 2], [1, 2], 1>]> %t : tensor<2x3xi64> -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}
func.func @itself(%t: tensor<4xi64>) -> tensor<4xi64> {
  %n = view.assign #view.path<[#view.reshape<[2, 2]>, #view.permute<[1, 0]>, #view.reshape<[4]>]> %t, %t : tensor<4xi64> -> tensor<4xi64>
  return %n : tensor<4xi64>
}
