// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The imperative core of the `tssa` dialect: storage, reads, writes, versions
// and results. Checks and lists have files of their own, included at the
// end; arithmetic is generated apart (TSSAComputeOps.td).

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSAOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSAOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "tensorssa/Dialect/TSSA/IR/TSSATypes.td"
include "tensorssa/Dialect/TSSA/IR/TSSAInterfaces.td"
include "tensorssa/Dialect/View/IR/ViewInterfaces.td"

/// What refs hold.
def TSSA_RefResource : Resource<"::mlir::tssa::RefResource">;
/// The current version of each root, between the stages.
def TSSA_VersionResource : Resource<"::mlir::tssa::VersionResource">;
/// The error record of the call.
def TSSA_ErrorResource : Resource<"::mlir::tssa::ErrorResource">;
/// What lists hold.
def TSSA_ListResource : Resource<"::mlir::tssa::ListResource">;

def TSSA_AllocOp : TSSA_Op<"alloc", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "fresh storage holding a value";
  let description = [{
    Two allocations are two storages even if their values are equal. The
    storage is row-major unless the result type has a layout.

    ```mlir
    %x = tssa.alloc %v : tensor<4x?xf32> -> !tssa.ref<4x?xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let results = (outs TSSA_AnyRef:$result);
  let assemblyFormat = [{
    $value attr-dict `:` type($value) `->` qualified(type($result))
  }];
  let builders = [OpBuilder<(ins "Value":$value)>];
  let hasVerifier = 1;
}

def TSSA_ReadOp : TSSA_Op<"read", [
    TypesMatchWith<"the value to have the ref's sizes and element type",
                   "ref", "result",
                   "::llvm::cast<::mlir::tssa::RefType>($_self).getTensorType()">]> {
  let summary = "a snapshot of what a ref holds now";
  let description = [{
    Later writes do not change the value.

    ```mlir
    %v = tssa.read %x : !tssa.ref<4x?xf32>
    ```
  }];
  let arguments = (ins Arg<TSSA_AnyRef, "", [MemRead<TSSA_RefResource>]>:$ref);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$ref attr-dict `:` qualified(type($ref))";
}

def TSSA_WriteOp : TSSA_Op<"write", [
    DeclareOpInterfaceMethods<MutationOpInterface>,
    TypesMatchWith<"value to have the ref's sizes and element type",
                   "ref", "value",
                   "::llvm::cast<::mlir::tssa::RefType>($_self).getTensorType()">]> {
  let summary = "overwrites what a ref names";
  let description = [{
    A snapshot write: `value` is complete before anything is stored. Where
    several elements of the ref are one element of storage (an expanded ref),
    the last in row-major order wins. `tssa.must_inplace` may be set on it.

    ```mlir
    tssa.write %v, %x : !tssa.ref<4x?xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value,
                       Arg<TSSA_AnyRef, "", [MemWrite<TSSA_RefResource>]>:$ref);
  let assemblyFormat = "$value `,` $ref attr-dict `:` qualified(type($ref))";
}

def TSSA_DimOp : TSSA_Op<"dim", [Pure]> {
  let summary = "a size of a ref";
  let description = [{
    The size of dimension `dim`, a constant inside the rank. Sizes of a ref
    never change.

    ```mlir
    %n = tssa.dim %x, 1 : !tssa.ref<4x?xf32>
    ```
  }];
  let arguments = (ins TSSA_AnyRef:$ref, I64Attr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$ref `,` $dim attr-dict `:` qualified(type($ref))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TSSA_DisjointOp : TSSA_Op<"disjoint", [Pure, AttrSizedOperandSegments]> {
  let summary = "whether refs that are written share no memory";
  let description = [{
    True if no element of a ref in `written` shares a byte with another element
    of that ref or with an element of any other operand; those in `read` may
    overlap each other. Tensors that interleave without touching are disjoint,
    empty ones always. Addresses and strides decide, not contents; where the
    exact answer costs too much, code answers false.

    `tssa-specialize-functions` uses it to choose between the bodies of a
    function.

    ```mlir
    %ok = tssa.disjoint %out, %sum from %in
        : !tssa.ref<4xf32>, !tssa.ref<f32> from !tssa.ref<?xf32>
    ```
  }];
  let arguments = (ins Variadic<TSSA_AnyRef>:$written,
                       Variadic<TSSA_AnyRef>:$read);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $written (`from` $read^)? attr-dict `:` qualified(type($written))
    (`from` qualified(type($read))^)?
  }];
  let hasVerifier = 1;
}

