// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From operations to nodes: once per function, when it is first called.

#include "compute.h"
#include "symbolic.h"
#include "tensorssa-c/TSSA.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Memory of the program
//===----------------------------------------------------------------------===//

typedef struct chunk_t {
  struct chunk_t *next;
  size_t used, size;
} chunk_t;

void *program_alloc(interp_t *interp, size_t count, size_t size) {
  const size_t align = 16, header = 32;
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 4) {
    fail_memory(interp, -1);
    return NULL;
  }
  bytes = (bytes + align) & ~(align - 1);
  chunk_t *chunk = interp->chunks;
  if (!chunk || chunk->size - chunk->used < bytes) {
    size_t room = bytes > 65536 ? bytes : 65536;
    chunk_t *fresh = calloc(1, header + room);
    if (!fresh) {
      fail_memory(interp, (int64_t)room);
      return NULL;
    }
    fresh->size = room;
    fresh->next = chunk;
    interp->chunks = chunk = fresh;
  }
  void *memory = (char *)chunk + header + chunk->used;
  chunk->used += bytes;
  return memory;
}

void program_free(interp_t *interp) {
  for (int64_t i = 0; i < interp->num_held; ++i)
    value_release(&interp->held[i]);
  free(interp->held);
  while (interp->chunks) {
    chunk_t *next = interp->chunks->next;
    free(interp->chunks);
    interp->chunks = next;
  }
  free(interp->types);
}

