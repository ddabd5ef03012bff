// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
// RUN: tssa-opt --tssa-to-functional %s | FileCheck %s --check-prefix=IR
//
// A loop carries a view of what it writes.
//
//   last = x[0] * 1
//   for t in range(n): last.add_(1); rows[t] = x[t] * last; last = rows[t]
//   return last

// Behind the first trip `last` is a row with a carried index; the write is one
// assign into `rows`. The result is the first tensor only without a trip.
// CHECK: ok carried_view: 3 ways equal
// IR-LABEL: func.func @carried_view(
// IR-SAME: tssa.choice = array<i64: -1, 1>
// IR: scf.if
// IR: scf.for {{.*}} iter_args(%[[K:[^ ]+]] = %{{.*}}, %[[ROWS:[^ ]+]] = %{{.*}}) -> (index, tensor<5x4xf32>)
// IR-NOT: scf.if
// IR: view.access #view.select<0, ?> %[[ROWS]]
// IR: %[[J:.+]] = tssa.check_index %[[K]]
// IR: view.assign #view.select<0, ?> %{{.*}}, %[[ROWS]][%[[J]]]
// IR: view.assign #view.select<0, ?>
// IR-NOT: view.assign
// IR: scf.yield
func.func @carried_view(%x: !tssa.ref<5x4xf32>,
                        %rows: !tssa.ref<5x4xf32> {tssa.noalias},
                        %n: index {tssa.test = [0, 1, 3, 5]})
    -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %x0 = view.of #view.select<0, 0> %x : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %x0 : !tssa.ref<4xf32>
  %last0 = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %last = scf.for %t = %c0 to %n step %c1 iter_args(%last = %last0)
      -> !tssa.ref<4xf32> {
    %1 = tssa.read %last : !tssa.ref<4xf32>
    %2 = arith.addf %1, %one : tensor<4xf32>
    tssa.write %2, %last : !tssa.ref<4xf32>
    %j = tssa.check_index %t, %c5
    %xt = view.of #view.select<0, ?> %x[%j] : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
    %row = view.of #view.select<0, ?> %rows[%j] : !tssa.ref<5x4xf32> -> !tssa.ref<4xf32>
    %3 = tssa.read %xt : !tssa.ref<4xf32>
    %4 = tssa.read %last : !tssa.ref<4xf32>
    %5 = arith.mulf %3, %4 : tensor<4xf32>
    tssa.write %5, %row : !tssa.ref<4xf32>
    scf.yield %row : !tssa.ref<4xf32>
  }
  return %last : !tssa.ref<4xf32>
}

// A slice of a slice is a slice, whose range is carried.
// CHECK: ok shrinking: 3 ways equal
// IR-LABEL: func.func @shrinking
// IR: scf.for {{.*}} iter_args(%[[FROM:[^ ]+]] = %{{.*}}, %[[TO:[^ ]+]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (index, index, tensor<?xf32>)
// IR: view.assign #view.path<[#view.slice<0, ? : ? : 1>, #view.select<0, ?>]> %{{.*}}, %{{.*}}[%[[FROM]], %[[TO]], %{{.*}}]
func.func @shrinking(%x: !tssa.ref<?xf32>, %n: index) -> !tssa.ref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant dense<9.0> : tensor<f32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> !tssa.ref<?xf32> {
    %size = tssa.dim %y, 0 : !tssa.ref<?xf32>
    %k = tssa.check_index %c0, %size
    %e = view.of #view.select<0, ?> %y[%k] : !tssa.ref<?xf32> -> !tssa.ref<f32>
    tssa.write %nine, %e : !tssa.ref<f32>
    %z = view.of #view.slice<0, 2 : 9223372036854775807 : 1> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    scf.yield %z : !tssa.ref<?xf32>
  }
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = arith.negf %0 : tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  return %y : !tssa.ref<?xf32>
}

// From both ends, in both dimensions, with bounds that count from the end.
// CHECK: ok both_ends: 3 ways equal
func.func @both_ends(%x: !tssa.ref<?x?xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %k: index {tssa.test = [-3, -1, 0, 1, 2, 100]})
    -> !tssa.ref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> !tssa.ref<?x?xf32> {
    %0 = tssa.read %y : !tssa.ref<?x?xf32>
    %1 = arith.addf %0, %0 : tensor<?x?xf32>
    tssa.write %1, %y : !tssa.ref<?x?xf32>
    %z = view.of #view.slice<0, 1 : -1 : 1> %y : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
    %w = view.of #view.slice<1, ? : 9223372036854775807 : 1> %z[%k] : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
    scf.yield %w : !tssa.ref<?x?xf32>
  }
  return %y : !tssa.ref<?x?xf32>
}

// A transposition of a transposition is the whole: two alternatives.
// CHECK: ok transposed: 3 ways equal
// IR-LABEL: func.func @transposed
// IR: scf.for {{.*}} -> (i1, tensor<3x3xf32>)
func.func @transposed(%x: !tssa.ref<3x3xf32>, %n: index) -> !tssa.ref<3x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> !tssa.ref<3x3xf32> {
    %v = view.of #view.select<0, 1> %y : !tssa.ref<3x3xf32> -> !tssa.ref<3xf32>
    %0 = tssa.read %v : !tssa.ref<3xf32>
    %1 = arith.addf %0, %one : tensor<3xf32>
    tssa.write %1, %v : !tssa.ref<3xf32>
    %z = view.of #view.permute<[1, 0]> %y : !tssa.ref<3x3xf32> -> !tssa.ref<3x3xf32>
    scf.yield %z : !tssa.ref<3x3xf32>
  }
  return %y : !tssa.ref<3x3xf32>
}
