"""Verdicts on behaviour that the HAL permits and the official suite fails, and their policy."""

from __future__ import annotations

import pytest

from conformance.hal import ErrorStatus
from conformance.harness.results.verdict import (
    VTS_DEMAND,
    Finding,
    Verdict,
    VerdictKind,
    verdict_from_findings,
)
from conformance.plugin.gating.gate import VerdictGate
from tests.sample_drivers.calls.driver_fault import DriverFault, FaultyPreparedModel, fault
from tests.sample_drivers.calls.qos_faults import LateNotLaunched, NotLaunched

MORE: list[DriverFault] = []


@fault("bursts.configuration", "burst.configure", faults=MORE)
class NoBursts(FaultyPreparedModel):
    """The driver answers GENERAL_FAILURE to every burst."""

    def configure_execution_burst(self, *arguments):
        return ErrorStatus.GENERAL_FAILURE, None


@fault("bursts.configuration", "burst.configure", faults=MORE)
class InvalidBursts(FaultyPreparedModel):
    """The driver answers INVALID_ARGUMENT to every burst."""

    def configure_execution_burst(self, *arguments):
        return ErrorStatus.INVALID_ARGUMENT, None


fault("qos.preparation_deadline", faults=MORE)(NotLaunched)
fault("qos.asynchronous_execution_deadline", faults=MORE)(LateNotLaunched)


@pytest.mark.parametrize("planted", [MORE[0], *MORE[2:]], ids=lambda planted: planted.by)
def test_a_policy_relaxes_what_only_the_official_suite_demands(planted):
    verdicts = planted.verdicts()
    (failed,) = [verdict for verdict in verdicts if verdict.kind is VerdictKind.FAILED]
    assert failed.rule == planted.rule
    assert "VTS demands" in failed.reason
    assert "HAL permits" in failed.reason
    assert VerdictGate().apply([failed]) == [failed]
    (relaxed,) = VerdictGate(relax_vts=True).apply([failed])
    assert relaxed.kind is VerdictKind.QUALITY_WARNING
    assert relaxed.reason == failed.reason


def test_a_violation_of_the_text_is_not_relaxed():
    (failed,) = MORE[1].verdicts()
    assert "VTS" not in failed.reason
    assert VerdictGate(relax_vts=True).apply([failed]) == [failed]


def test_a_failure_precedes_what_vts_demands_and_warnings_come_last():
    findings = [
        Finding(VerdictKind.QUALITY_WARNING, "a", "warning"),
        Finding(VerdictKind.FAILED, "b", "demanded", VTS_DEMAND),
        Finding(VerdictKind.FAILED, "c", "wrong"),
    ]

    def verdict(*numbers: int) -> Verdict:
        return verdict_from_findings([findings[n] for n in numbers], "case", "", (), {})

    assert verdict(0, 1, 2).rule == "c"
    assert verdict(0, 1).rule == "b"
    assert verdict(0).kind is VerdictKind.QUALITY_WARNING
    (relaxed,) = VerdictGate(relax_vts=True).apply([verdict(0, 1, 2)])
    assert relaxed.kind is VerdictKind.FAILED
