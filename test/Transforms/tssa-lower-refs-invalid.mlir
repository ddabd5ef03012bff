// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-lower-refs --split-input-file --verify-diagnostics

// Between the stages of functionalization there is no imperative meaning.
func.func @between(%x: !tssa.ref<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tssa.current' op cannot be lowered between the stages of functionalization}}
  %t = tssa.current %x : !tssa.ref<4xf32>
  return %t : tensor<4xf32>
}

// -----

// Strides of a fresh storage that nothing decides.
func.func @layout(%v: tensor<?x3xf32>) -> !tssa.ref<?x3xf32, strided<[1, ?]>> {
  // expected-error @+1 {{'tssa.alloc' op cannot be lowered: expected the layout of a fresh storage to be static or row-major but got strided<[1, ?]>}}
  %a = tssa.alloc %v : tensor<?x3xf32> -> !tssa.ref<?x3xf32, strided<[1, ?]>>
  return %a : !tssa.ref<?x3xf32, strided<[1, ?]>>
}
