// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Summaries of calls. Each part is a fixpoint that starts from what would be
// best and only gets worse, so that recursion needs nothing of its own.

#include "tensorssa/Analysis/CallSummaries.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/VersionClasses.h"
#include "tensorssa/Analysis/WrittenArguments.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Dialect/View/IR/View.h"

using namespace mlir;
using namespace mlir::tssa;

bool tssa::isDescribed(func::FuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<RefType>(type) && !function.getArgAttr(i, kReadsAttr) &&
        !function.getArgAttr(i, kWritesAttr))
      return false;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (isa<RefType>(type) && !function.getResultAttr(i, kFreshAttr) &&
        !function.getResultAttrOfType<IntegerAttr>(i, kReturnsAliasAttr))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static ResultOrigin join(ResultOrigin lhs, ResultOrigin rhs) {
  if (lhs == rhs || rhs.kind == ResultOrigin::None)
    return lhs;
  if (lhs.kind == ResultOrigin::None)
    return rhs;
  return {ResultOrigin::Unknown};
}

/// What `ref` itself is. Two fresh results are two storages if they have
/// different roots.
ResultOrigin CallSummaries::resolve(Value ref, Value &root) {
  root = ref;
  if (auto argument = dyn_cast<BlockArgument>(ref)) {
    Block *block = argument.getOwner();
    if (block->isEntryBlock() && isa<func::FuncOp>(block->getParentOp()))
      return {ResultOrigin::Argument, argument.getArgNumber()};
    return {ResultOrigin::Unknown};
  }
  Operation *op = ref.getDefiningOp();
  unsigned number = cast<OpResult>(ref).getResultNumber();
  if (isa<AllocOp>(op))
    return {ResultOrigin::Fresh};
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      return {ResultOrigin::Unknown};
    ResultOrigin origin = known[callee].results[number];
    if (origin.kind == ResultOrigin::Argument)
      return resolve(call.getOperand(origin.argument), root);
    return origin;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    ResultOrigin origin;
    for (Region *region : branch.getRegions()) {
      Value inner;
      ResultOrigin yielded =
          resolve(region->front().getTerminator()->getOperand(number), inner);
      // What is made in the branch has no other name outside of it.
      if (yielded.kind == ResultOrigin::Fresh &&
          !region->isAncestor(inner.getParentRegion()))
        yielded.kind = ResultOrigin::Unknown;
      origin = join(origin, yielded);
    }
    // Two results of one branch may be one storage: they share a root.
    root = branch.getResult(0);
    return origin;
  }
  return {ResultOrigin::Unknown};
}

bool CallSummaries::updateResults(func::FuncOp function) {
  SmallVector<ResultOrigin> results = known[function].results;
  for (Block &block : function.getBody()) {
    auto ret = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!ret)
      continue;
    DenseMap<Value, unsigned> fresh;
    for (auto [i, value] : llvm::enumerate(ret.getOperands())) {
      if (!isa<RefType>(value.getType()))
        continue;
      Value root;
      ResultOrigin origin = resolve(value, root);
      if (origin.kind == ResultOrigin::Fresh) {
        auto [it, isNew] = fresh.try_emplace(root, i);
        if (!isNew) {
          origin.kind = ResultOrigin::Unknown;
          results[it->second].kind = ResultOrigin::Unknown;
        }
      }
      results[i] = join(results[i], origin);
    }
  }
  bool changed = results != known[function].results;
  known[function].results = std::move(results);
  return changed;
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// What it takes to know whether `kind` is a view of a ref of this type and
/// what it names; nothing where a copy may tell otherwise however the ref lies.
static std::optional<LayoutUse::Kind> getLayoutUse(view::ViewKindInterface kind,
                                                   RefType type) {
  view::ViewShape shape(type);
  if (kind.isViewable(shape, view::StridedLayoutInfo::get(type.getShape(),
                                                          type.getLayout())) &&
      !namesStorage(kind))
    return LayoutUse::None;
  SmallVector<view::ViewKindInterface> members = {kind};
  if (auto path = dyn_cast<view::PathAttr>(kind))
    members.assign(path.getKinds().begin(), path.getKinds().end());
  // A bitcast asks the stride of a dimension of one element, too.
  if (llvm::any_of(members, llvm::IsaPred<view::BitcastAttr>))
    return std::nullopt;
  return namesStorage(kind) ? LayoutUse::Storage : LayoutUse::Strides;
}

