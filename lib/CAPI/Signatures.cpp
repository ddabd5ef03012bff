// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures are taken from the source of a program; what became of a function
// is known once it has been functionalized.

#include "Signatures.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tensorssa-runtime/dtype.h"
#include "tensorssa/Analysis/AliasForest.h"
#include "tensorssa/Analysis/PartialFunctions.h"
#include "tensorssa/Analysis/WrittenArguments.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

static std::string getText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

StringRef tssa::getGivenName(Location loc) {
  StringRef name;
  loc->walk([&](Location inner) {
    if (auto named = dyn_cast<NameLoc>(inner)) {
      name = named.getName();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return name;
}

static_assert(TSSA_DYNAMIC == ShapedType::kDynamic,
              "sizes of types go to the runtime as they are");

static LogicalResult describeTensor(ShapedType type, tssa_type_t &abi,
                                    BoundaryTypes::Details &details) {
  tssa_dtype_t dtype;
  if (!type.hasRank() ||
      tssa_dtype_parse(getText(type.getElementType()).c_str(), &dtype))
    return failure();
  abi.kind = TSSA_VALUE_TENSOR;
  abi.dtype = dtype;
  abi.rank = type.getRank();
  details.sizes.assign(type.getShape().begin(), type.getShape().end());
  if (auto ref = dyn_cast<RefType>(type)) {
    abi.flags = TSSA_TYPE_REF;
    if (StridedLayoutAttr layout = ref.getLayout()) {
      llvm::append_range(details.strides, layout.getStrides());
      abi.offset = layout.getOffset();
    }
  }
  // Of no dimension there is nothing to point to.
  abi.sizes = details.sizes.empty() ? nullptr : details.sizes.data();
  abi.strides = details.strides.empty() ? nullptr : details.strides.data();
  return success();
}

static LogicalResult describe(Type type, tssa_type_t &abi,
                              std::deque<BoundaryTypes::Details> &all) {
  BoundaryTypes::Details &details = all.emplace_back();
  details.text = getText(type);
  abi = {};
  abi.text = details.text.c_str();
  abi.offset = TSSA_DYNAMIC;
  if (isa<RefType, RankedTensorType>(type))
    return describeTensor(cast<ShapedType>(type), abi, details);
  if (isa<AnyRefElementType>(type)) {
    abi.kind = TSSA_VALUE_TENSOR;
    abi.flags = TSSA_TYPE_ANY | TSSA_TYPE_REF;
  } else if (auto list = dyn_cast<ListType>(type)) {
    abi.kind = TSSA_VALUE_LIST;
    abi.bytes = sizeof(void *);
    details.element = std::make_unique<tssa_type_t>();
    abi.element = details.element.get();
    return describe(list.getElementType(), *details.element, all);
  } else if (type.isInteger(1)) {
    abi.kind = TSSA_VALUE_BOOL;
    abi.bytes = 1;
  } else if (type.isIndex() || type.isInteger(8) || type.isInteger(16) ||
             type.isInteger(32) || type.isInteger(64)) {
    abi.kind = TSSA_VALUE_INT;
    abi.bytes = type.isIndex() ? 8 : type.getIntOrFloatBitWidth() / 8;
  } else if (type.isF32() || type.isF64()) {
    abi.kind = TSSA_VALUE_FLOAT;
    abi.bytes = type.getIntOrFloatBitWidth() / 8;
  } else {
    return failure();
  }
  return success();
}

LogicalResult BoundaryTypes::add(Type type) {
  source.push_back(type);
  return describe(type, abi.emplace_back(), details);
}

/// A declaration is a function of the host, which the runtime calls with
/// tensors and numbers.
static LogicalResult verifyHostFunction(func::FuncOp function) {
  auto verify = [&](StringRef what, TypeRange types) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      BoundaryTypes described;
      if (failed(described.add(type)) || isa<ListType>(type) ||
          isa<AnyRefElementType>(type) ||
          (!isa<ShapedType, RefType>(type) && !type.isF64() &&
           !type.isIndex() && !type.isInteger(1) && !type.isInteger(64)))
        return function.emitError("unsupported type of ")
               << what << " " << i
               << " of a function without a body, which is the host's: " << type
               << "; expected a ref, tensor, i64, index, f64 or i1";
    }
    return success();
  };
  return success(succeeded(verify("argument", function.getArgumentTypes())) &&
                 succeeded(verify("result", function.getResultTypes())));
}

/// How many arguments and allocations of a function are storages, or lists that
/// hold such.
static int64_t countRoots(func::FuncOp function) {
  int64_t count = llvm::count_if(function.getArgumentTypes(),
                                 llvm::IsaPred<RefType, ListType>);
  function.walk([&](AllocOp) { ++count; });
  return count;
}

/// Where the storage of a result comes from, as a return gives it.
static int64_t getOrigin(func::FuncOp function, Value result,
                         AliasForest &forest) {
  // A value is copied out.
  if (!isa<RefType>(result.getType()))
    return TSSA_ORIGIN_FRESH;
  Value root = forest.getRoot(result);
  if (root && root.getDefiningOp<AllocOp>())
    return TSSA_ORIGIN_FRESH;
  auto argument = dyn_cast_or_null<BlockArgument>(root);
  if (argument && argument.getOwner() == &function.front())
    return argument.getArgNumber();
  return TSSA_ORIGIN_UNKNOWN;
}

/// Notes of each result where its storage comes from, whichever return it is.
static void noteOrigins(func::FuncOp function, BoundaryTypes &outputs) {
  AliasForest forest;
  bool isFirst = true;
  function.walk([&](func::ReturnOp op) {
    for (auto [type, value] : llvm::zip_equal(outputs.abi, op.getOperands())) {
      int64_t origin = getOrigin(function, value, forest);
      type.origin =
          isFirst || type.origin == origin ? origin : TSSA_ORIGIN_UNKNOWN;
    }
    isFirst = false;
  });
}

LogicalResult Signatures::add(ModuleOp module) {
  WrittenArguments written(module);
  WrittenArguments elementsWritten(module, /*storagesOnly=*/true);
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration()) {
      if (failed(verifyHostFunction(function)))
        return failure();
      continue;
    }
    if (!function.isPublic())
      continue;
    auto compiled = std::make_unique<CompiledFunction>();
    compiled->name = function.getSymName();
    auto unsupported = [&](StringRef what, unsigned i, Type type) {
      return function.emitError("unsupported type of ")
             << what << " " << i
             << " of a function that the host calls: " << type;
    };
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      if (failed(compiled->inputs.add(type)))
        return unsupported("argument", i, type);
      compiled->inputNames.push_back(
          getGivenName(function.getArgument(i).getLoc()).str());
      tssa_type_t &input = compiled->inputs.abi.back();
      if (written.get(function)[i])
        input.flags |= TSSA_TYPE_WRITTEN;
      if (input.kind == TSSA_VALUE_LIST && elementsWritten.get(function)[i])
        input.flags |= TSSA_TYPE_ELEMENTS_WRITTEN;
      if (function.getArgAttr(i, kNoAliasAttr))
        input.flags |= TSSA_TYPE_NOALIAS;
    }
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(compiled->outputs.add(type)))
        return unsupported("result", i, type);
    noteOrigins(function, compiled->outputs);
    compiled->roots = countRoots(function);
    compiled->imperativeRoots = compiled->roots;
    byName[compiled->name] = compiled.get();
    functions.push_back(std::move(compiled));
  }
  return success();
}

