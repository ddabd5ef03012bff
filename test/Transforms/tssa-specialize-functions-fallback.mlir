// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps a call from being made by value, and its caller imperative.
// RUN: tssa-opt %s --tssa-specialize-functions --tssa-functionalize -verify-diagnostics -split-input-file

// A function of which nothing is known.
func.func private @extern(!tssa.ref<4xf32>)
func.func @unknown(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'extern': it has no body here; describe its refs by 'tssa.reads', 'tssa.writes', 'tssa.returns_alias' and 'tssa.fresh'}}
  func.call @extern(%x) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// Nor of one that calls such a function.
func.func private @extern(!tssa.ref<4xf32>)
func.func private @recursive(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'extern': it has no body here}}
  func.call @extern(%x) : (!tssa.ref<4xf32>) -> ()
  // expected-remark @+1 {{'func.call' passes refs to 'recursive': it calls 'extern', which cannot be called on copies}}
  func.call @recursive(%x) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// Operands that overlap.
func.func private @extern(!tssa.ref<4xf32> {tssa.writes}, !tssa.ref<4xf32> {tssa.reads})
func.func @same_twice(%x: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'extern': operand 0, which it writes, may overlap operand 1}}
  func.call @extern(%x, %x) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// -----

// An operand that overlaps itself.
func.func private @extern(!tssa.ref<4xf32> {tssa.writes})
func.func @expanded(%x: !tssa.ref<f32>) {
  %e = view.of #view.expand<[4]> %x : !tssa.ref<f32> -> !tssa.ref<4xf32>
  // expected-remark @+1 {{'func.call' passes refs to 'extern': operand 0, which it writes, may overlap itself}}
  func.call @extern(%e) : (!tssa.ref<4xf32>) -> ()
  return
}

// -----

// A result that is a part of an argument.
func.func private @row(%x: !tssa.ref<2x4xf32>, %n: index) -> !tssa.ref<4xf32> {
  // expected-remark @+1 {{'func.call' passes refs to 'row': its result 0 is neither an argument nor a storage of its own}}
  %r = func.call @row(%x, %n) : (!tssa.ref<2x4xf32>, index) -> !tssa.ref<4xf32>
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x4xf32> -> !tssa.ref<4xf32>
  return %row : !tssa.ref<4xf32>
}

// -----

// Two results that are one storage.
func.func private @same(%v: tensor<4xf32>, %n: index) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'same': its result 0 is neither an argument nor a storage of its own}}
  %r:2 = func.call @same(%v, %n) : (tensor<4xf32>, index) -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>)
  %x = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  return %x, %x : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// -----

// A callee that fails on some strides, which a copy of the operand would not
// have.
func.func private @flat(%x: !tssa.ref<2x2xf32>, %n: index) {
  tssa.check_view #view.reshape<[4]> %x : !tssa.ref<2x2xf32>
  %y = view.of #view.permute<[1, 0]> %x : !tssa.ref<2x2xf32> -> !tssa.ref<2x2xf32>
  // expected-remark @+1 {{'func.call' passes refs to 'flat': 'tssa.check_view' in it depends on the strides of argument 0, and operand 0 may not be row-major}}
  func.call @flat(%y, %n) : (!tssa.ref<2x2xf32>, index) -> ()
  return
}

// -----

// A callee that names elements of the storage around its argument, of which
// a copy of the operand has none.
func.func private @around(%x: !tssa.ref<2xf32>) {
  tssa.check_view #view.as_strided<[2], [1], 1> %x : !tssa.ref<2xf32>
  return
}
func.func @part(%v: tensor<4xf32>) -> tensor<4xf32> {
  %x = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %y = view.of #view.slice<0, 1 : 3 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  // expected-remark @+1 {{'func.call' passes refs to 'around': 'tssa.check_view' in it depends on the storage of argument 0, and operand 0 may be a part of its storage}}
  func.call @around(%y) : (!tssa.ref<2xf32>) -> ()
  %0 = tssa.read %x : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A callee that compares where its arguments lie.
func.func private @compare(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'tssa.disjoint' uses a ref in a way that is not known}}
  %d = tssa.disjoint %x, %y : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  // expected-remark @+1 {{'func.call' passes refs to 'compare': 'tssa.disjoint' in it compares where arguments lie}}
  func.call @compare(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
  return
}

// -----

// An argument with a layout that a new storage does not have, and a list.
func.func private @layout(!tssa.ref<?xf32, strided<[2]>> {tssa.reads})
func.func private @list(!tssa.list<!tssa.ref<4xf32>>) -> index
func.func @types(%x: !tssa.ref<?xf32, strided<[2]>>, %y: !tssa.ref<4xf32>) {
  // expected-remark @+1 {{'func.call' passes refs to 'layout': its argument 0 has a layout that is not row-major}}
  func.call @layout(%x) : (!tssa.ref<?xf32, strided<[2]>>) -> ()
  // expected-remark @+1 {{'tssa.list_create' keeps refs}}
  %l = tssa.list_create %y : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  // expected-remark @+1 {{'func.call' passes refs to 'list': its argument 0 is a list}}
  %n = func.call @list(%l) : (!tssa.list<!tssa.ref<4xf32>>) -> index
  return
}
