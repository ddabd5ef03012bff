// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 1 of functionalization (TensorSSA, DAC'24, section 4.2): every write
// becomes an assign to its root and every read an access to the root's newest
// version, both named through `tssa.current` and `tssa.update`. Work is
// proportional to the uses of refs, not to writes times views.

#include "ExpandMutations.h"
#include "FailingViews.h"
#include "FunctionPlan.h"
#include "MergedRefs.h"
#include "Prefetch.h"
#include "PureCalls.h"
#include "ResultIdentity.h"
#include "Stages.h"
#include "StorageGrowth.h"
#include "UnpackListArguments.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Dialect/TSSA/IR/MustInPlace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_REWRITEMUTATIONSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

/// `file:line:col`, or nothing where that is not known.
static std::string describeLocation(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "unknown";
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

namespace {
/// What became of each mutation.
class Report {
public:
  void addMutation(func::FuncOp function, Operation *op, const AliasPath &path,
                   StringRef outcome, StringRef note);
  void addImperative(FunctionPlan &plan);

private:
  /// What was said of bodies for lists, several of which may hold one op.
  DenseSet<std::pair<Location, StringAttr>> ofUnpacked;
};
} // namespace

/// One remark of fixed form, which `tssa explain` reads:
/// [tssa-report] @function | op | outcome | root | path | note
/// A mutation is `functional` or `imperative`; any other op is the `cause` of
/// what stays.
void Report::addMutation(func::FuncOp function, Operation *op,
                         const AliasPath &path, StringRef outcome,
                         StringRef note) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Users know of the function that they wrote.
  auto bodyOf = function->getAttrOfType<StringAttr>(kBodyOfAttr);
  stream << "[tssa-report] @"
         << (bodyOf ? bodyOf.getValue() : function.getSymName()) << " | "
         << op->getName().getStringRef() << " | " << outcome << " | ";
  if (auto argument = dyn_cast_or_null<BlockArgument>(path.root))
    stream << describeArgument(function, argument.getArgNumber());
  else if (path.root)
    stream << "allocation at " << describeLocation(path.root.getLoc());
  stream << " | ";
  if (path.root)
    stream << (path.isWhole()
                   ? Attribute(view::AliasAttr::get(op->getContext()))
                   : Attribute(path.kind));
  stream << " | " << note;
  if (bodyOf &&
      llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<RefType>))
    stream << ", where no written argument overlaps another";
  if (function->hasAttr(kElementsOfAttr)) {
    stream << ", in short lists";
    if (!ofUnpacked
             .insert({op->getLoc(), StringAttr::get(op->getContext(), text)})
             .second)
      return;
  }
  emitRemark(op->getLoc()) << text;
}

