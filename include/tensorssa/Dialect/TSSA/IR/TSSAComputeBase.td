// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tables of compute ops are made of: operand types and the classes
// that turn a row into an op.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEBASE_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEBASE_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSABase.td"
include "tensorssa/Dialect/TSSA/IR/TSSAComputeInterfaces.td"

//===----------------------------------------------------------------------===//
// Operand types
//===----------------------------------------------------------------------===//

/// The dtypes that tensors have. A new one is added here, in
/// `TSSAPromotion.cpp` and in `scalar::buildCast`; the tables speak of the
/// domains bool, integer and float only.
defvar TSSA_Elements = [I1, I32, I64, F32, F64];
def TSSA_Element : AnyTypeOf<TSSA_Elements>;

def TSSA_Tensor : RankedTensorOf<TSSA_Elements>;
def TSSA_FloatTensor : RankedTensorOf<[F32, F64]>;
def TSSA_NumericTensor : RankedTensorOf<[I32, I64, F32, F64]>;
def TSSA_BoolTensor : RankedTensorOf<[I1]>;
def TSSA_IndexTensor : RankedTensorOf<[I64]>;

/// A Python number: int, float or bool. Weaker than any tensor in promotion.
def TSSA_Number : AnyTypeOf<[I64, F64, I1], "a Python number (i64, f64, i1)">;
def TSSA_Operand : AnyTypeOf<[TSSA_Tensor, TSSA_Number],
                             "a tensor of i1, i32, i64, f32 or f64, or a Python "
                             "number (i64, f64, i1)">;
def TSSA_Condition : AnyTypeOf<[TSSA_BoolTensor, I1],
                               "a bool tensor or a bool">;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Writes the error record unless the op is speculatable: what may fail is not
/// dead, and two of its kind are not one.
def TSSA_MayFail : NativeOpTrait<"MayFail"> {
  let cppNamespace = "::mlir::tssa";
}

/// An op on tensors that reads and writes no memory. Where its preconditions
/// are proven it is pure and speculatable; elsewhere it may fail, which is an
/// effect. Its sizes can be asked for without computing it.
class TSSA_Compute<string mnemonic, list<Trait> traits = []>
    : TSSA_Op<mnemonic, !listconcat([
        MemoryEffectsOpInterface, TSSA_MayFail,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>], traits)>;

/// One whose result types follow from its operands; the written result type
/// may have dynamic sizes where the inferred one is static.
class TSSA_Inferred<string mnemonic, list<Trait> traits = []>
    : TSSA_Compute<mnemonic, !listconcat([InferTypeOpAdaptorWithIsCompatible],
                                         traits)>;

/// How element types of operands promote.
class TSSA_Promotion<string name, string text> {
  string cpp = "::mlir::tssa::Promotion::" # name;
  string doc = text;
}
def Promote : TSSA_Promotion<"Default", "Operands promote; the result has their type.">;
def PromoteToFloat : TSSA_Promotion<"ToFloat", "Operands promote; integers and bools become f32.">;
def PromoteCompare : TSSA_Promotion<"Comparison", "Operands promote; the result is i1.">;
def PromoteLogical : TSSA_Promotion<"Logical", "Each operand becomes a bool (`!= 0`); the result is i1.">;

/// The scalar body of a row in each domain: the name of a function
/// `Value (ImplicitLocOpBuilder &, ValueRange)`; empty where the domain is
/// rejected. `scalar::op<X>` builds the upstream op X.
class TSSA_Bodies<string f, string i = "", string b = ""> {
  string float = f;
  string integer = i;
  string bool = b;
  list<string> domains = !listconcat(!if(!empty(b), []<string>, ["bool"]),
                                     !if(!empty(i), []<string>, ["integer"]),
                                     !if(!empty(f), []<string>, ["float"]));
}
/// A body in the float domain alone; with PromoteToFloat that is all.
class TSSA_F<string f> : TSSA_Bodies<f>;
/// One body for floats, one for integers, none for bools.
class TSSA_FI<string f, string i> : TSSA_Bodies<f, i>;
/// A body for every domain.
class TSSA_FIB<string f, string i, string b> : TSSA_Bodies<f, i, b>;
/// Integers and bools.
class TSSA_IB<string i, string b> : TSSA_Bodies<"", i, b>;

class TSSA_ElementwiseBase<string mnemonic, TSSA_Promotion promotion,
                           TSSA_Bodies bodies, list<string> aten,
                           string help, string text, string example,
                           string buildScalar = "",
                           list<Trait> traits = []>
    : TSSA_Compute<mnemonic, !listconcat([
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<ElementwiseOpInterface,
          !if(!empty(buildScalar), []<string>, ["buildScalar"])>], traits)> {
  /// Operands before the promoted ones (conditions) and after (numbers that
  /// are converted but have no say).
  int conditions = 0;
  int numbers = 0;
  /// The operand that must not hold zero in the integer domain, or -1.
  int divisor = -1;

  let summary = help;
  let description = text # "\n\n" # promotion.doc # " Domains: "
      # !interleave(bodies.domains, ", ") # ". Operators: `"
      # !interleave(aten, "`, `") # "`.\n\n```mlir\n" # example # "\n```\n";
  let results = (outs TSSA_Tensor:$result);

  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange written);
  }];
  let extraClassDefinition = [{
    const ::mlir::tssa::ElementwiseRow &$cppClass::getRow() {
      static constexpr ::llvm::StringLiteral names[] = {"}]
      # !interleave(aten, "\", \"") # [{"};
      static const ::mlir::tssa::ElementwiseRow row = {
          }] # promotion.cpp # [{,
          }] # !if(!empty(bodies.float), "nullptr", bodies.float) # [{,
          }] # !if(!empty(bodies.integer), "nullptr", bodies.integer) # [{,
          }] # !if(!empty(bodies.bool), "nullptr", bodies.bool) # [{,
          }] # conditions # [{, }] # numbers # [{, }] # divisor # [{, names};
      return row;
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
        ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::tssa::inferElementwise(getRow(), location, operands, types);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange written) {
      return ::mlir::tssa::areCompatibleResults(inferred, written);
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::tssa::getElementwiseSpeculatability(getRow(), *this);
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::tssa::reifyElementwise(*this, builder, shapes);
    }
  }] # buildScalar;
}

