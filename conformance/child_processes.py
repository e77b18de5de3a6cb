"""Processes of the system: the children of a process and their names."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36


def child_processes(process: int) -> list[int]:
    """Return the ids of the running children of a process; zombies are omitted."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if process_name(child)]


def adopt_orphans() -> None:
    """Become the parent of processes that descendants of this process leave without a parent."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def process_name(process: int) -> str:
    """Return the command name of a process; empty if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return ""
    name, _, rest = text.partition("(")[2].rpartition(")")
    return "" if rest.split()[0] in "ZX" else name