/// What keeps a function or a part of it imperative, and every mutation that
/// stays.
void Report::addImperative(FunctionPlan &plan) {
  for (const Blocker &blocker : plan.blockers)
    if (!isa<MutationOpInterface>(blocker.op))
      addMutation(plan.function, blocker.op, AliasPath(), "cause",
                  blocker.reason);
  for (Operation *op : plan.refOps) {
    auto mutation = dyn_cast<MutationOpInterface>(op);
    if (!mutation || (plan.isPartial() && !plan.isImperative(op)))
      continue;
    auto own = llvm::find_if(plan.blockers, [&](const Blocker &blocker) {
      return blocker.op == op;
    });
    for (OpOperand *operand : mutation.getMutatedRefs()) {
      const Blocker &why = own != plan.blockers.end() ? *own
                           : plan.isPartial() ? plan.getReason(operand->get())
                                              : plan.blockers.front();
      addMutation(plan.function, op,
                  plan.forest.getRoot(operand->get())
                      ? plan.forest.getPath(operand->get())
                      : AliasPath(),
                  "imperative", why.reason);
    }
  }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {

/// Remembers what it builds, so that sizes nobody needs can go again.
struct Recorder : OpBuilder::Listener {
  SmallVector<Operation *> built;
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) final {
    built.push_back(op);
  }
};

class Rewriter {
public:
  Rewriter(FunctionPlan &plan, Report *report, bool isLocal)
      : plan(plan), function(plan.function), builder(function.getContext()),
        report(report), isLocal(isLocal) {}

  /// After a failure aliases are still in use.
  ~Rewriter() {
    for (Operation *op : retired)
      if (!op->getBlock())
        op->destroy();
  }

  LogicalResult run();

  /// Whether nothing is updated inside of another op.
  bool isFlat = true;

private:
  void rewriteAlloc(AllocOp op);
  void rewriteRead(ReadOp op);
  LogicalResult rewriteMutation(MutationOpInterface op);
  void rewriteDim(DimOp op);
  void rewriteCheckView(CheckViewOp op);
  SmallVector<OpFoldResult> buildSizes(Location loc, const AliasPath &path,
                                       OpBuilder::Listener *recorder = nullptr);
  void rewriteCheckOverlap(CheckOverlapOp op);
  void rewriteReturn(func::ReturnOp op);

  Value getVersion(Location loc, Value root);
  void setVersion(Location loc, Value root, Value version);
  void enterBlockOf(Operation *op);
  void flushVersions(Operation *before);
  void retire(Operation *op);

  AliasPath getPath(Value ref);
  void replaceDim(DimOp op, Value size);
  Value readPart(Location loc, Value ref);
  void writePart(Operation *op, Value value, Value ref);
  Value size(Value root, int64_t dim);

  FunctionPlan &plan;
  func::FuncOp function;
  OpBuilder builder;
  Report *report;
  bool isLocal;
  /// The block that is being rewritten, the versions that are known in it, and
  /// those that no `tssa.update` gives yet.
  Block *block = nullptr;
  DenseMap<Value, Value> versions;
  llvm::MapVector<Value, Location> open;
  /// Sizes of roots, made once where the root is.
  DenseMap<std::pair<Value, int64_t>, Value> sizes;
  /// What sizes of refs became. The ops stay until the end: paths that were
  /// asked for before still name their results.
  DenseMap<Value, Value> replacedSizes;
  SmallVector<Operation *> dims;
  /// Ops that are no longer in the function, and aliases, which go last.
  SmallVector<Operation *> retired;
};

} // namespace

/// A value under a type that may leave other sizes dynamic.
static Value castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

/// The value with its dimensions in this order; none says as they are.
static Value permute(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> order) {
  if (order.empty())
    return value;
  auto kind = view::PermuteAttr::get(builder.getContext(), order);
  auto type = cast<RankedTensorType>(value.getType());
  return view::AccessOp::create(builder, loc, view::inferViewType(kind, type),
                                kind, value, ValueRange());
}

/// The newest version of a root.
Value Rewriter::getVersion(Location loc, Value root) {
  if (!isLocal)
    return CurrentOp::create(builder, loc, root);
  Value &version = versions[root];
  if (!version) {
    // It is kept, whoever asked.
    OpBuilder::Listener *listener = builder.getListener();
    builder.setListener(nullptr);
    version = CurrentOp::create(builder, loc, root);
    builder.setListener(listener);
  }
  return version;
}

void Rewriter::setVersion(Location loc, Value root, Value version) {
  if (!isLocal) {
    UpdateOp::create(builder, loc, version, root);
    return;
  }
  versions[root] = version;
  open.insert({root, loc});
}

/// Other blocks than the last one know nothing of its versions.
void Rewriter::enterBlockOf(Operation *op) {
  Block *next = op->getBlock();
  if (block && block != next) {
    Operation *around = block->findAncestorOpInBlock(*op);
    flushVersions(around ? around : block->getTerminator());
  }
  block = next;
}

void Rewriter::flushVersions(Operation *before) {
  builder.setInsertionPoint(before);
  for (auto [root, loc] : open)
    UpdateOp::create(builder, loc, versions.lookup(root), root);
  open.clear();
  versions.clear();
}

/// Takes an op out of the function. Its memory is given back at the end: while
/// ops are built as well, the allocator would join and split what lies all over
/// the memory, and wait for it.
void Rewriter::retire(Operation *op) {
  op->dropAllReferences();
  op->remove();
  retired.push_back(op);
}

/// The path of a ref, with sizes of refs as what they became.
AliasPath Rewriter::getPath(Value ref) {
  AliasPath path = plan.forest.getPath(ref);
  for (Value &operand : path.operands)
    if (Value size = replacedSizes.lookup(operand))
      operand = size;
  return path;
}

void Rewriter::replaceDim(DimOp op, Value size) {
  op.getResult().replaceAllUsesWith(size);
  replacedSizes[op.getResult()] = size;
  dims.push_back(op);
}