def TSSA_IsWholeOp : TSSA_Op<"is_whole", [Pure]> {
  let summary = "whether a ref is all of its storage";
  let description = [{
    True if the elements of `ref` are those of its storage: they lie in
    row-major order from the start of the storage on, and the storage ends with
    them. With `reaching n` the storage may go on behind them if the ref has at
    least `n` elements, as what reaches no further cannot tell. Strides of
    dimensions of size 1 do not count, and of a ref without elements none does.

    `tssa-specialize-functions` uses it to choose between the bodies of a
    function that applies `#view.as_strided` to an argument: over a ref like
    that, `as_strided` names elements of its value.

    ```mlir
    %ok = tssa.is_whole %x : !tssa.ref<?x4xf32>
    %reached = tssa.is_whole %x reaching 12 : !tssa.ref<?x4xf32>
    ```
  }];
  let arguments = (ins TSSA_AnyRef:$ref,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$reach);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $ref (`reaching` $reach^)? attr-dict `:` qualified(type($ref))
  }];
}

def TSSA_GrowStorageOp : TSSA_Op<"grow_storage", [
    MemoryEffects<[MemRead<TSSA_RefResource>, MemWrite<TSSA_RefResource>,
                   MemWrite<TSSA_ErrorResource>]>]> {
  let summary = "room for more elements in a storage";
  let description = [{
    Afterwards the storage of `ref` has room for at least `count` elements of
    the ref's type from the ref's first element on. Where it had room already,
    nothing changes. Otherwise the storage gets larger memory from its
    allocator: every ref to it goes on naming the same elements, what comes
    behind them is zero, and tensors of the host that lie in it are moved with
    it. Gives the offset of the ref's first element in its storage, in elements.
    Where a ref without elements begins is open: it counts from the start of the
    storage, and 0 is given.

    What PyTorch's `resize_` does is this op and a view of the storage:

    ```mlir
    %offset = tssa.grow_storage %x, %n : !tssa.ref<?xf32>
    %y = view.of #view.as_strided<[?], [1], ?> %x[%n, %offset]
        : !tssa.ref<?xf32> -> !tssa.ref<?xf32>
    ```

    An error if `count` is negative, if there is not so much memory, or if the
    storage cannot grow: its memory is someone else's, has been handed out by
    DLPack, or is in use by another call.

    A function in which a storage grows stays imperative, with those that it
    calls and those that call it.
  }];
  let arguments = (ins TSSA_AnyRef:$ref, Index:$count);
  let results = (outs Index:$offset);
  let assemblyFormat = "$ref `,` $count attr-dict `:` qualified(type($ref))";
}

def TSSA_CurrentOp : TSSA_Op<"current", [
    TypesMatchWith<"the value to have the ref's sizes and element type",
                   "root", "result",
                   "::llvm::cast<::mlir::tssa::RefType>($_self).getTensorType()">]> {
  let summary = "the newest version of a root";
  let description = [{
    Between the stages of functionalization only. Names the root itself, never
    an older version.

    ```mlir
    %v = tssa.current %x : !tssa.ref<4xf32>
    ```
  }];
  let arguments = (ins Arg<TSSA_AnyRef, "", [MemRead<TSSA_VersionResource>]>:$root);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$root attr-dict `:` qualified(type($root))";
}

def TSSA_UpdateOp : TSSA_Op<"update", [
    TypesMatchWith<"value to have the ref's sizes and element type",
                   "root", "version",
                   "::llvm::cast<::mlir::tssa::RefType>($_self).getTensorType()">]> {
  let summary = "a new version of a root";
  let description = [{
    Between the stages of functionalization only: from here on `version` is
    what `tssa.current` gives.

    ```mlir
    tssa.update %v, %x : !tssa.ref<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$version,
                       Arg<TSSA_AnyRef, "", [MemWrite<TSSA_VersionResource>]>:$root);
  let assemblyFormat = "$version `,` $root attr-dict `:` qualified(type($root))";
}

def TSSA_MaterializeResultOp : TSSA_Op<"materialize_result", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"value to have the ref's sizes and element type",
                   "result", "value",
                   "::llvm::cast<::mlir::tssa::RefType>($_self).getTensorType()">]> {
  let summary = "a value becomes a storage of its own that leaves the function";
  let description = [{
    Values have no identity, results have: every fresh storage that a function
    returns comes from one such op, which is never merged or folded. Several
    results may be views of one.

    ```mlir
    %r = tssa.materialize_result %v : !tssa.ref<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value);
  let results = (outs TSSA_AnyRef:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($result))";
}

include "tensorssa/Dialect/TSSA/IR/TSSACheckOps.td"
include "tensorssa/Dialect/TSSA/IR/TSSAListOps.td"
include "tensorssa/Dialect/TSSA/IR/TSSALoweringOps.td"

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSAOPS_TD
