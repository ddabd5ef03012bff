// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %opt %s -split-input-file -verify-diagnostics

func.func @odd(%grid: !tssa.ref<4x5xf32>) {
  // expected-error @+1 {{expected the number of columns to be even but got 5}}
  %0 = view.of #grid.color<0> %grid : !tssa.ref<4x5xf32> -> !tssa.ref<4x2xf32>
  return
}

// -----

func.func @small(%grid: !tssa.ref<4x3xf32>) {
  // expected-error @+1 {{expected a size to be at least twice the halo 2 but got 3}}
  %0 = view.of #grid.interior<2> %grid : !tssa.ref<4x3xf32> -> !tssa.ref<0x0xf32>
  return
}

// -----

// expected-error @+1 {{expected the color to be 0 or 1 but got 2}}
func.func private @color() attributes {kind = #grid.color<2>}

// -----

// expected-error @+1 {{expected the halo to be in [0, 4294967296) but got -1}}
func.func private @halo() attributes {kind = #grid.interior<-1>}

// -----

func.func @integers(%x: !tssa.ref<4xi64>, %f: f64) {
  // expected-error @+1 {{expected the elements of the cells to be floats but got 'i64'}}
  grid.relax_ %x, %x, %f : !tssa.ref<4xi64>, !tssa.ref<4xi64>
  return
}

// -----

func.func @sizes(%x: !tssa.ref<4xf32>, %y: !tssa.ref<3xf32>, %f: f64) {
  // expected-error @+1 {{expected the target to be like the cells, '!tssa.ref<4xf32>', but got '!tssa.ref<3xf32>'}}
  grid.relax_ %x, %y, %f : !tssa.ref<4xf32>, !tssa.ref<3xf32>
  return
}

// -----

func.func @body(%n: index, %t: tensor<4xf32>) {
  // expected-error @+1 {{expected the body to take the types of the inits}}
  %0 = grid.repeat %n (%t) : tensor<4xf32> {
    grid.yield %t : tensor<4xf32>
  }
  return
}
