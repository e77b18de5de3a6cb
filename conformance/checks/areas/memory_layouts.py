"""Checks of arguments and constants at random places of several memories.

A model of several additions is executed, because models with two inputs and one output do not show
how a driver uses a third memory or a second output.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, described
from conformance.checks.pool_requests import ELEMENTS, SLICE, Pools
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, subgraph
from conformance.checks.sample_requests import SampleRequest, client_view

_PLACES: Final = "types.hal: DataLocation; Request.pools, Model.pools, Model.operandValues"
_SUMS: Final = 3
_LAYOUTS: Final = 12
_POOL_BYTES: Final = 512
_STRIDE: Final = SLICE + 8
"""Distance in bytes between two places of arguments, which can be moved by up to 7 bytes."""

_COPY, _REFERENCE = hal.OperandLifeTime.CONSTANT_COPY, hal.OperandLifeTime.CONSTANT_REFERENCE


@dataclass(frozen=True, slots=True)
class _Constant:
    """A constant of a model: its lifetime, its place, and its value."""

    lifetime: hal.OperandLifeTime
    location: hal.DataLocation
    value: bytes


def _sums_model(
    constants: dict[int, _Constant], values: bytes, activation: int, pools: tuple[hal.Memory, ...]
) -> hal.Model:
    """Return the model ``output k = operand 2k + operand 2k + 1``, on float32 vectors.

    ``constants`` has the operands that are no inputs; ``activation`` is the offset of the code of
    the fused activation in ``values``.
    """
    addition, code = addition_model().main, 2 * _SUMS
    vector, none = addition.operands[0], addition.operands[2]
    operands = [*[vector] * code, replace(none, location=hal.DataLocation(0, activation, 4))]
    for index, constant in constants.items():
        place = constant.location
        operands[index] = replace(vector, lifetime=constant.lifetime, location=place)
    operations = tuple(
        hal.Operation(addition.operations[0].type, (2 * k, 2 * k + 1, code), (code + 1 + k,))
        for k in range(_SUMS)
    )
    inputs = tuple(index for index in range(code) if index not in constants)
    outputs = tuple(range(code + 1, code + 1 + _SUMS))
    main = subgraph([*operands, *[vector] * _SUMS], operations, inputs, outputs)
    return hal.Model(main, operand_values=values, pools=pools)


def _layout(
    generator: random.Random, pools: Pools, constants: dict[int, _Constant]
) -> SampleRequest:
    """Return a request for a model of sums, its arguments at random places of random memories."""
    kinds = (hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD)
    count = generator.randint(1, 3 * _SUMS)
    memories = [pools.of_kind(generator.choice(kinds), _POOL_BYTES) for _ in range(count)]
    free = [list(range(0, _POOL_BYTES - _STRIDE, _STRIDE)) for _ in range(count)]

    def place() -> hal.DataLocation:
        pool = generator.randrange(count)
        offset = free[pool].pop(generator.randrange(len(free[pool])))
        return hal.DataLocation(pool, offset + generator.randrange(8), SLICE)

    indexes = [index for index in range(2 * _SUMS) if index not in constants]
    inputs, outputs = [place() for _ in indexes], [place() for _ in range(_SUMS)]
    values = [
        (np.arange(ELEMENTS) + generator.randrange(50)).astype("<f4").tobytes() for _ in indexes
    ]

    def add(given: Sequence[bytes]) -> list[bytes]:
        by_index = dict(zip(indexes, given, strict=True))
        by_index |= {index: constant.value for index, constant in constants.items()}
        addends = [np.frombuffer(by_index[index], "<f4") for index in range(2 * _SUMS)]
        return [(addends[2 * k] + addends[2 * k + 1]).tobytes() for k in range(_SUMS)]

    return SampleRequest(
        pools.context,
        values,
        [SLICE] * _SUMS,
        pools=memories,
        places=dict(enumerate([*inputs, *outputs])),
        compute=add,
    )


def _run(context: CheckContext, layout: SampleRequest, model: hal.Model, what: str) -> None:
    at = [(place.pool_index, place.offset) for place in layout.places.values()]
    for mode, outcome in layout.outcomes(context.prepare(model)):
        where = f"inputs at (pool, offset) {at[:-_SUMS]}, outputs at {at[-_SUMS:]}"
        with described(f"{mode}, {what}, {where}"):
            layout.check(outcome)


@check(_PLACES)
def random_arguments(context: CheckContext) -> None:
    """Each input and output of a request may be at any offset of any of its memories, whatever the
    number of the memories and the order of their use.
    """
    generator = random.Random(context.options.seed)
    for turn in range(_LAYOUTS):
        layout = _layout(generator, Pools(context), {})
        _run(context, layout, _sums_model({}, bytes(4), 0, ()), f"request {turn}")


def _random_constants(
    generator: random.Random, pools: Pools
) -> tuple[dict[int, _Constant], bytes, int, tuple[hal.Memory, ...]]:
    """Return constants, the operand values, the activation's offset in them, and the pools.

    The constants of one storage may overlap; they are at odd offsets in some storages.
    """
    memories: list[hal.Memory] = [
        pools.mmap_fd(_POOL_BYTES) for _ in range(generator.randint(0, 4))
    ]
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
    constants: dict[int, _Constant] = {}
    for index in generator.sample(range(2 * _SUMS), generator.randint(1, 2 * _SUMS - 1)):
        if constants and not generator.randrange(4):  # at the place of another one
            constants[index] = generator.choice(list(constants.values()))
            continue
        storage = generator.randrange(len(storages))
        offset = shifts[storage] + 4 * generator.randrange(64 - ELEMENTS)
        value = bytes(storages[storage][offset : offset + SLICE])
        place = hal.DataLocation(max(storage - 1, 0), offset, SLICE)
        constants[index] = _Constant(_REFERENCE if storage else _COPY, place, value)
    activation = len(storages[0]) + generator.randrange(4)
    values = bytes(storages[0]).ljust(activation, b"\xa5") + bytes(4)
    values += b"\xa5" * generator.randrange(8)
    return constants, values, activation, tuple(memories)


@check(_PLACES)
def random_constants(context: CheckContext) -> None:
    """Each constant of a model may be at any offset of its operandValues or of any of its memories:
    in any order, unaligned, overlapping, with unused bytes around it, and beside unused memories.
    """
    generator = random.Random(context.options.seed)
    for turn in range(_LAYOUTS):
        constants, values, activation, memories = _random_constants(generator, Pools(context))
        model = _sums_model(constants, values, activation, memories)
        layout = _layout(generator, Pools(context), constants)
        places = [
            (each.lifetime.name, each.location.pool_index, each.location.offset)
            for each in constants.values()
        ]
        what = (
            f"model {turn}, {len(memories)} pools, constants at (lifetime, pool, offset) {places}"
        )
        _run(context, layout, model, what)
