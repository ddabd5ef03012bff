// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls by value. What makes them right: nothing else names what the callee
// writes, so that no one can tell the difference before the call returns, and
// what the callee does depends only on what its arguments hold.

#include "PureCalls.h"
#include "CallGraph.h"
#include "MergedRefs.h"
#include "RefParts.h"
#include "Stages.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// Whether a call can be made by value
//===----------------------------------------------------------------------===//

/// Whether no argument of the function around names the storage of `root`.
static bool isAlone(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument)
    return true;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return bool(function.getArgAttr(argument.getArgNumber(), kNoAliasAttr));
}

static bool areDisjoint(const AliasPath &lhs, const AliasPath &rhs) {
  if (lhs.root == rhs.root)
    return compareParts(lhs, rhs) == view::PathRelation::Disjoint;
  // Nothing is promised of what lies beyond the elements of an argument.
  auto isFresh = [](const AliasPath &path) {
    return !isa<BlockArgument>(path.root);
  };
  return isFresh(lhs) || isFresh(rhs) ||
         ((isAlone(lhs.root) || isAlone(rhs.root)) && namesElements(lhs) &&
          namesElements(rhs));
}

/// Why operands do not lie as the callee asks; empty if they do. Notes, of a
/// call that is rewritten, what must be known of the arguments around.
std::string PureCalls::checkLayouts(func::CallOp call,
                                    const CallSummary &summary,
                                    AliasForest &forest, bool isRewritten) {
  for (auto [i, use] : llvm::enumerate(summary.layouts)) {
    if (use.kind == LayoutUse::None)
      continue;
    const AliasPath &path = forest.getPath(call.getOperand(i));
    auto type = cast<RefType>(path.root.getType());
    bool holds = isRowMajorAllocation(type) && liesLikeCopy(path, use.kind);
    auto argument = dyn_cast<BlockArgument>(path.root);
    bool isKnown = use.kind == LayoutUse::Strides && isRowMajorFromStart(type);
    if (holds && argument && !isKnown) {
      unsigned number = argument.getArgNumber();
      auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
      holds = bool(function.getArgAttr(number, kWholeAttr));
      if (holds && isRewritten) {
        // Nothing is named beyond the elements where only strides are asked.
        StorageReach reach;
        if (use.kind == LayoutUse::Strides)
          reach = 0;
        addReach(wholeArguments, number, reach);
      }
    }
    if (holds)
      continue;
    bool onlyStrides = use.kind == LayoutUse::Strides;
    return (Twine(use.op) + " in it depends on the " +
            (onlyStrides ? "strides" : "storage") + " of argument " + Twine(i) +
            ", and operand " + Twine(i) + " may " +
            (onlyStrides ? "not be row-major" : "be a part of its storage"))
        .str();
  }
  return {};
}

std::string PureCalls::getObstacle(func::CallOp call, AliasForest &forest) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee)
    return "no such function";
  if (growing.contains(callee))
    return "a storage grows in it or where it is called from";
  const CallSummary &summary = summaries.get(callee);
  if (precise && summary.written.any())
    return "what it has written before an error must be kept with "
           "'errors=precise'";
  for (auto [i, operand] : llvm::enumerate(call.getOperands()))
    if (isa<RefType>(operand.getType()) && !forest.getRoot(operand))
      return ("the storage of operand " + Twine(i) +
              " is known only at run time")
          .str();
  for (unsigned i : summary.written.set_bits()) {
    if (!isa<RefType>(call.getOperand(i).getType()))
      continue;
    const AliasPath &path = forest.getPath(call.getOperand(i));
    if (!isInjectivePart(path))
      return ("operand " + Twine(i) + ", which it writes, may overlap itself")
          .str();
    for (auto [j, operand] : llvm::enumerate(call.getOperands()))
      if (j != i && isa<RefType>(operand.getType()) &&
          !areDisjoint(path, forest.getPath(operand)))
        return ("operand " + Twine(i) +
                ", which it writes, may overlap operand " + Twine(j))
            .str();
  }
  // What the operands say comes first: a callee that has become two bodies by
  // now asks where they lie.
  if (!summary.obstacle.empty())
    return summary.obstacle;
  return checkLayouts(call, summary, forest, /*isRewritten=*/false);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

bool PureCalls::rewriteCalls(func::FuncOp function) {
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    if (passesRefs(call))
      calls.push_back(call);
  });
  // In program order, so that what a call gave is an allocation for the next.
  AliasForest forest;
  bool all = true;
  for (func::CallOp call : calls) {
    if (!getObstacle(call, forest).empty()) {
      all = false;
      continue;
    }
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    (void)checkLayouts(call, summaries.get(callee), forest,
                       /*isRewritten=*/true);
    rewriteCall(call, callee);
  }
  return all;
}

bool PureCalls::rewrite(func::FuncOp function) {
  bool all = rewriteCalls(function);
  if (!all && !growing.contains(function) && splitCallOperands(function))
    all = rewriteCalls(function);
  // Pure versions that this has made, and those that they make.
  while (!worklist.empty())
    (void)rewrite(worklist.pop_back_val());
  return all;
}

