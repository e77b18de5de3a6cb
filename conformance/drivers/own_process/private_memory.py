"""The private memory of a process, measured so that a small leak shows as growth."""

from __future__ import annotations

import ctypes
import gc
import os
import re
from pathlib import Path
from typing import Final

_PAGE: Final = os.sysconf("SC_PAGESIZE")
_ANONYMOUS: Final = re.compile(rb"^Anonymous:\s+(\d+) kB$", re.MULTILINE)
_MALLOC_TRIM: Final = getattr(ctypes.CDLL(None), "malloc_trim", None)
"""``malloc_trim`` of glibc; musl has none."""


def private_memory(pid: int) -> int:
    """Return the private resident memory of a process in bytes.

    Raise ``OSError`` if the process has ended. ``statm`` and ``status`` lack the latest changes of
    each processor on Linux 6.2 to 6.16, and of each thread before; ``smaps_rollup`` counts the
    pages. Kernels before 4.14, or without CONFIG_PROC_PAGE_MONITOR, do not have it.
    """
    try:
        found = _ANONYMOUS.search(Path(f"/proc/{pid}/smaps_rollup").read_bytes())
    except OSError:
        found = None
    if found is not None:
        return int(found[1]) << 10
    fields = Path(f"/proc/{pid}/statm").read_bytes().split()
    return (int(fields[1]) - int(fields[2])) * _PAGE


def release_free_memory() -> None:
    """Collect reference cycles and return the free memory of the heap to the system.

    Otherwise a leak can use memory that was freed earlier, which is still resident: after the
    imports, the heap of a driver's process has about 2 MiB of it, enough for 500 leaked pages.
    """
    gc.collect()
    if _MALLOC_TRIM is not None:
        _MALLOC_TRIM(0)
