// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts that are one part or none of each other's, as indices decide, need no
// temporary; values that are assigned and read afterwards are read in place.
// RUN: tssa validate %s --expect-functional --rounds=40

!grid = !tssa.ref<4x3x5xf32>
!plane = !tssa.ref<3x5xf32>
!row = !tssa.ref<5xf32>

// x[i] += x[j]
func.func @add_row(%x: !grid, %i: index {tssa.test = [0, 1, 2, 3]}, %j: index {tssa.test = [0, 1, 2]}) {
  %a = view.of #view.select<0, ?> %x[%i] : !grid -> !plane
  %b = view.of #view.select<0, ?> %x[%j] : !grid -> !plane
  %0 = tssa.read %a : !plane
  %1 = tssa.read %b : !plane
  %2 = tssa.add %0, %1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  tssa.write %2, %a : !plane
  return
}

// x[i, k] = x[j, k]; x[j, k] = old x[i, k], behind a slice and a transposition.
func.func @swap(%x: !grid, %i: index {tssa.test = [0, 1, 2, 3]}, %j: index {tssa.test = [0, 1, 2]}, %k: index {tssa.test = [0, 1]}) {
  %s = view.of #view.slice<1, 1 : 3 : 1> %x : !grid -> !tssa.ref<4x2x5xf32>
  %t = view.of #view.permute<[0, 2, 1]> %s : !tssa.ref<4x2x5xf32> -> !tssa.ref<4x5x2xf32>
  %p = view.of #view.select<0, ?> %t[%i] : !tssa.ref<4x5x2xf32> -> !tssa.ref<5x2xf32>
  %q = view.of #view.select<0, ?> %t[%j] : !tssa.ref<4x5x2xf32> -> !tssa.ref<5x2xf32>
  %a = view.of #view.select<1, ?> %p[%k] : !tssa.ref<5x2xf32> -> !row
  %b = view.of #view.select<1, ?> %q[%k] : !tssa.ref<5x2xf32> -> !row
  %0 = tssa.read %a : !row
  %1 = tssa.read %b : !row
  tssa.write %1, %a : !row
  tssa.write %0, %b : !row
  return
}

// Not written alike: x[i] = x[:, j] of a square.
func.func @column_to_row(%x: !tssa.ref<5x5xf32>, %i: index {tssa.test = [0, 1, 4]}, %j: index {tssa.test = [0, 1, 4]}) {
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<5x5xf32> -> !row
  %b = view.of #view.select<1, ?> %x[%j] : !tssa.ref<5x5xf32> -> !row
  %0 = tssa.read %b : !row
  tssa.write %0, %a : !row
  return
}

// Written alike, but the value is read in another order.
func.func @flipped(%x: !grid, %i: index {tssa.test = [0, 1, 2, 3]}, %j: index {tssa.test = [0, 1, 2]}) {
  %a = view.of #view.select<0, ?> %x[%i] : !grid -> !plane
  %b = view.of #view.select<0, ?> %x[%j] : !grid -> !plane
  %0 = tssa.read %b : !plane
  %1 = tssa.flip %0 dims [1] : tensor<3x5xf32> -> tensor<3x5xf32>
  %2 = tssa.read %a : !plane
  %3 = tssa.add %1, %2 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  tssa.write %3, %a : !plane
  return
}

// Windows that overlap: x[s : s + 2] = x[e : e + 2] by slices with operands.
func.func @windows(%x: !tssa.ref<6xf32>, %s: index {tssa.test = [0, 1, 2]}, %e: index {tssa.test = [0, 1, 2]}) {
  %c3 = arith.constant 3 : index
  %s3 = arith.addi %s, %c3 : index
  %e3 = arith.addi %e, %c3 : index
  %a = view.of #view.slice<0, ? : ? : 1> %x[%s, %s3] : !tssa.ref<6xf32> -> !tssa.ref<?xf32>
  %b = view.of #view.slice<0, ? : ? : 1> %x[%e, %e3] : !tssa.ref<6xf32> -> !tssa.ref<?xf32>
  %0 = tssa.read %b : !tssa.ref<?xf32>
  tssa.write %0, %a : !tssa.ref<?xf32>
  return
}

// The value is assigned, read where it was assigned to, and that changes later.
func.func @read_where_assigned(%x: !tssa.ref<8xf32>, %y: tensor<4xf32>, %n: index {tssa.test = [0, 1, 2]}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %b = view.of #view.slice<0, 2 : 6 : 1> %x : !tssa.ref<8xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %a : !tssa.ref<4xf32>
  %1 = tssa.add %0, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %a : !tssa.ref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<4xf32>) {
    %2 = tssa.add %1, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %2, %b : !tssa.ref<4xf32>
    %3 = tssa.read %a : !tssa.ref<4xf32>
    %4 = tssa.mul %3, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// All is written, and the old contents are read behind that, twice.
func.func @keep(%x: !row, %c: i1) -> (!row, tensor<5xf32>) {
  %0 = tssa.read %x : !row
  %old = tssa.alloc %0 : tensor<5xf32> -> !row
  %1 = tssa.add %0, %0 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  tssa.write %1, %x : !row
  %2 = scf.if %c -> (tensor<5xf32>) {
    %3 = tssa.read %x : !row
    %4 = tssa.add %3, %0 : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    tssa.write %4, %x : !row
    scf.yield %0 : tensor<5xf32>
  } else {
    %5 = tssa.read %x : !row
    scf.yield %5 : tensor<5xf32>
  }
  return %old, %2 : !row, tensor<5xf32>
}
