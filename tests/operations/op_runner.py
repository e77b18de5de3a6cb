"""Run one operation's definition on arrays: conditions, shapes and kernel, without a driver.

out = run(
    OperationType.ADD,
    [given(TENSOR_FLOAT32, [[1, 2]]), given(TENSOR_FLOAT32, [3]), given(INT32, 0)],
    [out(TENSOR_FLOAT32)],
)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import ArrayLike

from conformance.hal import INFO, OperandType, OperationType
from conformance.operations import OperandView, create_call, find_definition
from conformance.operations.definition.operands import Array


def given(
    type_: OperandType, values: ArrayLike, *, scale: float = 0.0, zero_point: int = 0
) -> OperandView:
    """Return an input with a known value (storage codes of a quantized type).

    The scale is rounded to float32, as in the HAL's data structures.
    """
    array = np.array(values, dtype=INFO[type_].dtype)
    if not INFO[type_].tensor:
        array = array.reshape(())
    array.flags.writeable = False
    scale = float(np.float32(scale))
    return OperandView(type_, array.shape, scale=scale, zero_point=zero_point, value=array)


def out(type_: OperandType, *, scale: float = 0.0, zero_point: int = 0) -> OperandView:
    """Return an output tensor of unknown rank."""
    return OperandView(type_, None, scale=float(np.float32(scale)), zero_point=zero_point)


def run(op: OperationType, inputs: Sequence[OperandView], output: OperandView) -> Array:
    """Return the output of one call in which everything is known.

    Asserts that the conditions hold, and that the output has the predicted shape and its type's
    dtype.
    """
    found = find_definition(op)
    assert found is not None, f"{op.name} has no definition"
    call = create_call(found, inputs, [output])
    for condition in found.conditions:
        if condition.until is None or call.version < condition.until:
            message = condition.check(call)
            assert message is None, f"{condition.name}: {message}"
    (shape,) = found.known_shapes(call)
    (result,) = found.compile(call)([view.value for view in inputs])
    assert result.shape == shape
    assert output.info is not None
    assert result.dtype == output.info.dtype
    return result


def code_of(real: Fraction | float, view: OperandView) -> int:
    """Return the exact code of a real number: ties rounded away from zero, clamped."""
    steps = Fraction(real) / Fraction(view.scale)
    nearest = floor(abs(steps) + Fraction(1, 2)) * (1 if steps >= 0 else -1)
    assert view.info is not None
    low, high = view.info.code_range
    return min(max(nearest + view.zero_point, low), high)
