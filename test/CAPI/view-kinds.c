// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What view kinds answer and build: types, what is known of ranges, strides and
// identity; sizes, index map and strided window of a view, as constants where
// they are known and as a program, which the interpreter runs, where not.
//
// RUN: %test_bin/capi-view-kinds

#include "check.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "program.h"
#include "tensorssa-c/Interp.h"
#include "tensorssa-c/View.h"

#include <stdlib.h>
#include <string.h>

static MlirContext context;
static MlirLocation location;
static MlirRewriterBase rewriter;
static char diagnostics[1024];

static void append(MlirStringRef text, void *user) {
  (void)user;
  strncat(diagnostics, text.data,
          sizeof diagnostics - 1 - strlen(diagnostics) < text.length
              ? sizeof diagnostics - 1 - strlen(diagnostics)
              : text.length);
}

static MlirLogicalResult keep_diagnostic(MlirDiagnostic diagnostic,
                                         void *user) {
  mlirDiagnosticPrint(diagnostic, append, user);
  return mlirLogicalResultSuccess();
}

static MlirAttribute kind_of(const char *text) {
  return mlirAttributeParseGet(context, mlirStringRefCreateFromCString(text));
}

static MlirType type_of(const char *text) {
  return mlirTypeParseGet(context, mlirStringRefCreateFromCString(text));
}

static void check_type(const char *kind, const char *source,
                       const char *expected) {
  MlirType type =
      tssaViewKindInferType(kind_of(kind), type_of(source), location);
  if (!CHECK(mlirTypeEqual(type, type_of(expected))))
    printf("  %s of %s\n", kind, source);
}

static void check_types(void) {
  check_type("#view.select<0, ?>", "tensor<4x?xf32>", "tensor<?xf32>");
  check_type("#view.select<0, ?>", "!tssa.ref<4x?xf32>", "!tssa.ref<?xf32>");
  check_type("#view.slice<1, 2 : 8 : 3>", "!tssa.ref<4x8xf32, strided<[8, 1]>>",
             "!tssa.ref<4x2xf32, strided<[8, 3], offset: 2>>");
  check_type("#view.bitcast<i16>", "tensor<3x4xf32>", "tensor<3x8xi16>");
  diagnostics[0] = 0;
  CHECK(mlirTypeIsNull(tssaViewKindInferType(
      kind_of("#view.select<0, 9>"), type_of("tensor<4xf32>"), location)));
  CHECK(strstr(diagnostics, "expected") != NULL);
  diagnostics[0] = 0;
  CHECK(mlirTypeIsNull(tssaViewKindInferType(
      kind_of("#view.alias"), type_of("tensor<*xf32>"), location)));
  CHECK(strstr(diagnostics, "expected what is viewed to be a ref or a ranked "
                            "tensor but got 'tensor<*xf32>'") != NULL);
  diagnostics[0] = 0;
  CHECK(mlirTypeIsNull(tssaViewKindInferType(kind_of("#view.alias"),
                                             (MlirType){NULL}, location)));
  CHECK(strstr(diagnostics, "but got null") != NULL);
}

static void check_answers(void) {
  MlirType tensor = type_of("tensor<4x6xf32>");
  MlirType any = type_of("!tssa.ref<4x6xf32>");
  MlirAttribute expand = kind_of("#view.expand<[3, 4, 6]>");
  MlirAttribute select = kind_of("#view.select<0, ?>");
  MlirAttribute reshape = kind_of("#view.reshape<[24]>");
  MlirAttribute unfold = kind_of("#view.unfold<0, 2, ?>");
  CHECK_EQ(tssaViewKindGetInjectivity(expand, tensor), TssaInjectivityNo);
  CHECK_EQ(tssaViewKindGetInjectivity(select, tensor), TssaInjectivityYes);
  CHECK_EQ(tssaViewKindGetInjectivity(unfold, tensor),
           TssaInjectivityDependsOnOperands);
  CHECK(!tssaViewKindIsAlwaysInRange(select, tensor));
  CHECK(tssaViewKindIsAlwaysInRange(kind_of("#view.slice<0, ? : ? : 1>"),
                                    tensor));
  // A ref may have any strides, a tensor has its own.
  CHECK(tssaViewKindIsViewable(reshape, tensor));
  CHECK(!tssaViewKindIsViewable(reshape, any));
  CHECK(tssaViewKindHasStridedView(reshape, tensor));
  CHECK(tssaViewKindHasStridedView(select, any));
  CHECK(tssaViewKindIsIdentity(kind_of("#view.reshape<[4, 6]>"), tensor));
  CHECK(!tssaViewKindIsIdentity(reshape, tensor));
}

