// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tssa-verify-functional: what later passes may rely on. Users meet "still
// mutates" with a location here instead of a failed lowering further on.

#include "FunctionPlan.h"
#include "ResultIdentity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/IndexProof.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Transforms/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_VERIFYFUNCTIONALPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;
using view::ViewKindInterface;
using view::ViewShape;

namespace {

class FunctionVerifier {
public:
  explicit FunctionVerifier(func::FuncOp function)
      : function(function), reads(function.getNumArguments()),
        writes(function.getNumArguments()) {}

  /// Emits an error for everything that is not functional.
  LogicalResult verify();

private:
  void verifyOp(Operation *op);
  void verifyBoundary(Operation *op, StringRef verb, Value ref,
                      SmallVectorImpl<Operation *> &seen);
  void verifyResult(func::ReturnOp op, unsigned number);
  void verifyElement(Operation *op, Value element);
  bool verifyImperative(Operation *op);
  bool isImperative(Value ref);
  void verifyStorageUses(Operation *op);
  void verifyChoiceUses(Operation *op, Value ref);
  void verifyIndices(Operation *op, ViewKindInterface kind, Value source,
                     ValueRange operands);
  BlockArgument getArgument(Value ref) {
    auto argument = dyn_cast<BlockArgument>(ref);
    return argument && argument.getOwner() == &function.getBody().front()
               ? argument
               : BlockArgument();
  }
  InFlightDiagnostic error(Operation *op) {
    failed = true;
    return op->emitOpError();
  }

  func::FuncOp function;
  AliasForest forest;
  IndexProof proof;
  SmallVector<Operation *> reads, writes;
  bool failed = false;
};

} // namespace

/// What a ref is, for a message.
static std::string describeRef(AliasForest &forest, Value ref) {
  Value root = forest.getRoot(ref);
  std::string text = root && root == ref ? "" : "a view of ";
  if (auto argument = dyn_cast_or_null<BlockArgument>(root))
    return text + "argument " + std::to_string(argument.getArgNumber());
  return text + "a storage that is no argument";
}

/// Whether a ref or list names only storages that stayed imperative.
bool FunctionVerifier::isImperative(Value ref) {
  if (!isPartial(function))
    return false;
  bool holds = true;
  forEachChoice(ref, [&](Value one) {
    while (auto alias = one.getDefiningOp<AliasOpInterface>())
      one = alias.getAliasedRef();
    if (BlockArgument argument = getArgument(one))
      holds &= isImperativeArgument(function, argument.getArgNumber());
    else
      holds &= !one.getDefiningOp<MaterializeResultOp>();
  });
  return holds;
}

/// What is done to storages that stayed imperative is no concern of versions,
/// unless one op has to do with both. Returns whether the op is such a one.
bool FunctionVerifier::verifyImperative(Operation *op) {
  if (!isPartial(function) || isa<func::ReturnOp>(op))
    return false;
  if (auto create = dyn_cast<ListCreateOp>(op); create && isResultList(create))
    return false;
  if (isResultAppend(op))
    return false;
  SmallVector<Value> names = collectNames(op);
  auto *imperative =
      llvm::find_if(names, [&](Value name) { return isImperative(name); });
  if (imperative == names.end())
    return false;
  for (Value name : names)
    if (!isImperative(name)) {
      error(op) << "uses a ref that stayed imperative together with "
                << describeRef(forest, name) << ", which did not";
      break;
    }
  return true;
}

/// A `tssa.read` or `tssa.write`: of an argument, at the top level, once.
void FunctionVerifier::verifyBoundary(Operation *op, StringRef verb, Value ref,
                                      SmallVectorImpl<Operation *> &seen) {
  BlockArgument argument = getArgument(ref);
  if (!argument) {
    InFlightDiagnostic diagnostic = error(op);
    diagnostic << "still " << verb << " " << describeRef(forest, ref);
    if (Operation *source = ref.getDefiningOp())
      diagnostic.attachNote(source->getLoc()) << "the ref comes from here";
    return;
  }
  if (op->getBlock() != &function.getBody().front()) {
    error(op) << "still " << verb << " argument " << argument.getArgNumber()
              << " inside a region, expected it in the function's body";
    return;
  }
  Operation *&first = seen[argument.getArgNumber()];
  if (first) {
    error(op).attachNote(first->getLoc())
        << "expected argument " << argument.getArgNumber()
        << " to be accessed once, as it is here";
    return;
  }
  first = op;
  if (isa<ReadOp>(op))
    if (Operation *write = writes[argument.getArgNumber()])
      error(op).attachNote(write->getLoc())
          << "expected the read to be before this write to argument "
          << argument.getArgNumber();
}

