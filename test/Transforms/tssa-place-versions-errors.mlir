// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller finds in an argument after an error.
// RUN: tssa-opt %s --pass-pipeline='builtin.module(func.func(tssa-place-versions{errors=precise}))' | FileCheck %s
// RUN: tssa-opt %s --pass-pipeline='builtin.module(func.func(tssa-place-versions))' | FileCheck %s --check-prefix=FAST

#id = affine_map<(d0) -> (d0)>

// A check behind a computation: the argument is written last.
// CHECK-LABEL: func.func @late(
// CHECK: memref.alloc
// CHECK: linalg.generic
// CHECK: tssa.check_index
// CHECK: tssa.write
// CHECK: return
// FAST-LABEL: func.func @late(
// FAST-NOT: memref.alloc
// FAST: return
func.func @late(%x: !tssa.ref<8xf32>, %i: index, %n: index) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %j = tssa.check_index %i, %n
  tssa.write %1, %x : !tssa.ref<8xf32>
  return
}

// Before everything that is computed it stands in nobody's way.
// CHECK-LABEL: func.func @early(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @early(%x: !tssa.ref<8xf32>, %i: index, %n: index) attributes {tssa.functional} {
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %j = tssa.check_index %i, %n
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  tssa.write %1, %x : !tssa.ref<8xf32>
  return
}

// In a loop it comes behind the trip before.
// CHECK-LABEL: func.func @loop(
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK: tssa.check_index
// CHECK: tssa.write
// CHECK: return
func.func @loop(%x: !tssa.ref<8xf32>, %v: tensor<f32>, %n: index) attributes {tssa.functional} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = tssa.read %x : !tssa.ref<8xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<8xf32>) {
    %j = tssa.check_index %i, %c8
    %2 = view.assign #view.select<0, ?> %v, %t[%j] : tensor<f32> -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  tssa.write %1, %x : !tssa.ref<8xf32>
  return
}
