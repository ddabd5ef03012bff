// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the `tssa` dialect: refs, which carry identity, and lists.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSABase.td"

class TSSA_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TSSA_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def TSSA_Ref : TSSA_Type<"Ref", "ref", [ShapedTypeInterface]> {
  let summary = "a name for (part of) a tensor's storage";
  let description = [{
    A ranked tensor object: sizes, static or dynamic, an element type and, where
    it is known, a layout (an upstream `strided` attribute). Without a layout
    the strides are any. Two refs may name overlapping parts of one storage.

    ```mlir
    !tssa.ref<4x?xf32>
    !tssa.ref<4x8xf32, strided<[8, 1]>>
    !tssa.ref<f64>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::StridedLayoutAttr":$layout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), shape, elementType,
                   ::mlir::StridedLayoutAttr());
    }]>,
    TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$type), [{
      return $_get(type.getContext(), type.getShape(), type.getElementType(),
                   ::mlir::StridedLayoutAttr());
    }]>
  ];
  let extraClassDeclaration = [{
    /// The type of the values this ref holds.
    ::mlir::RankedTensorType getTensorType() const;
    bool hasRank() const { return true; }
    ::mlir::ShapedType cloneWith(
        ::std::optional<::llvm::ArrayRef<int64_t>> shape,
        ::mlir::Type elementType) const;
  }];
}

def TSSA_AnyRefElement : TSSA_Type<"AnyRefElement", "any_ref"> {
  let summary = "a ref of any rank, as the element of a list";
  let description = [{
    Only as the element type of a list: tensor objects whose rank may change
    (`unsqueeze_`) live in a list of one slot. Reading one out gives a ref of
    the type that the reader states; rank and element type are checked at run
    time.

    ```mlir
    !tssa.list<!tssa.any_ref>
    ```
  }];
}

def TSSA_List : TSSA_Type<"List", "list"> {
  let summary = "a mutable list";
  let description = [{
    A list object with identity. Elements are refs, integers, floats, booleans
    or lists.

    ```mlir
    !tssa.list<!tssa.ref<?x4xf32>>
    !tssa.list<i64>
    !tssa.list<!tssa.list<f64>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def TSSA_AnyRef : Type<CPred<"::llvm::isa<::mlir::tssa::RefType>($_self)">,
                       "ref", "::mlir::tssa::RefType">;
def TSSA_AnyList : Type<CPred<"::llvm::isa<::mlir::tssa::ListType>($_self)">,
                        "list", "::mlir::tssa::ListType">;

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSATYPES_TD
