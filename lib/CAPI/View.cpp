// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View kinds of the `view` dialect through the C API.

#include "tensorssa-c/View.h"
#include "mlir/CAPI/IR.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::view;

int64_t tssaViewGetDynamic(void) { return ShapedType::kDynamic; }

bool tssaAttributeIsAViewAlias(MlirAttribute attr) {
  return isa_and_nonnull<AliasAttr>(unwrap(attr));
}

MlirAttribute tssaViewAliasAttrGet(MlirContext context) {
  return wrap(Attribute(AliasAttr::get(unwrap(context))));
}

bool tssaAttributeIsAViewSelect(MlirAttribute attr) {
  return isa_and_nonnull<SelectAttr>(unwrap(attr));
}

MlirAttribute tssaViewSelectAttrGetChecked(MlirLocation location, int64_t dim,
                                           int64_t index) {
  Location loc = unwrap(location);
  return wrap(Attribute(SelectAttr::getChecked([loc] { return emitError(loc); },
                                               loc.getContext(), dim, index)));
}

int64_t tssaViewSelectAttrGetDim(MlirAttribute attr) {
  return cast<SelectAttr>(unwrap(attr)).getDim();
}

int64_t tssaViewSelectAttrGetIndex(MlirAttribute attr) {
  return cast<SelectAttr>(unwrap(attr)).getIndex();
}

bool tssaAttributeIsAViewSlice(MlirAttribute attr) {
  return isa_and_nonnull<SliceAttr>(unwrap(attr));
}

MlirAttribute tssaViewSliceAttrGetChecked(MlirLocation location, int64_t dim,
                                          int64_t start, int64_t end,
                                          int64_t step) {
  Location loc = unwrap(location);
  return wrap(Attribute(SliceAttr::getChecked([loc] { return emitError(loc); },
                                              loc.getContext(), dim, start, end,
                                              step)));
}

int64_t tssaViewSliceAttrGetDim(MlirAttribute attr) {
  return cast<SliceAttr>(unwrap(attr)).getDim();
}

int64_t tssaViewSliceAttrGetStart(MlirAttribute attr) {
  return cast<SliceAttr>(unwrap(attr)).getStart();
}

int64_t tssaViewSliceAttrGetEnd(MlirAttribute attr) {
  return cast<SliceAttr>(unwrap(attr)).getEnd();
}

int64_t tssaViewSliceAttrGetStep(MlirAttribute attr) {
  return cast<SliceAttr>(unwrap(attr)).getStep();
}

bool tssaAttributeIsAViewPermute(MlirAttribute attr) {
  return isa_and_nonnull<PermuteAttr>(unwrap(attr));
}

MlirAttribute tssaViewPermuteAttrGetChecked(MlirLocation location,
                                            intptr_t numPermutation,
                                            const int64_t *permutation) {
  Location loc = unwrap(location);
  return wrap(Attribute(PermuteAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(),
      ArrayRef<int64_t>(permutation, numPermutation))));
}

intptr_t tssaViewPermuteAttrGetNumDimensions(MlirAttribute attr) {
  return cast<PermuteAttr>(unwrap(attr)).getPermutation().size();
}

int64_t tssaViewPermuteAttrGetDimension(MlirAttribute attr, intptr_t pos) {
  return cast<PermuteAttr>(unwrap(attr)).getPermutation()[pos];
}

bool tssaAttributeIsAViewExpand(MlirAttribute attr) {
  return isa_and_nonnull<ExpandAttr>(unwrap(attr));
}

MlirAttribute tssaViewExpandAttrGetChecked(MlirLocation location,
                                           intptr_t numSizes,
                                           const int64_t *sizes) {
  Location loc = unwrap(location);
  return wrap(Attribute(
      ExpandAttr::getChecked([loc] { return emitError(loc); }, loc.getContext(),
                             ArrayRef<int64_t>(sizes, numSizes))));
}

intptr_t tssaViewExpandAttrGetNumSizes(MlirAttribute attr) {
  return cast<ExpandAttr>(unwrap(attr)).getSizes().size();
}

