// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 2: versions cross regions.
// RUN: tssa-opt %s --tssa-rewrite-mutations --tssa-propagate-versions | FileCheck %s

// A loop takes the version before it, passes one on per trip, and gives the
// last one.
// CHECK-LABEL: func.func @for
// CHECK-SAME:    tssa.functional_stage = 2
// CHECK:         %[[INIT:.*]] = tssa.current %[[X:.*]] :
// CHECK-NEXT:    %[[OUT:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[INIT]]) -> (tensor<4xf32>)
// CHECK-NEXT:      tssa.update %[[T]], %[[X]]
// CHECK:           view.assign
// CHECK-NEXT:      tssa.update
// CHECK-NEXT:      %[[END:.*]] = tssa.current %[[X]]
// CHECK-NEXT:      scf.yield %[[END]]
// CHECK:         tssa.update %[[OUT]], %[[X]]
func.func @for(%x: !tssa.ref<4xf32>, %v: tensor<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = view.of #view.select<0, 2> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %v, %e : !tssa.ref<f32>
  }
  return
}

// What the loop carried before it still carries, first.
// CHECK-LABEL: func.func @for_with_own_values
// CHECK:         %[[OUT:.*]]:2 = scf.for {{.*}} -> (f32, tensor<4xf32>)
// CHECK:         tssa.update %[[OUT]]#1
// CHECK:         return %[[OUT]]#0
func.func @for_with_own_values(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> (f32) {
    tssa.write %v, %x : !tssa.ref<4xf32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  return %r : f32
}

// The condition of a while may change versions: its result is the one after the
// last evaluation, and the body starts from it.
// CHECK-LABEL: func.func @while
// CHECK:         %[[OUT:.*]] = scf.while (%[[B:.*]] = %{{.*}})
// CHECK-NEXT:      tssa.update %[[B]], %[[X:.*]] :
// CHECK:           view.assign #view.select<0, 0>
// CHECK-NEXT:      tssa.update
// CHECK:           %[[C:.*]] = tssa.current %[[X]]
// CHECK-NEXT:      scf.condition(%{{.*}}) %[[C]]
// CHECK:         ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT:      tssa.update %[[A]], %[[X]]
// CHECK:           view.assign #view.select<0, 1>
// CHECK-NEXT:      tssa.update
// CHECK-NEXT:      %[[Y:.*]] = tssa.current %[[X]]
// CHECK-NEXT:      scf.yield %[[Y]]
// CHECK:         tssa.update %[[OUT]], %[[X]]
func.func @while(%x: !tssa.ref<4xf32>, %v: tensor<f32>, %c: i1) {
  scf.while : () -> () {
    %e = view.of #view.select<0, 0> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %v, %e : !tssa.ref<f32>
    scf.condition(%c)
  } do {
    %e = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    tssa.write %v, %e : !tssa.ref<f32>
    scf.yield
  }
  return
}

// An if without else gets one, which passes the version before the if on.
// CHECK-LABEL: func.func @if
// CHECK:         %[[OUT:.*]] = scf.if
// CHECK:           tssa.update
// CHECK:         } else {
// CHECK-NEXT:      %[[OLD:.*]] = tssa.current %[[X:.*]] :
// CHECK-NEXT:      scf.yield %[[OLD]]
// CHECK:         tssa.update %[[OUT]], %[[X]]
func.func @if(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  scf.if %c {
    tssa.write %v, %x : !tssa.ref<4xf32>
  }
  return
}

// Each region of a switch, the default too, gives every version that one of
// them updates.
// CHECK-LABEL: func.func @index_switch
// CHECK-SAME:    %[[X:.*]]: !tssa.ref<4xf32> {tssa.noalias}, %[[Y:.*]]: !tssa.ref<4xf32> {tssa.noalias}
// CHECK:         %[[OUT:.*]]:2 = scf.index_switch %{{.*}} -> tensor<4xf32>, tensor<4xf32>
// CHECK:         case 0
// CHECK:           tssa.update %{{.*}}, %[[X]]
// CHECK:         case 1
// CHECK:           tssa.update %{{.*}}, %[[Y]]
// CHECK:         default
// CHECK-NEXT:      %[[DX:.*]] = tssa.current %[[X]]
// CHECK-NEXT:      %[[DY:.*]] = tssa.current %[[Y]]
// CHECK-NEXT:      scf.yield %[[DX]], %[[DY]]
// CHECK:         tssa.update %[[OUT]]#0, %[[X]]
// CHECK:         tssa.update %[[OUT]]#1, %[[Y]]
func.func @index_switch(%x: !tssa.ref<4xf32> {tssa.noalias}, %y: !tssa.ref<4xf32> {tssa.noalias}, %v: tensor<4xf32>, %i: index) {
  scf.index_switch %i
  case 0 {
    tssa.write %v, %x : !tssa.ref<4xf32>
    scf.yield
  }
  case 1 {
    tssa.write %v, %y : !tssa.ref<4xf32>
    scf.yield
  }
  default {
  }
  return
}

// A region that runs once.
// CHECK-LABEL: func.func @execute_region
// CHECK:         %[[OUT:.*]] = scf.execute_region -> tensor<4xf32>
// CHECK:         tssa.update %[[OUT]]
func.func @execute_region(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  scf.execute_region {
    tssa.write %v, %x : !tssa.ref<4xf32>
    scf.yield
  }
  return
}

// A root of a region's own goes nowhere; a region that only reads is not
// rebuilt.
// CHECK-LABEL: func.func @local_root
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           tssa.alloc
// CHECK:         scf.if %{{.*}} -> (tensor<4xf32>) {
// CHECK-NEXT:      tssa.current
func.func @local_root(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %n: index, %c: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
    tssa.write %v, %a : !tssa.ref<4xf32>
  }
  %s = scf.if %c -> tensor<4xf32> {
    %r = tssa.read %x : !tssa.ref<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %v : tensor<4xf32>
  }
  return %s : tensor<4xf32>
}

// Through nested regions the version is carried by each.
// CHECK-LABEL: func.func @nested
// CHECK:         %[[FOR:.*]] = scf.for {{.*}} iter_args
// CHECK:           %[[IF:.*]] = scf.if {{.*}} -> (tensor<4xf32>)
// CHECK:           tssa.update %[[IF]], %[[X:.*]] :
// CHECK-NEXT:      %[[END:.*]] = tssa.current %[[X]]
// CHECK-NEXT:      scf.yield %[[END]]
// CHECK:         tssa.update %[[FOR]], %[[X]]
func.func @nested(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
    } else {
      tssa.write %v, %x : !tssa.ref<4xf32>
    }
  }
  return
}
