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

def TSSA_StorageSizeOp : TSSA_Op<"storage_size"> {
  let summary = "how many elements a storage has room for";
  let description = [{
    The size of the whole storage that `source` names part of, in elements of its
    type, rounded down. It is the runtime that knows, so the answer costs a call.
    Storages may grow in between (`tssa.grow_storage`), so that it counts as a
    read of the buffer.

    ```mlir
    %n = tssa.storage_size %x : memref<4xf32, strided<[?], offset: ?>>
    ```
  }];
  let arguments = (ins Arg<AnyStridedMemRef, "", [MemRead]>:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def TSSA_BufferAddressOp : TSSA_Op<"buffer_address", [Pure]> {
  let summary = "the address that identifies the storage of a buffer";
  let description = [{
    For what keeps the storage beyond the use of its names here, such as a list:
    a buffer whose address is taken is not freed before the call ends.

    ```mlir
    %a = tssa.buffer_address %x : memref<4xf32>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def TSSA_BufferAtOp : TSSA_Op<"buffer_at"> {
  let summary = "the base of the storage that an address identifies";
  let description = [{
    The reverse of `tssa.buffer_address`. Not pure: the storage may hold what any
    buffer holds.

    ```mlir
    %base = tssa.buffer_at %a : memref<f32>
    ```
  }];
  let arguments = (ins Index:$address);
  let results = (outs TSSA_BaseBuffer:$result);
  let assemblyFormat = "$address attr-dict `:` type($result)";
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSALOWERINGOPS_TD
