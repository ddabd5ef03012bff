// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
//
// Refs that branches and loops merge: what is written, and which storage a
// result lies in.

!vec = !tssa.ref<4xf32>
!mat = !tssa.ref<3x4xf32>
!val = tensor<4xf32>

// A merge of a merge: three storages, one of them through two branches.
// CHECK: ok nested: 3 ways equal
func.func @nested(%a: !vec {tssa.noalias}, %b: !vec {tssa.noalias},
                  %m: !mat {tssa.noalias}, %c: i1, %d: i1) -> (!vec, !vec) {
  %row = view.of #view.select<0, 2> %m : !mat -> !vec
  %y = scf.if %c -> !vec {
    %z = scf.if %d -> !vec {
      scf.yield %a : !vec
    } else {
      scf.yield %row : !vec
    }
    %0 = tssa.read %z : !vec
    %1 = arith.negf %0 : !val
    tssa.write %1, %z : !vec
    scf.yield %z : !vec
  } else {
    scf.yield %b : !vec
  }
  %2 = tssa.read %y : !vec
  %3 = arith.addf %2, %2 : !val
  tssa.write %3, %y : !vec
  return %y, %row : !vec, !vec
}

// One of four by a number.
// CHECK: ok switch: 3 ways equal
func.func @switch(%m: !mat {tssa.noalias}, %b: !vec {tssa.noalias},
                  %i: index {tssa.test = [0, 1, 2, 3, 7]}) -> !vec {
  %r0 = view.of #view.select<0, 0> %m : !mat -> !vec
  %r1 = view.of #view.select<0, 1> %m : !mat -> !vec
  %y = scf.index_switch %i -> !vec
  case 0 {
    scf.yield %r0 : !vec
  }
  case 1 {
    scf.yield %b : !vec
  }
  case 2 {
    %0 = tssa.read %b : !vec
    %1 = arith.negf %0 : !val
    %f = tssa.alloc %1 : !val -> !vec
    scf.yield %f : !vec
  }
  default {
    scf.yield %r1 : !vec
  }
  %half = view.of #view.slice<0, 0 : 4 : 2> %y : !vec -> !tssa.ref<2xf32>
  %2 = tssa.read %half : !tssa.ref<2xf32>
  %3 = arith.addf %2, %2 : tensor<2xf32>
  tssa.write %3, %half : !tssa.ref<2xf32>
  return %y : !vec
}

// A copy from one merged ref to another, which may be the same.
// CHECK: ok two_merged: 3 ways equal
func.func @two_merged(%m: !mat, %c: i1, %d: i1) {
  %r0 = view.of #view.select<0, 0> %m : !mat -> !vec
  %r1 = view.of #view.select<0, 1> %m : !mat -> !vec
  %r2 = view.of #view.select<0, 2> %m : !mat -> !vec
  %y = arith.select %c, %r0, %r1 : !vec
  %z = arith.select %d, %r1, %r2 : !vec
  %0 = tssa.read %y : !vec
  %1 = tssa.read %z : !vec
  %2 = arith.addf %0, %1 : !val
  tssa.write %2, %z : !vec
  %3 = tssa.read %y : !vec
  %4 = arith.addf %3, %1 : !val
  tssa.write %4, %y : !vec
  return
}

// The matrix or its transposition; later writes to the matrix show in it.
// CHECK: ok transposed: 3 ways equal
func.func @transposed(%x: !tssa.ref<3x3xf32>, %c: i1) -> (!tssa.ref<3x3xf32>, tensor<3xf32>) {
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<3x3xf32> -> !tssa.ref<3x3xf32>
  %y = arith.select %c, %x, %t : !tssa.ref<3x3xf32>
  %row = view.of #view.select<0, 0> %y : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %0 = tssa.read %row : !tssa.ref<3xf32>
  %1 = arith.addf %0, %0 : tensor<3xf32>
  tssa.write %1, %row : !tssa.ref<3xf32>
  %col = view.of #view.select<1, 1> %x : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %2 = tssa.read %col : !tssa.ref<3xf32>
  %3 = arith.negf %2 : tensor<3xf32>
  tssa.write %3, %col : !tssa.ref<3xf32>
  %4 = tssa.read %row : !tssa.ref<3xf32>
  return %y, %4 : !tssa.ref<3x3xf32>, tensor<3xf32>
}

