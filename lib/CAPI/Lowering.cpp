// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelines run stage by stage, over a copy of the source.

#include "Lowering.h"
#include "Parse.h"
#include "PipelineOptions.h"
#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TssaCompilerOptions tssa::getOptions(const TssaCompilerOptions *given) {
  TssaCompilerOptions options;
  tssaCompilerOptionsInit(&options);
  if (given)
    memcpy(&options, given, std::min(given->structSize, sizeof(options)));
  return options;
}

static LogicalResult verifyOptions(Location loc,
                                   const TssaCompilerOptions &options) {
  if (options.target != TssaTargetCPU)
    return emitError(loc) << "unsupported target: expected the CPU but got "
                          << static_cast<int>(options.target);
  if (options.optimizationLevel < 0 || options.optimizationLevel > 3)
    return emitError(loc)
           << "expected the optimization level to be in [0, 3] but got "
           << options.optimizationLevel;
  if (options.numerics < TssaNumericsDefault ||
      options.numerics > TssaNumericsFast)
    return emitError(loc) << "expected numerics to be in [0, 2] but got "
                          << static_cast<int>(options.numerics);
  return success();
}

static void translate(const TssaCompilerOptions &from, PipelineOptions &to) {
  TssaPipelineOptions options;
  tssaPipelineOptionsInit(&options);
  options.numerics = from.numerics;
  options.errors = from.errors;
  options.imperative = from.imperative;
  options.requireFunctional = from.requireFunctional;
  options.validate = from.validate;
  translate(options, to);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

using BuildPipeline = void (*)(OpPassManager &, const PipelineOptions &);

/// Runs the passes by which other dialects are lowered.
static LogicalResult lowerOthers(ModuleOp module, StringRef passes) {
  if (passes.empty())
    return success();
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (failed(parsePassPipeline(passes, pm, stream)))
    return emitError(module.getLoc())
           << "expected passes on a module to lower other dialects but got '"
           << passes << "': " << StringRef(reason).trim();
  if (failed(pm.run(module)))
    return emitError(module.getLoc())
           << "cannot compile: the passes '" << passes << "' failed";
  return success();
}

/// Notes the dialects of `module` that nothing here lowers: what an error of a
/// later stage says of their ops is not about what the user can do.
static void noteForeignDialects(InFlightDiagnostic &error,
                                const llvm::SetVector<StringRef> &names) {
  for (StringRef name : names)
    error.attachNote() << "the program uses dialect '" << name
                       << "', which is not lowered here; lower it to linalg, "
                          "scf and arith before, or name the passes that do "
                          "('--lower-with=', and '--load-dialect-plugin=' for "
                          "a plugin that has them)";
}

static llvm::SetVector<StringRef> findForeignDialects(ModuleOp module) {
  static constexpr StringLiteral known[] = {
      "affine", "arith",  "bufferization", "builtin", "cf",     "complex",
      "func",   "index",  "linalg",        "llvm",    "math",   "memref",
      "scf",    "tensor", "tssa",          "ub",      "vector", "view"};
  llvm::SetVector<StringRef> names;
  module.walk([&](Operation *op) {
    StringRef name = op->getName().getDialectNamespace();
    if (!llvm::is_contained(known, name))
      names.insert(name);
  });
  return names;
}

/// What is left besides the LLVM dialect has no translation: fails at the first
/// such op of a foreign dialect, or at the first one.
static LogicalResult checkLowered(ModuleOp module,
                                  const llvm::SetVector<StringRef> &foreign) {
  Operation *left = nullptr;
  auto isForeign = [&](Operation *op) {
    return foreign.contains(op->getName().getDialectNamespace());
  };
  module.walk([&](Operation *op) {
    if (!isa<ModuleOp>(op) && op->getName().getDialectNamespace() != "llvm" &&
        (!left || (isForeign(op) && !isForeign(left))))
      left = op;
  });
  if (!left)
    return success();
  InFlightDiagnostic error = emitError(left->getLoc());
  error << "cannot compile: '" << left->getName()
        << "' has no translation to LLVM IR";
  noteForeignDialects(error, foreign);
  return error;
}

static LogicalResult lowerInPlace(ModuleOp module,
                                  const TssaCompilerOptions &options,
                                  Signatures &signatures) {
  PipelineOptions pipelineOptions;
  translate(options, pipelineOptions);
  auto dump = [&](StringRef stage) {
    if (options.dump)
      options.dump(wrap(stage), wrap(module), options.dumpUserData);
  };
  dump("input");
  llvm::SetVector<StringRef> foreign = findForeignDialects(module);
  std::pair<StringRef, BuildPipeline> stages[] = {
      {"functional", buildToFunctionalPipeline},
      {"linalg", buildToLinalgPipeline},
      {"memref", buildToBuffersPipeline},
      {"llvm", buildBuffersToLLVMPipeline}};
  for (auto [stage, build] : stages) {
    PassManager pm(module.getContext());
    pm.enableVerifier(options.verifyEach);
    build(pm, pipelineOptions);
    if (failed(pm.run(module)) ||
        (!options.verifyEach && failed(verify(module)))) {
      InFlightDiagnostic error = emitError(module.getLoc());
      error << "cannot compile: the stage '" << stage << "' failed";
      noteForeignDialects(error, foreign);
      return error;
    }
    if (stage == "functional")
      signatures.noteFunctional(module);
    if (stage == "functional" &&
        failed(lowerOthers(module, unwrap(options.lowering))))
      return failure();
    dump(stage);
  }
  return checkLowered(module, foreign);
}

/// Lowers `module`, a copy of `source`. If that fails after functionalization,
/// a copy that stays imperative is lowered in its place: a program that means
/// something must not be refused because of what was made of it.
static LogicalResult lowerOrFallBack(OwningOpRef<ModuleOp> &module,
                                     ModuleOp source,
                                     const TssaCompilerOptions &options,
                                     Signatures &signatures) {
  if (options.imperative || options.requireFunctional)
    return lowerInPlace(*module, options, signatures);
  std::vector<Diagnostic> errors;
  {
    ScopedDiagnosticHandler handler(
        source.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          errors.push_back(std::move(diagnostic));
          return success();
        });
    if (succeeded(lowerInPlace(*module, options, signatures)))
      return success();
    // A copy that the program forbids is no reason to make more of them.
    bool isForbidden = llvm::any_of(errors, [](Diagnostic &error) {
      return StringRef(error.str()).contains(kMustInPlaceAttr);
    });
    TssaCompilerOptions imperative = options;
    imperative.imperative = true;
    module = source.clone();
    signatures.noteImperative();
    size_t numErrors = errors.size();
    if (isForbidden || failed(lowerInPlace(*module, imperative, signatures))) {
      errors.erase(errors.begin() + numErrors, errors.end());
    } else {
      emitRemark(errors.empty() ? source.getLoc()
                                : errors.front().getLocation(),
                 "the module stays imperative: " +
                     (errors.empty() ? "a pass failed" : errors.front().str()));
      return success();
    }
  }
  for (Diagnostic &error : errors)
    source.getContext()->getDiagEngine().emit(std::move(error));
  return failure();
}

