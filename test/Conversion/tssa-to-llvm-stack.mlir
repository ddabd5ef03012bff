// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-to-llvm=imperative | FileCheck %s
// RUN: tssa-opt %s --tssa-to-llvm | FileCheck %s
// RUN: tssa run %s --input='[1,2]' --input=400000 | FileCheck %s --check-prefix=SUM
//
// Only the entry of a function takes memory from the stack: a loop that did would
// take some in each trip.

// CHECK: llvm.func
// CHECK: ^bb1
// CHECK-NOT: llvm.alloca
// SUM: result0: 800000
func.func @sizes(%x: !tssa.ref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create %x : (!tssa.ref<?xf32>) -> !tssa.list<!tssa.ref<?xf32>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %even = arith.andi %i, %c1 : index
    %isEven = arith.cmpi eq, %even, %c0 : index
    scf.if %isEven {
      %first = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<?xf32>> -> !tssa.ref<?xf32>
      tssa.list_set %first, %l[%c0] : !tssa.ref<?xf32>, !tssa.list<!tssa.ref<?xf32>>
    }
    %y = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<?xf32>> -> !tssa.ref<?xf32>
    %v = tssa.read %y : !tssa.ref<?xf32>
    %w = tssa.neg %v : tensor<?xf32> -> tensor<?xf32>
    tssa.write %w, %y : !tssa.ref<?xf32>
    %d = tssa.dim %y, 0 : !tssa.ref<?xf32>
    %t = arith.addi %s, %d : index
    scf.yield %t : index
  }
  return %sum : index
}
