// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where versions live in straight-line code.
//
// RUN: tssa-opt %s -split-input-file \
// RUN:   --pass-pipeline='builtin.module(func.func(tssa-place-versions))' \
// RUN:   | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// What is computed for a part of an argument is computed in it: no allocation, no copy.
// CHECK-LABEL: func.func @part_in_place(
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<8xf32>)
// CHECK:         builtin.unrealized_conversion_cast %[[X]]
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         %[[OUT:.*]] = bufferization.to_tensor %[[PART:.*]] restrict writable
// CHECK:         %[[V:.*]] = linalg.generic {{.*}} outs(%[[OUT]] : tensor<4xf32>)
// CHECK:         bufferization.materialize_in_destination %[[V]] in writable %[[PART]]
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @part_in_place(%x: !tssa.ref<8xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 4 : 1> %0 : tensor<8xf32> -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %3 = view.assign #view.slice<0, 0 : 4 : 1> %2, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %3, %x : !tssa.ref<8xf32>
  return
}

// -----

// The whole of an argument is updated in place where each element depends on itself alone.
// CHECK-LABEL: func.func @whole_in_place(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
#id = affine_map<(d0) -> (d0)>
func.func @whole_in_place(%x: !tssa.ref<8xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  tssa.write %1, %x : !tssa.ref<8xf32>
  return
}

// -----

// A product into its own operand needs a buffer of its own, copied back.
// CHECK-LABEL: func.func @product_into_operand(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.fill {{.*}} outs(%[[D:.*]] : tensor<4x4xf32>)
// CHECK:         bufferization.materialize_in_destination {{.*}} %[[T]]
// CHECK:         memref.copy %[[T]]
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @product_into_operand(%x: !tssa.ref<4x4xf32>) attributes {tssa.functional} {
  %zero = arith.constant 0.0 : f32
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  tssa.write %1, %x : !tssa.ref<4x4xf32>
  return
}

// -----

// x[1:] = x[:-1] + 1: reading what is being overwritten needs one temporary of the part.
// CHECK-LABEL: func.func @shifted_part(
// CHECK:         %[[T:.*]] = memref.alloc() : memref<7xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         bufferization.materialize_in_destination {{.*}} %[[T]]
// CHECK:         memref.copy %[[T]], %{{.*}} : memref<7xf32> to memref<7xf32, strided
// CHECK-NOT:     memref.copy
// CHECK:         return
#id = affine_map<(d0) -> (d0)>
func.func @shifted_part(%x: !tssa.ref<8xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 7 : 1> %0 : tensor<8xf32> -> tensor<7xf32>
  %e = tensor.empty() : tensor<7xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<7xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  %3 = view.assign #view.slice<0, 1 : 8 : 1> %2, %0 : tensor<7xf32> -> tensor<8xf32>
  tssa.write %3, %x : !tssa.ref<8xf32>
  return
}

// -----

// A part moved onto an overlapping one goes through a copy; onto a disjoint one it does not.
// CHECK-LABEL: func.func @move_overlapping(
// CHECK:         memref.alloc() : memref<4xf32>
// CHECK-COUNT-2: memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @move_overlapping(%x: !tssa.ref<8xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 4 : 1> %0 : tensor<8xf32> -> tensor<4xf32>
  %2 = view.assign #view.slice<0, 2 : 6 : 1> %1, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %2, %x : !tssa.ref<8xf32>
  return
}
// CHECK-LABEL: func.func @move_disjoint(
// CHECK-NOT:     memref.alloc
// CHECK-COUNT-1: memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @move_disjoint(%x: !tssa.ref<8xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 4 : 1> %0 : tensor<8xf32> -> tensor<4xf32>
  %2 = view.assign #view.slice<0, 4 : 8 : 1> %1, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %2, %x : !tssa.ref<8xf32>
  return
}

// -----

// A snapshot that outlives the next write to it is copied, and only its part.
// CHECK-LABEL: func.func @snapshot_of_part(
// CHECK:         memref.alloc() : memref<2xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.copy %{{.*}}, %{{.*}} : memref<2xf32, strided<[?], offset: ?>> to memref<2xf32>
// CHECK:         return
func.func @snapshot_of_part(%x: !tssa.ref<8xf32>, %v: tensor<8xf32>) -> tensor<2xf32> attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 2 : 1> %0 : tensor<8xf32> -> tensor<2xf32>
  %2 = view.access #view.slice<0, 0 : 4 : 1> %v : tensor<8xf32> -> tensor<4xf32>
  %3 = view.assign #view.slice<0, 0 : 4 : 1> %2, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %3, %x : !tssa.ref<8xf32>
  return %1 : tensor<2xf32>
}
// Writes to other parts leave it alone: nothing but the part assigned is copied.
// CHECK-LABEL: func.func @name_of_other_part(
// CHECK-NOT:     memref.alloc
// CHECK-COUNT-1: memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @name_of_other_part(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>) -> tensor<2xf32> attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.access #view.slice<0, 0 : 2 : 1> %0 : tensor<8xf32> -> tensor<2xf32>
  %2 = view.assign #view.slice<0, 2 : 6 : 1> %v, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %2, %x : !tssa.ref<8xf32>
  return %1 : tensor<2xf32>
}

// -----

