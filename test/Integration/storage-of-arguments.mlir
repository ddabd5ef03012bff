// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=40 --expect-functional | FileCheck %s
//
// `as_strided` of arguments: in functional form where the argument is all of
// its storage, imperatively where it is a part or lies otherwise. Inputs are of
// both sorts.

// CHECK: ok read_window: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @read_window(%x: !tssa.ref<4x6xf32>) -> tensor<3x4xf32> {
  %v = view.of #view.as_strided<[3, 4], [7, 2], 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<3x4xf32>
  %0 = tssa.read %x : !tssa.ref<4x6xf32>
  %1 = arith.addf %0, %0 : tensor<4x6xf32>
  tssa.write %1, %x : !tssa.ref<4x6xf32>
  %2 = tssa.read %v : !tssa.ref<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// CHECK: ok write_window: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @write_window(%x: !tssa.ref<4x6xf32>, %u: tensor<3x4xf32>) -> tensor<4x6xf32> {
  %v = view.of #view.as_strided<[3, 4], [7, 2], 1> %x : !tssa.ref<4x6xf32> -> !tssa.ref<3x4xf32>
  tssa.write %u, %v : !tssa.ref<3x4xf32>
  %0 = tssa.read %x : !tssa.ref<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Elements that the view names more than once: the last one stays.
// CHECK: ok write_overlapping: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @write_overlapping(%x: !tssa.ref<12xf32>, %u: tensor<4x3xf32>) {
  %v = view.of #view.as_strided<[4, 3], [2, 1], 1> %x : !tssa.ref<12xf32> -> !tssa.ref<4x3xf32>
  tssa.write %u, %v : !tssa.ref<4x3xf32>
  %0 = tssa.read %v : !tssa.ref<4x3xf32>
  %1 = arith.addf %0, %u : tensor<4x3xf32>
  tssa.write %1, %v : !tssa.ref<4x3xf32>
  return
}

// Too short an argument may still have the storage, and too short a storage is
// an error.
// CHECK: ok dynamic: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @dynamic(%x: !tssa.ref<?x3xf32> {tssa.test = {sizes = [[3, 0, 1, 2, 4], 3], behind = [0, 1, 4]}}, %u: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %v = view.of #view.as_strided<[2, 2], [4, 1], 2> %x : !tssa.ref<?x3xf32> -> !tssa.ref<2x2xf32>
  %0 = tssa.read %v : !tssa.ref<2x2xf32>
  tssa.write %u, %v : !tssa.ref<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Numbers that are computed: every check has its error, and what lies behind the
// elements is there.
// CHECK: ok operands: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @operands(%x: !tssa.ref<?xf32> {tssa.test = {sizes = [[6, 4, 8]], offset = 0, strides = [1], behind = [0, 0, 3]}}, %i: index {tssa.test = [0, 1, 2, 5, -1]}, %n: index {tssa.test = [2, 0, 3, 4]}) -> tensor<?x2xf32> {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %v = view.of #view.as_strided<[?, 2], [1, 2], ?> %x[%n, %j] : !tssa.ref<?xf32> -> !tssa.ref<?x2xf32>
  %0 = tssa.read %v : !tssa.ref<?x2xf32>
  %1 = arith.addf %0, %0 : tensor<?x2xf32>
  tssa.write %1, %v : !tssa.ref<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Views before `as_strided` do not matter, those behind do.
