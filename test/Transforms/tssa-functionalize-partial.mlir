// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of which a part stays imperative: which part, and why.
// RUN: tssa-opt %s --tssa-functionalize --tssa-verify-functional --allow-unregistered-dialect -split-input-file -verify-diagnostics | FileCheck %s
// RUN: not tssa-opt %s --tssa-functionalize=fallback=error --allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: tssa-opt %s --tssa-functionalize=report=true --allow-unregistered-dialect -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
//
// Passes that may move ops, between the stages and after them, move nothing
// past what stays.
// RUN: tssa-opt %s --allow-unregistered-dialect -split-input-file \
// RUN:   --tssa-rewrite-mutations --canonicalize --cse --loop-invariant-code-motion --control-flow-sink \
// RUN:   --tssa-propagate-versions --canonicalize --cse --loop-invariant-code-motion --control-flow-sink \
// RUN:   --tssa-rename-versions --canonicalize --cse --loop-invariant-code-motion --control-flow-sink \
// RUN:   --tssa-verify-functional 2>/dev/null | FileCheck %s --check-prefix=MOVED

// ERROR: error: part of the function stays imperative: 'view.of' counts in elements of another type than its storage

// What `as_strided` names stays, and a new storage does not.
// REPORT: remark: part of the function stays imperative: 'view.of' counts
// REPORT: [tssa-report] @strided | view.of | cause |  |  | 'view.of' counts
// REPORT: [tssa-report] @strided | tssa.write | imperative | argument 0 | #view.path<[#view.as_strided<[4], [5], 0>, #view.bitcast<f32>]> | 'view.of' counts
// REPORT: [tssa-report] @strided | tssa.write | functional | allocation at {{.*}} | #view.slice<0, 0 : 2 : 1> | became view.assign
// CHECK-LABEL: func.func @strided
// CHECK-SAME: -> (!tssa.ref<4xf32> {tssa.fresh}) attributes {tssa.functional, tssa.partial = array<i64: 0>}
// CHECK: view.of #view.as_strided
// CHECK: %[[D:.*]] = view.of #view.bitcast<f32>
// CHECK: %[[V:.*]] = tssa.read %[[D]]
// CHECK: tssa.write %{{.*}}, %[[D]]
// CHECK: %[[W:.*]] = tssa.read %{{.*}} : !tssa.ref<2xf32>
// CHECK: %[[A:.*]] = view.assign #view.slice<0, 0 : 2 : 1> %[[W]], %[[V]]
// CHECK: %[[R:.*]] = tssa.materialize_result %[[A]]
// CHECK: return %[[R]]
// MOVED-LABEL: func.func @strided
// MOVED: tssa.read
// MOVED: tssa.write
// MOVED: tssa.read
func.func @strided(%x: !tssa.ref<4x4xf32>, %u: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %d0 = view.of #view.bitcast<i32> %x : !tssa.ref<4x4xf32> -> !tssa.ref<4x4xi32>
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage; apply 'as_strided' before the bitcast}}
  %d1 = view.of #view.as_strided<[4], [5], 0> %d0 : !tssa.ref<4x4xi32> -> !tssa.ref<4xi32>
  %d = view.of #view.bitcast<f32> %d1 : !tssa.ref<4xi32> -> !tssa.ref<4xf32>
  %v = tssa.read %d : !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.write %u, %d : !tssa.ref<4xf32>
  %e = view.of #view.slice<0, 0 : 2 : 1> %a : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %f = view.of #view.slice<0, 1 : 3 : 1> %d : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %g = tssa.read %f : !tssa.ref<2xf32>
  tssa.write %g, %e : !tssa.ref<2xf32>
  return %a : !tssa.ref<4xf32>
}

// -----

// Another argument stays too, since promises are about elements, if anything is
// written.
// CHECK-LABEL: func.func @strided_beside
// CHECK-SAME: tssa.partial = array<i64: 0, 1>
func.func @strided_beside(%x: !tssa.ref<2xf32> {tssa.noalias}, %y: !tssa.ref<2xf32> {tssa.noalias}, %v: tensor<2xf32>) {
  %d0 = view.of #view.bitcast<i32> %x : !tssa.ref<2xf32> -> !tssa.ref<2xi32>
  // expected-remark @+2 {{part of the function stays imperative: 'view.of' may reach the storage of an argument beyond its elements, where the other arguments may lie}}
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage}}
  %d1 = view.of #view.as_strided<[4], [1], 0> %d0 : !tssa.ref<2xi32> -> !tssa.ref<4xi32>
  %d = view.of #view.bitcast<f32> %d1 : !tssa.ref<4xi32> -> !tssa.ref<4xf32>
  %0 = tssa.read %d : !tssa.ref<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %y : !tssa.ref<2xf32>
  %1 = tssa.read %a : !tssa.ref<4xf32>
  tssa.write %1, %a : !tssa.ref<4xf32>
  return
}

// -----

