// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many refs a program has, and how many of them functionalization did away
// with: all in a function that became functional, and in one that was inlined
// into such a function.

#include "fuzz.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tensorssa-c/TSSA.h"
#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirWalkResult count(MlirOperation op, void *data) {
  int64_t *refs = data;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    *refs += tssaTypeIsARef(mlirValueGetType(mlirOperationGetResult(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t j = 0; j < mlirBlockGetNumArguments(block); ++j)
        *refs +=
            tssaTypeIsARef(mlirValueGetType(mlirBlockGetArgument(block, j)));
  return MlirWalkResultAdvance;
}

int64_t refs_count(MlirOperation function) {
  int64_t refs = 0;
  mlirOperationWalk(function, count, &refs, MlirWalkPreOrder);
  return refs;
}

static MlirStringRef name_of(MlirOperation function) {
  return mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(function, ref("sym_name")));
}

static bool has_attribute(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ref(name)));
}

void forms_note(MlirStringRef stage, MlirModule module, void *data) {
  forms_t *forms = data;
  // The imperative form is compiled after the functional one.
  if (forms->noted || !mlirStringRefEqual(stage, ref("functional")))
    return;
  forms->noted = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!has_attribute(op, "sym_name"))
      continue;
    MlirStringRef name = name_of(op);
    bool functional = (has_attribute(op, "tssa.functional") &&
                       !has_attribute(op, "tssa.partial")) ||
                      has_attribute(op, "tssa.dispatches");
    text_printf(&forms->names, "%c%.*s\n", functional ? '+' : '-',
                (int)name.length, name.data);
  }
}

/// '+' or '-' as in `forms`, '0' for a function that is gone.
static char form_of(const forms_t *forms, MlirStringRef name) {
  for (const char *at = forms->names.text; at && *at;) {
    const char *end = strchr(at, '\n');
    if ((size_t)(end - at) == name.length + 1 &&
        memcmp(at + 1, name.data, name.length) == 0)
      return *at;
    at = end + 1;
  }
  return '0';
}

void refs_of_program(MlirOperation first, MlirOperation last, bool functional,
                     const forms_t *forms, int64_t *out_refs,
                     int64_t *out_functional) {
  *out_refs = *out_functional = 0;
  for (MlirOperation op = first;; op = mlirOperationGetNextInBlock(op)) {
    bool is_last = mlirOperationEqual(op, last);
    int64_t refs = refs_count(op);
    char form = is_last ? '0' : form_of(forms, name_of(op));
    *out_refs += refs;
    if (form == '+' || (form == '0' && functional))
      *out_functional += refs;
    if (is_last)
      return;
  }
}
