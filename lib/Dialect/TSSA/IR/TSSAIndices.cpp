// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index tensors that are proven to lie inside a dimension by where they come
// from: checks, sorting, the place of a largest element, nonzero elements.

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tensorssa/Dialect/TSSA/IR/TSSACompute.h"

using namespace mlir;
using namespace mlir::tssa;

/// The column of nonzero's rows that views `kinds` (outermost first) pick; the
/// only one if there is but one.
static std::optional<int64_t> getColumn(ArrayRef<view::ViewKindInterface> kinds,
                                        int64_t columns) {
  if (columns == 1)
    return 0;
  for (view::ViewKindInterface kind : kinds) {
    if (auto select = dyn_cast<view::SelectAttr>(kind)) {
      if (select.getDim() == 1 && !ShapedType::isDynamic(select.getIndex()))
        return select.getIndex();
      return std::nullopt;
    }
    auto slice = dyn_cast<view::SliceAttr>(kind);
    if (!slice || slice.getDim() != 0)
      return std::nullopt;
  }
  return std::nullopt;
}

bool mlir::tssa::areCheckedIndices(SizeTable &sizes, Value index, Value input,
                                   int64_t dim) {
  SizeKey size = sizes.get(input, dim);
  // A view of valid indices holds valid indices.
  SmallVector<view::ViewKindInterface> kinds;
  while (auto access = index.getDefiningOp<view::AccessOp>()) {
    SmallVector<view::ViewKindInterface> own;
    if (auto path = dyn_cast<view::PathAttr>(access.getKind()))
      llvm::append_range(own, path.getKinds());
    else
      own.push_back(access.getKind());
    kinds.insert(kinds.begin(), own.begin(), own.end());
    index = access.getSource();
  }
  if (llvm::any_of(kinds, [](view::ViewKindInterface kind) {
        return isa<view::BitcastAttr>(kind);
      }))
    return false;

  Operation *op = index.getDefiningOp();
  if (auto check = dyn_cast_or_null<CheckIndicesOp>(op))
    return sizes.get(OpFoldResult(check.getSize())) == size;
  if (auto sort = dyn_cast_or_null<SortOp>(op))
    return index == sort.getIndices() &&
           sizes.get(sort.getInput(), sort.getDim()) == size;
  if (auto argmax = dyn_cast_or_null<ArgmaxOp>(op))
    return argmax.getDim() &&
           sizes.get(argmax.getInput(), *argmax.getDim()) == size;
  if (auto argmin = dyn_cast_or_null<ArgminOp>(op))
    return argmin.getDim() &&
           sizes.get(argmin.getInput(), *argmin.getDim()) == size;
  if (auto range = dyn_cast_or_null<ArangeOp>(op))
    return getConstantIntValue(range.getStart()) == 0 &&
           getConstantIntValue(range.getStep()) == 1 &&
           sizes.get(range.getResult(), 0) == size;
  if (auto nonzero = dyn_cast_or_null<NonzeroOp>(op)) {
    // Where there are rows at all, 0 in the unused ones is an index as well.
    int64_t rank =
        cast<RankedTensorType>(nonzero.getInput().getType()).getRank();
    std::optional<int64_t> column = getColumn(kinds, rank);
    return column && *column >= 0 && *column < rank &&
           sizes.get(nonzero.getInput(), *column) == size;
  }
  return false;
}

bool mlir::tssa::areCheckedIndices(Value index, Value input, int64_t dim) {
  SizeTable sizes = SizeTable::forSingleQuery();
  return areCheckedIndices(sizes, index, input, dim);
}
