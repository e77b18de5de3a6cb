"""Bursts without resources, and bursts that fail alone."""

from __future__ import annotations

import pytest

from conformance.bursts import PreparedModelExecutor
from conformance.checks import checks_by_area
from conformance.hal import ErrorStatus
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.faults.drivers import NO_TIME, FaultyDevice, FaultyPreparedModel
from tests.sample_drivers.adder_driver import add_example

OPTIONS = JudgeOptions(callback_timeout=1.0)
EXHAUSTED = {
    ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT: VerdictKind.NO_RESOURCES,
    ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT: VerdictKind.TOO_LARGE,
    ErrorStatus.DEVICE_UNAVAILABLE: VerdictKind.UNAVAILABLE,
}


def device_of(prepared):
    return type(f"With{prepared.__name__}", (FaultyDevice,), {"prepared": prepared})()


@pytest.mark.parametrize("status", EXHAUSTED, ids=lambda status: status.name)
def test_a_burst_without_resources_has_the_verdict_of_other_paths(status):
    class Exhausted(FaultyPreparedModel):
        def execute_synchronously(self, *arguments):
            return status, (), NO_TIME

    judge = Judge(device_of(Exhausted), OPTIONS)
    paths = [ExecutionPath.parse("sync-fast"), ExecutionPath.parse("burst-fast")]
    verdicts = [*judge.judge(add_example(), "add", paths), *judge.close()]
    assert {verdict.kind for verdict in verdicts} == {EXHAUSTED[status]}, list(map(str, verdicts))
    (check,) = (each for each in checks_by_area()["bursts"] if each.name == "configuration")
    judge = Judge(device_of(Exhausted), OPTIONS)
    (verdict,) = [*check.run(judge), *judge.close()]
    assert verdict.kind is EXHAUSTED[status]


def test_a_device_that_is_busy_may_refuse_a_burst():
    class Busy(FaultyPreparedModel):
        def configure_execution_burst(self, *_arguments):
            return ErrorStatus.DEVICE_UNAVAILABLE, None

    judge = Judge(device_of(Busy), OPTIONS)
    paths = [ExecutionPath.parse("sync-fast"), ExecutionPath.parse("burst-fast")]
    verdicts = [*judge.judge(add_example(), "add", paths), *judge.close()]
    kinds = {verdict.path: verdict.kind for verdict in verdicts}
    assert kinds == {"sync-fast": VerdictKind.PASSED, "burst-fast": VerdictKind.UNAVAILABLE}
    (check,) = (each for each in checks_by_area()["bursts"] if each.name == "configuration")
    judge = Judge(device_of(Busy), OPTIONS)
    (verdict,) = [*check.run(judge), *judge.close()]
    assert verdict.kind is VerdictKind.UNAVAILABLE


def test_a_burst_that_fails_alone_is_a_failure():
    class Failing(FaultyPreparedModel):
        def executor(self):
            class Executor(PreparedModelExecutor):
                def execute(self, request):
                    return ErrorStatus.GENERAL_FAILURE, (), NO_TIME

            return Executor(self)

    judge = Judge(device_of(Failing), OPTIONS)
    (verdict,) = [
        *judge.judge(add_example(), "add", [ExecutionPath.parse("burst-fast")]),
        *judge.close(),
    ]
    assert verdict.kind is VerdictKind.FAILED
