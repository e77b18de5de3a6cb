"""Ends the process when a case does not end: what is left to do for a driver that runs in it."""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

from conformance.harness.verdict import Kind, Verdict

EXIT_STUCK: Final = 10
"""Exit status of a process that was ended because a case did not end."""

_FRAMES: Final = 8


class CaseWatch:
    """Watches the cases of one thread from another, for nobody else is left to act.

    A case that takes longer than ``limit`` seconds (0: watch nothing) ends the process with
    ``EXIT_STUCK``. ``tell`` is given the verdict on it before, on the watching thread, and answers
    the words for the standard error. A driver that keeps Python's global lock for good keeps this
    thread from running too: against that, only a process of its own helps.
    """

    def __init__(self, limit: float, tell: Callable[[Verdict], str]) -> None:
        self._limit = limit
        self._tell = tell
        self._case: tuple[str, float] | None = None
        self._stop = threading.Event()
        self._judging = threading.get_ident()
        self._stderr = -1
        if limit > 0:
            self._stderr = os.dup(2)  # pytest captures the other one
            threading.Thread(target=self._look, name="nn-case-limit", daemon=True).start()

    def begin(self, case_id: str) -> None:
        """A case begins, on this thread."""
        self._judging = threading.get_ident()
        self._case = case_id, time.monotonic()

    def end(self) -> None:
        """It has ended."""
        self._case = None

    def stop(self) -> None:
        """No case is to come."""
        self._stop.set()
        if self._stderr >= 0:
            os.close(self._stderr)
            self._stderr = -1

    def _look(self) -> None:
        while not self._stop.wait(min(1.0, self._limit / 4)):
            case = self._case
            if case is not None and time.monotonic() - case[1] > self._limit:
                try:
                    frame = sys._current_frames().get(self._judging)  # noqa: SLF001
                    words = self._tell(stuck_verdict(case[0], frame, self._limit))
                    with suppress(OSError):
                        os.write(self._stderr, words.encode("utf-8", "backslashreplace"))
                finally:
                    os._exit(EXIT_STUCK)


def stuck_verdict(case_id: str, frame: FrameType | None, seconds: float) -> Verdict:
    """The verdict on a case that does not end, from where its thread stands just now."""
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
    reason = f"{where}, and the case has been running for more than {seconds:g} s"
    lines = [line for text in trace for line in text.splitlines()]
    details = {"call": what, "trace": lines}
    return Verdict(case_id, path, Kind.HANG, "case.limit", reason, operations, details)
