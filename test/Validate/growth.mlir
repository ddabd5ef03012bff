// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: tssa validate %s --symbolic --entry=append | FileCheck %s --check-prefix=SAME
// RUN: tssa validate %s --against=%s --entry=append --against-entry=append_right | FileCheck %s --check-prefix=RIGHT
// RUN: not tssa validate %s --against=%s --entry=append --against-entry=append_forgotten --output-dir=%t > %t/forgotten
// RUN: FileCheck %s --check-prefix=FORGOTTEN --input-file=%t/forgotten
// RUN: sed -n "s/^ *replay: //p" %t/forgotten > %t/forgotten.sh && not sh %t/forgotten.sh | FileCheck %s --check-prefix=FORGOTTEN-AGAIN
// RUN: not tssa validate %s --against=%s --entry=append --against-entry=append_dropped --output-dir=%t > %t/dropped
// RUN: FileCheck %s --check-prefix=DROPPED --input-file=%t/dropped
// RUN: sed -n "s/^ *replay: //p" %t/dropped > %t/dropped.sh && not sh %t/dropped.sh | FileCheck %s --check-prefix=DROPPED-AGAIN
// RUN: not tssa validate %s --against=%s --entry=append --against-entry=append_stale | FileCheck %s --check-prefix=STALE
// RUN: not tssa validate %s --against=%s --entry=append --against-entry=append_too_much | FileCheck %s --check-prefix=TOO-MUCH
// RUN: not tssa validate %s --against=%s --entry=named --against-entry=named_elsewhere | FileCheck %s --check-prefix=MOVED
// RUN: tssa validate %s --against=%s --entry=two_names --against-entry=two_names_right | FileCheck %s --check-prefix=NAMES
// RUN: not tssa validate %s --against=%s --entry=two_names --against-entry=two_names_apart | FileCheck %s --check-prefix=APART
// RUN: tssa validate %s --symbolic --entry=bytes | FileCheck %s --check-prefix=BYTES
// RUN: not tssa validate %s --against=%s --entry=bytes --against-entry=bytes_dropped | FileCheck %s --check-prefix=TAIL
// RUN: not tssa validate %s --against=%s --entry=fresh --against-entry=fresh_forgotten | FileCheck %s --check-prefix=FRESH
// RUN: not tssa validate %s --against=%s --entry=resize --against-entry=resize_always | FileCheck %s --check-prefix=ERROR
// RUN: tssa validate %s --symbolic --entry=huge | FileCheck %s --check-prefix=HUGE
// RUN: not tssa validate %s --against=%s --entry=huge --against-entry=huge_forgotten | FileCheck %s --check-prefix=HUGE-FORGOTTEN
// RUN: tssa validate %s --against=%s --entry=early --against-entry=late | FileCheck %s --check-prefix=OPEN
// RUN: not tssa validate %s --against=%s --entry=early --against-entry=late --errors=precise | FileCheck %s --check-prefix=PRECISE
//
// Storages that grow, over symbols: what was in them has moved with them, what
// is new is 0 until it is written, and how large they are counts.

!any = !tssa.ref<?xf32>

// Grows by two elements, writes these and the first ones.
// SAME: ok append: equal on 8 paths of 8 shapes, 0 of them errors
// RIGHT: ok append: equal on 8 paths of 8 shapes, 0 of them errors
func.func @append(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tssa.dim %x, 0 : !any
  %m = arith.addi %n, %c2 : index
  %o = tssa.grow_storage %x, %m : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%m, %o] : !any -> !any
  %e = arith.addi %o, %n : index
  %last = view.of #view.as_strided<[2], [1], ?> %y[%e] : !any -> !tssa.ref<2xf32>
  tssa.write %v, %last : !tssa.ref<2xf32>
  %0 = tssa.read %x : !any
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %x : !any
  %2 = tssa.read %y : !any
  return %2 : tensor<?xf32>
}

// In two steps, with what was there read before, and all written at once.
func.func @append_right(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tssa.dim %x, 0 : !any
  %0 = tssa.read %x : !any
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  %l = arith.addi %n, %c1 : index
  %m = arith.addi %n, %c2 : index
  %p = tssa.grow_storage %x, %l : !any
  %o = tssa.grow_storage %x, %m : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%m, %o] : !any -> !any
  %2 = tensor.concat dim(0) %1, %v : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  tssa.write %2, %y : !any
  return %2 : tensor<?xf32>
}