// CHECK: ok chain: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @chain(%x: !tssa.ref<4x6xi64>, %u: tensor<2xi64>) -> (tensor<2xi64>, tensor<4x3xi64>) {
  %t = view.of #view.permute<[1, 0]> %x : !tssa.ref<4x6xi64> -> !tssa.ref<6x4xi64>
  %s = view.of #view.slice<0, 1 : 6 : 2> %t : !tssa.ref<6x4xi64> -> !tssa.ref<3x4xi64>
  %v = view.of #view.as_strided<[4, 3], [6, 2], 0> %s : !tssa.ref<3x4xi64> -> !tssa.ref<4x3xi64>
  %r = view.of #view.select<0, 2> %v : !tssa.ref<4x3xi64> -> !tssa.ref<3xi64>
  %w = view.of #view.as_strided<[2], [9], 5> %r : !tssa.ref<3xi64> -> !tssa.ref<2xi64>
  %0 = tssa.read %w : !tssa.ref<2xi64>
  tssa.write %u, %w : !tssa.ref<2xi64>
  %p = view.of #view.path<[#view.as_strided<[4, 3], [6, 2], 1>, #view.reshape<[2, 2, 3]>, #view.permute<[2, 0, 1]>]> %t : !tssa.ref<6x4xi64> -> !tssa.ref<3x2x2xi64>
  %1 = tssa.read %p : !tssa.ref<3x2x2xi64>
  %2 = arith.muli %1, %1 : tensor<3x2x2xi64>
  tssa.write %2, %p : !tssa.ref<3x2x2xi64>
  %3 = tssa.read %v : !tssa.ref<4x3xi64>
  return %0, %3 : tensor<2xi64>, tensor<4x3xi64>
}

// A window that moves along, read and written where it was before.
// CHECK: ok sliding: 3 ways equal over 40 rounds, {{[0-9]+}} of them errors (functional)
func.func @sliding(%x: !tssa.ref<?xf32> {tssa.test = {sizes = [[9, 12, 7, 5]], layout = "contiguous", behind = [0, 0, 2]}}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %j = arith.addi %i, %c3 : index
    %a = view.of #view.as_strided<[2, 2], [2, 1], ?> %x[%i] : !tssa.ref<?xf32> -> !tssa.ref<2x2xf32>
    %b = view.of #view.as_strided<[2, 2], [1, 2], ?> %x[%j] : !tssa.ref<?xf32> -> !tssa.ref<2x2xf32>
    %0 = tssa.read %a : !tssa.ref<2x2xf32>
    %1 = tssa.read %b : !tssa.ref<2x2xf32>
    %2 = arith.addf %0, %1 : tensor<2x2xf32>
    tssa.write %2, %a : !tssa.ref<2x2xf32>
    tssa.write %0, %b : !tssa.ref<2x2xf32>
  }
  return
}

// A result names the storage of the argument.
// CHECK: ok results: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @results(%x: !tssa.ref<4x6xf32>, %u: tensor<3x2xf32>) -> (!tssa.ref<3x2xf32>, !tssa.ref<2xf32>, !tssa.ref<4x6xf32>) {
  %v = view.of #view.as_strided<[3, 2], [6, 5], 3> %x : !tssa.ref<4x6xf32> -> !tssa.ref<3x2xf32>
  tssa.write %u, %v : !tssa.ref<3x2xf32>
  %r = view.of #view.select<0, 1> %v : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  return %v, %r, %x : !tssa.ref<3x2xf32>, !tssa.ref<2xf32>, !tssa.ref<4x6xf32>
}

// Storages that arguments share: behind the elements of one may lie another.
// CHECK: ok sharing: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @sharing(%x: !tssa.ref<4xf32> {tssa.test = {offset = [0, 0, 2], strides = [1]}}, %y: !tssa.ref<3xf32> {tssa.test = {shares = 0, offset = [4, 1, 0, 6], strides = [1]}}) -> tensor<2xf32> {
  %v = view.of #view.as_strided<[2], [2], 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %y : !tssa.ref<3xf32>
  %1 = arith.addf %0, %0 : tensor<3xf32>
  tssa.write %1, %y : !tssa.ref<3xf32>
  %2 = tssa.read %v : !tssa.ref<2xf32>
  %3 = arith.addf %2, %2 : tensor<2xf32>
  tssa.write %3, %v : !tssa.ref<2xf32>
  return %2 : tensor<2xf32>
}

// Strides of sizes of 1 say nothing.
// CHECK: ok ones: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @ones(%x: !tssa.ref<1x4x1xf32> {tssa.test = {strides = [1, 1, 7], offset = [0, 1]}}, %u: tensor<2xf32>) -> tensor<4xf32> {
  %v = view.of #view.as_strided<[2], [3], 0> %x : !tssa.ref<1x4x1xf32> -> !tssa.ref<2xf32>
  tssa.write %u, %v : !tssa.ref<2xf32>
  %f = view.of #view.path<[#view.select<0, 0>, #view.select<1, 0>]> %x : !tssa.ref<1x4x1xf32> -> !tssa.ref<4xf32>
  %0 = tssa.read %f : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}

