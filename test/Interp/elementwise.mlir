// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise arithmetic: promotion, broadcasting, each domain, corner cases.
//
// RUN: %interp %s | FileCheck %s

// Sizes broadcast; a Python number does not change the dtype, a 0-d tensor only
// its category.
func.func @promote(%x: tensor<2x1xi32>, %y: tensor<3xf32>, %z: tensor<f64>, %n: f64, %i: i64) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<2x1xf64>) {
  %a = tssa.add %x, %y : (tensor<2x1xi32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = tssa.mul %y, %z : (tensor<3xf32>, tensor<f64>) -> tensor<3xf32>
  %c = tssa.add %x, %n : (tensor<2x1xi32>, f64) -> tensor<2x1xf32>
  %d = tssa.add %x, %i : (tensor<2x1xi32>, i64) -> tensor<2x1xi32>
  %e = tssa.sub %x, %z : (tensor<2x1xi32>, tensor<f64>) -> tensor<2x1xf64>
  return %a, %b, %c, %d, %e : tensor<2x3xf32>, tensor<3xf32>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<2x1xf64>
}
// CALL: promote 2x1xi32=10,20 3xf32 f64=0.5 float:1.5 int:4294967297
// CHECK: result 0: tensor<2x3xf32> {{\[\[}}10.0 11.0 12.0] [20.0 21.0 22.0]]
// CHECK: result 1: tensor<3xf32> [0.0 0.5 1.0]
// CHECK: result 2: tensor<2x1xf32> {{\[\[}}11.5] [21.5]]
// CHECK: result 3: tensor<2x1xi32> {{\[\[}}11] [21]]
// CHECK: result 4: tensor<2x1xf64> {{\[\[}}9.5] [19.5]]

// Where sizes do not agree, from the first dimension on.
func.func @sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
  %a = tssa.lerp %x, %y, %z : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}
// CALL: sizes 2x3xf32 1x1xf32 3xf32
// CALL: sizes 2x3xf32 3x1xf32 4xf32
// CALL: sizes 2x1xf32 1x3xf32 4xf32
// CALL: sizes 2x1xf32 1x0xf32 1xf32
// CHECK: result 0: tensor<2x3xf32> {{\[\[}}0.0 0.0 -2.0] [3.0 0.0 -5.0]]
// CHECK: error (shape mismatch) {{.*}}'tssa.check_broadcast' op: expected sizes to be equal or one of them to be 1 but got 2 and 3
// CHECK: error (shape mismatch) {{.*}} but got 3 and 4
// CHECK: result 0: tensor<2x0xf32>

// Division and remainder of integers and floats, in Python's sense and C's.
func.func @divide(%x: tensor<?xi64>, %y: tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xf32>) {
  %a = tssa.floor_divide %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %b = tssa.div_trunc %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %c = tssa.remainder %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %d = tssa.fmod %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
  %e = tssa.div %x, %y : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xf32>
  return %a, %b, %c, %d, %e : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xf32>
}
// CALL: divide 5xi64=7,-7,7,-7,-9223372036854775808 5xi64=2,2,-2,-2,-1
// CALL: divide 2xi64 2xi64=1,0
// CALL: divide 0xi64 1xi64=0
// CHECK: result 0: tensor<5xi64> [3 -4 -4 3 -9223372036854775808]
// CHECK: result 1: tensor<5xi64> [3 -3 -3 3 -9223372036854775808]
// CHECK: result 2: tensor<5xi64> [1 1 -1 -1 0]
// CHECK: result 3: tensor<5xi64> [1 -1 1 -1 0]
// CHECK: result 4: tensor<5xf32> [
// CHECK: error (division by zero) {{.*}}'tssa.check_nonzero' op
// CHECK: result 0: tensor<0xi64> []

