"""ADD, SUB, MUL, DIV against exact arithmetic in plain Python."""

from __future__ import annotations

import operator
import warnings
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    output_shapes,
    reals_of,
    run,
    undecided,
    unknown,
)

EXACT = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul, Op.DIV: operator.truediv}
ALL = tuple(EXACT)
BOUNDS = {0: (None, None), 1: (0, None), 2: (-1, 1), 3: (0, 6)}


def act(code: int = 0) -> OperandView:
    return given(T.INT32, code)


def clamp(value: Fraction, activation: int) -> Fraction:
    low, high = BOUNDS[activation]
    if low is not None and value < low:
        return Fraction(low)
    if high is not None and value > high:
        return Fraction(high)
    return value


@pytest.mark.parametrize("activation", BOUNDS)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize("op", ALL)
def test_floats_are_rounded_once(op: Op, type_: T, activation: int) -> None:
    first = given(type_, [0.1, -2.7, 3.3, 1e3, -0.5, 7.0, 1 / 3])
    second = given(type_, [0.2, 1.1, -0.7, 0.05, -0.25, 2.0, -9.0])
    exact = [
        clamp(EXACT[op](Fraction(a), Fraction(b)), activation)
        for a, b in zip(first.value.tolist(), second.value.tolist(), strict=True)
    ]
    # Each expected value differs from the exact one by at most half a unit in the last place.
    got = run(op, [first, second, act(activation)], [out(type_)])[0]
    for value, wanted in zip(got.tolist(), exact, strict=True):
        half_ulp = Fraction(float(np.spacing(got.dtype.type(abs(value))))) / 2
        assert abs(Fraction(value) - wanted) <= half_ulp


@pytest.mark.parametrize("op", ALL)
def test_broadcasting(op: Op) -> None:
    first = given(T.TENSOR_FLOAT32, np.arange(1, 9), shape=(4, 1, 2))
    second = given(T.TENSOR_FLOAT32, np.arange(1, 61), shape=(5, 4, 3, 1))
    got = run(op, [first, second, act()], [out(T.TENSOR_FLOAT32)])[0]
    assert got.shape == (5, 4, 3, 2)
    for i, j, k, n in [(0, 0, 0, 0), (4, 3, 2, 1), (2, 1, 0, 1)]:
        a, b = 1 + 2 * j + n, 1 + 12 * i + 3 * j + k
        assert got[i, j, k, n] == np.float32(EXACT[op](a, b))


@pytest.mark.parametrize("op", ALL)
@pytest.mark.parametrize(
    ("first", "second", "result"),
    [((0, 3), (1, 3), (0, 3)), ((2, 1), (2, 0), (2, 0)), ((0,), (2, 1), (2, 0))],
)
def test_zero_sizes(op: Op, first: tuple, second: tuple, result: tuple) -> None:
    types = [T.TENSOR_FLOAT32, T.TENSOR_INT32]
    types += [T.TENSOR_QUANT8_ASYMM] if op != Op.DIV else []
    for type_ in types:
        inputs = [
            given(type_, np.ones(first), scale=0.5),
            given(type_, np.ones(second), scale=0.5),
            act(),
        ]
        assert run(op, inputs, [out(type_, scale=1.0)])[0].shape == result


