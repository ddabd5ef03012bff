// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not tssa validate %s --rounds=4 | FileCheck %s --check-prefix=WAYS
// RUN: not tssa validate %s --rounds=4 --entry=scratch --symbolic | FileCheck %s --check-prefix=SYMBOLS
// RUN: not tssa validate %s --rounds=4 --entry=scratch --input='[1,2,3]' | FileCheck %s --check-prefix=GIVEN
// RUN: not tssa validate %s --rounds=4 --entry=scratch --input='[[1,2,3]]' | FileCheck %s --check-prefix=REFUSED
// RUN: tssa validate %s --rounds=4 --entry=scratch --skip-interpreter | FileCheck %s --check-prefix=SKIPPED
// RUN: not tssa validate %s --rounds=4 --entry=calls_host --skip-interpreter | FileCheck %s --check-prefix=HOST
// RUN: %python %S/Inputs/exit-codes.py tssa %s | FileCheck %s --check-prefix=CODES
//
// What the interpreter does not do is no difference, and no pass either: it has
// an exit code of its own. The compiled forms are compared with each other.

// CODES: scratch 3
// CODES-NEXT: some_rounds 3
// CODES-NEXT: endless 3
// CODES-NEXT: calls_host 3
// CODES-NEXT: judged 0
// CODES-NEXT: scratch --symbolic 3
// CODES-NEXT: scratch --input=[1,2,3] 3
// CODES-NEXT: scratch --input={{\[\[}}1,2,3]] 1
// CODES-NEXT: scratch --skip-interpreter 0
// CODES-NEXT: scratch --frobnicate 2

// WAYS: undecided scratch: not decided in 4 of 4 rounds: {{.*}}undecided.mlir:[[@LINE+8]]:{{.*}}: 'memref.alloc' op: unsupported op 'memref.alloc' in the interpreter; 2 ways equal over 4 rounds, 0 of them errors (functional){{$}}
// WAYS-NEXT: note: the interpreter does not do that; with --skip-interpreter only the two compiled forms are compared
// SYMBOLS: undecided scratch: not decided on 3 paths {{.*}}unsupported op 'memref.alloc'
// GIVEN: undecided scratch: the interpreter cannot run it on the given inputs: {{.*}}unsupported op 'memref.alloc'
// REFUSED: refused scratch: 'scratch': argument 0: expected the rank to be 1 but got 2
// SKIPPED: ok scratch: 2 ways equal over 4 rounds, 0 of them errors (functional)
func.func @scratch(%x: !tssa.ref<3xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<3xf32>
  %v = tssa.read %x : !tssa.ref<3xf32>
  %e = tensor.extract %v[%c0] : tensor<3xf32>
  memref.store %e, %m[%c0] : memref<3xf32>
  %r = memref.load %m[%c0] : memref<3xf32>
  memref.dealloc %m : memref<3xf32>
  tssa.write %v, %x : !tssa.ref<3xf32>
  return %r : f32
}

// One round that nobody judged is enough.
// WAYS: undecided some_rounds: not decided in 1 of 4 rounds: {{.*}}unsupported op 'bufferization.to_buffer'
func.func @some_rounds(%x: tensor<2xf32>, %b: i1 {tssa.test = [false, true]}, %n: index {tssa.test = 0}) -> tensor<2xf32> {
  %r = scf.if %b -> tensor<2xf32> {
    %m = bufferization.to_buffer %x : tensor<2xf32> to memref<2xf32>
    %0 = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
    scf.yield %0 : tensor<2xf32>
  } else {
    scf.yield %x : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// WAYS: undecided endless: not decided in 4 of 4 rounds: {{.*}}expected calls and regions to nest at most 1000 deep; 2 ways equal over 4 rounds, 4 of them errors
func.func @endless(%x: tensor<f32>) -> tensor<f32> {
  %r = func.call @endless(%x) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// A tool has no functions of the host, so there is nothing to be judged.
// WAYS: undecided calls_host: not decided in 4 of 4 rounds: {{.*}}expected the host to have a function 'elsewhere'
// WAYS-NEXT: note: the functions of a host are not there in this tool; call the program from C with them
// HOST: undecided calls_host: {{.*}}expected the host to have a function 'elsewhere'
func.func private @elsewhere(f64) -> f64
func.func @calls_host(%x: f64) -> f64 {
  %r = call @elsewhere(%x) : (f64) -> f64
  return %r : f64
}

// WAYS: ok judged: 3 ways equal
func.func @judged(%x: f64) -> f64 {
  return %x : f64
}
