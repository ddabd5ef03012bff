// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=40 | FileCheck %s
//
// Recursive calls that give refs, three ways: which argument, part or storage of
// its own a result is, and what writes through it do. How deep a recursion goes
// is known before, or only when it runs.

// One of two arguments, which change places on the way.
func.func private @either(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> !tssa.ref<4xf32> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @either(%y, %x, %m, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
    %0 = tssa.read %s : !tssa.ref<4xf32>
    %1 = tssa.add %0, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %1, %s : !tssa.ref<4xf32>
    scf.yield %s : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok either_argument: 3 ways equal
func.func @either_argument(%a: !tssa.ref<4xf32>, %b: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %r = func.call @either(%a, %b, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  tssa.write %v, %r : !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok either_row: 3 ways equal
func.func @either_row(%a: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<f32>) {
  %x = view.of #view.select<0, 2> %a : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %y = view.of #view.select<0, 0> %a : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %r = func.call @either(%x, %y, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  %e = view.of #view.select<0, 1> %r : !tssa.ref<4xf32> -> !tssa.ref<f32>
  return %r, %e : !tssa.ref<4xf32>, !tssa.ref<f32>
}

// What a call gives is what the next one is passed.
// CHECK: ok again: 3 ways equal
func.func @again(%a: !tssa.ref<4xf32> {tssa.noalias}, %b: !tssa.ref<4xf32> {tssa.noalias}, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %t = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %r = func.call @either(%a, %b, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  %s = func.call @either(%r, %t, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  tssa.write %v, %s : !tssa.ref<4xf32>
  return %r, %s : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// A storage of its own, or a part of the argument with an index that only the
// run tells; an index out of range is an error on the way.
func.func private @fresh_or_row(%x: !tssa.ref<3x4xf32>, %i: index, %j: index) -> (!tssa.ref<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi slt, %i, %c1 : index
  %r, %k = scf.if %end -> (!tssa.ref<4xf32>, index) {
    %first = view.of #view.select<0, 0> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %0 = tssa.read %first : !tssa.ref<4xf32>
    %f = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
    scf.yield %f, %j : !tssa.ref<4xf32>, index
  } else {
    %m = arith.subi %i, %c1 : index
    %n = arith.addi %j, %c1 : index
    %s, %k = func.call @fresh_or_row(%x, %m, %n) : (!tssa.ref<3x4xf32>, index, index) -> (!tssa.ref<4xf32>, index)
    %row = view.of #view.select<0, ?> %x[%k] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %0 = tssa.read %s : !tssa.ref<4xf32>
    %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
    tssa.write %1, %row : !tssa.ref<4xf32>
    %is = arith.cmpi eq, %m, %c1 : index
    %z = arith.select %is, %row, %s : !tssa.ref<4xf32>
    scf.yield %z, %m : !tssa.ref<4xf32>, index
  }
  return %r, %k : !tssa.ref<4xf32>, index
}

// CHECK: ok own_or_part: 3 ways equal
func.func @own_or_part(%x: !tssa.ref<3x4xf32>, %i: index {tssa.test = [0, 1, 2, 3, 4]}, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %r, %k = func.call @fresh_or_row(%x, %i, %c0) : (!tssa.ref<3x4xf32>, index, index) -> (!tssa.ref<4xf32>, index)
  tssa.write %v, %r : !tssa.ref<4xf32>
  return %r, %k : !tssa.ref<4xf32>, index
}

// Two functions that call each other; two results that are one storage.
func.func private @odd(%x: !tssa.ref<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %a, %b = func.call @even(%x, %n) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
  %0 = tssa.read %b : !tssa.ref<2xf32>
  %1 = tssa.neg %0 : tensor<2xf32> -> tensor<2xf32>
  tssa.write %1, %b : !tssa.ref<2xf32>
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}
func.func private @even(%x: !tssa.ref<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r:2 = scf.if %more -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
    %m = arith.subi %n, %c1 : index
    %a, %b = func.call @odd(%x, %m) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
    scf.yield %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
  } else {
    %0 = tssa.read %x : !tssa.ref<4xf32>
    %f = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
    %s = view.of #view.slice<0, 0 : 2 : 1> %f : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    scf.yield %f, %s : !tssa.ref<4xf32>, !tssa.ref<2xf32>
  }
  return %r#0, %r#1 : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}

// CHECK: ok shared: 3 ways equal
func.func @shared(%x: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %a, %b = func.call @even(%x, %n) : (!tssa.ref<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>)
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}

// A function of the host's that calls itself.
// CHECK: ok host: 3 ways equal
func.func @host(%x: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  %r = scf.if %more -> !tssa.ref<4xf32> {
    %m = arith.subi %n, %c1 : index
    %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
    %s = func.call @host(%a, %m) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    %is = arith.cmpi eq, %m, %c1 : index
    %z = arith.select %is, %x, %s : !tssa.ref<4xf32>
    scf.yield %z : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}

// Of blocks, and with a loop that carries what the calls give.
func.func private @of_blocks(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  cf.cond_br %more, ^again, ^end(%y : !tssa.ref<4xf32>)
^again:
  %m = arith.subi %n, %c1 : index
  %z = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %x) -> (!tssa.ref<4xf32>) {
    %q = func.call @of_blocks(%p, %y, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    %0 = tssa.read %p : !tssa.ref<4xf32>
    %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
    tssa.write %1, %q : !tssa.ref<4xf32>
    scf.yield %q : !tssa.ref<4xf32>
  }
  cf.br ^end(%z : !tssa.ref<4xf32>)
^end(%r: !tssa.ref<4xf32>):
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok blocks: 3 ways equal
func.func @blocks(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2]}) -> !tssa.ref<4xf32> {
  %r = func.call @of_blocks(%x, %y, %n) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// Constants say how deep: rests of rests, which would grow without bound.
func.func private @rest(%x: !tssa.ref<?xf32>, %n: index, %v: tensor<f32>) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %first = view.of #view.select<0, 0> %x : !tssa.ref<?xf32> -> !tssa.ref<f32>
  tssa.write %v, %first : !tssa.ref<f32>
  %r = scf.if %more -> !tssa.ref<?xf32> {
    %m = arith.subi %n, %c1 : index
    %end = tssa.dim %x, 0 : !tssa.ref<?xf32>
    %y = view.of #view.slice<0, 0 : ? : 2> %x[%end] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    %s = func.call @rest(%y, %m, %v) : (!tssa.ref<?xf32>, index, tensor<f32>) -> !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %x : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}

// CHECK: ok known_depth: 3 ways equal
func.func @known_depth(%x: !tssa.ref<?xf32>, %v: tensor<f32>) -> !tssa.ref<?xf32> {
  %c3 = arith.constant 3 : index
  %r = func.call @rest(%x, %c3, %v) : (!tssa.ref<?xf32>, index, tensor<f32>) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// Parts of one storage that overlap, in the order of the stores.
func.func private @shift(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %n: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %x : !tssa.ref<?xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> !tssa.ref<?xf32> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @shift(%y, %x, %m) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %x : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}

// CHECK: ok parts: 3 ways equal
func.func @parts(%a: !tssa.ref<5xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %b: index {tssa.test = [0, 1, 2]}) -> !tssa.ref<?xf32> {
  %c3 = arith.constant 3 : index
  %end = arith.addi %b, %c3 : index
  %x = view.of #view.slice<0, 1 : 4 : 1> %a : !tssa.ref<5xf32> -> !tssa.ref<3xf32>
  %w = view.of #view.expand<[?]> %x[%c3] : !tssa.ref<3xf32> -> !tssa.ref<?xf32>
  %y = view.of #view.slice<0, ? : ? : 1> %a[%b, %end] : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
  %r = func.call @shift(%w, %y, %n) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// A row that only the run tells, and the whole.
func.func private @rows(%x: !tssa.ref<4xf32>, %y: !tssa.ref<3x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %y : !tssa.ref<3x4xf32>
  %1 = tssa.neg %0 : tensor<3x4xf32> -> tensor<3x4xf32>
  %row = view.of #view.select<0, 1> %y : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %2 = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %1, %y : !tssa.ref<3x4xf32>
  tssa.write %2, %row : !tssa.ref<4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @rows(%row, %y, %m) : (!tssa.ref<4xf32>, !tssa.ref<3x4xf32>, index) -> ()
  }
  return
}

// CHECK: ok row_and_whole: 3 ways equal
func.func @row_and_whole(%a: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %i: index {tssa.test = [0, 1, 2, 3]}) {
  %row = view.of #view.select<0, ?> %a[%i] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  func.call @rows(%row, %a, %n) : (!tssa.ref<4xf32>, !tssa.ref<3x4xf32>, index) -> ()
  return
}

// Slices of slices, as many as the run tells, given and overlapping.
func.func private @slices(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %n: index, %k: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  %2 = tssa.read %x : !tssa.ref<?xf32>
  %3 = tssa.add %2, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  tssa.write %3, %x : !tssa.ref<?xf32>
  %r = scf.if %more -> !tssa.ref<?xf32> {
    %m = arith.subi %n, %c1 : index
    %end = tssa.dim %y, 0 : !tssa.ref<?xf32>
    %z = view.of #view.slice<0, ? : ? : 1> %y[%k, %end] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    %s = func.call @slices(%y, %z, %m, %k) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index, index) -> !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  } else {
    scf.yield %y : !tssa.ref<?xf32>
  }
  return %r : !tssa.ref<?xf32>
}

// CHECK: ok slices_of_slices: 3 ways equal
func.func @slices_of_slices(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %n: index {tssa.test = [0, 1, 2, 3, 4]}, %k: index {tssa.test = [0, 1, -1]}, %v: tensor<f32>) -> !tssa.ref<?xf32> {
  %r = func.call @slices(%x, %y, %n, %k) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index, index) -> !tssa.ref<?xf32>
  %0 = tssa.read %r : !tssa.ref<?xf32>
  %1 = tssa.add %0, %v : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  tssa.write %1, %r : !tssa.ref<?xf32>
  return %r : !tssa.ref<?xf32>
}

// One of several refs is passed: one may be what the other operand is.
// CHECK: ok merged_operand: 3 ways equal
func.func @merged_operand(%a: !tssa.ref<4xf32>, %b: !tssa.ref<4xf32>, %c: i1, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %x = scf.if %c -> (!tssa.ref<4xf32>) {
    scf.yield %a : !tssa.ref<4xf32>
  } else {
    scf.yield %b : !tssa.ref<4xf32>
  }
  %r = func.call @either(%x, %b, %n, %v) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index, tensor<4xf32>) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// Slices of slices beside the whole.
func.func private @inner(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    %z = view.of #view.slice<0, 1 : -1 : 1> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    func.call @inner(%x, %z, %m) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> ()
    %2 = tssa.read %x : !tssa.ref<?xf32>
    %3 = tssa.add %2, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    tssa.write %3, %x : !tssa.ref<?xf32>
  }
  return
}

// CHECK: ok slices_of_whole: 3 ways equal
func.func @slices_of_whole(%x: !tssa.ref<?xf32>, %n: index {tssa.test = [0, 1, 2, 3, 4]}, %k: index {tssa.test = [0, 1, 5, -1]}) {
  %end = tssa.dim %x, 0 : !tssa.ref<?xf32>
  %y = view.of #view.slice<0, ? : ? : 1> %x[%k, %end] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  func.call @inner(%x, %y, %n) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>, index) -> ()
  return
}
