# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What functionalization makes of each mutation of a program."""

from __future__ import annotations

from typing import NamedTuple, Union

from . import _C
from ._api import ERRORS, Function, Module, as_source, compile_error, to_diagnostics


class Explanation(NamedTuple):
    """What is said of one op.

    verdict: "functional" for a mutation that became part of functional form, "imperative" for one
        that stays, "cause" for an op that is no mutation, to which it is due that something stays.
    file, line, column: where the op is in the program.
    function, op: such as "increment" and "tssa.write".
    root, path: of a mutation, the storage that it changes, such as "argument 0", and which part
        of that, as a view kind.
    note: what the mutation became, or why it stays.
    """

    verdict: str
    file: str
    line: int
    column: int
    function: str
    op: str
    root: str
    path: str
    note: str

    def __str__(self) -> str:
        what = ", ".join(part for part in (self.root, self.path) if part)
        text = f"{self.file}:{self.line}:{self.column}: {self.verdict}: {self.op}"
        if what:
            text += f" of {what}"
        return f"{text}: {self.note}" if self.note else text


class Explanations(tuple[Explanation, ...]):
    """All explanations of a program, in the order in which they are found; printed, a line each."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def explain(
    program: Union[str, bytes, Function, Module], *, name: str = "", errors: str = ""
) -> Explanations:
    """What becomes of each mutation of a program, and why what stays imperative does.

    program: MLIR text or bytecode, or what was compiled from it; of a function, only its own
        mutations are listed.
    name: what the text is called in locations; that of the compilation by default.
    errors: as in `compile`; that of the compilation by default. It decides what stays.

    Raises CompileError if the text is no program.
    """
    only = None
    if isinstance(program, (Function, Module)):
        only = program.__name__ if isinstance(program, Function) else None
        program = program.module if isinstance(program, Function) else program
        name = name or program.name
        errors = errors or program.options["errors"]
        program = program.source
    name = name or "<mlir>"
    code = ERRORS.get(errors or "fast")
    if code is None:
        raise ValueError(f"expected errors to be one of {', '.join(ERRORS)} but got {errors!r}")
    items, said = _C.explain(as_source(program), name, code)
    if items is None:
        raise compile_error(name, to_diagnostics(said))
    explanations = (Explanation(*item) for item in items)
    return Explanations(e for e in explanations if only in (None, e.function))
