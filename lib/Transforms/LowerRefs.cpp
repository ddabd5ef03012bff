// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-lower-refs`: the plain imperative meaning of a program. Refs become
// strided buffers in place: every type of ref has one type of buffer, so
// whatever carries a ref (loops, branches, calls, selects) carries the buffer
// instead, and only the ops that make or use refs are rewritten.

#include "CheckLowering.h"
#include "ExpandMutations.h"
#include "KeptBuffers.h"
#include "ListLowering.h"
#include "MergedRefs.h"
#include "RefSnapshots.h"
#include "StorageGrowth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "tensorssa/Transforms/Buffers.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_LOWERREFSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// A `view.of`, or another dialect's op that gives an alias, as it was before
/// the types changed.
struct Alias {
  Alias(Operation *op, view::ViewKindInterface kind, Value source,
        ValueRange operands)
      : op(op), kind(kind), source(findOperand(source)) {
    for (Value operand : operands)
      this->operands.push_back(findOperand(operand));
  }

  /// Values change while ops are lowered; operands follow.
  OpOperand *findOperand(Value value) {
    return llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
      return operand.get() == value;
    });
  }

  Operation *op;
  view::ViewKindInterface kind;
  OpOperand *source;
  SmallVector<OpOperand *> operands;
};

class RefLowering {
public:
  explicit RefLowering(ModuleOp module)
      : module(module), builder(module.getContext()), sites(module) {}

  LogicalResult run();

private:
  LogicalResult collect();
  LogicalResult collectOp(Operation *op);
  void convertTypes();
  LogicalResult lowerAlias(const Alias &alias);
  LogicalResult lowerOp(Operation *op);
  LogicalResult lowerAlloc(Operation *op);
  void lowerRead(Operation *op);
  void lowerCast(UnrealizedConversionCastOp op);
  LogicalResult lowerAccess(view::AccessOp op);
  LogicalResult lowerAssign(view::AssignOp op);
  Value createCopy(Location loc, Value buffer);
  Value getAccessed(Operation *op, Value buffer);
  SmallVector<Value> getAccessed(Operation *op) {
    return llvm::map_to_vector(op->getOperands(), [&](Value buffer) {
      return getAccessed(op, buffer);
    });
  }
  LogicalResult lowerHostCall(func::CallOp call, func::FuncOp callee);
  LogicalResult lowerCall(func::CallOp call);
  void lowerReturn(func::ReturnOp op);
  void lowerBoundary(func::FuncOp function);

  ModuleOp module;
  OpBuilder builder;
  ErrorSites sites;
  SmallVector<Operation *> ops;
  DenseMap<Operation *, unsigned> aliasOf;
  SmallVector<Alias> aliases;
  DenseSet<Operation *> snapshots;
  /// Tensors that calls of functions with a body gave.
  DenseSet<Operation *> ownResults;
  /// Functions of the host, and which of their results are refs whose types
  /// have a layout.
  llvm::MapVector<func::FuncOp, llvm::BitVector> resultsWithLayout;
  /// Functions in which storages may move.
  DenseSet<Operation *> growing;
};

} // namespace

static bool changesAtBoundary(Type type) {
  return isa<RefType, ListType, RankedTensorType>(type);
}

static bool holdRefs(TypeRange types) {
  return llvm::any_of(types, llvm::IsaPred<RefType, ListType>);
}

/// What values of a type become inside functions.
static Type convertType(Type type) {
  if (auto ref = dyn_cast<RefType>(type))
    return getBufferType(ref);
  if (isa<ListType>(type))
    return getListPointerType(type.getContext());
  return type;
}

//===----------------------------------------------------------------------===//
// Before the types change
//===----------------------------------------------------------------------===//

