// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa validate %s --expect-functional --rounds=30 | FileCheck %s
//
// Branches between blocks are lifted to structured control flow first.

!vec = !tssa.ref<4xf32>
!val = tensor<4xf32>

// A branch with a write on one side.
// CHECK: ok branch: 3 ways equal
func.func @branch(%x: !vec, %c: i1) -> !vec {
  cf.cond_br %c, ^then, ^end
^then:
  %0 = tssa.read %x : !vec
  %1 = arith.negf %0 : !val
  tssa.write %1, %x : !vec
  cf.br ^end
^end:
  return %x : !vec
}

// Two ways out.
// CHECK: ok two_returns: 3 ways equal
func.func @two_returns(%x: !vec, %c: i1) -> !vec {
  %0 = tssa.read %x : !vec
  cf.cond_br %c, ^then, ^else
^then:
  %1 = arith.negf %0 : !val
  tssa.write %1, %x : !vec
  return %x : !vec
^else:
  %f = tssa.alloc %0 : !val -> !vec
  return %f : !vec
}

// A loop with the test at its end and a value that only one side has.
// CHECK: ok loop: 3 ways equal
func.func @loop(%x: !vec, %n: index {tssa.test = [0, 1, 3]}, %c: i1) -> (!vec, !val) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : !val
  cf.br ^head(%c0, %zero : index, !val)
^head(%i: index, %sum: !val):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^exit(%sum : !val)
^body:
  %0 = tssa.read %x : !vec
  %1 = arith.addf %0, %sum : !val
  tssa.write %1, %x : !vec
  %k = arith.addi %i, %c1 : index
  cf.cond_br %c, ^head(%k, %0 : index, !val), ^early
^early:
  %2 = arith.addf %1, %1 : !val
  cf.br ^exit(%2 : !val)
^exit(%r: !val):
  return %x, %r : !vec, !val
}

// Blocks that merge and carry refs.
// CHECK: ok carried_refs: 3 ways equal
func.func @carried_refs(%x: !vec, %n: index {tssa.test = [0, 1, 2, 3]}) -> (!vec, !vec) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tssa.read %x : !vec
  %f = tssa.alloc %0 : !val -> !vec
  cf.br ^head(%c0, %x, %f : index, !vec, !vec)
^head(%i: index, %a: !vec, %b: !vec):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^exit
^body:
  %1 = tssa.read %a : !vec
  %2 = arith.addf %1, %1 : !val
  tssa.write %2, %b : !vec
  %k = arith.addi %i, %c1 : index
  cf.br ^head(%k, %b, %a : index, !vec, !vec)
^exit:
  return %a, %b : !vec, !vec
}

// Several targets of one switch.
// CHECK: ok switch: 3 ways equal
func.func @switch(%x: !vec, %n: index {tssa.test = [0, 1, 2]}) -> !vec {
  %i = arith.index_cast %n : index to i32
  %0 = tssa.read %x : !vec
  cf.switch %i : i32, [
    default: ^end,
    0: ^first,
    1: ^second
  ]
^first:
  %1 = arith.negf %0 : !val
  tssa.write %1, %x : !vec
  cf.br ^second
^second:
  %2 = tssa.read %x : !vec
  %3 = arith.addf %2, %2 : !val
  tssa.write %3, %x : !vec
  cf.br ^end
^end:
  return %x : !vec
}

// Blocks inside of a structured op.
// CHECK: ok inside: 3 ways equal
func.func @inside(%x: !vec, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.execute_region {
      cf.cond_br %c, ^then, ^end
    ^then:
      %0 = tssa.read %x : !vec
      %1 = arith.addf %0, %0 : !val
      tssa.write %1, %x : !vec
      cf.br ^end
    ^end:
      scf.yield
    }
  }
  return
}
