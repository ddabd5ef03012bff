// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on builtin tensors with PyTorch's semantics, out of tables from
// which types are inferred, lowerings are built and front ends map operators.
// The elementwise table has a file of its own. A generator run of its own, so
// that sources which need no arithmetic do not parse a hundred ops.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD

include "tensorssa/Dialect/TSSA/IR/TSSAElementwiseOps.td"

//===----------------------------------------------------------------------===//
// Conversion and creation
//===----------------------------------------------------------------------===//

def TSSA_CastOp : TSSA_Compute<"cast"> {
  let summary = "the same values in another dtype";
  let description = [{
    * to bool: `x != 0` (NaN is true);
    * bool to a number: 0 or 1;
    * i64 to i32: the low bits; i32 to i64: with the sign;
    * integer to float, f64 to f32: to nearest, halves to even;
    * float to integer: towards zero; NaN and what does not fit the integer
      type after truncation give the least integer.

    Python numbers and operands of mixed types are converted by the same rules
    wherever an op promotes. Operators: `aten::to.dtype`.

    ```mlir
    %r = tssa.cast %x : tensor<4x?xf32> -> tensor<4x?xi64>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TSSA_FullOp : TSSA_Compute<"full"> {
  let summary = "one value everywhere";
  let description = [{
    A tensor whose elements are all `value`, converted as by `tssa.cast`.
    `sizes` are the dynamic sizes; at a negative one the op fails as
    `tssa.check` with the message `expected sizes to be at least 0 but got {0}`
    and the size as value.

    ```mlir
    %r = tssa.full %v[%n] : f64 -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins TSSA_Element:$value, Variadic<Index>:$sizes);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $value (`[` $sizes^ `]`)? attr-dict `:` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TSSA_ArangeOp : TSSA_Compute<"arange", [AllTypesMatch<["start", "step"]>]> {
  let summary = "evenly spaced values";
  let description = [{
    A vector whose element i is `start + i * step`, computed in the type of
    `start` and `step` (i64 wraps; f64 converts i, multiplies, then adds) and
    converted as by `tssa.cast`. The number of elements is the static size or
    `size`; it fails at a negative one as `tssa.full` does.

    ```mlir
    %r = tssa.arange %start, %step[%n] : i64 -> tensor<?xi64>
    ```
  }];
  let arguments = (ins AnyTypeOf<[I64, F64]>:$start, AnyTypeOf<[I64, F64]>:$step,
                       Optional<Index>:$size);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $start `,` $step (`[` $size^ `]`)? attr-dict `:` type($start) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// What a reduction without a neutral element does with no elements.
defvar TSSA_NoElement = [{
    Where a reduced dimension has size 0 and the result is not empty, the op
    fails as `tssa.check` with the message `expected the reduced dimensions to
    hold at least 1 element but got 0`.}];

def TSSA_SumOp : TSSA_Reduction<"sum", Accumulate,
    TSSA_FI<"scalar::op<arith::AddFOp>", "scalar::op<arith::AddIOp>">,
    "scalar::zero", 0, ["aten::sum", "aten::sum.dim_IntList"],
    "a sum over dimensions",
    "Starts from +0 and adds in the element type; integers wrap.">;
def TSSA_ProdOp : TSSA_Reduction<"prod", Accumulate,
    TSSA_FI<"scalar::op<arith::MulFOp>", "scalar::op<arith::MulIOp>">,
    "scalar::one", 0, ["aten::prod", "aten::prod.dim_int"],
    "a product over dimensions",
    "Starts from 1 and multiplies in the element type; integers wrap.">;
def TSSA_MeanOp : TSSA_Reduction<"mean", KeepType,
    TSSA_F<"scalar::op<arith::AddFOp>">, "scalar::zero", 0,
    ["aten::mean", "aten::mean.dim"],
    "an average over dimensions",
    "The sum as in `tssa.sum`, divided by the number of elements converted to the element type; NaN for none.",
    "scalar::op<arith::DivFOp>">;
def TSSA_AmaxOp : TSSA_Reduction<"amax", KeepType,
    TSSA_FIB<"scalar::maxf", "scalar::op<arith::MaxSIOp>", "scalar::op<arith::OrIOp>">,
    "scalar::least", 1, ["aten::amax", "aten::max"],
    "the largest element over dimensions",
    "`maximum(accumulator, x)` as in `tssa.maximum`, from the first element on: NaN wins." # TSSA_NoElement>;
def TSSA_AminOp : TSSA_Reduction<"amin", KeepType,
    TSSA_FIB<"scalar::minf", "scalar::op<arith::MinSIOp>", "scalar::op<arith::AndIOp>">,
    "scalar::greatest", 1, ["aten::amin", "aten::min"],
    "the smallest element over dimensions",
    "`minimum(accumulator, x)` as in `tssa.minimum`, from the first element on: NaN wins." # TSSA_NoElement>;
def TSSA_AnyOp : TSSA_Reduction<"any", ToBool,
    TSSA_FIB<"", "", "scalar::op<arith::OrIOp>">, "scalar::zero", 0,
    ["aten::any", "aten::any.dim"],
    "whether any element is nonzero", "False for none.">;
def TSSA_AllOp : TSSA_Reduction<"all", ToBool,
    TSSA_FIB<"", "", "scalar::op<arith::AndIOp>">, "scalar::one", 0,
    ["aten::all", "aten::all.dim"],
    "whether all elements are nonzero", "True for none.">;

class TSSA_ArgReduction<string mnemonic, string word>
    : TSSA_Inferred<mnemonic> {
  let summary = "where the " # word # " element is";
  let description = [{
    The index along `dim` of the }] # word # [{ element; without `dim` the
    row-major position among all elements. Of equal ones the first; the first
    NaN wins over all others. }] # TSSA_NoElement # [{

    ```mlir
    %r = tssa.}] # mnemonic # [{ %x dim 1 keepdim : tensor<4x?xf32> -> tensor<4x1xi64>
    %s = tssa.}] # mnemonic # [{ %x : tensor<4x?xf32> -> tensor<i64>
    ```
  }];
  let arguments = (ins TSSA_NumericTensor:$input, OptionalAttr<I64Attr>:$dim,
                       UnitAttr:$keepdim);
  let results = (outs TSSA_IndexTensor:$result);
  let assemblyFormat = [{
    $input (`dim` $dim^)? (`keepdim` $keepdim^)? attr-dict `:` type($input)
    `->` type($result)
  }];
}
def TSSA_ArgmaxOp : TSSA_ArgReduction<"argmax", "largest">;
def TSSA_ArgminOp : TSSA_ArgReduction<"argmin", "smallest">;

