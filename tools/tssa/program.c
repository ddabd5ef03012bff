// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a program and looking at its functions.

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "tensorssa-c/Artifact.h"
#include "tensorssa-c/Dialects.h"
#include "tool.h"
#include "validator.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

void location_format(MlirLocation location, char *buffer, size_t size) {
  buffer[0] = '\0';
  if (mlirLocationIsAFileLineColRange(location)) {
    MlirStringRef file =
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    snprintf(buffer, size, "%.*s:%d:%d", (int)file.length, file.data,
             mlirLocationFileLineColRangeGetStartLine(location),
             mlirLocationFileLineColRangeGetStartColumn(location));
  } else if (mlirLocationIsAName(location)) {
    location_format(mlirLocationNameGetChildLoc(location), buffer, size);
  } else if (mlirLocationIsACallSite(location)) {
    location_format(mlirLocationCallSiteGetCallee(location), buffer, size);
  } else if (mlirLocationIsAFused(location) &&
             mlirLocationFusedGetNumLocations(location) > 0) {
    unsigned count = mlirLocationFusedGetNumLocations(location);
    MlirLocation *parts = tool_alloc(count, sizeof *parts);
    mlirLocationFusedGetLocations(location, parts);
    location_format(parts[0], buffer, size);
    free(parts);
  }
}

MlirLogicalResult diagnostic_print(MlirDiagnostic diagnostic, void *unused) {
  (void)unused;
  static const char *const names[] = {"error", "warning", "note", "remark"};
  char where[1024];
  location_format(mlirDiagnosticGetLocation(diagnostic), where, sizeof where);
  text_t text = {0};
  mlirDiagnosticPrint(diagnostic, text_callback, &text);
  fprintf(stderr, "%s%s%s: %s\n", where, where[0] ? ": " : "",
          names[mlirDiagnosticGetSeverity(diagnostic)],
          text.text ? text.text : "");
  text_free(&text);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); ++i)
    diagnostic_print(mlirDiagnosticGetNote(diagnostic, i), NULL);
  return mlirLogicalResultSuccess();
}

enum { MAX_PLUGINS = 16 };
static const char *plugins[MAX_PLUGINS];
static int num_plugins;

bool program_add_plugin(const char *path) {
  if (num_plugins == MAX_PLUGINS)
    return false;
  plugins[num_plugins++] = path;
  return true;
}

void program_append_plugins(text_t *command) {
  for (int i = 0; i < num_plugins; ++i)
    text_printf(command, " --load-dialect-plugin=%s", plugins[i]);
}

/// Adds the dialects of the plugins. If one cannot be loaded, the reason is on
/// stderr.
static bool load_plugins(MlirDialectRegistry registry) {
  for (int i = 0; i < num_plugins; ++i) {
    text_t reason = {0};
    bool loaded = mlirLogicalResultIsSuccess(tssaLoadDialectPlugin(
        ref(plugins[i]), registry, text_callback, &reason));
    if (!loaded)
      fprintf(stderr, "error: cannot load the plugin: %s\n",
              reason.text ? reason.text : plugins[i]);
    text_free(&reason);
    if (!loaded)
      return false;
  }
  return true;
}

MlirContext tool_context(void) {
  MlirContext context = {NULL};
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  tssaRegisterAllPasses();
  tool_register_validator();
  if (load_plugins(registry)) {
    context = mlirContextCreateWithRegistry(registry, false);
    mlirContextLoadAllAvailableDialects(context);
  }
  mlirDialectRegistryDestroy(registry);
  return context;
}

/// Whether there is a file; a folder is none.
static bool check_readable(const char *path, const char *option) {
  FILE *file = fopen(path, "rb");
  int error = file ? 0 : errno;
  if (file && getc(file) == EOF && ferror(file))
    error = errno;
  if (file)
    fclose(file);
  if (error)
    fprintf(stderr, "%s: error: cannot read the file%s%s: %s\n", path,
            option ? " of " : "", option ? option : "", strerror(error));
  return !error;
}

/// Reads and verifies a file by `parse`.
static bool load(MlirContext context, const char *path, const char *option,
                 MlirModule (*parse)(MlirContext, MlirStringRef),
                 MlirModule *out_module) {
  if (strcmp(path, "-") != 0 && !check_readable(path, option))
    return false;
  *out_module = parse(context, ref(path));
  if (mlirModuleIsNull(*out_module))
    return false;
  if (mlirOperationVerify(mlirModuleGetOperation(*out_module)))
    return true;
  mlirModuleDestroy(*out_module);
  return false;
}

