// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=40 | FileCheck %s
// RUN: tssa run %s --input="[[1, 2, 3], [4, 5, 6]]" | FileCheck %s --check-prefix=COPY
// RUN: tssa run %s --input="[[1, 2, 3]]" | FileCheck %s --check-prefix=ALIAS
//
// Sizes decide whether a reshape is a view.
//
//   a = x.reshape(-1); b = x.t().reshape(-1)
//   a[0:2] += 100; b[1:3] -= 1000
//   return b

// CHECK: ok by_size: 3 ways equal
// COPY: result0: tensor<6xf32>{{$}}
// COPY-NEXT: [ 101.0 -996.0 -898.0 5.0 3.0 6.0]
// ALIAS: result0: tensor<3xf32> in the storage of argument0
// ALIAS-NEXT: [ 101.0 -898.0 -997.0]
func.func @by_size(%x: !tssa.ref<?x?xf32> {tssa.test = {sizes = [[1, 2], [1, 3, 4]], layout = "contiguous"}}) -> !tssa.ref<?xf32> {
  %c1 = arith.constant 1 : index
  %m = tssa.dim %x, 0 : !tssa.ref<?x?xf32>
  %n = tssa.dim %x, 1 : !tssa.ref<?x?xf32>
  %size = arith.muli %m, %n : index
  %a = view.of #view.reshape<[?]> %x[%size] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
  %a2 = view.of #view.slice<0, 0 : 2 : 1> %a : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %hundred = arith.constant 100.0 : f64
  %thousand = arith.constant 1000.0 : f64
  %0 = tssa.read %a2 : !tssa.ref<?xf32>
  %1 = tssa.add %0, %hundred : (tensor<?xf32>, f64) -> tensor<?xf32>
  tssa.write %1, %a2 : !tssa.ref<?xf32>
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<?x?xf32> -> !tssa.ref<?x?xf32>
  %row = arith.cmpi eq, %m, %c1 : index
  %column = arith.cmpi eq, %n, %c1 : index
  %is = arith.ori %row, %column : i1
  %b = scf.if %is -> !tssa.ref<?xf32> {
    %2 = view.of #view.reshape<[?]> %t[%size] : !tssa.ref<?x?xf32> -> !tssa.ref<?xf32>
    scf.yield %2 : !tssa.ref<?xf32>
  } else {
    %2 = tssa.read %t : !tssa.ref<?x?xf32>
    %3 = view.access #view.reshape<[?]> %2[%size] : tensor<?x?xf32> -> tensor<?xf32>
    %4 = tssa.alloc %3 : tensor<?xf32> -> !tssa.ref<?xf32>
    scf.yield %4 : !tssa.ref<?xf32>
  }
  %b2 = view.of #view.slice<0, 1 : 3 : 1> %b : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %5 = tssa.read %b2 : !tssa.ref<?xf32>
  %6 = tssa.sub %5, %thousand : (tensor<?xf32>, f64) -> tensor<?xf32>
  tssa.write %6, %b2 : !tssa.ref<?xf32>
  return %b : !tssa.ref<?xf32>
}
