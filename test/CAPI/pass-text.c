// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes by name and by function, for the test that walks the registry:
//
//   capi-pass-text functions SYMBOL-OF-A-CREATION…
//     creates each pass and prints the flag that it has; its registration,
//     alone, makes that flag known to pipeline text.
//   capi-pass-text parse TEXT…
//     reads each text of a pipeline and prints what came of it, or why it is
//     refused, on a line each.
//
// RUN: %python %S/Inputs/passes.py %test_bin/capi-pass-text tssa-opt \
// RUN:   "mlir-opt-22" %tensorssa_libs/libtensorssa-c.so | FileCheck %s
//
// CHECK-DAG: tssa-functionalize: 5 options
// CHECK-DAG: convert-tssa-to-linalg: 1 option
// CHECK-DAG: tssa-to-llvm: 6 options

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "tensorssa-c/Dialects.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct buffer_t {
  char text[16384];
  size_t length;
} buffer_t;

static void append(MlirStringRef text, void *user) {
  buffer_t *buffer = user;
  for (size_t i = 0; i < text.length; ++i)
    if (buffer->length + 1 < sizeof buffer->text)
      buffer->text[buffer->length++] =
          text.data[i] == '\n' ? ' ' : text.data[i];
  buffer->text[buffer->length] = 0;
}

/// A pass manager that takes passes on any op.
static MlirPassManager make_manager(MlirContext context) {
  return mlirPassManagerCreateOnOperation(
      context, mlirStringRefCreateFromCString("any"));
}

/// Reads a pipeline; `out` holds its text afterwards, or why it is refused.
static bool parse(MlirContext context, const char *text, buffer_t *out) {
  MlirPassManager manager = make_manager(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  out->length = 0;
  bool ok = mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
      passes, mlirStringRefCreateFromCString(text), append, out));
  if (ok) {
    out->length = 0;
    mlirPrintPassPipeline(passes, append, out);
  }
  mlirPassManagerDestroy(manager);
  return ok;
}

/// The function of that name, which the library must export.
static bool find(const char *name, void *out_function) {
  void *address = dlsym(RTLD_DEFAULT, name);
  // ISO C has no conversion between pointers to data and to functions.
  memcpy(out_function, &address, sizeof address);
  if (!address)
    printf("expected a function '%s' but got none\n", name);
  return address != NULL;
}

static bool check_functions(MlirContext context, const char *creation) {
  static const char prefix[] = "mlirCreate";
  char registration[256];
  snprintf(registration, sizeof registration, "mlirRegister%s",
           creation + strlen(prefix));
  MlirPass (*create)(void);
  void (*add)(void);
  if (!find(creation, &create) || !find(registration, &add))
    return false;

  MlirPassManager manager = make_manager(context);
  mlirPassManagerAddOwnedPass(manager, create());
  buffer_t text = {{0}, 0}, ignored;
  mlirPrintPassPipeline(mlirPassManagerGetAsOpPassManager(manager), append,
                        &text);
  mlirPassManagerDestroy(manager);
  char flag[128];
  if (sscanf(text.text, "any(%127[^{)]", flag) != 1) {
    printf("expected '%s' to make one pass but got '%s'\n", creation,
           text.text);
    return false;
  }
  if (parse(context, flag, &ignored)) {
    printf("expected '%s' to be unknown before '%s'\n", flag, registration);
    return false;
  }
  add();
  add();
  if (!parse(context, flag, &ignored)) {
    printf("expected '%s' to be known after '%s'\n", flag, registration);
    return false;
  }
  printf("%s\n", flag);
  return true;
}

int main(int argc, char **argv) {
  MlirContext context = mlirContextCreate();
  bool functions = argc >= 2 && strcmp(argv[1], "functions") == 0;
  bool ok = argc >= 2;
  if (!functions) {
    tssaRegisterPasses();
    tssaRegisterPasses();
  }
  for (int i = 2; i < argc; ++i) {
    if (functions) {
      ok = check_functions(context, argv[i]) && ok;
      continue;
    }
    buffer_t out;
    bool parsed = parse(context, argv[i], &out);
    printf("%s %s\n", parsed ? "yes" : "no", out.text);
  }
  mlirContextDestroy(context);
  return ok ? 0 : 1;
}
