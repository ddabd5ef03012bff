// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation in process: signatures are taken from the source, then the
// pipelines run stage by stage, then MLIR's execution engine makes code.

#include "tensorssa-c/Compiler.h"
#include "Executable.h"
#include "PipelineOptions.h"
#include "mlir/CAPI/Diagnostics.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tensorssa-c/Dialects.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Analysis/WrittenArguments.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

void tssaCompilerOptionsInit(TssaCompilerOptions *options) {
  *options = TssaCompilerOptions();
  options->structSize = sizeof(TssaCompilerOptions);
  options->target = TssaTargetCPU;
  options->numerics = TssaNumericsDefault;
  options->errors = TssaErrorsFast;
  options->optimizationLevel = 2;
}

/// The caller's options as far as it knows them, defaults for the rest.
static TssaCompilerOptions getOptions(const TssaCompilerOptions *given) {
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
  translate(options, to);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static FailureOr<tssa_dtype_t> getDType(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  tssa_dtype_t dtype;
  if (tssa_dtype_parse(name.c_str(), &dtype))
    return failure();
  return dtype;
}

static LogicalResult describe(Type type, BoundaryType &result) {
  result.type = type;
  if (isa<RefType, RankedTensorType>(type)) {
    auto shaped = cast<ShapedType>(type);
    FailureOr<tssa_dtype_t> dtype = getDType(shaped.getElementType());
    if (failed(dtype))
      return failure();
    result.kind = TSSA_VALUE_TENSOR;
    result.dtype = *dtype;
    result.sizes.assign(shaped.getShape().begin(), shaped.getShape().end());
    if (auto ref = dyn_cast<RefType>(type)) {
      result.isRef = true;
      result.layout = ref.getLayout();
    }
    return success();
  }
  if (isa<AnyRefElementType>(type)) {
    result.kind = TSSA_VALUE_TENSOR;
    result.isAny = result.isRef = true;
  } else if (auto list = dyn_cast<ListType>(type)) {
    result.kind = TSSA_VALUE_LIST;
    result.bytes = sizeof(void *);
    result.element = std::make_shared<BoundaryType>();
    return describe(list.getElementType(), *result.element);
  } else if (type.isInteger(1)) {
    result.kind = TSSA_VALUE_BOOL;
    result.bytes = 1;
  } else if (type.isIndex() || type.isInteger(8) || type.isInteger(16) ||
             type.isInteger(32) || type.isInteger(64)) {
    result.kind = TSSA_VALUE_INT;
    result.bytes = type.isIndex() ? 8 : type.getIntOrFloatBitWidth() / 8;
  } else if (type.isF32() || type.isF64()) {
    result.kind = TSSA_VALUE_FLOAT;
    result.bytes = type.getIntOrFloatBitWidth() / 8;
  } else {
    return failure();
  }
  return success();
}

/// A declaration is a function of the host, which the runtime calls with
/// tensors and numbers.
static LogicalResult verifyHostFunction(func::FuncOp function) {
  auto verify = [&](StringRef what, TypeRange types) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      BoundaryType described;
      if (failed(describe(type, described)) || isa<ListType>(type) ||
          isa<AnyRefElementType>(type) ||
          (!isa<ShapedType, RefType>(type) && !type.isF64() &&
           !type.isIndex() && !type.isInteger(1) && !type.isInteger(64)))
        return function.emitError("unsupported type of ")
               << what << " " << i
               << " of a function without a body, which is the host's: " << type
               << "; expected a ref, tensor, i64, index, f64 or i1";
    }
    return success();
  };
  return success(succeeded(verify("argument", function.getArgumentTypes())) &&
                 succeeded(verify("result", function.getResultTypes())));
}

/// How many arguments and allocations of a function are storages, or lists that
/// hold such.
static int64_t countRoots(func::FuncOp function) {
  int64_t count = llvm::count_if(function.getArgumentTypes(),
                                 llvm::IsaPred<RefType, ListType>);
  function.walk([&](AllocOp) { ++count; });
  return count;
}

/// The functions that a host can call, without code yet.
static LogicalResult addFunctions(ModuleOp module, Executable &executable) {
  WrittenArguments written(module);
  WrittenArguments elementsWritten(module, /*storagesOnly=*/true);
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration()) {
      if (failed(verifyHostFunction(function)))
        return failure();
      continue;
    }
    if (!function.isPublic())
      continue;
    auto compiled = std::make_unique<CompiledFunction>();
    compiled->name = function.getSymName();
    auto unsupported = [&](StringRef what, unsigned i, Type type) {
      return function.emitError("unsupported type of ")
             << what << " " << i
             << " of a function that the host calls: " << type;
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      BoundaryArgument &input = compiled->inputs.emplace_back();
      if (failed(describe(type, input)))
        return unsupported("argument", i, type);
      input.written = written.get(function)[i];
      input.elementsWritten =
          input.kind == TSSA_VALUE_LIST && elementsWritten.get(function)[i];
      input.noAlias = !!function.getArgAttr(i, kNoAliasAttr);
    }
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(describe(type, compiled->outputs.emplace_back())))
        return unsupported("result", i, type);
    compiled->roots = countRoots(function);
    compiled->imperativeRoots = compiled->roots;
    executable.byName[compiled->name] = compiled.get();
    executable.functions.push_back(std::move(compiled));
  }
  return success();
}

