// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-lower-checks`: errors as control flow. A failing check records its site
// and returns; memory that the call still holds is the host's to sweep, so the
// error exit has nothing to free. Blocks are split from the end of a function
// to its start, so that each op moves once.

#include "CheckLowering.h"
#include "ErrorSites.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_LOWERCHECKSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// What a check says
//===----------------------------------------------------------------------===//

namespace {
/// A check as arithmetic: its condition, what its result is where it holds, and
/// the error where it does not.
struct CheckParts {
  Value holds;
  Value result;
  int32_t status;
  std::string op;
  std::string message;
  SmallVector<Value> values;
};
} // namespace

static bool isCheck(Operation *op) {
  return isa<CheckIndexOp, CheckBroadcastOp, CheckEqualOp, CheckNonzeroOp,
             CheckOp, RaiseOp>(op);
}

static CheckParts buildCheck(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  CheckParts parts;
  parts.op = op->getName().getStringRef();
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs,
                     Value rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (auto check = dyn_cast<CheckIndexOp>(op)) {
    Value index = check.getIndex(), size = check.getSize();
    Value zero = constant(0);
    Value low = arith::SubIOp::create(builder, loc, zero, size);
    Value fromEnd = arith::AddIOp::create(builder, loc, index, size);
    Value negative = compare(arith::CmpIPredicate::slt, index, zero);
    parts.result =
        arith::SelectOp::create(builder, loc, negative, fromEnd, index);
    parts.holds = arith::AndIOp::create(
        builder, loc, compare(arith::CmpIPredicate::sge, index, low),
        compare(arith::CmpIPredicate::slt, index, size));
    parts.status = TSSA_CHECK_INDEX_STATUS;
    parts.message = TSSA_CHECK_INDEX_MESSAGE;
    parts.values = {low, size, index};
  } else if (auto check = dyn_cast<CheckBroadcastOp>(op)) {
    Value lhs = check.getLhs(), rhs = check.getRhs(), one = constant(1);
    Value leftOne = compare(arith::CmpIPredicate::eq, lhs, one);
    Value rightOne = compare(arith::CmpIPredicate::eq, rhs, one);
    Value equal = compare(arith::CmpIPredicate::eq, lhs, rhs);
    parts.result = arith::SelectOp::create(builder, loc, leftOne, rhs, lhs);
    parts.holds = arith::OrIOp::create(
        builder, loc, equal,
        arith::OrIOp::create(builder, loc, leftOne, rightOne));
    parts.status = TSSA_CHECK_BROADCAST_STATUS;
    parts.message = TSSA_CHECK_BROADCAST_MESSAGE;
    parts.values = {lhs, rhs};
  } else if (auto check = dyn_cast<CheckEqualOp>(op)) {
    Value lhs = check.getLhs(), rhs = check.getRhs();
    parts.result = lhs;
    parts.holds = compare(arith::CmpIPredicate::eq, lhs, rhs);
    parts.status = TSSA_CHECK_EQUAL_STATUS;
    parts.message = TSSA_CHECK_EQUAL_MESSAGE_BEFORE +
                    escapeMessage(check.getWhat()) +
                    TSSA_CHECK_EQUAL_MESSAGE_AFTER;
    parts.values = {lhs, rhs};
  } else if (auto check = dyn_cast<CheckNonzeroOp>(op)) {
    Value value = check.getValue();
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(value.getType()));
    parts.result = value;
    if (isa<FloatType>(value.getType()))
      parts.holds = arith::CmpFOp::create(
          builder, loc, arith::CmpFPredicate::UNE, value, zero);
    else
      parts.holds = compare(arith::CmpIPredicate::ne, value, zero);
    parts.status = TSSA_CHECK_NONZERO_STATUS;
    parts.message = TSSA_CHECK_NONZERO_MESSAGE;
  } else if (auto check = dyn_cast<CheckOp>(op)) {
    parts.holds = check.getCondition();
    parts.status = TSSA_CHECK_STATUS;
    parts.message = check.getMessage();
    parts.values = llvm::to_vector(check.getValues());
    if (check.getOrigin())
      parts.op = *check.getOrigin();
    if (check.getStatus())
      parts.status = *check.getStatus();
  } else {
    auto raise = cast<RaiseOp>(op);
    parts.holds =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    parts.status = TSSA_RAISE_STATUS;
    parts.message = raise.getMessage();
    parts.values = llvm::to_vector(raise.getValues());
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
class CheckLowering {
public:
  explicit CheckLowering(ModuleOp module)
      : module(module), builder(module.getContext()), sites(module),
        converter(module.getContext()) {
    pointer = LLVM::LLVMPointerType::get(module.getContext());
  }

  LogicalResult run();

private:
  void findRecursive();
  void findFailing();
  void insertStackCheck(func::FuncOp function);
  void addContext(func::FuncOp function);
  LogicalResult lowerFunction(func::FuncOp function);
  void lowerCheck(Operation *op);
  LogicalResult lowerAlloc(memref::AllocOp op);
  void lowerDealloc(memref::DeallocOp op);
  void lowerStorageSize(StorageSizeOp op);
  void lowerAddress(BufferAddressOp op);
  void lowerBufferAt(BufferAtOp op);
  Value getStorage(Location loc, Value buffer);
  void lowerCall(func::CallOp op);

  bool isRuntime(func::FuncOp function) {
    return function && function->hasAttr(kRuntimeAttr);
  }
  LLVM::LLVMFuncOp getRuntimeFunction(StringRef name, Type result,
                                      ArrayRef<Type> arguments);
  Value callRuntime(Location loc, StringRef name, Type result,
                    ValueRange arguments);
  Value toI64(Location loc, Value value);
  Value buildBytes(memref::AllocOp op);

  /// Ends the block before `op`: goes on with `op` where `holds`, otherwise to
  /// `failed`.
  void branch(Operation *op, Value holds, Block *failed, Block *rest);
  /// Moves `op` and what follows to a block of its own; the builder is left at
  /// the end of the one before.
  Block *splitBefore(Operation *op);
  Block *getExit();

  ModuleOp module;
  OpBuilder builder;
  ErrorSites sites;
  LLVMTypeConverter converter;
  Type pointer;
  SymbolTable *symbols = nullptr;
  DenseSet<Operation *> recursive, failing;
  // Of the function that is being lowered.
  Value context;
  Block *exit = nullptr;
};
} // namespace