/// An op along one dimension whose result has the operand's type.
class TSSA_AlongDim<string mnemonic, string help, string text, Type input = TSSA_FloatTensor,
                    list<Trait> traits = []>
    : TSSA_Inferred<mnemonic, traits> {
  let summary = help;
  let description = text # "\n\n```mlir\n%r = tssa." # mnemonic
      # " %x dim 1 : tensor<4x?xf32> -> tensor<4x?xf32>\n```\n";
  let arguments = (ins input:$input, I64Attr:$dim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim attr-dict `:` type($input) `->` type($result)
  }];
}
def TSSA_SoftmaxOp : TSSA_AlongDim<"softmax", "exponentials that sum to 1", [{
    Along `dim`: `m` the largest element as in `tssa.amax`, `e = exp(x - m)`,
    `s` the sum of `e` as in `tssa.sum`, the result `e / s`. Operators:
    `aten::softmax.int`.}]>;
def TSSA_LogSoftmaxOp : TSSA_AlongDim<"log_softmax", "the logarithm of softmax", [{
    `(x - m) - log(s)` with `m` and `s` as in `tssa.softmax`. Operators:
    `aten::log_softmax.int`.}]>;
def TSSA_CumsumOp : TSSA_AlongDim<"cumsum", "running sums", [{
    Element i along `dim` is the sum of elements 0 to i, the one before plus
    element i in the element type, from +0. Integers and bools give i64 and
    wrap. Operators: `aten::cumsum`.}], TSSA_Tensor>;

