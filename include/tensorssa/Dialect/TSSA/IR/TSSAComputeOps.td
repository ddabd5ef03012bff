// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on builtin tensors with PyTorch's semantics: the one table from
// which types are inferred, lowerings are built and front ends map operators.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEOPS_TD
