// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixpoint over merges of refs. Alternatives only grow; where an answer
// that was used turns out too hopeful (a storage that was to move has another
// name, a slice is another one on each trip) it is remembered and everything
// starts again.

#include "MergedRefs.h"
#include "Prefetch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/ExecutionOrder.h"

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;

Value tssa::getChainBase(Value ref) {
  while (auto alias = ref.getDefiningOp<AliasOpInterface>())
    ref = alias.getAliasedRef();
  return ref;
}

static bool isRef(Value value) { return isa<RefType>(value.getType()); }

static bool holdsRef(ValueRange values) {
  return llvm::any_of(values, [](Value value) { return isRef(value); });
}

static bool mergesRefs(Operation *op) {
  return (isStructuredControlFlow(op) || isa<arith::SelectOp>(op)) &&
         (holdsRef(op->getResults()) || holdsRef(op->getOperands()));
}

bool tssa::hasMergedRefs(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return mergesRefs(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool tssa::hasMergesOrBranches(Region &region) {
  if (!region.empty() && !region.hasOneBlock())
    return true;
  for (Operation &op : region.getOps()) {
    prefetchNext(op);
    if (mergesRefs(&op) || llvm::any_of(op.getRegions(), hasMergesOrBranches))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

static Operation *getTerminator(Region *region) {
  return region->front().getTerminator();
}

void MergeAnalysis::collectGroups(SmallVectorImpl<Blocker> &blockers) {
  auto addGroup = [&](Operation *op, ArrayRef<Region *> edges,
                      ArrayRef<Region *> sinkRegions, bool isLoop) -> auto & {
    MergeGroup &group = groups.emplace_back();
    group.op = op;
    group.edges.assign(edges.begin(), edges.end());
    group.sinkRegions.assign(sinkRegions.begin(), sinkRegions.end());
    group.isLoop = isLoop;
    return group;
  };
  auto addPosition = [&](MergeGroup &group,
                         ArrayRef<std::pair<Operation *, unsigned>> from,
                         ArrayRef<Value> to) {
    if (!isRef(to.front()))
      return;
    MergePosition &position = group.positions.emplace_back();
    position.type = cast<RefType>(to.front().getType());
    position.sources.assign(from.begin(), from.end());
    position.sinks.assign(to.begin(), to.end());
    unsigned number = group.positions.size() - 1;
    for (auto [index, sink] : llvm::enumerate(to))
      sinks[sink] = {&group, number, unsigned(index)};
    for (auto &source : from)
      sources[source].emplace_back(&group, number);
  };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isStructuredControlFlow(op) ||
        !(holdsRef(op->getResults()) || holdsRef(op->getOperands())))
      return;
    Region *around = op->getParentRegion();
    for (Region &region : op->getRegions())
      if (!region.hasOneBlock()) {
        blockers.push_back(
            {op, ("'" + op->getName().getStringRef() +
                  "' merges refs and has regions of several blocks; lift the "
                  "control flow to structured ops (pass 'lift-cf-to-scf')")
                     .str()});
        return;
      }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Region *body = &loop.getRegion();
      MergeGroup &group =
          addGroup(op, {nullptr, body}, {body, around}, /*isLoop=*/true);
      for (unsigned i = 0, e = op->getNumResults(); i != e; ++i)
        addPosition(
            group,
            {{op, loop.getNumControlOperands() + i}, {getTerminator(body), i}},
            {loop.getRegionIterArg(i), loop.getResult(i)});
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Region *before = &loop.getBefore(), *after = &loop.getAfter();
      MergeGroup &carried =
          addGroup(op, {nullptr, after}, {before}, /*isLoop=*/true);
      for (unsigned i = 0, e = op->getNumOperands(); i != e; ++i)
        addPosition(carried, {{op, i}, {getTerminator(after), i}},
                    {loop.getBeforeArguments()[i]});
      MergeGroup &passed =
          addGroup(op, {before}, {after, around}, /*isLoop=*/true);
      for (unsigned i = 0, e = op->getNumResults(); i != e; ++i)
        addPosition(passed, {{getTerminator(before), i + 1}},
                    {loop.getAfterArguments()[i], loop.getResult(i)});
    } else {
      SmallVector<Region *> edges;
      for (Region &region : op->getRegions())
        edges.push_back(&region);
      MergeGroup &group = addGroup(op, edges, {around}, /*isLoop=*/false);
      for (unsigned i = 0, e = op->getNumResults(); i != e; ++i) {
        SmallVector<std::pair<Operation *, unsigned>> from;
        for (Region *region : edges)
          from.emplace_back(getTerminator(region), i);
        addPosition(group, from, {op->getResult(i)});
      }
    }
  });
}

