"""Processes of the system: their end with the parent, their children, the limit on open files."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
from pathlib import Path
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int) -> None:
    """Make the kernel kill this process when the thread that started it ends.

    ``parent`` is the id of the process that started it. If that process has ended already, this
    process ends at once, because the kernel would send no signal.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


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


FEWEST_FILES: Final = 256
"""Smallest limit on open files with which a run can work."""
_USUAL_FILES: Final = 1024


def open_files_problem() -> str:
    """Return why the limit on open files does not permit a run; an empty text if it does.

    A soft limit that is too low is raised, if the hard limit permits it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if not 0 <= soft < FEWEST_FILES:
        return ""
    wanted = _USUAL_FILES if hard < 0 else min(hard, _USUAL_FILES)
    if wanted >= FEWEST_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return ""
    return (
        f"the limit on open files (RLIMIT_NOFILE) of this process is {hard}, and a run needs at "
        f"least {FEWEST_FILES}: raise it in the program that starts the run, for example with "
        "'ulimit -n 1024'"
    )
