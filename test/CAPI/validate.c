// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two functions are compared over symbols for the arguments of a host, which
// then hold a counterexample; a validator of the host's own is asked by the
// pass.
//
// RUN: %test_bin/capi-validate 2>&1

#include "tensorssa-c/Validate.h"
#include "mlir-c/Pass.h"
#include "program.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-runtime/list.h"

static MlirStringRef name(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static const char text[] =
    "func.func @clamp(%x: !tssa.ref<?xf32>, %limit: f64, %n: index) {\n"
    "  %0 = tssa.read %x : !tssa.ref<?xf32>\n"
    "  %1 = tssa.minimum %0, %limit : (tensor<?xf32>, f64) -> tensor<?xf32>\n"
    "  tssa.write %1, %x : !tssa.ref<?xf32>\n"
    "  return\n"
    "}\n"
    "func.func @wrong(%x: !tssa.ref<?xf32>, %limit: f64, %n: index) {\n"
    "  %c3 = arith.constant 3 : index\n"
    "  %is = arith.cmpi ne, %n, %c3 : index\n"
    "  scf.if %is {\n"
    "    %0 = tssa.read %x : !tssa.ref<?xf32>\n"
    "    %1 = tssa.minimum %0, %limit\n"
    "      : (tensor<?xf32>, f64) -> tensor<?xf32>\n"
    "    tssa.write %1, %x : !tssa.ref<?xf32>\n"
    "  }\n"
    "  return\n"
    "}\n"
    "func.func @numbers(%l: !tssa.list<i64>) -> i64 {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %0 = tssa.list_get %l[%c0] : !tssa.list<i64> -> i64\n"
    "  tssa.list_append %0, %l : i64, !tssa.list<i64>\n"
    "  return %0 : i64\n"
    "}\n"
    "func.func @other_numbers(%l: !tssa.list<i64>) -> i64 {\n"
    "  %c1 = arith.constant 1 : index\n"
    "  %0 = tssa.list_get %l[%c1] : !tssa.list<i64> -> i64\n"
    "  tssa.list_append %0, %l : i64, !tssa.list<i64>\n"
    "  return %0 : i64\n"
    "}\n";

static void numbers_are_found(MlirModule module) {
  const int64_t sizes[] = {3};
  tssa_tensor_t *x = make_floats(1, sizes, 0);
  tssa_value_t inputs[] = {tssa_value_from_tensor(x), tssa_value_from_float(1),
                           tssa_value_from_int(0)};
  TssaValidateResult result;
  CHECK_EQ(tssaValidateCall(module, name("clamp"), module, name("clamp"),
                            inputs, 3, NULL, &result),
           TssaValidateEqual);
  CHECK_EQ(result.paths, 1);
  CHECK(!result.bounded && !result.message[0]);
  // Equal ones leave the arguments alone.
  const int64_t at[] = {2};
  CHECK(get_float(x, at) == 2 && inputs[1].f64 == 1);

  CHECK_EQ(tssaValidateCall(module, name("clamp"), module, name("wrong"),
                            inputs, 3, NULL, &result),
           TssaValidateDifferent);
  CHECK_EQ(inputs[2].i64, 3);
  CHECK(strstr(result.message, "of the storage of argument 0 to be"));

  TssaValidateOptions options;
  tssaValidateOptionsInit(&options);
  options.numIntegers = 1;
  inputs[2] = tssa_value_from_int(0);
  CHECK_EQ(tssaValidateCall(module, name("clamp"), module, name("wrong"),
                            inputs, 3, &options, &result),
           TssaValidateEqual);
  CHECK_EQ(tssaValidateCall(module, name("clamp"), module, name("numbers"),
                            inputs, 3, NULL, &result),
           TssaValidateRefused);
  tssa_value_release(&inputs[0]);
}

static void lists_are_followed(MlirModule module) {
  tssa_list_t *list;
  CHECK_EQ(tssa_list_create(NULL, &list, NULL), TSSA_STATUS_OK);
  for (int i = 0; i < 2; ++i)
    CHECK_EQ(tssa_list_append(list, tssa_value_from_int(7), NULL),
             TSSA_STATUS_OK);
  tssa_value_t input = tssa_value_from_list(list), items[2];
  TssaValidateResult result;
  CHECK_EQ(tssaValidateCall(module, name("numbers"), module, name("numbers"),
                            &input, 1, NULL, &result),
           TssaValidateEqual);
  CHECK_EQ(tssaValidateCall(module, name("numbers"), module,
                            name("other_numbers"), &input, 1, NULL, &result),
           TssaValidateDifferent);
  CHECK_EQ(tssa_list_length(list), 2);
  for (int i = 0; i < 2; ++i)
    CHECK_EQ(tssa_list_get(list, i, &items[i], NULL), TSSA_STATUS_OK);
  CHECK(items[0].i64 != items[1].i64);
  tssa_value_release(&input);
}

static int num_asked;
static const char *expected_output = "here";

static TssaValidateOutcome judge(MlirModule before, MlirModule after,
                                 MlirStringRef function, bool precise,
                                 MlirStringRef output,
                                 MlirStringCallback message, void *message_data,
                                 void *answer) {
  CHECK(before.ptr != after.ptr && !precise);
  CHECK(mlirStringRefEqual(output, name(expected_output)));
  CHECK(function.length > 0);
  num_asked += 1;
  message(name("for no reason\na note"), message_data);
  return *(TssaValidateOutcome *)answer;
}

static bool functionalize(MlirContext context, MlirModule module) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  CHECK(mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      name("builtin.module(tssa-insert-checks,tssa-functionalize{validate=true "
           "validate-output=here})"),
      NULL, NULL)));
  MlirOperation copy = mlirOperationClone(mlirModuleGetOperation(module));
  bool done = mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, copy));
  mlirOperationDestroy(copy);
  mlirPassManagerDestroy(manager);
  return done;
}

