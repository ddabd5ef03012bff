// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a mask says so.
//     x.masked_fill_(x < 0, 0)

func.func @masked_fill(%x: !tssa.ref<?x?xf32>) {
  %zero = arith.constant 0.0 : f64
  %0 = tssa.read %x : !tssa.ref<?x?xf32>
  %1 = tssa.lt %0, %zero : (tensor<?x?xf32>, f64) -> tensor<?x?xi1>
  %2 = tssa.where %1, %zero, %0 : (tensor<?x?xi1>, f64, tensor<?x?xf32>) -> tensor<?x?xf32>
  tssa.write %2, %x : !tssa.ref<?x?xf32>
  return
}