LogicalResult RefLowering::collectOp(Operation *op) {
  bool takesRef =
      holdRefs(op->getOperandTypes()) || holdRefs(op->getResultTypes());
  if (auto view = dyn_cast<view::OfOp>(op)) {
    aliasOf[op] = aliases.size();
    aliases.emplace_back(op, view.getKind(), view.getSource(),
                         op->getOperands().drop_front());
  } else if (auto alias = dyn_cast<AliasOpInterface>(op)) {
    aliasOf[op] = aliases.size();
    aliases.emplace_back(op, alias.getAliasKind(), alias.getAliasedRef(),
                         alias.getAliasOperands());
  } else if (isa<CurrentOp, UpdateOp>(op)) {
    return op->emitOpError("cannot be lowered between the stages of "
                           "functionalization; run tssa-functionalize whole");
  } else if (auto read = dyn_cast<ReadOp>(op)) {
    if (needsSnapshot(read))
      snapshots.insert(op);
  } else if (isa<AllocOp, WriteOp, DimOp, DisjointOp, IsWholeOp, GrowStorageOp,
                 MaterializeResultOp, CheckOverlapOp, CheckViewOp,
                 UnrealizedConversionCastOp, func::CallOp, func::ReturnOp>(
                 op)) {
    // Lowered by its kind.
  } else if (isListOp(op) || isa<view::AccessOp, view::AssignOp>(op)) {
    // Likewise.
  } else if (takesRef &&
             !isa<arith::SelectOp, ub::PoisonOp, BranchOpInterface,
                  RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(
                 op)) {
    return op->emitOpError(
        "cannot be lowered: it takes or gives refs or lists but "
        "implements neither AliasOpInterface nor "
        "MutationOpInterface");
  } else {
    return success();
  }
  ops.push_back(op);
  return success();
}

LogicalResult RefLowering::collect() {
  WalkResult result = module.walk([&](Operation *op) {
    return failed(collectOp(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void RefLowering::convertTypes() {
  auto convert = [](Value value) {
    value.setType(convertType(value.getType()));
  };
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), convert);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), convert);
  });
}

//===----------------------------------------------------------------------===//
// Ops, after the types have changed
//===----------------------------------------------------------------------===//

static InFlightDiagnostic emitNoView(Operation *op, Attribute kind, Type type) {
  return op->emitOpError("cannot be lowered: ")
         << kind << " of " << type << " is not known to be a strided view";
}

LogicalResult RefLowering::lowerAlias(const Alias &alias) {
  builder.setInsertionPoint(alias.op);
  Value source = alias.source->get();
  SmallVector<Value> operands = llvm::map_to_vector(
      alias.operands, [](OpOperand *operand) { return operand->get(); });
  FailureOr<Value> result =
      buildBufferView(builder, alias.op->getLoc(), alias.kind, source, operands,
                      cast<MemRefType>(alias.op->getResult(0).getType()));
  if (failed(result))
    return emitNoView(alias.op, alias.kind, source.getType());
  alias.op->getResult(0).replaceAllUsesWith(*result);
  alias.op->erase();
  return success();
}

/// The buffer of a tensor that is only read.
static Value getReadOnlyBuffer(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return bufferization::ToBufferOp::create(
      builder, loc, getDynamicBufferType(type), tensor, /*read_only=*/true);
}

LogicalResult RefLowering::lowerAlloc(Operation *op) {
  builder.setInsertionPoint(op);
  auto type = cast<MemRefType>(op->getResult(0).getType());
  Value value = getReadOnlyBuffer(builder, op->getLoc(), op->getOperand(0));
  FailureOr<Value> buffer = allocateBuffer(builder, op->getLoc(), value, type);
  if (failed(buffer))
    return op->emitOpError("cannot be lowered: expected the layout of a fresh "
                           "storage to be static or row-major but got ")
           << type.getLayout();
  memref::CopyOp::create(builder, op->getLoc(), value, *buffer);
  op->getResult(0).replaceAllUsesWith(*buffer);
  op->erase();
  return success();
}

/// A row-major buffer of its own with the elements of `buffer`.
Value RefLowering::createCopy(Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  Value copy = *allocateBuffer(builder, loc, buffer, plain);
  memref::CopyOp::create(builder, loc, buffer, copy);
  return copy;
}

