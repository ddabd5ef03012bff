// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-place-versions`: functional SSA to updates in place. What lives where
// is decided by `VersionClasses`; here it is carried out, op by op.

#include "FunctionPlan.h"
#include "PlaceVersionsEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Transforms/Buffers.h"
#include "tensorssa/Transforms/Passes.h"
#include "tensorssa/Transforms/Selects.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_PLACEVERSIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static MemRefType getRowMajorType(ShapedType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

Value VersionEmitter::getMemory(VersionBuffer *buffer) {
  if (buffer->memory)
    return buffer->memory;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = buffer->origin.getLoc();
  switch (buffer->kind) {
  case VersionBuffer::Kind::Argument: {
    builder.setInsertionPointToStart(&func.getBody().front());
    auto ref = cast<RefType>(buffer->origin.getType());
    auto cast = UnrealizedConversionCastOp::create(
        builder, loc, getBufferType(ref), buffer->origin);
    return buffer->memory = cast.getResult(0);
  }
  case VersionBuffer::Kind::Value: {
    builder.setInsertionPointAfterValue(buffer->origin);
    MemRefType type = buffer->origin.getDefiningOp<arith::ConstantOp>()
                          ? getRowMajorType(buffer->type)
                          : getDynamicBufferType(buffer->type);
    auto toBuffer = bufferization::ToBufferOp::create(
        builder, loc, type, buffer->origin, /*read_only=*/true);
    emitted.insert(toBuffer);
    return buffer->memory = toBuffer;
  }
  case VersionBuffer::Kind::Owned: {
    Operation *at = buffer->anchor;
    builder.setInsertionPoint(at);
    SmallVector<Value> dynamicSizes;
    // A type may know less of a size than the ops that lead to it.
    for (auto [size, says] :
         llvm::zip_equal(buffer->sizes, buffer->type.getShape())) {
      if (!ShapedType::isDynamic(says))
        continue;
      if (size.constant) {
        dynamicSizes.push_back(arith::ConstantIndexOp::create(
            builder, at->getLoc(), *size.constant));
        continue;
      }
      if (Value number = replacedNumbers.lookup(size.index))
        size.index = number;
      dynamicSizes.push_back(TensorSizes::build(
          builder, at->getLoc(), size, at,
          [&](OpBuilder &, Location loc, Value value, int64_t dim) {
            return getDim(loc, value, dim);
          }));
    }
    return buffer->memory = memref::AllocOp::create(
               builder, at->getLoc(), getRowMajorType(buffer->type),
               dynamicSizes);
  }
  case VersionBuffer::Kind::Carried:
    break;
  }
  llvm_unreachable("the descriptor is known before it is used");
}

Value VersionEmitter::getMemory(Value value) {
  const Placement *placement = classes.lookup(value);
  if (placement->part.isWhole())
    return getMemory(placement->buffer);
  return views.lookup(value);
}

/// A size of a tensor or ref, as a value at the builder's place.
Value VersionEmitter::getDim(Location loc, Value value, int64_t dim) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
  if (isa<RefType>(type)) {
    Value ref = replacedNumbers.lookup(value);
    return DimOp::create(builder, loc, ref ? ref : value, dim);
  }
  if (auto access = value.getDefiningOp<view::AccessOp>()) {
    SmallVector<OpFoldResult> sourceSizes;
    auto sourceType = cast<RankedTensorType>(access.getSource().getType());
    for (int64_t i = 0; i < sourceType.getRank(); ++i)
      sourceSizes.push_back(getDim(loc, access.getSource(), i));
    SmallVector<OpFoldResult> sizes = access.getKind().buildResultSizes(
        builder, loc, sourceSizes, view::ViewShape(sourceType),
        access.getIndices());
    return getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
  }
  if (auto assign = value.getDefiningOp<view::AssignOp>())
    return getDim(loc, assign.getDest(), dim);
  if (auto read = value.getDefiningOp<ReadOp>())
    return DimOp::create(builder, loc, read.getRef(), dim);
  // Values of control flow are tensors no more.
  Operation *owner = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    owner = argument.getOwner()->getParentOp();
  if (isStructuredControlFlow(owner))
    return memref::DimOp::create(builder, loc, getMemory(value), dim);
  auto op = tensor::DimOp::create(builder, loc, value, dim);
  emitted.insert(op);
  return op;
}