// Only read, though each side is something new: a value.
// CHECK: ok only_read: 3 ways equal
func.func @only_read(%x: !tssa.ref<?xf32>, %c: i1) -> tensor<?xf32> {
  %y = scf.if %c -> !tssa.ref<?xf32> {
    scf.yield %x : !tssa.ref<?xf32>
  } else {
    %0 = tssa.read %x : !tssa.ref<?xf32>
    %1 = arith.negf %0 : tensor<?xf32>
    %f = tssa.alloc %1 : tensor<?xf32> -> !tssa.ref<?xf32>
    scf.yield %f : !tssa.ref<?xf32>
  }
  %2 = tssa.read %y : !tssa.ref<?xf32>
  %3 = arith.addf %2, %2 : tensor<?xf32>
  tssa.write %3, %x : !tssa.ref<?xf32>
  return %3 : tensor<?xf32>
}

// Read again behind a write to what it may name.
// CHECK: ok read_behind_write: 3 ways equal
func.func @read_behind_write(%x: !vec, %c: i1) -> (!val, !val) {
  %0 = tssa.read %x : !vec
  %y = scf.if %c -> !vec {
    scf.yield %x : !vec
  } else {
    %f = tssa.alloc %0 : !val -> !vec
    scf.yield %f : !vec
  }
  %1 = tssa.read %y : !vec
  %2 = arith.addf %1, %1 : !val
  tssa.write %2, %x : !vec
  %3 = tssa.read %y : !vec
  return %1, %3 : !val, !val
}

// Two results of one branch that name one new storage.
// CHECK: ok shared: 3 ways equal
func.func @shared(%x: !mat, %c: i1) -> (!mat, !vec) {
  %x1 = view.of #view.select<0, 1> %x : !mat -> !vec
  %y:2 = scf.if %c -> (!mat, !vec) {
    %0 = tssa.read %x : !mat
    %1 = arith.negf %0 : tensor<3x4xf32>
    %f = tssa.alloc %1 : tensor<3x4xf32> -> !mat
    %f1 = view.of #view.select<0, 2> %f : !mat -> !vec
    scf.yield %f, %f1 : !mat, !vec
  } else {
    scf.yield %x, %x1 : !mat, !vec
  }
  %2 = tssa.read %y#1 : !vec
  %3 = arith.addf %2, %2 : !val
  tssa.write %3, %y#1 : !vec
  return %y#0, %y#1 : !mat, !vec
}

// Sizes of a merged ref are those of what it names.
// CHECK: ok sizes: 3 ways equal
func.func @sizes(%a: !tssa.ref<?xf32> {tssa.noalias}, %b: !tssa.ref<?xf32> {tssa.noalias}, %c: i1) -> (index, !tssa.ref<?xf32>) {
  %y = arith.select %c, %a, %b : !tssa.ref<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %y, 0 : !tssa.ref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = view.of #view.select<0, ?> %y[%i] : !tssa.ref<?xf32> -> !tssa.ref<f32>
    %0 = tssa.read %e : !tssa.ref<f32>
    %1 = arith.negf %0 : tensor<f32>
    tssa.write %1, %e : !tssa.ref<f32>
  }
  return %n, %y : index, !tssa.ref<?xf32>
}

// A merge in a loop, of what the loop carries and of what is around it.
// CHECK: ok in_loop: 3 ways equal
func.func @in_loop(%a: !vec {tssa.noalias}, %b: !vec {tssa.noalias},
                   %n: index {tssa.test = [0, 1, 2, 5]}) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%y = %a) -> !vec {
    %odd = arith.remui %i, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %z = scf.if %is -> !vec {
      scf.yield %b : !vec
    } else {
      scf.yield %y : !vec
    }
    %0 = tssa.read %z : !vec
    %1 = arith.addf %0, %0 : !val
    tssa.write %1, %y : !vec
    scf.yield %z : !vec
  }
  return %last, %a : !vec, !vec
}

