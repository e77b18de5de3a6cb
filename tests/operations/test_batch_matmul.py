"""BATCH_MATMUL against sums of exact fractions in plain loops."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, code_of, given, out, reals_of, run, unknown

F32, F16, I32, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_INT32,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)
FLAGS = list(product((False, True), repeat=2))


def call(left: OperandView, right: OperandView, x: bool, y: bool) -> list[OperandView]:
    return [left, right, given(T.BOOL, x), given(T.BOOL, y)]


def exact(
    left: list[Fraction], right: list[Fraction], sizes: tuple[int, ...], x: bool, y: bool
) -> list[Fraction]:
    batches, rows, depth, columns = sizes
    return [
        sum(
            (
                left[b * rows * depth + (i * rows + r if x else r * depth + i)]
                * right[b * depth * columns + (c * depth + i if y else i * columns + c)]
                for i in range(depth)
            ),
            Fraction(0),
        )
        for b, r, c in product(range(batches), range(rows), range(columns))
    ]


def operand(
    type_: T, batches: int, shape: tuple[int, int], turned: bool, seed: int, **more: float
) -> OperandView:
    dims = (batches, *(shape[::-1] if turned else shape))
    low, high = (-128, 128) if type_ == Q8S else (-9, 10)
    values = np.random.default_rng(seed).integers(low, high, dims)
    return given(type_, values, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("type_", [F32, F16, I32])
@pytest.mark.parametrize(("x", "y"), FLAGS)
def test_whole_numbers(type_: T, x: bool, y: bool) -> None:
    left, right = operand(type_, 2, (3, 4), x, 1), operand(type_, 2, (4, 2), y, 2)
    got = run(Op.BATCH_MATMUL, call(left, right, x, y), [out(type_)])[0]
    assert left.value is not None
    assert right.value is not None
    numbers = [[Fraction(v) for v in view.value.ravel().tolist()] for view in (left, right)]
    assert got.shape == (2, 3, 2)
    assert got.ravel().tolist() == exact(numbers[0], numbers[1], (2, 3, 4, 2), x, y)


@pytest.mark.parametrize(("x", "y"), FLAGS)
@pytest.mark.parametrize("scale", [0.11, 1.0, 0.003])
def test_codes(x: bool, y: bool, scale: float) -> None:
    left = operand(Q8S, 2, (3, 4), x, 3, scale=0.02, zero_point=5)
    right = operand(Q8S, 2, (4, 2), y, 4, scale=0.03, zero_point=-90)
    target = out(Q8S, scale=scale, zero_point=-11)
    got = run(Op.BATCH_MATMUL, call(left, right, x, y), [target])[0]
    sums = exact(reals_of(left), reals_of(right), (2, 3, 4, 2), x, y)
    assert got.ravel().tolist() == [code_of(value, target) for value in sums]


def test_ties_are_rounded_away_from_zero() -> None:
    left = given(Q8S, [[1]], scale=0.5)
    right = given(Q8S, [[3, 5, -3, -5]], scale=1.0)
    got = run(Op.BATCH_MATMUL, call(left, right, False, False), [out(Q8S, scale=1.0)])[0]
    assert got.tolist() == [[2, 3, -2, -3]]


def test_rank_4_against_torch() -> None:
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(5)
    left, right = (given(F32, rng.normal(size=s)) for s in ((2, 3, 4, 5), (2, 3, 5, 6)))
    got = run(Op.BATCH_MATMUL, call(left, right, False, False), [out(F32)])[0]
    wanted = torch.tensor(left.value).double() @ torch.tensor(right.value).double()
    np.testing.assert_array_equal(got, wanted.float().numpy())


@pytest.mark.parametrize(
    ("left", "right", "names"),
    [
        ((2, 3), (3, 4), []),
        ((2, 3), (4, 3), ["inner_sizes_agree"]),
        ((2, 3), (1, 3, 4), ["ranks_agree"]),
        ((2, 2, 3), (3, 3, 4), ["batches_agree"]),
        ((1, 2, 3), (2, 3, 4), ["batches_agree"]),
        ((None, 2, 3), (2, 3, 4), []),
    ],
)
def test_conditions(
    left: tuple[int | None, ...], right: tuple[int | None, ...], names: list[str]
) -> None:
    inputs = call(unknown(F32, left), unknown(F32, right), False, False)
    assert broken(Op.BATCH_MATMUL, inputs, [out(F32)]) == names
