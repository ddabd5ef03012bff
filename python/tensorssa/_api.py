# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From MLIR text to functions that can be called."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any, Callable, Optional, Self, Union

from . import _C
from ._signature import Signature
from .errors import CompileError, Diagnostic

NUMERICS = {"default": 0, "strict": 1, "fast": 2}
ERRORS = {"fast": 0, "precise": 1}
RESULTS = (None, "numpy", "torch")


class Function(_C.Function):
    """A compiled function. Call it with the arguments that `signature` says, by position or name:

    * a tensor or ref is a NumPy array or a PyTorch tensor on the CPU, of the dtype, rank and
      static sizes of its type; a ref that is written changes in place, with all that shares its
      memory;
    * `index` and integers are int, floats are float, `i1` is bool;
    * a list is a list, which changes where the program changes it.

    Results are numbers, tensors and lists, several as a tuple. A tensor that lies in the memory of
    an argument is a view of that argument, or the argument itself if it is all of it; a fresh one
    owns its memory and is of the framework of the first tensor among the arguments.

    The global interpreter lock is let go while the program runs; calls from several threads run
    at once. A call that fails raises a subclass of `tensorssa.Error`.
    """

    module: "Module"
    """What it is a function of."""

    def __new__(cls, module: "Module", name: str) -> Self:
        self = super().__new__(cls, module._program, name, module.options["results"])
        self.module = module
        return self

    @property
    def signature(self) -> Signature:
        """What the function takes and gives, and whether it was functionalized."""
        return Signature._of(self._describe())

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Arguments in order; those by name go to their places. Called by the extension module."""
        names = self.signature.names
        bound: list[Any] = list(args) + [None] * (len(names) - len(args))
        missing = set(range(len(args), len(names)))
        for name, value in kwargs.items():
            if name not in names:
                raise TypeError(
                    f"'{self.__name__}': expected one of the arguments "
                    f"{', '.join(filter(None, names)) or '(none has a name)'} but got '{name}'"
                )
            index = names.index(name)
            if index not in missing:
                raise TypeError(f"'{self.__name__}': got argument '{name}' twice")
            missing.remove(index)
            bound[index] = value
        if missing or len(args) > len(names):
            raise TypeError(
                f"'{self.__name__}': expected {len(names)} arguments but got "
                f"{len(args) + len(kwargs)}; Function.signature says which"
            )
        return tuple(bound)

    def __repr__(self) -> str:
        return f"<tensorssa function {self.signature}>"


class Module(Mapping[str, Function]):
    """A compiled program: its public functions by name.

    name: what the text is called in locations.
    source: the text or bytecode.
    options: how it was compiled, by the names of `compile`.
    diagnostics: what the compiler said; a remark for each function that is not functional.
    """

    def __init__(
        self,
        program: _C.Program,
        source: bytes,
        name: str,
        options: dict[str, Any],
        diagnostics: tuple[Diagnostic, ...],
    ) -> None:
        self._program = program
        self.source = source
        self.name = name
        self.options = options
        self.diagnostics = diagnostics

    def __getitem__(self, name: str) -> Function:
        if name not in self._program.functions:
            raise KeyError(name)
        return Function(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._program.functions)

    def __len__(self) -> int:
        return len(self._program.functions)

    def __repr__(self) -> str:
        return f"<tensorssa module {self.name} of {', '.join(self)}>"


def as_source(program: Union[str, bytes]) -> bytes:
    """Text as the compiler takes it."""
    if isinstance(program, str):
        return program.encode()
    if isinstance(program, (bytes, bytearray)):
        return bytes(program)
    raise TypeError(f"expected MLIR text or bytecode but got {type(program).__name__}")


def to_diagnostics(said: list[tuple[str, str, int, int, str]]) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(*one) for one in said)


def compile_error(name: str, diagnostics: tuple[Diagnostic, ...]) -> CompileError:
    """All that the compiler said, errors first."""
    lines = [str(d) for d in diagnostics if d.severity in ("error", "note")]
    error = CompileError("\n".join(lines) or f"cannot compile {name}", diagnostics)
    first = next((d for d in diagnostics if d.severity == "error" and d.file), None)
    if first:
        error.location = f"{first.file}:{first.line}:{first.column}"
    return error


def _wants(topic: str) -> bool:
    return topic in os.environ.get("TENSORSSA_LOG", "").split(",")


def _log(topic: str, text: str) -> None:
    if _wants(topic):
        print(f"tensorssa: {topic}: {text}", file=sys.stderr)


def _dumper(name: str) -> Optional[Callable[[str, str], None]]:
    """Writes the module after each stage to a file, or to stderr, if the environment says so."""
    folder = os.environ.get("TENSORSSA_DUMP")
    if not folder and not _wants("ir"):
        return None
    stem = "".join(c if c.isalnum() or c in "-_." else "_" for c in os.path.basename(name))
    count = 0

    def dump(stage: str, text: str) -> None:
        nonlocal count
        if folder:
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, f"{stem}-{os.getpid()}-{count}-{stage}.mlir")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        if _wants("ir"):
            print(f"// {name}: {stage}\n{text}", file=sys.stderr)
        count += 1

    return dump


def compile_module(
    program: Union[str, bytes],
    *,
    name: str = "<mlir>",
    numerics: str = "default",
    errors: str = "fast",
    imperative: bool = False,
    require_functional: bool = False,
    optimization_level: int = 2,
    cpu: str = "native",
    results: Optional[str] = None,
) -> Module:
    """Compiles all public functions of a program; parameters are those of `compile`."""
    if numerics not in NUMERICS:
        raise ValueError(
            f"expected numerics to be one of {', '.join(NUMERICS)} but got {numerics!r}"
        )
    if errors not in ERRORS:
        raise ValueError(f"expected errors to be one of {', '.join(ERRORS)} but got {errors!r}")
    if results not in RESULTS:
        raise ValueError(f"expected results to be 'numpy', 'torch' or None but got {results!r}")
    if not 0 <= optimization_level <= 3:
        raise ValueError(
            f"expected optimization_level to be 0, 1, 2 or 3 but got {optimization_level}"
        )
    source = as_source(program)
    _C.prepare()
    start = time.perf_counter()
    compiled, said = _C.compile(
        source,
        name,
        NUMERICS[numerics],
        ERRORS[errors],
        imperative,
        require_functional,
        optimization_level,
        cpu,
        _dumper(name),
    )
    diagnostics = to_diagnostics(said)
    if compiled is None:
        raise compile_error(name, diagnostics)
    _log("time", f"compiled {name} in {time.perf_counter() - start:.3f} s")
    for diagnostic in diagnostics:
        _log("fallback", str(diagnostic))
    options = dict(
        numerics=numerics,
        errors=errors,
        imperative=imperative,
        require_functional=require_functional,
        optimization_level=optimization_level,
        cpu=cpu,
        results=results,
    )
    return Module(compiled, source, name, options, diagnostics)


def compile(
    program: Union[str, bytes],
    *,
    function: Optional[str] = None,
    name: str = "<mlir>",
    numerics: str = "default",
    errors: str = "fast",
    imperative: bool = False,
    require_functional: bool = False,
    optimization_level: int = 2,
    cpu: str = "native",
    results: Optional[str] = None,
) -> Function:
    """Compiles a program of MLIR text or bytecode and gives one of its functions.

    function: which; may be left out if only one is public. `compile_module` gives all.
    name: what the text is called in messages and locations.
    numerics: "default" for vector math within stated bounds, "strict" for each op rounded by
        itself as the interpreter does, "fast" to allow reassociation.
    errors: what written arguments hold after a failed call: "fast" for anything, "precise" for
        exactly what the program had written.
    imperative: lower the program as it stands instead of functionalizing it.
    require_functional: fail if something stays imperative, instead of a remark.
    optimization_level: LLVM's, 0 to 3.
    cpu: "native", or a level that this machine has, such as "x86-64-v3".
    results: "numpy" or "torch": what fresh tensors are where no argument is one. By default NumPy
        if it is installed, else PyTorch.

    Raises CompileError, with what the compiler said and where.
    """
    module = compile_module(
        program,
        name=name,
        numerics=numerics,
        errors=errors,
        imperative=imperative,
        require_functional=require_functional,
        optimization_level=optimization_level,
        cpu=cpu,
        results=results,
    )
    names = list(module)
    if function is None and len(names) == 1:
        return module[names[0]]
    if function in names:
        return module[function]
    got = f"'{function}'" if function is not None else "none"
    raise CompileError(
        f"expected the name of a public function of {name}, "
        f"{'one of ' + ', '.join(names) if names else 'which has none'}, but got {got}"
    )
