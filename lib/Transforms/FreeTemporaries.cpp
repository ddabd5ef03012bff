// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tssa-free-temporaries`: the simplest deallocation that is right for results
// with identity. Upstream's ownership-based pass copies aliased results; here
// what is not provably temporary is left to the host, which sweeps the call's
// memory.

#include "KeptBuffers.h"
#include "RefSnapshots.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include "tensorssa/Transforms/Passes.h"

namespace mlir::tssa {
#define GEN_PASS_DEF_FREETEMPORARIESPASS
#include "tensorssa/Transforms/Passes.h.inc"
} // namespace mlir::tssa

using namespace mlir;
using namespace mlir::tssa;

/// Whether a buffer may live on in a list or behind an address after `user`.
static bool mayKeep(Operation *user) {
  if (isa<CallOpInterface>(user))
    return !user->hasAttr(kKeepsNothingAttr);
  return isa<memref::DeallocOp, BufferAddressOp>(user);
}

/// The last op of the block of `buffer` that uses it or a name of it; fails
/// where a name outlives the block.
static FailureOr<Operation *>
findLastUse(Value buffer, const BufferViewFlowAnalysis &aliases) {
  Block *block = buffer.getParentBlock();
  Operation *last = buffer.getDefiningOp();
  for (Value name : aliases.resolve(buffer)) {
    for (Operation *user : name.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || ancestor->hasTrait<OpTrait::IsTerminator>() ||
          mayKeep(user))
        return failure();
      if (last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
  }
  return last;
}

/// Whether a buffer of this size may be allocated although the loop that would
/// have done it runs no trip: a constant or the size of a buffer that exists.
static bool isExistingSize(Value size) {
  Operation *op = size.getDefiningOp();
  return op && (op->hasTrait<OpTrait::ConstantLike>() ||
                isa<memref::DimOp, memref::ExtractStridedMetadataOp>(op));
}

/// The outermost sequential loop around `alloc` at whose start its sizes are
/// known, if nothing but loops is in between.
static Operation *findHoistTarget(memref::AllocOp alloc) {
  Operation *target = nullptr;
  if (!llvm::all_of(alloc.getOperands(), isExistingSize))
    return target;
  Operation *op = alloc;
  while (isa<scf::ForOp, scf::WhileOp>(op->getParentOp())) {
    auto loop = cast<LoopLikeOpInterface>(op->getParentOp());
    if (!llvm::all_of(alloc.getOperands(), [&](Value size) {
          return loop.isDefinedOutsideOfLoop(size);
        }))
      break;
    op = target = loop;
  }
  return target;
}

/// Buffers of a few elements, and how many bytes of them a function may have,
/// go to the stack: LLVM keeps most of them in registers.
static constexpr int64_t kMaxStackBuffer = 256, kMaxStackFrame = 8192;

/// The bytes of a buffer of static size, or -1.
static int64_t getStaticBytes(MemRefType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !element.isIntOrIndexOrFloat())
    return -1;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return llvm::divideCeil(bits, 8) * type.getNumElements();
}

/// Whether one buffer at the function's entry serves every execution of
/// `alloc`: nothing around it runs more than once at a time.
static bool isSequential(memref::AllocOp alloc) {
  Operation *op = alloc->getParentOp();
  while (isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op))
    op = op->getParentOp();
  return isa<func::FuncOp>(op);
}

/// Whether the runtime is asked for the size of the storage, which it knows of
/// what it allocated.
static bool isMeasured(memref::AllocOp alloc,
                       const BufferViewFlowAnalysis &aliases) {
  for (Value name : aliases.resolve(alloc.getResult()))
    for (Operation *user : name.getUsers())
      if ((isa<StorageSizeOp>(user) && !user->use_empty()) ||
          user->hasAttr(kMeasuresAttr))
        return true;
  return false;
}

namespace {
struct FreeTemporariesPass
    : public tssa::impl::FreeTemporariesPassBase<FreeTemporariesPass> {
  void runOnOperation() override {
    SmallVector<Value> buffers;
    getOperation().walk([&](Operation *op) {
      if (isa<memref::AllocOp>(op))
        buffers.push_back(op->getResult(0));
      auto owned = op->getAttrOfType<DenseI64ArrayAttr>(kOwnedResultsAttr);
      if (!owned)
        return;
      for (int64_t number : owned.asArrayRef())
        buffers.push_back(op->getResult(number));
      op->removeAttr(kOwnedResultsAttr);
    });
    if (buffers.empty())
      return;
    BufferViewFlowAnalysis aliases(getOperation());
    SmallVector<memref::AllocOp> onStack;
    int64_t frame = 0;
    for (Value buffer : buffers) {
      if (failed(findLastUse(buffer, aliases)))
        continue;
      auto alloc = buffer.getDefiningOp<memref::AllocOp>();
      int64_t bytes = alloc ? getStaticBytes(alloc.getType()) : -1;
      if (bytes >= 0 && bytes <= kMaxStackBuffer &&
          frame + bytes <= kMaxStackFrame && isSequential(alloc) &&
          !isMeasured(alloc, aliases)) {
        frame += bytes;
        onStack.push_back(alloc);
        continue;
      }
      // A buffer that no name outlives is written anew in each trip.
      if (Operation *loop = alloc ? findHoistTarget(alloc) : nullptr)
        alloc->moveBefore(loop);
      FailureOr<Operation *> last = findLastUse(buffer, aliases);
      if (failed(last))
        continue;
      OpBuilder builder(&getContext());
      builder.setInsertionPointAfter(*last);
      memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
    }
    OpBuilder entry = OpBuilder::atBlockBegin(&getOperation().front());
    for (memref::AllocOp alloc : onStack) {
      auto slot =
          memref::AllocaOp::create(entry, alloc.getLoc(), alloc.getType(),
                                   ValueRange(), alloc.getAlignmentAttr());
      alloc.replaceAllUsesWith(slot.getMemref());
    }
    // Last, because the first of them may be where the builder stands.
    for (memref::AllocOp alloc : onStack)
      alloc.erase();
  }
};
} // namespace
