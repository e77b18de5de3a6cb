"""Checks compare results as specs do: by value, within the tolerance of the operations.

Conforming drivers whose results are not the bytes of the reference pass every check, and a driver
whose results are just outside the tolerance fails those that compare results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reference import ReferenceDevice
from conformance.suite import checks_by_area
from tests.sample_drivers.values.legal_outputs import OUTPUT_DRIVERS, FullTolerance

OPTIONS = JudgeOptions(callback_timeout=20, mutants_per_operation=1)
QUICK = ("NegativeZeros", "FullTolerance")
"""The drivers of the fast tests."""


class BeyondTolerance(FullTolerance):
    """A faulty driver: its results differ by a little more than the tolerance."""

    share = 1.1


def verdicts_of(
    driver: Callable[..., ReferenceDevice], area: str, version: Version
) -> Iterator[Verdict]:
    """Run the checks of an area on a driver of a version."""
    device = driver(version=version)
    judge = Judge(device, OPTIONS)
    for check in checks_by_area()[area]:
        yield from check.run(judge, version, lambda: driver(version=version), lambda: None)
    yield from judge.close()


@pytest.mark.parametrize("area", checks_by_area())
@pytest.mark.parametrize(
    ("name", "version"),
    [
        pytest.param(
            name,
            version,
            marks=()
            if (name, version) in zip(QUICK, (Version.V1_3, Version.AIDL_V4), strict=True)
            else pytest.mark.slow,
        )
        for name in OUTPUT_DRIVERS
        for version in (Version.V1_3, Version.AIDL_V4)
    ],
)
def test_no_check_blames_results_within_the_tolerance(name: str, version: Version, area: str):
    verdicts = list(verdicts_of(OUTPUT_DRIVERS[name], area, version))
    bad = [v for v in verdicts if v.kind.blames_driver or v.kind is VerdictKind.INTERNAL_ERROR]
    assert bad == []
