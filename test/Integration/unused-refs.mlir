// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// Structured control flow that is made of branches yields a ref on paths where
// there is none to yield. It names nothing and is never used, also in a program
// that stays imperative.

// CHECK: ok given_on_one_path: 3 ways equal
func.func @given_on_one_path(%x: !tssa.ref<2x?xf64> {tssa.noalias, tssa.test = [2, "n"]}, %y: !tssa.ref<2x?xf64> {tssa.noalias, tssa.test = [2, "n"]}, %c: i1, %v: tensor<2x?xf64> {tssa.test = [2, "n"]}) -> (!tssa.ref<?x?xf64>, !tssa.ref<2x?xf64>) {
  %0 = tssa.read %y : !tssa.ref<2x?xf64>
  cf.cond_br %c, ^then, ^else
^then:
  %c1 = arith.constant 1 : index
  cf.br ^head(%c1, %x : index, !tssa.ref<2x?xf64>)
^head(%i: index, %a: !tssa.ref<2x?xf64>):
  %more = arith.cmpi slt, %i, %c1 : index
  cf.cond_br %more, ^body, ^exit
^body:
  cf.br ^head(%i, %y : index, !tssa.ref<2x?xf64>)
^exit:
  %1 = tssa.alloc %v : tensor<2x?xf64> -> !tssa.ref<2x?xf64>
  cf.br ^join(%a, %1 : !tssa.ref<2x?xf64>, !tssa.ref<2x?xf64>)
^else:
  %2 = tssa.alloc %0 : tensor<2x?xf64> -> !tssa.ref<2x?xf64>
  cf.br ^join(%x, %2 : !tssa.ref<2x?xf64>, !tssa.ref<2x?xf64>)
^join(%m: !tssa.ref<2x?xf64>, %n: !tssa.ref<2x?xf64>):
  %c5 = arith.constant 5 : index
  %3 = view.of #view.slice<0, 0 : ? : 1> %m[%c5] : !tssa.ref<2x?xf64> -> !tssa.ref<?x?xf64>
  return %3, %n : !tssa.ref<?x?xf64>, !tssa.ref<2x?xf64>
}
