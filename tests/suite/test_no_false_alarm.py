"""The reference driver passes every check in each HAL version."""

import pytest

from conformance.hal import Version
from conformance.harness import Judge, Kind, Options
from conformance.reference import ReferenceDevice
from conformance.suite import areas

AREAS = (
    "asynchronous",
    "bursts",
    "clients",
    "concurrency",
    "dynamic_outputs",
    "fences",
    "manners",
    "preparation",
    "qos",
    "queries",
    "timing",
    "unspecified",
)
VERSIONS = (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3, Version.AIDL_V3)


@pytest.mark.parametrize("version", VERSIONS, ids=str)
@pytest.mark.parametrize("area", AREAS)
def test_reference_passes(area, version):
    judge = Judge(ReferenceDevice(version), Options(callback_timeout=20))
    judge.reopen = lambda: ReferenceDevice(version)
    failures = [
        verdict
        for check in areas()[area]
        for verdict in check.judge(judge, version)
        if verdict.kind is not Kind.PASSED
    ]
    failures += judge.close()
    assert {verdict.kind for verdict in failures} <= {Kind.NOT_APPLICABLE}, failures
    assert {verdict.rule for verdict in failures} <= {"version.declared"}, failures


@pytest.mark.parametrize("area", AREAS)
def test_most_checks_apply_to_a_driver_of_1_3(area):
    applicable = [check for check in areas()[area] if check.since <= Version.V1_3 <= check.until]
    assert len(applicable) >= 0.8 * len(areas()[area])
