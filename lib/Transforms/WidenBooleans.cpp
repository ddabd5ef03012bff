// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-widen-booleans`: a boolean in memory is one byte. The types of buffers
// are changed in place, so that only loads, stores and constants need code.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_WIDENBOOLEANSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

static Type widen(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || !buffer.getElementType().isInteger(1))
    return type;
  return MemRefType::Builder(buffer).setElementType(
      IntegerType::get(type.getContext(), 8));
}

static void widenConstant(memref::GlobalOp global) {
  Type type = widen(global.getType());
  if (type == global.getType())
    return;
  global.setType(cast<MemRefType>(type));
  auto value = dyn_cast_or_null<DenseElementsAttr>(
      global.getInitialValue().value_or(Attribute()));
  if (!value)
    return;
  Type byte = IntegerType::get(global.getContext(), 8);
  global.setInitialValueAttr(
      value.mapValues(byte, [](const APInt &bit) { return bit.zext(8); }));
}

namespace {
struct WidenBooleansPass
    : public tssa::impl::WidenBooleansPassBase<WidenBooleansPass> {
  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        widenSignature(function);
      if (auto global = dyn_cast<memref::GlobalOp>(op))
        widenConstant(global);
      for (Value result : op->getResults())
        result.setType(widen(result.getType()));
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            argument.setType(widen(argument.getType()));
    });
    getOperation().walk([&](Operation *op) { widenAccess(op); });
  }

  void widenSignature(FunctionOpInterface function) {
    auto type = dyn_cast<FunctionType>(function.getFunctionType());
    if (!type)
      return;
    function.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
        &getContext(), llvm::map_to_vector(type.getInputs(), widen),
        llvm::map_to_vector(type.getResults(), widen))));
  }

  /// A load of a byte where a bit is expected, or a store of a bit to a byte.
  void widenAccess(Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Type bit = builder.getI1Type(), byte = builder.getI8Type();
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!load.getMemRefType().getElementType().isInteger(8) ||
          !load.getType().isInteger(1))
        return;
      load.getResult().setType(byte);
      builder.setInsertionPointAfter(op);
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(byte));
      Value truth = arith::CmpIOp::create(builder, loc,
                                          arith::CmpIPredicate::ne, load, zero);
      load.getResult().replaceAllUsesExcept(truth, truth.getDefiningOp());
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!store.getMemRefType().getElementType().isInteger(8) ||
          store.getValueToStore().getType() != bit)
        return;
      Value wide =
          arith::ExtUIOp::create(builder, loc, byte, store.getValueToStore());
      store.getValueMutable().assign(wide);
    }
  }
};
} // namespace