LLVM::LLVMFuncOp CheckLowering::getRuntimeFunction(StringRef name, Type result,
                                                   ArrayRef<Type> arguments) {
  if (Operation *found = symbols->lookup(name))
    return cast<LLVM::LLVMFuncOp>(found);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                               LLVM::LLVMFunctionType::get(result, arguments));
  function.setNoUnwind(true);
  if (name == "tssa_rt_alloc")
    function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                           builder.getUnitAttr());
  if (name == "tssa_rt_fail")
    function.setPassthroughAttr(
        builder.getArrayAttr(builder.getStringAttr("cold")));
  symbols->insert(function);
  return function;
}

Value CheckLowering::callRuntime(Location loc, StringRef name, Type result,
                                 ValueRange arguments) {
  LLVM::LLVMFuncOp function =
      getRuntimeFunction(name, result, llvm::to_vector(arguments.getTypes()));
  auto call = LLVM::CallOp::create(builder, loc, function, arguments);
  return call.getNumResults() ? call.getResult() : Value();
}

Value CheckLowering::toI64(Location loc, Value value) {
  if (!value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
}

Block *CheckLowering::splitBefore(Operation *op) {
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(op);
  builder.setInsertionPointToEnd(block);
  return rest;
}

void CheckLowering::branch(Operation *op, Value holds, Block *failed,
                           Block *rest) {
  auto branch = cf::CondBranchOp::create(builder, op->getLoc(), holds, rest,
                                         ValueRange(), failed, ValueRange());
  branch.setBranchWeightsAttr(builder.getDenseI32ArrayAttr({1 << 20, 1}));
}

Block *CheckLowering::getExit() {
  if (exit)
    return exit;
  OpBuilder::InsertionGuard guard(builder);
  auto function = cast<func::FuncOp>(context.getParentBlock()->getParentOp());
  exit = builder.createBlock(&function.getBody(), function.getBody().end());
  SmallVector<Value> results;
  for (Type type : function.getResultTypes())
    results.push_back(ub::PoisonOp::create(builder, function.getLoc(), type));
  func::ReturnOp::create(builder, function.getLoc(), results);
  return exit;
}

void CheckLowering::lowerCheck(Operation *op) {
  Location loc = op->getLoc();
  Block *leave = getExit();
  Block *rest = splitBefore(op);
  CheckParts parts = buildCheck(builder, op);
  Block *failed;
  {
    OpBuilder::InsertionGuard guard(builder);
    failed = builder.createBlock(leave);
    LLVM::GlobalOp site =
        sites.create(loc, parts.status, parts.op, parts.message);
    SmallVector<Value> arguments = {
        context, LLVM::AddressOfOp::create(builder, loc, site)};
    for (Value value : parts.values)
      arguments.push_back(toI64(loc, value));
    while (arguments.size() < 6)
      arguments.push_back(
          LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 0));
    callRuntime(loc, "tssa_rt_fail",
                LLVM::LLVMVoidType::get(builder.getContext()), arguments);
    cf::BranchOp::create(builder, loc, leave);
  }
  branch(op, parts.holds, failed, rest);
  if (op->getNumResults())
    op->getResult(0).replaceAllUsesWith(parts.result);
  op->erase();
}