static void check_chain(void) {
  MlirAttribute alias = kind_of("#view.alias");
  MlirAttribute select = kind_of("#view.select<0, 1>");
  MlirAttribute path =
      kind_of("#view.path<[#view.select<0, ?>, #view.squeeze<0>]>");
  MlirAttribute members[] = {select, alias, path};
  CHECK(mlirAttributeEqual(
      tssaViewPathAttrGetChain(context, 3, members),
      kind_of("#view.path<[#view.select<0, 1>, #view.select<0, ?>, "
              "#view.squeeze<0>]>")));
  CHECK(mlirAttributeEqual(tssaViewPathAttrGetChain(context, 2, members),
                           select));
  CHECK(mlirAttributeEqual(tssaViewPathAttrGetChain(context, 0, NULL), alias));
}

/// Whether a number is this constant.
static bool is_constant(TssaIndex index, int64_t expected) {
  return mlirValueIsNull(index.value) && index.constant == expected;
}

/// From constants come constants, and no op.
static void check_constants(void) {
  MlirAttribute kind = kind_of("#view.slice<1, 2 : 8 : 3>");
  MlirType source = type_of("tensor<4x8xf32>");
  TssaIndex sizes[] = {tssaIndexFromConstant(4), tssaIndexFromConstant(8)};
  TssaIndex strides[] = {tssaIndexFromConstant(16), tssaIndexFromConstant(2)};
  TssaStridedView window = {sizes, strides, tssaIndexFromConstant(5), true,
                            tssaIndexFromConstant(99)};
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRewriterBaseSetInsertionPointToEnd(rewriter, block);
  TssaIndex result[2];
  tssaViewKindBuildResultSizes(kind, rewriter, location, source, sizes, NULL,
                               result);
  CHECK(is_constant(result[0], 4));
  CHECK(is_constant(result[1], 2));
  TssaIndex view_sizes[2], view_strides[2];
  TssaStridedView view = {view_sizes, view_strides, tssaIndexFromConstant(0),
                          false, tssaIndexFromConstant(0)};
  CHECK(mlirLogicalResultIsSuccess(tssaViewKindBuildStridedView(
      kind, rewriter, location, source, &window, NULL, &view)));
  CHECK(is_constant(view_sizes[1], 2));
  CHECK(is_constant(view_strides[0], 16));
  CHECK(is_constant(view_strides[1], 6));
  CHECK(is_constant(view.offset, 9));
  CHECK(view.hasStorageSize && is_constant(view.storageSize, 99));
  CHECK(mlirOperationIsNull(mlirBlockGetFirstOperation(block)));
  window.hasStorageSize = false;
  CHECK(mlirLogicalResultIsSuccess(tssaViewKindBuildStridedView(
      kind, rewriter, location, source, &window, NULL, &view)));
  CHECK(!view.hasStorageSize);
  // To another width elements have no source of their own.
  MlirValue none[2];
  CHECK(mlirLogicalResultIsFailure(tssaViewKindBuildSourceIndices(
      kind_of("#view.bitcast<i16>"), rewriter, location, source, sizes, NULL,
      none, none)));
  mlirRewriterBaseClearInsertionPoint(rewriter);
  mlirBlockDestroy(block);
}

/// A function over `count` indices, its entry block, and where it ends.
typedef struct function_t {
  MlirModule module;
  MlirBlock block;
  MlirOperation end;
} function_t;

static function_t make_function(const char *text) {
  function_t function;
  function.module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(function.module))
    abort();
  MlirOperation op =
      mlirBlockGetFirstOperation(mlirModuleGetBody(function.module));
  function.block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  function.end = mlirBlockGetTerminator(function.block);
  mlirRewriterBaseSetInsertionPointBefore(rewriter, function.end);
  return function;
}