/// What `op` reads, writes or compares of the buffer of a ref.
Value RefLowering::getAccessed(Operation *op, Value buffer) {
  return growing.contains(op->getParentOfType<func::FuncOp>())
             ? getMovedBuffer(builder, op, buffer)
             : buffer;
}

void RefLowering::lowerRead(Operation *op) {
  builder.setInsertionPoint(op);
  Value buffer = getAccessed(op, op->getOperand(0));
  bool copy = snapshots.contains(op);
  if (copy)
    buffer = createCopy(op->getLoc(), buffer);
  Value tensor = bufferization::ToTensorOp::create(
      builder, op->getLoc(), op->getResult(0).getType(), buffer,
      /*restrict=*/true, /*writable=*/copy);
  op->getResult(0).replaceAllUsesWith(tensor);
  op->erase();
}

/// The first member of a chain that is no view even of a row-major buffer (a
/// reshape of a permutation), and the rest; null where there is no such split.
static std::pair<view::ViewKindInterface, view::ViewKindInterface>
splitPath(view::ViewKindInterface kind, view::ViewShape shape) {
  auto path = dyn_cast<view::PathAttr>(kind);
  if (!path || namesStorage(kind) ||
      kind.isViewable(shape,
                      view::StridedLayoutInfo::rowMajor(shape.getRank())))
    return {};
  ArrayRef<view::ViewKindInterface> kinds = path.getKinds();
  return {kinds.front(),
          view::PathAttr::chain(kind.getContext(), kinds.drop_front())};
}