// FORGOTTEN: differs append: expected the storage of argument 0 to have [[#]] bytes but got [[#]]
// FORGOTTEN: replay:
// FORGOTTEN-AGAIN: other form: expected the storage of argument 0 to have [[#]] bytes but got [[#]]
func.func @append_forgotten(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %0 = tssa.read %x : !any
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %x : !any
  %2 = tensor.concat dim(0) %1, %v : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// The new elements are never written.
// DROPPED: differs append: expected element [[#]] of result 0 to be
// DROPPED: replay:
// DROPPED-AGAIN: other form: expected result 0{{.*}} to be {{.*}} but got 0
func.func @append_dropped(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %n = tssa.dim %x, 0 : !any
  %m = arith.addi %n, %c2 : index
  %o = tssa.grow_storage %x, %m : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%m, %o] : !any -> !any
  %0 = tssa.read %x : !any
  %1 = tssa.neg %0 : tensor<?xf32> -> tensor<?xf32>
  tssa.write %1, %x : !any
  %2 = tssa.read %y : !any
  return %2 : tensor<?xf32>
}

// What the storage held before comes back.
// STALE: differs append: expected element [[#]] of result 0 to be
func.func @append_stale(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %n = tssa.dim %x, 0 : !any
  %0 = tssa.read %x : !any
  %m = arith.addi %n, %c2 : index
  %o = tssa.grow_storage %x, %m : !any
  %y = view.of #view.as_strided<[?], [1], ?> %x[%m, %o] : !any -> !any
  %2 = tensor.concat dim(0) %0, %v : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  tssa.write %2, %y : !any
  return %2 : tensor<?xf32>
}

