// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=40 | FileCheck %s
//
// Calls that pass refs, three ways. The callees are private, so that every
// caller is judged as a whole.

// A callee that writes a part of its argument.
func.func private @negate_row(%x: !tssa.ref<4xf32>) {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return
}

// In a loop and under a branch, on views of one argument.
// CHECK: ok loop_and_branch: 3 ways equal
func.func @loop_and_branch(%x: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 3, 4]}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    scf.if %c {
      func.call @negate_row(%row) : (!tssa.ref<4xf32>) -> ()
    }
    func.call @negate_row(%row) : (!tssa.ref<4xf32>) -> ()
  }
  return
}

// A callee that is passed an expanded tensor: the last element wins.
func.func private @store(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// CHECK: ok expanded: 3 ways equal
func.func @expanded(%x: !tssa.ref<2xf32>, %v: tensor<4xf32>) {
  %e = view.of #view.select<0, 1> %x : !tssa.ref<2xf32> -> !tssa.ref<f32>
  %w = view.of #view.expand<[4]> %e : !tssa.ref<f32> -> !tssa.ref<4xf32>
  func.call @store(%w, %v) : (!tssa.ref<4xf32>, tensor<4xf32>) -> ()
  return
}

// The same tensor twice in an inner call.
func.func private @add_to(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  %a = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.slice<0, 2 : 4 : 1> %y : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %b : !tssa.ref<2xf32>
  tssa.write %0, %a : !tssa.ref<2xf32>
  %1 = tssa.read %y : !tssa.ref<4xf32>
  %2 = tssa.read %x : !tssa.ref<4xf32>
  %3 = tssa.add %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %3, %x : !tssa.ref<4xf32>
  return
}

// CHECK: ok same_twice: 3 ways equal
func.func @same_twice(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  func.call @add_to(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  func.call @add_to(%y, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// Results: the argument, a view of it, a fresh storage.
func.func private @three_results(%x: !tssa.ref<3x4xf32>, %i: index)
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>) {
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %x : !tssa.ref<3x4xf32>
  %z = tssa.alloc %0 : tensor<3x4xf32> -> !tssa.ref<3x4xf32>
  return %x, %row, %z : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>
}

// CHECK: ok results: 3 ways equal
func.func @results(%x: !tssa.ref<3x4xf32>, %i: index, %v: tensor<4xf32>)
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>, !tssa.ref<3x4xf32>) {
  %a, %row, %z = func.call @three_results(%x, %i)
      : (!tssa.ref<3x4xf32>, index) -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>)
  tssa.write %v, %row : !tssa.ref<4xf32>
  %b, %row1, %z1 = func.call @three_results(%z, %i)
      : (!tssa.ref<3x4xf32>, index) -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>)
  func.call @negate_row(%row1) : (!tssa.ref<4xf32>) -> ()
  return %a, %row, %b, %z1 : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>, !tssa.ref<3x4xf32>
}

// A local storage that a callee gives back leaves with the caller's result.
// CHECK: ok identity_of_local: 3 ways equal
func.func @identity_of_local(%x: !tssa.ref<3x4xf32>, %i: index {tssa.test = [0, 2, 1]})
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>) {
  %0 = tssa.read %x : !tssa.ref<3x4xf32>
  %l = tssa.alloc %0 : tensor<3x4xf32> -> !tssa.ref<3x4xf32>
  %a, %row, %z = func.call @three_results(%l, %i)
      : (!tssa.ref<3x4xf32>, index) -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>)
  func.call @negate_row(%row) : (!tssa.ref<4xf32>) -> ()
  return %a, %row : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>
}

// Recursion over the rows of an argument, which writes it and gives it back.
func.func private @fill_from(%x: !tssa.ref<3x4xf32>, %i: index, %v: tensor<4xf32>) -> !tssa.ref<3x4xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %more = arith.cmpi slt, %i, %c3 : index
  scf.if %more {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %0 = tssa.read %row : !tssa.ref<4xf32>
    %1 = tssa.add %0, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %1, %row : !tssa.ref<4xf32>
    %j = arith.addi %i, %c1 : index
    %r = func.call @fill_from(%x, %j, %1) : (!tssa.ref<3x4xf32>, index, tensor<4xf32>) -> !tssa.ref<3x4xf32>
    %2 = tssa.read %r : !tssa.ref<3x4xf32>
    %3 = tssa.neg %2 : tensor<3x4xf32> -> tensor<3x4xf32>
    tssa.write %3, %x : !tssa.ref<3x4xf32>
  }
  return %x : !tssa.ref<3x4xf32>
}

// CHECK: ok recursion: 3 ways equal
func.func @recursion(%x: !tssa.ref<3x4xf32>, %i: index {tssa.test = [0, 1, 2, 3, -1]}, %v: tensor<4xf32>)
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>) {
  %r = func.call @fill_from(%x, %i, %v) : (!tssa.ref<3x4xf32>, index, tensor<4xf32>) -> !tssa.ref<3x4xf32>
  %row = view.of #view.select<0, 1> %r : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %row : !tssa.ref<4xf32>
  %y = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %r, %y : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>
}