/// A part of a value is copied, since the value may be a storage that is
/// written to later. Every single kind is a view of a row-major buffer; a chain
/// that is none is taken member by member, each of a copy of the one before.
LogicalResult RefLowering::lowerAccess(view::AccessOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  view::ViewShape shape(cast<ShapedType>(op.getSource().getType()));
  if (auto [first, rest] = splitPath(op.getKind(), shape); first) {
    unsigned count = first.getNumOperands();
    auto outer = view::AccessOp::create(builder, loc, first, op.getSource(),
                                        op.getIndices().take_front(count));
    auto inner =
        view::AccessOp::create(builder, loc, type, rest, outer.getResult(),
                               op.getIndices().drop_front(count));
    op.getResult().replaceAllUsesWith(inner.getResult());
    op.erase();
    if (failed(lowerAccess(outer)))
      return failure();
    return lowerAccess(inner);
  }
  Value source = getReadOnlyBuffer(builder, loc, op.getSource());
  if (namesStorage(op.getKind()) ||
      !op.getKind().isViewable(
          shape, view::StridedLayoutInfo::unknown(shape.getRank())))
    source = createCopy(loc, source);
  FailureOr<Value> part = buildBufferView(builder, loc, op.getKind(), source,
                                          op.getIndices(), type);
  if (succeeded(part))
    part = createCopy(loc, *part);
  else
    part = loadByIndexMap(builder, loc, op.getKind(), source, op.getIndices(),
                          type);
  if (failed(part))
    return emitNoView(op, op.getKind(), op.getSource().getType());
  Value tensor = bufferization::ToTensorOp::create(builder, loc, type, *part,
                                                   /*restrict=*/true,
                                                   /*writable=*/true);
  op.getResult().replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

LogicalResult RefLowering::lowerAssign(view::AssignOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  view::ViewShape shape(cast<ShapedType>(op.getDest().getType()));
  if (auto [first, rest] = splitPath(op.getKind(), shape); first) {
    // What a repeated element would end up holding is not the new value.
    if (first.getInjectivity(shape) != view::Injectivity::Yes)
      return emitNoView(op, op.getKind(), op.getDest().getType());
    unsigned count = first.getNumOperands();
    ValueRange outerIndices = op.getIndices().take_front(count);
    auto part =
        view::AccessOp::create(builder, loc, first, op.getDest(), outerIndices);
    auto inner = view::AssignOp::create(
        builder, loc, part.getResult().getType(), rest, op.getValue(),
        part.getResult(), op.getIndices().drop_front(count));
    auto outer =
        view::AssignOp::create(builder, loc, op.getResult().getType(), first,
                               inner.getResult(), op.getDest(), outerIndices);
    op.getResult().replaceAllUsesWith(outer.getResult());
    op.erase();
    if (failed(lowerAccess(part)) || failed(lowerAssign(inner)))
      return failure();
    return lowerAssign(outer);
  }
  Value value = getReadOnlyBuffer(builder, loc, op.getValue());
  Value result = createCopy(loc, getReadOnlyBuffer(builder, loc, op.getDest()));
  FailureOr<Value> part =
      buildBufferView(builder, loc, op.getKind(), result, op.getIndices(),
                      cast<RankedTensorType>(op.getValue().getType()));
  if (succeeded(part))
    memref::CopyOp::create(builder, loc, value, *part);
  else if (failed(storeByIndexMap(builder, loc, op.getKind(), value, result,
                                  op.getIndices())))
    return emitNoView(op, op.getKind(), op.getDest().getType());
  Value tensor = bufferization::ToTensorOp::create(
      builder, loc, op.getResult().getType(), result, /*restrict=*/true,
      /*writable=*/true);
  op.getResult().replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

/// Between a ref and its buffer, as `tssa-place-versions` leaves them where it
/// has placed a version in the storage of an argument or a result.
void RefLowering::lowerCast(UnrealizedConversionCastOp op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return;
  Value buffer = op.getOperand(0);
  auto type = dyn_cast<MemRefType>(op->getResult(0).getType());
  if (!type || !isa<MemRefType>(buffer.getType()))
    return;
  builder.setInsertionPoint(op);
  if (buffer.getType() != type)
    buffer = memref::CastOp::create(builder, op.getLoc(), type, buffer);
  op->getResult(0).replaceAllUsesWith(buffer);
  op->erase();
}

/// The host may keep what it gets and gives, so tensors are copies of their own
/// in both directions.
LogicalResult RefLowering::lowerHostCall(func::CallOp call,
                                         func::FuncOp callee) {
  builder.setInsertionPoint(call);
  Location loc = call.getLoc();
  llvm::BitVector areValues(call->getNumOperands());
  for (OpOperand &operand : call->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    areValues.set(operand.getOperandNumber());
    operand.set(
        createCopy(loc, getReadOnlyBuffer(builder, loc, operand.get())));
  }
  auto types = llvm::map_to_vector(call.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? Type(getDynamicBufferType(tensor)) : type;
  });
  FailureOr<SmallVector<Value>> results =
      tssa::lowerHostCall(builder, sites, call, callee, types, areValues,
                          resultsWithLayout.at(callee));
  if (failed(results))
    return failure();
  for (auto [from, to] : llvm::zip_equal(call.getResults(), *results)) {
    Value value = to;
    if (isa<RankedTensorType>(from.getType()))
      value = bufferization::ToTensorOp::create(
          builder, loc, from.getType(), createCopy(loc, to), /*restrict=*/true,
          /*writable=*/true);
    from.replaceAllUsesWith(value);
  }
  call.erase();
  return success();
}

/// Tensors go in as buffers that the callee only reads and come out as
/// allocations of its own.
LogicalResult RefLowering::lowerCall(func::CallOp call) {
  builder.setInsertionPoint(call);
  Location loc = call.getLoc();
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (callee && callee.isDeclaration() && !callee->hasAttr(kRuntimeAttr))
    return lowerHostCall(call, callee);
  SmallVector<Type> resultTypes;
  for (OpOperand &operand : call->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      operand.set(getReadOnlyBuffer(builder, loc, operand.get()));
  for (Type type : call.getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    resultTypes.push_back(tensor ? getDynamicBufferType(tensor) : type);
  }
  if (TypeRange(resultTypes) == call.getResultTypes())
    return success();
  auto lowered = func::CallOp::create(builder, loc, call.getCalleeAttr(),
                                      resultTypes, call.getOperands());
  SmallVector<int64_t> owned;
  for (auto [from, to] :
       llvm::zip_equal(call.getResults(), lowered.getResults())) {
    Value value = to;
    if (isa<RankedTensorType>(from.getType())) {
      auto tensor = bufferization::ToTensorOp::create(
          builder, loc, from.getType(), to, /*restrict=*/true,
          /*writable=*/true);
      ownResults.insert(tensor);
      owned.push_back(to.getResultNumber());
      value = tensor;
    }
    from.replaceAllUsesWith(value);
  }
  if (!owned.empty())
    lowered->setAttr(kOwnedResultsAttr, builder.getDenseI64ArrayAttr(owned));
  call.erase();
  return success();
}

void RefLowering::lowerReturn(func::ReturnOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    // What a call gives is an allocation of its own already.
    auto given = operand.get().getDefiningOp<bufferization::ToTensorOp>();
    if (given && given->hasOneUse() && ownResults.contains(given)) {
      operand.set(given.getBuffer());
      // Another op may get its address.
      ownResults.erase(given);
      given->erase();
      continue;
    }
    Value value = getReadOnlyBuffer(builder, loc, operand.get());
    Value result =
        *allocateBuffer(builder, loc, value, getDynamicBufferType(type));
    memref::CopyOp::create(builder, loc, value, result);
    operand.set(result);
  }
}

void RefLowering::lowerBoundary(func::FuncOp function) {
  auto convert = [](Type type) -> Type {
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return getDynamicBufferType(tensor);
    return convertType(type);
  };
  FunctionType type = function.getFunctionType();
  if (llvm::none_of(type.getInputs(), changesAtBoundary) &&
      llvm::none_of(type.getResults(), changesAtBoundary))
    return;
  function.setFunctionType(
      builder.getFunctionType(llvm::map_to_vector(type.getInputs(), convert),
                              llvm::map_to_vector(type.getResults(), convert)));
  if (function.isDeclaration())
    return;
  builder.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument argument : function.getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor)
      continue;
    argument.setType(getDynamicBufferType(tensor));
    auto value = bufferization::ToTensorOp::create(
        builder, argument.getLoc(), tensor, argument, /*restrict=*/true);
    argument.replaceAllUsesExcept(value, value);
  }
}

