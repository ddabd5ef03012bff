// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the calls that a program names in its comments and prints what comes
// out:
//
//   // CALL: f 2x3xf32 int:4 float:0.5 true list:[int:1 int:2]
//
// A tensor argument holds 0, 1, 2, … in row-major order. After its type may
// follow `/s0,s1` for strides, `+n` for an offset, `=a,b,…` for values, and
// `^k` to name the storage of tensor argument k instead of one of its own.
// Printed are the results, with the storage that each shares, and the arguments
// after the call.

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-c/Interp.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 16, MAX_DIMS = 8 };

static void die(const char *what, const char *detail) {
  fprintf(stderr, "interp-driver: %s: %s\n", what, detail);
  exit(2);
}

static void store(tssa_dtype_t dtype, char *at, double value) {
  switch (dtype) {
  case TSSA_DTYPE_BOOL: {
    uint8_t x = value != 0;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_I8:
  case TSSA_DTYPE_U8: {
    uint8_t x = (uint8_t)(int64_t)value;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_I16: {
    int16_t x = (int16_t)value;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_I32: {
    int32_t x = (int32_t)value;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_I64: {
    int64_t x = (int64_t)value;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_F32: {
    float x = (float)value;
    memcpy(at, &x, sizeof x);
    break;
  }
  case TSSA_DTYPE_F64:
    memcpy(at, &value, sizeof value);
    break;
  default:
    die("no such elements", tssa_dtype_name(dtype));
  }
}

/// "2x3xf32/3,1+4=1,2,3^0", all after the type optional.
static tssa_tensor_t *parse_tensor(const char *text,
                                   const tssa_value_t *earlier) {
  char copy[512];
  snprintf(copy, sizeof copy, "%s", text);
  char *values = strchr(copy, '='), *base = strchr(copy, '^');
  if (base)
    *base++ = 0;
  if (values)
    *values++ = 0;
  char *plus = strchr(copy, '+'), *slash = strchr(copy, '/');
  if (plus)
    *plus++ = 0;
  if (slash)
    *slash++ = 0;
  int64_t sizes[MAX_DIMS], strides[MAX_DIMS], rank = 0;
  char *at = copy, *end;
  while (*at >= '0' && *at <= '9') {
    sizes[rank++] = strtoll(at, &end, 10);
    at = end + 1;
  }
  tssa_dtype_t dtype;
  if (tssa_dtype_parse(at, &dtype))
    die("no such type", text);
  int64_t offset = plus ? strtoll(plus, NULL, 10) : 0;
  tssa_layout_row_major(rank, sizes, strides);
  for (int64_t i = 0; slash && i < rank; ++i) {
    strides[i] = strtoll(slash, &slash, 10);
    slash += *slash == ',';
  }
  tssa_error_t error;
  tssa_tensor_t *tensor;
  int64_t low, high;
  tssa_layout_bounds(rank, sizes, strides, &low, &high);
  tssa_storage_t *storage;
  if (base) {
    storage = tssa_storage_retain(earlier[atoi(base)].tensor->storage);
  } else {
    // Two elements more than are named, so that nothing beyond is touched.
    int64_t bytes = (offset + high + 3) * tssa_dtype_size(dtype);
    if (tssa_storage_create(NULL, bytes, &storage, &error))
      die("storage", error.message);
    memset(tssa_storage_data(storage), 0x7f, (size_t)bytes);
  }
  if (tssa_tensor_from_storage(storage, dtype, rank, sizes, strides, offset,
                               &tensor, &error))
    die("tensor", error.message);
  tssa_storage_release(storage);
  int64_t indices[MAX_DIMS] = {0};
  for (int64_t i = 0; !base && i < tssa_tensor_count(tensor); ++i) {
    double value = (double)i;
    if (values) {
      value = strtod(values, &values);
      values += *values == ',';
    }
    store(dtype, tssa_tensor_element(tensor, indices), value);
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      if (++indices[dim] < sizes[dim])
        break;
      indices[dim] = 0;
    }
  }
  return tensor;
}

static tssa_value_t parse_value(char **text, const tssa_value_t *earlier) {
  char *at = *text;
  if (strncmp(at, "list:[", 6) == 0) {
    tssa_list_t *list;
    if (tssa_list_create(NULL, &list, NULL))
      die("list", at);
    at += 6;
    while (*at && *at != ']') {
      tssa_value_t item = parse_value(&at, earlier);
      tssa_list_append(list, item, NULL);
      tssa_value_release(&item);
      at += *at == ' ';
    }
    *text = at + 1;
    return tssa_value_from_list(list);
  }
  size_t length = strcspn(at, " ]");
  char word[512];
  snprintf(word, sizeof word, "%.*s", (int)length, at);
  *text = at + length;
  if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
    return tssa_value_from_bool(word[0] == 't');
  if (strncmp(word, "int:", 4) == 0)
    return tssa_value_from_int(strtoll(word + 4, NULL, 10));
  if (strncmp(word, "float:", 6) == 0)
    return tssa_value_from_float(strtod(word + 6, NULL));
  return tssa_value_from_tensor(parse_tensor(word, earlier));
}

static void print_value(tssa_value_t value) {
  switch (value.kind) {
  case TSSA_VALUE_NONE:
    printf("none");
    break;
  case TSSA_VALUE_INT:
    printf("%" PRId64, value.i64);
    break;
  case TSSA_VALUE_FLOAT:
    printf("%.9g", value.f64);
    break;
  case TSSA_VALUE_BOOL:
    printf("%s", value.b ? "true" : "false");
    break;
  case TSSA_VALUE_LIST:
    printf("list(");
    for (int64_t i = 0; i < tssa_list_length(value.list); ++i) {
      tssa_value_t item;
      if (tssa_list_get(value.list, i, &item, NULL))
        break;
      if (i)
        printf(", ");
      print_value(item);
    }
    printf(")");
    break;
  case TSSA_VALUE_TENSOR: {
    char type[1500], *at, elements[8192];
    tssa_tensor_format_type(value.tensor, type, sizeof type);
    tssa_tensor_format(value.tensor, NULL, elements, sizeof elements, NULL,
                       NULL);
    // One line, single spaces.
    for (at = elements; *at; ++at)
      if (*at == '\n')
        *at = ' ';
    printf("%s ", type);
    char last = '[';
    for (at = elements; *at; ++at)
      if (*at != ' ' || (last != ' ' && last != '['))
        putchar(last = *at);
    break;
  }
  }
}

/// Names of a tensor's storage: arguments first, then earlier results.
static void print_storage(tssa_value_t value, const tssa_value_t *inputs,
                          intptr_t num_inputs, const tssa_value_t *outputs,
                          intptr_t before) {
  if (value.kind != TSSA_VALUE_TENSOR)
    return;
  for (intptr_t i = 0; i < num_inputs; ++i)
    if (inputs[i].kind == TSSA_VALUE_TENSOR &&
        inputs[i].tensor->storage == value.tensor->storage) {
      printf(" in argument %d", (int)i);
      return;
    }
  for (intptr_t i = 0; i < before; ++i)
    if (outputs[i].kind == TSSA_VALUE_TENSOR &&
        outputs[i].tensor->storage == value.tensor->storage) {
      printf(" in result %d", (int)i);
      return;
    }
}

static void run_call(MlirModule module, tssa_context_t *context, char *line) {
  printf("CALL %s\n", line);
  char *space = strchr(line, ' ');
  MlirStringRef name = {line, space ? (size_t)(space - line) : strlen(line)};
  tssa_value_t inputs[MAX_VALUES], outputs[MAX_VALUES];
  intptr_t num_inputs = 0, num_outputs = 0;
  for (char *at = space; at && *at == ' ' && num_inputs < MAX_VALUES;) {
    at += 1;
    inputs[num_inputs] = parse_value(&at, inputs);
    num_inputs += 1;
  }
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(module));
  MlirOperation function = mlirSymbolTableLookup(symbols, name);
  mlirSymbolTableDestroy(symbols);
  if (!mlirOperationIsNull(function))
    num_outputs = mlirFunctionTypeGetNumResults(
        mlirTypeAttrGetValue(mlirOperationGetAttributeByName(
            function, mlirStringRefCreateFromCString("function_type"))));
  tssa_status_t status = tssaInterpretFunction(
      module, name, context, inputs, num_inputs, outputs, num_outputs);
  if (status) {
    tssa_error_t error;
    tssa_context_error(context, &error);
    printf("  error (%s) %s\n", tssa_status_name(status), error.message);
  }
  for (intptr_t i = 0; i < num_outputs && !status; ++i) {
    printf("  result %d: ", (int)i);
    print_value(outputs[i]);
    print_storage(outputs[i], inputs, num_inputs, outputs, i);
    printf("\n");
  }
  for (intptr_t i = 0; i < num_inputs; ++i)
    if (inputs[i].kind == TSSA_VALUE_TENSOR ||
        inputs[i].kind == TSSA_VALUE_LIST) {
      printf("  argument %d: ", (int)i);
      print_value(inputs[i]);
      printf("\n");
    }
  for (intptr_t i = 0; i < num_outputs; ++i)
    tssa_value_release(&outputs[i]);
  for (intptr_t i = 0; i < num_inputs; ++i)
    tssa_value_release(&inputs[i]);
}

int main(int argc, char **argv) {
  if (argc != 2)
    die("usage", "interp-driver FILE");
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tssaRegisterAllDialects(registry);
  MlirContext mlir = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  FILE *file = fopen(argv[1], "r");
  if (!file)
    die("cannot read", argv[1]);
  static char text[1 << 20];
  size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[size] = 0;
  MlirModule module = mlirModuleCreateParseFromFile(
      mlir, mlirStringRefCreateFromCString(argv[1]));
  if (mlirModuleIsNull(module)) {
    mlirContextDestroy(mlir);
    return 1;
  }
  tssa_context_t *context;
  if (tssa_context_create(NULL, &context, NULL))
    die("context", "no memory");
  for (char *at = text; (at = strstr(at, "// CALL: "));) {
    at += strlen("// CALL: ");
    char line[1024];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    run_call(module, context, line);
  }
  tssa_context_destroy(context);
  mlirModuleDestroy(module);
  mlirContextDestroy(mlir);
  return 0;
}
