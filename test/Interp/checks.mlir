// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks: what passes, and what a failure says.
//
// RUN: %interp %s | FileCheck %s

func.func @index(%i: index, %n: index) -> index {
  %j = tssa.check_index %i, %n
  return %j : index
}
// CALL: index int:2 int:3
// CALL: index int:-3 int:3
// CALL: index int:3 int:3
// CALL: index int:-4 int:3
// CALL: index int:0 int:0
// CHECK: result 0: 2
// CHECK: result 0: 0
// CHECK: error (out of range) {{.*}}checks.mlir:8:8: 'tssa.check_index' op: expected index to be in [-3, 3) but got 3
// CHECK: error (out of range) {{.*}} expected index to be in [-3, 3) but got -4
// CHECK: error (out of range) {{.*}} expected index to be in [0, 0) but got 0

func.func @broadcast(%a: index, %b: index) -> index {
  %n = tssa.check_broadcast %a, %b
  return %n : index
}
// CALL: broadcast int:1 int:0
// CALL: broadcast int:4 int:1
// CALL: broadcast int:4 int:3
// CHECK: result 0: 0
// CHECK: result 0: 4
// CHECK: error (shape mismatch) {{.*}}'tssa.check_broadcast' op: expected sizes to be equal or one of them to be 1 but got 4 and 3

func.func @equal(%a: index, %b: index) -> index {
  %n = tssa.check_equal %a, %b, "inner {0} sizes"
  return %n : index
}
// CALL: equal int:4 int:4
// CALL: equal int:4 int:5
// CHECK: result 0: 4
// CHECK: error (shape mismatch) {{.*}}'tssa.check_equal' op: expected inner {0} sizes to be 4 but got 5

// The first index outside in row-major order.
func.func @indices(%i: tensor<2x2xi64>, %n: index) -> tensor<2x2xi64> {
  %j = tssa.check_indices %i, %n : tensor<2x2xi64>
  return %j : tensor<2x2xi64>
}
// CALL: indices 2x2xi64=0,-1,2,-3 int:3
// CALL: indices 2x2xi64=0,3,-4,1 int:3
// CHECK: result 0: tensor<2x2xi64> {{\[}}[0 2] [2 0]]
// CHECK: error (out of range) {{.*}}'tssa.check_indices' op: expected index to be in [-3, 3) but got 3

func.func @nonzero(%i: i64, %f: f64) -> (i64, f64) {
  %j = tssa.check_nonzero %i : i64
  %g = tssa.check_nonzero %f : f64
  return %j, %g : i64, f64
}
// CALL: nonzero int:-1 float:0.5
// CALL: nonzero int:0 float:0.5
// CALL: nonzero int:1 float:-0
// CHECK: result 1: 0.5
// CHECK: error (division by zero) {{.*}}checks.mlir:{{[0-9]+}}:8: 'tssa.check_nonzero' op: expected the divisor to be nonzero but got 0
// CHECK: error (division by zero)

