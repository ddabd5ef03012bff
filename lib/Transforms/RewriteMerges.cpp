// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites merges of refs as the analysis found them. Each merge passes on, in
// place of a ref, which alternative it is (a tag), the operands of paths that
// differ from run to run, and the values of storages that move. Each use of a
// merged ref becomes one use of each alternative, under the tag.

#include "MergedRefs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "tensorssa/Analysis/ExecutionOrder.h"
#include "tensorssa/Analysis/IndexProof.h"
#include <map>

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

namespace {

/// A merged ref in terms of values. The tag is an `i1` that says "the first" of
/// two alternatives, an index of more, null of one.
struct Resolved {
  Value tag;
  SmallVector<Alternative> alternatives;
};

/// Which values a merge passes on.
struct Layout {
  struct Position {
    bool hasTag = false;
    /// By alternative: the numbers of the operands that are carried.
    SmallVector<SmallVector<unsigned>> operands;
  };
  SmallVector<Position> positions;
  /// The slots that some edge fills.
  SmallVector<unsigned> slots;
  SmallVector<Type> types;
};

class MergeRewriter {
public:
  MergeRewriter(func::FuncOp function, MergeAnalysis &analysis)
      : function(function), analysis(analysis), builder(function.getContext()) {
  }
  void run();

private:
  void rewrite(Region &region);
  void rewriteOp(Operation *op);
  void rewriteMerge(Operation *op);
  void dispatch(Operation *op);
  void dispatchReturn(func::ReturnOp op);
  Layout computeLayout(MergeGroup &group);
  SmallVector<Value> emitEdge(MergeGroup &group, unsigned edge);
  void emitSink(MergeGroup &group, unsigned sink, ValueRange values);
  void finishTerminator(Region &region, MergeGroup &group, unsigned edge,
                        unsigned first);
  Operation *rebuild(Operation *op, ValueRange operands, TypeRange extra);
  void appendArguments(Block &block, TypeRange types);

