// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joining, picking, and results whose size depends on data.
//
// RUN: %interp %s | FileCheck %s

func.func @join(%x: tensor<?x2xi64>, %y: tensor<?x2xi64>) -> (tensor<?x2xi64>, tensor<?x2x2xi64>) {
  %a = tssa.cat %x, %y dim 0 : (tensor<?x2xi64>, tensor<?x2xi64>) -> tensor<?x2xi64>
  %b = tssa.stack %x, %y dim 1 : (tensor<?x2xi64>, tensor<?x2xi64>) -> tensor<?x2x2xi64>
  return %a, %b : tensor<?x2xi64>, tensor<?x2x2xi64>
}
// CALL: join 1x2xi64 1x2xi64=8,9
// CALL: join 1x2xi64 2x2xi64
// CHECK: result 0: tensor<2x2xi64> {{\[\[}}0 1] [8 9]]
// CHECK: result 1: tensor<1x2x2xi64> {{\[\[\[}}0 1] [8 9]]]
// CHECK: error (shape mismatch) {{.*}}'tssa.check_equal' op: expected sizes of dimension 0 to be 1 but got 2

func.func @gather(%x: tensor<2x3xi64>, %i: tensor<?x2xi64>) -> tensor<?x2xi64> {
  %r = tssa.gather %x, %i dim 1 : (tensor<2x3xi64>, tensor<?x2xi64>) -> tensor<?x2xi64>
  return %r : tensor<?x2xi64>
}
// CALL: gather 2x3xi64 2x2xi64=0,-1,1,1
// CALL: gather 2x3xi64 1x2xi64=0,3
// CALL: gather 2x3xi64 3x2xi64
// CHECK: result 0: tensor<2x2xi64> {{\[\[}}0 2] [4 4]]
// CHECK: error (out of range) {{.*}}'tssa.check_indices' op: expected index to be in [-3, 3) but got 3
// CHECK: error (invalid argument) {{.*}}'tssa.check' op: expected the size of the index in dimension 0 to be at most 2 but got 3

func.func @index_select(%x: tensor<3x2xi64>, %i: tensor<2x2xi64>) -> (tensor<2x2x2xi64>, tensor<3x2x2xi64>) {
  %a = tssa.index_select %x, %i dim 0 : (tensor<3x2xi64>, tensor<2x2xi64>) -> tensor<2x2x2xi64>
  %b = tssa.index_select %x, %i dim 1 : (tensor<3x2xi64>, tensor<2x2xi64>) -> tensor<3x2x2xi64>
  return %a, %b : tensor<2x2x2xi64>, tensor<3x2x2xi64>
}
// CALL: index_select 3x2xi64 2x2xi64=1,0,-1,-2
// CALL: index_select 3x2xi64 2x2xi64=1,0,-1,2
// CHECK: result 0: tensor<2x2x2xi64> {{\[\[\[}}2 3] [0 1]] {{\[\[}}4 5] [2 3]]]
// CHECK: result 1: tensor<3x2x2xi64> {{\[\[\[}}1 0] [1 0]] {{\[\[}}3 2] [3 2]] {{\[\[}}5 4] [5 4]]]
// CHECK: error (out of range) {{.*}} expected index to be in [-2, 2) but got 2

func.func @index_put(%v: tensor<?xi64>, %t: tensor<2x3xi64>, %i: tensor<?xi64>, %j: tensor<?xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>) {
  %a = tssa.index_put %v, %t[%i, %j] : (tensor<?xi64>, tensor<2x3xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<2x3xi64>
  %b = tssa.index_put %v, %t[%i, %j] accumulate : (tensor<?xi64>, tensor<2x3xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<2x3xi64>
  return %a, %b : tensor<2x3xi64>, tensor<2x3xi64>
}
// CALL: index_put 3xi64=10,20,30 2x3xi64 3xi64=0,1,0 3xi64=0,-1,0
// CALL: index_put 2xi64 2x3xi64 3xi64=0,1,0 3xi64=0,-1,0
// CALL: index_put 1xi64 2x3xi64 1xi64=0 1xi64=4
// CHECK: result 0: tensor<2x3xi64> {{\[\[}}30 1 2] [3 4 20]]
// CHECK: result 1: tensor<2x3xi64> {{\[\[}}40 1 2] [3 4 25]]
// CHECK: error (shape mismatch) {{.*}} expected sizes of dimension 0 to be 3 but got 2
// CHECK: error (out of range) {{.*}} expected index to be in [-3, 3) but got 4

// Padded to the bound; the count says how much is used.
func.func @nonzero(%x: tensor<?x2xf32>) -> (tensor<?x2xi64>, index, index, tensor<?x2xi64>) {
  %i, %n, %bound = tssa.nonzero %x : tensor<?x2xf32> -> tensor<?x2xi64>
  %used = view.access #view.slice<0, 0 : ? : 1> %i[%n] : tensor<?x2xi64> -> tensor<?x2xi64>
  return %i, %n, %bound, %used : tensor<?x2xi64>, index, index, tensor<?x2xi64>
}
func.func @masked_select(%x: tensor<4xi64>, %m: tensor<4xi1>) -> (tensor<4xi64>, index, index) {
  %v, %n, %bound = tssa.masked_select %x, %m : (tensor<4xi64>, tensor<4xi1>) -> tensor<4xi64>
  return %v, %n, %bound : tensor<4xi64>, index, index
}
// CALL: nonzero 2x2xf32=0,nan,2,-0
// CALL: masked_select 4xi64=5,6,7,8 4xi1=0,1,0,1
// CHECK: result 0: tensor<4x2xi64> {{\[\[}}0 1] [1 0] [0 0] [0 0]]
// CHECK: result 1: 2
// CHECK: result 2: 4
// CHECK: result 3: tensor<2x2xi64> {{\[\[}}0 1] [1 0]]
// CHECK: result 0: tensor<4xi64> [6 8 0 0]
// CHECK: result 1: 2
// CHECK: result 2: 4

func.func @move(%x: tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>) {
  %a = tssa.flip %x dims [0, 1] : tensor<2x3xi64> -> tensor<2x3xi64>
  %b = tssa.triu %x diagonal 1 : tensor<2x3xi64> -> tensor<2x3xi64>
  %c = tssa.tril %x diagonal 0 : tensor<2x3xi64> -> tensor<2x3xi64>
  return %a, %b, %c : tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>
}
// CALL: move 2x3xi64=1,2,3,4,5,6
// CHECK: result 0: tensor<2x3xi64> {{\[\[}}6 5 4] [3 2 1]]
// CHECK: result 1: tensor<2x3xi64> {{\[\[}}0 2 3] [0 0 6]]
// CHECK: result 2: tensor<2x3xi64> {{\[\[}}1 0 0] [4 5 0]]
