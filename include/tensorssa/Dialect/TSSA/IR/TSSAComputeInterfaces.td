// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interfaces through which passes and front ends read the tables of
// compute ops.

#ifndef TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEINTERFACES_TD
#define TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEINTERFACES_TD

include "mlir/IR/OpBase.td"

def ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::mlir::tssa";
  let description = [{
    An op whose result element depends on one element of each operand, sizes
    broadcast. Its row of the table says everything else: how element types
    promote, the scalar body for each domain, the operators it implements.
  }];
  let methods = [
    StaticInterfaceMethod<"The op's row of the table.",
      "const ::mlir::tssa::ElementwiseRow &", "getRow", (ins)>,
    InterfaceMethod<[{
        The element type that operands are converted to and in which the body
        computes.
      }],
      "::mlir::Type", "getComputeType", (ins), "", [{
        return ::mlir::tssa::inferComputeType(ConcreteOp::getRow(),
                                              $_op->getOperands());
      }]>,
    InterfaceMethod<[{
        Builds the body on scalars. `args` has one scalar for each operand,
        converted to the compute type (conditions stay i1).
      }],
      "::mlir::Value", "buildScalar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::ValueRange":$args), "", [{
        return ::mlir::tssa::buildRowScalar(ConcreteOp::getRow(), builder, loc,
                                            args);
      }]>
  ];
}

def ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::mlir::tssa";
  let description = [{
    An op that folds the dimensions `dims` of its operand with an associative
    body.
  }];
  let methods = [
    StaticInterfaceMethod<"The op's row of the table.",
      "const ::mlir::tssa::ReductionRow &", "getRow", (ins)>,
    InterfaceMethod<"The reduced dimensions, ascending.",
      "::llvm::ArrayRef<int64_t>", "getDims", (ins)>,
    InterfaceMethod<"Whether reduced dimensions stay, with size 1.",
      "bool", "getKeepdim", (ins)>
  ];
}

#endif // TENSORSSA_DIALECT_TSSA_IR_TSSACOMPUTEINTERFACES_TD
