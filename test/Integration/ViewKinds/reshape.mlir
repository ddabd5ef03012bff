// RUN: tssa validate %s --rounds=12 --expect-functional | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `reshape` names the elements in row-major order under other sizes. Of a tensor
// whose strides do not allow it, it is an error.
// Sizes and operands are constants here.

#kind = #view.reshape<[2, 12]>
#part = #view.slice<1, 3 : 9 : 2>
#sibling = #view.select<1, 4>
!root = !tssa.ref<4x6xf32, strided<[6, 1], offset: ?>>
!view = !tssa.ref<2x12xf32>
!part = !tssa.ref<2x3xf32>
!sibling = !tssa.ref<4xf32>
!root_value = tensor<4x6xf32>
!view_value = tensor<2x12xf32>
!part_value = tensor<2x3xf32>
!sibling_value = tensor<4xf32>

// A read through the view sees a write to the whole made after the view.
// CHECK: ok read_line: 3 ways equal
func.func @read_line(%x: !root) -> !view {
  %v = view.of #kind %x : !root -> !view
  %0 = tssa.read %x : !root
  %1 = arith.addf %0, %0 : !root_value
  tssa.write %1, %x : !root
  %r = tssa.read %v : !view
  %o = tssa.alloc %r : !view_value -> !view
  return %o : !view
}

// CHECK: ok read_if: 3 ways equal
func.func @read_if(%x: !root, %c: i1) -> !view {
  %v = view.of #kind %x : !root -> !view
  %y = scf.if %c -> !view_value {
    %0 = tssa.read %x : !root
    %1 = arith.addf %0, %0 : !root_value
    tssa.write %1, %x : !root
    %r = tssa.read %v : !view
    scf.yield %r : !view_value
  } else {
    %s = tssa.read %v : !view
    scf.yield %s : !view_value
  }
  %o = tssa.alloc %y : !view_value -> !view
  return %o : !view
}

// CHECK: ok read_for: 3 ways equal
func.func @read_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]}) -> !view {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  %s = tssa.read %v : !view
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s)
      -> (!view_value) {
    %0 = tssa.read %x : !root
    %1 = arith.addf %0, %0 : !root_value
    tssa.write %1, %x : !root
    %r = tssa.read %v : !view
    %z = arith.addf %r, %t : !view_value
    scf.yield %z : !view_value
  }
  %o = tssa.alloc %y : !view_value -> !view
  return %o : !view
}

// CHECK: ok read_while: 3 ways equal
func.func @read_while(%x: !root,
                      %n: index {tssa.test = [2, 0, 3, 1]}) -> !view {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  %s = tssa.read %v : !view
  %y:2 = scf.while (%j = %c0, %t = %s) : (index, !view_value) -> (index, !view_value) {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j, %t : index, !view_value
  } do {
  ^bb0(%i: index, %t: !view_value):
    %0 = tssa.read %x : !root
    %1 = arith.addf %0, %0 : !root_value
    tssa.write %1, %x : !root
    %r = tssa.read %v : !view
    %z = arith.addf %r, %t : !view_value
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %z : index, !view_value
  }
  %o = tssa.alloc %y#1 : !view_value -> !view
  return %o : !view
}

// A write through the view changes exactly its elements of the whole.
// CHECK: ok write_line: 3 ways equal
func.func @write_line(%x: !root, %u: !view_value) {
  %v = view.of #kind %x : !root -> !view
  tssa.write %u, %v : !view
  return
}

// CHECK: ok write_if: 3 ways equal
func.func @write_if(%x: !root, %u: !view_value, %c: i1) {
  %v = view.of #kind %x : !root -> !view
  scf.if %c {
    tssa.write %u, %v : !view
  }
  return
}