// Of two versions of one argument, the one that is written back keeps its memory, whichever
// comes first; the other is copied once and is the result itself.
// CHECK-LABEL: func.func @two_versions(
// CHECK-COUNT-1: memref.alloc() : memref<8xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[R:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<8xf32> to !tssa.ref<8xf32>
// CHECK:         return %[[R]]
func.func @two_versions(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>) -> !tssa.ref<8xf32> attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = view.assign #view.slice<0, 0 : 4 : 1> %v, %0 : tensor<4xf32> -> tensor<8xf32>
  %2 = view.assign #view.slice<0, 2 : 6 : 1> %v, %0 : tensor<4xf32> -> tensor<8xf32>
  tssa.write %1, %x : !tssa.ref<8xf32>
  %3 = tssa.materialize_result %2 : !tssa.ref<8xf32>
  return %3 : !tssa.ref<8xf32>
}

// -----

// A constant is read-only: a version that starts from one starts in a copy.
// CHECK-LABEL: func.func @constant(
// CHECK:         %[[K:.*]] = arith.constant dense
// CHECK:         %[[C:.*]] = bufferization.to_buffer %[[K]] read_only
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4xi32>
// CHECK:         memref.copy %[[C]], %[[A]]
// CHECK:         builtin.unrealized_conversion_cast %[[A]]
func.func @constant(%v: tensor<2xi32>) -> !tssa.ref<4xi32> attributes {tssa.functional} {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = view.assign #view.slice<0, 0 : 2 : 1> %v, %c : tensor<2xi32> -> tensor<4xi32>
  %1 = tssa.materialize_result %0 : !tssa.ref<4xi32>
  return %1 : !tssa.ref<4xi32>
}

// -----

// Two results of one value are two allocations: the second is left to be copied.
// CHECK-LABEL: func.func @shared_result(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[R:.*]] = builtin.unrealized_conversion_cast %[[A]]
// CHECK:         %[[T:.*]] = bufferization.to_tensor %[[A]] restrict
// CHECK:         %[[S:.*]] = tssa.materialize_result %[[T]]
// CHECK:         return %[[R]], %[[S]]
func.func @shared_result(%v: tensor<2xf32>, %t: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) attributes {tssa.functional} {
  %0 = view.assign #view.slice<0, 0 : 2 : 1> %v, %t : tensor<2xf32> -> tensor<4xf32>
  %1 = tssa.materialize_result %0 : !tssa.ref<4xf32>
  %2 = tssa.materialize_result %0 : !tssa.ref<4xf32>
  return %1, %2 : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// Through a view that repeats elements the last one wins: element by element, in order.
// CHECK-LABEL: func.func @repeated(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.load
// CHECK:             memref.store
func.func @repeated(%x: !tssa.ref<4xf32>, %v: tensor<3x2xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = view.assign #view.unfold<0, 2, 1> %v, %0 : tensor<3x2xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return
}

// -----

// As another type of the same width, too.
// CHECK-LABEL: func.func @repeated_bits(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.load
// CHECK:             memref.store {{.*}} : memref<3x2xf32
func.func @repeated_bits(%x: !tssa.ref<4xf32>, %v: tensor<3x2xi32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = view.assign #view.path<[#view.unfold<0, 2, 1>, #view.bitcast<i32>]> %v, %0 : tensor<3x2xi32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return
}

// -----

// An argument that may share memory with another is taken out when it is read.
// CHECK-LABEL: func.func @may_share(
// CHECK:         %[[V:.*]] = tssa.read
// CHECK:         bufferization.materialize_in_destination %[[V]] in writable %[[A:.*]]
// CHECK:         tssa.write
func.func @may_share(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %v: tensor<2xf32>) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = view.assign #view.slice<0, 0 : 2 : 1> %v, %0 : tensor<2xf32> -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return
}

// -----

// Functions that are not functional are left as they are.
// CHECK-LABEL: func.func @imperative(
// CHECK-NEXT:    tssa.write
func.func @imperative(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// An argument that is all of its storage, as a test or its type says, is laid
// out as its value: a part named by `as_strided` is a window of it.
// CHECK-LABEL: func.func private @storage(
// CHECK-NOT:     memref.alloc
// CHECK:         %[[FROM:.*]] = memref.reinterpret_cast %{{.*}} to offset: [2], sizes: [2], strides: [4]
// CHECK-NOT:     memref.alloc
// CHECK:         %[[TO:.*]] = memref.reinterpret_cast %{{.*}} to offset: [1], sizes: [2], strides: [3]
// CHECK-NEXT:    memref.copy %[[FROM]], %[[TO]]
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func private @storage(%x: !tssa.ref<?xf32> {tssa.noalias, tssa.whole}, %y: !tssa.ref<4x4xf32, strided<[4, 1]>>) attributes {tssa.functional, tssa.body_of = "f"} {
  %0 = tssa.read %x : !tssa.ref<?xf32>
  %1 = tssa.read %y : !tssa.ref<4x4xf32, strided<[4, 1]>>
  %2 = view.access #view.as_strided<[2], [4], 2> %1 : tensor<4x4xf32> -> tensor<2xf32>
  %3 = view.assign #view.as_strided<[2], [3], 1> %2, %0 : tensor<2xf32> -> tensor<?xf32>
  tssa.write %3, %x : !tssa.ref<?xf32>
  return
}

// -----

// Of any other nothing is known: it is copied first.
// CHECK-LABEL: func.func @no_storage(
// CHECK:         memref.alloc
// CHECK:         memref.copy
func.func @no_storage(%y: !tssa.ref<4x4xf32>) -> tensor<2xf32> attributes {tssa.functional} {
  %1 = tssa.read %y : !tssa.ref<4x4xf32>
  %2 = view.access #view.as_strided<[2], [4], 2> %1 : tensor<4x4xf32> -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