/// The bodies of a function that were made to be functionalized; the function
/// itself if it has one body.
static SmallVector<func::FuncOp> getBodies(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  SetVector<func::FuncOp> seen;
  seen.insert(function);
  SmallVector<func::FuncOp> result;
  for (unsigned i = 0; i < seen.size(); ++i) {
    Attribute bodies = seen[i]->getAttr(kDispatchesAttr);
    if (!bodies) {
      result.push_back(seen[i]);
      continue;
    }
    SmallVector<Attribute> names = {bodies};
    if (auto several = dyn_cast<ArrayAttr>(bodies))
      names.assign(several.begin(), several.end());
    for (Attribute name : names)
      if (auto body =
              module.lookupSymbol<func::FuncOp>(cast<FlatSymbolRefAttr>(name)))
        seen.insert(body);
  }
  return result;
}

/// Which functions were functionalized is known once that stage has run. One
/// with several bodies is if those for arguments without overlap are.
static void noteFunctional(ModuleOp module, Executable &executable) {
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    CompiledFunction *compiled =
        executable.byName.lookup(function.getSymName());
    if (!compiled)
      continue;
    int64_t worst = 0;
    bool isPartial = false, isFunctional = false;
    for (func::FuncOp body : getBodies(function)) {
      if (!body->hasAttr(kFunctionalAttr)) {
        worst = compiled->roots;
        isPartial = true;
        continue;
      }
      isFunctional = true;
      auto imperative = body->getAttrOfType<DenseI64ArrayAttr>(kPartialAttr);
      if (!imperative)
        continue;
      // What was inlined brought allocations of its own.
      int64_t count = imperative.size();
      body.walk([&](AllocOp) { ++count; });
      worst = std::max(worst, count);
      isPartial = true;
    }
    if (!isFunctional)
      continue;
    compiled->functional = !isPartial;
    compiled->partlyFunctional = isPartial;
    compiled->imperativeRoots = std::min(worst, compiled->roots);
  }
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

static LogicalResult lower(ModuleOp module, const TssaCompilerOptions &options,
                           Executable &executable) {
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
      noteFunctional(module, executable);
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
                                     Executable &executable) {
  if (options.imperative || options.requireFunctional)
    return lower(*module, options, executable);
  std::vector<Diagnostic> errors;
  {
    ScopedDiagnosticHandler handler(
        source.getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
            return failure();
          errors.push_back(std::move(diagnostic));
          return success();
        });
    if (succeeded(lower(*module, options, executable)))
      return success();
    // A copy that the program forbids is no reason to make more of them.
    bool isForbidden = llvm::any_of(errors, [](Diagnostic &error) {
      return StringRef(error.str()).contains(kMustInPlaceAttr);
    });
    TssaCompilerOptions imperative = options;
    imperative.imperative = true;
    module = source.clone();
    for (auto &function : executable.functions) {
      function->functional = function->partlyFunctional = false;
      function->imperativeRoots = function->roots;
    }
    size_t numErrors = errors.size();
    if (isForbidden || failed(lower(*module, imperative, executable))) {
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

static LogicalResult emitLLVMError(ModuleOp module, llvm::Error error) {
  return emitError(module.getLoc())
         << "cannot generate code: " << llvm::toString(std::move(error));
}

/// The runtime's functions that compiled code calls.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner interner) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[interner(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
  };
  add("tssa_rt_alloc", &tssa_rt_alloc);
  add("tssa_rt_disjoint", &tssa_rt_disjoint);
  add("tssa_rt_free", &tssa_rt_free);
  add("tssa_rt_fail", &tssa_rt_fail);
  add("tssa_rt_failed", &tssa_rt_failed);
  add("tssa_rt_list_create", &tssa_rt_list_create);
  add("tssa_rt_list_length", &tssa_rt_list_length);
  add("tssa_rt_list_put", &tssa_rt_list_put);
  add("tssa_rt_list_take", &tssa_rt_list_take);
  add("tssa_rt_partial_overlap", &tssa_rt_partial_overlap);
  add("tssa_rt_reshape_strides", &tssa_rt_reshape_strides);
  add("tssa_rt_self_overlap", &tssa_rt_self_overlap);
  add("tssa_rt_stack_left", &tssa_rt_stack_left);
  add("tssa_rt_storage_bytes", &tssa_rt_storage_bytes);
  add("tssa_rt_storage_data", &tssa_rt_storage_data);
  add("tssa_rt_grow_storage", &tssa_rt_grow_storage);
  return symbols;
}

