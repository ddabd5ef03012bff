// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks: every precondition that can fail at run time. A check that fails
// records an error in the call's context (the first one wins) and the call
// returns it as a status with op, location and values.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACHECKOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSACHECKOPS_TD

class TSSA_Check<string mnemonic, list<Trait> traits = []>
    : TSSA_Op<mnemonic, !listconcat(traits, [MemoryEffects<[MemWrite<TSSA_ErrorResource>]>])>;

def TSSA_CheckIndexOp : TSSA_Check<"check_index"> {
  let summary = "an index lies inside a dimension";
  let description = [{
    Gives `index` normalized to `[0, size)`, negative ones counting from the
    end; an error where it lies outside `[-size, size)`.

    ```mlir
    %j = tssa.check_index %i, %n
    ```
  }];
  let arguments = (ins Index:$index, Index:$size);
  let results = (outs Index:$result);
  let assemblyFormat = "$index `,` $size attr-dict";
  let hasFolder = 1;
}

def TSSA_CheckBroadcastOp : TSSA_Check<"check_broadcast"> {
  let summary = "two sizes broadcast";
  let description = [{
    Gives the common size of `lhs` and `rhs`: they must be equal or one of
    them 1.

    ```mlir
    %n = tssa.check_broadcast %a, %b
    ```
  }];
  let arguments = (ins Index:$lhs, Index:$rhs);
  let results = (outs Index:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict";
  let hasFolder = 1;
}

def TSSA_CheckEqualOp : TSSA_Check<"check_equal"> {
  let summary = "two sizes are equal";
  let description = [{
    Gives `lhs`, which must equal `rhs`: inner sizes of a product, element
    counts. `what` names them in the error.

    ```mlir
    %k = tssa.check_equal %a, %b, "inner sizes"
    ```
  }];
  let arguments = (ins Index:$lhs, Index:$rhs, StrAttr:$what);
  let results = (outs Index:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` $what attr-dict";
  let hasFolder = 1;
}

def TSSA_CheckIndicesOp : TSSA_Check<"check_indices", [
    AllTypesMatch<["indices", "result"]>]> {
  let summary = "all elements of an index tensor lie inside a dimension";
  let description = [{
    Gives `indices` normalized to `[0, size)`; an error at the first element,
    in row-major order, outside `[-size, size)`.

    ```mlir
    %j = tssa.check_indices %i, %n : tensor<?xi64>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I64]>:$indices, Index:$size);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$indices `,` $size attr-dict `:` type($indices)";
}

def TSSA_CheckNonzeroOp : TSSA_Check<"check_nonzero", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "a divisor is not zero";
  let description = [{
    Gives `value`, a Python number; an error (`ZeroDivisionError` there) where
    it is zero.

    ```mlir
    %d = tssa.check_nonzero %n : i64
    ```
  }];
  let arguments = (ins AnyTypeOf<[I64, F64]>:$value);
  let results = (outs AnyTypeOf<[I64, F64]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasFolder = 1;
}

def TSSA_CheckOverlapOp : TSSA_Check<"check_overlap"> {
  let summary = "a source does not partly overlap the target of a write";
  let description = [{
    Eager PyTorch's rule for an in-place op that reads `source` and writes
    `target`: the two may be the same part of one storage or disjoint, and the
    target must not overlap itself; anything between is an error. With one
    operand only self-overlap is tested.

    ```mlir
    tssa.check_overlap %target, %source : !tssa.ref<3xf32>, !tssa.ref<3xf32>
    tssa.check_overlap %target : !tssa.ref<3xf32>
    ```
  }];
  let arguments = (ins TSSA_AnyRef:$target, Optional<TSSA_AnyRef>:$source);
  let assemblyFormat = [{
    $target (`,` $source^)? attr-dict `:` qualified(type($target))
    (`,` qualified(type($source))^)?
  }];
}

def TSSA_CheckViewOp : TSSA_Check<"check_view"> {
  let summary = "a view of this kind exists";
  let description = [{
    An error unless `kind` with `indices` can be applied to `source` as a
    view: operands in range, element counts equal, strides that allow it. Of a
    tensor only the sizes are used, its layout taken as row-major.

    ```mlir
    tssa.check_view #view.reshape<[?, 4]> %x[%n] : !tssa.ref<?x8xf32>
    ```
  }];
  let arguments = (ins ViewKindInterface:$kind,
                       AnyTypeOf<[TSSA_AnyRef, AnyRankedTensor]>:$source,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $kind $source (`[` $indices^ `]`)? attr-dict `:`
    qualified(type($source))
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def TSSA_CheckOp : TSSA_Check<"check"> {
  let summary = "a condition holds";
  let description = [{
    An error with `message` unless `condition` is true. `{0}` to `{3}` in the
    message stand for `values`. A check that an expansion made carries the name
    of the op that it stands for in `origin` and its status (the runtime's
    `tssa_status_t`) in `status`.

    ```mlir
    tssa.check %ok, "expected a positive step but got {0}" (%s) : i64
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<AnyTypeOf<[Index, I64]>>:$values,
                       OptionalAttr<StrAttr>:$origin,
                       OptionalAttr<I32Attr>:$status);
  let builders = [
    OpBuilder<(ins "Value":$condition, "StringRef":$message,
                   CArg<"ValueRange", "{}">:$values), [{
      build($_builder, $_state, condition, $_builder.getStringAttr(message),
            values, StringAttr(), IntegerAttr());
    }]>
  ];
  let assemblyFormat = [{
    $condition `,` $message (`(` $values^ `)` `:` type($values))? attr-dict
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def TSSA_RaiseOp : TSSA_Check<"raise"> {
  let summary = "an error of the program's own";
  let description = [{
    The call returns with `message` (a Python `raise`).

    ```mlir
    tssa.raise "expected a vector"
    ```
  }];
  let arguments = (ins StrAttr:$message, Variadic<AnyTypeOf<[Index, I64]>>:$values);
  let assemblyFormat = [{
    $message (`(` $values^ `)` `:` type($values))? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACHECKOPS_TD
