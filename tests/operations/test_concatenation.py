"""CONCATENATION against plain loops; requantization against exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

OP = Op.CONCATENATION
F32, F16, Q8, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)


def _axis(value: int) -> OperandView:
    return given(T.INT32, value)


@pytest.mark.parametrize("type_", [F32, F16, Q8, Q8S])
@pytest.mark.parametrize(
    ("shapes", "axis"),
    [
        ([(3,)], 0),
        ([(2,), (3,), (1,)], 0),
        ([(2, 1), (2, 3)], 1),
        ([(1, 2, 2), (1, 1, 2)], 1),
        ([(1, 2, 1, 3), (2, 2, 1, 3)], 0),
        ([(2, 1, 1, 1), (2, 1, 1, 2), (2, 1, 1, 1)], 3),
        ([(0, 2), (3, 2)], 0),
        ([(0, 2), (0, 1)], 1),
    ],
)
def test_joins_along_the_axis(type_: T, shapes: list[tuple[int, ...]], axis: int) -> None:
    start = 0
    inputs = []
    for shape in shapes:
        count = int(np.prod(shape))
        inputs.append(given(type_, range(start, start + count), shape=shape, scale=1.0))
        start += count
    got = run(OP, [*inputs, _axis(axis)], [out(type_, scale=1.0)])[0]
    assert got.shape[axis] == sum(shape[axis] for shape in shapes)
    expected = {}
    offset = 0
    for view in inputs:
        assert view.value is not None
        for index in np.ndindex(*view.shape):
            moved = (*index[:axis], index[axis] + offset, *index[axis + 1 :])
            expected[moved] = view.value[index]
        offset += view.shape[axis]
    assert {index: got[index] for index in np.ndindex(*got.shape)} == expected


@pytest.mark.parametrize(
    ("type_", "low", "target"),
    [(Q8, 0, (0.5, 10)), (Q8, 0, (2.0, 128)), (Q8S, -128, (0.3, -4)), (Q8S, -128, (3.0, 100))],
)
def test_requantizes_each_input(type_: T, low: int, target: tuple[float, int]) -> None:
    codes = range(low, low + 256)
    result = out(type_, scale=target[0], zero_point=target[1])
    inputs = [
        given(type_, codes, scale=target[0], zero_point=target[1]),
        given(type_, codes, scale=1.0, zero_point=low + 100),
        given(type_, codes, scale=0.25, zero_point=low),
    ]
    got = run(OP, [*inputs, _axis(0)], [result])[0].tolist()
    assert got == [
        code_of((code - view.zero_point) * Fraction(view.scale), result)
        for view in inputs
        for code in codes
    ]
    assert got[:256] == list(codes)


def test_conditions() -> None:
    a, b = given(F32, np.zeros((2, 3))), given(F32, np.zeros((2, 4)))
    target = [out(F32)]
    assert broken(OP, [a, b, _axis(1)], target) == []
    assert broken(OP, [a, b, _axis(0)], target) == ["sizes_agree"]
    assert broken(OP, [a, given(F32, [1.0]), _axis(0)], target) == ["sizes_agree"]
    for axis in (-1, 2):
        assert broken(OP, [a, a, _axis(axis)], target) == ["axis_in_range"]


def test_one_quantization_before_1_2() -> None:
    inputs = [given(Q8, [1], scale=0.5), given(Q8, [1], scale=0.25), _axis(0)]
    target = [out(Q8, scale=0.5)]
    assert broken(OP, inputs, target, Version.V1_1) == ["one_quantization"]
    assert broken(OP, inputs, target, Version.V1_2) == []
    same = [inputs[0], inputs[0], _axis(0)]
    assert broken(OP, same, target, Version.V1_0) == []
    assert broken(OP, same, [out(Q8, scale=0.5, zero_point=1)], Version.V1_0) == [
        "one_quantization"
    ]


def test_undecided_conditions_of_unknown_operands() -> None:
    known, target = given(F32, np.zeros((2, 3))), [out(F32)]
    partial = unknown(F32, (None, 3))
    assert undecided(OP, [known, partial, _axis(1)], target) == ["sizes_agree"]
    assert undecided(OP, [known, partial, _axis(0)], target) == []
    assert broken(OP, [unknown(F32, (None, 4)), known, _axis(0)], target) == ["sizes_agree"]
    assert undecided(OP, [unknown(F32), known, _axis(0)], target) == ["sizes_agree"]
    assert broken(OP, [unknown(F32), known, _axis(5)], target) == ["axis_in_range"]
    for inputs in ([known, partial, _axis(0)], [known, known, unknown(T.INT32)]):
        with pytest.raises(Unknown):
            output_shapes(OP, inputs, target)