/// The size in bytes, INT64_MAX where it does not fit, which no allocation
/// satisfies.
Value CheckLowering::buildBytes(memref::AllocOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  int64_t fixed = getItemSize(type.getElementType());
  bool overflow = false;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      overflow |= llvm::MulOverflow(fixed, size, fixed);
  Value bytes = constant(overflow ? INT64_MAX : fixed);
  for (Value size : op.getDynamicSizes()) {
    auto product = LLVM::SMulWithOverflowOp::create(
        builder, loc,
        LLVM::LLVMStructType::getLiteral(
            builder.getContext(), {builder.getI64Type(), builder.getI1Type()}),
        bytes, toI64(loc, size));
    Value value = LLVM::ExtractValueOp::create(builder, loc, product, 0);
    Value overflows = LLVM::ExtractValueOp::create(builder, loc, product, 1);
    bytes = arith::SelectOp::create(builder, loc, overflows,
                                    constant(INT64_MAX), value);
  }
  return bytes;
}

LogicalResult CheckLowering::lowerAlloc(memref::AllocOp op) {
  MemRefType type = op.getType();
  if (!type.getLayout().isIdentity())
    return op.emitOpError("expected a row-major buffer to allocate but got ")
           << type;
  Location loc = op.getLoc();
  Block *leave = getExit();
  Block *rest = splitBefore(op);
  Value bytes = buildBytes(op);
  Value memory = callRuntime(loc, "tssa_rt_alloc", pointer, {context, bytes});
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);
  Value got =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, memory, null);
  branch(op, got, leave, rest);

  builder.setInsertionPoint(op);
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, memory);
  descriptor.setAlignedPtr(builder, loc, memory);
  descriptor.setConstantOffset(builder, loc, 0);
  Value stride =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
  auto dynamicSizes = op.getDynamicSizes();
  for (int64_t i = type.getRank(); i-- > 0;) {
    Value size;
    if (type.isDynamicDim(i)) {
      size = toI64(loc, dynamicSizes.back());
      dynamicSizes = dynamicSizes.drop_back();
    } else {
      size = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                      type.getDimSize(i));
    }
    descriptor.setSize(builder, loc, i, size);
    descriptor.setStride(builder, loc, i, stride);
    if (i)
      stride = arith::MulIOp::create(builder, loc, stride, size);
  }
  auto buffer =
      UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor));
  op.getResult().replaceAllUsesWith(buffer.getResult(0));
  op->erase();
  return success();
}

/// The address that identifies the storage of a buffer.
Value CheckLowering::getStorage(Location loc, Value buffer) {
  auto cast = UnrealizedConversionCastOp::create(
      builder, loc, converter.convertType(buffer.getType()), buffer);
  return MemRefDescriptor(cast.getResult(0)).allocatedPtr(builder, loc);
}

void CheckLowering::lowerDealloc(memref::DeallocOp op) {
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value memory = getStorage(loc, op.getMemref());
  callRuntime(loc, "tssa_rt_free",
              LLVM::LLVMVoidType::get(builder.getContext()), {context, memory});
  op->erase();
}

void CheckLowering::lowerStorageSize(StorageSizeOp op) {
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  auto type = cast<MemRefType>(op.getSource().getType());
  Value bytes = callRuntime(loc, "tssa_rt_storage_bytes", builder.getI64Type(),
                            {context, getStorage(loc, op.getSource())});
  Value itemSize = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                            getItemSize(type.getElementType()));
  Value count = LLVM::UDivOp::create(builder, loc, bytes, itemSize);
  op.getResult().replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), count));
  op->erase();
}

void CheckLowering::lowerAddress(BufferAddressOp op) {
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                           getStorage(loc, op.getSource()));
  op.getResult().replaceAllUsesWith(arith::IndexCastOp::create(
      builder, loc, builder.getIndexType(), address));
  op->erase();
}

void CheckLowering::lowerBufferAt(BufferAtOp op) {
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Type type = op.getResult().getType();
  Value memory = LLVM::IntToPtrOp::create(builder, loc, pointer,
                                          toI64(loc, op.getAddress()));
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, memory);
  descriptor.setAlignedPtr(builder, loc, memory);
  descriptor.setConstantOffset(builder, loc, 0);
  auto buffer =
      UnrealizedConversionCastOp::create(builder, loc, type, Value(descriptor));
  op.getResult().replaceAllUsesWith(buffer.getResult(0));
  op->erase();
}

void CheckLowering::lowerCall(func::CallOp op) {
  auto callee = symbols->lookup<func::FuncOp>(op.getCallee());
  if (isRuntime(callee))
    return;
  op->insertOperands(0, context);
  if (callee && !failing.contains(callee))
    return;
  Location loc = op.getLoc();
  Block *leave = getExit();
  Block *rest = splitBefore(op->getNextNode());
  Value failed =
      callRuntime(loc, "tssa_rt_failed", builder.getI64Type(), context);
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 0);
  Value fine =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, failed, zero);
  branch(op, fine, leave, rest);
}