//===----------------------------------------------------------------------===//
// Alternatives
//===----------------------------------------------------------------------===//

MergeRoot *MergeAnalysis::getRoot(Value value) {
  MergeRoot *&root = roots[value];
  if (root)
    return root;
  auto argument = dyn_cast<BlockArgument>(value);
  bool isArgument = argument && argument.getOwner() == &function.front();
  if (!isArgument && !value.getDefiningOp<AllocOp>())
    return nullptr;
  root = &rootStorage.emplace_back();
  root->type = cast<RefType>(value.getType());
  root->home = value.getParentRegion();
  root->value = value;
  root->isArgument = isArgument;
  return root;
}

ViewKindInterface tssa::normalizeKind(ViewKindInterface kind, RefType source) {
  MLIRContext *context = kind.getContext();
  SmallVector<ViewKindInterface> kinds;
  SmallVector<view::ViewShape> shapes = {view::ViewShape(source)};
  bool isKnown = true;
  auto visit = [&](auto &self, ViewKindInterface member) -> void {
    if (auto path = dyn_cast<view::PathAttr>(member)) {
      for (ViewKindInterface inner : path.getKinds())
        self(self, inner);
      return;
    }
    if (isa<view::AliasAttr>(member) || !isKnown) {
      kinds.push_back(member);
      return;
    }
    // What is cut along one dimension may be permuted before.
    if (auto permute = dyn_cast<view::PermuteAttr>(member))
      if (auto slice = kinds.empty()
                           ? view::SliceAttr()
                           : dyn_cast<view::SliceAttr>(kinds.back())) {
        kinds.pop_back();
        shapes.pop_back();
        int64_t dim =
            std::distance(permute.getPermutation().begin(),
                          llvm::find(permute.getPermutation(), slice.getDim()));
        self(self, permute);
        self(self, view::SliceAttr::get(context, dim, slice.getStart(),
                                        slice.getEnd(), slice.getStep()));
        return;
      }
    if (auto permute = dyn_cast<view::PermuteAttr>(member);
        permute && !kinds.empty() && isa<view::PermuteAttr>(kinds.back())) {
      auto last = cast<view::PermuteAttr>(kinds.pop_back_val());
      shapes.pop_back();
      SmallVector<int64_t> order;
      for (int64_t dim : permute.getPermutation())
        order.push_back(last.getPermutation()[dim]);
      member = view::PermuteAttr::get(context, order);
    }
    if (member.getNumOperands() == 0 &&
        view::isIdentityView(member, shapes.back()))
      return;
    FailureOr<view::ViewShape> shape = member.inferResultShape(
        shapes.back(), [] { return InFlightDiagnostic(); });
    kinds.push_back(member);
    if (failed(shape))
      isKnown = false;
    else
      shapes.push_back(*shape);
  };
  visit(visit, kind);
  return view::PathAttr::chain(context, kinds);
}

SmallVector<Alternative> MergeAnalysis::getAlternatives(Value ref) {
  SmallVector<AliasOpInterface> chain;
  Value base = ref;
  while (auto alias = base.getDefiningOp<AliasOpInterface>()) {
    chain.push_back(alias);
    base = alias.getAliasedRef();
  }
  SmallVector<Alternative> result;
  if (const Sink *sink = lookupSink(base)) {
    MergeGroup &group = *sink->group;
    result = group.positions[sink->position].alternatives;
    for (Alternative &alternative : result)
      for (MergeSlot &slot : group.slots)
        if (alternative.root == slot.roots.front()) {
          alternative.root = slot.roots[sink->sink];
          break;
        }
  } else if (MergeRoot *root = getRoot(base)) {
    result.push_back({root, view::AliasAttr::get(ref.getContext()), {}, 0});
  }
  for (Alternative &alternative : result) {
    SmallVector<ViewKindInterface> kinds = {alternative.kind};
    for (AliasOpInterface alias : llvm::reverse(chain)) {
      kinds.push_back(alias.getAliasKind());
      llvm::append_range(alternative.operands, alias.getAliasOperands());
    }
    if (!chain.empty())
      alternative.kind = view::PathAttr::chain(ref.getContext(), kinds);
  }
  return result;
}

