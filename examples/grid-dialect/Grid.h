// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `grid` dialect.

#ifndef GRID_H
#define GRID_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

#include "GridDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "GridAttrs.h.inc"

#define GET_OP_CLASSES
#include "GridOps.h.inc"

namespace grid {
/// Registers `convert-grid-to-scf`.
void registerConvertGridToSCF();
} // namespace grid

#endif // GRID_H
