"""Slows down threads of a driver that notify a callback again and again."""

from __future__ import annotations

import time
from typing import Final

MANY: Final = 1000
"""A callback that was notified more often is notified by a thread that does not stop by itself."""

ALLOWED: Final = 300_000
"""So many superfluous notifications in all pass at full speed, and are counted exactly."""

_SHORTEST: Final = 0.01
_LONGEST: Final = 1.0


class Throttle:
    """Counts superfluous notifications in this process, and pauses threads once there are too many.

    The pauses of a thread grow from 10 ms to 1 s, so that a thousand such threads do not take the
    processor from the run.
    """

    def __init__(self, allowed: int = ALLOWED) -> None:
        self._allowed = allowed
        self._superfluous = 0

    def pause(self, count: int) -> None:
        """Called after the ``count``-th notification of one callback, on the notifying thread."""
        if count > 1:
            self._superfluous += 1
            if count > MANY and self._superfluous > self._allowed:
                time.sleep(min(_SHORTEST * (1 + (count - MANY) / 10), _LONGEST))


THROTTLE: Final = Throttle()
"""The throttle of this process."""
