"""Time totals and waits for drivers in this process, including drivers that do not answer."""

import time

import pytest

from conformance.drivers.own_process import HangError
from conformance.hal import ErrorStatus
from conformance.harness.calls import driver_calls
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.case_under_test import Scenario
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.harness.supervision.wait_policy import (
    CURRENT_POLICY,
    DriverTime,
    WaitPolicy,
    limit_wait,
)
from conformance.verdicts import VerdictKind
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, add_example

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)
OPTIONS = JudgeOptions(callback_timeout=0.15)


class NeverPrepared(Adder):
    def prepare_model(self, *arguments):
        return ErrorStatus.NONE


class NeverExecuted(Adder):
    class prepared(AdderPreparedModel):  # noqa: N801
        def execute(self, *arguments):
            return ErrorStatus.NONE


def test_a_driver_that_never_notifies_costs_few_time_outs():
    judge = Judge(NeverPrepared(), OPTIONS)
    start = time.monotonic()
    verdicts = [v for n in range(40) for v in judge.judge(add_example(), f"case {n}", [SYNC])]
    assert time.monotonic() - start < 40 * 0.5
    assert {(v.kind, v.rule) for v in verdicts} == {(VerdictKind.HANG, "callback.missing")}
    assert "breaker" not in verdicts[2].details
    short = [v for v in verdicts if "breaker" in v.details]
    assert len(short) == 37


def test_paths_that_work_are_checked_while_the_breaker_of_another_is_open():
    judge = Judge(NeverExecuted(), OPTIONS)
    for number in range(30):
        first, second = judge.judge(add_example(), f"case {number}", [ASYNC, SYNC])
        assert first.kind is VerdictKind.HANG
    assert "breaker" in first.details
    assert second.kind is VerdictKind.PASSED


class SlowOnce(NeverPrepared):
    """Does not notify in the first cases, like a driver on a machine that stalls for a while."""

    left = 5

    def prepare_model(self, *arguments):
        self.left -= 1
        if self.left >= 0:
            return ErrorStatus.NONE
        return Adder.prepare_model(self, *arguments)


def test_a_driver_that_was_slow_once_is_not_condemned():
    judge = Judge(SlowOnce(), OPTIONS)
    kinds = [judge.judge(add_example(), f"case {n}", [SYNC])[0].kind for n in range(40)]
    assert kinds == [VerdictKind.HANG] * 5 + [VerdictKind.PASSED] * 35


def test_the_first_waits_of_a_kind_have_the_whole_limit_and_later_ones_are_short():
    policy = WaitPolicy()
    waits = []
    for _ in range(5):
        waits.append(policy.allow("an answer", 2.0))
        short = policy.missed("an answer")
    assert waits == [2.0, 2.0, 2.0, 0.1, 0.1]
    assert short.details == {
        "breaker": {"subject": "an answer", "time_outs": 3, "limit": 2.0, "waited": 0.1}
    }
    assert policy.allow("another answer", 2.0) == 2.0
    assert policy.allow("an answer", 0.05) == 0.05


def test_a_call_that_hung_is_not_made_again_for_the_same_group_of_cases():
    policy = WaitPolicy()
    for group in ("ADD", "MUL", "SUB", "DIV"):
        policy.group = group
        policy.before("execute", 2.0)
        policy.hung("execute", HangError("it hangs"))
    with pytest.raises(HangError, match="execute was not called, because 3 earlier calls"):
        policy.before("execute", 2.0)
    policy.group = "FLOOR"
    assert policy.before("execute", 2.0) == 0.1
    assert policy.refused("prepare_model", 2.0) is None


def test_once_the_driver_s_time_is_used_up_nothing_is_called():
    class Counting(Adder):
        asked = 0

        def get_supported_operations(self, model):
            self.asked += 1
            time.sleep(0.05)
            return super().get_supported_operations(model)

    device = Counting()
    judge = Judge(device, OPTIONS)
    judge.waits = WaitPolicy(DriverTime(0.12))
    verdicts = [judge.judge(add_example(), f"case {n}", [SYNC])[0] for n in range(10)]
    assert device.asked <= 4
    assert verdicts[0].kind is VerdictKind.PASSED
    assert (verdicts[-1].kind, verdicts[-1].rule) == (VerdictKind.INTERNAL_ERROR, "driver.time")
    scenario = Scenario("suite/x/y", lambda: pytest.fail("begun"))
    assert judge.run_scenario(scenario)[0].rule == "driver.time"


def test_a_check_with_many_calls_ends_in_the_middle():
    judge = Judge(Adder(), OPTIONS)
    judge.waits = WaitPolicy(DriverTime(0.1))
    made = []

    def run():
        for number in range(1000):
            driver_calls.call_driver("sleep", time.sleep, 0.02)
            made.append(number)
        return []

    (verdict,) = judge.run_scenario(Scenario("suite/x/y", run))
    assert verdict.rule == "driver.time"
    assert len(made) < 10


def test_waits_of_a_check_end_with_the_driver_s_time():
    policy = WaitPolicy(DriverTime(limit=2.0))
    assert limit_wait(100.0) == 100.0
    with policy.case("x", 1.0):
        assert CURRENT_POLICY.get() is policy
        assert limit_wait(100.0) <= 7.0
    assert CURRENT_POLICY.get() is None


class RefusesInSilence(Adder):
    def prepare_model(self, *arguments):
        return ErrorStatus.INVALID_ARGUMENT


def test_refusals_without_a_notification_have_a_breaker_too():
    judge = Judge(RefusesInSilence(), OPTIONS)
    verdicts = [judge.judge(add_example(), f"case {n}", [SYNC])[0] for n in range(12)]
    assert {(v.kind, v.rule) for v in verdicts} == {(VerdictKind.FAILED, "callback.missing")}
    assert "breaker" in verdicts[-1].details
    assert "breaker" not in verdicts[2].details
