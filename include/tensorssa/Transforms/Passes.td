// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes over the `tssa` and `view` dialects, in alphabetical order: those that
// make a program functional here, those that bring it to memory in
// LoweringPasses.td.

#ifndef TENSORSSA_TRANSFORMS_PASSES_TD
#define TENSORSSA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

class TSSA_FallbackOption
    : Option<"fallback", "fallback", "::mlir::tssa::FallbackMode",
             /*default=*/"::mlir::tssa::FallbackMode::Remark",
             "What a function that stays imperative gets", [{::llvm::cl::values(
               clEnumValN(::mlir::tssa::FallbackMode::Remark, "remark",
                          "a remark"),
               clEnumValN(::mlir::tssa::FallbackMode::Error, "error",
                          "an error"))}]>;

class TSSA_ErrorsOption
    : Option<"errors", "errors", "::mlir::tssa::ErrorMode",
             /*default=*/"::mlir::tssa::ErrorMode::Fast",
             "What arguments hold after a failed check", [{::llvm::cl::values(
               clEnumValN(::mlir::tssa::ErrorMode::Fast, "fast",
                          "anything, if the program changes them"),
               clEnumValN(::mlir::tssa::ErrorMode::Precise, "precise",
                          "what the imperative program has written"))}]>;

class TSSA_ReportOption
    : Option<"report", "report", "bool", /*default=*/"false",
             "Emit a remark of fixed form for every mutation, as read by "
             "'tssa explain'">;

