"""The checks of cleanup detect leaks, and accept resources that grow to a bound."""

from __future__ import annotations

import itertools
import os
import re
import tempfile
from pathlib import Path

import pytest

from conformance.checks import checks_by_area, growth
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.processes import count_resources
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.sample_drivers.processes import leaking_drivers
from tests.tiers import every_fast

DRIVERS = Path(leaking_drivers.__file__)
CHECKS = {check.name: check for check in checks_by_area()["cleanup"]}
PATIENT = JudgeOptions(callback_timeout=30)

SMALL = "bytes of private memory|Python objects"
"""Small objects grow in bytes, in number, or in both."""

LEAKS = [
    ("descriptor_per_execution", "synchronous_executions", "open descriptors"),
    ("descriptor_per_ten_executions", "synchronous_executions", "open descriptors"),
    ("thread_per_execution", "synchronous_executions", "threads"),
    ("page_per_execution", "synchronous_executions", "pages of private memory"),
    ("half_page_per_execution", "synchronous_executions", "pages of private memory"),
    ("small_objects_per_execution", "synchronous_executions", "pages of private memory"),
    ("megabyte_per_execution", "synchronous_executions", "pages of private memory"),
    ("mapping_per_execution", "synchronous_executions", "mappings"),
    ("private_mapping_per_execution", "synchronous_executions", "pages of address space"),
    ("temporary_file_per_execution", "synchronous_executions", "temporary files"),
    ("shared_memory_file_per_execution", "synchronous_executions", "shared-memory files"),
    ("process_per_execution", "synchronous_executions", "processes"),
    ("descriptor_per_asynchronous_execution", "asynchronous_executions", "open descriptors"),
    ("thread_per_fenced_execution", "fenced_executions", "threads"),
    ("KeepsFences", "fenced_executions", "open descriptors"),
    ("descriptor_per_burst", "bursts", "open descriptors"),
    ("thread_per_burst", "bursts", "threads"),
    ("page_per_burst_execution", "burst_executions", "pages of private memory"),
    ("KeepsModels", "preparations", "pages of private memory"),
    ("RefusedPreparation", "refused_preparations", "open descriptors"),
    ("RefusedExecution", "refused_executions", "open descriptors"),
    ("FailedExecution", "failed_executions", "threads"),
    ("LatePreparation", "late_preparations", "open descriptors"),
    ("FailedAsynchronousExecution", "failed_asynchronous_executions", "threads"),
    ("FailedFencedExecution", "failed_fenced_executions", "open descriptors"),
    ("RefusedFencedExecution", "failed_fenced_executions", "threads"),
    ("FailedBurstExecution", "failed_burst_executions", "pages of private memory"),
    ("KeepsOutputs", "large_results", "pages of private memory"),
    ("KeepsBuffers", "driver_buffers", "pages of private memory"),
    ("LeaksInCopies", "driver_buffers", "open descriptors"),
    ("KeepsMemories", "request_memories", "open descriptors"),
    ("KeepsBurstMemories", "freed_burst_memories", "open descriptors"),
    ("LeaksInRefusedBursts", "bursts", "threads"),
    ("KeepsReusables", "reusable_executions", "open descriptors"),
    ("KeepsSmallObjects", "small_objects_of_callbacks", SMALL),
    ("KeepsSmallObjects", "small_objects_of_fenced_executions", SMALL),
    *(
        ("KeepsSmallObjectsOfReusables", f"small_objects_of_{what}", SMALL)
        for what in ("reusable_executions", "fenced_executions")
    ),
    ("KeepsFencesOfConfigured", "small_objects_of_paths", "open descriptors"),
    ("KeepsLimitedCallbacks", "small_objects_of_paths", SMALL),
    ("KeepsFilesOfBursts", "small_objects_of_paths", "open descriptors"),
    ("KeepsRefusals", "small_objects_of_refusals", SMALL),
    ("KeepsAllocations", "small_objects_of_creations", SMALL),
    ("KeepsOneAllocation", "small_objects_of_creations", SMALL),
    ("RefusedRetrieval", "small_objects_of_refusals", "open descriptors"),
    ("thread_per_burst", "burst_contexts", "threads"),
    ("thread_per_burst", "interrupted_bursts", "threads"),
    ("KeepsModels", "client_death", "pages of private memory"),
]
FAST = {"descriptor_per_execution", "page_per_execution", "FailedExecution", "KeepsBuffers"}
LAWFUL = (
    "thread_pool",
    "slow_thread_pool",
    "arena",
    "cache_of_descriptors",
    "cache_of_mappings",
    "lazy_initialization",
    "reference_cycles",
    "lazy_thread",
)


def run_check(device, name):
    (verdict,) = CHECKS[name].run(Judge(device, PATIENT))
    return verdict


