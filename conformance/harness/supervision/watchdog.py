"""Ends the process if a case exceeds its time limit.

This is needed for an in-process driver that hangs, which cannot be ended without the process.
"""

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
    LAST_RESORT_SECONDS,
    TERMINAL,
    cancel_last_resort,
    set_last_resort,
)
from conformance.harness.supervision.wait_policy import RUNNING, DriverTime
from conformance.parent_process import record_end
from conformance.verdicts import Verdict, VerdictKind

_TRACE_FRAMES: Final = 8
_GRACE: Final = 30.0
"""Seconds that a pending call may continue after the driver's time is used up."""


class CaseWatchdog:
    """Monitors the cases of one thread from a second thread.

    The process ends with ``EXIT_STUCK`` if a case takes longer than ``limit`` seconds (0: no
    limit), or if a call continues for ``_GRACE`` seconds after the limit of ``driver_time``. Before
    the process ends, the monitoring thread calls ``report`` with the verdict on the case and writes
    the returned text to the standard error. If a driver holds Python's global interpreter lock, the
    monitoring thread cannot run: then the process ends a little later with exit status 1, and only
    a stack trace is written.
    """

    def __init__(
        self, limit: float, report: Callable[[Verdict], str], driver_time: DriverTime | None = None
    ) -> None:
        self._limit = limit
        self._report = report
        self._driver_time = DriverTime() if driver_time is None else driver_time
        self._case: tuple[str, float] | None = None
        self._stop = threading.Event()
        self._judge_thread = threading.get_ident()
        self._thread: threading.Thread | None = None

    def begin(self, case_id: str) -> None:
        """Start measuring a case, which runs on the calling thread."""
        self._judge_thread = threading.get_ident()
        RUNNING.path, RUNNING.operations = "", ()
        self._case = case_id, time.monotonic()
        if self._thread is None:
            self._postpone()
            self._thread = threading.Thread(
                target=self._watch_loop, name="nn-case-limit", daemon=True
            )
            self._thread.start()

    def end(self) -> None:
        """Stop measuring the case."""
        self._case = None

    def stop(self) -> None:
        """End the monitoring thread after the last case."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        cancel_last_resort()

    def _postpone(self) -> None:
        """Restart the last-resort timer, which ends the process if no Python thread can run."""
        case = self._case
        passed = 0.0 if case is None else time.monotonic() - case[1]
        limit = min(self._limit or math.inf, self._driver_time.limit + _GRACE)
        if limit < math.inf:
            set_last_resort(max(limit - passed, 0.0) + LAST_RESORT_SECONDS)

    def _watch_loop(self) -> None:
        """Check the limits at regular intervals until ``stop``; run by the monitoring thread."""
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
                frame = sys._current_frames().get(self._judge_thread)  # noqa: SLF001
                limit = self._limit if seconds <= 0 else None
                call = RUNNING.calls.get(self._judge_thread, "")
                verdict = case_timeout_verdict(case_id, call, frame, limit, self._driver_time)
                TERMINAL.write(self._report(verdict))
            finally:
                record_end(EXIT_STUCK)
                os._exit(EXIT_STUCK)


def case_timeout_verdict(
    case_id: str, call: str, frame: FrameType | None, limit: float | None, driver_time: DriverTime
) -> Verdict:
    """Return the verdict on a hanging case.

    ``call`` is the pending call of the driver, and ``frame`` the current frame of the thread.
    ``limit`` is the time limit that the case exceeded, ``None`` if the driver's time is used up.
    """
    trace = traceback.format_stack(frame)[: -_TRACE_FRAMES - 1 : -1] if frame is not None else []
    where = f"{call} did not return" if call else "the case did not end"
    if limit is not None:
        rule = "case.limit"
        reason = f"{where}, and the case has been running for more than {limit:g} s"
    else:
        rule = "driver.time"
        reason = (
            f"{where}, and the driver's calls have taken {driver_time.under_way():.0f} s in this "
            f"run; the limit is {driver_time.limit:g} s (--limit driver=SECONDS; 0: no limit)"
        )
    lines = [line for text in trace for line in text.splitlines()]
    details = {"call": call, "trace": lines}
    return Verdict(
        case_id, RUNNING.path, VerdictKind.HANG, rule, reason, RUNNING.operations, details
    )
