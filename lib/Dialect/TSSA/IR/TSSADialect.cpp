// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tssa` dialect: registration, types, and what its discardable
// attributes require.

#include "../../Bytecode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tssa;

#include "tensorssa/Dialect/TSSA/IR/TSSADialect.cpp.inc"
#include "tensorssa/Dialect/TSSA/IR/TSSAInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tensorssa/Dialect/TSSA/IR/TSSATypes.cpp.inc"

void TSSADialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tensorssa/Dialect/TSSA/IR/TSSAOps.cpp.inc"
      >();
  registerComputeOps();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tensorssa/Dialect/TSSA/IR/TSSATypes.cpp.inc"
      >();
  addBytecodeInterface(*this);
}

/// On arguments: what `tssa validate` draws for them.
static constexpr StringLiteral kTestInputAttr = "tssa.test";

Operation *TSSADialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult TSSADialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if ((name == kFunctionalAttr || name == kStageAttr) &&
      !isa<FunctionOpInterface>(op))
    return op->emitOpError("expected '")
           << name << "' to be on a function but got '" << op->getName() << "'";
  if (name == kDispatchesAttr) {
    SmallVector<Attribute> bodies = {attribute.getValue()};
    if (auto several = dyn_cast<ArrayAttr>(attribute.getValue()))
      bodies.assign(several.begin(), several.end());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || !llvm::all_of(bodies, llvm::IsaPred<FlatSymbolRefAttr>) ||
        llvm::is_contained(bodies, FlatSymbolRefAttr::get(op->getContext(),
                                                          function.getName())))
      return op->emitOpError("expected '")
             << name << "' to name other functions but got "
             << attribute.getValue();
  }
  if (name == kMustInPlaceAttr && !isa<MutationOpInterface, view::AssignOp>(op))
    return op->emitOpError("expected '")
           << name << "' to be on an op that writes but got '" << op->getName()
           << "'";
  return success();
}

LogicalResult TSSADialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kTestInputAttr)
    return success();
  // A misspelled promise would be none.
  // Only who has tested the argument can say so.
  if (name == kWholeAttr && !op->hasAttr(kBodyOfAttr))
    return op->emitOpError("expected '")
           << name
           << "' on an argument of a body that is called behind a test "
              "('"
           << kBodyOfAttr << "')";
  if (name != kNoAliasAttr && name != kReadsAttr && name != kWritesAttr &&
      name != kWholeAttr)
    return op->emitOpError("expected 'tssa.noalias', 'tssa.reads', "
                           "'tssa.writes' or 'tssa.test' on an argument but "
                           "got '")
           << name << "'";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to have no value but got " << attribute.getValue();
  // A function without a body has no block arguments.
  auto function = dyn_cast<FunctionOpInterface>(op);
  Type type = function
                  ? function.getArgumentTypes()[argIndex]
                  : op->getRegion(regionIndex).getArgument(argIndex).getType();
  if (!isa<RefType, BaseMemRefType>(type))
    return op->emitOpError("expected the argument with '")
           << name << "' to be a ref but got " << type;
  return success();
}

/// `tssa.returns_alias = N`, on a result of a declaration.
static LogicalResult verifyReturnsAlias(FunctionOpInterface function,
                                        unsigned number, Attribute value) {
  auto alias = dyn_cast<IntegerAttr>(value);
  if (!alias || !alias.getType().isInteger(64))
    return function.emitOpError("expected '")
           << kReturnsAliasAttr << "' to be an i64 but got " << value;
  int64_t argument = alias.getInt(), count = function.getNumArguments();
  if (argument < 0 || argument >= count)
    return function.emitOpError("expected '")
           << kReturnsAliasAttr << "' to be the number of one of " << count
           << " arguments but got " << argument;
  if (!isa<RefType, BaseMemRefType>(function.getArgumentTypes()[argument]))
    return function.emitOpError("expected argument ")
           << argument << ", which result " << number << " is by '"
           << kReturnsAliasAttr << "', to be a ref but got "
           << function.getArgumentTypes()[argument];
  if (function.getResultAttr(number, kFreshAttr))
    return function.emitOpError("expected result ")
           << number << " to have one of '" << kFreshAttr << "' and '"
           << kReturnsAliasAttr << "' but got both";
  return success();
}

LogicalResult
TSSADialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                         unsigned resultIndex,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name != kFreshAttr && name != kReturnsAliasAttr && name != kAliasAttr &&
      name != kChoiceAttr)
    return op->emitOpError("expected 'tssa.fresh' or 'tssa.returns_alias' on a "
                           "result but got '")
           << name << "'";
  if (name == kFreshAttr && !isa<UnitAttr>(attribute.getValue()))
    return op->emitOpError("expected '")
           << name << "' to have no value but got " << attribute.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  if (!function.isExternal())
    return name == kReturnsAliasAttr ? op->emitOpError("expected '")
                                           << name
                                           << "' on a function without a body"
                                     : success();
  // What is promised of a function of the host.
  Type type = function.getResultTypes()[resultIndex];
  if (!isa<RefType, BaseMemRefType>(type))
    return op->emitOpError("expected the result with '")
           << name << "' to be a ref but got " << type;
  return name == kReturnsAliasAttr
             ? verifyReturnsAlias(function, resultIndex, attribute.getValue())
             : success();
}

//===----------------------------------------------------------------------===//
// RefType
//===----------------------------------------------------------------------===//

Type RefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  StridedLayoutAttr layout;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(layout))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<RefType>(loc, parser.getContext(), shape,
                                    elementType, layout);
}

void RefType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  if (!getShape().empty())
    printer << "x";
  printer << getElementType();
  if (getLayout())
    printer << ", " << getLayout();
  printer << ">";
}

LogicalResult RefType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<int64_t> shape, Type elementType,
                              StridedLayoutAttr layout) {
  for (int64_t size : shape)
    if (size < 0 && !ShapedType::isDynamic(size))
      return emitError() << "expected sizes to be at least 0 but got " << size;
  if (!elementType.isIntOrFloat() && !isa<ComplexType>(elementType))
    return emitError() << "expected the element type to be a number but got "
                       << elementType;
  if (layout && layout.getStrides().size() != shape.size())
    return emitError() << "expected the layout to have " << shape.size()
                       << " strides but got " << layout.getStrides().size();
  return success();
}

RankedTensorType RefType::getTensorType() const {
  return RankedTensorType::get(getShape(), getElementType());
}

ShapedType RefType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                              Type elementType) const {
  if (!shape)
    return RefType::get(getContext(), getShape(), elementType, getLayout());
  return RefType::get(*shape, elementType);
}

LogicalResult ListType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type elementType) {
  if (isa<RefType, AnyRefElementType, ListType>(elementType) ||
      elementType.isInteger(64) || elementType.isInteger(1) ||
      elementType.isF64() || elementType.isIndex())
    return success();
  return emitError() << "expected the elements to be refs, i64, f64, i1, index "
                        "or lists but got "
                     << elementType;
}