// Nothing is written to any argument: the other one is a version.
// CHECK-LABEL: func.func @strided_read
// CHECK-SAME: tssa.partial = array<i64: 0>
func.func @strided_read(%x: !tssa.ref<2xf32>, %y: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %d0 = view.of #view.bitcast<i32> %x : !tssa.ref<2xf32> -> !tssa.ref<2xi32>
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage}}
  %d1 = view.of #view.as_strided<[4], [1], 0> %d0 : !tssa.ref<2xi32> -> !tssa.ref<4xi32>
  %d = view.of #view.bitcast<f32> %d1 : !tssa.ref<4xi32> -> !tssa.ref<4xf32>
  %0 = tssa.read %d : !tssa.ref<4xf32>
  %1 = tssa.read %y : !tssa.ref<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.write %1, %a : !tssa.ref<4xf32>
  return %a : !tssa.ref<4xf32>
}

// -----

// What a list keeps, and what comes out of it, in a loop around versions. The
// read of what stays is not taken out of the loop.
// CHECK-LABEL: func.func @listed
// CHECK-SAME: tssa.partial = array<i64: 1, 2>
// CHECK: %[[X:.*]] = tssa.read %[[ARG:.*]] : !tssa.ref<4xf32>
// CHECK: scf.for {{.*}} iter_args(%[[T:.*]] = %[[X]]) -> (tensor<4xf32>)
// CHECK: tssa.list_append %{{.*}}, %{{.*}}
// CHECK: %[[Z:.*]] = tssa.list_get
// CHECK: %[[R:.*]] = tssa.read %[[Z]]
// CHECK: tssa.write %[[T]], %[[Z]]
// CHECK: %[[N:.*]] = view.assign #view.slice<0, 0 : 2 : 1> %{{.*}}, %[[R]]
// CHECK: scf.yield %[[N]]
// CHECK: tssa.write %{{.*}}, %[[ARG]]
// MOVED-LABEL: func.func @listed
// MOVED: scf.for
// MOVED: %[[Z:.*]] = tssa.list_get
// MOVED: tssa.read %[[Z]]
// MOVED: tssa.write %{{.*}}, %[[Z]]
func.func @listed(%x: !tssa.ref<4xf32> {tssa.noalias}, %y: !tssa.ref<4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>, %h: tensor<2xf32>, %n: index) {
  // expected-remark @-1 {{part of the function stays imperative: 'func.func' takes a list of refs}}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{part of the function stays imperative: 'tssa.list_append' keeps refs in a list}}
    tssa.list_append %y, %l : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
    // expected-remark @+1 {{part of the function stays imperative: 'tssa.list_get' keeps refs in a list}}
    %z = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
    %0 = tssa.read %z : !tssa.ref<4xf32>
    %1 = tssa.read %x : !tssa.ref<4xf32>
    tssa.write %1, %z : !tssa.ref<4xf32>
    tssa.write %0, %x : !tssa.ref<4xf32>
    %p = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    tssa.write %h, %p : !tssa.ref<2xf32>
  }
  return
}

// -----

// A storage that goes where no ref is known to go; what comes back may be any
// argument, and is no new storage.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: tssa.partial = array<i64: 0>
// CHECK: %[[A:.*]] = tssa.alloc
// CHECK-NOT: tssa.alloc
// CHECK: %[[R:.*]] = "test.use"(%[[A]])
// CHECK: tssa.materialize_result
func.func @unknown(%x: !tssa.ref<4xf32> {tssa.noalias}, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  // expected-remark @+1 {{part of the function stays imperative: 'test.use' uses a ref in a way that is not known; implement MutationOpInterface or AliasOpInterface for it}}
  %r = "test.use"(%a) : (!tssa.ref<4xf32>) -> !tssa.ref<4xf32>
  %0 = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %0, %b : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %r, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// An overlap that is decided at run time: both that it asks about stay.
// CHECK-LABEL: func.func @overlap
// CHECK: tssa.check_overlap
// CHECK: tssa.materialize_result
func.func @overlap(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>, %i: index) -> !tssa.ref<4xf32> {
  %p = view.of #view.slice<0, ? : 4 : 1> %x[%i] : !tssa.ref<8xf32> -> !tssa.ref<?xf32>
  %q = view.of #view.slice<0, 1 : 5 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  // expected-remark @+1 {{part of the function stays imperative: 'tssa.check_overlap' of parts that may overlap is decided at run time; copy the source first, or use constant bounds}}
  tssa.check_overlap %q, %p : !tssa.ref<4xf32>, !tssa.ref<?xf32>
  tssa.write %v, %q : !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %q : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  return %a : !tssa.ref<4xf32>
}

// -----

// Arguments that may overlap stay, as one changes; what is allocated does not.
// CHECK-LABEL: func.func @arguments
// CHECK-SAME: tssa.partial = array<i64: 0, 1>
// CHECK: %[[V:.*]] = tssa.read %arg1
// CHECK: tssa.write %{{.*}}, %arg0
// CHECK: %[[W:.*]] = tssa.read %arg1
// CHECK: tssa.materialize_result %[[W]]
func.func @arguments(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %v = tssa.read %y : !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.add %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{part of the function stays imperative: 'tssa.write' changes argument 0, which may overlap argument 1; put 'tssa.noalias' on it if no caller passes overlapping tensors}}
  tssa.write %0, %x : !tssa.ref<4xf32>
  %w = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %w, %a : !tssa.ref<4xf32>
  return %a : !tssa.ref<4xf32>
}

