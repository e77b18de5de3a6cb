"""Memories of every kind in requests to native libraries, and the checks of them."""

from __future__ import annotations

import os

import numpy as np
import pytest

from conformance.drivers.native import NativeDevice
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MemoryKind,
    PreparedModel,
    RequestArgument,
    SharedMemory,
)
from conformance.hal.client_memory import content_of, create_memory, mmap_fd_memory
from conformance.hal.memory import PROT_NONE, PROT_READ, PROT_WRITE
from tests.native.test_memory_domains import VALUES, floor_model, prepared, run

S = ErrorStatus
PAGE = os.sysconf("SC_PAGE_SIZE")
FIRST = RequestArgument(location=DataLocation(0, 0, 16))
SECOND = RequestArgument(location=DataLocation(1, 0, 16))
RESULT = np.floor(VALUES).tobytes()


@pytest.fixture
def model(device: NativeDevice) -> PreparedModel:
    return prepared(device, floor_model())


@pytest.mark.parametrize("kind", [k for k in MemoryKind if k != MemoryKind.HARDWARE_BUFFER])
def test_memory_of_each_linear_kind(model: PreparedModel, kind: MemoryKind) -> None:
    source, target = create_memory(kind, 16, initial=VALUES.tobytes()), create_memory(kind, 16)
    assert run(model, [FIRST], [SECOND], source, target) == S.NONE
    assert content_of(target) == RESULT


def test_images_and_unknown_kinds_are_declined(model: PreparedModel) -> None:
    image = create_memory(MemoryKind.HARDWARE_BUFFER, 16, initial=VALUES.tobytes())
    unknown = SharedMemory(16, name="unknown")
    blob = SharedMemory(16, name=MemoryKind.HARDWARE_BUFFER_BLOB)  # without a description
    target = SharedMemory(16)
    for pool in (image, unknown, blob):
        assert run(model, [FIRST], [SECOND], pool, target) == S.GENERAL_FAILURE
        assert content_of(target) == bytes(16)


@pytest.mark.parametrize("offset", [0, PAGE, 3 * PAGE])
def test_offset_of_a_file_is_that_of_the_memory(model: PreparedModel, offset: int) -> None:
    source = mmap_fd_memory(16, initial=VALUES.tobytes(), offset=offset)
    target = mmap_fd_memory(16, offset=offset)
    assert run(model, [FIRST], [SECOND], source, target) == S.NONE
    assert content_of(target) == RESULT


@pytest.mark.parametrize("protection", [PROT_NONE, PROT_READ, PROT_WRITE])
def test_protection_that_forbids_the_access(model: PreparedModel, protection: int) -> None:
    memory, other = mmap_fd_memory(16, protection=protection), SharedMemory(16)
    read, written = (
        run(model, [FIRST], [SECOND], memory, other),
        run(model, [FIRST], [SECOND], other, memory),
    )
    refused = (S.INVALID_ARGUMENT, S.GENERAL_FAILURE)
    assert read == S.NONE if protection == PROT_READ else read in refused
    assert written in refused if protection != PROT_WRITE else written in (S.NONE, *refused)


@pytest.mark.parametrize(("offset", "file_size"), [(0, 8), (0, 0), (PAGE, PAGE + 15), (8, 64)])
def test_file_that_cannot_be_mapped(model: PreparedModel, offset: int, file_size: int) -> None:
    memory = mmap_fd_memory(16, offset=offset, file_size=file_size)
    for pools in ((memory, SharedMemory(16)), (SharedMemory(16), memory)):
        assert run(model, [FIRST], [SECOND], *pools) == S.GENERAL_FAILURE
