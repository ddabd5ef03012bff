// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=60 | FileCheck %s
// RUN: tssa explain %s | FileCheck %s --check-prefix=EXPLAIN
//
// Arguments that may overlap: the functional body where they do not, the
// imperative one where they do. `tssa validate` draws arguments in one storage
// by itself; where a case needs a certain place, its attributes say so.

// Any two tensors: apart, or in one storage at any place.
// CHECK: ok any_two: 3 ways equal {{.*}} (functional)
// EXPLAIN-LABEL: @any_two
// EXPLAIN: tssa.write of argument 0 at #view.slice
// EXPLAIN-NEXT: functional: became view.assign, where no written argument overlaps another
func.func @any_two(%x: !tssa.ref<?xf32> {tssa.test = ["n"]},
                   %y: !tssa.ref<?xf32> {tssa.test = ["n"]}) {
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %n = tssa.dim %x, 0 : !tssa.ref<?xf32>
  %a = view.of #view.slice<0, 0 : ? : 1> %x[%n] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  tssa.write %0, %a : !tssa.ref<?xf32>
  %1 = tssa.read %y : !tssa.ref<?xf32>
  %2 = tssa.add %1, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  tssa.write %2, %x : !tssa.ref<?xf32>
  return
}

// The same tensor twice: the second read sees the first write.
// CHECK: ok same_twice: 3 ways equal
func.func @same_twice(%x: !tssa.ref<3x4xf32>,
                      %y: !tssa.ref<3x4xf32> {tssa.test = {shares = 0, strides = [4, 1], offset = 0}}) {
  %row = view.of #view.select<0, 1> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %row : !tssa.ref<4xf32>
  %1 = tssa.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %row : !tssa.ref<4xf32>
  %2 = tssa.read %y : !tssa.ref<3x4xf32>
  %3 = tssa.mul %2, %2 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  tssa.write %3, %x : !tssa.ref<3x4xf32>
  return
}

// Slices of one storage that share elements.
// CHECK: ok partly_overlapping: 3 ways equal
func.func @partly_overlapping(%x: !tssa.ref<6xf32> {tssa.test = {strides = [1], offset = [0, 3]}},
                              %y: !tssa.ref<6xf32> {tssa.test = {shares = 0, strides = [1], offset = [1, 5, 8]}}) {
  %0 = tssa.read %y : !tssa.ref<6xf32>
  tssa.write %0, %x : !tssa.ref<6xf32>
  %1 = tssa.read %y : !tssa.ref<6xf32>
  %2 = tssa.add %1, %1 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  tssa.write %2, %x : !tssa.ref<6xf32>
  return
}

// Columns in turn: ranges meet, elements do not.
// CHECK: ok columns: 3 ways equal
func.func @columns(%x: !tssa.ref<4x3xf32> {tssa.test = {strides = [6, 2], offset = 0}},
                   %y: !tssa.ref<4x3xf32> {tssa.test = {shares = 0, strides = [6, 2], offset = [1, 0, 3]}}) {
  %0 = tssa.read %y : !tssa.ref<4x3xf32>
  tssa.write %0, %x : !tssa.ref<4x3xf32>
  %1 = tssa.read %y : !tssa.ref<4x3xf32>
  %2 = tssa.add %0, %1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  tssa.write %2, %y : !tssa.ref<4x3xf32>
  return
}

// Results: an argument, a view of one, a fresh storage and a view of it, a
// value; each keeps its identity whichever body gave it.
// CHECK: ok results: 3 ways equal
func.func @results(%x: !tssa.ref<3x4xf32>, %y: !tssa.ref<3x4xf32>)
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>, !tssa.ref<3xf32>, tensor<3x4xf32>, !tssa.ref<3x4xf32>) {
  %0 = tssa.read %y : !tssa.ref<3x4xf32>
  tssa.write %0, %x : !tssa.ref<3x4xf32>
  %1 = tssa.read %y : !tssa.ref<3x4xf32>
  %z = tssa.alloc %1 : tensor<3x4xf32> -> !tssa.ref<3x4xf32>
  %row = view.of #view.select<0, 2> %x : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
  %column = view.of #view.select<1, 1> %z : !tssa.ref<3x4xf32> -> !tssa.ref<3xf32>
  %2 = tssa.sub %0, %1 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %y, %row, %z, %column, %2, %x
      : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>, !tssa.ref<3x4xf32>, !tssa.ref<3xf32>, tensor<3x4xf32>, !tssa.ref<3x4xf32>
}