// -----

// Results that are chosen between are versions only if all of them are.
// CHECK-LABEL: func.func @chosen
// CHECK-SAME: -> (!tssa.ref<4xf32>, !tssa.ref<4xf32> {tssa.fresh})
// CHECK: tssa.alloc
// CHECK-NOT: tssa.alloc
// CHECK: %[[R:.*]] = scf.if
// CHECK: %[[B:.*]] = tssa.materialize_result
// CHECK: return %[[R]], %[[B]]
func.func @chosen(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %s0 = view.of #view.bitcast<i32> %x : !tssa.ref<4xf32> -> !tssa.ref<4xi32>
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage}}
  %s1 = view.of #view.as_strided<[4], [1], 0> %s0 : !tssa.ref<4xi32> -> !tssa.ref<4xi32>
  %s = view.of #view.bitcast<f32> %s1 : !tssa.ref<4xi32> -> !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %s : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  tssa.write %0, %b : !tssa.ref<4xf32>
  %r = scf.if %c -> (!tssa.ref<4xf32>) {
    scf.yield %s : !tssa.ref<4xf32>
  } else {
    scf.yield %a : !tssa.ref<4xf32>
  }
  // The choice is made here.
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage}}
  return %r, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// What stays inside of an op whose regions are not known keeps all.
// CHECK-LABEL: func.func @inside
// CHECK-SAME: attributes {tssa.imperative}
func.func @inside(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  "test.region"() ({
    // expected-remark @+1 {{function stays imperative: 'test.use' uses a ref in a way that is not known}}
    "test.use"(%x) : (!tssa.ref<4xf32>) -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  return %a : !tssa.ref<4xf32>
}

// -----

// Behind the elements of an argument nothing is known: whether what lies there
// overlaps is asked at run time, of storages that both stay.
// CHECK-LABEL: func.func @asked
// CHECK-SAME: tssa.partial = array<i64: 0>
// CHECK: %[[A:.*]] = tssa.alloc
// CHECK-NOT: tssa.alloc
// CHECK: tssa.check_overlap %{{.*}}, %[[A]]
func.func @asked(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s0 = view.of #view.bitcast<i32> %x : !tssa.ref<4xf32> -> !tssa.ref<4xi32>
  // expected-remark @+1 {{part of the function stays imperative: 'view.of' counts in elements of another type than its storage}}
  %s1 = view.of #view.as_strided<[4], [1], 0> %s0 : !tssa.ref<4xi32> -> !tssa.ref<4xi32>
  %s = view.of #view.bitcast<f32> %s1 : !tssa.ref<4xi32> -> !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.check_overlap %s, %a : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  %0 = tssa.read %a : !tssa.ref<4xf32>
  tssa.write %0, %s : !tssa.ref<4xf32>
  tssa.write %0, %b : !tssa.ref<4xf32>
  %1 = tssa.read %b : !tssa.ref<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Where a storage grows, in callers and in callees, nothing becomes a version: an
// allocation may be more than its elements. Elsewhere it does.
// CHECK-LABEL: func.func @grows(
// CHECK-SAME: attributes {tssa.imperative}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: attributes {tssa.imperative}
// CHECK-LABEL: func.func @callee(
// CHECK-SAME: attributes {tssa.imperative}
// CHECK-LABEL: func.func @apart(
// CHECK-SAME: attributes {tssa.functional}
func.func @grows(%x: !tssa.ref<2xf32>, %v: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  // expected-remark @+1 {{function stays imperative: 'tssa.grow_storage' moves a storage, and with it what others may have in it; allocate what is needed at once}}
  %o = tssa.grow_storage %s, %n : !tssa.ref<2xf32>
  tssa.write %v, %x : !tssa.ref<2xf32>
  func.call @callee(%v) : (tensor<2xf32>) -> ()
  %0 = tssa.read %s : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
// expected-remark @+1 {{function stays imperative: 'func.func' is one in which a storage grows, or calls one, or is called by one; do that in functions apart}}
func.func @caller(%v: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  %w = tssa.read %s : !tssa.ref<2xf32>
  %t = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  tssa.write %w, %t : !tssa.ref<2xf32>
  %r = func.call @taker(%n) : (index) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func private @taker(%n: index) -> tensor<2xf32> {
  %v = arith.constant dense<0.0> : tensor<2xf32>
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  // expected-remark @+1 {{function stays imperative: 'tssa.grow_storage' moves a storage}}
  %o = tssa.grow_storage %s, %n : !tssa.ref<2xf32>
  %0 = tssa.read %s : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
// expected-remark @+1 {{function stays imperative: 'func.func' is one in which a storage grows, or calls one, or is called by one; do that in functions apart}}
func.func @callee(%v: tensor<2xf32>) {
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  tssa.write %v, %s : !tssa.ref<2xf32>
  return
}
func.func @apart(%v: tensor<2xf32>) -> tensor<2xf32> {
  %s = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  tssa.write %v, %s : !tssa.ref<2xf32>
  %0 = tssa.read %s : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}
