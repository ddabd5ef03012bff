// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overlap that the paths decide: a check that holds goes, one that never holds
// fails where it stood, with the same error.
// RUN: tssa-opt %s --tssa-functionalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @holds(
// CHECK-NOT: tssa.check
// CHECK: return
func.func @holds(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>) {
  %c4 = arith.constant 4 : index
  %a = view.of #view.slice<0, 0 : ? : 1> %x[%c4] : !tssa.ref<8xf32> -> !tssa.ref<?xf32>
  %b = view.of #view.slice<0, 4 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.check_overlap %b, %a : !tssa.ref<4xf32>, !tssa.ref<?xf32>
  tssa.write %v, %b : !tssa.ref<4xf32>
  return
}

// -----

// The target repeats its elements; sizes of 1 repeat nothing.
// CHECK-LABEL: func.func @target(
// CHECK-SAME: attributes {tssa.functional}
// CHECK: %[[NEVER:.*]] = arith.constant false
// CHECK: tssa.check %[[NEVER]], "expected the elements of the target to be distinct in memory but some overlap" {origin = "tssa.check_overlap", status = {{[0-9]+}} : i32}
// CHECK-NOT: tssa.check
func.func @target(%x: !tssa.ref<1x4xf32>, %v: tensor<3x4xf32>, %w: tensor<1x4xf32>) {
  %e = view.of #view.expand<[3, 4]> %x : !tssa.ref<1x4xf32> -> !tssa.ref<3x4xf32>
  tssa.check_overlap %e : !tssa.ref<3x4xf32>
  tssa.write %v, %e : !tssa.ref<3x4xf32>
  %f = view.of #view.expand<[1, 4]> %x : !tssa.ref<1x4xf32> -> !tssa.ref<1x4xf32>
  tssa.check_overlap %f, %x : !tssa.ref<1x4xf32>, !tssa.ref<1x4xf32>
  tssa.write %w, %f : !tssa.ref<1x4xf32>
  return
}

// -----

// Target and source have some elements in common, or all in another order.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME: attributes {tssa.functional}
// CHECK: tssa.check %{{.*}}, "expected the source to be the target or disjoint from it but they overlap in part" {origin = "tssa.check_overlap"
// CHECK: tssa.check %{{.*}}, "expected the source to be the target or disjoint from it but they overlap in part" {origin = "tssa.check_overlap"
func.func @parts(%x: !tssa.ref<4x4xf32>) {
  %a = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4x4xf32> -> !tssa.ref<2x4xf32>
  %b = view.of #view.slice<0, 1 : 3 : 1> %x : !tssa.ref<4x4xf32> -> !tssa.ref<2x4xf32>
  tssa.check_overlap %a, %b : !tssa.ref<2x4xf32>, !tssa.ref<2x4xf32>
  %0 = tssa.read %b : !tssa.ref<2x4xf32>
  tssa.write %0, %a : !tssa.ref<2x4xf32>
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<4x4xf32> -> !tssa.ref<4x4xf32>
  tssa.check_overlap %t, %x : !tssa.ref<4x4xf32>, !tssa.ref<4x4xf32>
  %1 = tssa.read %x : !tssa.ref<4x4xf32>
  tssa.write %1, %t : !tssa.ref<4x4xf32>
  return
}
