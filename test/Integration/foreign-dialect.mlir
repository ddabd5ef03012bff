// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tssa run %s --random=1 2>&1 | FileCheck %s
//
// An op of a dialect that nothing lowers.

// CHECK: error: cannot compile: the stage 'memref' failed
// CHECK: note: the program uses dialect 'tosa', which is not lowered here; lower it to linalg, scf and arith before, or name the passes that do ('--lower-with=', and '--load-dialect-plugin=' for a plugin that has them)
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