/// The value of the part of its root that `ref` names.
Value Rewriter::readPart(Location loc, Value ref) {
  AliasPath path = getPath(ref);
  Type type = cast<RefType>(ref.getType()).getTensorType();
  Value version = getVersion(loc, path.root);
  if (path.isWhole())
    return castTo(builder, loc, type, version);
  if (std::optional<StoragePart> part = getStoragePart(path)) {
    version = permute(builder, loc, version, part->order);
    path.kind = part->kind;
  }
  return view::AccessOp::create(builder, loc, type, path.kind, version,
                                path.operands);
}

void Rewriter::writePart(Operation *op, Value value, Value ref) {
  AliasPath path = getPath(ref);
  Location loc = op->getLoc();
  view::ViewKindInterface kind = path.kind;
  // Something must carry the attribute.
  if (path.isWhole() && mustBeInPlace(op))
    kind = view::AliasAttr::get(op->getContext());
  if (!kind) {
    value = castTo(builder, loc,
                   cast<RefType>(path.root.getType()).getTensorType(), value);
  } else {
    Value version = getVersion(loc, path.root);
    std::optional<StoragePart> part = getStoragePart(path);
    if (part) {
      version = permute(builder, loc, version, part->order);
      kind = part->kind;
    }
    auto assign = view::AssignOp::create(builder, loc, version.getType(), kind,
                                         value, version, path.operands);
    assign->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    value = assign;
    if (part)
      value =
          permute(builder, loc, value, invertPermutationVector(part->order));
  }
  setVersion(loc, path.root, value);
  if (report)
    report->addMutation(function, op, path, "functional",
                        path.isWhole() ? "became tssa.update of the whole root"
                                       : "became view.assign");
}

void Rewriter::rewriteAlloc(AllocOp op) {
  builder.setInsertionPointAfter(op);
  setVersion(op.getLoc(), op.getResult(), op.getValue());
}

void Rewriter::rewriteRead(ReadOp op) {
  builder.setInsertionPoint(op);
  op.getResult().replaceAllUsesWith(readPart(op.getLoc(), op.getRef()));
  retire(op);
}

LogicalResult Rewriter::rewriteMutation(MutationOpInterface op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Value> readValues, mutatedValues, replacements;
  SmallVector<OpOperand *> mutated = op.getMutatedRefs();
  // A plain write, by far the most frequent mutation, needs no old contents.
  Recorder recorder;
  if (!isa<WriteOp>(op.getOperation())) {
    builder.setListener(&recorder);
    for (OpOperand *operand : op.getReadRefs())
      readValues.push_back(readPart(loc, operand->get()));
    for (OpOperand *operand : mutated)
      mutatedValues.push_back(readPart(loc, operand->get()));
    builder.setListener(nullptr);
  }
  FailureOr<SmallVector<Value>> contents =
      buildPureForm(op, builder, readValues, mutatedValues, replacements);
  if (failed(contents))
    return failure();
  for (auto [value, operand] : llvm::zip_equal(*contents, mutated))
    writePart(op, value, operand->get());
  op->replaceAllUsesWith(replacements);
  retire(op);
  for (Operation *built : llvm::reverse(recorder.built))
    if (built->use_empty())
      built->erase();
  return success();
}

/// A size of a root, which is the same in all its versions.
Value Rewriter::size(Value root, int64_t dim) {
  Value &size = sizes[{root, dim}];
  if (size)
    return size;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(root);
  if (auto alloc = root.getDefiningOp<AllocOp>())
    size = tensor::DimOp::create(builder, root.getLoc(), alloc.getValue(), dim);
  else
    size = DimOp::create(builder, root.getLoc(), builder.getIndexType(), root,
                         builder.getI64IntegerAttr(dim));
  return size;
}

/// The sizes of a view; what is built of those of its root is recorded.
SmallVector<OpFoldResult> Rewriter::buildSizes(Location loc,
                                               const AliasPath &path,
                                               OpBuilder::Listener *recorder) {
  auto rootType = cast<RefType>(path.root.getType());
  SmallVector<OpFoldResult> rootSizes;
  for (auto [index, extent] : llvm::enumerate(rootType.getShape()))
    rootSizes.push_back(ShapedType::isDynamic(extent)
                            ? OpFoldResult(size(path.root, index))
                            : builder.getIndexAttr(extent));
  builder.setListener(recorder);
  SmallVector<OpFoldResult> sizes = path.kind.buildResultSizes(
      builder, loc, rootSizes, view::ViewShape(rootType), path.operands);
  builder.setListener(nullptr);
  return sizes;
}

