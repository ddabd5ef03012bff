// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa-opt --tssa-functionalize %s | FileCheck %s --check-prefix=IR
// RUN: tssa-opt --pass-pipeline='builtin.module(tssa-to-functional,tssa-to-linalg,tssa-expand-checks,func.func(tssa-place-versions))' %s | FileCheck %s --check-prefix=PLACED
//
// Buffers change places in a loop.
//
//   for i in range(n):
//     p[0] -= 1; q[0] += 1; log[i] = p + q
//     p, q, r = r, p, q

!vec = !tssa.ref<2xf32>

// Versions are carried in the order of the names, and descriptors in memory: no
// trip copies a buffer.
// CHECK: ok three: 3 ways equal
// IR-LABEL: func.func @three
// IR: scf.for {{.*}} iter_args(%[[P:[^ ]+]] = %{{.*}}, %[[Q:[^ ]+]] = %{{.*}}, %[[R:[^ ]+]] = %{{.*}}, %{{.*}} = %{{.*}})
// IR-NOT: scf.if
// IR: %[[P1:.+]] = view.assign #view.select<0, 0> %{{.*}}, %[[P]]
// IR: %[[Q1:.+]] = view.assign #view.select<0, 0> %{{.*}}, %[[Q]]
// IR: scf.yield %[[R]], %[[P1]], %[[Q1]], %{{.*}}
// PLACED-LABEL: func.func @three
// PLACED: scf.for {{.*}} iter_args(%[[P:[^ ]+]] = %{{.*}}, %[[Q:[^ ]+]] = %{{.*}}, %[[R:[^ ]+]] = %{{.*}})
// PLACED-NOT: memref.copy %[[P]]
// PLACED-NOT: memref.copy %[[Q]]
// PLACED-NOT: memref.copy %[[R]]
// PLACED-NOT: memref.alloc
// PLACED: scf.yield %[[R]], %[[P]], %[[Q]]
// PLACED-NOT: memref.copy
// PLACED: return
func.func @three(%x: !vec, %log: !tssa.ref<4x2xf32> {tssa.noalias},
                 %n: index {tssa.test = [0, 1, 2, 3, 4]}) -> (!vec, !vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = tssa.read %x : !vec
  %1 = arith.addf %0, %0 : tensor<2xf32>
  %2 = arith.addf %1, %0 : tensor<2xf32>
  %p0 = tssa.alloc %0 : tensor<2xf32> -> !vec
  %q0 = tssa.alloc %1 : tensor<2xf32> -> !vec
  %r0 = tssa.alloc %2 : tensor<2xf32> -> !vec
  %last:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%p = %p0, %q = %q0, %r = %r0) -> (!vec, !vec, !vec) {
    %pe = view.of #view.select<0, 0> %p : !vec -> !tssa.ref<f32>
    %3 = tssa.read %pe : !tssa.ref<f32>
    %4 = arith.subf %3, %one : tensor<f32>
    tssa.write %4, %pe : !tssa.ref<f32>
    %qe = view.of #view.select<0, 0> %q : !vec -> !tssa.ref<f32>
    %5 = tssa.read %qe : !tssa.ref<f32>
    %6 = arith.addf %5, %one : tensor<f32>
    tssa.write %6, %qe : !tssa.ref<f32>
    %j = tssa.check_index %i, %c4
    %row = view.of #view.select<0, ?> %log[%j] : !tssa.ref<4x2xf32> -> !vec
    %7 = tssa.read %p : !vec
    %8 = tssa.read %q : !vec
    %9 = arith.addf %7, %8 : tensor<2xf32>
    tssa.write %9, %row : !vec
    scf.yield %r, %p, %q : !vec, !vec, !vec
  }
  return %last#0, %last#1, %last#2 : !vec, !vec, !vec
}

// Two buffers, one read and one written, as in a relaxation.
// CHECK: ok two: 3 ways equal
// PLACED-LABEL: func.func @two
// PLACED: scf.for {{.*}} iter_args(%[[A:[^ ]+]] = %{{.*}}, %[[B:[^ ]+]] = %{{.*}})
// PLACED-NOT: memref.copy
// PLACED-NOT: memref.alloc
// PLACED: scf.yield %[[B]], %[[A]]
func.func @two(%x: !tssa.ref<5xf32>, %n: index) -> !tssa.ref<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<5xf32>
  %a0 = tssa.alloc %0 : tensor<5xf32> -> !tssa.ref<5xf32>
  %b0 = tssa.alloc %0 : tensor<5xf32> -> !tssa.ref<5xf32>
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0)
      -> (!tssa.ref<5xf32>, !tssa.ref<5xf32>) {
    %left = view.of #view.slice<0, 0 : 3 : 1> %a : !tssa.ref<5xf32> -> !tssa.ref<3xf32>
    %right = view.of #view.slice<0, 2 : 5 : 1> %a : !tssa.ref<5xf32> -> !tssa.ref<3xf32>
    %mid = view.of #view.slice<0, 1 : 4 : 1> %b : !tssa.ref<5xf32> -> !tssa.ref<3xf32>
    %1 = tssa.read %left : !tssa.ref<3xf32>
    %2 = tssa.read %right : !tssa.ref<3xf32>
    %3 = arith.addf %1, %2 : tensor<3xf32>
    tssa.write %3, %mid : !tssa.ref<3xf32>
    scf.yield %b, %a : !tssa.ref<5xf32>, !tssa.ref<5xf32>
  }
  return %last#0 : !tssa.ref<5xf32>
}

// Also under a condition: no tag is carried.
// CHECK: ok sometimes: 3 ways equal
// IR-LABEL: func.func @sometimes
// IR: scf.for {{.*}} -> (tensor<2xf32>, tensor<2xf32>)
func.func @sometimes(%x: !vec, %n: index) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tssa.read %x : !vec
  %1 = arith.negf %0 : tensor<2xf32>
  %p0 = tssa.alloc %0 : tensor<2xf32> -> !vec
  %q0 = tssa.alloc %1 : tensor<2xf32> -> !vec
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %p0, %q = %q0)
      -> (!vec, !vec) {
    %2 = tssa.read %p : !vec
    %3 = arith.addf %2, %2 : tensor<2xf32>
    tssa.write %3, %q : !vec
    %odd = arith.remui %i, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %next:2 = scf.if %is -> (!vec, !vec) {
      scf.yield %q, %p : !vec, !vec
    } else {
      scf.yield %p, %q : !vec, !vec
    }
    scf.yield %next#0, %next#1 : !vec, !vec
  }
  return %last#0, %last#1 : !vec, !vec
}

// Of arguments it counts which is which: a tag is carried for each name.
// CHECK: ok arguments: 3 ways equal
// IR-LABEL: func.func @arguments
// IR: scf.for {{.*}} -> (i1, i1, tensor<2xf32>, tensor<2xf32>)
func.func @arguments(%a: !vec {tssa.noalias}, %b: !vec {tssa.noalias}, %n: index) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (!vec, !vec) {
    %2 = tssa.read %p : !vec
    %3 = arith.addf %2, %2 : tensor<2xf32>
    tssa.write %3, %q : !vec
    scf.yield %q, %p : !vec, !vec
  }
  return %last#0, %last#1 : !vec, !vec
}
