// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three stages in one, on the TensorSSA paper's examples and on what the
// result of a function may be.
// RUN: tssa-opt %s --tssa-functionalize --tssa-verify-functional | FileCheck %s

// The paper's first example, a loop over rows: `b[i] = b[i] + 1`.
// CHECK-LABEL: func.func @loop_over_rows
// CHECK-SAME:    %[[B:.*]]: !tssa.ref<4x8xf32>
// CHECK-SAME:    attributes {tssa.functional}
// CHECK:         %[[IN:.*]] = tssa.read %[[B]]
// CHECK:         %[[OUT:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[IN]])
// CHECK:           %[[ROW:.*]] = view.access #view.select<0, ?> %[[T]][%[[J:.*]]]
// CHECK:           %[[SUM:.*]] = arith.addf %[[ROW]]
// CHECK:           %[[NEW:.*]] = view.assign #view.select<0, ?> %[[SUM]], %[[T]][%[[J]]]
// CHECK:           scf.yield %[[NEW]]
// CHECK:         tssa.write %[[OUT]], %[[B]]
// CHECK-NEXT:    return
func.func @loop_over_rows(%b: !tssa.ref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %c4
    %row = view.of #view.select<0, ?> %b[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    %v = tssa.read %row : !tssa.ref<8xf32>
    %w = arith.addf %v, %one : tensor<8xf32>
    tssa.write %w, %row : !tssa.ref<8xf32>
  }
  return
}

// The paper's dependence across a branch: a view made before it, mutated in one
// arm, and the base read after it.
// CHECK-LABEL: func.func @dependence_across_branch
// CHECK-SAME:    %[[V:.*]]: tensor<4x8xf32>, %[[C:.*]]: i1, %[[W:.*]]: tensor<8xf32>
// CHECK-NOT:     tssa.alloc
// CHECK:         %[[R:.*]] = scf.if %[[C]]
// CHECK:           %[[NEW:.*]] = view.assign #view.select<0, 0> %[[W]], %[[V]]
// CHECK:           scf.yield %[[NEW]]
// CHECK:         else
// CHECK:           scf.yield %[[V]]
// CHECK:         view.access #view.select<0, 0> %[[R]]
// CHECK:         arith.addf %[[R]], %[[R]]
func.func @dependence_across_branch(%v: tensor<4x8xf32>, %c: i1, %w: tensor<8xf32>) -> (tensor<8xf32>, tensor<4x8xf32>) {
  %x = tssa.alloc %v : tensor<4x8xf32> -> !tssa.ref<4x8xf32>
  %row = view.of #view.select<0, 0> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  scf.if %c {
    tssa.write %w, %row : !tssa.ref<8xf32>
  }
  %r = tssa.read %row : !tssa.ref<8xf32>
  %a = tssa.read %x : !tssa.ref<4x8xf32>
  %s = arith.addf %a, %a : tensor<4x8xf32>
  return %r, %s : tensor<8xf32>, tensor<4x8xf32>
}

// The paper's normalize: each channel of an image is shifted and scaled in
// place.
// CHECK-LABEL: func.func @normalize
// CHECK:         %[[IN:.*]] = tssa.read
// CHECK:         %[[OUT:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[T:.*]] = %[[IN]])
// CHECK:           view.access #view.select<0, ?> %[[T]][%[[I]]]
// CHECK:           %[[A:.*]] = view.assign #view.select<0, ?> %{{.*}}, %[[T]][%[[I]]]
// CHECK:           view.access #view.select<0, ?> %[[A]][%[[I]]]
// CHECK:           %[[B:.*]] = view.assign #view.select<0, ?> %{{.*}}, %[[A]][%[[I]]]
// CHECK:           scf.yield %[[B]]
// CHECK:         tssa.write %[[OUT]]
func.func @normalize(%image: !tssa.ref<3x?xf32>, %mean: tensor<?xf32>, %scale: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %channel = view.of #view.select<0, ?> %image[%i] : !tssa.ref<3x?xf32> -> !tssa.ref<?xf32>
    %0 = tssa.read %channel : !tssa.ref<?xf32>
    %1 = arith.subf %0, %mean : tensor<?xf32>
    tssa.write %1, %channel : !tssa.ref<?xf32>
    %2 = tssa.read %channel : !tssa.ref<?xf32>
    %3 = arith.mulf %2, %scale : tensor<?xf32>
    tssa.write %3, %channel : !tssa.ref<?xf32>
  }
  return
}

