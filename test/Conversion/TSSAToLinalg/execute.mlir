// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that come out, through upstream's own lowering to LLVM.
// RUN: tssa-opt %s --convert-tssa-to-linalg --canonicalize --cse \
// RUN:   "--one-shot-bufferize=bufferize-function-boundaries" \
// RUN:   --convert-linalg-to-loops --expand-strided-metadata --lower-affine \
// RUN:   --convert-scf-to-cf --convert-math-to-libm --convert-math-to-llvm \
// RUN:   --finalize-memref-to-llvm --convert-arith-to-llvm \
// RUN:   --convert-func-to-llvm --convert-cf-to-llvm \
// RUN:   --reconcile-unrealized-casts \
// RUN: | mlir-runner -e main --entry-point-result=void \
// RUN:   --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN: | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)
func.func private @printMemrefI32(tensor<*xi32>)

func.func @main() {
  %x = arith.constant dense<[[1.0, -2.0, 0.0], [0.5, 0.25, 3.0]]> : tensor<2x3xf32>
  %y = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %k = arith.constant dense<[7, -7, 0, -4, 9223372036854775807]> : tensor<5xi64>
  %minus_two = arith.constant -2 : i64

  // CHECK: [-4, 3, 0, 2, -4611686018427387904]
  %fd = tssa.floor_divide %k, %minus_two : (tensor<5xi64>, i64) -> tensor<5xi64>
  %fdu = tensor.cast %fd : tensor<5xi64> to tensor<*xi64>
  call @printMemrefI64(%fdu) : (tensor<*xi64>) -> ()
  // CHECK: [-1, -1, 0, 0, -1]
  %rm = tssa.remainder %k, %minus_two : (tensor<5xi64>, i64) -> tensor<5xi64>
  %rmu = tensor.cast %rm : tensor<5xi64> to tensor<*xi64>
  call @printMemrefI64(%rmu) : (tensor<*xi64>) -> ()
  // CHECK: [49, 49, 0, 16, 1]
  %two = arith.constant 2 : i64
  %pw = tssa.pow %k, %two : (tensor<5xi64>, i64) -> tensor<5xi64>
  %pwu = tensor.cast %pw : tensor<5xi64> to tensor<*xi64>
  call @printMemrefI64(%pwu) : (tensor<*xi64>) -> ()

  // Halves go to even, what fits no i32 is the least one.
  %h = arith.constant dense<[2.5, 3.5, -0.5, 3.0e9, 0x7fc00000]> : tensor<5xf32>
  // CHECK: [2, 4, -0, 3e+09, nan]
  %rd = tssa.round %h : tensor<5xf32> -> tensor<5xf32>
  %rdu = tensor.cast %rd : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%rdu) : (tensor<*xf32>) -> ()
  // CHECK: [2, 3, 0, -2147483648, -2147483648]
  %ci = tssa.cast %h : tensor<5xf32> -> tensor<5xi32>
  %ciu = tensor.cast %ci : tensor<5xi32> to tensor<*xi32>
  call @printMemrefI32(%ciu) : (tensor<*xi32>) -> ()
  // NaN passes a clamp.
  // CHECK: [1, 1, 0, 1, nan]
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %cl = tssa.clamp %h min %zero max %one : (tensor<5xf32>, i64, i64) -> tensor<5xf32>
  %clu = tensor.cast %cl : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%clu) : (tensor<*xf32>) -> ()
  // The first NaN is the largest.
  // CHECK: [4]
  %am = tssa.argmax %h dim 0 keepdim : tensor<5xf32> -> tensor<1xi64>
  %amu = tensor.cast %am : tensor<1xi64> to tensor<*xi64>
  call @printMemrefI64(%amu) : (tensor<*xi64>) -> ()

  // CHECK: [1.5, -1.75, 3]
  %sum = tssa.sum %x dims [0] : tensor<2x3xf32> -> tensor<3xf32>
  %sumu = tensor.cast %sum : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%sumu) : (tensor<*xf32>) -> ()
  // CHECK{LITERAL}: [[0.705385,   0.035119,   0.259496],
  // CHECK-NEXT: [0.0716266,   0.0557828,   0.872591]]
  %sm = tssa.softmax %x dim 1 : tensor<2x3xf32> -> tensor<2x3xf32>
  %smu = tensor.cast %sm : tensor<2x3xf32> to tensor<*xf32>
  call @printMemrefF32(%smu) : (tensor<*xf32>) -> ()
  // CHECK: [-30, 100]
  %mv = tssa.matmul %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %mvu = tensor.cast %mv : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%mvu) : (tensor<*xf32>) -> ()
  // CHECK{LITERAL}: [[3,   0.5,   0.25],
  // CHECK-NEXT: [1,   0,   -2]]
  %xf = tssa.flip %x dims [0] : tensor<2x3xf32> -> tensor<2x3xf32>
  %sv, %si = tssa.sort %xf dim 1 descending : tensor<2x3xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
  %svu = tensor.cast %sv : tensor<2x3xf32> to tensor<*xf32>
  call @printMemrefF32(%svu) : (tensor<*xf32>) -> ()
  // CHECK{LITERAL}: [[2,   0,   1],
  // CHECK-NEXT: [0,   2,   1]]
  %siu = tensor.cast %si : tensor<2x3xi64> to tensor<*xi64>
  call @printMemrefI64(%siu) : (tensor<*xi64>) -> ()
  // CHECK{LITERAL}: [[0,   0],
  // CHECK-NEXT: [0,   1]
  // CHECK-NEXT: [1,   0]
  // CHECK-NEXT: [1,   1]
  // CHECK-NEXT: [1,   2]
  // CHECK-NEXT: [0,   0]]
  %nz, %count, %bound = tssa.nonzero %x : tensor<2x3xf32> -> tensor<6x2xi64>
  %nzu = tensor.cast %nz : tensor<6x2xi64> to tensor<*xi64>
  call @printMemrefI64(%nzu) : (tensor<*xi64>) -> ()
  // CHECK: [1, 0.5, 0.25, 3, 0, 0]
  %m = tssa.gt %x, %zero : (tensor<2x3xf32>, i64) -> tensor<2x3xi1>
  %ms, %mcount, %mbound = tssa.masked_select %x, %m : (tensor<2x3xf32>, tensor<2x3xi1>) -> tensor<6xf32>
  %msu = tensor.cast %ms : tensor<6xf32> to tensor<*xf32>
  call @printMemrefF32(%msu) : (tensor<*xf32>) -> ()
  return
}
