"""Checks of compilation caching: legal drivers are not blamed, damage is systematic."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.checks import checks_by_area
from conformance.checks.cache_files import (
    damage,
    extensions,
    systematic_damage,
    truncations,
)
from conformance.drivers.driver import Driver
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice, create_updated_device
from conformance.verdicts import VerdictKind
from tests.sample_drivers.caching.legal_drivers import (
    LEGAL_DRIVERS,
    IgnoresAppendedBytes,
    KeepsCopies,
    NeverWrites,
)

CACHING_AREAS = (
    "caching",
    "caching_arguments",
    "caching_races",
    "caching_security",
    "caching_use",
)
CACHING_CHECKS = [check for area in CACHING_AREAS for check in checks_by_area()[area]]


def verdicts_on(create, version, updated=lambda: None, checks=CACHING_CHECKS):
    """Run the checks on a driver and return the verdicts that are neither passed nor of an age."""
    driver = Driver(create(), reopen=create, open_updated=updated)
    judge = Judge(driver, JudgeOptions(callback_timeout=20))
    verdicts = [verdict for check in checks for verdict in check.run(judge)]
    verdicts += judge.close()
    assert verdicts
    return [verdict for verdict in verdicts if verdict.kind is not VerdictKind.PASSED]


# The drivers compute ADD and MUL only and decline the models of other operations.
NOT_APPLICABLE = {
    "version.declared",
    "caching.files",
    "caching.updated_driver",
    "caching_use.extension_operations",
    "prepare.declined",
}


ACCEPTING_CHANGES = (KeepsCopies, IgnoresAppendedBytes)
"""The drivers that deliver the right model although a model cache file was changed."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", LEGAL_DRIVERS, ids=lambda kind: kind.__name__)
def test_a_legal_driver_is_not_blamed(kind):
    others = verdicts_on(kind, kind.version)
    # These drivers support elementwise operations with constant parameters.
    declined = [verdict for verdict in others if verdict.rule == "prepare.declined"]
    assert all(verdict.kind is VerdictKind.DECLINED for verdict in declined)
    assert {verdict.case_id.rpartition("/")[2] for verdict in declined} == {
        "changed_activation",
        "changed_padding_value",
        "changed_permutation",
        "control_flow",
        "shapes_from_data",
    }
    warnings = [v.rule for v in others if v.kind is VerdictKind.QUALITY_WARNING]
    expected = ["caching_security.accepted_model_cache"] * (kind in ACCEPTING_CHANGES)
    assert warnings == expected
    assert {verdict.rule for verdict in others} - {*expected} <= NOT_APPLICABLE, others


@pytest.mark.parametrize("check", ["saving_and_retrieval", "corrupted_model_cache", "wrong_token"])
def test_a_driver_that_never_writes_is_not_blamed(check):
    checks = [other for other in CACHING_CHECKS if other.name == check]
    assert verdicts_on(NeverWrites, NeverWrites.version, checks=checks) == []


@pytest.mark.slow
@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V1], ids=str)
def test_the_reference_is_not_blamed(version, tmp_path):
    def create():
        return ReferenceDevice(version, cache_folder=tmp_path / "map")

    def create_updated():
        device = create()
        device.version_string = create_updated_device().version_string
        return device

    others = verdicts_on(create, version, create_updated)
    assert {verdict.rule for verdict in others} <= {"version.declared"}, others


@pytest.mark.parametrize("version", [Version.V1_1, Version.V1_3], ids=str)
def test_a_driver_without_caching_is_declined(version):
    class WithoutCaching(ReferenceDevice):
        def get_number_of_cache_files_needed(self):
            return 0, 0, 0

    checks = [check for check in CACHING_CHECKS if check.since <= max(version, Version.V1_3)]
    others = verdicts_on(lambda: WithoutCaching(version), version, checks=checks)
    assert len(others) == len(checks)
    declined = VerdictKind.NOT_APPLICABLE, "version.declared"
    if version >= Version.V1_2:
        declined = VerdictKind.DECLINED, "caching.declined"
    assert {(verdict.kind, verdict.rule) for verdict in others} == {declined}


# Changes of contents


@pytest.mark.parametrize("size", [1, 2, 100, 1000])
def test_damage_changes_the_content_and_keeps_its_length(size):
    random = np.random.default_rng(4)
    content = random.bytes(size)
    places = set()
    for _ in range(2000):
        what, changed = damage(content, random)
        assert len(changed) == size
        assert changed != content, what
        places.update(np.flatnonzero(np.frombuffer(changed, "u1") != np.frombuffer(content, "u1")))
    assert len(places) == size


def test_systematic_damage_changes_one_bit_at_both_ends_and_between():
    places = []
    for _, changed in systematic_damage(bytes(1000)):
        (place,) = np.flatnonzero(np.frombuffer(changed, "u1"))
        assert changed[place].bit_count() == 1
        places.append(place)
    assert {0, 999} <= set(places)
    assert max(np.diff(places)) <= 63
    assert list(systematic_damage(b"")) == []


def test_truncations_and_extensions_have_other_lengths():
    shorter = [len(content) for _, content in truncations(bytes(100))]
    assert {0, 1, 50, 99} <= set(shorter)
    assert max(shorter) < 100
    assert list(truncations(b"")) == []
    longer = [len(content) for _, content in extensions(bytes(100), np.random.default_rng(1))]
    assert {101, 356, 200} <= set(longer)
    assert min(longer) > 100
