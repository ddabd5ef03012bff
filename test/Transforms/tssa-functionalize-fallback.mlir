// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps a function imperative, and what its remark says of the way out.
// RUN: tssa-opt %s --tssa-functionalize --allow-unregistered-dialect -verify-diagnostics -split-input-file
// RUN: not tssa-opt %s --tssa-functionalize=fallback=error --allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s
// RUN: not tssa-opt %s --tssa-to-functional=fallback=error --allow-unregistered-dialect -split-input-file 2>&1 | FileCheck %s

// With `fallback=error` the same text is an error.
// CHECK: error: function stays imperative: 'scf.index_switch' merges refs

// A ref that may be one of nine.
func.func @nine(%x: !tssa.ref<9x4xf32>, %v: tensor<4xf32>, %i: index) {
  %s0 = view.of #view.select<0, 0> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s1 = view.of #view.select<0, 1> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s2 = view.of #view.select<0, 2> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s3 = view.of #view.select<0, 3> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s4 = view.of #view.select<0, 4> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s5 = view.of #view.select<0, 5> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s6 = view.of #view.select<0, 6> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s7 = view.of #view.select<0, 7> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  %s8 = view.of #view.select<0, 8> %x : !tssa.ref<9x4xf32> -> !tssa.ref<4xf32>
  // expected-remark @+1 {{function stays imperative: 'scf.index_switch' merges refs that are not told apart: it may name one of more than 8 parts of storages; merge values that were read, or write inside the branches}}
  %z = scf.index_switch %i -> !tssa.ref<4xf32>
  case 0 {
    scf.yield %s0 : !tssa.ref<4xf32>
  }
  case 1 {
    scf.yield %s1 : !tssa.ref<4xf32>
  }
  case 2 {
    scf.yield %s2 : !tssa.ref<4xf32>
  }
  case 3 {
    scf.yield %s3 : !tssa.ref<4xf32>
  }
  case 4 {
    scf.yield %s4 : !tssa.ref<4xf32>
  }
  case 5 {
    scf.yield %s5 : !tssa.ref<4xf32>
  }
  case 6 {
    scf.yield %s6 : !tssa.ref<4xf32>
  }
  case 7 {
    scf.yield %s7 : !tssa.ref<4xf32>
  }
  default {
    scf.yield %s8 : !tssa.ref<4xf32>
  }
  tssa.write %v, %z : !tssa.ref<4xf32>
  return
}

// -----

// A merged ref that goes where no ref is known to go.
func.func @merge_unknown(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  %y = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %z = arith.select %c, %x, %y : !tssa.ref<4xf32>
  // expected-remark @+1 {{'test.use' uses a merged ref, whose storage is known only at run time; use the refs themselves inside the branches}}
  "test.use"(%z) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// A loop that carries more and more views.
func.func @carried(%x: !tssa.ref<?xf32>, %n: index, %v: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{'scf.for' merges refs that are not told apart: it may name one of more than 8 parts of storages}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (!tssa.ref<?xf32>) {
    %z = view.of #view.slice<0, 0 : 100 : 2> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    tssa.write %v, %z : !tssa.ref<?xf32>
    scf.yield %z : !tssa.ref<?xf32>
  }
  return
}

// -----

// Refs in a list.
func.func @list(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'tssa.list_create' keeps refs in a list; run the pass 'tssa-forward-lists' before, or use the elements themselves}}
  %l = tssa.list_create %x : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  return
}

// -----

// A list that stays says why.
func.func @reason(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'tssa.list_create': the list is passed on by 'scf.yield'}}
  %l = tssa.list_create %x {tssa.list_reason = "is passed on by 'scf.yield'"} : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  return
}

// -----

