// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 1: writes become assigns to the root, reads accesses to its newest
// version.
// RUN: tssa-opt %s --tssa-rewrite-mutations | FileCheck %s

// A write through a view of a view is one assign of the whole path.
// CHECK-LABEL: func.func @write_through_chain
// CHECK-SAME:    (%[[X:.*]]: !tssa.ref<4x8xf32>, %[[V:.*]]: tensor<4xf32>, %[[I:.*]]: index)
// CHECK-SAME:    attributes {tssa.functional_stage = 1 : i64}
// CHECK:         %[[IN:.*]] = tssa.read %[[X]]
// CHECK-NEXT:    tssa.update %[[IN]], %[[X]]
// CHECK:         %[[J:.*]] = tssa.check_index %[[I]]
// CHECK-NEXT:    %[[CUR:.*]] = tssa.current %[[X]]
// CHECK-NEXT:    %[[NEW:.*]] = view.assign #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %[[V]], %[[CUR]][%[[J]]]
// CHECK-NEXT:    tssa.update %[[NEW]], %[[X]]
// CHECK-NEXT:    %[[OUT:.*]] = tssa.current %[[X]]
// CHECK-NEXT:    tssa.write %[[OUT]], %[[X]]
// CHECK-NEXT:    return
func.func @write_through_chain(%x: !tssa.ref<4x8xf32>, %v: tensor<4xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %j = tssa.check_index %i, %c4
  %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %even = view.of #view.slice<0, 0 : 8 : 2> %row : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %even : !tssa.ref<4xf32>
  return
}

// A read sees the newest version at its place, through whatever name.
// CHECK-LABEL: func.func @read_after_sibling_write
// CHECK:         view.assign #view.select<0, 1>
// CHECK:         tssa.update
// CHECK:         %[[CUR:.*]] = tssa.current
// CHECK-NEXT:    %[[READ:.*]] = view.access #view.select<1, 2> %[[CUR]]
// CHECK:         return %[[READ]]
func.func @read_after_sibling_write(%x: !tssa.ref<4x8xf32>, %v: tensor<8xf32>) -> tensor<4xf32> {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %column = view.of #view.select<1, 2> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %row : !tssa.ref<8xf32>
  %r = tssa.read %column : !tssa.ref<4xf32>
  return %r : tensor<4xf32>
}

// A write of the whole root is a new version as it is; aliases cost nothing.
// CHECK-LABEL: func.func @write_whole
// CHECK-NOT:     view.assign
// CHECK:         tssa.update %{{.*}}, %[[X:.*]] :
func.func @write_whole(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  %y = view.of #view.alias %x : !tssa.ref<4xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %y : !tssa.ref<4xf32>
  return
}

// Under a name whose type knows fewer sizes, values are cast.
// CHECK-LABEL: func.func @write_whole_dynamic
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<?xf32>
// CHECK:         %[[C:.*]] = tensor.cast %[[V]] : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT:    tssa.update %[[C]], %[[X]]
// CHECK-NEXT:    %[[CUR:.*]] = tssa.current %[[X]]
// CHECK-NEXT:    %[[R:.*]] = tensor.cast %[[CUR]] : tensor<4xf32> to tensor<?xf32>
// CHECK:         %[[Y:.*]] = view.of #view.alias %[[X]] : !tssa.ref<4xf32> -> !tssa.ref<?xf32>
// CHECK:         return %[[R]], %[[Y]]
func.func @write_whole_dynamic(%x: !tssa.ref<4xf32>, %v: tensor<?xf32>) -> (tensor<?xf32>, !tssa.ref<?xf32>) {
  %y = view.of #view.alias %x : !tssa.ref<4xf32> -> !tssa.ref<?xf32>
  tssa.write %v, %y : !tssa.ref<?xf32>
  %r = tssa.read %y : !tssa.ref<?xf32>
  return %r, %y : tensor<?xf32>, !tssa.ref<?xf32>
}

// An argument that is only read is not written back.
// CHECK-LABEL: func.func @read_only
// CHECK:         tssa.read
// CHECK-NOT:     tssa.write
func.func @read_only(%x: !tssa.ref<4xf32>) -> tensor<4xf32> {
  %r = tssa.read %x : !tssa.ref<4xf32>
  return %r : tensor<4xf32>
}

// One whose contents nobody uses is not even read.
// CHECK-LABEL: func.func @size_only
// CHECK-NOT:     tssa.read
// CHECK:         tssa.dim %{{.*}}, 1
func.func @size_only(%x: !tssa.ref<4x?xf32>) -> index {
  %y = view.of #view.select<0, 1> %x : !tssa.ref<4x?xf32> -> !tssa.ref<?xf32>
  %n = tssa.dim %y, 0 : !tssa.ref<?xf32>
  return %n : index
}

// The sizes of a fresh storage are those of the value it was made of.
// CHECK-LABEL: func.func @size_of_fresh
// CHECK-SAME:    %[[V:.*]]: tensor<?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[V]]
// CHECK:         return %[[N]]
func.func @size_of_fresh(%v: tensor<?xf32>) -> index {
  %x = tssa.alloc %v : tensor<?xf32> -> !tssa.ref<?xf32>
  %n = tssa.dim %x, 0 : !tssa.ref<?xf32>
  return %n : index
}

// A check of a view is asked of the argument, whose strides count, by the whole
// path; of a fresh storage it is asked by its value.
// CHECK-LABEL: func.func @check_view
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4x6xf32>, %[[V:.*]]: tensor<6x4xf32>
// CHECK:         tssa.check_view #view.path<[#view.permute<[1, 0]>, #view.reshape<[24]>]> %[[X]] : !tssa.ref<4x6xf32>
// CHECK:         tssa.check_view #view.reshape<[24]> %{{.*}} : tensor<6x4xf32>
func.func @check_view(%x: !tssa.ref<4x6xf32>, %v: tensor<6x4xf32>) {
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<4x6xf32> -> !tssa.ref<6x4xf32>
  tssa.check_view #view.reshape<[24]> %t : !tssa.ref<6x4xf32>
  %a = tssa.alloc %v : tensor<6x4xf32> -> !tssa.ref<6x4xf32>
  tssa.check_view #view.reshape<[24]> %a : !tssa.ref<6x4xf32>
  return
}

// as_strided is defined on the storage and forgets the views before it.
// CHECK-LABEL: func.func @as_strided
// CHECK:         view.access #view.as_strided<[2], [3], 1> %{{.*}} : tensor<8xf32>
func.func @as_strided(%v: tensor<8xf32>) -> tensor<2xf32> {
  %x = tssa.alloc %v : tensor<8xf32> -> !tssa.ref<8xf32>
  %s = view.of #view.slice<0, 4 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %a = view.of #view.as_strided<[2], [3], 1> %s : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %r = tssa.read %a : !tssa.ref<2xf32>
  return %r : tensor<2xf32>
}

// A check of overlap between parts known to be the same or of different
// storages is no check.
// CHECK-LABEL: func.func @no_overlap
// CHECK-NOT:     tssa.check_overlap
func.func @no_overlap(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.check_overlap %x, %a : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  tssa.check_overlap %x, %x : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  tssa.check_overlap %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// A function without refs is functional as it is; a declaration is nothing.
// CHECK-LABEL: func.func @no_refs
// CHECK-SAME:    tssa.functional_stage = 1
func.func @no_refs(%v: tensor<4xf32>) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}
// CHECK-LABEL: func.func private @declared
// CHECK-NOT:     tssa
func.func private @declared(tensor<4xf32>)
