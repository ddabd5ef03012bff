// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilation ahead of time: a lowered program is copied for each CPU, the
// copies are put into one module with the entry points, optimized and made an
// object.

#include "tensorssa-c/Artifact.h"
#include "Artifact.h"
#include "CPU.h"
#include "Lowering.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {
struct ArtifactContents {
  SmallVector<char, 0> object;
  std::string ir, header;
};
} // namespace

//===----------------------------------------------------------------------===//
// CPUs
//===----------------------------------------------------------------------===//

/// This machine's CPU, as far as the runtime can test for it elsewhere.
static ArtifactCPU getNativeCPU(const llvm::Triple &triple) {
  if (!hasLevels(triple))
    return {"generic", 0, "generic", "", "generic"};
  ArtifactCPU cpu = {"native", tssa_cpu_features(), "x86-64", "",
                     llvm::sys::getHostCPUName().str()};
  for (int64_t bit = 0; const char *name = tssa_cpu_feature_name(bit); ++bit)
    if (cpu.features >> bit & 1)
      cpu.targetFeatures +=
          (cpu.targetFeatures.empty() ? "+" : ",+") + std::string(name);
  return cpu;
}

/// The CPUs of an option, the best one first.
static LogicalResult parseCPUs(Location loc, StringRef text,
                               const llvm::Triple &triple,
                               SmallVectorImpl<ArtifactCPU> &cpus) {
  if (text == "native" || (text.empty() && !hasLevels(triple))) {
    cpus.push_back(getNativeCPU(triple));
    return success();
  }
  if (text.empty())
    text = "x86-64-v2,x86-64-v3,x86-64-v4";
  SmallVector<StringRef> names;
  text.split(names, ',');
  SmallVector<int64_t> levels;
  for (StringRef name : names) {
    levels.push_back(hasLevels(triple) ? findLevel(name) : -1);
    if (levels.back() < 0)
      return emitError(loc)
             << "expected the CPU to be "
             << (hasLevels(triple) ? "native, or some of x86-64, x86-64-v2, "
                                     "x86-64-v3 and x86-64-v4,"
                                   : "native")
             << " but got '" << name << "'";
  }
  llvm::sort(levels, std::greater<int64_t>());
  levels.erase(llvm::unique(levels), levels.end());
  for (int64_t level : levels) {
    std::string name = tssa_cpu_level_name(level);
    cpus.push_back({name, tssa_cpu_level_features(level), name, "", "generic"});
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Words of C up to C23 and of C++ up to C++20.
static bool isKeyword(StringRef name) {
  static constexpr StringLiteral keywords[] = {
      "alignas",      "alignof",
      "and",          "and_eq",
      "asm",          "auto",
      "bitand",       "bitor",
      "bool",         "break",
      "case",         "catch",
      "char",         "class",
      "co_await",     "co_return",
      "co_yield",     "compl",
      "concept",      "const",
      "const_cast",   "consteval",
      "constexpr",    "constinit",
      "continue",     "decltype",
      "default",      "delete",
      "do",           "double",
      "dynamic_cast", "else",
      "enum",         "explicit",
      "export",       "extern",
      "false",        "float",
      "for",          "friend",
      "goto",         "if",
      "inline",       "int",
      "long",         "mutable",
      "namespace",    "new",
      "noexcept",     "not",
      "not_eq",       "nullptr",
      "operator",     "or",
      "or_eq",        "private",
      "protected",    "public",
      "register",     "reinterpret_cast",
      "requires",     "restrict",
      "return",       "short",
      "signed",       "sizeof",
      "static",       "static_assert",
      "static_cast",  "struct",
      "switch",       "template",
      "this",         "thread_local",
      "throw",        "true",
      "try",          "typedef",
      "typeid",       "typename",
      "typeof",       "typeof_unqual",
      "union",        "unsigned",
      "using",        "virtual",
      "void",         "volatile",
      "while",        "xor",
      "xor_eq"};
  return llvm::is_contained(keywords, name);
}

/// Whether a program may not have a name, because what is called by it is ours
/// or the implementation's.
static bool isReserved(StringRef name) {
  return name.starts_with("_") || name.starts_with("tssa_") || name == "tssa";
}

/// Whether a parameter cannot have a name wherever the header is included:
/// keywords, types (`…_t`), and what macros are called, by the habit of capital
/// letters or in spite of it.
static bool isTaken(StringRef name) {
  return isReserved(name) || isKeyword(name) || name.ends_with("_t") ||
         (name.size() > 1 && name.upper() == name) || name == "I" ||
         name == "linux" || name == "unix" || name == "errno" ||
         name == "stdin" || name == "stdout" || name == "stderr";
}

/// The name that a location gives a value, if it is one in C.
static StringRef getNameHint(Location loc) {
  StringRef name = getGivenName(loc);
  return isIdentifier(name) && !isTaken(name) ? name : StringRef();
}

static std::string getPosition(Location loc) {
  std::string text;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    llvm::raw_string_ostream(text) << file.getFilename().getValue() << ":"
                                   << file.getLine() << ":" << file.getColumn();
    return WalkResult::interrupt();
  });
  return text;
}