int64_t tssaViewExpandAttrGetSize(MlirAttribute attr, intptr_t pos) {
  return cast<ExpandAttr>(unwrap(attr)).getSizes()[pos];
}

bool tssaAttributeIsAViewSqueeze(MlirAttribute attr) {
  return isa_and_nonnull<SqueezeAttr>(unwrap(attr));
}

MlirAttribute tssaViewSqueezeAttrGetChecked(MlirLocation location,
                                            int64_t dim) {
  Location loc = unwrap(location);
  return wrap(Attribute(SqueezeAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(), dim)));
}

int64_t tssaViewSqueezeAttrGetDim(MlirAttribute attr) {
  return cast<SqueezeAttr>(unwrap(attr)).getDim();
}

bool tssaAttributeIsAViewUnsqueeze(MlirAttribute attr) {
  return isa_and_nonnull<UnsqueezeAttr>(unwrap(attr));
}

MlirAttribute tssaViewUnsqueezeAttrGetChecked(MlirLocation location,
                                              int64_t dim) {
  Location loc = unwrap(location);
  return wrap(Attribute(UnsqueezeAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(), dim)));
}

int64_t tssaViewUnsqueezeAttrGetDim(MlirAttribute attr) {
  return cast<UnsqueezeAttr>(unwrap(attr)).getDim();
}

bool tssaAttributeIsAViewReshape(MlirAttribute attr) {
  return isa_and_nonnull<ReshapeAttr>(unwrap(attr));
}

MlirAttribute tssaViewReshapeAttrGetChecked(MlirLocation location,
                                            intptr_t numSizes,
                                            const int64_t *sizes) {
  Location loc = unwrap(location);
  return wrap(Attribute(ReshapeAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(),
      ArrayRef<int64_t>(sizes, numSizes))));
}

intptr_t tssaViewReshapeAttrGetNumSizes(MlirAttribute attr) {
  return cast<ReshapeAttr>(unwrap(attr)).getSizes().size();
}

int64_t tssaViewReshapeAttrGetSize(MlirAttribute attr, intptr_t pos) {
  return cast<ReshapeAttr>(unwrap(attr)).getSizes()[pos];
}

bool tssaAttributeIsAViewDiagonal(MlirAttribute attr) {
  return isa_and_nonnull<DiagonalAttr>(unwrap(attr));
}

MlirAttribute tssaViewDiagonalAttrGetChecked(MlirLocation location,
                                             int64_t offset, int64_t dim1,
                                             int64_t dim2) {
  Location loc = unwrap(location);
  return wrap(Attribute(DiagonalAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(), offset, dim1, dim2)));
}

int64_t tssaViewDiagonalAttrGetOffset(MlirAttribute attr) {
  return cast<DiagonalAttr>(unwrap(attr)).getOffset();
}

int64_t tssaViewDiagonalAttrGetDim1(MlirAttribute attr) {
  return cast<DiagonalAttr>(unwrap(attr)).getDim1();
}

int64_t tssaViewDiagonalAttrGetDim2(MlirAttribute attr) {
  return cast<DiagonalAttr>(unwrap(attr)).getDim2();
}

bool tssaAttributeIsAViewUnfold(MlirAttribute attr) {
  return isa_and_nonnull<UnfoldAttr>(unwrap(attr));
}

MlirAttribute tssaViewUnfoldAttrGetChecked(MlirLocation location, int64_t dim,
                                           int64_t size, int64_t step) {
  Location loc = unwrap(location);
  return wrap(Attribute(UnfoldAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(), dim, size, step)));
}

int64_t tssaViewUnfoldAttrGetDim(MlirAttribute attr) {
  return cast<UnfoldAttr>(unwrap(attr)).getDim();
}

int64_t tssaViewUnfoldAttrGetSize(MlirAttribute attr) {
  return cast<UnfoldAttr>(unwrap(attr)).getSize();
}

