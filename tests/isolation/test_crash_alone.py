"""A crash states the number of earlier executions and the result of the case alone."""

from __future__ import annotations

import pytest

from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import VerdictKind
from tests.faults.row import CHECKS
from tests.isolation.helpers import SYNC, isolated
from tests.sample_drivers import processes
from tests.sample_drivers.adder_driver import add_example

FILE = f"{processes.__path__[0]}/mortal_drivers.py"


@pytest.mark.parametrize(
    ("name", "alone"),
    [
        ("DiesAfterFive", False),
        pytest.param("DiesOnThreeElements", True, marks=pytest.mark.slow),
    ],
)
def test_a_crash_states_what_ran_before_and_the_result_alone(name, alone):
    with isolated(name, ProcessLimits(), FILE) as device:
        judge = Judge(device, JudgeOptions(callback_timeout=30))
        verdicts = []
        for number in range(6):
            example = add_example() if number < 5 else add_example(dims=(3,))
            verdicts += judge.judge(example, f"case_{number}", [SYNC])
        assert judge.close() == []
    crashes = [verdict for verdict in verdicts if verdict.kind is VerdictKind.CRASH]
    (crash,) = crashes
    assert crash.case_id == "case_5"
    assert crash.details["executions_before"] == 5
    assert crash.details["crashes_alone"] is alone
    assert "after 5 executions of earlier cases in this process" in crash.reason
    does = "crashes too" if alone else "does not crash"
    assert f"alone in a new process the case {does}" in crash.reason


def test_the_case_alone_has_the_execution_with_other_data_too():
    other_data = other_data_for(add_example(), Version.V1_3)
    with isolated("DiesOnOtherData", ProcessLimits(), FILE) as device:
        judge = Judge(device, JudgeOptions(callback_timeout=30))
        judge.judge(add_example(), "before", [SYNC])
        (crash,) = judge.judge(add_example(), "case", [SYNC], other_data=other_data)
        assert judge.close() == []
    assert crash.kind is VerdictKind.CRASH
    assert crash.details["crashes_alone"] is True


@pytest.mark.parametrize(
    ("check", "alone"),
    [
        pytest.param("concurrency.model_release", False, marks=pytest.mark.slow),
        ("fences.no_dependencies", True),
    ],
)
def test_a_crash_in_a_check_of_the_suite_states_the_same(check, alone):
    """The first check makes 3 executions, the second one 10; the sixth ends the driver."""
    with isolated("DiesAfterFive", ProcessLimits(), FILE) as device:
        judge = Judge(device, JudgeOptions(callback_timeout=30))
        for number in range(4):
            assert judge.judge(add_example(), f"case_{number}", [SYNC])[0].kind == "passed"
        (verdict,) = CHECKS[check].run(judge)
        assert judge.close() == []
    assert verdict.kind is VerdictKind.CRASH
    assert verdict.details["executions_before"] == 4
    assert verdict.details["crashes_alone"] is alone
