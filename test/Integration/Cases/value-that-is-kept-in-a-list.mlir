// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 | FileCheck %s
//
// A new tensor goes into the caller's list, then through a loop or branch that
// gives it back: it is still the one in the list. (Found by random programs.)

!t = !tssa.ref<2x3xi32>
!l = !tssa.list<!t>

// CHECK: ok loop: 3 ways equal over 30 rounds
func.func @loop(%x: !tssa.ref<?x?xi32>, %l: !l {tssa.test = {length = [2, 1, 3]}}, %n: index {tssa.test = [0, 1, 2, -1]}) -> !t {
  %0 = tssa.list_get %l[%n] : !l -> !t
  %1 = tssa.read %0 : !t
  %t = tssa.alloc %1 : tensor<2x3xi32> -> !t
  tssa.list_append %t, %l : !t, !l
  cf.br ^head(%n, %x, %t : index, !tssa.ref<?x?xi32>, !t)
^head(%i: index, %y: !tssa.ref<?x?xi32>, %a: !t):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  cf.br ^head(%n, %x, %a : index, !tssa.ref<?x?xi32>, !t)
^end:
  return %a : !t
}

// CHECK: ok branch: 3 ways equal over 30 rounds
func.func @branch(%x: !t, %l: !l {tssa.test = {length = [2, 0, 3]}}, %c: i1) -> !t {
  %r = scf.if %c -> !t {
    %0 = tssa.read %x : !t
    %1 = arith.addi %0, %0 : tensor<2x3xi32>
    %t = tssa.alloc %1 : tensor<2x3xi32> -> !t
    tssa.list_append %t, %l : !t, !l
    scf.yield %t : !t
  } else {
    scf.yield %x : !t
  }
  %2 = tssa.read %r : !t
  %3 = arith.addi %2, %2 : tensor<2x3xi32>
  tssa.write %3, %r : !t
  return %r : !t
}