// The type says that there is nothing to test, or leaves a part of it open.
// CHECK: ok typed: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @typed(%x: !tssa.ref<3x4xf32, strided<[4, 1]>>, %y: !tssa.ref<3x4xf32, strided<[?, 1], offset: ?>>, %u: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %v = view.of #view.as_strided<[2, 2], [5, 2], 3> %x : !tssa.ref<3x4xf32, strided<[4, 1]>> -> !tssa.ref<2x2xf32>
  %w = view.of #view.as_strided<[2, 2], [5, 2], 4> %y : !tssa.ref<3x4xf32, strided<[?, 1], offset: ?>> -> !tssa.ref<2x2xf32>
  %0 = tssa.read %w : !tssa.ref<2x2xf32>
  %1 = arith.addf %0, %u : tensor<2x2xf32>
  tssa.write %1, %v : !tssa.ref<2x2xf32>
  tssa.write %u, %w : !tssa.ref<2x2xf32>
  %2 = tssa.read %v : !tssa.ref<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// A dense argument in another order, and one from another place on: no test
// either, and views of it by other kinds see what was written.
// CHECK: ok typed_otherwise: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @typed_otherwise(%x: !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>>, %y: !tssa.ref<3x1x4xf32, strided<[1, 5, 3], offset: 2>> {tssa.noalias}, %u: tensor<3x3xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, !tssa.ref<3x3xf32>, !tssa.ref<2xf32>) {
  %v = view.of #view.as_strided<[3, 3], [7, 2], 3> %x : !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>> -> !tssa.ref<3x3xf32>
  %0 = tssa.read %v : !tssa.ref<3x3xf32>
  tssa.write %u, %v : !tssa.ref<3x3xf32>
  %r = view.of #view.select<1, 2> %x : !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>> -> !tssa.ref<2x4xf32, strided<[1, 2], offset: 16>>
  %1 = tssa.read %r : !tssa.ref<2x4xf32, strided<[1, 2], offset: 16>>
  %2 = arith.addf %1, %1 : tensor<2x4xf32>
  tssa.write %2, %r : !tssa.ref<2x4xf32, strided<[1, 2], offset: 16>>
  %w = view.of #view.path<[#view.as_strided<[2, 4], [4, 2], 3>, #view.select<1, 1>]> %y : !tssa.ref<3x1x4xf32, strided<[1, 5, 3], offset: 2>> -> !tssa.ref<2xf32>
  %s = view.of #view.slice<0, 0 : 2 : 1> %v : !tssa.ref<3x3xf32> -> !tssa.ref<2x3xf32>
  %t = view.of #view.select<1, 2> %s : !tssa.ref<2x3xf32> -> !tssa.ref<2xf32>
  %3 = tssa.read %t : !tssa.ref<2xf32>
  tssa.write %3, %w : !tssa.ref<2xf32>
  %4 = tssa.read %x : !tssa.ref<2x3x4xf32, strided<[1, 8, 2]>>
  %z = view.of #view.path<[#view.select<1, 0>, #view.select<0, 1>]> %y : !tssa.ref<3x1x4xf32, strided<[1, 5, 3], offset: 2>> -> !tssa.ref<4xf32>
  %5 = tssa.read %z : !tssa.ref<4xf32>
  return %4, %5, %v, %w : tensor<2x3x4xf32>, tensor<4xf32>, !tssa.ref<3x3xf32>, !tssa.ref<2xf32>
}

// Other views of an argument that is its storage.
// CHECK: ok siblings: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @siblings(%x: !tssa.ref<4x6xf32>, %c: i1, %u: tensor<6xf32>) -> tensor<24xf32> {
  %v = view.of #view.as_strided<[6], [4], 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<6xf32>
  %r = view.of #view.select<0, 2> %x : !tssa.ref<4x6xf32> -> !tssa.ref<6xf32>
  %f = view.of #view.as_strided<[24], [1], 0> %x : !tssa.ref<4x6xf32> -> !tssa.ref<24xf32>
  scf.if %c {
    %0 = tssa.read %r : !tssa.ref<6xf32>
    tssa.write %u, %r : !tssa.ref<6xf32>
    tssa.write %0, %v : !tssa.ref<6xf32>
  } else {
    tssa.write %u, %v : !tssa.ref<6xf32>
  }
  %1 = tssa.read %r : !tssa.ref<6xf32>
  %2 = arith.addf %1, %u : tensor<6xf32>
  tssa.write %2, %v : !tssa.ref<6xf32>
  %3 = tssa.read %f : !tssa.ref<24xf32>
  return %3 : tensor<24xf32>
}

