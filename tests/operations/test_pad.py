"""The value that PAD uses before HAL 1.2."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from tests.operations.op_runner import broken, given, out

Q8, I32 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32


def test_pad_value_is_undefined_before_1_2() -> None:
    paddings = given(I32, [[1, 1]])
    for zero_point, names in ((0, []), (3, ["pad_value_defined"])):
        source = given(Q8, [1], scale=0.5, zero_point=zero_point)
        target = [out(Q8, scale=0.5, zero_point=zero_point)]
        assert broken(Op.PAD, [source, paddings], target, Version.V1_1) == names
        assert broken(Op.PAD, [source, paddings], target, Version.V1_2) == []
