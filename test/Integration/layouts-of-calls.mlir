// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursive functions that ask how their arguments lie: copies stand for those
// that lie like these, and what is a part of something else is made inside.
// RUN: tssa validate %s --rounds=40 | FileCheck %s

// A reshape asks for strides. Where the argument is not row-major, the other
// body runs, or fails.
func.func private @flat(%x: !tssa.ref<2x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #view.reshape<[8]> %x : !tssa.ref<2x4xf32> -> !tssa.ref<8xf32>
  %0 = tssa.read %v : !tssa.ref<8xf32>
  %1 = tssa.neg %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = view.access #view.slice<0, 0 : 7 : 1> %1 : tensor<8xf32> -> tensor<7xf32>
  %w = view.of #view.slice<0, 1 : 8 : 1> %v : !tssa.ref<8xf32> -> !tssa.ref<7xf32>
  tssa.write %2, %w : !tssa.ref<7xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @flat(%x, %m) : (!tssa.ref<2x4xf32>, index) -> ()
  }
  return
}
// CHECK: ok whole: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @whole(%x: !tssa.ref<2x4xf32>, %n: index {tssa.test = [0, 1, 3]}) -> tensor<2x4xf32> {
  func.call @flat(%x, %n) : (!tssa.ref<2x4xf32>, index) -> ()
  %0 = tssa.read %x : !tssa.ref<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Of a part, the answer is that of its strides, not of a copy's.
// CHECK: ok parts: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @parts(%v: tensor<3x2x4xf32>, %w: tensor<4x3xf32>, %c: i1, %i: index {tssa.test = [0, 2]}, %n: index {tssa.test = [0, 1, 3]}) -> (tensor<3x2x4xf32>, tensor<4x3xf32>) {
  %x = tssa.alloc %v : tensor<3x2x4xf32> -> !tssa.ref<3x2x4xf32>
  %y = tssa.alloc %w : tensor<4x3xf32> -> !tssa.ref<4x3xf32>
  %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2x4xf32> -> !tssa.ref<2x4xf32>
  func.call @flat(%row, %n) : (!tssa.ref<2x4xf32>, index) -> ()
  scf.if %c {
    %p = view.of #view.path<[#view.permute<[1, 0]>, #view.slice<0, 1 : 3 : 1>]> %y : !tssa.ref<4x3xf32> -> !tssa.ref<2x4xf32>
    func.call @flat(%p, %n) : (!tssa.ref<2x4xf32>, index) -> ()
  }
  %0 = tssa.read %x : !tssa.ref<3x2x4xf32>
  %1 = tssa.read %y : !tssa.ref<4x3xf32>
  return %0, %1 : tensor<3x2x4xf32>, tensor<4x3xf32>
}

// as_strided is over the storage: elements that the part does not have.
func.func private @around(%x: !tssa.ref<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #view.as_strided<[2], [3], 1> %x : !tssa.ref<2xf32> -> !tssa.ref<2xf32>
  %0 = tssa.read %v : !tssa.ref<2xf32>
  %1 = tssa.read %x : !tssa.ref<2xf32>
  %2 = tssa.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tssa.write %2, %x : !tssa.ref<2xf32>
  tssa.write %1, %v : !tssa.ref<2xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @around(%v, %m) : (!tssa.ref<2xf32>, index) -> ()
  }
  return
}
// CHECK: ok of_part: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @of_part(%v: tensor<5xf32>, %n: index {tssa.test = [0, 1, 3]}) -> tensor<5xf32> {
  %x = tssa.alloc %v : tensor<5xf32> -> !tssa.ref<5xf32>
  %p = view.of #view.slice<0, 2 : 4 : 1> %x : !tssa.ref<5xf32> -> !tssa.ref<2xf32>
  func.call @around(%p, %n) : (!tssa.ref<2xf32>, index) -> ()
  %0 = tssa.read %x : !tssa.ref<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK: ok of_argument: 3 ways equal over 40 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @of_argument(%x: !tssa.ref<?xf32> {tssa.test = {sizes = [[3, 6]], offset = [0, 1], strides = [1], behind = [0, 2]}}, %n: index {tssa.test = [0, 1, 3]}) -> tensor<?xf32> {
  %p = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
  %s = view.of #view.as_strided<[2], [1], 1> %x : !tssa.ref<?xf32> -> !tssa.ref<2xf32>
  func.call @around(%s, %n) : (!tssa.ref<2xf32>, index) -> ()
  %0 = tssa.read %x : !tssa.ref<?xf32>
  return %0 : tensor<?xf32>
}

// What overlaps itself is written in the order of its elements.
func.func private @count(%x: !tssa.ref<3xf32>, %v: tensor<3xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !tssa.ref<3xf32>
  %1 = tssa.add %0, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  tssa.write %1, %x : !tssa.ref<3xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @count(%x, %v, %m) : (!tssa.ref<3xf32>, tensor<3xf32>, index) -> ()
  }
  return
}
// CHECK: ok repeated: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @repeated(%a: !tssa.ref<2x1xf32> {tssa.noalias}, %v: tensor<3xf32>, %n: index {tssa.test = [0, 1, 3]}) -> tensor<2x1xf32> {
  %r = view.of #view.path<[#view.select<0, 1>, #view.expand<[3]>]> %a : !tssa.ref<2x1xf32> -> !tssa.ref<3xf32>
  func.call @count(%r, %v, %n) : (!tssa.ref<3xf32>, tensor<3xf32>, index) -> ()
  %0 = tssa.read %a : !tssa.ref<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// A layout that nothing asks for.
func.func private @padded(%x: !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>, %n: index) -> !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = view.of #view.select<0, 1> %x : !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>> -> !tssa.ref<3xf32, strided<[1], offset: ?>>
  %0 = tssa.read %v : !tssa.ref<3xf32, strided<[1], offset: ?>>
  %1 = tssa.neg %0 : tensor<3xf32> -> tensor<3xf32>
  %w = view.of #view.select<0, 0> %x : !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>> -> !tssa.ref<3xf32>
  tssa.write %1, %w : !tssa.ref<3xf32>
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    %r = func.call @padded(%x, %m) : (!tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>, index) -> !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>
  }
  return %x : !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>
}
// CHECK: ok of_layout: 3 ways equal over 40 rounds, 0 of them errors (functional)
func.func @of_layout(%x: !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>, %n: index {tssa.test = [0, 1, 3]}) -> !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>> {
  %r = func.call @padded(%x, %n) : (!tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>, index) -> !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>
  return %r : !tssa.ref<2x3xf32, strided<[4, 1], offset: ?>>
}
