// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How checks of views, tensors and overlaps become checks of numbers.

#include "CheckLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Transforms/Buffers.h"

using namespace mlir;
using namespace mlir::tssa;

int64_t tssa::getItemSize(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getItemSize(complex.getElementType());
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

std::string tssa::escapeMessage(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == '{' || c == '}')
      escaped += c;
    escaped += c;
  }
  return escaped;
}

void tssa::createCheckFor(OpBuilder &builder, Operation *origin,
                          Value condition, int32_t status, const Twine &message,
                          ValueRange values) {
  CheckOp::create(builder, origin->getLoc(), condition,
                  builder.getStringAttr(message), values,
                  builder.getStringAttr(origin->getName().getStringRef()),
                  builder.getI32IntegerAttr(status));
}

void tssa::createViewCheck(OpBuilder &builder, Operation *origin,
                           view::ViewKindInterface kind,
                           const view::StridedView &source,
                           view::ViewShape shape, ValueRange operands) {
  createViewCheckOf(builder, origin,
                    kind.buildPrecondition(builder, origin->getLoc(), source,
                                           shape, operands),
                    kind, operands);
}

void tssa::createViewCheckOf(OpBuilder &builder, Operation *origin,
                             Value condition, view::ViewKindInterface kind,
                             ValueRange operands) {
  // A check is about the last member of a path, and names it alone: what comes
  // before it was checked before, and depends on who composed the path.
  while (auto path = dyn_cast<view::PathAttr>(kind)) {
    kind = path.getKinds().back();
    operands = operands.take_back(kind.getNumOperands());
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  kind.print(os);
  std::string message = TSSA_CHECK_VIEW_MESSAGE_BEFORE + escapeMessage(text);
  ValueRange shown = operands.take_front(4);
  for (auto i : llvm::seq<size_t>(0, shown.size()))
    message += (i ? ", {" : TSSA_CHECK_VIEW_MESSAGE_OPERANDS "{") +
               std::to_string(i) + "}";
  createCheckFor(builder, origin, condition, TSSA_CHECK_VIEW_STATUS, message,
                 shown);
}

view::StridedView tssa::getRowMajorView(OpBuilder &builder, Location loc,
                                        Value tensor) {
  view::StridedView result;
  result.sizes = tensor::getMixedSizes(builder, loc, tensor);
  size_t rank = result.sizes.size();
  result.strides.assign(rank, builder.getIndexAttr(1));
  for (size_t i = rank; i-- > 1;) {
    OpFoldResult size = result.sizes[i], stride = result.strides[i];
    std::optional<int64_t> staticSize = getConstantIntValue(size);
    std::optional<int64_t> staticStride = getConstantIntValue(stride);
    if (staticSize && staticStride)
      result.strides[i - 1] = builder.getIndexAttr(*staticSize * *staticStride);
    else
      result.strides[i - 1] =
          arith::MulIOp::create(
              builder, loc, getValueOrCreateConstantIndexOp(builder, loc, size),
              getValueOrCreateConstantIndexOp(builder, loc, stride))
              .getResult();
  }
  result.offset = builder.getIndexAttr(0);
  return result;
}

func::FuncOp tssa::getRuntimeFunction(OpBuilder &builder, Operation *user,
                                      StringRef name, FunctionType type,
                                      bool takesContext) {
  auto module = user->getParentOfType<ModuleOp>();
  if (auto function = module.lookupSymbol<func::FuncOp>(name))
    return function;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto function =
      func::FuncOp::create(builder, builder.getUnknownLoc(), name, type);
  function.setPrivate();
  if (!takesContext)
    function->setAttr(kRuntimeAttr, builder.getUnitAttr());
  return function;
}

Value tssa::createFrameWords(OpBuilder &builder, Location loc, int64_t words) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<FunctionOpInterface>(parent);
  if (!function)
    function = parent->getParentOfType<FunctionOpInterface>();
  builder.setInsertionPointToStart(&function.getFunctionBody().front());
  return memref::AllocaOp::create(
      builder, loc,
      MemRefType::get({std::max<int64_t>(words, 1)}, builder.getIndexType()));
}

/// Appends address, item size, rank, sizes and strides of `buffer`.
static void appendExtent(OpBuilder &builder, Location loc, Value buffer,
                         SmallVectorImpl<Value> &words) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t rank = type.getRank(), itemSize = getItemSize(type.getElementType());
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value bytes = arith::MulIOp::create(builder, loc, metadata.getOffset(),
                                      index(itemSize));
  words.push_back(arith::AddIOp::create(builder, loc, base, bytes));
  words.push_back(index(itemSize));
  words.push_back(index(rank));
  llvm::append_range(words, metadata.getSizes());
  llvm::append_range(words, metadata.getStrides());
}

