// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits of a module through the C API.

#include "edits.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

typedef struct list_t {
  intptr_t count, capacity;
  MlirOperation *ops;
} list_t;

static MlirWalkResult add(MlirOperation op, void *data) {
  list_t *list = data;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    list->ops = realloc(list->ops, (size_t)list->capacity * sizeof *list->ops);
    if (!list->ops)
      abort();
  }
  list->ops[list->count++] = op;
  return MlirWalkResultAdvance;
}

/// All ops, each before those in its regions; the module comes first.
static list_t collect(MlirModule module) {
  list_t list = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), add, &list,
                    MlirWalkPreOrder);
  return list;
}

intptr_t edit_count(MlirModule module) {
  list_t list = collect(module);
  free(list.ops);
  return list.count - 1;
}

static bool is_named(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            mlirStringRefCreateFromCString(name));
}

static bool is_terminator(MlirOperation op) {
  return mlirOperationIsNull(mlirOperationGetNextInBlock(op)) &&
         (is_named(op, "func.return") || is_named(op, "scf.yield") ||
          is_named(op, "scf.condition") || is_named(op, "cf.br") ||
          is_named(op, "cf.cond_br"));
}

static bool is_used(MlirValue value) {
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(value));
}

static bool has_used_result(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (is_used(mlirOperationGetResult(op, i)))
      return true;
  return false;
}

static bool erase(MlirOperation op) {
  if (is_named(op, "func.func") || is_terminator(op) || has_used_result(op))
    return false;
  mlirOperationDestroy(op);
  return true;
}

static bool erase_function(const list_t *list, MlirOperation op) {
  if (!is_named(op, "func.func"))
    return false;
  MlirStringRef name = mlirStringAttrGetValue(mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("sym_name")));
  for (intptr_t i = 1; i < list->count; ++i) {
    MlirAttribute callee =
        is_named(list->ops[i], "func.call")
            ? mlirOperationGetAttributeByName(
                  list->ops[i], mlirStringRefCreateFromCString("callee"))
            : mlirAttributeGetNull();
    if (!mlirAttributeIsNull(callee) &&
        mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee), name))
      return false;
  }
  mlirOperationDestroy(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Bodies in place of region ops
//===----------------------------------------------------------------------===//

/// What a block argument is where the body runs once: the lower bound for a
/// loop variable, the initial value for a carried one.
static bool replace_arguments(MlirOperation op, MlirBlock block) {
  intptr_t skip = is_named(op, "scf.for") ? 2 : 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    intptr_t operand = i == 0 && skip ? 0 : i + skip;
    if (operand >= mlirOperationGetNumOperands(op))
      return false;
    MlirValue from = mlirBlockGetArgument(block, i);
    MlirValue to = mlirOperationGetOperand(op, operand);
    if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
      return false;
    mlirValueReplaceAllUsesOfWith(from, to);
  }
  return true;
}

static bool inline_region(MlirOperation op, int variant) {
  if (is_named(op, "func.func") || variant >= mlirOperationGetNumRegions(op))
    return false;
  MlirBlock block =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(op, variant));
  if (mlirBlockIsNull(block) ||
      !mlirBlockIsNull(mlirBlockGetNextInRegion(block)))
    return false;
  MlirOperation last = mlirBlockGetTerminator(block);
  if (mlirOperationIsNull(last))
    return false;
  // The condition of a `scf.while` comes before what it passes on.
  intptr_t skip = is_named(last, "scf.condition") ? 1 : 0;
  intptr_t results = mlirOperationGetNumResults(op);
  if (mlirOperationGetNumOperands(last) != results + skip ||
      !replace_arguments(op, block))
    return false;
  for (intptr_t i = 0; i < results; ++i) {
    MlirValue from = mlirOperationGetResult(op, i);
    MlirValue to = mlirOperationGetOperand(last, i + skip);
    if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
      return false;
    mlirValueReplaceAllUsesOfWith(from, to);
  }
  for (MlirOperation inner = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(inner, last);) {
    MlirOperation next = mlirOperationGetNextInBlock(inner);
    mlirOperationMoveBefore(inner, op);
    inner = next;
  }
  mlirOperationDestroy(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Values in place of others
//===----------------------------------------------------------------------===//

/// The value number `variant` of the type that is there before `op`: first its
/// own operands, then arguments and results around it.
static bool find_value(MlirOperation op, MlirType type, int variant,
                       MlirValue *out_value) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeEqual(mlirValueGetType(operand), type) && variant-- == 0) {
      *out_value = operand;
      return true;
    }
  }
  MlirOperation at = op;
  for (MlirBlock block = mlirOperationGetBlock(at); !mlirBlockIsNull(block);
       block = mlirOperationGetBlock(at)) {
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
      MlirValue argument = mlirBlockGetArgument(block, i);
      if (mlirTypeEqual(mlirValueGetType(argument), type) && variant-- == 0) {
        *out_value = argument;
        return true;
      }
    }
    for (MlirOperation before = mlirBlockGetFirstOperation(block);
         !mlirOperationEqual(before, at);
         before = mlirOperationGetNextInBlock(before))
      for (intptr_t i = 0; i < mlirOperationGetNumResults(before); ++i) {
        MlirValue result = mlirOperationGetResult(before, i);
        if (mlirTypeEqual(mlirValueGetType(result), type) && variant-- == 0) {
          *out_value = result;
          return true;
        }
      }
    at = mlirBlockGetParentOperation(block);
    if (is_named(at, "func.func"))
      return false;
  }
  return false;
}

