// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lists of refs may be one object, and what may be in them. Lists that
// control flow chooses between or carries, that hold each other or pass
// elements on to each other form one group: what is done without one of them
// is done without all.

#ifndef TENSORSSA_LIB_TRANSFORMS_LISTFLOW_H
#define TENSORSSA_LIB_TRANSFORMS_LISTFLOW_H

#include "ForwardLists.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tssa {

/// One place of the values that an op merges or carries: any of the sources
/// arrives as each of the sinks.
struct MergedPlace {
  SmallVector<Value> sources, sinks;
};

/// The place that `value` is a sink of: what `arith.select` and the branches
/// and loops of `scf` give, and what the loops carry. Nothing for another
/// value.
std::optional<MergedPlace> getMergedPlace(Value value);

/// What an element may be: part of a ref by a kind of view. The ref is a
/// storage, or any other that is one and the same as long as the lists live.
struct ElementKind {
  Value root;
  /// Null where it is the whole root.
  view::ViewKindInterface kind;
  unsigned numOperands;

  bool operator==(const ElementKind &other) const {
    return root == other.root && kind == other.kind;
  }
};

/// The views that lead from a ref to one that is put into a list, in a form in
/// which elements agree more often: every index is an operand, constants too.
struct ElementViews {
  SmallVector<view::ViewKindInterface> kinds;
  SmallVector<OpFoldResult> operands;
  /// Views before it do not matter.
  bool namesStorage = false;
};
std::optional<ElementViews> getElementViews(Value ref, Value base);

/// Lists of refs that are handled together.
struct ListGroup {
  /// All names of the lists, and the elements that are carried along as
  /// numbers: those taken out of lists, and those that are merged inside of
  /// what the lists outlive. In program order.
  llvm::SetVector<Value> values;
  /// The ops on the lists, and those that make them, in program order.
  SmallVector<Operation *> ops;
  SmallVector<ListCreateOp> creates;
  /// The innermost region that holds all of them.
  Region *home = nullptr;
  /// The names by which the function returns lists.
  SmallVector<Value> results;
  /// The first op that gives or takes one out of sight.
  Operation *escape = nullptr;
  /// Why they are not followed.
  std::string reason;
  /// If that is a storage that is not one and the same as long as they live,
  /// or that there are too many kinds.
  Operation *looseAlloc = nullptr;
  bool hasManyKinds = false;

  /// All kinds of element.
  SmallVector<ElementKind> pool;
  unsigned numOperands = 0;

  bool isTagged() const { return pool.size() > 1 || numOperands == 0; }
  /// How many lists of numbers there are for each list.
  unsigned getNumLists() const { return numOperands + isTagged(); }
};

/// The lists of refs of a function.
class ListFlow {
public:
  explicit ListFlow(func::FuncOp function) : function(function) {}

  /// Finds the groups.
  void collect();
  /// Finds what may be in the lists of a group, or sets its reason.
  void analyze(ListGroup &group);

  std::vector<std::unique_ptr<ListGroup>> groups;

  /// The group of a list, or of a ref that is carried as numbers.
  ListGroup *getGroup(Value value) const { return groupOf.lookup(value); }

  /// By number in the pool: what a ref may be that is put into a list of the
  /// group, or carried.
  using Kinds = llvm::SmallSetVector<unsigned, 4>;
  std::optional<Kinds> getKinds(ListGroup &group, Value ref);
  /// The kind that views make of one.
  std::optional<unsigned> getViewKind(ListGroup &group, unsigned number,
                                      const ElementViews &views);
  /// What a ref may be that is taken out of a list.
  const Kinds &getTaken(Operation *op) { return taken[op]; }
  /// What may be in its place, but is of another type than the op states, or is
  /// so for some sizes: an error at run time.
  const Kinds &getDoubtful(Operation *op) { return doubtful[op]; }
  /// What may be in a list.
  Kinds getContents(Value list);

private:
  /// What lists are, by number of the op that makes them.
  using Objects = llvm::SmallSetVector<unsigned, 4>;

  unsigned find(Value name);
  void addName(Value name);
  bool join(Value lhs, Value rhs);
  void visitUse(OpOperand &use);
  void visitDefinition(Value list);
  void carryMerged();
  bool isFixed(const ListGroup &group, Value ref);
  void buildGroups();
  std::optional<unsigned> addKind(ListGroup &group, ElementKind kind);
  std::optional<unsigned> addViewed(ListGroup &group, ElementKind of,
                                    const ElementViews &views);
  bool updateObjects(ListGroup &group, const Objects &lists, Value element);
  bool updateTaken(ListGroup &group, Operation *op);
  bool updateValue(ListGroup &group, Value value);
  void checkResults(ListGroup &group);
  void checkTake(ListGroup &group, Operation *op, DominanceInfo &dominance);

  func::FuncOp function;
  /// All names by number, and in which set each is.
  SmallVector<Value> names;
  DenseMap<Value, unsigned> numbers;
  SmallVector<unsigned> parents;
  /// The ops on lists of refs, in program order.
  SmallVector<Operation *> listOps;
  DenseMap<Value, Operation *> escapes;
  DenseSet<Value> returned;
  DenseMap<Value, ListGroup *> groupOf;

  /// All lists that one op makes.
  struct Object {
    Objects lists;
    Kinds kinds;
  };
  std::vector<Object> objects;
  DenseMap<Operation *, unsigned> objectOf;
  DenseMap<Value, Objects> objectsOf;
  DenseMap<Value, Kinds> kindsOf;
  DenseMap<Operation *, Kinds> taken, doubtful;
};

/// Whether a part is of a type: in any case, for some sizes, or never. Nothing
/// where that is not known.
enum class TypeFit { Always, ForSomeSizes, Never };
std::optional<TypeFit> getTypeFit(const ElementKind &element, RefType type);

/// Fails as an op does that takes an element out of a list, if the element is a
/// part that is not of the type that the op states. `operands` are those of the
/// part, `isOther` says whether the element is another one; null if it is not.
void createTypeCheck(OpBuilder &builder, Operation *op,
                     const ElementKind &element, ValueRange operands,
                     Value isOther);

/// The type of an element of a list of `type` that is of this kind.
RefType getResultType(const ElementKind &kind, ListType type);

/// Replaces the lists of groups by lists of the numbers that tell their
/// elements apart.
void replaceByPaths(func::FuncOp function, ListFlow &flow,
                    const DenseSet<ListGroup *> &groups);

/// Makes the storages that a loop allocates and puts into lists of a group
/// parts of one that is there before the loop, and what a branch allocates
/// there before the branch. Returns whether there were any.
bool poolAllocations(const ListGroup &group, const ListFlow &flow);

} // namespace mlir::tssa

#endif // TENSORSSA_LIB_TRANSFORMS_LISTFLOW_H
