"""ADD, SUB, MUL, DIV against exact arithmetic in plain Python."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
    broken,
    given,
    out,
    output_shapes,
    undecided,
    unknown,
)

EXACT = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul, Op.DIV: operator.truediv}
ALL = tuple(EXACT)


def act(code: int = 0) -> OperandView:
    return given(T.INT32, code)


@pytest.mark.parametrize("type_", [T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED])
def test_product_scale(type_: T) -> None:
    x = given(type_, [1], scale=0.5)
    y = given(type_, [1], scale=0.25)
    assert broken(Op.MUL, [x, y, act()], [out(type_, scale=0.1250001)]) == []
    assert broken(Op.MUL, [x, y, act()], [out(type_, scale=0.125)]) == ["product_scale"]
    assert broken(Op.MUL, [x, y, act()], [out(type_, scale=0.1)]) == ["product_scale"]
    assert broken(Op.ADD, [x, y, act()], [out(type_, scale=0.1)]) == []
    # The rounded product of 0.1 and 0.1 is above the exact one; the scale must be above both.
    z = given(type_, [1], scale=0.1)
    product = float(np.float32(0.1) * np.float32(0.1))
    assert broken(Op.MUL, [z, z, act()], [out(type_, scale=product)]) == ["product_scale"]


@pytest.mark.parametrize("op", ALL)
def test_undecided_conditions(op: Op) -> None:
    x, target = given(T.TENSOR_FLOAT32, [[1, 2]]), [out(T.TENSOR_FLOAT32)]
    partly = unknown(T.TENSOR_FLOAT32, (None, 2))
    for inputs in ([x, unknown(T.TENSOR_FLOAT32), act()], [partly, partly, act()]):
        assert undecided(op, inputs, target) == ["compatible_shapes"]
        with pytest.raises(Unknown):
            output_shapes(op, inputs, target)
    # A size of 1 broadcasts to any size; a mismatch is found before the other sizes are known.
    one = given(T.TENSOR_FLOAT32, [[1]])
    assert undecided(op, [one, partly, act()], target) == []
    wrong = unknown(T.TENSOR_FLOAT32, (None, 3))
    assert broken(op, [partly, wrong, act()], target) == ["compatible_shapes"]
    assert undecided(op, [x, x, unknown(T.INT32)], target) == ["activation_code"]
    i = given(T.TENSOR_INT32, [1])
    assert undecided(op, [i, i, unknown(T.INT32)], [out(T.TENSOR_INT32)]) == [
        "activation_code",
        "integer_activation",
    ]
