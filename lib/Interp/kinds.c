// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// View kinds out of their attributes, and their operands filled in.

#include "kinds.h"
#include "tensorssa-c/View.h"

#include <string.h>

/// The numbers of a list parameter; false if there are too many.
static bool decode_list(MlirAttribute attribute, intptr_t count,
                        int64_t (*get)(MlirAttribute, intptr_t), int64_t *out) {
  if (count > TSSA_MAX_RANK)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    out[i] = get(attribute, i);
  return true;
}

static bool decode_members(interp_t *interp, const node_t *node,
                           MlirAttribute attr, kind_t *kind);

/// Fills in `kind`; false if the interpreter does not know the attribute.
static bool decode_into(interp_t *interp, const node_t *node,
                        MlirAttribute attr, kind_t *kind) {
  if (tssaAttributeIsAViewAlias(attr)) {
    kind->code = KIND_ALIAS;
    return true;
  }
  if (tssaAttributeIsAViewSelect(attr)) {
    kind->code = KIND_SELECT;
    kind->dim = tssaViewSelectAttrGetDim(attr);
    kind->index = tssaViewSelectAttrGetIndex(attr);
    return true;
  }
  if (tssaAttributeIsAViewSlice(attr)) {
    kind->code = KIND_SLICE;
    kind->dim = tssaViewSliceAttrGetDim(attr);
    kind->start = tssaViewSliceAttrGetStart(attr);
    kind->end = tssaViewSliceAttrGetEnd(attr);
    kind->step = tssaViewSliceAttrGetStep(attr);
    return true;
  }
  if (tssaAttributeIsAViewPermute(attr)) {
    kind->code = KIND_PERMUTE;
    kind->rank = tssaViewPermuteAttrGetNumDimensions(attr);
    return decode_list(attr, kind->rank, tssaViewPermuteAttrGetDimension,
                       kind->numbers);
  }
  if (tssaAttributeIsAViewExpand(attr)) {
    kind->code = KIND_EXPAND;
    kind->rank = tssaViewExpandAttrGetNumSizes(attr);
    return decode_list(attr, kind->rank, tssaViewExpandAttrGetSize,
                       kind->numbers);
  }
  if (tssaAttributeIsAViewSqueeze(attr)) {
    kind->code = KIND_SQUEEZE;
    kind->dim = tssaViewSqueezeAttrGetDim(attr);
    return true;
  }
  if (tssaAttributeIsAViewUnsqueeze(attr)) {
    kind->code = KIND_UNSQUEEZE;
    kind->dim = tssaViewUnsqueezeAttrGetDim(attr);
    return true;
  }
  if (tssaAttributeIsAViewReshape(attr)) {
    kind->code = KIND_RESHAPE;
    kind->rank = tssaViewReshapeAttrGetNumSizes(attr);
    return decode_list(attr, kind->rank, tssaViewReshapeAttrGetSize,
                       kind->numbers);
  }
  if (tssaAttributeIsAViewDiagonal(attr)) {
    kind->code = KIND_DIAGONAL;
    kind->offset = tssaViewDiagonalAttrGetOffset(attr);
    kind->dim = tssaViewDiagonalAttrGetDim1(attr);
    kind->dim2 = tssaViewDiagonalAttrGetDim2(attr);
    return true;
  }
  if (tssaAttributeIsAViewUnfold(attr)) {
    kind->code = KIND_UNFOLD;
    kind->dim = tssaViewUnfoldAttrGetDim(attr);
    kind->window = tssaViewUnfoldAttrGetSize(attr);
    kind->step = tssaViewUnfoldAttrGetStep(attr);
    return true;
  }
  if (tssaAttributeIsAViewAsStrided(attr)) {
    kind->code = KIND_AS_STRIDED;
    kind->rank = tssaViewAsStridedAttrGetNumSizes(attr);
    kind->offset = tssaViewAsStridedAttrGetOffset(attr);
    return tssaViewAsStridedAttrGetNumStrides(attr) == kind->rank &&
           decode_list(attr, kind->rank, tssaViewAsStridedAttrGetSize,
                       kind->numbers) &&
           decode_list(attr, kind->rank, tssaViewAsStridedAttrGetStride,
                       kind->strides);
  }
  if (tssaAttributeIsAViewBitcast(attr)) {
    kind->code = KIND_BITCAST;
    MlirType type = tssaViewBitcastAttrGetElementType(attr);
    const type_t *decoded = decode_type(interp, type);
    if (!decoded || decoded->kind != TYPE_SCALAR)
      return false;
    kind->dtype = decoded->dtype;
    return true;
  }
  return tssaAttributeIsAViewPath(attr) &&
         decode_members(interp, node, attr, kind);
}

