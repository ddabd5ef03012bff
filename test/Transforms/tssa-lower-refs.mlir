// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-lower-refs | FileCheck %s

// A view is another descriptor of the same storage; a write copies into it.

// CHECK-LABEL: func.func @write_view(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32, strided<[?, ?], offset: ?>>, %[[V:.*]]: memref<8xf32, strided<[?], offset: ?>>, %[[I:.*]]: index)
func.func @write_view(%x: !tssa.ref<4x8xf32>, %v: tensor<8xf32>, %i: index) {
  // CHECK-DAG: %[[T:.*]] = bufferization.to_tensor %[[V]] restrict :
  // CHECK-DAG: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
  // CHECK:     %[[SKIP:.*]] = arith.muli %[[I]], %[[STRIDES]]#0
  // CHECK:     %[[START:.*]] = arith.addi %[[OFFSET]], %[[SKIP]]
  // CHECK:     %[[ROW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[START]]], sizes: [8], strides: [%[[STRIDES]]#1]
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  // CHECK:     %[[B:.*]] = bufferization.to_buffer %[[T]] read_only
  // CHECK:     memref.copy %[[B]], %[[ROW]]
  tssa.write %v, %row : !tssa.ref<8xf32>
  return
}

// A read whose last use comes before the next write is the storage itself.

// CHECK-LABEL: func.func @read_before_write(
func.func @read_before_write(%x: !tssa.ref<4xf32>, %e: tensor<4xf32>) {
  // CHECK-NOT: memref.alloc
  // CHECK:     bufferization.to_tensor %{{.*}} restrict :
  // CHECK-NOT: memref.alloc
  // CHECK:     memref.copy
  %t = tssa.read %x : !tssa.ref<4xf32>
  %s = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  tssa.write %s, %x : !tssa.ref<4xf32>
  return
}

// A read that is used after a write that may touch it is a copy.

// CHECK-LABEL: func.func @read_after_write(
func.func @read_after_write(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:     %[[COPY:.*]] = memref.alloc() : memref<4xf32>
  // CHECK:     memref.copy %{{.*}}, %[[COPY]]
  // CHECK:     bufferization.to_tensor %[[COPY]] restrict writable
  %t = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %t : tensor<4xf32>
}

// So is one that is itself what is written, since the two may overlap in part.

// CHECK-LABEL: func.func @shift(
func.func @shift(%x: !tssa.ref<4xf32>) {
  %from = view.of #view.slice<0, 0 : 3 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<3xf32>
  %to = view.of #view.slice<0, 1 : 4 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<3xf32>
  // CHECK:     %[[COPY:.*]] = memref.alloc() : memref<3xf32>
  %t = tssa.read %from : !tssa.ref<3xf32>
  tssa.write %t, %to : !tssa.ref<3xf32>
  return
}

// A fresh storage and an argument do not overlap, nor do two arguments of which
// one says so.

// CHECK-LABEL: func.func @disjoint(
func.func @disjoint(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  // CHECK:     %[[A:.*]] = memref.alloc() : memref<4xf32>
  // CHECK-NOT: memref.alloc
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %t = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %t, %a : !tssa.ref<4xf32>
  tssa.write %t, %y : !tssa.ref<4xf32>
  return %a : !tssa.ref<4xf32>
}

// What carries refs carries buffers; types need no casts.

// CHECK-LABEL: func.func @carried(
func.func @carried(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>, %c: i1, %n: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.if %{{.*}} -> (memref<?xf32, strided<[?], offset: ?>>)
  %p = scf.if %c -> !tssa.ref<?xf32> {
    scf.yield %x : !tssa.ref<?xf32>
  } else {
    scf.yield %y : !tssa.ref<?xf32>
  }
  // CHECK: scf.for {{.*}} -> (memref<?xf32, strided<[?], offset: ?>>)
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%z = %p) -> !tssa.ref<?xf32> {
    %s = arith.select %c, %z, %x : !tssa.ref<?xf32>
    scf.yield %s : !tssa.ref<?xf32>
  }
  return %q : !tssa.ref<?xf32>
}

// Bytes under another type: the base of the storage changes its type.

// CHECK-LABEL: func.func @bytes(
func.func @bytes(%x: !tssa.ref<4xf32>) -> !tssa.ref<4xi32> {
  // CHECK: %[[BASE:[a-z_]*]], %{{.*}} = memref.extract_strided_metadata
  // CHECK: %[[INT:.*]] = tssa.bitcast_buffer %[[BASE]] : memref<f32> to memref<i32>
  // CHECK: memref.reinterpret_cast %[[INT]] to
  %y = view.of #view.bitcast<i32> %x : !tssa.ref<4xf32> -> !tssa.ref<4xi32>
  return %y : !tssa.ref<4xi32>
}

