// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-lower-checks | FileCheck %s

// A check is a branch; where it fails, its site is recorded and the function
// returns.

// CHECK-DAG: llvm.mlir.global internal constant @[[OP:.*]]("tssa.check_index\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:.*]]("expected index to be in [{0}, {1}) but got {2}\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("{{.*}}tssa-lower-checks.mlir:[[@LINE+9]]:8\00")

// CHECK-LABEL: func.func @check(
// CHECK-SAME:    %[[CTX:[^:]*]]: !llvm.ptr, %[[I:.*]]: index, %[[N:.*]]: index) -> index
// CHECK-SAME:    llvm.emit_c_interface
func.func @check(%i: index, %n: index) -> index {
  // CHECK: %[[LOW:.*]] = arith.subi %{{.*}}, %[[N]]
  // CHECK: %[[J:.*]] = arith.select
  // CHECK: cf.cond_br %{{.*}} weights([1048576, 1]), ^[[REST:.*]], ^[[FAILED:bb[0-9]+]]
  %j = tssa.check_index %i, %n
  // CHECK: ^[[REST]]:
  // CHECK:   return %[[J]]
  // CHECK: ^[[FAILED]]:
  // CHECK:   llvm.call @tssa_rt_fail(%[[CTX]], %{{.*}})
  // CHECK:   cf.br ^[[EXIT:.*]]
  // CHECK: ^[[EXIT]]:
  // CHECK:   %[[NONE:.*]] = ub.poison : index
  // CHECK:   return %[[NONE]]
  return %j : index
}

// Memory comes from the context; without any the function returns.

// CHECK-LABEL: func.func @alloc(
// CHECK-SAME:    %[[CTX:[^:]*]]: !llvm.ptr, %[[N:.*]]: index
func.func @alloc(%n: index) {
  // CHECK: llvm.intr.smul.with.overflow
  // CHECK: %[[BYTES:.*]] = arith.select
  // CHECK: %[[MEMORY:.*]] = llvm.call @tssa_rt_alloc(%[[CTX]], %[[BYTES]])
  // CHECK: %[[GOT:.*]] = llvm.icmp "ne" %[[MEMORY]]
  // CHECK: cf.cond_br %[[GOT]]
  %m = memref.alloc(%n) : memref<?x4xf32>
  // CHECK: llvm.call @tssa_rt_free(%[[CTX]], %{{.*}})
  memref.dealloc %m : memref<?x4xf32>
  return
}

// The context goes on to callees, and a callee's error ends the caller.

// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[CTX:[^:]*]]: !llvm.ptr, %[[I:.*]]: index
func.func @call(%i: index) -> index {
  // CHECK: %[[R:.*]] = call @check(%[[CTX]], %[[I]], %[[I]])
  // CHECK: %[[F:.*]] = llvm.call @tssa_rt_failed(%[[CTX]])
  // CHECK: cf.cond_br
  %r = call @check(%i, %i) : (index, index) -> index
  // CHECK: call @cannot_fail(%[[CTX]], %[[R]])
  // CHECK-NOT: llvm.call @tssa_rt_failed
  call @cannot_fail(%r) : (index) -> ()
  // CHECK: return %[[R]]
  return %r : index
}

// CHECK-LABEL: func.func private @cannot_fail(
// CHECK-SAME:    !llvm.ptr, %{{.*}}: index) attributes {llvm.linkage = #llvm.linkage<internal>}
func.func private @cannot_fail(%i: index) {
  return
}

// An error of the program's own says its words and values.

// CHECK-LABEL: func.func @raise(
func.func @raise(%i: i64) {
  // CHECK: llvm.call @tssa_rt_fail(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
  tssa.raise "expected a vector but got {0}" (%i) : i64
  return
}
