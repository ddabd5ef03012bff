// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of the library. The build's and the header's are written down
// apart; they must be one.

#include "tensorssa-c/Version.h"
#include "llvm/Config/llvm-config.h"

#define TEXT(x) #x
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

static constexpr char kVersion[] = DOTTED(
    TENSORSSA_VERSION_MAJOR, TENSORSSA_VERSION_MINOR, TENSORSSA_VERSION_PATCH);

static constexpr bool isSame(const char *a, const char *b) {
  return *a == *b && (!*a || isSame(a + 1, b + 1));
}
static_assert(isSame(kVersion, TENSORSSA_VERSION),
              "expected the version of the header to be the project's");

MlirStringRef tssaGetVersion(void) {
  return mlirStringRefCreateFromCString(kVersion);
}

int64_t tssaGetVersionNumber(void) { return TENSORSSA_VERSION_NUMBER; }

MlirStringRef tssaGetLLVMVersion(void) {
  return mlirStringRefCreateFromCString(LLVM_VERSION_STRING);
}