def TSSA_SortOp : TSSA_Inferred<"sort"> {
  let summary = "elements in order along a dimension";
  let description = [{
    A stable sort along `dim`, ascending or `descending`, with the index each
    element came from. NaN is greater than every other element; both zeros are
    equal. Operators: `aten::sort`, `aten::sort.stable`, `aten::argsort`.

    ```mlir
    %v, %i = tssa.sort %x dim 1 descending : tensor<4x?xf32> -> tensor<4x?xf32>, tensor<4x?xi64>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, I64Attr:$dim, UnitAttr:$descending);
  let results = (outs TSSA_Tensor:$values, TSSA_IndexTensor:$indices);
  let assemblyFormat = [{
    $input `dim` $dim (`descending` $descending^)? attr-dict `:` type($input)
    `->` type($values) `,` type($indices)
  }];
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def TSSA_MatmulOp : TSSA_Inferred<"matmul"> {
  let summary = "a product of matrices";
  let description = [{
    `torch.matmul`: vector by vector (a 0-d result), matrix by vector, vector
    by matrix, matrix by matrix, and batches of these whose leading dimensions
    broadcast. Element types are equal. Each element starts from +0 and adds
    `a[i, k] * b[k, j]` for ascending k, product and sum rounded separately in
    the element type; integers wrap. Batch sizes fail as those of elementwise
    ops; after that, inner sizes that differ fail as `tssa.check_equal` of the
    left and the right one with `inner sizes`. Operators: `aten::matmul`,
    `aten::mm`, `aten::mv`, `aten::bmm`, `aten::dot`.

    ```mlir
    %r = tssa.matmul %a, %b : (tensor<2x4x?xf32>, tensor<?x8xf32>) -> tensor<2x4x8xf32>
    ```
  }];
  let arguments = (ins TSSA_NumericTensor:$lhs, TSSA_NumericTensor:$rhs);
  let results = (outs TSSA_NumericTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Joining and picking
//===----------------------------------------------------------------------===//

def TSSA_CatOp : TSSA_Inferred<"cat"> {
  let summary = "tensors one after the other along a dimension";
  let description = [{
    Element types are equal, and so are all sizes but that of `dim`: for each
    operand after the first and each dimension d in order, the op fails as
    `tssa.check_equal` of the first operand's size and this one's with `sizes of
    dimension d` (d counted in the operands). A front end drops PyTorch's legacy
    empty vectors and promotes. Operators: `aten::cat`.

    ```mlir
    %r = tssa.cat %a, %b dim 0 : (tensor<4x?xf32>, tensor<2x?xf32>) -> tensor<6x?xf32>
    ```
  }];
  let arguments = (ins Variadic<TSSA_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $inputs `dim` $dim attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_StackOp : TSSA_Inferred<"stack"> {
  let summary = "tensors side by side along a new dimension";
  let description = [{
    Element types and sizes are equal, or the op fails as `tssa.cat`;
    `dim` counts in the result. Operators: `aten::stack`.

    ```mlir
    %r = tssa.stack %a, %b dim 0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<2x4x?xf32>
    ```
  }];
  let arguments = (ins Variadic<TSSA_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $inputs `dim` $dim attr-dict `:` functional-type(operands, results)
  }];
}

/// What ops that take index tensors do with an index outside.
defvar TSSA_IndexRule = [{
    A negative index counts from the end; with one outside `[-size, size)` the
    op fails as `tssa.check_indices` does. (Where PyTorch refuses negative
    indices, a front end checks.)}];

def TSSA_GatherOp : TSSA_Inferred<"gather"> {
  let summary = "one element for each index along a dimension";
  let description = [{
    `result[i0, …, id, …] = input[i0, …, index[i0, …, id, …], …]`, the index in
    place of `id`. Ranks are equal, and sizes of `index` but that of `dim` are
    at most those of `input`; for each dimension d in order, the op fails as
    `tssa.check` with the message `expected the size of the index in dimension d
    to be at most {1} but got {0}`. }] # TSSA_IndexRule # [{ Operators: `aten::gather`.

    ```mlir
    %r = tssa.gather %x, %i dim 1 : (tensor<4x?xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, TSSA_IndexTensor:$index, I64Attr:$dim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `,` $index `dim` $dim attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_IndexSelectOp : TSSA_Inferred<"index_select"> {
  let summary = "whole slices in the order of indices";
  let description = [{
    Dimension `dim` of the input is replaced by the dimensions of `index`, of
    any rank: `x[:, index]`, so that `aten::embedding` is one too. }]
    # TSSA_IndexRule # [{ Operators: `aten::index_select`, `aten::embedding`,
    `aten::index.Tensor` with one index.

    ```mlir
    %r = tssa.index_select %x, %i dim 0 : (tensor<9x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, TSSA_IndexTensor:$index, I64Attr:$dim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `,` $index `dim` $dim attr-dict `:` functional-type(operands, results)
  }];
}

def TSSA_IndexPutOp : TSSA_Inferred<"index_put"> {
  let summary = "elements or slices replaced at indices";
  let description = [{
    `dest` with `dest[indices[0][j], indices[1][j], …] = values[j]` for each
    index j, in row-major order of the index tensors, the last one winning; with
    `accumulate` added to what is there, in that order (bools: or). The k index
    tensors have one type and size and address the first k dimensions;
    `values` has their sizes followed by the remaining ones of `dest` (a front
    end expands). Sizes fail as `tssa.check_equal` of
    the expected size and that of `values` with `sizes of dimension d`, index
    tensors before as in `tssa.stack`; then the indices, one tensor after the
    other. }] # TSSA_IndexRule # [{ Operators: `aten::index_put`, `aten::index_copy`,
    `aten::index_add`, `aten::index_fill` along the first dimension.

    ```mlir
    %r = tssa.index_put %v, %t[%i] : (tensor<?x4xf32>, tensor<9x4xf32>, tensor<?xi64>) -> tensor<9x4xf32>
    %s = tssa.index_put %w, %t[%i, %j] accumulate : (tensor<?xf32>, tensor<9x4xf32>, tensor<?xi64>, tensor<?xi64>) -> tensor<9x4xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$values, TSSA_Tensor:$dest,
                       Variadic<TSSA_IndexTensor>:$indices, UnitAttr:$accumulate);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $values `,` $dest `[` $indices `]` (`accumulate` $accumulate^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TSSA_NonzeroOp : TSSA_Inferred<"nonzero"> {
  let summary = "where elements are not zero";
  let description = [{
    The indices of nonzero elements (NaN is one) in row-major order, one a row
    of `indices`; `count` of the `bound` rows are used, the rest are zeros.
    `bound` is the number of elements of the input. Users of the shape read
    `count` and take a slice. Operators: `aten::nonzero`.

    ```mlir
    %i, %count, %bound = tssa.nonzero %x : tensor<4x8xf32> -> tensor<32x2xi64>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input);
  let results = (outs TSSA_IndexTensor:$indices, Index:$count, Index:$bound);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($indices)";
}

def TSSA_MaskedSelectOp : TSSA_Inferred<"masked_select"> {
  let summary = "the elements where a mask is true";
  let description = [{
    Elements in row-major order; `count` of the `bound` elements of `selected`
    are used, the rest are zeros. The mask has the sizes of the input (a front
    end expands both), or the op fails as `tssa.stack`.
    Operators: `aten::masked_select`, `aten::index.Tensor` with a mask.

    ```mlir
    %v, %count, %bound = tssa.masked_select %x, %m : (tensor<4x8xf32>, tensor<4x8xi1>) -> tensor<32xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, TSSA_BoolTensor:$mask);
  let results = (outs TSSA_Tensor:$selected, Index:$count, Index:$bound);
  let assemblyFormat = [{
    $input `,` $mask attr-dict `:` `(` type($input) `,` type($mask) `)` `->`
    type($selected)
  }];
}

def TSSA_FlipOp : TSSA_Inferred<"flip"> {
  let summary = "the order of elements reversed along dimensions";
  let description = [{
    `dims` are ascending and counted from 0. Operators: `aten::flip`.

    ```mlir
    %r = tssa.flip %x dims [0] : tensor<4x?xf32> -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `dims` $dims attr-dict `:` type($input) `->` type($result)
  }];
}

class TSSA_Triangle<string mnemonic, string kept>
    : TSSA_Inferred<mnemonic> {
  let summary = "a triangle of a matrix, zeros elsewhere";
  let description = [{
    Elements (i, j) of the last two dimensions with `}] # kept
    # [{` stay. Operators: `aten::}] # mnemonic # [{`.

    ```mlir
    %r = tssa.}] # mnemonic # [{ %x diagonal 1 : tensor<4x?xf32> -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins TSSA_Tensor:$input, I64Attr:$diagonal);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `diagonal` $diagonal attr-dict `:` type($input) `->` type($result)
  }];
}
def TSSA_TriuOp : TSSA_Triangle<"triu", "j - i >= diagonal">;
def TSSA_TrilOp : TSSA_Triangle<"tril", "j - i <= diagonal">;

//===----------------------------------------------------------------------===//
// Python numbers
//===----------------------------------------------------------------------===//

/// Arithmetic of Python numbers that arith does not have. Total, so always
/// speculatable; that a divisor is not zero is for `tssa.check_nonzero`.
class TSSA_Python<string mnemonic, string help, string text, list<Trait> traits>
    : TSSA_Op<mnemonic, !listconcat([Pure], traits)> {
  let summary = help;
  let description = text # "\n\n```mlir\n%r = tssa." # mnemonic # " %a, %b : i64\n```\n";
  let arguments = (ins AnyTypeOf<[I64, F64]>:$lhs, AnyTypeOf<[I64, F64]>:$rhs);
  let results = (outs AnyTypeOf<[I64, F64]>:$result);
  let hasFolder = 1;
}
class TSSA_PythonSame<string mnemonic, string help, string text>
    : TSSA_Python<mnemonic, help, text, [SameOperandsAndResultType]> {
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}
def TSSA_PyFloorDivOp : TSSA_PythonSame<"py_floordiv", "Python's `//`", [{
    As `tssa.floor_divide` on an element, but 0 for an i64 divisor that is 0.}]>;
def TSSA_PyModOp : TSSA_PythonSame<"py_mod", "Python's `%`", [{
    As `tssa.remainder` on an element, but 0 for an i64 divisor that is 0; and
    an f64 result that is 0 has the divisor's sign, as in Python.}]>;
def TSSA_PyPowOp : TSSA_PythonSame<"py_pow", "Python's `**`", [{
    As `tssa.pow` of integers on i64 (a front end converts to f64 where the
    exponent may be negative), C's `pow` on f64.}]>;
def TSSA_PyTrueDivOp : TSSA_Python<"py_truediv", "Python's `/`", [{
    Both converted to f64 and divided.}],
    [AllTypesMatch<["lhs", "rhs"]>,
     TypesMatchWith<"result to be f64", "lhs", "result",
                    "::mlir::Float64Type::get($_self.getContext())">]> {
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD
