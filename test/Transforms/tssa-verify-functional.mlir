// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is not functional form.
// RUN: tssa-opt %s --tssa-verify-functional --allow-unregistered-dialect -verify-diagnostics -split-input-file

// A write to a fresh storage, which is itself none of functional form.
func.func @alloc(%v: tensor<4xf32>) attributes {tssa.functional} {
  // expected-error @+2 {{'tssa.alloc' op still allocates storage of identity, expected a value}}
  // expected-note @+1 {{the ref comes from here}}
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.write' op still mutates a storage that is no argument}}
  tssa.write %v, %a : !tssa.ref<4xf32>
  return
}

// -----

// A read of a view. A view may only be returned.
func.func @read_view(%x: !tssa.ref<4xf32>) attributes {tssa.functional} {
  // expected-note @+2 {{the ref comes from here}}
  // expected-note @+1 {{expected this ref to be only viewed and returned}}
  %e = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
  // expected-error @+2 {{'tssa.read' op still reads a view of argument 0}}
  // expected-error @+1 {{'tssa.read' op}}
  %r = tssa.read %e : !tssa.ref<f32>
  return
}

// -----

// A write inside a region.
func.func @write_in_region(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) attributes {tssa.functional} {
  scf.if %c {
    // expected-error @+1 {{'tssa.write' op still mutates argument 0 inside a region, expected it in the function's body}}
    tssa.write %v, %x : !tssa.ref<4xf32>
  }
  return
}

// -----

