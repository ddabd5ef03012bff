// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-linalg-to-loops | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[X:.*]]: memref<4x?xf32>, %[[Y:.*]]: memref<4xf32>
func.func @sum(%x: memref<4x?xf32>, %y: memref<4xf32>) {
  // CHECK-NOT: linalg
  // CHECK: scf.for %[[I:.*]] =
  // CHECK:   scf.for %[[J:.*]] =
  // CHECK:     %[[A:.*]] = memref.load %[[X]]
  // CHECK:     %[[B:.*]] = memref.load %[[Y]]
  // CHECK:     %[[S:.*]] = arith.addf %[[B]], %[[A]]
  // CHECK:     memref.store %[[S]], %[[Y]]
  linalg.generic {indexing_maps = [#map, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x?xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Inside other loops too, and ops with names.

// CHECK-LABEL: func.func @nested(
func.func @nested(%x: memref<4xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:     scf.for
  // CHECK-NOT: linalg
  // CHECK:       scf.for
  // CHECK:         memref.store
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
  }
  return
}