bool MergeAnalysis::isMerged(Value ref) {
  return lookupSink(getChainBase(ref));
}

/// Whether the two cannot hold at the same time: they come through other edges
/// of one decision.
bool MergeAnalysis::areExclusive(Value lhs, const Alternative &lhsAlternative,
                                 Value rhs, const Alternative &rhsAlternative) {
  auto getDecision = [&](Value ref) -> void * {
    const Sink *sink = lookupSink(getChainBase(ref));
    if (!sink || sink->group->isLoop)
      return nullptr;
    if (auto branch = dyn_cast<scf::IfOp>(sink->group->op))
      return branch.getCondition().getAsOpaquePointer();
    return sink->group->op;
  };
  void *decision = getDecision(lhs);
  return decision && decision == getDecision(rhs) &&
         (lhsAlternative.edges & rhsAlternative.edges) == 0;
}

//===----------------------------------------------------------------------===//
// Storages that move
//===----------------------------------------------------------------------===//

/// The values that name `root`, but for views of them.
llvm::SetVector<Value> MergeAnalysis::collectBases(MergeRoot *root,
                                                   const MergeGroup *without) {
  llvm::SetVector<Value> names;
  if (root->value)
    names.insert(root->value);
  for (auto &[value, sink] : sinks)
    if (sink.group != without &&
        llvm::any_of(getAlternatives(value), [&](const Alternative &known) {
          return known.root == root;
        }))
      names.insert(value);
  return names;
}