static bool decode_members(interp_t *interp, const node_t *node,
                           MlirAttribute attr, kind_t *kind) {
  kind->code = KIND_PATH;
  kind->num_members = tssaViewPathAttrGetNumKinds(attr);
  kind->members =
      program_alloc(interp, (size_t)kind->num_members, sizeof *kind->members);
  if (!kind->members)
    return false;
  for (int64_t i = 0; i < kind->num_members; ++i)
    if (!decode_into(interp, node, tssaViewPathAttrGetKind(attr, i),
                     &kind->members[i]))
      return false;
  return true;
}

kind_t *kind_decode(interp_t *interp, const node_t *node, MlirAttribute attr) {
  kind_t *kind = program_alloc(interp, 1, sizeof *kind);
  if (!kind)
    return NULL;
  if (mlirAttributeIsNull(attr) || !decode_into(interp, node, attr, kind)) {
    if (!tssa_rt_failed(interp->context)) {
      const char *text =
          mlirAttributeIsNull(attr) ? "none" : print_attribute(interp, attr);
      if (text)
        fail(interp, node, TSSA_STATUS_UNSUPPORTED,
             "unsupported view kind %s in the interpreter", text);
    }
    return NULL;
  }
  return kind;
}

/// The number itself or, if it is left open, the next operand.
static int64_t fill(int64_t number, const int64_t *operands, int64_t *taken) {
  return number == DYNAMIC ? operands[(*taken)++] : number;
}

int64_t kind_resolve(const kind_t *open, const int64_t *operands, kind_t *out) {
  kind_t *members = out->members;
  int64_t taken = 0;
  if (open->code == KIND_PATH) {
    for (int64_t i = 0; i < open->num_members; ++i)
      taken += kind_resolve(&open->members[i], operands + taken, &members[i]);
    return taken;
  }
  *out = *open;
  out->members = members;
  switch (open->code) {
  case KIND_SELECT:
    out->index = fill(open->index, operands, &taken);
    break;
  case KIND_SLICE:
    out->start = fill(open->start, operands, &taken);
    out->end = fill(open->end, operands, &taken);
    break;
  case KIND_DIAGONAL:
    out->offset = fill(open->offset, operands, &taken);
    break;
  case KIND_UNFOLD:
    out->window = fill(open->window, operands, &taken);
    out->step = fill(open->step, operands, &taken);
    break;
  case KIND_EXPAND:
    // A -1 that is written keeps a dimension; one that is passed is no size.
    for (int64_t i = 0; i < open->rank; ++i) {
      out->numbers[i] = fill(open->numbers[i], operands, &taken);
      if (open->numbers[i] == DYNAMIC && out->numbers[i] == -1)
        out->numbers[i] = -2;
    }
    break;
  case KIND_RESHAPE:
    for (int64_t i = 0; i < open->rank; ++i)
      out->numbers[i] = fill(open->numbers[i], operands, &taken);
    break;
  case KIND_AS_STRIDED:
    for (int64_t i = 0; i < open->rank; ++i)
      out->numbers[i] = fill(open->numbers[i], operands, &taken);
    for (int64_t i = 0; i < open->rank; ++i)
      out->strides[i] = fill(open->strides[i], operands, &taken);
    out->offset = fill(open->offset, operands, &taken);
    break;
  default:
    break;
  }
  return taken;
}