@pytest.mark.parametrize(
    ("op", "a", "b", "expected"),
    [
        (Op.ADD, [2**31 - 1, -(2**31), 5], [1, -1, -8], [-(2**31), 2**31 - 1, -3]),
        (Op.SUB, [-(2**31), 2**31 - 1, 5], [1, -1, 8], [2**31 - 1, -(2**31), -3]),
        (Op.MUL, [65536, 2**31 - 1, -7], [65536, 2, 6], [0, -2, -42]),
        (Op.DIV, [5, -5, 5, -5, 6], [2, 2, -2, -2, 3], [2, -3, -3, 2, 2]),
    ],
)
def test_int32(op: Op, a: list[int], b: list[int], expected: list[int]) -> None:
    inputs = [given(T.TENSOR_INT32, a), given(T.TENSOR_INT32, b), act()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(op, inputs, [out(T.TENSOR_INT32)])[0].tolist() == expected


def test_int32_division_by_zero_and_overflow_raise_no_warning() -> None:
    inputs = [given(T.TENSOR_INT32, [7, -(2**31)]), given(T.TENSOR_INT32, [0, -1]), act()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(Op.DIV, inputs, [out(T.TENSOR_INT32)])[0].tolist()[0] == 0


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_ieee_special_values(type_: T) -> None:
    inf, nan = float("inf"), float("nan")
    biggest = float(np.finfo(given(type_, [0]).value.dtype).max)
    cases = [
        (Op.DIV, 1.0, 0.0, inf),
        (Op.DIV, -1.0, 0.0, -inf),
        (Op.DIV, 0.0, 0.0, nan),
        (Op.ADD, inf, -inf, nan),
        (Op.ADD, biggest, biggest, inf),
        (Op.SUB, inf, 1.0, inf),
        (Op.MUL, 0.0, inf, nan),
        (Op.MUL, nan, 1.0, nan),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for op, a, b, wanted in cases:
            got = run(op, [given(type_, [a]), given(type_, [b]), act()], [out(type_)])[0]
            np.testing.assert_array_equal(got, [wanted], f"{op.name} {a} {b}")


QUANTIZED = [
    (T.TENSOR_QUANT8_ASYMM, (0.5, 128), (0.25, 3), (1.0, 100)),
    (T.TENSOR_QUANT8_ASYMM, (0.1, 0), (0.07, 255), (0.0113, 7)),
    (T.TENSOR_QUANT8_ASYMM_SIGNED, (0.5, -128), (0.5, 127), (2.0, 0)),
    (T.TENSOR_QUANT8_ASYMM_SIGNED, (1e-3, 5), (0.37, -9), (0.011, -128)),
]


@pytest.mark.parametrize("activation", BOUNDS)
@pytest.mark.parametrize(("type_", "q0", "q1", "q2"), QUANTIZED)
@pytest.mark.parametrize("op", [Op.ADD, Op.SUB, Op.MUL])
def test_quantized_is_the_exact_result_rounded_half_away(
    op: Op, type_: T, q0: tuple, q1: tuple, q2: tuple, activation: int
) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = [low, low + 1, low + 2, low + 127, low + 128, low + 129, low + 200, low + 255]
    first = given(type_, np.repeat(codes, 8), scale=q0[0], zero_point=q0[1])
    second = given(type_, np.tile(codes, 8), scale=q1[0], zero_point=q1[1])
    target = out(type_, scale=max(q2[0], 1.01 * q0[0] * q1[0]), zero_point=q2[1])
    low_real, high_real = BOUNDS[activation]
    floor_code = low if low_real is None else max(low, code_of(low_real, target))
    top_code = low + 255 if high_real is None else min(low + 255, code_of(high_real, target))
    expected = [
        min(max(code_of(EXACT[op](a, b), target), floor_code), top_code)
        for a, b in zip(reals_of(first), reals_of(second), strict=True)
    ]
    assert run(op, [first, second, act(activation)], [target])[0].tolist() == expected


def test_ties_are_rounded_away_from_real_zero() -> None:
    first = given(T.TENSOR_QUANT8_ASYMM, [11, 9, 13, 7], scale=0.5, zero_point=10)
    zero = given(T.TENSOR_QUANT8_ASYMM, [0], scale=1.0)
    target = out(T.TENSOR_QUANT8_ASYMM, scale=1.0, zero_point=50)
    # 0.5, -0.5, 1.5, -1.5
    assert run(Op.ADD, [first, zero, act()], [target])[0].tolist() == [51, 49, 52, 48]


@pytest.mark.parametrize("op", ALL)
def test_conditions(op: Op) -> None:
    x = given(T.TENSOR_FLOAT32, [[1, 2]])
    i = given(T.TENSOR_INT32, [[1, 2]])
    target, int_target = [out(T.TENSOR_FLOAT32)], [out(T.TENSOR_INT32)]
    assert broken(op, [x, x, act(3)], target) == []
    assert broken(op, [x, x, act(4)], target) == ["activation_code"]
    assert broken(op, [x, x, act(-1)], target) == ["activation_code"]
    assert broken(op, [i, i, act(0)], int_target) == []
    assert broken(op, [i, i, act(1)], int_target) == ["integer_activation"]
    three = given(T.TENSOR_FLOAT32, [1, 2, 3])
    assert broken(op, [x, three, act()], target) == ["compatible_shapes"]
    zero = given(T.TENSOR_FLOAT32, np.ones((1, 0)))
    assert broken(op, [x, zero, act()], target) == ["compatible_shapes"]


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


@pytest.mark.parametrize(
    ("op", "type_", "since"),
    [
        (Op.ADD, T.TENSOR_QUANT8_ASYMM, Version.V1_0),
        (Op.SUB, T.TENSOR_QUANT8_ASYMM, Version.V1_2),
        (Op.SUB, T.TENSOR_FLOAT32, Version.V1_1),
        (Op.DIV, T.TENSOR_INT32, Version.V1_3),
        (Op.DIV, T.TENSOR_QUANT8_ASYMM, None),
        (Op.MUL, T.TENSOR_FLOAT16, Version.V1_2),
    ],
)
def test_type_versions(op: Op, type_: T, since: Version | None) -> None:
    found = find_definition(op)
    assert found is not None
    assert found.types.get(type_) == since
