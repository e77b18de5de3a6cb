"""Reads what the library wrote in a crash, and describes the native stack for a verdict.

``addr2line`` is used if it is installed; it knows lines, inlined functions and C++ names. Otherwise
only exported functions are named.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from conformance.drivers.crash_stacks.handler import CALL_LINE, HANDLER_NAME

_TOOL_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function in a file; ``line`` is ``source.c:12`` or empty.

    ``inlined`` is set if the compiler included the function in the next one of the list.
    """

    function: str
    line: str = ""
    inlined: bool = False


@lru_cache(maxsize=512)
def find_symbols(file: str, offset: int) -> tuple[Symbol, ...]:
    """Return the functions at an offset in a file, the innermost one first; empty if unknown.

    More than one is returned if functions were inlined.
    """
    tool = shutil.which("addr2line") or shutil.which("llvm-addr2line")
    if tool is None:
        return ()
    try:
        done = subprocess.run(
            [tool, "-f", "-C", "-i", "-e", file, hex(offset)],
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=_TOOL_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    lines = done.stdout.splitlines()
    found = list(zip(lines[::2], lines[1::2], strict=False))
    if not found or found[0][0].startswith("??"):
        return ()
    last = len(found) - 1
    return tuple(
        Symbol(name, _short_line(place), n < last) for n, (name, place) in enumerate(found)
    )


def _short_line(place: str) -> str:
    """Return ``kernels.c:12`` for a place with a path, and an empty text for an unknown place."""
    text = place.partition(" (discriminator")[0]
    path, _, line = text.rpartition(":")
    return f"{Path(path).name}:{line}" if line.isdigit() and line != "0" else ""


_HEAD: Final = "native-stack\t"
_FRAME: Final = "frame\t"
_END: Final = "native-end"

_SYSTEM: Final = re.compile(
    r"(libc|libpthread|ld-linux[\w-]*|ld-musl[\w-]*|libgcc_s|libstdc\+\+|libc\+\+|libc\+\+abi|libm"
    r"|linux-vdso|libasan|libubsan|libtsan)([.-][\d.]*)?(\.so[\d.]*)?"
)
"""File names of the C and C++ runtime."""

_PYTHON: Final = re.compile(
    r"(python[\d.]*|libpython.*|_cffi_backend.*|_ctypes\..*|libffi.*|pypy.*)"
)
"""File names of the interpreter and of the modules with which it calls C functions."""

_MAX_SHOWN: Final = 32
_MAX_LOOKED_UP: Final = 48
"""Maximum number of different frames for which symbols are searched."""


@dataclass(frozen=True, slots=True)
class _RawFrame:
    file: str
    offset: int
    symbol: str
    symbol_offset: int

    @property
    def name(self) -> str:
        return Path(self.file).name

    @property
    def is_system(self) -> bool:
        return bool(_SYSTEM.fullmatch(self.name))

    @property
    def is_python(self) -> bool:
        return bool(_PYTHON.fullmatch(self.name))


@dataclass(frozen=True, slots=True)
class NativeStack:
    """The native stack of the thread that crashed.

    Attributes:
        function: the innermost function of the driver, as ``f+0x1c of libx.so (x.c:12)``; empty
            if only Python and the C library are on the stack.
        lines: the functions from the innermost to the last one before Python, one a line.
        cause: the kind and the address of the fault; empty if unknown.
        call: the NNAPI call that was running in this thread and its arguments, one a line.

    """

    function: str
    lines: tuple[str, ...]
    cause: str
    call: tuple[str, ...]


def take_native_stack(trace: list[str]) -> NativeStack | None:
    """Remove the native stack from the lines of a trace and return it; ``None`` if it has none."""
    starts = [n for n, line in enumerate(trace) if line.startswith(_HEAD)]
    if not starts:
        return None
    start = starts[-1]
    end = next((n for n in range(start, len(trace)) if trace[n] == _END), None)
    if end is not None:
        taken = list(range(start, end))
    else:  # the handler was interrupted, and the trace of Python follows
        own = (_HEAD, _FRAME, CALL_LINE)
        taken = [n for n in range(start, len(trace)) if trace[n].startswith(own)]
    block = [trace[n] for n in taken]
    removed = {*taken, end}
    trace[:] = [line for n, line in enumerate(trace) if n not in removed]
    frames = [frame for line in block if (frame := _parse_frame(line)) is not None]
    calls = tuple(line.removeprefix(CALL_LINE) for line in block if line.startswith(CALL_LINE))
    # In a call of ``exit`` every address, also the first one, is where a function returns to.
    is_exit = block[0].startswith(f"{_HEAD}0x0\t")
    return _describe(_parse_cause(block[0]), frames, calls, is_exit=is_exit)


def _parse_frame(line: str) -> _RawFrame | None:
    fields = line.removeprefix(_FRAME).split("\t")
    if not line.startswith(_FRAME) or len(fields) != 4 or HANDLER_NAME in fields[0]:
        return None
    try:
        return _RawFrame(fields[0], int(fields[1], 16), fields[2], int(fields[3], 16))
    except ValueError:
        return None


_SEGV_MAPERR: Final = 1
_FPE_CAUSES: Final = {1: "integer division by zero", 2: "integer overflow"}


def _parse_cause(head: str) -> str:
    """Return the kind of fault from the head of a block, for example an invalid write."""
    try:
        number, code, address, access = head.split("\t")[1:5]
        signal, kind, place = int(number, 16), int(code, 16), int(address, 16)
    except ValueError:
        return ""
    if signal == 8:
        return _FPE_CAUSES.get(kind, "")
    if signal not in (7, 11) or (not access and not place):
        return ""
    if access == "stack":
        return f"stack overflow: access to address {place:#x}"
    action = {"write": "write to", "read": "read from", "execute": "jump to"}.get(access)
    mapped = "unmapped" if kind == _SEGV_MAPERR else "protected"
    text = f"{action or 'access to'} {mapped} address {place:#x}"
    return f"{text} (a null pointer)" if place < 4096 and kind == _SEGV_MAPERR else text


def _describe(
    cause: str, frames: Sequence[_RawFrame], calls: tuple[str, ...], *, is_exit: bool
) -> NativeStack:
    boundary = next((n for n, frame in enumerate(frames) if frame.is_python), len(frames))
    inner = frames[:boundary]
    places: list[tuple[Symbol, ...]] = []
    known: dict[_RawFrame, tuple[Symbol, ...]] = {}
    for number, frame in enumerate(inner):
        if frame not in known and len(known) < _MAX_LOOKED_UP:
            known[frame] = _places_of(frame, is_return=number > 0 or is_exit)
        places.append(known.get(frame, ()))
    function, lines = "", []
    for frame, symbols in zip(inner, places, strict=True):
        if not (function or frame.is_system or frame.file == "?"):
            function = _format_place(frame, symbols[0] if symbols else None, "of")
        lines += [_format_place(frame, symbol, "in") for symbol in symbols or (None,)]
    return NativeStack(function, tuple(_numbered(lines)), cause, calls)


def _places_of(frame: _RawFrame, *, is_return: bool) -> tuple[Symbol, ...]:
    """Return the functions of a frame; a return address belongs to the call before it."""
    if frame.file == "?":
        return ()
    found = find_symbols(frame.file, frame.offset - is_return)
    return found or ((Symbol(frame.symbol),) if frame.symbol else ())


def _format_place(frame: _RawFrame, symbol: Symbol | None, preposition: str) -> str:
    if frame.file == "?":
        return f"address {frame.offset:#x}, which is in no library"
    if symbol is None:
        return f"{frame.name}+{frame.offset:#x}"
    offset = f"+{frame.symbol_offset:#x}" if symbol.function == frame.symbol else ""
    line = f" ({symbol.line})" if symbol.line else ""
    inlined = ", inlined" if symbol.inlined else ""
    return f"{symbol.function}{offset} {preposition} {frame.name}{line}{inlined}"


def _numbered(lines: Sequence[str]) -> list[str]:
    """Return the lines with numbers; equal lines in a row, as in a recursion, become one."""
    numbered: list[str] = []
    place = 0
    for line, equal in groupby(lines):
        if len(numbered) == _MAX_SHOWN:
            return [*numbered, f"and {len(lines) - place} more"]
        count = len(list(equal))
        times = f" ({count} times in a row)" if count > 1 else ""
        numbered.append(f"#{place} {line}{times}")
        place += count
    return numbered
