// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: tssa validate %s --against=%s --entry=rows --against-entry=rows_right | FileCheck %s --check-prefix=RIGHT
// RUN: not tssa validate %s --against=%s --entry=rows --against-entry=rows_dropped --output-dir=%t > %t/dropped
// RUN: FileCheck %s --check-prefix=DROPPED --input-file=%t/dropped
// RUN: sed -n "s/^ *replay: //p" %t/dropped > %t/dropped.sh && not sh %t/dropped.sh | FileCheck %s --check-prefix=REPLAY
// RUN: not tssa validate %s --against=%s --entry=rows --against-entry=rows_swapped --output-dir=%t > %t/swapped
// RUN: FileCheck %s --check-prefix=SWAPPED --input-file=%t/swapped
// RUN: sed -n "s/^ *replay: //p" %t/swapped > %t/swapped.sh && not sh %t/swapped.sh | FileCheck %s --check-prefix=REPLAY
// RUN: not tssa validate %s --against=%s --entry=rows --against-entry=rows_weakened --output-dir=%t > %t/weakened
// RUN: FileCheck %s --check-prefix=WEAKENED --input-file=%t/weakened
// RUN: sed -n "s/^ *replay: //p" %t/weakened > %t/weakened.sh && not sh %t/weakened.sh | FileCheck %s --check-prefix=REPLAY
// RUN: not tssa validate %s --against=%s --entry=copy --against-entry=copy_of_disjoint --output-dir=%t > %t/overlap
// RUN: FileCheck %s --check-prefix=OVERLAP --input-file=%t/overlap
// RUN: sed -n "s/^ *replay: //p" %t/overlap > %t/overlap.sh && not sh %t/overlap.sh | FileCheck %s --check-prefix=REPLAY
// RUN: not tssa validate %s --against=%s --entry=early --against-entry=late | FileCheck %s --check-prefix=ERROR
// RUN: not tssa validate %s --against=%s --entry=rare --against-entry=rare_wrong | FileCheck %s --check-prefix=RARE
// RUN: not tssa validate %s --against=%s --entry=fresh --against-entry=not_fresh | FileCheck %s --check-prefix=STORAGE
//
// A function against functional forms of it that are written by hand: a right
// one, and ones with a single fault each. A counterexample is files and a
// command that shows the difference again.

// RIGHT: ok rows: equal on
// DROPPED: differs rows: expected element
// DROPPED: replay: tssa validate {{.*}}--against={{.*}} --against-entry=rows_dropped --entry=rows --input={{.*}}rows-argument0.npy
// SWAPPED: differs rows: expected element
// SWAPPED: replay:
// WEAKENED: differs rows: expected element
// WEAKENED: replay:
// REPLAY: differs {{rows|copy}}: not equal on the given inputs
// REPLAY: other form: expected {{.*}} to be {{.*}} but got

// Writes a row, reads another one that may be it, writes that.
func.func @rows(%x: !tssa.ref<3x2xf32>, %i: index, %j: index, %v: tensor<2xf32>) -> tensor<2xf32> {
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  tssa.write %v, %a : !tssa.ref<2xf32>
  %r = tssa.read %b : !tssa.ref<2xf32>
  %s = tssa.neg %r : tensor<2xf32> -> tensor<2xf32>
  tssa.write %s, %b : !tssa.ref<2xf32>
  return %r : tensor<2xf32>
}

func.func @rows_right(%x: !tssa.ref<3x2xf32>, %i: index, %j: index, %v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tssa.read %x : !tssa.ref<3x2xf32>
  %c3 = arith.constant 3 : index
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %1 = view.assign #view.select<0, ?> %v, %0[%i] : tensor<2xf32> -> tensor<3x2xf32>
  %r = view.access #view.select<0, ?> %1[%j] : tensor<3x2xf32> -> tensor<2xf32>
  %s = tssa.neg %r : tensor<2xf32> -> tensor<2xf32>
  %2 = view.assign #view.select<0, ?> %s, %1[%j] : tensor<2xf32> -> tensor<3x2xf32>
  tssa.write %2, %x : !tssa.ref<3x2xf32>
  return %r : tensor<2xf32>
}

// The first assign is missing.
func.func @rows_dropped(%x: !tssa.ref<3x2xf32>, %i: index, %j: index, %v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tssa.read %x : !tssa.ref<3x2xf32>
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %r = view.access #view.select<0, ?> %0[%j] : tensor<3x2xf32> -> tensor<2xf32>
  %s = tssa.neg %r : tensor<2xf32> -> tensor<2xf32>
  %2 = view.assign #view.select<0, ?> %s, %0[%j] : tensor<2xf32> -> tensor<3x2xf32>
  tssa.write %2, %x : !tssa.ref<3x2xf32>
  return %r : tensor<2xf32>
}

