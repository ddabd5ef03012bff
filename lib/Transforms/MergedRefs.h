// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What refs may name that control flow merges or carries: a few alternatives,
// each a path of views from a storage. A storage that is only named by what a
// region passes on moves with it, as a value.

#ifndef TENSORSSA_LIB_TRANSFORMS_MERGEDREFS_H
#define TENSORSSA_LIB_TRANSFORMS_MERGEDREFS_H

#include "FunctionPlan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <deque>

namespace mlir::tssa {

/// A storage: an argument or allocation of the program, or what a merge makes
/// of storages that move through it.
struct MergeRoot {
  RefType type;
  /// The region that the storage belongs to.
  Region *home = nullptr;
  /// Its ref; null for one that a merge makes until it is built.
  Value value;
  bool isArgument = false;
};

/// One of the things that a merged ref may name.
struct Alternative {
  MergeRoot *root = nullptr;
  view::ViewKindInterface kind;
  /// Null where the operand is known only at run time and carried along.
  SmallVector<Value> operands;
  /// The edges of its merge through which it may come, as a mask.
  unsigned edges = 0;

  bool isSamePart(const Alternative &other) const {
    return root == other.root && kind == other.kind;
  }
};

/// A ref that a merge passes on. Sources are operands, one for each edge; sinks
/// are the values that receive it: results, arguments of a loop's body.
struct MergePosition {
  RefType type;
  SmallVector<std::pair<Operation *, unsigned>> sources;
  SmallVector<Value> sinks;
  /// With the roots of the first sink.
  SmallVector<Alternative> alternatives;
  /// It is passed on as a copy of what it holds: nobody can tell.
  bool isSnapshot = false;
  /// Why it cannot be followed; empty if it can.
  std::string failure;
  /// Whether it depends on the run with which other ref it shares a storage
  /// that moves.
  bool sharesByRun = false;

  Value getSource(unsigned edge) const {
    return sources[edge].first->getOperand(sources[edge].second);
  }
};

/// Where the values of storages that move through a merge are carried.
struct MergeSlot {
  unsigned position;
  RefType type;
  /// One for each sink.
  SmallVector<MergeRoot *> roots;
};

/// The refs that one op merges: what `scf.if` and `scf.index_switch` give, what
/// `scf.for` carries, and of `scf.while` what it carries and what its condition
/// passes on, apart.
struct MergeGroup {
  Operation *op = nullptr;
  /// Where each edge comes from; null for what enters a loop.
  SmallVector<Region *> edges;
  /// Where each sink's storages belong.
  SmallVector<Region *> sinkRegions;
  std::vector<MergePosition> positions;
  std::deque<MergeSlot> slots;
  bool isLoop = false;
};

/// What becomes of the alternatives of the sources of one edge.
struct MergeEdge {
  /// By position and alternative of the source: the alternative it becomes.
  SmallVector<SmallVector<unsigned>> targets;
  /// If the source of an earlier position is this alternative, then a storage
  /// that moves is named by both, and it becomes `target` instead.
  struct Shared {
    unsigned position, alternative, target;
  };
  /// By position and alternative; the first one that holds counts.
  SmallVector<SmallVector<SmallVector<Shared, 0>>> shared;
  /// By slot: the source alternatives (position, number) that fill it.
  SmallVector<SmallVector<std::pair<unsigned, unsigned>>> fills;
};

class MergeAnalysis {
public:
  explicit MergeAnalysis(func::FuncOp function) : function(function) {}

  /// Finds all merges and what their refs may name. `blockers` receives what
  /// cannot be followed.
  void run(SmallVectorImpl<Blocker> &blockers);

  std::deque<MergeGroup> groups;

  /// The alternatives of what this op merges are brought into an order that
  /// does not depend on how they were found.
  Operation *inOrder = nullptr;
  /// Whether it passes on ranges in place of slices that differ, as loops do.
  bool withRanges = false;

  /// Whether `ref` is a sink of a merge or a view of one.
  bool isMerged(Value ref);

