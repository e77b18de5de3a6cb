"""Findings on statuses; prefills of truth values."""

from __future__ import annotations

from conformance.hal import ErrorStatus, Timing
from conformance.harness.answer_checks import check_status
from conformance.harness.calls.driver_calls import ExecutionOutcome
from conformance.harness.calls.request_memory import RandomFill
from tests.sample_drivers.adder_driver import add_example


def test_a_status_other_than_none_is_a_finding() -> None:
    outcome = ExecutionOutcome(ErrorStatus.INVALID_ARGUMENT, (), Timing())
    (finding,) = check_status(outcome, add_example())
    assert finding.rule == "execute.status"
    assert finding.details["status"] == "INVALID_ARGUMENT"


def test_no_prefill_of_a_truth_value_is_a_byte_that_drivers_write_for_true() -> None:
    fill = RandomFill(0)
    seen = set()
    for _ in range(64):
        fill.start_execution()
        false, true = fill.prefill(b"\0\1", 2, truth_values=True)
        assert true == 0
        seen.add(false)
    assert len(seen) == 32
    assert seen.isdisjoint({0, 1, 2, 128, 255})
