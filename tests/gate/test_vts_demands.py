"""Verdicts on behaviour that the HAL permits and the official suite fails, and their policy."""

from __future__ import annotations

import pytest

from conformance.gate.gate import VerdictGate
from conformance.hal import ErrorStatus
from conformance.verdicts import (
    VTS_DEMAND,
    Finding,
    Verdict,
    VerdictKind,
    verdict_from_findings,
)
from tests.faults.calls.queries import LateNotLaunched, NotLaunched
from tests.faults.drivers import device, fixed, prepared
from tests.faults.row import table


def without_bursts(status: ErrorStatus) -> type:
    """Return a driver that answers an error to every burst."""
    return prepared(configure_execution_burst=fixed((status, None)))


MORE = table(
    (
        "fails",
        "bursts.configuration",
        without_bursts(ErrorStatus.GENERAL_FAILURE),
        "burst.configure",
    ),
    (
        "invalid",
        "bursts.configuration",
        without_bursts(ErrorStatus.INVALID_ARGUMENT),
        "burst.configure",
    ),
    ("not launched", "qos.preparation_deadline", NotLaunched),
    ("late", "qos.asynchronous_execution_deadline", device(prepared=LateNotLaunched)),
)


@pytest.mark.parametrize("planted", MORE[2:], ids=lambda planted: planted.by)
def test_a_policy_relaxes_what_only_the_official_suite_demands(planted):
    verdicts = planted.verdicts()
    (failed,) = [verdict for verdict in verdicts if verdict.kind is VerdictKind.FAILED]
    assert failed.rule == planted.rule
    assert VerdictGate().apply([failed]) == [failed]
    (relaxed,) = VerdictGate(relax_vts=True).apply([failed])
    assert relaxed.kind is VerdictKind.QUALITY_WARNING
    assert relaxed.reason == failed.reason


def test_a_refused_burst_is_a_quality_warning():
    (verdict,) = MORE[0].verdicts()
    assert (verdict.kind, verdict.rule) == (VerdictKind.QUALITY_WARNING, "burst.configure")


def test_a_violation_of_the_text_is_not_relaxed():
    (failed,) = MORE[1].verdicts()
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
