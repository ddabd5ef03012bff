// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The view kinds of the `view` dialect.

#ifndef TENSORSSA_DIALECT_VIEW_IR_VIEWATTRS_TD
#define TENSORSSA_DIALECT_VIEW_IR_VIEWATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tensorssa/Dialect/View/IR/ViewBase.td"
include "tensorssa/Dialect/View/IR/ViewInterfaces.td"

class View_Kind<string name, string kindMnemonic, list<string> overrides = []>
    : AttrDef<View_Dialect, name, [
        DeclareAttrInterfaceMethods<ViewKindInterface, overrides>]> {
  let mnemonic = kindMnemonic;
}

def View_AliasAttr : View_Kind<"Alias", "alias"> {
  let summary = "the whole source under another name";
  let description = [{
    The identity (`detach`, `view_as` of the same sizes, `.data`).

    ```mlir
    %y = view.of #view.alias %x : !tssa.ref<4xf32> -> !tssa.ref<4xf32>
    ```
  }];
}

def View_SelectAttr : View_Kind<"Select", "select"> {
  let summary = "one index of a dimension, which disappears";
  let description = [{
    `x.select(dim, index)`. A constant `index` counts from 0 and must lie
    inside a static size; an operand comes from `tssa.check_index`.

    ```mlir
    #view.select<0, 2>
    #view.select<1, ?>
    ```
  }];
  let parameters = (ins "int64_t":$dim, "int64_t":$index);
  let assemblyFormat = "`<` $dim `,` custom<DynamicInt>($index) `>`";
  let genVerifyDecl = 1;
}

def View_SliceAttr : View_Kind<"Slice", "slice"> {
  let summary = "every `step`-th index of a range of a dimension";
  let description = [{
    `x[start:end:step]` along `dim`. `start` and `end` are raw PyTorch
    values of any sign and size: negative ones count from the end, then both
    are clamped into the dimension, so every slice is valid. `step` is a
    constant of at least 1. An open end is the largest 64-bit integer.

    ```mlir
    #view.slice<0, 0 : 8 : 2>
    #view.slice<1, ? : ? : 1>
    ```
  }];
  let parameters = (ins "int64_t":$dim, "int64_t":$start, "int64_t":$end,
                        "int64_t":$step);
  let assemblyFormat = [{
    `<` $dim `,` custom<DynamicInt>($start) `:` custom<DynamicInt>($end)
    `:` $step `>`
  }];
  let genVerifyDecl = 1;
}

