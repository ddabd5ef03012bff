// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of compiled functions: arguments are checked, descriptors built,
// results decoded and given their storages. Nothing here touches MLIR's state,
// so calls may run in parallel.

#include "Executable.h"
#include "tensorssa-runtime/list.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tssa;

namespace {

/// One call in progress.
class Call {
public:
  Call(const CompiledFunction &function, tssa_context_t *context,
       ArrayRef<tssa_value_t> inputs, MutableArrayRef<tssa_value_t> outputs)
      : function(function), context(context), inputs(inputs), outputs(outputs) {
  }

  tssa_status_t run();

private:
  /// An error of the host's own.
  tssa_status_t refuse(tssa_status_t status, const Twine &message);
  tssa_status_t refuseInput(tssa_status_t status, size_t index,
                            const Twine &expected);
  tssa_status_t fail(const tssa_error_t &error) {
    return refuse(error.status, error.message);
  }

  tssa_status_t checkValue(size_t index, const BoundaryType &expected,
                           const tssa_value_t &value);
  tssa_status_t checkTensor(size_t index, const BoundaryType &expected,
                            const tssa_tensor_t *tensor);
  tssa_status_t checkLayout(size_t index, const BoundaryType &expected,
                            const tssa_tensor_t *tensor);
  tssa_status_t checkList(size_t index, const BoundaryType &expected,
                          const tssa_list_t *list);
  tssa_status_t checkWritten(size_t index, const tssa_value_t &value);
  tssa_status_t checkWrittenTensor(size_t index, const tssa_tensor_t *tensor);
  tssa_status_t checkOverlaps();
  tssa_status_t packInput(size_t index);
  tssa_status_t callEntry();
  tssa_status_t unpackOutput(size_t index, const char *data);
  tssa_status_t unpackTensor(size_t index, const char *data);

  const CompiledFunction &function;
  tssa_context_t *context;
  ArrayRef<tssa_value_t> inputs;
  MutableArrayRef<tssa_value_t> outputs;
  /// A descriptor or a number for each argument, and the arguments of the
  /// entry.
  SmallVector<SmallVector<int64_t>> packed;
  SmallVector<void *> descriptors;
};

} // namespace

tssa_status_t Call::refuse(tssa_status_t status, const Twine &message) {
  SmallString<256> text;
  tssa_context_fail(context, status,
                    ("'" + function.name + "': " + message)
                        .toNullTerminatedStringRef(text)
                        .data());
  return status;
}

tssa_status_t Call::refuseInput(tssa_status_t status, size_t index,
                                const Twine &expected) {
  return refuse(status, "argument " + Twine(index) + ": expected " + expected);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static int64_t getByteOffset(const tssa_tensor_t *tensor) {
  return tssa_tensor_byte_offset(tensor);
}

tssa_status_t Call::checkTensor(size_t index, const BoundaryType &expected,
                                const tssa_tensor_t *tensor) {
  if (!tensor)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       "a tensor but got NULL");
  const DLTensor &dl = tensor->dl;
  if (dl.device.device_type != kDLCPU)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       "a tensor on the CPU but got one on device type " +
                           Twine(static_cast<int>(dl.device.device_type)));
  if (expected.isAny)
    return TSSA_STATUS_OK;
  if (tensor->dtype != expected.dtype)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       Twine("the dtype to be ") +
                           tssa_dtype_name(expected.dtype) + " but got " +
                           tssa_dtype_name(tensor->dtype));
  int64_t rank = expected.sizes.size();
  if (dl.ndim != rank)
    return refuseInput(TSSA_STATUS_SHAPE_MISMATCH, index,
                       "the rank to be " + Twine(rank) + " but got " +
                           Twine(dl.ndim));
  for (int64_t i = 0; i < rank; ++i)
    if (!ShapedType::isDynamic(expected.sizes[i]) &&
        dl.shape[i] != expected.sizes[i])
      return refuseInput(TSSA_STATUS_SHAPE_MISMATCH, index,
                         "the size of dimension " + Twine(i) + " to be " +
                             Twine(expected.sizes[i]) + " but got " +
                             Twine(dl.shape[i]));
  int64_t itemSize = tssa_dtype_size(expected.dtype);
  if (getByteOffset(tensor) % itemSize ||
      reinterpret_cast<uintptr_t>(dl.data) % std::min<int64_t>(itemSize, 8))
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       "elements aligned to their size but got a tensor that "
                       "begins at byte " +
                           Twine(getByteOffset(tensor)) + " of its storage");
  return checkLayout(index, expected, tensor);
}

