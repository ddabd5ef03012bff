// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s --check-prefix=RIGHT
// RUN: not tssa validate %s --load-dialect-plugin=%test_plugin '--lower-with=test-tssa-wrong-stage{fault=drop-assign}' | FileCheck %s --check-prefix=DROP
// RUN: not tssa validate %s --load-dialect-plugin=%test_plugin '--lower-with=test-tssa-wrong-stage{fault=swap-versions}' | FileCheck %s --check-prefix=SWAP
// RUN: not tssa validate %s --load-dialect-plugin=%test_plugin '--lower-with=test-tssa-wrong-stage{fault=weaken-path}' | FileCheck %s --check-prefix=WEAKEN
// RUN: tssa validate %s --load-dialect-plugin=%test_plugin '--lower-with=test-tssa-wrong-stage{fault=drop-assign at=2}' | FileCheck %s --check-prefix=RIGHT
// RUN: tssa-opt %s --tssa-to-functional --test-tssa-wrong-stage=fault=drop-assign --verify-diagnostics | FileCheck %s --check-prefix=IR
// RUN: not tssa validate %s '--lower-with=test-tssa-wrong-stage{fault=drop-assign}' 2>&1 | FileCheck %s --check-prefix=USER
//
// One thing done wrong between functional form and lowering is a difference in
// each judge's eyes; the imperative form, which has no versions, stays as it
// is. Only tests have such a stage.

// RIGHT: ok rows
// RIGHT: ok swapped
// DROP: differs rows
// DROP: ok swapped
// SWAP: ok rows
// SWAP: differs swapped
// WEAKEN: differs rows
// WEAKEN: ok swapped
// USER: 'test-tssa-wrong-stage' does not refer to a registered pass

// Two rows are written, and a read that one of them may touch.
// IR-LABEL: func.func @rows
// IR-COUNT-1: view.assign
// IR-NOT: view.assign
func.func @rows(%x: !tssa.ref<4x3xf32>, %i: index {tssa.test = [0, 1, 2, 3]}, %j: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<3xf32>) -> tensor<3xf32> {
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  // expected-remark @+1 {{dropped an assign}}
  tssa.write %v, %a : !tssa.ref<3xf32>
  %r = tssa.read %b : !tssa.ref<3xf32>
  %s = tssa.add %r, %r : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  tssa.write %s, %b : !tssa.ref<3xf32>
  return %r : tensor<3xf32>
}

// Two arguments exchange what they hold.
// IR-LABEL: func.func @swapped
func.func @swapped(%x: !tssa.ref<4xf32> {tssa.noalias}, %y: !tssa.ref<4xf32> {tssa.noalias}) {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.read %y : !tssa.ref<4xf32>
  %2 = tssa.neg %1 : tensor<4xf32> -> tensor<4xf32>
  tssa.write %2, %x : !tssa.ref<4xf32>
  tssa.write %0, %y : !tssa.ref<4xf32>
  return
}
