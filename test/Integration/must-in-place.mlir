// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tssa run %s --random=1 2>&1 | FileCheck %s
// RUN: tssa run %s --random=1 --imperative

// A write that has to copy although it must not is an error where it is
// compiled, not a reason to run the module as it stands.

func.func @shift(%x: !tssa.ref<8xf32> {tssa.noalias}) {
  %a = view.of #view.slice<0, 0 : 7 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<7xf32>
  %b = view.of #view.slice<0, 1 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<7xf32>
  %v = tssa.read %a : !tssa.ref<7xf32>
  // CHECK: must-in-place.mlir:[[@LINE+1]]:3: error: 'tssa.must_inplace' requires the write to be in place but it needs a copy
  tssa.write %v, %b {tssa.must_inplace} : !tssa.ref<7xf32>
  return
}
