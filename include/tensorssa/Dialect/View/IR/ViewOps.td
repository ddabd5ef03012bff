// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three operations that serve every view kind.

#ifndef TENSORSSA_DIALECT_VIEW_IR_VIEWOPS_TD
#define TENSORSSA_DIALECT_VIEW_IR_VIEWOPS_TD

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSAInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSATypes.td"
include "tensorssa/Dialect/View/IR/ViewAttrs.td"

class View_Op<string mnemonic, list<Trait> traits = []>
    : Op<View_Dialect, mnemonic, traits>;

def View_OfOp : View_Op<"of", [Pure, AliasOpInterface]> {
  let summary = "another name for part of a storage";
  let description = [{
    The result names the part of `source`'s storage that `kind` describes: a
    write through either is seen through both. Nothing is read or written.
    The preconditions of the kind must have been checked (`tssa.check_index`,
    `tssa.check_view`; `tssa-insert-checks` adds them).

    ```mlir
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    ```
  }];
  let arguments = (ins ViewKindInterface:$kind, TSSA_AnyRef:$source,
                       Variadic<Index>:$indices);
  let results = (outs TSSA_AnyRef:$result);
  let assemblyFormat = [{
    $kind $source (`[` $indices^ `]`)? attr-dict `:`
    qualified(type($source)) `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "ViewKindInterface":$kind, "Value":$source,
                   CArg<"ValueRange", "{}">:$indices)>
  ];
  let extraClassDeclaration = [{
    Value getAliasedRef() { return getSource(); }
    ViewKindInterface getAliasKind() { return getKind(); }
    ValueRange getAliasOperands() { return getIndices(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def View_AccessOp : View_Op<"access", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "reads a part of a value";
  let description = [{
    The elements of `source` that `kind` describes, as a value of their own.
    Speculatable only where the view is provably in range.

    ```mlir
    %r = view.access #view.select<0, ?> %t[%i] : tensor<4x8xf32> -> tensor<8xf32>
    ```
  }];
  let arguments = (ins ViewKindInterface:$kind, AnyRankedTensor:$source,
                       Variadic<Index>:$indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $source (`[` $indices^ `]`)? attr-dict `:`
    type($source) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "ViewKindInterface":$kind, "Value":$source,
                   CArg<"ValueRange", "{}">:$indices)>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def View_AssignOp : View_Op<"assign", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    AllTypesMatch<["dest", "result"]>]> {
  let summary = "a value with a part replaced";
  let description = [{
    `dest` with the elements that `kind` describes replaced by `value`. Where
    several elements of the view are one element of `dest`, the last in
    row-major order of the view wins.

    ```mlir
    %n = view.assign #view.select<0, ?> %r, %t[%i] : tensor<8xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins ViewKindInterface:$kind, AnyRankedTensor:$value,
                       AnyRankedTensor:$dest, Variadic<Index>:$indices);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $kind $value `,` $dest (`[` $indices^ `]`)? attr-dict `:`
    type($value) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // TENSORSSA_DIALECT_VIEW_IR_VIEWOPS_TD