/// Whether `op` runs at most once, after everything that is decided by
/// branches around it.
static bool isInBranches(Operation *op, func::FuncOp function) {
  while (op->getParentOp() != function) {
    op = op->getParentOp();
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return false;
  }
  return true;
}

/// Whether `op` is a view of what goes into a list that is a result, which may
/// be made in a loop.
static bool isOnlyAppended(Operation *op) {
  return isa<view::OfOp>(op) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isResultAppend(user) || isOnlyAppended(user);
         });
}

/// Whether `op` chooses between refs or passes a choice on.
static bool isChoice(Operation *op) {
  return isa<arith::SelectOp, scf::IfOp, scf::IndexSwitchOp>(op) ||
         (isa<scf::YieldOp>(op) &&
          isa<scf::IfOp, scf::IndexSwitchOp>(op->getParentOp()));
}

/// What was chosen may only be chosen from again, viewed and returned.
void FunctionVerifier::verifyChoiceUses(Operation *op, Value ref) {
  if (!isInBranches(op, function))
    error(op) << "chooses between refs inside a region that is no branch, "
                 "expected it in the function's body";
  for (Operation *user : ref.getUsers())
    if (!isa<func::ReturnOp, DimOp>(user) && !isChoice(user))
      error(user).attachNote(op->getLoc())
          << "expected this ref to be only returned";
}

/// What names a result's storage may only be viewed and returned.
void FunctionVerifier::verifyStorageUses(Operation *op) {
  for (Operation *user : op->getUsers())
    if (!isa<view::OfOp, func::ReturnOp, DimOp, ListCreateOp, ListAppendOp>(
            user) &&
        !isChoice(user))
      error(user).attachNote(op->getLoc())
          << "expected this ref to be only viewed and returned";
}

void FunctionVerifier::verifyResult(func::ReturnOp op, unsigned number) {
  auto declared = getDeclaredStorages(function, number);
  forEachChoice(op.getOperand(number), [&](Value ref) {
    if (isImperative(ref))
      return;
    Value storage = ref;
    while (auto of = storage.getDefiningOp<view::OfOp>())
      storage = of.getSource();
    if (BlockArgument argument = getArgument(storage)) {
      if (!declared.contains(argument.getArgNumber()))
        error(op) << "expected result " << number << " to be marked '"
                  << kAliasAttr << " = " << argument.getArgNumber() << "', or '"
                  << kChoiceAttr << "' with it";
      return;
    }
    if (!storage.getDefiningOp<MaterializeResultOp>()) {
      error(op) << "expected result " << number
                << " to be an argument, a 'tssa.materialize_result' or a view "
                   "of one but got "
                << storage;
      return;
    }
    if (!declared.contains(kFreshStorage))
      error(op) << "expected result " << number << " to be marked '"
                << kFreshAttr << "', or '" << kChoiceAttr << "' with "
                << kFreshStorage;
  });
}

/// An element of a result.
void FunctionVerifier::verifyElement(Operation *op, Value element) {
  if (isImperative(element))
    return;
  Value storage = element;
  while (auto of = storage.getDefiningOp<view::OfOp>())
    storage = of.getSource();
  if (!getArgument(storage) && !storage.getDefiningOp<MaterializeResultOp>())
    error(op) << "expected each element to be an argument, a "
                 "'tssa.materialize_result' or a view of one but got "
              << storage;
}

