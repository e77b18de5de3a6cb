"""REDUCE_* against loops in plain Python, and torch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")

RULE = {
    Op.REDUCE_ALL: all,
    Op.REDUCE_ANY: any,
    Op.REDUCE_MAX: max,
    Op.REDUCE_MIN: min,
    Op.REDUCE_PROD: math.prod,
    Op.REDUCE_SUM: sum,
}
TYPES = {op: [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16] for op in RULE}
TYPES |= {op: [T.TENSOR_BOOL8] for op in (Op.REDUCE_ALL, Op.REDUCE_ANY)}
for ordered in (Op.REDUCE_MAX, Op.REDUCE_MIN):
    TYPES[ordered] = [*TYPES[ordered], T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]
CASES = [(op, type_) for op, types in TYPES.items() for type_ in types]


def reduce(op: Op, x: OperandView, axes: Sequence[int], keep: bool) -> np.ndarray:
    inputs = [x, given(T.TENSOR_INT32, axes), given(T.BOOL, keep)]
    target = out(x.type, scale=x.scale, zero_point=x.zero_point)
    return run(op, inputs, [target])[0]


def looped(op: Op, x: np.ndarray, axes: set[int]) -> dict[tuple[int, ...], Fraction]:
    groups: dict[tuple[int, ...], list] = {}
    for index in itertools.product(*map(range, x.shape)):
        key = tuple(i for axis, i in enumerate(index) if axis not in axes)
        groups.setdefault(key, []).append(Fraction(x[index].item()))
    return {key: RULE[op](values) for key, values in groups.items()}


@pytest.mark.parametrize(("op", "type_"), CASES)
@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((4,), [0]),
        ((3, 4), [1]),
        ((3, 4), [-2]),
        ((2, 3, 4), [0, 2]),
        ((2, 3, 4), [-1, 1, 2, 1]),
        ((2, 1, 3, 2), [0, -1, 1, 2]),
        ((2, 2, 3, 2), [2]),
    ],
)
def test_small_tensors(op: Op, type_: T, shape: tuple, axes: list[int]) -> None:
    rng = np.random.default_rng(21)
    low, high = {T.TENSOR_BOOL8: (0, 2), T.TENSOR_QUANT8_ASYMM: (0, 256)}.get(type_, (-3, 4))
    scale = 0.5 if type_.name.startswith("TENSOR_QUANT8") else 0.0
    x = given(type_, rng.integers(low, high, shape), scale=scale, zero_point=0)
    reduced = {axis % len(shape) for axis in axes}
    wanted = looped(op, x.value, reduced)
    got = reduce(op, x, axes, keep=False)
    kept = reduce(op, x, axes, keep=True)
    assert got.shape == (tuple(s for i, s in enumerate(shape) if i not in reduced) or (1,))
    assert kept.shape == tuple(1 if i in reduced else s for i, s in enumerate(shape))
    for key, value in wanted.items():
        assert got[key or (0,)] == value
    assert got.ravel().tolist() == kept.ravel().tolist()


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_sums_and_products_are_rounded_once(type_: T) -> None:
    x = given(type_, [0.1] * 1000 + [1000.0] + [-0.1] * 999)
    assert reduce(Op.REDUCE_SUM, x, [0], keep=False)[0] == float(
        x.value.dtype.type(1000.0 + float(x.value[0]))
    )
    x = given(type_, [200.0, 300.0, 2.0, 0.001, 0.5])
    exact = math.prod(Fraction(v) for v in x.value.tolist())
    got = reduce(Op.REDUCE_PROD, x, [0], keep=False)
    assert got[0] == x.value.dtype.type(float(exact))


def test_overflow_of_sum_and_product_raises_no_warning() -> None:
    x = given(T.TENSOR_FLOAT16, [60000.0, 60000.0])
    assert reduce(Op.REDUCE_SUM, x, [0], keep=False).tolist() == [math.inf]
    assert reduce(Op.REDUCE_PROD, x, [0], keep=False).tolist() == [math.inf]
    x = given(T.TENSOR_FLOAT32, [math.inf, -math.inf])
    assert np.isnan(reduce(Op.REDUCE_SUM, x, [0], keep=True)[0])


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_extreme_elements(type_: T) -> None:
    x = given(type_, [[-math.inf, -5.0], [math.inf, 5.0], [math.nan, 0.0]])
    for op, wanted in [
        (Op.REDUCE_MAX, [-5.0, math.inf, math.nan]),
        (Op.REDUCE_MIN, [-math.inf, 5.0, math.nan]),
    ]:
        np.testing.assert_array_equal(reduce(op, x, [1], keep=False), wanted)


def test_any_byte_but_zero_is_true() -> None:
    stored = np.array([[0, 2], [255, 1], [0, 0]], np.uint8).view(np.bool_)
    x = given(T.TENSOR_BOOL8, stored)
    got = reduce(Op.REDUCE_ALL, x, [1], keep=False)
    assert got.view(np.uint8).tolist() == [0, 1, 0]
    got = reduce(Op.REDUCE_ANY, x, [1], keep=False)
    assert got.view(np.uint8).tolist() == [1, 1, 0]


@pytest.mark.parametrize(("op", "type_"), CASES)
def test_axes_in_range(op: Op, type_: T) -> None:
    x = unknown(type_, (2, 3), scale=0.5)
    target = [out(type_, scale=0.5)]
    keep = given(T.BOOL, False)
    for axes, names in [
        ([0, -2, 1], []),
        ([2], ["axes_in_range"]),
        ([0, -3], ["axes_in_range"]),
    ]:
        assert broken(op, [x, given(T.TENSOR_INT32, axes), keep], target) == names
    open_ = [x, unknown(T.TENSOR_INT32, (1,)), keep]
    assert undecided(op, open_, target) == ["axes_in_range"]
    with pytest.raises(Unknown):
        output_shapes(op, open_, target)


@pytest.mark.parametrize("op", [Op.REDUCE_MAX, Op.REDUCE_MIN])
def test_quantization_must_be_the_same(op: Op) -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, [1], scale=0.5, zero_point=3)
    inputs = [x, given(T.TENSOR_INT32, [0]), given(T.BOOL, True)]
    for scale, zero_point in [(0.25, 3), (0.5, 4)]:
        target = [out(T.TENSOR_QUANT8_ASYMM, scale=scale, zero_point=zero_point)]
        assert broken(op, inputs, target) == ["output_quantization"]


def test_legal_types() -> None:
    for op, types in TYPES.items():
        assert set(find_definition(op).types) == set(types)


@pytest.mark.parametrize("op", [op for op in RULE if op not in (Op.REDUCE_ALL, Op.REDUCE_ANY)])
def test_against_torch(op: Op) -> None:
    torch = pytest.importorskip("torch")
    x = given(T.TENSOR_FLOAT32, np.random.default_rng(22).normal(size=(3, 4, 5, 2)))
    name = {Op.REDUCE_MAX: "amax", Op.REDUCE_MIN: "amin"}.get(op, op.name[7:].lower())
    for axis in range(4):
        for keep in (False, True):
            other = getattr(torch, name)(torch.tensor(x.value), dim=axis, keepdim=keep).numpy()
            got = reduce(op, x, [axis], keep)
            np.testing.assert_allclose(got, other, rtol=1e-5, atol=1e-6)
