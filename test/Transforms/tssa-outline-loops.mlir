// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --pass-pipeline='builtin.module(tssa-outline-loops{minimum=2})' | FileCheck %s

// Nests that differ in the place they work on and in sizes share a function; one
// that can fail stays, one with another constant is another.

// CHECK-LABEL: func.func @f(
func.func @f(%a: memref<8xf32, strided<[1], offset: 24>>, %b: memref<8xf32, strided<[1], offset: 32>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  // CHECK: call @[[F:__tssa_loops[_0-9]*]](%c8
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %one, %a[%i] : memref<8xf32, strided<[1], offset: 24>>
  }
  // CHECK: call @[[F]](%{{arg2}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %one, %b[%i] : memref<8xf32, strided<[1], offset: 32>>
  }
  // CHECK: call @[[G:__tssa_loops[_0-9]*]](%c8
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %two, %b[%i] : memref<8xf32, strided<[1], offset: 32>>
  }
  // CHECK: scf.for
  // CHECK:   tssa.check_index
  scf.for %i = %c0 to %n step %c1 {
    %j = tssa.check_index %i, %n
  }
  return
}
// CHECK: func.func private @__tssa_loops{{.*}} attributes {passthrough = ["noinline"]}
// CHECK:   scf.for
