"""Every faulty driver is detected by its check or path, which names the violated rule."""

from __future__ import annotations

import pytest

from conformance.harness.results.verdict import VerdictKind
from tests.faults.calls import FAULTS
from tests.tiers import fast_if

NOTICED = {
    VerdictKind.FAILED,
    VerdictKind.HANG,
    VerdictKind.INVALID_ANSWER,
    VerdictKind.QUALITY_WARNING,
    VerdictKind.LEAK,
}

LONG = {
    "Ignores the loop timeout of the configuration of a fenced execution",
    "Applies the loop timeout of the configuration to the first execution only",
    "A write that finds a read in progress does not end",
}
"""Faults that are detected after seconds; similar faults of other calls have fast tests."""


def test_names_are_unique():
    names = [fault.name for fault in FAULTS]
    assert set(names) >= LONG
    assert len(set(names)) == len(names)
    assert len(names) >= 70


@pytest.mark.parametrize(
    "fault",
    fast_if(lambda fault: fault.name not in LONG, FAULTS),
    ids=lambda fault: fault.name.replace(" ", "_"),
)
def test_fault_is_detected_and_its_rule_named(fault):
    verdicts = [(v.kind, v.rule, v.reason) for v in fault.verdicts()]
    assert any(kind in NOTICED and rule == fault.rule for kind, rule, _ in verdicts), verdicts
