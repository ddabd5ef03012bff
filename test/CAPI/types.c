// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of tssa and kinds of view: each can be made, recognized and taken
// apart, and is what the parser makes of its text; what is not allowed gives
// null and a diagnostic.
//
// RUN: %test_bin/capi-types

#include "check.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/TSSA.h"
#include "tensorssa-c/View.h"

static int diagnostics;

static MlirLogicalResult count_diagnostic(MlirDiagnostic diagnostic,
                                          void *user) {
  (void)diagnostic;
  (void)user;
  diagnostics += 1;
  return mlirLogicalResultSuccess();
}

static MlirAttribute parse_attribute(MlirContext context, const char *text) {
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}

static MlirType parse_type(MlirContext context, const char *text) {
  return mlirTypeParseGet(context, mlirStringRefCreateFromCString(text));
}

static void check_types(MlirContext context, MlirLocation location) {
  MlirType f32 = mlirF32TypeGet(context), i64 = mlirIntegerTypeGet(context, 64);
  int64_t sizes[] = {4, mlirShapedTypeGetDynamicSize()}, strides[] = {8, 1};
  MlirAttribute layout = mlirStridedLayoutAttrGet(context, 0, 2, strides);
  MlirAttribute none = mlirAttributeGetNull();
  MlirType ref = tssaRefTypeGetChecked(location, 2, sizes, f32, none);
  MlirType laid_out = tssaRefTypeGetChecked(location, 2, sizes, f32, layout);
  CHECK(mlirTypeEqual(ref, parse_type(context, "!tssa.ref<4x?xf32>")));
  CHECK(mlirTypeEqual(
      laid_out, parse_type(context, "!tssa.ref<4x?xf32, strided<[8, 1]>>")));
  CHECK(tssaTypeIsARef(ref));
  CHECK(!tssaTypeIsARef(f32));
  CHECK(!tssaTypeIsARef((MlirType){NULL}));
  CHECK_EQ(tssaRefTypeGetRank(ref), 2);
  CHECK_EQ(tssaRefTypeGetDimSize(ref, 0), 4);
  CHECK_EQ(tssaRefTypeGetDimSize(ref, 1), mlirShapedTypeGetDynamicSize());
  CHECK(mlirTypeEqual(tssaRefTypeGetElementType(ref), f32));
  CHECK(mlirAttributeIsNull(tssaRefTypeGetLayout(ref)));
  CHECK(mlirAttributeEqual(tssaRefTypeGetLayout(laid_out), layout));
  CHECK(mlirTypeEqual(tssaRefTypeGetTensorType(ref),
                      parse_type(context, "tensor<4x?xf32>")));

  MlirType list = tssaListTypeGetChecked(location, ref);
  CHECK(mlirTypeEqual(list,
                      parse_type(context, "!tssa.list<!tssa.ref<4x?xf32>>")));
  CHECK(tssaTypeIsAList(list));
  CHECK(!tssaTypeIsAList(ref));
  CHECK(mlirTypeEqual(tssaListTypeGetElementType(list), ref));
  MlirType any = tssaAnyRefElementTypeGet(context);
  CHECK(tssaTypeIsAAnyRefElement(any));
  CHECK(!tssaTypeIsAAnyRefElement(ref));
  CHECK(!mlirTypeIsNull(tssaListTypeGetChecked(location, any)));
  CHECK(!mlirTypeIsNull(tssaListTypeGetChecked(location, i64)));

  diagnostics = 0;
  CHECK(mlirTypeIsNull(tssaListTypeGetChecked(location, f32)));
  CHECK_EQ(diagnostics, 1);
  CHECK(mlirTypeIsNull(tssaRefTypeGetChecked(location, 1, sizes, f32, layout)));
  CHECK_EQ(diagnostics, 2);
}

/// A kind is what its text says, has its class, and takes `operands`.
static void check_kind(MlirAttribute kind, const char *text,
                       bool (*is_a)(MlirAttribute), intptr_t operands) {
  if (!CHECK(!mlirAttributeIsNull(kind)))
    return;
  MlirContext context = mlirAttributeGetContext(kind);
  CHECK(mlirAttributeEqual(kind, parse_attribute(context, text)));
  CHECK(tssaAttributeIsAViewKind(kind));
  CHECK(is_a(kind));
  CHECK(!is_a(mlirAttributeGetNull()));
  CHECK(!is_a(mlirUnitAttrGet(context)));
  CHECK_EQ(tssaViewKindGetNumOperands(kind), operands);
}

