// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages of every element type: read, written in part, reinterpreted.
//
// RUN: %interp %s | FileCheck %s

func.func @i1(%x: !tssa.ref<3xi1>, %v: tensor<2xi1>) -> tensor<3xi1> {
  %y = view.of #view.slice<0, 1 : 3 : 1> %x : !tssa.ref<3xi1> -> !tssa.ref<2xi1>
  tssa.write %v, %y : !tssa.ref<2xi1>
  %r = tssa.read %x : !tssa.ref<3xi1>
  return %r : tensor<3xi1>
}
// CALL: i1 3xi1=1,1,0 2xi1=0,1
// CHECK: result 0: tensor<3xi1> [true false true]

func.func @i8(%x: !tssa.ref<2x2xi8>) -> (tensor<2xi8>, tensor<2x1xi16>) {
  %c = arith.constant dense<-1> : tensor<2xi8>
  %y = view.of #view.select<1, 0> %x : !tssa.ref<2x2xi8> -> !tssa.ref<2xi8>
  %r = tssa.read %y : !tssa.ref<2xi8>
  tssa.write %c, %y : !tssa.ref<2xi8>
  %z = view.of #view.bitcast<i16> %x : !tssa.ref<2x2xi8> -> !tssa.ref<2x1xi16>
  %s = tssa.read %z : !tssa.ref<2x1xi16>
  return %r, %s : tensor<2xi8>, tensor<2x1xi16>
}
// CALL: i8 2x2xi8=1,2,-128,4
// CHECK: result 0: tensor<2xi8> [1 -128]
// CHECK: result 1: tensor<2x1xi16> {{\[\[}}767] [1279]]

func.func @f16(%x: !tssa.ref<2xi16>) -> (tensor<2xf16>, tensor<2xf16>, tensor<2xbf16>) {
  %y = view.of #view.bitcast<f16> %x : !tssa.ref<2xi16> -> !tssa.ref<2xf16>
  %r = tssa.read %y : !tssa.ref<2xf16>
  %s = arith.addf %r, %r : tensor<2xf16>
  %z = view.of #view.bitcast<bf16> %x : !tssa.ref<2xi16> -> !tssa.ref<2xbf16>
  %t = tssa.read %z : !tssa.ref<2xbf16>
  return %r, %s, %t : tensor<2xf16>, tensor<2xf16>, tensor<2xbf16>
}
// CALL: f16 2xi16=15360,16256
// CHECK: result 0: tensor<2xf16> [1.000 1.875]
// CHECK: result 1: tensor<2xf16> [2.00 3.75]
// CHECK: result 2: tensor<2xbf16> [0.0078 1.0000]

// A complex number is two reals.
func.func @complex(%x: !tssa.ref<4xf32>) -> (!tssa.ref<2xcomplex<f32>>, tensor<2xf32>) {
  %c = view.of #view.bitcast<complex<f32>> %x : !tssa.ref<4xf32> -> !tssa.ref<2xcomplex<f32>>
  %v = tssa.read %c : !tssa.ref<2xcomplex<f32>>
  %p = view.access #view.slice<0, 1 : 2 : 1> %v : tensor<2xcomplex<f32>> -> tensor<1xcomplex<f32>>
  %q = view.access #view.bitcast<f32> %p : tensor<1xcomplex<f32>> -> tensor<2xf32>
  return %c, %q : !tssa.ref<2xcomplex<f32>>, tensor<2xf32>
}
// CALL: complex 4xf32
// CHECK: result 0: tensor<2xcomplex<f32>> [0.0+1.0j 2.0+3.0j] in argument 0
// CHECK: result 1: tensor<2xf32> [2.0 3.0]

// Two halves of an i64, written through i32; an odd byte offset is no view.
func.func @halves(%x: !tssa.ref<2xi64>, %n: index) -> !tssa.ref<?xi64> {
  %c = arith.constant dense<[7, 8]> : tensor<2xi32>
  %i = view.of #view.bitcast<i32> %x : !tssa.ref<2xi64> -> !tssa.ref<4xi32>
  %low = view.of #view.slice<0, 0 : 4 : 2> %i : !tssa.ref<4xi32> -> !tssa.ref<2xi32>
  tssa.write %c, %low : !tssa.ref<2xi32>
  %part = view.of #view.slice<0, ? : 4 : 1> %i[%n] : !tssa.ref<4xi32> -> !tssa.ref<?xi32>
  %w = view.of #view.bitcast<i64> %part : !tssa.ref<?xi32> -> !tssa.ref<?xi64>
  return %w : !tssa.ref<?xi64>
}
// CALL: halves 2xi64=4294967296,0 int:2
// CALL: halves 2xi64=4294967296,0 int:0
// CALL: halves 2xi64 int:1
// CHECK: result 0: tensor<1xi64> [8] in argument 0
// CHECK: result 0: tensor<2xi64> [4294967303 8] in argument 0
// CHECK: error (shape mismatch) {{.*}} cannot view the source as #view.bitcast<i64>
