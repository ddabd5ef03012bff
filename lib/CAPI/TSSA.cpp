// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the `tssa` dialect through the C API.

#include "tensorssa-c/TSSA.h"
#include "mlir/CAPI/IR.h"
#include "tensorssa/Dialect/TSSA/IR/TSSA.h"

using namespace mlir;
using namespace mlir::tssa;

bool tssaTypeIsARef(MlirType type) {
  return isa_and_nonnull<RefType>(unwrap(type));
}

MlirType tssaRefTypeGetChecked(MlirLocation location, intptr_t rank,
                               const int64_t *sizes, MlirType elementType,
                               MlirAttribute layout) {
  Location loc = unwrap(location);
  return wrap(
      RefType::getChecked([loc] { return emitError(loc); }, loc.getContext(),
                          ArrayRef<int64_t>(sizes, rank), unwrap(elementType),
                          dyn_cast_or_null<StridedLayoutAttr>(unwrap(layout))));
}

MlirType tssaRefTypeGetElementType(MlirType type) {
  return wrap(cast<RefType>(unwrap(type)).getElementType());
}

intptr_t tssaRefTypeGetRank(MlirType type) {
  return cast<RefType>(unwrap(type)).getShape().size();
}

int64_t tssaRefTypeGetDimSize(MlirType type, intptr_t dim) {
  return cast<RefType>(unwrap(type)).getShape()[dim];
}

MlirAttribute tssaRefTypeGetLayout(MlirType type) {
  return wrap(Attribute(cast<RefType>(unwrap(type)).getLayout()));
}

MlirType tssaRefTypeGetTensorType(MlirType type) {
  return wrap(Type(cast<RefType>(unwrap(type)).getTensorType()));
}

bool tssaTypeIsAList(MlirType type) {
  return isa_and_nonnull<ListType>(unwrap(type));
}

MlirType tssaListTypeGetChecked(MlirLocation location, MlirType elementType) {
  Location loc = unwrap(location);
  return wrap(ListType::getChecked([loc] { return emitError(loc); },
                                   loc.getContext(), unwrap(elementType)));
}

MlirType tssaListTypeGetElementType(MlirType type) {
  return wrap(cast<ListType>(unwrap(type)).getElementType());
}

bool tssaTypeIsAAnyRefElement(MlirType type) {
  return isa_and_nonnull<AnyRefElementType>(unwrap(type));
}

MlirType tssaAnyRefElementTypeGet(MlirContext context) {
  return wrap(Type(AnyRefElementType::get(unwrap(context))));
}