// A list of refs as an argument.
// expected-remark @+1 {{'func.func' takes a list of refs, which is not followed; pass its elements}}
func.func @list_argument(%l: !tssa.list<!tssa.ref<4xf32>>) -> index {
  // expected-remark @+1 {{'tssa.list_len' keeps refs in a list}}
  %n = tssa.list_len %l : !tssa.list<!tssa.ref<4xf32>>
  return %n : index
}

// -----

// A call with refs keeps caller and callee.
// expected-remark @+1 {{'func.func' is reached by 'func.call' with refs, whose overlap no one checks; run the pass 'tssa-specialize-functions' before}}
func.func private @callee(%x: !tssa.ref<4xf32>) {
  %v = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}
func.func @caller(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'callee': run the pass 'tssa-inline-calls' or 'tssa-specialize-functions' before}}
  func.call @callee(%x) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// An argument that is written may overlap another.
func.func @overlap(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32> {tssa.noalias}, %z: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
  tssa.write %v, %y : !tssa.ref<4xf32>
  // expected-remark @+1 {{'tssa.write' changes argument 0, which may overlap argument 2; put 'tssa.noalias' on it if no caller passes overlapping tensors, or run the pass 'tssa-specialize-functions' before}}
  tssa.write %v, %x : !tssa.ref<4xf32>
  return
}

// -----

// Branches between blocks that never end: no structured op is like them.
func.func @blocks(%x: !tssa.ref<4xf32>, %c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-remark @+1 {{'tssa.read' is in a function of several blocks; lift its control flow to structured ops (pass 'lift-cf-to-scf')}}
  %v = tssa.read %x : !tssa.ref<4xf32>
  cf.br ^a
^b:
  return
}

// -----

// The same inside a region.
func.func @blocks_in_region(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %c: i1) {
  scf.execute_region {
    cf.cond_br %c, ^b, ^c
  ^b:
    // expected-remark @+1 {{'tssa.write' changes storage from inside an 'scf.execute_region' of several blocks}}
    tssa.write %v, %x : !tssa.ref<4xf32>
    cf.br ^b
  ^c:
    scf.yield
  }
  return
}

// -----

// A region op that cannot carry versions.
func.func @forall(%x: !tssa.ref<4xf32>, %v: tensor<f32>) {
  scf.forall (%i) in (4) {
    %e = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    // expected-remark @+1 {{'tssa.write' changes storage from inside 'scf.forall', which cannot carry versions; implement VersionCarrierOpInterface for it}}
    tssa.write %v, %e : !tssa.ref<f32>
  }
  return
}

// -----