// Two writes to one argument.
func.func @two_writes(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) attributes {tssa.functional} {
  // expected-note @+1 {{expected argument 0 to be accessed once, as it is here}}
  tssa.write %v, %x : !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.write' op}}
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// A read after the write.
func.func @read_after_write(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> attributes {tssa.functional} {
  // expected-note @+1 {{expected the read to be before this write to argument 0}}
  tssa.write %v, %x : !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.read' op}}
  %r = tssa.read %x : !tssa.ref<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Versions.
func.func @versions(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) attributes {tssa.functional} {
  // expected-error @+1 {{'tssa.update' op still names a version, expected 'tssa-rename-versions' to have removed it}}
  tssa.update %v, %x : !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.current' op still names a version}}
  %r = tssa.current %x : !tssa.ref<4xf32>
  return
}

// -----

// Any other op on refs.
func.func @other(%x: !tssa.ref<4xf32>) attributes {tssa.functional} {
  // expected-error @+1 {{'tssa.check_overlap' op still uses a ref or a list in a functional function}}
  tssa.check_overlap %x : !tssa.ref<4xf32>
  return
}

// -----

// A result that says nothing of whose storage it is.
func.func @unmarked(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) attributes {tssa.functional} {
  %r = tssa.materialize_result %v : !tssa.ref<4xf32>
  // expected-error @+2 {{'func.return' op expected result 0 to be marked 'tssa.alias = 0'}}
  // expected-error @+1 {{'func.return' op expected result 1 to be marked 'tssa.fresh'}}
  return %x, %r : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// Results that branches choose say all that they may be.
func.func @chosen(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1, %d: i1) -> (!tssa.ref<4xf32> {tssa.choice = array<i64: -1, 0>}, !tssa.ref<4xf32> {tssa.alias = 0}) attributes {tssa.functional} {
  %y:2 = scf.if %c -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
    %r = tssa.materialize_result %v : !tssa.ref<4xf32>
    %s = arith.select %d, %x, %r : !tssa.ref<4xf32>
    scf.yield %s, %r : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  } else {
    scf.yield %x, %x : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  }
  // expected-error @+1 {{'func.return' op expected result 1 to be marked 'tssa.fresh', or 'tssa.choice' with -1}}
  return %y#0, %y#1 : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// A result whose storage is made inside a loop.
func.func @materialized_in_region(%v: tensor<4xf32>, %n: index) attributes {tssa.functional} {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    // expected-error @+1 {{'tssa.materialize_result' op names a result's storage inside a region that is no branch, expected it in the function's body}}
    %r = tssa.materialize_result %v : !tssa.ref<4xf32>
  }
  return
}

// -----

// An index from nowhere.
func.func @index(%t: tensor<4x8xf32>,
                 // expected-note @+1 {{the index is here}}
                 %i: index) -> tensor<8xf32> attributes {tssa.functional} {
  // expected-error @+1 {{'view.access' op expected the index of dimension 0 to be proven to lie in a size of 4; check it by 'tssa.check_index'}}
  %r = view.access #view.select<0, ?> %t[%i] : tensor<4x8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// A constant in front of a dynamic dimension.
func.func @constant(%t: tensor<?xf32>) -> tensor<f32> attributes {tssa.functional} {
  // expected-error @+1 {{'view.access' op expected the index 2 of a dynamic dimension to come from 'tssa.check_index'}}
  %r = view.access #view.select<0, 2> %t : tensor<?xf32> -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// A check against another dimension, or against a larger size.
func.func @wrong_size(%x: !tssa.ref<?x?xf32>, %t: tensor<4xf32>, %i: index) -> (tensor<?xf32>, tensor<f32>) attributes {tssa.functional} {
  %v = tssa.read %x : !tssa.ref<?x?xf32>
  %n = tssa.dim %x, 1 : !tssa.ref<?x?xf32>
  // expected-note @+1 {{the index is here}}
  %j = tssa.check_index %i, %n
  // expected-error @+1 {{expected the index of dimension 0 to be proven to lie in a size of ?}}
  %r = view.access #view.select<0, ?> %v[%j] : tensor<?x?xf32> -> tensor<?xf32>
  %c5 = arith.constant 5 : index
  // expected-note @+1 {{the index is here}}
  %k = tssa.check_index %i, %c5
  // expected-error @+1 {{expected the index of dimension 0 to be proven to lie in a size of 4}}
  %s = view.access #view.select<0, ?> %t[%k] : tensor<4xf32> -> tensor<f32>
  return %r, %s : tensor<?xf32>, tensor<f32>
}

// -----

// What is proven: a check against this dimension through versions and loops,
// loop variables, sums of them inside the size.
// expected-no-diagnostics
func.func @proven(%x: !tssa.ref<?x8xf32>, %i: index, %w: tensor<8xf32>, %u: tensor<f32>, %t: tensor<10xf32>) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %v = tssa.read %x : !tssa.ref<?x8xf32>
  %n = tssa.dim %x, 0 : !tssa.ref<?x8xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<?x8xf32>) {
    %j = tssa.check_index %i, %n
    %0 = view.assign #view.select<0, ?> %w, %a[%j] : tensor<8xf32> -> tensor<?x8xf32>
    %1 = view.assign #view.path<[#view.select<0, ?>, #view.select<0, 3>]> %u, %0[%k] : tensor<f32> -> tensor<?x8xf32>
    scf.yield %1 : tensor<?x8xf32>
  }
  scf.for %k = %c0 to %c8 step %c1 {
    %m = arith.addi %k, %c2 : index
    %2 = view.access #view.select<0, ?> %t[%m] : tensor<10xf32> -> tensor<f32>
  }
  tssa.write %r, %x : !tssa.ref<?x8xf32>
  return
}

// -----

// Functions that are not marked are not judged.
// expected-no-diagnostics
func.func @imperative(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// With `tssa.partial` what stayed is no concern.
func.func @partial(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %v: tensor<4xf32>) attributes {tssa.functional, tssa.partial = array<i64: 0>} {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// An op on both kinds.
func.func @both(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %c: i1) attributes {tssa.functional, tssa.partial = array<i64: 0>} {
  // expected-error @+1 {{uses a ref that stayed imperative together with argument 1, which did not}}
  tssa.check_overlap %x, %y : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  return
}

// -----

// An argument that did not stay is accessed once.
func.func @twice(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %v: tensor<4xf32>) attributes {tssa.functional, tssa.partial = array<i64: 0>} {
  // expected-note @+1 {{expected argument 1 to be accessed once, as it is here}}
  tssa.write %v, %y : !tssa.ref<4xf32>
  // expected-error @+1 {{'tssa.write' op}}
  tssa.write %v, %y : !tssa.ref<4xf32>
  return
}
