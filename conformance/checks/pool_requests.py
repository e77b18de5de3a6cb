"""Requests and constants of an ADD model in memory pools of any kind and at any place."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeVar

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, decline, expect
from conformance.checks.execution_modes import execution_modes
from conformance.checks.registration import Check, check_with
from conformance.checks.sample_models import addition_model, with_operands
from conformance.checks.sample_requests import SampleRequest

REFUSALS: Final = (hal.ErrorStatus.GENERAL_FAILURE, hal.ErrorStatus.INVALID_ARGUMENT)
"""The statuses of a refused memory; the contract recommends GENERAL_FAILURE."""

ELEMENTS: Final = 4
SLICE: Final = 4 * ELEMENTS
"""Bytes of each argument of ``addition_model()``."""

PAGE: Final = 4096
"""Bytes of a memory page, which are the size of a small pool."""

_BLOCK: Final = random.Random(17).randbytes(4099)


_Memory = TypeVar("_Memory", bound=hal.Memory)
Place = tuple[int, int, int]
"""Pool, offset and length of an argument."""


class Pools:
    """Creates memories that are closed at the end of a check, even if the driver keeps a view."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context

    @cached_property
    def prepared(self) -> hal.PreparedModel:
        """``addition_model()``, prepared when it is first needed."""
        return self.context.prepare(addition_model())

    @property
    def kinds(self) -> list[hal.MemoryKind]:
        """The kinds of memory that the HAL version requires."""
        kinds = [hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD]
        is_newer = self.context.version >= hal.Version.V1_3
        return [*kinds, hal.MemoryKind.HARDWARE_BUFFER_BLOB] if is_newer else kinds

    def kept(self, memory: _Memory) -> _Memory:
        """Return a memory, which is closed at the end of the check."""
        self.context.add_cleanup(memory.close)
        return memory

    def ashmem(self, size: int) -> hal.SharedMemory:
        """Return anonymous shared memory."""
        return self.kept(hal.SharedMemory(size))

    def mmap_fd(self, size: int, **options: int) -> hal.ClientMemory:
        """Return a part of a file; ``options`` are those of ``mmap_fd_memory``."""
        return self.kept(hal.mmap_fd_memory(size, **options))  # type: ignore[arg-type]

    def image(self, description: hal.HardwareBufferDescription) -> hal.ClientMemory:
        """Return a hardware buffer of another format than BLOB."""
        return self.kept(hal.hardware_buffer(description))

    def of_kind(self, kind: hal.MemoryKind, size: int) -> hal.Memory:
        """Return a memory of any kind."""
        return self.kept(hal.create_memory(kind, size))

    def run(
        self,
        memories: Sequence[hal.Memory],
        places: Sequence[Place],
        what: str = "",
        *,
        seed: int = 1,
    ) -> None:
        """Execute an addition with its arguments at these places, and record problems."""
        addition, length = PooledAddition(self.context, memories, places, seed), places[-1][2]
        prepared = self.prepared
        if length > SLICE:
            prepared = self.context.prepare(addition_model(length // 4))
        addition.run_along_modes(prepared, what)


def pool_check(
    section: str, *, since: hal.Version = hal.Version.V1_0
) -> Callable[[Callable[[Pools], None]], Check]:
    """Return a decorator for a check whose scenario creates memories."""
    return check_with(lambda context, scenario: scenario(Pools(context)), section, since=since)


class PooledAddition(SampleRequest):
    """A request of ADD whose last place is that of the output.

    ``constants`` are the values of the model's constants.
    """

    def __init__(
        self,
        context: CheckContext,
        pools: Sequence[hal.Memory],
        places: Sequence[Place],
        seed: int = 1,
        constants: Sequence[bytes] = (),
    ) -> None:
        elements = places[-1][2] // 4 or ELEMENTS  # the length of a whole image is 0
        values = [
            ((np.arange(elements) % 16 + 1 + seed % 8) * (10**number)).astype("<f4").tobytes()
            for number in range(len(places) - 1)
        ]

        def add(addends: Sequence[bytes]) -> list[bytes]:
            operands = [np.frombuffer(data, "<f4") for data in (*addends, *constants)]
            return [np.sum(operands, axis=0, dtype="<f4").tobytes()]

        at = {number: hal.DataLocation(*place) for number, place in enumerate(places)}
        super().__init__(context, values, [SLICE], pools=pools, places=at, compute=add, seed=seed)


def refuse(
    context: CheckContext, prepared: hal.PreparedModel, request: hal.Request, what: str
) -> Iterator[hal.ErrorStatus]:
    """Execute a request in every mode; record a problem if it is not refused, yield the status."""
    for mode, execute in execution_modes(context).items():
        status = execute(prepared, request).status
        with context.case(f"{mode}, {what}"):
            expect(status, "the execution", *REFUSALS)
        yield status


def decline_optional(pools: Pools, addition: PooledAddition, kind: hal.MemoryKind) -> None:
    """End the check as declined if the driver refuses a request with memory of an optional kind."""
    addition.reset()
    execute = next(iter(execution_modes(pools.context).values()))
    status = execute(pools.prepared, addition.request).status
    if status in REFUSALS:
        reason = f"the execution with {kind} memory, which is optional, returned {status.name}"
        decline(reason, "memory.declined")


def model_with_constant(pools: Sequence[hal.Memory], offset: int, pool: int = 0) -> hal.Model:
    """Return ``addition_model()`` whose second input is a constant at an offset of a pool."""
    place, life = hal.DataLocation(pool, offset, SLICE), hal.OperandLifeTime.CONSTANT_REFERENCE
    model = with_operands(addition_model(), (1,), lifetime=life, location=place)
    return replace(model, main=replace(model.main, input_indexes=(0,)), pools=tuple(pools))
