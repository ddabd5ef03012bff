// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: tssa-opt %s -verify-diagnostics -split-input-file

// A kind takes as many operands as it has `?`.
func.func @operand_count(%x: !tssa.ref<4x8xf32>) {
  // expected-error @below {{expected 1 index operands for #view.select<0, ?> but got 0}}
  %a = view.of #view.select<0, ?> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
  return
}

// -----

// The result has the view's sizes.
func.func @result_type(%x: !tssa.ref<4x8xf32>) {
  // expected-error @below {{expected the result to be '!tssa.ref<8xf32>' but got '!tssa.ref<4xf32>'}}
  %a = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<4xf32>
  return
}

// -----

// A size that is not known may not be claimed.
func.func @more_static(%x: tensor<4x?xf32>) {
  // expected-error @below {{expected the result to be 'tensor<?xf32>' but got 'tensor<8xf32>'}}
  %a = view.access #view.select<0, 1> %x : tensor<4x?xf32> -> tensor<8xf32>
  return
}

// -----

// The value has the view's sizes and element type.
func.func @value_type(%v: tensor<8xf64>, %x: tensor<4x8xf32>) {
  // expected-error @below {{expected the value to be 'tensor<8xf32>' but got 'tensor<8xf64>'}}
  %a = view.assign #view.select<0, 1> %v, %x : tensor<8xf64> -> tensor<4x8xf32>
  return
}

// -----

// A layout needs one to follow from.
func.func @layout_of_nothing(%x: !tssa.ref<4x8xf32>) {
  // expected-error @below {{expected the result to have no layout, since the source has none, but got strided<[1]>}}
  %a = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32, strided<[1]>>
  return
}

// -----

// A layout is the one that follows.
func.func @layout(%x: !tssa.ref<4x8xf32, strided<[8, 1]>>) {
  // expected-error @below {{expected the layout of the result to be strided<[8], offset: 1> but got strided<[1], offset: 1>}}
  %a = view.of #view.select<1, 1> %x : !tssa.ref<4x8xf32, strided<[8, 1]>> -> !tssa.ref<4xf32, strided<[1], offset: 1>>
  return
}

// -----

// Dimensions exist.
func.func @select_dim(%x: tensor<4xf32>) {
  // expected-error @below {{expected the dimension to be in [0, 1) but got 1}}
  %a = view.access #view.select<1, 0> %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

// A constant index counts from the start.
// expected-error @below {{expected the index to be at least 0 but got -1}}
func.func private @select_negative() attributes {kind = #view.select<0, -1>}

// -----

// A constant index lies inside a static size.
func.func @select_index(%x: tensor<4xf32>) {
  // expected-error @below {{expected the index to be less than 4, the size of dimension 0, but got 4}}
  %a = view.access #view.select<0, 4> %x : tensor<4xf32> -> tensor<f32>
  return
}

// -----

// Steps go forward.
// expected-error @below {{expected the step to be at least 1 but got 0}}
func.func private @slice_step() attributes {kind = #view.slice<0, 0 : 1 : 0>}

// -----

// A permutation names each dimension once.
// expected-error @below {{expected the dimensions to be distinct but got 0 twice}}
func.func private @permute_twice() attributes {kind = #view.permute<[0, 0]>}

// -----

// A permutation names no others.
// expected-error @below {{expected the dimension to be in [0, 2) but got 2}}
func.func private @permute_range() attributes {kind = #view.permute<[0, 2]>}

// -----

// A permutation names all.
func.func @permute_rank(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the permutation to have 2 dimensions but got 1}}
  %a = view.access #view.permute<[0]> %x : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// Only size 1 is repeated.
func.func @expand_size(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the size of dimension 0 to be 4 or -1 but got 3}}
  %a = view.access #view.expand<[3, -1]> %x : tensor<4x8xf32> -> tensor<3x8xf32>
  return
}

// -----

// A new dimension has no size to keep.
func.func @expand_keep(%x: tensor<4xf32>) {
  // expected-error @below {{expected the size of the new dimension 0 to be at least 0 but got -1}}
  %a = view.access #view.expand<[-1, 4]> %x : tensor<4xf32> -> tensor<?x4xf32>
  return
}

// -----

// Expanding drops no dimension.
func.func @expand_rank(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected at least 2 sizes but got 1}}
  %a = view.access #view.expand<[8]> %x : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

// Sizes are sizes.
// expected-error @below {{expected a size to be at least -1 but got -2}}
func.func private @expand_negative() attributes {kind = #view.expand<[-2]>}

// -----

// A dimension of one index can go.
func.func @squeeze(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the size of dimension 1 to be 1 but got 8}}
  %a = view.access #view.squeeze<1> %x : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// A new dimension is at most the last.
func.func @unsqueeze(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the dimension to be in [0, 3) but got 3}}
  %a = view.access #view.unsqueeze<3> %x : tensor<4x8xf32> -> tensor<4x8x1xf32>
  return
}

