"""Exact sums and their rounding, against Python's integers and fractions, and long doubles."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from tests.operations.op_runner import code_of, given, out, run

T = OperandType
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
DEPTHS = (519, 960, 1280)


def exact(rows, weights, bias, points, product: Fraction, target) -> list[list[int]]:
    """Return the codes of the exact sums; ``product`` is that of the scales of the inputs."""
    wide = np.asarray(rows, np.int64) - points[0], np.asarray(weights, np.int64) - points[1]
    sums = wide[0] @ wide[1].T + np.asarray(bias, np.int64)
    return [[code_of(int(total) * product, target) for total in row] for row in sums]


def fully_connected(type_, rows, weights, bias, points, scales, target):
    inputs = [
        given(type_, rows, scale=scales[0], zero_point=points[0]),
        given(type_, weights, scale=scales[1], zero_point=points[1]),
        given(T.TENSOR_INT32, bias, scale=np.float32(scales[0]) * np.float32(scales[1])),
        given(T.INT32, 0),
    ]
    result = run(OperationType.FULLY_CONNECTED, inputs, target)
    product = Fraction(inputs[0].scale) * Fraction(inputs[1].scale)
    assert result.tolist() == exact(rows, weights, bias, points, product, target)
    return result


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("points", [(0, 0), (255, 255), (0, 255), (128, 1)])
def test_extreme_unsigned_sums(depth: int, points: tuple[int, int]) -> None:
    """With all codes at an end, sums reach depth * 255 * 255, far above 2**24."""
    random = np.random.default_rng(depth)
    ends = np.array([0, 255], np.uint8)
    rows = np.stack([np.full(depth, 0), np.full(depth, 255), random.choice(ends, depth)])
    weights = np.stack([np.full(depth, 255), random.choice(ends, depth), np.full(depth, 0)])
    rows[:, -1] ^= 1  # odd sums, so that a lost last bit changes the result
    limit = 2**31 - 1 - depth * 255 * 255
    bias = np.array([1, -limit, limit], np.int64)
    # The largest sums are within the range of codes; one code corresponds to about a million.
    target = out(U8, scale=2.0**20, zero_point=128)
    fully_connected(U8, rows, weights, bias, points, (1.0, 1.0), target)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("points", [(0, 0), (-128, 0), (127, -128), (-5, 7)])
def test_extreme_signed_sums(depth: int, points: tuple[int, int]) -> None:
    random = np.random.default_rng(depth)
    ends = np.array([-128, 127], np.int8)
    rows = np.stack([np.full(depth, -128), np.full(depth, 127), random.choice(ends, depth)])
    weights = np.stack([np.full(depth, -128), random.choice(ends, depth), np.full(depth, 127)])
    rows[:, 0] ^= 1
    bias = random.integers(-(2**20), 2**20, 3)
    target = out(I8, scale=2.0**18, zero_point=-3)
    fully_connected(I8, rows, weights, bias, points, (1.0, 1.0), target)


@pytest.mark.parametrize("depth", DEPTHS)
def test_last_bit_of_a_large_sum_is_kept(depth: int) -> None:
    """The bias cancels most of the sum, and the rest is the code."""
    rows = np.full((1, depth), 255)
    weights = np.full((3, depth), 255)
    total = depth * 255 * 255
    result = fully_connected(
        U8,
        rows,
        weights,
        np.array([3 - total, 4 - total, 250 - total]),
        (0, 0),
        (1.0, 1.0),
        out(U8, scale=1.0),
    )
    assert result.tolist() == [[3, 4, 250]]


@pytest.mark.parametrize("depth", [257, 259, 301, 515])
def test_sums_between_2_24_and_2_25_are_exact(depth: int) -> None:
    """The first odd integers that float32 cannot represent."""
    total = depth * 255 * 255
    assert 2**24 - 2**17 < total < 2**25
    target = out(U8, scale=1.0)
    rows, weights = np.full((1, depth), 255), np.full((2, depth), 255)
    arguments = (rows, weights, [3 - total, 8 - total], (0, 0), (1.0, 1.0), target)
    assert fully_connected(U8, *arguments).tolist() == [[3, 8]]


@pytest.mark.parametrize("seed", range(6))
def test_random_scales(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(-128, 128, (40, 33))
    weights = random.integers(-128, 128, (9, 33))
    bias = random.integers(-3000, 3000, 9)
    scales = tuple(float(np.float32(s)) for s in random.uniform(0.001, 0.1, 2))
    target = out(I8, scale=scales[0] * scales[1] * random.uniform(300, 3000), zero_point=9)
    points = (int(random.integers(-128, 128)), int(random.integers(-128, 128)))
    fully_connected(I8, rows, weights, bias, points, scales, target)


@pytest.mark.parametrize("output_scale", [1.5, 0.75, 3.0, 0.1, 7.0])
def test_ties_of_inexact_multipliers(output_scale: float) -> None:
    """With ratios such as 1/3 the double multiplier is inexact, but ties must be recognized."""
    rows = np.arange(-128, 128)[:, None]
    target = out(I8, scale=output_scale)
    fully_connected(I8, rows, [[1], [3], [49]], [0, 0, 1], (0, 0), (0.5, 0.5), target)
    fully_connected(I8, rows, [[1], [7], [-3]], [0, 1, 0], (0, 0), (0.1, 0.5), target)


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_long_float_sums_are_rounded_once(type_: OperandType) -> None:
    """The error is at most one unit in the last place, also where large terms cancel."""
    random = np.random.default_rng(4096)
    rows, weights = (given(type_, random.normal(0, 2, (n, 4096))) for n in (2, 3))
    terms = rows.value.astype(np.longdouble)[:, None] * weights.value.astype(np.longdouble)
    inputs = [rows, weights, given(type_, [0, 0, 0]), given(T.INT32, 0)]
    sums = run(OperationType.FULLY_CONNECTED, inputs, out(type_))
    wide = random.normal(0, 2, (2, 8192))
    wide[:, ::2] = 1000 - wide[:, 1::2]
    reduced = given(type_, np.concatenate([wide, -wide[:, ::-1], [[1], [3]]], axis=1))
    inputs = [reduced, given(T.TENSOR_INT32, [1]), given(T.BOOL, False)]
    total = run(OperationType.REDUCE_SUM, inputs, out(type_))
    for found, exact in (
        (sums, terms.sum(-1)),
        (total, reduced.value.astype(np.longdouble).sum(-1)),
    ):
        assert (np.abs(found - exact) <= np.spacing(np.abs(found))).all()
