"""The reference driver passes every check in each HAL version."""

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.driver import Driver
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind

AREAS = (
    "asynchronous",
    "bursts",
    "clients",
    "concurrency",
    "configured_calls",
    "dynamic_outputs",
    "fences",
    "fences_several",
    "loop_limits",
    "many_objects",
    "resource_usage",
    "memory_pools",
    "memory_pools_constants",
    "memory_pools_images",
    "memory_pools_refused",
    "preparation",
    "overlaps",
    "qos",
    "queries",
    "recovery",
    "repeated_executions",
    "reusable_executions",
    "timing",
    "unknown_shapes",
    "unusual_models",
)
NEWEST_AREAS = ("configured_calls", "reusable_executions")
"""The areas of calls that only the newest version has."""
LONG = ("loop_limits", "resource_usage")
"""The areas that take seconds."""
NOT_APPLICABLE_RULES = {
    "version.declared",
    # A truncated file ends the driver's process, so these checks need an isolated driver.
    "memory_pools_refused.truncated_file",
    "memory_pools_refused.truncated_constants",
}


def cases():
    """Return the areas with each version.

    The fast tests are those of the newest version and, of each area that does not take seconds,
    those of a quarter of the others; which ones depends on the area.
    """
    versions = list(Version)
    return [
        pytest.param(
            area,
            version,
            marks=()
            if version == max(versions)
            or (area not in LONG and (number + versions.index(version)) % 4 == 0)
            else pytest.mark.slow,
            id=f"{area}-{version}",
        )
        for number, area in enumerate(AREAS)
        for version in versions
    ]


@pytest.mark.parametrize(("area", "version"), cases())
def test_reference_passes(area, version):
    driver = Driver(ReferenceDevice(version), reopen=lambda: ReferenceDevice(version))
    judge = Judge(driver, JudgeOptions(callback_timeout=20))
    failures = [
        verdict
        for check in checks_by_area()[area]
        for verdict in check.run(judge)
        if verdict.kind is not VerdictKind.PASSED
    ]
    failures += judge.close()
    assert {verdict.kind for verdict in failures} <= {VerdictKind.NOT_APPLICABLE}, failures
    assert {verdict.rule for verdict in failures} <= NOT_APPLICABLE_RULES, failures


@pytest.mark.parametrize("area", NEWEST_AREAS)
def test_the_checks_of_the_newest_calls_apply_to_no_earlier_version(area):
    assert {check.since for check in checks_by_area()[area]} == {max(Version)}
