"""SOFTMAX against its formula in plain Python."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import (
    given,
    out,
    run,
)

PARAMETERS = {T.TENSOR_QUANT8_ASYMM: (1 / 256, 0), T.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128)}


def target_of(type_: T) -> OperandView:
    scale, zero_point = PARAMETERS.get(type_, (0.0, 0))
    return out(type_, scale=scale, zero_point=zero_point)


def inputs_of(x: OperandView, beta: float, axis: int | None) -> list[OperandView]:
    beta_type = T.FLOAT16 if x.type == T.TENSOR_FLOAT16 else T.FLOAT32
    inputs = [x, given(beta_type, beta)]
    return inputs if axis is None else [*inputs, given(T.INT32, axis)]


AXES = [((5,), None), ((2, 3), None), ((2, 3, 4), 1), ((2, 3, 4), -3), ((2, 3, 2, 4), None)]
AXES += [((2, 3, 2, 4), axis) for axis in range(-4, 4)]


def test_all_values_far_below_zero() -> None:
    x = given(T.TENSOR_FLOAT32, [[-1000, -1000]])
    got = run(Op.SOFTMAX, inputs_of(x, 1.0, None), [out(T.TENSOR_FLOAT32)])[0]
    assert got.tolist() == [[0.5, 0.5]]
    y = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[-100] * 4], scale=20.0)
    got = run(Op.SOFTMAX, inputs_of(y, 1.0, None), [target_of(y.type)])[0]
    assert got.tolist() == [[-64] * 4]
