// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
//
// Branches between blocks in functions without refs become structured, too: a
// functional function has one block.

// CHECK: ok numbers: 3 ways equal {{.*}} (functional)
func.func @numbers(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %c0 : index, index)
^head(%i: index, %sum: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %i, %c1 : index
  %new = arith.addi %sum, %i : index
  cf.br ^head(%next, %new : index, index)
^exit:
  return %sum : index
}

// CHECK: ok tensors: 3 ways equal {{.*}} (functional)
func.func @tensors(%t: tensor<3xf32>, %c: i1) -> tensor<3xf32> {
  %r = scf.execute_region -> tensor<3xf32> {
    cf.cond_br %c, ^then, ^join(%t : tensor<3xf32>)
  ^then:
    %0 = tssa.add %t, %t : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    cf.br ^join(%0 : tensor<3xf32>)
  ^join(%j: tensor<3xf32>):
    scf.yield %j : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// CHECK: ok may_never_end: 3 ways equal {{.*}} (stays imperative: 'func.func' has several blocks that no structured control flow stands for
func.func @may_never_end(%t: tensor<3xf32>) -> tensor<3xf32> {
  %always = arith.constant dense<true> : tensor<i1>
  %true = tensor.extract %always[] : tensor<i1>
  cf.cond_br %true, ^exit, ^again
^again:
  cf.br ^again
^exit:
  return %t : tensor<3xf32>
}