void Rewriter::rewriteDim(DimOp op) {
  AliasPath path = getPath(op.getRef());
  if (path.isWhole() && isa<BlockArgument>(path.root)) {
    op.getRefMutable().assign(path.root);
    return;
  }
  auto rootType = cast<RefType>(path.root.getType());
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t dim = op.getDim();
  if (path.isWhole()) {
    replaceDim(op, rootType.isDynamicDim(dim)
                       ? size(path.root, dim)
                       : Value(arith::ConstantIndexOp::create(
                             builder, loc, rootType.getDimSize(dim))));
    return;
  }
  Recorder recorder;
  SmallVector<OpFoldResult> viewSizes = buildSizes(loc, path, &recorder);
  replaceDim(op, getValueOrCreateConstantIndexOp(builder, loc, viewSizes[dim]));
  for (Operation *built : llvm::reverse(recorder.built))
    if (isOpTriviallyDead(built))
      built->erase();
}

/// The plan has decided: there is no overlap, or there is in every run, maybe
/// unless the target is empty.
void Rewriter::rewriteCheckOverlap(CheckOverlapOp op) {
  using Overlap = FunctionPlan::Overlap;
  auto failing = plan.failingChecks.find(op);
  if (failing != plan.failingChecks.end()) {
    builder.setInsertionPoint(op);
    Location loc = op.getLoc();
    Value holds = arith::ConstantIntOp::create(builder, loc, 0, 1);
    if (failing->second == Overlap::SelfUnlessEmpty) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      for (OpFoldResult size : buildSizes(loc, getPath(op.getTarget()))) {
        if (getConstantIntValue(size).value_or(0) != 0)
          continue;
        Value isEmpty = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq,
            getValueOrCreateConstantIndexOp(builder, loc, size), zero);
        holds = arith::OrIOp::create(builder, loc, holds, isEmpty);
      }
    }
    CheckOp::create(
        builder, loc, holds,
        builder.getStringAttr(failing->second == Overlap::Source
                                  ? TSSA_CHECK_OVERLAP_MESSAGE
                                  : TSSA_CHECK_OVERLAP_SELF_MESSAGE),
        ValueRange(), builder.getStringAttr(op->getName().getStringRef()),
        builder.getI32IntegerAttr(TSSA_CHECK_OVERLAP_STATUS));
  }
  op.erase();
}

void Rewriter::rewriteCheckView(CheckViewOp op) {
  if (!isa<RefType>(op.getSource().getType()))
    return;
  AliasPath path = getPath(op.getSource());
  builder.setInsertionPoint(op);
  // Like the path of a ref: `as_strided` is defined on the storage, but counts
  // in the elements that a bitcast has made of it.
  SmallVector<view::ViewKindInterface> kinds;
  SmallVector<Value> operands(path.operands);
  Type rootElement = cast<RefType>(path.root.getType()).getElementType();
  Type element = cast<RefType>(op.getSource().getType()).getElementType();
  if (!path.isWhole())
    kinds.push_back(path.kind);
  forEachMember(op.getKind(), op.getIndices(),
                [&](view::ViewKindInterface kind, ValueRange members) {
                  if (auto bitcast = dyn_cast<view::BitcastAttr>(kind))
                    element = bitcast.getElementType();
                  if (isa<view::AsStridedAttr>(kind) &&
                      element == rootElement) {
                    kinds.clear();
                    operands.clear();
                  }
                  kinds.push_back(kind);
                  llvm::append_range(operands, members);
                });
  Value source = path.root;
  if (!isa<BlockArgument>(source))
    source = getVersion(op.getLoc(), source);
  CheckViewOp::create(builder, op.getLoc(),
                      view::PathAttr::chain(op.getContext(), kinds), source,
                      operands);
  op.erase();
}

