"""PAD and PAD_V2 against a loop over the output's indexes."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32
TYPES = [
    (F32, 0.0, 0),
    (T.TENSOR_FLOAT16, 0.0, 0),
    (Q8, 0.5, 9),
    (T.TENSOR_QUANT8_ASYMM_SIGNED, 2.0, -7),
]
SCALAR = {F32: T.FLOAT32, T.TENSOR_FLOAT16: T.FLOAT16}
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


@pytest.mark.parametrize(("type_", "scale", "zero_point"), TYPES)
@pytest.mark.parametrize(("shape", "paddings"), SHAPES)
def test_pad_with_a_value(
    type_: T,
    scale: float,
    zero_point: int,
    shape: tuple[int, ...],
    paddings: list[list[int]],
) -> None:
    count = int(np.prod(shape))
    source = given(type_, range(count), shape=shape, scale=scale, zero_point=zero_point)
    value = given(SCALAR.get(type_, T.INT32), 77)
    target = out(type_, scale=scale, zero_point=zero_point)
    got = run(Op.PAD_V2, [source, given(I32, paddings), value], [target])[0]
    assert np.array_equal(got, _expected(source, paddings, 77))


@pytest.mark.parametrize("op", [Op.PAD, Op.PAD_V2])
def test_conditions(op: Op) -> None:
    value = [given(T.FLOAT32, 1.5)] if op is Op.PAD_V2 else []
    source, target = given(F32, [[1, 2]]), [out(F32)]

    def verdict(paddings: list[list[int]]) -> list[str]:
        return broken(op, [source, given(I32, paddings), *value], target)

    assert verdict([[0, 1], [1, 0]]) == []
    assert verdict([[0, 1]]) == ["paddings_shape"]
    assert verdict([[0, 1, 1], [1, 0, 1]]) == ["paddings_shape"]
    assert verdict([[0, 1], [-1, 0]]) == ["paddings_not_negative"]
    codes = given(Q8, [[1, 2]], scale=0.5)
    code = [given(T.INT32, 1)] if op is Op.PAD_V2 else []
    paddings = given(I32, [[0, 1], [1, 0]])
    assert broken(op, [codes, paddings, *code], [out(Q8, scale=0.25)]) == ["output_quantization"]


def test_pad_value_is_undefined_before_1_2() -> None:
    paddings = given(I32, [[1, 1]])
    for zero_point, names in ((0, []), (3, ["pad_value_defined"])):
        source = given(Q8, [1], scale=0.5, zero_point=zero_point)
        target = [out(Q8, scale=0.5, zero_point=zero_point)]
        assert broken(Op.PAD, [source, paddings], target, Version.V1_1) == names
        assert broken(Op.PAD, [source, paddings], target, Version.V1_2) == []


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32)]
    source, paddings = given(F32, [1, 2]), given(I32, [[0, 1]])
    for inputs in ([unknown(F32, (None,)), paddings], [source, unknown(I32, (1, 2))]):
        with pytest.raises(Unknown):
            output_shapes(Op.PAD, inputs, target)
    assert undecided(Op.PAD, [source, unknown(I32, (1, 2))], target) == ["paddings_not_negative"]
    assert undecided(Op.PAD, [source, unknown(I32, (None, 2))], target) == [
        "paddings_shape",
        "paddings_not_negative",
    ]
    assert broken(Op.PAD, [source, unknown(I32, (2, None))], target) == ["paddings_shape"]
    assert undecided(Op.PAD, [unknown(F32), paddings], target) == ["paddings_shape"]


@pytest.mark.parametrize(
    ("type_", "value", "code"),
    [(Q8, 256 + 77, 77), (Q8, -1, 255), (T.TENSOR_QUANT8_ASYMM_SIGNED, 200, -56)],
)
def test_only_the_low_byte_of_the_pad_value_is_used(type_: T, value: int, code: int) -> None:
    inputs = [given(type_, [1], scale=0.5), given(I32, [[0, 1]]), given(T.INT32, value)]
    assert run(Op.PAD_V2, inputs, [out(type_, scale=0.5)])[0].tolist() == [1, code]