// Two functions that call each other, on a part of an argument and on a fresh
// storage; the result is fresh in every case.
func.func private @even(%x: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> (!tssa.ref<4xf32>) {
    %m = arith.subi %n, %c1 : index
    %2 = func.call @odd(%x, %m) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    scf.yield %2 : !tssa.ref<4xf32>
  } else {
    %z = tssa.alloc %1 : tensor<4xf32> -> !tssa.ref<4xf32>
    scf.yield %z : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}
func.func private @odd(%x: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %y = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %r = func.call @even(%y, %n) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  %1 = tssa.read %y : !tssa.ref<4xf32>
  %2 = tssa.neg %1 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %2, %x : !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok mutual: 3 ways equal
func.func @mutual(%x: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 5]}) -> (!tssa.ref<4xf32>, !tssa.ref<3x4xf32>) {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %r = func.call @even(%row, %n) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  func.call @negate_row(%r) : (!tssa.ref<4xf32>) -> ()
  return %r, %x : !tssa.ref<4xf32>, !tssa.ref<3x4xf32>
}

// A recursive callee with two refs: from arguments that may overlap, and from
// rows of one argument that do not.
func.func private @zigzag(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %0 = tssa.read %y : !tssa.ref<4xf32>
    %1 = tssa.read %x : !tssa.ref<4xf32>
    %2 = tssa.add %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %2, %x : !tssa.ref<4xf32>
    %m = arith.subi %n, %c1 : index
    func.call @zigzag(%y, %x, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> ()
  }
  return
}

// CHECK: ok recursion_of_arguments: 3 ways equal
func.func @recursion_of_arguments(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) {
  func.call @zigzag(%x, %y, %n) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> ()
  return
}

// CHECK: ok recursion_of_rows: 3 ways equal
func.func @recursion_of_rows(%x: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) {
  %a = view.of #view.select<0, 2> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.select<0, 0> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  func.call @zigzag(%a, %b, %n) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> ()
  return
}

// A public function that others call too: its own test serves both.
// CHECK: ok public_recursive: 3 ways equal
func.func @public_recursive(%x: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2]}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> (tensor<4xf32>) {
    %m = arith.subi %n, %c1 : index
    %2 = func.call @public_recursive(%x, %m) : (!tssa.ref<4xf32>, index) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// An error in a callee, after it has written.
func.func private @write_then_check(%x: !tssa.ref<4xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  %j = tssa.check_index %i, %c4
  %e = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4xf32> -> !tssa.ref<f32>
  %2 = tensor.from_elements %j : tensor<index>
  %3 = arith.constant dense<1.0> : tensor<f32>
  tssa.write %3, %e : !tssa.ref<f32>
  return
}

// CHECK: ok error_in_callee: 3 ways equal
func.func @error_in_callee(%x: !tssa.ref<4xf32>, %i: index) {
  func.call @write_then_check(%x, %i) : (!tssa.ref<4xf32>, index) -> ()
  return
}

// Layouts that new storages have, or that say nothing. The caller's storages may
// begin elsewhere, and have other strides.
func.func private @of_layouts(%x: !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>, %y: !tssa.ref<?x2xf32, strided<[?, ?]>>, %n: index)
    -> !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %0 = tssa.read %x : !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
  %1 = tssa.neg %0 : tensor<2x5xf32> -> tensor<2x5xf32>
  tssa.write %1, %x : !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>> -> !tssa.ref<5xf32>
  %e = view.of #view.select<0, 2> %row : !tssa.ref<5xf32> -> !tssa.ref<f32>
  %2 = tssa.read %y : !tssa.ref<?x2xf32, strided<[?, ?]>>
  %3 = tssa.sum %2 dims [0, 1] : tensor<?x2xf32> -> tensor<f32>
  tssa.write %3, %e : !tssa.ref<f32>
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    %4 = tssa.add %2, %2 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    tssa.write %4, %y : !tssa.ref<?x2xf32, strided<[?, ?]>>
    %r = func.call @of_layouts(%x, %y, %m)
        : (!tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>, !tssa.ref<?x2xf32, strided<[?, ?]>>, index) -> !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
  }
  return %x : !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
}

// CHECK: ok layouts: 3 ways equal
func.func @layouts(%x: !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>, %y: !tssa.ref<?x2xf32, strided<[?, ?]>>, %n: index {tssa.test = [0, 1, 2]})
    -> !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>> {
  %r = func.call @of_layouts(%x, %y, %n)
      : (!tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>, !tssa.ref<?x2xf32, strided<[?, ?]>>, index) -> !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
  return %r : !tssa.ref<2x5xf32, strided<[5, 1], offset: ?>>
}

// One tensor twice: what is passed on is one, too, whichever it is.
func.func private @twice(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %0 = tssa.read %y : !tssa.ref<4xf32>
  %a = view.of #view.slice<0, 0 : 3 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.slice<0, 1 : 4 : 1> %y : !tssa.ref<4xf32> -> !tssa.ref<3xf32>
  %1 = tssa.read %b : !tssa.ref<3xf32>
  tssa.write %1, %a : !tssa.ref<3xf32>
  %2 = tssa.read %y : !tssa.ref<4xf32>
  %3 = tssa.sub %2, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %3, %y : !tssa.ref<4xf32>
  %r = scf.if %more -> !tssa.ref<4xf32> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @twice(%y, %x, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    scf.yield %s : !tssa.ref<4xf32>
  } else {
    scf.yield %x : !tssa.ref<4xf32>
  }
  return %r : !tssa.ref<4xf32>
}

// CHECK: ok one_twice: 3 ways equal
func.func @one_twice(%x: !tssa.ref<3x4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}) -> !tssa.ref<4xf32> {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %r = func.call @twice(%row, %row, %n) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}
