// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the versions of a functional function live in memory, found from SSA.
// The rationale and the proof are in docs/design/place-versions.md.
//
// The one invariant: at every write to a part of a buffer, no value that lives
// in the buffer, other than the result of the write, has a use that may run
// later and reads an element of that part. So every use reads what SSA says.

#ifndef TENSORSSA_ANALYSIS_VERSIONCLASSES_H
#define TENSORSSA_ANALYSIS_VERSIONCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa/Analysis/TensorSizes.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"
#include <deque>

namespace mlir::tssa {

/// A part of a buffer; no kind is the whole.
struct BufferPart {
  view::ViewKindInterface kind;
  SmallVector<Value, 2> operands;

  bool isWhole() const { return !kind; }
  /// The part that `inner` of this part is.
  BufferPart compose(view::ViewKindInterface inner, ValueRange operands) const;
};

enum class PartRelation { Same, Disjoint, MayOverlap };

/// How two parts of a buffer that holds a `base` lie to each other.
PartRelation relateParts(const BufferPart &lhs, const BufferPart &rhs,
                         RankedTensorType base);

/// Whether two parts, taken at one moment, are the same or have nothing in
/// common, so that the elements of one can be computed, each from its
/// counterpart of the other, in any order.
bool areSameOrDisjoint(const BufferPart &lhs, const BufferPart &rhs,
                       RankedTensorType base);

/// Whether the kind names elements by their place in the storage of the source,
/// which for a value are its elements in row-major order, whatever views come
/// before in a path.
bool namesStorage(view::ViewKindInterface kind);

/// Whether a part of a value in memory of this layout is a strided window of
/// it, whatever the strides turn out to be; `layout` then becomes the window's.
/// `isStart` says that the memory is row-major, whatever the strides of sizes
/// of 1 are, and starts at its allocation.
bool hasStridedPart(view::ViewKindInterface kind, ShapedType type,
                    view::StridedLayoutInfo &layout, bool isStart);

/// A piece of memory that versions live in.
struct VersionBuffer {
  enum class Kind {
    Argument, ///< what a ref argument names; `origin` is the ref
    Value,    ///< the read-only memory of a tensor; `origin` is the tensor
    Owned,  ///< allocated before `anchor`, row-major, of the sizes of `origin`
    Carried ///< reached by a descriptor that control flow carries
  };

  /// Something that reads the buffer: a version, or a name for a part of it
  /// that `producer` made.
  struct Reader {
    Value value;
    BufferPart part;
    Operation *producer = nullptr;
    SmallVector<OpOperand *> uses;
  };

  Kind kind = Kind::Owned;
  RankedTensorType type;
  Value origin;
  bool writable = false;
  /// Of an argument: it is row-major from the start of its storage on.
  bool isWhole = false;
  /// It left the function as a result: nothing may write it any more.
  bool escaped = false;
  Operation *anchor = nullptr;
  SmallVector<TracedSize> sizes;
  std::vector<Reader> readers;

  /// The memory itself, once it is built.
  Value memory;

  bool isRowMajor() const {
    return kind == Kind::Owned || kind == Kind::Carried;
  }
};

/// Where a value is.
struct Placement {
  VersionBuffer *buffer = nullptr;
  BufferPart part;
  view::StridedLayoutInfo layout;

  explicit operator bool() const { return buffer; }
  bool isWholeOf(const VersionBuffer *other) const {
    return buffer == other && part.isWhole();
  }
};

/// A result that an op computes straight into memory.
struct DirectWrite {
  OpResult result;
  /// The op whose destination operand is given the memory: `result`'s own op or
  /// the one that initializes it.
  OpOperand *destination = nullptr;
  VersionBuffer *buffer = nullptr;
  /// The assign whose part is written; none: the whole buffer.
  view::AssignOp assign;
};

/// The decisions for one function. Computing them may reorder pure ops and
/// insert copies (as `view.access #view.alias`) but changes no meaning.
class VersionClasses {
public:
  /// Fails with a diagnostic where the function holds what cannot be placed. If
  /// `argumentsStay`, arguments change only where they are written.
  static FailureOr<std::unique_ptr<VersionClasses>>
  compute(func::FuncOp func, bool argumentsStay = false);

  const Placement *lookup(Value value) const {
    auto it = locations.find(value);
    return it == locations.end() ? nullptr : &it->second;
  }

  /// Whether a value there begins where its allocation does.
  bool isStart(const Placement &placement) const {
    const VersionBuffer *buffer = placement.buffer;
    return placement.part.isWhole() &&
           (buffer->isWhole || buffer->kind == VersionBuffer::Kind::Owned ||
            (buffer->kind == VersionBuffer::Kind::Carried &&
             carried.contains(buffer->origin)));
  }

  DenseMap<Value, Placement> locations;
  std::deque<VersionBuffer> buffers;
  /// Accesses whose part is copied, and other ops whose operands are, because a
  /// write comes before the last use.
  DenseSet<Operation *> copied;
  /// Accesses whose part is no strided view of the source.
  DenseSet<Operation *> compacted;
  /// Results written in place, by the first op of the computation.
  DenseMap<Operation *, SmallVector<DirectWrite, 1>> directWrites;
  /// Assigns whose value is computed in place.
  DenseSet<Operation *> directAssigns;
  /// Values of ops that cannot compute in place, copied to their buffer after
  /// it.
  DenseSet<Value> stored;
  /// Results that are the buffer itself.
  DenseSet<Operation *> exclusiveResults;
  /// Reads and writes of refs that are left as they are.
  DenseSet<Operation *> opaqueRefOps;
  /// Carried results and arguments in place of tensors; the sources are given
  /// at the terminators and inits by `moved`.
  DenseSet<Value> carried;
  /// Operands of inits and terminators that hand their buffer over.
  DenseMap<OpOperand *, VersionBuffer *> handOver;

  /// Why something in a buffer is copied on account of an op that writes there:
  /// what reads it.
  struct CopyReason {
    VersionBuffer *buffer;
    Operation *read;
  };
  /// Whether some write must be in place; only then reasons are kept.
  bool hasStrictWrites = false;
  DenseMap<Operation *, SmallVector<CopyReason, 1>> copiesFor;
};

/// Emits an error for each `tssa.must_inplace` that does not hold.
LogicalResult verifyStrictWrites(func::FuncOp func,
                                 const VersionClasses &classes);

} // namespace mlir::tssa

#endif // TENSORSSA_ANALYSIS_VERSIONCLASSES_H