LogicalResult RefLowering::lowerOp(Operation *op) {
  if (auto it = aliasOf.find(op); it != aliasOf.end())
    return lowerAlias(aliases[it->second]);
  if (isa<AllocOp, MaterializeResultOp>(op))
    return lowerAlloc(op);
  if (isListOp(op))
    return lowerListOp(builder, sites, op);
  if (auto access = dyn_cast<view::AccessOp>(op))
    return lowerAccess(access);
  if (auto assign = dyn_cast<view::AssignOp>(op))
    return lowerAssign(assign);
  if (isa<ReadOp>(op)) {
    lowerRead(op);
  } else if (auto call = dyn_cast<func::CallOp>(op)) {
    return lowerCall(call);
  } else if (auto ret = dyn_cast<func::ReturnOp>(op)) {
    lowerReturn(ret);
  } else if (isa<WriteOp>(op)) {
    builder.setInsertionPoint(op);
    Value value = getReadOnlyBuffer(builder, op->getLoc(), op->getOperand(0));
    memref::CopyOp::create(builder, op->getLoc(), value,
                           getAccessed(op, op->getOperand(1)));
    op->erase();
  } else if (isa<GrowStorageOp>(op)) {
    builder.setInsertionPoint(op);
    lowerGrowStorage(builder, sites, op);
  } else if (auto dim = dyn_cast<DimOp>(op)) {
    builder.setInsertionPoint(op);
    Value size = memref::DimOp::create(builder, op->getLoc(), op->getOperand(0),
                                       dim.getDim());
    op->getResult(0).replaceAllUsesWith(size);
    op->erase();
  } else if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    lowerCast(cast);
  } else if (auto disjoint = dyn_cast<DisjointOp>(op)) {
    builder.setInsertionPoint(op);
    disjoint.replaceAllUsesWith(createDisjointTest(
        builder, op, disjoint.getWritten().size(), getAccessed(op)));
    op->erase();
  } else if (auto whole = dyn_cast<IsWholeOp>(op)) {
    builder.setInsertionPoint(op);
    whole.replaceAllUsesWith(createWholeTest(
        builder, op->getLoc(), op->getOperand(0), whole.getReachAttr()));
    op->erase();
  } else if (isa<CheckOverlapOp>(op)) {
    builder.setInsertionPoint(op);
    createOverlapCheck(builder, op, getAccessed(op));
    op->erase();
  } else if (auto check = dyn_cast<CheckViewOp>(op)) {
    auto type = dyn_cast<MemRefType>(op->getOperand(0).getType());
    if (!type)
      return success(); // Of a tensor: left to tssa-expand-checks.
    builder.setInsertionPoint(op);
    Value base;
    view::StridedView source =
        getStridedView(builder, op->getLoc(), op->getOperand(0), base);
    createViewCheck(builder, op, check.getKind(), source, view::ViewShape(type),
                    op->getOperands().drop_front());
    op->erase();
  }
  return success();
}

