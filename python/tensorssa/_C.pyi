# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from typing import Any, Callable, Optional, Self

version: str
llvm_version: str

# severity, file, line, column, message
_Diagnostic = tuple[str, str, int, int, str]

class Program:
    @property
    def functions(self) -> tuple[str, ...]: ...

class Memory:
    @property
    def owner(self) -> Any: ...
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Function:
    def __new__(cls, program: Program, name: str, results: Optional[str], /) -> Self: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def _describe(self) -> tuple[Any, ...]: ...
    @property
    def __name__(self) -> str: ...
    @property
    def program(self) -> Program: ...

def prepare() -> None: ...
def compile(
    source: bytes,
    name: str,
    numerics: int,
    errors: int,
    imperative: bool,
    require_functional: bool,
    optimization_level: int,
    cpu: str,
    dump: Optional[Callable[[str, str], None]],
    /,
) -> tuple[Optional[Program], list[_Diagnostic]]: ...
def explain(
    source: bytes, name: str, errors: int, /
) -> tuple[Optional[list[tuple[Any, ...]]], list[_Diagnostic]]: ...
