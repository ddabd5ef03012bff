// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa-opt --tssa-to-functional %s | FileCheck %s --check-prefix=IR
//
// The merged view is a row or a column of one matrix.
//
//   v = x[1] if row else x[:, i]
//   v *= 2
//   v[0] += 0.5
//   return x.sum(0)

// Every write is one assign in each branch, with the kind that holds there; the
// matrix keeps its shape.
// CHECK: ok row_or_column: 3 ways equal
// IR-LABEL: func.func @row_or_column
// IR-NOT: view.as_strided
// IR: scf.if %arg1
// IR: view.access #view.select<0, 1>
// IR: view.access #view.select<1, ?>
// IR: arith.addf
// IR: scf.if %arg1
// IR: view.assign #view.select<0, 1>
// IR: view.assign #view.select<1, ?>
// IR-NOT: scf.if {{.*}} -> (tensor<3x3xf32>, tensor<3x3xf32>)
// IR: scf.if %arg1
// IR: view.assign #view.path<[#view.select<0, 1>, #view.select<0, 0>]>
// IR: view.assign #view.path<[#view.select<1, ?>, #view.select<0, 0>]>
func.func @row_or_column(%x: !tssa.ref<3x3xf32>, %row: i1, %i: index)
    -> !tssa.ref<3xf32> {
  %c3 = arith.constant 3 : index
  %j = tssa.check_index %i, %c3
  %0 = view.of #view.select<0, 1> %x : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %1 = view.of #view.select<1, ?> %x[%j] : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
  %v = arith.select %row, %0, %1 : !tssa.ref<3xf32>
  %2 = tssa.read %v : !tssa.ref<3xf32>
  %3 = arith.addf %2, %2 : tensor<3xf32>
  tssa.write %3, %v : !tssa.ref<3xf32>
  %e = view.of #view.select<0, 0> %v : !tssa.ref<3xf32> -> !tssa.ref<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %4 = tssa.read %e : !tssa.ref<f32>
  %5 = arith.addf %4, %half : tensor<f32>
  tssa.write %5, %e : !tssa.ref<f32>
  %6 = tssa.read %x : !tssa.ref<3x3xf32>
  %7 = tssa.sum %6 dims [0] : tensor<3x3xf32> -> tensor<3xf32>
  %r = tssa.alloc %7 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %r : !tssa.ref<3xf32>
}

// One row or another is one kind with an index: one assign and no tag.
// CHECK: ok row_or_row: 3 ways equal
// IR-LABEL: func.func @row_or_row
// IR: %[[I:.+]] = arith.select
// IR: %[[J:.+]] = tssa.check_index %[[I]]
// IR-COUNT-1: view.assign #view.select<0, ?>
// IR-NOT: view.assign
func.func @row_or_row(%x: !tssa.ref<4x3xf32>, %c: i1, %i: index, %k: index) {
  %c4 = arith.constant 4 : index
  %j = tssa.check_index %i, %c4
  %l = tssa.check_index %k, %c4
  %v = scf.if %c -> !tssa.ref<3xf32> {
    %0 = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    scf.yield %0 : !tssa.ref<3xf32>
  } else {
    %0 = view.of #view.select<0, ?> %x[%l] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    scf.yield %0 : !tssa.ref<3xf32>
  }
  %2 = tssa.read %v : !tssa.ref<3xf32>
  %3 = arith.negf %2 : tensor<3xf32>
  tssa.write %3, %v : !tssa.ref<3xf32>
  return
}
