// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C program that builds a module by MLIR's C interface, runs single passes on
// it and listens to what they say. It builds
//
//   def f(x, i):        # x: [4, 8]
//       y = x[i]        # a view
//       y.copy_(x[0])
//
// as running-sum.c it is compiled against the installed package.

#include "tensorssa-c/Passes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/TSSA.h"
#include "tensorssa-c/View.h"
#include <stdio.h>

static MlirContext context;
static MlirLocation location;
static MlirBlock body;

static MlirStringRef text(const char *characters) {
  return mlirStringRefCreateFromCString(characters);
}

static MlirNamedAttribute named(const char *name, MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, text(name)),
                               attribute);
}

/// Appends an op with at most one result and one attribute to the body.
static MlirValue append(const char *name, intptr_t num_operands,
                        const MlirValue *operands, MlirType result,
                        const char *attribute_name, MlirAttribute attribute) {
  MlirOperationState state = mlirOperationStateGet(text(name), location);
  mlirOperationStateAddOperands(&state, num_operands, operands);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  if (attribute_name) {
    MlirNamedAttribute pair = named(attribute_name, attribute);
    mlirOperationStateAddAttributes(&state, 1, &pair);
  }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(body, op);
  return mlirTypeIsNull(result) ? (MlirValue){NULL}
                                : mlirOperationGetResult(op, 0);
}

/// A view of `source` by `kind`, whose type follows from both.
static MlirValue view(MlirAttribute kind, MlirValue source,
                      intptr_t num_indices, const MlirValue *indices) {
  MlirValue operands[] = {source, {NULL}};
  if (num_indices > 0)
    operands[1] = indices[0];
  MlirType type =
      tssaViewKindInferType(kind, mlirValueGetType(source), location);
  return append("view.of", 1 + num_indices, operands, type, "kind", kind);
}

static MlirModule build(void) {
  const int64_t sizes[] = {4, 8};
  MlirType none = {NULL}, index = mlirIndexTypeGet(context);
  MlirType ref = tssaRefTypeGetChecked(
      location, 2, sizes, mlirF32TypeGet(context), mlirAttributeGetNull());
  MlirType inputs[] = {ref, index};
  MlirLocation locations[] = {location, location};

  MlirOperationState state = mlirOperationStateGet(text("func.func"), location);
  MlirNamedAttribute attributes[] = {
      named("sym_name", mlirStringAttrGet(context, text("f"))),
      named("function_type",
            mlirTypeAttrGet(mlirFunctionTypeGet(context, 2, inputs, 0, NULL)))};
  mlirOperationStateAddAttributes(&state, 2, attributes);
  MlirRegion region = mlirRegionCreate();
  body = mlirBlockCreate(2, inputs, locations);
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirModule module = mlirModuleCreateEmpty(location);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module),
                                mlirOperationCreate(&state));

  MlirValue x = mlirBlockGetArgument(body, 0);
  MlirValue i = mlirBlockGetArgument(body, 1);
  MlirValue y =
      view(tssaViewSelectAttrGetChecked(location, 0, tssaViewGetDynamic()), x,
           1, &i);
  MlirValue first =
      view(tssaViewSelectAttrGetChecked(location, 0, 0), x, 0, NULL);
  MlirType tensor = tssaRefTypeGetTensorType(mlirValueGetType(first));
  MlirValue value =
      append("tssa.read", 1, &first, tensor, NULL, mlirAttributeGetNull());
  const MlirValue written[] = {value, y};
  append("tssa.write", 2, written, none, NULL, mlirAttributeGetNull());
  append("func.return", 0, NULL, none, NULL, mlirAttributeGetNull());
  return module;
}

static void print(MlirStringRef part, void *stream) {
  fwrite(part.data, 1, part.length, stream);
}

/// Remarks go to stdout here, errors to stderr.
static MlirLogicalResult listen(MlirDiagnostic diagnostic, void *unused) {
  (void)unused;
  bool is_error = mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError;
  FILE *stream = is_error ? stderr : stdout;
  fputs(is_error ? "error: " : "// ", stream);
  mlirDiagnosticPrint(diagnostic, print, stream);
  fputs("\n", stream);
  return mlirLogicalResultSuccess();
}

static bool run(MlirModule module, MlirPassManager manager) {
  return mlirLogicalResultIsSuccess(
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module)));
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, listen, NULL, NULL);
  location = mlirLocationFileLineColGet(context, text("f.py"), 1, 1);
  MlirModule module = build();

  // One pass by its function, with default options …
  MlirPassManager checks = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(checks,
                              mlirCreateTensorSSATransformsInsertChecksPass());
  bool works = run(module, checks);
  mlirPassManagerDestroy(checks);

  // … and one by text, with others, once its name is known.
  mlirRegisterTensorSSATransformsFunctionalizePass();
  MlirPassManager functionalize = mlirPassManagerCreate(context);
  works = works &&
          mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
              mlirPassManagerGetAsOpPassManager(functionalize),
              text("tssa-functionalize{errors=precise report=true}"), print,
              stderr)) &&
          run(module, functionalize);
  mlirPassManagerDestroy(functionalize);

  if (works)
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return works ? 0 : 1;
}
