// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional | FileCheck %s
// RUN: tssa-opt %s --tssa-to-functional | FileCheck %s --check-prefix=IR
//
// Rows of x are appended to a list in a loop whose later trips write earlier
// rows, and all of x is written after it. The list is kept as the indices of
// the rows: by value it would miss the writes.
//
//   rows = []
//   for i in range(n):
//     rows.append(x[i])
//     if i > 0: x[i - 1].add_(10 * i)
//   x.mul_(2)
//   return stack(rows)

// CHECK: ok views_appended: 3 ways equal
// IR-LABEL: func.func @views_appended
// IR: scf.for
// IR-NOT: tssa.list_append {{.*}}tssa.ref
// IR: view.assign #view.select<0, ?>
// IR: scf.for
// IR: view.access #view.select<0, ?>
func.func @views_appended(%x: !tssa.ref<?x2xf32>) -> !tssa.ref<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tssa.dim %x, 0 : !tssa.ref<?x2xf32>
  %rows = tssa.list_create : () -> !tssa.list<!tssa.ref<2xf32>>
  scf.for %i = %c0 to %n step %c1 {
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x2xf32> -> !tssa.ref<2xf32>
    tssa.list_append %row, %rows : !tssa.ref<2xf32>, !tssa.list<!tssa.ref<2xf32>>
    %later = arith.cmpi sgt, %i, %c0 : index
    scf.if %later {
      %j = arith.subi %i, %c1 : index
      %before = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x2xf32> -> !tssa.ref<2xf32>
      %0 = tssa.read %before : !tssa.ref<2xf32>
      %1 = arith.index_cast %i : index to i64
      %2 = arith.sitofp %1 : i64 to f64
      %ten = arith.constant 10.0 : f64
      %3 = arith.mulf %2, %ten : f64
      %4 = tssa.add %0, %3 : (tensor<2xf32>, f64) -> tensor<2xf32>
      tssa.write %4, %before : !tssa.ref<2xf32>
    }
  }
  %5 = tssa.read %x : !tssa.ref<?x2xf32>
  %two = arith.constant 2.0 : f64
  %6 = tssa.mul %5, %two : (tensor<?x2xf32>, f64) -> tensor<?x2xf32>
  tssa.write %6, %x : !tssa.ref<?x2xf32>
  %stack = tssa.alloc %5 : tensor<?x2xf32> -> !tssa.ref<?x2xf32>
  %m = tssa.list_len %rows : !tssa.list<!tssa.ref<2xf32>>
  scf.for %i = %c0 to %m step %c1 {
    %row = tssa.list_get %rows[%i] : !tssa.list<!tssa.ref<2xf32>> -> !tssa.ref<2xf32>
    %7 = tssa.read %row : !tssa.ref<2xf32>
    %to = view.of #view.select<0, ?> %stack[%i] : !tssa.ref<?x2xf32> -> !tssa.ref<2xf32>
    tssa.write %7, %to : !tssa.ref<2xf32>
  }
  return %stack : !tssa.ref<?x2xf32>
}
