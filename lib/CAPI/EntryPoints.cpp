// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as data (tensorssa-runtime/program.h) and its entry points in C, as
// LLVM IR. An entry point
//
//   tssa_status_t p_f(tssa_context_t *context, double x, tssa_tensor_t **out0)
//
// puts its arguments into an array of `tssa_value_t`, calls
// `tssa_function_invoke` and takes the results out of another one.

#include "Artifact.h"
#include "tensorssa-c/Version.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::tssa;

// The layout that is written below; who changes it changes TSSA_PROGRAM_ABI.
static_assert(sizeof(void *) == 8, "pointers are taken for words");
static_assert(offsetof(tssa_type_t, bytes) == 16 &&
                  offsetof(tssa_type_t, sizes) == 24 &&
                  offsetof(tssa_type_t, strides) == 32 &&
                  offsetof(tssa_type_t, offset) == 40 &&
                  offsetof(tssa_type_t, origin) == 48 &&
                  offsetof(tssa_type_t, element) == 56 &&
                  offsetof(tssa_type_t, text) == 64 &&
                  sizeof(tssa_type_t) == 72,
              "tssa_type_t");
static_assert(offsetof(tssa_function_t, num_inputs) == 24 &&
                  offsetof(tssa_function_t, entries) == 40 &&
                  offsetof(tssa_function_t, program) == 48 &&
                  sizeof(tssa_function_t) == 56,
              "tssa_function_t");
static_assert(offsetof(tssa_program_t, name) == 8 &&
                  offsetof(tssa_program_t, cpus) == 32 &&
                  offsetof(tssa_program_t, functions) == 40 &&
                  offsetof(tssa_program_t, num_functions) == 48 &&
                  sizeof(tssa_program_t) == 56,
              "tssa_program_t");
static_assert(sizeof(tssa_cpu_t) == 16, "tssa_cpu_t");
static_assert(offsetof(tssa_value_t, i64) == 8 && sizeof(tssa_value_t) == 16,
              "tssa_value_t");

namespace {

class EntryPointBuilder {
public:
  EntryPointBuilder(llvm::Module &module, const ArtifactProgram &program)
      : module(module), context(module.getContext()), program(program) {}

  void run();

private:
  //===--------------------------------------------------------------------===//
  // Data
  //===--------------------------------------------------------------------===//

  llvm::Constant *i32(int64_t value) {
    return llvm::ConstantInt::getSigned(llvm::Type::getInt32Ty(context), value);
  }
  llvm::Constant *i64(int64_t value) {
    return llvm::ConstantInt::getSigned(i64Type, value);
  }

  llvm::Constant *addGlobal(llvm::Constant *value) {
    auto *global =
        new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                 llvm::GlobalValue::PrivateLinkage, value);
    return global;
  }

  llvm::Constant *addText(StringRef text) {
    return addGlobal(llvm::ConstantDataArray::getString(context, text));
  }

  /// An array of constants of one type; null if there are none.
  llvm::Constant *addArray(ArrayRef<llvm::Constant *> values) {
    if (values.empty())
      return llvm::ConstantPointerNull::get(pointerType);
    return addGlobal(llvm::ConstantArray::get(
        llvm::ArrayType::get(values.front()->getType(), values.size()),
        values));
  }

  llvm::Constant *addNumbers(const int64_t *numbers, int64_t count) {
    SmallVector<llvm::Constant *> values;
    for (int64_t i = 0; numbers && i < count; ++i)
      values.push_back(i64(numbers[i]));
    return addArray(values);
  }

  llvm::Constant *getStruct(ArrayRef<llvm::Constant *> members) {
    return llvm::ConstantStruct::getAnon(context, members);
  }

  /// tssa_type_t.
  llvm::Constant *getType(const tssa_type_t &type) {
    return getStruct(
        {i32(type.kind), i32(type.dtype), i32(type.rank), i32(type.flags),
         i64(type.bytes), addNumbers(type.sizes, type.rank),
         addNumbers(type.strides, type.rank), i64(type.offset),
         i64(type.origin),
         type.element ? addGlobal(getType(*type.element))
                      : llvm::ConstantPointerNull::get(pointerType),
         addText(type.text)});
  }

  llvm::Constant *addTypes(const BoundaryTypes &types) {
    return addArray(llvm::map_to_vector(
        types.abi, [&](const tssa_type_t &type) { return getType(type); }));
  }

