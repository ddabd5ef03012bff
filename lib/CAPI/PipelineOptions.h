// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the options of a pipeline in C to those that its passes take.

#ifndef TENSORSSA_LIB_CAPI_PIPELINEOPTIONS_H
#define TENSORSSA_LIB_CAPI_PIPELINEOPTIONS_H

#include "tensorssa-c/Pipelines.h"
#include "tensorssa/Pipelines/Pipelines.h"

namespace mlir::tssa {

/// The caller's options as far as it knows them, defaults for the rest.
TssaPipelineOptions getOptions(const TssaPipelineOptions *given);

void translate(const TssaPipelineOptions &from, PipelineOptions &to);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_CAPI_PIPELINEOPTIONS_H