// -----

// A reshape keeps the number of elements.
func.func @reshape(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the number of elements to be 32 but got 33}}
  %a = view.access #view.reshape<[3, 11]> %x : tensor<4x8xf32> -> tensor<3x11xf32>
  return
}

// -----

// A front end resolves -1.
// expected-error @below {{expected a size to be at least 0 but got -1}}
func.func private @reshape_rest() attributes {kind = #view.reshape<[-1]>}

// -----

// A diagonal needs two dimensions.
// expected-error @below {{expected the dimensions to be distinct but got 1 twice}}
func.func private @diagonal_twice() attributes {kind = #view.diagonal<0, 1, 1>}

// -----

// A diagonal's dimensions exist.
func.func @diagonal(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected the second dimension to be in [0, 2) but got 2}}
  %a = view.access #view.diagonal<0, 1, 2> %x : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

// A window fits.
func.func @unfold(%x: tensor<4xf32>) {
  // expected-error @below {{expected the window size to be at most 4, the size of dimension 0, but got 5}}
  %a = view.access #view.unfold<0, 5, 1> %x : tensor<4xf32> -> tensor<0x5xf32>
  return
}

// -----

// Windows move.
// expected-error @below {{expected the step to be at least 1 but got 0}}
func.func private @unfold_step() attributes {kind = #view.unfold<0, 1, 0>}

// -----

// One stride for each size.
// expected-error @below {{expected 2 strides but got 1}}
func.func private @as_strided_count() attributes {kind = #view.as_strided<[1, 2], [1], 0>}

// -----

// Strides go forward.
// expected-error @below {{expected a stride to be at least 0 but got -1}}
func.func private @as_strided_back() attributes {kind = #view.as_strided<[1], [-1], 0>}

// -----

// The storage starts at 0.
// expected-error @below {{expected the offset to be at least 0 but got -1}}
func.func private @as_strided_offset() attributes {kind = #view.as_strided<[1], [1], -1>}

// -----

// Elements are whole bytes.
// expected-error @below {{expected the element type to be a number of whole bytes but got 'i4'}}
func.func private @bitcast_type() attributes {kind = #view.bitcast<i4>}

// -----

// Wider elements take whole groups.
func.func @bitcast_size(%x: tensor<4x7xf32>) {
  // expected-error @below {{expected the last size to be a multiple of 2 but got 7}}
  %a = view.access #view.bitcast<f64> %x : tensor<4x7xf32> -> tensor<4x3xf64>
  return
}

// -----

// There must be a dimension that changes.
func.func @bitcast_rank(%x: tensor<f32>) {
  // expected-error @below {{expected the source of a bitcast to another width to have a dimension but got rank 0}}
  %a = view.access #view.bitcast<i8> %x : tensor<f32> -> tensor<4xi8>
  return
}

// -----

// A path has members.
// expected-error @below {{expected at least 1 kind but got none}}
func.func private @path_empty() attributes {kind = #view.path<[]>}

// -----

// Members are kinds.
// expected-error @below {{expected a view kind but got 1 : i64}}
func.func private @path_member() attributes {kind = #view.path<[1 : i64]>}

// -----

// What is wrong with a chain is said of its member.
func.func @path(%x: tensor<4x8xf32>) {
  // expected-error @below {{in member 1: expected the dimension to be in [0, 1) but got 1}}
  %a = view.access #view.path<[#view.select<0, 0>, #view.select<1, 0>]> %x : tensor<4x8xf32> -> tensor<f32>
  return
}
