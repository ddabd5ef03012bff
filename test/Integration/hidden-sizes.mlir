// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=20 | FileCheck %s
//
// A view that its storage's static sizes never allow, hidden behind a type that
// leaves them open: an error of every run, and none of the compiler's. Nothing stays imperative
// for it: the view never exists.

// CHECK: ok window: 3 ways equal over 20 rounds, 20 of them errors (functional)
func.func @window(%x: !tssa.ref<1x1xi32>) -> !tssa.ref<?x?x2xi32> {
  %0 = view.of #view.alias %x : !tssa.ref<1x1xi32> -> !tssa.ref<?x?xi32>
  %1 = view.of #view.unfold<1, 2, 3> %0 : !tssa.ref<?x?xi32> -> !tssa.ref<?x?x2xi32>
  return %1 : !tssa.ref<?x?x2xi32>
}

// CHECK: ok behind_slice: 3 ways equal over 20 rounds, 20 of them errors (functional)
func.func @behind_slice(%x: !tssa.ref<4xi32>, %step: index {tssa.test = [1, 2]}) -> tensor<?x1xi32> {
  %0 = view.of #view.alias %x : !tssa.ref<4xi32> -> !tssa.ref<?xi32>
  %1 = view.of #view.path<[#view.slice<0, 1 : -5 : 1>, #view.unfold<0, 1, ?>]> %0[%step] : !tssa.ref<?xi32> -> !tssa.ref<?x1xi32>
  %2 = tssa.read %1 : !tssa.ref<?x1xi32>
  tssa.write %2, %1 : !tssa.ref<?x1xi32>
  return %2 : tensor<?x1xi32>
}

// CHECK: ok squeezed: 3 ways equal over 20 rounds, 20 of them errors (functional)
func.func @squeezed(%x: !tssa.ref<2x3xi32>) -> tensor<?xi32> {
  %0 = view.of #view.alias %x : !tssa.ref<2x3xi32> -> !tssa.ref<?x?xi32>
  %1 = view.of #view.squeeze<0> %0 : !tssa.ref<?x?xi32> -> !tssa.ref<?xi32>
  %2 = tssa.read %1 : !tssa.ref<?xi32>
  return %2 : tensor<?xi32>
}

// Under a branch the rest of the program goes on without it.
// CHECK: ok in_branch: 3 ways equal over 20 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @in_branch(%x: !tssa.ref<2x3xi32>, %c: i1, %v: tensor<2x3xi32>) -> !tssa.ref<3xi32> {
  tssa.write %v, %x : !tssa.ref<2x3xi32>
  %y = scf.if %c -> (!tssa.ref<?xi32>) {
    %0 = view.of #view.alias %x : !tssa.ref<2x3xi32> -> !tssa.ref<?x?xi32>
    %1 = view.of #view.squeeze<0> %0 : !tssa.ref<?x?xi32> -> !tssa.ref<?xi32>
    scf.yield %1 : !tssa.ref<?xi32>
  } else {
    %2 = view.of #view.select<0, 1> %x : !tssa.ref<2x3xi32> -> !tssa.ref<3xi32>
    %3 = view.of #view.alias %2 : !tssa.ref<3xi32> -> !tssa.ref<?xi32>
    scf.yield %3 : !tssa.ref<?xi32>
  }
  %4 = tssa.read %y : !tssa.ref<?xi32>
  %5 = tssa.add %4, %4 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  tssa.write %5, %y : !tssa.ref<?xi32>
  %6 = view.of #view.select<0, 1> %x : !tssa.ref<2x3xi32> -> !tssa.ref<3xi32>
  return %6 : !tssa.ref<3xi32>
}
