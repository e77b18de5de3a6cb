"""Drivers that use memory pools in another legal way than the reference driver."""

from __future__ import annotations

import mmap
import threading
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from conformance.checks import checks_by_area
from conformance.driver_sdk.binding import DriverError, argument_bytes
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
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

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


class FillsFailedOutputs(ForwardingPreparedModel):
    """Leaves other bytes in the outputs of a synchronous execution that fails."""

    def execute_synchronously(self, request: Any, *arguments: Any) -> Any:
        answer = self.right.execute_synchronously(request, *arguments)
        if answer[0] is ErrorStatus.GENERAL_FAILURE:
            for argument in request.outputs:
                with suppress(DriverError, TypeError):
                    argument_bytes(request, argument)[:] = b"\xa5" * argument.location.length
        return answer


def test_outputs_of_a_failed_execution_may_have_any_content():
    class Fills(ForwardingDevice):
        prepared = FillsFailedOutputs

    not_blamed(Fills(Version.V1_3))


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


class PrivateMappings(RewritingModel):
    """Maps pools that are only read as private, writable mappings, and unmaps them."""

    def changed(self, request):
        pools = list(request.pools)
        written = {each.location.pool_index for each in request.outputs}
        for number, pool in enumerate(pools):
            mapped = pool.kind is MemoryKind.MMAP_FD and pool.size and pool.protection & 1
            if mapped and number not in written:
                try:
                    with mmap.mmap(
                        pool.fileno(),
                        pool.size,
                        mmap.MAP_PRIVATE,
                        mmap.PROT_READ | mmap.PROT_WRITE,
                        offset=pool.offset,
                    ) as private:
                        pools[number] = SharedMemory(initial=private[:])
                except (OSError, ValueError):
                    continue
        return replace(request, pools=tuple(pools))


class InvalidArgument(SucceedingModel):
    """Answers INVALID_ARGUMENT in place of GENERAL_FAILURE."""

    def answer(self, request, *more):
        status, shapes, timing = super().answer(request, *more)
        return (INVALID if status == FAILURE else status), shapes, timing

    def succeeds(self, request):
        return False


@pytest.mark.parametrize(
    "kind", [CopiesEverything, PrivateMappings], ids=lambda kind: kind.__name__
)
def test_other_ways_to_map_a_pool(kind):
    not_blamed(type("Conforming", (FaultyDevice,), {"prepared": kind})())


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


class DeclinesConstantsInPools(FaultyDevice):
    """A driver that supports no operation with a constant in a pool."""

    def get_supported_operations(self, model):
        status, flags = super().get_supported_operations(model)
        return status, [False] * len(flags) if model.pools else flags

    def prepare_model(self, model, *more):
        if model.pools:
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, *more)


def test_declined_constants_in_pools_give_warnings():
    device = DeclinesConstantsInPools()
    judge = Judge(device, JudgeOptions(callback_timeout=20))
    checks = [
        check
        for check in checks_by_area()["memory_pools_constants"]
        if check.name not in ISOLATED_ONLY and check.since <= device.version <= check.until
    ]
    verdicts = [verdict for check in checks for verdict in check.run(judge)]
    kinds = {verdict.kind for verdict in verdicts + judge.close()}
    assert VerdictKind.QUALITY_WARNING in kinds
    assert not any(verdict.kind.blames_driver for verdict in verdicts), verdicts
