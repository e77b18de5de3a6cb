"""Between a request's memory and numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import (
    INFO,
    BufferToken,
    ErrorStatus,
    Model,
    Operand,
    OperandLifeTime,
    OutputShape,
    Request,
    RequestArgument,
    Subgraph,
)
from conformance.operations import Call
from conformance.validation import check_call, constant_view

Array = NDArray[Any]

_SMALL: Final = 4096
"""So few bytes are copied sooner than an array is laid over where they go."""


def constant_copies(model: Model, subgraph: Subgraph | None = None) -> list[Array | None]:
    """Constants of a subgraph (the main one) by operand index, ``None`` elsewhere.

    Those of a pool are copied: a view would keep the client's memory mapped.
    """
    operands = (model.main if subgraph is None else subgraph).operands
    return [constant_copy(model, operand) for operand in operands]


def constant_copy(model: Model, operand: Operand) -> Array | None:
    """One operand's constant, ``None`` for what is no constant."""
    value = constant_view(model, operand)
    if value is not None and operand.lifetime == OperandLifeTime.CONSTANT_REFERENCE:
        return value.copy()
    return value


class DriverError(Exception):
    """A preparation or execution that cannot go on; carries the status that the client gets."""

    def __init__(self, status: ErrorStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def require_legal(call: Call) -> None:
    """INVALID_ARGUMENT (``DriverError``) for a call that its shapes and values, once there, forbid.

    What preparation could not see: shapes that do not fit together, or are not what the model says.
    """
    violation = check_call(call)
    if violation is not None:
        raise DriverError(ErrorStatus.INVALID_ARGUMENT, str(violation))


def argument_bytes(request: Request, argument: RequestArgument) -> memoryview:
    """The bytes an argument names, without a copy."""
    location = argument.location
    view = _Views(request)[location.pool_index]
    return view[location.offset : location.offset + location.length]


class _Views(dict[int, memoryview]):
    """Views of a request's pools by their indexes, made when they are asked for."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._pools = request.pools

    def __missing__(self, index: int) -> memoryview:
        pool = self._pools[index]
        if isinstance(pool, BufferToken):
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, f"pool {index} is no memory")
        view = self[index] = pool.view()
        return view


def input_arrays(request: Request, subgraph: Subgraph) -> list[Array | None]:
    """The inputs of a valid request as read-only views, ``None`` where omitted."""
    arrays: list[Array | None] = []
    views = _Views(request)
    for argument, index in zip(request.inputs, subgraph.input_indexes, strict=True):
        if argument.has_no_value:
            arrays.append(None)
            continue
        operand, location = subgraph.operands[index], argument.location
        shape = argument.dimensions or operand.dimensions
        view = views[location.pool_index]
        data = view[location.offset : location.offset + location.length].toreadonly()
        # Not numpy.ndarray, which lets go of a view: the memory could be unmapped under the array.
        arrays.append(np.frombuffer(data, INFO[operand.type].dtype).reshape(shape))
    return arrays


def write_outputs(
    request: Request, subgraph: Subgraph, arrays: Sequence[Array]
) -> tuple[ErrorStatus, tuple[OutputShape, ...]]:
    """Copy the results into the request's memory, or say which buffers are too small.

    A shape that contradicts the request is INVALID_ARGUMENT (raised as ``DriverError``).
    """
    shapes: list[OutputShape] = []
    sufficient = True
    for argument, index, array in zip(
        request.outputs, subgraph.output_indexes, arrays, strict=True
    ):
        wanted = argument.dimensions or subgraph.operands[index].dimensions
        if wanted not in ((), array.shape) and (
            len(wanted) != array.ndim
            or any(want not in (0, got) for want, got in zip(wanted, array.shape, strict=True))
        ):
            raise DriverError(
                ErrorStatus.INVALID_ARGUMENT,
                f"output operand {index} is {array.shape}, model and request say {wanted}",
            )
        fits = array.nbytes <= argument.location.length
        sufficient = sufficient and fits
        shapes.append(OutputShape(array.shape, fits))
    if not sufficient:
        return ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, tuple(shapes)
    views = _Views(request)
    for argument, array in zip(request.outputs, arrays, strict=True):
        count = array.nbytes
        if not count:
            continue
        location = argument.location
        target = views[location.pool_index][location.offset : location.offset + count]
        if count <= _SMALL:
            target[:] = array.tobytes()
        else:
            np.frombuffer(target, array.dtype).reshape(array.shape)[...] = array
    return ErrorStatus.NONE, tuple(shapes)
