// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How checks of views, tensors and overlaps become checks of numbers.

#ifndef TENSORSSA_LIB_TRANSFORMS_CHECKLOWERING_H
#define TENSORSSA_LIB_TRANSFORMS_CHECKLOWERING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

namespace mlir::tssa {

/// On the declaration of a function of the runtime that takes no context.
inline constexpr StringLiteral kRuntimeAttr = "tssa.runtime";

/// The runtime's function of that name, declared in the module of `user`. Where
/// it takes the context, that is not part of `type`, and a call of it is
/// followed by a test for errors.
func::FuncOp getRuntimeFunction(OpBuilder &builder, Operation *user,
                                StringRef name, FunctionType type,
                                bool takesContext);

/// Memory for `words` numbers in the frame of the function around the builder,
/// as a buffer of `index`.
Value createFrameWords(OpBuilder &builder, Location loc, int64_t words);

/// Bytes of an element in memory; a boolean has one.
int64_t getItemSize(Type elementType);

/// A check of `condition` that stands for `origin`: the same op name, location,
/// status, message and values in the error.
void createCheckFor(OpBuilder &builder, Operation *origin, Value condition,
                    int32_t status, const Twine &message, ValueRange values);

/// The check that `kind` with `operands` is a view of `source`, on behalf of
/// `origin`.
void createViewCheck(OpBuilder &builder, Operation *origin,
                     view::ViewKindInterface kind,
                     const view::StridedView &source, view::ViewShape shape,
                     ValueRange operands);

/// The same where it is known by `condition` whether it is.
void createViewCheckOf(OpBuilder &builder, Operation *origin, Value condition,
                       view::ViewKindInterface kind, ValueRange operands);

/// Sizes of a tensor with row-major strides and offset 0.
view::StridedView getRowMajorView(OpBuilder &builder, Location loc,
                                  Value tensor);

/// Puts a check in front of every view and write of `function` that is not
/// proven (see `tssa-insert-checks`); those that are there stay as they are.
LogicalResult insertChecks(func::FuncOp function);

/// The message with braces doubled, as message templates want it.
std::string escapeMessage(StringRef text);

/// Replaces a `tssa.check_overlap` of buffers by a call to the runtime and a
/// check. `buffers` are the target and, where there is one, the source.
void createOverlapCheck(OpBuilder &builder, Operation *origin,
                        ValueRange buffers);

/// What a `tssa.is_whole` of a buffer gives; `reach` may be null.
Value createWholeTest(OpBuilder &builder, Location loc, Value buffer,
                      IntegerAttr reach);

/// What a `tssa.disjoint` of buffers gives: a call to the runtime. The first
/// `numWritten` of `buffers` are those that are written.
Value createDisjointTest(OpBuilder &builder, Operation *origin,
                         size_t numWritten, ValueRange buffers);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_CHECKLOWERING_H
