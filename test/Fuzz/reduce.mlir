// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-fuzz --reduce=%s > %t && FileCheck %s < %t
// RUN: not tssa validate %t
//
// What does not matter for a failure goes: all but the function without a body,
// which cannot be compiled.

// CHECK: // {{RUN}}: tssa validate %s
// CHECK: func.func private @unknown(f32) -> f32
// CHECK-NOT: func.func
func.func private @unknown(f32) -> f32

func.func private @helper(%x: !tssa.ref<4xf32>) {
  %0 = tssa.read %x : !tssa.ref<4xf32>
  tssa.write %0, %x : !tssa.ref<4xf32>
  return
}

func.func @f(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>, %n: index, %s: f32) -> (!tssa.ref<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tssa.read %x : !tssa.ref<4xf32>
    %1 = tssa.add %0, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tssa.write %1, %x : !tssa.ref<4xf32>
    func.call @helper(%x) : (!tssa.ref<4xf32>) -> ()
  }
  %r = func.call @unknown(%s) : (f32) -> f32
  return %x, %r : !tssa.ref<4xf32>, f32
}
