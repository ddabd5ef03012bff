// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With `errors=precise` an argument must hold what the imperative program had
// written when a check fails, so no check may follow a write to one.
// RUN: tssa-opt %s --tssa-functionalize="errors=precise" -verify-diagnostics -split-input-file

func.func @check_after_write(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %i: index) -> index {
  %c4 = arith.constant 4 : index
  tssa.write %v, %x : !tssa.ref<4xf32>
  // expected-remark @+1 {{'tssa.check_index' may fail after 'tssa.write' has changed an argument, which 'errors=precise' must keep apart; check before the first write, or use 'errors=fast'}}
  %j = tssa.check_index %i, %c4
  return %j : index
}

// -----

// Checks before every write are fine, and so are writes to fresh storages.
// expected-no-diagnostics
func.func @check_before_write(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %i: index) -> index {
  %c4 = arith.constant 4 : index
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %a : !tssa.ref<4xf32>
  %j = tssa.check_index %i, %c4
  tssa.write %v, %x : !tssa.ref<4xf32>
  return %j : index
}

// -----

// In a loop every check follows the writes of the trip before.
func.func @loop(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @+1 {{'tssa.check_index' may fail after 'tssa.write'}}
    %j = tssa.check_index %i, %c4
    tssa.write %v, %x : !tssa.ref<4xf32>
  }
  return
}

// -----

// Branches exclude each other.
// expected-no-diagnostics
func.func @branches(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1, %i: index) {
  %c4 = arith.constant 4 : index
  scf.if %c {
    tssa.write %v, %x : !tssa.ref<4xf32>
  } else {
    %j = tssa.check_index %i, %c4
  }
  return
}

// -----

// A check for overlap that the paths decide does not fail, or fails always.
func.func @overlap(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>, %c: i1) {
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.slice<0, 4 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %a : !tssa.ref<4xf32>
  tssa.check_overlap %b, %a : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  tssa.write %v, %b : !tssa.ref<4xf32>
  scf.if %c {
    %d = view.of #view.slice<0, 2 : 6 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
    // expected-remark @+1 {{'tssa.check_overlap' may fail after 'tssa.write' has changed an argument}}
    tssa.check_overlap %d, %a : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  }
  return
}
