// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that mix both dialects become functional in the stock mlir-opt with
// two plugins, whichever is loaded first.
// RUN: %opt %s --pass-pipeline='builtin.module(tssa-insert-checks,tssa-functionalize{fallback=error},canonicalize,cse,tssa-verify-functional)' | FileCheck %s
// RUN: %swapped %s --pass-pipeline='builtin.module(tssa-insert-checks,tssa-functionalize{fallback=error},canonicalize,cse,tssa-verify-functional)' | FileCheck %s
// RUN: %opt %s | %opt | FileCheck %s --check-prefix=SYNTAX

// The version goes around the loop of another dialect; its mutation becomes
// arithmetic, its view an access and an assign. What may fail about the view is
// checked once, before the loop.
// CHECK-LABEL: func.func @advect
// CHECK-SAME:    %[[GRID:.*]]: !tssa.ref<?x?xf32>, %[[N:.*]]: index, %[[RATE:.*]]: f64
// CHECK:         %[[IN:.*]] = tssa.read %[[GRID]]
// CHECK:         tssa.check_view #grid.interior<1> %[[GRID]]
// CHECK:         %[[OUT:.*]] = grid.repeat %[[N]](%[[IN]]) : tensor<?x?xf32> {
// CHECK-NEXT:    ^bb0(%[[V:.*]]: tensor<?x?xf32>):
// CHECK-DAG:       %[[NORTH:.*]] = view.access #view.path{{.*}} %[[V]]
// CHECK-DAG:       %[[INNER:.*]] = view.access #grid.interior<1> %[[V]]
// CHECK:           tssa.check_equal
// CHECK:           %[[WAY:.*]] = tssa.sub %[[NORTH]], %[[INNER]]
// CHECK-NEXT:      %[[STEP:.*]] = tssa.mul %[[WAY]], %[[RATE]]
// CHECK-NEXT:      %[[SUM:.*]] = tssa.add %[[INNER]], %[[STEP]]
// CHECK-NEXT:      %[[NEW:.*]] = view.assign #grid.interior<1> %[[SUM]], %[[V]]
// CHECK-NEXT:      grid.yield %[[NEW]]
// CHECK:         tssa.write %[[OUT]], %[[GRID]]

// SYNTAX-LABEL: func.func @advect
// SYNTAX:         view.of #grid.interior<1> %
// SYNTAX:         grid.repeat %{{.*}} {
// SYNTAX-NEXT:      grid.relax_ %{{.*}}, %{{.*}}, %{{.*}} : !tssa.ref<?x?xf32>, !tssa.ref<?x?xf32>
func.func @advect(%grid: !tssa.ref<?x?xf32>, %times: index, %rate: f64) {
  %inner = view.of #grid.interior<1> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %north = view.of #view.path<[#view.slice<0, 0 : -2 : 1>, #view.slice<1, 1 : -1 : 1>]> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  grid.repeat %times {
    grid.relax_ %inner, %north, %rate : !tssa.ref<?x?xf32>, !tssa.ref<?x?xf32>
  }
  return
}

// Views of both dialects compose; an operand of another dialect's kind is one of
// the path.
// CHECK-LABEL: func.func @row
// CHECK:         view.access #view.path<[#grid.interior<?>, #view.select<0, ?>]> %{{.*}}[%{{.*}}, %{{.*}}]
// SYNTAX-LABEL: func.func @row
// SYNTAX:         view.of #grid.interior<?> %{{.*}}[%{{.*}}]
func.func @row(%grid: !tssa.ref<?x?xf32>, %halo: index, %i: index) -> tensor<?xf32> {
  %inner = view.of #grid.interior<?> %grid[%halo] : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %row = view.of #view.select<0, ?> %inner[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %0 = tssa.read %row : !tssa.ref<?xf32>
  return %0 : tensor<?xf32>
}

// A write under scf's control flow inside grid's.
// CHECK-LABEL: func.func @nested
// CHECK:         grid.repeat %{{.*}}(%{{.*}}) : tensor<4x6xf32>
// CHECK:           scf.if
// CHECK:             view.assign #grid.color<0>
// CHECK:           grid.yield
func.func @nested(%grid: !tssa.ref<4x6xf32>, %n: index, %really: i1, %v: tensor<4x3xf32>) {
  %red = view.of #grid.color<0> %grid : !tssa.ref<4x6xf32> -> !tssa.ref<4x3xf32>
  grid.repeat %n {
    scf.if %really {
      tssa.write %v, %red : !tssa.ref<4x3xf32>
    }
  }
  return
}
