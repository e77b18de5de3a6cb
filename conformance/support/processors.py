"""Where threads run.

Threads of one process that take turns do so fastest on one processor: a processor that sleeps is
woken at a multiple of the cost of a switch, and under the global lock a second one gains nothing.
A new thread is put on an idle processor; it only stays near its client when it begins there.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from typing import Any

_getcpu: Any = getattr(ctypes.CDLL(None), "sched_getcpu", None)


def current_processor() -> int:
    """Number of the processor that runs this thread, -1 where the system does not say."""
    return -1 if _getcpu is None else int(_getcpu())


def move_to(processor: int) -> None:
    """Go on on another processor, unless the number is -1; the system may move the thread again."""
    with suppress(OSError):
        allowed = os.sched_getaffinity(0)
        if len(allowed) > 1 and processor in allowed:
            os.sched_setaffinity(0, {processor})
            os.sched_setaffinity(0, allowed)
