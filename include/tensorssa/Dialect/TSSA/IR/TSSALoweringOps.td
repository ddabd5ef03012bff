// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that exist only between refs and LLVM, where upstream has none.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSALOWERINGOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSALOWERINGOPS_TD

/// A buffer of rank 0 that starts at its storage.
def TSSA_BaseBuffer : MemRefRankOf<[AnyType], [0]>;

def TSSA_BitcastBufferOp : TSSA_Op<"bitcast_buffer", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the same storage under another element type";
  let description = [{
    The base of a buffer, as `memref.extract_strided_metadata` gives it, with
    elements of another type: what a view of the bytes of a ref becomes.
    `memref.view` and `memref.reinterpret_cast` do not change element types of
    arbitrary buffers.

    ```mlir
    %i = tssa.bitcast_buffer %f : memref<f32> to memref<i32>
    ```
  }];
  let arguments = (ins TSSA_BaseBuffer:$source);
  let results = (outs TSSA_BaseBuffer:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
}

def TSSA_StorageSizeOp : TSSA_Op<"storage_size", [Pure]> {
  let summary = "how many elements a storage has room for";
  let description = [{
    The size of the whole storage that `source` names part of, in elements of its
    type, rounded down. It is the runtime that knows, so the answer costs a call.

    ```mlir
    %n = tssa.storage_size %x : memref<4xf32, strided<[?], offset: ?>>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSALOWERINGOPS_TD
