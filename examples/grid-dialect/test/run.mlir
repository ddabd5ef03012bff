// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of both dialects run, and do what their texts say.
// RUN: %tssa run %s %run --entry=relax --input='[[1,2,3],[5,6,7],[9,10,11]]' --input=2 --input=0.5 | FileCheck %s --check-prefix=RELAX
// RUN: not %tssa run %s %run --entry=relax --input='[[1,2,3]]' --input=2 --input=0.5 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not %tssa run %s %run --entry=toward --input='[1,2]' --input='[1,2,3]' --input=1 2>&1 | FileCheck %s --check-prefix=SIZES

// The lowering of the program as it stands and the functional form agree on
// random grids of any layout, errors included.
// RUN: %tssa validate %s %run --skip-interpreter --expect-functional --rounds=40

// The inner cell moves half of the way from 6 to 2, then half of the way from 4.
// RELAX:      argument0: tensor<3x3xf32>
// RELAX-NEXT: {{\[\[}} 1.0  2.0  3.0]
// RELAX-NEXT: [ 5.0  3.0  7.0]
// RELAX-NEXT: [ 9.0 10.0 11.0]]
// SMALL: run.mlir:[[@LINE+2]]:{{.*}} error: 'tssa.check_view' op: cannot view the source as #grid.interior<1>
func.func @relax(%grid: !tssa.ref<?x?xf32>, %times: index {tssa.test = [2, 0, 3]}, %rate: f64) {
  %inner = view.of #grid.interior<1> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %north = view.of #view.path<[#view.slice<0, 0 : -2 : 1>, #view.slice<1, 1 : -1 : 1>]> %grid : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  grid.repeat %times {
    grid.relax_ %inner, %north, %rate : !tssa.ref<?x?xf32>, !tssa.ref<?x?xf32>
  }
  return
}

// SIZES: run.mlir:[[@LINE+2]]:{{.*}} error: 'tssa.check_equal' op: expected sizes to be 2 but got 3
func.func @toward(%x: !tssa.ref<?xf32> {tssa.noalias}, %y: !tssa.ref<?xf32>, %rate: f64) {
  grid.relax_ %x, %y, %rate : !tssa.ref<?xf32>, !tssa.ref<?xf32>
  return
}
