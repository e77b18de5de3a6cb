"""Limits on the driver process: parsing of the options, and enforcement."""

import pytest

from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.drivers.own_process.limits import parse_size
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import (
    MISBEHAVING_DRIVERS,
    OPTIONS,
    SYNC,
    isolated,
    judge_isolated,
    marked_example,
)


def test_stage_options_change_time_limits():
    limits = ProcessLimits().with_stages(["prepare=2.5", "free=1", "prepare=3"])
    assert (
        limits.prepare,
        limits.free,
        limits.execute,
    ) == (3.0, 1.0, 30.0)


@pytest.mark.parametrize(
    "text", ["prepare", "stat=3", "=3", "free=", "free=x", "free=0", "free=inf"]
)
def test_invalid_stage_option(text):
    with pytest.raises(ValueError, match="expected"):
        ProcessLimits().with_stages([text])


@pytest.mark.parametrize(
    ("text", "size"),
    [("512M", 512 << 20), ("2g", 2 << 30), ("1GiB", 1 << 30), ("64kb", 64 << 10), ("4096", 4096)],
)
def test_valid_size(text, size):
    assert parse_size(text) == size


def test_resource_limits_apply_to_the_process():
    with isolated("Limits", ProcessLimits(memory=1 << 30, files=100)) as device:
        assert device.get_version_string()[1] == f"100 {1 << 30} 0"


def test_memory_limit_stops_allocation():
    limits = ProcessLimits(memory=512 << 20)
    (verdict,), _ = judge_isolated("hog_in_execute", limits=limits)
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert verdict.reason.startswith("execute_synchronously raised MemoryError")


def test_start_fails_with_too_little_memory():
    with pytest.raises(DriverLoadError, match=r"hog_in_start: .*MemoryError"):
        IsolatedDevice(f"{MISBEHAVING_DRIVERS}:hog_in_start", ProcessLimits(memory=256 << 20))


def test_processor_time_limit_applies_to_each_case():
    with isolated("burn_in_execute", ProcessLimits(cpu=1.0)) as device:
        judge = Judge(device, OPTIONS)
        (verdict,) = judge.judge(marked_example(1), "case", [SYNC])
        assert (verdict.kind, verdict.details["signal"]) == (VerdictKind.CRASH, "SIGXCPU")
        assert "--limit cpu" in verdict.reason
    with isolated("MarkedDriver", ProcessLimits(cpu=1.0)) as device:
        judge = Judge(device, OPTIONS)
        for number in range(3):
            (verdict,) = judge.judge(marked_example(1), str(number), [SYNC])
            assert verdict.kind == VerdictKind.PASSED
