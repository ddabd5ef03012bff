// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists: mutable objects with identity that hold refs, numbers or lists. A
// tensor object whose sizes or strides change in place (`t_`, `unsqueeze_`) is
// a list of one slot.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSALISTOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSALISTOPS_TD

def TSSA_ListCreateOp : TSSA_Op<"list_create", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a new list";
  let description = [{
    A list of its own holding `elements` in order.

    ```mlir
    %l = tssa.list_create %a, %b : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
    %e = tssa.list_create : () -> !tssa.list<i64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$elements);
  let results = (outs TSSA_AnyList:$result);
  let assemblyFormat = "($elements^)? attr-dict `:` functional-type($elements, $result)";
  let hasVerifier = 1;
}

def TSSA_ListLenOp : TSSA_Op<"list_len"> {
  let summary = "how many elements a list has now";
  let description = [{
    ```mlir
    %n = tssa.list_len %l : !tssa.list<i64>
    ```
  }];
  let arguments = (ins Arg<TSSA_AnyList, "", [MemRead<TSSA_ListResource>]>:$list);
  let results = (outs Index:$result);
  let assemblyFormat = "$list attr-dict `:` qualified(type($list))";
}

def TSSA_ListGetOp : TSSA_Op<"list_get", [
    MemoryEffects<[MemRead<TSSA_ListResource>, MemWrite<TSSA_ErrorResource>]>]> {
  let summary = "an element of a list";
  let description = [{
    `list[index]`, negative indices counting from the end; an error outside.
    From a list of `!tssa.any_ref` the result may be any ref type, whose rank,
    sizes and element type are checked.

    ```mlir
    %x = tssa.list_get %l[%i] : !tssa.list<!tssa.any_ref> -> !tssa.ref<?x4xf32>
    ```
  }];
  let arguments = (ins TSSA_AnyList:$list, Index:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $list `[` $index `]` attr-dict `:` qualified(type($list)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TSSA_ListSetOp : TSSA_Op<"list_set", [
    MemoryEffects<[MemWrite<TSSA_ListResource>, MemWrite<TSSA_ErrorResource>]>]> {
  let summary = "an element of a list is replaced";
  let description = [{
    `list[index] = value`; an error outside.

    ```mlir
    tssa.list_set %v, %l[%i] : i64, !tssa.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value, TSSA_AnyList:$list, Index:$index);
  let assemblyFormat = [{
    $value `,` $list `[` $index `]` attr-dict `:` type($value) `,`
    qualified(type($list))
  }];
  let hasVerifier = 1;
}

def TSSA_ListAppendOp : TSSA_Op<"list_append"> {
  let summary = "a list grows at its end";
  let description = [{
    ```mlir
    tssa.list_append %v, %l : i64, !tssa.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<TSSA_AnyList, "", [MemWrite<TSSA_ListResource>]>:$list);
  let assemblyFormat = [{
    $value `,` $list attr-dict `:` type($value) `,` qualified(type($list))
  }];
  let hasVerifier = 1;
}

def TSSA_ListInsertOp : TSSA_Op<"list_insert"> {
  let summary = "a list grows before an index";
  let description = [{
    `list.insert(index, value)` as in Python: the index is clamped.

    ```mlir
    tssa.list_insert %v, %l[%i] : i64, !tssa.list<i64>
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<TSSA_AnyList, "", [MemWrite<TSSA_ListResource>]>:$list,
                       Index:$index);
  let assemblyFormat = [{
    $value `,` $list `[` $index `]` attr-dict `:` type($value) `,`
    qualified(type($list))
  }];
  let hasVerifier = 1;
}

def TSSA_ListPopOp : TSSA_Op<"list_pop", [
    MemoryEffects<[MemRead<TSSA_ListResource>, MemWrite<TSSA_ListResource>,
                   MemWrite<TSSA_ErrorResource>]>]> {
  let summary = "an element is taken out of a list";
  let description = [{
    `list.pop(index)`; an error outside.

    ```mlir
    %v = tssa.list_pop %l[%i] : !tssa.list<i64> -> i64
    ```
  }];
  let arguments = (ins TSSA_AnyList:$list, Index:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $list `[` $index `]` attr-dict `:` qualified(type($list)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSALISTOPS_TD
