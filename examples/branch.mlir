// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The paper's second example: what is read after a branch depends on a write in
// the branch, made through another name of the tensor.
//
//   a = x.clone()
//   b = a[0]
//   if idx >= 0:
//       b.copy_(x[1])
//   return a * 2

func.func @branch(%x: !tssa.ref<4x8xf32>, %idx: i64) -> !tssa.ref<4x8xf32> {
  %zero = arith.constant 0 : i64
  %two = arith.constant 2.0 : f64
  %0 = tssa.read %x : !tssa.ref<4x8xf32>
  %a = tssa.alloc %0 : tensor<4x8xf32> -> !tssa.ref<4x8xf32>
  %b = view.of #view.select<0, 0> %a : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  %c = arith.cmpi sge, %idx, %zero : i64
  scf.if %c {
    %row = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    %1 = tssa.read %row : !tssa.ref<8xf32>
    tssa.write %1, %b : !tssa.ref<8xf32>
  }
  %2 = tssa.read %a : !tssa.ref<4x8xf32>
  %3 = tssa.mul %2, %two : (tensor<4x8xf32>, f64) -> tensor<4x8xf32>
  %r = tssa.alloc %3 : tensor<4x8xf32> -> !tssa.ref<4x8xf32>
  return %r : !tssa.ref<4x8xf32>
}
