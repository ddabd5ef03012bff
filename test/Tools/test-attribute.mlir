// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file --leading-lines %s %t
// RUN: not tssa validate %t/malformed.mlir 2>&1 | FileCheck %s
// RUN: not tssa run %t/malformed.mlir --entry=name --random=1 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: tssa validate %t/errors.mlir --rounds=3 | FileCheck %s --check-prefix=ERRORS
//
// A `tssa.test` that does not fit its argument is refused, where it stands. Who
// sees nothing but errors is told of it.

//--- malformed.mlir
// CHECK: malformed.mlir:[[@LINE+2]]:17: error: expected 'tssa.test' of argument 0 to be a dictionary of sizes, min, max, layout, strides, offset, behind and shares but got {mim = 3 : i64}
// CALLED: malformed.mlir:[[@LINE+1]]:17: error: expected 'tssa.test' of argument 0
func.func @name(%x: tensor<?xf32> {tssa.test = {mim = 3}}) { return }

// CHECK: error: expected 'tssa.test' of argument 1 to be sizes for at most 1 dimensions: a number of at least 0, a name in quotes, or an array of these to choose from, but got ["n", 2]
func.func @rank(%x: tensor<?xf32>, %y: tensor<?xf32> {tssa.test = ["n", 2]}) { return }

// CHECK: error: expected 'sizes' in 'tssa.test' of argument 0 to be sizes for at most 1 dimensions
func.func @no_array(%x: tensor<?xf32> {tssa.test = {sizes = "n"}}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be 3 in dimension 1, as the type says, but got ["n", 2]
func.func @static_number(%x: tensor<?x3xf32> {tssa.test = ["n", 2]}) { return }

// A name would be given a size of its own elsewhere.
// CHECK: error: expected 'tssa.test' of argument 0 to be 3 in dimension 1, as the type says, but got ["n", "m"]
func.func @static_name(%x: tensor<?x3xf32> {tssa.test = ["n", "m"]}, %m: index {tssa.test = "m"}) { return }

// CHECK: error: expected 'shares' in 'tssa.test' of argument 1 to be the number of an earlier argument, both of them refs of one element type, but got 1 : i64
func.func @shares_later(%x: !tssa.ref<?xf32>, %y: !tssa.ref<?xf32> {tssa.test = {shares = 1}}) { return }

// CHECK: error: expected 'shares' in 'tssa.test' of argument 1
func.func @shares_other_type(%x: !tssa.ref<?xf64>, %y: !tssa.ref<?xf32> {tssa.test = {shares = 0}}) { return }

// CHECK: error: expected 'shares' in 'tssa.test' of argument 1
func.func @shares_value(%x: tensor<?xf32>, %y: !tssa.ref<?xf32> {tssa.test = {shares = 0}}) { return }

// CHECK: error: expected 'max' in 'tssa.test' of argument 0 to be a number that is not less than 'min' but got none
func.func @no_max(%x: tensor<?xf64> {tssa.test = {min = 3}}) { return }

// CHECK: error: expected 'min' in 'tssa.test' of argument 0 to be a number, as 'max' needs one, but got none
func.func @no_min(%x: tensor<?xf64> {tssa.test = {max = 3}}) { return }

// CHECK: error: expected 'max' in 'tssa.test' of argument 0 to be a number that is not less than 'min' but got 2 : i64
func.func @empty_range(%x: tensor<?xf64> {tssa.test = {min = 3, max = 2}}) { return }

// CHECK: error: expected 'strides' in 'tssa.test' of argument 0 to be a number of at least 0 for each of 1 dimensions but got [1, 2]
func.func @strides(%x: tensor<?xf32> {tssa.test = {strides = [1, 2]}}) { return }

// CHECK: error: expected 'layout' in 'tssa.test' of argument 0 to be "contiguous" but got "dense"
func.func @layout(%x: tensor<?xf32> {tssa.test = {layout = "dense"}}) { return }

// CHECK: error: expected 'offset' in 'tssa.test' of argument 0 to be a number of at least 0, or an array of these to choose from, but got -1 : i64
func.func @offset(%x: tensor<?xf32> {tssa.test = {offset = -1}}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be an array of sizes or a dictionary but got unit
func.func @unit(%x: tensor<?xf32> {tssa.test}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be an integer, the name of a size in quotes, or an array of these to choose from, but got []
func.func @no_choice(%x: index {tssa.test = []}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be an integer{{.*}} but got 1.500000e+00 : f64
func.func @fraction(%x: index {tssa.test = 1.5}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be a number, or an array of numbers to choose from, but got true
func.func @truth(%x: f64 {tssa.test = true}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be true or false, or an array of these to choose from, but got "n"
func.func @no_truth(%x: i1 {tssa.test = "n"}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be a dictionary of length and element but got [1, 2]
func.func @list(%x: !tssa.list<i64> {tssa.test = [1, 2]}) { return }

// CHECK: error: expected 'length' in 'tssa.test' of argument 0 to be a number of at least 0, the name of a size in quotes, or an array of these to choose from, but got -1 : i64
func.func @length(%x: !tssa.list<i64> {tssa.test = {length = -1}}) { return }

// CHECK: error: expected 'tssa.test' of argument 0 to be an integer{{.*}} but got true
func.func @element(%x: !tssa.list<i64> {tssa.test = {element = true}}) { return }

// CHECK: ok fine: 3 ways equal
func.func @fine(%x: !tssa.ref<?x3xf32> {tssa.test = {sizes = [["n", 2], 3], min = -1, max = 2.5, offset = [0, 1], behind = 2}},
                %y: !tssa.ref<?xf32> {tssa.test = {shares = 0, strides = [1], offset = 1, sizes = ["n"]}},
                %l: !tssa.list<i64> {tssa.test = {length = [1, 2], element = [0, "n"]}},
                %n: index {tssa.test = "n"}, %b: i1 {tssa.test = [true]}, %f: f64 {tssa.test = [1, 0.5]}) { return }

//--- errors.mlir
// ERRORS: ok never: 3 ways equal over 3 rounds, 3 of them errors
// ERRORS-NEXT: note: no round ran to the end; the first one ended with {{.*}}errors.mlir:[[@LINE+5]]:3: 'tssa.check' op: n is 7
// ERRORS-NEXT: note: the argument attribute 'tssa.test' says which inputs a function takes (docs/attributes.md)
func.func @never(%n: index) {
  %c7 = arith.constant 7 : index
  %is = arith.cmpi eq, %n, %c7 : index
  tssa.check %is, "n is 7"
  return
}

// ERRORS: ok sometimes: 3 ways equal over 3 rounds, 0 of them errors
// ERRORS-NOT: note
func.func @sometimes(%n: index {tssa.test = 7}) {
  %c7 = arith.constant 7 : index
  %is = arith.cmpi eq, %n, %c7 : index
  tssa.check %is, "n is 7"
  return
}
