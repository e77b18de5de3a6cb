"""Placement of threads on processors.

Threads of one process that take turns run fastest on the same processor. Waking a sleeping
processor costs several times as much as a thread switch, and the global interpreter lock prevents
that two threads run at the same time. The system starts a new thread on an idle processor;
therefore the thread moves to the processor of its client when it starts.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from typing import Any

_getcpu: Any = getattr(ctypes.CDLL(None), "sched_getcpu", None)


def current_processor() -> int:
    """Return the number of this thread's processor, or -1 if the system does not report it."""
    return -1 if _getcpu is None else int(_getcpu())


def move_to_processor(processor: int) -> None:
    """Move this thread to a processor, unless the number is -1.

    The system may move it again later.
    """
    with suppress(OSError):
        allowed = os.sched_getaffinity(0)
        if len(allowed) > 1 and processor in allowed:
            os.sched_setaffinity(0, {processor})
            os.sched_setaffinity(0, allowed)
