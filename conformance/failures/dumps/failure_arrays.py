"""Converts the data of a failing case to arrays: inputs, expected and actual outputs."""

import io
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from conformance.cases.example import Example
from conformance.hal import INFO, Model
from conformance.harness.failure import PathAttempt

_Array = npt.NDArray[Any]


def collect_arrays(example: Example, attempts: Sequence[PathAttempt]) -> dict[str, _Array]:
    """Return the arrays of a case by name.

    ``input_0`` is the first input; an omitted input has no array. ``expected_0`` is the first
    expected output, and ``actual_0`` is the first output of the first path that returned outputs.
    If the output of another path differs from it, it is added as ``actual_0.<path>``.
    """
    model = example.model
    arrays = {}
    for number, data in enumerate(example.inputs):
        if data is not None:
            operand = _type_and_dimensions(model, model.main.input_indexes, number)
            arrays[f"input_{number}"] = _to_array(data, *operand)
    for number, output in enumerate(example.outputs):
        type_, _ = _type_and_dimensions(model, model.main.output_indexes, number)
        arrays[f"expected_{number}"] = _to_array(output.data, type_, output.dimensions)
    first: tuple[bytes, ...] | None = None
    for attempt in attempts:
        if attempt.outputs is None:
            continue
        for number, data in enumerate(attempt.outputs):
            if first is not None and data == first[number]:
                continue
            type_, _ = _type_and_dimensions(model, model.main.output_indexes, number)
            dims = example.outputs[number].dimensions
            suffix = f".{attempt.verdict.path}" if first is not None else ""
            arrays[f"actual_{number}{suffix}"] = _to_array(data, type_, dims)
        first = attempt.outputs if first is None else first
    return arrays


def encode_npz(arrays: Mapping[str, _Array]) -> bytes:
    """Return the contents of an ``.npz`` file with these arrays; it contains no pickled objects."""
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def _type_and_dimensions(
    model: Model, indexes: Sequence[int], number: int
) -> tuple[int, tuple[int, ...]]:
    """Return the type and dimensions of input or output ``number``.

    If the model has no such operand, the type is -1, which is not a valid operand type.
    """
    operands = model.main.operands
    index = indexes[number] if number < len(indexes) else -1
    if not 0 <= index < len(operands):
        return -1, ()
    return operands[index].type, operands[index].dimensions


def _to_array(data: bytes, type_: int, dims: tuple[int, ...]) -> _Array:
    """Return the data as an array of the operand's storage type and shape.

    Data of an unknown type or of a partial element become bytes, and data that do not fill the
    shape a flat array.
    """
    info = INFO.get(type_)
    if info is None or len(data) % info.itemsize:
        return np.frombuffer(data, np.uint8)
    flat: _Array = np.frombuffer(data, info.dtype)
    return flat.reshape(dims) if dims and prod(dims) == flat.size and min(dims) >= 0 else flat
