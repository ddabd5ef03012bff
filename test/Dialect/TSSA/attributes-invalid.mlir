// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the dialect where they mean nothing.
// RUN: tssa-opt %s -split-input-file -verify-diagnostics

func.func @read(%x: !tssa.ref<4xf32>) {
  // expected-error @+1 {{expected 'tssa.must_inplace' to be on an op that writes but got 'tssa.read'}}
  %0 = tssa.read %x {tssa.must_inplace} : !tssa.ref<4xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{expected 'tssa.functional' to be on a function but got 'arith.constant'}}
  %0 = arith.constant {tssa.functional} 0 : index
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'tssa.noalias', 'tssa.reads', 'tssa.writes' or 'tssa.test' on an argument but got 'tssa.noailas'}}
func.func @misspelled(%x: !tssa.ref<4xf32> {tssa.noailas}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'tssa.noalias' to have no value but got 3 : i64}}
func.func @valued(%x: !tssa.ref<4xf32> {tssa.noalias = 3}) {
  return
}