/// The buffer type of a strided view, as much of it static as is known.
static MemRefType getViewType(const view::StridedView &view,
                              RankedTensorType type) {
  auto known = [](OpFoldResult value) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    return constant ? *constant : ShapedType::kDynamic;
  };
  SmallVector<int64_t> strides = llvm::map_to_vector(view.strides, known);
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), known(view.offset), strides));
}

Value VersionEmitter::buildView(Location loc, Value memory,
                                view::StridedLayoutInfo layout,
                                view::ViewKindInterface kind,
                                ValueRange operands, RankedTensorType type) {
  Value base;
  view::StridedView source = getStridedView(builder, loc, memory, base);
  FailureOr<view::StridedView> view = kind.buildStridedView(
      builder, loc, source, view::ViewShape(cast<ShapedType>(memory.getType())),
      layout, operands);
  assert(succeeded(view) && "the analysis asked before");
  return buildBuffer(builder, loc, base, *view, getViewType(*view, type));
}

Value VersionEmitter::allocateLike(Location loc, Value memory) {
  return *allocateBuffer(builder, loc, memory,
                         getRowMajorType(cast<ShapedType>(memory.getType())));
}

Value VersionEmitter::withShape(Location loc, Value memory, ShapedType like) {
  auto type = cast<MemRefType>(memory.getType());
  if (type.getShape() == like.getShape())
    return memory;
  return memref::CastOp::create(
      builder, loc,
      MemRefType::get(like.getShape(), type.getElementType(), type.getLayout()),
      memory);
}

void VersionEmitter::copyMemory(Location loc, Value from, Value to) {
  memref::CopyOp::create(
      builder, loc, withShape(loc, from, cast<ShapedType>(to.getType())), to);
}

/// What `value` is, as a tensor that is only read.
Value VersionEmitter::readTensor(Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto op = bufferization::ToTensorOp::create(
      builder, loc, type, withShape(loc, getMemory(value), type),
      /*restrict=*/true);
  emitted.insert(op);
  return op;
}

void VersionEmitter::copyInto(Location loc, Value value, Value memory) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat()) {
    auto element = arith::ConstantOp::create(
        builder, loc, constant.getSplatValue<TypedAttr>());
    linalg::FillOp::create(builder, loc, ValueRange(element),
                           ValueRange(memory));
    return;
  }
  // There is nothing to copy.
  if (value.getDefiningOp<tensor::EmptyOp>())
    return;
  copyMemory(loc, getMemory(value), memory);
}

//===----------------------------------------------------------------------===//
// Accesses and assigns
//===----------------------------------------------------------------------===//

void VersionEmitter::emitAccess(view::AccessOp op) {
  dead.push_back(op);
  const Placement *placement = classes.lookup(op.getResult());
  if (!placement)
    return;
  if (classes.compacted.contains(op))
    return emitCompaction(op);
  bool copied = classes.copied.contains(op);
  if (!copied && placement->part.isWhole())
    return;
  Value source = getMemory(op.getSource());
  if (!isa<view::AliasAttr>(op.getKind()))
    source =
        buildView(op.getLoc(), source, classes.lookup(op.getSource())->layout,
                  op.getKind(), op.getIndices(), op.getResult().getType());
  if (copied)
    copyMemory(op.getLoc(), source, getMemory(placement->buffer));
  else
    views[op.getResult()] = source;
}

void VersionEmitter::reportUnplaced(Operation *op) {
  op->emitOpError("cannot be placed in memory: its kind maps no elements");
  hasFailed = true;
}