  /// What `ref` may name. The numbering is that of the sink it is a view of.
  /// Empty where that is not known.
  SmallVector<Alternative> getAlternatives(Value ref);

  /// How the sources of an edge arrive, once the analysis has run.
  const MergeEdge &getEdge(MergeGroup &group, unsigned edge) const {
    return edges.at({&group, edge});
  }

  struct Sink {
    MergeGroup *group;
    unsigned position, sink;
  };
  const Sink *lookupSink(Value ref) const {
    auto it = sinks.find(ref);
    return it == sinks.end() ? nullptr : &it->second;
  }

  /// The dimensions whose range is carried for this alternative of a position,
  /// if it stands for slices that differ from trip to trip.
  ArrayRef<int64_t> getCarriedRanges(const MergeGroup &group, unsigned position,
                                     const Alternative &alternative) const;

private:
  void collectGroups(SmallVectorImpl<Blocker> &blockers);
  bool mergeEdge(MergeGroup &group, unsigned edge, MergeEdge *out);
  llvm::SetVector<Value> collectBases(MergeRoot *root,
                                      const MergeGroup *without);
  bool isKept(MergeRoot *root);
  bool moves(const Alternative &alternative, MergeGroup &group, unsigned edge);
  bool isOnlyNamedBy(MergeRoot *root, MergeGroup &group);
  bool areExclusive(Value lhs, const Alternative &lhsAlternative, Value rhs,
                    const Alternative &rhsAlternative);
  MergeSlot &getSlot(MergeGroup &group, unsigned position, RefType type,
                     unsigned &number);
  MergeRoot *getRoot(Value value);
  bool improve();
  bool compareStorages();
  using Named = SmallVector<std::pair<unsigned, unsigned>, 2>;
  bool collectSharing(MergeGroup &group, unsigned edge,
                      ArrayRef<SmallVector<Alternative>> given,
                      unsigned position, unsigned number, Named &named);
  bool isOnlyValue(MergeGroup &group, MergePosition &position);
  bool collectRoots(Value ref, llvm::SetVector<Value> &roots);
  void checkUses(SmallVectorImpl<Blocker> &blockers);
  void sortAlternatives();

  func::FuncOp function;
  DenseMap<Value, Sink> sinks;
  /// By op and operand number: the position that the operand is a source of.
  DenseMap<std::pair<Operation *, unsigned>,
           SmallVector<std::pair<MergeGroup *, unsigned>, 1>>
      sources;
  std::deque<MergeRoot> rootStorage;
  DenseMap<Value, MergeRoot *> roots;
  /// Storages that do not move into a loop: they have other names there.
  DenseSet<std::pair<MergeRoot *, MergeGroup *>> stays;
  /// Merges that compare, when they run, which storages their refs share.
  DenseSet<MergeGroup *> compared;
  /// By merge, position, storage, and view of it that is cut.
  DenseMap<std::pair<std::pair<const MergeGroup *, unsigned>,
                     std::pair<MergeRoot *, const void *>>,
           SmallVector<int64_t>>
      ranges;
  DenseMap<std::pair<const MergeGroup *, unsigned>, MergeEdge> edges;
  bool restart = false;
};

/// More alternatives than this are not told apart.
inline constexpr unsigned kMaxAlternatives = 8;
/// Nor more combinations than this of those of several results.
inline constexpr unsigned kMaxChoices = 16;

/// The base of a chain of views.
Value getChainBase(Value ref);

/// A chain of views without those that change nothing, so that what loops carry
/// finds back to what it was: a transposition of a transposition is the whole.
view::ViewKindInterface normalizeKind(view::ViewKindInterface kind,
                                      RefType source);

/// Whether a function merges or carries refs.
bool hasMergedRefs(func::FuncOp function);

/// Whether a region, or one in it, merges or carries refs or has several
/// blocks.
bool hasMergesOrBranches(Region &region);

/// Whether a function has regions of several blocks.
bool hasBranches(func::FuncOp function);

/// Makes structured control flow of branches between blocks. Where it fails the
/// function is left in no certain state.
LogicalResult liftControlFlow(func::FuncOp function);

/// Whether a ref names nothing, since it is never used.
bool isUndefinedRef(Value ref);

/// Whether a function that is imperative, and not by decision, has merges of
/// refs or branches between blocks.
bool canSplitMerges(func::FuncOp function);

/// Rewrites the function so that every read, write and view names storage that
/// is known, in structured control flow: what `tssa-split-merges` documents.
/// Returns why not, if not; the function may then be changed, but means what it
/// did.
SmallVector<Blocker> splitMerges(func::FuncOp function);

/// Splits the merges of a function that passes merged refs to calls, if they
/// can be split. Such a call becomes one of several.
bool splitCallOperands(func::FuncOp function);

/// The functions of a module whose merges were split, as they were before. A
/// function that stays imperative for some reason is better off as it was.
class SplitFunctions {
public:
  explicit SplitFunctions(ModuleOp module);

