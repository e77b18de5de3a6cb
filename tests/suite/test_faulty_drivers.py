"""Every faulty driver is detected by its check or path, which names the violated rule."""

from __future__ import annotations

import pytest

from conformance.harness.results.verdict import VerdictKind
from tests.suite import (  # noqa: F401 - each import registers faults
    faults_asynchronous,
    faults_bursts,
    faults_clients,
    faults_outputs,
    faults_preparation,
    faults_qos,
    faults_queries,
    faults_times_and_fences,
    faults_unknown_shapes,
)
from tests.suite.faulty_drivers import FAULTS

NOTICED = {
    VerdictKind.FAILED,
    VerdictKind.HANG,
    VerdictKind.INVALID_ANSWER,
    VerdictKind.QUALITY_WARNING,
    VerdictKind.LEAK,
}


def test_names_are_unique():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
    assert len(names) >= 70


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_fault_is_detected_and_its_rule_named(fault):
    verdicts = [(v.kind, v.rule, v.reason) for v in fault.verdicts()]
    assert any(kind in NOTICED and rule == fault.rule for kind, rule, _ in verdicts), verdicts
