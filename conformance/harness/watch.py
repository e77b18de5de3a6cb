"""Ends the process when a case does not end: the last means against a driver that runs in it."""

import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import FrameType
from typing import Final

from conformance.hard_limit import (
    EXIT_STUCK,
    LAST_RESORT,
    TERMINAL,
    cancel_last_resort,
    set_last_resort,
)
from conformance.harness.verdict import Kind, Verdict
from conformance.harness.wait_policy import DriverTime

_FRAMES: Final = 8
_GRACE: Final = 30.0
"""Seconds that a call under way may go on once the driver's time is used up."""


class CaseWatch:
    """Watches the cases of one thread from another thread.

    The process ends with ``EXIT_STUCK`` when a case takes longer than ``limit`` seconds (0: no
    limit), or when a call goes on for long after the ``driver_time`` is used up. Before, ``tell``
    is called on the watching thread with the verdict on the case; it returns the text for the
    standard error. Where a driver keeps Python's global lock, the watching thread does not run
    either: the process then ends a little later with exit status 1, and only the trace is written.
    """

    def __init__(
        self, limit: float, tell: Callable[[Verdict], str], driver_time: DriverTime | None = None
    ) -> None:
        self._limit = limit
        self._tell = tell
        self._driver_time = DriverTime() if driver_time is None else driver_time
        self._case: tuple[str, float] | None = None
        self._stop = threading.Event()
        self._judging = threading.get_ident()
        self._thread: threading.Thread | None = None

    def begin(self, case_id: str) -> None:
        """A case begins, on this thread."""
        self._judging = threading.get_ident()
        self._case = case_id, time.monotonic()
        if self._thread is None:
            self._postpone()
            self._thread = threading.Thread(target=self._look, name="nn-case-limit", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """The case has ended."""
        self._case = None

    def stop(self) -> None:
        """No further case is to come."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        cancel_last_resort()

    def _postpone(self) -> None:
        """Have the process end if this is not called again in time: no thread of Python runs."""
        case = self._case
        passed = 0.0 if case is None else time.monotonic() - case[1]
        limit = min(self._limit or math.inf, self._driver_time.limit + _GRACE)
        if limit < math.inf:
            set_last_resort(max(limit - passed, 0.0) + LAST_RESORT)

    def _look(self) -> None:
        pause = min(1.0, self._limit / 4) if self._limit > 0 else 1.0
        while not self._stop.wait(pause):
            self._postpone()
            case = self._case
            if case is None:
                continue
            case_id, start = case
            seconds = (self._limit or math.inf) - (time.monotonic() - start)
            left = self._driver_time.limit + _GRACE - self._driver_time.under_way()
            if min(seconds, left) > 0:
                continue
            cancel_last_resort()
            try:
                frame = sys._current_frames().get(self._judging)  # noqa: SLF001
                limit = self._limit if seconds <= 0 else None
                verdict = stuck_verdict(case_id, frame, limit, self._driver_time)
                TERMINAL.write(self._tell(verdict))
            finally:
                os._exit(EXIT_STUCK)


def stuck_verdict(
    case_id: str, frame: FrameType | None, limit: float | None, driver_time: DriverTime
) -> Verdict:
    """The verdict on a case that does not end, from where its thread stands just now.

    ``limit`` is the limit on cases that it exceeded; ``None``: the driver's time is used up.
    """
    what, path, operations = "", "", ()
    trace = traceback.format_stack(frame)[: -_FRAMES - 1 : -1] if frame is not None else []
    while frame is not None:
        module, function = frame.f_globals.get("__name__"), frame.f_code.co_name
        if module == "conformance.harness.calls" and function == "call" and not what:
            what = str(frame.f_locals.get("what", ""))
        elif module == "conformance.harness.run" and function == "_run":
            result, case = frame.f_locals.get("result"), frame.f_locals.get("case")
            path = getattr(result, "path", "")
            operations = getattr(case, "operations", ())
        frame = frame.f_back
    where = f"{what} did not return" if what else "the case did not end"
    if limit is not None:
        rule = "case.limit"
        reason = f"{where}, and the case has been running for more than {limit:g} s"
    else:
        rule = "driver.time"
        reason = (
            f"{where}, and the driver's calls have taken {driver_time.under_way():.0f} s in this "
            f"run; the limit is {driver_time.limit:g} s (--driver-time SECONDS; 0: no limit)"
        )
    lines = [line for text in trace for line in text.splitlines()]
    details = {"call": what, "trace": lines}
    return Verdict(case_id, path, Kind.HANG, rule, reason, operations, details)
