// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-forward-descriptors | FileCheck %s

// What was put in is what is taken out, and the descriptor goes.

// CHECK-LABEL: llvm.func @known(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64
llvm.func @known(%p: !llvm.ptr, %n: i64) -> i64 {
  // CHECK-NOT: llvm.insertvalue
  // CHECK-NOT: llvm.extractvalue
  // CHECK:     %[[X:.*]] = llvm.load %[[P]]
  // CHECK:     %[[R:.*]] = llvm.add %[[X]], %[[N]]
  // CHECK:     llvm.return %[[R]]
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %2 = llvm.insertvalue %n, %1[2, 1] : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %q = llvm.extractvalue %2[0] : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %m = llvm.extractvalue %2[2, 1] : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %x = llvm.load %q : !llvm.ptr -> i64
  %r = llvm.add %x, %m : i64
  llvm.return %r : i64
}

// Also in another block. What a block is given is not known, and a descriptor
// that goes out stays.

// CHECK-LABEL: llvm.func @blocks(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[C:.*]]: i1
llvm.func @blocks(%p: !llvm.ptr, %c: i1) -> !llvm.struct<(ptr, ptr)> {
  // CHECK: %[[D:.*]] = llvm.insertvalue %[[P]], %{{.*}}[0]
  // CHECK: llvm.cond_br %[[C]], ^[[A:.*]], ^[[B:.*]](%[[D]]
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr)>
  llvm.cond_br %c, ^bb1, ^bb2(%1 : !llvm.struct<(ptr, ptr)>)
^bb1:
  // CHECK: ^[[A]]:
  // CHECK: llvm.insertvalue %[[P]], %[[D]][1]
  %2 = llvm.extractvalue %1[0] : !llvm.struct<(ptr, ptr)>
  %3 = llvm.insertvalue %2, %1[1] : !llvm.struct<(ptr, ptr)>
  llvm.return %3 : !llvm.struct<(ptr, ptr)>
^bb2(%4: !llvm.struct<(ptr, ptr)>):
  // CHECK: ^[[B]](%[[G:.*]]: !llvm.struct<(ptr, ptr)>):
  // CHECK: %[[T:.*]] = llvm.extractvalue %[[G]][0]
  // CHECK: llvm.insertvalue %[[T]], %[[G]][1]
  %5 = llvm.extractvalue %4[0] : !llvm.struct<(ptr, ptr)>
  %6 = llvm.insertvalue %5, %4[1] : !llvm.struct<(ptr, ptr)>
  llvm.return %6 : !llvm.struct<(ptr, ptr)>
}

// What is written stays, what nothing uses goes.

// CHECK-LABEL: llvm.func @dead(
llvm.func @dead(%p: !llvm.ptr, %n: i64) {
  // CHECK-NOT: llvm.mul
  // CHECK:     llvm.store
  %0 = llvm.mul %n, %n : i64
  llvm.store %n, %p : i64, !llvm.ptr
  llvm.return
}