def isolated_verdict(driver, check):
    device = IsolatedDevice(f"{DRIVERS}:{driver}", ProcessLimits())
    try:
        return run_check(device, check)
    finally:
        device.close()


@pytest.fixture
def own_files(tmp_path, monkeypatch):
    """Use an own directory for temporary files, and delete what a driver left in /dev/shm."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield
    for path in Path("/dev/shm").glob("nn-leaked-*"):
        path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("driver", "check", "resource"),
    [pytest.param(*leak, marks=() if leak[0] in FAST else pytest.mark.slow) for leak in LEAKS],
)
@pytest.mark.usefixtures("own_files")
def test_a_leak_is_detected_and_named(driver, check, resource):
    verdict = isolated_verdict(driver, check)
    assert (verdict.kind, verdict.rule) == (VerdictKind.LEAK, f"cleanup.{check}"), verdict.reason
    assert re.search(f" more ({resource}) than before", verdict.reason)


@pytest.mark.parametrize(
    "driver",
    [
        name if name == "thread_pool" else pytest.param(name, marks=pytest.mark.slow)
        for name in LAWFUL
    ],
)
def test_bounded_growth_is_no_leak(driver):
    verdict = isolated_verdict(driver, "synchronous_executions")
    assert verdict.kind == VerdictKind.PASSED, verdict.reason


def test_a_leak_of_a_driver_in_this_process_is_detected():
    try:
        verdict = run_check(leaking_drivers.descriptor_per_execution(), "synchronous_executions")
        assert verdict.kind == VerdictKind.LEAK
        assert "open descriptors" in verdict.reason
        leaked, leaking_drivers.KEPT[:] = leaking_drivers.KEPT[:], []
        assert len(leaked) < 3000
    finally:
        for fd in leaked:
            os.close(fd)


def test_memory_of_a_preparation_is_seen_although_the_heap_has_free_memory():
    class KeepsBlocks(ReferenceDevice):
        kept = ()

        def prepare_model(self, *arguments):
            self.kept = *self.kept, leaking_drivers.blocks(70)
            return super().prepare_model(*arguments)

    device = KeepsBlocks(Version.V1_3)
    (check,) = [
        check for check in checks_by_area()["resource_usage"] if "preparation" in check.name
    ]
    free = leaking_drivers.blocks(300)
    # The last block keeps the others, once they are freed, from being returned to the system.
    del free[:-1]
    (verdict,) = check.run(Judge(device, PATIENT))
    assert verdict.kind == VerdictKind.QUALITY_WARNING, verdict.reason
    assert " allocated 7" in verdict.reason


@pytest.mark.parametrize("check", every_fast(2, CHECKS))
def test_the_reference_passes_in_this_process(check):
    version = max(Version.AIDL_V3, CHECKS[check].since)
    verdict = run_check(ReferenceDevice(version), check)
    lacking = CHECKS[check].until < version or check == "client_death"
    expected = VerdictKind.NOT_APPLICABLE if lacking else VerdictKind.PASSED
    assert verdict.kind == expected, verdict.reason


@pytest.mark.slow
def test_a_burst_that_continues_without_its_context_is_detected():
    device = leaking_drivers.KeepsContexts()
    (verdict,) = CHECKS["burst_contexts"].run(Judge(device, JudgeOptions(callback_timeout=0.3)))
    leaking_drivers.KEPT.clear()
    assert verdict.rule == "cleanup.burst_contexts"
    assert verdict.kind in (VerdictKind.FAILED, VerdictKind.LEAK), verdict.reason


def test_too_few_operations_are_not_judged(monkeypatch):
    monkeypatch.setattr(growth, "_MAX_SECONDS", 0.0)
    monkeypatch.setattr(growth, "_MAX_SECONDS_OF_BLOCKS", 0.0)
    verdict = run_check(ReferenceDevice(), "synchronous_executions")
    assert verdict.kind == VerdictKind.NOT_APPLICABLE
    assert "are needed to see whether resources are released" in verdict.reason


@pytest.mark.parametrize("growing_counts", [1, 2, 99])
def test_growth_in_too_few_operations_is_not_judged(monkeypatch, growing_counts):
    """A few operations do not show whether growth ends soon or continues."""
    monkeypatch.setattr(growth, "_MAX_SECONDS", 0.0)
    monkeypatch.setattr(growth, "_MAX_SECONDS_OF_BLOCKS", 0.0)
    numbers = itertools.count()
    counts = count_resources(os.getpid())

    def settled(device, before=None):
        return counts._replace(threads=min(next(numbers), growing_counts))

    monkeypatch.setattr(growth, "settled_resources", settled)
    verdict = run_check(ReferenceDevice(), "synchronous_executions")
    assert verdict.kind == VerdictKind.NOT_APPLICABLE, verdict.reason
