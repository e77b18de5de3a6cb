"""Checks compare results as specs do: by value, within the tolerance of the operations.

Conforming drivers whose results are not the bytes of the reference pass every check, and a driver
whose results are just outside the tolerance fails those that compare results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.driver import Driver
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.sample_drivers.values.legal_outputs import OUTPUT_DRIVERS, FullTolerance
from tests.tiers import fast_if

OPTIONS = JudgeOptions(callback_timeout=20, mutants_per_operation=1)
QUICK = {"NegativeZeros": Version.V1_3, "FullTolerance": Version.AIDL_V4}
"""The drivers of the fast tests, each with the version of which it runs every fourth area."""
AREAS = sorted(checks_by_area())
VERSIONS_BY_AREA = {
    "asynchronous": (Version.V1_3,),
    "configured_calls": (Version.AIDL_V4,),
    "reusable_executions": (Version.AIDL_V4,),
}
"""The areas of calls that only one of the two versions has."""
LONG = ("invalid_models", "invalid_requests")
"""The areas whose first check reads all bundled specs; a step of the CI runs one of them."""


class BeyondTolerance(FullTolerance):
    """A faulty driver: its results differ by a little more than the tolerance."""

    share = 1.5


class FarBeyondTolerance(FullTolerance):
    """A faulty driver: its results differ by far more than the tolerance of eight operations."""

    share = 20.0


def verdicts_of(
    driver: Callable[..., ReferenceDevice], area: str, version: Version
) -> Iterator[Verdict]:
    """Run the checks of an area on a driver of a version."""
    reopen = partial(driver, version=version)
    judge = Judge(Driver(reopen(), reopen=reopen), OPTIONS)
    for check in checks_by_area()[area]:
        yield from check.run(judge)
    yield from judge.close()


def marks(name: str, version: Version, area: str) -> object:
    """Return the marks of a test: every other area is fast, with one of the quick drivers."""
    number = AREAS.index(area)
    quick = list(QUICK)[number // 2 % len(QUICK)]
    fast = (
        number % 2 == 0 and name == quick and version in VERSIONS_BY_AREA.get(area, (QUICK[name],))
    )
    return () if fast and area not in LONG else pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "version", "area"),
    [
        pytest.param(name, version, area, marks=marks(name, version, area))
        for name in OUTPUT_DRIVERS
        for version in (Version.V1_3, Version.AIDL_V4)
        for area in AREAS
    ],
)
def test_no_check_blames_results_within_the_tolerance(name: str, version: Version, area: str):
    verdicts = list(verdicts_of(OUTPUT_DRIVERS[name], area, version))
    bad = [v for v in verdicts if v.kind.blames_driver or v.kind is VerdictKind.INTERNAL_ERROR]
    assert bad == []


ONE_OPERATION = (
    *("asynchronous", "burst_memories", "burst_packets", "bursts", "caching_use", "cleanup"),
    *("clients", "concurrency", "dynamic_outputs", "fences", "fences_several", "invalid_codes"),
    *("invalid_operands", "invalid_requests", "loop_limits", "memory_domains_copy"),
    *("memory_domains_execution", "memory_domains_shapes", "memory_domains_sharing"),
    *("combinations", "memory_layouts", "memory_pools", "memory_pools_constants"),
    *("memory_pools_images", "memory_pools_refused", "preparation", "qos", "queries"),
    *("repeated_executions", "timing"),
)
"""The areas that compare the results of one operation."""
FAST = ("memory_domains_sharing", "memory_layouts", "memory_pools_constants", "repeated_executions")


@pytest.mark.parametrize("area", fast_if(FAST.__contains__, ONE_OPERATION))
def test_results_outside_the_tolerance_fail(area: str):
    verdicts = verdicts_of(BeyondTolerance, area, Version.V1_3)
    assert any(verdict.kind.blames_driver for verdict in verdicts)


@pytest.mark.parametrize("area", ["configured_calls", "reusable_executions"])
def test_results_outside_the_tolerance_fail_in_the_newest_calls(area: str):
    verdicts = verdicts_of(BeyondTolerance, area, Version.AIDL_V4)
    assert any(verdict.kind.blames_driver for verdict in verdicts)


@pytest.mark.parametrize("area", ["caching", "unknown_shapes"])
def test_results_outside_the_tolerance_of_several_operations_fail(area: str):
    verdicts = verdicts_of(FarBeyondTolerance, area, Version.V1_3)
    assert any(verdict.kind.blames_driver for verdict in verdicts)
