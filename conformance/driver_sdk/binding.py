"""A driver's access to the memories of a request, and their conversion to NumPy arrays.

The client passes offsets that are multiples of the alignment, and reserves for each argument a
length that is a multiple of the padding. NNAPI's values are an alignment of 64 bytes for all
drivers, and a padding of 64 bytes for AIDL drivers; a HIDL location has no field for the padding.

Errors are raised as ``DriverError`` with the status that the contract recommends.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from conformance import hal
from conformance.operations import Call
from conformance.validation import check_call, constant_view


class DriverError(Exception):
    """A preparation or execution has failed; ``status`` is the status for the client."""

    def __init__(self, status: hal.ErrorStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def is_image(pool: object) -> TypeGuard[hal.DescriptorMemory]:
    """Return whether a pool is a hardware buffer of another format than BLOB."""
    # Most pools are of this type, and ``isinstance`` with an abstract class takes longer.
    if type(pool) is hal.SharedMemory:
        return False
    return isinstance(pool, hal.DescriptorMemory) and pool.kind is hal.MemoryKind.HARDWARE_BUFFER


def content_size(memory: hal.Memory) -> int:
    """Return the size of the content in bytes, for an image that of its pixels.

    The size is 0 for an image that cannot be decoded.
    """
    if not is_image(memory):
        return memory.size
    description = memory.description
    return 0 if description is None or description.problem else description.content_size


def map_memory(memory: hal.Memory) -> memoryview:
    """Return the view of a memory other than an image; GENERAL_FAILURE if it cannot be mapped."""
    try:
        return memory.view()
    except (OSError, ValueError) as error:
        raise _failure(memory, "mapped", error) from error


def read_memory(memory: hal.Memory) -> bytes:
    """Return a copy of the content, for an image that of its pixels without padding.

    GENERAL_FAILURE if the memory cannot be mapped, decoded or locked for reading.
    """
    if not is_image(memory):
        with map_memory(memory) as view:
            return bytes(view)
    try:
        with memory.locked(hal.BufferUsage.CPU_READ_OFTEN) as rows:
            assert memory.description is not None
            return memory.description.gather(rows)
    except (OSError, ValueError) as error:
        raise _failure(memory, "locked for reading", error) from error


def write_memory(memory: hal.Memory, data: bytes) -> None:
    """Write ``data`` to the start of a memory, for an image to its first pixels.

    GENERAL_FAILURE if the memory cannot be mapped, decoded or locked for writing.
    """
    if not is_image(memory):
        with map_memory(memory) as view:
            if view.readonly:
                error = ValueError("its protection does not permit writing")
                raise _failure(memory, "written", error)
            view[: len(data)] = data
        return
    try:
        with memory.locked(hal.BufferUsage.CPU_WRITE_OFTEN) as rows:
            assert memory.description is not None
            memory.description.scatter(rows, data)
    except (OSError, ValueError) as error:
        raise _failure(memory, "locked for writing", error) from error


def _failure(memory: hal.Memory, action: str, error: Exception) -> DriverError:
    return DriverError(
        hal.ErrorStatus.GENERAL_FAILURE, f"{memory.name} memory cannot be {action}: {error}"
    )


Array = NDArray[Any]

_MAX_COPIED_BYTES: Final = 4096
"""Up to this size, copying bytes is faster than creating an array view of the target memory."""


def constant_copies(model: hal.Model, subgraph: hal.Subgraph | None = None) -> list[Array | None]:
    """Return the constants of a subgraph (by default the main one) by operand, ``None`` for others.

    Constants in a pool are copied: a view would keep the client's memory mapped. The bytes of
    booleans are 0 and 1.
    """
    operands = (model.main if subgraph is None else subgraph).operands
    return [constant_copy(model, operand) for operand in operands]


def proper_booleans(arrays: Sequence[Array | None]) -> list[Array | None]:
    """Return the arrays with the bytes 0 and 1 in boolean ones.

    The contract permits every byte except 0 for true. numpy and most engines compute with 0 and 1.
    """
    return [
        array if array is None or array.dtype.kind != "b" else array.view(np.uint8) != 0
        for array in arrays
    ]


def constant_copy(model: hal.Model, operand: hal.Operand) -> Array | None:
    """Return the constant value of an operand, or ``None`` if it is not a constant."""
    value = constant_view(model, operand)
    if value is not None and operand.lifetime == hal.OperandLifeTime.CONSTANT_REFERENCE:
        return value.copy()
    return value


def require_legal(call: Call) -> None:
    """Raise ``DriverError`` with INVALID_ARGUMENT for a call whose shapes or values are illegal.

    This check is for what preparation could not know: shapes that are incompatible or that
    contradict the model.
    """
    violation = check_call(call)
    if violation is not None:
        raise DriverError(hal.ErrorStatus.INVALID_ARGUMENT, str(violation))


def argument_bytes(request: hal.Request, argument: hal.RequestArgument) -> memoryview:
    """Return the bytes of an argument; those of an image are a copy."""
    location = argument.location
    view = _PoolViews(request)[location.pool_index]
    if not location.length:
        return view
    return view[location.offset : location.offset + location.length]


class _PoolViews(dict[int, memoryview]):
    """Views of a request's pools by index, created at first use; an image is copied."""

    def __init__(self, request: hal.Request) -> None:
        super().__init__()
        self._pools = request.pools

    def __missing__(self, index: int) -> memoryview:
        pool = self._pools[index]
        if isinstance(pool, hal.BufferToken):
            raise DriverError(
                hal.ErrorStatus.INVALID_ARGUMENT, f"pool {index} is a buffer token, not a memory"
            )
        view = self[index] = memoryview(read_memory(pool)) if is_image(pool) else map_memory(pool)
        return view