// A merged ref over the storage.
// CHECK: ok merge: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @merge(%x: !tssa.ref<8xf32>, %c: i1, %u: tensor<2xf32>) -> tensor<8xf32> {
  %y = scf.if %c -> !tssa.ref<2xf32> {
    %a = view.of #view.as_strided<[2], [2], 1> %x : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
    scf.yield %a : !tssa.ref<2xf32>
  } else {
    %b = view.of #view.as_strided<[2], [3], 3> %x : !tssa.ref<8xf32> -> !tssa.ref<2xf32>
    scf.yield %b : !tssa.ref<2xf32>
  }
  tssa.write %u, %y : !tssa.ref<2xf32>
  %0 = tssa.read %x : !tssa.ref<8xf32>
  return %0 : tensor<8xf32>
}

// Storages of the program's own: the root's layout counts.
// CHECK: ok own: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @own(%x: !tssa.ref<?x3xf32> {tssa.test = {sizes = [[4, 2, 3], 3]}}, %i: index {tssa.test = [0, 1, 3]}) -> (!tssa.ref<2x2xf32>, tensor<?x3xf32>) {
  %0 = tssa.read %x : !tssa.ref<?x3xf32>
  %a = tssa.alloc %0 : tensor<?x3xf32> -> !tssa.ref<?x3xf32>
  %t = view.of #view.permute<[1, 0]> %a : !tssa.ref<?x3xf32> -> !tssa.ref<3x?xf32>
  %v = view.of #view.as_strided<[2, 2], [3, 1], ?> %t[%i] : !tssa.ref<3x?xf32> -> !tssa.ref<2x2xf32>
  %1 = tssa.read %v : !tssa.ref<2x2xf32>
  %2 = arith.addf %1, %1 : tensor<2x2xf32>
  tssa.write %2, %v : !tssa.ref<2x2xf32>
  %3 = tssa.read %a : !tssa.ref<?x3xf32>
  return %v, %3 : !tssa.ref<2x2xf32>, tensor<?x3xf32>
}

// Overlap inside of a storage is decided by comparing what the views name, in
// the body for arguments that are their storage, also inside of control flow.
// CHECK: ok overlap: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @overlap(%x: !tssa.ref<2x4xf32> {tssa.noalias}, %y: !tssa.ref<2x4xf32> {tssa.noalias}, %k: index {tssa.test = [0, 1, 2]}, %c: i1) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = view.of #view.as_strided<[2, 2], [4, 3], 0> %x : !tssa.ref<2x4xf32> -> !tssa.ref<2x2xf32>
  tssa.check_overlap %y, %x : !tssa.ref<2x4xf32>, !tssa.ref<2x4xf32>
  scf.for %i = %c0 to %k step %c1 {
    scf.if %c {
      tssa.check_overlap %a : !tssa.ref<2x2xf32>
      tssa.check_overlap %a, %a : !tssa.ref<2x2xf32>, !tssa.ref<2x2xf32>
      %0 = tssa.read %a : !tssa.ref<2x2xf32>
      %1 = tssa.add %0, %0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      tssa.write %1, %a : !tssa.ref<2x2xf32>
    }
    %b = view.of #view.as_strided<[2], [1], 1> %x : !tssa.ref<2x4xf32> -> !tssa.ref<2xf32>
    %d = view.of #view.as_strided<[2], [1], 5> %x : !tssa.ref<2x4xf32> -> !tssa.ref<2xf32>
    %2 = tssa.read %d : !tssa.ref<2xf32>
    tssa.write %2, %b : !tssa.ref<2xf32>
  }
  %3 = tssa.read %x : !tssa.ref<2x4xf32>
  tssa.write %3, %y : !tssa.ref<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// Windows of one storage: next to each other, interleaved, and beside a row,