bool program_load_other(const program_t *program, const char *path,
                        const char *option, MlirModule *out_module) {
  return load(program->context, path, option, mlirModuleCreateParseFromFile,
              out_module);
}

static bool create(const char *path,
                   MlirModule (*parse)(MlirContext, MlirStringRef),
                   program_t *program) {
  program->context = tool_context();
  if (mlirContextIsNull(program->context))
    return false;
  mlirContextAttachDiagnosticHandler(program->context, diagnostic_print, NULL,
                                     NULL);
  if (load(program->context, path, NULL, parse, &program->module))
    return true;
  mlirContextDestroy(program->context);
  return false;
}

bool program_load(const char *path, program_t *program) {
  return create(path, mlirModuleCreateParseFromFile, program);
}

bool program_load_named(const char *path, program_t *program) {
  return create(path, tssaModuleParseFile, program);
}

void program_destroy(program_t *program) {
  if (!mlirModuleIsNull(program->module))
    mlirModuleDestroy(program->module);
  mlirContextDestroy(program->context);
}

static bool is_public_function(MlirOperation op, function_t *out_function) {
  MlirStringRef kind = mlirIdentifierStr(mlirOperationGetName(op));
  if (!mlirStringRefEqual(kind, ref("func.func")))
    return false;
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(op, ref("sym_visibility"));
  if (!mlirAttributeIsNull(visibility) &&
      !mlirStringRefEqual(mlirStringAttrGetValue(visibility), ref("public")))
    return false;
  if (mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))))
    return false;
  out_function->op = op;
  out_function->name = mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(op, ref("sym_name")));
  out_function->type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(op, ref("function_type")));
  return true;
}

bool program_next_function(const program_t *program, const function_t *previous,
                           function_t *out_function) {
  MlirOperation op =
      previous ? mlirOperationGetNextInBlock(previous->op)
               : mlirBlockGetFirstOperation(mlirModuleGetBody(program->module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (is_public_function(op, out_function))
      return true;
  return false;
}

/// Prints the names of the public functions, as far as a line has room.
static void print_names(const program_t *program) {
  enum { MOST = 12 };
  function_t function;
  int count = 0;
  for (bool more = program_next_function(program, NULL, &function);
       more && count <= MOST;
       more = program_next_function(program, &function, &function), ++count)
    if (count < MOST)
      fprintf(stderr, "%s%.*s", count ? ", " : "", (int)function.name.length,
              function.name.data);
  fprintf(stderr, "%s\n", count > MOST ? ", …" : "");
}

bool program_find_function(const program_t *program, const char *name,
                           function_t *out_function) {
  function_t function;
  int found = 0;
  for (bool more = program_next_function(program, NULL, &function); more;
       more = program_next_function(program, &function, &function)) {
    if (name && !mlirStringRefEqual(function.name, ref(name)))
      continue;
    *out_function = function;
    ++found;
  }
  if (found == 1)
    return true;
  bool any = program_next_function(program, NULL, &function);
  if (!any)
    fprintf(stderr, "error: expected a public function but got none\n");
  else if (name)
    fprintf(stderr,
            "error: expected --entry to name a public function but got '%s'; "
            "there are ",
            name);
  else
    fprintf(stderr,
            "error: expected one public function but got %d; name one with "
            "--entry=: ",
            found);
  if (any)
    print_names(program);
  return false;
}

intptr_t function_num_inputs(const function_t *function) {
  return mlirFunctionTypeGetNumInputs(function->type);
}

intptr_t function_num_outputs(const function_t *function) {
  return mlirFunctionTypeGetNumResults(function->type);
}

MlirType function_input(const function_t *function, intptr_t index) {
  return mlirFunctionTypeGetInput(function->type, index);
}

MlirAttribute function_input_attribute(const function_t *function,
                                       intptr_t index, const char *name) {
  MlirAttribute all =
      mlirOperationGetAttributeByName(function->op, ref("arg_attrs"));
  if (mlirAttributeIsNull(all))
    return all;
  MlirAttribute own = mlirArrayAttrGetElement(all, index);
  return mlirDictionaryAttrGetElementByName(own, ref(name));
}
