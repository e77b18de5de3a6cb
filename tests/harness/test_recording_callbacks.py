"""Recording callbacks: the notifications that they count and report."""

from collections.abc import Callable

from conformance.hal import ErrorStatus, Timing
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback


def notify(record: RecordingExecutionCallback) -> None:
    record.notify(ErrorStatus.NONE, (), Timing())


def test_a_notification_after_settling_calls_the_listener_and_none_before_does():
    record, late = RecordingExecutionCallback(), []
    notify(record)
    assert record.count_and_subscribe(late.append) == 1
    assert late == []
    notify(record)
    assert late == [2]


class Overtaken(RecordingExecutionCallback):
    """A callback whose notifications are counted when its latch opens, inside ``notify``."""

    def __init__(self, listener: Callable[[int], None]) -> None:
        super().__init__()
        self.listener = listener
        self.counts: list[int] = []

    def _release_latch(self) -> None:
        super()._release_latch()
        self.counts.append(self.count_and_subscribe(self.listener))


def test_a_notification_that_is_counted_is_not_late_too():
    late: list[int] = []
    record = Overtaken(late.append)
    notify(record)
    assert (record.counts, late) == ([1], [])
