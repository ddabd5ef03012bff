// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: tssa-opt %s --split-input-file --tssa-insert-checks --tssa-functionalize="validate=true validate-output=%t" --verify-diagnostics | FileCheck %s
// RUN: not ls %t/f-before.mlir
// RUN: not tssa-opt %s --split-input-file --tssa-to-functional "--test-tssa-wrong-stage=fault=drop-assign validate=true output=%t" 2> %t/errors
// RUN: FileCheck %s --check-prefix=WRONG --input-file=%t/errors
// RUN: sed -n "s/^.*note: replay: //p" %t/errors > %t/replay.sh && not sh %t/replay.sh | FileCheck %s --check-prefix=REPLAY
// RUN: not mlir-opt-22 --load-dialect-plugin=%tensorssa_plugin --load-pass-plugin=%tensorssa_plugin %s --split-input-file --pass-pipeline="builtin.module(tssa-functionalize{validate=true})" 2>&1 | FileCheck %s --check-prefix=NONE
//
// The pass asks a validator from outside the compiler whether functions still do
// what they did. A difference is an error at the function, with files that show
// it; here a stage behind it that is wrong on purpose has one.

// CHECK-LABEL: func.func @f
// CHECK-SAME: tssa.functional
// WRONG: pass.mlir:[[@LINE+5]]:1: error: 'f' does not do what it did: expected element {{[0-9]+}} of the storage of argument 0 to be
// WRONG: note: argument 0: f32 sizes [2, 3]
// WRONG: note: replay: tssa validate {{.*}}f-before.mlir --against={{.*}}f-after.mlir --entry=f --input={{.*}}f-argument0.npy
// REPLAY: differs f: not equal on the given inputs
// NONE: error: expected a validator but none is registered: use tssa-opt or tssa, or call tssaRegisterValidator
func.func @f(%x: !tssa.ref<2x3xf32>) {
  %r = view.of #view.select<0, 1> %x : !tssa.ref<2x3xf32> -> !tssa.ref<3xf32>
  %0 = tssa.read %r : !tssa.ref<3xf32>
  %1 = tssa.neg %0 : tensor<3xf32> -> tensor<3xf32>
  tssa.write %1, %r : !tssa.ref<3xf32>
  return
}

// -----

// What cannot be decided is a remark, and no failure.
// expected-remark @+1 {{'foreign' is not known to do what it did: not decided on 3 paths of 3 shapes}}
func.func @foreign(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