  /// Why merges of the function were not split.
  ArrayRef<Blocker> getBlockers(func::FuncOp function) const;

  /// Brings the function back to what it was once this goes out of scope.
  void restore(func::FuncOp function) { restored.push_back(function); }
  ~SplitFunctions();

private:
  struct Original {
    OwningOpRef<func::FuncOp> function;
    SmallVector<Blocker> blockers;
  };
  DenseMap<Operation *, Original> originals;
  SmallVector<func::FuncOp> restored;
};

/// Whether sizes of such views are computed without a division by what they are
/// given, and so whether they exist or not.
bool hasPlainSizes(view::ViewKindInterface kind);

/// A chain of views as slices of step 1 behind one with plain sizes.
struct SlicedKind {
  view::ViewKindInterface base;
  /// The dimensions that the slices cut.
  SmallVector<int64_t> dims;
};
std::optional<SlicedKind> getSlicedKind(view::ViewKindInterface kind);

/// The dimensions that a chain of nothing but slices of step 1 cuts.
std::optional<SmallVector<int64_t>> getSlicedDims(view::ViewKindInterface kind);

/// Behind `base` a slice of each dimension from one operand to another.
view::ViewKindInterface getRangeKind(view::ViewKindInterface base,
                                     ArrayRef<int64_t> dims);

/// Where each of the dimensions begins and ends after the slices of a chain, in
/// the numbers of what they cut: `x[a:][b:]` is `x[a + b:]`.
SmallVector<Value> buildRange(OpBuilder &builder, Location loc, Value root,
                              view::ViewKindInterface kind, ValueRange operands,
                              ArrayRef<int64_t> dims);

/// Whether the layout of `type`, if it has one, is known of the part `kind` of
/// a ref of type `root`.
bool hasPartType(RefType root, view::ViewKindInterface kind, RefType type);

/// A ref of `type` for the part `kind` of `root`.
Value buildPart(OpBuilder &builder, Location loc, Value root,
                view::ViewKindInterface kind, ValueRange operands,
                RefType type);

/// Checks the indices of a view again where nothing proves that they are in
/// range: what proved it may be lost behind a merge, and an alternative that
/// does not hold has none.
void checkIndices(view::OfOp op);

/// Control flow over `count` alternatives, at least two: `build` gives the
/// results for each. The tag is an `i1` that says "the first" of two, an index
/// of more. Leaves the builder behind it.
Operation *buildChoice(OpBuilder &builder, Location loc, Value tag,
                       unsigned count, TypeRange types,
                       function_ref<SmallVector<Value>(unsigned)> build);

/// Peels the first trips of loops where that leaves fewer choices.
void peelLoops(func::FuncOp function);

/// Erases what is left of merges that pass nothing on and do nothing.
void eraseEmptyBranches(func::FuncOp function);

/// Carries out what the analysis has found.
void rewriteMerges(func::FuncOp function, MergeAnalysis &analysis);

/// Whether `op` chooses between refs that are returned, and does nothing else
/// with them: the form in which merged results are left.
bool isResultChoice(Operation *op);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_MERGEDREFS_H
