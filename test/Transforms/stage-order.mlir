// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each stage refuses functions that are not where it takes them on.
// RUN: not tssa-opt %s --tssa-propagate-versions 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not tssa-opt %s --tssa-rewrite-mutations --tssa-rename-versions 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not tssa-opt %s --tssa-rewrite-mutations --tssa-rewrite-mutations 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: tssa-opt %s --tssa-functionalize --tssa-functionalize | FileCheck %s --check-prefix=AGAIN

// EARLY: error: 'func.func' op expected the function to be at stage 1 ('tssa-rewrite-mutations') for 'tssa-propagate-versions' but got stage 0
// SKIPPED: error: 'func.func' op expected the function to be at stage 2 ('tssa-propagate-versions') for 'tssa-rename-versions' but got stage 1 ('tssa-rewrite-mutations')
// TWICE: error: 'func.func' op expected the function to be at stage 0 for 'tssa-rewrite-mutations' but got stage 1

// What is functional stays so.
// AGAIN: func.func @f{{.*}} attributes {tssa.functional}
func.func @f(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}
