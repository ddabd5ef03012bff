// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every precondition that is not proven gets a check, and no other does.
// RUN: tssa-opt %s --tssa-insert-checks | FileCheck %s
// RUN: tssa-opt %s --tssa-insert-checks --tssa-insert-checks | FileCheck %s

// An index from anywhere is checked against the size of its dimension, and
// what the check gives is used.
// CHECK-LABEL: func.func @index
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4x8xf32>, %[[I:.*]]: index
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[J:.*]] = tssa.check_index %[[I]], %[[C4]]
// CHECK-NEXT:    view.of #view.select<0, ?> %[[X]][%[[J]]]
// CHECK-NOT:     tssa.check
func.func @index(%x: !tssa.ref<4x8xf32>, %i: index) {
  %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  return
}

// Of a dynamic dimension the size is asked of the ref.
// CHECK-LABEL: func.func @dynamic
// CHECK:         %[[N:.*]] = tssa.dim %[[X:.*]], 0
// CHECK:         %[[J:.*]] = tssa.check_index %{{.*}}, %[[N]]
// CHECK-NEXT:    view.of #view.select<0, ?> %[[X]][%[[J]]]
// CHECK-NOT:     tssa.check
func.func @dynamic(%x: !tssa.ref<?x8xf32>, %i: index) {
  %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x8xf32> -> !tssa.ref<8xf32>
  return
}

// A constant in front of a dynamic dimension becomes an operand.
// CHECK-LABEL: func.func @constant_in_dynamic
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[J:.*]] = tssa.check_index %[[C2]]
// CHECK-NEXT:    view.of #view.select<0, ?> %{{.*}}[%[[J]]]
func.func @constant_in_dynamic(%x: !tssa.ref<?x8xf32>) {
  %r = view.of #view.select<0, 2> %x : !tssa.ref<?x8xf32> -> !tssa.ref<8xf32>
  return
}

// A constant inside a static size, the variable of a loop that ends with the
// dimension, and a slice, which clamps, need nothing.
// CHECK-LABEL: func.func @proven
// CHECK-NOT:     tssa.check
func.func @proven(%x: !tssa.ref<4x?xf32>, %a: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tssa.dim %x, 1 : !tssa.ref<4x?xf32>
  %r = view.of #view.select<0, 3> %x : !tssa.ref<4x?xf32> -> !tssa.ref<?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x?xf32> -> !tssa.ref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %column = view.of #view.select<1, ?> %x[%i] : !tssa.ref<4x?xf32> -> !tssa.ref<4xf32>
  }
  %s = view.of #view.slice<0, ? : 100 : 1> %x[%a] : !tssa.ref<4x?xf32> -> !tssa.ref<?x?xf32>
  return
}

// A loop that runs further is checked.
// CHECK-LABEL: func.func @loop_too_long
// CHECK:         scf.for
// CHECK:           tssa.check_index
func.func @loop_too_long(%x: !tssa.ref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %e = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4xf32> -> !tssa.ref<f32>
  }
  return
}

// A member of a path is checked against what the members before it leave.
// CHECK-LABEL: func.func @path
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[J:.*]] = tssa.check_index %{{.*}}, %[[C2]]
// CHECK-NEXT:    view.of #view.path<[#view.slice<0, 1 : 3 : 1>, #view.select<0, ?>]> %{{.*}}[%[[J]]]
func.func @path(%x: !tssa.ref<4x8xf32>, %i: index) {
  %r = view.of #view.path<[#view.slice<0, 1 : 3 : 1>, #view.select<0, ?>]> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  return
}

// Other kinds are checked as a whole, once.
// CHECK-LABEL: func.func @view
// CHECK:         tssa.check_view #view.reshape<[?, 4]> %[[X:.*]][%[[N:.*]]]
// CHECK-NEXT:    view.of #view.reshape<[?, 4]> %[[X]][%[[N]]]
// CHECK-NOT:     tssa.check_view
func.func @view(%x: !tssa.ref<?xf32>, %n: index) {
  %a = view.of #view.reshape<[?, 4]> %x[%n] : !tssa.ref<?xf32> -> !tssa.ref<?x4xf32>
  %b = view.of #view.reshape<[?, 4]> %x[%n] : !tssa.ref<?xf32> -> !tssa.ref<?x4xf32>
  return
}

// The strides of an argument may not allow a reshape; those of a fresh storage
// do, unless it is transposed.
// CHECK-LABEL: func.func @strides
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4x6xf32>
// CHECK:         tssa.check_view #view.reshape<[24]> %[[X]]
// CHECK:         %[[A:.*]] = tssa.alloc
// CHECK-NOT:     tssa.check_view
// CHECK:         view.of #view.reshape<[24]> %[[A]]
// CHECK:         %[[T:.*]] = view.of #view.permute
// CHECK:         tssa.check_view #view.reshape<[24]> %[[T]]
func.func @strides(%x: !tssa.ref<4x6xf32>, %v: tensor<4x6xf32>) {
  %p = view.of #view.reshape<[24]> %x : !tssa.ref<4x6xf32> -> !tssa.ref<24xf32>
  %a = tssa.alloc %v : tensor<4x6xf32> -> !tssa.ref<4x6xf32>
  %q = view.of #view.reshape<[24]> %a : !tssa.ref<4x6xf32> -> !tssa.ref<24xf32>
  %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<4x6xf32> -> !tssa.ref<6x4xf32>
  %r = view.of #view.reshape<[24]> %t : !tssa.ref<6x4xf32> -> !tssa.ref<24xf32>
  return
}

