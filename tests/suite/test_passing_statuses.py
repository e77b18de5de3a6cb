"""Drivers that are unavailable or lack resources for a moment are not blamed."""

from __future__ import annotations

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.driver import Driver
from conformance.harness.judge import Judge, JudgeOptions
from tests.faults.legal_calls import ExhaustedAtTimes, UnavailableAtTimes

NAMES = (
    *("qos.execution_deadline", "qos.limits_of_one_execution", "bursts.agrees_with_synchronous"),
    *("dynamic_outputs.static_buffer_length", "dynamic_outputs.contradicting_dimensions"),
    *("preparation.invalid_preference", "preparation.invalid_priority", "invalid_requests.ADD"),
    *("invalid_codes.execution_order", "memory_pools_refused.size_zero"),
)
CHECKS = {
    f"{area}.{check.name}": check for area, checks in checks_by_area().items() for check in checks
}


@pytest.mark.parametrize("driver", [ExhaustedAtTimes, UnavailableAtTimes])
def test_a_passing_status_is_no_failure(driver):
    judge = Judge(
        Driver(driver(), reopen=driver), JudgeOptions(callback_timeout=10, mutants_per_operation=1)
    )
    verdicts = [verdict for name in NAMES for verdict in CHECKS[name].run(judge)]
    verdicts += judge.close()
    assert len(verdicts) >= len(NAMES)
    assert [str(verdict) for verdict in verdicts if verdict.kind.blames_driver] == []