class TSSA_Unary<string mnemonic, TSSA_Promotion promotion, TSSA_Bodies bodies,
                 list<string> aten, string help, string text>
    : TSSA_ElementwiseBase<mnemonic, promotion, bodies, aten, help, text,
        "%r = tssa." # mnemonic # " %x : "
        # !if(!empty(bodies.float), "tensor<4x?xi64>", "tensor<4x?xf32>") # " -> "
        # !cond(!eq(promotion.cpp, PromoteCompare.cpp) : "tensor<4x?xi1>",
                !eq(promotion.cpp, PromoteLogical.cpp) : "tensor<4x?xi1>",
                !empty(bodies.float) : "tensor<4x?xi64>",
                true : "tensor<4x?xf32>")> {
  let arguments = (ins TSSA_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
}

class TSSA_Binary<string mnemonic, TSSA_Promotion promotion, TSSA_Bodies bodies,
                  list<string> aten, string help, string text,
                  string buildScalar = "">
    : TSSA_ElementwiseBase<mnemonic, promotion, bodies, aten, help, text,
        "%r = tssa." # mnemonic # " %a, %b : ("
        # !if(!empty(bodies.float), "tensor<4x?xi64>, i64", "tensor<4x?xf32>, f64")
        # ") -> "
        # !cond(!eq(promotion.cpp, PromoteCompare.cpp) : "tensor<4x?xi1>",
                !eq(promotion.cpp, PromoteLogical.cpp) : "tensor<4x?xi1>",
                !empty(bodies.float) : "tensor<4x?xi64>",
                true : "tensor<4x?xf32>"),
        buildScalar> {
  let arguments = (ins TSSA_Operand:$lhs, TSSA_Operand:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

/// What a reduction does with the element type.
class TSSA_ReductionResult<string name, string text> {
  string cpp = "::mlir::tssa::ReductionResult::" # name;
  string doc = text;
}
def KeepType : TSSA_ReductionResult<"Same", "The result has the operand's element type.">;
def Accumulate : TSSA_ReductionResult<"Accumulate",
    "Integers and bools are converted to i64 first; the result is i64 or the float type.">;
def ToBool : TSSA_ReductionResult<"Bool",
    "Elements are converted to bool (`!= 0`) first; the result is i1.">;

/// `neutral` names a function `TypedAttr (Type)`, `finish` a body on the
/// accumulator and the number of elements, both in the result's type.
class TSSA_Reduction<string mnemonic, TSSA_ReductionResult result,
                     TSSA_Bodies bodies, string neutral, bit needsElement,
                     list<string> aten, string help, string text,
                     string finish = "">
    : TSSA_Inferred<mnemonic, [DeclareOpInterfaceMethods<ReductionOpInterface>]> {
  let summary = help;
  let description = text # [{

    `dims` are the reduced dimensions, ascending and counted from 0; no
    dimensions reduce nothing. Elements are folded one after the other in
    row-major order of the reduced dimensions (`numerics=strict`). }]
    # result.doc # " Domains: " # !interleave(bodies.domains, ", ")
    # ". Operators: `" # !interleave(aten, "`, `") # "`.\n\n```mlir\n%r = tssa."
    # mnemonic # " %x dims [1] keepdim : tensor<4x?xf32> -> tensor<4x1x"
    # !if(!eq(result.cpp, ToBool.cpp), "i1", "f32") # ">\n```\n";
  let arguments = (ins TSSA_Tensor:$input, DenseI64ArrayAttr:$dims,
                       UnitAttr:$keepdim);
  let results = (outs TSSA_Tensor:$result);
  let assemblyFormat = [{
    $input `dims` $dims (`keepdim` $keepdim^)? attr-dict `:` type($input)
    `->` type($result)
  }];
  let extraClassDefinition = [{
    const ::mlir::tssa::ReductionRow &$cppClass::getRow() {
      static constexpr ::llvm::StringLiteral names[] = {"}]
      # !interleave(aten, "\", \"") # [{"};
      static const ::mlir::tssa::ReductionRow row = {
          }] # result.cpp # [{,
          }] # !if(!empty(bodies.float), "nullptr", bodies.float) # [{,
          }] # !if(!empty(bodies.integer), "nullptr", bodies.integer) # [{,
          }] # !if(!empty(bodies.bool), "nullptr", bodies.bool) # [{,
          }] # neutral # [{, }] # !if(!empty(finish), "nullptr", finish) # [{,
          }] # !if(needsElement, "true", "false") # [{, names};
      return row;
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location> location,
        $cppClass::Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::mlir::tssa::inferReduction(getRow(), location,
                                          adaptor.getInput(), adaptor.getDims(),
                                          adaptor.getKeepdim(), types);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange written) {
      return ::mlir::tssa::areCompatibleResults(inferred, written);
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::tssa::getReductionSpeculatability(getRow(), getInput(),
                                                       getDims());
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::tssa::reifyReduction(*this, getInput(), getDims(),
                                          getKeepdim(), builder, shapes);
    }
  }];
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEBASE_TD
