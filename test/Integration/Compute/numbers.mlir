// RUN: tssa validate %s --rounds=25 | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation, and arithmetic of Python numbers.

// CHECK: ok full: 3 ways equal
func.func @full(%v: f64, %k: i64, %n: index) -> (tensor<2x?xf32>, tensor<?xi64>, tensor<3xi1>) {
  %0 = tssa.full %v[%n] : f64 -> tensor<2x?xf32>
  %1 = tssa.full %k[%n] : i64 -> tensor<?xi64>
  %2 = tssa.full %k : i64 -> tensor<3xi1>
  return %0, %1, %2 : tensor<2x?xf32>, tensor<?xi64>, tensor<3xi1>
}

// CHECK: ok arange: 3 ways equal
func.func @arange(%a: i64, %b: i64, %x: f64, %y: f64, %n: index) -> (tensor<?xi64>, tensor<?xf32>, tensor<5xf64>) {
  %0 = tssa.arange %a, %b[%n] : i64 -> tensor<?xi64>
  %1 = tssa.arange %x, %y[%n] : f64 -> tensor<?xf32>
  %2 = tssa.arange %x, %y : f64 -> tensor<5xf64>
  return %0, %1, %2 : tensor<?xi64>, tensor<?xf32>, tensor<5xf64>
}

// CHECK: ok numbers: 3 ways equal
func.func @numbers(%a: i64, %b: i64, %x: f64, %y: f64) -> (i64, i64, i64, f64, f64, f64, f64, f64) {
  %0 = tssa.py_floordiv %a, %b : i64
  %1 = tssa.py_mod %a, %b : i64
  %2 = tssa.py_pow %a, %b : i64
  %3 = tssa.py_truediv %a, %b : i64
  %4 = tssa.py_floordiv %x, %y : f64
  %5 = tssa.py_mod %x, %y : f64
  %6 = tssa.py_pow %x, %y : f64
  %7 = tssa.py_truediv %x, %y : f64
  return %0, %1, %2, %3, %4, %5, %6, %7 : i64, i64, i64, f64, f64, f64, f64, f64
}
