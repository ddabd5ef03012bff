// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser tells where in the text each value is defined; that is its name.

#include "Parse.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "tensorssa-c/Artifact.h"

using namespace mlir;
using namespace mlir::tssa;

/// The text from `%` on, without it.
static StringRef getName(llvm::SMRange range) {
  if (!range.isValid())
    return {};
  StringRef text(range.Start.getPointer(),
                 range.End.getPointer() - range.Start.getPointer());
  return text.consume_front("%") ? text : StringRef();
}

static void nameArguments(ModuleOp module, const AsmParserState &state) {
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    const AsmParserState::BlockDefinition *block =
        state.getBlockDef(&function.front());
    if (!block)
      continue;
    for (auto [argument, definition] :
         llvm::zip(function.getArguments(), block->arguments)) {
      StringRef name = getName(definition.loc);
      if (!name.empty() && isa<FileLineColLoc>(argument.getLoc()))
        argument.setLoc(NameLoc::get(StringAttr::get(module.getContext(), name),
                                     argument.getLoc()));
    }
  }
}

OwningOpRef<ModuleOp> tssa::parseNamed(llvm::SourceMgr &sources,
                                       MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  ParserConfig config(context);
  if (isBytecode(buffer->getMemBufferRef()))
    return parseSourceFile<ModuleOp>(sources, config);
  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, &block, config, &state)))
    return nullptr;
  OwningOpRef<ModuleOp> module =
      detail::constructContainerOpForParserIfNecessary<ModuleOp>(
          &block, context,
          FileLineColLoc::get(context, buffer->getBufferIdentifier(), 0, 0));
  if (module)
    nameArguments(*module, state);
  return module;
}

MlirModule tssaModuleParseFile(MlirContext context, MlirStringRef path) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(unwrap(path), &reason);
  if (!file) {
    emitError(UnknownLoc::get(unwrap(context))) << reason;
    return {nullptr};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseNamed(sources, unwrap(context));
  return module ? wrap(module.release()) : MlirModule{nullptr};
}
