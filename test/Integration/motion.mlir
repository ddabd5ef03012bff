// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --tssa-insert-checks --tssa-functionalize --loop-invariant-code-motion --loop-invariant-subset-hoisting --control-flow-sink --sccp --canonicalize --cse --loop-invariant-code-motion -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: tssa validate %t.mlir --rounds=30 | FileCheck %s
// RUN: tssa-opt %s --tssa-insert-checks --tssa-rewrite-mutations --canonicalize --cse --loop-invariant-code-motion --control-flow-sink --sccp --tssa-propagate-versions --canonicalize --cse --loop-invariant-code-motion --control-flow-sink --sccp --tssa-rename-versions --canonicalize --cse --loop-invariant-code-motion --loop-invariant-subset-hoisting -o %t.staged.mlir
// RUN: tssa validate %t.staged.mlir --rounds=30 | FileCheck %s
//
// Upstream passes that move and merge ops, between all stages and after them,
// change nothing that can be seen: checks stay where they are, reads are not
// merged across a write.

// The index is bad and the loop may have no trip.
// CHECK: ok zero_trips: 3 ways equal
// IR-LABEL: func.func @zero_trips
// IR: scf.for
// IR: tssa.check_index
// IR: view.access
func.func @zero_trips(%x: !tssa.ref<4x3xf32>, %n: index {tssa.test = [0, 2]},
                      %bad: index {tssa.test = [9, 2, -9]}) -> !tssa.ref<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> (tensor<3xf32>) {
    %j = tssa.check_index %bad, %c4
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %v : !tssa.ref<3xf32>
    %1 = arith.addf %0, %t : tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  }
  %r = tssa.alloc %s : tensor<3xf32> -> !tssa.ref<3xf32>
  return %r : !tssa.ref<3xf32>
}

// Two reads of one place with a write between them.
// CHECK: ok reads_across_write: 3 ways equal
// IR-LABEL: func.func @reads_across_write
func.func @reads_across_write(%x: !tssa.ref<4x3xf32>) -> !tssa.ref<3xf32> {
  %v = view.of #view.select<0, 1> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %w = view.of #view.slice<0, 1 : 3 : 1> %x : !tssa.ref<4x3xf32> -> !tssa.ref<2x3xf32>
  %0 = tssa.read %v : !tssa.ref<3xf32>
  %1 = tssa.read %w : !tssa.ref<2x3xf32>
  %2 = arith.addf %1, %1 : tensor<2x3xf32>
  tssa.write %2, %w : !tssa.ref<2x3xf32>
  %3 = tssa.read %v : !tssa.ref<3xf32>
  %4 = arith.subf %3, %0 : tensor<3xf32>
  %r = tssa.alloc %4 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %r : !tssa.ref<3xf32>
}

// A read in a loop that the loop itself changes, and one that it does not.
// CHECK: ok invariant_or_not: 3 ways equal
// IR-LABEL: func.func @invariant_or_not
func.func @invariant_or_not(%x: !tssa.ref<4x3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.select<0, 0> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.select<0, 3> %x : !tssa.ref<4x3xf32> -> !tssa.ref<3xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %a : !tssa.ref<3xf32>
    %1 = tssa.read %b : !tssa.ref<3xf32>
    %2 = arith.addf %0, %1 : tensor<3xf32>
    tssa.write %2, %a : !tssa.ref<3xf32>
  }
  return
}

// Work that only one branch needs is not done before its check.
// CHECK: ok sunk: 3 ways equal
// IR-LABEL: func.func @sunk
func.func @sunk(%x: !tssa.ref<?x3xf32>, %i: index, %c: i1) -> !tssa.ref<3xf32> {
  %m = tssa.dim %x, 0 : !tssa.ref<?x3xf32>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %0 = scf.if %c -> tensor<3xf32> {
    %j = tssa.check_index %i, %m
    %v = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x3xf32> -> !tssa.ref<3xf32>
    %1 = tssa.read %v : !tssa.ref<3xf32>
    tssa.write %zero, %v : !tssa.ref<3xf32>
    scf.yield %1 : tensor<3xf32>
  } else {
    scf.yield %zero : tensor<3xf32>
  }
  %r = tssa.alloc %0 : tensor<3xf32> -> !tssa.ref<3xf32>
  return %r : !tssa.ref<3xf32>
}

// Two allocations of one value, of which one is changed, do not become one.
// CHECK: ok two_allocations: 3 ways equal
// IR-LABEL: func.func @two_allocations
func.func @two_allocations(%x: !tssa.ref<3xf32>) -> (!tssa.ref<3xf32>, !tssa.ref<3xf32>) {
  %0 = tssa.read %x : !tssa.ref<3xf32>
  %a = tssa.alloc %0 : tensor<3xf32> -> !tssa.ref<3xf32>
  %b = tssa.alloc %0 : tensor<3xf32> -> !tssa.ref<3xf32>
  %1 = arith.negf %0 : tensor<3xf32>
  tssa.write %1, %a : !tssa.ref<3xf32>
  return %a, %b : !tssa.ref<3xf32>, !tssa.ref<3xf32>
}