// which they may meet where the argument is not its storage.
// CHECK: ok windows: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @windows(%x: !tssa.ref<4x6xf32>, %u: tensor<6xf32>) -> tensor<4x6xf32> {
  %c6 = arith.constant 6 : index
  %a = view.of #view.as_strided<[3], [2], 6> %x : !tssa.ref<4x6xf32> -> !tssa.ref<3xf32>
  %b = view.of #view.as_strided<[3], [2], 7> %x : !tssa.ref<4x6xf32> -> !tssa.ref<3xf32>
  %c = view.of #view.as_strided<[?], [1], 12> %x[%c6] : !tssa.ref<4x6xf32> -> !tssa.ref<?xf32>
  %d = view.of #view.select<0, 3> %x : !tssa.ref<4x6xf32> -> !tssa.ref<6xf32>
  tssa.check_overlap %a, %b : !tssa.ref<3xf32>, !tssa.ref<3xf32>
  %0 = tssa.read %b : !tssa.ref<3xf32>
  tssa.write %0, %a : !tssa.ref<3xf32>
  tssa.check_overlap %c, %d : !tssa.ref<?xf32>, !tssa.ref<6xf32>
  %1 = tssa.read %d : !tssa.ref<6xf32>
  %e = tensor.cast %1 : tensor<6xf32> to tensor<?xf32>
  tssa.write %e, %c : !tssa.ref<?xf32>
  tssa.check_overlap %d, %a : !tssa.ref<6xf32>, !tssa.ref<3xf32>
  tssa.write %u, %d : !tssa.ref<6xf32>
  %2 = tssa.read %x : !tssa.ref<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// Nothing is reached by a view that nothing comes of, but its check is made.
// CHECK: ok unused: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @unused(%x: !tssa.ref<4xf32> {tssa.test = {strides = [2], behind = [0, 2]}}, %u: tensor<4xf32>) -> tensor<4xf32> {
  %a = view.of #view.as_strided<[2], [5], 3> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, 1> %a : !tssa.ref<2xf32> -> !tssa.ref<f32>
  tssa.write %u, %x : !tssa.ref<4xf32>
  %0 = tssa.read %x : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}

// More than the type has elements, in a branch: an error there where the storage
// ends with them, and the view where it does not.
// CHECK: ok chosen: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @chosen(%x: !tssa.ref<4xf32> {tssa.test = {offset = 0, strides = [1], behind = [0, 4]}}, %c: i1, %u: tensor<2xf32>) -> (!tssa.ref<2xf32>, tensor<4xf32>) {
  %c4 = arith.constant 4 : index
  %y = scf.if %c -> !tssa.ref<2xf32> {
    %a = view.of #view.as_strided<[2], [?], 1> %x[%c4] : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    scf.yield %a : !tssa.ref<2xf32>
  } else {
    %a = view.of #view.as_strided<[2], [2], 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    scf.yield %a : !tssa.ref<2xf32>
  }
  tssa.write %u, %y : !tssa.ref<2xf32>
  %0 = tssa.read %x : !tssa.ref<4xf32>
  return %y, %0 : !tssa.ref<2xf32>, tensor<4xf32>
}

// In a loop that may not run.
// CHECK: ok not_always: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @not_always(%x: !tssa.ref<4xf32> {tssa.test = {offset = 0, strides = [1], behind = [0, 4]}}, %n: index {tssa.test = [0, 1, 3]}, %u: tensor<2xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = view.of #view.select<0, 1> %x : !tssa.ref<4xf32> -> !tssa.ref<f32>
    %a = view.of #view.as_strided<[2], [4], 1> %s : !tssa.ref<f32> -> !tssa.ref<2xf32>
    tssa.write %u, %a : !tssa.ref<2xf32>
    %b = tssa.read %a : !tssa.ref<2xf32>
    %v = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
    tssa.write %b, %v : !tssa.ref<2xf32>
  }
  %0 = tssa.read %x : !tssa.ref<4xf32>
  return %0 : tensor<4xf32>
}