/// Runs it on integers; every result is an integer or a boolean.
static void run(const function_t *function, const int64_t *arguments,
                intptr_t count, int64_t *results, intptr_t num_results) {
  tssa_context_t *call = NULL;
  tssa_value_t inputs[8], outputs[8];
  CHECK_EQ(tssa_context_create(NULL, &call, NULL), TSSA_STATUS_OK);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = tssa_value_from_int(arguments[i]);
  CHECK_EQ(tssaInterpretFunction(function->module,
                                 mlirStringRefCreateFromCString("f"), call,
                                 inputs, count, outputs, num_results),
           TSSA_STATUS_OK);
  for (intptr_t i = 0; i < num_results; ++i)
    results[i] =
        outputs[i].kind == TSSA_VALUE_BOOL ? outputs[i].b : outputs[i].i64;
  tssa_context_destroy(call);
}

/// x[i, a:b] of a source of sizes n, m: its index map, window and precondition.
static void check_program(void) {
  MlirAttribute kind =
      kind_of("#view.path<[#view.select<0, ?>, #view.slice<0, ? : ? : 2>]>");
  MlirType source = type_of("!tssa.ref<?x?xf32>");
  CHECK_EQ(tssaViewKindGetNumOperands(kind), 3);
  function_t function = make_function(
      "func.func @f(%n: index, %m: index, %i: index, %a: index, %b: index,\n"
      "             %k: index)\n"
      "    -> (index, index, index, index, index, i1) {\n"
      "  %true = arith.constant true\n"
      "  return %n, %n, %n, %n, %n, %true\n"
      "    : index, index, index, index, index, i1\n"
      "}\n");
  MlirValue arguments[6];
  for (int i = 0; i < 6; ++i)
    arguments[i] = mlirBlockGetArgument(function.block, i);
  TssaIndex sizes[] = {tssaIndexFromValue(arguments[0]),
                       tssaIndexFromValue(arguments[1])};
  TssaIndex strides[] = {tssaIndexFromValue(arguments[1]),
                         tssaIndexFromConstant(1)};
  TssaStridedView window = {sizes, strides, tssaIndexFromConstant(0), false,
                            tssaIndexFromConstant(0)};
  const MlirValue *operands = arguments + 2;
  MlirValue indices[2];
  CHECK(mlirLogicalResultIsSuccess(
      tssaViewKindBuildSourceIndices(kind, rewriter, location, source, sizes,
                                     operands, &arguments[5], indices)));
  TssaIndex size, view_size, view_stride;
  tssaViewKindBuildResultSizes(kind, rewriter, location, source, sizes,
                               operands, &size);
  TssaStridedView view = {&view_size, &view_stride, tssaIndexFromConstant(0),
                          false, tssaIndexFromConstant(0)};
  CHECK(mlirLogicalResultIsSuccess(tssaViewKindBuildStridedView(
      kind, rewriter, location, source, &window, operands, &view)));
  CHECK(is_constant(view_stride, 2));
  MlirValue exists = tssaViewKindBuildPrecondition(kind, rewriter, location,
                                                   source, &window, operands);
  MlirValue results[] = {indices[0],      indices[1],        size.value,
                         view_size.value, view.offset.value, exists};
  for (int i = 0; i < 6; ++i)
    mlirOperationSetOperand(function.end, i, results[i]);

  // Of 5 × 8 elements row 3, from 1 to -1; element 2 of that.
  const int64_t inside[] = {5, 8, 3, 1, -1, 2};
  int64_t got[6];
  run(&function, inside, 6, got, 6);
  CHECK_EQ(got[0], 3);
  CHECK_EQ(got[1], 5);
  CHECK_EQ(got[2], 3);
  CHECK_EQ(got[3], 3);
  CHECK_EQ(got[4], 25);
  CHECK_EQ(got[5], 1);
  const int64_t outside[] = {5, 8, 5, 1, -1, 0};
  run(&function, outside, 6, got, 6);
  CHECK_EQ(got[5], 0);
  mlirRewriterBaseClearInsertionPoint(rewriter);
  mlirModuleDestroy(function.module);
}

int main(void) {
  context = make_context();
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, keep_diagnostic, NULL, NULL);
  location = mlirLocationUnknownGet(context);
  rewriter = mlirIRRewriterCreate(context);
  check_types();
  check_answers();
  check_chain();
  check_constants();
  check_program();
  mlirIRRewriterDestroy(rewriter);
  mlirContextDestroy(context);
  return CHECK_END();
}
