"""Cache files in memory, and models whose results show from which of them a compilation came."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from conformance.hal import (
    CacheArguments,
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    Model,
    Operand,
    OperandType,
    Operation,
    OperationType,
    PreparedModel,
    PreparedModelCallback,
    Subgraph,
    Version,
    cache_handles,
)
from conformance.reference import ReferenceDevice
from tests.reference.small_models import F32, IN, OUT, TEMP, request
from tests.validation.builders import L

COUNT = 64
TOKEN = bytes(range(32))
DATA = np.arange(COUNT, dtype=np.float32)


class Files:
    """Two model cache files and one data cache file, in memory."""

    def __init__(self) -> None:
        self.fds = [os.memfd_create("cache", os.MFD_CLOEXEC) for _ in range(3)]

    def arguments(self, token: bytes = TOKEN) -> CacheArguments:
        """Return the arguments that pass the files to a driver."""
        return CacheArguments(cache_handles(self.fds[:2]), cache_handles(self.fds[2:]), token)

    def contents(self) -> list[bytes]:
        """Return the content of each file."""
        return [os.pread(fd, os.fstat(fd).st_size, 0) for fd in self.fds]

    def replace(self, contents: Sequence[bytes]) -> None:
        """Replace the content of each file."""
        for fd, content in zip(self.fds, contents, strict=True):
            os.ftruncate(fd, 0)
            os.pwrite(fd, content, 0)

    def close(self) -> None:
        """Close all descriptors."""
        while self.fds:
            os.close(self.fds.pop())

    def __del__(self) -> None:
        self.close()


class Notified(PreparedModelCallback):
    """Stores the notification."""

    def __init__(self, action: Callable[[], Any] = lambda: None) -> None:
        self.calls: list[tuple[ErrorStatus, PreparedModel | None]] = []
        self._action = action

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        self.calls.append((status, prepared_model))
        self._action()


def addition(value: float) -> Model:
    """Return a model on 64 elements whose result is ``added``.

    It multiplies its input by ``value``, and then adds ``value`` or subtracts ``-value``.
    """
    sums = np.full(COUNT, abs(value), np.float32)
    constants = sums.tobytes() + np.full(1, value, np.float32).tobytes() + bytes(4)

    def constant(type_: int, dimensions: tuple[int, ...], offset: int, length: int, uses: int):
        location = DataLocation(0, offset, length)
        return Operand(type_, dimensions, uses, lifetime=L.CONSTANT_COPY, location=location)

    operands = (
        Operand(F32, (COUNT,), 1, lifetime=IN),
        constant(F32, (COUNT,), 0, 4 * COUNT, 1),
        constant(F32, (1,), 4 * COUNT, 4, 1),
        constant(OperandType.INT32, (), 4 * COUNT + 4, 4, 2),
        Operand(F32, (COUNT,), 1, lifetime=TEMP),
        Operand(F32, (COUNT,), lifetime=OUT),
    )
    operations = (
        Operation(OperationType.MUL, (0, 2, 3), (4,)),
        Operation(OperationType.ADD if value > 0 else OperationType.SUB, (4, 1, 3), (5,)),
    )
    return Model(Subgraph(operands, operations, (0,), (5,)), operand_values=constants)


def added(value: float) -> bytes:
    """Return the result of ``addition(value)`` for ``DATA``."""
    products = DATA * np.float32(value)
    return bytes((products + np.float32(value)).tobytes())


def device(folder: Path, **more: Any) -> ReferenceDevice:
    """Return a new reference device of HAL 1.3 whose map is in ``folder``."""
    return ReferenceDevice(more.pop("version", Version.V1_3), cache_folder=folder, **more)


def save(
    driver: ReferenceDevice,
    model: Model,
    cache: CacheArguments,
    callback: Notified | None = None,
) -> PreparedModel:
    """Prepare a model with cache files, which must succeed, and return it."""
    callback = callback or Notified()
    launched = driver.prepare_model(
        model, 1, 1, None, cache.model, cache.data, cache.token, callback
    )
    assert launched is ErrorStatus.NONE
    ((status, prepared),) = callback.calls
    assert status is ErrorStatus.NONE
    assert prepared is not None
    return prepared


def load(driver: ReferenceDevice, cache: CacheArguments) -> PreparedModel | None:
    """Prepare from cache; return the prepared model, or ``None`` for GENERAL_FAILURE."""
    callback = Notified()
    launched = driver.prepare_model_from_cache(None, cache.model, cache.data, cache.token, callback)
    ((status, prepared),) = callback.calls
    assert launched is status
    if prepared is None:
        assert status is ErrorStatus.GENERAL_FAILURE
    else:
        assert status is ErrorStatus.NONE
    return prepared


def run(prepared: PreparedModel, inputs: Sequence[Any] = (DATA,), length: int = 4 * COUNT) -> bytes:
    """Execute with inputs and one output of ``length`` bytes; return the output."""
    ask, pool = request(inputs, [length])
    status, _, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    assert status is ErrorStatus.NONE
    with pool.view() as view:
        return bytes(view[:length])
