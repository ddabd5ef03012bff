// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -allow-unregistered-dialect -loop-invariant-code-motion | FileCheck %s
// RUN: tssa-opt %s -allow-unregistered-dialect -cse | FileCheck %s --check-prefix=CSE

// A view that is in range whatever its operands are leaves the loop.
// CHECK-LABEL: @in_range
func.func @in_range(%t: tensor<4x?xf32>, %v: tensor<?xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: view.access #view.select<0, 3>
  // CHECK: view.access #view.slice<1, ? : 5 : 2>
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    %a = view.access #view.select<0, 3> %t : tensor<4x?xf32> -> tensor<?xf32>
    %b = view.access #view.slice<1, ? : 5 : 2> %t[%i] : tensor<4x?xf32> -> tensor<4x?xf32>
    "test.use"(%a, %b) : (tensor<?xf32>, tensor<4x?xf32>) -> ()
  }
  return
}

// One that may not exist stays where its check is.
// CHECK-LABEL: @maybe_out_of_range
func.func @maybe_out_of_range(%t: tensor<4x?xf32>, %v: tensor<?xf32>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  scf.for %k = %c0 to %n step %c1 {
    // CHECK: view.access #view.select<0, ?>
    %a = view.access #view.select<0, ?> %t[%i] : tensor<4x?xf32> -> tensor<?xf32>
    // CHECK: view.access #view.select<1, 0>
    %b = view.access #view.select<1, 0> %t : tensor<4x?xf32> -> tensor<4xf32>
    // CHECK: view.access #view.reshape<[?]>
    %c = view.access #view.reshape<[?]> %t[%i] : tensor<4x?xf32> -> tensor<?xf32>
    // The value might have another size than the row.
    // CHECK: view.assign #view.select<0, 1>
    %d = view.assign #view.select<0, 1> %v, %t : tensor<?xf32> -> tensor<4x?xf32>
    "test.use"(%a, %b, %c, %d) : (tensor<?xf32>, tensor<4xf32>, tensor<?xf32>, tensor<4x?xf32>) -> ()
  }
  return
}

// Equal reads are one.
// CSE-LABEL: @equal_reads
func.func @equal_reads(%t: tensor<4x?xf32>, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CSE: %[[A:.*]] = view.access #view.select<0, ?>
  %a = view.access #view.select<0, ?> %t[%i] : tensor<4x?xf32> -> tensor<?xf32>
  %b = view.access #view.select<0, ?> %t[%i] : tensor<4x?xf32> -> tensor<?xf32>
  // CSE: return %[[A]], %[[A]]
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
