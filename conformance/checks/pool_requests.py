"""Requests and constants of an ADD model in memory pools of any kind and at any place."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.checks.sample_models import addition_model
from conformance.hal import (
    ClientMemory,
    DataLocation,
    ErrorStatus,
    HardwareBufferDescription,
    Memory,
    MemoryKind,
    Model,
    OperandLifeTime,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    hardware_buffer,
    hardware_buffer_blob,
    mmap_fd_memory,
)
from conformance.harness.calls import driver_calls
from conformance.harness.execution.request_execution import ExecutionArguments, execute_request
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    is_path_available,
)
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import VerdictKind

REFUSALS: Final = frozenset({ErrorStatus.GENERAL_FAILURE, ErrorStatus.INVALID_ARGUMENT})
"""The statuses of a refused memory; the contract recommends GENERAL_FAILURE."""

ELEMENTS: Final = 4
SLICE: Final = 4 * ELEMENTS
"""Bytes of each argument of ``addition_model()``."""

PAGE: Final = 4096
"""Bytes of a memory page, which are the size of a small pool."""

_BLOCK: Final = random.Random(17).randbytes(4099)


class Pools:
    """Creates memories that are closed at the end of a check, even if the driver keeps a view."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context

    def _kept(self, memory: Memory) -> None:
        def close() -> None:
            with contextlib.suppress(BufferError):
                memory.close()

        self._context.add_cleanup(close)

    def ashmem(self, size: int) -> SharedMemory:
        """Return anonymous shared memory."""
        memory = SharedMemory(size)
        self._kept(memory)
        return memory

    def mmap_fd(self, size: int, **options: int) -> ClientMemory:
        """Return a part of a file; ``options`` are those of ``mmap_fd_memory``."""
        memory = mmap_fd_memory(size, **options)  # type: ignore[arg-type]
        self._kept(memory)
        return memory

    def blob(self, size: int) -> ClientMemory:
        """Return a hardware buffer of the format BLOB."""
        memory = hardware_buffer_blob(size)
        self._kept(memory)
        return memory

    def image(self, description: HardwareBufferDescription) -> ClientMemory:
        """Return a hardware buffer of another format."""
        memory = hardware_buffer(description)
        self._kept(memory)
        return memory

    def of_kind(self, kind: MemoryKind, size: int) -> Memory:
        """Return a memory of any kind except ``hardware_buffer``."""
        makers: dict[MemoryKind, Callable[[int], Memory]] = {
            MemoryKind.ASHMEM: self.ashmem,
            MemoryKind.MMAP_FD: self.mmap_fd,
            MemoryKind.HARDWARE_BUFFER_BLOB: self.blob,
        }
        return makers[kind](size)


def client_view(memory: Memory) -> memoryview:
    """Return the client's writable view of a memory, for an image with the padding of its rows."""
    return memory.client_view() if isinstance(memory, ClientMemory) else memory.view()


def _is_image(memory: Memory) -> bool:
    return memory.kind is MemoryKind.HARDWARE_BUFFER


def _put(memory: Memory, raw: bytearray, place: DataLocation, data: bytes) -> None:
    if memory.description is not None and _is_image(memory):
        memory.description.scatter(memoryview(raw), data)
    else:
        raw[place.offset : place.offset + place.length] = data


def _get(memory: Memory, raw: bytes | bytearray, place: DataLocation) -> bytes:
    if memory.description is not None and _is_image(memory):
        return memory.description.gather(memoryview(raw))
    return bytes(raw[place.offset : place.offset + place.length])


