// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists as objects of the runtime. An element is handed over as words in the
// frame of the function: a descriptor, or one number (see list.h of the
// runtime).

#include "ListLowering.h"
#include "CheckLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tensorssa-runtime/checks.h"
#include "tensorssa-runtime/host.h"
#include "tensorssa-runtime/list.h"
#include "tensorssa-runtime/value.h"
#include "tensorssa/Transforms/Buffers.h"

using namespace mlir;
using namespace mlir::tssa;

Type tssa::getListPointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

bool tssa::isListOp(Operation *op) {
  return isa<ListCreateOp, ListLenOp, ListGetOp, ListSetOp, ListAppendOp,
             ListInsertOp, ListPopOp>(op);
}

namespace {

/// How the runtime holds elements of a type.
struct ElementKind {
  tssa_value_kind_t kind = TSSA_VALUE_NONE;
  tssa_dtype_t dtype = TSSA_DTYPE_BOOL;
  int64_t rank = 0;
  int64_t words = 1;
};

class ListLowering {
public:
  ListLowering(OpBuilder &builder, ErrorSites &sites, Operation *op)
      : builder(builder), sites(sites), op(op), loc(op->getLoc()) {}

  LogicalResult run();
  FailureOr<SmallVector<Value>> callHost(func::FuncOp callee, TypeRange types,
                                         const llvm::BitVector &areValues,
                                         const llvm::BitVector &haveLayout);

private:
  FailureOr<ElementKind> getKind(Type type);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value call(StringRef name, ValueRange operands, Type result,
             bool takesContext);
  Value getLength(Value list);
  Value checkIndex(Value list, Value index);
  void store(Value value, Value words, int64_t at) {
    memref::StoreOp::create(builder, loc, value, words, constant(at));
  }
  Value load(Value words, int64_t at) {
    return memref::LoadOp::create(builder, loc, words, constant(at));
  }
  Value getAddress(Value words) {
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, words);
  }
  LogicalResult put(Value list, Value index, bool replace, Value element);
  FailureOr<Value> take(Value list, Value position, bool remove, Type type,
                        const Twine &what);
  Value createFacts(func::FuncOp callee, const llvm::BitVector &areValues,
                    const llvm::BitVector &haveLayout);
  void storeElement(const ElementKind &kind, Value element, Value words);
  void storeExpected(MemRefType buffer, Value words);
  Value loadElement(Type type, Value words);

  OpBuilder &builder;
  ErrorSites &sites;
  Operation *op;
  Location loc;
};

} // namespace

/// The runtime's number of an element type.
static std::optional<tssa_dtype_t> getDType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32() ? TSSA_DTYPE_C64 : TSSA_DTYPE_C128;
  if (type.isBF16())
    return TSSA_DTYPE_BF16;
  if (!type.isIntOrFloat())
    return std::nullopt;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return TSSA_DTYPE_BOOL;
  case 8:
    return type.isUnsignedInteger() ? TSSA_DTYPE_U8 : TSSA_DTYPE_I8;
  case 16:
    return isa<FloatType>(type) ? TSSA_DTYPE_F16 : TSSA_DTYPE_I16;
  case 32:
    return isa<FloatType>(type) ? TSSA_DTYPE_F32 : TSSA_DTYPE_I32;
  case 64:
    return isa<FloatType>(type) ? TSSA_DTYPE_F64 : TSSA_DTYPE_I64;
  default:
    return std::nullopt;
  }
}

FailureOr<ElementKind> ListLowering::getKind(Type type) {
  ElementKind result;
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    std::optional<tssa_dtype_t> dtype = getDType(buffer.getElementType());
    if (!dtype)
      return op->emitOpError("cannot be lowered: the runtime has no element "
                             "type ")
             << buffer.getElementType();
    result.kind = TSSA_VALUE_TENSOR;
    result.dtype = *dtype;
    result.rank = buffer.getRank();
    result.words = 3 + 2 * result.rank;
  } else if (type == getListPointerType(builder.getContext())) {
    result.kind = TSSA_VALUE_LIST;
  } else if (type.isF64()) {
    result.kind = TSSA_VALUE_FLOAT;
  } else if (type.isInteger(1)) {
    result.kind = TSSA_VALUE_BOOL;
  } else {
    result.kind = TSSA_VALUE_INT;
  }
  return result;
}

Value ListLowering::call(StringRef name, ValueRange operands, Type result,
                         bool takesContext) {
  FunctionType type = builder.getFunctionType(
      operands.getTypes(), result ? TypeRange(result) : TypeRange());
  func::FuncOp function =
      getRuntimeFunction(builder, op, name, type, takesContext);
  auto call = func::CallOp::create(builder, loc, function, operands);
  return result ? call.getResult(0) : Value();
}

