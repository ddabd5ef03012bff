// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=60 | FileCheck %s
//
// A callee writes an argument that it takes out of a list: like any that is
// written, it must not overlap itself. (Found by random programs.)

!t = !tssa.ref<?x5x?xi64>

// CHECK: ok last: 3 ways equal over 60 rounds
func.func @last(%x: !t {tssa.noalias, tssa.test = {sizes = ["m", 5, "n"]}}, %y: !t {tssa.noalias, tssa.test = {sizes = ["m", 5, "n"]}}) {
  %l = tssa.list_create %x : (!t) -> !tssa.list<!t>
  tssa.list_append %y, %l : !t, !tssa.list<!t>
  call @scale(%l) : (!tssa.list<!t>) -> ()
  return
}

func.func private @scale(%l: !tssa.list<!t>) {
  %last = arith.constant -1 : index
  %0 = tssa.list_get %l[%last] : !tssa.list<!t> -> !t
  %1 = tssa.read %0 : !t
  %five = arith.constant 5 : i64
  %2 = tssa.mul %1, %five : (tensor<?x5x?xi64>, i64) -> tensor<?x5x?xi64>
  tssa.write %2, %0 : !t
  return
}
