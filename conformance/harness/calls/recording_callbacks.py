"""Callbacks that record every notification, including repeated and late ones."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.driver_sdk.throttle import pause_superfluous
from conformance.hal import (
    ErrorStatus,
    ExecutionCallback,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Timing,
)
from conformance.harness.supervision.wait_policy import ShortWait, wait_with_policy

_MAX_KEPT: Final = 16
"""Number of notifications of one callback that are kept; all of them are counted."""


@dataclass(frozen=True, slots=True)
class CallbackNotification:
    """One notification: its unchecked arguments, the id of its thread, and its time.

    ``time_ns`` is monotonic, in nanoseconds.
    """

    arguments: tuple[Any, ...]
    thread: int
    time_ns: int


@dataclass(slots=True)
class NotificationCount:
    """The number of notifications of one callback; ``subject`` names the kind of callback."""

    subject: str
    number: int = 0


_collected: list[NotificationCount] | None = None


@contextlib.contextmanager
def collected_counts() -> Iterator[list[NotificationCount]]:
    """Collect the counts of all callbacks that are created within the block, in a new list.

    A count keeps neither its callback nor what the driver passed to it. An outer block gets the
    counts at the end of the inner one.
    """
    global _collected
    earlier, _collected = _collected, []
    try:
        yield _collected
    finally:
        if earlier is not None:
            earlier.extend(_collected)
        _collected = earlier


class _RecordingCallback:
    """Records the notifications of one callback, in the order of their arrival.

    ``notifications`` holds the first ``_MAX_KEPT``, and ``count`` is the number of all. ``wait``
    waits for the first one. A listener is called for those that arrive after the verdict. A driver
    thread that continues to notify is slowed down, so that the run keeps enough processor time.
    """

    subject = "a callback"
    """The name of this kind of callback for the policy of waits."""

    def __init__(self) -> None:
        self.notifications: list[CallbackNotification] = []
        self._count = NotificationCount(self.subject)
        if _collected is not None:
            _collected.append(self._count)
        self.short_wait: ShortWait | None = None
        """Set when the last wait ended without an answer and was shortened."""
        self._thread = threading.get_ident()
        self._ended = threading.Event()
        self._lock = threading.RLock()
        self._listener: Callable[[int], None] | None = None
        self._failure: Exception | None = None

    @property
    def count(self) -> int:
        """The number of all notifications."""
        return self._count.number

    def record(self, *arguments: Any) -> None:
        """Record one notification; never raise into the driver and never wait for the judge."""
        thread = threading.get_ident()
        now = time.monotonic_ns()
        with self._lock:  # a notification is either counted for the verdict or reported
            self._count.number += 1
            count = self.count
            if count <= _MAX_KEPT:
                self.notifications.append(CallbackNotification(arguments, thread, now))
            listener = self._listener
        if count == 1:
            self._ended.set()
        if listener is not None:
            listener(count)
        if thread != self._thread:
            pause_superfluous(count)

    def wait(self, seconds: float, *, refused: bool = False) -> CallbackNotification | None:
        """Return the first notification, or ``None`` if none arrives within ``seconds``.

        The policy of waits may shorten the wait. ``refused`` states that the driver refused the
        call that passed the callback; such waits are another kind. Raise the
        error that ``fail_waiting`` recorded if there is no notification.
        """
        self.short_wait = None
        if not self.notifications:
            subject = f"{self.subject} after a refusal" if refused else self.subject
            _, self.short_wait = wait_with_policy(
                subject, seconds, lambda limit: self._ended.wait(limit) or None
            )
        if not self.notifications and self._failure is not None:
            raise self._failure
        return self.notifications[0] if self.notifications else None

    def fail_waiting(self, error: Exception) -> None:
        """Record that no notification will arrive; ``wait`` then raises ``error``."""
        self._failure = error
        self._ended.set()

    def count_and_subscribe(self, listener: Callable[[int], None]) -> int:
        """Return the number of notifications; ``listener`` receives the number at each later one.

        The listener is called on the thread that notifies. It must not hold a reference to this
        callback: the cycle would keep the callback, and the prepared model in it, alive until the
        next garbage collection.
        """
        with self._lock:
            self._listener = listener
            return self.count


class RecordingPreparedModelCallback(_RecordingCallback, PreparedModelCallback):
    """Records what a preparation reports; ``arguments`` are status and prepared model."""

    subject = "the callback of prepare_model"

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        self.record(status, prepared_model)


class RecordingExecutionCallback(_RecordingCallback, ExecutionCallback):
    """Records what an execution reports; ``arguments`` are status, output shapes and timing."""

    subject = "the callback of execute"

    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        self.record(status, output_shapes, timing)


@dataclass(slots=True)
class CallbackCount:
    """A callback whose notifications are counted after the case.

    ``call`` names the call that passed the callback to the driver. ``path`` is empty if the
    callback concerns all paths.
    """

    callback: RecordingPreparedModelCallback | RecordingExecutionCallback
    call: str
    path: str
