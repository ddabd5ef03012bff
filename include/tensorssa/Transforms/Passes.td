// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes over the `tssa` and `view` dialects, in alphabetical order.

#ifndef TENSORSSA_TRANSFORMS_PASSES_TD
#define TENSORSSA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandChecksPass : Pass<"tssa-expand-checks", "::mlir::ModuleOp"> {
  let summary = "Expand checks of tensors into checks of numbers";
  let description = [{
    `tssa.check_indices` becomes a loop that checks each element, in row-major
    order, and an elementwise normalization; `tssa.check_view` on a tensor becomes
    arithmetic on its sizes and a `tssa.check`. Runs before bufferization.

    ```mlir
    tssa.check_view #view.reshape<[?, 4]> %t[%n] : tensor<?x8xf32>
    ```
    becomes
    ```mlir
    %ok = …
    tssa.check %ok, "…" (%n) : index {origin = "tssa.check_view"}
    ```

    Limitations: checks on refs are left to `tssa-lower-refs`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FreeTemporariesPass
    : Pass<"tssa-free-temporaries", "::mlir::func::FuncOp"> {
  let summary = "Free buffers after their last use and hoist them out of loops";
  let description = [{
    A buffer that no name outlives the block which allocates it is allocated
    before the outermost loop in which its sizes are known, and freed after its
    last use.

    ```mlir
    scf.for %i = %a to %b step %c {
      %m = memref.alloc() : memref<4xf32>
      "use"(%m) : (memref<4xf32>) -> ()
    }
    ```
    becomes
    ```mlir
    %m = memref.alloc() : memref<4xf32>
    scf.for %i = %a to %b step %c {
      "use"(%m) : (memref<4xf32>) -> ()
    }
    memref.dealloc %m : memref<4xf32>
    ```

    Limitations: a buffer that is returned, yielded or passed to another block
    stays until the call ends, when the host sweeps what its results do not own.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
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

    Limitations: ops of other dialects that take refs must implement
    `AliasOpInterface` and be views of a kind; others are refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
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

#endif // TENSORSSA_TRANSFORMS_PASSES_TD
