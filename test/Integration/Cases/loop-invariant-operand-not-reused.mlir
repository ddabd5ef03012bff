// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[0.5, 2.0, -1.0, 3.0]" --input="[1.0, 2.0, 3.0, 4.0]" | FileCheck %s --check-prefix=EXPECT
//
// A filled tensor defined before the loop is an operand of an element-wise op
// on every trip. Writing the op's result into that buffer is fine for the
// first trip and wrong from the second on.
//
//   def fn(x: Tensor, y: Tensor, n: int) -> Tuple[Tensor, Tensor]:
//       base = torch.ones(4)
//       out = torch.zeros(n, 4)
//       for i in range(n):
//           t = base - x
//           out[i] = t * y
//       return out, base
//
// EXPECT: result0: tensor<3x4xf32>{{$}}
// EXPECT-NEXT: {{\[\[}} 0.5 -2.0  6.0 -8.0]
// EXPECT-NEXT: [ 0.5 -2.0  6.0 -8.0]
// EXPECT-NEXT: [ 0.5 -2.0  6.0 -8.0]]
// EXPECT-NEXT: result1: tensor<4xf32>{{$}}
// EXPECT-NEXT: [1.0 1.0 1.0 1.0]

// CHECK: ok loop_invariant_operand_not_reused: 3 ways equal
func.func @loop_invariant_operand_not_reused(%arg0: !tssa.ref<4xf32> {tssa.noalias},
                                             %arg1: !tssa.ref<4xf32> {tssa.noalias})
    -> (!tssa.ref<3x4xf32>, !tssa.ref<4xf32>) {
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = tssa.alloc %0 : tensor<4xf32> -> !tssa.ref<4xf32>
  %2 = arith.constant dense<0.0> : tensor<3x4xf32>
  %3 = tssa.alloc %2 : tensor<3x4xf32> -> !tssa.ref<3x4xf32>
  %4 = arith.constant 0 : index
  %5 = arith.constant 3 : index
  %6 = arith.constant 1 : index
  scf.for %i1 = %4 to %5 step %6 {
    %7 = arith.constant 3 : index
    %8 = tssa.check_index %i1, %7
    %9 = view.of #view.select<0, ?> %3[%8] : !tssa.ref<3x4xf32> -> !tssa.ref<4xf32>
    %10 = tssa.read %1 : !tssa.ref<4xf32>
    %11 = tssa.read %arg0 : !tssa.ref<4xf32>
    %12 = tssa.sub %10, %11 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %13 = tssa.read %arg1 : !tssa.ref<4xf32>
    %14 = tssa.mul %12, %13 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %14, %9 : !tssa.ref<4xf32>
  }
  return %3, %1 : !tssa.ref<3x4xf32>, !tssa.ref<4xf32>
}