  /// tssa_function_t.
  llvm::Constant *getFunction(const CompiledFunction &function,
                              llvm::Constant *programAddress) {
    SmallVector<llvm::Constant *> entries;
    for (size_t cpu = 0; cpu < program.cpus.size(); ++cpu)
      entries.push_back(addEntry(function, cpu));
    return getStruct(
        {addText(function.name), addTypes(function.inputs),
         addTypes(function.outputs), i64(function.inputs.abi.size()),
         i64(function.outputs.abi.size()), addArray(entries), programAddress});
  }

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  /// A tssa_entry_t around the code of a function for one CPU.
  llvm::Function *addEntry(const CompiledFunction &function, size_t cpu);

  /// The entry point in C, which calls the function that is described at
  /// `description`.
  void addEntryPoint(const ArtifactFunction &function,
                     llvm::Constant *description);

  llvm::Type *getParameterType(const tssa_type_t &type) {
    switch (type.kind) {
    case TSSA_VALUE_BOOL:
      return llvm::Type::getInt1Ty(context);
    case TSSA_VALUE_INT:
      return llvm::Type::getIntNTy(context, 8 * type.bytes);
    case TSSA_VALUE_FLOAT:
      return type.bytes == 4 ? llvm::Type::getFloatTy(context)
                             : llvm::Type::getDoubleTy(context);
    default:
      return pointerType;
    }
  }

  /// What fills the union of a tssa_value_t.
  llvm::Value *widen(llvm::IRBuilder<> &builder, const tssa_type_t &type,
                     llvm::Value *argument) {
    switch (type.kind) {
    case TSSA_VALUE_BOOL:
      return builder.CreateZExt(argument, i64Type);
    case TSSA_VALUE_INT:
      return builder.CreateSExtOrTrunc(argument, i64Type);
    case TSSA_VALUE_FLOAT:
      return type.bytes == 4
                 ? builder.CreateFPExt(argument, builder.getDoubleTy())
                 : argument;
    default:
      return argument;
    }
  }

  llvm::Value *loadNarrow(llvm::IRBuilder<> &builder, const tssa_type_t &type,
                          llvm::Value *address) {
    switch (type.kind) {
    case TSSA_VALUE_BOOL:
      return builder.CreateLoad(builder.getInt8Ty(), address);
    case TSSA_VALUE_INT:
      return builder.CreateTrunc(builder.CreateLoad(i64Type, address),
                                 getParameterType(type));
    case TSSA_VALUE_FLOAT: {
      llvm::Value *number = builder.CreateLoad(builder.getDoubleTy(), address);
      return type.bytes == 4
                 ? builder.CreateFPTrunc(number, builder.getFloatTy())
                 : number;
    }
    default:
      return builder.CreateLoad(pointerType, address);
    }
  }

  llvm::Module &module;
  llvm::LLVMContext &context;
  const ArtifactProgram &program;
  llvm::PointerType *pointerType = llvm::PointerType::get(context, 0);
  llvm::Type *i64Type = llvm::Type::getInt64Ty(context);
  llvm::StructType *valueType = llvm::StructType::get(
      context, {llvm::Type::getInt32Ty(context), i64Type});
};

} // namespace

llvm::Function *EntryPointBuilder::addEntry(const CompiledFunction &function,
                                            size_t cpu) {
  llvm::Function *code = module.getFunction(getCodeName(function, cpu));
  auto *entry = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointerType},
                              /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, code->getName() + "_entry", module);
  // As the code itself, into which it is to be inlined.
  for (StringRef name : {"target-cpu", "target-features", "tune-cpu"})
    if (code->hasFnAttribute(name))
      entry->addFnAttr(code->getFnAttribute(name));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  auto loadAddress = [&](unsigned i) {
    return builder.CreateLoad(
        pointerType,
        builder.CreateConstGEP1_64(pointerType, entry->getArg(0), i));
  };
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : code->args())
    arguments.push_back(builder.CreateLoad(argument.getType(),
                                           loadAddress(argument.getArgNo())));
  llvm::Value *result = builder.CreateCall(code, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, loadAddress(arguments.size()));
  builder.CreateRetVoid();
  code->setLinkage(llvm::GlobalValue::InternalLinkage);
  return entry;
}

