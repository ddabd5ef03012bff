// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=20 | FileCheck %s
//
// Which of two storages two names stand for, found in one branch: its result
// is passed on twice by the condition of the loop that it ends. Upstream's
// canonicalization takes the branch into the loop's body, for the first of both
// uses only; ours goes without that pattern.

// CHECK: ok two_names: 3 ways equal {{.*}} (functional)
func.func @two_names(%x: !tssa.ref<1xi64> {tssa.noalias}, %y: !tssa.ref<1xi64> {tssa.noalias}, %c: i1) -> tensor<1xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x, %y : index, !tssa.ref<1xi64>, !tssa.ref<1xi64>)
^head(%i: index, %a: !tssa.ref<1xi64>, %b: !tssa.ref<1xi64>):
  %zero = arith.constant 0 : i64
  %0 = tssa.full %zero : i64 -> tensor<1xi64>
  tssa.write %0, %b : !tssa.ref<1xi64>
  %more = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %more, ^body, ^exit
^body:
  cf.cond_br %c, ^join(%a : !tssa.ref<1xi64>), ^join(%y : !tssa.ref<1xi64>)
^join(%m: !tssa.ref<1xi64>):
  cf.br ^head(%c1, %m, %m : index, !tssa.ref<1xi64>, !tssa.ref<1xi64>)
^exit:
  %1 = tssa.read %a : !tssa.ref<1xi64>
  return %1 : tensor<1xi64>
}
