// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of lib/Transforms.

#ifndef TENSORSSA_TRANSFORMS_PASSES_H
#define TENSORSSA_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

namespace mlir::tssa {

/// What a function that stays imperative gets.
enum class FallbackMode { Remark, Error };

/// What arguments hold after a failed check: anything if the program changes
/// them, or what the imperative program has written.
enum class ErrorMode { Fast, Precise };

#define GEN_PASS_DECL
#include "tensorssa/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tensorssa/Transforms/Passes.h.inc"

} // namespace mlir::tssa

#endif // TENSORSSA_TRANSFORMS_PASSES_H
