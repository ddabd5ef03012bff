// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --pass-pipeline='builtin.module(func.func(tssa-split-merges))' | FileCheck %s
// RUN: tssa-opt %s --pass-pipeline='builtin.module(func.func(tssa-split-merges))' -o %t && tssa validate %t
//
// Refs that merge become values that do; the program stays imperative and means
// the same.

!vec = !tssa.ref<4xf32>

// A read gives the part read, a write is one write in each branch.
// CHECK-LABEL: func.func @branch
// CHECK:         %[[V:.*]] = scf.if %[[C:.*]] -> (tensor<4xf32>)
// CHECK:           tssa.read %[[A:.*]] :
// CHECK:           tssa.read %[[B:.*]] :
// CHECK:         %[[N:.*]] = arith.negf %[[V]]
// CHECK:         scf.if %[[C]] {
// CHECK-NEXT:      tssa.write %[[N]], %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tssa.write %[[N]], %[[B]]
func.func @branch(%a: !vec {tssa.noalias}, %b: !vec {tssa.noalias}, %c: i1) {
  %y = arith.select %c, %a, %b : !vec
  %0 = tssa.read %y : !vec
  %1 = arith.negf %0 : tensor<4xf32>
  tssa.write %1, %y : !vec
  return
}

// An index that differs goes along; it is checked where it is used.
// CHECK-LABEL: func.func @index
// CHECK:         %[[I:.*]] = scf.if %{{.*}} -> (index)
// CHECK:         %[[J:.*]] = tssa.check_index %[[I]], %{{.*}}
// CHECK:         %[[R:.*]] = view.of #view.select<0, ?> %{{.*}}[%[[J]]]
// CHECK:         tssa.write %{{.*}}, %[[R]]
func.func @index(%x: !tssa.ref<3x4xf32>, %c: i1, %i: index, %j: index, %v: tensor<4xf32>) {
  %c3 = arith.constant 3 : index
  %k = tssa.check_index %i, %c3
  %l = tssa.check_index %j, %c3
  %a = view.of #view.select<0, ?> %x[%k] : !tssa.ref<3x4xf32> -> !vec
  %b = view.of #view.select<0, ?> %x[%l] : !tssa.ref<3x4xf32> -> !vec
  %y = arith.select %c, %a, %b : !vec
  tssa.write %v, %y : !vec
  return
}

// Storage from inside of a branch moves out of it as a value.
// CHECK-LABEL: func.func @moved
// CHECK:         %[[V:.*]] = scf.if %{{.*}} -> (tensor<4xf32>)
// CHECK:         %[[F:.*]] = tssa.alloc %[[V]]
// CHECK:         %[[E:.*]] = view.of #view.select<0, 1> %[[F]]
// CHECK-NEXT:    tssa.write %{{.*}}, %[[E]]
// CHECK-NOT:     scf.if
// CHECK:         return %[[F]]
func.func @moved(%v: tensor<4xf32>, %c: i1) -> !vec {
  %y = scf.if %c -> !vec {
    %f = tssa.alloc %v : tensor<4xf32> -> !vec
    scf.yield %f : !vec
  } else {
    %0 = arith.negf %v : tensor<4xf32>
    %f = tssa.alloc %0 : tensor<4xf32> -> !vec
    tssa.write %v, %f : !vec
    scf.yield %f : !vec
  }
  %e = view.of #view.select<0, 1> %y : !vec -> !tssa.ref<f32>
  %z = arith.constant dense<0.0> : tensor<f32>
  tssa.write %z, %e : !tssa.ref<f32>
  return %y : !vec
}

// A ref that is only read is a value.
// CHECK-LABEL: func.func @value
// CHECK:         %[[V:.*]] = scf.for {{.*}} -> (tensor<4xf32>)
// CHECK:         tssa.alloc %[[V]]
func.func @value(%x: !vec, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> !vec {
    %0 = tssa.read %h : !vec
    %1 = arith.negf %0 : tensor<4xf32>
    %f = tssa.alloc %1 : tensor<4xf32> -> !vec
    scf.yield %f : !vec
  }
  %2 = tssa.read %y : !vec
  return %2 : tensor<4xf32>
}

// Not if what it may name is written before the last read.
// CHECK-LABEL: func.func @no_value
// CHECK:         %{{.*}}:2 = scf.if %{{.*}} -> (i1, tensor<4xf32>)
func.func @no_value(%x: !vec, %n: index, %v: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> !vec {
    %0 = tssa.read %h : !vec
    %1 = arith.negf %0 : tensor<4xf32>
    %f = tssa.alloc %1 : tensor<4xf32> -> !vec
    scf.yield %f : !vec
  }
  tssa.write %v, %x : !vec
  %2 = tssa.read %y : !vec
  return %2 : tensor<4xf32>
}

