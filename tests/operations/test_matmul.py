"""Exact integer sums and their rounding, against Python's integers and fractions."""

from __future__ import annotations

import threading
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations.kernels import matmul
from conformance.operations.kernels.matmul import QuantFinish, Weights, even_ranges, scratch
from tests.operations.op_runner import given, out, run
from tests.operations.window_formulas import half_away

T = OperandType
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
DEPTHS = (519, 960, 1280)


def exact(rows, weights, bias, points, ratio: Fraction, target) -> list[list[int]]:
    low, high = (0, 255) if target.type == U8 else (-128, 127)
    return [
        [
            min(
                max(
                    half_away(
                        ratio
                        * (
                            sum(
                                (int(a) - points[0]) * (int(b) - points[1])
                                for a, b in zip(row, unit, strict=False)
                            )
                            + int(offset)
                        )
                    )
                    + target.zero_point,
                    low,
                ),
                high,
            )
            for unit, offset in zip(weights, bias, strict=False)
        ]
        for row in rows
    ]


def fully_connected(type_, rows, weights, bias, points, scales, target):
    inputs = [
        given(type_, rows, scale=scales[0], zero_point=points[0]),
        given(type_, weights, scale=scales[1], zero_point=points[1]),
        given(T.TENSOR_INT32, bias, scale=np.float32(scales[0]) * np.float32(scales[1])),
        given(T.INT32, 0),
    ]
    (result,) = run(OperationType.FULLY_CONNECTED, inputs, [target])
    ratio = Fraction(inputs[0].scale) * Fraction(inputs[1].scale) / Fraction(target.scale)
    assert result.tolist() == exact(rows, weights, bias, points, ratio, target)
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


def finish_one(totals: list[int], ratio: Fraction, largest: int) -> tuple[list[int], QuantFinish]:
    finish = QuantFinish([0], [ratio], largest, out(I8, scale=1.0), 0)
    block = np.array(totals, np.float64).reshape(-1, 1)
    result = np.empty(block.shape, np.int8)
    finish(block, result)
    return result.ravel().tolist(), finish


def near_ties() -> list[tuple[int, Fraction]]:
    """Return sums and legal multipliers whose product is a tie, or very close to one."""
    found = []
    for total in (3, 1001, 65537, 2**20 + 1, 2**24 - 3):
        for tie in (Fraction(1, 2), Fraction(-3, 2), Fraction(77, 2)):
            base = abs(tie) / total
            for hair in (-1, 0, 1):
                ratio = base * (1 + hair * Fraction(1, 2**60))
                found.append((total if tie > 0 else -total, ratio))
    return found


@pytest.mark.parametrize(("total", "ratio"), near_ties())
def test_close_calls_are_exact(total: int, ratio: Fraction) -> None:
    result, _ = finish_one([total, 0, -total], ratio, 2**24)
    assert result == [half_away(total * ratio), 0, half_away(-total * ratio)]


def test_search_confirms_absence_of_close_calls() -> None:
    """If the continued fraction excludes close products, a search over all sums finds none."""
    random = np.random.default_rng(4)
    ruled_out = 0
    for _ in range(60):
        numerator, denominator = (int(v) for v in random.integers(2**49, 2**52, 2))
        ratio = Fraction(numerator, denominator << 3)
        totals = np.arange(1, 400)
        distances = [abs(2 * t * ratio % 2 - 1) / 2 for t in totals.tolist()]
        # The distance is chosen so that some multipliers are excluded and others are not.
        if matmul._has_no_close_call(ratio, 399):
            ruled_out += 1
            assert min(distances) >= matmul._CLOSE
    assert ruled_out > 50
    close = Fraction(1, 2 * 377) * (1 + Fraction(1, 2**50))
    assert not matmul._has_no_close_call(close, 399)
    assert matmul._has_no_close_call(close, 376)


def test_tiled_weights_give_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(8)
    rows = random.integers(0, 256, (5, 70))
    weights = random.integers(0, 256, (31, 70))
    bias = random.integers(-9000, 9000, 31)
    arguments = (rows, weights, bias, (17, 99), (0.5, 0.25), out(U8, scale=700.0, zero_point=40))
    whole = fully_connected(U8, *arguments)
    monkeypatch.setattr(matmul, "_TILE", 300)
    assert len(Weights(np.zeros((31, 70), np.uint8), 0, np.float32).tiles) == 8
    np.testing.assert_array_equal(fully_connected(U8, *arguments), whole)


def test_blocks_give_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(9)
    rows = random.integers(-128, 128, (301, 20))
    weights = random.integers(-128, 128, (7, 20))
    arguments = (rows, weights, [0] * 7, (3, 0), (0.5, 0.25), out(I8, scale=90.0))
    monkeypatch.setattr(matmul, "BLOCK", 640)
    monkeypatch.setattr(matmul, "_LEAST_ROWS", 1)
    fully_connected(I8, *arguments)


def test_spans_cover_everything_once() -> None:
    for total in range(20):
        for most in range(1, 8):
            pieces = list(even_ranges(total, most))
            assert [i for start, stop in pieces for i in range(start, stop)] == list(range(total))
            assert all(0 < stop - start <= most for start, stop in pieces)


def test_scratch_belongs_to_its_thread() -> None:
    mine = scratch.take("test", (4,), np.float64)
    mine[:] = 1
    theirs: list[np.ndarray] = []

    def work() -> None:
        array = scratch.take("test", (4,), np.float64)
        array[:] = 2
        theirs.append(array)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert mine.tolist() == [1] * 4
    assert not np.shares_memory(mine, theirs[0])
    assert np.shares_memory(mine, scratch.take("test", (2,), np.float32))