/// The part as memory of its own: the source is laid out anew wherever the next
/// kind of the path is no strided view of it.
void VersionEmitter::emitCompaction(view::AccessOp op) {
  Location loc = op.getLoc();
  Value memory = getMemory(op.getSource());
  view::StridedLayoutInfo layout = classes.lookup(op.getSource())->layout;
  SmallVector<view::ViewKindInterface> kinds = {op.getKind()};
  if (auto path = dyn_cast<view::PathAttr>(op.getKind()))
    kinds.assign(path.getKinds().begin(), path.getKinds().end());
  ValueRange operands = op.getIndices();
  // What names the storage forgets the views before it.
  while (llvm::any_of(ArrayRef(kinds).drop_front(), namesStorage)) {
    operands = operands.drop_front(kinds.front().getNumOperands());
    kinds.erase(kinds.begin());
  }
  bool isOwn = false;
  bool isStart = classes.isStart(*classes.lookup(op.getSource()));
  for (auto [i, kind] : llvm::enumerate(kinds)) {
    view::ViewShape shape(cast<ShapedType>(memory.getType()));
    unsigned count = kind.getNumOperands();
    RankedTensorType type = op.getResult().getType();
    if (i + 1 != kinds.size()) {
      FailureOr<view::ViewShape> next =
          kind.inferResultShape(shape, [&] { return emitError(loc); });
      type = RankedTensorType::get(next->sizes, next->elementType);
    }
    view::StridedLayoutInfo viewLayout = layout;
    auto memoryType = cast<ShapedType>(memory.getType());
    auto rowMajor = view::StridedLayoutInfo::rowMajor(shape.getRank());
    if (!kind.hasStridedView(shape, rowMajor)) {
      FailureOr<Value> part = loadByIndexMap(builder, loc, kind, memory,
                                             operands.take_front(count), type);
      if (failed(part))
        return reportUnplaced(op);
      memory = *part;
      operands = operands.drop_front(count);
      layout = view::StridedLayoutInfo::rowMajor(type.getRank());
      isOwn = isStart = true;
      continue;
    }
    if (!hasStridedPart(kind, memoryType, viewLayout, isStart)) {
      Value copy = allocateLike(loc, memory);
      memref::CopyOp::create(builder, loc, memory, copy);
      memory = copy;
      isOwn = true;
      layout = view::StridedLayoutInfo::rowMajor(shape.getRank());
      viewLayout = layout;
      // Where this fails, building the view says so.
      hasStridedPart(kind, memoryType, viewLayout, /*isStart=*/true);
    }
    memory =
        buildView(loc, memory, layout, kind, operands.take_front(count), type);
    operands = operands.drop_front(count);
    layout = viewLayout;
    isStart = false;
  }
  if (!isOwn || !layout.isRowMajor()) {
    Value copy = allocateLike(loc, memory);
    memref::CopyOp::create(builder, loc, memory, copy);
    memory = copy;
  }
  classes.lookup(op.getResult())->buffer->memory = memory;
}

void VersionEmitter::emitAssign(view::AssignOp op) {
  dead.push_back(op);
  if (classes.directAssigns.contains(op))
    return;
  Location loc = op.getLoc();
  const Placement *target = classes.lookup(op.getResult());
  Value memory = getMemory(target->buffer);
  if (!classes.lookup(op.getDest())->isWholeOf(target->buffer))
    copyInto(loc, op.getDest(), memory);

  BufferPart part = BufferPart().compose(op.getKind(), op.getIndices());
  const Placement *value = classes.lookup(op.getValue());
  if (value->buffer == target->buffer &&
      relateParts(value->part, part, target->buffer->type) ==
          PartRelation::Same)
    return;
  view::ViewShape shape(target->buffer->type);
  view::StridedLayoutInfo layout = target->layout;
  bool strided = hasStridedPart(op.getKind(), target->buffer->type, layout,
                                classes.isStart(*target));
  if (!strided || op.getKind().getInjectivity(shape) != view::Injectivity::Yes)
    return emitElementwiseStore(op, memory, target->layout);
  auto type = cast<RankedTensorType>(op.getValue().getType());
  copyInto(loc, op.getValue(),
           buildView(loc, memory, target->layout, op.getKind(), op.getIndices(),
                     type));
}

/// Stores one element after the other in row-major order, so that the last one
/// wins where several go to one place.
void VersionEmitter::emitElementwiseStore(view::AssignOp op, Value memory,
                                          view::StridedLayoutInfo layout) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getValue().getType());
  view::ViewShape shape(cast<ShapedType>(memory.getType()));
  view::StridedLayoutInfo viewLayout = layout;
  Value view;
  if (hasStridedPart(op.getKind(), cast<ShapedType>(memory.getType()),
                     viewLayout,
                     classes.isStart(*classes.lookup(op.getResult()))))
    view = buildView(loc, memory, layout, op.getKind(), op.getIndices(), type);
  Value source = getMemory(op.getValue());
  view::ViewKindInterface kind = op.getKind();
  ValueRange operands = op.getIndices();
  if (view) {
    kind = view::AliasAttr::get(op.getContext());
    operands = {};
    memory = view;
  }
  if (failed(storeByIndexMap(builder, loc, kind, source, memory, operands)))
    reportUnplaced(op);
}