/// What is compiled is functional if the judge agrees, else imperative, or
/// refused if that was not wanted.
static void compiler_asks(MlirModule module) {
  TssaValidateOutcome answer = TssaValidateEqual;
  tssaRegisterValidator(judge, &answer);
  expected_output = "";
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  options.validate = true;
  for (int i = 0; i < 3; ++i) {
    answer = i == 0 ? TssaValidateEqual : TssaValidateDifferent;
    options.requireFunctional = i == 2;
    TssaExecutable executable;
    bool compiled =
        mlirLogicalResultIsSuccess(tssaCompile(module, &options, &executable));
    CHECK_EQ(compiled, i != 2);
    if (compiled)
      CHECK_EQ(
          tssaFunctionIsFunctional(tssaExecutableGetFunction(executable, 0)),
          i == 0);
    tssaExecutableDestroy(executable);
  }
  tssaRegisterValidator(NULL, NULL);
}

static void pass_asks(MlirContext context, MlirModule module) {
  CHECK(!functionalize(context, module));
  TssaValidateOutcome answer = TssaValidateEqual;
  tssaRegisterValidator(judge, &answer);
  CHECK(functionalize(context, module));
  CHECK_EQ(num_asked, 4);
  answer = TssaValidateUndecided;
  CHECK(functionalize(context, module));
  answer = TssaValidateDifferent;
  CHECK(!functionalize(context, module));
  tssaRegisterValidator(NULL, NULL);
  CHECK(!functionalize(context, module));
}

int main(void) {
  tssaRegisterAllPasses();
  MlirContext context = make_context();
  MlirModule module = mlirModuleCreateParse(context, name(text));
  CHECK(!mlirModuleIsNull(module));
  numbers_are_found(module);
  lists_are_followed(module);
  pass_asks(context, module);
  compiler_asks(module);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return CHECK_END();
}