def _capacity(request: hal.Request, argument: hal.RequestArgument) -> int:
    pool = request.pools[argument.location.pool_index]
    return content_size(pool) if is_image(pool) else 0


def input_arrays(request: hal.Request, subgraph: hal.Subgraph) -> list[Array | None]:
    """Return the inputs of a valid request as read-only views, ``None`` for an omitted input."""
    arrays: list[Array | None] = []
    views = _PoolViews(request)
    for argument, index in zip(request.inputs, subgraph.input_indexes, strict=True):
        if argument.has_no_value:
            arrays.append(None)
            continue
        operand, location = subgraph.operands[index], argument.location
        shape = argument.dimensions or operand.dimensions
        view = views[location.pool_index]
        if location.length or not is_image(request.pools[location.pool_index]):
            data = view[location.offset : location.offset + location.length].toreadonly()
        else:  # the whole image
            data = view
            _require_size(data.nbytes, operand, shape, index)
        # numpy.frombuffer keeps a reference to the view. With numpy.ndarray the memory could be
        # unmapped while the array is in use.
        arrays.append(np.frombuffer(data, hal.INFO[operand.type].dtype).reshape(shape))
    return arrays


def _require_size(size: int, operand: hal.Operand, shape: Sequence[int], index: int) -> None:
    expected = hal.byte_size(operand.type, tuple(shape))
    if expected is not None and size != expected:
        raise DriverError(
            hal.ErrorStatus.INVALID_ARGUMENT,
            f"input operand {index} has {expected} bytes, but its image has {size}",
        )


def write_outputs(
    request: hal.Request,
    subgraph: hal.Subgraph,
    arrays: Sequence[Array],
    managed: Container[int] = (),
) -> tuple[hal.ErrorStatus, tuple[hal.OutputShape, ...]]:
    """Copy the results into the request's memory, or report which buffers are too small.

    The outputs whose numbers are in ``managed`` are driver-managed buffers: only their shapes are
    checked and reported. A shape that contradicts the model or the request raises ``DriverError``
    with INVALID_ARGUMENT.
    """
    shapes: list[hal.OutputShape] = []
    sufficient = True
    for number, (argument, index, array) in enumerate(
        zip(request.outputs, subgraph.output_indexes, arrays, strict=True)
    ):
        stated_shape = argument.dimensions or subgraph.operands[index].dimensions
        if stated_shape not in ((), array.shape) and (
            len(stated_shape) != array.ndim
            or any(
                stated_size not in (0, size)
                for stated_size, size in zip(stated_shape, array.shape, strict=True)
            )
        ):
            raise DriverError(
                hal.ErrorStatus.INVALID_ARGUMENT,
                f"output operand {index} has shape {array.shape}; "
                f"model and request state {stated_shape}",
            )
        size = argument.location.length or _capacity(request, argument)
        fits = number in managed or array.nbytes <= size
        sufficient = sufficient and fits
        shapes.append(hal.OutputShape(array.shape, fits))
    if not sufficient:
        return hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, tuple(shapes)
    views = _PoolViews(request)
    images = {index: pool for index, pool in enumerate(request.pools) if is_image(pool)}
    for number, (argument, array) in enumerate(zip(request.outputs, arrays, strict=True)):
        count = array.nbytes
        if not count or number in managed:
            continue
        location = argument.location
        if location.pool_index in images:
            write_memory(images[location.pool_index], array.tobytes())
            continue
        target = views[location.pool_index][location.offset : location.offset + count]
        if count <= _MAX_COPIED_BYTES:
            target[:] = array.tobytes()
        else:
            np.frombuffer(target, array.dtype).reshape(array.shape)[...] = array
    return hal.ErrorStatus.NONE, tuple(shapes)
