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

#endif // TENSORSSA_CONVERSION_PASSES_TD