// The same part, or disjoint; and the target not over itself.
func.func @overlap(%x: !tssa.ref<?xf32>, %s: index, %e: index) {
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %b = view.of #view.slice<0, ? : ? : 1> %x[%s, %e] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  tssa.check_overlap %a, %b : !tssa.ref<?xf32>, !tssa.ref<?xf32>
  return
}
func.func @interleaved(%x: !tssa.ref<8xf32>) {
  %a = view.of #view.slice<0, 0 : 8 : 2> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.slice<0, 1 : 8 : 2> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.check_overlap %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  return
}
func.func @self(%x: !tssa.ref<1xf32>, %n: index) {
  %a = view.of #view.expand<[?]> %x[%n] : !tssa.ref<1xf32> -> !tssa.ref<?xf32>
  tssa.check_overlap %a : !tssa.ref<?xf32>
  return
}
// CALL: overlap 8xf32 int:0 int:4
// CALL: overlap 8xf32 int:4 int:8
// CALL: overlap 8xf32 int:3 int:7
// CALL: interleaved 8xf32
// CALL: self 1xf32 int:1
// CALL: self 1xf32 int:4294967296
// CHECK-LABEL: CALL overlap 8xf32 int:0
// CHECK-NOT: error
// CHECK-LABEL: CALL overlap 8xf32 int:4
// CHECK-NOT: error
// CHECK-LABEL: CALL overlap 8xf32 int:3
// CHECK: error (overlap) {{.*}}'tssa.check_overlap' op: expected the source to be the target or disjoint from it but they overlap in part
// CHECK-LABEL: CALL interleaved
// CHECK-NOT: error
// CHECK-LABEL: CALL self 1xf32 int:1
// CHECK-NOT: error
// CHECK-LABEL: CALL self 1xf32 int:4294967296
// CHECK: error (overlap) {{.*}}'tssa.check_overlap' op: expected the elements of the target to be distinct in memory but some overlap

// Of a ref the strides count, of a value only the sizes.
func.func @view(%x: !tssa.ref<2x3xf32>, %t: tensor<2x3xf32>, %n: index) {
  tssa.check_view #view.reshape<[?]> %t[%n] : tensor<2x3xf32>
  tssa.check_view #view.reshape<[?]> %x[%n] : !tssa.ref<2x3xf32>
  return
}
// CALL: view 2x3xf32 2x3xf32 int:6
// CALL: view 2x3xf32 2x3xf32 int:7
// CALL: view 2x3xf32/1,2 2x3xf32 int:6
// CHECK-LABEL: CALL view 2x3xf32 2x3xf32 int:6
// CHECK-NOT: error
// CHECK: error (shape mismatch) {{.*}}checks.mlir:{{[0-9]+}}:3: 'tssa.check_view' op: cannot view the source as #view.reshape<[?]> with operands 7
// CHECK: error (shape mismatch) {{.*}} with operands 6

// A program's own messages.
func.func @condition(%s: i64) {
  %c0 = arith.constant 0 : i64
  %ok = arith.cmpi sgt, %s, %c0 : i64
  tssa.check %ok, "expected a positive step but got {0} in {{braces}}" (%s) : i64
  return
}
func.func @raise(%s: i64) {
  tssa.raise "expected {0} and {1} to differ" (%s, %s) : i64, i64
  return
}
// CALL: condition int:1
// CALL: condition int:-7
// CALL: raise int:5
// CHECK-LABEL: CALL condition int:1
// CHECK-NOT: error
// CHECK-LABEL: CALL condition int:-7
// CHECK: error (invalid argument) {{.*}}'tssa.check' op: expected a positive step but got -7 in {braces}
// CHECK: error (raised) {{.*}}'tssa.raise' op: expected 5 and 5 to differ

// The first failure ends the call; what was written before it stays, and nothing
// is written behind it.
func.func @order(%x: !tssa.ref<2xi64>, %v: tensor<2xi64>, %w: tensor<2xi64>, %i: index) {
  %c2 = arith.constant 2 : index
  tssa.write %v, %x : !tssa.ref<2xi64>
  %j = tssa.check_index %i, %c2
  tssa.write %w, %x : !tssa.ref<2xi64>
  tssa.raise "not the first"
  return
}
// CALL: order 2xi64 2xi64=3,4 2xi64=5,6 int:9
// CHECK: error (out of range)
// CHECK: argument 0: tensor<2xi64> [3 4]

// A check that an expansion made fails as the op that it stands for.
func.func @for_another(%ok: i1, %n: index) {
  tssa.check %ok, "expected {0}" (%n) : index {origin = "tssa.check_view", status = 4 : i32}
  return
}
// CALL: for_another true int:1
// CALL: for_another false int:1
// CHECK: error ({{.*}}) {{.*}}'tssa.check_view' op: expected 1
