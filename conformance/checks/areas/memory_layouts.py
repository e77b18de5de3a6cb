"""Checks of arguments and constants at random places of several memories.

A model of several additions is executed, because models with two inputs and one output do not show
how a driver uses a third memory or a second output.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.pool_requests import ELEMENTS, SLICE, Pools, client_view
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import FILL_BYTE
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    Memory,
    MemoryKind,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    Request,
    RequestArgument,
    Subgraph,
)
from conformance.harness.execution.request_execution import ExecutionArguments, execute_request
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    is_path_available,
)
from conformance.oracle.accuracy import describe_difference

_PLACES: Final = "types.hal: DataLocation; Request.pools, Model.pools, Model.operandValues"
_SUMS: Final = 3
_LAYOUTS: Final = 12
_POOL_BYTES: Final = 512
_STRIDE: Final = SLICE + 8
"""Distance in bytes between two places of arguments, which can be moved by up to 7 bytes."""

_INPUT, _OUTPUT = OperandLifeTime.SUBGRAPH_INPUT, OperandLifeTime.SUBGRAPH_OUTPUT
_COPY, _REFERENCE = OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE


@dataclass(frozen=True, slots=True)
class _Constant:
    """A constant of a model: its lifetime, its place, and its value."""

    lifetime: OperandLifeTime
    location: DataLocation
    value: bytes


def _sums_model(
    constants: dict[int, _Constant], values: bytes, activation: int, pools: tuple[Memory, ...]
) -> Model:
    """Return the model ``output k = operand 2k + operand 2k + 1``, on float32 vectors.

    ``constants`` has the operands that are no inputs; ``activation`` is the offset of the code of
    the fused activation in ``values``.
    """
    addition = addition_model().main
    vector, none = addition.operands[0], addition.operands[2]
    operands = []
    for index in range(2 * _SUMS):
        constant = constants.get(index)
        operands.append(
            vector
            if constant is None
            else Operand(
                OperandType.TENSOR_FLOAT32,
                vector.dimensions,
                1,
                lifetime=constant.lifetime,
                location=constant.location,
            )
        )
    code = 2 * _SUMS
    location = DataLocation(0, activation, 4)
    operands.append(Operand(none.type, (), _SUMS, lifetime=_COPY, location=location))
    operands += [addition.operands[3]] * _SUMS
    operations = tuple(
        Operation(addition.operations[0].type, (2 * k, 2 * k + 1, code), (code + 1 + k,))
        for k in range(_SUMS)
    )
    inputs = tuple(index for index in range(2 * _SUMS) if index not in constants)
    outputs = tuple(range(code + 1, code + 1 + _SUMS))
    main = Subgraph(tuple(operands), operations, inputs, outputs)
    return Model(main, operand_values=values, pools=pools)


class _Layout:
    """A request for a model of sums, with its arguments at random places of random memories."""

    def __init__(
        self, generator: random.Random, pools: Pools, constants: dict[int, _Constant]
    ) -> None:
        kinds = (MemoryKind.ASHMEM, MemoryKind.MMAP_FD)
        count = generator.randint(1, 3 * _SUMS)
        self.memories: list[Memory] = [
            pools.of_kind(generator.choice(kinds), _POOL_BYTES) for _ in range(count)
        ]
        taken = [list(range(0, _POOL_BYTES - _STRIDE, _STRIDE)) for _ in range(count)]

        def place() -> DataLocation:
            pool = generator.randrange(count)
            offset = taken[pool].pop(generator.randrange(len(taken[pool])))
            return DataLocation(pool, offset + generator.randrange(8), SLICE)

        self.inputs = {index: place() for index in range(2 * _SUMS) if index not in constants}
        self.outputs = [place() for _ in range(_SUMS)]
        self.values = {
            index: (np.arange(ELEMENTS) + generator.randrange(50)).astype("<f4").tobytes()
            for index in self.inputs
        }
        self.values |= {index: constant.value for index, constant in constants.items()}
        arguments = [
            [RequestArgument(location=location) for location in locations]
            for locations in (self.inputs.values(), self.outputs)
        ]
        self.request = Request(tuple(arguments[0]), tuple(arguments[1]), tuple(self.memories))

    def reset(self) -> list[bytes]:
        """Fill the memories; return their expected contents after the execution."""
        raws = [bytearray([FILL_BYTE]) * _POOL_BYTES for _ in self.memories]
        for index, at in self.inputs.items():
            raws[at.pool_index][at.offset : at.offset + SLICE] = self.values[index]
        for memory, raw in zip(self.memories, raws, strict=True):
            with client_view(memory) as view:
                view[:] = raw
        for number, at in enumerate(self.outputs):
            addends = (np.frombuffer(self.values[2 * number + i], "<f4") for i in range(2))
            raws[at.pool_index][at.offset : at.offset + SLICE] = np.add(*addends).tobytes()
        return [bytes(raw) for raw in raws]

    def problems(self, context: CheckContext, model: Model) -> Iterator[str]:
        """Execute in every mode of the HAL version; yield a message for each problem."""
        prepared = context.prepare(model)
        limit = context.options.callback_timeout
        for mode in ExecutionMode:
            path = ExecutionPath(mode)
            if not is_path_available(path, context.version):
                continue
            expected = self.reset()
            arguments = ExecutionArguments(prepared, path, limit, None, [])
            status = execute_request(arguments, self.request)[0].status
            skip_if_lacking_resources(status, "the execution")
            if status != ErrorStatus.NONE:
                yield f"{mode}: the execution answered {status.name}; NONE was expected"
                continue
            for number, memory in enumerate(self.memories):
                with client_view(memory) as view:
                    actual = bytes(view)
                if problem := self._difference(number, actual, expected[number]):
                    yield f"{mode}: {problem}"

    def _difference(self, number: int, actual: bytes, expected: bytes) -> str:
        """Describe the first wrong output or changed other byte of a pool; empty if none is."""
        others = bytearray(actual)
        for output, at in enumerate(self.outputs):
            if at.pool_index != number:
                continue
            place = slice(at.offset, at.offset + SLICE)
            wrong = describe_difference(expected[place], actual[place], OperandType.TENSOR_FLOAT32)
            if wrong:
                return f"in output {output}, at byte {at.offset} of pool {number}, {wrong}"
            others[place] = expected[place]
        if others == expected:
            return ""
        offset = next(i for i in range(len(others)) if others[i] != expected[i])
        return f"byte {offset} of pool {number}, which is not in an output, was changed"


@check(_PLACES)
def random_arguments(context: CheckContext) -> Iterator[str]:
    """Each input and output of a request may be at any offset of any of its memories, whatever the
    number of the memories and the order of their use.
    """
    generator = random.Random(context.options.seed)
    for turn in range(_LAYOUTS):
        layout = _Layout(generator, Pools(context), {})
        for problem in layout.problems(context, _sums_model({}, bytes(4), 0, ())):
            places = [(at.pool_index, at.offset) for at in layout.inputs.values()]
            outputs = [(at.pool_index, at.offset) for at in layout.outputs]
            where = f"inputs at (pool, offset) {places}, outputs at {outputs}"
            yield f"request {turn}, {where}: {problem}"
            return


def _random_constants(
    generator: random.Random, pools: Pools
) -> tuple[dict[int, _Constant], bytes, int, tuple[Memory, ...]]:
    """Return constants, the operand values, the activation's offset in them, and the pools.

    The constants of one storage may overlap; they are at odd offsets in some storages.
    """
    memories: list[Memory] = [pools.mmap_fd(_POOL_BYTES) for _ in range(generator.randint(0, 4))]
    numbers = list(range(64))
    storages: list[bytearray] = []
    shifts = []
    for _ in range(1 + len(memories)):
        generator.shuffle(numbers)
        shifts.append(generator.randrange(8))
        storages.append(bytearray(b"\xa5" * shifts[-1] + np.array(numbers, "<f4").tobytes()))
    for memory, data in zip(memories, storages[1:], strict=True):
        with client_view(memory) as view:
            view[: len(data)] = data
    constants = {}
    for index in generator.sample(range(2 * _SUMS), generator.randint(1, 2 * _SUMS - 1)):
        storage = generator.randrange(len(storages))
        offset = shifts[storage] + 4 * generator.randrange(64 - ELEMENTS)
        value = bytes(storages[storage][offset : offset + SLICE])
        place = DataLocation(max(storage - 1, 0), offset, SLICE)
        constants[index] = _Constant(_REFERENCE if storage else _COPY, place, value)
    activation = len(storages[0]) + generator.randrange(4)
    values = bytes(storages[0]).ljust(activation, b"\xa5") + bytes(4)
    values += b"\xa5" * generator.randrange(8)
    return constants, values, activation, tuple(memories)


@check(_PLACES)
def random_constants(context: CheckContext) -> Iterator[str]:
    """Each constant of a model may be at any offset of its operandValues or of any of its memories:
    in any order, unaligned, overlapping, with unused bytes around it, and beside unused memories.
    """
    generator = random.Random(context.options.seed)
    for turn in range(_LAYOUTS):
        constants, values, activation, memories = _random_constants(generator, Pools(context))
        model = _sums_model(constants, values, activation, memories)
        layout = _Layout(generator, Pools(context), constants)
        for problem in layout.problems(context, model):
            places = [
                (each.lifetime.name, each.location.pool_index, each.location.offset)
                for each in constants.values()
            ]
            yield (
                f"model {turn}, {len(memories)} pools, constants at (lifetime, pool, offset) "
                f"{places}: {problem}"
            )
            return
