"""Random numbers, scales and tables are reproducible, within bounds and uniformly distributed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conformance.hal import INFO, OperandType
from generators.construction import tensor_values
from generators.construction.operand_builder import (
    fit_quantization,
    grid_scale,
    representable_range,
    scale_above,
    scale_at_least,
)
from generators.construction.random_source import RandomSource

_QUANTIZED = [info.type for info in INFO.values() if info.quantized and info.tensor]


def test_numbers_are_scaled_raw_words_of_pcg64() -> None:
    words = np.random.PCG64(7).random_raw(64)
    halves = [half for word in words.tolist() for half in (word & 0xFFFFFFFF, word >> 32)]
    draws = RandomSource(7)
    assert [draws.below(1000) for _ in range(128)] == [h * 1000 >> 32 for h in reversed(halves)]


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