// Three, of which two are written.
// CHECK: ok three: 3 ways equal
func.func @three(%a: !tssa.ref<4xf32>, %b: !tssa.ref<4xf32>, %c: !tssa.ref<4xf32>) {
  %0 = tssa.read %c : !tssa.ref<4xf32>
  tssa.write %0, %a : !tssa.ref<4xf32>
  %1 = tssa.read %b : !tssa.ref<4xf32>
  %2 = tssa.read %a : !tssa.ref<4xf32>
  %3 = tssa.add %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %3, %b : !tssa.ref<4xf32>
  %4 = tssa.read %c : !tssa.ref<4xf32>
  tssa.write %4, %a : !tssa.ref<4xf32>
  return
}

// Two that are only read may be one tensor in the functional body.
// CHECK: ok output: 3 ways equal
func.func @output(%a: !tssa.ref<4xf32>,
                  %b: !tssa.ref<4xf32> {tssa.test = {shares = 0, strides = [1], offset = [1, 0]}},
                  %out: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  %e = view.of #view.slice<0, 0 : 2 : 1> %out : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %a : !tssa.ref<4xf32>
  %1 = view.access #view.slice<0, 1 : 3 : 1> %0 : tensor<4xf32> -> tensor<2xf32>
  tssa.write %1, %e : !tssa.ref<2xf32>
  %2 = tssa.read %a : !tssa.ref<4xf32>
  %3 = tssa.read %b : !tssa.ref<4xf32>
  %4 = tssa.add %2, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %4, %out : !tssa.ref<4xf32>
  return %out : !tssa.ref<4xf32>
}

// Eager's own refusal of partial overlap.
// CHECK: ok refused_overlap: 3 ways equal
func.func @refused_overlap(%x: !tssa.ref<4xf32> {tssa.test = {strides = [1], offset = 0}},
                           %y: !tssa.ref<4xf32> {tssa.test = {shares = 0, strides = [1], offset = [0, 2, 4]}}) {
  tssa.check_overlap %x, %y : !tssa.ref<4xf32>, !tssa.ref<4xf32>
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %x : !tssa.ref<4xf32>
  return
}

// Under a branch and in a loop, with a check that fails.
// CHECK: ok control_flow: 3 ways equal
func.func @control_flow(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %f = view.of #view.select<0, ?> %y[%i] : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %0 = tssa.read %f : !tssa.ref<f32>
    scf.if %c {
      tssa.write %0, %e : !tssa.ref<f32>
    } else {
      %1 = tssa.read %e : !tssa.ref<f32>
      %2 = tssa.add %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
      tssa.write %2, %f : !tssa.ref<f32>
    }
  }
  return
}

// As many as the test sorts.
// CHECK: ok many: 3 ways equal
func.func @many(%a: !tssa.ref<2xf32>, %b: !tssa.ref<2xf32>, %c: !tssa.ref<2xf32>, %d: !tssa.ref<2xf32>,
                %e: !tssa.ref<2xf32>, %f: !tssa.ref<2xf32>, %g: !tssa.ref<2xf32>, %h: !tssa.ref<2xf32>,
                %i: !tssa.ref<2xf32>, %j: !tssa.ref<2xf32>) {
  %0 = tssa.read %a : !tssa.ref<2xf32>
  tssa.write %0, %j : !tssa.ref<2xf32>
  %1 = tssa.read %b : !tssa.ref<2xf32>
  tssa.write %1, %i : !tssa.ref<2xf32>
  %2 = tssa.read %c : !tssa.ref<2xf32>
  tssa.write %2, %h : !tssa.ref<2xf32>
  %3 = tssa.read %i : !tssa.ref<2xf32>
  tssa.write %3, %d : !tssa.ref<2xf32>
  %4 = tssa.read %e : !tssa.ref<2xf32>
  %5 = tssa.read %f : !tssa.ref<2xf32>
  %6 = tssa.add %4, %5 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tssa.write %6, %g : !tssa.ref<2xf32>
  return
}