/// Calls `function` with each tensor that a value is or holds, until one
/// answers with an error, which it returns.
static tssa_status_t forEachTensor(
    const tssa_value_t &value,
    llvm::function_ref<tssa_status_t(const tssa_tensor_t *)> function) {
  if (value.kind == TSSA_VALUE_TENSOR)
    return function(value.tensor);
  if (value.kind != TSSA_VALUE_LIST)
    return TSSA_STATUS_OK;
  for (int64_t i = 0, e = tssa_list_length(value.list); i < e; ++i) {
    tssa_value_t element;
    tssa_error_t error;
    if (tssa_status_t status = tssa_list_get(value.list, i, &element, &error))
      return status;
    if (tssa_status_t status = forEachTensor(element, function))
      return status;
  }
  return TSSA_STATUS_OK;
}

/// A tensor that is written, or a list with such elements.
tssa_status_t Call::checkWritten(size_t index, const tssa_value_t &value) {
  return forEachTensor(value, [&](const tssa_tensor_t *tensor) {
    return checkWrittenTensor(index, tensor);
  });
}

tssa_status_t Call::checkWrittenTensor(size_t index,
                                       const tssa_tensor_t *tensor) {
  if (tensor->flags & TSSA_TENSOR_READ_ONLY)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       "a tensor that may be written but got a read-only one");
  if (tssa_tensor_self_overlap(tensor) != TSSA_ANSWER_NO)
    return refuseInput(
        TSSA_STATUS_OVERLAP, index,
        "the elements of a tensor that is written to be distinct "
        "in memory but got some that overlap; pass a clone");
  return TSSA_STATUS_OK;
}

tssa_status_t Call::checkLayout(size_t index, const BoundaryType &expected,
                                const tssa_tensor_t *tensor) {
  if (!expected.layout)
    return TSSA_STATUS_OK;
  int64_t offset = getByteOffset(tensor) / tssa_dtype_size(expected.dtype);
  if (!ShapedType::isDynamic(expected.layout.getOffset()) &&
      offset != expected.layout.getOffset())
    return refuseInput(TSSA_STATUS_SHAPE_MISMATCH, index,
                       "the storage offset to be " +
                           Twine(expected.layout.getOffset()) + " but got " +
                           Twine(offset));
  for (auto [i, stride] : llvm::enumerate(expected.layout.getStrides()))
    if (!ShapedType::isDynamic(stride) && tensor->dl.shape[i] > 1 &&
        tensor->dl.strides[i] != stride)
      return refuseInput(TSSA_STATUS_SHAPE_MISMATCH, index,
                         "the stride of dimension " + Twine(i) + " to be " +
                             Twine(stride) + " but got " +
                             Twine(tensor->dl.strides[i]));
  return TSSA_STATUS_OK;
}

tssa_status_t Call::checkList(size_t index, const BoundaryType &expected,
                              const tssa_list_t *list) {
  if (!list)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       "a list but got NULL");
  for (int64_t i = 0, e = tssa_list_length(list); i < e; ++i) {
    tssa_value_t element;
    tssa_error_t error;
    if (tssa_list_get(list, i, &element, &error))
      return fail(error);
    if (tssa_status_t status = checkValue(index, *expected.element, element))
      return status;
  }
  return TSSA_STATUS_OK;
}

tssa_status_t Call::checkValue(size_t index, const BoundaryType &expected,
                               const tssa_value_t &value) {
  if (value.kind != expected.kind)
    return refuseInput(TSSA_STATUS_INVALID_ARGUMENT, index,
                       Twine("a value of kind ") +
                           tssa_value_kind_name(expected.kind) + " but got " +
                           tssa_value_kind_name(value.kind));
  if (expected.kind == TSSA_VALUE_TENSOR)
    return checkTensor(index, expected, value.tensor);
  if (expected.kind == TSSA_VALUE_LIST)
    return checkList(index, expected, value.list);
  if (expected.kind == TSSA_VALUE_INT && expected.bytes < 8 &&
      !llvm::isIntN(expected.bytes * 8, value.i64))
    return refuseInput(TSSA_STATUS_OUT_OF_RANGE, index,
                       "a number of " + Twine(expected.bytes * 8) +
                           " bits but got " + Twine(value.i64));
  return TSSA_STATUS_OK;
}

