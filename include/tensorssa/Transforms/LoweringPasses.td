// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that bring a program to memory, in alphabetical order: placing
// versions in storages, refs and copies as memrefs, checks as branches.
// Included by Passes.td.

#ifndef TENSORSSA_TRANSFORMS_LOWERINGPASSES_TD
#define TENSORSSA_TRANSFORMS_LOWERINGPASSES_TD

include "mlir/Pass/PassBase.td"

def FreeTemporariesPass
    : Pass<"tssa-free-temporaries", "::mlir::func::FuncOp"> {
  let summary = "Free buffers after their last use and hoist them out of loops";
  let description = [{
    A buffer that no name outlives the block which allocates it is allocated
    before the outermost loop in which its sizes are known, and freed after its
    last use. The same holds, but for the loop, of results of calls that lowering
    has marked as allocations of their own.

    ```mlir
    scf.for %i = %a to %b step %c {
      %m = memref.alloc() : memref<1024xf32>
      "use"(%m) : (memref<1024xf32>) -> ()
    }
    ```
    becomes
    ```mlir
    %m = memref.alloc() : memref<1024xf32>
    scf.for %i = %a to %b step %c {
      "use"(%m) : (memref<1024xf32>) -> ()
    }
    memref.dealloc %m : memref<1024xf32>
    ```

    One of at most 256 bytes becomes a `memref.alloca` at the function's entry,
    up to 8,192 bytes a function.

    Limitations: a buffer that is returned, yielded or passed to another block
    stays until the call ends, when the host sweeps what its results do not own.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def FuseElementwisePass
    : Pass<"tssa-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuse elementwise linalg ops up to a size";
  let description = [{
    Upstream's fusion of elementwise `linalg.generic` ops on tensors with its
    folding of reshapes and constants (`linalg-fuse-elementwise-ops`), until a
    body has `max-body` ops. Each fusion copies the body, so that without a
    limit a chain of n ops takes time in n squared; what is beyond the limit
    starts a loop of its own.

    Limitations: a producer with more than one use is not fused.
  }];
  let options = [Option<"maxBody", "max-body", "unsigned", /*default=*/"64",
                        "How many ops the body of a fused op may have">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerChecksPass : Pass<"tssa-lower-checks", "::mlir::ModuleOp"> {
  let summary = "Turn checks and allocations into branches to the error exit";
  let description = [{
    Every function and call gets the call's context as first argument. A check
    becomes a branch: where it fails, `tssa_rt_fail` records the error with a
    constant site record (op, location, message) and the function returns.
    `memref.alloc` and `memref.dealloc` become `tssa_rt_alloc` and
    `tssa_rt_free` on the context; running out of memory leaves through the same
    exit, and so does a call whose callee failed.

    Limitations: works on control flow between blocks only, after
    `convert-scf-to-cf`; checks on tensors or refs must be gone before.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::ub::UBDialect"];
}

def LowerCopiesPass : Pass<"tssa-lower-copies", "::mlir::func::FuncOp"> {
  let summary = "Turn copies of strided buffers into loops";
  let description = [{
    `memref.copy` between buffers that are not both row-major becomes
    `linalg.generic`, so that no call to a library remains.

    Limitations: the two must not overlap, as `memref.copy` requires.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def LowerRefsPass : Pass<"tssa-lower-refs", "::mlir::ModuleOp"> {
  let summary = "Lower refs to strided buffers, as the program stands";
  let description = [{
    The plain imperative meaning. A ref becomes a buffer with the strides of its
    type, a `view.of` the descriptor of a part of it, a `tssa.write` a copy in
    row-major order. A `tssa.read` copies unless every use of its value comes
    before the next write that may touch the ref. `tssa.alloc` and
    `tssa.materialize_result` allocate. Tensors at function boundaries become
    buffers as well: those that come in are read only, those that go out are
    allocations of their own.

    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %v: tensor<2xf32>) {
      %y = view.of #view.slice<0, 0 : 2 : 1> %x : !tssa.ref<4xf32> -> !tssa.ref<2xf32>
      tssa.write %v, %y : !tssa.ref<2xf32>
      return
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: memref<4xf32, strided<[?], offset: ?>>, %v: memref<2xf32, strided<[?], offset: ?>>) {
      %base, %offset, %size, %stride = memref.extract_strided_metadata %x : …
      %y = memref.reinterpret_cast %base to offset: [%offset], sizes: [2], strides: [%stride] : …
      linalg.generic … ins(%v) outs(%y)
      return
    }
    ```

    A list becomes an object of the runtime, its operations calls.

    Limitations: ops of other dialects that take refs must implement
    `AliasOpInterface` or `MutationOpInterface`; others are refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def OutlineLoopsPass : Pass<"tssa-outline-loops", "::mlir::ModuleOp"> {
  let summary = "Move the loop nests of large functions to functions";
  let description = [{
    Where a function has many loop nests that do nothing but arithmetic, loads and
    stores, each becomes a function; nests that differ only in the buffers, the
    places in them and the sizes that they work on share one. Keeps the time that
    LLVM takes proportional to the number of different nests.

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %f, %a[%i] : memref<8xf32, strided<[1], offset: 24>>
    }
    ```
    becomes
    ```mlir
    %b = memref.cast %a : … to memref<8xf32, strided<[1], offset: ?>>
    call @__tssa_loops(%c8, %f, %b) : …
    ```

    Limitations: loops with results stay; so do nests that can fail, allocate or
    call.
  }];
  let options = [Option<"minimum", "minimum", "unsigned", /*default=*/"64",
                        "How many nests make a function large">];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
}

def PlaceVersionsPass : Pass<"tssa-place-versions", "::mlir::func::FuncOp"> {
  let summary = "Give the versions of functional code memory, updated in place";
  let description = [{
    In functions that are functional, every tensor that is the destination or
    result of a `view.assign`, that control flow carries, or that is read from
    or written to a ref argument gets a buffer. Values joined by assigns, loops
    and branches share one unless a write would spoil a part that is read
    later; copies are made exactly there. What is computed for a part is
    computed in it. Afterwards no control flow carries tensors, and the
    tensors that are left are temporaries for one-shot bufferization.

    ```mlir
    %0 = tssa.read %x : !tssa.ref<8xf32>
    %1 = view.access #view.slice<0, 0 : 4 : 1> %0 : tensor<8xf32> -> tensor<4xf32>
    %2 = linalg.exp ins(%1 : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %3 = view.assign #view.slice<0, 4 : 8 : 1> %2, %0 : tensor<4xf32> -> tensor<8xf32>
    tssa.write %3, %x : !tssa.ref<8xf32>
    ```
    becomes
    ```mlir
    %m = builtin.unrealized_conversion_cast %x : !tssa.ref<8xf32> to memref<8xf32, …>
    %a = memref.reinterpret_cast … // elements 0 to 3 of %m
    %b = memref.reinterpret_cast … // elements 4 to 7 of %m
    %1 = bufferization.to_tensor %a restrict
    %d = bufferization.to_tensor %b restrict writable
    %2 = linalg.exp ins(%1) outs(%d) -> tensor<4xf32>
    bufferization.materialize_in_destination %2 in writable %b
    ```

    See docs/design/place-versions.md, and section 4 of the TensorSSA paper
    (DAC'24) for what it does the reverse of.

    With `errors=precise` an argument is updated in place only where nothing
    that may fail comes after a computation; else it is written at the end.

    Limitations: regions of several blocks, and `view` ops inside of the regions
    of ops other than `scf`'s sequential ones, are refused. Signatures, and ops
    on refs, are left to `tssa-lower-refs`. Nothing may move tensor ops between
    this pass and bufferization.
  }];
  let options = [TSSA_ErrorsOption<>];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def WidenBooleansPass : Pass<"tssa-widen-booleans", "::mlir::ModuleOp"> {
  let summary = "Store booleans as bytes";
  let description = [{
    Buffers of `i1` become buffers of `i8` that hold 0 or 1, which LLVM
    vectorizes and whose size is that of the runtime's `bool`. Runs after
    `linalg` has become loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // TENSORSSA_TRANSFORMS_LOWERINGPASSES_TD
