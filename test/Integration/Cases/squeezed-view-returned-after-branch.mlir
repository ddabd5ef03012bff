// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa run %s --input="[1, 7]" | FileCheck %s --check-prefix=EXPECT0
// RUN: tssa run %s --input="[6, 7]" | FileCheck %s --check-prefix=EXPECT1
//
// A 0-d squeezed view of a one-element slice is taken, the slice is written on
// both sides of a data-dependent branch, and only the 0-d view is returned.
//
//   def fn(x: Tensor) -> Tensor:
//       a = x * 1
//       s = a[0:1]
//       b = s.squeeze()
//       s[0] = s[0] - 5
//       if bool(s[0] < 0):
//           s[0] = 2
//       else:
//           s[0] += 30
//           a.mul_(2)
//       return b
//
// EXPECT0: result0: tensor<i64>{{$}}
// EXPECT0-NEXT: 2
//
// EXPECT1: result0: tensor<i64>{{$}}
// EXPECT1-NEXT: 62

// CHECK: ok squeezed_view_returned_after_branch: 3 ways equal
func.func @squeezed_view_returned_after_branch(%arg0: !tssa.ref<2xi64>) -> !tssa.ref<i64> {
  %0 = tssa.read %arg0 : !tssa.ref<2xi64>
  %1 = arith.constant 1 : i64
  %2 = tssa.mul %0, %1 : (tensor<2xi64>, i64) -> tensor<2xi64>
  %3 = tssa.alloc %2 : tensor<2xi64> -> !tssa.ref<2xi64>
  %4 = view.of #view.slice<0, 0 : 1 : 1> %3 : !tssa.ref<2xi64> -> !tssa.ref<1xi64>
  %5 = view.of #view.squeeze<0> %4 : !tssa.ref<1xi64> -> !tssa.ref<i64>
  %6 = view.of #view.select<0, 0> %4 : !tssa.ref<1xi64> -> !tssa.ref<i64>
  %7 = tssa.read %6 : !tssa.ref<i64>
  %8 = arith.constant 5 : i64
  %9 = tssa.sub %7, %8 : (tensor<i64>, i64) -> tensor<i64>
  tssa.write %9, %6 : !tssa.ref<i64>
  %10 = view.of #view.select<0, 0> %4 : !tssa.ref<1xi64> -> !tssa.ref<i64>
  %11 = tssa.read %10 : !tssa.ref<i64>
  %12 = arith.constant 0 : i64
  %13 = tssa.lt %11, %12 : (tensor<i64>, i64) -> tensor<i1>
  %14 = tensor.extract %13[] : tensor<i1>
  scf.if %14 {
    %15 = view.of #view.select<0, 0> %4 : !tssa.ref<1xi64> -> !tssa.ref<i64>
    %16 = arith.constant dense<2> : tensor<i64>
    tssa.write %16, %15 : !tssa.ref<i64>
  } else {
    %17 = view.of #view.select<0, 0> %4 : !tssa.ref<1xi64> -> !tssa.ref<i64>
    %18 = tssa.read %17 : !tssa.ref<i64>
    %19 = arith.constant 30 : i64
    %20 = tssa.add %18, %19 : (tensor<i64>, i64) -> tensor<i64>
    tssa.write %20, %17 : !tssa.ref<i64>
    %21 = tssa.read %3 : !tssa.ref<2xi64>
    %22 = arith.constant 2 : i64
    %23 = tssa.mul %21, %22 : (tensor<2xi64>, i64) -> tensor<2xi64>
    tssa.write %23, %3 : !tssa.ref<2xi64>
  }
  return %5 : !tssa.ref<i64>
}
