"""The constants of a model as arrays: views of the model's own bytes, never copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from conformance.hal import INFO, DataLocation, Model, Operand, OperandLifeTime
from conformance.operations.definition import Array

_COPY = int(OperandLifeTime.CONSTANT_COPY)
_REFERENCE = int(OperandLifeTime.CONSTANT_REFERENCE)
_UINT8 = np.dtype(np.uint8)
_TRUTH_VALUES = b"\0\1"


class PoolUnreadableError(Exception):
    """A pool cannot be mapped, or has fewer bytes than it says."""


def _pool_bytes(model: Model, index: int, end: int) -> memoryview:
    try:
        view = model.pools[index].view()
    except (OSError, ValueError, BufferError) as error:
        raise PoolUnreadableError(f"pool {index} cannot be mapped: {error}") from error
    if view.nbytes < end:
        raise PoolUnreadableError(f"pool {index} maps {view.nbytes} bytes, must map {end}")
    return view


def constant_view(model: Model, operand: Operand) -> Array | None:
    """A read-only array on the operand's bytes; ``None`` for an operand that is no constant.

    The shape is the operand's dimensions, ``()`` for a scalar, and the flat bytes for a type whose
    element the contract does not know (OEM, extensions). Truth values other than 0 and 1 are
    copied to 1: any non-zero byte means true. The location must be legal; a pool that cannot be
    mapped raises ``PoolUnreadableError``. A view of a pool keeps the pool mapped.
    """
    lifetime = operand.lifetime
    location = operand.location
    source: bytes | memoryview
    if lifetime == _COPY:
        source = model.operand_values
    elif lifetime == _REFERENCE:
        source = _pool_bytes(model, location.pool_index, location.offset + location.length)
    else:
        return None
    info = INFO.get(operand.type)
    if info is None:
        flat = np.frombuffer(source, _UINT8, location.length, location.offset)
        flat.flags.writeable = False
        return flat
    dtype = info.dtype
    dimensions = operand.dimensions if info.tensor else ()
    array: Array
    if dtype.kind == "b":
        data = bytes(source[location.offset : location.offset + location.length])
        if data.translate(None, _TRUTH_VALUES):
            array = np.asarray(np.ndarray(dimensions, _UINT8, data) != 0)
            array.flags.writeable = False
            return array
    if lifetime == _COPY:
        return np.ndarray(dimensions, dtype, source, location.offset)
    # numpy.ndarray lets go of a view: the pool could be unmapped under the array.
    array = np.frombuffer(source, dtype, prod(dimensions), location.offset).reshape(dimensions)
    array.flags.writeable = False
    return array


def constant_values(model: Model, operands: Sequence[Operand]) -> list[Array | None]:
    """``constant_view`` of each operand, in order."""
    return [constant_view(model, operand) for operand in operands]


def bound(model: Model, inputs: tuple[bytes | None, ...]) -> Model:
    """The model with a request's inputs as constants: what rules say of values before a run.

    ``inputs`` are bytes in the order of the input indexes, ``None`` for an omitted one.
    """
    main = model.main
    operands = list(main.operands)
    values = bytearray(model.operand_values)
    for index, data in zip(main.input_indexes, inputs, strict=True):
        operand = operands[index]
        if data is None:
            operands[index] = replace(operand, lifetime=OperandLifeTime.NO_VALUE)
            continue
        values.extend(bytes(-len(values) % 4))
        operands[index] = replace(
            operand,
            lifetime=OperandLifeTime.CONSTANT_COPY,
            location=DataLocation(0, len(values), len(data)),
        )
        values.extend(data)
    bare = replace(main, operands=tuple(operands), input_indexes=())
    return replace(model, main=bare, operand_values=bytes(values))