/// `cse` makes equal empty tensors one. As destinations of many ops that is one
/// value with many writes, whose analysis takes bufferization cubic time.
static void separateEmptyTensors(ModuleOp module) {
  SmallVector<tensor::EmptyOp> empties;
  module.walk([&](tensor::EmptyOp op) {
    if (!op->use_empty() && !op->hasOneUse())
      empties.push_back(op);
  });
  for (tensor::EmptyOp op : empties) {
    auto uses = llvm::make_pointer_range(op->getUses());
    for (OpOperand *use : SmallVector<OpOperand *>(uses)) {
      OpBuilder builder(use->getOwner());
      use->set(builder.clone(*op)->getResult(0));
    }
    op->erase();
  }
}

/// Tensors that blocks pass on are not bufferized; what structured ops pass on
/// is.
static void liftTensorsBetweenBlocks(func::FuncOp function) {
  bool passesTensors =
      function
          .walk([](Block *block) {
            return !block->isEntryBlock() &&
                           llvm::any_of(block->getArgumentTypes(),
                                        llvm::IsaPred<RankedTensorType>)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (!passesTensors)
    return;
  OwningOpRef<func::FuncOp> original = function.clone();
  if (failed(liftControlFlow(function)))
    function.getBody().takeBody(original->getBody());
}

LogicalResult RefLowering::run() {
  for (ModuleOp inner : module.getOps<ModuleOp>())
    if (!inner.getBody()->empty())
      return inner.emitOpError("cannot be lowered inside of a module; lower it "
                               "by itself");
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    liftTensorsBetweenBlocks(function);
  separateEmptyTensors(module);
  if (failed(expandMutations(module)) || failed(collect()))
    return failure();
  growing = findGrowingFunctions(module);
  KeptBuffers kept(module);
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (!function.isDeclaration() || function->hasAttr(kRuntimeAttr))
      continue;
    llvm::BitVector &haveLayout = resultsWithLayout[function];
    for (Type type : function.getResultTypes()) {
      auto ref = dyn_cast<RefType>(type);
      haveLayout.push_back(ref && ref.getLayout());
    }
  }
  convertTypes();
  // Boundaries first: tensors that are arguments are then values of the body.
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    lowerBoundary(function);
  for (Operation *op : ops)
    if (failed(lowerOp(op)))
      return failure();
  // Every call of the host's functions is one of the runtime now.
  for (auto &[function, haveLayout] : resultsWithLayout)
    if (SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
  kept.mark(module);
  return success();
}

namespace {
struct LowerRefsPass : public tssa::impl::LowerRefsPassBase<LowerRefsPass> {
  void runOnOperation() override {
    if (failed(RefLowering(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
