"""Thousands of late notifications: one verdict with a count, bounded memory, no stalled run."""

import threading
import time

from conformance.hal import ErrorStatus, Timing
from conformance.harness.judge import Judge, JudgeOptions, LateFindings
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.verdicts import Verdict, VerdictKind
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, add_example

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)
OPTIONS = JudgeOptions(callback_timeout=5.0)
FLOOD = 50_000


class Flood(Adder):
    """Adds correctly; ``flood`` notifies the callbacks of all past executions again."""

    def __init__(self, count):
        self.count = count
        self.callbacks = []
        self.threads = []

    class prepared(AdderPreparedModel):  # noqa: N801
        def execute(self, *arguments):
            self.driver.callbacks.append(arguments[-1])
            return super().execute(*arguments)

    def flood(self):
        """Notify all callbacks so far from threads of the driver; return when these have ended."""
        for callback in self.callbacks:
            thread = threading.Thread(target=self.repeat, args=(callback,))
            thread.start()
            thread.join()

    def repeat(self, callback):
        for _ in range(self.count):
            callback.notify(ErrorStatus.NONE, (), Timing())


def test_late_notifications_are_one_verdict_with_a_count():
    device = Flood(FLOOD)
    judge = Judge(device, OPTIONS)
    (verdict,) = judge.judge(add_example(), "case", [ASYNC])
    assert verdict.kind is VerdictKind.PASSED
    start = time.monotonic()
    device.flood()
    late = judge.take_late_verdicts()
    assert [(v.case_id, v.rule, v.details["count"]) for v in late] == [
        ("case", "callback.once", FLOOD)
    ]
    assert time.monotonic() - start < 60
    device.count = 10
    device.flood()
    assert judge.take_late_verdicts() == []  # reported already


def test_late_writes_of_a_case_are_one_verdict():
    late = LateFindings()
    for number in range(1000):
        reason = f"write {number}"
        late.add("case", Verdict("a/b/c", "sync", VerdictKind.FAILED, "late.write", reason, (), {}))
    late.add(
        "case", Verdict("a/b/c", "async", VerdictKind.FAILED, "late.write", "another path", (), {})
    )
    taken = [verdict for _, verdict in late.take()]
    assert [(v.path, v.reason, v.details["count"]) for v in taken] == [
        ("sync", "write 999", 1000),
        ("async", "another path", 1),
    ]
    assert list(late.take()) == []