static bool replace(MlirOperation op, int variant) {
  intptr_t count = mlirOperationGetNumResults(op);
  if (count == 0 || !has_used_result(op))
    return false;
  MlirValue *values = calloc((size_t)count, sizeof *values);
  if (!values)
    abort();
  bool ok = true;
  for (intptr_t i = 0; i < count && ok; ++i)
    ok = !is_used(mlirOperationGetResult(op, i)) ||
         find_value(op, mlirValueGetType(mlirOperationGetResult(op, i)),
                    variant, &values[i]);
  for (intptr_t i = 0; i < count && ok; ++i)
    if (values[i].ptr)
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), values[i]);
  free(values);
  if (ok)
    mlirOperationDestroy(op);
  return ok;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static bool is_private(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("sym_visibility")));
}

/// A copy of an array attribute without one element.
static void drop_attribute(MlirOperation function, const char *name,
                           intptr_t index) {
  MlirStringRef key = mlirStringRefCreateFromCString(name);
  MlirAttribute all = mlirOperationGetAttributeByName(function, key);
  if (mlirAttributeIsNull(all))
    return;
  intptr_t count = mlirArrayAttrGetNumElements(all), kept = 0;
  MlirAttribute *rest = calloc((size_t)count, sizeof *rest);
  if (!rest)
    abort();
  for (intptr_t i = 0; i < count; ++i)
    if (i != index)
      rest[kept++] = mlirArrayAttrGetElement(all, i);
  mlirOperationSetAttributeByName(
      function, key,
      mlirArrayAttrGet(mlirAttributeGetContext(all), kept, rest));
  free(rest);
}

static void set_type(MlirOperation function, intptr_t drop_input,
                     intptr_t drop_result) {
  MlirStringRef key = mlirStringRefCreateFromCString("function_type");
  MlirType type =
      mlirTypeAttrGetValue(mlirOperationGetAttributeByName(function, key));
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *all = calloc((size_t)(inputs + results), sizeof *all);
  if (!all)
    abort();
  intptr_t num_inputs = 0, num_results = 0;
  for (intptr_t i = 0; i < inputs; ++i)
    if (i != drop_input)
      all[num_inputs++] = mlirFunctionTypeGetInput(type, i);
  for (intptr_t i = 0; i < results; ++i)
    if (i != drop_result)
      all[num_inputs + num_results++] = mlirFunctionTypeGetResult(type, i);
  mlirOperationSetAttributeByName(
      function, key,
      mlirTypeAttrGet(mlirFunctionTypeGet(mlirTypeGetContext(type), num_inputs,
                                          all, num_results, all + num_inputs)));
  free(all);
}

static bool drop_result(MlirOperation op, int variant) {
  if (!is_named(op, "func.return") ||
      variant >= mlirOperationGetNumOperands(op))
    return false;
  MlirOperation function = mlirOperationGetParentOperation(op);
  if (!is_named(function, "func.func") || is_private(function))
    return false;
  intptr_t count = mlirOperationGetNumOperands(op), kept = 0;
  MlirValue *rest = calloc((size_t)count, sizeof *rest);
  if (!rest)
    abort();
  for (intptr_t i = 0; i < count; ++i)
    if (i != variant)
      rest[kept++] = mlirOperationGetOperand(op, i);
  mlirOperationSetOperands(op, kept, rest);
  free(rest);
  set_type(function, -1, variant);
  drop_attribute(function, "res_attrs", variant);
  return true;
}

static bool drop_argument(MlirOperation op, int variant) {
  if (!is_named(op, "func.func") || is_private(op))
    return false;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockIsNull(block) || variant >= mlirBlockGetNumArguments(block) ||
      is_used(mlirBlockGetArgument(block, variant)))
    return false;
  mlirBlockEraseArgument(block, (unsigned)variant);
  set_type(op, variant, -1);
  drop_attribute(op, "arg_attrs", variant);
  return true;
}

bool edit_apply(MlirModule module, edit_t edit, intptr_t index, int variant) {
  list_t list = collect(module);
  bool done = false;
  if (index + 1 < list.count) {
    MlirOperation op = list.ops[index + 1];
    switch (edit) {
    case EDIT_FUNCTION:
      done = variant == 0 && erase_function(&list, op);
      break;
    case EDIT_ERASE:
      done = variant == 0 && erase(op);
      break;
    case EDIT_INLINE:
      done = inline_region(op, variant);
      break;
    case EDIT_REPLACE:
      done = variant < 3 && replace(op, variant);
      break;
    case EDIT_RESULT:
      done = drop_result(op, variant);
      break;
    case EDIT_ARGUMENT:
      done = drop_argument(op, variant);
      break;
    case NUM_EDITS:
      break;
    }
  }
  free(list.ops);
  return done;
}
