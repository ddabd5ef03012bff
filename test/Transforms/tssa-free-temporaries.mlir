// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --pass-pipeline='builtin.module(func.func(tssa-free-temporaries))' | FileCheck %s

// A temporary is freed after its last use, through whichever name.

// CHECK-LABEL: func.func @free(
func.func @free(%f: f32, %i: index) {
  // CHECK: %[[M:.*]] = memref.alloc
  // CHECK: %[[V:.*]] = memref.cast %[[M]]
  // CHECK: memref.store %{{.*}}, %[[V]]
  // CHECK-NEXT: memref.dealloc %[[M]]
  // CHECK-NEXT: arith.constant
  %m = memref.alloc() : memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.store %f, %v[%i] : memref<?xf32>
  %c = arith.constant 7 : index
  return
}

// One that is returned, or yielded to the next trip, is not.

// CHECK-LABEL: func.func @escape(
// CHECK-NOT: memref.dealloc
func.func @escape(%n: index) -> (memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %m) -> memref<4xf32> {
    %q = memref.alloc() : memref<4xf32>
    memref.copy %p, %q : memref<4xf32> to memref<4xf32>
    scf.yield %q : memref<4xf32>
  }
  return %m, %r : memref<4xf32>, memref<4xf32>
}

// Out of loops, as far as its sizes are those of buffers that exist; the size of
// the second is computed and may be anything where the loop runs no trip.

// CHECK-LABEL: func.func @hoist(
func.func @hoist(%x: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
  %e = arith.addi %n, %n : index
  // CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: %[[B:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
  // CHECK: memref.dealloc %[[B]]
  // CHECK: }
  // CHECK: }
  // CHECK-NEXT: memref.dealloc %[[A]]
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc(%d) : memref<?xf32>
      %b = memref.alloc(%e) : memref<?xf64>
      memref.store %f, %a[%i] : memref<?xf32>
      %l = memref.load %b[%i] : memref<?xf64>
    }
  }
  return
}
