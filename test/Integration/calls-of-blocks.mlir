// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=30 | FileCheck %s
//
// Functions of several blocks that are called with refs: they become structured
// control flow in their callers, whichever ref comes out of it.

// Diamonds, in a loop of the caller.
// CHECK: ok diamonds: 3 ways equal over 30 rounds, 0 of them errors (functional)
func.func private @pick(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %c: i1) -> !tssa.ref<4xf32> {
  cf.cond_br %c, ^then, ^else
^then:
  %0 = tssa.read %y : !tssa.ref<4xf32>
  tssa.write %0, %x : !tssa.ref<4xf32>
  cf.br ^join(%x : !tssa.ref<4xf32>)
^else:
  cf.br ^join(%y : !tssa.ref<4xf32>)
^join(%m: !tssa.ref<4xf32>):
  %1 = tssa.read %m : !tssa.ref<4xf32>
  %2 = tssa.add %1, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %2, %m : !tssa.ref<4xf32>
  return %m : !tssa.ref<4xf32>
}
func.func @diamonds(%x: !tssa.ref<4xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %v: tensor<4xf32>) -> (!tssa.ref<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.remui %i, %c2 : index
    %c = arith.cmpi eq, %r, %c0 : index
    %m = func.call @pick(%x, %y, %c) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, i1) -> !tssa.ref<4xf32>
    tssa.write %v, %m : !tssa.ref<4xf32>
    %0 = tssa.read %y : !tssa.ref<4xf32>
    %1 = tssa.exp %0 : tensor<4xf32> -> tensor<4xf32>
    tssa.write %1, %y : !tssa.ref<4xf32>
  }
  %2 = tssa.read %x : !tssa.ref<4xf32>
  return %y, %2 : !tssa.ref<4xf32>, tensor<4xf32>
}

// A loop with two ways out, called twice, once from a function of several
// blocks. Each way out has its error or its storage.
// CHECK: ok ways_out: 3 ways equal over 30 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func private @find(%x: !tssa.ref<?xf32>, %n: index, %v: tensor<f32>) -> !tssa.ref<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^none
^body:
  %e = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?xf32> -> !tssa.ref<f32>
  %0 = tssa.read %e : !tssa.ref<f32>
  %1 = tensor.extract %0[] : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %isLess = arith.cmpf olt, %1, %zero : f32
  %next = arith.addi %i, %c1 : index
  cf.cond_br %isLess, ^found(%e : !tssa.ref<f32>), ^head(%next : index)
^found(%f: !tssa.ref<f32>):
  tssa.write %v, %f : !tssa.ref<f32>
  return %f : !tssa.ref<f32>
^none:
  %a = tssa.alloc %v : tensor<f32> -> !tssa.ref<f32>
  return %a : !tssa.ref<f32>
}
func.func @ways_out(%x: !tssa.ref<?xf32> {tssa.test = ["n"]}, %n: index {tssa.test = [0, 2, 3, 9]}, %c: i1, %v: tensor<f32>) -> tensor<?xf32> {
  %e = func.call @find(%x, %n, %v) : (!tssa.ref<?xf32>, index, tensor<f32>) -> !tssa.ref<f32>
  tssa.write %v, %e : !tssa.ref<f32>
  cf.cond_br %c, ^again, ^end
^again:
  %f = func.call @find(%x, %n, %v) : (!tssa.ref<?xf32>, index, tensor<f32>) -> !tssa.ref<f32>
  %0 = tssa.read %e : !tssa.ref<f32>
  %1 = tssa.exp %0 : tensor<f32> -> tensor<f32>
  tssa.write %1, %f : !tssa.ref<f32>
  cf.br ^end
^end:
  %2 = tssa.read %x : !tssa.ref<?xf32>
  return %2 : tensor<?xf32>
}
