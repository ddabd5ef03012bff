// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of the runtime's headers. Start reading at api.h.

#ifndef TENSORSSA_RUNTIME_RUNTIME_H
#define TENSORSSA_RUNTIME_RUNTIME_H

#include "tensorssa-runtime/api.h"
#include "tensorssa-runtime/context.h"
#include "tensorssa-runtime/cpu.h"
#include "tensorssa-runtime/device.h"
#include "tensorssa-runtime/dlpack.h"
#include "tensorssa-runtime/dtype.h"
#include "tensorssa-runtime/half.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/layout.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/npy.h"
#include "tensorssa-runtime/parallel.h"
#include "tensorssa-runtime/print.h"
#include "tensorssa-runtime/profile.h"
#include "tensorssa-runtime/program.h"
#include "tensorssa-runtime/random.h"
#include "tensorssa-runtime/status.h"
#include "tensorssa-runtime/storage.h"
#include "tensorssa-runtime/tensor.h"
#include "tensorssa-runtime/value.h"

#endif // TENSORSSA_RUNTIME_RUNTIME_H
