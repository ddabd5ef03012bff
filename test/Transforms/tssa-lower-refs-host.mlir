// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-lower-refs | FileCheck %s
//
// A function without a body is the host's. A value is copied for it, and what
// it gives as a value is copied.

// CHECK: llvm.mlir.global internal constant @[[NAME:.*]]("host\00")
// CHECK-NOT: func.func private @host(
// CHECK-LABEL: func.func @calls_the_host
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<2xf32>
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: %[[L:.*]] = call @tssa_rt_list_create() : () -> !llvm.ptr
// CHECK: call @tssa_rt_list_put(%[[L]]
// CHECK: tssa.buffer_address %[[COPY]]
// CHECK: call @tssa_rt_list_put(%[[L]]
// CHECK: call @tssa_rt_call(%{{[^,]*}}, %[[L]]
// CHECK: call @tssa_rt_list_take(%{{[^,]*}}, %[[L]]
// CHECK: memref.copy
func.func private @host(!tssa.ref<4xf32> {tssa.reads}, tensor<2xf32>) -> tensor<?xf32>
func.func @calls_the_host(%x: !tssa.ref<4xf32>, %t: tensor<2xf32>) -> tensor<?xf32> {
  %r = call @host(%x, %t) : (!tssa.ref<4xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
