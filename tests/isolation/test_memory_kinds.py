"""Memories of every kind in a driver's own process, and files that become shorter."""

from __future__ import annotations

import pytest

from conformance.checks import checks_by_area
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import DRIVERS, isolated

LIMITS = ProcessLimits(start=60, query=20, prepare=20, execute=20, free=20)
OPTIONS = JudgeOptions(callback_timeout=20)
CHECKS = {check.rule: check for area in checks_by_area().values() for check in area}


def run(device: IsolatedDevice, *rules: str) -> list[tuple[VerdictKind, str]]:
    judge = Judge(device, OPTIONS)
    verdicts = [verdict for rule in rules for verdict in CHECKS[rule].run(judge)]
    return [(verdict.kind, verdict.reason) for verdict in (*verdicts, *judge.close())]


def test_reference_survives_truncated_files_and_serves_every_kind():
    with isolated("reference", LIMITS, None) as device:
        found = run(
            device,
            "memory_pools_refused.truncated_file",
            "memory_pools_refused.truncated_constants",
            "memory_pools_refused.undecodable_pools",
            "memory_pools.unmapped_after_execution",
            "memory_pools.file_offset",
            "memory_pools_constants.mmap_fd",
            "memory_pools_images.formats_and_strides",
            "memory_pools_images.unlocked_after_execution",
        )
        assert {kind for kind, _ in found} == {VerdictKind.PASSED}, found
        assert device.restarts == 0


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("DiesOfTruncation", "memory_pools_refused.truncated_file"),
        ("DiesOfTruncatedConstants", "memory_pools_refused.truncated_constants"),
    ],
)
def test_a_driver_that_dies_of_a_truncated_file_is_a_crash(name, rule):
    with isolated(name, LIMITS, DRIVERS / "memory_drivers.py") as device:
        found = run(device, rule)
    assert any(kind is VerdictKind.CRASH and "SIGBUS" in reason for kind, reason in found), found
