// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tssa` dialect itself. Kept apart from the ops so that other dialects
// may include it without emitting them a second time.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSABASE_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSABASE_TD

include "mlir/IR/OpBase.td"

def TSSA_Dialect : Dialect {
  let name = "tssa";
  let cppNamespace = "::mlir::tssa";
  let summary = "Imperative tensor programs, their checks and their arithmetic";
  let description = [{
    Values are builtin tensors; identity lives in `!tssa.ref`. Everything
    imperative is an operation on refs (`tssa.alloc`, `tssa.read`,
    `tssa.write`, and `view.of` for aliases), everything that can fail is a
    check (`tssa.check_index` …), and arithmetic is pure, on tensors, with
    PyTorch's semantics. `tssa-functionalize` removes the refs.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = ["::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Registers the compute ops, which are generated apart.
    void registerComputeOps();
  }];
}

class TSSA_Op<string mnemonic, list<Trait> traits = []>
    : Op<TSSA_Dialect, mnemonic, traits>;

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSABASE_TD