void EntryPointBuilder::addEntryPoint(const ArtifactFunction &function,
                                      llvm::Constant *description) {
  const std::vector<tssa_type_t> &inputs = function.signature->inputs.abi;
  const std::vector<tssa_type_t> &outputs = function.signature->outputs.abi;
  SmallVector<llvm::Type *> types = {pointerType};
  for (const tssa_type_t &type : inputs)
    types.push_back(getParameterType(type));
  types.append(outputs.size(), pointerType);
  auto *entryPoint = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getInt32Ty(context), types,
                              /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, function.symbol, module);
  // As C passes numbers that are narrower than a register.
  for (auto [i, type] : llvm::enumerate(inputs)) {
    if (type.kind == TSSA_VALUE_BOOL)
      entryPoint->addParamAttr(i + 1, llvm::Attribute::ZExt);
    else if (type.kind == TSSA_VALUE_INT && type.bytes < 4)
      entryPoint->addParamAttr(i + 1, llvm::Attribute::SExt);
  }

  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entryPoint));
  auto makeRoom = [&](size_t count) {
    return builder.CreateAlloca(llvm::ArrayType::get(valueType, count));
  };
  auto getField = [&](llvm::Value *values, size_t i, unsigned field) {
    return builder.CreateStructGEP(
        valueType, builder.CreateConstGEP1_64(valueType, values, i), field);
  };
  llvm::Value *inputValues = makeRoom(inputs.size());
  llvm::Value *outputValues = makeRoom(outputs.size());
  for (auto [i, type] : llvm::enumerate(inputs)) {
    builder.CreateStore(i32(type.kind), getField(inputValues, i, 0));
    builder.CreateStore(widen(builder, type, entryPoint->getArg(i + 1)),
                        getField(inputValues, i, 1));
  }
  llvm::FunctionCallee invoke = module.getOrInsertFunction(
      "tssa_function_invoke", builder.getInt32Ty(), pointerType, pointerType,
      pointerType, i64Type, pointerType, i64Type);
  llvm::Value *status = builder.CreateCall(
      invoke, {description, entryPoint->getArg(0), inputValues,
               i64(inputs.size()), outputValues, i64(outputs.size())});
  // Of a failed call all outputs are zero.
  for (auto [i, type] : llvm::enumerate(outputs))
    builder.CreateStore(loadNarrow(builder, type, getField(outputValues, i, 1)),
                        entryPoint->getArg(1 + inputs.size() + i));
  builder.CreateRet(status);
}

void EntryPointBuilder::run() {
  // Functions point to the program, which points to them.
  llvm::Type *i32Type = llvm::Type::getInt32Ty(context);
  auto *programType = llvm::StructType::get(
      context, {i32Type, i32Type, pointerType, pointerType, pointerType,
                pointerType, pointerType, i64Type});
  auto *global = new llvm::GlobalVariable(
      module, programType, /*isConstant=*/true,
      llvm::GlobalValue::ExternalLinkage, nullptr, program.getSymbol());

  SmallVector<llvm::Constant *> cpus, functions;
  for (const ArtifactCPU &cpu : program.cpus)
    cpus.push_back(getStruct({addText(cpu.name), i64(cpu.features)}));
  for (const ArtifactFunction &function : program.functions)
    functions.push_back(getFunction(*function.signature, global));
  llvm::Constant *table = addArray(functions);
  StringRef architecture = module.getTargetTriple().getArchName();
  MlirStringRef version = tssaGetVersion();
  global->setInitializer(llvm::ConstantStruct::get(
      programType,
      {i32(TSSA_PROGRAM_ABI), i32(program.cpus.size()), addText(program.name),
       addText(StringRef(version.data, version.length)), addText(architecture),
       addArray(cpus), table, i64(functions.size())}));

  for (auto [i, function] : llvm::enumerate(program.functions))
    addEntryPoint(function, llvm::ConstantExpr::getInBoundsGetElementPtr(
                                functions[i]->getType(), table,
                                ArrayRef<llvm::Constant *>{i64(i)}));
}

std::string tssa::getCodeName(const CompiledFunction &function, size_t cpu) {
  return "__tssa_" + std::to_string(cpu) + "_" + function.name;
}

void tssa::addEntryPoints(llvm::Module &module,
                          const ArtifactProgram &program) {
  EntryPointBuilder(module, program).run();
}
