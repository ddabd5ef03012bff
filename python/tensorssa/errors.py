# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can go wrong: a class for each kind of failure, all of them `Error`.

Each is also the built-in exception of its kind, so that `except IndexError` works where eager
code has it.
"""

from __future__ import annotations

from typing import NamedTuple, Optional

__all__ = [
    "ArgumentError",
    "CompileError",
    "Diagnostic",
    "DivisionByZeroError",
    "Error",
    "FileError",
    "GradientError",
    "InternalError",
    "MalformedError",
    "OutOfMemoryError",
    "OutOfRangeError",
    "OverlapError",
    "RaisedError",
    "ShapeError",
    "UnsupportedError",
]


class Diagnostic(NamedTuple):
    """What the compiler says of a place in a program."""

    severity: str
    """"error", "warning", "remark", or "note" behind what it belongs to."""
    file: str
    """Empty where no place is known; then line and column are 0."""
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"{where}{self.severity}: {self.message}"


class Error(Exception):
    """A failure of TensorSSA. After one, arguments that a program writes hold unspecified values
    if it ran, unless it was compiled with `errors="precise"`."""

    status: str = ""
    """Kind of the failure in words, such as "out of range"."""
    location: Optional[str] = None
    """Where the program failed, such as "model.mlir:12:3"; None if it was not the program."""
    op: Optional[str] = None
    """The op that failed, such as "tssa.check_index"."""
    advice: Optional[str] = None
    """What to do; a note of the exception too."""


class ArgumentError(Error, ValueError):
    """An argument is not what the function takes."""

    status = "invalid argument"


class OutOfRangeError(Error, IndexError):
    """An index, offset or number is outside its range."""

    status = "out of range"


class ShapeError(Error, ValueError):
    """Sizes, strides or ranks do not fit together."""

    status = "shape mismatch"


class OverlapError(Error, RuntimeError):
    """Memory of two arguments, or elements of one, overlap where they must not."""

    status = "overlap"


class DivisionByZeroError(Error, ZeroDivisionError):
    """An integer was divided by zero."""

    status = "division by zero"


class RaisedError(Error, RuntimeError):
    """The program itself raised an error."""

    status = "raised"


class OutOfMemoryError(Error, MemoryError):
    """There is not as much memory."""

    status = "out of memory"


class FileError(Error, OSError):
    """A file could not be read or written."""

    status = "input or output failed"


class UnsupportedError(Error, NotImplementedError):
    """Well formed, but not something that this package does."""

    status = "unsupported"


class MalformedError(Error, ValueError):
    """An object does not hold what it says."""

    status = "malformed"


class InternalError(Error, RuntimeError):
    """TensorSSA contradicts itself: please report it."""

    status = "internal error"


class GradientError(Error, RuntimeError):
    """Autograd would have to follow the call, which it cannot."""

    status = "gradient lost"


class CompileError(Error, ValueError):
    """A program cannot be compiled; `diagnostics` says why."""

    status = "not compiled"

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


# By the numbers of tssa_status_t; the last is the extension module's own.
_CLASSES: dict[int, type[Error]] = {
    1: ArgumentError,
    2: OutOfRangeError,
    3: ShapeError,
    4: OverlapError,
    5: DivisionByZeroError,
    6: RaisedError,
    7: OutOfMemoryError,
    8: FileError,
    9: UnsupportedError,
    10: MalformedError,
    11: InternalError,
    100: GradientError,
}

_ADVICE = {
    4: "pass a copy of one of them (tensor.clone(), array.copy())",
    11: "please report it, with the program and the arguments",
}


def make(
    status: int,
    message: str,
    op: Optional[str] = None,
    location: Optional[str] = None,
    advice: Optional[str] = None,
) -> Error:
    """The exception for a status of the runtime. Called by the extension module."""
    error = _CLASSES.get(status, InternalError)(message)
    error.op = op or None
    error.location = location or None
    error.advice = advice or _ADVICE.get(status)
    if error.advice:
        error.add_note(error.advice)
    return error
