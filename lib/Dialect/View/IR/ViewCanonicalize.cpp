// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalization of the operations of the `view` dialect.

#include "KindUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::view;

bool view::isIdentityView(ViewKindInterface kind, ViewShape source) {
  if (isa<AliasAttr>(kind))
    return true;
  if (auto permute = dyn_cast<PermuteAttr>(kind))
    return llvm::equal(permute.getPermutation(),
                       llvm::seq<int64_t>(0, source.getRank()));
  if (auto bitcast = dyn_cast<BitcastAttr>(kind))
    return bitcast.getElementType() == source.elementType;
  if (auto slice = dyn_cast<SliceAttr>(kind)) {
    if (slice.getStep() != 1 || slice.getNumOperands() != 0 ||
        slice.getStart() != 0)
      return false;
    int64_t size = source.sizes[slice.getDim()];
    return slice.getEnd() == std::numeric_limits<int64_t>::max() ||
           (!isDynamic(size) && slice.getEnd() >= size);
  }
  if (auto expand = dyn_cast<ExpandAttr>(kind)) {
    if (static_cast<int64_t>(expand.getSizes().size()) != source.getRank())
      return false;
    for (auto [size, old] : llvm::zip_equal(expand.getSizes(), source.sizes))
      if (size != -1 && (isDynamic(size) || size != old))
        return false;
    return true;
  }
  if (auto reshape = dyn_cast<ReshapeAttr>(kind))
    return llvm::none_of(source.sizes, isDynamic) &&
           llvm::equal(reshape.getSizes(), source.sizes);
  return false;
}

void OfOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}

void AccessOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {
}

void AssignOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {
}
