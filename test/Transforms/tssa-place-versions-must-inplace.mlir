// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa.must_inplace: a write that would cost a copy is an error, and the read
// that is in the way is named.
// RUN: tssa-opt %s --pass-pipeline='builtin.module(tssa-to-functional,tssa-to-linalg,tssa-expand-checks,func.func(tssa-place-versions))' --split-input-file -verify-diagnostics -o /dev/null

// In place, on an argument: a part, rows in a loop, everything.
func.func @in_place(%x: !tssa.ref<8x4xf32>, %v: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = view.of #view.select<0, 0> %x : !tssa.ref<8x4xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %first {tssa.must_inplace} : !tssa.ref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<8x4xf32> -> !tssa.ref<4xf32>
    %r = tssa.read %row : !tssa.ref<4xf32>
    %s = arith.addf %r, %v : tensor<4xf32>
    tssa.write %s, %row {tssa.must_inplace} : !tssa.ref<4xf32>
  }
  %all = tssa.read %x : !tssa.ref<8x4xf32>
  %twice = arith.addf %all, %all : tensor<8x4xf32>
  tssa.write %twice, %x {tssa.must_inplace} : !tssa.ref<8x4xf32>
  return
}

// -----

// What is fresh is filled once; that is the allocation's affair.
func.func @fresh(%t: tensor<8xf32>, %v: tensor<4xf32>) -> !tssa.ref<8xf32> {
  %x = tssa.alloc %t : tensor<8xf32> -> !tssa.ref<8xf32>
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %a {tssa.must_inplace} : !tssa.ref<4xf32>
  return %x : !tssa.ref<8xf32>
}

// -----

// The old contents are read after the write.
func.func @old_contents(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>) -> tensor<8xf32> {
  %old = tssa.read %x : !tssa.ref<8xf32>
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.must_inplace' requires the write to be in place but it needs a copy}}
  tssa.write %v, %a {tssa.must_inplace} : !tssa.ref<4xf32>
  %now = tssa.read %x : !tssa.ref<8xf32>
  // expected-note @+1 {{because what it overwrites is read here}}
  %s = arith.addf %old, %now : tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// The same without the attribute is fine.
func.func @copies(%x: !tssa.ref<8xf32>, %v: tensor<4xf32>) -> tensor<8xf32> {
  %old = tssa.read %x : !tssa.ref<8xf32>
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  tssa.write %v, %a : !tssa.ref<4xf32>
  return %old : tensor<8xf32>
}

// -----

// The write itself reads what it overwrites, one element further on.
func.func @shift(%x: !tssa.ref<8xf32>) {
  %a = view.of #view.slice<0, 0 : 7 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<7xf32>
  %b = view.of #view.slice<0, 1 : 8 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<7xf32>
  // expected-note @+1 {{because what it overwrites is read here}}
  %0 = tssa.read %a : !tssa.ref<7xf32>
  // expected-error @+1 {{'tssa.must_inplace' requires the write to be in place but it needs a copy}}
  tssa.write %0, %b {tssa.must_inplace} : !tssa.ref<7xf32>
  return
}

// -----

// All is overwritten, and the old contents are returned.
func.func @whole(%x: !tssa.ref<8xf32>, %v: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = arith.addf %0, %v : tensor<8xf32>
  // expected-error @+1 {{'tssa.must_inplace' requires the write to be in place but it needs a copy}}
  tssa.write %1, %x {tssa.must_inplace} : !tssa.ref<8xf32>
  // expected-note @+1 {{because what it overwrites is read here}}
  return %0 : tensor<8xf32>
}

// -----

// The loop in which the write is changes what is read after it.
func.func @loop(%x: !tssa.ref<8x4xf32>, %v: tensor<4xf32>, %n: index) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %old = tssa.read %x : !tssa.ref<8x4xf32>
  // expected-note @+1 {{where a version is carried, here}}
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<8x4xf32> -> !tssa.ref<4xf32>
    // expected-error @+1 {{'tssa.must_inplace' requires the write to be in place but it needs a copy}}
    tssa.write %v, %row {tssa.must_inplace} : !tssa.ref<4xf32>
  }
  // expected-note @+1 {{because what it overwrites is read here}}
  return %old : tensor<8x4xf32>
}

// -----

// A part that was read before the loop and is read behind it.
func.func @name(%x: !tssa.ref<8x4xf32>, %v: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = view.of #view.select<0, 0> %x : !tssa.ref<8x4xf32> -> !tssa.ref<4xf32>
  %old = tssa.read %first : !tssa.ref<4xf32>
  // expected-note @+1 {{where a version is carried, here}}
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<8x4xf32> -> !tssa.ref<4xf32>
    // expected-error @+1 {{'tssa.must_inplace' requires the write to be in place but it needs a copy}}
    tssa.write %v, %row {tssa.must_inplace} : !tssa.ref<4xf32>
  }
  // expected-note @+1 {{because what it overwrites is read here}}
  return %old : tensor<4xf32>
}
