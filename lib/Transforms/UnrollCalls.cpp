// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `f(x, 3)` with `def f(x, n): …; if n > 0: f(x[1:], n - 1)` is four bodies in
// a row. They are built apart, with constants folded and branches on constants
// decided on the way, and take the place of the call only if that ends.

#include "UnrollCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tssa;

/// Recursion that is deeper, or that becomes larger, stays.
static constexpr unsigned kMaxDepth = 32;
static constexpr unsigned kMaxOps = 2048;

namespace {
class Unroller {
public:
  Unroller(func::CallOp call, GetRecursiveBody getBody, unsigned limit)
      : call(call), getBody(getBody), limit(limit), builder(call) {}

  unsigned run();

private:
  /// Of the calls that are being unrolled: the callee, and its operands where
  /// they are constants.
  using Frame = std::pair<StringRef, SmallVector<Attribute>>;

  bool cloneCall(func::CallOp op, IRMapping &mapping);
  bool cloneBranch(Operation *op, Region *taken, IRMapping &mapping);
  bool cloneBody(Block &block, IRMapping &mapping);
  bool cloneOp(Operation &op, IRMapping &mapping);

  func::CallOp call;
  GetRecursiveBody getBody;
  unsigned limit;
  unsigned numOps = 0;
  OpBuilder builder;
  SmallVector<Frame> frames;
};
} // namespace

static Attribute getConstant(Value value) {
  Attribute constant;
  return matchPattern(value, m_Constant(&constant)) ? constant : Attribute();
}

/// Only constants can end a recursion, so that one which comes again to the
/// same constants has no end.
bool Unroller::cloneCall(func::CallOp op, IRMapping &mapping) {
  Block *body = getBody(op);
  if (!body)
    return false;
  Frame frame{op.getCallee(), {}};
  IRMapping inner;
  for (auto [argument, operand] :
       llvm::zip_equal(body->getArguments(), op.getOperands())) {
    Value given = mapping.lookupOrDefault(operand);
    inner.map(argument, given);
    frame.second.push_back(getConstant(given));
  }
  if (frames.size() == kMaxDepth || llvm::is_contained(frames, frame))
    return false;
  frames.push_back(std::move(frame));
  if (!cloneBody(*body, inner))
    return false;
  frames.pop_back();
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), body->getTerminator()->getOperands()))
    mapping.map(result, inner.lookupOrDefault(value));
  return true;
}

/// A branch of which it is known which region it takes.
bool Unroller::cloneBranch(Operation *op, Region *taken, IRMapping &mapping) {
  // An `scf.if` without an `else` gives nothing.
  if (taken->empty())
    return true;
  if (!cloneBody(taken->front(), mapping))
    return false;
  for (auto [result, value] : llvm::zip_equal(
           op->getResults(), taken->front().getTerminator()->getOperands()))
    mapping.map(result, mapping.lookupOrDefault(value));
  return true;
}

bool Unroller::cloneOp(Operation &op, IRMapping &mapping) {
  auto getNumber = [&](Value value) {
    return getConstantIntValue(mapping.lookupOrDefault(value));
  };
  if (auto inner = dyn_cast<func::CallOp>(op); inner && getBody(inner))
    return cloneCall(inner, mapping);
  if (++numOps > limit)
    return false;
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (std::optional<int64_t> condition = getNumber(branch.getCondition()))
      return cloneBranch(branch,
                         *condition ? &branch.getThenRegion()
                                    : &branch.getElseRegion(),
                         mapping);
  } else if (auto branch = dyn_cast<scf::IndexSwitchOp>(op)) {
    if (std::optional<int64_t> number = getNumber(branch.getArg())) {
      Region *taken = &branch.getDefaultRegion();
      for (auto [value, region] :
           llvm::zip_equal(branch.getCases(), branch.getCaseRegions()))
        if (value == *number)
          taken = &region;
      return cloneBranch(branch, taken, mapping);
    }
  } else if (op.getNumRegions() == 0) {
    Operation *copy = op.clone(mapping);
    SmallVector<Value> results;
    if (isa<arith::ArithDialect>(op.getDialect()) &&
        succeeded(builder.tryFold(copy, results)) &&
        results.size() == op.getNumResults()) {
      copy->destroy();
      mapping.map(op.getResults(), results);
    } else {
      builder.insert(copy);
    }
    return true;
  }
  Operation *copy = op.cloneWithoutRegions(mapping);
  builder.insert(copy);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    // Who inlines has lifted what lies in several blocks, if that can be.
    if (!from.hasOneBlock())
      return false;
    Block &block = from.front();
    Block *body = builder.createBlock(
        &to, to.end(), block.getArgumentTypes(),
        llvm::map_to_vector(block.getArguments(),
                            [](Value it) { return it.getLoc(); }));
    mapping.map(block.getArguments(), body->getArguments());
    if (!cloneBody(block, mapping))
      return false;
    if (block.mightHaveTerminator())
      builder.clone(*block.getTerminator(), mapping);
  }
  return true;
}

/// All of a block but its terminator.
bool Unroller::cloneBody(Block &block, IRMapping &mapping) {
  for (Operation &op : block) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      return true;
    if (!cloneOp(op, mapping))
      return false;
  }
  return true;
}

unsigned Unroller::run() {
  // Apart, so that nothing is left of what does not end.
  Region region;
  builder.createBlock(&region);
  IRMapping mapping;
  if (!cloneCall(call, mapping))
    return 0;
  Block &built = region.front();
  call->getBlock()->getOperations().splice(call->getIterator(),
                                           built.getOperations());
  call->replaceAllUsesWith(llvm::map_to_vector(
      call.getResults(), [&](Value result) { return mapping.lookup(result); }));
  call->erase();
  return std::max(numOps, 1u);
}

unsigned tssa::unrollCall(func::CallOp call, GetRecursiveBody getBody,
                          unsigned limit) {
  if (llvm::none_of(call.getOperands(), getConstant))
    return 0;
  return Unroller(call, getBody, std::min(limit, kMaxOps)).run();
}