// TOO-MUCH: differs append: expected the storage of argument 0 to have [[#]] bytes but got [[#]]
func.func @append_too_much(%x: !any, %v: tensor<2xf32>) -> tensor<?xf32> {
  %c9 = arith.constant 9 : index
  %n = tssa.dim %x, 0 : !any
  %m = arith.addi %n, %c9 : index
  %o = tssa.grow_storage %x, %m : !any
  %0 = func.call @append(%x, %v) : (!any, tensor<2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The right numbers in a storage of their own.
// MOVED: differs named: expected result 0 to be in the same storage
func.func @named(%x: !any) -> !tssa.ref<9xf32> {
  %c9 = arith.constant 9 : index
  %o = tssa.grow_storage %x, %c9 : !any
  %y = view.of #view.as_strided<[9], [1], ?> %x[%o] : !any -> !tssa.ref<9xf32>
  return %y : !tssa.ref<9xf32>
}

func.func @named_elsewhere(%x: !any) -> !tssa.ref<9xf32> {
  %y = func.call @named(%x) : (!any) -> !tssa.ref<9xf32>
  %0 = tssa.read %y : !tssa.ref<9xf32>
  %z = tssa.alloc %0 : tensor<9xf32> -> !tssa.ref<9xf32>
  return %z : !tssa.ref<9xf32>
}

// An argument that shares the storage moves with it: what is written through
// one name is read through the other, also behind where it ended.
// NAMES: ok two_names: equal on
func.func @two_names(%x: !any, %z: !any, %v: tensor<9xf32>) -> tensor<?xf32> {
  %c9 = arith.constant 9 : index
  %o = tssa.grow_storage %x, %c9 : !any
  %y = view.of #view.as_strided<[9], [1], ?> %x[%o] : !any -> !tssa.ref<9xf32>
  tssa.write %v, %y : !tssa.ref<9xf32>
  %0 = tssa.read %z : !any
  return %0 : tensor<?xf32>
}

func.func @two_names_right(%x: !any, %z: !any, %v: tensor<9xf32>) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %p = tssa.grow_storage %x, %c3 : !any
  %a = view.of #view.as_strided<[3], [1], ?> %x[%p] : !any -> !tssa.ref<3xf32>
  %first = tensor.extract_slice %v[0] [3] [1] : tensor<9xf32> to tensor<3xf32>
  tssa.write %first, %a : !tssa.ref<3xf32>
  %o = tssa.grow_storage %x, %c9 : !any
  %y = view.of #view.as_strided<[9], [1], ?> %x[%o] : !any -> !tssa.ref<9xf32>
  %0 = tssa.read %y : !tssa.ref<9xf32>
  %rest = tensor.extract_slice %v[3] [6] [1] : tensor<9xf32> to tensor<6xf32>
  %1 = tensor.insert_slice %rest into %0[3] [6] [1] : tensor<6xf32> into tensor<9xf32>
  tssa.write %1, %y : !tssa.ref<9xf32>
  %2 = tssa.read %z : !any
  return %2 : tensor<?xf32>
}

// Right where the arguments are apart.
// APART: differs two_names: expected element {{.*}} of result 0 to be
// APART: argument 1 (in the storage of argument 0)
func.func @two_names_apart(%x: !any, %z: !any, %v: tensor<9xf32>) -> tensor<?xf32> {
  %0 = tssa.read %z : !any
  %1 = func.call @two_names(%x, %z, %v) : (!any, !any, tensor<9xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Five narrow elements where there were two wide ones: half a wide one is new.
// BYTES: ok bytes: equal on 3 paths of 3 shapes, 0 of them errors
func.func @bytes(%x: !tssa.ref<2xi64> {tssa.test = {strides = [1], offset = 0, behind = 0}}, %v: tensor<1xi32>) {
  %c5 = arith.constant 5 : index
  %b = view.of #view.bitcast<i32> %x : !tssa.ref<2xi64> -> !tssa.ref<4xi32>
  %o = tssa.grow_storage %b, %c5 : !tssa.ref<4xi32>
  %y = view.of #view.as_strided<[1], [1], 4> %b : !tssa.ref<4xi32> -> !tssa.ref<1xi32>
  tssa.write %v, %y : !tssa.ref<1xi32>
  return
}

// TAIL: differs bytes: expected byte 16 of the storage of argument 0 to be [[#]] but got 0
func.func @bytes_dropped(%x: !tssa.ref<2xi64> {tssa.test = {strides = [1], offset = 0, behind = 0}}, %v: tensor<1xi32>) {
  %c5 = arith.constant 5 : index
  %b = view.of #view.bitcast<i32> %x : !tssa.ref<2xi64> -> !tssa.ref<4xi32>
  %o = tssa.grow_storage %b, %c5 : !tssa.ref<4xi32>
  return
}

// Nobody names the new elements of a new storage; the host can.
// FRESH: differs fresh: expected result 0 to be in a storage of 16 bytes but got 8
func.func @fresh(%v: tensor<2xf32>) -> !tssa.ref<2xf32> {
  %c4 = arith.constant 4 : index
  %x = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  %o = tssa.grow_storage %x, %c4 : !tssa.ref<2xf32>
  return %x : !tssa.ref<2xf32>
}

func.func @fresh_forgotten(%v: tensor<2xf32>) -> !tssa.ref<2xf32> {
  %x = tssa.alloc %v : tensor<2xf32> -> !tssa.ref<2xf32>
  return %x : !tssa.ref<2xf32>
}

// ERROR: differs resize: expected {{.*}}'tssa.grow_storage' op: expected the number of elements to be 0 or more but got -{{[12]}} but got no error
func.func @resize(%x: !any, %n: index) {
  %o = tssa.grow_storage %x, %n : !any
  return
}

func.func @resize_always(%x: !any, %n: index) {
  %c0 = arith.constant 0 : index
  %m = arith.maxsi %n, %c0 : index
  %o = tssa.grow_storage %x, %m : !any
  return
}

// More than can be counted, and more than any process can address, are how the
// program ends.
// HUGE: ok huge: equal on 6 paths of 3 shapes, 6 of them errors
// HUGE-FORGOTTEN: differs huge: expected {{.*}}'tssa.grow_storage' op: cannot allocate {{.*}} but got no error
func.func @huge(%x: !tssa.ref<2xf32>, %c: i1) {
  %a = arith.constant 4611686018427387904 : index
  %b = arith.constant 140737488355328 : index
  %n = arith.select %c, %a, %b : index
  %o = tssa.grow_storage %x, %n : !tssa.ref<2xf32>
  return
}

func.func @huge_forgotten(%x: !tssa.ref<2xf32>, %c: i1) {
  return
}

// After an error it is open how large an argument's storage is.
// OPEN: ok early: equal on
// PRECISE: differs early: expected the storage of argument 0 to have [[#]] bytes but got [[#]]
func.func @early(%x: !any, %c: i1) {
  %c9 = arith.constant 9 : index
  %o = tssa.grow_storage %x, %c9 : !any
  tssa.check %c, "no"
  return
}

func.func @late(%x: !any, %c: i1) {
  %c9 = arith.constant 9 : index
  tssa.check %c, "no"
  %o = tssa.grow_storage %x, %c9 : !any
  return
}
