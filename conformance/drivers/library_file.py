"""Whether a file is a shared library that this process can load.

This is examined before the library is loaded, because the dynamic linker may report a library for
another processor as a file that does not exist.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

_MACHINES: Final = {3: "x86", 40: "ARM", 62: "x86-64", 183: "AArch64", 243: "RISC-V"}
"""Names of machines by their ``e_machine`` code in ELF files."""
_SHARED_OBJECT: Final = 3


def library_problem(path: Path) -> str | None:
    """Return why a file is no shared library for this machine, or ``None`` if it is one."""
    if not path.exists():
        return f"the file {path} does not exist"
    if not path.is_file():
        return f"{path} is not a file"
    try:
        header = _elf_header(path)
    except OSError as error:
        return f"{path} cannot be read: {error.strerror or error}"
    if header is None:
        return f"{path} is not an ELF file, so it is not a shared library of this system"
    python = _elf_header(Path("/proc/self/exe")) or header
    if header[:3] != python[:3]:
        return (
            f"{path} is built for {_machine_name(header)}, but this Python runs on "
            f"{_machine_name(python)}"
        )
    if header[3] != _SHARED_OBJECT:
        return f"{path} is an ELF file, but not a shared library"
    return None


def _elf_header(path: Path) -> tuple[int, int, int, int] | None:
    """Return bits (1: 32, 2: 64), order (1: little-endian), machine and kind of an ELF file."""
    with path.open("rb") as file:
        head = file.read(20)
    if len(head) < 20 or head[:4] != b"\x7fELF" or head[5] not in (1, 2):
        return None
    kind, machine = struct.unpack_from("<HH" if head[5] == 1 else ">HH", head, 16)
    return head[4], head[5], machine, kind


def _machine_name(header: tuple[int, int, int, int]) -> str:
    bits, order, machine, _ = header
    name = _MACHINES.get(machine, f"machine {machine}")
    return f"{name} ({32 * bits} bits{'' if order == 1 else ', big-endian'})"