/// An argument that promises to overlap no other must not, and a value must not
/// change during the call. Elements of lists take part.
tssa_status_t Call::checkOverlaps() {
  for (auto [i, input] : llvm::enumerate(function.inputs)) {
    bool isList = input.kind == TSSA_VALUE_LIST;
    if (!input.noAlias && !(isList ? input.elementsWritten : input.written))
      continue;
    for (auto [j, other] : llvm::enumerate(function.inputs)) {
      bool isRef = other.isRef || other.kind == TSSA_VALUE_LIST;
      if (i == j || (!input.noAlias && isRef))
        continue;
      const tssa_value_t &otherInput = inputs[j];
      tssa_status_t status = forEachTensor(inputs[i], [&](auto *tensor) {
        return forEachTensor(otherInput, [&](auto *against) {
          return tssa_tensor_overlap(tensor, against) == TSSA_ANSWER_NO
                     ? TSSA_STATUS_OK
                     : TSSA_STATUS_OVERLAP;
        });
      });
      if (status)
        return refuseInput(status, i,
                           "a tensor that shares no memory with argument " +
                               Twine(j) + " but they overlap");
    }
  }
  return TSSA_STATUS_OK;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

tssa_status_t Call::packInput(size_t index) {
  const BoundaryArgument &expected = function.inputs[index];
  const tssa_value_t &value = inputs[index];
  SmallVector<int64_t> &words = packed[index];
  if (expected.kind != TSSA_VALUE_TENSOR) {
    words.assign(1, 0);
    if (expected.kind == TSSA_VALUE_FLOAT && expected.bytes == 4) {
      float narrow = static_cast<float>(value.f64);
      memcpy(words.data(), &narrow, sizeof(narrow));
    } else if (expected.kind == TSSA_VALUE_FLOAT) {
      memcpy(words.data(), &value.f64, sizeof(double));
    } else if (expected.kind == TSSA_VALUE_LIST) {
      words[0] = reinterpret_cast<intptr_t>(value.list);
    } else {
      words[0] = expected.kind == TSSA_VALUE_BOOL ? value.b : value.i64;
    }
    return TSSA_STATUS_OK;
  }
  const tssa_tensor_t *tensor = value.tensor;
  const void *key = tssa_storage_key(tensor->storage);
  int64_t base = reinterpret_cast<intptr_t>(key);
  words = {base, base, getByteOffset(tensor) / tssa_dtype_size(expected.dtype)};
  words.append(tensor->dl.shape, tensor->dl.shape + tensor->dl.ndim);
  words.append(tensor->dl.strides, tensor->dl.strides + tensor->dl.ndim);
  tssa_error_t error;
  if (tssa_context_add_storage(context, key, tensor->storage, &error))
    return fail(error);
  return TSSA_STATUS_OK;
}

/// Words of the descriptor of a tensor of that rank.
static int64_t getDescriptorWords(int64_t rank) { return 3 + 2 * rank; }

static int64_t getSize(const BoundaryType &type) {
  if (type.kind == TSSA_VALUE_TENSOR)
    return 8 * getDescriptorWords(type.sizes.size());
  return type.bytes;
}

static int64_t getAlignment(const BoundaryType &type) {
  return type.kind == TSSA_VALUE_TENSOR ? 8 : type.bytes;
}

tssa_status_t Call::callEntry() {
  packed.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (tssa_status_t status = packInput(i))
      return status;

  // Several results, or a tensor, come as a struct laid out as in C.
  SmallVector<int64_t> offsets;
  int64_t bytes = 0;
  for (const BoundaryType &type : function.outputs) {
    bytes = llvm::alignTo(bytes, getAlignment(type));
    offsets.push_back(bytes);
    bytes += getSize(type);
  }
  std::vector<int64_t> results(llvm::divideCeil(bytes, 8) + 1);
  void *resultsAddress = results.data();
  bool asStruct =
      outputs.size() > 1 ||
      (outputs.size() == 1 && function.outputs[0].kind == TSSA_VALUE_TENSOR);

  SmallVector<void *> arguments;
  if (asStruct)
    arguments.push_back(&resultsAddress);
  arguments.push_back(&context);
  descriptors.reserve(inputs.size());
  for (auto [words, input] : llvm::zip_equal(packed, function.inputs)) {
    descriptors.push_back(words.data());
    arguments.push_back(input.kind == TSSA_VALUE_TENSOR
                            ? static_cast<void *>(&descriptors.back())
                            : static_cast<void *>(words.data()));
  }
  if (!asStruct)
    arguments.push_back(resultsAddress);
  function.entry(arguments.data());
  if (tssa_status_t status = tssa_context_status(context))
    return status;

  const char *data = static_cast<const char *>(resultsAddress);
  for (size_t i = 0; i < outputs.size(); ++i)
    if (tssa_status_t status = unpackOutput(i, data + offsets[i]))
      return status;
  return TSSA_STATUS_OK;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

template <typename T> static T load(const char *data) {
  T value;
  memcpy(&value, data, sizeof(T));
  return value;
}

static int64_t loadInteger(const char *data, int64_t bytes) {
  switch (bytes) {
  case 1:
    return load<int8_t>(data);
  case 2:
    return load<int16_t>(data);
  case 4:
    return load<int32_t>(data);
  default:
    return load<int64_t>(data);
  }
}

tssa_status_t Call::unpackTensor(size_t index, const char *data) {
  const BoundaryType &type = function.outputs[index];
  int64_t rank = type.sizes.size();
  SmallVector<int64_t> words(getDescriptorWords(rank));
  memcpy(words.data(), data, words.size() * sizeof(int64_t));
  // An argument's, or memory of the call, which leaves the context here.
  tssa_error_t error;
  tssa_storage_t *storage = nullptr;
  if (tssa_context_storage(context, reinterpret_cast<void *>(words[0]),
                           &storage, &error))
    return fail(error);
  tssa_tensor_t *tensor = nullptr;
  if (tssa_tensor_from_storage(storage, type.dtype, rank, words.data() + 3,
                               words.data() + 3 + rank, words[2], &tensor,
                               &error))
    return fail(error);
  outputs[index] = tssa_value_from_tensor(tensor);
  return TSSA_STATUS_OK;
}

tssa_status_t Call::unpackOutput(size_t index, const char *data) {
  const BoundaryType &type = function.outputs[index];
  switch (type.kind) {
  case TSSA_VALUE_TENSOR:
    return unpackTensor(index, data);
  case TSSA_VALUE_FLOAT:
    outputs[index] = tssa_value_from_float(
        type.bytes == 4 ? load<float>(data) : load<double>(data));
    return TSSA_STATUS_OK;
  case TSSA_VALUE_LIST:
    outputs[index] =
        tssa_value_from_list(tssa_list_retain(load<tssa_list_t *>(data)));
    return TSSA_STATUS_OK;
  case TSSA_VALUE_BOOL:
    outputs[index] = tssa_value_from_bool(load<uint8_t>(data) & 1);
    return TSSA_STATUS_OK;
  default:
    outputs[index] = tssa_value_from_int(loadInteger(data, type.bytes));
    return TSSA_STATUS_OK;
  }
}

tssa_status_t Call::run() {
  if (inputs.size() != function.inputs.size())
    return refuse(TSSA_STATUS_INVALID_ARGUMENT,
                  "expected " + Twine(function.inputs.size()) +
                      " arguments but got " + Twine(inputs.size()));
  if (outputs.size() != function.outputs.size())
    return refuse(TSSA_STATUS_INVALID_ARGUMENT,
                  "expected room for " + Twine(function.outputs.size()) +
                      " results but got " + Twine(outputs.size()));
  for (auto [i, expected] : llvm::enumerate(function.inputs)) {
    if (tssa_status_t status = checkValue(i, expected, inputs[i]))
      return status;
    if (expected.kind == TSSA_VALUE_LIST ? expected.elementsWritten
                                         : expected.written)
      if (tssa_status_t status = checkWritten(i, inputs[i]))
        return status;
  }
  if (tssa_status_t status = checkOverlaps())
    return status;
  return callEntry();
}

tssa_status_t tssaFunctionInvoke(TssaFunction function, tssa_context_t *context,
                                 const tssa_value_t *inputs, intptr_t numInputs,
                                 tssa_value_t *outputs, intptr_t numOutputs) {
  size_t inputCount = std::max<intptr_t>(numInputs, 0);
  size_t outputCount = std::max<intptr_t>(numOutputs, 0);
  tssa_context_reset(context);
  for (size_t i = 0; i < outputCount; ++i)
    outputs[i] = tssa_value_t();
  if (!function.ptr) {
    tssa_context_fail(context, TSSA_STATUS_INVALID_ARGUMENT,
                      "expected a function but got null; "
                      "tssaExecutableLookup found none of that name");
    return TSSA_STATUS_INVALID_ARGUMENT;
  }
  auto &compiled = *static_cast<const CompiledFunction *>(function.ptr);
  tssa_status_t status = Call(compiled, context, ArrayRef(inputs, inputCount),
                              MutableArrayRef(outputs, outputCount))
                             .run();
  if (status)
    for (size_t i = 0; i < outputCount; ++i)
      tssa_value_release(&outputs[i]);
  tssa_context_sweep(context);
  return status;
}
