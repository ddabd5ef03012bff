// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --rounds=12 | FileCheck %s
// RUN: tssa run %s --entry=described --input='[1,-2,3]' | FileCheck %s --check-prefix=SHOW
// RUN: tssa run %s --entry=overlaps --input='[1,2,3,4,5]' | FileCheck %s --check-prefix=LAP
// RUN: tssa validate %s --rounds=1 --entry=wrong | FileCheck %s --check-prefix=WRONG
// RUN: tssa-fuzz --seed=11 --count=48 --features=host,select,slice,f32,errors --jobs=1 | FileCheck %s --check-prefix=FUZZ
//
// The functions of a host that the tools have: every way to run a program calls
// the same ones, whether their declarations say what they do or not.

func.func private @host_count_a(!tssa.ref<3xf32> {tssa.reads}) -> index
func.func private @host_negate_a(!tssa.ref<3xf32> {tssa.reads, tssa.writes})
func.func private @host_same_a(!tssa.ref<3xf32> {tssa.reads}) -> (!tssa.ref<3xf32> {tssa.returns_alias = 0})
func.func private @host_clone_a(!tssa.ref<3xf32> {tssa.reads}) -> (!tssa.ref<3xf32> {tssa.fresh})

// CHECK: ok described: 3 ways equal over 12 rounds, 0 of them errors (functional)
// SHOW: result0: 2
// SHOW: result1: tensor<3xf32> in the storage of argument0
// SHOW-NEXT: [-1.0 2.0 -3.0]
// SHOW: result2: tensor<3xf32>
// SHOW-NEXT: [-1.0 2.0 -3.0]
func.func @described(%x: !tssa.ref<3xf32>) -> (index, !tssa.ref<3xf32>, !tssa.ref<3xf32>) {
  %n = call @host_count_a(%x) : (!tssa.ref<3xf32>) -> index
  %y = call @host_same_a(%x) : (!tssa.ref<3xf32>) -> !tssa.ref<3xf32>
  call @host_negate_a(%y) : (!tssa.ref<3xf32>) -> ()
  %z = call @host_clone_a(%x) : (!tssa.ref<3xf32>) -> !tssa.ref<3xf32>
  return %n, %y, %z : index, !tssa.ref<3xf32>, !tssa.ref<3xf32>
}

func.func private @host_negate_b(!tssa.ref<?xf32>)
func.func private @host_copy_b(!tssa.ref<?xf32>, !tssa.ref<?xf32>)

// CHECK: ok undescribed: 3 ways equal over 12 rounds, 0 of them errors (stays imperative
func.func @undescribed(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32>) {
  call @host_negate_b(%x) : (!tssa.ref<?xf32>) -> ()
  call @host_copy_b(%x, %y) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> ()
  return
}

func.func private @host_copy_o(!tssa.ref<?xf32> {tssa.writes}, !tssa.ref<?xf32> {tssa.reads})
func.func private @host_copy_q(!tssa.ref<3xf32> {tssa.writes}, !tssa.ref<?xf32> {tssa.reads})
func.func private @host_count_o(!tssa.ref<3xf32> {tssa.reads}) -> index

// What the host writes overlaps what it reads, and itself: it sees that it does.
// CHECK: ok overlaps: 3 ways equal over 12 rounds, 0 of them errors (functional)
// LAP: result0: 3
// LAP: argument0: tensor<5xf32>
// LAP-NEXT: [1.0 1.0 1.0 1.0 1.0]
func.func @overlaps(%x: !tssa.ref<5xf32>) -> index {
  %a = view.of #view.slice<0, 1 : 5 : 1> %x : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
  %b = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<5xf32> -> !tssa.ref<?xf32>
  call @host_copy_o(%a, %b) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> ()
  call @host_copy_o(%a, %a) : (!tssa.ref<?xf32>, !tssa.ref<?xf32>) -> ()
  %e = view.of #view.path<[#view.select<0, 2>, #view.expand<[3]>]> %x : !tssa.ref<5xf32> -> !tssa.ref<3xf32>
  call @host_copy_q(%e, %b) : (!tssa.ref<3xf32>, !tssa.ref<?xf32>) -> ()
  %n = call @host_count_o(%e) : (!tssa.ref<3xf32>) -> index
  return %n : index
}

