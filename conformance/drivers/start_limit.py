"""A time limit for opening a driver that runs in this process."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from conformance.cases.spec.time_limit import TimeLimitExceeded, enforce_time_limit
from conformance.drivers.registry import DriverLoadError
from conformance.hard_limit import process_ends_after

EXIT_NO_DRIVER: Final = 4
"""Exit status if the driver cannot be opened; pytest uses the same one for usage errors."""

_FRAMES: Final = 3
_GRACE_SECONDS: Final = 3.0
"""Seconds after the limit at which the process ends if the code ignores the interruption."""


@contextmanager
def start_limit(driver: str, what: str, seconds: float) -> Iterator[None]:
    """Raise ``DriverLoadError`` if the block, which runs driver code, exceeds ``seconds``.

    If the block cannot be interrupted, for example in native code, the process ends with exit
    status 4.
    """
    hint = f"did not end within {seconds:g} s (--limit start=SECONDS)"

    def final_message() -> str:
        return f"\nERROR: --driver {driver}: {what} {hint}, and cannot be interrupted\n"

    start = time.monotonic()
    with process_ends_after(seconds + _GRACE_SECONDS, EXIT_NO_DRIVER, final_message):
        try:
            with enforce_time_limit(seconds):
                yield
        except TimeLimitExceeded as error:
            frames = traceback.format_tb(error.__traceback__)[-_FRAMES:]
            where = "".join(frames).rstrip()
            raise DriverLoadError(f"--driver {driver}: {what} {hint}\n{where}") from None
    # The driver's code may have caught the interruption and returned late.
    if time.monotonic() - start > seconds:
        raise DriverLoadError(f"--driver {driver}: {what} {hint}")
