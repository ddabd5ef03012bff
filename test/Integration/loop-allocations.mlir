// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa-opt %s --tssa-to-functional --tssa-to-linalg --tssa-to-buffers | FileCheck %s --check-prefix=IR
// RUN: tssa-opt %s --tssa-to-functional=imperative --tssa-to-linalg=imperative --tssa-to-buffers=imperative | FileCheck %s --check-prefix=IR
//
// Nothing is allocated inside a loop that need not be, in either form: what a
// trip computes goes to its place, or to memory that is taken before the loop.

// Arithmetic on rows, in place.
// CHECK: ok rows: 3 ways equal
// IR-LABEL: func.func @rows
// IR: scf.for
// IR-NOT: memref.alloc()
// IR-NOT: memref.alloc(%
// IR: return
func.func @rows(%x: !tssa.ref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x4xf32> -> !tssa.ref<4xf32>
    %0 = tssa.read %r : !tssa.ref<4xf32>
    %1 = arith.mulf %0, %0 : tensor<4xf32>
    %2 = arith.addf %1, %0 : tensor<4xf32>
    tssa.write %2, %r : !tssa.ref<4xf32>
  }
  return
}

// A running sum whose trips need a temporary of the same size.
// CHECK: ok reversed: 3 ways equal
// IR-LABEL: func.func @reversed
// IR: scf.for
// IR-NOT: memref.alloc()
// IR-NOT: memref.alloc(%
// IR: return
func.func @reversed(%x: !tssa.ref<8xf32>, %n: index {tssa.test = [0, 1, 3]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %x : !tssa.ref<8xf32>
    %1 = tssa.flip %0 dims [0] : tensor<8xf32> -> tensor<8xf32>
    %2 = arith.addf %0, %1 : tensor<8xf32>
    tssa.write %2, %x : !tssa.ref<8xf32>
  }
  return
}

// Indices that a list holds while a loop reads them.
// CHECK: ok indexed: 3 ways equal
// IR-LABEL: func.func @indexed
func.func @indexed(%x: !tssa.ref<4x2xf32>, %n: index {tssa.test = [0, 1, 4, 6]}, %k: index {tssa.test = [0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r0 = view.of #view.select<0, 3> %x : !tssa.ref<4x2xf32> -> !tssa.ref<2xf32>
  %r1 = view.of #view.select<0, 1> %x : !tssa.ref<4x2xf32> -> !tssa.ref<2xf32>
  %l = tssa.list_create %r0, %r1, %r0 : (!tssa.ref<2xf32>, !tssa.ref<2xf32>, !tssa.ref<2xf32>) -> !tssa.list<!tssa.ref<2xf32>>
  scf.for %i = %c0 to %n step %c1 {
    %r = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>
    %0 = tssa.read %r : !tssa.ref<2xf32>
    %1 = arith.addf %0, %0 : tensor<2xf32>
    tssa.write %1, %r : !tssa.ref<2xf32>
  }
  return
}