/// Which functions may leave through an error exit.
/// Functions that may be called again before they return.
void CheckLowering::findRecursive() {
  const CallGraph graph(module);
  for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      for (const CallGraphNode *node : *it)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
}

/// An error instead of the end of the stack, and with it of the process.
void CheckLowering::insertStackCheck(func::FuncOp function) {
  Location loc = function.getLoc();
  builder.setInsertionPointToStart(&function.front());
  Value left =
      callRuntime(loc, "tssa_rt_stack_left", builder.getI64Type(), {context});
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  createCheckFor(
      builder, function,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, left, zero),
      TSSA_STATUS_OUT_OF_MEMORY,
      "expected the calls to end before the stack does", {});
}

void CheckLowering::findFailing() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (func::FuncOp function : module.getOps<func::FuncOp>()) {
      if (failing.contains(function) || isRuntime(function))
        continue;
      WalkResult result = function.walk([&](Operation *op) {
        bool fails = isCheck(op) || isa<memref::AllocOp>(op);
        if (auto call = dyn_cast<func::CallOp>(op)) {
          auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
          fails = failing.contains(callee);
        }
        return fails ? WalkResult::interrupt() : WalkResult::advance();
      });
      if (result.wasInterrupted() || function.isDeclaration() ||
          recursive.contains(function)) {
        failing.insert(function);
        changed = true;
      }
    }
  }
}

/// `tssa`'s attributes mean nothing below.
static DictionaryAttr withoutOurs(DictionaryAttr attributes) {
  SmallVector<NamedAttribute> kept;
  for (NamedAttribute attribute : attributes)
    if (attribute.getName().strref().split('.').first != "tssa")
      kept.push_back(attribute);
  return DictionaryAttr::get(attributes.getContext(), kept);
}

void CheckLowering::addContext(func::FuncOp function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, withoutOurs(attributes));
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, withoutOurs(attributes));
  for (StringRef name : {kFunctionalAttr, kPartialAttr, kStageAttr})
    function->removeAttr(name);
  if (isRuntime(function)) {
    function->removeAttr(kRuntimeAttr);
    return;
  }
  (void)function.insertArgument(0, pointer, {}, function.getLoc());
  if (function.isDeclaration())
    return;
  if (function.isPublic())
    function->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  else
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
}

LogicalResult CheckLowering::lowerFunction(func::FuncOp function) {
  context = function.getArgument(0);
  exit = nullptr;
  if (recursive.contains(function))
    insertStackCheck(function);
  SmallVector<Operation *> ops;
  WalkResult result = function.walk([&](Operation *op) {
    if (!isCheck(op) && !isa<memref::AllocOp, memref::DeallocOp, StorageSizeOp,
                             BufferAddressOp, BufferAtOp, func::CallOp>(op))
      return WalkResult::advance();
    if (op->getParentOp() != function) {
      op->emitOpError("expected to be in a block of its function but got ")
          << "'" << op->getParentOp()->getName() << "' around it";
      return WalkResult::interrupt();
    }
    ops.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (Operation *op : llvm::reverse(ops)) {
    if (isCheck(op))
      lowerCheck(op);
    else if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      if (failed(lowerAlloc(alloc)))
        return failure();
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
      lowerDealloc(dealloc);
    else if (auto size = dyn_cast<StorageSizeOp>(op))
      lowerStorageSize(size);
    else if (auto address = dyn_cast<BufferAddressOp>(op))
      lowerAddress(address);
    else if (auto buffer = dyn_cast<BufferAtOp>(op))
      lowerBufferAt(buffer);
    else
      lowerCall(cast<func::CallOp>(op));
  }
  return success();
}

LogicalResult CheckLowering::run() {
  SymbolTable table(module);
  symbols = &table;
  findRecursive();
  findFailing();
  SmallVector<func::FuncOp> functions =
      llvm::to_vector(module.getOps<func::FuncOp>());
  SmallVector<func::FuncOp> bodies;
  for (func::FuncOp function : functions) {
    // A callee is known as one of the runtime's until all calls are lowered.
    if (!isRuntime(function))
      addContext(function);
    if (!function.isDeclaration())
      bodies.push_back(function);
  }
  for (func::FuncOp function : bodies)
    if (failed(lowerFunction(function)))
      return failure();
  for (func::FuncOp function : functions)
    if (isRuntime(function))
      addContext(function);
  return success();
}

namespace {
struct LowerChecksPass
    : public tssa::impl::LowerChecksPassBase<LowerChecksPass> {
  void runOnOperation() override {
    if (failed(CheckLowering(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