// The second assign goes to the older version.
func.func @rows_swapped(%x: !tssa.ref<3x2xf32>, %i: index, %j: index, %v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tssa.read %x : !tssa.ref<3x2xf32>
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %1 = view.assign #view.select<0, ?> %v, %0[%i] : tensor<2xf32> -> tensor<3x2xf32>
  %r = view.access #view.select<0, ?> %1[%j] : tensor<3x2xf32> -> tensor<2xf32>
  %s = tssa.neg %r : tensor<2xf32> -> tensor<2xf32>
  %2 = view.assign #view.select<0, ?> %s, %0[%j] : tensor<2xf32> -> tensor<3x2xf32>
  tssa.write %2, %x : !tssa.ref<3x2xf32>
  return %r : tensor<2xf32>
}

// The read was moved before the first assign, as if the rows were never one.
func.func @rows_weakened(%x: !tssa.ref<3x2xf32>, %i: index, %j: index, %v: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tssa.read %x : !tssa.ref<3x2xf32>
  %a = view.of #view.select<0, ?> %x[%i] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %b = view.of #view.select<0, ?> %x[%j] : !tssa.ref<3x2xf32> -> !tssa.ref<2xf32>
  %1 = view.assign #view.select<0, ?> %v, %0[%i] : tensor<2xf32> -> tensor<3x2xf32>
  %r = view.access #view.select<0, ?> %0[%j] : tensor<3x2xf32> -> tensor<2xf32>
  %s = tssa.neg %r : tensor<2xf32> -> tensor<2xf32>
  %2 = view.assign #view.select<0, ?> %s, %1[%j] : tensor<2xf32> -> tensor<3x2xf32>
  tssa.write %2, %x : !tssa.ref<3x2xf32>
  return %r : tensor<2xf32>
}

// Right as long as the arguments are apart: the files say where they are not.
// OVERLAP: differs copy: expected element
// OVERLAP: argument 1 (in the storage of argument 0)
// OVERLAP: replay: {{.*}} --input=[[FILE:.*copy-argument0.npy]]:3:1:0 --input=[[FILE]]:3:1:{{[01]$}}
func.func @copy(%x: !tssa.ref<3xf32>, %y: !tssa.ref<3xf32>) -> tensor<3xf32> {
  %0 = tssa.read %x : !tssa.ref<3xf32>
  %1 = tssa.neg %0 : tensor<3xf32> -> tensor<3xf32>
  tssa.write %1, %y : !tssa.ref<3xf32>
  %2 = tssa.read %x : !tssa.ref<3xf32>
  return %2 : tensor<3xf32>
}

func.func @copy_of_disjoint(%x: !tssa.ref<3xf32>, %y: !tssa.ref<3xf32>) -> tensor<3xf32> {
  %0 = tssa.read %x : !tssa.ref<3xf32>
  %1 = tssa.neg %0 : tensor<3xf32> -> tensor<3xf32>
  tssa.write %1, %y : !tssa.ref<3xf32>
  return %0 : tensor<3xf32>
}

// The first check that fails wins.
// ERROR: differs early: expected {{.*}}'tssa.check_index' op: expected index to be in [-2, 2) but got [[I:-?[0-9]+]] but got {{.*}}'tssa.check' op: no
func.func @early(%i: index, %c: i1) -> index {
  %c2 = arith.constant 2 : index
  %j = tssa.check_index %i, %c2
  tssa.check %c, "no"
  return %j : index
}

func.func @late(%i: index, %c: i1) -> index {
  %c2 = arith.constant 2 : index
  tssa.check %c, "no"
  %j = tssa.check_index %i, %c2
  return %j : index
}

// Of all numbers only a few take the branch that is wrong.
// RARE: differs rare: expected element 0 of result 0
func.func @rare(%x: tensor<3xi64>) -> tensor<i64> {
  %0 = tssa.sum %x dims [0] : tensor<3xi64> -> tensor<i64>
  return %0 : tensor<i64>
}

func.func @rare_wrong(%x: tensor<3xi64>) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c0] : tensor<3xi64>
  %b = tensor.extract %x[%c2] : tensor<3xi64>
  %seven = arith.constant 7 : i64
  %s = arith.addi %a, %b : i64
  %is = arith.cmpi eq, %s, %seven : i64
  %r = scf.if %is -> tensor<i64> {
    %z = arith.constant dense<0> : tensor<i64>
    scf.yield %z : tensor<i64>
  } else {
    %0 = tssa.sum %x dims [0] : tensor<3xi64> -> tensor<i64>
    scf.yield %0 : tensor<i64>
  }
  return %r : tensor<i64>
}

// Equal numbers in another storage.
// STORAGE: differs fresh: expected result 0 to be in the same storage
func.func @fresh(%x: !tssa.ref<2xf32>) -> !tssa.ref<2xf32> {
  %0 = tssa.read %x : !tssa.ref<2xf32>
  %r = tssa.alloc %0 : tensor<2xf32> -> !tssa.ref<2xf32>
  return %r : !tssa.ref<2xf32>
}

func.func @not_fresh(%x: !tssa.ref<2xf32>) -> !tssa.ref<2xf32> {
  return %x : !tssa.ref<2xf32>
}
