// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-outline-loops`: LLVM's loop passes and code generation take time that
// grows faster than the number of loops in a function, and programs without
// functions of their own become one function. Loop nests of large functions go
// to functions of their own, of which equal ones are one: a thousand writes of
// slices need the code of few.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_OUTLINELOOPSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Whether a nest does nothing but arithmetic on what it loads and stores: it
/// can neither fail nor allocate.
static bool isPlainNest(scf::ForOp loop) {
  if (loop.getNumResults())
    return false;
  return !loop.walk([](Operation *op) {
                bool plain = isa<scf::ForOp, scf::IfOp, scf::YieldOp,
                                 memref::LoadOp, memref::StoreOp>(op) ||
                             isMemoryEffectFree(op);
                return plain ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// The values that decide how LLVM sees the loops: where they start and how
/// they step. As constants they stay with the nest.
static DenseSet<Value> getStructure(scf::ForOp nest) {
  DenseSet<Value> structure;
  nest.walk([&](scf::ForOp loop) {
    structure.insert(loop.getLowerBound());
    structure.insert(loop.getStep());
  });
  return structure;
}

/// The type of a buffer without the place where it begins, in which equal nests
/// may differ.
static Type withoutOffset(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer)
    return type;
  auto [strides, offset] = buffer.getStridesAndOffset();
  return MemRefType::get(
      buffer.getShape(), buffer.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides),
      buffer.getMemorySpace());
}

namespace {
struct OutlineLoopsPass
    : public tssa::impl::OutlineLoopsPassBase<OutlineLoopsPass> {
  using OutlineLoopsPassBase::OutlineLoopsPassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    llvm::StringMap<func::FuncOp> known;
    SmallVector<func::FuncOp> functions =
        llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      SmallVector<scf::ForOp> nests;
      function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
        if (!isPlainNest(loop))
          return WalkResult::advance();
        nests.push_back(loop);
        return WalkResult::skip();
      });
      if (nests.size() < minimum)
        continue;
      for (scf::ForOp nest : nests)
        outline(nest, function, symbols, known);
    }
  }

  void outline(scf::ForOp nest, func::FuncOp parent, SymbolTable &symbols,
               llvm::StringMap<func::FuncOp> &known);
};
} // namespace

void OutlineLoopsPass::outline(scf::ForOp nest, func::FuncOp parent,
                               SymbolTable &symbols,
                               llvm::StringMap<func::FuncOp> &known) {
  OpBuilder builder(nest);
  Location loc = nest.getLoc();
  SetVector<Value> used(nest.getOperands().begin(), nest.getOperands().end());
  getUsedValuesDefinedAbove(nest.getRegion(), used);
  DenseSet<Value> structure = getStructure(nest);

  SmallVector<Value> arguments;
  SmallVector<Operation *> constants;
  SmallVector<Value> passed;
  SmallVector<Type> types;
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (op && matchPattern(value, m_Constant()) &&
        (structure.contains(value) || !value.getType().isIndex())) {
      constants.push_back(op);
      continue;
    }
    arguments.push_back(value);
    Type type = withoutOffset(value.getType());
    types.push_back(type);
    passed.push_back(
        type == value.getType()
            ? value
            : memref::CastOp::create(builder, loc, type, value).getResult());
  }

  StringRef prefix = "__tssa_loops";
  auto function =
      func::FuncOp::create(loc, prefix, builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr("passthrough",
                    builder.getArrayAttr(builder.getStringAttr("noinline")));
  OpBuilder inside = OpBuilder::atBlockEnd(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(arguments, function.getArguments());
  for (Operation *op : constants)
    inside.clone(*op, mapping);
  inside.clone(*nest, mapping);
  func::ReturnOp::create(inside, loc);

  // Equal texts are equal nests; the name is not given yet.
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, OpPrintingFlags().useLocalScope());
  auto [it, isNew] = known.try_emplace(text, function);
  if (isNew)
    symbols.insert(function, std::next(parent->getIterator()));
  else
    function.erase();
  func::CallOp::create(builder, loc, it->second, passed);
  nest.erase();
}
