// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-insert-checks --tssa-functionalize=fallback=error | FileCheck %s
//
// A check of a view that fails for every storage of the sizes of its root is
// one of a constant, with the same error; the view behind it never exists.

// CHECK-LABEL: func.func @squeezed
// CHECK-SAME: tssa.functional
// CHECK: %[[NEVER:.*]] = arith.constant false
// CHECK: tssa.check %[[NEVER]], "cannot view the source as #view.squeeze<0>" {origin = "tssa.check_view"
// CHECK-NOT: view.access #view.{{.*}}squeeze
func.func @squeezed(%x: !tssa.ref<2x3xi32>) -> tensor<?xi32> {
  %0 = view.of #view.alias %x : !tssa.ref<2x3xi32> -> !tssa.ref<?x?xi32>
  %1 = view.of #view.squeeze<0> %0 : !tssa.ref<?x?xi32> -> !tssa.ref<?xi32>
  %2 = tssa.read %1 : !tssa.ref<?xi32>
  return %2 : tensor<?xi32>
}
