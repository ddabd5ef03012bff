// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: objects with identity, of refs, numbers and lists; arguments change in
// place.
//
// RUN: %interp %s | FileCheck %s

func.func @numbers(%l: !tssa.list<i64>, %v: i64) -> (i64, index, !tssa.list<i64>) {
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c99 = arith.constant 99 : index
  tssa.list_append %v, %l : i64, !tssa.list<i64>
  tssa.list_insert %v, %l[%c0] : i64, !tssa.list<i64>
  tssa.list_insert %v, %l[%c99] : i64, !tssa.list<i64>
  %p = tssa.list_pop %l[%cm1] : !tssa.list<i64> -> i64
  %g = tssa.list_get %l[%c0] : !tssa.list<i64> -> i64
  %s = arith.addi %p, %g : i64
  tssa.list_set %s, %l[%cm1] : i64, !tssa.list<i64>
  %n = tssa.list_len %l : !tssa.list<i64>
  return %s, %n, %l : i64, index, !tssa.list<i64>
}
// CALL: numbers list:[int:1 int:2] int:5
// CHECK: result 0: 10
// CHECK: result 1: 4
// CHECK: result 2: list(5, 1, 2, 10)
// CHECK: argument 0: list(5, 1, 2, 10)

// Indices outside are errors, and leave the list as it is.
func.func @get(%l: !tssa.list<f64>, %i: index) -> f64 {
  %v = tssa.list_get %l[%i] : !tssa.list<f64> -> f64
  return %v : f64
}
func.func @pop(%l: !tssa.list<i1>, %i: index) -> i1 {
  %v = tssa.list_pop %l[%i] : !tssa.list<i1> -> i1
  return %v : i1
}
func.func @set(%l: !tssa.list<index>, %i: index) {
  tssa.list_set %i, %l[%i] : index, !tssa.list<index>
  return
}
// CALL: get list:[float:0.5] int:-1
// CALL: get list:[float:0.5] int:1
// CALL: pop list:[] int:0
// CALL: set list:[int:3 int:4] int:-3
// CHECK: result 0: 0.5
// CHECK: error (out of range) {{.*}}lists.mlir:{{[0-9]+}}:8: 'tssa.list_get' op: expected index to be in [-1, 1) but got 1
// CHECK: error (out of range) {{.*}}'tssa.list_pop' op: expected index to be in [0, 0) but got 0
// CHECK: error (out of range) {{.*}}'tssa.list_set' op: expected index to be in [-2, 2) but got -3
// CHECK: argument 0: list(3, 4)

// Elements are names of storages: writes to the base show in them.
func.func @rows(%x: !tssa.ref<2x2xi64>) -> (!tssa.list<!tssa.ref<2xi64>>, !tssa.ref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tssa.list_create : () -> !tssa.list<!tssa.ref<2xi64>>
  scf.for %i = %c0 to %c2 step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<2x2xi64> -> !tssa.ref<2xi64>
    tssa.list_append %r, %l : !tssa.ref<2xi64>, !tssa.list<!tssa.ref<2xi64>>
  }
  %v = arith.constant dense<[8, 9]> : tensor<2xi64>
  %row = tssa.list_get %l[%c1] : !tssa.list<!tssa.ref<2xi64>> -> !tssa.ref<2xi64>
  tssa.write %v, %row : !tssa.ref<2xi64>
  return %l, %row : !tssa.list<!tssa.ref<2xi64>>, !tssa.ref<2xi64>
}
// CALL: rows 2x2xi64
// CHECK: result 0: list(tensor<2xi64> [0 1], tensor<2xi64> [8 9])
// CHECK: result 1: tensor<2xi64> [8 9] in argument 0
// CHECK: argument 0: tensor<2x2xi64> {{\[}}[0 1] [8 9]]

// A cell: one slot whose ref may change its rank. What is read must be what the
// reader states.
func.func @cell(%x: !tssa.ref<2x3xi64>, %c: i1) -> !tssa.ref<?x2xi64> {
  %c0 = arith.constant 0 : index
  %cell = tssa.list_create %x : (!tssa.ref<2x3xi64>) -> !tssa.list<!tssa.any_ref>
  scf.if %c {
    %a = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<2x3xi64>
    %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<2x3xi64> -> !tssa.ref<3x2xi64>
    tssa.list_set %t, %cell[%c0] : !tssa.ref<3x2xi64>, !tssa.list<!tssa.any_ref>
  }
  %r = tssa.list_get %cell[%c0] : !tssa.list<!tssa.any_ref> -> !tssa.ref<?x2xi64>
  return %r : !tssa.ref<?x2xi64>
}
// CALL: cell 2x3xi64 true
// CALL: cell 2x3xi64 false
// CHECK: result 0: tensor<3x2xi64> {{\[}}[0 3] [1 4] [2 5]] in argument 0
// CHECK: error (shape mismatch) {{.*}}'tssa.list_get' op: expected result 0 to be !tssa.ref<?x2xi64> but got !tssa.ref<2x3xi64>

// Lists of lists; one object under two names stays one.
func.func @nested(%l: !tssa.list<!tssa.list<i64>>, %m: !tssa.list<i64>) -> !tssa.list<!tssa.list<i64>> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i64
  tssa.list_append %m, %l : !tssa.list<i64>, !tssa.list<!tssa.list<i64>>
  tssa.list_append %m, %l : !tssa.list<i64>, !tssa.list<!tssa.list<i64>>
  tssa.list_append %c7, %m : i64, !tssa.list<i64>
  %first = tssa.list_get %l[%c0] : !tssa.list<!tssa.list<i64>> -> !tssa.list<i64>
  tssa.list_append %c7, %first : i64, !tssa.list<i64>
  return %l : !tssa.list<!tssa.list<i64>>
}
// CALL: nested list:[list:[int:1]] list:[]
// CHECK: result 0: list(list(1, 7), list(7), list(7))
// CHECK: argument 0: list(list(1, 7), list(7), list(7))
// CHECK: argument 1: list(7)

// A list of tensors must hold what its type says.
func.func @typed(%l: !tssa.list<!tssa.ref<?x2xf32>>) {
  return
}
// CALL: typed list:[2x2xf32 3x2xf32]
// CALL: typed list:[2x2xf32 3xf32]
// CALL: typed int:3
// CHECK-LABEL: CALL typed list:[2x2xf32 3x2xf32]
// CHECK-NOT: error
// CHECK: error (shape mismatch) 'typed': argument 0: expected the rank to be 2 but got 1
// CHECK: error (invalid argument) 'typed': argument 0: expected a value of kind list but got int