// A new tensor in every trip, written in the next one.
// CHECK: ok new_in_loop: 3 ways equal
func.func @new_in_loop(%x: !vec, %log: !mat {tssa.noalias},
                       %n: index {tssa.test = [0, 1, 2, 3]}) -> !vec {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tssa.read %x : !vec
  %h0 = tssa.alloc %0 : !val -> !vec
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%h = %h0) -> !vec {
    %e = view.of #view.select<0, 0> %h : !vec -> !tssa.ref<f32>
    %1 = tssa.read %e : !tssa.ref<f32>
    %2 = arith.addf %1, %1 : tensor<f32>
    tssa.write %2, %e : !tssa.ref<f32>
    %j = tssa.check_index %i, %c3
    %row = view.of #view.select<0, ?> %log[%j] : !mat -> !vec
    %3 = tssa.read %h : !vec
    tssa.write %3, %row : !vec
    %4 = arith.negf %3 : !val
    %f = tssa.alloc %4 : !val -> !vec
    scf.yield %f : !vec
  }
  return %last : !vec
}

// A view of a new tensor is carried: its strides are part of the result.
// CHECK: ok new_column: 3 ways equal
func.func @new_column(%x: !tssa.ref<3x3xf32>, %n: index) -> !tssa.ref<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v0 = view.of #view.select<1, 0> %x : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0) -> !tssa.ref<3xf32> {
    %0 = tssa.read %v : !tssa.ref<3xf32>
    %1 = arith.negf %0 : tensor<3xf32>
    tssa.write %1, %v : !tssa.ref<3xf32>
    %2 = tssa.read %x : !tssa.ref<3x3xf32>
    %3 = arith.addf %2, %2 : tensor<3x3xf32>
    %f = tssa.alloc %3 : tensor<3x3xf32> -> !tssa.ref<3x3xf32>
    %w = view.of #view.select<1, 2> %f : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
    scf.yield %w : !tssa.ref<3xf32>
  }
  return %last : !tssa.ref<3xf32>
}

// Only read in the loop: a value is carried, whatever it was.
// CHECK: ok read_in_loop: 3 ways equal
func.func @read_in_loop(%x: !vec, %n: index) -> !val {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> !vec {
    %0 = tssa.read %h : !vec
    %1 = arith.addf %0, %0 : !val
    %f = tssa.alloc %1 : !val -> !vec
    scf.yield %f : !vec
  }
  %2 = tssa.read %last : !vec
  return %2 : !val
}

// A loop of loops that carry one name through.
// CHECK: ok loop_of_loops: 3 ways equal
func.func @loop_of_loops(%x: !vec, %n: index, %m: index) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %p0 = tssa.alloc %0 : !val -> !vec
  %q0 = tssa.alloc %0 : !val -> !vec
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %q0) -> (!vec, !vec) {
    %inner:2 = scf.for %k = %c0 to %m step %c1 iter_args(%s = %p, %t = %q) -> (!vec, !vec) {
      %1 = tssa.read %s : !vec
      %2 = arith.addf %1, %1 : !val
      tssa.write %2, %s : !vec
      scf.yield %t, %s : !vec, !vec
    }
    %3 = tssa.read %inner#1 : !vec
    %4 = arith.negf %3 : !val
    tssa.write %4, %inner#1 : !vec
    scf.yield %inner#1, %inner#0 : !vec, !vec
  }
  return %last#0, %last#1 : !vec, !vec
}

// What a loop is given has another name that is read behind it.
// CHECK: ok other_name: 3 ways equal
func.func @other_name(%x: !vec, %n: index) -> (!vec, !vec, !val) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %1 = arith.negf %0 : !val
  %p0 = tssa.alloc %0 : !val -> !vec
  %q0 = tssa.alloc %1 : !val -> !vec
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %q0) -> (!vec, !vec) {
    %2 = tssa.read %p : !vec
    %3 = arith.addf %2, %2 : !val
    tssa.write %3, %p : !vec
    scf.yield %q, %p : !vec, !vec
  }
  %4 = tssa.read %p0 : !vec
  return %last#0, %last#1, %4 : !vec, !vec, !val
}