  Resolved resolve(Value ref);
  Value getOperand(MergePosition &position, unsigned target, unsigned number,
                   const Resolved &source, ArrayRef<unsigned> targets);
  Value materialize(Location loc, const Alternative &alternative, RefType type);
  Value readSlot(Location loc, MergeGroup &group, unsigned edge,
                 unsigned number, ArrayRef<std::pair<unsigned, unsigned>> fills,
                 ArrayRef<Resolved> given);
  Value buildTest(Location loc, const Resolved &ref, unsigned number);
  SmallVector<Value> buildRangeOf(Location loc, const Alternative &alternative,
                                  ArrayRef<int64_t> dims);
  Operation *choose(Location loc, const Resolved &ref, TypeRange types,
                    function_ref<SmallVector<Value>(unsigned)> build);
  Value current(Value value) const {
    while (Value next = replaced.lookup(value))
      value = next;
    return value;
  }
  void replace(Value from, Value to) {
    from.replaceAllUsesWith(to);
    replaced[from] = to;
  }
  Value index(Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  func::FuncOp function;
  MergeAnalysis &analysis;
  OpBuilder builder;
  /// By the value that was merged: what it is now.
  DenseMap<Value, Resolved> resolved;
  DenseMap<Value, Value> replaced;
  /// References into it stay good while nested merges add theirs.
  std::map<MergeGroup *, Layout> layouts;
  DenseMap<Operation *, SmallVector<MergeGroup *, 2>> groupsOf;
  SmallVector<Operation *> dead;
  SmallVector<std::pair<Block *, unsigned>> deadArguments;
  /// Refs made of alternatives.
  SmallVector<view::OfOp> views;
};

} // namespace

static bool isRef(Value value) { return isa<RefType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Refs in terms of values
//===----------------------------------------------------------------------===//

Resolved MergeRewriter::resolve(Value ref) {
  Value base = getChainBase(ref);
  Resolved result;
  if (analysis.lookupSink(base)) {
    const Resolved &known = resolved.at(base);
    result.tag = known.tag;
    // The parts behind the merge are appended to what the merge passed on.
    SmallVector<AliasOpInterface> chain;
    while (ref != base) {
      chain.push_back(ref.getDefiningOp<AliasOpInterface>());
      ref = chain.back().getAliasedRef();
    }
    for (Alternative alternative : known.alternatives) {
      SmallVector<ViewKindInterface> kinds = {alternative.kind};
      for (AliasOpInterface alias : llvm::reverse(chain)) {
        kinds.push_back(alias.getAliasKind());
        llvm::append_range(alternative.operands, alias.getAliasOperands());
      }
      alternative.kind = view::PathAttr::chain(function.getContext(), kinds);
      result.alternatives.push_back(std::move(alternative));
    }
    return result;
  }
  result.alternatives = analysis.getAlternatives(ref);
  for (Alternative &alternative : result.alternatives)
    for (Value &operand : alternative.operands)
      operand = current(operand);
  return result;
}

/// A ref for an alternative.
Value MergeRewriter::materialize(Location loc, const Alternative &alternative,
                                 RefType type) {
  Value ref = buildPart(builder, loc, alternative.root->value, alternative.kind,
                        alternative.operands, type);
  if (auto view = ref.getDefiningOp<view::OfOp>())
    views.push_back(view);
  return ref;
}

/// Control flow over the alternatives of a ref that has several: `build` gives
/// the results for each. Leaves the builder behind it.
Operation *
MergeRewriter::choose(Location loc, const Resolved &ref, TypeRange types,
                      function_ref<SmallVector<Value>(unsigned)> build) {
  return buildChoice(builder, loc, ref.tag, ref.alternatives.size(), types,
                     build);
}

//===----------------------------------------------------------------------===//
// What a merge passes on
//===----------------------------------------------------------------------===//

/// Whether the tag of a position is the condition of the branch itself.
static bool isTaggedByCondition(MergeGroup &group,
                                const MergePosition &position) {
  return isa<scf::IfOp>(group.op) && position.alternatives.size() == 2 &&
         position.alternatives[0].edges == 1 &&
         position.alternatives[1].edges == 2;
}

Layout MergeRewriter::computeLayout(MergeGroup &group) {
  Layout layout;
  for (MergePosition &position : group.positions) {
    Layout::Position &own = layout.positions.emplace_back();
    own.hasTag = position.alternatives.size() > 1 &&
                 !isTaggedByCondition(group, position);
    if (own.hasTag)
      layout.types.push_back(position.alternatives.size() == 2
                                 ? Type(builder.getI1Type())
                                 : builder.getIndexType());
    for (const Alternative &alternative : position.alternatives) {
      SmallVector<unsigned> &operands = own.operands.emplace_back();
      for (auto [number, operand] : llvm::enumerate(alternative.operands)) {
        if (operand)
          continue;
        operands.push_back(number);
        layout.types.push_back(builder.getIndexType());
      }
    }
  }
  llvm::BitVector filled(group.slots.size());
  for (unsigned edge = 0; edge < group.edges.size(); ++edge)
    for (auto [number, fills] :
         llvm::enumerate(analysis.getEdge(group, edge).fills))
      if (!fills.empty())
        filled.set(number);
  // The analysis may have shared a slot late: another one that an alternative
  // still names holds nothing.
  for (auto [number, slot] : llvm::enumerate(group.slots))
    for (MergePosition &position : group.positions)
      for (const Alternative &alternative : position.alternatives)
        if (alternative.root == slot.roots.front())
          filled.set(number);
  for (unsigned number : filled.set_bits()) {
    layout.slots.push_back(number);
    layout.types.push_back(group.slots[number].type.getTensorType());
  }
  return layout;
}

/// The value of the storage that moves into a slot.
Value MergeRewriter::readSlot(Location loc, MergeGroup &group, unsigned edge,
                              unsigned number,
                              ArrayRef<std::pair<unsigned, unsigned>> fills,
                              ArrayRef<Resolved> given) {
  MergeSlot &slot = group.slots[number];
  RankedTensorType type = slot.type.getTensorType();
  auto empty = [&]() -> Value {
    SmallVector<Value> sizes(type.getNumDynamicDims(), index(loc, 0));
    return tensor::EmptyOp::create(builder, loc, type, sizes);
  };
  if (fills.empty()) {
    // A loop keeps what it has in it.
    bool isKept = group.isLoop && group.edges[edge] &&
                  group.sinkRegions.front() == group.edges[edge] &&
                  slot.roots.front()->value;
    for (const Resolved &ref : given)
      for (const Alternative &alternative : ref.alternatives)
        isKept &= alternative.root != slot.roots.front();
    if (!isKept)
      return empty();
    return ReadOp::create(builder, loc, type, slot.roots.front()->value);
  }
  unsigned position = fills.front().first;
  const Resolved &ref = given[position];
  bool isSnapshot = group.positions[position].isSnapshot;
  auto readOne = [&](const Alternative &alternative) -> Value {
    Value source = isSnapshot ? materialize(loc, alternative, slot.type)
                              : alternative.root->value;
    return ReadOp::create(builder, loc, type, source);
  };
  // One storage, whichever refs name it, is there in any case.
  bool isOne = llvm::all_of(fills, [&](auto fill) {
    return given[fill.first].alternatives[fill.second].root ==
           ref.alternatives[fills.front().second].root;
  });
  if (ref.alternatives.size() == 1 || (isOne && !isSnapshot))
    return readOne(ref.alternatives[fills.front().second]);
  return choose(loc, ref, type,
                [&](unsigned i) -> SmallVector<Value> {
                  if (!llvm::is_contained(fills, std::pair(position, i)))
                    return {empty()};
                  return {readOne(ref.alternatives[i])};
                })
      ->getResult(0);
}

/// Whether a ref that has several alternatives is this one.
Value MergeRewriter::buildTest(Location loc, const Resolved &ref,
                               unsigned number) {
  if (ref.alternatives.size() > 2)
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                 ref.tag, index(loc, number));
  if (number == 0)
    return ref.tag;
  Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
  return arith::XOrIOp::create(builder, loc, ref.tag, isTrue);
}

/// The operands of an alternative of which ranges of dimensions are carried.
SmallVector<Value> MergeRewriter::buildRangeOf(Location loc,
                                               const Alternative &alternative,
                                               ArrayRef<int64_t> dims) {
  ViewKindInterface kind =
      normalizeKind(alternative.kind, alternative.root->type);
  SmallVector<Value> operands(alternative.operands);
  SmallVector<Value> range = buildRange(builder, loc, alternative.root->value,
                                        kind, alternative.operands, dims);
  operands.truncate(getSlicedKind(kind)->base.getNumOperands());
  llvm::append_range(operands, range);
  return operands;
}

/// The values for one edge, at the builder's place.
SmallVector<Value> MergeRewriter::emitEdge(MergeGroup &group, unsigned edge) {
  Location loc = group.op->getLoc();
  const Layout &layout = layouts[&group];
  const MergeEdge &map = analysis.getEdge(group, edge);
  SmallVector<Resolved> given;
  for (MergePosition &position : group.positions)
    given.push_back(resolve(position.getSource(edge)));

  SmallVector<Value> values;
  for (auto [number, position] : llvm::enumerate(group.positions)) {
    const Resolved &source = given[number];
    ArrayRef<unsigned> targets = map.targets[number];
    const Layout::Position &own = layout.positions[number];
    // A value that depends on which alternative of the source it is.
    bool isUndefined = source.alternatives.empty();
    ArrayRef<SmallVector<MergeEdge::Shared, 0>> shared = map.shared[number];
    auto mayBecome = [&](unsigned i, unsigned target) {
      return targets[i] == target || llvm::any_of(shared[i], [&](auto &other) {
               return other.target == target;
             });
    };
    auto select = [&](function_ref<Value(unsigned)> get) {
      Value value = get(source.alternatives.size() - 1);
      for (unsigned i = source.alternatives.size() - 1; i-- > 0;) {
        Value other = get(i);
        if (other != value)
          value = arith::SelectOp::create(
              builder, loc, buildTest(loc, source, i), other, value);
      }
      return value;
    };
    if (own.hasTag) {
      bool isTwo = position.alternatives.size() == 2;
      DenseMap<unsigned, Value> constants;
      auto getTag = [&](unsigned target) -> Value {
        Value &constant = constants[target];
        if (!constant)
          constant = isTwo ? Value(arith::ConstantIntOp::create(builder, loc,
                                                                target == 0, 1))
                           : index(loc, target);
        return constant;
      };
      values.push_back(isUndefined ? getTag(0) : select([&](unsigned i) {
        Value tag = getTag(targets[i]);
        for (const MergeEdge::Shared &other : llvm::reverse(shared[i]))
          if (Value shares = getTag(other.target); shares != tag)
            tag = arith::SelectOp::create(
                builder, loc,
                buildTest(loc, given[other.position], other.alternative),
                shares, tag);
        return tag;
      }));
    }
    for (auto [target, carried] : llvm::enumerate(own.operands)) {
      if (carried.empty())
        continue;
      // Operands of alternatives that do not hold here are never used.
      Value unused = index(loc, 0);
      ArrayRef<int64_t> dims = analysis.getCarriedRanges(
          group, number, position.alternatives[target]);
      SmallVector<SmallVector<Value>> operands;
      for (auto [i, alternative] : llvm::enumerate(source.alternatives)) {
        if (!mayBecome(i, target))
          operands.emplace_back(position.alternatives[target].operands.size(),
                                unused);
        else if (!dims.empty())
          operands.push_back(buildRangeOf(loc, alternative, dims));
        else
          operands.push_back(alternative.operands);
      }
      for (unsigned operand : carried)
        values.push_back(isUndefined ? unused : select([&](unsigned i) {
          return operands[i][operand];
        }));
    }
  }
  for (unsigned number : layout.slots)
    values.push_back(
        readSlot(loc, group, edge, number, map.fills[number], given));
  return values;
}

/// Makes what the merge passes on known under the names of a sink, at the
/// builder's place.
void MergeRewriter::emitSink(MergeGroup &group, unsigned sink,
                             ValueRange values) {
  const Layout &layout = layouts[&group];
  Location loc = group.op->getLoc();
  for (auto [slot, value] :
       llvm::zip_equal(layout.slots, values.take_back(layout.slots.size()))) {
    MergeSlot &own = group.slots[slot];
    own.roots[sink]->value = AllocOp::create(builder, loc, own.type, value);
  }
  for (auto [number, position] : llvm::enumerate(group.positions)) {
    const Layout::Position &own = layout.positions[number];
    Resolved &ref = resolved[position.sinks[sink]];
    if (own.hasTag) {
      ref.tag = values.front();
      values = values.drop_front();
    } else if (position.alternatives.size() > 1) {
      ref.tag = cast<scf::IfOp>(group.op).getCondition();
    }
    ref.alternatives = analysis.getAlternatives(position.sinks[sink]);
    for (auto [alternative, carried] :
         llvm::zip_equal(ref.alternatives, own.operands)) {
      for (Value &operand : alternative.operands)
        if (operand)
          operand = current(operand);
      for (unsigned operand : carried) {
        alternative.operands[operand] = values.front();
        values = values.drop_front();
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

/// The op with `operands`, further results and without results that are refs.
/// The old one stays, without regions, for its refs to be asked about.
Operation *MergeRewriter::rebuild(Operation *op, ValueRange operands,
                                  TypeRange extra) {
  SmallVector<Type> types;
  for (Value value : op->getResults())
    if (!isRef(value))
      types.push_back(value.getType());
  llvm::append_range(types, extra);
  Operation *rebuilt = Operation::create(
      op->getLoc(), op->getName(), types, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      BlockRange(), op->getNumRegions());
  for (auto [to, from] :
       llvm::zip_equal(rebuilt->getRegions(), op->getRegions()))
    to.takeBody(from);
  builder.setInsertionPoint(op);
  builder.insert(rebuilt);
  unsigned next = 0;
  for (Value value : op->getResults())
    if (!isRef(value))
      replace(value, rebuilt->getResult(next++));
  dead.push_back(op);
  return rebuilt;
}

void MergeRewriter::appendArguments(Block &block, TypeRange types) {
  for (BlockArgument argument : block.getArguments())
    if (isRef(argument))
      deadArguments.emplace_back(&block, argument.getArgNumber());
  for (Type type : types)
    block.addArgument(type, block.getParentOp()->getLoc());
}

/// Lets a terminator pass the values of an edge on; its first `first` operands
/// are not passed on.
void MergeRewriter::finishTerminator(Region &region, MergeGroup &group,
                                     unsigned edge, unsigned first) {
  Operation *terminator = region.front().getTerminator();
  builder.setInsertionPoint(terminator);
  SmallVector<Value> values = emitEdge(group, edge);
  SmallVector<Value> operands;
  for (auto [number, operand] : llvm::enumerate(terminator->getOperands()))
    if (number < first || !isRef(operand))
      operands.push_back(operand);
  llvm::append_range(operands, values);
  terminator->setOperands(operands);
}

void MergeRewriter::rewriteMerge(Operation *op) {
  SmallVector<MergeGroup *, 2> groups = groupsOf[op];
  MergeGroup &group = *groups.front();
  for (MergeGroup *own : groups)
    layouts[own] = computeLayout(*own);
  Layout &layout = layouts[&group];
  auto getValues = [](auto &&values, const Layout &layout) {
    return ValueRange(values).take_back(layout.types.size());
  };

  if (!group.isLoop) {
    Operation *rebuilt = rebuild(op, op->getOperands(), layout.types);
    // Its regions have moved; the masks of edges count them in their order.
    for (auto [edge, region] : llvm::enumerate(rebuilt->getRegions())) {
      rewrite(region);
      finishTerminator(region, group, edge, 0);
    }
    builder.setInsertionPointAfter(rebuilt);
    emitSink(group, 0, getValues(rebuilt->getResults(), layout));
    return;
  }

  builder.setInsertionPoint(op);
  SmallVector<Value> entering = emitEdge(group, 0);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    if (!isRef(operand))
      operands.push_back(operand);
  llvm::append_range(operands, entering);
  Layout &passedOn = layouts[groups.back()];
  Operation *rebuilt = rebuild(op, operands, passedOn.types);
  // Regions of the groups name the old op's, whose bodies are here now.
  if (auto loop = dyn_cast<scf::ForOp>(rebuilt)) {
    Block &body = *loop.getBody();
    appendArguments(body, layout.types);
    builder.setInsertionPointToStart(&body);
    emitSink(group, 0, getValues(body.getArguments(), layout));
    rewrite(loop.getRegion());
    finishTerminator(loop.getRegion(), group, 1, 0);
    builder.setInsertionPointAfter(rebuilt);
    emitSink(group, 1, getValues(rebuilt->getResults(), layout));
    return;
  }
  auto loop = cast<scf::WhileOp>(rebuilt);
  MergeGroup &passed = *groups.back();
  Block &before = *loop.getBeforeBody(), &after = *loop.getAfterBody();
  appendArguments(before, layout.types);
  builder.setInsertionPointToStart(&before);
  emitSink(group, 0, getValues(before.getArguments(), layout));
  rewrite(loop.getBefore());
  finishTerminator(loop.getBefore(), passed, 0, 1);
  appendArguments(after, passedOn.types);
  builder.setInsertionPointToStart(&after);
  emitSink(passed, 0, getValues(after.getArguments(), passedOn));
  rewrite(loop.getAfter());
  finishTerminator(loop.getAfter(), group, 1, 0);
  builder.setInsertionPointAfter(rebuilt);
  emitSink(passed, 1, getValues(rebuilt->getResults(), passedOn));
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Replaces the merged operands of an op, one after the other, by what they
/// name.
void MergeRewriter::dispatch(Operation *op) {
  auto merged = llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
    return isRef(operand.get()) && analysis.isMerged(operand.get());
  });
  if (merged == op->getOpOperands().end())
    return;
  auto type = cast<RefType>(merged->get().getType());
  Value name = merged->get();
  Resolved ref = resolve(name);
  builder.setInsertionPoint(op);
  auto bring = [&](Operation *user, unsigned i) {
    Value part = materialize(op->getLoc(), ref.alternatives[i], type);
    for (OpOperand &operand : user->getOpOperands())
      if (operand.get() == name)
        operand.set(part);
  };
  if (ref.alternatives.size() == 1) {
    bring(op, 0);
    return dispatch(op);
  }
  SmallVector<Operation *> copies;
  Operation *choice = choose(op->getLoc(), ref, op->getResultTypes(),
                             [&](unsigned i) -> SmallVector<Value> {
                               Operation *copy = op->clone();
                               bring(copy, i);
                               builder.insert(copy);
                               copies.push_back(copy);
                               return copy->getResults();
                             });
  for (auto [from, to] :
       llvm::zip_equal(op->getResults(), choice->getResults()))
    replace(from, to);
  op->erase();
  for (Operation *copy : copies)
    dispatch(copy);
}

/// Results that are merged are chosen last, all by one decision, so that what
/// they share is known in each of its branches.
void MergeRewriter::dispatchReturn(func::ReturnOp op) {
  SmallVector<OpOperand *> merged;
  SmallVector<Type> types;
  SmallVector<Resolved> refs;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isRef(operand.get()) || !analysis.isMerged(operand.get()))
      continue;
    merged.push_back(&operand);
    types.push_back(operand.get().getType());
    refs.push_back(resolve(operand.get()));
  }
  if (merged.empty())
    return;
  builder.setInsertionPoint(op);
  SmallVector<unsigned> chosen(refs.size(), 0);
  auto build = [&](auto &self, unsigned next) -> SmallVector<Value> {
    while (next < refs.size() && refs[next].alternatives.size() == 1)
      ++next;
    if (next == refs.size()) {
      SmallVector<Value> parts;
      for (auto [ref, number, type] : llvm::zip_equal(refs, chosen, types))
        parts.push_back(materialize(op.getLoc(), ref.alternatives[number],
                                    cast<RefType>(type)));
      return parts;
    }
    // What has the same tag is decided with it.
    Resolved decision = refs[next];
    Operation *choice = choose(op.getLoc(), decision, types, [&](unsigned i) {
      SmallVector<Resolved> before = refs;
      for (auto [ref, number] : llvm::zip_equal(refs, chosen))
        if (ref.tag && ref.tag == decision.tag &&
            ref.alternatives.size() == decision.alternatives.size()) {
          ref.alternatives = {ref.alternatives[i]};
          ref.tag = {};
        }
      SmallVector<Value> parts = self(self, next + 1);
      refs = before;
      return parts;
    });
    return choice->getResults();
  };
  SmallVector<Value> parts = build(build, 0);
  for (auto [operand, part] : llvm::zip_equal(merged, parts))
    operand->set(part);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void MergeRewriter::rewriteOp(Operation *op) {
  if (groupsOf.contains(op))
    return rewriteMerge(op);
  if (isa<AliasOpInterface>(op)) {
    if (analysis.isMerged(op->getResult(0)))
      dead.push_back(op);
    return;
  }
  if (auto ret = dyn_cast<func::ReturnOp>(op))
    return dispatchReturn(ret);
  if (!op->hasTrait<OpTrait::IsTerminator>())
    dispatch(op);
  // `op` may be gone, but then it had no regions.
}

void MergeRewriter::rewrite(Region &region) {
  for (Operation &op : llvm::make_early_inc_range(region.front())) {
    bool hasRegions = op.getNumRegions() != 0 && !groupsOf.contains(&op);
    rewriteOp(&op);
    if (hasRegions)
      for (Region &inner : op.getRegions())
        if (!inner.empty())
          rewrite(inner);
  }
}

void MergeRewriter::run() {
  for (MergeGroup &group : analysis.groups)
    groupsOf[group.op].push_back(&group);
  rewrite(function.getBody());
  for (Operation *op : llvm::reverse(dead)) {
    op->dropAllReferences();
    op->dropAllUses();
  }
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  // Refs that name nothing go with the merges that gave them.
  function.walk([](Operation *op) {
    if (op->getNumResults() == 1 && op->use_empty() &&
        isUndefinedRef(op->getResult(0)))
      op->erase();
  });
  llvm::sort(deadArguments);
  for (auto [block, number] : llvm::reverse(deadArguments))
    block->eraseArgument(number);
  // Proofs look around, so all must be in place.
  for (view::OfOp op : views)
    checkIndices(op);
}

void tssa::rewriteMerges(func::FuncOp function, MergeAnalysis &analysis) {
  MergeRewriter(function, analysis).run();
}
