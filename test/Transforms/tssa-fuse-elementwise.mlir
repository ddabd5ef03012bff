// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s --convert-elementwise-to-linalg --tssa-fuse-elementwise | FileCheck %s --check-prefix=ONE
// RUN: tssa-opt %s --convert-elementwise-to-linalg --tssa-fuse-elementwise=max-body=2 | FileCheck %s --check-prefix=TWO

// ONE-LABEL: func @chain
// ONE: linalg.generic
// ONE-COUNT-4: arith.addf
// ONE: linalg.yield
// ONE-NOT: linalg.generic
// ONE: return

// TWO-LABEL: func @chain
// TWO: linalg.generic
// TWO-COUNT-2: arith.addf
// TWO-NEXT: linalg.yield
// TWO: linalg.generic
// TWO-COUNT-2: arith.addf
// TWO-NEXT: linalg.yield
// TWO-NOT: linalg.generic
// TWO: return
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = arith.addf %x, %x : tensor<8xf32>
  %b = arith.addf %a, %x : tensor<8xf32>
  %c = arith.addf %b, %x : tensor<8xf32>
  %d = arith.addf %c, %x : tensor<8xf32>
  return %d : tensor<8xf32>
}

// A producer with two uses is computed once.
// ONE-LABEL: func @shared
// ONE-COUNT-3: linalg.generic
// ONE: return
func.func @shared(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = arith.negf %x : tensor<8xf32>
  %b = arith.addf %a, %x : tensor<8xf32>
  %c = arith.mulf %a, %x : tensor<8xf32>
  return %b, %c : tensor<8xf32>, tensor<8xf32>
}
