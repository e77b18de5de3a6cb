"""Conditions of RESIZE_BILINEAR on operands that are not known yet."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
    given,
    out,
    output_shapes,
    undecided,
    unknown,
)

OP = Op.RESIZE_BILINEAR
F32 = T.TENSOR_FLOAT32


def _int(value: int) -> OperandView:
    return given(T.INT32, value)


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32)]
    partial = unknown(F32, (None, 2, None, 1))
    factors = [given(T.FLOAT32, 1.0), given(T.FLOAT32, 1.0)]
    open_image = ["image_not_empty"]
    assert undecided(OP, [partial, _int(1), _int(1)], target) == open_image
    assert undecided(OP, [partial, *factors], target) == ["width_is_positive", *open_image]
    source = given(F32, np.zeros((1, 2, 3, 1)))
    width_open = [source, unknown(T.INT32), _int(1)]
    assert undecided(OP, width_open, target) == ["width_is_positive"]
    for inputs in ([partial, _int(1), _int(1)], width_open):
        with pytest.raises(Unknown):
            output_shapes(OP, inputs, target)
    batch_open = unknown(F32, (None, 2, 3, 1))
    assert undecided(OP, [batch_open, *factors], target) == []
