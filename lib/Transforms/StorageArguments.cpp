// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the elements of an argument stand for its storage. Numbers of the
// view that are constants need no test beyond the argument's size; others are
// checked where they are used, against the storage, which must then end with
// the elements.

#include "StorageArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tssa;

/// One past the last element of the storage that the view names.
static StorageReach getReach(view::AsStridedAttr kind, ValueRange operands) {
  auto resolve = [&](int64_t number) -> std::optional<int64_t> {
    if (!ShapedType::isDynamic(number))
      return number;
    Value operand = operands.front();
    operands = operands.drop_front();
    return getConstantIntValue(operand);
  };
  // Operands stand for all sizes, then all strides.
  SmallVector<std::optional<int64_t>> sizes, strides;
  for (int64_t size : kind.getSizes())
    sizes.push_back(resolve(size));
  for (int64_t stride : kind.getStrides())
    strides.push_back(resolve(stride));
  std::optional<int64_t> offset = resolve(kind.getOffset());

  int64_t last = offset.value_or(-1);
  if (last < 0)
    return std::nullopt;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    int64_t steps;
    if (!size || !stride || *size < 0 || *stride < 0)
      return std::nullopt;
    if (*size == 0)
      return 0;
    if (llvm::MulOverflow(*size - 1, *stride, steps) ||
        llvm::AddOverflow(last, steps, last))
      return std::nullopt;
  }
  int64_t reach;
  if (llvm::AddOverflow<int64_t>(last, 1, reach))
    return std::nullopt;
  return reach;
}

/// Whether a ref of this type may lie in row-major order from the start of its
/// storage on.
static bool mayBeRowMajor(RefType type) {
  StridedLayoutAttr layout = type.getLayout();
  if (!layout)
    return true;
  if (!ShapedType::isDynamic(layout.getOffset()) && layout.getOffset() != 0)
    return false;
  int64_t expected = 1;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    int64_t size = type.getDimSize(dim), stride = layout.getStrides()[dim];
    if (size == 0)
      return true;
    // Of one element, or of how many is not known.
    bool counts = !ShapedType::isDynamic(size) && size > 1;
    if (counts && !ShapedType::isDynamic(stride) &&
        !ShapedType::isDynamic(expected) && stride != expected)
      return false;
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(expected) ||
        llvm::MulOverflow(size, expected, expected))
      expected = ShapedType::kDynamic;
  }
  return true;
}

/// The number of elements, if the type says it.
static std::optional<int64_t> getCount(RefType type) {
  int64_t count = 1;
  for (int64_t size : type.getShape())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(count, size, count))
      return std::nullopt;
  return count;
}

/// The dimensions by falling stride, if the type says that the elements lie one
/// behind the other in that order and where they begin.
static std::optional<SmallVector<int64_t>> getDenseOrder(RefType type) {
  StridedLayoutAttr layout = type.getLayout();
  std::optional<int64_t> count = getCount(type);
  if (!layout || !count || *count == 0 ||
      ShapedType::isDynamic(layout.getOffset()) ||
      llvm::any_of(layout.getStrides(), ShapedType::isDynamic))
    return std::nullopt;
  // Where dimensions of size 1 go does not matter.
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  auto getKey = [&](int64_t dim) {
    bool isOne = type.getDimSize(dim) == 1;
    return std::tuple(!isOne, isOne ? 0 : -layout.getStrides()[dim], dim);
  };
  llvm::sort(order, [&](int64_t lhs, int64_t rhs) {
    return getKey(lhs) < getKey(rhs);
  });
  int64_t expected = 1;
  for (int64_t dim : llvm::reverse(order)) {
    int64_t size = type.getDimSize(dim);
    if (size > 1 && layout.getStrides()[dim] != expected)
      return std::nullopt;
    expected *= size;
  }
  return order;
}

/// Whether the view lies inside the elements of such a type.
static bool isInsideDense(RefType type, view::AsStridedAttr kind,
                          StorageReach reach) {
  if (!getDenseOrder(type) || !reach || *reach == 0)
    return false;
  int64_t begin = type.getLayout().getOffset(), end;
  return !ShapedType::isDynamic(kind.getOffset()) &&
         kind.getOffset() >= begin &&
         !llvm::AddOverflow(begin, *getCount(type), end) && *reach <= end;
}

std::optional<StoragePart> tssa::getStoragePart(const AliasPath &path) {
  auto type = cast<RefType>(path.root.getType());
  if (path.isWhole() || !isa<BlockArgument>(path.root) || mayBeRowMajor(type))
    return std::nullopt;
  auto chain = dyn_cast<view::PathAttr>(path.kind);
  SmallVector<view::ViewKindInterface> kinds = {path.kind};
  if (chain)
    kinds.assign(chain.getKinds().begin(), chain.getKinds().end());
  auto strided = dyn_cast<view::AsStridedAttr>(kinds.front());
  std::optional<SmallVector<int64_t>> order = getDenseOrder(type);
  if (!strided || !order)
    return std::nullopt;
  MLIRContext *context = path.root.getContext();
  kinds.front() = view::AsStridedAttr::get(
      context, strided.getSizes(), strided.getStrides(),
      strided.getOffset() - type.getLayout().getOffset());
  StoragePart part;
  if (!llvm::is_sorted(*order))
    part.order = *order;
  part.kind = view::PathAttr::chain(context, kinds);
  return part;
}

