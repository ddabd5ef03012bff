// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of `tssa`.

#include "help.h"
#include "tensorssa-c/Dialects.h"
#include "tool.h"
#include <string.h>

/// What was printed has to have arrived: a full disk is an error.
static int finish(int result) {
  if (fflush(stdout) == 0 && !ferror(stdout))
    return result;
  perror("error: cannot write to standard output");
  return result ? result : TOOL_REJECTED;
}

/// Takes the options out that every command has, and that it need not see.
/// False if there are too many.
static bool take_plugins(int *argc, char **argv) {
  int kept = 0;
  bool ok = true;
  for (int i = 0; i < *argc; ++i) {
    const char *path;
    if (!option_value(argv[i], "load-dialect-plugin", &path)) {
      argv[kept++] = argv[i];
    } else if (!program_add_plugin(path)) {
      fprintf(stderr,
              "error: expected fewer plugins but got one more: '%s' "
              "(--load-dialect-plugin)\n",
              path);
      ok = false;
    }
  }
  *argc = kept;
  return ok;
}

typedef struct command_t {
  const char *name, *help;
  int (*run)(int argc, char **argv);
} command_t;

static const command_t *find_command(const char *name) {
  static const command_t commands[] = {
      {"compile", help_compile, command_compile},
      {"explain", help_explain, command_explain},
      {"run", help_run, command_run},
      {"validate", help_validate, command_validate}};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i)
    if (strcmp(name, commands[i].name) == 0)
      return &commands[i];
  return NULL;
}

/// Whether help is asked for, by `help` as the first word or by an option.
static bool asks_help(int argc, char **argv) {
  bool asked = argc >= 2 && strcmp(argv[1], "help") == 0;
  for (int i = 1; i < argc && !asked; ++i)
    asked = option_help(argv[i]);
  return asked;
}

int main(int argc, char **argv) {
  if (!take_plugins(&argc, argv))
    return TOOL_USAGE;
  bool asked = asks_help(argc, argv);
  // `tssa help NAME` names a command as `tssa NAME` does.
  const char *name = argc < 2                               ? NULL
                     : strcmp(argv[1], "help") != 0         ? argv[1]
                     : argc < 3 || !strcmp(argv[2], "help") ? NULL
                                                            : argv[2];
  const command_t *command = name ? find_command(name) : NULL;
  if (asked && (command || !name || option_help(name))) {
    fputs(command ? command->help : help_all, stdout);
    return finish(TOOL_OK);
  }
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    MlirStringRef version = tssaGetVersion();
    printf("tssa %.*s\n", (int)version.length, version.data);
    return finish(TOOL_OK);
  }
  if (command) {
    int result = command->run(argc - 2, argv + 2);
    if (result == TOOL_USAGE)
      fprintf(stderr, "try: tssa %s --help\n", command->name);
    return finish(result);
  }
  if (name)
    fprintf(stderr,
            "error: expected a command to be run, validate, explain or compile "
            "but got '%s'\n",
            name);
  fputs(help_all, stderr);
  return TOOL_USAGE;
}