Value ListLowering::getLength(Value list) {
  return call("tssa_rt_list_length", list, builder.getIndexType(),
              /*takesContext=*/false);
}

/// The position of an element that must exist.
Value ListLowering::checkIndex(Value list, Value index) {
  Value size = getLength(list), zero = constant(0);
  Value low = arith::SubIOp::create(builder, loc, zero, size);
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
  };
  Value inside = arith::AndIOp::create(
      builder, loc, compare(arith::CmpIPredicate::sge, index, low),
      compare(arith::CmpIPredicate::slt, index, size));
  createCheckFor(builder, op, inside, TSSA_CHECK_INDEX_STATUS,
                 TSSA_CHECK_INDEX_MESSAGE, {low, size, index});
  Value fromEnd = arith::AddIOp::create(builder, loc, index, size);
  Value negative = compare(arith::CmpIPredicate::slt, index, zero);
  return arith::SelectOp::create(builder, loc, negative, fromEnd, index);
}

void ListLowering::storeElement(const ElementKind &kind, Value element,
                                Value words) {
  Type index = builder.getIndexType(), i64 = builder.getI64Type();
  if (kind.kind == TSSA_VALUE_TENSOR) {
    Value address = BufferAddressOp::create(builder, loc, element);
    auto layout =
        memref::ExtractStridedMetadataOp::create(builder, loc, element);
    store(address, words, 0);
    store(address, words, 1);
    store(layout.getOffset(), words, 2);
    for (int64_t i = 0; i < kind.rank; ++i) {
      store(layout.getSizes()[i], words, 3 + i);
      store(layout.getStrides()[i], words, 3 + kind.rank + i);
    }
    return;
  }
  if (kind.kind == TSSA_VALUE_LIST)
    element = LLVM::PtrToIntOp::create(builder, loc, i64, element);
  if (kind.kind == TSSA_VALUE_FLOAT)
    element = arith::BitcastOp::create(builder, loc, i64, element);
  if (kind.kind == TSSA_VALUE_BOOL)
    element = arith::ExtUIOp::create(builder, loc, i64, element);
  if (!element.getType().isIndex())
    element = arith::IndexCastOp::create(builder, loc, index, element);
  store(element, words, 0);
}

Value ListLowering::loadElement(Type type, Value words) {
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    int64_t rank = buffer.getRank();
    Value base = BufferAtOp::create(
        builder, loc, MemRefType::get({}, buffer.getElementType()),
        load(words, 0));
    view::StridedView view;
    view.offset = load(words, 2);
    for (int64_t i = 0; i < rank; ++i) {
      view.sizes.push_back(load(words, 3 + i));
      view.strides.push_back(load(words, 3 + rank + i));
    }
    return buildBuffer(builder, loc, base, view, buffer);
  }
  Value word = load(words, 0);
  if (type.isIndex())
    return word;
  Value bits =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), word);
  if (type == getListPointerType(builder.getContext()))
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  if (type.isF64())
    return arith::BitcastOp::create(builder, loc, type, bits);
  if (type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, bits);
  return bits;
}

/// What a tensor that is read must be.
void ListLowering::storeExpected(MemRefType buffer, Value words) {
  int64_t rank = buffer.getRank(), offset;
  SmallVector<int64_t> strides;
  [[maybe_unused]] LogicalResult strided =
      buffer.getStridesAndOffset(strides, offset);
  assert(succeeded(strided) && "buffers of refs are strided");
  auto expect = [&](int64_t value, int64_t at) {
    store(constant(ShapedType::isDynamic(value) ? TSSA_LIST_ANY : value), words,
          at);
  };
  expect(offset, 2);
  for (int64_t i = 0; i < rank; ++i) {
    expect(buffer.getDimSize(i), 3 + i);
    expect(strides[i], 3 + rank + i);
  }
}

LogicalResult ListLowering::put(Value list, Value index, bool replace,
                                Value element) {
  FailureOr<ElementKind> kind = getKind(element.getType());
  if (failed(kind))
    return failure();
  Value words = createFrameWords(builder, loc, kind->words);
  storeElement(*kind, element, words);
  call("tssa_rt_list_put",
       {list, index, constant(replace), constant(kind->kind),
        constant(kind->dtype), constant(kind->rank), getAddress(words)},
       {}, /*takesContext=*/true);
  return success();
}

/// Reads the element at a position that exists; an error calls it `what`.
FailureOr<Value> ListLowering::take(Value list, Value position, bool remove,
                                    Type type, const Twine &what) {
  FailureOr<ElementKind> kind = getKind(type);
  if (failed(kind))
    return failure();
  Value words = createFrameWords(builder, loc, kind->words);
  if (auto buffer = dyn_cast<MemRefType>(type))
    storeExpected(buffer, words);
  LLVM::GlobalOp site = sites.create(loc, TSSA_STATUS_SHAPE_MISMATCH,
                                     op->getName().getStringRef(), what.str());
  call("tssa_rt_list_take",
       {LLVM::AddressOfOp::create(builder, loc, site), list, position,
        constant(remove), constant(kind->kind), constant(kind->dtype),
        constant(kind->rank), getAddress(words)},
       {}, /*takesContext=*/true);
  return loadElement(type, words);
}

