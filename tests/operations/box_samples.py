"""Seeded boxes and scores for the tests of the box operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from conformance.hal import OperandType as T
from conformance.operations import OperandView
from tests.operations.op_runner import given, out

F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
Q8, Q8S = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
Q16 = T.TENSOR_QUANT16_ASYMM
QUANTIZED = (Q8, Q8S)


def tensor_of(
    type_: T, values: Any, *, scale: float = 1 / 128, zero_point: int | None = None
) -> OperandView:
    """Return scores or pixels as an input; real values are converted to codes."""
    array = np.asarray(values, np.float64)
    if type_ not in QUANTIZED:
        return given(type_, array)
    point = (70 if type_ == Q8 else -60) if zero_point is None else zero_point
    low, high = (0, 255) if type_ == Q8 else (-128, 127)
    codes = np.clip(np.rint(array / scale) + point, low, high)
    return given(type_, codes, scale=scale, zero_point=point)


def boxes_of(primary: T, values: Any) -> OperandView:
    """Return boxes in units of 1/8 as an input, of the type that the primary type requires."""
    array = np.asarray(values, np.float64)
    if primary in QUANTIZED:
        return given(Q16, np.rint(array * 8), scale=0.125)
    return given(primary, array)


def like(view: OperandView) -> OperandView:
    """Return an output with the operand's type and quantization."""
    return out(view.type, scale=view.scale, zero_point=view.zero_point)


def ints(*values: int) -> list[OperandView]:
    """Return INT32 scalars."""
    return [given(T.INT32, value) for value in values]


def indexes(values: Any) -> OperandView:
    """Return a TENSOR_INT32."""
    return given(T.TENSOR_INT32, values)


def flag(value: bool) -> OperandView:
    """Return a BOOL scalar."""
    return given(T.BOOL, value)


def floats(primary: T, *values: float) -> list[OperandView]:
    """Return float scalars of the width that the primary type requires."""
    return [given(T.FLOAT16 if primary == F16 else T.FLOAT32, value) for value in values]


def random_boxes(
    choose: np.random.Generator, count: int, width: float, height: float
) -> np.ndarray:
    """Return [count, 4] boxes inside an image, in units of 1/8; some have no width or height."""
    corners = choose.integers(0, [int(width * 8) + 1, int(height * 8) + 1], (2, count, 2)) / 8
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)], axis=1)


def changed(inputs: list[OperandView], position: int, **attributes: Any) -> list[OperandView]:
    """Return the inputs with one replaced by a copy whose given attributes differ."""
    view = inputs[position]
    settings: dict[str, Any] = {
        "scale": view.scale, "zero_point": view.zero_point, "value": view.value,
    }  # fmt: skip
    settings.update(attributes)
    value = settings["value"]
    dims = None if value is None else value.shape
    made = OperandView(view.type, settings.pop("dims", dims), **settings)
    return [*inputs[:position], made, *inputs[position + 1 :]]


Edit = Callable[[np.ndarray], np.ndarray]


def edited(inputs: list[OperandView], position: int, edit: Edit) -> list[OperandView]:
    """Return the inputs with the values of one changed."""
    value = inputs[position].value
    assert value is not None
    return changed(inputs, position, value=edit(value.copy()))
