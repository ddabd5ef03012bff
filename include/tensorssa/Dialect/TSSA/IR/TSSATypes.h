// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the `tssa` dialect and the dialect class.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_H
#define TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include "tensorssa/Dialect/TSSA/IR/TSSADialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSATypes.h.inc"

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_H
