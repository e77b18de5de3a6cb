"""Conforming drivers with other buffers than the reference driver: no check may blame them."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any

import numpy as np
import pytest

from conformance.driver_sdk import SimpleDriver
from conformance.driver_sdk.buffers import BufferTracker, DomainBuffer, RequestBuffers, uses_buffers
from conformance.hal import (
    ErrorStatus,
    MemoryKind,
    OperandType,
    OperationType,
    Version,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.faults.domain_devices import DomainDevice, domain_device
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel
from tests.faults.legal_calls import CALL_DRIVERS
from tests.faults.row import CHECKS
from tests.sample_drivers.values.legal_drivers import HasNoBuffers
from tests.suite.test_permitted_behaviour import FullySpecifiedOnly

NONE, INVALID, FAILURE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
)
PASSED, DECLINED, NOT_APPLICABLE = (
    VerdictKind.PASSED,
    VerdictKind.DECLINED,
    VerdictKind.NOT_APPLICABLE,
)
NAMES = [name for name in CHECKS if name.startswith("memory_domains_")]


class RefusesDynamic(DomainDevice):
    """Allocates only buffers of known dimensions."""

    def accepts_buffer(self, properties):
        return properties.byte_size is not None


class FewBuffers(DomainDevice):
    """Has at most 3 live buffers."""

    def allocate(self, *arguments):
        if self._buffers is not None and len(self._buffers._buffers) >= 3:
            status, _, _ = super().allocate(*arguments)
            return (status if status == INVALID else FAILURE), None, 0
        return super().allocate(*arguments)


class ReusedTokens(BufferTracker):
    """Gives the smallest free token to a new buffer."""

    def _add(self, properties, roles):
        free = (n for n in itertools.count(1) if n not in self._buffers)
        self._last_token = next(free) - 1
        return super()._add(properties, roles)


class FailsConcurrentWrites(DomainBuffer):
    """A write during another access fails and leaves the buffer uninitialized."""

    readers = 0
    guard = threading.Lock()

    def copy_to(self, dst):
        with self.guard:
            self.readers += 1
        try:
            time.sleep(0.0005)
            return super().copy_to(dst)
        finally:
            with self.guard:
                self.readers -= 1

    def copy_from(self, src, dimensions):
        if self.readers:
            self.invalidate()
            return FAILURE
        return super().copy_from(src, dimensions)


class RefusesImages(DomainBuffer):
    """Does not support hardware buffers of other formats than BLOB."""

    def copy_to(self, dst):
        return FAILURE if dst.kind is MemoryKind.HARDWARE_BUFFER else super().copy_to(dst)

    def copy_from(self, src, dimensions):
        if src.kind is MemoryKind.HARDWARE_BUFFER:
            self.invalidate()
            return FAILURE
        return super().copy_from(src, dimensions)


class OutputsBeforeInputs(RequestBuffers):
    """Keeps the outputs of an execution that did not start because an input is uninitialized."""

    def invalidate_outputs(self):
        inputs = [buffer for _, _, buffer in self._uses(self._request.inputs)]
        if all(buffer.content for buffer in inputs):
            super().invalidate_outputs()


class LateRefusals(FaultyPreparedModel):
    """execute answers NONE and reports the refusal of a buffer to the callback."""

    def execute(self, request, *more):
        if uses_buffers(request):
            *options, callback = more
            callback.notify(*self.right.execute_synchronously(request, *options))
            return NONE
        return self.right.execute(request, *more)


class OnlyRelu(SimpleDriver):
    """A driver of the README's form: one method computes RELU of float32."""

    name = "relu"
    version = Version.V1_3
    version_string = "1"
    memory_domains = True

    def supports(self, operation):
        is_float = operation.inputs[0].type == OperandType.TENSOR_FLOAT32
        return operation.type == OperationType.RELU and is_float

    def run(self, operation, inputs):
        return np.maximum(inputs[0], 0)


def test_a_simple_driver_has_domains_with_one_line():
    other = ("conflicting", "scalar", "shapes_from_data")  # not only RELU
    names = [name for name in NAMES if not any(word in name for word in other)]
    assert not blamed(OnlyRelu(), names, {PASSED})
    assert not blamed(OnlyRelu(), NAMES, {PASSED, DECLINED})


def created(kind: type) -> Any:
    if issubclass(kind, FaultyPreparedModel):
        return type(kind.__name__, (FaultyDevice,), {"prepared": kind})()
    return (kind if issubclass(kind, ReferenceDevice) else domain_device(kind))()


def blamed(device: Any, names: list[str], kinds: set[VerdictKind]) -> list[str]:
    """Return the verdicts of other kinds."""
    found = []
    for name in names:
        judge = Judge(device, JudgeOptions(callback_timeout=2.0))
        verdicts = [*CHECKS[name].run(judge), *judge.close()]
        assert verdicts
        found += [str(verdict) for verdict in verdicts if verdict.kind not in kinds]
    return found


FEW = [RefusesDynamic, CALL_DRIVERS["LimitsBuffers"]]
OTHERS = [
    *(FewBuffers, ReusedTokens, FailsConcurrentWrites, RefusesImages, OutputsBeforeInputs),
    *(LateRefusals, CALL_DRIVERS["OmitsStatedShapes"], FullySpecifiedOnly),
]


@pytest.mark.parametrize(
    "kind", [*FEW, *(pytest.param(kind, marks=pytest.mark.slow) for kind in OTHERS)]
)
def test_a_conforming_driver_is_not_blamed(kind):
    assert not blamed(created(kind), NAMES, {PASSED, DECLINED})


def test_a_driver_without_domains_is_declined_in_each_check():
    assert not blamed(HasNoBuffers(), NAMES, {DECLINED})


@pytest.mark.parametrize("version", [Version.V1_3, Version.AIDL_V4])
def test_the_reference_passes_each_check(version):
    assert not blamed(DomainDevice(version), NAMES, {PASSED})


def test_the_checks_apply_from_1_3_on():
    assert not blamed(DomainDevice(Version.V1_2), NAMES, {NOT_APPLICABLE})