/// Arguments that changed are written back; results are arguments, fresh
/// storages, or views of either.
void Rewriter::rewriteReturn(func::ReturnOp op) {
  // Found before anything comes between them and the return.
  llvm::SetVector<ListCreateOp> resultLists;
  for (Value operand : op.getOperands())
    if (auto list = operand.getDefiningOp<ListCreateOp>();
        list && isResultList(list))
      resultLists.insert(list);
  // Where all is done but the making of results.
  Operation *end = op;
  for (ListCreateOp list : resultLists)
    if (hasAppends(list) && list->isBeforeInBlock(end))
      end = list;
  // What was read behind it is not known there.
  if (end != op)
    flushVersions(end);
  builder.setInsertionPoint(end);
  Location loc = op.getLoc();
  for (unsigned index : plan.writtenArguments.set_bits()) {
    Value argument = function.getArgument(index);
    if (plan.isImperative(argument))
      continue;
    Value version = getVersion(loc, argument);
    WriteOp::create(builder, loc, version, argument);
  }
  flushVersions(op);
  nameResults(
      function, plan.forest, [&](Value ref) { return getPath(ref); },
      [&](Value ref) { return plan.isImperative(ref); }, op, end,
      resultLists.getArrayRef());
}

LogicalResult Rewriter::run() {
  for (auto [number, op] : llvm::enumerate(plan.refOps)) {
    if (number + kAhead < plan.refOps.size()) {
      prefetch(plan.refOps[number + kAhead]);
      prefetchLocation(plan.refOps[number + kAhead / 2]);
    }
    if (plan.isImperative(op))
      continue;
    isFlat &=
        op->getParentOp() == function || !isa<MutationOpInterface, AllocOp>(op);
    enterBlockOf(op);
    // The results that it holds are made in front of it.
    if (isa<ListCreateOp>(op))
      flushVersions(op);
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case([&](AliasOpInterface alias) {
              retired.push_back(alias);
              return success();
            })
            .Case([&](MutationOpInterface mutation) {
              return rewriteMutation(mutation);
            })
            .Case([&](AllocOp alloc) { return rewriteAlloc(alloc), success(); })
            .Case([&](ReadOp read) { return rewriteRead(read), success(); })
            .Case([&](DimOp dim) { return rewriteDim(dim), success(); })
            .Case([&](CheckViewOp check) {
              return rewriteCheckView(check), success();
            })
            .Case([&](CheckOverlapOp check) {
              return rewriteCheckOverlap(check), success();
            })
            // Once everything before it is done.
            .Case<ListCreateOp, ListAppendOp, func::ReturnOp, scf::IfOp,
                  scf::IndexSwitchOp, scf::YieldOp>(
                [&](auto) { return success(); });
    if (failed(result))
      return failure();
  }
  // Of several blocks a function has no refs, or it would not be here.
  if (function.getBody().hasOneBlock())
    if (auto op = dyn_cast<func::ReturnOp>(function.front().getTerminator())) {
      enterBlockOf(op);
      rewriteReturn(op);
    }
  if (block)
    flushVersions(block->getTerminator());
  for (Operation *op : dims)
    op->erase();
  while (!retired.empty()) {
    if (retired.size() > kAhead)
      prefetch(retired[retired.size() - 1 - kAhead]);
    Operation *op = retired.pop_back_val();
    // Aliases are still there.
    if (op->getBlock())
      op->erase();
    else
      op->destroy();
  }

  builder.setInsertionPointToStart(&function.getBody().front());
  for (unsigned index = 0, count = function.getNumArguments(); index < count;
       ++index) {
    Value argument = function.getArgument(index);
    if ((!plan.readArguments.test(index) &&
         !plan.writtenArguments.test(index)) ||
        plan.isImperative(argument))
      continue;
    Value version = ReadOp::create(builder, function.getLoc(), argument);
    UpdateOp::create(builder, function.getLoc(), version, argument);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

Stage tssa::getStage(func::FuncOp function) {
  if (function.isDeclaration())
    return Stage::Declared;
  if (function->hasAttr(kFunctionalAttr))
    return Stage::Functional;
  if (auto stage = function->getAttrOfType<IntegerAttr>(kStageAttr))
    return stage.getInt() == 1 ? Stage::Rewritten : Stage::Propagated;
  return function->hasAttr(kImperativeAttr) ||
                 function->hasAttr(kDispatchesAttr)
             ? Stage::Imperative
             : Stage::Untouched;
}

LogicalResult tssa::expectStage(ModuleOp module, StringRef pass,
                                Stage expected) {
  auto describe = [](Stage stage) -> StringRef {
    switch (stage) {
    case Stage::Rewritten:
      return "stage 1 ('tssa-rewrite-mutations')";
    case Stage::Propagated:
      return "stage 2 ('tssa-propagate-versions')";
    default:
      return "stage 0";
    }
  };
  WalkResult result = walkFunctions(module, [&](func::FuncOp function) {
    Stage stage = getStage(function);
    if (stage == expected || stage == Stage::Declared ||
        stage == Stage::Imperative || stage == Stage::Functional)
      return WalkResult::advance();
    function.emitOpError("expected the function to be at ")
        << describe(expected) << " for '" << pass << "' but got "
        << describe(stage);
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

WalkResult tssa::walkFunctions(ModuleOp module,
                               function_ref<WalkResult(func::FuncOp)> visit) {
  return module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      return WalkResult::advance();
    return visit(function).wasInterrupted() ? WalkResult::interrupt()
                                            : WalkResult::skip();
  });
}

LogicalResult tssa::rewriteMutations(ModuleOp module,
                                     const RewriteOptions &options,
                                     DenseSet<Operation *> *flat) {
  SplitFunctions split(module);
  walkFunctions(module, [](func::FuncOp function) {
    return cutFailingViews(function), WalkResult::advance();
  });
  bool growsStorages = false;
  RefCallees callees = collectRefCallees(module, &growsStorages);
  DenseSet<Operation *> growing;
  if (growsStorages)
    growing = findGrowingFunctions(module);
  // Only calls need it.
  std::optional<SymbolTable> symbols;
  std::optional<PureCalls> calls;
  if (!callees.empty())
    calls.emplace(module, symbols.emplace(module),
                  options.errors == ErrorMode::Precise);
  bool fail = false;
  Report report;
  // One op may be in several bodies for lists.
  DenseSet<std::pair<Location, StringAttr>> remarked;
  WalkResult result = walkFunctions(module, [&](func::FuncOp function) {
    Stage stage = getStage(function);
    if (stage != Stage::Untouched && stage != Stage::Imperative)
      return WalkResult::advance();
    // What only chooses between bodies, and the body for all other cases.
    if (stage == Stage::Imperative &&
        (function->hasAttr(kDispatchesAttr) || function->hasAttr(kBodyOfAttr)))
      return WalkResult::advance();
    function->removeAttr(kImperativeAttr);
    FunctionPlan plan(function);
    plan.calls = calls ? &*calls : nullptr;
    plan.merges = split.getBlockers(function);
    plan.hasMovingStorages = growing.contains(function);
    plan.analyze(callees, options.errors == ErrorMode::Precise);
    bool isError = options.fallback == FallbackMode::Error;
    fail |= isError && !plan.blockers.empty();
    // Of an op on a merged ref there are several.
    DenseSet<std::pair<Location, StringRef>> seen;
    for (const Blocker &blocker : plan.blockers) {
      Location loc = blocker.op->getLoc();
      if (!seen.insert({loc, blocker.reason}).second ||
          (function->hasAttr(kElementsOfAttr) &&
           !remarked
                .insert({loc, StringAttr::get(function.getContext(),
                                              blocker.reason)})
                .second))
        continue;
      (isError ? emitError(loc) : emitRemark(loc))
          << (plan.isPartial() ? "part of the function" : "function")
          << " stays imperative: " << blocker.reason;
    }
    if (options.report && !plan.blockers.empty())
      report.addImperative(plan);
    if (plan.staysImperative) {
      function->setAttr(kImperativeAttr, UnitAttr::get(function.getContext()));
      split.restore(function);
      return WalkResult::advance();
    }
    Builder builder(function.getContext());
    if (plan.isPartial()) {
      SmallVector<int64_t> imperative;
      for (BlockArgument argument : function.getArguments())
        if (isImperativeType(argument.getType()) && plan.isImperative(argument))
          imperative.push_back(argument.getArgNumber());
      function->setAttr(kPartialAttr, builder.getDenseI64ArrayAttr(imperative));
    }
    Rewriter rewriter(plan, options.report ? &report : nullptr, options.local);
    if (failed(rewriter.run()))
      return WalkResult::interrupt();
    if (flat && rewriter.isFlat)
      flat->insert(function);
    function->setAttr(kStageAttr, builder.getI64IntegerAttr(1));
    return WalkResult::advance();
  });
  return failure(fail || result.wasInterrupted());
}

namespace {
struct RewriteMutationsPass
    : tssa::impl::RewriteMutationsPassBase<RewriteMutationsPass> {
  using Base::Base;
  void runOnOperation() final {
    if (failed(expectStage(getOperation(), getArgument(), Stage::Untouched)) ||
        failed(rewriteMutations(getOperation(), {fallback, errors, report})))
      signalPassFailure();
  }
};
} // namespace