// Results are chosen last.
// CHECK-LABEL: func.func @result
// CHECK:         %[[R:.*]]:2 = scf.if %[[C:.*]] -> (!tssa.ref<4xf32>, !tssa.ref<f32>) {
// CHECK:           %[[E:.*]] = view.of #view.select<0, 1> %[[A:.*]] :
// CHECK:           scf.yield %[[A]], %[[E]]
// CHECK:         } else {
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @result(%a: !vec {tssa.noalias}, %b: !vec {tssa.noalias}, %c: i1) -> (!vec, !tssa.ref<f32>) {
  %y = arith.select %c, %a, %b : !vec
  %e = view.of #view.select<0, 1> %y : !vec -> !tssa.ref<f32>
  return %y, %e : !vec, !tssa.ref<f32>
}

// Branches between blocks become structured; refs go with them.
// CHECK-LABEL: func.func @blocks
// CHECK-NOT:     cf.br
// CHECK:         scf.while
// CHECK-NOT:     cf.br
// CHECK-NOT:     ub.poison : !tssa.ref
func.func @blocks(%x: !vec, %n: index) -> !vec {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %f = tssa.alloc %0 : tensor<4xf32> -> !vec
  cf.br ^head(%c0, %x, %f : index, !vec, !vec)
^head(%i: index, %p: !vec, %q: !vec):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^exit
^body:
  %1 = tssa.read %p : !vec
  %2 = arith.negf %1 : tensor<4xf32>
  tssa.write %2, %q : !vec
  %k = arith.addi %i, %c1 : index
  cf.br ^head(%k, %q, %p : index, !vec, !vec)
^exit:
  return %p : !vec
}

// Which of two new storages two refs share depends on the run: each has a value
// of its own, and the tag of the second says whether it is that of the first.
// CHECK-LABEL: func.func @shared
// CHECK: %[[R:.*]]:3 = scf.if %{{.*}} -> (i1, tensor<4xf32>, tensor<4xf32>)
// CHECK: %[[P:.*]] = tssa.alloc %[[R]]#1
// CHECK-NEXT: %[[Q:.*]] = tssa.alloc %[[R]]#2
// CHECK-NEXT: tssa.write %{{.*}}, %[[P]]
// CHECK-NEXT: scf.if %[[R]]#0 {
// CHECK-NEXT: tssa.write %{{.*}}, %[[P]]
// CHECK-NEXT: } else {
// CHECK-NEXT: tssa.write %{{.*}}, %[[Q]]
func.func @shared(%v: tensor<4xf32>, %c: i1, %d: i1) {
  %r:2 = scf.if %c -> (!vec, !vec) {
    %a = tssa.alloc %v : tensor<4xf32> -> !vec
    %b = tssa.alloc %v : tensor<4xf32> -> !vec
    %p = arith.select %d, %a, %b : !vec
    %e = arith.xori %c, %d : i1
    %q = arith.select %e, %a, %b : !vec
    scf.yield %p, %q : !vec, !vec
  } else {
    %a = tssa.alloc %v : tensor<4xf32> -> !vec
    scf.yield %a, %a : !vec, !vec
  }
  tssa.write %v, %r#0 : !vec
  tssa.write %v, %r#1 : !vec
  return
}

// Slices of a view of the storage: their range is in the numbers of the view.
// CHECK-LABEL: func.func @slices_of_row
// CHECK: scf.for {{.*}} -> (index, index)
// CHECK-NEXT: view.of #view.path<[#view.select<0, 1>, #view.slice<0, ? : ? : 1>]>
// CHECK: scf.yield %{{.*}}, %{{.*}} : index, index
func.func @slices_of_row(%x: !tssa.ref<2x?xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = view.of #view.select<0, 1> %x : !tssa.ref<2x?xf32> -> !tssa.ref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %row) -> (!tssa.ref<?xf32>) {
    %0 = tssa.read %y : !tssa.ref<?xf32>
    %1 = tssa.add %0, %v : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    tssa.write %1, %y : !tssa.ref<?xf32>
    %z = view.of #view.slice<0, 1 : 9223372036854775807 : 1> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    scf.yield %z : !tssa.ref<?xf32>
  }
  return
}
