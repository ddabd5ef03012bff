// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
//
// Whether a value fits what it overwrites is checked before anything is stored,
// also where the value could be made in place: `x[2:4] = full(n); y.copy_(…)`.

// CHECK: ok filled: 3 ways equal over 40 rounds
func.func @filled(%x: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["n"]}, %y: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["n"]},
                  %n: index {tssa.test = [0, 1, 2, 4, 9]}) {
  %0 = view.of #view.slice<0, 2 : 4 : 1> %x : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %number = arith.constant -1.0 : f64
  %1 = tssa.full %number[%n] : f64 -> tensor<?xf32>
  tssa.write %1, %0 : !tssa.ref<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  return
}

// CHECK: ok negated: 3 ways equal over 40 rounds
func.func @negated(%x: !tssa.ref<?xf32> {tssa.noalias}, %y: tensor<?xf32>) {
  %0 = tssa.neg %y : tensor<?xf32> -> tensor<?xf32>
  tssa.write %0, %x : !tssa.ref<?xf32>
  return
}

// A size that the type of the target says is not one of the value's before
// that is checked.
// CHECK: ok static: 3 ways equal over 40 rounds, {{[1-9]}}
func.func @static(%x: !tssa.ref<2xf32> {tssa.noalias}, %n: index {tssa.test = [0, 1, 2, 4]}) {
  %0 = view.of #view.alias %x : !tssa.ref<2xf32> -> !tssa.ref<?xf32>
  %number = arith.constant -1.0 : f64
  %1 = tssa.full %number[%n] : f64 -> tensor<?xf32>
  tssa.write %1, %0 : !tssa.ref<?xf32>
  return
}

// CHECK: ok static_elementwise: 3 ways equal over 40 rounds
func.func @static_elementwise(%x: !tssa.ref<2xf32> {tssa.noalias}, %y: tensor<?xf32>, %z: tensor<?xf32>) {
  %0 = view.of #view.alias %x : !tssa.ref<2xf32> -> !tssa.ref<?xf32>
  %1 = arith.negf %y : tensor<?xf32>
  %2 = arith.addf %1, %z : tensor<?xf32>
  tssa.write %2, %0 : !tssa.ref<?xf32>
  return
}

// CHECK: ok copied: 3 ways equal over 40 rounds
func.func @copied(%x: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["m"]}, %y: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["n"]}) {
  %last = arith.constant -2 : index
  %0 = view.of #view.slice<0, ? : -1 : 1> %x[%last] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %1 = tssa.dim %0, 0 : !tssa.ref<?xf32>
  %number = arith.constant 1.0 : f64
  %2 = tssa.full %number[%1] : f64 -> tensor<?xf32>
  tssa.write %2, %0 : !tssa.ref<?xf32>
  %3 = tssa.read %x : !tssa.ref<?xf32>
  tssa.write %3, %y : !tssa.ref<?xf32>
  return
}

// Through a loop and a branch.
// CHECK: ok carried: 3 ways equal over 40 rounds
func.func @carried(%x: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["m"]}, %y: !tssa.ref<?xf32> {tssa.noalias, tssa.test = ["n"]},
                   %n: index {tssa.test = [0, 1, 3]}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<?xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %0) -> tensor<?xf32> {
    %w = tssa.neg %v : tensor<?xf32> -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  %2 = scf.if %c -> tensor<?xf32> {
    %w = tssa.neg %1 : tensor<?xf32> -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  } else {
    scf.yield %1 : tensor<?xf32>
  }
  tssa.write %2, %y : !tssa.ref<?xf32>
  tssa.write %1, %x : !tssa.ref<?xf32>
  return
}
