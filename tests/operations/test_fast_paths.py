"""Algorithms for large arrays give the same elements as the direct ones.

Expected values come from numpy's own conversions and selections, and from integer arithmetic.
"""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import find_definition
from conformance.operations.definition.definition import OperandView
from conformance.operations.families.boxes import _overlaps, best_first, columns_of, hard_nms
from conformance.operations.kernels.elementwise import quantizer
from conformance.operations.kernels.fast_paths import (
    first_outside,
    in_blocks,
    lookup,
    rearrange,
    round_to,
    select_elements,
    sortable_bits,
    sortable_integers,
    tabulated_by_pair,
    tabulated_by_pattern,
    to_float32,
)
from conformance.operations.quantize import _through_float32

MANY = 70000
PATTERNS = np.arange(1 << 16, dtype=np.uint16).view(np.float16)


def same(one, other):
    assert one.dtype == other.dtype
    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "f2", "f4", "i4", "f8"])
@pytest.mark.parametrize("size", [0, 3, 5000])
def test_choose(dtype, size):
    random = np.random.default_rng(3)
    one, other = (random.integers(0, 2**7, size).astype(dtype) for _ in range(2))
    condition = random.integers(0, 2, size).astype(bool)
    same(select_elements(condition, one, other), np.where(condition, one, other))


def test_choose_accepts_views_and_keeps_nan_and_signs():
    one = np.array([[np.nan, -0.0, np.inf]] * 3000, np.float32)
    other = np.broadcast_to(np.float32(-0.0), (3000, 3))
    condition = (np.arange(9000) % 2 == 0).reshape(3, 3000).T
    found, wanted = select_elements(condition, one, other), np.where(condition, one, other)
    same(found, wanted)
    same(np.signbit(found), np.signbit(wanted))


def test_conversions_equal_numpys():
    finite = PATTERNS[np.isfinite(PATTERNS)]
    for halves in (PATTERNS, finite):
        same(to_float32(halves), halves.astype(np.float32))
    with np.errstate(all="ignore"):
        exact = finite.astype(np.float64)
        above = np.nextafter(exact, np.inf)
        below = np.nextafter(exact, -np.inf)
        middle = (exact[:-1] + exact[1:]) / 2
        least = np.ldexp(1.0, -25)
        for values in (exact, above, below, middle, exact + least, np.linspace(-1e-4, 1e-4, MANY)):
            for wide in (values, values.astype(np.float32)):
                found, wanted = round_to(wide, np.float16), wide.astype(np.float16)
                same(found.view(np.uint16), wanted.view(np.uint16))  # zeros have signs
        huge = np.tile(np.float32([65519, 65520, -1e9, np.inf, -np.inf, np.nan, 0, -0.0]), 999)
        same(round_to(huge, np.float16), huge.astype(np.float16))
    same(round_to(huge, np.float32), huge)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.uint8, np.int32])
def test_ordered_numbers_compare_as_the_values(dtype):
    values = np.array([0.0, -0.0, 1e-7, -1e-7, 1, -1, 2.5, -2.5, 6e4, -6e4, np.inf, -np.inf])
    if dtype in (np.uint8, np.int32):
        values = np.array([0, 1, 127, 128, 255])
    values = values.astype(dtype)
    places = sortable_integers(values).astype(np.int64)
    same(places[:, None] < places, values[:, None] < values)
    same(places[:, None] == places, values[:, None] == values)


def test_sortable_bits_of_all_float16_values_keep_their_order_and_are_invertible():
    bits = PATTERNS.view(np.int16)
    places = sortable_bits(bits)
    same(sortable_bits(places), bits)
    by_place = PATTERNS[np.argsort(places)].astype(np.float64)
    numbers = by_place[~np.isnan(by_place)]
    assert (numbers[:-1] <= numbers[1:]).all()
    assert sortable_bits(np.float16([-0.0, 0.0]).view(np.int16)).tolist() == [-1, 0]


@pytest.mark.parametrize(
    ("split", "order"),
    [
        ((2, 3, 4, 5), (1, 0, 2, 3)),  # rows of 20
        ((2, 3, 4, 5), (1, 0, 3, 2)),  # none
        ((2, 3, 2, 2), (2, 0, 1, 3)),  # of 2: too short
        ((2, 3, 4, 5), (0, 1, 2, 3)),  # one row is all
        ((2, 0, 4, 5), (1, 0, 2, 3)),
        ((2, 3, 0, 5), (1, 0, 2, 3)),
    ],
)
def test_rearranged(split, order):
    values = np.arange(np.prod(split), dtype=np.int16)
    moved = values.reshape(split).transpose(order)
    result = (moved.shape[0], -1 if values.size else 0)
    same(rearrange(split, order, result)(values), moved.reshape(result))


def test_by_pattern_uses_a_table_only_for_many_float16_values():
    calls = []

    def function(values):
        calls.append(values.size)
        return values + values

    doubled = tabulated_by_pattern(function)
    values = np.resize(PATTERNS, MANY)
    with np.errstate(all="ignore"):
        for _ in range(2):
            same(doubled(values), values + values)
        assert calls == [1 << 16]
        same(doubled(values[:10]), values[:10] + values[:10])
        single = values.astype(np.float32)
        same(doubled(single), single + single)
    assert calls == [1 << 16, 10, MANY]


