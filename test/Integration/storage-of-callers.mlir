// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=20 | FileCheck %s
//
// A storage that the caller allocates, small enough for the stack, is measured
// by the callee.
// CHECK: ok caller: 3 ways equal over 20 rounds, 0 of them errors
func.func @caller(%n: i64 {tssa.test = [0, 1, 3]}, %u: tensor<2xf32>) -> tensor<6xf32> {
  %0 = arith.constant dense<1.0> : tensor<6xf32>
  %a = tssa.alloc %0 : tensor<6xf32> -> !tssa.ref<6xf32>
  call @recurse(%a, %n, %u) : (!tssa.ref<6xf32>, i64, tensor<2xf32>) -> ()
  %1 = tssa.read %a : !tssa.ref<6xf32>
  %2 = arith.addf %1, %1 : tensor<6xf32>
  return %2 : tensor<6xf32>
}
func.func private @recurse(%x: !tssa.ref<6xf32>, %n: i64, %u: tensor<2xf32>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %more = arith.cmpi sgt, %n, %c0 : i64
  scf.if %more {
    %v = view.of #view.as_strided<[2], [2], 1> %x : !tssa.ref<6xf32> -> !tssa.ref<2xf32>
    %0 = tssa.read %v : !tssa.ref<2xf32>
    %1 = arith.addf %0, %u : tensor<2xf32>
    tssa.write %1, %v : !tssa.ref<2xf32>
    %m = arith.subi %n, %c1 : i64
    func.call @recurse(%x, %m, %u) : (!tssa.ref<6xf32>, i64, tensor<2xf32>) -> ()
  }
  return
}
