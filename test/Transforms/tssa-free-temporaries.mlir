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
  %m = memref.alloc() : memref<1024xf32>
  %v = memref.cast %m : memref<1024xf32> to memref<?xf32>
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

// A few bytes are a slot of the frame, wherever they are needed.

// CHECK-LABEL: func.func @small(
// CHECK-NEXT: memref.alloca() : memref<f32>
// CHECK-NEXT: memref.alloca() {alignment = 64 : i64} : memref<8xf64>
// CHECK-NOT: memref.dealloc
func.func @small(%n: index, %f: f32, %g: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<f32>
    memref.store %f, %a[] : memref<f32>
    %b = memref.alloc() {alignment = 64 : i64} : memref<8xf64>
    memref.store %g, %b[%c1] : memref<8xf64>
  }
  return
}

// Not where several may be alive at a time, nor without bound.

// CHECK-LABEL: func.func @parallel(
// CHECK: scf.forall
// CHECK-NEXT: memref.alloc()
func.func @parallel(%n: index, %f: f32) {
  scf.forall (%i) in (%n) {
    %a = memref.alloc() : memref<f32>
    memref.store %f, %a[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func.func @frame(
// CHECK-COUNT-32: memref.alloca() : memref<64xf32>
// CHECK: memref.alloc() : memref<64xf32>
func.func @frame(%f: f32, %i: index) {
  %m0 = memref.alloc() : memref<64xf32>
  memref.store %f, %m0[%i] : memref<64xf32>
  %m1 = memref.alloc() : memref<64xf32>
  memref.store %f, %m1[%i] : memref<64xf32>
  %m2 = memref.alloc() : memref<64xf32>
  memref.store %f, %m2[%i] : memref<64xf32>
  %m3 = memref.alloc() : memref<64xf32>
  memref.store %f, %m3[%i] : memref<64xf32>
  %m4 = memref.alloc() : memref<64xf32>
  memref.store %f, %m4[%i] : memref<64xf32>
  %m5 = memref.alloc() : memref<64xf32>
  memref.store %f, %m5[%i] : memref<64xf32>
  %m6 = memref.alloc() : memref<64xf32>
  memref.store %f, %m6[%i] : memref<64xf32>
  %m7 = memref.alloc() : memref<64xf32>
  memref.store %f, %m7[%i] : memref<64xf32>
  %m8 = memref.alloc() : memref<64xf32>
  memref.store %f, %m8[%i] : memref<64xf32>
  %m9 = memref.alloc() : memref<64xf32>
  memref.store %f, %m9[%i] : memref<64xf32>
  %m10 = memref.alloc() : memref<64xf32>
  memref.store %f, %m10[%i] : memref<64xf32>
  %m11 = memref.alloc() : memref<64xf32>
  memref.store %f, %m11[%i] : memref<64xf32>
  %m12 = memref.alloc() : memref<64xf32>
  memref.store %f, %m12[%i] : memref<64xf32>
  %m13 = memref.alloc() : memref<64xf32>
  memref.store %f, %m13[%i] : memref<64xf32>
  %m14 = memref.alloc() : memref<64xf32>
  memref.store %f, %m14[%i] : memref<64xf32>
  %m15 = memref.alloc() : memref<64xf32>
  memref.store %f, %m15[%i] : memref<64xf32>
  %m16 = memref.alloc() : memref<64xf32>
  memref.store %f, %m16[%i] : memref<64xf32>
  %m17 = memref.alloc() : memref<64xf32>
  memref.store %f, %m17[%i] : memref<64xf32>
  %m18 = memref.alloc() : memref<64xf32>
  memref.store %f, %m18[%i] : memref<64xf32>
  %m19 = memref.alloc() : memref<64xf32>
  memref.store %f, %m19[%i] : memref<64xf32>
  %m20 = memref.alloc() : memref<64xf32>
  memref.store %f, %m20[%i] : memref<64xf32>
  %m21 = memref.alloc() : memref<64xf32>
  memref.store %f, %m21[%i] : memref<64xf32>
  %m22 = memref.alloc() : memref<64xf32>
  memref.store %f, %m22[%i] : memref<64xf32>
  %m23 = memref.alloc() : memref<64xf32>
  memref.store %f, %m23[%i] : memref<64xf32>
  %m24 = memref.alloc() : memref<64xf32>
  memref.store %f, %m24[%i] : memref<64xf32>
  %m25 = memref.alloc() : memref<64xf32>
  memref.store %f, %m25[%i] : memref<64xf32>
  %m26 = memref.alloc() : memref<64xf32>
  memref.store %f, %m26[%i] : memref<64xf32>
  %m27 = memref.alloc() : memref<64xf32>
  memref.store %f, %m27[%i] : memref<64xf32>
  %m28 = memref.alloc() : memref<64xf32>
  memref.store %f, %m28[%i] : memref<64xf32>
  %m29 = memref.alloc() : memref<64xf32>
  memref.store %f, %m29[%i] : memref<64xf32>
  %m30 = memref.alloc() : memref<64xf32>
  memref.store %f, %m30[%i] : memref<64xf32>
  %m31 = memref.alloc() : memref<64xf32>
  memref.store %f, %m31[%i] : memref<64xf32>
  %m32 = memref.alloc() : memref<64xf32>
  memref.store %f, %m32[%i] : memref<64xf32>
  return
}

// What a call has allocated for its caller is freed like memory of its own, but
// not if it leaves.
// CHECK-LABEL: func.func @owned_results(
// CHECK: %[[R:.*]]:3 = call @give() :
// CHECK-NEXT: memref.dealloc %[[R]]#1
// CHECK-NEXT: return %[[R]]#0
func.func private @give() -> (memref<64xf32>, memref<64xf32>, memref<64xf32>)
func.func @owned_results() -> memref<64xf32> {
  %r:3 = call @give() {tssa.owned_results = array<i64: 0, 1>} : () -> (memref<64xf32>, memref<64xf32>, memref<64xf32>)
  return %r#0 : memref<64xf32>
}

// The storage of what is measured, here or by a callee, is one that the runtime
// allocated; other small buffers go to the stack.

// CHECK-LABEL: func.func @measured(
// CHECK: memref.alloca() : memref<4xi32>
// CHECK-COUNT-2: memref.alloc() : memref<4xf32>
// CHECK-NOT: memref.alloc
func.func @measured() -> index {
  %m = memref.alloc() : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  %o = memref.alloc() : memref<4xi32>
  %0 = tssa.storage_size %m : memref<4xf32>
  func.call @measures(%n) {tssa.keeps_nothing, tssa.measures} : (memref<4xf32>) -> ()
  func.call @uses(%o) {tssa.keeps_nothing} : (memref<4xi32>) -> ()
  return %0 : index
}
func.func private @measures(memref<4xf32>)
func.func private @uses(memref<4xi32>)