@pytest.mark.parametrize("dtype", ["u1", "i1"])
def test_by_pairs_equals_the_function_and_broadcasts(dtype):
    def function(first, second):
        return (first.astype(np.int32) * 3 - second).astype(np.int16)

    random = np.random.default_rng(4)
    first = random.integers(0, 256, (700, 100)).astype(np.uint8).view(dtype)
    second = random.integers(0, 256, 100).astype(np.uint8).view(dtype)
    fast = tabulated_by_pair(function)
    same(fast(first, second), function(first, second))
    same(fast(second, first), function(second, first))
    same(fast(first[:2], second), function(first[:2], second))


@pytest.mark.parametrize("size", [0, 1, 1 << 15, (1 << 15) + 1, 100000])
def test_in_blocks(size):
    values = np.arange(size, dtype=np.float32)
    same(in_blocks(lambda part: part.astype(np.float64) * 2)(values), values.astype("f8") * 2)


@pytest.mark.parametrize("scale", [0.1, 1 / 256, 3e-39, 1e30])
@pytest.mark.parametrize("zero_point", [0, 100, 255])
def test_quantize_by_float32_is_exact_where_it_matters(scale, zero_point):
    view = OperandView(
        OperandType.TENSOR_QUANT8_ASYMM,
        (MANY,),
        scale=float(np.float32(scale)),
        zero_point=zero_point,
    )
    random = np.random.default_rng(5)
    steps = random.integers(-300, 600, MANY) / 2 - zero_point  # half of them ties
    with np.errstate(all="ignore"):
        values = (steps * view.scale).astype(np.float32)
        values = np.where(random.integers(0, 2, MANY), values, np.nextafter(values, np.float32(9)))
    exactly = quantizer(view)
    found = _through_float32(lambda part: exactly(part.astype(np.float64)), view)(
        values.astype(np.float32)
    )
    for value, code in zip(values[:2000].tolist(), found[:2000].tolist(), strict=True):
        ratio = Fraction(value) / Fraction(view.scale)
        away = int(abs(ratio) + Fraction(1, 2)) * (1 if ratio >= 0 else -1)
        assert code == min(max(away + zero_point, 0), 255)


@pytest.mark.parametrize("dtype", ["u1", "i1", "f4"])
@pytest.mark.parametrize("size", [0, 10, MANY])
def test_looked_up(dtype, size):
    table = np.arange(256)[::-1].astype(np.uint8).astype(dtype)
    codes = np.resize(np.arange(256, dtype=np.uint8), size).reshape(-1, 2).T.view(np.int8)
    found = lookup(table, codes)
    same(found, table[codes.view(np.uint8)])
    assert found.flags.writeable


def test_first_outside():
    assert first_outside(np.array([], np.int32), 0) is None
    assert first_outside(np.array([0, 4, 2], np.int32), 5) is None
    assert first_outside(np.array([0, 5, -1], np.int32), 5) == 5
    assert first_outside(np.array([0, -1, 5], np.int32), 5) == -1


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("most", [None, 1, 3, 50])
@pytest.mark.parametrize("shape", [(40,), (7, 9), (0,)])
def test_best_first(dtype, most, shape):
    """Compare with Python's stable sort of each row.

    Many scores are equal, and zeros have both signs.
    """
    scores = np.random.default_rng(8).integers(-3, 3, shape).astype(dtype)
    scores[scores == 2] = -0.0
    rows = scores.tolist() if len(shape) > 1 else [scores.tolist()]
    wanted = [sorted(range(len(row)), key=lambda i: -row[i])[:most] for row in rows]
    found = best_first(scores, most).tolist()
    assert found == (wanted if len(shape) > 1 else wanted[0])


@pytest.mark.parametrize("limit", [1, 40, 1000])
@pytest.mark.parametrize("count", [0, 1, 128, 129, 400])
def test_hard_nms_equals_the_sequential_definition(count, limit):
    """Against the definition: a box is kept if it overlaps no box that was kept before."""
    random = np.random.default_rng(6)
    corner = random.uniform(0, 60, (count, 2))
    boxes = np.concatenate([corner, corner + random.uniform(5, 20, (count, 2))], axis=1)
    order = best_first(random.uniform(size=count))
    columns = np.vstack([boxes.T, (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])])
    kept = []
    for box in order.tolist():
        if len(kept) < limit and all(
            _overlaps(columns[:, box], columns[:, [other]])[0] < 0.3 for other in kept
        ):
            kept.append(box)
    assert hard_nms(columns_of(boxes), order, 0.3, limit).tolist() == kept


@pytest.mark.parametrize("dtype", ["u1", "i1", "f4"])
@pytest.mark.parametrize("shape", [(50, 104), (50, 101), (3, 8)])
def test_bytes_are_reversed_in_words(dtype, shape):
    values = np.arange(np.prod(shape)).astype(dtype).reshape(shape)
    call = SimpleNamespace(value=lambda name: np.array([1]))
    (found,) = find_definition(OperationType.REVERSE).compile(call)([values])
    same(np.ascontiguousarray(found), np.ascontiguousarray(np.flip(values, 1)))