bool program_hold(interp_t *interp, value_t value) {
  if (interp->num_held == interp->held_capacity) {
    int64_t capacity = 2 * interp->held_capacity + 16;
    value_t *held =
        realloc(interp->held, (size_t)capacity * sizeof *interp->held);
    if (!held) {
      value_release(&value);
      fail_memory(interp, capacity * (int64_t)sizeof *held);
      return false;
    }
    interp->held = held;
    interp->held_capacity = capacity;
  }
  interp->held[interp->num_held++] = value;
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static size_t hash_pointer(const void *pointer) {
  return (size_t)((uintptr_t)pointer >> 4) * (size_t)0x9E3779B97F4A7C15u;
}

/// The dtype of an element; false if there is none.
static bool dtype_of(MlirType type, tssa_dtype_t *out) {
  if (mlirTypeIsAIndex(type))
    return *out = TSSA_DTYPE_I64, true;
  if (mlirTypeIsAF16(type))
    return *out = TSSA_DTYPE_F16, true;
  if (mlirTypeIsABF16(type))
    return *out = TSSA_DTYPE_BF16, true;
  if (mlirTypeIsAF32(type))
    return *out = TSSA_DTYPE_F32, true;
  if (mlirTypeIsAF64(type))
    return *out = TSSA_DTYPE_F64, true;
  if (mlirTypeIsAComplex(type)) {
    MlirType part = mlirComplexTypeGetElementType(type);
    if (mlirTypeIsAF32(part))
      return *out = TSSA_DTYPE_C64, true;
    if (mlirTypeIsAF64(part))
      return *out = TSSA_DTYPE_C128, true;
    return false;
  }
  if (!mlirTypeIsAInteger(type))
    return false;
  unsigned width = mlirIntegerTypeGetWidth(type);
  if (mlirIntegerTypeIsUnsigned(type))
    return width == 8 ? (*out = TSSA_DTYPE_U8, true) : false;
  switch (width) {
  case 1:
    return *out = TSSA_DTYPE_BOOL, true;
  case 8:
    return *out = TSSA_DTYPE_I8, true;
  case 16:
    return *out = TSSA_DTYPE_I16, true;
  case 32:
    return *out = TSSA_DTYPE_I32, true;
  case 64:
    return *out = TSSA_DTYPE_I64, true;
  default:
    return false;
  }
}

static bool fill_shaped(interp_t *interp, MlirType mlir, type_t *type) {
  if (!mlirShapedTypeHasRank(mlir) ||
      !dtype_of(mlirShapedTypeGetElementType(mlir), &type->dtype) ||
      mlirShapedTypeGetRank(mlir) > TSSA_MAX_RANK) {
    type->kind = TYPE_OTHER;
    return true;
  }
  type->rank = mlirShapedTypeGetRank(mlir);
  type->sizes = program_alloc(interp, (size_t)type->rank, sizeof(int64_t));
  if (!type->sizes)
    return false;
  for (int64_t dim = 0; dim < type->rank; ++dim)
    type->sizes[dim] = mlirShapedTypeIsDynamicDim(mlir, dim)
                           ? DYNAMIC
                           : mlirShapedTypeGetDimSize(mlir, dim);
  return true;
}

static bool fill_layout(interp_t *interp, MlirAttribute layout, type_t *type) {
  if (mlirAttributeIsNull(layout) || type->kind == TYPE_OTHER)
    return true;
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  type->strides = program_alloc(interp, (size_t)type->rank, sizeof(int64_t));
  if (!type->strides)
    return false;
  for (int64_t dim = 0; dim < type->rank; ++dim) {
    int64_t stride = mlirStridedLayoutAttrGetStride(layout, dim);
    type->strides[dim] = stride == dynamic ? DYNAMIC : stride;
  }
  int64_t offset = mlirStridedLayoutAttrGetOffset(layout);
  type->offset = offset == dynamic ? DYNAMIC : offset;
  return true;
}

static bool fill_type(interp_t *interp, MlirType mlir, type_t *type) {
  type->mlir = mlir;
  if (tssaTypeIsARef(mlir)) {
    type->kind = TYPE_REF;
    return fill_shaped(interp, mlir, type) &&
           fill_layout(interp, tssaRefTypeGetLayout(mlir), type);
  }
  if (tssaTypeIsAList(mlir)) {
    type->kind = TYPE_LIST;
    type->element = decode_type(interp, tssaListTypeGetElementType(mlir));
    return type->element != NULL;
  }
  if (tssaTypeIsAAnyRefElement(mlir)) {
    type->kind = TYPE_ANY_REF;
    return true;
  }
  if (mlirTypeIsATensor(mlir)) {
    type->kind = TYPE_TENSOR;
    return fill_shaped(interp, mlir, type);
  }
  type->kind = dtype_of(mlir, &type->dtype) ? TYPE_SCALAR : TYPE_OTHER;
  return true;
}

static const type_t **find_type(interp_t *interp, MlirType mlir) {
  size_t mask = (size_t)interp->types_capacity - 1;
  size_t at = hash_pointer(mlir.ptr) & mask;
  while (interp->types[at] && interp->types[at]->mlir.ptr != mlir.ptr)
    at = (at + 1) & mask;
  return &interp->types[at];
}

static bool grow_types(interp_t *interp) {
  const type_t **old = interp->types;
  int64_t old_capacity = interp->types_capacity;
  interp->types_capacity = old_capacity ? 2 * old_capacity : 64;
  interp->types = calloc((size_t)interp->types_capacity, sizeof *interp->types);
  if (!interp->types) {
    interp->types = old;
    interp->types_capacity = old_capacity;
    fail_memory(interp, -1);
    return false;
  }
  for (int64_t i = 0; i < old_capacity; ++i)
    if (old[i])
      *find_type(interp, old[i]->mlir) = old[i];
  free(old);
  return true;
}

const type_t *decode_type(interp_t *interp, MlirType mlir) {
  if (interp->types_capacity) {
    const type_t **found = find_type(interp, mlir);
    if (*found)
      return *found;
  }
  type_t *type = program_alloc(interp, 1, sizeof *type);
  if (!type || !fill_type(interp, mlir, type))
    return NULL;
  if (2 * (interp->num_types + 1) > interp->types_capacity &&
      !grow_types(interp))
    return NULL;
  *find_type(interp, mlir) = type;
  interp->num_types += 1;
  return type;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

MlirAttribute get_attribute(const node_t *node, const char *name) {
  return mlirOperationGetAttributeByName(node->op,
                                         mlirStringRefCreateFromCString(name));
}

int64_t get_int_attribute(const node_t *node, const char *name,
                          int64_t fallback) {
  MlirAttribute attribute = get_attribute(node, name);
  scalar_t number;
  if (!scalar_from_attribute(attribute, TSSA_DTYPE_I64, &number))
    return fallback;
  return number.i;
}

typedef struct int_array_t {
  struct int_array_t *next;
  const char *name;
  int64_t count;
  int64_t values[];
} int_array_t;

bool get_int_array(interp_t *interp, node_t *node, const char *name,
                   int64_t *out_count, int64_t **out_values) {
  int_array_t *array = node->arrays;
  while (array && strcmp(array->name, name) != 0)
    array = array->next;
  if (!array) {
    MlirAttribute attribute = get_attribute(node, name);
    bool absent = mlirAttributeIsNull(attribute);
    bool is_i64 = !absent && mlirAttributeIsADenseI64Array(attribute);
    if (!is_i64 && (absent || !mlirAttributeIsADenseI32Array(attribute))) {
      fail(interp, node, TSSA_STATUS_UNSUPPORTED,
           "expected attribute '%s' to be an array of integers", name);
      return false;
    }
    size_t count = (size_t)mlirDenseArrayGetNumElements(attribute);
    array = program_alloc(interp, 1, sizeof *array + count * sizeof(int64_t));
    if (!array)
      return false;
    array->name = name;
    array->count = (int64_t)count;
    for (intptr_t i = 0; i < (intptr_t)count; ++i)
      array->values[i] = is_i64 ? mlirDenseI64ArrayGetElement(attribute, i)
                                : mlirDenseI32ArrayGetElement(attribute, i);
    array->next = node->arrays;
    node->arrays = array;
  }
  *out_count = array->count;
  *out_values = array->values;
  return true;
}

bool get_segment(interp_t *interp, node_t *node, int64_t group,
                 int64_t *out_start, int64_t *out_count) {
  int64_t count, *sizes;
  if (!get_int_array(interp, node, "operandSegmentSizes", &count, &sizes))
    return false;
  *out_start = 0;
  for (int64_t i = 0; i < group && i < count; ++i)
    *out_start += sizes[i];
  *out_count = group < count ? sizes[group] : 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Handlers by name
//===----------------------------------------------------------------------===//

static flow_t run_unsupported(interp_t *interp, frame_t *frame, node_t *node) {
  (void)frame;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(node->op));
  return fail(interp, node, TSSA_STATUS_UNSUPPORTED,
              "unsupported op '%.*s' in the interpreter", (int)name.length,
              name.data);
}

static const op_entry_t unsupported = {"", run_unsupported, 0};

enum { TABLE_SIZE = 2048 };
static const op_entry_t *const *op_table(void) {
  // Filled by the first call of each thread: plain data, the same every time.
  static _Thread_local const op_entry_t *table[TABLE_SIZE];
  static _Thread_local bool filled;
  static const op_entry_t *const lists[] = {
      core_ops,     check_ops,    view_ops,        list_ops,   control_ops,
      parallel_ops, constant_ops, arith_ops,       math_ops,   tensor_ops,
      slice_ops,    linalg_ops,   elementwise_ops, reduce_ops, scan_ops,
      index_ops,    join_ops,     python_ops};
  if (filled)
    return table;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i)
    for (const op_entry_t *entry = lists[i]; entry->name; ++entry) {
      size_t at = 0;
      for (const char *c = entry->name; *c; ++c)
        at = at * 31 + (unsigned char)*c;
      at %= TABLE_SIZE;
      while (table[at])
        at = (at + 1) % TABLE_SIZE;
      table[at] = entry;
    }
  filled = true;
  return table;
}

static const op_entry_t *find_op(MlirStringRef name) {
  const op_entry_t *const *table = op_table();
  size_t at = 0;
  for (size_t i = 0; i < name.length; ++i)
    at = at * 31 + (unsigned char)name.data[i];
  for (at %= TABLE_SIZE; table[at]; at = (at + 1) % TABLE_SIZE)
    if (strlen(table[at]->name) == name.length &&
        memcmp(table[at]->name, name.data, name.length) == 0)
      return table[at];
  return &unsupported;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A block being decoded and the node in it that is, from the innermost on.
typedef struct scope_t {
  struct scope_t *parent;
  const block_t *block;
  node_t *node;
} scope_t;

/// A value's slot while its function is decoded.
typedef struct slot_entry_t {
  const void *value;
  int32_t slot;
} slot_entry_t;

typedef struct decoder_t {
  interp_t *interp;
  slot_entry_t *entries;
  int64_t capacity;
  int32_t num_slots;
  /// Per slot: its type, the block that defines it, and the last node of that
  /// block that reads it, be it inside a region.
  const type_t **types;
  const block_t **blocks;
  node_t **last;
  int64_t slots_capacity;
} decoder_t;

static slot_entry_t *find_slot(decoder_t *decoder, MlirValue value) {
  size_t mask = (size_t)decoder->capacity - 1;
  size_t at = hash_pointer(value.ptr) & mask;
  while (decoder->entries[at].value && decoder->entries[at].value != value.ptr)
    at = (at + 1) & mask;
  return &decoder->entries[at];
}

static bool grow_slots(decoder_t *decoder) {
  int64_t capacity = decoder->capacity ? 2 * decoder->capacity : 256;
  slot_entry_t *old = decoder->entries;
  int64_t old_capacity = decoder->capacity;
  size_t slots = (size_t)capacity / 2;
  const type_t **types = realloc(decoder->types, slots * sizeof *types);
  if (types)
    decoder->types = types;
  const block_t **blocks = realloc(decoder->blocks, slots * sizeof *blocks);
  if (blocks)
    decoder->blocks = blocks;
  node_t **last = realloc(decoder->last, slots * sizeof *last);
  if (last)
    decoder->last = last;
  slot_entry_t *entries = calloc((size_t)capacity, sizeof *entries);
  if (!types || !blocks || !last || !entries) {
    free(entries);
    fail_memory(decoder->interp, -1);
    return false;
  }
  decoder->entries = entries;
  decoder->capacity = capacity;
  for (int64_t i = 0; i < old_capacity; ++i)
    if (old[i].value)
      *find_slot(decoder, (MlirValue){old[i].value}) = old[i];
  free(old);
  return true;
}

/// The slot of a value that `block` defines.
static bool define(decoder_t *decoder, MlirValue value, const block_t *block,
                   node_t *node, int32_t *out_slot) {
  if (2 * (int64_t)(decoder->num_slots + 1) > decoder->capacity &&
      !grow_slots(decoder))
    return false;
  slot_entry_t *entry = find_slot(decoder, value);
  bool read_before = entry->value != NULL;
  if (!read_before) {
    entry->value = value.ptr;
    entry->slot = decoder->num_slots++;
    decoder->last[entry->slot] = NULL;
  }
  *out_slot = entry->slot;
  decoder->blocks[entry->slot] = read_before ? NULL : block;
  if (node && !decoder->last[entry->slot])
    decoder->last[entry->slot] = node;
  decoder->types[entry->slot] =
      decode_type(decoder->interp, mlirValueGetType(value));
  return decoder->types[entry->slot] != NULL;
}

/// The slot of a value that is read in `scope`.
static bool use(decoder_t *decoder, MlirValue value, scope_t *scope,
                int32_t *out_slot) {
  slot_entry_t *entry = find_slot(decoder, value);
  if (!entry->value) {
    // Read before its definition is decoded: across the blocks of a graph.
    if (!define(decoder, value, NULL, NULL, out_slot))
      return false;
    return true;
  }
  *out_slot = entry->slot;
  while (scope && scope->block != decoder->blocks[entry->slot])
    scope = scope->parent;
  if (scope)
    decoder->last[entry->slot] = scope->node;
  else
    decoder->blocks[entry->slot] = NULL;
  return true;
}

static bool decode_region(decoder_t *, MlirRegion, scope_t *, region_t *out);

static bool decode_node(decoder_t *decoder, MlirOperation op, scope_t *scope,
                        region_t *region, node_t *node) {
  interp_t *interp = decoder->interp;
  const op_entry_t *entry =
      find_op(mlirIdentifierStr(mlirOperationGetName(op)));
  node->run = symbolic_run ? symbolic_handler(entry) : entry->run;
  node->code = entry->code;
  node->op = op;
  node->num_operands = mlirOperationGetNumOperands(op);
  node->num_results = mlirOperationGetNumResults(op);
  node->num_regions = mlirOperationGetNumRegions(op);
  node->num_successors = mlirOperationGetNumSuccessors(op);
  node->operands =
      program_alloc(interp, (size_t)node->num_operands, sizeof(int32_t));
  node->results =
      program_alloc(interp, (size_t)node->num_results, sizeof(int32_t));
  node->regions =
      program_alloc(interp, (size_t)node->num_regions, sizeof(region_t));
  node->successors =
      program_alloc(interp, (size_t)node->num_successors, sizeof(block_t *));
  if (!node->operands || !node->results || !node->regions || !node->successors)
    return false;
  scope->node = node;
  for (int64_t i = 0; i < node->num_operands; ++i)
    if (!use(decoder, mlirOperationGetOperand(op, i), scope,
             &node->operands[i]))
      return false;
  for (int64_t i = 0; i < node->num_results; ++i)
    if (!define(decoder, mlirOperationGetResult(op, i), scope->block, node,
                &node->results[i]))
      return false;
  for (int64_t i = 0; i < node->num_successors; ++i) {
    MlirBlock to = mlirOperationGetSuccessor(op, i);
    for (int64_t b = 0; b < region->num_blocks; ++b)
      if (mlirBlockEqual(region->blocks[b].mlir, to))
        node->successors[i] = &region->blocks[b];
  }
  for (int64_t i = 0; i < node->num_regions; ++i)
    if (!decode_region(decoder, mlirOperationGetRegion(op, i), scope,
                       &node->regions[i]))
      return false;
  return true;
}

static bool decode_block(decoder_t *decoder, scope_t *parent, region_t *region,
                         block_t *block) {
  int64_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block->mlir);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += 1;
  block->num_nodes = count;
  block->nodes = program_alloc(decoder->interp, (size_t)count, sizeof(node_t));
  if (!block->nodes)
    return false;
  scope_t scope = {parent, block, NULL};
  MlirOperation op = mlirBlockGetFirstOperation(block->mlir);
  for (int64_t i = 0; i < count; ++i) {
    if (!decode_node(decoder, op, &scope, region, &block->nodes[i]))
      return false;
    op = mlirOperationGetNextInBlock(op);
  }
  return true;
}

static bool decode_region(decoder_t *decoder, MlirRegion mlir, scope_t *scope,
                          region_t *out) {
  for (MlirBlock block = mlirRegionGetFirstBlock(mlir); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block))
    out->num_blocks += 1;
  out->blocks =
      program_alloc(decoder->interp, (size_t)out->num_blocks, sizeof(block_t));
  if (!out->blocks)
    return false;
  MlirBlock at = mlirRegionGetFirstBlock(mlir);
  for (int64_t i = 0; i < out->num_blocks; ++i) {
    block_t *block = &out->blocks[i];
    block->mlir = at;
    block->num_arguments = mlirBlockGetNumArguments(at);
    block->arguments = program_alloc(
        decoder->interp, (size_t)block->num_arguments, sizeof(int32_t));
    if (!block->arguments)
      return false;
    for (int64_t a = 0; a < block->num_arguments; ++a)
      if (!define(decoder, mlirBlockGetArgument(at, a), block, NULL,
                  &block->arguments[a]))
        return false;
    at = mlirBlockGetNextInRegion(at);
  }
  for (int64_t i = 0; i < out->num_blocks; ++i)
    if (!decode_block(decoder, scope, out, &out->blocks[i]))
      return false;
  return true;
}

