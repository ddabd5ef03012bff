// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
//
// Branches may give values of different sizes. What is computed of them has no
// place in an argument that only one branch fills.

// CHECK: ok part_or_whole: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @part_or_whole(%x: !tssa.ref<?x?xi32> {tssa.noalias}, %c: i1) {
  %v = tssa.read %x : !tssa.ref<?x?xi32>
  %t = scf.if %c -> (tensor<?x?xi32>) {
    %p = view.access #view.slice<1, 1 : 9223372036854775807 : 1> %v : tensor<?x?xi32> -> tensor<?x?xi32>
    scf.yield %p : tensor<?x?xi32>
  } else {
    scf.yield %v : tensor<?x?xi32>
  }
  %n = tssa.neg %t : tensor<?x?xi32> -> tensor<?x?xi32>
  %r = scf.if %c -> (tensor<?x?xi32>) {
    %a = view.assign #view.slice<1, 1 : 9223372036854775807 : 1> %n, %v : tensor<?x?xi32> -> tensor<?x?xi32>
    scf.yield %a : tensor<?x?xi32>
  } else {
    scf.yield %n : tensor<?x?xi32>
  }
  tssa.write %r, %x : !tssa.ref<?x?xi32>
  return
}

// A value that a loop makes shorter, negated, then put into its place.
// CHECK: ok shorter_each_trip: 3 ways equal over 40 rounds
func.func @shorter_each_trip(%x: !tssa.ref<?xi32> {tssa.noalias}, %n: index {tssa.test = [0, 1, 2]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tssa.read %x : !tssa.ref<?xi32>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<?xi32>) {
    %p = view.access #view.slice<0, 1 : 9223372036854775807 : 1> %a : tensor<?xi32> -> tensor<?xi32>
    %m = tssa.neg %p : tensor<?xi32> -> tensor<?xi32>
    scf.yield %m : tensor<?xi32>
  }
  %part = view.of #view.slice<0, ? : 9223372036854775807 : 1> %x[%n] : !tssa.ref<?xi32> -> !tssa.ref<?xi32>
  tssa.write %t, %part : !tssa.ref<?xi32>
  return
}
