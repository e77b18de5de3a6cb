"""Random numbers, scales and tables are reproducible, within bounds and uniformly distributed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.hal import INFO, OperandType
from generators.construction import tensor_values
from generators.construction.quantization import (
    fit_quantization,
    grid_scale,
    representable_range,
    scale_above,
    scale_at_least,
)
from generators.construction.random_source import RandomSource

_ASYMMETRIC = [OperandType.TENSOR_QUANT8_ASYMM, OperandType.TENSOR_QUANT8_ASYMM_SIGNED]
_QUANTIZED = [info.type for info in INFO.values() if info.quantized and info.tensor]


def test_numbers_are_scaled_raw_words_of_pcg64() -> None:
    words = np.random.PCG64(7).random_raw(64)
    halves = [half for word in words.tolist() for half in (word & 0xFFFFFFFF, word >> 32)]
    draws = RandomSource(7)
    assert [draws.below(1000) for _ in range(128)] == [h * 1000 >> 32 for h in reversed(halves)]


@given(st.integers(0, 2**128), st.integers(1, 1 << 20))
def test_below_returns_numbers_below_the_limit(seed: int, limit: int) -> None:
    draws = RandomSource(seed)
    assert all(0 <= draws.below(limit) < limit for _ in range(10))


def test_numbers_are_uniformly_distributed() -> None:
    draws = RandomSource(1)
    counts = Counter(draws.between(3, 7) for _ in range(5000))
    assert set(counts) == {3, 4, 5, 6, 7}
    assert all(850 < count < 1150 for count in counts.values())


def test_items_are_drawn_in_proportion_to_their_weights() -> None:
    draws = RandomSource(2)
    counts = Counter(draws.weighted_index([100, 100, 400]) for _ in range(5000))
    assert counts[1] == 0
    assert 0.22 < counts[0] / 5000 < 0.28


def test_shuffling_keeps_the_items() -> None:
    assert sorted(RandomSource(3).shuffled(range(20))) == list(range(20))


@given(st.floats(1e-6, 1e6))
def test_scales_are_the_smallest_sufficient_ones_of_the_grid(least: float) -> None:
    scale = scale_at_least(least)
    grid = {grid_scale(quarters, e) for quarters in range(4) for e in range(-24, 24)}
    assert scale in grid
    assert scale >= least
    assert not any(least <= other < scale for other in grid)
    assert scale_above(scale) > scale


def test_products_of_scales_are_exact_float32() -> None:
    grid = [grid_scale(quarters, e) for quarters in range(4) for e in (-9, -4, 1)]
    for first in grid:
        for second in grid:
            product = Fraction(first) * Fraction(second)
            assert Fraction(float(np.float32(first * second))) == product


@given(
    st.sampled_from(_QUANTIZED), st.floats(-1e4, 1e4), st.floats(-1e4, 1e4), st.floats(0.0, 10.0)
)
def test_a_fitted_quantization_covers_the_range_with_most_of_its_codes(
    type_: OperandType, one: float, other: float, above: float
) -> None:
    low, high = min(one, other, 0.0), max(one, other, 0.0)
    scale, zero_point = fit_quantization(type_, low, high, above)
    least, most = representable_range(type_, scale, zero_point)
    assert scale > above
    assert least - scale <= low
    assert high <= most + scale
    info = INFO[type_]
    assert info.zero_points[0] <= zero_point <= info.zero_points[1]


@pytest.mark.parametrize("type_", _ASYMMETRIC)
def test_a_fitted_quantization_wastes_less_than_half_of_the_codes(type_: OperandType) -> None:
    scale, _ = fit_quantization(type_, -3.0, 5.0)
    assert 8.0 / scale > 128


@pytest.mark.parametrize(
    ("type_", "kind", "low", "high"),
    [
        (OperandType.TENSOR_FLOAT32, tensor_values.ANY, -2.0, 2.0),
        (OperandType.TENSOR_FLOAT16, tensor_values.POSITIVE, 0.0625, 4.0),
        (OperandType.TENSOR_INT32, tensor_values.POSITIVE_INT, 1, 20),
        (OperandType.TENSOR_QUANT8_ASYMM, tensor_values.ANY, 0, 255),
        (OperandType.TENSOR_QUANT8_ASYMM_SIGNED, tensor_values.ANY, -128, 127),
        (OperandType.TENSOR_QUANT16_SYMM, tensor_values.ANY, -32768, 32767),
        (OperandType.TENSOR_BOOL8, tensor_values.ANY, 0, 1),
    ],
)
def test_tables_use_their_whole_range(
    type_: OperandType, kind: tensor_values.ValueDistribution, low: float, high: float
) -> None:
    info = INFO[type_]
    data = tensor_values.draw_data(RandomSource(0), type_, kind, 10_000)
    array = np.frombuffer(data, info.dtype).astype(np.float64)
    assert len(array) == 10_000
    assert low <= array.min() <= low + 0.05 * (high - low) + 0.01
    assert high - 0.05 * (high - low) - 0.01 <= array.max() <= high


def test_special_tables_contain_every_special_value_of_the_format() -> None:
    data = tensor_values.draw_data(
        RandomSource(0), OperandType.TENSOR_FLOAT32, tensor_values.SPECIAL, 20_000
    )
    array = np.frombuffer(data, np.float32)
    assert np.isnan(array).any()
    assert np.isposinf(array).any()
    assert np.isneginf(array).any()
    assert ((array != 0) & (np.abs(array) < np.finfo(np.float32).tiny)).any(), "denormals"
    assert (np.signbit(array) & (array == 0)).any(), "negative zero"
    assert np.isfinite(array).mean() > 0.8


def test_ties_repeat_values() -> None:
    data = tensor_values.draw_data(
        RandomSource(0), OperandType.TENSOR_FLOAT32, tensor_values.TIES, 1000
    )
    assert len(set(np.frombuffer(data, np.float32).tolist())) <= 9
