// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --entry=two_zeros | FileCheck %s --check-prefix=ZEROS
// RUN: tssa run %s --entry=clone --input="[1, 2, 3, 4]" | FileCheck %s --check-prefix=CLONE
// RUN: tssa run %s --entry=view_of_argument --input="[[1, 2], [3, 4]]" | FileCheck %s --check-prefix=VIEW
// RUN: tssa run %s --entry=two_views_of_one | FileCheck %s --check-prefix=SHARED
//
// Values have no identity, results have: which storage a result lies in.

// A returned clone is not the argument, though their values are equal.
// CHECK: ok clone: 3 ways equal
// CLONE: result0: tensor<4xf32>{{$}}
func.func @clone(%x: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %r = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// Nor is it after the argument was overwritten.
// CHECK: ok clone_then_write: 3 ways equal
func.func @clone_then_write(%x: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %r = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %1 = arith.negf %0 : tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// A clone that is changed leaves its original.
// CHECK: ok clone_and_change: 3 ways equal
func.func @clone_and_change(%x: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %r = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %1 = arith.negf %0 : tensor<4xf32>
  tssa.write %1, %r : !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// Two zeros are two buffers.
// CHECK: ok two_zeros: 3 ways equal
// ZEROS: result0: tensor<4xf32>{{$}}
// ZEROS: result1: tensor<4xf32>{{$}}
func.func @two_zeros() -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %0 = arith.constant dense<0.0> : tensor<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %b = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %a, %b : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// One tensor returned twice is one buffer.
// CHECK: ok same_twice: 3 ways equal
func.func @same_twice() -> (!tssa.ref<4xf32>, !tssa.ref<4xf32>) {
  %0 = arith.constant dense<0.0> : tensor<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %a, %a : !tssa.ref<4xf32>, !tssa.ref<4xf32>
}

// A constant that is returned can be written, and the next call has a fresh one.
// CHECK: ok constant: 3 ways equal
func.func @constant() -> !tssa.ref<4xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %a : !tssa.ref<4xf32>
}

// A returned argument is the argument.
// CHECK: ok argument: 3 ways equal
func.func @argument(%x: !tssa.ref<?xf32>) -> !tssa.ref<?xf32> {
  %0 = tssa.read %x : !tssa.ref<?xf32>
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %x : !tssa.ref<?xf32>
  return %x : !tssa.ref<?xf32>
}

// A returned view of an argument lies in the argument's storage.
// CHECK: ok view_of_argument: 3 ways equal
// VIEW: result0: tensor<2xf32> in the storage of argument0
// VIEW-NEXT: [2.0 4.0]
func.func @view_of_argument(%x: !tssa.ref<2x2xf32>) -> !tssa.ref<2xf32> {
  %v = view.of #view.select<1, 1> %x : !tssa.ref<2x2xf32> -> !tssa.ref<2xf32>
  return %v : !tssa.ref<2xf32>
}

// Two views of one fresh tensor, itself not returned, share its storage.
// CHECK: ok two_views_of_one: 3 ways equal
// SHARED: result0: tensor<4xf32>{{$}}
// SHARED: result1: tensor<2xf32> in the storage of result0
func.func @two_views_of_one() -> (!tssa.ref<4xf32>, !tssa.ref<2xf32>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %a = tssa.alloc %0 : tensor<2x4xf32> -> !tssa.ref<2x4xf32>
  %v = view.of #view.select<0, 1> %a : !tssa.ref<2x4xf32> -> !tssa.ref<4xf32>
  %w = view.of #view.select<1, 3> %a : !tssa.ref<2x4xf32> -> !tssa.ref<2xf32>
  return %v, %w : !tssa.ref<4xf32>, !tssa.ref<2xf32>
}

// Adding nothing still makes a tensor of its own.
// CHECK: ok add_zero: 3 ways equal
func.func @add_zero(%x: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %0 = arith.constant 0.0 : f64
  %1 = tssa.read %x : !tssa.ref<4xf32>
  %2 = tssa.add %1, %0 : (tensor<4xf32>, f64) -> tensor<4xf32>
  %r = tssa.alloc %2 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// A tensor allocated in every trip is another one in every trip.
// CHECK: ok fresh_in_loop: 3 ways equal
func.func @fresh_in_loop(%x: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %sum = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.constant dense<0.0> : tensor<4xf32>
    %t = tssa.alloc %1 : tensor<4xf32> -> !tssa.ref<4xf32>
    %2 = tssa.read %sum : !tssa.ref<4xf32>
    %3 = tssa.read %t : !tssa.ref<4xf32>
    %4 = arith.addf %2, %3 : tensor<4xf32>
    %5 = arith.addf %4, %2 : tensor<4xf32>
    tssa.write %5, %t : !tssa.ref<4xf32>
    %6 = tssa.read %t : !tssa.ref<4xf32>
    tssa.write %6, %sum : !tssa.ref<4xf32>
  }
  return %sum : !tssa.ref<4xf32>
}

// A tensor argument is a value: the caller's stays as it is.
// CHECK: ok tensor_argument: 3 ways equal
func.func @tensor_argument(%t: tensor<3x?xf32>) -> (!tssa.ref<3x?xf32>, tensor<3x?xf32>) {
  %a = tssa.alloc %t : tensor<3x?xf32> -> !tssa.ref<3x?xf32>
  %v = view.of #view.select<0, 1> %a : !tssa.ref<3x?xf32> -> !tssa.ref<?xf32>
  %0 = tssa.read %v : !tssa.ref<?xf32>
  %1 = arith.negf %0 : tensor<?xf32>
  tssa.write %1, %v : !tssa.ref<?xf32>
  return %a, %t : !tssa.ref<3x?xf32>, tensor<3x?xf32>
}

// A choice between two fresh tensors is a tensor of its own.
// CHECK: ok chosen_value: 3 ways equal
func.func @chosen_value(%x: !tssa.ref<4xf32>, %c: i1) -> !tssa.ref<4xf32> {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = arith.negf %0 : tensor<4xf32>
  %2 = arith.select %c, %0, %1 : tensor<4xf32>
  %r = tssa.alloc %2 : tensor<4xf32> -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}
