"""Drivers that use memory pools in another legal way than the reference driver."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from conformance.checks import checks_by_area
from conformance.hal import (
    PROT_WRITE,
    ErrorStatus,
    MemoryKind,
    SharedMemory,
    Timing,
    Version,
    content_of,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.faults.calls.memories import RewritingModel, SucceedingModel
from tests.faults.drivers import FAILURE, NONE, FaultyDevice

INVALID = ErrorStatus.INVALID_ARGUMENT
ISOLATED_ONLY = {"truncated_file", "truncated_constants"}
IMAGES = frozenset(
    f"memory_pools_images.{name}"
    for name in (
        "formats_and_strides",
        "unlocked_after_execution",
        "usage",
        "buffers_without_access",
        "whole_buffer",
    )
)
BLOBS = frozenset(
    {"memory_pools.hardware_buffer_blob", "memory_pools_constants.hardware_buffer_blob"}
)


def not_blamed(device: Any, declined: frozenset[str] = frozenset()) -> None:
    """Assert that all checks of memory pools pass, except those that must be ``declined``."""
    judge = Judge(device, JudgeOptions(callback_timeout=20))
    verdicts = [
        (check.rule, verdict)
        for area, checks in checks_by_area().items()
        if area.startswith("memory_pools")
        for check in checks
        if check.name not in ISOLATED_ONLY and check.since <= device.version <= check.until
        for verdict in check.run(judge)
    ]
    blamed = [
        (rule, str(verdict))
        for rule, verdict in verdicts
        if verdict.kind is not (VerdictKind.DECLINED if rule in declined else VerdictKind.PASSED)
    ]
    assert not blamed
    assert len(verdicts) > 20
    assert not judge.close()


def limited(version: Version, *missing: MemoryKind) -> ReferenceDevice:
    """Return a driver that does not support these kinds of memory."""
    device = ReferenceDevice(version)
    device.memory_kinds = device.memory_kinds - set(missing)
    return device


@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V4], ids=str)
def test_images_refused(version):
    not_blamed(limited(version, MemoryKind.HARDWARE_BUFFER), IMAGES)


def test_blobs_refused_in_1_2():
    kinds = MemoryKind.HARDWARE_BUFFER, MemoryKind.HARDWARE_BUFFER_BLOB
    not_blamed(limited(Version.V1_2, *kinds), IMAGES | BLOBS)


class CopiesEverything(RewritingModel):
    """Executes with copies of all pools and copies the outputs back."""

    kept = threading.local()
    """The copies of the execution that this thread runs."""

    def changed(self, request):
        try:
            pools = [
                pool
                if pool.kind is MemoryKind.HARDWARE_BUFFER or not pool.protection & 1
                else SharedMemory(initial=content_of(pool))
                for pool in request.pools
            ]
            pools = [
                pool if not self.is_output(request, number) or old.protection & PROT_WRITE else old
                for number, (old, pool) in enumerate(zip(request.pools, pools, strict=True))
            ]
        except (OSError, ValueError):
            pools = list(request.pools)
        self.kept.copies = tuple(pools)
        return replace(request, pools=self.kept.copies)

    def is_output(self, request, number):
        return any(each.location.pool_index == number for each in request.outputs)

    def after(self, request):
        for argument in request.outputs:
            place = argument.location
            if place.pool_index >= len(request.pools):
                continue
            target, source = request.pools[place.pool_index], self.kept.copies[place.pool_index]
            if target is not source and place.length and place.offset + place.length <= target.size:
                with target.view() as view, source.view() as copy:
                    end = place.offset + place.length
                    view[place.offset : end] = copy[place.offset : end]
        self.kept.copies = None


class InvalidArgument(SucceedingModel):
    """Answers INVALID_ARGUMENT in place of GENERAL_FAILURE."""

    def answer(self, request, *more):
        status, shapes, timing = super().answer(request, *more)
        return (INVALID if status == FAILURE else status), shapes, timing

    def succeeds(self, request):
        return False


def test_a_driver_may_copy_every_pool():
    not_blamed(type("Conforming", (FaultyDevice,), {"prepared": CopiesEverything})())


def test_invalid_argument_is_permitted_for_a_memory_that_cannot_be_decoded():
    device = type("Conforming", (FaultyDevice,), {"prepared": InvalidArgument})()
    device.memory_kinds = device.memory_kinds - {MemoryKind.HARDWARE_BUFFER}
    not_blamed(device, IMAGES)


class LateDetection(FaultyDevice):
    """Reports a model as supported whose pools it cannot map; prepareModel refuses it."""

    def get_supported_operations(self, model):
        if model.pools:
            return NONE, [True] * len(model.main.operations)
        return super().get_supported_operations(model)


class LatestDetection(LateDetection):
    """Prepares a model whose pools it cannot map; each execution fails."""

    def prepare_model(self, model, *more):
        record = Record()
        status = super().prepare_model(model, *more[:-1], record)
        prepared = record.prepared
        if status == FAILURE and model.pools:
            status, prepared = NONE, Fails(None, model)
        more[-1].notify(status, prepared)
        return status


class Record:
    prepared: Any = None

    def notify(self, status: ErrorStatus, prepared: Any) -> None:
        self.prepared = prepared


class Fails(RewritingModel):
    def answer(self, request, *more):
        return FAILURE, (), Timing()


@pytest.mark.parametrize("kind", [LateDetection, LatestDetection], ids=lambda kind: kind.__name__)
def test_a_handle_may_be_decoded_late(kind):
    not_blamed(kind())