static Value getBase(Value ref) {
  while (auto alias = ref.getDefiningOp<AliasOpInterface>())
    ref = alias.getAliasedRef();
  return ref;
}

/// Notes that the function asks how `ref` lies. Where it is not known which
/// argument that is, it may be any.
bool CallSummaries::raise(func::FuncOp function, Value ref,
                          LayoutUse::Kind kind, Operation *op) {
  Value root;
  ResultOrigin origin = resolve(getBase(ref), root);
  if (origin.kind == ResultOrigin::Fresh)
    return false;
  bool changed = false;
  for (auto [i, use] : llvm::enumerate(known[function].layouts)) {
    if (!isa<RefType>(function.getArgumentTypes()[i]) || use.kind >= kind ||
        (origin.kind == ResultOrigin::Argument && origin.argument != i))
      continue;
    use = {kind, ("'" + op->getName().getStringRef() + "'").str()};
    changed = true;
  }
  return changed;
}

/// Callees ask how what they are passed lies.
bool CallSummaries::updateLayouts(func::FuncOp function) {
  bool changed = false;
  function.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      return;
    // A recursive call changes what is gone through.
    SmallVector<LayoutUse::Kind> kinds = llvm::map_to_vector(
        known[callee].layouts, [](const LayoutUse &use) { return use.kind; });
    for (auto [operand, kind] : llvm::zip(call.getOperands(), kinds))
      if (kind != LayoutUse::None)
        changed |= raise(function, operand, kind, call);
  });
  return changed;
}

