// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of this interface. The macros are the header's, the functions
// those of the library that is loaded. Within a major version, or a minor one
// while the major one is 0, functions are added and none changes or goes.

#ifndef TENSORSSA_C_VERSION_H
#define TENSORSSA_C_VERSION_H

#include "mlir-c/Support.h"

/// Version of these headers.
#define TENSORSSA_VERSION_MAJOR 0
#define TENSORSSA_VERSION_MINOR 1
#define TENSORSSA_VERSION_PATCH 0

/// Major, minor and patch as one number that grows with the version.
#define TENSORSSA_VERSION_NUMBER                                               \
  (TENSORSSA_VERSION_MAJOR * 1000000 + TENSORSSA_VERSION_MINOR * 1000 +        \
   TENSORSSA_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the library, such as "0.1.0". Static memory.
MLIR_CAPI_EXPORTED MlirStringRef tssaGetVersion(void);

/// The same as a number, to be compared with TENSORSSA_VERSION_NUMBER.
MLIR_CAPI_EXPORTED int64_t tssaGetVersionNumber(void);

/// Version of the LLVM and MLIR that the library was built with, such as
/// "22.1.8". Static memory.
MLIR_CAPI_EXPORTED MlirStringRef tssaGetLLVMVersion(void);

#ifdef __cplusplus
}
#endif

#endif // TENSORSSA_C_VERSION_H
