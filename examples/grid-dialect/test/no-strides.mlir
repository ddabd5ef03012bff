// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kind without strides works by its index map where programs become
// functional. It has no imperative lowering, and says so.
// RUN: %tssa run %s %run --entry=spread --input='[[1,2,3,4],[5,6,7,8]]' | FileCheck %s --check-prefix=SPREAD
// RUN: not %tssa run %s %run --entry=spread --input='[[1,2,3]]' 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: %tssa run %s %run --entry=column --input='[[1,2],[3,4]]' --input=0 | FileCheck %s --check-prefix=COLUMN
// RUN: not %tssa run %s %run --entry=spread --imperative --input='[[1,2],[3,4]]' 2>&1 | FileCheck %s --check-prefix=IMPERATIVE

// IMPERATIVE: no-strides.mlir:[[@LINE+7]]:{{.*}} error: 'view.of' op cannot be lowered: #grid.color<0> of {{.*}} is not known to be a strided view
// Each red cell goes to the black cell beside it: no strides describe either.
// SPREAD:      argument0: tensor<2x4xf32>
// SPREAD-NEXT: {{\[\[}}1.0 1.0 3.0 3.0]
// SPREAD-NEXT: [6.0 6.0 8.0 8.0]]
// ODD: no-strides.mlir:[[@LINE+2]]:{{.*}} error: 'tssa.check_view' op: cannot view the source as #grid.color<0>
func.func @spread(%grid: !tssa.ref<?x?xf32>) {
  %red = view.of #grid.color<0> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %black = view.of #grid.color<1> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %0 = tssa.read %red : !tssa.ref<?x?xf32>
  tssa.write %0, %black : !tssa.ref<?x?xf32>
  return
}

// A view of such a view, read and written.
// COLUMN:      result0: tensor<2xf32>
// COLUMN-NEXT: [1.0 4.0]
// COLUMN-NEXT: argument0: tensor<2x2xf32>
// COLUMN-NEXT: {{\[\[}}2.0 2.0]
// COLUMN-NEXT: [3.0 8.0]]
func.func @column(%grid: !tssa.ref<?x?xf32>, %i: index) -> tensor<?xf32> {
  %red = view.of #grid.color<0> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %column = view.of #view.select<1, ?> %red[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %0 = tssa.read %column : !tssa.ref<?xf32>
  %1 = tssa.add %0, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  tssa.write %1, %column : !tssa.ref<?xf32>
  return %0 : tensor<?xf32>
}
