// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of the library is the one of its headers.
//
// RUN: %test_bin/capi-version

#include "tensorssa-c/Version.h"
#include "check.h"

int main(void) {
  char text[64];
  snprintf(text, sizeof text, "%d.%d.%d", TENSORSSA_VERSION_MAJOR,
           TENSORSSA_VERSION_MINOR, TENSORSSA_VERSION_PATCH);
  MlirStringRef version = tssaGetVersion();
  CHECK_EQ(version.length, strlen(text));
  CHECK(strcmp(version.data, text) == 0);
  CHECK_EQ(tssaGetVersionNumber(), TENSORSSA_VERSION_NUMBER);
  CHECK(strncmp(tssaGetLLVMVersion().data, "22.1.", 5) == 0);
  return CHECK_END();
}
