// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explanations are remarks of `tssa-functionalize{report=true}`, which have a
// fixed form:
//
//   [tssa-report] @function | op | outcome | root | path | note

#include "tensorssa-c/Explain.h"
#include "PipelineOptions.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::tssa;

static TssaVerdict getVerdict(StringRef outcome) {
  return outcome == "functional"   ? TssaVerdictFunctional
         : outcome == "imperative" ? TssaVerdictImperative
                                   : TssaVerdictCause;
}

/// Hands out a remark, if it is an explanation.
static void explain(Diagnostic &diagnostic, TssaExplainCallback callback,
                    void *userData) {
  std::string text = diagnostic.str();
  StringRef rest = text;
  if (!rest.consume_front("[tssa-report] @"))
    return;
  StringRef fields[6];
  for (StringRef &field : fields)
    std::tie(field, rest) = &field == std::end(fields) - 1
                                ? std::pair(rest, StringRef())
                                : rest.split(" | ");
  TssaExplanation explanation = {};
  explanation.structSize = sizeof(explanation);
  explanation.location = wrap(diagnostic.getLocation());
  explanation.function = wrap(fields[0]);
  explanation.op = wrap(fields[1]);
  explanation.verdict = getVerdict(fields[2]);
  explanation.root = wrap(fields[3]);
  explanation.path = wrap(fields[4]);
  explanation.note = wrap(fields[5]);
  callback(&explanation, userData);
}

MlirLogicalResult tssaExplain(MlirModule module,
                              const TssaPipelineOptions *given,
                              TssaExplainCallback callback, void *userData) {
  OwningOpRef<ModuleOp> copy(unwrap(module).clone());
  PipelineOptions options;
  translate(getOptions(given), options);
  options.imperative = false;
  options.fallback = FallbackMode::Remark;
  options.report = true;
  PassManager manager(copy->getContext());
  buildFunctionalizePipeline(manager, options);
  // Other remarks say the same in the words of a compilation.
  ScopedDiagnosticHandler handler(
      copy->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          return failure();
        explain(diagnostic, callback, userData);
        return success();
      });
  return wrap(manager.run(*copy));
}
