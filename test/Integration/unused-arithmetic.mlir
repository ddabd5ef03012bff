// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=20 | FileCheck %s
//
// Arithmetic that nobody uses fails all the same, as in eager.

// CHECK: ok sizes: 3 ways equal over 20 rounds, 20 of them errors (functional)
func.func @sizes(%x: tensor<?xf32> {tssa.test = {sizes = [3]}}, %y: tensor<?xf32> {tssa.test = {sizes = [4]}}) {
  %0 = tssa.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// CHECK: ok in_a_loop: 3 ways equal over 20 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @in_a_loop(%x: !tssa.ref<?xf32> {tssa.test = {sizes = [3]}}, %y: tensor<?xf32> {tssa.test = {sizes = [4]}}, %n: index {tssa.test = [0, 1]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = tssa.read %x : !tssa.ref<?xf32>
    %0 = tssa.mul %v, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  }
  return
}

// CHECK: ok divisor: 3 ways equal over 20 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @divisor(%x: tensor<3xi64>, %n: i64 {tssa.test = [0, 1]}) {
  %0 = tssa.floor_divide %x, %n : (tensor<3xi64>, i64) -> tensor<3xi64>
  return
}

// CHECK: ok index: 3 ways equal over 20 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @index(%x: tensor<3xf32>, %i: tensor<2xi64>) {
  %0 = tssa.index_select %x, %i dim 0 : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}