/// Before the first op of a computation whose result is made in its place.
void VersionEmitter::emitDirectWrite(const DirectWrite &write) {
  Location loc = write.result.getLoc();
  Value memory = getMemory(write.buffer);
  auto type = cast<RankedTensorType>(write.result.getType());
  if (view::AssignOp assign = write.assign) {
    if (!classes.lookup(assign.getDest())->isWholeOf(write.buffer))
      copyInto(loc, assign.getDest(), memory);
    memory = buildView(loc, memory, classes.lookup(assign.getResult())->layout,
                       assign.getKind(), assign.getIndices(), type);
  }
  memory = withShape(loc, memory, type);
  auto destination = bufferization::ToTensorOp::create(
      builder, loc, type, memory, /*restrict=*/true, /*writable=*/true);
  emitted.insert(destination);
  write.destination->set(destination);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(write.result.getOwner());
  auto end = bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), write.result, memory,
      /*restrict=*/false, /*writable=*/true);
  emitted.insert(end);
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

void VersionEmitter::emitWrite(WriteOp op) {
  if (classes.opaqueRefOps.contains(op))
    return emitLeaf(op);
  dead.push_back(op);
  for (VersionBuffer &buffer : classes.buffers) {
    if (buffer.origin != op.getRef())
      continue;
    if (!classes.lookup(op.getValue())->isWholeOf(&buffer))
      copyInto(op.getLoc(), op.getValue(), getMemory(&buffer));
    return;
  }
}

void VersionEmitter::emitResult(MaterializeResultOp op) {
  if (!classes.exclusiveResults.contains(op))
    return emitLeaf(op);
  auto cast = UnrealizedConversionCastOp::create(
      builder, op.getLoc(), op.getResult().getType(), getMemory(op.getValue()));
  op.getResult().replaceAllUsesWith(cast.getResult(0));
  dead.push_back(op);
}

/// Ops that stay read tensors made of the memory.
void VersionEmitter::emitLeaf(Operation *op) {
  builder.setInsertionPoint(op);
  auto it = classes.directWrites.find(op);
  if (it != classes.directWrites.end())
    for (const DirectWrite &write : it->second)
      emitDirectWrite(write);
  bool copied = classes.copied.contains(op);
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      const Placement *placement = classes.lookup(operand.get());
      // A tensor that is what it was needs no detour through its memory.
      if (!placement ||
          (placement->buffer->kind == VersionBuffer::Kind::Value &&
           placement->buffer->origin == operand.get()))
        continue;
      Location loc = op->getLoc();
      if (!copied) {
        operand.set(readTensor(loc, operand.get()));
        continue;
      }
      Value memory = getMemory(operand.get());
      Value copy = allocateLike(loc, memory);
      memref::CopyOp::create(builder, loc, memory, copy);
      auto type = cast<RankedTensorType>(operand.get().getType());
      auto tensor = bufferization::ToTensorOp::create(
          builder, loc, type, withShape(loc, copy, type), /*restrict=*/true);
      emitted.insert(tensor);
      operand.set(tensor);
    }
  });
  for (OpResult value : op->getResults()) {
    if (!classes.stored.contains(value))
      continue;
    // The memory right after the op, even if something was put there since.
    VersionBuffer *buffer = classes.lookup(value)->buffer;
    if (!buffer->memory && buffer->kind == VersionBuffer::Kind::Owned &&
        buffer->anchor->getBlock() == op->getBlock() &&
        op->isBeforeInBlock(buffer->anchor))
      buffer->anchor = op->getNextNode();
    getMemory(buffer);
    builder.setInsertionPointAfter(
        buffer->memory.getDefiningOp() &&
                buffer->memory.getDefiningOp()->getBlock() == op->getBlock() &&
                op->isBeforeInBlock(buffer->memory.getDefiningOp())
            ? buffer->memory.getDefiningOp()
            : op);
    auto store = bufferization::MaterializeInDestinationOp::create(
        builder, op->getLoc(), /*result=*/Type(), value,
        withShape(op->getLoc(), buffer->memory,
                  cast<ShapedType>(value.getType())),
        /*restrict=*/false,
        /*writable=*/true);
    emitted.insert(store);
  }
}

void VersionEmitter::emit(Operation *op) {
  if (emitted.contains(op))
    return;
  builder.setInsertionPoint(op);
  if (auto access = dyn_cast<view::AccessOp>(op)) {
    emitAccess(access);
  } else if (auto assign = dyn_cast<view::AssignOp>(op)) {
    emitAssign(assign);
  } else if (auto write = dyn_cast<WriteOp>(op)) {
    emitWrite(write);
  } else if (auto materialize = dyn_cast<MaterializeResultOp>(op)) {
    emitResult(materialize);
  } else if (isa<ReadOp>(op) && !classes.opaqueRefOps.contains(op)) {
    dead.push_back(op);
  } else if (isStructuredControlFlow(op)) {
    emitControlFlow(op);
  } else if (auto dim = dyn_cast<tensor::DimOp>(op);
             dim && dim.getConstantIndex() && classes.lookup(dim.getSource())) {
    Value size = getDim(op->getLoc(), dim.getSource(), *dim.getConstantIndex());
    dim.getResult().replaceAllUsesWith(size);
    replacedNumbers[dim.getResult()] = size;
    dead.push_back(op);
  } else {
    emitLeaf(op);
    if (isa<ReadOp>(op))
      op->setAttr(kTakenOutAttr, builder.getUnitAttr());
  }
}

