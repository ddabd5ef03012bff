// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The alias forest. Roots and depths are memoized along whole chains, paths
// only for the refs that ask: most views of a program are never read or
// written themselves.

#include "tensorssa/Analysis/AliasForest.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

void tssa::forEachMember(
    ViewKindInterface kind, ValueRange operands,
    function_ref<void(ViewKindInterface, ValueRange)> function) {
  auto path = dyn_cast<view::PathAttr>(kind);
  if (!path)
    return function(kind, operands);
  for (ViewKindInterface member : path.getKinds()) {
    unsigned count = member.getNumOperands();
    forEachMember(member, operands.take_front(count), function);
    operands = operands.drop_front(count);
  }
}

bool tssa::isRowMajorFromStart(RefType type) {
  StridedLayoutAttr layout = type.getLayout();
  return layout && layout.getOffset() == 0 &&
         view::StridedLayoutInfo::get(type.getShape(), layout).isRowMajor();
}

bool tssa::isRowMajorAllocation(RefType type) {
  if (!type.getLayout())
    return true;
  auto [strides, offset] =
      MemRefType::get(type.getShape(), type.getElementType())
          .getStridesAndOffset();
  auto agrees = [](int64_t stated, int64_t actual) {
    return ShapedType::isDynamic(stated) || stated == actual;
  };
  return agrees(type.getLayout().getOffset(), offset) &&
         llvm::all_of_zip(type.getLayout().getStrides(), strides, agrees);
}

static bool isRoot(Value ref) {
  if (auto argument = dyn_cast<BlockArgument>(ref)) {
    Block *block = argument.getOwner();
    return block->isEntryBlock() &&
           isa_and_nonnull<FunctionOpInterface>(block->getParentOp());
  }
  return ref.getDefiningOp<AllocOp>() != nullptr;
}

AliasForest::Entry AliasForest::lookup(Value ref) {
  SmallVector<Value> chain;
  Entry entry;
  for (Value current = ref;;) {
    auto it = entries.find(current);
    if (it != entries.end()) {
      entry = it->second;
      break;
    }
    if (auto alias = current.getDefiningOp<AliasOpInterface>()) {
      chain.push_back(current);
      current = alias.getAliasedRef();
      continue;
    }
    entry = {isRoot(current) ? current : Value(), 0};
    entries.try_emplace(current, entry);
    break;
  }
  for (Value current : llvm::reverse(chain)) {
    ++entry.depth;
    entries.try_emplace(current, entry);
  }
  return entry;
}

const AliasPath &AliasForest::getPath(Value ref) {
  AliasPath *&path = paths[ref];
  if (path)
    return *path;
  path = new (allocator.Allocate()) AliasPath();
  path->root = getRoot(ref);

  SmallVector<AliasOpInterface> chain;
  for (Value current = ref; current != path->root;) {
    auto alias = current.getDefiningOp<AliasOpInterface>();
    chain.push_back(alias);
    current = alias.getAliasedRef();
  }
  SmallVector<ViewKindInterface> kinds;
  for (AliasOpInterface alias : llvm::reverse(chain))
    forEachMember(alias.getAliasKind(), alias.getAliasOperands(),
                  [&](ViewKindInterface kind, ValueRange operands) {
                    if (isa<view::AsStridedAttr>(kind)) {
                      kinds.clear();
                      path->operands.clear();
                    }
                    if (isa<view::AliasAttr>(kind))
                      return;
                    kinds.push_back(kind);
                    llvm::append_range(path->operands, operands);
                  });
  if (!kinds.empty())
    path->kind = view::PathAttr::chain(ref.getContext(), kinds);
  return *path;
}
