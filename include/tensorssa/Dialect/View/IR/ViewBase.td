// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `view` dialect itself. Kept apart from the ops so that other dialects
// may include it without emitting them a second time.

#ifndef TENSORSSA_DIALECT_VIEW_IR_VIEWBASE_TD
#define TENSORSSA_DIALECT_VIEW_IR_VIEWBASE_TD

include "mlir/IR/OpBase.td"

def View_Dialect : Dialect {
  let name = "view";
  let cppNamespace = "::mlir::view";
  let summary = "Parts of tensors, named by kinds";
  let description = [{
    A *view kind* is an attribute that implements `ViewKindInterface`: it says
    which elements of a source a view names. Three operations serve every kind:

    * `view.of` gives another name to a part of a storage (ref to ref),
    * `view.access` reads that part of a value (tensor to tensor; "Access" in
      the TensorSSA paper, DAC'24, section 3),
    * `view.assign` gives a value with that part replaced ("Assign" there).

    Integers live in the kind; `?` stands for the next index operand. A chain
    of views is itself a kind, `#view.path<[k1, k2]>`, outermost first, with
    the operands of its members concatenated.

    ```mlir
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    %v = view.access #view.slice<0, 0 : 8 : 2> %t : tensor<8xf32> -> tensor<4xf32>
    %u = view.assign #view.slice<0, 0 : 8 : 2> %v, %t : tensor<4xf32> -> tensor<8xf32>
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let hasConstantMaterializer = 1;
}

#endif // TENSORSSA_DIALECT_VIEW_IR_VIEWBASE_TD
