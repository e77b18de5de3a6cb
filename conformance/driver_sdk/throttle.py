"""Slow down driver threads that notify the same callback endlessly."""

from __future__ import annotations

import time
from typing import Final

MANY: Final = 1000
"""Notifications of one callback above which its thread is assumed never to stop by itself."""

ALLOWED: Final = 300_000
"""Total of superfluous notifications that are accepted and counted without slowing down."""

_SHORTEST: Final = 0.01
_LONGEST: Final = 1.0


class Throttle:
    """Counts superfluous notifications in this process and pauses threads that exceed the limits.

    The pauses of a thread grow from 10 ms to 1 s, so that even a thousand such threads leave the
    processor to the run.
    """

    def __init__(self, allowed: int = ALLOWED) -> None:
        self._allowed = allowed
        self._superfluous = 0

    def pause(self, count: int) -> None:
        """Pause the calling thread if needed, after the ``count``-th notification of a callback."""
        if count > 1:
            self._superfluous += 1
            if count > MANY and self._superfluous > self._allowed:
                time.sleep(min(_SHORTEST * (1 + (count - MANY) / 10), _LONGEST))


THROTTLE: Final = Throttle()
"""The throttle of this process."""