/// Whether what the function does depends on where its arguments lie, in a way
/// that `layouts` cannot say. Calls of functions that are known to are not
/// looked at again.
bool CallSummaries::dependsOnPlace(func::FuncOp function, std::string &why) {
  WalkResult result = function.walk([&](Operation *op) {
    auto name = ("'" + op->getName().getStringRef() + "'").str();
    auto use = [&](view::ViewKindInterface kind, Value ref) {
      std::optional<LayoutUse::Kind> asked =
          getLayoutUse(kind, cast<RefType>(ref.getType()));
      if (asked && *asked != LayoutUse::None)
        raise(function, ref, *asked, op);
      else if (!asked && !isOwn(ref))
        why = name + " in it depends on the strides of an argument";
    };
    if (auto alias = dyn_cast<AliasOpInterface>(op)) {
      use(alias.getAliasKind(), alias.getAliasedRef());
    } else if (auto check = dyn_cast<CheckViewOp>(op)) {
      if (isa<RefType>(check.getSource().getType()))
        use(check.getKind(), check.getSource());
    } else if (auto check = dyn_cast<CheckOverlapOp>(op)) {
      // Of a target that is written it is known before the call.
      Value root;
      ResultOrigin origin = resolve(getBase(check.getTarget()), root);
      if (origin.kind == ResultOrigin::Unknown ||
          (origin.kind == ResultOrigin::Argument &&
           !known[function].written.test(origin.argument)))
        why = name + " in it compares where arguments lie";
    } else if (isa<GrowStorageOp>(op)) {
      why = name + " in it may move the storage of an argument";
    } else if (isa<DisjointOp, IsWholeOp>(op)) {
      why = name + " in it compares where arguments lie";
    }
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

bool CallSummaries::isOwn(Value ref) {
  Value root;
  return resolve(getBase(ref), root).kind == ResultOrigin::Fresh;
}

/// Whether a new storage can have the type of an argument and holds the same
/// elements, in row-major order if that is asked.
static bool hasCopy(RefType type, LayoutUse::Kind use) {
  if (isRowMajorAllocation(type))
    return true;
  return use == LayoutUse::None && type.hasStaticShape() &&
         llvm::none_of(type.getLayout().getStrides(), [](int64_t stride) {
           return ShapedType::isDynamic(stride) || stride < 0;
         });
}

static bool takesPlace(Type type) { return isa<RefType, ListType>(type); }

CallSummaries::CallSummaries(ModuleOp module) : symbols(module) {
  WrittenArguments written(module);
  SmallVector<func::FuncOp> bodies;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    CallSummary &summary = known[function];
    summary.written = written.get(function);
    summary.results.resize(function.getNumResults());
    summary.layouts.resize(function.getNumArguments());
    if (!function.isDeclaration()) {
      bodies.push_back(function);
      continue;
    }
    for (unsigned i = 0, e = function.getNumResults(); i < e; ++i) {
      if (auto alias =
              function.getResultAttrOfType<IntegerAttr>(i, kReturnsAliasAttr))
        summary.results[i] = {ResultOrigin::Argument,
                              static_cast<unsigned>(alias.getInt())};
      else
        summary.results[i] = {function.getResultAttr(i, kFreshAttr)
                                  ? ResultOrigin::Fresh
                                  : ResultOrigin::Unknown};
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp function : bodies)
      changed |= updateResults(function);
  }

  // Callees pass on what depends on the place of their arguments.
  DenseMap<Operation *, std::string> places;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    std::string why;
    if (function.isDeclaration()) {
      if (!isDescribed(function) &&
          (llvm::any_of(function.getArgumentTypes(), takesPlace) ||
           llvm::any_of(function.getResultTypes(), takesPlace)))
        places[function] = "it has no body here; describe its refs by '" +
                           kReadsAttr.str() + "', '" + kWritesAttr.str() +
                           "', '" + kReturnsAliasAttr.str() + "' and '" +
                           kFreshAttr.str() + "'";
    } else if (dependsOnPlace(function, why)) {
      places[function] = why;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp function : bodies) {
      if (places.contains(function))
        continue;
      function.walk([&](func::CallOp call) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        if (!llvm::any_of(call.getOperandTypes(), takesPlace) ||
            (callee && !places.contains(callee)))
          return WalkResult::advance();
        places[function] = ("it calls '" + call.getCallee() +
                            "', which cannot be called on copies")
                               .str();
        changed = true;
        return WalkResult::interrupt();
      });
    }
  }

  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp function : bodies)
      changed |= updateLayouts(function);
  }

  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    std::string &obstacle = known[function].obstacle;
    obstacle = places.lookup(function);
    auto check = [&](StringRef what, unsigned i, Type type, bool holds) {
      auto ref = dyn_cast<RefType>(type);
      if (!obstacle.empty() || !takesPlace(type))
        return;
      if (!ref)
        obstacle = ("its " + what + " " + Twine(i) + " is a list").str();
      else if (!holds)
        obstacle = ("its " + what + " " + Twine(i) +
                    " has a layout that is not "
                    "row-major")
                       .str();
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      check("argument", i, type,
            !isa<RefType>(type) ||
                hasCopy(cast<RefType>(type), known[function].layouts[i].kind));
    for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
      ResultOrigin origin = known[function].results[i];
      // What the host makes lies as it likes if there is a layout.
      auto ref = dyn_cast<RefType>(type);
      if (obstacle.empty() && ref && ref.getLayout() &&
          function.isDeclaration() && origin.kind == ResultOrigin::Fresh)
        obstacle = ("its result " + Twine(i) +
                    " has a layout; give it none, and it is row-major")
                       .str();
      check("result", i, type,
            origin.kind == ResultOrigin::Argument || !isa<RefType>(type) ||
                isRowMajorAllocation(cast<RefType>(type)));
      if (obstacle.empty() && isa<RefType>(type) &&
          origin.kind != ResultOrigin::Fresh &&
          (origin.kind != ResultOrigin::Argument ||
           origin.argument >= function.getNumArguments() ||
           function.getArgumentTypes()[origin.argument] != type))
        obstacle = ("its result " + Twine(i) +
                    " is neither an argument nor a storage of its own")
                       .str();
    }
  }
}
