// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `view` dialect: registration, and how kinds are written.

#include "../../Bytecode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "tensorssa/Dialect/View/IR/View.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::view;

/// An integer, or `?` for the next operand.
static ParseResult parseDynamicInt(AsmParser &parser, int64_t &value) {
  if (succeeded(parser.parseOptionalQuestion())) {
    value = ShapedType::kDynamic;
    return success();
  }
  return parser.parseInteger(value);
}

static void printDynamicInt(AsmPrinter &printer, int64_t value) {
  if (ShapedType::isDynamic(value))
    printer << "?";
  else
    printer << value;
}

static ParseResult parseDynamicIntList(AsmParser &parser,
                                       SmallVector<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseDynamicInt(parser, values.emplace_back());
  });
}

static void printDynamicIntList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << "[";
  llvm::interleaveComma(values, printer,
                        [&](int64_t v) { printDynamicInt(printer, v); });
  printer << "]";
}

static ParseResult parseKindList(AsmParser &parser,
                                 SmallVector<ViewKindInterface> &kinds) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        Attribute attribute;
        if (parser.parseAttribute(attribute))
          return failure();
        auto kind = dyn_cast<ViewKindInterface>(attribute);
        if (!kind)
          return parser.emitError(loc, "expected a view kind but got ")
                 << attribute;
        kinds.push_back(kind);
        return success();
      });
}

static void printKindList(AsmPrinter &printer,
                          ArrayRef<ViewKindInterface> kinds) {
  printer << "[";
  llvm::interleaveComma(kinds, printer, [&](ViewKindInterface kind) {
    printer.printAttribute(kind);
  });
  printer << "]";
}

#include "tensorssa/Dialect/View/IR/ViewDialect.cpp.inc"
#include "tensorssa/Dialect/View/IR/ViewInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tensorssa/Dialect/View/IR/ViewAttrs.cpp.inc"

void ViewDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tensorssa/Dialect/View/IR/ViewAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensorssa/Dialect/View/IR/ViewOps.cpp.inc"
      >();
  tssa::addBytecodeInterface(*this);
}

Operation *ViewDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