static LogicalResult generateCode(ModuleOp module,
                                  const TssaCompilerOptions &options,
                                  Executable &executable) {
  static bool targetsReady = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)targetsReady;
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return emitLLVMError(module, builder.takeError());
  auto level = static_cast<llvm::CodeGenOptLevel>(options.optimizationLevel);
  builder->setCodeGenOptLevel(level);
  if (options.numerics == TssaNumericsStrict)
    builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto machine = builder->createTargetMachine();
  if (!machine)
    return emitLLVMError(module, machine.takeError());

  auto optimize =
      makeOptimizingTransformer(options.optimizationLevel, 0, machine->get());
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = optimize;
  engineOptions.jitCodeGenOptLevel = level;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(module, engineOptions, std::move(*machine));
  if (!engine)
    return emitLLVMError(module, engine.takeError());
  executable.engine = std::move(*engine);
  executable.engine->registerSymbols(getRuntimeSymbols);
  executable.engine->initialize();
  for (auto &function : executable.functions) {
    auto entry =
        executable.engine->lookupPacked("_mlir_ciface_" + function->name);
    if (!entry)
      return emitLLVMError(module, entry.takeError());
    function->entry = *entry;
  }
  return success();
}

static FailureOr<std::unique_ptr<Executable>>
compile(ModuleOp source, const TssaCompilerOptions &options) {
  MLIRContext *context = source.getContext();
  std::optional<ScopedDiagnosticHandler> handler;
  if (options.diagnostic)
    handler.emplace(context, [&](Diagnostic &diagnostic) {
      return unwrap(
          options.diagnostic(wrap(diagnostic), options.diagnosticUserData));
    });
  DialectRegistry registry;
  tssaRegisterAllDialects(wrap(&registry));
  context->appendDialectRegistry(registry);
  if (failed(verifyOptions(source.getLoc(), options)) || failed(verify(source)))
    return failure();

  auto executable = std::make_unique<Executable>();
  OwningOpRef<ModuleOp> module(source.clone());
  if (failed(addFunctions(*module, *executable)) ||
      failed(lowerOrFallBack(module, source, options, *executable)) ||
      failed(generateCode(*module, options, *executable)))
    return failure();
  return executable;
}

MlirLogicalResult tssaCompile(MlirModule module,
                              const TssaCompilerOptions *options,
                              TssaExecutable *executable) {
  executable->ptr = nullptr;
  auto result = compile(unwrap(module), getOptions(options));
  if (failed(result))
    return mlirLogicalResultFailure();
  executable->ptr = result->release();
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Executables and functions
//===----------------------------------------------------------------------===//

static Executable &get(TssaExecutable executable) {
  return *static_cast<Executable *>(executable.ptr);
}

static const CompiledFunction &get(TssaFunction function) {
  return *static_cast<const CompiledFunction *>(function.ptr);
}

void tssaExecutableDestroy(TssaExecutable executable) {
  delete static_cast<Executable *>(executable.ptr);
}

intptr_t tssaExecutableGetNumFunctions(TssaExecutable executable) {
  return get(executable).functions.size();
}

TssaFunction tssaExecutableGetFunction(TssaExecutable executable,
                                       intptr_t index) {
  return {get(executable).functions[index].get()};
}

TssaFunction tssaExecutableLookup(TssaExecutable executable,
                                  MlirStringRef name) {
  return {get(executable).byName.lookup(unwrap(name))};
}

MlirStringRef tssaFunctionGetName(TssaFunction function) {
  return wrap(StringRef(get(function).name));
}

intptr_t tssaFunctionGetNumInputs(TssaFunction function) {
  return get(function).inputs.size();
}

intptr_t tssaFunctionGetNumOutputs(TssaFunction function) {
  return get(function).outputs.size();
}

MlirType tssaFunctionGetInputType(TssaFunction function, intptr_t index) {
  return wrap(get(function).inputs[index].type);
}

MlirType tssaFunctionGetOutputType(TssaFunction function, intptr_t index) {
  return wrap(get(function).outputs[index].type);
}

bool tssaFunctionIsInputWritten(TssaFunction function, intptr_t index) {
  return get(function).inputs[index].written;
}

bool tssaFunctionIsInputNoAlias(TssaFunction function, intptr_t index) {
  return get(function).inputs[index].noAlias;
}

bool tssaFunctionIsFunctional(TssaFunction function) {
  return get(function).functional;
}

bool tssaFunctionIsPartlyFunctional(TssaFunction function) {
  return get(function).partlyFunctional;
}

intptr_t tssaFunctionGetNumRoots(TssaFunction function) {
  return get(function).roots;
}

intptr_t tssaFunctionGetNumImperativeRoots(TssaFunction function) {
  return get(function).imperativeRoots;
}
