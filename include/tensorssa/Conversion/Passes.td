// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that leave the `tssa` and `view` dialects, in alphabetical order.

#ifndef TENSORSSA_CONVERSION_PASSES_TD
#define TENSORSSA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

/// How floating-point results may differ from the interpreter's.
def NumericsOption
    : Option<"numerics", "numerics", "::mlir::tssa::Numerics",
             "::mlir::tssa::Numerics::Default",
             "How floating-point results may differ from the interpreter's",
             [{::llvm::cl::values(
               clEnumValN(::mlir::tssa::Numerics::Default, "default",
                          "Vector math with stated bounds"),
               clEnumValN(::mlir::tssa::Numerics::Strict, "strict",
                          "Bit for bit the same"),
               clEnumValN(::mlir::tssa::Numerics::Fast, "fast",
                          "Reassociation and contraction allowed"))}]>;

def ConvertTSSAToLinalgPass : Pass<"convert-tssa-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert compute ops to linalg on tensors";
  let description = [{
    Every compute op becomes `linalg.generic`, slices and loops on tensors with
    its destination passed in, its scalar body from the table. Sizes that are
    not proven to agree get checks, and so do divisors and index tensors.

    ```mlir
    %r = tssa.add %a, %b : (tensor<4x?xf32>, f64) -> tensor<4x?xf32>
    ```
    becomes
    ```mlir
    %s = arith.truncf %b : f64 to f32
    %r = linalg.generic {…} ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %s : f32
      linalg.yield %z : f32
    } -> tensor<4x?xf32>
    ```

    Loops keep the order of the operand's dimensions, so that a lowering to
    sequential loops folds the elements of a reduction in row-major order and
    those of a product by ascending inner index; `numerics=fast` marks the
    arithmetic as free to be reassociated and contracted.

    Limitations: an operand with a dynamic size that may be 1 at run time where
    the result's is not reads its elements one by one. Elements of i1 stay i1;
    their memory, a byte each, must not be accessed by vectors of i1.
  }];
  let options = [NumericsOption];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertTSSAToLLVMPass : Pass<"convert-tssa-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert what is left to the LLVM dialect";
  let description = [{
    The last step: functions, branches, buffers, scalar arithmetic and math
    become operations of the `llvm` dialect. Runs after `tssa-lower-checks`,
    which has added the call's context to every function.

    `numerics=strict` calls libm for every function that is not rounded
    correctly by an instruction; otherwise upstream's polynomials, which LLVM
    vectorizes, stand in where there are any. `numerics=fast` marks arithmetic as
    free to be reassociated and contracted.

    Limitations: `affine`, `scf`, `linalg` and tensors must be gone before.
  }];
  let options = [NumericsOption];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::func::FuncDialect"];
}

def ForwardDescriptorsPass
    : Pass<"tssa-forward-descriptors", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Use what was put into a descriptor where it is taken out";
  let description = [{
    Each op on a buffer takes the descriptor of its operand apart, and puts that
    of its result together. Where both are known,

    ```mlir
    %1 = llvm.insertvalue %pointer, %0[1] : !llvm.struct<(ptr, ptr, i64)>
    %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64)>
    ```
    `%2` is `%pointer`, and what nothing uses any more goes.

    One walk there and one back. Nothing but that is simplified: LLVM does the
    rest if it is asked to.
  }];
}

def LinalgToLoopsPass : Pass<"tssa-linalg-to-loops", "::mlir::func::FuncOp"> {
  let summary = "Turn linalg on buffers into loops";
  let description = [{
    Each op of linalg becomes a nest of `scf.for` around its body, in the order
    of its iterators. What upstream's `convert-linalg-to-loops` does, in one walk
    in place of patterns on each op of the function.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // TENSORSSA_CONVERSION_PASSES_TD
