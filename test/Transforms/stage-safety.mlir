// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream passes between all stages neither merge reads across a write, nor
// lose a version, nor execute what a zero-trip loop does not.
// DEFINE: %{motion} = canonicalize,cse,func.func(loop-invariant-code-motion),func.func(control-flow-sink),sccp
// RUN: tssa-opt %s --pass-pipeline="builtin.module(tssa-insert-checks,%{motion},tssa-rewrite-mutations,%{motion},tssa-propagate-versions,%{motion},tssa-rename-versions,%{motion},tssa-verify-functional)" | FileCheck %s
// RUN: tssa-opt %s --pass-pipeline="builtin.module(tssa-rewrite-mutations,%{motion})" | FileCheck %s --check-prefix=STAGE1
// RUN: tssa-opt %s --pass-pipeline="builtin.module(tssa-rewrite-mutations,%{motion},tssa-propagate-versions,%{motion})" | FileCheck %s --check-prefix=STAGE2

// Two reads with a write between them stay two, after the first stage already.
// CHECK-LABEL: func.func @reads_across_update
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4xf32>, %[[V:.*]]: tensor<4xf32>
// CHECK:         %[[OLD:.*]] = tssa.read %[[X]]
// CHECK:         tssa.write %[[V]], %[[X]]
// CHECK:         return %[[OLD]], %[[V]]
// STAGE1-LABEL: func.func @reads_across_update
// STAGE1:         %[[A:.*]] = tssa.current
// STAGE1:         tssa.update
// STAGE1:         %[[B:.*]] = tssa.current
// STAGE1:         return %[[A]], %[[B]]
func.func @reads_across_update(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  %b = tssa.read %x : !tssa.ref<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// A read in a loop that writes is not invariant.
// CHECK-LABEL: func.func @read_in_loop
// CHECK:         scf.for {{.*}} iter_args(%[[T:.*]] =
// CHECK:           arith.addf %[[T]], %[[T]]
// STAGE1-LABEL: func.func @read_in_loop
// STAGE1:         scf.for
// STAGE1:           tssa.current
// STAGE1:           tssa.update
func.func @read_in_loop(%x: !tssa.ref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = tssa.read %x : !tssa.ref<4xf32>
    %w = arith.addf %v, %v : tensor<4xf32>
    tssa.write %w, %x : !tssa.ref<4xf32>
  }
  return
}

// A version that only the write at the end uses is not dead.
// CHECK-LABEL: func.func @write_only
// CHECK:         %[[R:.*]] = arith.select %{{.*}}, %[[V:.*]], %{{.*}} : tensor<4xf32>
// CHECK:         tssa.write %[[R]]
// STAGE2-LABEL: func.func @write_only
// STAGE2:         scf.if
// STAGE2:         tssa.update
func.func @write_only(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  scf.if %c {
    tssa.write %v, %x : !tssa.ref<4xf32>
  }
  return
}

// A zero-trip loop with a bad index: the check and what depends on it stay
// inside.
// CHECK-LABEL: func.func @zero_trip
// CHECK-NOT:     tssa.check_index
// CHECK:         scf.for
// CHECK-NEXT:      %[[J:.*]] = tssa.check_index
// CHECK-NEXT:      view.access #view.select<0, ?> %{{.*}}[%[[J]]]
// CHECK:         }
func.func @zero_trip(%x: !tssa.ref<4xf32>, %y: !tssa.ref<f32> {tssa.noalias}, %n: index, %bad: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = view.of #view.select<0, ?> %x[%bad] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %v = tssa.read %e : !tssa.ref<f32>
    tssa.write %v, %y : !tssa.ref<f32>
  }
  return
}

// Two clones of one value stay two storages.
// CHECK-LABEL: func.func @two_clones
// CHECK:         %[[A:.*]] = tssa.materialize_result
// CHECK-NEXT:    %[[B:.*]] = tssa.materialize_result
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @two_clones(%v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// Versions cross a while whose condition writes.
// CHECK-LABEL: func.func @while
// CHECK:         %[[R:.*]] = scf.while (%[[B:.*]] = %{{.*}})
// CHECK:           %[[A:.*]] = view.assign #view.select<0, 0> %{{.*}}, %[[B]]
// CHECK:           scf.condition(%{{.*}}) %[[A]]
// CHECK:           ^bb0(%[[D:.*]]: tensor<4xf32>):
// CHECK:           %[[E:.*]] = view.assign #view.select<0, 1> %{{.*}}, %[[D]]
// CHECK:           scf.yield %[[E]]
// CHECK:         tssa.write %[[R]]
func.func @while(%x: !tssa.ref<4xf32>, %v: tensor<f32>, %w: tensor<f32>) {
  %c0 = arith.constant 0.0 : f32
  scf.while : () -> () {
    %e = view.of #view.select<0, 0> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %v, %e : !tssa.ref<f32>
    %f = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %r = tssa.read %f : !tssa.ref<f32>
    %s = tensor.extract %r[] : tensor<f32>
    %c = arith.cmpf olt, %s, %c0 : f32
    scf.condition(%c)
  } do {
    %e = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %w, %e : !tssa.ref<f32>
    scf.yield
  }
  return
}