/// Names everything that is visible in C.
static LogicalResult nameFunctions(ModuleOp source,
                                   const Signatures &signatures,
                                   ArtifactProgram &program) {
  llvm::StringMap<StringRef> taken;
  taken[program.getSymbol()] = "";
  for (const auto &signature : signatures.functions) {
    auto op = source.lookupSymbol<func::FuncOp>(signature->name);
    ArtifactFunction &function = program.functions.emplace_back();
    function.signature = signature.get();
    function.location = getPosition(op.getLoc());
    function.symbol = program.name + "_";
    for (char c : signature->name)
      function.symbol += llvm::isAlnum(c) ? c : '_';
    auto [other, isNew] = taken.try_emplace(function.symbol, signature->name);
    if (!isNew) {
      InFlightDiagnostic error = emitError(op.getLoc());
      error << "expected functions to have different names in C but got '"
            << function.symbol << "' for '" << signature->name << "' too";
      if (other->second.empty())
        error << "; the program itself has it";
      else
        error.attachNote(source.lookupSymbol(other->second)->getLoc())
            << "it is that of '" << other->second << "'";
      return error;
    }
    llvm::StringSet<> names = {"context"};
    for (auto [i, argument] : llvm::enumerate(op.getArguments())) {
      std::string name = getNameHint(argument.getLoc()).str();
      if (StringRef(name).starts_with("out"))
        name.clear();
      // Another argument may be called what this one would be.
      for (std::string next = "arg" + std::to_string(i);
           name.empty() || !names.insert(name).second; next += "_")
        name = next;
      function.inputs.push_back(name);
    }
    for (size_t i = 0; i < signature->outputs.abi.size(); ++i)
      function.outputs.push_back("out" + std::to_string(i));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::TargetMachine>
createMachine(ModuleOp module, const llvm::Triple &triple,
              const TssaCompilerOptions &options) {
  static bool ready = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)ready;
  std::string reason;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target) {
    (void)emitLLVMError(module, llvm::createStringError(reason));
    return nullptr;
  }
  llvm::TargetOptions targetOptions;
  if (options.numerics == TssaNumericsStrict)
    targetOptions.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  // Of the functions only the entry points are for any CPU.
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, hasLevels(triple) ? "x86-64" : "generic", "", targetOptions,
      llvm::Reloc::PIC_, std::nullopt,
      static_cast<llvm::CodeGenOptLevel>(options.optimizationLevel)));
}

/// A copy of `base` for one CPU, in which only the functions that a host calls
/// are visible, under the names that they have for this CPU.
static std::unique_ptr<llvm::Module> copyFor(const llvm::Module &base,
                                             const Signatures &signatures,
                                             const ArtifactCPU &cpu,
                                             size_t index) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(base);
  for (llvm::GlobalValue &global : copy->global_values()) {
    // What LLVM gives a meaning by its name keeps that.
    if (global.isDeclaration() || global.getName().starts_with("llvm."))
      continue;
    global.setLinkage(llvm::GlobalValue::InternalLinkage);
    // Out of the way of names in C.
    global.setName("__tssa_inner_" + global.getName().str());
  }
  for (llvm::Function &function : *copy) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", cpu.targetCPU);
    function.addFnAttr("tune-cpu", cpu.tuneCPU);
    if (!cpu.targetFeatures.empty())
      function.addFnAttr("target-features", cpu.targetFeatures);
  }
  for (const auto &signature : signatures.functions) {
    llvm::Function *code =
        copy->getFunction("__tssa_inner__mlir_ciface_" + signature->name);
    code->setLinkage(llvm::GlobalValue::ExternalLinkage);
    code->setName(getCodeName(*signature, index));
  }
  return copy;
}

static LogicalResult emitObject(ModuleOp module, llvm::Module &code,
                                llvm::TargetMachine &machine,
                                SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return emitError(module.getLoc())
           << "cannot generate code: the target '"
           << code.getTargetTriple().str() << "' has no object files";
  passes.run(code);
  return success();
}

