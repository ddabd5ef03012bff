// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stock mlir-opt functionalizes through the plugin, stage by stage and at
// once; the models for scf's ops come with it.
// RUN: mlir-opt-22 %s --load-dialect-plugin=%tensorssa_plugin --pass-pipeline='builtin.module(tssa-insert-checks,tssa-functionalize{fallback=error errors=fast report=false},tssa-verify-functional)' | FileCheck %s
// RUN: mlir-opt-22 %s --load-dialect-plugin=%tensorssa_plugin --pass-pipeline='builtin.module(tssa-insert-checks,tssa-rewrite-mutations,canonicalize,tssa-propagate-versions,cse,tssa-rename-versions)' | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-SAME:    -> (!tssa.ref<4x8xf32> {tssa.fresh}) attributes {tssa.functional}
// CHECK:         %[[OUT:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[IN:.*]], %[[B:.*]] = %[[IN]])
// CHECK:           view.access #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %[[A]]
// CHECK:           %[[NEW:.*]] = view.assign #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]> %{{.*}}, %[[A]]
// CHECK:           %[[IF:.*]] = scf.if
// CHECK:             view.access #view.select<0, ?> %[[NEW]]
// CHECK:             view.assign #view.select<0, 0> %{{.*}}, %[[B]]
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[B]]
// CHECK:           scf.yield %[[NEW]], %[[IF]]
// CHECK:         tssa.write %[[OUT]]#0, %{{.*}}
// CHECK-NEXT:    %[[R:.*]] = tssa.materialize_result %[[OUT]]#1
// CHECK-NEXT:    return %[[R]]
func.func @kernel(%x: !tssa.ref<4x8xf32>, %n: index) -> !tssa.ref<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !tssa.ref<4x8xf32>
  %y = tssa.alloc %v : tensor<4x8xf32> -> !tssa.ref<4x8xf32>
  %one = arith.constant dense<1.000000e+00> : tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    %even = view.of #view.slice<0, 0 : 8 : 2> %row : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
    %a = tssa.read %even : !tssa.ref<4xf32>
    %b = arith.addf %a, %one : tensor<4xf32>
    tssa.write %b, %even : !tssa.ref<4xf32>
    %is_one = arith.cmpi eq, %i, %c1 : index
    scf.if %is_one {
      %first = view.of #view.select<0, 0> %y : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
      %r = tssa.read %row : !tssa.ref<8xf32>
      tssa.write %r, %first : !tssa.ref<8xf32>
    }
  }
  return %y : !tssa.ref<4x8xf32>
}