/// %r = call @f(%x, %n) : (!tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
///
/// %0 = tssa.read %x
/// %1:2 = call @f.pure(%0, %n)
///     : (tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>)
/// tssa.write %1#1, %x                // if the callee writes it
/// %r = tssa.alloc %1#0               // if the result is a storage of its own
void PureCalls::rewriteCall(func::CallOp call, func::FuncOp callee) {
  func::FuncOp pure = getPureVersion(callee, call.getLoc());
  const CallSummary &summary = summaries.get(callee);
  OpBuilder builder(call);
  Location loc = call.getLoc();
  SmallVector<Value> operands;
  for (Value operand : call.getOperands())
    operands.push_back(isa<RefType>(operand.getType())
                           ? ReadOp::create(builder, loc, operand).getResult()
                           : operand);
  auto byValue = func::CallOp::create(builder, loc, pure, operands);
  byValue->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  ResultRange given = byValue.getResults();
  SmallVector<Value> replacements(call.getNumResults());
  for (auto [i, type] : llvm::enumerate(call.getResultTypes())) {
    bool isRef = isa<RefType>(type);
    if (isRef && summary.results[i].kind == ResultOrigin::Argument)
      continue;
    replacements[i] = given.front();
    given = given.drop_front();
    if (isRef)
      replacements[i] = AllocOp::create(builder, loc, type, replacements[i]);
  }
  for (unsigned i : summary.written.set_bits()) {
    WriteOp::create(builder, loc, given.front(), call.getOperand(i));
    given = given.drop_front();
  }
  for (auto [i, value] : llvm::enumerate(replacements))
    if (!value)
      value = call.getOperand(summary.results[i].argument);
  call->replaceAllUsesWith(replacements);
  call->erase();
  candidates.insert(callee);
}

/// Of a declaration each call has one of its own: an error of the host's is one
/// of that call.
func::FuncOp PureCalls::getPureVersion(func::FuncOp callee, Location callLoc) {
  bool isDeclaration = callee.isDeclaration() && !bodies.contains(callee);
  func::FuncOp own;
  func::FuncOp &pure = isDeclaration ? own : pureVersions[callee];
  if (pure)
    return pure;
  const CallSummary &summary = summaries.get(callee);
  auto byValue = [](Type type) -> Type {
    auto ref = dyn_cast<RefType>(type);
    return ref ? ref.getTensorType() : type;
  };
  SmallVector<Type> results;
  for (auto [i, type] : llvm::enumerate(callee.getResultTypes()))
    if (!isa<RefType>(type) || summary.results[i].kind == ResultOrigin::Fresh)
      results.push_back(byValue(type));
  for (unsigned i : summary.written.set_bits())
    results.push_back(byValue(callee.getArgumentTypes()[i]));
  OpBuilder builder(callee.getContext());
  pure = func::FuncOp::create(
      builder, callee.getLoc(), (callee.getSymName() + ".pure").str(),
      builder.getFunctionType(
          llvm::map_to_vector(callee.getArgumentTypes(), byValue), results));
  pure.setPrivate();
  pure.setNoInline(true);
  auto bodyOf = callee->getAttrOfType<StringAttr>(kBodyOfAttr);
  pure->setAttr(kBodyOfAttr, bodyOf ? bodyOf : callee.getSymNameAttr());
  symbols.insert(pure, std::next(callee->getIterator()));
  candidates.insert(pure);
  buildBody(pure, callee, isDeclaration ? callLoc : callee.getLoc());
  return pure;
}

/// The body of the callee over copies in storages of its own, which are read
/// again at the end.
void PureCalls::buildBody(func::FuncOp pure, func::FuncOp callee,
                          Location loc) {
  const CallSummary &summary = summaries.get(callee);
  OpBuilder builder(callee.getContext());
  func::FuncOp source = callee;
  if (func::FuncOp moved = bodies.lookup(callee))
    source = moved;
  bool isDeclaration = source.isDeclaration();
  // What only calls is imperative by design.
  bool onlyCalls = isDeclaration || callee->hasAttr(kImperativeAttr);
  if (onlyCalls)
    pure->setAttr(kImperativeAttr, builder.getUnitAttr());
  if (isDeclaration) {
    builder.setInsertionPointToEnd(pure.addEntryBlock());
  } else {
    IRMapping mapping;
    source.getBody().cloneInto(&pure.getBody(), mapping);
  }
  Block &entry = pure.getBody().front();
  builder.setInsertionPointToStart(&entry);
  SmallVector<Value> storages;
  for (auto [argument, type] :
       llvm::zip_equal(entry.getArguments(), callee.getArgumentTypes())) {
    auto ref = dyn_cast<RefType>(type);
    if (!ref) {
      storages.push_back(argument);
      continue;
    }
    argument.setType(ref.getTensorType());
    auto storage = AllocOp::create(builder, loc, ref, argument);
    argument.replaceAllUsesExcept(storage, storage);
    storages.push_back(storage);
  }
  if (isDeclaration) {
    auto call = func::CallOp::create(builder, loc, callee, storages);
    func::ReturnOp::create(builder, loc, call.getResults());
  } else if (!onlyCalls) {
    worklist.push_back(pure);
  }
  for (Block &block : pure.getBody()) {
    auto ret = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!ret)
      continue;
    builder.setInsertionPoint(ret);
    SmallVector<Value> values;
    for (auto [i, value] : llvm::enumerate(ret.getOperands())) {
      if (!isa<RefType>(value.getType()))
        values.push_back(value);
      else if (summary.results[i].kind == ResultOrigin::Fresh)
        values.push_back(ReadOp::create(builder, loc, value));
    }
    for (unsigned i : summary.written.set_bits())
      values.push_back(ReadOp::create(builder, loc, storages[i]));
    ret->setOperands(values);
  }
}