// as_strided of an argument of which no one has tested where it lies.
func.func @as_strided(%x: !tssa.ref<4xf32>) -> tensor<2xf32> {
  // expected-remark @+1 {{'view.of' reaches the storage of an argument, which may have more than its elements and in another order; run the pass 'tssa-specialize-functions' before}}
  %y = view.of #view.as_strided<[2], [1], 0> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// as_strided reaches past the elements of an argument.
func.func @as_strided_beyond(%x: !tssa.ref<4xf32>) -> tensor<2xf32> {
  // expected-remark @+1 {{'view.of' reaches the storage of an argument beyond its elements; pass the tensor that it is a part of}}
  %y = view.of #view.as_strided<[2], [1], 3> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// as_strided of an argument that never is its storage, of what lies before.
func.func @as_strided_offset(%x: !tssa.ref<4xf32, strided<[1], offset: 1>>) -> tensor<2xf32> {
  // expected-remark @+1 {{'view.of' reaches the storage of an argument that is not row-major from the start of its storage on; view it by other kinds, or pass the tensor that it is a part of}}
  %y = view.of #view.as_strided<[2], [1], 0> %x : !tssa.ref<4xf32, strided<[1], offset: 1>> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Of a view that nothing comes of it does not matter what it reaches.
func.func @unused_view(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %y = view.of #view.as_strided<[2], [1], 3> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %z = view.of #view.select<0, 0> %y : !tssa.ref<2xf32> -> !tssa.ref<f32>
  tssa.write %v, %x : !tssa.ref<4xf32>
  %0 = tssa.read %x : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// as_strided over a storage that is not row-major.
func.func @as_strided_layout(%v: tensor<4x4xf32>) -> tensor<2xf32> {
  %x = tssa.alloc %v : tensor<4x4xf32> -> !tssa.ref<4x4xf32, strided<[1, 4]>>
  // expected-remark @+1 {{'view.of' depends on a layout that is not row-major; allocate the storage without a layout}}
  %y = view.of #view.as_strided<[2], [1], 0> %x : !tssa.ref<4x4xf32, strided<[1, 4]>> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// as_strided behind a bitcast.
func.func @as_strided_bitcast(%v: tensor<4xf32>) -> tensor<2xi32> {
  %x = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.bitcast<i32> %x : !tssa.ref<4xf32> -> !tssa.ref<4xi32>
  // expected-remark @+1 {{'view.of' counts in elements of another type than its storage; apply 'as_strided' before the bitcast}}
  %y = view.of #view.as_strided<[2], [1], 0> %b : !tssa.ref<4xi32> -> !tssa.ref<2xi32>
  %0 = tssa.read %y : !tssa.ref<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// A reshape of a storage that is not row-major.
func.func @reshape_layout(%v: tensor<4x4xf32>) {
  %x = tssa.alloc %v : tensor<4x4xf32> -> !tssa.ref<4x4xf32, strided<[1, 4]>>
  // expected-remark @+1 {{'tssa.check_view' depends on a layout that is not row-major; allocate the storage without a layout}}
  tssa.check_view #view.reshape<[16]> %x : !tssa.ref<4x4xf32, strided<[1, 4]>>
  return
}

// -----

// Overlap that is not decided by the paths.
func.func @check_overlap(%x: !tssa.ref<8xf32>, %n: index) {
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.slice<0, ? : 6 : 1> %x[%n] : !tssa.ref<8xf32> -> !tssa.ref<?xf32>
  // expected-remark @+1 {{'tssa.check_overlap' of parts that may overlap is decided at run time; copy the source first, or use constant bounds}}
  tssa.check_overlap %a, %b : !tssa.ref<4xf32>, !tssa.ref<?xf32>
  return
}

// -----

// Constants among the operands count like numbers.
func.func @check_overlap_constants(%x: !tssa.ref<8xf32>, %y: !tssa.ref<1x4xf32> {tssa.noalias}) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = view.of #view.unfold<0, ?, ?> %x[%c4, %c4] : !tssa.ref<8xf32> -> !tssa.ref<?x?xf32>
  tssa.check_overlap %a, %a : !tssa.ref<?x?xf32>, !tssa.ref<?x?xf32>
  %b = view.of #view.expand<[?, -1]> %y[%c1] : !tssa.ref<1x4xf32> -> !tssa.ref<?x4xf32>
  tssa.check_overlap %b, %y : !tssa.ref<?x4xf32>, !tssa.ref<1x4xf32>
  return
}

// -----

// A target that may overlap itself.
func.func @check_self_overlap(%x: !tssa.ref<1x4xf32>, %n: index) {
  %e = view.of #view.expand<[?, 4]> %x[%n] : !tssa.ref<1x4xf32> -> !tssa.ref<?x4xf32>
  // expected-remark @+1 {{'tssa.check_overlap' of a target that may overlap itself is decided at run time; write through a view without repeated elements}}
  tssa.check_overlap %e : !tssa.ref<?x4xf32>
  return
}

// -----

// An op of another dialect that uses a ref.
func.func @unknown(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'other.op' uses a ref in a way that is not known; implement MutationOpInterface or AliasOpInterface for it}}
  "other.op"(%x) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// A fallback leaves the function as it is, marked.
// expected-no-diagnostics
func.func @untouched(%v: tensor<4xf32>) -> tensor<4xf32> {
  return %v : tensor<4xf32>
}
