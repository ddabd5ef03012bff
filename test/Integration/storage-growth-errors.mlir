// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa run %s --entry=resize '--input=[1,2,3]' --input=5 2>&1 | FileCheck %s --check-prefix=VALUES
// RUN: not tssa run %s --entry=resize '--input=[1,2,3]' --input=-5 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not tssa run %s --entry=resize '--input=[1,2,3]' --input=-5 --interpret 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: tssa-opt %s --tssa-functionalize 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not tssa-opt %s --tssa-functionalize=fallback=error 2>&1 | FileCheck %s --check-prefix=ERROR
//
// What a user sees of storages that grow. Nothing in a function that may be
// called between is functional; what has nothing to do with it is.

!any = !tssa.ref<?xf32>

// VALUES: result0: tensor<5xf32> in the storage of argument0
// VALUES-NEXT: [1.0 2.0 3.0 0.0 0.0]
// NEGATIVE: storage-growth-errors.mlir:[[# @LINE + 4]]:{{.*}}'tssa.grow_storage' op: expected the number of elements to be 0 or more but got -5
// REMARK: :[[# @LINE + 3]]:{{.*}}remark: function stays imperative: 'tssa.grow_storage' moves a storage, and with it what others may have in it; allocate what is needed at once
// ERROR: :[[# @LINE + 2]]:{{.*}}error: function stays imperative: 'tssa.grow_storage' moves a storage
func.func @resize(%x: !any, %n: index) -> !any {
  %o = tssa.grow_storage %x, %n : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%n, %o] : !any -> !any
  return %y : !any
}

// REMARK: :[[# @LINE + 2]]:{{.*}}remark: function stays imperative: 'func.call' passes refs to 'resize': a storage grows in it or where it is called from
func.func @caller(%x: !any, %n: index) {
  %y = func.call @resize(%x, %n) : (!any, index) -> !any
  func.call @callee(%y) : (!any) -> ()
  return
}

// REMARK: :[[# @LINE + 1]]:{{.*}}remark: function stays imperative: 'func.func' is one in which a storage grows, or calls one, or is called by one; do that in functions apart
func.func @callee(%x: !any) {
  %0 = tssa.read %x : !any
  tssa.write %0, %x : !any
  return
}

// REMARK: func.func @apart{{.*}}tssa.functional
func.func @apart(%x: !any) {
  %0 = tssa.read %x : !any
  %1 = arith.addf %0, %0 : tensor<?xf32>
  tssa.write %1, %x : !any
  return
}
