// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s | FileCheck %s
// RUN: tssa-opt %s --tssa-to-buffers=imperative -o %t && FileCheck %s --check-prefix=IR --input-file=%t
//
// A buffer that a callee puts into a list is not the caller's to free, nor a
// slot of its frame; one that a callee only reads is.

func.func private @keep(%a: !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>> {
  %l = tssa.list_create %a : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  return %l : !tssa.list<!tssa.ref<4xf32>>
}

func.func private @keep_deeper(%a: !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>> {
  %l = call @keep(%a) : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  return %l : !tssa.list<!tssa.ref<4xf32>>
}

// CHECK: ok kept: 3 ways equal
// IR-LABEL: func.func @kept(
// IR: memref.alloc()
// IR-NOT: memref.dealloc
func.func @kept(%v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %c0 = arith.constant 0 : index
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %l = call @keep_deeper(%a) : (!tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
  %r = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}

// The list ends with the callee, the buffer with the caller.
func.func private @look(%a: !tssa.ref<?xi1>, %b: !tssa.ref<?xi1>) {
  %l = tssa.list_create %a : (!tssa.ref<?xi1>) -> !tssa.list<!tssa.ref<?xi1>>
  tssa.list_append %b, %l : !tssa.ref<?xi1>, !tssa.list<!tssa.ref<?xi1>>
  return
}

// CHECK: ok looked_at: 3 ways equal
func.func @looked_at(%x: !tssa.ref<?xi1> {tssa.noalias}) {
  %0 = tssa.read %x : !tssa.ref<?xi1>
  %a = tssa.alloc %0 : tensor<?xi1> -> !tssa.ref<?xi1>
  call @look(%a, %x) : (!tssa.ref<?xi1>, !tssa.ref<?xi1>) -> ()
  return
}

func.func private @same(%a: !tssa.ref<4xf32>) -> !tssa.ref<4xf32> {
  return %a : !tssa.ref<4xf32>
}

// A result may be what was passed.
// CHECK: ok passed_on: 3 ways equal
func.func @passed_on(%v: tensor<4xf32>) -> !tssa.ref<4xf32> {
  %a = tssa.alloc %v : tensor<4xf32> -> !tssa.ref<4xf32>
  %r = call @same(%a) : (!tssa.ref<4xf32>) -> !tssa.ref<4xf32>
  return %r : !tssa.ref<4xf32>
}
