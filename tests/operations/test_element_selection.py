"""Conditions of EXPAND_DIMS, GATHER, SLICE, SPLIT, TILE, PACK, MIRROR_PAD, REVERSE and others."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, undecided, unknown

F32, F16, I32 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32
Q8, Q8S = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED


def scale_of(type_: T) -> float:
    return 0.5 if type_ in (Q8, Q8S) else 0.0


def source(type_: T, *shape: int, first: int = 0) -> OperandView:
    count = int(np.prod(shape))
    return given(type_, range(first, first + count), shape=shape, scale=scale_of(type_))


def target(type_: T = F32) -> OperandView:
    return out(type_, scale=scale_of(type_))


def number(value: int) -> OperandView:
    return given(T.INT32, value)


def vector(*values: int) -> OperandView:
    return given(I32, values)


X = source(F32, 2, 4)
BROKEN: list[tuple[Op, list[OperandView], int, list[str]]] = [
    (Op.EXPAND_DIMS, [X, number(3)], 1, ["axis_in_range"]),
    (Op.EXPAND_DIMS, [X, number(-4)], 1, ["axis_in_range"]),
    (Op.EXPAND_DIMS, [X, number(-3)], 1, []),
    (Op.GATHER, [X, number(1), vector(0, 4)], 1, ["indices_in_range"]),
    (Op.GATHER, [X, number(1), vector(-1)], 1, ["indices_in_range"]),
    (Op.GATHER, [X, number(0), vector(1)], 1, []),
    (Op.SLICE, [X, vector(0), vector(1, 1)], 1, ["begin_length"]),
    (Op.SLICE, [X, vector(0, 0), vector(1, 1, 1)], 1, ["size_length"]),
    (Op.SLICE, [X, vector(3, 0), vector(-1, 1)], 1, ["inside_the_input"]),
    (Op.SLICE, [X, vector(-1, 0), vector(1, 1)], 1, ["inside_the_input"]),
    (Op.SLICE, [X, vector(0, 0), vector(1, -2)], 1, ["inside_the_input"]),
    (Op.SLICE, [X, vector(0, 2), vector(1, 3)], 1, ["inside_the_input"]),
    (Op.SLICE, [X, vector(0, 2), vector(1, 2)], 1, []),
    (Op.SPLIT, [X, number(2), number(2)], 2, ["axis_in_range"]),
    (Op.SPLIT, [X, number(1), number(4)], 2, ["num_splits_is_output_count"]),
    (Op.SPLIT, [X, number(1), number(3)], 3, ["axis_divisible"]),
    (Op.GATHER, [X, number(-3), vector(0)], 1, ["axis_in_range"]),
    (Op.CHANNEL_SHUFFLE, [X, number(2), number(2)], 1, ["axis_in_range"]),
    (Op.TILE, [X, vector(1)], 1, ["multiples_length"]),
    (Op.TILE, [X, vector(1, -1)], 1, ["multiples_not_negative"]),
    (Op.CHANNEL_SHUFFLE, [X, number(0), number(1)], 1, ["num_groups_range"]),
    (Op.CHANNEL_SHUFFLE, [X, number(3), number(1)], 1, ["channels_divisible"]),
    (Op.CHANNEL_SHUFFLE, [X, number(2), number(-2)], 1, []),
    (Op.PACK, [number(3), X], 1, ["axis_in_range"]),
    (Op.PACK, [number(-1), X], 1, ["axis_in_range"]),
    (Op.PACK, [number(0), X, source(F32, 4, 2)], 1, ["shapes_agree"]),
    (Op.PACK, [number(0), X, source(F32, 8)], 1, ["shapes_agree"]),
    (Op.MIRROR_PAD, [X, given(I32, [[1, 0]]), number(0)], 1, ["paddings_shape"]),
    (Op.MIRROR_PAD, [X, given(I32, [[-1, 0], [0, 0]]), number(0)], 1, ["paddings_not_negative"]),
    (Op.MIRROR_PAD, [X, given(I32, [[0, 0], [0, 0]]), number(2)], 1, ["mode_code"]),
    (Op.MIRROR_PAD, [X, given(I32, [[2, 0], [0, 0]]), number(0)], 1, ["paddings_not_above_size"]),
    (Op.MIRROR_PAD, [X, given(I32, [[2, 0], [0, 4]]), number(1)], 1, []),
    (Op.MIRROR_PAD, [X, given(I32, [[0, 0], [0, 5]]), number(1)], 1, ["paddings_not_above_size"]),
    (Op.REVERSE, [X, vector(0, 1)], 1, ["one_axis"]),
    (Op.REVERSE, [X, vector(2)], 1, ["axis_in_range"]),
    (Op.REVERSE, [X, vector(-1)], 1, ["axis_in_range"]),
]  # fmt: skip


@pytest.mark.parametrize(("op", "inputs", "outputs", "names"), BROKEN)
def test_conditions(op: Op, inputs: list[OperandView], outputs: int, names: list[str]) -> None:
    assert broken(op, inputs, [target()] * outputs) == names


CODES = given(Q8, [[1, 2]], scale=0.5, zero_point=3)


@pytest.mark.parametrize(
    ("op", "inputs", "name"),
    [
        (Op.EXPAND_DIMS, [CODES, number(0)], "output_quantization"),
        (Op.GATHER, [CODES, number(0), vector(0)], "output_quantization"),
        (Op.SLICE, [CODES, vector(0, 0), vector(1, 1)], "output_quantization"),
        (Op.SPLIT, [CODES, number(0), number(1)], "output_quantization"),
        (Op.TILE, [CODES, vector(1, 1)], "output_quantization"),
        (Op.CHANNEL_SHUFFLE, [CODES, number(1), number(0)], "output_quantization"),
        (Op.PACK, [number(0), CODES], "one_quantization"),
        (Op.MIRROR_PAD, [CODES, given(I32, [[0, 0]] * 2), number(0)], "output_quantization"),
        (Op.REVERSE, [CODES, vector(0)], "output_quantization"),
    ],
)
def test_output_quantization_must_equal_the_input_quantization(
    op: Op, inputs: list[OperandView], name: str
) -> None:
    assert broken(op, inputs, [out(Q8, scale=0.5, zero_point=3)]) == []
    assert broken(op, inputs, [out(Q8, scale=0.25, zero_point=3)]) == [name]
    assert broken(op, inputs, [out(Q8, scale=0.5, zero_point=4)]) == [name]


@pytest.mark.parametrize(
    ("op", "inputs", "names"),
    [
        (Op.GATHER, [X, number(0), unknown(I32, (2,))], ["indices_in_range"]),
        (Op.SLICE, [X, vector(0, 0), unknown(I32, (2,))], ["inside_the_input"]),
        (Op.TILE, [X, unknown(I32, (None,))], ["multiples_length", "multiples_not_negative"]),
        (Op.REVERSE, [X, unknown(I32, (None,))], ["one_axis", "axis_in_range"]),
        (Op.PACK, [number(0), unknown(F32)], ["axis_in_range", "shapes_agree"]),
        (Op.SPLIT, [unknown(F32, (None, 2)), number(0), number(1)], ["axis_divisible"]),
    ],
)
def test_undecided_conditions_of_unknown_operands(
    op: Op, inputs: list[OperandView], names: list[str]
) -> None:
    assert undecided(op, inputs, [target()]) == names
    if op not in (Op.GATHER, Op.REVERSE):
        with pytest.raises(Unknown):
            output_shapes(op, inputs, [target()])