// CHECK: ok write_for: 3 ways equal
func.func @write_for(%x: !root, %u: !view_value,
                     %n: index {tssa.test = [2, 0, 3, 1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %v : !view
    %1 = arith.addf %0, %u : !view_value
    tssa.write %1, %v : !view
  }
  return
}

// CHECK: ok write_while: 3 ways equal
func.func @write_while(%x: !root, %u: !view_value,
                       %n: index {tssa.test = [2, 0, 3, 1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %0 = tssa.read %v : !view
    %1 = arith.addf %0, %u : !view_value
    tssa.write %1, %v : !view
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A write through a view of the view changes exactly that part.
// CHECK: ok part_line: 3 ways equal
func.func @part_line(%x: !root) {
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v : !view -> !part
  %0 = tssa.read %p : !part
  %1 = arith.addf %0, %0 : !part_value
  tssa.write %1, %p : !part
  return
}

// CHECK: ok part_if: 3 ways equal
func.func @part_if(%x: !root, %c: i1) {
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v : !view -> !part
  scf.if %c {
    %0 = tssa.read %p : !part
    %1 = arith.addf %0, %0 : !part_value
    tssa.write %1, %p : !part
  }
  return
}

// CHECK: ok part_for: 3 ways equal
func.func @part_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v : !view -> !part
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %p : !part
    %1 = arith.addf %0, %0 : !part_value
    tssa.write %1, %p : !part
  }
  return
}

// CHECK: ok part_while: 3 ways equal
func.func @part_while(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v : !view -> !part
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %0 = tssa.read %p : !part
    %1 = arith.addf %0, %0 : !part_value
    tssa.write %1, %p : !part
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A write through the view is seen through another view of the same tensor.
// CHECK: ok sibling_line: 3 ways equal
func.func @sibling_line(%x: !root) -> !sibling {
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %0 = tssa.read %v : !view
  %1 = arith.addf %0, %0 : !view_value
  tssa.write %1, %v : !view
  %r = tssa.read %w : !sibling
  %o = tssa.alloc %r : !sibling_value -> !sibling
  return %o : !sibling
}

// CHECK: ok sibling_if: 3 ways equal
func.func @sibling_if(%x: !root, %c: i1) -> !sibling {
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %y = scf.if %c -> !sibling_value {
    %0 = tssa.read %v : !view
    %1 = arith.addf %0, %0 : !view_value
    tssa.write %1, %v : !view
    %r = tssa.read %w : !sibling
    scf.yield %r : !sibling_value
  } else {
    %s = tssa.read %w : !sibling
    scf.yield %s : !sibling_value
  }
  %o = tssa.alloc %y : !sibling_value -> !sibling
  return %o : !sibling
}

// CHECK: ok sibling_for: 3 ways equal
func.func @sibling_for(%x: !root,
                       %n: index {tssa.test = [2, 0, 3, 1]}) -> !sibling {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %s = tssa.read %w : !sibling
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s)
      -> (!sibling_value) {
    %0 = tssa.read %v : !view
    %1 = arith.addf %0, %0 : !view_value
    tssa.write %1, %v : !view
    %r = tssa.read %w : !sibling
    %z = arith.addf %r, %t : !sibling_value
    scf.yield %z : !sibling_value
  }
  %o = tssa.alloc %y : !sibling_value -> !sibling
  return %o : !sibling
}

// CHECK: ok sibling_while: 3 ways equal
func.func @sibling_while(%x: !root,
                         %n: index {tssa.test = [2, 0, 3, 1]}) -> !sibling {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %s = tssa.read %w : !sibling
  %y:2 = scf.while (%j = %c0, %t = %s) : (index, !sibling_value) -> (index, !sibling_value) {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j, %t : index, !sibling_value
  } do {
  ^bb0(%i: index, %t: !sibling_value):
    %0 = tssa.read %v : !view
    %1 = arith.addf %0, %0 : !view_value
    tssa.write %1, %v : !view
    %r = tssa.read %w : !sibling
    %z = arith.addf %r, %t : !sibling_value
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %z : index, !sibling_value
  }
  %o = tssa.alloc %y#1 : !sibling_value -> !sibling
  return %o : !sibling
}
