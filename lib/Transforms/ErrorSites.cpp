// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Site records as constants of the LLVM dialect. Texts are shared.

#include "ErrorSites.h"

using namespace mlir;
using namespace mlir::tssa;

std::string tssa::getLocationText(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()))
        .str();
  if (auto name = dyn_cast<NameLoc>(loc))
    return getLocationText(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return getLocationText(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    return fused.getLocations().empty()
               ? std::string()
               : getLocationText(fused.getLocations().front());
  return {};
}

ErrorSites::ErrorSites(ModuleOp module)
    : module(module), builder(module.getContext()) {
  builder.setInsertionPointToStart(module.getBody());
  for (auto symbol : module.getOps<SymbolOpInterface>())
    names.insert(symbol.getName());
  Type i32 = builder.getI32Type();
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  type = LLVM::LLVMStructType::getLiteral(
      module.getContext(), {i32, i32, pointer, pointer, pointer});
}

std::string ErrorSites::getFreshName(StringRef prefix) {
  std::string name;
  do
    name = (prefix + Twine(numNames++)).str();
  while (!names.insert(name).second);
  return name;
}

LLVM::GlobalOp ErrorSites::getString(StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string bytes = text.str();
    bytes.push_back('\0');
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal,
        getFreshName("__tssa_text_"), builder.getStringAttr(bytes));
  }
  return global;
}

LLVM::GlobalOp ErrorSites::create(Location loc, int32_t status, StringRef op,
                                  StringRef message) {
  LLVM::GlobalOp texts[] = {getString(op), getString(getLocationText(loc)),
                            getString(message)};
  auto site = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                     LLVM::Linkage::Internal,
                                     getFreshName("__tssa_site_"), Attribute());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&site.getInitializerRegion());
  Value record = LLVM::PoisonOp::create(builder, loc, type);
  auto insert = [&](Value field, int64_t position) {
    record = LLVM::InsertValueOp::create(builder, loc, record, field, position);
  };
  Type i32 = builder.getI32Type();
  insert(LLVM::ConstantOp::create(builder, loc, i32, status), 0);
  insert(LLVM::ConstantOp::create(builder, loc, i32, 0), 1);
  for (auto [i, text] : llvm::enumerate(texts))
    insert(LLVM::AddressOfOp::create(builder, loc, text), 2 + i);
  LLVM::ReturnOp::create(builder, loc, record);
  return site;
}
