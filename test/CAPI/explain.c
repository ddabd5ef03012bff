// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explanations as data: a mutation that became functional, one that stays, and
// what that is due to; the module stays as it is, so it can be explained again.
//
// RUN: %test_bin/capi-explain

#include "tensorssa-c/Explain.h"
#include "program.h"

typedef struct found_t {
  int functional, imperative, causes;
  char text[4096];
} found_t;

static void find(const TssaExplanation *explanation, void *user) {
  found_t *found = user;
  CHECK_EQ(explanation->structSize, sizeof *explanation);
  found->functional += explanation->verdict == TssaVerdictFunctional;
  found->imperative += explanation->verdict == TssaVerdictImperative;
  found->causes += explanation->verdict == TssaVerdictCause;
  size_t length = strlen(found->text);
  const MlirStringRef parts[] = {explanation->function, explanation->op,
                                 explanation->root, explanation->path,
                                 explanation->note};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
    length +=
        (size_t)snprintf(found->text + length, sizeof found->text - length,
                         "%.*s;", (int)parts[i].length, parts[i].data);
  CHECK(mlirLocationIsAFileLineColRange(explanation->location));
}

static void explain(const char *text, TssaErrors errors, found_t *found) {
  MlirContext context = make_context();
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  TssaPipelineOptions options;
  tssaPipelineOptionsInit(&options);
  options.errors = errors;
  for (int i = 0; i < 2; ++i) {
    *found = (found_t){0};
    CHECK(mlirLogicalResultIsSuccess(tssaExplain(
        module, errors == TssaErrorsFast ? NULL : &options, find, found)));
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

static const char checked[] =
    "func.func @f(%x: !tssa.ref<4xf32>, %i: index) {\n"
    "  %0 = tssa.read %x : !tssa.ref<4xf32>\n"
    "  tssa.write %0, %x : !tssa.ref<4xf32>\n"
    "  %c4 = arith.constant 4 : index\n"
    "  %j = tssa.check_index %i, %c4\n"
    "  return\n"
    "}\n";

int main(void) {
  found_t found;
  explain(checked, TssaErrorsFast, &found);
  CHECK_EQ(found.functional, 1);
  CHECK_EQ(found.imperative + found.causes, 0);
  CHECK_TEXT(found.text, "f;tssa.write;argument 0;#view.alias;became "
                         "tssa.update of the whole root;");
  explain(checked, TssaErrorsPrecise, &found);
  CHECK_EQ(found.functional, 0);
  CHECK_EQ(found.imperative, 1);
  CHECK_EQ(found.causes, 1);
  CHECK(strstr(found.text, "f;tssa.check_index;;;") != NULL);
  return CHECK_END();
}
