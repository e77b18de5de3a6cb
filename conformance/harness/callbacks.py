"""Callbacks that keep a record of every notification, the unwanted ones included."""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.drivers.process.answers import received
from conformance.hal import (
    ErrorStatus,
    ExecutionCallback,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Timing,
)
from conformance.harness.driver_objects import wrapped


@dataclass(frozen=True, slots=True)
class Notification:
    """One notification: its arguments (unchecked), its thread, its time (monotonic ns)."""

    arguments: tuple[Any, ...]
    thread: int
    time_ns: int


class _Record:
    """Notifications in order, a latch for the first, and a listener for those after the verdict."""

    def __init__(self) -> None:
        self.notifications: list[Notification] = []
        self._latch = threading.Lock()
        self._latch.acquire()
        self._order = threading.RLock()
        self._listener: Callable[[int], None] | None = None
        self._abandoned: Exception | None = None

    def add(self, *arguments: Any) -> None:
        """Record one notification; never raises into the driver, never waits for the judge.

        Foreign objects among the arguments are replaced here (``received``): nothing that looks at
        a record runs code of the driver.
        """
        now = time.monotonic_ns()
        answers = tuple([received(one, wrapped) for one in arguments])
        notification = Notification(answers, threading.get_ident(), now)
        with self._order:  # what ``settle`` counts is not told to its listener, the rest is
            self.notifications.append(notification)
            listener = self._listener
        if self.notifications[0] is notification:
            self._open()
        if listener is not None:
            listener(len(self.notifications))

    def wait(self, seconds: float) -> Notification | None:
        """The first notification, or ``None`` when it does not come within the limit."""
        if not self.notifications and self._latch.acquire(timeout=seconds):
            self._open()
        if not self.notifications and self._abandoned is not None:
            raise self._abandoned
        return self.notifications[0] if self.notifications else None

    def abandon(self, error: Exception) -> None:
        """No notification will come any more: whoever waits for one gets ``error`` instead."""
        self._abandoned = error
        self._open()

    def _open(self) -> None:
        with contextlib.suppress(RuntimeError):  # it was open already
            self._latch.release()

    def settle(self, listener: Callable[[int], None]) -> int:
        """How many notifications came; every later one (on its own thread) tells it how many now.

        A ``listener`` that holds this record would keep it, and the prepared model in it, alive
        until the next collection of garbage.
        """
        with self._order:
            self._listener = listener
            return len(self.notifications)


class PreparedModelRecord(_Record, PreparedModelCallback):
    """Records what a preparation reports; ``arguments`` are status and prepared model."""

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        self.add(status, prepared_model)


class ExecutionRecord(_Record, ExecutionCallback):
    """Records what an execution reports; ``arguments`` are status, output shapes and timing."""

    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        self.add(status, output_shapes, timing)
