// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The op interfaces through which any dialect's ops join functionalization.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSAINTERFACES_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSAINTERFACES_TD

include "mlir/IR/OpBase.td"

def AliasOpInterface : OpInterface<"AliasOpInterface"> {
  let cppNamespace = "::mlir::tssa";
  let description = [{
    An op whose single ref result names part of the storage that one of its
    operands names.
  }];
  let methods = [
    InterfaceMethod<"The ref whose storage the result shares.",
      "::mlir::Value", "getAliasedRef", (ins)>,
    InterfaceMethod<"Which part of it.",
      "::mlir::view::ViewKindInterface", "getAliasKind", (ins)>,
    InterfaceMethod<"The index operands of the kind.",
      "::mlir::ValueRange", "getAliasOperands", (ins)>
  ];
}

def MutationOpInterface : OpInterface<"MutationOpInterface"> {
  let cppNamespace = "::mlir::tssa";
  let description = [{
    An op that overwrites what some of its ref operands name.
  }];
  let methods = [
    InterfaceMethod<"The ref operands that the op overwrites.",
      "::llvm::SmallVector<::mlir::OpOperand *>", "getMutatedRefs", (ins)>,
    InterfaceMethod<"The ref operands whose contents the op reads.",
      "::llvm::SmallVector<::mlir::OpOperand *>", "getReadRefs", (ins)>,
    InterfaceMethod<[{
        Builds the pure form: given the current contents of each operand of
        `getReadRefs` and `getMutatedRefs`, in that order, the new contents of
        each operand of `getMutatedRefs`. `replacements` receives the values
        for the op's results.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "buildPureForm",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$readValues,
           "::mlir::ValueRange":$mutatedValues,
           "::llvm::SmallVectorImpl<::mlir::Value> &":$replacements)>
  ];
}

def VersionCarrierOpInterface : OpInterface<"VersionCarrierOpInterface"> {
  let cppNamespace = "::mlir::tssa";
  let description = [{
    A region op through which versions of roots can be carried: as loop-carried
    values or as results of its regions.
  }];
  let methods = [
    InterfaceMethod<[{
        Rebuilds the op once so that it carries one more tensor for each of
        `roots`: the version `tssa.current` before it, in each region
        `tssa.update` at the start where the region receives versions, the
        version `tssa.current` at each end, and `tssa.update` after it.
        Returns the new op; the old one is erased.
      }],
      "::mlir::FailureOr<::mlir::Operation *>", "carryVersions",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::mlir::ValueRange":$roots)>,
    InterfaceMethod<"Whether this instance can carry versions at all.",
      "bool", "canCarryVersions", (ins), "", "return true;">
  ];
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSAINTERFACES_TD