// as_strided is defined on the storage, of which a ref may show less than it has
// elements.
// CHECK-LABEL: func.func @storage
// CHECK:         %[[A:.*]] = tssa.alloc
// CHECK-NEXT:    view.of #view.as_strided
// CHECK:         %[[E:.*]] = view.of #view.expand
// CHECK:         tssa.check_view #view.as_strided<[4], [1], 0> %[[E]]
func.func @storage(%v: tensor<1x4xf32>) {
  %a = tssa.alloc %v : tensor<1x4xf32> -> !tssa.ref<1x4xf32>
  %s = view.of #view.as_strided<[4], [1], 0> %a : !tssa.ref<1x4xf32> -> !tssa.ref<4xf32>
  %e = view.of #view.expand<[3, 4]> %a : !tssa.ref<1x4xf32> -> !tssa.ref<3x4xf32>
  %t = view.of #view.as_strided<[4], [1], 0> %e : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  return
}

// Accesses and assigns of values likewise; of values strides do not count.
// CHECK-LABEL: func.func @values
// CHECK:         %[[J:.*]] = tssa.check_index %{{.*}}, %{{.*}}
// CHECK-NEXT:    view.access #view.select<0, ?> %{{.*}}[%[[J]]]
// CHECK:         %[[K:.*]] = tssa.check_index %{{.*}}, %{{.*}}
// CHECK-NEXT:    view.assign #view.select<0, ?> %{{.*}}, %{{.*}}[%[[K]]]
// CHECK-NOT:     tssa.check_view
func.func @values(%t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %a = view.access #view.select<0, ?> %t[%i] : tensor<4x8xf32> -> tensor<8xf32>
  %b = view.assign #view.select<0, ?> %a, %t[%i] : tensor<8xf32> -> tensor<4x8xf32>
  %c = view.access #view.path<[#view.permute<[1, 0]>, #view.reshape<[32]>]> %b : tensor<4x8xf32> -> tensor<32xf32>
  return %b : tensor<4x8xf32>
}

// as_strided in a path over a value means the value's elements, whatever members
// come before it.
// CHECK-LABEL: func.func @storage_of_value
// CHECK-SAME:    %[[T:.*]]: tensor<2x3xf32>, %[[N:.*]]: index
// CHECK-NOT:     tssa.check_view
// CHECK:         view.access #view.path<[#view.select<0, 1>, #view.as_strided<[2, 2], [1, 2], 1>]>
// CHECK-NEXT:    tssa.check_view #view.as_strided<[?], [1], 0> %[[T]][%[[N]]]
func.func @storage_of_value(%t: tensor<2x3xf32>, %n: index) -> (tensor<2x2xf32>, tensor<?xf32>) {
  %a = view.access #view.path<[#view.select<0, 1>, #view.as_strided<[2, 2], [1, 2], 1>]> %t : tensor<2x3xf32> -> tensor<2x2xf32>
  %b = view.access #view.path<[#view.select<0, 1>, #view.as_strided<[?], [1], 0>]> %t[%n] : tensor<2x3xf32> -> tensor<?xf32>
  return %a, %b : tensor<2x2xf32>, tensor<?xf32>
}

// A write must have the sizes of what it overwrites.
// CHECK-LABEL: func.func @write
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<?xf32>, %[[V:.*]]: tensor<?xf32>
// CHECK-DAG:     %[[N:.*]] = tssa.dim %[[X]], 0
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[V]]
// CHECK:         tssa.check_equal %[[N]], %[[M]], "the size of dimension 0"
// CHECK-NEXT:    tssa.write %[[V]], %[[X]]
// CHECK-NOT:     tssa.check_equal
func.func @write(%x: !tssa.ref<?xf32>, %v: tensor<?xf32>) {
  tssa.write %v, %x : !tssa.ref<?xf32>
  %r = tssa.read %x : !tssa.ref<?xf32>
  tssa.write %r, %x : !tssa.ref<?xf32>
  return
}

// Also where what is written has a known size under a type without it.
// CHECK-LABEL: func.func @write_constant
// CHECK-COUNT-1: tssa.check_equal
// CHECK-NOT:     tssa.check_equal
func.func @write_constant(%x: !tssa.ref<?xf32>, %v: tensor<4xf32>) {
  %w = tensor.cast %v : tensor<4xf32> to tensor<?xf32>
  tssa.write %w, %x : !tssa.ref<?xf32>
  tssa.write %w, %x : !tssa.ref<?xf32>
  return
}

// An integer division that has no result is an error of the op's own; a
// remainder by -1, which has one, does not trap.
// CHECK-LABEL: func.func @division
// CHECK-SAME:    %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK:         %[[FITS:.*]] = arith.ori
// CHECK:         %[[NONZERO:.*]] = arith.cmpi ne, %[[B]]
// CHECK:         tssa.check %[[NONZERO]], "expected the divisor to be nonzero but got 0" {origin = "arith.divsi"
// CHECK-NEXT:    tssa.check %[[FITS]], "expected the quotient to fit its type" {origin = "arith.divsi"
// CHECK-NEXT:    arith.divsi %[[A]], %[[B]]
// CHECK:         %[[SAFE:.*]] = arith.select %{{.*}}, %[[B]], %{{.*}} : i64
// CHECK:         tssa.check %{{.*}} {origin = "arith.remsi"
// CHECK-NEXT:    arith.remsi %[[A]], %[[SAFE]]
// CHECK-NOT:     tssa.check
func.func @division(%a: i64, %b: i64) -> (i64, i64, i64) {
  %q = arith.divsi %a, %b : i64
  %r = arith.remsi %a, %b : i64
  %c7 = arith.constant 7 : i64
  %s = arith.divsi %a, %c7 : i64
  return %q, %r, %s : i64, i64, i64
}