FailureOr<OwningOpRef<ModuleOp>> tssa::lower(ModuleOp source,
                                             const TssaCompilerOptions &options,
                                             Signatures &signatures) {
  OwningOpRef<ModuleOp> module(source.clone());
  if (failed(signatures.add(*module)) ||
      failed(lowerOrFallBack(module, source, options, signatures)))
    return failure();
  return module;
}

/// Lets diagnostics go where the options say while `handler` lives.
static void handleDiagnostics(MLIRContext *context,
                              const TssaCompilerOptions &options,
                              std::optional<ScopedDiagnosticHandler> &handler) {
  if (options.diagnostic)
    handler.emplace(context, [&options](Diagnostic &diagnostic) {
      return unwrap(
          options.diagnostic(wrap(diagnostic), options.diagnosticUserData));
    });
}

LogicalResult tssa::compileWith(ModuleOp source,
                                const TssaCompilerOptions &options,
                                llvm::function_ref<LogicalResult()> body) {
  MLIRContext *context = source.getContext();
  std::optional<ScopedDiagnosticHandler> handler;
  handleDiagnostics(context, options, handler);
  DialectRegistry registry;
  tssaRegisterAllDialects(wrap(&registry));
  context->appendDialectRegistry(registry);
  if (failed(verifyOptions(source.getLoc(), options)) || failed(verify(source)))
    return failure();
  return body();
}

LogicalResult tssa::parseAnd(
    StringRef source, StringRef name, const TssaCompilerOptions &options,
    llvm::function_ref<LogicalResult(std::unique_ptr<MLIRContext> &, ModuleOp)>
        body) {
  DialectRegistry registry;
  tssaRegisterAllDialects(wrap(&registry));
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module;
  {
    std::optional<ScopedDiagnosticHandler> handler;
    handleDiagnostics(context.get(), options, handler);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(source, name), llvm::SMLoc());
    module = parseNamed(sources, context.get());
  }
  return module ? body(context, *module) : failure();
}

LogicalResult tssa::emitLLVMError(ModuleOp module, llvm::Error error) {
  return emitError(module.getLoc())
         << "cannot generate code: " << llvm::toString(std::move(error));
}
