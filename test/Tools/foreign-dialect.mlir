// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file --leading-lines %s %t
// RUN: not tssa run %t/thread.mlir --random=1 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: not tssa validate %t/shape.mlir 2>&1 | FileCheck %s --check-prefix=SHAPE
//
// What has no translation to LLVM IR is named, with what can be done, also where
// it is only its types that are left.

//--- thread.mlir
// THREAD: thread.mlir:[[@LINE+3]]:8: error: cannot compile: 'gpu.thread_id' has no translation to LLVM IR
// THREAD-NEXT: note: the program uses dialect 'gpu', which is not lowered here; {{.*}}('--lower-with=', and '--load-dialect-plugin=' for a plugin that has them)
func.func @f(%x: !tssa.ref<3xf32>) -> index {
  %t = gpu.thread_id x
  return %t : index
}

//--- shape.mlir
// SHAPE: shape.mlir:[[@LINE+3]]:8: error: cannot compile: 'shape.add' has no translation to LLVM IR
// SHAPE-NEXT: note: the program uses dialect 'shape', which is not lowered here
func.func @f(%x: index) -> index {
  %s = shape.add %x, %x : index, index -> index
  return %s : index
}