func.func @divide_floats(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %a = tssa.floor_divide %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b = tssa.remainder %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c = tssa.fmod %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %d = tssa.div_trunc %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %a, %b, %c, %d : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// CALL: divide_floats 4xf32=7,-7,7,-7 4xf32=2,2,-2,-2
// CHECK: result 0: tensor<4xf32> [3.0 -4.0 -4.0 3.0]
// CHECK: result 1: tensor<4xf32> [1.0 1.0 -1.0 -1.0]
// CHECK: result 2: tensor<4xf32> [1.0 -1.0 1.0 -1.0]
// CHECK: result 3: tensor<4xf32> [3.0 -3.0 -3.0 3.0]

// NaN wins in maximum, minimum and clamp; comparisons with it are false.
func.func @nan(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %lo = arith.constant -1 : i64
  %hi = arith.constant 1.5 : f64
  %a = tssa.maximum %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b = tssa.minimum %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c = tssa.clamp %x min %lo max %hi : (tensor<?xf32>, i64, f64) -> tensor<?xf32>
  %d = tssa.lt %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %e = tssa.ne %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
  %f = tssa.logical_not %x : tensor<?xf32> -> tensor<?xi1>
  return %a, %b, %c, %d, %e, %f : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}
// CALL: nan 4xf32=nan,2,-3,0 4xf32=1,nan,-2,0
// CHECK: result 0: tensor<4xf32> [nan nan -2.0 0.0]
// CHECK: result 1: tensor<4xf32> [nan nan -3.0 0.0]
// CHECK: result 2: tensor<4xf32> [nan 1.5 -1.0 0.0]
// CHECK: result 3: tensor<4xi1> [false false true false]
// CHECK: result 4: tensor<4xi1> [true false false false]
// CHECK: result 5: tensor<4xi1> [false false false true]

// Integers wrap; shifts by too much; powers.
func.func @integers(%x: tensor<3xi32>, %y: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %a = tssa.mul %x, %x : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %b = tssa.shift_left %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %c = tssa.shift_right %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %d = tssa.pow %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %a, %b, %c, %d : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
// CALL: integers 3xi32=65537,-3,-1 3xi32=3,40,-1
// CHECK: result 0: tensor<3xi32> [131073 9 1]
// CHECK: result 1: tensor<3xi32> [524296 0 0]
// CHECK: result 2: tensor<3xi32> [8192 -1 -1]
// CHECK: result 3: tensor<3xi32> [196609 689956897 -1]

// Conversions: what does not fit an integer is the least one.
func.func @cast(%x: tensor<6xf64>) -> (tensor<6xi32>, tensor<6xi1>, tensor<6xi64>) {
  %a = tssa.cast %x : tensor<6xf64> -> tensor<6xi32>
  %b = tssa.cast %x : tensor<6xf64> -> tensor<6xi1>
  %c = tssa.cast %a : tensor<6xi32> -> tensor<6xi64>
  return %a, %b, %c : tensor<6xi32>, tensor<6xi1>, tensor<6xi64>
}
// CALL: cast 6xf64=-1.9,2147483647.5,2147483648,nan,0,-0
// CHECK: result 0: tensor<6xi32> [-1 2147483647 -2147483648 -2147483648 0 0]
// CHECK: result 1: tensor<6xi1> [true true true true false false]

func.func @choose(%c: tensor<2xi1>, %x: tensor<2xi64>, %n: f64) -> tensor<2xf32> {
  %r = tssa.where %c, %x, %n : (tensor<2xi1>, tensor<2xi64>, f64) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
// CALL: choose 2xi1=1,0 2xi64=3,4 float:0.25
// CHECK: result 0: tensor<2xf32> [3.00 0.25]

// f32 is computed in f32: the sum is rounded before the division.
func.func @rounding(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %big = arith.constant 16777216.0 : f64
  %a = tssa.add %x, %big : (tensor<2xf32>, f64) -> tensor<2xf32>
  %b = tssa.sub %a, %big : (tensor<2xf32>, f64) -> tensor<2xf32>
  %c = tssa.round %x : tensor<2xf32> -> tensor<2xf32>
  return %b, %c : tensor<2xf32>, tensor<2xf32>
}
// CALL: rounding 2xf32=1,2.5
// CHECK: result 0: tensor<2xf32> [0.0 2.0]
// CHECK: result 1: tensor<2xf32> [1.0 2.0]

func.func @create(%n: index, %v: f64) -> (tensor<2x?xi64>, tensor<?xf32>) {
  %start = arith.constant 1 : i64
  %step = arith.constant -2 : i64
  %a = tssa.full %v[%n] : f64 -> tensor<2x?xi64>
  %b = tssa.arange %start, %step[%n] : i64 -> tensor<?xf32>
  return %a, %b : tensor<2x?xi64>, tensor<?xf32>
}
// CALL: create int:3 float:2.75
// CALL: create int:-1 float:2.75
// CALL: create int:1000000000000000000 float:1
// CHECK: result 0: tensor<2x3xi64> {{\[\[}}2 2 2] [2 2 2]]
// CHECK: result 1: tensor<3xf32> [1.0 -1.0 -3.0]
// CHECK: error (invalid argument) {{.*}}'tssa.check' op: expected sizes to be at least 0 but got -1
// CHECK: error (out of memory)

// Python's numbers.
func.func @python(%a: i64, %b: i64, %x: f64, %y: f64) -> (i64, i64, i64, f64, f64, f64, f64, f64) {
  %0 = tssa.py_floordiv %a, %b : i64
  %1 = tssa.py_mod %a, %b : i64
  %2 = tssa.py_pow %a, %b : i64
  %3 = tssa.py_truediv %a, %b : i64
  %4 = tssa.py_floordiv %x, %y : f64
  %5 = tssa.py_mod %x, %y : f64
  %6 = tssa.py_pow %x, %y : f64
  %7 = tssa.py_truediv %x, %y : f64
  return %0, %1, %2, %3, %4, %5, %6, %7 : i64, i64, i64, f64, f64, f64, f64, f64
}
// CALL: python int:-7 int:2 float:-7.5 float:2
// CALL: python int:5 int:0 float:6 float:-3
// CHECK: result 0: -4
// CHECK: result 1: 1
// CHECK: result 2: 49
// CHECK: result 3: -3.5
// CHECK: result 4: -4
// CHECK: result 5: 0.5
// CHECK: result 6: 56.25
// CHECK: result 7: -3.75
// CHECK: result 0: 0
// CHECK: result 1: 0
// CHECK: result 2: 1
// CHECK: result 3: inf
// CHECK: result 4: -2
// CHECK: result 5: -0