void VersionEmitter::emitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    emit(&op);
}

LogicalResult VersionEmitter::run() {
  Block &body = func.getBody().front();
  emitBlock(body);
  emitLeaf(body.getTerminator());
  if (hasFailed)
    return failure();
  for (Operation *op : dead)
    op->dropAllReferences();
  for (Operation *op : dead) {
    if (!op->use_empty()) {
      InFlightDiagnostic diagnostic =
          op->emitOpError("cannot be placed in memory: a use is left");
      diagnostic.attachNote(op->user_begin()->getLoc()) << "used here";
      return diagnostic;
    }
    op->erase();
  }
  // From the last one on, so that the numbers of the others hold.
  for (BlockArgument argument : llvm::reverse(deadArguments))
    argument.getOwner()->eraseArgument(argument.getArgNumber());
  return success();
}

/// An insertion of one element is an assign like any other, in place where
/// that is right:
///   %n = tensor.insert %e into %t[%i]
/// becomes
///   %v = tensor.from_elements %e
///   %n = view.assign #view.select<0, ?> %v, %t[%i]
static void rewriteInsertions(func::FuncOp func) {
  func.walk([](tensor::InsertOp op) {
    RankedTensorType type = op.getDest().getType();
    if (type.getRank() == 0)
      return;
    OpBuilder builder(op);
    Value element = tensor::FromElementsOp::create(
        builder, op.getLoc(), RankedTensorType::get({}, type.getElementType()),
        op.getScalar());
    SmallVector<view::ViewKindInterface> kinds(
        type.getRank(),
        view::SelectAttr::get(builder.getContext(), 0, ShapedType::kDynamic));
    auto assign = view::AssignOp::create(
        builder, op.getLoc(), type,
        view::PathAttr::chain(builder.getContext(), kinds), element,
        op.getDest(), op.getIndices());
    op.getResult().replaceAllUsesWith(assign.getResult());
    op.erase();
  });
}

/// Whether an op may put a value into memory that is given to it.
static bool mayCompute(Operation *op) {
  return llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>) &&
         !isa<ReadOp, view::AccessOp, tensor::EmptyOp, tensor::CastOp>(op) &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

/// Whether something may fail after a value was put into memory, which a caller
/// could see if it were that of an argument.
static bool mayFailLate(func::FuncOp func) {
  bool isComputed = false;
  // Loops, and whether something is computed in them.
  DenseMap<Operation *, bool> loops;
  auto isComputedIn = [&](Operation *loop) {
    auto [it, isNew] = loops.try_emplace(loop, false);
    if (isNew)
      it->second = loop->walk([&](Operation *op) {
                         return mayCompute(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
                       })
                       .wasInterrupted();
    return it->second;
  };
  return func
      .walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == func)
          return WalkResult::advance();
        if (mayFail(op)) {
          bool isLate = isComputed;
          for (Operation *around = op->getParentOp(); around != func && !isLate;
               around = around->getParentOp())
            isLate = !isa<scf::IfOp, scf::IndexSwitchOp>(around) &&
                     isComputedIn(around);
          if (isLate)
            return WalkResult::interrupt();
        }
        isComputed |= mayCompute(op);
        return WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct PlaceVersionsPass
    : public tssa::impl::PlaceVersionsPassBase<PlaceVersionsPass> {
  using Base::Base;
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(kFunctionalAttr) || func.isDeclaration())
      return;
    rewriteInsertions(func);
    expandSelects(func, llvm::IsaPred<RankedTensorType>);
    FailureOr<std::unique_ptr<VersionClasses>> classes =
        VersionClasses::compute(func, errors == ErrorMode::Precise &&
                                          mayFailLate(func));
    if (failed(classes) || failed(verifyStrictWrites(func, **classes)) ||
        failed(VersionEmitter(func, **classes).run()))
      signalPassFailure();
  }
};
} // namespace
