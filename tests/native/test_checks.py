"""The checks on the example driver, a half of them in process; slow: all, also isolated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.native import open_library
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import Device
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.native.conftest import Libraries

LONG = ("invalid_", "clients", "cleanup", "concurrency", "resource_usage")
"""Beginnings of areas that take long; a plain run on the example driver includes them."""
FINE = {VerdictKind.PASSED, VerdictKind.DECLINED, VerdictKind.NOT_APPLICABLE}


def verdicts(device: Device, part: slice) -> dict[str, tuple[VerdictKind, str]]:
    """Return kind and rule of the verdict of each check of a part of each area."""
    judge = Judge(device, JudgeOptions(callback_timeout=30))
    found = {
        check.rule: (verdict.kind, verdict.rule)
        for area, checks in checks_by_area().items()
        if not area.startswith(LONG)
        for check in checks[part]
        for verdict in check.run(judge)
    }
    assert judge.close() == []
    return found


@pytest.fixture
def isolated(libraries: Libraries) -> Iterator[IsolatedDevice]:
    device = IsolatedDevice(str(libraries.example_sl), ProcessLimits())
    yield device
    device.close()


@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_checks_pass(libraries: Libraries, first: int) -> None:
    found = verdicts(open_library(libraries.example), slice(first, None, 2))
    assert {rule: seen for rule, seen in found.items() if seen[0] not in FINE} == {}
    assert Counter(kind for kind, _ in found.values())[VerdictKind.PASSED] > 85


@pytest.mark.slow
def test_the_checks_pass_with_and_without_isolation(
    libraries: Libraries, isolated: IsolatedDevice
) -> None:
    everything = slice(None)
    here = verdicts(open_library(libraries.example_sl), everything)
    there = verdicts(isolated, everything)
    changed = {rule for rule in here if here[rule] != there[rule]} - {"fences.null_fence"}
    assert all(here[rule][0] is VerdictKind.NOT_APPLICABLE for rule in changed), changed
    assert there["fences.null_fence"][0] is VerdictKind.NOT_APPLICABLE  # no handle crosses as null
    assert {rule: seen for rule, seen in there.items() if seen[0] not in FINE} == {}