// One storage under both names from the start.
// CHECK: ok one_storage_twice: 3 ways equal
func.func @one_storage_twice(%x: !vec, %n: index) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %p0 = tssa.alloc %0 : !val -> !vec
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %p0) -> (!vec, !vec) {
    %2 = tssa.read %p : !vec
    %3 = arith.addf %2, %2 : !val
    tssa.write %3, %q : !vec
    scf.yield %q, %p : !vec, !vec
  }
  return %last#0, %last#1 : !vec, !vec
}

// A while carries refs and passes them on.
// CHECK: ok while: 3 ways equal
func.func @while(%x: !vec, %n: index {tssa.test = [0, 1, 2, 5]}) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %p0 = tssa.alloc %0 : !val -> !vec
  %last:3 = scf.while (%i = %c0, %p = %p0, %q = %x) : (index, !vec, !vec) -> (index, !vec, !vec) {
    %1 = tssa.read %q : !vec
    %2 = arith.addf %1, %1 : !val
    tssa.write %2, %p : !vec
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i, %q, %p : index, !vec, !vec
  } do {
  ^bb0(%i: index, %a: !vec, %b: !vec):
    %1 = tssa.read %a : !vec
    %2 = arith.negf %1 : !val
    tssa.write %2, %b : !vec
    %k = arith.addi %i, %c1 : index
    scf.yield %k, %a, %b : index, !vec, !vec
  }
  return %last#1, %last#2 : !vec, !vec
}

// A list walked by a carried row that starts at another tensor.
// CHECK: ok best_row: 3 ways equal
func.func @best_row(%m: !mat, %n: index {tssa.test = [0, 1, 3]}) -> !vec {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r0 = view.of #view.select<0, 0> %m : !mat -> !vec
  %best = scf.for %i = %c0 to %n step %c1 iter_args(%best = %r0) -> !vec {
    %j = tssa.check_index %i, %c3
    %row = view.of #view.select<0, ?> %m[%j] : !mat -> !vec
    %be = view.of #view.select<0, 0> %best : !vec -> !tssa.ref<f32>
    %re = view.of #view.select<0, 0> %row : !vec -> !tssa.ref<f32>
    %0 = tssa.read %be : !tssa.ref<f32>
    %1 = tssa.read %re : !tssa.ref<f32>
    %2 = tssa.gt %1, %0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c = tensor.extract %2[] : tensor<i1>
    %next = arith.select %c, %row, %best : !vec
    scf.yield %next : !vec
  }
  %3 = tssa.read %best : !vec
  %4 = arith.negf %3 : !val
  tssa.write %4, %best : !vec
  return %best : !vec
}

// One ref that is passed on twice: a storage of the trip or the one carried
// before. From then on both names share it, until the loop gives them others.
// CHECK: ok passed_on_twice: 3 ways equal
func.func @passed_on_twice(%u: !val, %v: !val, %n: index {tssa.test = [0, 1, 2, 3, 5]}) -> (!vec, !vec, !val) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tssa.alloc %u : !val -> !vec
  %b = tssa.alloc %v : !val -> !vec
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b) -> (!vec, !vec) {
    %0 = tssa.read %q : !vec
    %1 = arith.addf %0, %u : !val
    tssa.write %1, %p : !vec
    %f = tssa.alloc %v : !val -> !vec
    %k = arith.remui %i, %c2 : index
    %isOdd = arith.cmpi eq, %k, %c1 : index
    %m = arith.select %isOdd, %f, %q : !vec
    %2 = tssa.read %p : !vec
    %3 = arith.mulf %2, %v : !val
    tssa.write %3, %m : !vec
    scf.yield %m, %m : !vec, !vec
  }
  tssa.write %u, %r#0 : !vec
  %4 = tssa.read %r#1 : !vec
  return %r#0, %r#1, %4 : !vec, !vec, !val
}
