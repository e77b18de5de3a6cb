"""Drivers that do not abort endless loops, and drivers that abort them too early."""

from __future__ import annotations

import time

import pytest

from conformance.checks.areas import loop_limits
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import loop_model
from conformance.checks.sample_requests import LoopRequest
from conformance.hal import ErrorStatus, MeasureTiming
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel
from tests.faults.row import CHECKS

LONG = 6_000_000_000


class LoopTimeout(FaultyPreparedModel):
    """Uses ``seconds`` as the timeout of all loops."""

    nanoseconds = LONG

    def execute(self, request, measure, _deadline, _loop, callback):
        return self.right.execute(request, measure, None, self.nanoseconds, callback)

    def execute_synchronously(self, request, measure, _deadline, _loop):
        return self.right.execute_synchronously(request, measure, None, self.nanoseconds)

    def execute_fenced(self, request, wait_for, measure, _deadline, _loop, _duration):
        return self.right.execute_fenced(request, wait_for, measure, None, self.nanoseconds, None)


class ShortLoopTimeout(LoopTimeout):
    nanoseconds = 50_000_000


def verdicts(prepared, name):
    device = type("Limited", (FaultyDevice,), {"prepared": prepared})()
    judge = Judge(device, JudgeOptions(callback_timeout=20))
    return CHECKS[f"loop_limits.{name}"].run(judge)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["default_loop_timeout", "deadline_in_loop"])
def test_a_loop_that_is_never_aborted_is_a_failure(name, monkeypatch):
    monkeypatch.setattr(loop_limits, "_LATEST_SECONDS", 2.5)
    (verdict,) = verdicts(LoopTimeout, name)
    assert verdict.kind is VerdictKind.FAILED
    assert verdict.rule == f"loop_limits.{name}"
    assert "must be aborted" in verdict.reason


def test_an_early_abort_is_a_quality_warning():
    (verdict,) = verdicts(ShortLoopTimeout, "default_loop_timeout")
    assert verdict.kind is VerdictKind.QUALITY_WARNING
    assert "the default of 2 s was expected" in verdict.reason


def test_the_reference_driver_aborts_a_loop_at_its_deadline():
    device = ReferenceDevice()
    context = CheckContext(device, JudgeOptions(callback_timeout=20))
    prepared = context.prepare(loop_model())
    start = time.monotonic()
    deadline = time.monotonic_ns() + 100_000_000
    status, shapes, _ = prepared.execute_synchronously(
        LoopRequest(context).request, MeasureTiming.NO, deadline, 15_000_000_000
    )
    assert status in (
        ErrorStatus.MISSED_DEADLINE_TRANSIENT,
        ErrorStatus.MISSED_DEADLINE_PERSISTENT,
    )
    assert not shapes
    assert 0.09 < time.monotonic() - start < 10
    context.close()
