// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `grid` dialect: what programs on regular grids need beyond views that
// PyTorch knows. Two view kinds, an op that mutates, an op with a region; each
// joins TensorSSA by one interface.

#ifndef GRID_TD
#define GRID_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSAInterfaces.td"
include "tensorssa/Dialect/TSSA/IR/TSSATypes.td"
include "tensorssa/Dialect/View/IR/ViewInterfaces.td"

def Grid_Dialect : Dialect {
  let name = "grid";
  let cppNamespace = "::grid";
  let summary = "In-place programs on regular grids";
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerViewKinds();
  }];
  // Everything that an op of this dialect may turn into.
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tssa::TSSADialect", "::mlir::view::ViewDialect"
  ];
}

//===----------------------------------------------------------------------===//
// View kinds
//===----------------------------------------------------------------------===//

class Grid_Kind<string name, string kindMnemonic, list<string> overrides = []>
    : AttrDef<Grid_Dialect, name,
              [DeclareAttrInterfaceMethods<ViewKindInterface, overrides>]> {
  let mnemonic = kindMnemonic;
}

def Grid_InteriorAttr : Grid_Kind<"Interior", "interior"> {
  let summary = "a grid without its border";
  let description = [{
    All cells that are at least `halo` cells away from each border, in every
    dimension. `?` stands for an operand. A grid with a size below twice the
    halo has no interior. A view with strides, like those of the `view` dialect.

    ```mlir
    #grid.interior<1>
    #grid.interior<?>
    ```
  }];
  let parameters = (ins "int64_t":$halo);
  let assemblyFormat = "`<` custom<Halo>($halo) `>`";
  let genVerifyDecl = 1;
}

def Grid_ColorAttr : Grid_Kind<"Color", "color", ["isViewable"]> {
  let summary = "every other cell of a grid, as on a checkerboard";
  let description = [{
    The cells of a two-dimensional grid for which row plus column, modulo 2, is
    `color`; half as many columns, of which there must be an even number. No
    strides describe it: reads and writes go by its index map, and only
    functionalized programs can use it.

    ```mlir
    #grid.color<0>
    ```
  }];
  let parameters = (ins "int64_t":$color);
  let assemblyFormat = "`<` $color `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class Grid_Op<string mnemonic, list<Trait> traits = []>
    : Op<Grid_Dialect, mnemonic, traits>;

def Grid_RelaxOp : Grid_Op<"relax_", [
    DeclareOpInterfaceMethods<MutationOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "moves cells toward others, in place";
  let description = [{
    `cells += rate * (target - cells)`, all of `target` and `cells` being read
    before anything is written. Sizes must be equal, which is checked.

    ```mlir
    grid.relax_ %cells, %target, %rate : !tssa.ref<?x?xf32>, !tssa.ref<?x?xf32>
    ```
  }];
  let arguments = (ins TSSA_AnyRef:$cells, TSSA_AnyRef:$target, F64:$rate);
  let assemblyFormat = [{
    $cells `,` $target `,` $rate attr-dict `:` qualified(type($cells)) `,`
    qualified(type($target))
  }];
  let hasVerifier = 1;
}

def Grid_RepeatOp : Grid_Op<"repeat", [
    DeclareOpInterfaceMethods<VersionCarrierOpInterface>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["getEntrySuccessorOperands"]>,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::grid::YieldOp">,
    AllTypesMatch<["inits", "results"]>]> {
  let summary = "runs its body a number of times";
  let description = [{
    `count` times, or never if that is not positive. Values that change from
    one time to the next are `inits` at first, then what the body yields.

    ```mlir
    grid.repeat %n { ... }
    %r = grid.repeat %n (%t) : tensor<4xf32> {
    ^bb0(%v: tensor<4xf32>):
      grid.yield %v : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Index:$count, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    $count (`(` $inits^ `)` `:` type($inits))? $region attr-dict
  }];
  let hasVerifier = 1;
}

def Grid_YieldOp : Grid_Op<"yield", [
    Pure, ReturnLike, Terminator, HasParent<"::grid::RepeatOp">]> {
  let summary = "ends the body of grid.repeat";
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // GRID_TD
