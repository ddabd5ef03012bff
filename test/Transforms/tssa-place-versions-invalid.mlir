// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be placed is refused with a reason.
//
// RUN: tssa-opt %s -split-input-file -verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(func.func(tssa-place-versions))'

// Bodies of several blocks.
// expected-error @below {{cannot be placed in memory: expected a body of one block but got 2}}
func.func @blocks(%x: !tssa.ref<4xf32>) attributes {tssa.functional} {
  cf.br ^bb1
^bb1:
  return
}

// -----

// Regions of several blocks.
func.func @region(%x: !tssa.ref<4xf32>) attributes {tssa.functional} {
  // expected-error @below {{cannot be placed in memory: expected regions of one block but got 2}}
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return
}

// -----

// View ops in the regions of other dialects' ops.
func.func @inside(%t: tensor<4x4xf32>) -> tensor<4xf32> attributes {tssa.functional} {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %j = arith.constant 0 : index
    // expected-error @below {{cannot be placed in memory inside of 'tensor.generate'}}
    %r = view.access #view.select<0, 0> %t : tensor<4x4xf32> -> tensor<4xf32>
    %e = tensor.extract %r[%i] : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Elements of another width, pieced together from repeated ones.
func.func @wider(%t: tensor<1x4xf32>, %v: tensor<2x2xf64>) -> tensor<1x4xf32> attributes {tssa.functional} {
  // expected-error @below {{cannot be placed in memory: #view.path<[#view.expand<[2, -1]>, #view.bitcast<f64>]> repeats elements before it changes their width}}
  %0 = view.assign #view.path<[#view.expand<[2, -1]>, #view.bitcast<f64>]> %v, %t : tensor<2x2xf64> -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