// A tensor that leaves a function is an allocation of its own, one that comes from
// a call may be updated in place.

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
func.func private @callee(%t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]] = memref.alloc() : memref<4xf32>
  // CHECK: memref.copy
  return %t : tensor<4xf32>
}
// CHECK-LABEL: func.func @caller(
func.func @caller(%x: !tssa.ref<4xf32>) {
  %t = tssa.read %x : !tssa.ref<4xf32>
  // CHECK: %[[R:.*]] = call @callee(%{{.*}}) {tssa.keeps_nothing, tssa.owned_results = array<i64: 0>} :
  // CHECK: bufferization.to_tensor %[[R]] restrict writable
  %r = call @callee(%t) : (tensor<4xf32>) -> tensor<4xf32>
  tssa.write %r, %x : !tssa.ref<4xf32>
  return
}

// What a call gives is returned without a copy: it is an allocation already. The
// value of a ref that a call gives is copied.

// CHECK-LABEL: func.func @forward(
// CHECK: %[[R:.*]] = call @callee(
// CHECK: return %[[R]]
func.func @forward(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @callee(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// CHECK-LABEL: func.func @not_forwarded(
// CHECK: call @tssa_rt_call(
// CHECK: %[[C:.*]] = memref.alloc()
// CHECK: memref.copy
// CHECK: return
func.func private @gives_ref() -> !tssa.ref<4xf32>
func.func @not_forwarded() -> tensor<4xf32> {
  %r = call @gives_ref() : () -> !tssa.ref<4xf32>
  %t = tssa.read %r : !tssa.ref<4xf32>
  return %t : tensor<4xf32>
}

// The layout of a fresh storage is that of its type.

// CHECK-LABEL: func.func @layout(
func.func @layout(%v: tensor<2x3xf32>) -> !tssa.ref<2x3xf32, strided<[1, 2]>> {
  // CHECK: %[[S:.*]] = memref.alloc() : memref<6xf32>
  // CHECK: memref.reinterpret_cast %[[S]] to offset: [0], sizes: [2, 3], strides: [1, 2]
  %a = tssa.alloc %v : tensor<2x3xf32> -> !tssa.ref<2x3xf32, strided<[1, 2]>>
  return %a : !tssa.ref<2x3xf32, strided<[1, 2]>>
}

// A part of a value is copied, since the value may be a storage that changes.

// CHECK-LABEL: func.func @access(
func.func @access(%t: tensor<4x8xf32>) -> tensor<8xf32> {
  // CHECK: %[[PART:.*]] = memref.reinterpret_cast
  // CHECK: %[[COPY:.*]] = memref.alloc() : memref<8xf32>
  // CHECK: memref.copy %[[PART]], %[[COPY]]
  %r = view.access #view.select<0, 2> %t : tensor<4x8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A list is an object of the runtime; an index that must exist is checked.

// CHECK-LABEL: func.func @list(
// CHECK-SAME:    %{{.*}}: memref<4xf32, strided<[?], offset: ?>>, %[[I:.*]]: index) -> !llvm.ptr
func.func @list(%x: !tssa.ref<4xf32>, %i: index) -> !tssa.list<!tssa.ref<4xf32>> {
  // CHECK: %[[L:.*]] = call @tssa_rt_list_create() : () -> !llvm.ptr
  // CHECK: tssa.buffer_address
  // CHECK: call @tssa_rt_list_put(%[[L]]
  %l = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  // CHECK: %[[N:.*]] = call @tssa_rt_list_length(%[[L]])
  // CHECK: tssa.check {{.*}} {origin = "tssa.list_get", status = 2 : i32}
  // CHECK: call @tssa_rt_list_take(%{{[^,]+}}, %[[L]]
  // CHECK: tssa.buffer_at
  %y = tssa.list_get %l[%i] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  tssa.list_append %y, %l : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
  return %l : !tssa.list<!tssa.ref<4xf32>>
}

// A call whose callee, or what that calls, asks for the size of a storage.

// CHECK-LABEL: func.func @measures(
func.func @measures(%x: !tssa.ref<4xf32>, %i: index) {
  // CHECK: tssa.storage_size
  tssa.check_view #view.as_strided<[2], [1], ?> %x[%i] : !tssa.ref<4xf32>
  return
}
func.func @passes_on(%x: !tssa.ref<4xf32>, %i: index) {
  // CHECK: call @measures(%{{.*}}) {tssa.keeps_nothing, tssa.measures} :
  call @measures(%x, %i) : (!tssa.ref<4xf32>, index) -> ()
  return
}
func.func @calls(%x: !tssa.ref<4xf32>, %i: index) {
  // CHECK: call @passes_on(%{{.*}}) {tssa.keeps_nothing, tssa.measures} :
  call @passes_on(%x, %i) : (!tssa.ref<4xf32>, index) -> ()
  return
}

// Whether a ref is all of its storage.

// CHECK-LABEL: func.func @is_whole(
// CHECK: %[[SIZE:.*]] = tssa.storage_size %{{.*}} : memref<?xf32, strided<[?], offset: ?>>
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK-NOT: tssa.is_whole
func.func @is_whole(%x: !tssa.ref<?xf32>) -> i1 {
  %0 = tssa.is_whole %x reaching 3 : !tssa.ref<?xf32>
  return %0 : i1
}
