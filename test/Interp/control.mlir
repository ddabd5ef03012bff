// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: regions, blocks, calls, and what ends them all.
//
// RUN: %interp %s | FileCheck %s
// RUN: env TENSORSSA_INTERP_STEPS=1000 %interp %S/Inputs/forever.mlir | FileCheck %s --check-prefix=STEPS

// STEPS: error (unsupported) {{.*}} expected the program to end within the limit of TENSORSSA_INTERP_STEPS

// Refs may be merged and carried; a zero-trip loop gives what it was given.
func.func @carried(%x: !tssa.ref<4xi64>, %n: index, %c: i1) -> (!tssa.ref<?xi64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = arith.constant 100 : i64
  %whole = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<4xi64> -> !tssa.ref<?xi64>
  %y, %s = scf.for %i = %c0 to %n step %c1 iter_args(%r = %whole, %sum = %s0) -> (!tssa.ref<?xi64>, i64) {
    %rest = view.of #view.slice<0, 1 : 4 : 1> %r : !tssa.ref<?xi64> -> !tssa.ref<?xi64>
    %i64 = arith.index_cast %i : index to i64
    %next = arith.addi %sum, %i64 : i64
    scf.yield %rest, %next : !tssa.ref<?xi64>, i64
  }
  %z = scf.if %c -> (!tssa.ref<?xi64>) {
    scf.yield %y : !tssa.ref<?xi64>
  } else {
    scf.yield %whole : !tssa.ref<?xi64>
  }
  return %z, %s : !tssa.ref<?xi64>, i64
}
// CALL: carried 4xi64 int:3 true
// CALL: carried 4xi64 int:0 true
// CALL: carried 4xi64 int:3 false
// CHECK: result 0: tensor<1xi64> [3] in argument 0
// CHECK: result 1: 103
// CHECK: result 0: tensor<4xi64> [0 1 2 3] in argument 0
// CHECK: result 1: 100
// CHECK: result 0: tensor<4xi64> [0 1 2 3] in argument 0

// Values swapped through a loop are swapped at once.
func.func @swap(%a: tensor<i64>, %b: tensor<i64>, %n: index) -> (tensor<i64>, tensor<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (tensor<i64>, tensor<i64>) {
    scf.yield %q, %p : tensor<i64>, tensor<i64>
  }
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}
// CALL: swap i64=1 i64=2 int:3
// CHECK: result 0: tensor<i64> 2
// CHECK: result 1: tensor<i64> 1

// The condition is evaluated once more than the body.
func.func @while(%n: i64) -> (i64, i64) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i64
  %r:2 = scf.while (%i = %c0, %evaluated = %c0) : (i64, i64) -> (i64, i64) {
    %e = arith.addi %evaluated, %c1 : i64
    %more = arith.cmpi slt, %i, %n : i64
    scf.condition(%more) %i, %e : i64, i64
  } do {
  ^bb0(%i: i64, %e: i64):
    %next = arith.addi %i, %c1 : i64
    scf.yield %next, %e : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}
// CALL: while int:4
// CHECK: result 0: 4
// CHECK: result 1: 5

func.func @switch(%i: index) -> i64 {
  %r = scf.index_switch %i -> i64
  case 2 {
    %c = arith.constant 20 : i64
    scf.yield %c : i64
  }
  case 5 {
    %c = arith.constant 50 : i64
    scf.yield %c : i64
  }
  default {
    %c = arith.constant -1 : i64
    scf.yield %c : i64
  }
  return %r : i64
}
// CALL: switch int:2
// CALL: switch int:5
// CALL: switch int:0
// CHECK: result 0: 20
// CHECK: result 0: 50
// CHECK: result 0: -1

// Blocks: Euclid's algorithm, a switch, a region with blocks of its own.
func.func @gcd(%a: i64, %b: i64) -> i64 {
  cf.br ^loop(%a, %b : i64, i64)
^loop(%x: i64, %y: i64):
  %c0 = arith.constant 0 : i64
  %done = arith.cmpi eq, %y, %c0 : i64
  cf.cond_br %done, ^exit(%x : i64), ^body
^body:
  %r = arith.remsi %x, %y : i64
  cf.br ^loop(%y, %r : i64, i64)
^exit(%result: i64):
  return %result : i64
}
func.func @blocks(%f: i32) -> i64 {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %r = scf.execute_region -> i64 {
    cf.switch %f : i32, [
      default: ^other(%c1 : i64),
      7: ^other(%c2 : i64),
      -8: ^last
    ]
  ^other(%v: i64):
    scf.yield %v : i64
  ^last:
    %c3 = arith.constant 3 : i64
    scf.yield %c3 : i64
  }
  return %r : i64
}
// CALL: gcd int:84 int:36
// CALL: blocks int:0
// CALL: blocks int:7
// CALL: blocks int:-8
// CHECK: result 0: 12
// CHECK: result 0: 1
// CHECK: result 0: 2
// CHECK: result 0: 3

