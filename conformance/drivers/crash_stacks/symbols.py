"""Finds the function and the line of an address in an ELF file.

``addr2line`` is used if it is installed; it knows lines, inlined functions and C++ names. Otherwise
the file's own symbol table is read.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

_SYMBOL_TABLES: Final = (2, 11)  # SHT_SYMTAB, SHT_DYNSYM
_FUNCTION_TYPES: Final = (2, 10)  # STT_FUNC, STT_GNU_IFUNC
_MAX_FILE_SIZE: Final = 1 << 30
_TOOL_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function in a file; ``line`` is ``source.c:12`` or empty.

    ``offset`` is the distance of the address from the function's start, or -1 if unknown.
    ``inlined`` is set if the compiler included the function in the next one of the list.
    """

    function: str
    offset: int = -1
    line: str = ""
    inlined: bool = False


@lru_cache(maxsize=512)
def find_symbols(file: str, offset: int) -> tuple[Symbol, ...]:
    """Return the functions at an offset in a file, the innermost one first; empty if unknown.

    More than one is returned if functions were inlined.
    """
    own = _symbol_in_table(file, offset)
    found = _ask_addr2line(file, offset)
    if not found:
        return (own,) if own is not None else ()
    distance = own.offset if own is not None else -1
    last = len(found) - 1
    return tuple(
        Symbol(name, distance if n == last else -1, line, inlined=n < last)
        for n, (name, line) in enumerate(found)
    )


def _ask_addr2line(file: str, offset: int) -> list[tuple[str, str]]:
    """Return the names and lines that ``addr2line`` prints; empty if it knows no name."""
    tool = shutil.which("addr2line") or shutil.which("llvm-addr2line")
    if tool is None:
        return []
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
        return []
    lines = done.stdout.splitlines()
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    if not pairs or pairs[0][0].startswith("??"):
        return []
    return [(name, _short_line(place)) for name, place in pairs]


def _short_line(place: str) -> str:
    """Return ``kernels.c:12`` for a place with a path, and an empty text for an unknown place."""
    text = place.partition(" (discriminator")[0]
    path, _, line = text.rpartition(":")
    return f"{Path(path).name}:{line}" if line.isdigit() and line != "0" else ""


@dataclass(frozen=True, slots=True)
class _Functions:
    """The functions of a file, sorted by their start."""

    starts: Sequence[int]
    sizes: Sequence[int]
    names: Sequence[str]

    def find(self, offset: int) -> Symbol | None:
        place = bisect_right(self.starts, offset) - 1
        if place < 0 or offset - self.starts[place] >= max(self.sizes[place], 1):
            return None
        return Symbol(self.names[place], offset - self.starts[place])


def _symbol_in_table(file: str, offset: int) -> Symbol | None:
    try:
        modified = Path(file).stat().st_mtime_ns
        return _functions_of(file, modified).find(offset)
    except (OSError, struct.error, ValueError):
        return None


@lru_cache(maxsize=16)
def _functions_of(file: str, modified: int) -> _Functions:  # noqa: ARG001 - part of the cache's key
    """Return the functions of a little-endian 64-bit ELF file; raise ``ValueError`` for others."""
    path = Path(file)
    if path.stat().st_size > _MAX_FILE_SIZE:
        raise ValueError("the file is too large")
    content = path.read_bytes()
    if content[:6] != b"\x7fELF\x02\x01":
        raise ValueError("not a little-endian 64-bit ELF file")
    (sections,) = struct.unpack_from("<Q", content, 40)
    entry_size, count = struct.unpack_from("<HH", content, 58)
    headers = [
        struct.unpack_from("<IIQQQQIIQQ", content, sections + n * entry_size) for n in range(count)
    ]
    found: dict[int, tuple[int, str]] = {}
    for header in headers:
        kind, start, size, link, item = header[1], header[4], header[5], header[6], header[9]
        if kind not in _SYMBOL_TABLES or item != 24 or link >= len(headers):
            continue
        names = headers[link][4]
        for place in range(start, start + size, item):
            name, info, _, section, value, length = struct.unpack_from("<IBBHQQ", content, place)
            if info & 15 in _FUNCTION_TYPES and section and value not in found:
                end = content.index(b"\0", names + name)
                text = content[names + name : end].decode("utf-8", "replace")
                found[value] = (length, text)
    starts = sorted(found)
    return _Functions(
        starts, [found[start][0] for start in starts], [found[start][1] for start in starts]
    )
