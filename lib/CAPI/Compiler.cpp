// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation in process: once a program is lowered, MLIR's execution engine
// makes code of it.

#include "tensorssa-c/Compiler.h"
#include "CPU.h"
#include "Executable.h"
#include "Lowering.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "tensorssa-runtime/list.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::tssa;

void tssaCompilerOptionsInit(TssaCompilerOptions *options) {
  *options = TssaCompilerOptions();
  options->structSize = sizeof(TssaCompilerOptions);
  options->target = TssaTargetCPU;
  options->numerics = TssaNumericsDefault;
  options->errors = TssaErrorsFast;
  options->optimizationLevel = 2;
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

/// Makes `builder`, which is for this machine, one for a lesser CPU if the
/// options say so.
static LogicalResult setCPU(ModuleOp module, StringRef name,
                            llvm::orc::JITTargetMachineBuilder &builder) {
  if (name.empty() || name == "native")
    return success();
  const llvm::Triple &triple = builder.getTargetTriple();
  int64_t level = hasLevels(triple) ? findLevel(name) : -1;
  if (level < 0)
    return emitError(module.getLoc())
           << "expected the CPU to be " << describeCPUs(triple) << " but got '"
           << name << "'";
  if (tssa_cpu_level_features(level) & ~tssa_cpu_features())
    return emitError(module.getLoc())
           << "expected a CPU that this machine has but got '" << name << "'";
  builder.setCPU(name.str());
  builder.getFeatures() = llvm::SubtargetFeatures();
  return success();
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
  if (failed(setCPU(module, unwrap(options.cpu), *builder)))
    return failure();
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
  size_t count = executable.signatures.functions.size();
  executable.functions.resize(count);
  for (auto [function, signature] :
       llvm::zip_equal(executable.functions, executable.signatures.functions)) {
    auto entry =
        executable.engine->lookupPacked("_mlir_ciface_" + signature->name);
    if (!entry)
      return emitLLVMError(module, entry.takeError());
    function.signature = signature.get();
    function.entry = *entry;
    function.abi.name = signature->name.c_str();
    function.abi.inputs = signature->inputs.abi.data();
    function.abi.outputs = signature->outputs.abi.data();
    function.abi.num_inputs = signature->inputs.abi.size();
    function.abi.num_outputs = signature->outputs.abi.size();
    function.abi.entries = &function.entry;
  }
  return success();
}

static Executable &get(TssaExecutable executable) {
  return *static_cast<Executable *>(executable.ptr);
}

static LogicalResult compile(ModuleOp source,
                             const TssaCompilerOptions &options,
                             TssaExecutable &result) {
  return compileWith(source, options, [&]() -> LogicalResult {
    auto executable = std::make_unique<Executable>();
    FailureOr<OwningOpRef<ModuleOp>> lowered =
        lower(source, options, executable->signatures);
    if (failed(lowered) ||
        failed(generateCode(**lowered, options, *executable)))
      return failure();
    result.ptr = executable.release();
    return success();
  });
}

MlirLogicalResult tssaCompile(MlirModule module,
                              const TssaCompilerOptions *options,
                              TssaExecutable *executable) {
  executable->ptr = nullptr;
  return wrap(compile(unwrap(module), getOptions(options), *executable));
}

MlirLogicalResult tssaCompileSource(MlirStringRef source, MlirStringRef name,
                                    const TssaCompilerOptions *given,
                                    TssaExecutable *executable) {
  executable->ptr = nullptr;
  TssaCompilerOptions options = getOptions(given);
  return wrap(
      parseAnd(unwrap(source), unwrap(name), options,
               [&](std::unique_ptr<MLIRContext> &context, ModuleOp module) {
                 if (failed(compile(module, options, *executable)))
                   return failure();
                 // Types of signatures point into it.
                 get(*executable).context = std::move(context);
                 return success();
               }));
}

//===----------------------------------------------------------------------===//
// Executables and functions
//===----------------------------------------------------------------------===//

static const CompiledFunction &get(TssaFunction function) {
  return *static_cast<const LoadedFunction *>(function.ptr)->signature;
}

void tssaExecutableDestroy(TssaExecutable executable) {
  delete static_cast<Executable *>(executable.ptr);
}

intptr_t tssaExecutableGetNumFunctions(TssaExecutable executable) {
  return get(executable).functions.size();
}

TssaFunction tssaExecutableGetFunction(TssaExecutable executable,
                                       intptr_t index) {
  return {&get(executable).functions[index]};
}

TssaFunction tssaExecutableLookup(TssaExecutable executable,
                                  MlirStringRef name) {
  for (const LoadedFunction &function : get(executable).functions)
    if (function.signature->name == unwrap(name))
      return {&function};
  return {nullptr};
}

MlirStringRef tssaFunctionGetName(TssaFunction function) {
  return wrap(StringRef(get(function).name));
}

const tssa_function_t *tssaFunctionGetABI(TssaFunction function) {
  return &static_cast<const LoadedFunction *>(function.ptr)->abi;
}

MlirStringRef tssaFunctionGetInputName(TssaFunction function, intptr_t index) {
  return wrap(StringRef(get(function).inputNames[index]));
}

intptr_t tssaFunctionGetNumInputs(TssaFunction function) {
  return get(function).inputs.abi.size();
}

intptr_t tssaFunctionGetNumOutputs(TssaFunction function) {
  return get(function).outputs.abi.size();
}

MlirType tssaFunctionGetInputType(TssaFunction function, intptr_t index) {
  return wrap(get(function).inputs.source[index]);
}

MlirType tssaFunctionGetOutputType(TssaFunction function, intptr_t index) {
  return wrap(get(function).outputs.source[index]);
}

bool tssaFunctionIsInputWritten(TssaFunction function, intptr_t index) {
  return get(function).isWritten(index);
}

bool tssaFunctionIsInputNoAlias(TssaFunction function, intptr_t index) {
  return get(function).isNoAlias(index);
}

intptr_t tssaFunctionGetOutputOrigin(TssaFunction function, intptr_t index) {
  return get(function).outputs.abi[index].origin;
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

tssa_status_t tssaFunctionInvoke(TssaFunction function, tssa_context_t *context,
                                 const tssa_value_t *inputs, intptr_t numInputs,
                                 tssa_value_t *outputs, intptr_t numOutputs) {
  if (function.ptr)
    return tssa_function_invoke(
        &static_cast<const LoadedFunction *>(function.ptr)->abi, context,
        inputs, std::max<intptr_t>(numInputs, 0), outputs,
        std::max<intptr_t>(numOutputs, 0));
  tssa_context_reset(context);
  for (intptr_t i = 0; i < numOutputs; ++i)
    outputs[i] = tssa_value_t();
  tssa_context_fail(context, TSSA_STATUS_INVALID_ARGUMENT,
                    "expected a function but got null; "
                    "tssaExecutableLookup found none of that name");
  return TSSA_STATUS_INVALID_ARGUMENT;
}
