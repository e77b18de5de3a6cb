"""PAD and PAD_V2 against a loop over the output's indexes."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run

F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32
TYPES = [
    (F32, 0.0, 0),
    (T.TENSOR_FLOAT16, 0.0, 0),
    (Q8, 0.5, 9),
    (T.TENSOR_QUANT8_ASYMM_SIGNED, 2.0, -7),
]
SHAPES = [
    ((3,), [[1, 2]]),
    ((2, 2), [[0, 0], [0, 0]]),
    ((2, 3), [[0, 1], [2, 0]]),
    ((1, 2, 2), [[1, 0], [0, 1], [0, 0]]),
    ((1, 2, 1, 2), [[0, 0], [1, 1], [0, 2], [1, 0]]),
]


def _expected(source: OperandView, paddings: list[list[int]], value: float) -> np.ndarray:
    assert source.value is not None
    sizes = [b + n + a for n, (b, a) in zip(source.shape, paddings, strict=True)]
    result = np.empty(sizes, source.value.dtype)
    for index in np.ndindex(*sizes):
        origin = tuple(i - b for i, (b, _) in zip(index, paddings, strict=True))
        inside = all(0 <= i < n for i, n in zip(origin, source.shape, strict=True))
        result[index] = source.value[origin] if inside else value
    return result


@pytest.mark.parametrize(("type_", "scale", "zero_point"), TYPES)
@pytest.mark.parametrize(("shape", "paddings"), SHAPES)
def test_pad_with_zero(
    type_: T,
    scale: float,
    zero_point: int,
    shape: tuple[int, ...],
    paddings: list[list[int]],
) -> None:
    count = int(np.prod(shape))
    source = given(type_, range(20, 20 + count), shape=shape, scale=scale, zero_point=zero_point)
    target = out(type_, scale=scale, zero_point=zero_point)
    got = run(Op.PAD, [source, given(I32, paddings)], [target])[0]
    assert np.array_equal(got, _expected(source, paddings, zero_point))


def test_pad_value_is_undefined_before_1_2() -> None:
    paddings = given(I32, [[1, 1]])
    for zero_point, names in ((0, []), (3, ["pad_value_defined"])):
        source = given(Q8, [1], scale=0.5, zero_point=zero_point)
        target = [out(Q8, scale=0.5, zero_point=zero_point)]
        assert broken(Op.PAD, [source, paddings], target, Version.V1_1) == names
        assert broken(Op.PAD, [source, paddings], target, Version.V1_2) == []
