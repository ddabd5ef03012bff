// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The validator that `tssa-functionalize` asks: over symbols, with files for
// what it finds.

#include "validator.h"
#include "symbolic.h"
#include <string.h>

static void write_text(MlirStringRef text, void *stream) {
  fwrite(text.data, 1, text.length, stream);
}

static bool write_module(MlirModule module, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return false;
  mlirOperationPrint(mlirModuleGetOperation(module), write_text, file);
  return fclose(file) == 0;
}

/// The file beside the counterexample that one of the modules goes to.
static void append_path(const char *folder, MlirStringRef name,
                        const char *which, text_t *text) {
  text_printf(text, "%s/%.*s-%s.mlir", folder, (int)name.length, name.data,
              which);
}

static bool write_modules(MlirModule before, MlirModule after,
                          MlirStringRef name, const char *folder) {
  text_t paths[2] = {{0}, {0}};
  append_path(folder, name, "before", &paths[0]);
  append_path(folder, name, "after", &paths[1]);
  bool written =
      write_module(before, paths[0].text) && write_module(after, paths[1].text);
  text_free(&paths[0]);
  text_free(&paths[1]);
  return written;
}

static bool find_function(MlirModule module, MlirStringRef name,
                          function_t *out_function) {
  program_t program = {mlirModuleGetContext(module), module};
  bool more = program_next_function(&program, NULL, out_function);
  while (more && !mlirStringRefEqual(out_function->name, name))
    more = program_next_function(&program, out_function, out_function);
  return more;
}

static TssaValidateOutcome validate(MlirModule before, MlirModule after,
                                    MlirStringRef name, bool precise,
                                    MlirStringRef output,
                                    MlirStringCallback message,
                                    void *message_data, void *unused) {
  (void)unused;
  function_t function;
  // What was not public before has no callers to notice.
  if (!find_function(before, name, &function))
    return TssaValidateEqual;
  symbolic_options_t options;
  symbolic_report_t report;
  text_t folder = {0}, command = {0}, text = {0};
  symbolic_options_init(&options);
  options.validate.precise = precise;
  text_append(&folder, output.data, output.length);
  if (output.length) {
    options.directory = folder.text;
    text_printf(&command, "tssa validate ");
    append_path(folder.text, name, "before", &command);
    text_printf(&command, " --against=");
    append_path(folder.text, name, "after", &command);
    options.command = command.text;
  }
  TssaValidateOutcome outcome = TssaValidateUndecided;
  if (symbolic_compare(&function, before, after, name, &options, &report)) {
    outcome = report.outcome;
    if (outcome >= TssaValidateDifferent)
      text_printf(&text, "%s\n%s", report.message,
                  report.counterexample.text ? report.counterexample.text : "");
    else
      symbolic_summary(&report, &text);
    symbolic_report_destroy(&report);
  } else {
    text_printf(&text, "no arguments can be made for it");
  }
  if (outcome == TssaValidateDifferent && output.length &&
      !write_modules(before, after, name, folder.text))
    text_printf(&text, "cannot write to %s\n", folder.text);
  message((MlirStringRef){text.text, text.length}, message_data);
  text_free(&folder);
  text_free(&command);
  text_free(&text);
  return outcome;
}

void tool_register_validator(void) { tssaRegisterValidator(validate, NULL); }
