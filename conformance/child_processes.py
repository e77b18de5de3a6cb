"""Processes of the system: the children of a process, its name, and how it ended."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SIGNAL_NAMES: Final = {int(number): number.name for number in signal.Signals}


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """How a process ended: by a signal, or by itself with an exit status.

    ``limit`` is set if the process ended itself because of a time limit that only a timer outside
    Python could enforce.
    """

    status: int
    signal: int = 0
    limit: bool = False

    @property
    def text(self) -> str:
        """The end of a sentence about the process."""
        if self.limit:
            return "did not react any more and was ended"
        if self.signal:
            name = _SIGNAL_NAMES.get(self.signal, f"signal {self.signal}")
            return f"died of {name}"
        return f"ended with exit status {self.status}"

    @property
    def hint(self) -> str:
        """A clause on a frequent cause; empty if there is none."""
        killed = self.signal == signal.SIGKILL
        return "; the kernel sends SIGKILL when memory runs out" if killed else ""


def child_processes(process: int) -> list[int]:
    """Return the ids of the running children of a process; zombies are omitted."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if process_name(child)]


def process_name(process: int) -> str:
    """Return the command name of a process; empty if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return ""
    name, _, rest = text.partition("(")[2].rpartition(")")
    return "" if rest.split()[0] in "ZX" else name
