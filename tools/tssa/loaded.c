// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Artifacts in files that go again as soon as they are loaded.

// For mkdtemp and dlopen.
#define _POSIX_C_SOURCE 200809L

#include "loaded.h"
#include "tensorssa-c/Artifact.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_reason(MlirStringRef text, void *unused) {
  (void)unused;
  fprintf(stderr, "error: %.*s\n", (int)text.length, text.data);
}

/// Links into `path` and loads it.
static bool load(TssaArtifact artifact, const char *path, loaded_t *loaded) {
  if (mlirLogicalResultIsFailure(tssaArtifactLink(
          artifact, mlirStringRefCreateFromCString(path),
          mlirStringRefCreateFromCString(""), print_reason, NULL)))
    return false;
  loaded->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (loaded->library)
    loaded->program = dlsym(loaded->library, "program_program");
  if (!loaded->program)
    fprintf(stderr, "error: cannot load the artifact: %s\n", dlerror());
  return loaded->program != NULL;
}

bool loaded_create(const program_t *program, const TssaCompilerOptions *options,
                   loaded_t *loaded) {
  TssaArtifact artifact;
  *loaded = (loaded_t){NULL, NULL};
  if (mlirLogicalResultIsFailure(
          tssaArtifactCreate(program->module, options, NULL, &artifact)))
    return false;
  const char *parent = getenv("TMPDIR");
  char folder[1024], path[1100];
  snprintf(folder, sizeof folder, "%s/tssa-XXXXXX",
           parent && parent[0] ? parent : "/tmp");
  bool ok = mkdtemp(folder) != NULL;
  if (!ok) {
    perror("error: cannot make a folder for the artifact");
  } else {
    snprintf(path, sizeof path, "%s/program.so", folder);
    ok = load(artifact, path, loaded);
    unlink(path);
    rmdir(folder);
  }
  tssaArtifactDestroy(artifact);
  if (!ok)
    loaded_destroy(loaded);
  return ok;
}

void loaded_destroy(loaded_t *loaded) {
  if (loaded->library)
    dlclose(loaded->library);
  *loaded = (loaded_t){NULL, NULL};
}
