// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storages that grow, in imperative code. A descriptor names its storage by the
// address that it had when the call began, or was allocated at; the runtime
// knows where it is now. The old memory stays to the end of the call, so that
// values that are read from it lazily keep what they were.

#include "StorageGrowth.h"
#include "CheckLowering.h"
#include "ErrorSites.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "tensorssa-runtime/status.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Transforms/Buffers.h"

using namespace mlir;
using namespace mlir::tssa;

DenseSet<Operation *> tssa::findGrowingFunctions(ModuleOp module) {
  SmallVector<Operation *> worklist;
  DenseSet<Operation *> found;
  auto add = [&](Operation *function) {
    if (found.insert(function).second)
      worklist.push_back(function);
  };
  module.walk(
      [&](GrowStorageOp op) { add(op->getParentOfType<func::FuncOp>()); });
  if (found.empty())
    return found;
  SymbolTable symbols(module);
  DenseMap<Operation *, SmallVector<Operation *>> callers, callees;
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([&](Operation *op) {
      // Whoever calls what has its address taken calls, or is called by,
      // whoever takes it.
      SymbolRefAttr callee;
      if (auto call = dyn_cast<CallOpInterface>(op))
        callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      else if (auto constant = dyn_cast<func::ConstantOp>(op))
        callee = constant.getValueAttr();
      Operation *target =
          callee ? symbols.lookup(callee.getRootReference()) : nullptr;
      if (!target)
        return;
      callers[target].push_back(function);
      callees[function].push_back(target);
    });
  auto close = [&](DenseMap<Operation *, SmallVector<Operation *>> &edges) {
    while (!worklist.empty())
      for (Operation *next : edges.lookup(worklist.pop_back_val()))
        add(next);
  };
  close(callers);
  worklist.append(found.begin(), found.end());
  close(callees);
  return found;
}

Value tssa::getMovedBuffer(OpBuilder &builder, Operation *user, Value buffer) {
  Location loc = user->getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  Type index = builder.getIndexType();
  Value key = BufferAddressOp::create(builder, loc, buffer);
  func::FuncOp function =
      getRuntimeFunction(builder, user, "tssa_rt_storage_data",
                         builder.getFunctionType(index, index),
                         /*takesContext=*/true);
  Value address =
      func::CallOp::create(builder, loc, function, key).getResult(0);
  auto layout = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  view::StridedView view;
  view.sizes = layout.getConstifiedMixedSizes();
  view.strides = layout.getConstifiedMixedStrides();
  view.offset = layout.getConstifiedMixedOffset();
  Value base = BufferAtOp::create(
      builder, loc, MemRefType::get({}, type.getElementType()), address);
  return buildBuffer(builder, loc, base, view, type);
}

/// The offset of a buffer; 0 without elements, as it is open then.
static Value getFirst(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto layout = memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value offset = layout.getOffset();
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (size == 0)
      return zero;
    if (!ShapedType::isDynamic(size))
      continue;
    Value isEmpty = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, layout.getSizes()[i], zero);
    offset = arith::SelectOp::create(builder, loc, isEmpty, zero, offset);
  }
  return offset;
}

void tssa::lowerGrowStorage(OpBuilder &builder, ErrorSites &sites,
                            Operation *op) {
  Location loc = op->getLoc();
  Value buffer = op->getOperand(0);
  Type index = builder.getIndexType();
  Value key = BufferAddressOp::create(builder, loc, buffer);
  Value offset = getFirst(builder, loc, buffer);
  Value size = arith::ConstantIndexOp::create(
      builder, loc,
      getItemSize(cast<MemRefType>(buffer.getType()).getElementType()));
  LLVM::GlobalOp site = sites.create(loc, TSSA_STATUS_UNSUPPORTED,
                                     op->getName().getStringRef(), "");
  SmallVector<Value> operands = {LLVM::AddressOfOp::create(builder, loc, site),
                                 key, offset, op->getOperand(1), size};
  func::FuncOp function = getRuntimeFunction(
      builder, op, "tssa_rt_grow_storage",
      builder.getFunctionType(
          {operands[0].getType(), index, index, index, index}, {}),
      /*takesContext=*/true);
  func::CallOp::create(builder, loc, function, operands);
  op->getResult(0).replaceAllUsesWith(offset);
  op->erase();
}
