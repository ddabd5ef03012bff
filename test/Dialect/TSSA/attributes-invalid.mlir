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

// -----

// expected-error @+1 {{expected 'tssa.returns_alias' to be the number of one of 1 arguments but got -1}}
func.func private @same(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.returns_alias = -1})

// -----

// expected-error @+1 {{expected 'tssa.returns_alias' to be the number of one of 1 arguments but got 1}}
func.func private @same(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.returns_alias = 1})

// -----

// expected-error @+1 {{expected 'tssa.returns_alias' to be an i64 but got true}}
func.func private @same(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.returns_alias = true})

// -----

// expected-error @+1 {{expected argument 0, which result 0 is by 'tssa.returns_alias', to be a ref but got 'index'}}
func.func private @same(index) -> (!tssa.ref<?xf32> {tssa.returns_alias = 0})

// -----

// expected-error @+1 {{expected result 0 to have one of 'tssa.fresh' and 'tssa.returns_alias' but got both}}
func.func private @same(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.fresh, tssa.returns_alias = 0})

// -----

// expected-error @+1 {{expected 'tssa.returns_alias' on a function without a body}}
func.func @same(%x: !tssa.ref<?xf32>) -> (!tssa.ref<?xf32> {tssa.returns_alias = 0}) {
  return %x : !tssa.ref<?xf32>
}

// -----

// expected-error @+1 {{expected 'tssa.fresh' to have no value but got 3 : i64}}
func.func private @clone(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.fresh = 3})

// -----

// expected-error @+1 {{expected the result with 'tssa.fresh' to be a ref but got 'tensor<?xf32>'}}
func.func private @clone(!tssa.ref<?xf32> {tssa.reads}) -> (tensor<?xf32> {tssa.fresh})

// -----

// expected-error @+1 {{expected 'tssa.fresh' or 'tssa.returns_alias' on a result but got 'tssa.frsh'}}
func.func private @clone(!tssa.ref<?xf32> {tssa.reads}) -> (!tssa.ref<?xf32> {tssa.frsh})

// -----

// expected-error @+1 {{expected 'tssa.dispatches' to name other functions but got @f}}
func.func @f(%x: !tssa.ref<?xf32>) attributes {tssa.dispatches = @f} {
  return
}