/// Gives each node the slots that it is the last to read.
static bool find_dead(decoder_t *decoder) {
  interp_t *interp = decoder->interp;
  for (int32_t slot = 0; slot < decoder->num_slots; ++slot)
    if (decoder->blocks[slot] && decoder->last[slot])
      decoder->last[slot]->num_dead += 1;
  for (int32_t slot = 0; slot < decoder->num_slots; ++slot) {
    node_t *node = decoder->last[slot];
    if (!decoder->blocks[slot] || !node)
      continue;
    if (!node->dead) {
      node->dead =
          program_alloc(interp, (size_t)node->num_dead, sizeof(int32_t));
      if (!node->dead)
        return false;
      node->num_dead = 0;
    }
    node->dead[node->num_dead++] = slot;
  }
  for (int32_t slot = 0; slot < decoder->num_slots; ++slot)
    if (decoder->last[slot] && !decoder->last[slot]->dead)
      decoder->last[slot]->num_dead = 0;
  return true;
}

static bool decode_function(interp_t *interp, function_t *function) {
  MlirAttribute type = mlirOperationGetAttributeByName(
      function->op, mlirStringRefCreateFromCString("function_type"));
  MlirType signature = mlirTypeAttrGetValue(type);
  function->num_inputs = mlirFunctionTypeGetNumInputs(signature);
  function->num_results = mlirFunctionTypeGetNumResults(signature);
  function->result_types = program_alloc(interp, (size_t)function->num_results,
                                         sizeof *function->result_types);
  if (!function->result_types)
    return false;
  for (int64_t i = 0; i < function->num_results; ++i)
    if (!(function->result_types[i] =
              decode_type(interp, mlirFunctionTypeGetResult(signature, i))))
      return false;
  decoder_t decoder = {0};
  decoder.interp = interp;
  bool done = grow_slots(&decoder) &&
              decode_region(&decoder, mlirOperationGetRegion(function->op, 0),
                            NULL, &function->body) &&
              find_dead(&decoder);
  if (done) {
    function->num_slots = decoder.num_slots;
    function->slot_types = program_alloc(interp, (size_t)decoder.num_slots,
                                         sizeof *function->slot_types);
    done = function->slot_types != NULL;
    if (done && decoder.num_slots)
      memcpy(function->slot_types, decoder.types,
             (size_t)decoder.num_slots * sizeof *function->slot_types);
  }
  free(decoder.entries);
  free(decoder.types);
  free(decoder.blocks);
  free(decoder.last);
  return done;
}

function_t *lookup_function(interp_t *interp, MlirStringRef name,
                            MlirOperation user) {
  MlirOperation op = mlirSymbolTableLookup(interp->symbols, name);
  bool is_function =
      !mlirOperationIsNull(op) &&
      mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                         mlirStringRefCreateFromCString("func.func"));
  for (function_t *function = interp->functions; is_function && function;
       function = function->next)
    if (mlirOperationEqual(function->op, op))
      return function;
  char text[256];
  if (!is_function ||
      mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)))) {
    snprintf(text, sizeof text, "expected '%.*s' to be a function with a body",
             (int)(name.length < 128 ? name.length : 128), name.data);
    if (mlirOperationIsNull(user))
      fail_call(interp, TSSA_STATUS_INVALID_ARGUMENT, "%s", text);
    else
      fail_site(interp, user, "func.call", TSSA_STATUS_UNSUPPORTED, text, NULL);
    return NULL;
  }
  function_t *function = program_alloc(interp, 1, sizeof *function);
  if (!function)
    return NULL;
  function->op = op;
  if (!decode_function(interp, function))
    return NULL;
  function->next = interp->functions;
  interp->functions = function;
  return function;
}
