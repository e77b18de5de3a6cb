"""Slow down driver threads that notify the same callback endlessly."""

from __future__ import annotations

import itertools
import time
from typing import Final

_MANY: Final = 1000
"""Notifications of one callback above which its thread is assumed never to stop by itself."""

ALLOWED: Final = 300_000
"""Total of superfluous notifications that are accepted and counted without slowing down."""

_SHORTEST: Final = 0.01
_LONGEST: Final = 1.0
_superfluous: Final = itertools.count(1)


def pause_superfluous(count: int) -> None:
    """Pause the calling thread if needed, after the ``count``-th notification of a callback.

    The pauses of a thread grow from 10 ms to 1 s, so that even a thousand such threads leave the
    processor to the run.
    """
    if count > 1 and next(_superfluous) > ALLOWED and count > _MANY:
        time.sleep(min(_SHORTEST * (1 + (count - _MANY) / 10), _LONGEST))
