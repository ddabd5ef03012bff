// RUN: tssa validate %s --rounds=12 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `bitcast` to a wider element type: the last dimension shrinks by the ratio.
// Sizes and operands are known at run time only.

#kind = #view.bitcast<i64>
#part = #view.slice<0, 1 : ? : 2>
#sibling = #view.slice<1, 0 : 3 : 1>
!root = !tssa.ref<?x4xi32>
!view = !tssa.ref<?x2xi64>
!part = !tssa.ref<?x2xi64>
!sibling = !tssa.ref<?x3xi32>
!root_value = tensor<?x4xi32>
!view_value = tensor<?x2xi64>
!part_value = tensor<?x2xi64>
!sibling_value = tensor<?x3xi32>

// A read through the view sees a write to the whole made after the view.
// CHECK: ok read_line: 3 ways equal
func.func @read_line(%x: !root, %k: index) -> !view {
  %v = view.of #kind %x : !root -> !view
  %0 = tssa.read %x : !root
  %1 = arith.addi %0, %0 : !root_value
  tssa.write %1, %x : !root
  %r = tssa.read %v : !view
  %o = tssa.alloc %r : !view_value -> !view
  return %o : !view
}

// CHECK: ok read_if: 3 ways equal
func.func @read_if(%x: !root, %c: i1, %k: index) -> !view {
  %v = view.of #kind %x : !root -> !view
  %y = scf.if %c -> !view_value {
    %0 = tssa.read %x : !root
    %1 = arith.addi %0, %0 : !root_value
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
func.func @read_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                    %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %x : !root
    %1 = arith.addi %0, %0 : !root_value
    tssa.write %1, %x : !root
    %r = tssa.read %v : !view
    %2 = arith.addi %r, %r : !view_value
    tssa.write %2, %v : !view
  }
  return
}

// CHECK: ok read_while: 3 ways equal
func.func @read_while(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                      %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %x : !root
    %1 = arith.addi %0, %0 : !root_value
    tssa.write %1, %x : !root
    %r = tssa.read %v : !view
    %2 = arith.addi %r, %r : !view_value
    tssa.write %2, %v : !view
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A write through the view changes exactly its elements of the whole.
// CHECK: ok write_line: 3 ways equal
func.func @write_line(%x: !root, %k: index) {
  %v = view.of #kind %x : !root -> !view
  %0 = tssa.read %v : !view
  %1 = arith.addi %0, %0 : !view_value
  tssa.write %1, %v : !view
  return
}

// CHECK: ok write_if: 3 ways equal
func.func @write_if(%x: !root, %c: i1, %k: index) {
  %v = view.of #kind %x : !root -> !view
  scf.if %c {
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
    tssa.write %1, %v : !view
  }
  return
}

// CHECK: ok write_for: 3 ways equal
func.func @write_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                     %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
    tssa.write %1, %v : !view
  }
  return
}

// CHECK: ok write_while: 3 ways equal
func.func @write_while(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                       %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
    tssa.write %1, %v : !view
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A write through a view of the view changes exactly that part.
// CHECK: ok part_line: 3 ways equal
func.func @part_line(%x: !root, %k: index) {
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v[%k] : !view -> !part
  %0 = tssa.read %p : !part
  %1 = arith.addi %0, %0 : !part_value
  tssa.write %1, %p : !part
  return
}

// CHECK: ok part_if: 3 ways equal
func.func @part_if(%x: !root, %c: i1, %k: index) {
  %v = view.of #kind %x : !root -> !view
  %p = view.of #part %v[%k] : !view -> !part
  scf.if %c {
    %0 = tssa.read %p : !part
    %1 = arith.addi %0, %0 : !part_value
    tssa.write %1, %p : !part
  }
  return
}

// CHECK: ok part_for: 3 ways equal
func.func @part_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                    %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = view.of #kind %x : !root -> !view
    %p = view.of #part %v[%k] : !view -> !part
    %0 = tssa.read %p : !part
    %1 = arith.addi %0, %0 : !part_value
    tssa.write %1, %p : !part
  }
  return
}

// CHECK: ok part_while: 3 ways equal
func.func @part_while(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                      %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %v = view.of #kind %x : !root -> !view
    %p = view.of #part %v[%k] : !view -> !part
    %0 = tssa.read %p : !part
    %1 = arith.addi %0, %0 : !part_value
    tssa.write %1, %p : !part
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// A write through the view is seen through another view of the same tensor.
// CHECK: ok sibling_line: 3 ways equal
func.func @sibling_line(%x: !root, %k: index) -> !sibling {
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %0 = tssa.read %v : !view
  %1 = arith.addi %0, %0 : !view_value
  tssa.write %1, %v : !view
  %r = tssa.read %w : !sibling
  %o = tssa.alloc %r : !sibling_value -> !sibling
  return %o : !sibling
}

// CHECK: ok sibling_if: 3 ways equal
func.func @sibling_if(%x: !root, %c: i1, %k: index) -> !sibling {
  %w = view.of #sibling %x : !root -> !sibling
  %v = view.of #kind %x : !root -> !view
  %y = scf.if %c -> !sibling_value {
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
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
func.func @sibling_for(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                       %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %w = view.of #sibling %x : !root -> !sibling
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
    tssa.write %1, %v : !view
    %r = tssa.read %w : !sibling
    %2 = arith.addi %r, %r : !sibling_value
    tssa.write %2, %w : !sibling
  }
  return
}

// CHECK: ok sibling_while: 3 ways equal
func.func @sibling_while(%x: !root, %n: index {tssa.test = [2, 0, 3, 1]},
                         %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.while (%j = %c0) : (index) -> index {
    %more = arith.cmpi slt, %j, %n : index
    scf.condition(%more) %j : index
  } do {
  ^bb0(%i: index):
    %w = view.of #sibling %x : !root -> !sibling
    %v = view.of #kind %x : !root -> !view
    %0 = tssa.read %v : !view
    %1 = arith.addi %0, %0 : !view_value
    tssa.write %1, %v : !view
    %r = tssa.read %w : !sibling
    %2 = arith.addi %r, %r : !sibling_value
    tssa.write %2, %w : !sibling
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}