func.func private @host_copy_m(!tssa.ref<2xf32> {tssa.writes}, !tssa.ref<2xf32> {tssa.reads})
func.func private @host_clone_m(!tssa.ref<2xf32> {tssa.reads}) -> (!tssa.ref<2xf32> {tssa.fresh})
func.func private @host_same_m(!tssa.ref<2xf32> {tssa.reads}) -> (!tssa.ref<2xf32> {tssa.returns_alias = 0})

// Control flow chooses what the host is passed.
// CHECK: ok chosen: 3 ways equal over 12 rounds, 0 of them errors (functional)
func.func @chosen(%x: !tssa.ref<2xf32>, %y: !tssa.ref<2xf32>, %c: i1, %n: index {tssa.test = [0, 1, 2, 3]}) -> (!tssa.ref<2xf32>, !tssa.ref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.select %c, %x, %y : !tssa.ref<2xf32>
  %t = func.call @host_same_m(%s) : (!tssa.ref<2xf32>) -> !tssa.ref<2xf32>
  func.call @host_copy_m(%t, %x) : (!tssa.ref<2xf32>, !tssa.ref<2xf32>) -> ()
  %p, %q = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %y) -> (!tssa.ref<2xf32>, !tssa.ref<2xf32>) {
    func.call @host_copy_m(%b, %a) : (!tssa.ref<2xf32>, !tssa.ref<2xf32>) -> ()
    %v = tssa.read %a : !tssa.ref<2xf32>
    %w = tssa.neg %v : tensor<2xf32> -> tensor<2xf32>
    tssa.write %w, %a : !tssa.ref<2xf32>
    scf.yield %b, %a : !tssa.ref<2xf32>, !tssa.ref<2xf32>
  }
  %d = func.call @host_clone_m(%p) : (!tssa.ref<2xf32>) -> !tssa.ref<2xf32>
  return %t, %d : !tssa.ref<2xf32>, !tssa.ref<2xf32>
}

// What grew is more than a value of its elements.
func.func private @host_negate_g(!tssa.ref<?xf32> {tssa.reads, tssa.writes})

// CHECK: ok grown: 3 ways equal over 12 rounds, 0 of them errors
func.func @grown(%v: tensor<3xf32>) -> !tssa.ref<?xf32> {
  %c9 = arith.constant 9 : index
  %x = tssa.alloc %v : tensor<3xf32> -> !tssa.ref<3xf32>
  %o = tssa.grow_storage %x, %c9 : !tssa.ref<3xf32>
  %w = view.of #view.as_strided<[?], [1], ?> %x[%c9, %o] : !tssa.ref<3xf32> -> !tssa.ref<?xf32>
  func.call @host_negate_g(%w) : (!tssa.ref<?xf32>) -> ()
  return %w : !tssa.ref<?xf32>
}

func.func private @host_fail_c(tensor<2xi64>)

// CHECK: ok fails: 3 ways equal over 12 rounds, {{[1-9][0-9]*}} of them errors
func.func @fails(%x: tensor<2xi64>) {
  call @host_fail_c(%x) : (tensor<2xi64>) -> ()
  return
}

func.func private @host_fail_e(!tssa.ref<2xi64> {tssa.reads})

// The error is that of the call, also where values are passed.
// CHECK: ok fails_at_call: 3 ways equal over 12 rounds, {{[1-9][0-9]*}} of them errors (functional)
func.func @fails_at_call(%x: !tssa.ref<2xi64>) {
  call @host_fail_e(%x) : (!tssa.ref<2xi64>) -> ()
  %v = tssa.read %x : !tssa.ref<2xi64>
  %w = tssa.neg %v : tensor<2xi64> -> tensor<2xi64>
  tssa.write %w, %x : !tssa.ref<2xi64>
  call @host_fail_e(%x) : (!tssa.ref<2xi64>) -> ()
  return
}

// WRONG: 'func.call' op: 'host_negate_d' failed: expected 1 tensors and 0 results but got 1 and 1
// CHECK: wrong:
func.func private @host_negate_d(tensor<2xi64>) -> tensor<2xi64>
func.func @wrong(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = call @host_negate_d(%x) : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// FUZZ: 48 programs
// FUZZ: 0 mismatches, 0 crashes, 0 refused, 0 invalid
