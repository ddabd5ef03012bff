// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize -cse | FileCheck %s

// A size of a read is worked out from sizes of the source; nothing is read.
// CHECK-LABEL: @access_size
// CHECK-SAME: (%[[T:.*]]: tensor<?x8xf32>, %[[I:.*]]: index)
func.func @access_size(%t: tensor<?x8xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[N:.*]] = tensor.dim %[[T]], %{{.*}} : tensor<?x8xf32>
  %a = view.access #view.slice<0, 2 : 9223372036854775807 : 1> %t : tensor<?x8xf32> -> tensor<?x8xf32>
  // CHECK: %[[START:.*]] = arith.minsi %[[N]], %{{.*}} : index
  // CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[START]] : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %b = view.access #view.reshape<[?]> %t[%i] : tensor<?x8xf32> -> tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  // CHECK-NOT: view.access
  // CHECK: return %[[LEFT]], %[[I]]
  return %n, %m : index, index
}

// A write changes no size.
// CHECK-LABEL: @assign_size
// CHECK-SAME: (%[[T:[^:]*]]: tensor<?x8xf32>
func.func @assign_size(%t: tensor<?x8xf32>, %v: tensor<8xf32>, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %a = view.assign #view.select<0, ?> %v, %t[%i] : tensor<8xf32> -> tensor<?x8xf32>
  // CHECK: %[[N:.*]] = tensor.dim %[[T]]
  // CHECK: return %[[N]]
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  return %n : index
}
