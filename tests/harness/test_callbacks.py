"""Callback records: what they count and report."""

from collections.abc import Callable

from conformance.hal import ErrorStatus, Timing
from conformance.harness.callbacks import ExecutionRecord


def notify(record: ExecutionRecord) -> None:
    record.notify(ErrorStatus.NONE, (), Timing())


def test_a_notification_after_settling_calls_the_listener_and_none_before_does():
    record, late = ExecutionRecord(), []
    notify(record)
    assert record.settle(late.append) == 1
    assert late == []
    notify(record)
    assert late == [2]


class Overtaken(ExecutionRecord):
    """A record that a waiting thread settles when the latch opens, before ``notify`` returns."""

    def __init__(self, listener: Callable[[int], None]) -> None:
        super().__init__()
        self.listener = listener
        self.counts: list[int] = []

    def _open(self) -> None:
        super()._open()
        self.counts.append(self.settle(self.listener))


def test_a_notification_that_is_counted_is_not_late_too():
    late: list[int] = []
    record = Overtaken(late.append)
    notify(record)
    assert (record.counts, late) == ([1], [])