// What is returned is the argument itself or a view of it, composed.
// CHECK-LABEL: func.func @return_argument
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4x8xf32>
// CHECK-SAME:    -> (!tssa.ref<4x8xf32> {tssa.alias = 0 : i64}, !tssa.ref<4xf32> {tssa.alias = 0 : i64})
// CHECK-NEXT:    %[[Y:.*]] = view.of #view.path<[#view.select<0, 1>, #view.slice<0, 0 : 8 : 2>]> %[[X]]
// CHECK-NEXT:    return %[[X]], %[[Y]]
func.func @return_argument(%x: !tssa.ref<4x8xf32>) -> (!tssa.ref<4x8xf32>, !tssa.ref<4xf32>) {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %even = view.of #view.slice<0, 0 : 8 : 2> %row : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  return %x, %even : !tssa.ref<4x8xf32>, !tssa.ref<4xf32>
}

// Results of one fresh storage share it, even where it is not returned itself.
// CHECK-LABEL: func.func @return_siblings
// CHECK-SAME:    -> (!tssa.ref<8xf32> {tssa.fresh}, !tssa.ref<8xf32> {tssa.fresh})
// CHECK-COUNT-1: tssa.materialize_result
// CHECK-NOT:     tssa.materialize_result
// CHECK:         view.of #view.select<0, 0> %[[S:.*]] :
// CHECK-NEXT:    view.of #view.select<0, 1> %[[S]] :
func.func @return_siblings(%v: tensor<4x8xf32>) -> (!tssa.ref<8xf32>, !tssa.ref<8xf32>) {
  %x = tssa.alloc %v : tensor<4x8xf32> -> !tssa.ref<4x8xf32>
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %b = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  return %a, %b : !tssa.ref<8xf32>, !tssa.ref<8xf32>
}

// Two allocations of one value stay two storages, and a clone of an argument is
// not the argument.
// CHECK-LABEL: func.func @return_clones
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4xf32>
// CHECK:         %[[V:.*]] = tssa.read %[[X]]
// CHECK:         %[[A:.*]] = tssa.materialize_result %[[V]]
// CHECK:         %[[B:.*]] = tssa.materialize_result %[[V]]
// CHECK:         return %[[A]], %[[B]]
func.func @return_clones(%x: !tssa.ref<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %v = tssa.read %x : !tssa.ref<4xf32>
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// A snapshot read before a write keeps what it read.
// CHECK-LABEL: func.func @snapshot
// CHECK:         %[[IN:.*]] = tssa.read
// CHECK:         tssa.write
// CHECK:         return %[[IN]]
func.func @snapshot(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %r = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %r : tensor<4xf32>
}

// Arguments that cannot overlap are written each.
// CHECK-LABEL: func.func @two_arguments
// CHECK-SAME:    attributes {tssa.functional}
// CHECK:         tssa.write %{{.*}}, %[[X:.*]] :
// CHECK-NOT:     tssa.write
func.func @two_arguments(%x: !tssa.ref<4xf32> {tssa.noalias}, %y: !tssa.ref<4xf32>) {
  %v = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// Through a path that names elements twice the assign keeps the order of the
// write: last one wins.
// CHECK-LABEL: func.func @write_expanded
// CHECK:         view.assign #view.expand<[3, 4]> %{{.*}} : tensor<3x4xf32> -> tensor<1x4xf32>
func.func @write_expanded(%x: !tssa.ref<1x4xf32>, %v: tensor<3x4xf32>) {
  %e = view.of #view.expand<[3, 4]> %x : !tssa.ref<1x4xf32> -> !tssa.ref<3x4xf32>
  tssa.write %v, %e : !tssa.ref<3x4xf32>
  return
}