/// The address of words in the frame of the function that hold `values`, null
/// ones left open.
static Value storeInFrame(OpBuilder &builder, Location loc,
                          ArrayRef<Value> values) {
  Value frame = createFrameWords(builder, loc, values.size());
  for (auto [i, value] : llvm::enumerate(values))
    if (value)
      memref::StoreOp::create(
          builder, loc, value, frame,
          Value(arith::ConstantIndexOp::create(builder, loc, i)));
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, frame);
}

/// Calls a function of the runtime that takes and gives numbers; the answer,
/// whether it is 0.
static Value callTest(OpBuilder &builder, Operation *origin, StringRef name,
                      ValueRange operands, arith::CmpIPredicate predicate) {
  Location loc = origin->getLoc();
  Type index = builder.getIndexType();
  func::FuncOp function = getRuntimeFunction(
      builder, origin, name,
      builder.getFunctionType(SmallVector<Type>(operands.size(), index), index),
      /*takesContext=*/false);
  Value answer =
      func::CallOp::create(builder, loc, function, operands).getResult(0);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, predicate, answer, zero);
}

void tssa::createOverlapCheck(OpBuilder &builder, Operation *origin,
                              ValueRange buffers) {
  Location loc = origin->getLoc();
  SmallVector<Value> arguments;
  for (Value buffer : buffers) {
    SmallVector<Value> words;
    appendExtent(builder, loc, buffer, words);
    llvm::append_range(arguments, ArrayRef(words).take_front(3));
    arguments.push_back(
        storeInFrame(builder, loc, ArrayRef(words).drop_front(3)));
  }
  auto call = [&](StringRef name, ValueRange operands, StringRef message) {
    Value fine =
        callTest(builder, origin, name, operands, arith::CmpIPredicate::eq);
    createCheckFor(builder, origin, fine, TSSA_CHECK_OVERLAP_STATUS, message,
                   {});
  };
  call("tssa_rt_self_overlap", ArrayRef(arguments).take_front(4),
       TSSA_CHECK_OVERLAP_SELF_MESSAGE);
  if (buffers.size() == 2)
    call("tssa_rt_partial_overlap", arguments, TSSA_CHECK_OVERLAP_MESSAGE);
}

Value tssa::createDisjointTest(OpBuilder &builder, Operation *origin,
                               size_t numWritten, ValueRange buffers) {
  Location loc = origin->getLoc();
  SmallVector<Value> words;
  for (Value buffer : buffers) {
    words.append(2, Value());
    appendExtent(builder, loc, buffer, words);
  }
  words.append(buffers.size(), Value());
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  return callTest(builder, origin, "tssa_rt_disjoint",
                  {index(numWritten), index(buffers.size()),
                   storeInFrame(builder, loc, words)},
                  arith::CmpIPredicate::ne);
}

Value tssa::createWholeTest(OpBuilder &builder, Location loc, Value buffer,
                            IntegerAttr reach) {
  Value base;
  view::StridedView whole = getStridedView(builder, loc, buffer, base);
  auto get = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  };
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs,
                     Value rhs) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  };
  // Of sizes that include 0 the product is 0, whatever the others are.
  Value count = index(1), rowMajor;
  for (auto [size, stride] : llvm::reverse(
           llvm::zip_equal(ArrayRef(whole.sizes), ArrayRef(whole.strides)))) {
    Value isOne = compare(arith::CmpIPredicate::eq, get(size), index(1));
    Value isNext = compare(arith::CmpIPredicate::eq, get(stride), count);
    Value fits = arith::OrIOp::create(builder, loc, isOne, isNext);
    rowMajor = rowMajor
                   ? Value(arith::AndIOp::create(builder, loc, rowMajor, fits))
                   : fits;
    count = arith::MulIOp::create(builder, loc, count, get(size));
  }
  Value holds = compare(arith::CmpIPredicate::eq, get(whole.offset), index(0));
  if (rowMajor) {
    Value isEmpty = compare(arith::CmpIPredicate::eq, count, index(0));
    rowMajor = arith::OrIOp::create(builder, loc, isEmpty, rowMajor);
    holds = arith::AndIOp::create(builder, loc, holds, rowMajor);
  }
  Value ends = compare(arith::CmpIPredicate::eq, get(whole.storageSize), count);
  if (reach) {
    Value isInside =
        compare(arith::CmpIPredicate::sge, count, index(reach.getInt()));
    ends = arith::OrIOp::create(builder, loc, ends, isInside);
  }
  return arith::AndIOp::create(builder, loc, holds, ends);
}
