// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --entry=sum --rounds=6 | FileCheck %s --check-prefix=SUM
// RUN: not tssa run %s --entry=endless --input=1.0 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not tssa run %s --entry=endless --input=1.0 --imperative 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not tssa run %s --entry=endless --input=1.0 --interpret 2>&1 | FileCheck %s --check-prefix=DEEP
//
// Recursion: what does not end is an error, not the end of the process.

// SUM: ok sum: 3 ways equal
func.func @sum(%n: i64 {tssa.test = [0, 20]}) -> i64 {
  %r = func.call @add(%n) : (i64) -> i64
  return %r : i64
}

func.func private @add(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %end = arith.cmpi sle, %n, %c0 : i64
  %r = scf.if %end -> i64 {
    scf.yield %c0 : i64
  } else {
    %m = arith.subi %n, %c1 : i64
    %s = func.call @add(%m) : (i64) -> i64
    %t = arith.addi %s, %n : i64
    scf.yield %t : i64
  }
  return %r : i64
}

// ENDLESS: recursion.mlir:{{[0-9]+}}:1: error: 'func.func' op: expected the calls to end before the stack does
// DEEP: error: {{.*}}expected calls and regions to nest at most 1000 deep
func.func @endless(%x: tensor<f32>) -> tensor<f32> {
  %r = func.call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func private @odd(%x: tensor<f32>) -> tensor<f32> {
  %0 = tssa.neg %x : tensor<f32> -> tensor<f32>
  %1 = func.call @even(%0) : (tensor<f32>) -> tensor<f32>
  %2 = tssa.add %1, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

func.func private @even(%x: tensor<f32>) -> tensor<f32> {
  %0 = tssa.neg %x : tensor<f32> -> tensor<f32>
  %1 = func.call @odd(%0) : (tensor<f32>) -> tensor<f32>
  %2 = tssa.add %1, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
