"""Requests and constants of an ADD model in memory pools of any kind and at any place."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from typing import Final, TypeVar

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, Violation, decline, expect
from conformance.checks.execution_modes import execution_modes
from conformance.checks.registration import Check, check
from conformance.checks.sample_models import addition_model
from conformance.harness.calls import driver_calls
from conformance.oracle.accuracy import describe_difference

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
        PooledAddition(memories, places, seed).run(self.context, self.prepared, what)


def pool_check(
    section: str, *, since: hal.Version = hal.Version.V1_0
) -> Callable[[Callable[[Pools], None]], Check]:
    """Return a decorator for a check whose scenario creates memories."""

    def decorate(scenario: Callable[[Pools], None]) -> Check:
        @wraps(scenario)
        def run(context: CheckContext) -> None:
            scenario(Pools(context))

        return check(section, since=since)(run)

    return decorate


def client_view(memory: hal.Memory) -> memoryview:
    """Return the client's writable view of a memory, for an image with the padding of its rows."""
    return memory.client_view() if isinstance(memory, hal.ClientMemory) else memory.view()


def _image_of(memory: hal.Memory) -> hal.HardwareBufferDescription | None:
    return memory.description if memory.kind is hal.MemoryKind.HARDWARE_BUFFER else None


def _put(memory: hal.Memory, raw: bytearray, place: hal.DataLocation, data: bytes) -> None:
    if image := _image_of(memory):
        image.scatter(memoryview(raw), data)
    else:
        raw[place.offset : place.offset + place.length] = data


def _get(memory: hal.Memory, raw: bytes | bytearray, place: hal.DataLocation) -> bytes:
    if image := _image_of(memory):
        return image.gather(memoryview(raw))
    return bytes(raw[place.offset : place.offset + place.length])