def ExpandChecksPass : Pass<"tssa-expand-checks", "::mlir::ModuleOp"> {
  let summary = "Expand checks of tensors into checks of numbers";
  let description = [{
    `tssa.check_indices` becomes a loop that checks each element, in row-major
    order, and an elementwise normalization; `tssa.check_view` on a tensor becomes
    arithmetic on its sizes and a `tssa.check`. Runs before bufferization.

    ```mlir
    tssa.check_view #view.reshape<[?, 4]> %t[%n] : tensor<?x8xf32>
    ```
    becomes
    ```mlir
    %ok = …
    tssa.check %ok, "…" (%n) : index {origin = "tssa.check_view"}
    ```

    Limitations: checks on refs are left to `tssa-lower-refs`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ExpandMutationsPass : Pass<"tssa-expand-mutations", "::mlir::ModuleOp"> {
  let summary = "Express mutations of other dialects as reads and writes";
  let description = [{
    Every op that implements `MutationOpInterface`, but `tssa.write`, becomes a
    `tssa.read` of what it reads and overwrites, its pure form and a
    `tssa.write` of each new content. For functions that stay imperative;
    `tssa-functionalize` asks for pure forms itself. Runs before arithmetic is
    lowered.

    ```mlir
    grid.relax_ %x, %y, %r : !tssa.ref<4xf32>, !tssa.ref<4xf32>
    ```
    becomes
    ```mlir
    %0 = tssa.read %y : !tssa.ref<4xf32>
    %1 = tssa.read %x : !tssa.ref<4xf32>
    %2 = …
    tssa.write %2, %x : !tssa.ref<4xf32>
    ```

    Limitations: an op without a pure form is an error.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect"];
}

def ForwardListsPass : Pass<"tssa-forward-lists", "::mlir::func::FuncOp"> {
  let summary = "do without lists that a function keeps to itself";
  let description = [{
    Runs before functionalization, which does not follow refs into lists.

    * Where it is known what a list holds (it is filled in the block that makes
      it, at constant places), what is read from it is what was put in.
    * A list of refs whose elements are all parts of a few storages by a few
      kinds of view becomes lists of the numbers that tell them apart: a tag for
      storage and kind, and the index operands of the view. Reading one out makes
      the view anew, or, with a tag, one out of several (`scf.index_switch`),
      which `tssa-functionalize` splits. So do lists that control flow passes on
      and lists in lists, with all lists that may be the same.
    * A short loop over a list whose elements differ in more than that is
      unrolled.
    * A list of numbers whose length is known at every op is a storage. Other
      lists of numbers stay objects of the runtime, which hinder nothing.
    * A list with known contents that is a result is made in front of the return.

    Before:
    ```mlir
    %l = tssa.list_create : () -> !tssa.list<!tssa.ref<8xf32>>
    scf.for %i = %c0 to %c4 step %c1 {
      %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
      tssa.list_append %row, %l : !tssa.ref<8xf32>, !tssa.list<!tssa.ref<8xf32>>
    }
    %r = tssa.list_get %l[%k] : !tssa.list<!tssa.ref<8xf32>> -> !tssa.ref<8xf32>
    ```
    After:
    ```mlir
    %o = tssa.list_create : () -> !tssa.list<index>
    scf.for %i = %c0 to %c4 step %c1 {
      ...
      tssa.list_append %i, %o : index, !tssa.list<index>
    }
    %j = tssa.list_get %o[%k] : !tssa.list<index> -> index
    %s = tssa.check_index %j, %c4
    %r = view.of #view.select<0, ?> %x[%s] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    ```

    Limitations: a list that another function or a branch between blocks passes
    on, that is an argument, or whose elements are storages allocated in a loop
    without known bounds, stays, with all lists that may be the same;
    so do elements that are read as a type which must be checked at run time.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def FunctionalizePass : Pass<"tssa-functionalize", "::mlir::ModuleOp"> {
  let summary = "turn imperative tensor programs into pure SSA";
  let description = [{
    Runs `tssa-rewrite-mutations`, `tssa-propagate-versions` and
    `tssa-rename-versions` (TensorSSA, DAC'24): every write to a ref becomes a
    `view.assign` to the storage it names part of, every read a `view.access`,
    and versions of storages are carried through control flow as values. The
    function keeps its signature. Functions that are done carry
    `tssa.functional`; their results say whose storage they are by
    `tssa.fresh` and `tssa.alias`.

    Before:
    ```mlir
    func.func @f(%x: !tssa.ref<4x8xf32>, %v: tensor<8xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %n step %c1 {
        %j = tssa.check_index %i, %c4
        %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
        tssa.write %v, %row : !tssa.ref<8xf32>
      }
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%x: !tssa.ref<4x8xf32>, %v: tensor<8xf32>, %n: index) attributes {tssa.functional} {
      %0 = tssa.read %x : !tssa.ref<4x8xf32>
      ...
      %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<4x8xf32>) {
        %j = tssa.check_index %i, %c4
        %2 = view.assign #view.select<0, ?> %v, %t[%j] : tensor<8xf32> -> tensor<4x8xf32>
        scf.yield %2 : tensor<4x8xf32>
      }
      tssa.write %1, %x : !tssa.ref<4x8xf32>
      return
    }
    ```

    With `validate`, a validator that shares no code with the compiler compares
    each public function before and after over symbols, for small sizes, and what
    it finds is an error with a counterexample (docs/TranslationValidation.md).
    tssa-opt and tssa have one; other programs register one
    (`tssaRegisterValidator`).

    Limitations: of some storages a function stays imperative, with a remark
    that says which op is to blame: where it merges refs in ways that
    `tssa-split-merges` does not split, keeps them in lists that
    `tssa-forward-lists` leaves, passes them to calls or receives them from one
    (see `tssa-inline-calls` and `tssa-specialize-functions`), writes an
    argument that may overlap another or applies `as_strided` to an argument
    (for both see `tssa-specialize-functions`). All refs to the same storages stay with
    these. If others are left the function carries `tssa.partial` beside
    `tssa.functional`, with the numbers of the arguments that stayed; if none
    are, `tssa.imperative`. So does one that has a loop between blocks that
    never ends, or writes inside an op that has no VersionCarrierOpInterface. With
    `errors=precise`, arguments stay that are written before a check may fail.
  }];
  let options = [TSSA_FallbackOption<>, TSSA_ErrorsOption<>,
                 TSSA_ReportOption<>,
                 Option<"validate", "validate", "bool", /*default=*/"false",
                        "Ask the registered validator whether each public "
                        "function still does what it did">,
                 Option<"validateOutput", "validate-output", "std::string",
                        /*default=*/"\".\"",
                        "Folder for the files of a counterexample; empty: "
                        "none">];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def InlineCallsPass : Pass<"tssa-inline-calls", "::mlir::ModuleOp"> {
  let summary = "replace calls that pass refs by the body of their callee";
  let description = [{
    What a ref names is then known on both sides of the call. Callees come first,
    so that each body is copied as it is in the end, in structured control flow if
    it has several blocks. Private functions that no one calls any more are erased.

    Before:
    ```mlir
    func.func private @zero(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
      tssa.write %v, %x : !tssa.ref<4xf32>
      return
    }
    func.func @f(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
      call @zero(%x, %v) : (!tssa.ref<4xf32>, tensor<4xf32>) -> ()
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %v: tensor<4xf32>) {
      tssa.write %v, %x : !tssa.ref<4xf32>
      return
    }
    ```

    A call of a recursive function becomes the bodies of all its levels, if
    branches on constants end the recursion before it is 32 levels deep or has
    2,048 ops.

    Limitations: other calls of recursive functions, calls of functions with a loop
    between blocks that never ends and of those marked `no_inline` stay, and so do
    calls that would make the caller larger than `limit`.
  }];
  let options = [Option<"limit", "limit", "unsigned", /*default=*/"10000",
                        "How many ops a function may have after inlining">];
}

def InsertChecksPass : Pass<"tssa-insert-checks", "::mlir::ModuleOp"> {
  let summary = "check every precondition of a view that is not proven";
  let description = [{
    Makes any program safe. In front of each `view.of`, `view.access` and
    `view.assign` it puts

    * `tssa.check_index` for the index of a select that is not proven to lie
      inside its dimension (a constant in front of a dynamic dimension becomes
      an operand),
    * `tssa.check_view` for every other kind that does not exist over all
      sources of its type, or whose strides may not allow it;

    and in front of each `tssa.write` a `tssa.check_equal` for every dynamic size
    that is not traced to be that of the ref.

    An index is proven if it is a constant inside a static size, the result of
    a check against the size of that dimension, or bounded by ValueBounds (a
    loop variable). A check that is there already is not repeated.

    Before:
    ```mlir
    %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<?x8xf32> -> !tssa.ref<8xf32>
    ```
    After:
    ```mlir
    %n = tssa.dim %x, 0 : !tssa.ref<?x8xf32>
    %j = tssa.check_index %i, %n
    %row = view.of #view.select<0, ?> %x[%j] : !tssa.ref<?x8xf32> -> !tssa.ref<8xf32>
    ```

    With `lost-proofs` only functional functions are changed: an index of a
    select that is no longer seen to be checked, since views were composed or
    the check was folded, is checked again at its access. Such a check never
    fails; what follows can rely on `tssa-verify-functional`.

    Limitations: a check stands where its view stands; checks are not hoisted.
  }];
  let options = [Option<"lostProofs", "lost-proofs", "bool", "false",
                        "Only indices in functional functions that lost their "
                        "proof">];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MergeArgumentsPass : Pass<"tssa-merge-arguments", "::mlir::ModuleOp"> {
  let summary = "pass a ref or storage once that a call passes twice";
  let description = [{
    A call that passes one ref, or list of refs, as several arguments calls a
    version of its callee that takes it once. There it is known that these are the
    same, also in the calls that the version makes: recursion mostly passes on
    what it has been passed.

    Before:
    ```mlir
    func.func private @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
      ...
      call @f(%y, %x) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
      ...
    }
    call @f(%a, %a) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
    ```
    After:
    ```mlir
    func.func private @f.merged(%x: !tssa.ref<4xf32>) attributes {tssa.body_of = "f"} {
      ...
      call @f.merged(%x) : (!tssa.ref<4xf32>) -> ()
      ...
    }
    call @f.merged(%a) : (!tssa.ref<4xf32>) -> ()
    ```

    A call that passes parts of one ref, of which one is written and may overlap
    another, passes the ref and the operands of the parts; the version of its
    callee makes the views itself, so that it knows what overlaps. For a function
    of the host whose declaration says what it does, this version is a function
    that makes the views and the call:

    ```mlir
    func.func private @copy(!tssa.ref<4xf32> {tssa.writes}, !tssa.ref<4xf32> {tssa.reads})
    func.func private @copy.merged(%x: !tssa.ref<5xf32>) attributes {tssa.body_of = "copy", ...} {
      %a = view.of #view.slice<0, 1 : 5 : 1> %x : !tssa.ref<5xf32> -> !tssa.ref<4xf32>
      %b = view.of #view.slice<0, 0 : 4 : 1> %x : !tssa.ref<5xf32> -> !tssa.ref<4xf32>
      call @copy(%a, %b) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
      return
    }
    ```

    Results of such a declaration that are arguments are replaced by these. A call
    of it that gives new storages and is passed a ref which control flow chose
    gets such a function, too, which gives their values: only calls without refs
    among their results can be made under the branches of a merge.

    Limitations: refs are the same if they are one value or the same views of one
    storage, which must be an argument or a `tssa.alloc`; parts are up to 4 views
    away from their ref, or slices of slices.
  }];
  let options = [Option<"limit", "limit", "unsigned", /*default=*/"64",
                        "How many versions may be made in a module">];
}

def PropagateVersionsPass
    : Pass<"tssa-propagate-versions", "::mlir::ModuleOp"> {
  let summary = "carry versions of storages through control flow";
  let description = [{
    Stage 2 of functionalization. Every region op in which a root from outside
    is updated is rebuilt once by its VersionCarrierOpInterface, so that it
    takes the version before it in and gives the version after it out.

    Before:
    ```mlir
    scf.if %c {
      tssa.update %v, %x : !tssa.ref<4xf32>
    }
    ```
    After:
    ```mlir
    %r = scf.if %c -> (tensor<4xf32>) {
      tssa.update %v, %x : !tssa.ref<4xf32>
      %1 = tssa.current %x : !tssa.ref<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      %1 = tssa.current %x : !tssa.ref<4xf32>
      scf.yield %1 : tensor<4xf32>
    }
    tssa.update %r, %x : !tssa.ref<4xf32>
    ```

    Limitations: models exist for `scf.for`, `scf.while`, `scf.if`,
    `scf.index_switch` and `scf.execute_region` of one block. Expects every
    function to have gone through `tssa-rewrite-mutations`.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect"];
}

def RenameVersionsPass : Pass<"tssa-rename-versions", "::mlir::ModuleOp"> {
  let summary = "replace each use of a storage by its version";
  let description = [{
    Stage 3 of functionalization. Each `tssa.current` becomes the value that
    the last `tssa.update` of its root before it gave; both ops and the
    `tssa.alloc` disappear, and the function is marked `tssa.functional`.

    Before:
    ```mlir
    tssa.update %0, %x : !tssa.ref<4xf32>
    %1 = tssa.current %x : !tssa.ref<4xf32>
    %2 = view.assign #view.select<0, 0> %v, %1 : tensor<f32> -> tensor<4xf32>
    tssa.update %2, %x : !tssa.ref<4xf32>
    %3 = tssa.current %x : !tssa.ref<4xf32>
    tssa.write %3, %x : !tssa.ref<4xf32>
    ```
    After:
    ```mlir
    %2 = view.assign #view.select<0, 0> %v, %0 : tensor<f32> -> tensor<4xf32>
    tssa.write %2, %x : !tssa.ref<4xf32>
    ```

    Limitations: expects every function to have gone through
    `tssa-propagate-versions`.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect"];
}

def RewriteMutationsPass
    : Pass<"tssa-rewrite-mutations", "::mlir::ModuleOp"> {
  let summary = "write storages as versions, views as accesses and assigns";
  let description = [{
    Stage 1 of functionalization. Roots are ref arguments and allocations; each
    ref names part of one by a path of views. A write becomes a `view.assign`
    of that path into the root's newest version, a read a `view.access`. Until
    stage 3 the newest version is asked for by `tssa.current` and changed by
    `tssa.update`, which no upstream pass merges, moves or deletes across each
    other. Arguments are read once at entry, and written once before the return
    if they change.

    Before:
    ```mlir
    %y = view.of #view.select<0, 1> %x : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
    tssa.write %v, %y : !tssa.ref<8xf32>
    ```
    After:
    ```mlir
    %1 = tssa.current %x : !tssa.ref<4x8xf32>
    %2 = view.assign #view.select<0, 1> %v, %1 : tensor<8xf32> -> tensor<4x8xf32>
    tssa.update %2, %x : !tssa.ref<4x8xf32>
    ```

    Limitations: those of `tssa-functionalize`, which describes them.
  }];
  let options = [TSSA_FallbackOption<>, TSSA_ErrorsOption<>,
                 TSSA_ReportOption<>];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def SequentializeLoopsPass
    : Pass<"tssa-sequentialize-loops", "::mlir::func::FuncOp"> {
  let summary = "run iterations on storages one after the other";
  let description = [{
    A `scf.parallel` or `scf.forall` whose iterations use refs, or read or make
    parts of tensors, becomes a nest of `scf.for`, the last dimension innermost:
    one of the orders that it allows, and the one in which functionalization can
    carry versions. Reductions are joined in the order of the iterations; every
    iteration of a `scf.forall` sees the shared outputs as they were before the
    loop. Loops on values alone stay. Runs behind `tssa-insert-checks`, so that
    an error is that of the op as it was written.

    Before:
    ```mlir
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
      %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
      tssa.write %v, %row : !tssa.ref<8xf32>
      scf.reduce
    }
    ```
    After:
    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %row = view.of #view.select<0, ?> %x[%i] : !tssa.ref<4x8xf32> -> !tssa.ref<8xf32>
      tssa.write %v, %row : !tssa.ref<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SpecializeFunctionsPass
    : Pass<"tssa-specialize-functions", "::mlir::ModuleOp"> {
  let summary = "choose at run time between bodies for arguments that overlap, "
                "or that are not all of their storage, and those that do not";
  let description = [{
    A function that writes a ref argument which may overlap another could be
    functionalized if it did not. Where that alone stands against it, its body
    becomes two private functions: in one the written arguments have
    `tssa.noalias`, the other stays imperative. The function itself only tests
    (`tssa.disjoint`) and calls. The test takes the arguments that are written
    against themselves and against all others; arguments with `tssa.noalias`
    take no part, unless the function is called from inside the module, where
    nobody else checks.

    Before:
    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) {
      %v = tssa.read %y : !tssa.ref<4xf32>
      tssa.write %v, %x : !tssa.ref<4xf32>
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>) attributes {tssa.dispatches = @f.disjoint} {
      %0 = tssa.disjoint %x from %y : !tssa.ref<4xf32> from !tssa.ref<4xf32>
      cf.cond_br %0, ^bb1, ^bb2
    ^bb1:
      call @f.disjoint(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
      return
    ^bb2:
      call @f.overlapping(%x, %y) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> ()
      return
    }
    ```

    In the same way a function that applies `as_strided` to an argument gets a
    body for the case that the argument is all of its storage in row-major order
    (`tssa.is_whole`), marked `tssa.whole`: there `as_strided` names elements of
    the argument's value. Where its numbers are constants, it is enough that
    the storage begins with as many elements of the argument as it reaches.

    ```mlir
    %0 = tssa.is_whole %x reaching 6 : !tssa.ref<?xf32>
    cf.cond_br %0, ^bb1, ^bb2
    ^bb1:
      call @f.whole(%x) : (!tssa.ref<?xf32>) -> ()
      return
    ^bb2:
      call @f.general(%x) : (!tssa.ref<?xf32>) -> ()
      return
    ```

    Calls that pass refs are made by value in the same way, where that is right:
    the callee depends only on what its arguments hold, each of its ref results is
    one of its arguments or a storage of its own, and nothing that it writes may
    overlap another operand. The callee, which may be recursive, gets a version
    that takes tensors and gives the fresh results and what the written arguments
    hold in the end.

    ```mlir
    %r = call @g(%x) : (!tssa.ref<4xf32>) -> !tssa.ref<4xf32>
    ```
    becomes
    ```mlir
    %0 = tssa.read %x : !tssa.ref<4xf32>
    %1:2 = call @g.pure(%0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %r = tssa.alloc %1#0 : tensor<4xf32> -> !tssa.ref<4xf32>
    tssa.write %1#1, %x : !tssa.ref<4xf32>
    ```

    A function without a body is known if each ref argument has `tssa.reads` or
    `tssa.writes` (or both) and each ref result `tssa.fresh` or
    `tssa.returns_alias = N`, which says that it is argument N.

    Limitations: overlap is tested of the elements of the arguments, not of their
    whole storages, as functional code reaches nothing else. An argument that
    `as_strided` is applied to must begin where its storage does for the
    functional body to run. With `errors=precise`,
    calls that write stay: what they had written before an error would be lost.
  }];
  let options = [TSSA_ErrorsOption<>];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def SplitMergesPass : Pass<"tssa-split-merges", "::mlir::func::FuncOp"> {
  let summary = "make merges of refs merges of values";
  let description = [{
    What `arith.select`, `scf.if` and `scf.index_switch` give, and what `scf.for`
    and `scf.while` carry, may name one of a few parts of storages. In place of
    such a ref go a tag that says which, and the indices that differ from run to
    run. Every read, write and size of it becomes one of each alternative, under
    the tag, so that afterwards it is known what each op reads or writes. The
    program stays imperative; `tssa-functionalize` begins with this.

    Before:
    ```mlir
    %y = scf.if %c -> (!tssa.ref<4xf32>) {
      scf.yield %a : !tssa.ref<4xf32>
    } else {
      scf.yield %b : !tssa.ref<4xf32>
    }
    tssa.write %v, %y : !tssa.ref<4xf32>
    ```
    After:
    ```mlir
    scf.if %c {
      tssa.write %v, %a : !tssa.ref<4xf32>
    } else {
      tssa.write %v, %b : !tssa.ref<4xf32>
    }
    ```

    Branches between blocks are lifted to structured ops first.

    A storage that is allocated in a region and named only by what the region
    passes on, or given to a loop that alone uses it afterwards, moves: its value
    is passed on and it is allocated anew. So rotations of buffers carry values
    in the order of their names. A ref that is only read, while nothing that it
    may name is written, is passed on as a copy. Slices of slices that a loop
    carries become one slice with a carried range. The first trip of a loop is
    peeled where that leaves no choice in it. Results that are merged are chosen
    last, by one decision in front of the return.

    Limitations: a ref with more than eight alternatives, or of which storages
    allocated in a region have several names that differ from run to run, stays,
    and with it all merges of the function.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def SplitResultsPass : Pass<"tssa-split-results", "::mlir::ModuleOp"> {
  let summary = "give what refs are made of in place of refs";
  let description = [{
    A call that stays gives a ref of which nobody knows what it names. Where a
    function gives one of a few parts of its arguments, or of storages that it
    makes, it gets a version that says which one: a tag, the operands of views and
    the contents of new storages. Callers make the ref of these, so that it is a
    merge of refs like any other (`tssa-split-merges`). What a function gives is
    found by a fixpoint over all of them, so that recursion is no obstacle.

    Before:
    ```mlir
    func.func private @f(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) -> !tssa.ref<4xf32> {
      ...
      %r = scf.if %c -> (!tssa.ref<4xf32>) {
        %0 = func.call @f(%y, %x, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
        scf.yield %0 : !tssa.ref<4xf32>
      } else {
        scf.yield %x : !tssa.ref<4xf32>
      }
      return %r : !tssa.ref<4xf32>
    }
    %r = call @f(%a, %b, %k) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> !tssa.ref<4xf32>
    ```
    After:
    ```mlir
    func.func private @f.values(%x: !tssa.ref<4xf32>, %y: !tssa.ref<4xf32>, %n: index) -> i1 {
      ...
      %r = scf.if %c -> (i1) {
        %0 = func.call @f.values(%y, %x, %m) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> i1
        %1 = arith.select %0, %false, %true : i1
        scf.yield %1 : i1
      } else {
        scf.yield %true : i1
      }
      return %r : i1
    }
    %0 = call @f.values(%a, %b, %k) : (!tssa.ref<4xf32>, !tssa.ref<4xf32>, index) -> i1
    %r = scf.if %0 -> (!tssa.ref<4xf32>) { scf.yield %a : ... } else { scf.yield %b : ... }
    ```

    Limitations: functions that take or give lists of refs, or whose merges of
    refs are not followed, keep what they give.
  }];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def UnpackListArgumentsPass
    : Pass<"tssa-unpack-list-arguments", "::mlir::ModuleOp"> {
  let summary = "give functions that take a list of refs a body for each of "
                "the first lengths";
  let description = [{
    What is in a list that a caller made is known only at run time. So a function
    that takes one looks at its length and calls a body for that length, of which
    the elements are arguments: `tssa-forward-lists` then follows the list, which
    the body makes itself, and `tssa-specialize-functions` tests whether elements
    overlap each other or other arguments. If the program may change the list, the
    body gives what it holds in the end, and the list of the caller is given
    these elements. Longer lists, and arguments that overlap, run the function as
    it was.

    Before:
    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>) {
      tssa.list_append %x, %l : !tssa.ref<4xf32>, !tssa.list<!tssa.ref<4xf32>>
      ...
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%x: !tssa.ref<4xf32>, %l: !tssa.list<!tssa.ref<4xf32>>) attributes {tssa.dispatches = [@f.length0, @f.length1]} {
      %n = tssa.list_len %l : !tssa.list<!tssa.ref<4xf32>>
      ...
    ^bb3:
      %e = tssa.list_get %l[%c0] : !tssa.list<!tssa.ref<4xf32>> -> !tssa.ref<4xf32>
      %0 = call @f.length1(%x, %n, %e) : (!tssa.ref<4xf32>, index, !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
      ...                     // the elements of %0 are put into %l
      return
      ...
    }
    func.func private @f.length1(%x: !tssa.ref<4xf32>, %n: index, %e: !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>> {
      ...
      %0 = tssa.list_create %e, %x : (!tssa.ref<4xf32>, !tssa.ref<4xf32>) -> !tssa.list<!tssa.ref<4xf32>>
      return %0 : !tssa.list<!tssa.ref<4xf32>>
    }
    ```

    A body is made only for lengths where more of the function can be
    functionalized with it than without.

    Limitations: functions that take several lists of refs, lists of lists of refs
    or of `!tssa.any_ref` keep one body, and so do those that would become too
    large, and those that return what may be the list or another one. With
    `errors=precise`, functions that may change the list do too: what it was
    before an error would be lost.
  }];
  let options = [TSSA_ErrorsOption<>,
                 Option<"maxLength", "max-length", "unsigned", /*default=*/"3",
                        "The length of the longest list with a body of its own">,
                 Option<"maxOps", "max-ops", "unsigned", /*default=*/"10000",
                        "How many ops the bodies of a function may have">];
  let dependentDialects = ["::mlir::tssa::TSSADialect",
                           "::mlir::view::ViewDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::ub::UBDialect"];
}

def VerifyFunctionalPass
    : Pass<"tssa-verify-functional", "::mlir::ModuleOp"> {
  let summary = "check that functions are functional and their accesses safe";
  let description = [{
    Of functions marked `tssa.functional` it rejects

    * reads and writes other than one `tssa.read` of an argument and one
      `tssa.write` to it at the end of the body; allocations, versions, and
      every other op on refs but `tssa.dim`, `tssa.check_view`,
      `tssa.materialize_result` and the `view.of` that a result is;
    * results that are no argument, no `tssa.materialize_result`, no view of
      these and no choice between these, or whose `tssa.fresh`, `tssa.alias` or
      `tssa.choice` says otherwise;
    * selects whose index is not proven to be in range: it must be a constant
      inside a static size, the result of `tssa.check_index` for that
      dimension, or bounded by ValueBounds.

    With `tssa.partial` this is about storages that did not stay imperative; of
    the others it rejects ops that use both kinds.

    Functions that are not marked are left alone. The pass changes nothing.

    ```mlir
    // error: 'tssa.write' op still mutates a view of argument 0
    tssa.write %v, %row : !tssa.ref<8xf32>
    ```

    Limitations: a dynamic dimension whose size is computed (of a slice, or of a
    value that replaced the whole storage) accepts every `tssa.check_index`
    whose size is neither a constant nor known to be another dimension.
  }];
}

include "tensorssa/Transforms/LoweringPasses.td"

#endif // TENSORSSA_TRANSFORMS_PASSES_TD
