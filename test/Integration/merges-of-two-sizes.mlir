// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 | FileCheck %s
//
// A loop may carry storages of one type and different sizes: what it carries at
// first says nothing of the sizes of what it yields.

// CHECK-DAG: ok rotated: 3 ways equal over 40 rounds, {{[0-9]+}} of them errors (functional)
func.func @rotated(%x: !tssa.ref<?x?xi32> {tssa.noalias}, %s: index {tssa.test = [0, 1, 2, -1]}) -> !tssa.ref<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r:3 = scf.for %i = %c0 to %c3 step %s iter_args(%p = %x, %q = %x, %o = %x) -> (!tssa.ref<?x?xi32>, !tssa.ref<?x?xi32>, !tssa.ref<?x?xi32>) {
    %v = tssa.read %q : !tssa.ref<?x?xi32>
    %f = tssa.alloc %v : tensor<?x?xi32> -> !tssa.ref<?x?xi32>
    scf.yield %q, %o, %f : !tssa.ref<?x?xi32>, !tssa.ref<?x?xi32>, !tssa.ref<?x?xi32>
  }
  return %r#0 : !tssa.ref<?x?xi32>
}

// CHECK-DAG: ok written_and_rotated: 3 ways equal over 40 rounds, {{[0-9]+}} of them errors (functional)
func.func @written_and_rotated(%x: !tssa.ref<?x?xf64> {tssa.noalias, tssa.test = {sizes = ["a", "b"]}}, %y: !tssa.ref<?x?xf64> {tssa.noalias, tssa.test = {sizes = ["a", "b"]}}, %t: tensor<?x?xf64> {tssa.test = {sizes = ["a", "b"]}}, %s: index {tssa.test = [0, 1, 2, -1]}) -> tensor<?x?xf64> {
  %n = tssa.dim %y, 0 : !tssa.ref<?x?xf64>
  %r:3 = scf.for %i = %s to %n step %s iter_args(%p = %y, %q = %y, %o = %x) -> (!tssa.ref<?x?xf64>, !tssa.ref<?x?xf64>, !tssa.ref<?x?xf64>) {
    tssa.write %t, %p : !tssa.ref<?x?xf64>
    %f = tssa.alloc %t : tensor<?x?xf64> -> !tssa.ref<?x?xf64>
    scf.yield %q, %f, %p : !tssa.ref<?x?xf64>, !tssa.ref<?x?xf64>, !tssa.ref<?x?xf64>
  }
  %v = tssa.read %r#2 : !tssa.ref<?x?xf64>
  return %v : tensor<?x?xf64>
}

// The same without refs: a carried value that grows.
// CHECK-DAG: ok grown: 3 ways equal over 40 rounds, 0 of them errors
func.func @grown(%n: index {tssa.test = [0, 1, 2, 3]}, %t: tensor<2xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.cast %t : tensor<2xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first) -> (tensor<?xf32>) {
    %b = tssa.cat %a, %t dim 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A slice of everything in a dimension is none.
// CHECK-DAG: ok whole_slice: 3 ways equal over 40 rounds, {{[0-9]+}} of them errors (functional)
func.func @whole_slice(%x: !tssa.ref<1x?x?xi32> {tssa.noalias}, %n: index {tssa.test = [0, 1, 2, 4]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (!tssa.ref<1x?x?xi32>) {
    %a = view.of #view.slice<1, 0 : 3 : 1> %p : !tssa.ref<1x?x?xi32> -> !tssa.ref<1x?x?xi32>
    %b = view.of #view.slice<2, 0 : 9223372036854775807 : 1> %a : !tssa.ref<1x?x?xi32> -> !tssa.ref<1x?x?xi32>
    scf.yield %b : !tssa.ref<1x?x?xi32>
  }
  %v = tssa.read %r : !tssa.ref<1x?x?xi32>
  %w = tssa.neg %v : tensor<1x?x?xi32> -> tensor<1x?x?xi32>
  tssa.write %w, %r : !tssa.ref<1x?x?xi32>
  return
}

// Constants gave the sizes of two slices; behind the merge operands do.
// CHECK-DAG: ok stated: 3 ways equal over 40 rounds, {{[0-9]+}} of them errors (functional)
func.func @stated(%x: !tssa.ref<6x3xf32>, %v: tensor<2x3xf32>, %n: index {tssa.test = [0, 1, 3]}) -> (!tssa.ref<2x3xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<6x3xf32> -> !tssa.ref<2x3xf32>
  %b = view.of #view.slice<0, 3 : 5 : 1> %x : !tssa.ref<6x3xf32> -> !tssa.ref<2x3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (!tssa.ref<2x3xf32>) {
    tssa.write %v, %p : !tssa.ref<2x3xf32>
    %q = view.of #view.slice<0, -2 : 6 : 1> %x : !tssa.ref<6x3xf32> -> !tssa.ref<2x3xf32>
    %d = arith.cmpi eq, %i, %c0 : index
    %next = arith.select %d, %b, %q : !tssa.ref<2x3xf32>
    scf.yield %next : !tssa.ref<2x3xf32>
  }
  %flat = view.of #view.reshape<[6]> %r : !tssa.ref<2x3xf32> -> !tssa.ref<6xf32>
  %t = tssa.read %flat : !tssa.ref<6xf32>
  return %r, %t : !tssa.ref<2x3xf32>, tensor<6xf32>
}
