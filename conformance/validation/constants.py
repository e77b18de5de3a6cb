"""Reads a model's constants as arrays; most of them are views of the model's bytes."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Final

import numpy as np

from conformance.hal import INFO, PROT_READ, DataLocation, Memory, Model, Operand, OperandLifeTime
from conformance.operations.definition.operands import Array

_COPY = int(OperandLifeTime.CONSTANT_COPY)
_REFERENCE = int(OperandLifeTime.CONSTANT_REFERENCE)
CONSTANT_LIFETIMES: Final = frozenset({_COPY, _REFERENCE})
_UINT8 = np.dtype(np.uint8)
_TRUTH_VALUES = b"\0\1"


class PoolUnreadableError(Exception):
    """A memory pool cannot be mapped, or maps fewer bytes than its size states."""


def _pool_bytes(model: Model, index: int, end: int) -> memoryview:
    pool = model.pools[index]
    if not pool.protection & PROT_READ:
        raise PoolUnreadableError(f"the protection of pool {index} does not permit reading")
    try:
        view = pool.view()
    except (OSError, ValueError, BufferError) as error:
        raise PoolUnreadableError(f"pool {index} cannot be mapped: {error}") from error
    if view.nbytes < end:
        raise PoolUnreadableError(f"pool {index} maps {view.nbytes} bytes, must map {end}")
    return view


def constant_view(model: Model, operand: Operand) -> Array | None:
    """Return a constant operand's value as a read-only array; ``None`` for other operands.

    The array has the operand's dimensions, or ``()`` for a scalar. For OEM and extension types,
    whose element type the contract does not define, it is a flat array of bytes. The array is a
    view of the model's bytes, except for booleans with bytes other than 0 and 1: these are copied,
    and each non-zero byte becomes 1. A view of a pool keeps the pool mapped. The operand's location
    must be legal.

    Raises:
        PoolUnreadableError: The pool cannot be mapped.

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
    if (info := INFO.get(operand.type)) is None:
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
    # np.ndarray(buffer=view) does not keep the memoryview alive, so the pool could be unmapped
    # while the array still refers to it. np.frombuffer keeps the memoryview.
    array = np.frombuffer(source, dtype, prod(dimensions), location.offset).reshape(dimensions)
    array.flags.writeable = False
    return array


MAX_COPIED_CONSTANT: Final = 1 << 16
"""Size in bytes up to which a constant in a pool is copied instead of mapped."""


class ConstantMapping(mmap.mmap):
    """A driver's own read-only mapping of one constant; ``end`` is its last byte + 1 in the file.

    The mapping remains valid when the client unmaps its memory. If the client makes the file
    shorter, an access raises SIGBUS: ``is_complete`` must be checked before.
    """

    end: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the file still contains the whole constant."""
        return self.size() >= self.end


def lasting_constant(model: Model, operand: Operand) -> Array | None:
    """Return a constant as ``constant_view`` does, but independent of the client's mapping.

    A constant in a pool is copied, or mapped again if it is large, so that large constants need no
    private memory.

    Raises:
        PoolUnreadableError: The pool cannot be mapped.

    """
    value = constant_view(model, operand)
    if value is None or operand.lifetime != _REFERENCE:
        return value
    if value.nbytes > MAX_COPIED_CONSTANT and value.dtype.kind != "b":
        with contextlib.suppress(OSError, ValueError, OverflowError):
            return _map_again(model.pools[operand.location.pool_index], operand.location, value)
    return value.copy()


def _map_again(pool: Memory, location: DataLocation, value: Array) -> Array:
    start = pool.offset + location.offset
    before = start % mmap.ALLOCATIONGRANULARITY
    mapped = ConstantMapping(
        pool.fileno(), before + location.length, prot=mmap.PROT_READ, offset=start - before
    )
    mapped.end = start + location.length
    return np.frombuffer(mapped, value.dtype, value.size, before).reshape(value.shape)


def constant_mapping(array: Array) -> ConstantMapping | None:
    """Return the mapping of an array that ``lasting_constant`` mapped; ``None`` for others."""
    base: object = array
    while isinstance(base, np.ndarray):
        base = base.base
    if isinstance(base, memoryview):
        base = base.obj
    return base if isinstance(base, ConstantMapping) else None


def constant_values(model: Model, operands: Sequence[Operand]) -> list[Array | None]:
    """Return ``constant_view`` of each operand, in order."""
    return [constant_view(model, operand) for operand in operands]


def with_inputs_as_constants(model: Model, inputs: tuple[bytes | None, ...]) -> Model:
    """Return the model with its inputs replaced by constants that hold a request's input data.

    Validating the result checks the rules that depend on input values, without an execution.
    ``inputs`` holds the bytes of each input in the order of ``input_indexes``, ``None`` for an
    omitted input.
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
    main_without_inputs = replace(main, operands=tuple(operands), input_indexes=())
    return replace(model, main=main_without_inputs, operand_values=bytes(values))