/// What a declaration says, as the runtime wants it.
Value ListLowering::createFacts(func::FuncOp callee,
                                const llvm::BitVector &areValues,
                                const llvm::BitVector &haveLayout) {
  SmallVector<int64_t> facts;
  for (unsigned i = 0, e = callee.getNumResults(); i < e; ++i) {
    auto alias = callee.getResultAttrOfType<IntegerAttr>(i, kReturnsAliasAttr);
    facts.push_back(alias                                  ? alias.getInt()
                    : !callee.getResultAttr(i, kFreshAttr) ? TSSA_ORIGIN_UNKNOWN
                    : haveLayout.test(i) ? TSSA_ORIGIN_FRESH_STRIDED
                                         : TSSA_ORIGIN_FRESH);
  }
  for (unsigned i = 0, e = callee.getNumArguments(); i < e; ++i)
    facts.push_back(!areValues.test(i) && (callee.getArgAttr(i, kWritesAttr) ||
                                           !callee.getArgAttr(i, kReadsAttr)));
  Value words = createFrameWords(builder, loc, facts.size());
  for (auto [i, fact] : llvm::enumerate(facts))
    store(constant(fact), words, i);
  return words;
}

FailureOr<SmallVector<Value>>
ListLowering::callHost(func::FuncOp callee, TypeRange types,
                       const llvm::BitVector &areValues,
                       const llvm::BitVector &haveLayout) {
  builder.setInsertionPoint(op);
  Value list =
      call("tssa_rt_list_create", {}, getListPointerType(builder.getContext()),
           /*takesContext=*/true);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (failed(put(list, constant(i), /*replace=*/false, operand)))
      return failure();
  LLVM::GlobalOp site =
      sites.create(loc, TSSA_STATUS_UNSUPPORTED, op->getName().getStringRef(),
                   callee.getSymName());
  call("tssa_rt_call",
       {LLVM::AddressOfOp::create(builder, loc, site), list,
        constant(types.size()),
        getAddress(createFacts(callee, areValues, haveLayout))},
       {}, /*takesContext=*/true);
  SmallVector<Value> results;
  for (auto [i, type] : llvm::enumerate(types)) {
    FailureOr<Value> result =
        take(list, constant(i), /*remove=*/false, type, "result " + Twine(i));
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}

LogicalResult ListLowering::run() {
  builder.setInsertionPoint(op);
  // The operands are those of the op's definition, in order; their types are
  // not.
  if (isa<ListCreateOp>(op)) {
    Value list = call("tssa_rt_list_create", {},
                      getListPointerType(builder.getContext()),
                      /*takesContext=*/true);
    for (auto [i, element] : llvm::enumerate(op->getOperands()))
      if (failed(put(list, constant(i), /*replace=*/false, element)))
        return failure();
    op->getResult(0).replaceAllUsesWith(list);
  } else if (isa<ListLenOp>(op)) {
    op->getResult(0).replaceAllUsesWith(getLength(op->getOperand(0)));
  } else if (isa<ListGetOp, ListPopOp>(op)) {
    Value list = op->getOperand(0);
    FailureOr<Value> element =
        take(list, checkIndex(list, op->getOperand(1)), isa<ListPopOp>(op),
             op->getResult(0).getType(), /*what=*/"");
    if (failed(element))
      return failure();
    op->getResult(0).replaceAllUsesWith(*element);
  } else if (isa<ListSetOp>(op)) {
    Value list = op->getOperand(1);
    if (failed(put(list, checkIndex(list, op->getOperand(2)),
                   /*replace=*/true, op->getOperand(0))))
      return failure();
  } else {
    Value list = op->getOperand(1);
    Value index = isa<ListAppendOp>(op) ? getLength(list) : op->getOperand(2);
    if (failed(put(list, index, /*replace=*/false, op->getOperand(0))))
      return failure();
  }
  op->erase();
  return success();
}

LogicalResult tssa::lowerListOp(OpBuilder &builder, ErrorSites &sites,
                                Operation *op) {
  return ListLowering(builder, sites, op).run();
}

FailureOr<SmallVector<Value>>
tssa::lowerHostCall(OpBuilder &builder, ErrorSites &sites, func::CallOp call,
                    func::FuncOp callee, TypeRange types,
                    const llvm::BitVector &areValues,
                    const llvm::BitVector &haveLayout) {
  return ListLowering(builder, sites, call)
      .callHost(callee, types, areValues, haveLayout);
}
