// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tssa` dialect: refs, checks, lists and arithmetic.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSA_H
#define TENSORSSA_DIALECT_TSSA_IR_TSSA_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tensorssa/Dialect/TSSA/IR/TSSATypes.h"
#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::tssa {

/// What refs hold.
struct RefResource : public SideEffects::Resource::Base<RefResource> {
  StringRef getName() final { return "tssa.Ref"; }
};
/// The current version of each root, between the stages of functionalization.
struct VersionResource : public SideEffects::Resource::Base<VersionResource> {
  StringRef getName() final { return "tssa.Version"; }
};
/// The error record of the call.
struct ErrorResource : public SideEffects::Resource::Base<ErrorResource> {
  StringRef getName() final { return "tssa.Error"; }
};
/// What lists hold.
struct ListResource : public SideEffects::Resource::Base<ListResource> {
  StringRef getName() final { return "tssa.List"; }
};

/// Argument attribute: this ref overlaps no other argument.
inline constexpr StringLiteral kNoAliasAttr = "tssa.noalias";
/// Argument attributes of a function without a body: contents that it reads,
/// and contents that it may change. It is known if every ref argument has one
/// of them or both.
inline constexpr StringLiteral kReadsAttr = "tssa.reads";
inline constexpr StringLiteral kWritesAttr = "tssa.writes";
/// Result attribute of a function without a body: the number of the argument
/// that the result is.
inline constexpr StringLiteral kReturnsAliasAttr = "tssa.returns_alias";
/// Result attribute: storage of its own.
inline constexpr StringLiteral kFreshAttr = "tssa.fresh";
/// Result attribute: the number of the argument whose storage it names.
inline constexpr StringLiteral kAliasAttr = "tssa.alias";
/// Result attribute: the storages one of which it names, by the numbers of
/// arguments; -1 stands for storage of its own.
inline constexpr StringLiteral kChoiceAttr = "tssa.choice";
/// Function attribute: functionalization is complete.
inline constexpr StringLiteral kFunctionalAttr = "tssa.functional";
/// Argument attribute of a body that is called where a test has held: the
/// elements are those of the storage in row-major order, as far as the function
/// reaches (see `tssa.is_whole`).
inline constexpr StringLiteral kWholeAttr = "tssa.whole";
/// Function attribute: it only chooses between bodies; the symbol of the one
/// where a test of arguments holds, or an array: one for each length of a list.
inline constexpr StringLiteral kDispatchesAttr = "tssa.dispatches";
/// Function attribute: the name of the function that this is a body of.
inline constexpr StringLiteral kBodyOfAttr = "tssa.body_of";
/// Function attribute: the last stage of functionalization that ran (1, 2).
inline constexpr StringLiteral kStageAttr = "tssa.functional_stage";

} // namespace mlir::tssa

#define GET_OP_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSAOps.h.inc"

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSA_H