static LogicalResult generate(ModuleOp module, const ArtifactProgram &program,
                              const Signatures &signatures,
                              const llvm::Triple &triple,
                              const TssaCompilerOptions &options,
                              ArtifactContents &contents) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(module, triple, options);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> base =
      translateModuleToLLVMIR(module, context, program.name);
  if (!base)
    return emitError(module.getLoc())
           << "cannot generate code: no translation to LLVM IR";
  auto code = std::make_unique<llvm::Module>(program.name, context);
  for (llvm::Module *part : {base.get(), code.get()}) {
    part->setTargetTriple(triple);
    part->setDataLayout(machine->createDataLayout());
  }
  for (auto [i, cpu] : llvm::enumerate(program.cpus))
    if (llvm::Linker::linkModules(*code, copyFor(*base, signatures, cpu, i)))
      return emitError(module.getLoc())
             << "cannot generate code: the parts for several CPUs do not link";
  addEntryPoints(*code, program);
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (llvm::verifyModule(*code, &stream))
    return emitLLVMError(module, llvm::createStringError(reason));
  auto optimize =
      makeOptimizingTransformer(options.optimizationLevel, 0, machine.get());
  if (llvm::Error error = optimize(code.get()))
    return emitLLVMError(module, std::move(error));
  llvm::raw_string_ostream(contents.ir) << *code;
  return emitObject(module, *code, *machine, contents.object);
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

void tssaArtifactOptionsInit(TssaArtifactOptions *options) {
  *options = TssaArtifactOptions();
  options->structSize = sizeof(TssaArtifactOptions);
}

static LogicalResult create(ModuleOp source, const TssaCompilerOptions &options,
                            const TssaArtifactOptions &artifactOptions,
                            ArtifactContents &contents) {
  ArtifactProgram program;
  program.name = unwrap(artifactOptions.name).str();
  if (program.name.empty())
    program.name = "program";
  if (!isIdentifier(program.name) || isReserved(program.name))
    return emitError(source.getLoc())
           << "expected the name of the program to be an identifier in C that "
              "is not reserved ('tssa', 'tssa_…' and '_…' are) but got '"
           << program.name << "'";
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  Signatures signatures;
  if (failed(parseCPUs(source.getLoc(), unwrap(artifactOptions.cpus), triple,
                       program.cpus)))
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> lowered = lower(source, options, signatures);
  if (failed(lowered) || failed(nameFunctions(source, signatures, program)))
    return failure();
  contents.header = writeHeader(program, options.errors == TssaErrorsPrecise);
  return generate(**lowered, program, signatures, triple, options, contents);
}

static LogicalResult create(ModuleOp source, const TssaCompilerOptions &options,
                            const TssaArtifactOptions *given,
                            TssaArtifact &artifact) {
  // The caller's options as far as it knows them, defaults for the rest.
  TssaArtifactOptions artifactOptions;
  tssaArtifactOptionsInit(&artifactOptions);
  if (given)
    memcpy(&artifactOptions, given,
           std::min(given->structSize, sizeof(artifactOptions)));
  auto contents = std::make_unique<ArtifactContents>();
  if (failed(compileWith(source, options, [&] {
        return create(source, options, artifactOptions, *contents);
      })))
    return failure();
  artifact.ptr = contents.release();
  return success();
}

MlirLogicalResult tssaArtifactCreate(MlirModule module,
                                     const TssaCompilerOptions *options,
                                     const TssaArtifactOptions *artifactOptions,
                                     TssaArtifact *artifact) {
  artifact->ptr = nullptr;
  return wrap(
      create(unwrap(module), getOptions(options), artifactOptions, *artifact));
}

MlirLogicalResult tssaArtifactCreateFromSource(
    MlirStringRef source, MlirStringRef name, const TssaCompilerOptions *given,
    const TssaArtifactOptions *artifactOptions, TssaArtifact *artifact) {
  artifact->ptr = nullptr;
  TssaCompilerOptions options = getOptions(given);
  return wrap(parseAnd(unwrap(source), unwrap(name), options,
                       [&](std::unique_ptr<MLIRContext> &, ModuleOp module) {
                         return create(module, options, artifactOptions,
                                       *artifact);
                       }));
}

static const ArtifactContents &get(TssaArtifact artifact) {
  return *static_cast<const ArtifactContents *>(artifact.ptr);
}

void tssaArtifactDestroy(TssaArtifact artifact) {
  delete static_cast<ArtifactContents *>(artifact.ptr);
}

MlirStringRef tssaArtifactGetObject(TssaArtifact artifact) {
  const SmallVector<char, 0> &object = get(artifact).object;
  return mlirStringRefCreate(object.data(), object.size());
}

MlirStringRef tssaArtifactGetLLVMIR(TssaArtifact artifact) {
  return wrap(StringRef(get(artifact).ir));
}

MlirStringRef tssaArtifactGetHeader(TssaArtifact artifact) {
  return wrap(StringRef(get(artifact).header));
}
