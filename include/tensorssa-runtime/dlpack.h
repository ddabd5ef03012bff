// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structs of the DLPack ABI, version 1, which tensors are exchanged with.
// Layout and names are those that DLPack publishes; if its own dlpack.h was
// included before, that one is used (also an older one, which lacks the
// versioned struct), and if it is included later its guard is already set.

#ifndef TENSORSSA_RUNTIME_DLPACK_H
#define TENSORSSA_RUNTIME_DLPACK_H

#include "tensorssa-runtime/api.h"

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
#define TSSA_DEFINES_DLPACK

typedef enum {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14,
  kDLWebGPU = 15,
  kDLHexagon = 16,
  kDLMAIA = 17
} DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
  kDLBool = 6U
} DLDataTypeCode;

typedef struct {
  /// One of DLDataTypeCode.
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  /// In elements. NULL means row-major.
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

#endif // DLPACK_DLPACK_H_

#if defined(TSSA_DEFINES_DLPACK) || !defined(DLPACK_MAJOR_VERSION)

#ifndef DLPACK_FLAG_BITMASK_READ_ONLY
#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#endif

typedef struct {
  uint32_t major;
  uint32_t minor;
} DLPackVersion;

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

#endif

#endif // TENSORSSA_RUNTIME_DLPACK_H
