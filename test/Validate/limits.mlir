// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --symbolic --entry=branches | FileCheck %s --check-prefix=ALL
// RUN: tssa validate %s --symbolic --entry=branches --paths=10 | FileCheck %s --check-prefix=FEW
// RUN: tssa validate %s --symbolic --entry=counted --integers=2 | FileCheck %s --check-prefix=INTEGERS
// RUN: tssa validate %s --symbolic --entry=folded | FileCheck %s --check-prefix=FOLDED
// RUN: tssa validate %s --against=%s --entry=cast --against-entry=not_cast | FileCheck %s --check-prefix=CAST
// RUN: not tssa validate %s --against=%s --entry=reassociated --against-entry=associated | FileCheck %s --check-prefix=UNDECIDED
// RUN: not tssa validate %s --symbolic --entry=foreign | FileCheck %s --check-prefix=FOREIGN
// RUN: not tssa validate %s --symbolic --entry=calls_host | FileCheck %s --check-prefix=HOST
// RUN: not tssa validate %s --symbolic --entry=large | FileCheck %s --check-prefix=LARGE
// RUN: not tssa validate %s --against=%s --entry=counted --against-entry=folded | FileCheck %s --check-prefix=REFUSED
// RUN: not tssa validate %s --against=%s --entry=counted --against-entry=nothing | FileCheck %s --check-prefix=MISSING
// RUN: not tssa validate %s --against=%t.none 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tssa validate %s --entry=folded --input=%s.npy:2:1:0 2>&1 | FileCheck %s --check-prefix=NPY
// RUN: not tssa validate %s --symbolic --paths=0 2>&1 | FileCheck %s --check-prefix=PATHS
//
// Bounds, and what is said where they end the search; what is equal but not the
// same term; what cannot be compared.

// PATHS: error: expected --paths to be an integer of at least 1 but got '0'
// FILE: none: error: cannot read the file of --against: No such file
// NPY: npy
// REFUSED: refused counted: expected 'counted' and 'folded' to have one type
// MISSING: refused counted: expected 'nothing' to be a function with a body

// ALL: ok branches: equal on 48 paths of 3 shapes, 0 of them errors{{$}}
// FEW: ok branches: equal on 30 paths of 3 shapes, 0 of them errors; 3 shapes have more paths
func.func @branches(%x: !tssa.ref<2xf32>, %a: i1, %b: i1, %c: i1, %d: i1) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %three = arith.constant dense<3.0> : tensor<2xf32>
  %four = arith.constant dense<4.0> : tensor<2xf32>
  scf.if %a {
    tssa.write %one, %x : !tssa.ref<2xf32>
  }
  scf.if %b {
    tssa.write %two, %x : !tssa.ref<2xf32>
  }
  scf.if %c {
    tssa.write %three, %x : !tssa.ref<2xf32>
  }
  scf.if %d {
    tssa.write %four, %x : !tssa.ref<2xf32>
  }
  return
}

// Two integers, and what the first inputs hold.
// INTEGERS: ok counted: equal on {{[6-9]}} paths of 3 shapes, 0 of them errors{{$}}
func.func @counted(%x: !tssa.ref<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %x : !tssa.ref<2xf32>
    %1 = tssa.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tssa.write %1, %x : !tssa.ref<2xf32>
  }
  return
}

// Constants are numbers, whoever computes with them.
// FOLDED: ok folded: equal on 3 paths of 3 shapes, 0 of them errors{{$}}
func.func @folded(%x: !tssa.ref<2xf32>) -> f32 {
  %a = arith.constant 1.5 : f32
  %b = arith.constant 2.0 : f32
  %c = arith.mulf %a, %b : f32
  %s = tensor.splat %c : tensor<2xf32>
  tssa.write %s, %x : !tssa.ref<2xf32>
  return %c : f32
}

// Sums of integers in another order are other terms. As no numbers were found
// for which they differ, that is all that is said.
// UNDECIDED: undecided reassociated: not decided on 3 paths of 3 shapes, 0 of them errors; 3 paths are not decided: number 0 of the results is not the same term
func.func @reassociated(%a: i64, %b: i64, %c: i64) -> i64 {
  %0 = arith.addi %a, %b : i64
  %1 = arith.addi %0, %c : i64
  return %1 : i64
}

func.func @associated(%a: i64, %b: i64, %c: i64) -> i64 {
  %0 = arith.addi %b, %c : i64
  %1 = arith.addi %a, %0 : i64
  return %1 : i64
}

// FOREIGN: undecided foreign: {{.*}}unsupported op 'tosa.abs' in the interpreter
func.func @foreign(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// LARGE: undecided large: not decided: arguments of all 3 shapes are too large
func.func @large(%x: !tssa.ref<100x100xf32>) {
  return
}

// HOST: undecided calls_host: {{.*}}cannot call the host's 'elsewhere' over symbols
func.func private @elsewhere(tensor<2xf32>) -> tensor<2xf32>
func.func @calls_host(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @elsewhere(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A number that only changes its type is the same term.
// CAST: ok cast: equal on 3 paths of 3 shapes, 0 of them errors
func.func @cast(%a: i64) -> i64 {
  %0 = arith.index_cast %a : i64 to index
  %1 = arith.index_cast %0 : index to i64
  return %1 : i64
}

func.func @not_cast(%a: i64) -> i64 {
  return %a : i64
}