class PooledRequest:
    """A request with one place for each input and output.

    All other bytes of the pools hold a pattern, which the driver must not change. ``compute``
    returns the outputs from the bytes at the places of the inputs, which may overlap.
    """

    def __init__(
        self,
        pools: Sequence[hal.Memory],
        inputs: Sequence[hal.DataLocation],
        outputs: Sequence[hal.DataLocation],
        values: Sequence[bytes],
        compute: Callable[[Sequence[bytes]], Sequence[bytes]],
        *,
        seed: int = 1,
    ) -> None:
        self.pools, self.inputs, self.outputs = tuple(pools), inputs, outputs
        given, results = (
            tuple(hal.RequestArgument(location=place) for place in places)
            for places in (inputs, outputs)
        )
        self.request = hal.Request(given, results, self.pools)
        self._values, self._compute, self._seed = values, compute, seed
        self._before: dict[int, bytes] = {}
        self._expected: dict[int, bytes] = {}
        self._results: Sequence[bytes] = ()

    def _pool_of(self, place: hal.DataLocation) -> hal.Memory:
        return self.pools[place.pool_index]

    def reset(self) -> None:
        """Fill all pools and compute the expected contents."""
        raws: dict[int, bytearray] = {}
        for number, memory in enumerate(self.pools):
            with client_view(memory) as view:
                size = len(view)
            start = (self._seed + number) % 64
            block = _BLOCK[start:] + _BLOCK[:start]
            raws[id(memory)] = bytearray((block * (size // len(block) + 1))[:size])
        for place, value in zip(self.inputs, self._values, strict=True):
            memory = self._pool_of(place)
            _put(memory, raws[id(memory)], place, value)
        self._results = self._compute(
            [_get(self._pool_of(at), raws[id(self._pool_of(at))], at) for at in self.inputs]
        )
        for memory in self.pools:
            with client_view(memory) as view:
                view[:] = raws[id(memory)]
        self._before = {key: bytes(raw) for key, raw in raws.items()}
        for place, result in zip(self.outputs, self._results, strict=True):
            memory = self._pool_of(place)
            _put(memory, raws[id(memory)], place, result)
        self._expected = {key: bytes(raw) for key, raw in raws.items()}

    def problem(self) -> str:
        """Describe the first wrong output element or changed other byte; empty if none."""
        for place, result in zip(self.outputs, self._results, strict=True):
            with client_view(self._pool_of(place)) as view:
                actual = _get(self._pool_of(place), bytes(view), place)
            if wrong := describe_difference(result, actual, hal.OperandType.TENSOR_FLOAT32):
                return f"in the output at byte {place.offset} of pool {place.pool_index}, {wrong}"
        for number, memory in enumerate(self.pools):
            with client_view(memory) as view:
                actual = bytes(view)
            expected = bytearray(self._expected[id(memory)])
            for place in self.outputs:
                if memory is self._pool_of(place):
                    _put(memory, expected, place, _get(memory, actual, place))
            if actual != expected:
                offset = next(at for at, byte in enumerate(actual) if byte != expected[at])
                return (
                    f"byte {offset} of pool {number} ({memory.name}), which is not in an output, "
                    "was changed"
                )
        return ""

    def untouched(self) -> bool:
        """Return whether no byte of any pool was changed since ``reset``."""
        for memory in self.pools:
            with client_view(memory) as view:
                if bytes(view) != self._before[id(memory)]:
                    return False
        return True

    def check(self, status: hal.ErrorStatus) -> None:
        """Raise ``Violation`` unless an execution ended with NONE and the right contents."""
        expect(status, "the execution of a valid request")
        if problem := self.problem():
            raise Violation(f"the execution returned NONE, but {problem}")

    def run(self, context: CheckContext, prepared: hal.PreparedModel, what: str = "") -> None:
        """Execute in every mode; record a problem for each mode that has one."""
        for mode, outcome in self.outcomes(context, prepared):
            with context.case(f"{mode}, {what}" if what else mode):
                self.check(outcome.status)

    def outcomes(
        self, context: CheckContext, prepared: hal.PreparedModel
    ) -> Iterator[tuple[str, driver_calls.ExecutionOutcome]]:
        """Execute in every mode of the HAL version, with new contents; yield mode and outcome."""
        for mode, execute in execution_modes(context).items():
            self.reset()
            yield mode, execute(prepared, self.request)


class PooledAddition(PooledRequest):
    """A request of ADD whose last place is that of the output.

    ``constants`` are the values of the model's constants.
    """

    def __init__(
        self,
        pools: Sequence[hal.Memory],
        places: Sequence[Place],
        seed: int = 1,
        constants: Sequence[bytes] = (),
    ) -> None:
        *inputs, output = (hal.DataLocation(*place) for place in places)
        values = [
            ((np.arange(ELEMENTS) + 1 + seed % 8) * (10**number)).astype("<f4").tobytes()
            for number in range(len(inputs))
        ]

        def add(addends: Sequence[bytes]) -> list[bytes]:
            operands = [np.frombuffer(data, "<f4") for data in (*addends, *constants)]
            return [np.sum(operands, axis=0, dtype="<f4").tobytes()]

        super().__init__(pools, inputs, [output], values, add, seed=seed)


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


def model_with_constants(
    places: Sequence[tuple[int, int]], pools: Sequence[hal.Memory], first: int = 1
) -> hal.Model:
    """Return ``addition_model()`` with inputs replaced by constants at (pool, offset).

    ``first`` is the number of the first input that is a constant.
    """
    model = addition_model()
    operands = list(model.main.operands)
    for number, (pool, offset) in enumerate(places):
        operands[first + number] = replace(
            operands[first + number],
            lifetime=hal.OperandLifeTime.CONSTANT_REFERENCE,
            location=hal.DataLocation(pool, offset, SLICE),
        )
    inputs = tuple(
        index
        for index in model.main.input_indexes
        if operands[index].lifetime == hal.OperandLifeTime.SUBGRAPH_INPUT
    )
    main = replace(model.main, operands=tuple(operands), input_indexes=inputs)
    return replace(model, main=main, pools=tuple(pools))
