// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --symbolic | FileCheck %s
// RUN: tssa validate %s --entry=line | FileCheck %s --check-prefix=BOTH
// RUN: tssa validate %s --entry=line --skip-symbolic | FileCheck %s --check-prefix=SKIPPED
//
// Every way through a program is one path for each shape of its arguments:
// three layouts where sizes are static, eight sizes otherwise, each again with
// refs that share a storage where nothing forbids it.

// Nothing to decide: one path a shape.
// BOTH: ok line: 3 ways equal {{.*}}; over symbols equal on 3 paths of 3 shapes, 0 of them errors
// SKIPPED: ok line: 3 ways equal {{.*}}(functional){{$}}
// CHECK: ok line: equal on 3 paths of 3 shapes, 0 of them errors{{$}}
func.func @line(%x: !tssa.ref<4xf32>) {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tssa.write %1, %x : !tssa.ref<4xf32>
  return
}

// A truth has two values.
// CHECK: ok branch: equal on 6 paths of 3 shapes, 0 of them errors{{$}}
func.func @branch(%x: !tssa.ref<4xf32>, %c: i1) {
  scf.if %c {
    %0 = tssa.read %x : !tssa.ref<4xf32>
    %1 = tssa.neg %0 : tensor<4xf32> -> tensor<4xf32>
    tssa.write %1, %x : !tssa.ref<4xf32>
  }
  return
}

// So has a comparison of numbers that no one knows, the same in both programs
// wherever they ask.
// CHECK: ok data: equal on 12 paths of 3 shapes, 0 of them errors{{$}}
func.func @data(%x: !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c2 step %c1 {
    %0 = tssa.read %x : !tssa.ref<2xf32>
    %e = tensor.extract %0[%i] : tensor<2xf32>
    %negative = arith.cmpf olt, %e, %zero : f32
    scf.if %negative {
      %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<2xf32> -> !tssa.ref<f32>
      %z = tensor.from_elements %zero : tensor<f32>
      tssa.write %z, %r : !tssa.ref<f32>
    }
  }
  return
}

// An index is tried with the number that the test asks for and six more, or all
// of its own; those out of range are errors, at the same check in both.
// CHECK: ok index: equal on {{[0-9]+}} paths of 3 shapes, {{[1-9][0-9]*}} of them errors{{$}}
func.func @index(%x: !tssa.ref<2x3xf32>, %i: index, %v: tensor<3xf32>) {
  %r = view.of #view.select<0, ?> %x[%i] : !tssa.ref<2x3xf32> -> !tssa.ref<3xf32>
  tssa.write %v, %r : !tssa.ref<3xf32>
  return
}

// Sizes 0, 1, equal and unequal ones, and refs that are apart, begin at one
// place, or an element apart.
// CHECK: ok shapes: equal on 24 paths of 24 shapes, {{[0-9]+}} of them errors{{$}}
func.func @shapes(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>) {
  %0 = tssa.read %x : !tssa.ref<?xf32>
  tssa.write %0, %y : !tssa.ref<?xf32>
  return
}

// With tssa.noalias they are always apart.
// CHECK: ok apart: equal on 8 paths of 8 shapes, {{[0-9]+}} of them errors{{$}}
func.func @apart(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32> {tssa.noalias}) {
  %0 = tssa.read %x : !tssa.ref<?xf32>
  tssa.write %0, %y : !tssa.ref<?xf32>
  return
}

// What an index tensor points at is one term, and so is the largest element:
// neither needs a path for each outcome. Being out of range does.
// CHECK: ok gathered: equal on 9 paths of 3 shapes, 6 of them errors{{$}}
func.func @gathered(%x: !tssa.ref<4xf32>, %i: tensor<2xi64>) -> (tensor<2xf32>, tensor<i64>) {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  %1 = tssa.gather %0, %i dim 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  %2 = tssa.argmax %0 : tensor<4xf32> -> tensor<i64>
  return %1, %2 : tensor<2xf32>, tensor<i64>
}

// A loop that data ends has no last path.
// CHECK: ok endless: equal on {{[0-9]+}} paths of 3 shapes, 0 of them errors; 3 shapes have more paths
func.func @endless(%x: !tssa.ref<f32>) {
  %zero = arith.constant 0.0 : f32
  scf.while : () -> () {
    %0 = tssa.read %x : !tssa.ref<f32>
    %e = tensor.extract %0[] : tensor<f32>
    %more = arith.cmpf olt, %e, %zero : f32
    scf.condition(%more)
  } do {
    %0 = tssa.read %x : !tssa.ref<f32>
    %1 = tssa.add %0, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    tssa.write %1, %x : !tssa.ref<f32>
    scf.yield
  }
  return
}
