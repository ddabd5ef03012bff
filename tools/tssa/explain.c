// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa explain: every mutation of a program, and what became of it or why not.

#include "help.h"
#include "picture.h"
#include "report.h"
#include <string.h>

static void print_quoted(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)text; *c; ++c) {
    if (*c == '"' || *c == '\\')
      printf("\\%c", *c);
    else if (*c < 0x20)
      printf("\\u%04x", *c);
    else
      putchar(*c);
  }
  putchar('"');
}

static void print_member(const char *name, const char *text, bool last) {
  printf("\"%s\": ", name);
  print_quoted(text);
  printf("%s", last ? "" : ", ");
}

/// The mutations, or what is the cause of those that stay.
static void print_lines(const char *name, const report_t *report,
                        bool mutations) {
  bool any = false;
  printf("\"%s\": [", name);
  for (size_t i = 0; i < report->count; ++i) {
    const report_line_t *line = &report->lines[i];
    if (report_is_mutation(line) != mutations)
      continue;
    printf("%s\n  {", any ? "," : "");
    print_member("location", line->location, false);
    print_member("function", line->function, false);
    print_member("op", line->op, false);
    if (mutations) {
      print_member("outcome", line->outcome, false);
      print_member("root", line->root, false);
      print_member("path", line->path, false);
    }
    print_member("note", line->note, true);
    printf("}");
    any = true;
  }
  printf("%s]", any ? "\n" : "");
}

static void print_json(const char *file, const report_t *report) {
  printf("{");
  print_member("file", file, false);
  print_lines("mutations", report, true);
  printf(", ");
  print_lines("causes", report, false);
  printf("}\n");
}

/// A heading a function, a paragraph a mutation or cause, a sum of the
/// mutations at the end.
static void print_text(const report_t *report) {
  size_t functional = 0, mutations = 0;
  const char *function = "";
  for (size_t i = 0; i < report->count; ++i) {
    const report_line_t *line = &report->lines[i];
    if (strcmp(line->function, function) != 0) {
      function = line->function;
      printf("%s%s\n", i ? "\n" : "", function);
    }
    mutations += report_is_mutation(line);
    functional += strcmp(line->outcome, "functional") == 0;
    printf("  %s: %s", line->location[0] ? line->location : "unknown",
           line->op);
    if (line->root[0])
      printf(" of %s", line->root);
    if (line->path[0])
      printf(" at %s", line->path);
    printf("\n    %s%s%s\n", line->outcome, line->note[0] ? ": " : "",
           line->note);
  }
  printf("%s%zu mutation%s: %zu functional, %zu imperative\n",
         report->count ? "\n" : "", mutations, mutations == 1 ? "" : "s",
         functional, mutations - functional);
}

int command_explain(int argc, char **argv) {
  const char *file = NULL, *format = "text";
  TssaCompilerOptions compiler;
  tssaCompilerOptionsInit(&compiler);
  bool ok = true;
  for (int i = 0; i < argc; ++i) {
    if (option_value(argv[i], "format", &format) ||
        (strncmp(argv[i], "--errors=", 9) == 0 &&
         option_compiler(argv[i], &compiler, &ok)))
      continue;
    if (option_like(argv[i]) || file)
      return usage_unknown("tssa explain", help_explain, argv[i]);
    file = argv[i];
  }
  if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0 &&
      strcmp(format, "svg") != 0 && strcmp(format, "html") != 0) {
    fprintf(stderr,
            "error: expected --format to be text, json, svg or html but got "
            "'%s'\n",
            format);
    return TOOL_USAGE;
  }
  if (!ok)
    return TOOL_USAGE;
  if (!file)
    return usage_no_file();
  program_t program;
  if (!program_load(file, &program))
    return TOOL_REJECTED;
  report_t report;
  bool made = report_create(&program, compiler.errors, &report);
  if (made && strcmp(format, "json") == 0)
    print_json(file, &report);
  else if (made && strcmp(format, "svg") == 0)
    picture_write_svg(&program, &report, file, stdout);
  else if (made && strcmp(format, "html") == 0)
    picture_write_html(&program, &report, file, stdout);
  else if (made)
    print_text(&report);
  if (made)
    report_destroy(&report);
  program_destroy(&program);
  return made ? TOOL_OK : TOOL_REJECTED;
}