/// The bodies of a function that were made to be functionalized; the function
/// itself if it has one body.
static SmallVector<func::FuncOp> getBodies(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  SetVector<func::FuncOp> seen;
  seen.insert(function);
  SmallVector<func::FuncOp> result;
  for (unsigned i = 0; i < seen.size(); ++i) {
    Attribute bodies = seen[i]->getAttr(kDispatchesAttr);
    if (!bodies) {
      result.push_back(seen[i]);
      continue;
    }
    SmallVector<Attribute> names = {bodies};
    if (auto several = dyn_cast<ArrayAttr>(bodies))
      names.assign(several.begin(), several.end());
    for (Attribute name : names)
      if (auto body =
              module.lookupSymbol<func::FuncOp>(cast<FlatSymbolRefAttr>(name)))
        seen.insert(body);
  }
  return result;
}

/// Which functions were functionalized is known once that stage has run. One
/// with several bodies is if those for arguments without overlap are.
void Signatures::noteFunctional(ModuleOp module) {
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    CompiledFunction *compiled = byName.lookup(function.getSymName());
    if (!compiled)
      continue;
    int64_t worst = 0;
    bool isPartial = false, isFunctional = false;
    for (func::FuncOp body : getBodies(function)) {
      if (!body->hasAttr(kFunctionalAttr)) {
        worst = compiled->roots;
        isPartial = true;
        continue;
      }
      isFunctional = true;
      auto imperative = body->getAttrOfType<DenseI64ArrayAttr>(kPartialAttr);
      if (!imperative)
        continue;
      // What was inlined brought allocations of its own.
      int64_t count = imperative.size();
      body.walk([&](AllocOp) { ++count; });
      worst = std::max(worst, count);
      isPartial = true;
    }
    if (!isFunctional)
      continue;
    compiled->functional = !isPartial;
    compiled->partlyFunctional = isPartial;
    compiled->imperativeRoots = std::min(worst, compiled->roots);
  }
}

void Signatures::noteImperative() {
  for (auto &function : functions) {
    function->functional = function->partlyFunctional = false;
    function->imperativeRoots = function->roots;
  }
}
