// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface every view kind implements. A kind of another dialect joins by
// implementing it; nothing else in this project asks what kind it is.

#ifndef TENSORSSA_DIALECT_VIEW_IR_VIEWINTERFACES_TD
#define TENSORSSA_DIALECT_VIEW_IR_VIEWINTERFACES_TD

include "mlir/IR/OpBase.td"

def ViewKindInterface : AttrInterface<"ViewKindInterface"> {
  let cppNamespace = "::mlir::view";
  let description = [{
    Which elements of a source a view names, and how they are reached. All
    sizes, strides and offsets count elements. `operands` are the index
    operands that stand for the `?` of the kind, in order. `sourceShape` is what
    is known of the source statically, its element type included; it has passed
    `inferResultShape`.
  }];
  let methods = [
    InterfaceMethod<"How many index operands the kind takes.",
      "unsigned", "getNumOperands", (ins)>,
    InterfaceMethod<[{
        The shape and element type of the view of a source, sizes that operands
        or dynamic sizes decide being dynamic. Emits through `emitError` and
        fails when no such view can exist (rank, constant index or size).
      }],
      "::mlir::FailureOr<::mlir::view::ViewShape>", "inferResultShape",
      (ins "::mlir::view::ViewShape":$source,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>,
    InterfaceMethod<[{
        The sizes of the view, folded where they are known.
      }],
      "::llvm::SmallVector<::mlir::OpFoldResult>", "buildResultSizes",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::llvm::ArrayRef<::mlir::OpFoldResult>":$sourceSizes,
           "::mlir::view::ViewShape":$sourceShape,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        The index map: which source element the view's element at
        `resultIndices` is. Fails for kinds that are no map between elements
        (a bitcast to another width).
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>",
      "buildSourceIndices",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$resultIndices,
           "::llvm::ArrayRef<::mlir::OpFoldResult>":$sourceSizes,
           "::mlir::view::ViewShape":$sourceShape,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        Whether `buildStridedView` succeeds on a source of this layout where
        the view exists, judged by types alone. `layout` says what is known of
        the source's strides; on success it is replaced by what is known of the
        view's.
      }],
      "bool", "hasStridedView",
      (ins "::mlir::view::ViewShape":$source,
           "::mlir::view::StridedLayoutInfo &":$layout)>,
    InterfaceMethod<[{
        The view as sizes, strides and offset over the same storage. `source`
        describes the source likewise. The preconditions of the kind must hold
        (see `tssa.check_view`). Fails where `hasStridedView` says no.
      }],
      "::mlir::FailureOr<::mlir::view::StridedView>", "buildStridedView",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "const ::mlir::view::StridedView &":$source,
           "::mlir::view::ViewShape":$sourceShape,
           "::mlir::view::StridedLayoutInfo":$layout,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        Whether distinct elements of the view are distinct elements of the
        source.
      }],
      "::mlir::view::Injectivity", "getInjectivity",
      (ins "::mlir::view::ViewShape":$source)>,
    InterfaceMethod<[{
        Whether every view of this kind over a source of this shape is in range
        whatever the operands are (a slice clamps, so it always is). Where it
        is not, the operands need checks and the access is not speculatable.
        Says nothing of strides (see `isViewable`).
      }],
      "bool", "isAlwaysInRange", (ins "::mlir::view::ViewShape":$source)>,
    InterfaceMethod<[{
        Builds the run-time preconditions as one i1, true when the view exists
        over `source` (strides included). Constant true where proven.
      }],
      "::mlir::Value", "buildPrecondition",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "const ::mlir::view::StridedView &":$source,
           "::mlir::view::ViewShape":$sourceShape,
           "::mlir::ValueRange":$operands)>,
    InterfaceMethod<[{
        Whether the strides of a source of this layout surely allow the view,
        where it is in range. Where they do not, a `view.of` needs a check, and
        a read (`view.access` of any value in range is defined) goes by the
        index map or through a row-major copy.
      }],
      "bool", "isViewable",
      (ins "::mlir::view::ViewShape":$source,
           "::mlir::view::StridedLayoutInfo":$layout),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return $_attr.hasStridedView(source, layout);
      }]>
  ];
}

#endif // TENSORSSA_DIALECT_VIEW_IR_VIEWINTERFACES_TD
