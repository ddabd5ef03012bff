// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where versions live in loops and branches.
//
// RUN: tssa-opt %s -split-input-file \
// RUN:   --pass-pipeline='builtin.module(func.func(tssa-place-versions))' \
// RUN:   | FileCheck %s

// A loop that updates an argument row by row carries nothing and copies nothing.
// CHECK-LABEL: func.func @carried_in_place(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %{{[^ ]*}} = %{{[^ ]*}} to %{{[^ ]*}} step %{{[^ ]*}} {
// CHECK:           linalg.generic
// CHECK:           bufferization.materialize_in_destination
// CHECK-NOT:     memref.copy
// CHECK:         return
#id = affine_map<(d0) -> (d0)>
func.func @carried_in_place(%x: !tssa.ref<?x8xf32>) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x8xf32>
  %0 = tssa.read %x : !tssa.ref<?x8xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<?x8xf32>) {
    %r = view.access #view.select<0, ?> %t[%i] : tensor<?x8xf32> -> tensor<8xf32>
    %e = tensor.empty() : tensor<8xf32>
    %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.addf %a, %a : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %u = view.assign #view.select<0, ?> %v, %t[%i] : tensor<8xf32> -> tensor<?x8xf32>
    scf.yield %u : tensor<?x8xf32>
  }
  tssa.write %1, %x : !tssa.ref<?x8xf32>
  return
}

// -----

// A branch that updates on one side only writes there and does nothing on the other.
// CHECK-LABEL: func.func @one_sided(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if %{{.*}} {
// CHECK-COUNT-1:   memref.copy
// CHECK:         } else {
// CHECK-NEXT:    }
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @one_sided(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>, %c: i1) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = scf.if %c -> (tensor<8xf32>) {
    %2 = view.assign #view.slice<0, 0 : 4 : 1> %v, %0 : tensor<4xf32> -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    scf.yield %0 : tensor<8xf32>
  }
  tssa.write %1, %x : !tssa.ref<8xf32>
  return
}

// -----

// Uses on the other side of a branch do not count as later.
// CHECK-LABEL: func.func @exclusive(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if %{{.*}} {
// CHECK-COUNT-1:   memref.copy
// CHECK:         } else {
// CHECK:           tensor.extract
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @exclusive(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>, %c: i1, %i: index) -> f32 attributes {tssa.functional} {
  %zero = arith.constant 0.0 : f32
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1:2 = scf.if %c -> (tensor<8xf32>, f32) {
    %2 = view.assign #view.slice<0, 0 : 4 : 1> %v, %0 : tensor<4xf32> -> tensor<8xf32>
    scf.yield %2, %zero : tensor<8xf32>, f32
  } else {
    %3 = tensor.extract %0[%i] : tensor<8xf32>
    scf.yield %0, %3 : tensor<8xf32>, f32
  }
  tssa.write %1#0, %x : !tssa.ref<8xf32>
  return %1#1 : f32
}

// -----

// What a loop reads of a value that it also updates is read on every trip, so the update
// goes to a copy, made once before the loop.
// CHECK-LABEL: func.func @read_again(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK:         memref.copy %{{.*}}, %[[A]]
// CHECK:         scf.for
// CHECK-COUNT-1:   memref.copy
// CHECK-NOT:       memref.copy
// CHECK:         }
// CHECK:         builtin.unrealized_conversion_cast %[[A]]
func.func @read_again(%x: !tssa.ref<4x4xf32>, %n: index) -> !tssa.ref<4x4xf32> attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4x4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<4x4xf32>) {
    %r = view.access #view.select<0, 1> %0 : tensor<4x4xf32> -> tensor<4xf32>
    %u = view.assign #view.select<1, 2> %r, %t : tensor<4xf32> -> tensor<4x4xf32>
    scf.yield %u : tensor<4x4xf32>
  }
  %2 = tssa.materialize_result %1 : !tssa.ref<4x4xf32>
  return %2 : !tssa.ref<4x4xf32>
}

// -----

// Rows i and i + 1 are disjoint on one trip but not across trips: what is read before the
// loop and again in it is kept whole.
// CHECK-LABEL: func.func @across_trips(
// CHECK:         memref.alloc
// CHECK:         scf.for
func.func @across_trips(%x: !tssa.ref<8x4xf32>, %n: index) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<8x4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<8x4xf32>) {
    %j = arith.addi %i, %c1 : index
    %r = view.access #view.select<0, ?> %0[%j] : tensor<8x4xf32> -> tensor<4xf32>
    %u = view.assign #view.select<0, ?> %r, %t[%i] : tensor<4xf32> -> tensor<8x4xf32>
    scf.yield %u : tensor<8x4xf32>
  }
  tssa.write %1, %x : !tssa.ref<8x4xf32>
  return
}

// -----

// Two values that change places on every trip keep their memory: what is copied
// is copied once, before and after the loop.
// CHECK-LABEL: func.func @swap(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[P:.*]] = %[[A]], %[[Q:.*]] = %[[B]])
// CHECK-NEXT:      scf.yield %[[Q]], %[[P]]
// CHECK:         memref.copy %[[R]]#0
// CHECK:         memref.copy %[[R]]#1
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @swap(%x: !tssa.ref<4xf32> {tssa.noalias}, %y: !tssa.ref<4xf32> {tssa.noalias}, %n: index) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.read %y : !tssa.ref<4xf32>
  %2:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %b = %1) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  tssa.write %2#0, %x : !tssa.ref<4xf32>
  tssa.write %2#1, %y : !tssa.ref<4xf32>
  return
}

// -----

// A value that grows on every trip is carried by its descriptor; the old memory is freed.
// CHECK-LABEL: func.func @growing(
// CHECK:         scf.for {{.*}} iter_args(%[[M:.*]] = %{{.*}}) -> (memref<?xf32>)
// CHECK:           %[[N:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK:           tensor.insert_slice
// CHECK:           bufferization.materialize_in_destination {{.*}} %[[N]]
// CHECK:           memref.dealloc %[[M]]
// CHECK:           scf.yield %[[N]]
func.func @growing(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %d1 = arith.addi %d, %c1 : index
    %e = tensor.empty(%d1) : tensor<?xf32>
    %f = arith.constant 1.0 : f32
    %g = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %h = tensor.insert_slice %a into %g[0] [%d] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %h : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// The result of a while is what its condition saw last.
// CHECK-LABEL: func.func @while_in_place(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (index) -> index
// CHECK-COUNT-1:   memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @while_in_place(%x: !tssa.ref<4x?xf32>, %v: tensor<?xf32>, %n: index) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4x?xf32>
  %1:2 = scf.while (%i = %c0, %t = %0) : (index, tensor<4x?xf32>) -> (index, tensor<4x?xf32>) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %i, %t : index, tensor<4x?xf32>
  } do {
  ^bb0(%i: index, %t: tensor<4x?xf32>):
    %u = view.assign #view.select<0, 1> %v, %t : tensor<?xf32> -> tensor<4x?xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %u : index, tensor<4x?xf32>
  }
  tssa.write %1#1, %x : !tssa.ref<4x?xf32>
  return
}

// -----

// Branches of different sizes give the descriptor.
// CHECK-LABEL: func.func @sizes_differ(
// CHECK:         scf.if %{{.*}} -> (memref<?xf32>) {
func.func @sizes_differ(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1, %i: index) -> f32 attributes {tssa.functional} {
  %0 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}