// Recursion, as deep as there is room; a callee writes to its caller's storage.
func.func @down(%x: !tssa.ref<1xi64>, %n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %v = tensor.from_elements %n : tensor<1xi64>
  tssa.write %v, %x : !tssa.ref<1xi64>
  %end = arith.cmpi eq, %n, %c0 : i64
  %r = scf.if %end -> i64 {
    scf.yield %c0 : i64
  } else {
    %less = arith.subi %n, %c1 : i64
    %below = func.call @down(%x, %less) : (!tssa.ref<1xi64>, i64) -> i64
    %sum = arith.addi %below, %n : i64
    scf.yield %sum : i64
  }
  return %r : i64
}
// CALL: down 1xi64 int:100
// CALL: down 1xi64 int:-1
// CHECK: result 0: 5050
// CHECK: argument 0: tensor<1xi64> [0]
// CHECK: error (unsupported) {{.*}} expected calls and regions to nest at most 1000 deep

// The last index that fits is the last trip.
func.func @limits(%lo: i64, %hi: i64, %step: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r = scf.for %i = %lo to %hi step %step iter_args(%n = %c0) -> (i64) : i64 {
    %m = arith.addi %n, %c1 : i64
    scf.yield %m : i64
  }
  return %r : i64
}
// CALL: limits int:9223372036854775800 int:9223372036854775807 int:5
// CALL: limits int:-9223372036854775808 int:9223372036854775807 int:9223372036854775807
// CALL: limits int:0 int:5 int:0
// CHECK: result 0: 2
// CHECK: result 0: 3
// CHECK: error (invalid argument) {{.*}}'scf.for' op: expected the step to be positive but got 0

// Iterations in parallel see the outputs as they were.
func.func @forall(%t: tensor<4xi64>) -> tensor<4xi64> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> (tensor<4xi64>) {
    %next = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%c1]
    %v = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi64> to tensor<1xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%next] [1] [1] : tensor<1xi64> into tensor<4xi64>
    }
  }
  return %r : tensor<4xi64>
}
// CALL: forall 4xi64
// CHECK: result 0: tensor<4xi64> [0 0 1 2]

// Parallel iterations run in order, and so does the reduction of what they give.
func.func @parallel(%x: !tssa.ref<2x3xi64>, %n: index, %init: i64) -> (i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %sum, %last = scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %n) step (%c1, %c2) init (%init, %c0) -> (i64, index) {
    %e = view.of #view.path<[#view.select<0, ?>, #view.select<0, ?>]> %x[%i, %j] : !tssa.ref<2x3xi64> -> !tssa.ref<i64>
    %t = tssa.read %e : !tssa.ref<i64>
    %v = tensor.extract %t[] : tensor<i64>
    scf.reduce(%v, %j : i64, index) {
    ^bb0(%so_far: i64, %own: i64):
      %double = arith.addi %so_far, %so_far : i64
      %s = arith.addi %double, %own : i64
      scf.reduce.return %s : i64
    }, {
    ^bb0(%so_far: index, %own: index):
      scf.reduce.return %own : index
    }
  }
  return %sum, %last : i64, index
}
// CALL: parallel 2x3xi64 int:3 int:1
// CALL: parallel 2x3xi64 int:0 int:1
// CALL: parallel 2x3xi64 int:5 int:1
// CHECK: result 0: 35
// CHECK: result 1: 2
// CHECK: result 0: 1
// CHECK: result 1: 0
// CHECK: error {{.*}}expected index to be in [-3, 3) but got 4

// What is not chosen may be poison; what is, may not.
func.func @poison(%c: i1) -> i64 {
  %p = ub.poison : i64
  %v = arith.constant 3 : i64
  %r = arith.select %c, %v, %p : i64
  %s = arith.addi %r, %v : i64
  return %s : i64
}
// CALL: poison true
// CALL: poison false
// CHECK: result 0: 6
// CHECK: error (unsupported) expected a result to be a tensor, number or list but got poison

// An op that the interpreter does not know is an error only where it is reached.
func.func @unknown(%c: i1) {
  scf.if %c {
    %x = gpu.thread_id x
  }
  return
}
func.func private @external()
func.func @calls_external() {
  func.call @external() : () -> ()
  return
}
// CALL: unknown false
// CALL: unknown true
// CALL: calls_external
// CALL: absent
// CALL: gcd int:1
// CALL: gcd int:1 float:2
// CHECK-LABEL: CALL unknown false
// CHECK-NOT: error
// CHECK: error (unsupported) {{.*}}control.mlir:{{[0-9]+}}:10: 'gpu.thread_id' op: unsupported op 'gpu.thread_id' in the interpreter
// CHECK: error (unsupported) {{.*}}'func.call' op: expected the host to have a function 'external'
// CHECK: error (invalid argument) expected 'absent' to be a function with a body
// CHECK: error (invalid argument) 'gcd': expected 2 arguments but got 1
// CHECK: error (invalid argument) 'gcd': argument 1: expected a value of kind int but got float