def View_PermuteAttr : View_Kind<"Permute", "permute"> {
  let summary = "the dimensions in another order";
  let description = [{
    Dimension `i` of the view is dimension `permutation[i]` of the source, as
    in `x.permute(permutation)`.

    ```mlir
    #view.permute<[1, 0]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$permutation);
  let assemblyFormat = "`<` custom<DynamicIntList>($permutation) `>`";
  let genVerifyDecl = 1;
}

def View_ExpandAttr : View_Kind<"Expand", "expand"> {
  let summary = "dimensions of size 1 repeated without copying";
  let description = [{
    `x.expand(sizes)`: new leading dimensions may be added; a source dimension
    of size 1 may take any size; `-1` keeps a dimension (an operand is a size,
    never -1). Not injective where something is repeated.

    ```mlir
    #view.expand<[3, -1]>
    #view.expand<[?, 4]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$sizes);
  let assemblyFormat = "`<` custom<DynamicIntList>($sizes) `>`";
  let genVerifyDecl = 1;
}

def View_SqueezeAttr : View_Kind<"Squeeze", "squeeze"> {
  let summary = "a dimension of size 1 removed";
  let description = [{
    Rank is static here, so the dimension must have size 1; a front end
    decides `x.squeeze(dim)` of a larger dimension (a no-op) itself.

    ```mlir
    #view.squeeze<1>
    ```
  }];
  let parameters = (ins "int64_t":$dim);
  let assemblyFormat = "`<` $dim `>`";
  let genVerifyDecl = 1;
}

def View_UnsqueezeAttr : View_Kind<"Unsqueeze", "unsqueeze"> {
  let summary = "a dimension of size 1 inserted";
  let description = [{
    `x.unsqueeze(dim)`; `dim` counts in the result.

    ```mlir
    #view.unsqueeze<0>
    ```
  }];
  let parameters = (ins "int64_t":$dim);
  let assemblyFormat = "`<` $dim `>`";
  let genVerifyDecl = 1;
}

def View_ReshapeAttr : View_Kind<"Reshape", "reshape", ["isViewable"]> {
  let summary = "the same elements in row-major order under other sizes";
  let description = [{
    `x.view(sizes)`, `flatten` and `unflatten`. The number of elements stays
    the same. As a view (`view.of`) the source's strides must allow it, by
    PyTorch's rule: where two neighboring dimensions (those of size 1 left out)
    do not merge, the new sizes have a boundary at the same element count. As a
    read (`view.access`) it is defined for every source.

    ```mlir
    #view.reshape<[2, 12]>
    #view.reshape<[?, 4]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$sizes);
  let assemblyFormat = "`<` custom<DynamicIntList>($sizes) `>`";
  let genVerifyDecl = 1;
}

def View_DiagonalAttr : View_Kind<"Diagonal", "diagonal"> {
  let summary = "a diagonal of two dimensions, appended as the last one";
  let description = [{
    `x.diagonal(offset, dim1, dim2)`: both dimensions disappear, their diagonal
    becomes the last dimension; it is empty where the offset lies outside.

    ```mlir
    #view.diagonal<0, 0, 1>
    #view.diagonal<?, 0, 1>
    ```
  }];
  let parameters = (ins "int64_t":$offset, "int64_t":$dim1, "int64_t":$dim2);
  let assemblyFormat = [{
    `<` custom<DynamicInt>($offset) `,` $dim1 `,` $dim2 `>`
  }];
  let genVerifyDecl = 1;
}

def View_UnfoldAttr : View_Kind<"Unfold", "unfold"> {
  let summary = "sliding windows of a dimension";
  let description = [{
    `x.unfold(dim, size, step)`: dimension `dim` counts windows, the window
    becomes the last dimension. Windows overlap where `step < size`; the view
    is then not injective. `size` is at most the dimension's size, `step` at
    least 1.

    ```mlir
    #view.unfold<0, 3, 2>
    ```
  }];
  let parameters = (ins "int64_t":$dim, "int64_t":$size, "int64_t":$step);
  let assemblyFormat = [{
    `<` $dim `,` custom<DynamicInt>($size) `,` custom<DynamicInt>($step) `>`
  }];
  let genVerifyDecl = 1;
}

def View_AsStridedAttr : View_Kind<"AsStrided", "as_strided", ["isViewable"]> {
  let summary = "sizes, strides and offset over the storage";
  let description = [{
    `x.as_strided(size, stride, storage_offset)`: defined on the storage of the
    source, not on its elements, so it forgets every view before it. On a
    value the storage is the row-major elements; in a path over a value those
    of the path's source, whatever members come before. All elements named must
    lie inside the storage.

    ```mlir
    #view.as_strided<[2, 3], [1, 2], 0>
    #view.as_strided<[?, 3], [?, 1], ?>
    ```
    Operands stand for sizes, then strides, then the offset.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$sizes,
                        ArrayRefParameter<"int64_t">:$strides,
                        "int64_t":$offset);
  let assemblyFormat = [{
    `<` custom<DynamicIntList>($sizes) `,` custom<DynamicIntList>($strides)
    `,` custom<DynamicInt>($offset) `>`
  }];
  let genVerifyDecl = 1;
}

def View_BitcastAttr : View_Kind<"Bitcast", "bitcast", ["isViewable"]> {
  let summary = "the same bytes under another element type";
  let description = [{
    `x.view(dtype)`. To another width the last dimension changes by the ratio
    of the widths (its stride must be 1, and to a larger width its size and the
    other strides and the offset must divide). Bytes are little-endian.

    ```mlir
    #view.bitcast<i32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def View_PathAttr : View_Kind<"Path", "path", ["isViewable"]> {
  let summary = "a chain of views";
  let description = [{
    The members apply in order, the outermost (nearest to the storage) first;
    their operands are concatenated. Canonical paths have at least two members,
    none of which is itself a path or an alias.

    ```mlir
    #view.path<[#view.select<0, ?>, #view.slice<0, 0 : 8 : 2>]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::view::ViewKindInterface">:$kinds);
  let assemblyFormat = "`<` custom<KindList>($kinds) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The kind for a chain: nested paths flattened, aliases dropped; a chain
    /// of none is `#view.alias`, of one that one itself.
    static ViewKindInterface chain(::mlir::MLIRContext *context,
                                   ::llvm::ArrayRef<ViewKindInterface> kinds);
  }];
}

#endif // TENSORSSA_DIALECT_VIEW_IR_VIEWATTRS_TD
