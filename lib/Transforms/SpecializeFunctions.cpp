// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-specialize-functions`: a function whose ref arguments may overlap gets
// two bodies and tests at run time which one is right. Only functions that
// overlap alone keeps imperative are worth the second body, and only
// FunctionPlan knows that, so it is asked with the assumption in place.

#include "FunctionPlan.h"
#include "Stages.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_SPECIALIZEFUNCTIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// The ref arguments that a call has to test, by number.
struct OverlapTest {
  SmallVector<unsigned> written, read;
};

class Specializer {
public:
  Specializer(ModuleOp module, bool precise)
      : module(module), symbols(module), callees(collectRefCallees(module)),
        precise(precise), builder(module.getContext()) {}

  void run();

private:
  std::optional<OverlapTest> findTest(func::FuncOp function);
  func::FuncOp addBody(func::FuncOp function, StringRef suffix);
  void specialize(func::FuncOp function, const OverlapTest &test);

  ModuleOp module;
  SymbolTable symbols;
  RefCallees callees;
  bool precise;
  OpBuilder builder;
};

/// Puts `tssa.noalias` on arguments for as long as it lives.
class Assumption {
public:
  Assumption(func::FuncOp function, ArrayRef<unsigned> arguments)
      : function(function) {
    for (unsigned index : arguments)
      if (!function.getArgAttr(index, kNoAliasAttr)) {
        function.setArgAttr(index, kNoAliasAttr,
                            UnitAttr::get(function.getContext()));
        added.push_back(index);
      }
  }
  ~Assumption() {
    for (unsigned index : added)
      function.removeArgAttr(index, kNoAliasAttr);
  }

private:
  func::FuncOp function;
  SmallVector<unsigned> added;
};

} // namespace

/// What to test so that the function can be functionalized, or nothing if no
/// test is needed or none helps.
std::optional<OverlapTest> Specializer::findTest(func::FuncOp function) {
  // Hosts keep the promise of `tssa.noalias`, and pass no tensor that overlaps
  // itself where it is written; of calls inside the module no one knows.
  bool isReached = callees.contains(function);
  SmallVector<unsigned> open;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<RefType>(type) &&
        (isReached || !function.getArgAttr(index, kNoAliasAttr)))
      open.push_back(index);
  if (open.size() < (isReached ? 1 : 2))
    return std::nullopt;

  OverlapTest test;
  {
    Assumption assumption(function, open);
    FunctionPlan plan(function);
    plan.analyze(RefCallees(), precise);
    if (!plan.blockers.empty())
      return std::nullopt;
    for (unsigned index : open)
      (plan.writtenArguments.test(index) ? test.written : test.read)
          .push_back(index);
  }
  if (test.written.empty())
    return std::nullopt;
  // An argument that is only compared, not written, is not tested.
  Assumption assumption(function, test.written);
  FunctionPlan plan(function);
  plan.analyze(RefCallees(), precise);
  if (!plan.blockers.empty())
    return std::nullopt;
  return test;
}

/// A private function of the same type, still without a body.
func::FuncOp Specializer::addBody(func::FuncOp function, StringRef suffix) {
  auto body = cast<func::FuncOp>(function->cloneWithoutRegions());
  body.setSymName((function.getSymName() + suffix).str());
  body.setPrivate();
  body.setNoInline(true);
  body->setAttr(kBodyOfAttr, FlatSymbolRefAttr::get(function.getSymNameAttr()));
  symbols.insert(body, std::next(function->getIterator()));
  return body;
}

/// func.func @f(%x, %y) { … }
///
/// func.func @f(%x, %y) {
///   %ok = tssa.disjoint %x from %y
///   cf.cond_br %ok, ^disjoint, ^overlapping
/// ^disjoint:
///   %a = call @f.disjoint(%x, %y)
///   return %a
/// ^overlapping:
///   %b = call @f.overlapping(%x, %y)
///   return %b
/// }
/// func.func private @f.disjoint(%x {tssa.noalias}, %y) { … }
/// func.func private @f.overlapping(%x, %y) { … }
void Specializer::specialize(func::FuncOp function, const OverlapTest &test) {
  func::FuncOp overlapping = addBody(function, ".overlapping");
  func::FuncOp disjoint = addBody(function, ".disjoint");
  IRMapping mapping;
  function.getBody().cloneInto(&disjoint.getBody(), mapping);
  overlapping.getBody().takeBody(function.getBody());
  for (unsigned index : test.written)
    disjoint.setArgAttr(index, kNoAliasAttr, builder.getUnitAttr());
  overlapping->setAttr(kImperativeAttr, builder.getUnitAttr());
  function->setAttr(kDispatchesAttr,
                    FlatSymbolRefAttr::get(disjoint.getSymNameAttr()));

  Location loc = function.getLoc();
  Block *entry = function.addEntryBlock();
  auto argument = [&](unsigned index) -> Value {
    return entry->getArgument(index);
  };
  builder.setInsertionPointToEnd(entry);
  Value answer = DisjointOp::create(builder, loc,
                                    llvm::map_to_vector(test.written, argument),
                                    llvm::map_to_vector(test.read, argument));
  SmallVector<Block *> targets;
  for (func::FuncOp body : {disjoint, overlapping}) {
    targets.push_back(
        builder.createBlock(&function.getBody(), function.getBody().end()));
    auto call = func::CallOp::create(builder, loc, body, entry->getArguments());
    func::ReturnOp::create(builder, loc, call.getResults());
  }
  builder.setInsertionPointToEnd(entry);
  cf::CondBranchOp::create(builder, loc, answer, targets[0], targets[1]);
}

void Specializer::run() {
  for (func::FuncOp function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (getStage(function) != Stage::Untouched)
      continue;
    if (std::optional<OverlapTest> test = findTest(function))
      specialize(function, *test);
  }
}

namespace {
struct SpecializeFunctionsPass
    : tssa::impl::SpecializeFunctionsPassBase<SpecializeFunctionsPass> {
  using Base::Base;
  void runOnOperation() final {
    Specializer(getOperation(), errors == ErrorMode::Precise).run();
  }
};
} // namespace