class PooledAddition:
    """A request of ADD with one place (pool, offset, length) for each input and the output.

    All other bytes of the pools hold a pattern, which the driver must not change. The expected
    contents of the pools after the execution are computed from the bytes at the places, so the
    inputs may overlap. ``constants`` are the values of the model's constants.
    """

    def __init__(
        self,
        pools: Sequence[Memory],
        places: Sequence[tuple[int, int, int]],
        seed: int = 1,
        constants: Sequence[bytes] = (),
    ) -> None:
        self.pools = tuple(pools)
        self.places = [DataLocation(*place) for place in places]
        arguments = [RequestArgument(location=place) for place in self.places]
        self.request = Request(tuple(arguments[:-1]), (arguments[-1],), self.pools)
        self._seed = seed
        self._constants = [np.frombuffer(data, "<f4") for data in constants]
        self._before: dict[int, bytes] = {}
        self._expected: dict[int, bytes] = {}
        self._sum = b""

    def reset(self) -> None:
        """Fill all pools and compute the expected contents."""
        raws: dict[int, bytearray] = {}
        for number, memory in enumerate(self.pools):
            with client_view(memory) as view:
                size = len(view)
            start = (self._seed + number) % 64
            block = _BLOCK[start:] + _BLOCK[:start]
            raws[id(memory)] = bytearray((block * (size // len(block) + 1))[:size])
        for number, place in enumerate(self.places[:-1]):
            memory = self.pools[place.pool_index]
            values = (np.arange(ELEMENTS) + 1 + self._seed % 8) * (10**number)
            _put(memory, raws[id(memory)], place, values.astype("<f4").tobytes())
        operands = [
            np.frombuffer(_get(memory, raws[id(memory)], place), "<f4")
            for place in self.places[:-1]
            for memory in (self.pools[place.pool_index],)
        ]
        for memory in self.pools:
            with client_view(memory) as view:
                view[:] = raws[id(memory)]
        self._before = {key: bytes(raw) for key, raw in raws.items()}
        self._sum = np.sum([*operands, *self._constants], axis=0, dtype="<f4").tobytes()
        place = self.places[-1]
        memory = self.pools[place.pool_index]
        _put(memory, raws[id(memory)], place, self._sum)
        self._expected = {key: bytes(raw) for key, raw in raws.items()}

    def problem(self) -> str:
        """Describe the first wrong output element or changed other byte; empty if none."""
        place = self.places[-1]
        memory = self.pools[place.pool_index]
        with client_view(memory) as view:
            actual = _get(memory, bytes(view), place)
        if wrong := describe_difference(self._sum, actual, OperandType.TENSOR_FLOAT32):
            return f"in the output, {wrong}"
        return self.change_outside_output()

    def change_outside_output(self) -> str:
        """Describe the first changed byte outside the output; empty if there is none."""
        for number, memory in enumerate(self.pools):
            with client_view(memory) as view:
                actual = bytes(view)
            expected = bytearray(self._expected[id(memory)])
            place = self.places[-1]
            if memory is self.pools[place.pool_index]:
                _put(memory, expected, place, _get(memory, actual, place))
            if actual != expected:
                offset = next(i for i, pair in enumerate(zip(actual, expected, strict=True))
                              if pair[0] != pair[1])  # fmt: skip
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

    def run(self, context: CheckContext, prepared: PreparedModel, what: str = "") -> Iterator[str]:
        """Execute in every mode and yield a message for each mode that has a problem."""
        for mode, outcome in self.outcomes(context, prepared):
            skip_if_lacking_resources(outcome.status, "the execution")
            place = f"{mode}, {what}" if what else mode
            if outcome.status != ErrorStatus.NONE:
                yield f"{place}: the execution answered {outcome.status.name}; NONE was expected"
            elif problem := self.problem():
                yield f"{place}: the execution answered NONE, but {problem}"

    def outcomes(
        self, context: CheckContext, prepared: PreparedModel
    ) -> Iterator[tuple[str, driver_calls.ExecutionOutcome]]:
        """Execute in every mode of the HAL version, with new contents; yield mode and outcome."""
        for mode in ExecutionMode:
            path = ExecutionPath(mode)
            if not is_path_available(path, context.version):
                continue
            self.reset()
            limit = context.options.callback_timeout
            arguments = ExecutionArguments(prepared, path, limit, None, [])
            yield str(mode), execute_request(arguments, self.request)[0]


def statuses(
    context: CheckContext, prepared: PreparedModel, request: Request
) -> Iterator[tuple[str, ErrorStatus]]:
    """Execute a request in every mode of the HAL version; yield the mode and the status."""
    limit = context.options.callback_timeout
    for mode in ExecutionMode:
        path = ExecutionPath(mode)
        if is_path_available(path, context.version):
            arguments = ExecutionArguments(prepared, path, limit, None, [])
            outcome = execute_request(arguments, request)[0]
            skip_if_lacking_resources(outcome.status, "the execution")
            yield str(mode), outcome.status


def refusal_problems(
    context: CheckContext, prepared: PreparedModel, addition: PooledAddition, what: str
) -> Iterator[str]:
    """Execute a request that must fail, in every mode; yield a message if it does not."""
    for mode, outcome in addition.outcomes(context, prepared):
        skip_if_lacking_resources(outcome.status, "the execution")
        if outcome.status not in REFUSALS:
            yield (
                f"{mode}, {what}: the execution answered {outcome.status.name}; GENERAL_FAILURE or"
                " INVALID_ARGUMENT was expected"
            )


def decline_optional(
    context: CheckContext, prepared: PreparedModel, addition: PooledAddition, kind: MemoryKind
) -> None:
    """End the check as declined if the driver refuses a request with memory of an optional kind."""
    addition.reset()
    arguments = ExecutionArguments(
        prepared, ExecutionPath(_first_mode(context)), context.options.callback_timeout, None, []
    )
    outcome = execute_request(arguments, addition.request)[0]
    if outcome.status in REFUSALS:
        status = outcome.status.name
        reason = f"the execution with {kind} memory, which is optional, answered {status}"
        raise SkipCheck(VerdictKind.DECLINED, reason, "memory.declined")


def _first_mode(context: CheckContext) -> ExecutionMode:
    return next(
        mode for mode in ExecutionMode if is_path_available(ExecutionPath(mode), context.version)
    )


def model_with_constants(
    places: Sequence[tuple[int, int]], pools: Sequence[Memory], first: int = 1
) -> Model:
    """Return ``addition_model()`` with inputs replaced by constants at (pool, offset).

    ``first`` is the number of the first input that is a constant.
    """
    model = addition_model()
    operands = list(model.main.operands)
    for number, (pool, offset) in enumerate(places):
        operands[first + number] = replace(
            operands[first + number],
            lifetime=OperandLifeTime.CONSTANT_REFERENCE,
            location=DataLocation(pool, offset, SLICE),
        )
    inputs = tuple(
        index
        for index in model.main.input_indexes
        if operands[index].lifetime == OperandLifeTime.SUBGRAPH_INPUT
    )
    main = replace(model.main, operands=tuple(operands), input_indexes=inputs)
    return replace(model, main=main, pools=tuple(pools))
