// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
//
// Elements of lists that are read as another type than they are of: in any run,
// in some, or for some sizes. The error is that of a list at run time.

!any = !tssa.list<!tssa.any_ref>

// CHECK: ok never: 3 ways equal
func.func @never(%x: !tssa.ref<2x3xf32> {tssa.noalias}, %v: tensor<3xf32>, %c: i1) -> !tssa.ref<2x3xf32> {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %x : (!tssa.ref<2x3xf32>) -> !any
  scf.if %c {
    %y = tssa.list_get %l[%c0] : !any -> !tssa.ref<3xf32>
    tssa.write %v, %y : !tssa.ref<3xf32>
  }
  %z = tssa.list_get %l[%c0] : !any -> !tssa.ref<2x3xf32>
  return %z : !tssa.ref<2x3xf32>
}

// CHECK: ok in_some_runs: 3 ways equal
func.func @in_some_runs(%x: !tssa.ref<?x?xf32> {tssa.noalias}, %i: index, %c: i1, %k: index {tssa.test = [0, 1, -1, 2]}) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %l = tssa.list_create %x, %row : (!tssa.ref<?x?xf32>, !tssa.ref<?xf32>) -> !any
  scf.if %c {
    tssa.list_set %row, %l[%c0] : !tssa.ref<?xf32>, !any
  }
  %y = tssa.list_get %l[%k] : !any -> !tssa.ref<?xf32>
  %0 = tssa.read %y : !tssa.ref<?xf32>
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %y : !tssa.ref<?xf32>
  %z = tssa.list_pop %l[%k] : !any -> !tssa.ref<?xf32>
  %2 = tssa.read %z : !tssa.ref<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK: ok for_some_sizes: 3 ways equal
func.func @for_some_sizes(%x: !tssa.ref<?x?xf32> {tssa.noalias}, %v: tensor<3xf32>, %n: index {tssa.test = [0, 1, 2, 3]}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = tssa.list_create : () -> !any
  %m = tssa.dim %x, 0 : !tssa.ref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
    %cut = view.of #view.slice<0, ? : 9223372036854775807 : 1> %row[%i] : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    tssa.list_append %cut, %l : !tssa.ref<?xf32>, !any
  }
  %isShort = arith.cmpi ult, %n, %m : index
  scf.if %isShort {
    %y = tssa.list_get %l[%n] : !any -> !tssa.ref<3xf32>
    tssa.write %v, %y : !tssa.ref<3xf32>
  }
  return
}

// CHECK: ok of_another_element: 3 ways equal
func.func @of_another_element(%x: !tssa.ref<?xf32> {tssa.noalias}, %y: !tssa.ref<?xi32> {tssa.noalias}, %c: i1) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %l = tssa.list_create %x : (!tssa.ref<?xf32>) -> !any
  scf.if %c {
    tssa.list_set %y, %l[%c0] : !tssa.ref<?xi32>, !any
  }
  %z = tssa.list_get %l[%c0] : !any -> !tssa.ref<?xi32>
  %0 = tssa.read %z : !tssa.ref<?xi32>
  return %0 : tensor<?xi32>
}

// A place that there is not, whatever is made of what would be there.
// CHECK: ok outside: 3 ways equal
func.func @outside(%x: !tssa.ref<3xf32> {tssa.noalias}, %v: tensor<3xf32>, %c: i1) -> tensor<3xf32> {
  %c3 = arith.constant -3 : index
  %l = tssa.list_create %x, %x : (!tssa.ref<3xf32>, !tssa.ref<3xf32>) -> !tssa.list<!tssa.ref<3xf32>>
  scf.if %c {
    %y = tssa.list_get %l[%c3] : !tssa.list<!tssa.ref<3xf32>> -> !tssa.ref<3xf32>
    %z = view.of #view.slice<0, 1 : 2 : 1> %y : !tssa.ref<3xf32> -> !tssa.ref<1xf32>
    %0 = tssa.read %z : !tssa.ref<1xf32>
    tssa.write %v, %y : !tssa.ref<3xf32>
    tssa.list_append %y, %l : !tssa.ref<3xf32>, !tssa.list<!tssa.ref<3xf32>>
  }
  %1 = tssa.read %x : !tssa.ref<3xf32>
  return %1 : tensor<3xf32>
}

// Each trip takes out what the one before has made smaller.
// CHECK: ok every_second: 3 ways equal
func.func @every_second(%x: !tssa.ref<?xf32> {tssa.noalias}, %v: tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant -1 : index
  %l = tssa.list_create %x : (!tssa.ref<?xf32>) -> !tssa.list<!tssa.ref<?xf32>>
  scf.for %i = %c0 to %c3 step %c1 {
    %y = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<?xf32>> -> !tssa.ref<?xf32>
    %0 = tssa.read %y : !tssa.ref<?xf32>
    %1 = tssa.add %0, %v : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    tssa.write %1, %y : !tssa.ref<?xf32>
    %z = view.of #view.slice<0, 0 : 9223372036854775807 : 2> %y : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    tssa.list_append %z, %l : !tssa.ref<?xf32>, !tssa.list<!tssa.ref<?xf32>>
  }
  return
}

// A storage for each trip goes out in a list.
// CHECK: ok of_each_trip: 3 ways equal
func.func @of_each_trip(%x: !tssa.ref<3xf32> {tssa.noalias}, %v: tensor<3xf32>, %c: i1) -> (!tssa.list<!tssa.ref<3xf32>>, !tssa.ref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %l = tssa.list_create %x : (!tssa.ref<3xf32>) -> !tssa.list<!tssa.ref<3xf32>>
  scf.for %i = %c0 to %c3 step %c1 {
    %f = tssa.alloc %v : tensor<3xf32> -> !tssa.ref<3xf32>
    scf.if %c {
      tssa.list_append %f, %l : !tssa.ref<3xf32>, !tssa.list<!tssa.ref<3xf32>>
    }
    %y = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<3xf32>> -> !tssa.ref<3xf32>
    %0 = tssa.read %y : !tssa.ref<3xf32>
    %1 = arith.addf %0, %v : tensor<3xf32>
    tssa.write %1, %f : !tssa.ref<3xf32>
  }
  %c-1 = arith.constant -1 : index
  %last = tssa.list_get %l[%c-1] : !tssa.list<!tssa.ref<3xf32>> -> !tssa.ref<3xf32>
  return %l, %last : !tssa.list<!tssa.ref<3xf32>>, !tssa.ref<3xf32>
}
