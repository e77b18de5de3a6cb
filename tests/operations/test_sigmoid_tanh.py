"""LOGISTIC and TANH against ``math``."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from tests.operations.op_runner import (
    given,
    out,
    run,
)


def test_hand_computed_codes() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[0, 1, -1]], scale=1.0)
    # 0.5, 0.7310586, 0.2689414 times 256 minus 128; 0, 0.7615942, -0.7615942 times 128.
    logistic_out = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=1 / 256, zero_point=-128)
    assert run(Op.LOGISTIC, [x], [logistic_out])[0].tolist() == [[0, 59, -59]]
    tanh_out = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=1 / 128)
    assert run(Op.TANH, [x], [tanh_out])[0].tolist() == [[0, 97, -97]]