void FunctionVerifier::verifyIndices(Operation *op, ViewKindInterface kind,
                                     Value source, ValueRange operands) {
  ViewShape shape(cast<ShapedType>(source.getType()));
  bool isFirst = true;
  forEachMember(
      kind, operands, [&](ViewKindInterface member, ValueRange given) {
        if (auto select = dyn_cast<view::SelectAttr>(member)) {
          int64_t extent = shape.sizes[select.getDim()];
          Dimension dimension{
              isFirst ? source : Value(), select.getDim(), extent, {}};
          if (given.empty()) {
            if (ShapedType::isDynamic(extent))
              error(op) << "expected the index " << select.getIndex()
                        << " of a dynamic dimension to come from "
                           "'tssa.check_index'";
          } else if (!proof.isInRange(given.front(), dimension) &&
                     !proof.mayBeChecked(given.front(), dimension)) {
            InFlightDiagnostic diagnostic = error(op);
            diagnostic << "expected the index of dimension " << select.getDim()
                       << " to be proven to lie in a size of ";
            if (ShapedType::isDynamic(extent))
              diagnostic << "?";
            else
              diagnostic << extent;
            diagnostic << "; check it by 'tssa.check_index'";
            diagnostic.attachNote(given.front().getLoc())
                << "the index is here";
          }
        }
        isFirst = false;
        FailureOr<ViewShape> next =
            member.inferResultShape(shape, [&] { return op->emitOpError(); });
        if (succeeded(next))
          shape = *next;
      });
}

void FunctionVerifier::verifyOp(Operation *op) {
  if (verifyImperative(op))
    return;
  if (auto access = dyn_cast<view::AccessOp>(op))
    return verifyIndices(op, access.getKind(), access.getSource(),
                         access.getIndices());
  if (auto assign = dyn_cast<view::AssignOp>(op))
    return verifyIndices(op, assign.getKind(), assign.getDest(),
                         assign.getIndices());
  if (auto read = dyn_cast<ReadOp>(op))
    return verifyBoundary(op, "reads", read.getRef(), reads);
  if (auto write = dyn_cast<WriteOp>(op))
    return verifyBoundary(op, "mutates", write.getRef(), writes);
  if (isa<AllocOp>(op)) {
    error(op) << "still allocates storage of identity, expected a value";
    return;
  }
  if (isa<CurrentOp, UpdateOp>(op)) {
    error(op) << "still names a version, expected 'tssa-rename-versions' to "
                 "have removed it";
    return;
  }
  if (isa<MaterializeResultOp, view::OfOp>(op)) {
    if (auto of = dyn_cast<view::OfOp>(op)) {
      if (!getArgument(of.getSource()) &&
          !of.getSource().getDefiningOp<MaterializeResultOp>() &&
          !of.getSource().getDefiningOp<view::OfOp>())
        error(op) << "expected the source to be an argument, a "
                     "'tssa.materialize_result' or a view of one";
      verifyIndices(op, of.getKind(), of.getSource(), of.getIndices());
    }
    if (!isInBranches(op, function) && !isOnlyAppended(op))
      error(op)
          << "names a result's storage inside a region that is no branch, "
             "expected it in the function's body";
    return verifyStorageUses(op);
  }
  if (auto ret = dyn_cast<func::ReturnOp>(op)) {
    for (auto [number, type] : llvm::enumerate(ret.getOperandTypes()))
      if (isa<RefType>(type))
        verifyResult(ret, number);
    return;
  }
  if (isa<DimOp, CheckViewOp>(op))
    return;
  // Chosen refs are only returned, which is verified there.
  if (isChoice(op)) {
    for (Value value : op->getResults())
      if (isa<RefType>(value.getType()))
        verifyChoiceUses(op, value);
    return;
  }
  if (auto create = dyn_cast<ListCreateOp>(op);
      create && isResultList(create)) {
    for (Value element : create.getElements())
      verifyElement(create, element);
    return;
  }
  if (isResultAppend(op))
    return verifyElement(op, op->getOperand(0));
  if (llvm::any_of(op->getOperandTypes(), isImperativeType) ||
      llvm::any_of(op->getResultTypes(), isImperativeType))
    error(op) << "still uses a ref or a list in a functional function";
}

LogicalResult FunctionVerifier::verify() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      verifyOp(op);
  });
  return failure(failed);
}

namespace {
struct VerifyFunctionalPass
    : tssa::impl::VerifyFunctionalPassBase<VerifyFunctionalPass> {
  void runOnOperation() final {
    bool failed = false;
    getOperation().walk([&](func::FuncOp function) {
      if (function->hasAttr(kFunctionalAttr) && !function.isDeclaration())
        failed |= mlir::failed(FunctionVerifier(function).verify());
    });
    if (failed)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