/// Whether an op may keep a ref that it is passed, or change its storage in
/// another way than its elements.
static bool mayKeep(Operation *op) {
  if (isa<AliasOpInterface, ReadOp, DimOp, CheckViewOp, CheckOverlapOp,
          DisjointOp, IsWholeOp>(op) ||
      isStructuredControlFlow(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<arith::SelectOp>(op))
    return false;
  return !isa<MutationOpInterface, func::CallOp>(op) ||
         llvm::any_of(op->getResultTypes(), isImperativeType) ||
         llvm::any_of(op->getOperandTypes(), isListOfRefs);
}

/// Whether something else than refs that are followed may name the storage: it
/// is in a list, say.
bool MergeAnalysis::isKept(MergeRoot *root) {
  llvm::SetVector<Value> names = collectBases(root, /*without=*/nullptr);
  for (unsigned i = 0; i < names.size(); ++i)
    for (Operation *user : names[i].getUsers()) {
      if (mayKeep(user))
        return true;
      if (isa<AliasOpInterface>(user))
        names.insert(user->getResult(0));
    }
  return false;
}

/// Whether `root` has no name that counts once the loop has begun but the one
/// that it is given to the loop by.
bool MergeAnalysis::isOnlyNamedBy(MergeRoot *root, MergeGroup &group) {
  Operation *loop = group.op;
  if (executesAgain(loop, root->home))
    return false;
  llvm::SetVector<Value> names = collectBases(root, &group);
  unsigned given = 0;
  for (unsigned i = 0; i < names.size(); ++i) {
    for (OpOperand &use : names[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<AliasOpInterface>(user))
        names.insert(user->getResult(0));
      else if (user == loop)
        ++given;
      else if (mayExecuteAfter(user, loop, root->home))
        return false;
    }
  }
  return given == 1;
}

/// Whether the storage passes through the edge as a value: it belongs to the
/// region that ends there, or has no other name left.
bool MergeAnalysis::moves(const Alternative &alternative, MergeGroup &group,
                          unsigned edge) {
  MergeRoot *root = alternative.root;
  if (root->isArgument)
    return false;
  if (Region *region = group.edges[edge])
    return region->isAncestor(root->home);
  if (stays.contains({root, &group}))
    return false;
  if (isOnlyNamedBy(root, group) && !isKept(root))
    return true;
  stays.insert({root, &group});
  restart = true;
  return false;
}

MergeSlot &MergeAnalysis::getSlot(MergeGroup &group, unsigned position,
                                  RefType type, unsigned &number) {
  for (auto [index, slot] : llvm::enumerate(group.slots))
    if (slot.position == position && slot.type == type) {
      number = index;
      return slot;
    }
  number = group.slots.size();
  MergeSlot &slot = group.slots.emplace_back();
  slot.position = position;
  slot.type = type;
  for (Region *home : group.sinkRegions) {
    MergeRoot &root = rootStorage.emplace_back();
    root.type = type;
    root.home = home;
    slot.roots.push_back(&root);
  }
  return slot;
}

//===----------------------------------------------------------------------===//
// Slices that a loop carries
//===----------------------------------------------------------------------===//

ArrayRef<int64_t>
MergeAnalysis::getCarriedRanges(const MergeGroup &group, unsigned position,
                                const Alternative &alternative) const {
  std::optional<SlicedKind> sliced = getSlicedKind(alternative.kind);
  if (!sliced)
    return {};
  auto it =
      ranges.find({{&group, position},
                   {alternative.root, sliced->base.getAsOpaquePointer()}});
  if (it == ranges.end() ||
      alternative.kind != getRangeKind(sliced->base, it->second))
    return {};
  return it->second;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// Which alternatives of earlier positions name the storage of this one.
/// Returns whether one of them, the last, does so whenever this one holds.
bool MergeAnalysis::collectSharing(MergeGroup &group, unsigned edge,
                                   ArrayRef<SmallVector<Alternative>> given,
                                   unsigned position, unsigned number,
                                   Named &named) {
  const Alternative &own = given[position][number];
  Value source = group.positions[position].getSource(edge);
  for (unsigned k = 0; k < position; ++k) {
    if (group.positions[k].isSnapshot)
      continue;
    Value other = group.positions[k].getSource(edge);
    // Views of one merged ref are of the same alternative.
    bool isOne = getChainBase(other) == getChainBase(source);
    for (auto [i, alternative] : llvm::enumerate(given[k])) {
      if (alternative.root != own.root || (isOne && i != number) ||
          areExclusive(source, own, other, alternative))
        continue;
      named.emplace_back(k, i);
      if (isOne || given[k].size() == 1)
        return true;
    }
  }
  return false;
}

/// Where it depends on the run which refs share a storage that moves, that is
/// found out when they are passed on. Returns whether the analysis must run
/// again.
bool MergeAnalysis::compareStorages() {
  bool changed = false;
  for (MergeGroup &group : groups)
    if (llvm::any_of(group.positions, [](const MergePosition &position) {
          return position.sharesByRun;
        }))
      changed |= compared.insert(&group).second;
  return changed;
}

/// Brings what the sources of an edge may name into the merge. Returns whether
/// anything is new.
bool MergeAnalysis::mergeEdge(MergeGroup &group, unsigned edge,
                              MergeEdge *out) {
  MLIRContext *context = function.getContext();
  bool changed = false;
  SmallVector<SmallVector<Alternative>> given;
  for (MergePosition &position : group.positions)
    given.push_back(getAlternatives(position.getSource(edge)));
  if (out) {
    out->targets.resize(group.positions.size());
    out->shared.resize(group.positions.size());
  }

  // By position and alternative: the slot that its storage moves to.
  DenseMap<std::pair<unsigned, unsigned>, unsigned> slotOf;
  llvm::MapVector<unsigned, SmallVector<std::pair<unsigned, unsigned>>> fills;
  // And those that it moves to if an earlier position names it, too.
  DenseMap<std::pair<unsigned, unsigned>, Named> namedBy;
  bool isCompared = compared.contains(&group);
  auto assignSlot = [&](unsigned k, unsigned i) -> bool {
    const Alternative &alternative = given[k][i];
    if (isCompared) {
      // Each position has a slot of its own.
      unsigned owner = k, number;
      Named &named = namedBy[{k, i}];
      bool isNamed = collectSharing(group, edge, given, k, i, named);
      if (isNamed)
        owner = named.pop_back_val().first;
      getSlot(group, owner, alternative.root->type, number);
      if (!isNamed)
        fills[number].emplace_back(k, i);
      slotOf[{k, i}] = number;
      return true;
    }
    std::optional<unsigned> shared;
    for (auto &[number, members] : fills)
      for (auto [l, j] : members) {
        if (given[l][j].root != alternative.root ||
            group.positions[l].isSnapshot ||
            areExclusive(group.positions[k].getSource(edge), alternative,
                         group.positions[l].getSource(edge), given[l][j]))
          continue;
        if (shared && *shared != number)
          return false;
        shared = number;
      }
    unsigned number;
    if (shared)
      number = *shared;
    else
      getSlot(group, k, alternative.root->type, number);
    fills[number].emplace_back(k, i);
    slotOf[{k, i}] = number;
    return true;
  };
  for (unsigned k = 0; k < group.positions.size(); ++k) {
    MergePosition &position = group.positions[k];
    if (position.isSnapshot) {
      unsigned number;
      getSlot(group, k, position.type, number);
      for (unsigned i = 0; i < given[k].size(); ++i) {
        slotOf[{k, i}] = number;
        fills[number].emplace_back(k, i);
      }
      continue;
    }
    for (unsigned i = 0; i < given[k].size(); ++i) {
      if (!moves(given[k][i], group, edge))
        continue;
      if (isKept(given[k][i].root))
        position.failure = "a storage that it may name is in a list, comes "
                           "from a call or grows";
      else if (!assignSlot(k, i))
        position.sharesByRun = true;
    }
  }
  // Refs that share a slot must agree on what is in it, as one ref that is
  // passed on twice does.
  for (auto &[number, members] : fills) {
    if (isCompared)
      break;
    auto [first, alternative] = members.front();
    bool shared = false, differ = false;
    for (auto [k, i] : members) {
      shared |= group.positions[k].getSource(edge) !=
                group.positions[first].getSource(edge);
      differ |= given[k][i].root != given[first][alternative].root;
    }
    if (shared && differ)
      for (auto [k, i] : members)
        group.positions[k].sharesByRun = true;
  }

  // The alternative that one of a source becomes; nothing where there are too
  // many, or where all starts again.
  auto arrive = [&](unsigned k, const Alternative &alternative,
                    MergeRoot *root) -> std::optional<unsigned> {
    MergePosition &position = group.positions[k];
    Alternative target = alternative;
    target.edges = 1u << std::min(edge, 31u);
    target.root = root;
    if (position.isSnapshot) {
      target.kind = view::AliasAttr::get(context);
      target.operands.clear();
    }
    target.kind = normalizeKind(target.kind, target.root->type);
    for (Value &operand : target.operands)
      if (operand &&
          group.op->isAncestor(operand.getParentRegion()->getParentOp()))
        operand = {};
    std::optional<SlicedKind> sliced;
    if ((group.isLoop && group.edges.size() > 1) ||
        (withRanges && group.op == inOrder))
      sliced = getSlicedKind(target.kind);
    // Types between may have hidden that there is no such view.
    if (sliced &&
        failed(sliced->base.inferResultShape(
            view::ViewShape(root->type), [] { return InFlightDiagnostic(); })))
      sliced.reset();
    auto getRanges = [&] {
      return std::pair(
          std::pair(&std::as_const(group), k),
          std::pair(target.root, sliced->base.getAsOpaquePointer()));
    };
    if (sliced) {
      if (auto it = ranges.find(getRanges()); it != ranges.end()) {
        for (int64_t dim : sliced->dims)
          if (!llvm::is_contained(it->second, dim)) {
            it->second.push_back(dim);
            restart = true;
          }
        llvm::sort(it->second);
        if (restart)
          return std::nullopt;
        target.kind = getRangeKind(sliced->base, it->second);
        target.operands.truncate(sliced->base.getNumOperands());
        target.operands.append(2 * it->second.size(), Value());
      }
    }
    auto known = llvm::find_if(position.alternatives, [&](auto &known) {
      return known.isSamePart(target);
    });
    if (known == position.alternatives.end() && sliced) {
      // Another slice of what is carried already: its range is carried.
      for (Alternative &other : position.alternatives) {
        std::optional<SlicedKind> known = getSlicedKind(other.kind);
        if (other.root != target.root || !known || known->base != sliced->base)
          continue;
        SmallVector<int64_t> &dims = ranges[getRanges()];
        for (int64_t dim : llvm::concat<int64_t>(sliced->dims, known->dims))
          if (!llvm::is_contained(dims, dim))
            dims.push_back(dim);
        llvm::sort(dims);
        restart = true;
      }
      if (restart)
        return std::nullopt;
    }
    if (known == position.alternatives.end()) {
      if (position.alternatives.size() == kMaxAlternatives) {
        position.failure = "it may name one of more than " +
                           std::to_string(kMaxAlternatives) +
                           " parts of storages";
        return std::nullopt;
      }
      position.alternatives.push_back(target);
      known = std::prev(position.alternatives.end());
      changed = true;
    } else {
      for (auto [mine, other] :
           llvm::zip_equal(known->operands, target.operands))
        if (mine && mine != other) {
          mine = {};
          changed = true;
        }
      changed |= (known->edges | target.edges) != known->edges;
      known->edges |= target.edges;
    }
    return std::distance(position.alternatives.begin(), known);
  };
  for (unsigned k = 0; k < group.positions.size(); ++k) {
    for (auto [i, alternative] : llvm::enumerate(given[k])) {
      MergeRoot *root = alternative.root;
      if (auto it = slotOf.find({k, unsigned(i)}); it != slotOf.end())
        root = group.slots[it->second].roots.front();
      std::optional<unsigned> target = arrive(k, alternative, root);
      SmallVector<MergeEdge::Shared, 0> shared;
      for (auto [l, j] : namedBy.lookup({k, unsigned(i)})) {
        unsigned number;
        MergeSlot &slot = getSlot(group, l, alternative.root->type, number);
        std::optional<unsigned> other =
            arrive(k, alternative, slot.roots.front());
        shared.push_back({l, j, other.value_or(0)});
      }
      if (restart)
        return true;
      if (out && target) {
        out->targets[k].push_back(*target);
        out->shared[k].push_back(std::move(shared));
      }
    }
  }
  if (out) {
    out->fills.resize(group.slots.size());
    for (auto &[number, members] : fills)
      out->fills[number] = members;
  }
  return changed;
}

void MergeAnalysis::sortAlternatives() {
  auto getKey = [](const MergeGroup &group, const Alternative &alternative) {
    MergeRoot *root = alternative.root;
    std::string kind;
    llvm::raw_string_ostream(kind) << root->type << alternative.kind;
    unsigned number =
        root->isArgument ? cast<BlockArgument>(root->value).getArgNumber() : 0;
    for (const MergeSlot &slot : group.slots)
      if (slot.roots.front() == root)
        number = slot.position;
    return std::tuple(!root->isArgument, number, kind);
  };
  for (MergeGroup &group : groups)
    if (group.op == inOrder)
      for (MergePosition &position : group.positions)
        llvm::sort(position.alternatives,
                   [&](const Alternative &lhs, const Alternative &rhs) {
                     return getKey(group, lhs) < getKey(group, rhs);
                   });
}

void MergeAnalysis::run(SmallVectorImpl<Blocker> &blockers) {
  collectGroups(blockers);
  if (!blockers.empty())
    return;
  do {
    for (MergeGroup &group : groups)
      for (MergePosition &position : group.positions) {
        position.alternatives.clear();
        position.failure.clear();
        position.sharesByRun = false;
      }
    restart = false;
    for (bool changed = true; changed && !restart;) {
      changed = false;
      for (MergeGroup &group : groups)
        for (unsigned edge = 0; edge < group.edges.size() && !restart; ++edge)
          changed |= mergeEdge(group, edge, nullptr);
    }
  } while (restart || improve() || compareStorages());
  if (inOrder)
    sortAlternatives();

  for (MergeGroup &group : groups)
    for (MergePosition &position : group.positions)
      if (!position.failure.empty()) {
        blockers.push_back(
            {group.op,
             ("'" + group.op->getName().getStringRef() +
              "' merges refs that are not told apart: " + position.failure +
              "; merge values that were read, or write inside the branches")
                 .str()});
        break;
      }
  if (!blockers.empty())
    return;
  for (MergeGroup &group : groups)
    for (MergePosition &position : group.positions)
      for (unsigned edge = 0; edge < group.edges.size(); ++edge)
        if (Value source = position.getSource(edge);
            getAlternatives(source).empty() &&
            !isUndefinedRef(getChainBase(source)))
          return blockers.push_back(
              {group.op, ("'" + group.op->getName().getStringRef() +
                          "' merges a ref from an op that is not followed; "
                          "merge values that were read")
                             .str()});
  checkUses(blockers);
  for (MergeGroup &group : groups)
    for (unsigned edge = 0; edge < group.edges.size(); ++edge)
      mergeEdge(group, edge, &edges[{&group, edge}]);
}