static void check_numbers(MlirContext context, MlirLocation location) {
  int64_t open = tssaViewGetDynamic();
  check_kind(tssaViewAliasAttrGet(context), "#view.alias",
             tssaAttributeIsAViewAlias, 0);
  MlirAttribute select = tssaViewSelectAttrGetChecked(location, 1, open);
  check_kind(select, "#view.select<1, ?>", tssaAttributeIsAViewSelect, 1);
  CHECK_EQ(tssaViewSelectAttrGetDim(select), 1);
  CHECK_EQ(tssaViewSelectAttrGetIndex(select), open);
  MlirAttribute slice = tssaViewSliceAttrGetChecked(location, 0, -3, open, 2);
  check_kind(slice, "#view.slice<0, -3 : ? : 2>", tssaAttributeIsAViewSlice, 1);
  CHECK_EQ(tssaViewSliceAttrGetDim(slice), 0);
  CHECK_EQ(tssaViewSliceAttrGetStart(slice), -3);
  CHECK_EQ(tssaViewSliceAttrGetEnd(slice), open);
  CHECK_EQ(tssaViewSliceAttrGetStep(slice), 2);
  MlirAttribute squeeze = tssaViewSqueezeAttrGetChecked(location, 1);
  check_kind(squeeze, "#view.squeeze<1>", tssaAttributeIsAViewSqueeze, 0);
  CHECK_EQ(tssaViewSqueezeAttrGetDim(squeeze), 1);
  MlirAttribute unsqueeze = tssaViewUnsqueezeAttrGetChecked(location, 2);
  check_kind(unsqueeze, "#view.unsqueeze<2>", tssaAttributeIsAViewUnsqueeze, 0);
  CHECK_EQ(tssaViewUnsqueezeAttrGetDim(unsqueeze), 2);
  MlirAttribute diagonal = tssaViewDiagonalAttrGetChecked(location, open, 0, 1);
  check_kind(diagonal, "#view.diagonal<?, 0, 1>", tssaAttributeIsAViewDiagonal,
             1);
  CHECK_EQ(tssaViewDiagonalAttrGetOffset(diagonal), open);
  CHECK_EQ(tssaViewDiagonalAttrGetDim1(diagonal), 0);
  CHECK_EQ(tssaViewDiagonalAttrGetDim2(diagonal), 1);
  MlirAttribute unfold = tssaViewUnfoldAttrGetChecked(location, 0, 3, open);
  check_kind(unfold, "#view.unfold<0, 3, ?>", tssaAttributeIsAViewUnfold, 1);
  CHECK_EQ(tssaViewUnfoldAttrGetDim(unfold), 0);
  CHECK_EQ(tssaViewUnfoldAttrGetSize(unfold), 3);
  CHECK_EQ(tssaViewUnfoldAttrGetStep(unfold), open);
}

static void check_lists(MlirContext context, MlirLocation location) {
  int64_t open = tssaViewGetDynamic();
  int64_t order[] = {1, 0}, sizes[] = {open, 4}, strides[] = {open, 1};
  MlirAttribute permute = tssaViewPermuteAttrGetChecked(location, 2, order);
  check_kind(permute, "#view.permute<[1, 0]>", tssaAttributeIsAViewPermute, 0);
  CHECK_EQ(tssaViewPermuteAttrGetNumDimensions(permute), 2);
  CHECK_EQ(tssaViewPermuteAttrGetDimension(permute, 0), 1);
  MlirAttribute expand = tssaViewExpandAttrGetChecked(location, 2, sizes);
  check_kind(expand, "#view.expand<[?, 4]>", tssaAttributeIsAViewExpand, 1);
  CHECK_EQ(tssaViewExpandAttrGetNumSizes(expand), 2);
  CHECK_EQ(tssaViewExpandAttrGetSize(expand, 1), 4);
  MlirAttribute reshape = tssaViewReshapeAttrGetChecked(location, 2, sizes);
  check_kind(reshape, "#view.reshape<[?, 4]>", tssaAttributeIsAViewReshape, 1);
  CHECK_EQ(tssaViewReshapeAttrGetNumSizes(reshape), 2);
  CHECK_EQ(tssaViewReshapeAttrGetSize(reshape, 0), open);
  MlirAttribute strided =
      tssaViewAsStridedAttrGetChecked(location, 2, sizes, strides, 7);
  check_kind(strided, "#view.as_strided<[?, 4], [?, 1], 7>",
             tssaAttributeIsAViewAsStrided, 2);
  CHECK_EQ(tssaViewAsStridedAttrGetNumSizes(strided), 2);
  CHECK_EQ(tssaViewAsStridedAttrGetNumStrides(strided), 2);
  CHECK_EQ(tssaViewAsStridedAttrGetSize(strided, 1), 4);
  CHECK_EQ(tssaViewAsStridedAttrGetStride(strided, 0), open);
  CHECK_EQ(tssaViewAsStridedAttrGetOffset(strided), 7);
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirAttribute bitcast = tssaViewBitcastAttrGetChecked(location, i32);
  check_kind(bitcast, "#view.bitcast<i32>", tssaAttributeIsAViewBitcast, 0);
  CHECK(mlirTypeEqual(tssaViewBitcastAttrGetElementType(bitcast), i32));
  MlirAttribute members[] = {permute, reshape};
  MlirAttribute path = tssaViewPathAttrGetChecked(location, 2, members);
  check_kind(path, "#view.path<[#view.permute<[1, 0]>, #view.reshape<[?, 4]>]>",
             tssaAttributeIsAViewPath, 1);
  CHECK_EQ(tssaViewPathAttrGetNumKinds(path), 2);
  CHECK(mlirAttributeEqual(tssaViewPathAttrGetKind(path, 1), reshape));

  diagnostics = 0;
  int64_t twice[] = {0, 0};
  CHECK(mlirAttributeIsNull(tssaViewPermuteAttrGetChecked(location, 2, twice)));
  CHECK(mlirAttributeIsNull(tssaViewSliceAttrGetChecked(location, 0, 0, 1, 0)));
  CHECK_EQ(diagnostics, 2);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__tssa__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__view__(), context);
  mlirContextAttachDiagnosticHandler(context, count_diagnostic, NULL, NULL);
  MlirLocation location = mlirLocationUnknownGet(context);
  check_types(context, location);
  check_numbers(context, location);
  check_lists(context, location);
  mlirContextDestroy(context);
  return CHECK_END();
}
