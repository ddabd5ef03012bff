// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artifacts: compiled by the library, written to files here.

#include "artifact.h"
#include "tensorssa-c/Artifact.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), end_length = strlen(end);
  return length > end_length && strcmp(text + length - end_length, end) == 0;
}

artifact_kind_t artifact_kind_named(const char *name) {
  return strcmp(name, "object") == 0    ? ARTIFACT_OBJECT
         : strcmp(name, "shared") == 0  ? ARTIFACT_SHARED
         : strcmp(name, "llvm-ir") == 0 ? ARTIFACT_LLVM_IR
                                        : ARTIFACT_NONE;
}

artifact_kind_t artifact_kind_of_file(const char *path, bool *out_ok) {
  artifact_kind_t kind = ends_with(path, ".o")    ? ARTIFACT_OBJECT
                         : ends_with(path, ".so") ? ARTIFACT_SHARED
                         : ends_with(path, ".ll") ? ARTIFACT_LLVM_IR
                                                  : ARTIFACT_NONE;
  if (kind == ARTIFACT_NONE && strcmp(path, "-") != 0 &&
      !ends_with(path, ".mlir")) {
    fprintf(
        stderr,
        "error: expected the output to end in .mlir, .ll, .o or .so but "
        "got '%s'; for any other name say with --emit= what it is to hold\n",
        path);
    *out_ok = false;
  }
  return kind;
}

bool artifact_option(const char *argument, artifact_request_t *request,
                     bool *out_ok) {
  return option_path(argument, "header", &request->header, out_ok) ||
         option_path(argument, "linker", &request->linker, out_ok) ||
         option_value(argument, "name", &request->name) ||
         option_value(argument, "cpu", &request->cpus);
}

bool artifact_check(const artifact_request_t *request) {
  const char *needless = request->header   ? "--header"
                         : request->linker ? "--linker"
                         : request->name   ? "--name"
                         : request->cpus   ? "--cpu"
                                           : NULL;
  if (request->kind == ARTIFACT_NONE && needless) {
    fprintf(stderr,
            "error: expected --emit=object, shared or llvm-ir, or an output "
            "with that suffix (.o, .so, .ll), with %s\n",
            needless);
    return false;
  }
  if (request->kind != ARTIFACT_SHARED && request->linker) {
    fprintf(stderr, "error: expected --emit=shared with --linker\n");
    return false;
  }
  if ((request->kind == ARTIFACT_OBJECT || request->kind == ARTIFACT_SHARED) &&
      (!request->output || strcmp(request->output, "-") == 0)) {
    fprintf(stderr, "error: expected -o FILE with --emit=%s\n",
            request->kind == ARTIFACT_OBJECT ? "object" : "shared");
    return false;
  }
  return true;
}

/// A name in C after the file that is written, or the one that is read:
/// `build/libpost-process.so` is `post_process`.
static void name_after(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/');
  const char *stem = slash ? slash + 1 : path;
  if (strncmp(stem, "lib", 3) == 0 && ends_with(stem, ".so"))
    stem += 3;
  size_t length = strcspn(stem, ".");
  snprintf(name, size, "%s%.*s",
           length == 0 || !isalpha((unsigned char)stem[0]) ? "program_" : "",
           (int)length, stem);
  for (char *c = name; *c; ++c)
    if (!isalnum((unsigned char)*c))
      *c = '_';
}

static bool write_file(const char *path, MlirStringRef contents) {
  bool to_stdout = strcmp(path, "-") == 0;
  FILE *stream = to_stdout ? stdout : fopen(path, "wb");
  bool ok = stream && fwrite(contents.data, 1, contents.length, stream) ==
                          contents.length;
  int reason = errno;
  if (stream && !to_stdout && fclose(stream) != 0) {
    reason = ok ? errno : reason;
    ok = false;
  }
  if (!ok) {
    fprintf(stderr, "%s: error: cannot write the file: %s\n", path,
            strerror(reason));
    if (stream && !to_stdout)
      remove(path);
  }
  return ok;
}

static void print_reason(MlirStringRef text, void *unused) {
  (void)unused;
  fprintf(stderr, "error: %.*s\n", (int)text.length, text.data);
}

static bool write_output(TssaArtifact artifact,
                         const artifact_request_t *request) {
  const char *linker = request->linker ? request->linker : "";
  switch (request->kind) {
  case ARTIFACT_OBJECT:
    return write_file(request->output, tssaArtifactGetObject(artifact));
  case ARTIFACT_SHARED:
    return mlirLogicalResultIsSuccess(tssaArtifactLink(
        artifact, mlirStringRefCreateFromCString(request->output),
        mlirStringRefCreateFromCString(linker), print_reason, NULL));
  default:
    return write_file(request->output ? request->output : "-",
                      tssaArtifactGetLLVMIR(artifact));
  }
}

bool artifact_write(const program_t *program, const char *file,
                    const TssaCompilerOptions *options,
                    const artifact_request_t *request) {
  char name[256];
  bool named = request->output && strcmp(request->output, "-") != 0;
  name_after(named ? request->output : file, name, sizeof name);
  TssaArtifactOptions artifact_options;
  tssaArtifactOptionsInit(&artifact_options);
  artifact_options.name =
      mlirStringRefCreateFromCString(request->name ? request->name : name);
  if (request->cpus)
    artifact_options.cpus = mlirStringRefCreateFromCString(request->cpus);
  TssaArtifact artifact;
  if (mlirLogicalResultIsFailure(tssaArtifactCreate(
          program->module, options, &artifact_options, &artifact)))
    return false;
  bool ok = write_output(artifact, request);
  if (ok && request->header) {
    ok = write_file(request->header, tssaArtifactGetHeader(artifact));
    if (!ok && named)
      remove(request->output);
  }
  tssaArtifactDestroy(artifact);
  return ok;
}
