// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-inline-calls`: calls that pass refs or give them become the body of
// their callee, callees first, so that functionalization sees which part of
// which storage each ref names. Upstream's inliner would ask every dialect for
// its consent and put the caller into locations, which errors and reports name.

#include "CallGraph.h"
#include "DecideBranches.h"
#include "MergedRefs.h"
#include "UnrollCalls.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

namespace {

class CallInliner {
public:
  CallInliner(ModuleOp module, unsigned limit)
      : module(module), symbols(module), limit(limit) {}

  void run();

private:
  /// What is known of a function while callers come after their callees.
  struct State {
    bool isActive = false;
    bool isDone = false;
    bool isRecursive = false;
    /// Whether there are branches that constants may decide.
    bool mayBeDecided = false;
    unsigned numOps = 0;
    /// Of a callee of several blocks: it in structured control flow, if there
    /// is such a form.
    OwningOpRef<func::FuncOp> lifted;
    bool isLifted = false;
  };

  func::FuncOp getCallee(func::CallOp call) {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }
  void visit(func::FuncOp function);
  void unroll(func::FuncOp function);
  bool canInline(func::CallOp call, func::FuncOp callee, unsigned numOps);
  Block *getBody(func::FuncOp callee);
  void inlineCall(func::CallOp call, func::FuncOp callee, Block &body);

  ModuleOp module;
  SymbolTable symbols;
  unsigned limit;
  DenseMap<Operation *, State> states;
  SmallVector<func::FuncOp> path;
  SetVector<Operation *> inlined;
};

} // namespace

static unsigned countOps(func::FuncOp function, bool *hasBranches = nullptr) {
  unsigned count = 0;
  bool found = false;
  function.walk([&](Operation *op) {
    ++count;
    found |= mayBeDecided(op);
  });
  if (hasBranches)
    *hasBranches = found;
  return count;
}

bool CallInliner::canInline(func::CallOp call, func::FuncOp callee,
                            unsigned numOps) {
  const State &state = states[callee];
  return passesRefs(call) && state.isDone && !state.isRecursive &&
         !call.getNoInline() && !callee.getNoInline() &&
         numOps + state.numOps <= limit;
}

/// What takes the place of calls of a function; null where it has several
/// blocks that no structured control flow stands for.
Block *CallInliner::getBody(func::FuncOp callee) {
  if (callee.getBody().hasOneBlock())
    return &callee.front();
  State &state = states[callee];
  if (!state.isLifted) {
    state.isLifted = true;
    state.lifted = callee.clone();
    if (failed(liftControlFlow(*state.lifted)) ||
        !state.lifted->getBody().hasOneBlock())
      state.lifted = {};
    else
      state.numOps = countOps(*state.lifted);
  }
  return state.lifted ? &state.lifted->front() : nullptr;
}

void CallInliner::inlineCall(func::CallOp call, func::FuncOp callee,
                             Block &body) {
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results = llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
  call->replaceAllUsesWith(results);
  call->erase();
  inlined.insert(callee);
}

/// Callees first. What lies on a cycle of calls is recursive and stays.
void CallInliner::visit(func::FuncOp function) {
  State &state = states[function];
  if (state.isDone)
    return;
  if (state.isActive) {
    for (func::FuncOp &other : llvm::reverse(path)) {
      states[other].isRecursive = true;
      if (other == function)
        break;
    }
    return;
  }
  state.isActive = true;
  path.push_back(function);
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    if (func::FuncOp callee = getCallee(call);
        callee && !callee.isDeclaration())
      visit(callee);
  path.pop_back();
  bool mayBeDecided = false;
  unsigned numOps = countOps(function, &mayBeDecided);
  for (func::CallOp call : calls) {
    func::FuncOp callee = getCallee(call);
    if (!callee || callee.isDeclaration() || !canInline(call, callee, numOps))
      continue;
    Block *body = getBody(callee);
    if (!body)
      continue;
    inlineCall(call, callee, *body);
    numOps += states[callee].numOps;
    mayBeDecided |= states[callee].mayBeDecided;
  }
  State &result = states[function];
  result.mayBeDecided = mayBeDecided;
  result.isActive = false;
  result.isDone = true;
  result.numOps = numOps;
}

/// Calls of recursive functions, but from these.
void CallInliner::unroll(func::FuncOp function) {
  if (function.isDeclaration() || states[function].isRecursive)
    return;
  SetVector<Operation *> callees;
  auto getRecursiveBody = [&](func::CallOp call) -> Block * {
    func::FuncOp callee = getCallee(call);
    if (!callee || !states[callee].isRecursive || !passesRefs(call) ||
        call.getNoInline() || callee.getNoInline())
      return nullptr;
    callees.insert(callee);
    return getBody(callee);
  };
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    if (getRecursiveBody(call))
      calls.push_back(call);
  });
  callees.clear();
  for (func::CallOp call : calls) {
    unsigned numOps = states[function].numOps;
    if (unsigned added = unrollCall(call, getRecursiveBody,
                                    limit - std::min(numOps, limit))) {
      states[function].numOps += added;
      states[function].mayBeDecided = true;
      inlined.insert_range(callees);
    }
    callees.clear();
  }
}

void CallInliner::run() {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (!function.isDeclaration())
      visit(function);
  for (func::FuncOp function : functions)
    unroll(function);
  for (func::FuncOp function : functions)
    if (states[function].mayBeDecided)
      decideBranches(function);
  eraseUnreachable(module, inlined);
}

namespace {
struct InlineCallsPass : tssa::impl::InlineCallsPassBase<InlineCallsPass> {
  using Base::Base;
  void runOnOperation() final { CallInliner(getOperation(), limit).run(); }
};
} // namespace
