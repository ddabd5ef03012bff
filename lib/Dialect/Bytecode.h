// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What bytecode says of our dialects: a version, by which a program that a
// newer one wrote is refused with a reason instead of an op that nobody knows.
//
// Types and attributes are in bytecode as their text, so one that this version
// writes reads in an older one as long as that knows the text.

#ifndef TENSORSSA_LIB_DIALECT_BYTECODE_H
#define TENSORSSA_LIB_DIALECT_BYTECODE_H

#include "mlir/IR/Dialect.h"

namespace mlir::tssa {

/// The version of both dialects. It grows whenever an op, type or attribute
/// changes so that programs which it writes mean nothing, or something else, to
/// who knows the one before; then `upgradeFromVersion` in Bytecode.cpp turns
/// what older ones wrote into what it is now, and test/Bytecode gets a file.
/// Bytecode without a version is from before there was one, and means the same
/// as version 1.
inline constexpr uint64_t kBytecodeVersion = 1;

/// Adds what bytecode asks a dialect for.
void addBytecodeInterface(Dialect &dialect);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_DIALECT_BYTECODE_H