int64_t tssaViewUnfoldAttrGetStep(MlirAttribute attr) {
  return cast<UnfoldAttr>(unwrap(attr)).getStep();
}

bool tssaAttributeIsAViewAsStrided(MlirAttribute attr) {
  return isa_and_nonnull<AsStridedAttr>(unwrap(attr));
}

MlirAttribute tssaViewAsStridedAttrGetChecked(MlirLocation location,
                                              intptr_t numDims,
                                              const int64_t *sizes,
                                              const int64_t *strides,
                                              int64_t offset) {
  Location loc = unwrap(location);
  return wrap(Attribute(AsStridedAttr::getChecked(
      [loc] { return emitError(loc); }, loc.getContext(),
      ArrayRef<int64_t>(sizes, numDims), ArrayRef<int64_t>(strides, numDims),
      offset)));
}

intptr_t tssaViewAsStridedAttrGetNumSizes(MlirAttribute attr) {
  return cast<AsStridedAttr>(unwrap(attr)).getSizes().size();
}

int64_t tssaViewAsStridedAttrGetSize(MlirAttribute attr, intptr_t pos) {
  return cast<AsStridedAttr>(unwrap(attr)).getSizes()[pos];
}

intptr_t tssaViewAsStridedAttrGetNumStrides(MlirAttribute attr) {
  return cast<AsStridedAttr>(unwrap(attr)).getStrides().size();
}

int64_t tssaViewAsStridedAttrGetStride(MlirAttribute attr, intptr_t pos) {
  return cast<AsStridedAttr>(unwrap(attr)).getStrides()[pos];
}

int64_t tssaViewAsStridedAttrGetOffset(MlirAttribute attr) {
  return cast<AsStridedAttr>(unwrap(attr)).getOffset();
}

bool tssaAttributeIsAViewBitcast(MlirAttribute attr) {
  return isa_and_nonnull<BitcastAttr>(unwrap(attr));
}

MlirAttribute tssaViewBitcastAttrGetChecked(MlirLocation location,
                                            MlirType elementType) {
  Location loc = unwrap(location);
  return wrap(Attribute(
      BitcastAttr::getChecked([loc] { return emitError(loc); },
                              loc.getContext(), unwrap(elementType))));
}

MlirType tssaViewBitcastAttrGetElementType(MlirAttribute attr) {
  return wrap(cast<BitcastAttr>(unwrap(attr)).getElementType());
}

bool tssaAttributeIsAViewPath(MlirAttribute attr) {
  return isa_and_nonnull<PathAttr>(unwrap(attr));
}

static SmallVector<ViewKindInterface> unwrapKinds(intptr_t numKinds,
                                                  const MlirAttribute *kinds) {
  return llvm::map_to_vector(
      ArrayRef<MlirAttribute>(kinds, numKinds),
      [](MlirAttribute kind) { return cast<ViewKindInterface>(unwrap(kind)); });
}

MlirAttribute tssaViewPathAttrGetChecked(MlirLocation location,
                                         intptr_t numKinds,
                                         const MlirAttribute *kinds) {
  Location loc = unwrap(location);
  SmallVector<ViewKindInterface> members = unwrapKinds(numKinds, kinds);
  return wrap(Attribute(
      PathAttr::getChecked([loc] { return emitError(loc); }, loc.getContext(),
                           ArrayRef<ViewKindInterface>(members))));
}

MlirAttribute tssaViewPathAttrGetChain(MlirContext context, intptr_t numKinds,
                                       const MlirAttribute *kinds) {
  return wrap(Attribute(
      PathAttr::chain(unwrap(context), unwrapKinds(numKinds, kinds))));
}

intptr_t tssaViewPathAttrGetNumKinds(MlirAttribute attr) {
  return cast<PathAttr>(unwrap(attr)).getKinds().size();
}

MlirAttribute tssaViewPathAttrGetKind(MlirAttribute attr, intptr_t pos) {
  return wrap(Attribute(cast<PathAttr>(unwrap(attr)).getKinds()[pos]));
}