void tssa::addReach(StorageReaches &reaches, unsigned argument,
                    StorageReach reach) {
  auto [it, isNew] = reaches.try_emplace(argument, reach);
  if (!isNew)
    it->second = it->second && reach
                     ? StorageReach(std::max(*it->second, *reach))
                     : std::nullopt;
}

std::string StorageArguments::note(BlockArgument argument,
                                   view::AsStridedAttr kind,
                                   ValueRange operands) {
  auto type = cast<RefType>(argument.getType());
  StorageReach reach = getReach(kind, operands);
  if (!mayBeRowMajor(type)) {
    if (isInsideDense(type, kind, reach))
      return {};
    return "reaches the storage of an argument that is not row-major from the "
           "start of its storage on; view it by other kinds, or pass the "
           "tensor that it is a part of";
  }
  std::optional<int64_t> count = getCount(type);
  bool isInside = reach && count && *reach <= *count;
  if (reach && count && !isInside)
    return "reaches the storage of an argument beyond its elements; pass the "
           "tensor that it is a part of";
  if (isInside && isRowMajorFromStart(type))
    return {};
  addReach(reaches, argument.getArgNumber(), reach);
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (function.getArgAttr(argument.getArgNumber(), kWholeAttr))
    return {};
  return "reaches the storage of an argument, which may have more than its "
         "elements and in another order; run the pass "
         "'tssa-specialize-functions' "
         "before";
}

/// The argument whose elements a view reaches beyond, if its type and constants
/// say so.
static BlockArgument getExceeded(view::OfOp op, AliasForest &forest) {
  auto argument =
      dyn_cast_or_null<BlockArgument>(forest.getRoot(op.getSource()));
  if (!argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return {};
  auto type = cast<RefType>(argument.getType());
  std::optional<int64_t> count = getCount(type);
  if (!count || !mayBeRowMajor(type) ||
      op.getSource().getType().getElementType() != type.getElementType())
    return {};
  bool isBeyond = false, isRecast = false;
  forEachMember(op.getKind(), op.getIndices(),
                [&](view::ViewKindInterface kind, ValueRange operands) {
                  isRecast |= isa<view::BitcastAttr>(kind);
                  auto strided = dyn_cast<view::AsStridedAttr>(kind);
                  StorageReach reach =
                      strided ? getReach(strided, operands) : std::nullopt;
                  isBeyond |= !isRecast && reach && *reach > *count;
                });
  return isBeyond ? argument : BlockArgument();
}

using BeyondElements = SmallVector<std::pair<view::OfOp, unsigned>>;

/// The views that a new storage can stand for, each with the number of the
/// argument; none if one of them is on every path through the function.
static BeyondElements findViewsBeyondElements(func::FuncOp function) {
  // What only fails needs no more memory than this.
  constexpr int64_t kMaxElements = 1024;
  AliasForest forest;
  BeyondElements views;
  WalkResult result = function.walk([&](view::OfOp op) {
    BlockArgument argument = getExceeded(op, forest);
    if (op.use_empty() || !argument)
      return WalkResult::advance();
    RefType type = op.getResult().getType();
    std::optional<int64_t> count = getCount(type);
    Operation *parent = op->getParentOp();
    while (isa<scf::ExecuteRegionOp>(parent))
      parent = parent->getParentOp();
    if (type.getLayout() || !count || *count > kMaxElements ||
        parent == function)
      return WalkResult::interrupt();
    views.push_back({op, argument.getArgNumber()});
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? BeyondElements() : views;
}

bool tssa::hasViewsBeyondElements(func::FuncOp function) {
  return usesStorage(function) && !findViewsBeyondElements(function).empty();
}

SmallVector<unsigned> tssa::replaceViewsBeyondElements(func::FuncOp function) {
  llvm::SetVector<unsigned> arguments;
  for (auto [op, number] : findViewsBeyondElements(function)) {
    arguments.insert(number);
    OpBuilder builder(op);
    RefType type = op.getResult().getType();
    CheckViewOp::create(builder, op.getLoc(), op.getKind(), op.getSource(),
                        op.getIndices());
    auto zero = cast<TypedAttr>(builder.getZeroAttr(type.getTensorType()));
    Value value = arith::ConstantOp::create(builder, op.getLoc(), zero);
    op.replaceAllUsesWith(
        AllocOp::create(builder, op.getLoc(), type, value).getResult());
    op.erase();
  }
  return arguments.takeVector();
}

bool tssa::usesStorage(func::FuncOp function) {
  return function
      .walk([](AliasOpInterface op) {
        bool found = false;
        forEachMember(op.getAliasKind(), op.getAliasOperands(),
                      [&](view::ViewKindInterface kind, ValueRange) {
                        found |= isa<view::AsStridedAttr>(kind);
                      });
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
