"""Tensor data: windows of precomputed tables of random values.

A tensor of usual size needs a single random number, which selects the start of its window. A table
is identical on every machine, because it is computed from raw random words with integer arithmetic
and multiplications by powers of two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from conformance.cases.random_source import RandomSource
from conformance.hal import INFO, OperandType

_TABLE_LENGTH: Final = 1 << 16
_WINDOW_COUNT: Final = 1 << 12
_MAX_TABLES: Final = 192
"""Number of tables that are kept; the default profile uses about 150, of 64 to 256 KiB each."""
_BITS: Final = 24
_IMAGE_RANK: Final = 4


class ValueDistribution(NamedTuple):
    """A distribution of tensor values between ``low`` and ``high``."""

    name: str
    low: float
    high: float
    distinct_steps: int = 0
    """Number of equal steps into which the range is divided, so that values repeat; 0: no steps."""
    choices: tuple[int, ...] = ()
    """For plain integers: the only possible values; empty: the whole range."""
    specials: tuple[float, ...] = ()
    """For floats: numbers that replace a quarter of the elements; empty: none.

    With specials, a quarter of the codes of a quantized type are at the ends of its range.
    """
    scale_exponents: tuple[int, int] = (-8, -4)
    """For quantized types: the range of the binary logarithm of a new scale."""


ANY: Final = ValueDistribution("any", -2.0, 2.0)
TIES: Final = ValueDistribution("ties", -2.0, 2.0, 8)
POSITIVE: Final = ValueDistribution("positive", 0.0625, 4.0)
UNIT: Final = ValueDistribution("unit", 0.0, 1.0)
NEGATIVE: Final = ValueDistribution("negative", -4.0, -0.0625)
WEIGHT: Final = ValueDistribution("weight", -1.0, 1.0)
WIDE: Final = ValueDistribution("wide", -48.0, 48.0)
DIVISOR: Final = ValueDistribution("divisor", 0.0625, 4.0)
LOGITS: Final = ValueDistribution("logits", -120.0, 120.0)
LOW_LOGITS: Final = ValueDistribution("low logits", -128.0, -96.0)
HIGH_LOGITS: Final = ValueDistribution("high logits", 96.0, 128.0)
"""Inputs of a softmax, whose exponentials overflow in float32 unless the maximum is subtracted, or
all of whose exponentials are 0."""

_ANY_SIGN_FLOATS: Final = (
    *(np.nan, np.inf, -np.inf, -0.0, 0.0, 0.5, 1.5, -0.5, -1.5, 2.5, -2.5),
    *(1e-7, -1e-7, 6e-8, 65504.0, -65504.0, 1e4, 3e-39, -3e-39, 3e38, -3e38, 100.0, -100.0),
)
_NOT_NEGATIVE_FLOATS: Final = (0.0, np.inf, np.nan, 1e-7, 6e-8, 3e-39, 1e4, 65504.0, 3e38)
_LARGE_FLOATS: Final = (np.inf, np.nan, 1e4, 65504.0, 3e38)
SPECIAL: Final = ValueDistribution("special", -2.0, 2.0, specials=_ANY_SIGN_FLOATS)
SPECIAL_VARIANTS: Final = {
    ANY: SPECIAL,
    # 0 is among the values, so its lower end keeps the tensor from operations that exclude 0.
    POSITIVE: ValueDistribution("special positive", 0.0, 4.0, specials=_NOT_NEGATIVE_FLOATS),
    WIDE: ValueDistribution("special wide", -48.0, 48.0, specials=_ANY_SIGN_FLOATS),
    DIVISOR: ValueDistribution("special divisor", 0.0625, 4.0, specials=_LARGE_FLOATS),
}

_INFINITE_FLOATS: Final = (np.inf, -np.inf, 65504.0, -65504.0, 0.0, -0.0, 0.5, -1.5, 1.0, -1.0)
_RANGES: Final[Mapping[str, Mapping[ValueDistribution, ValueDistribution]]] = {
    "large": {
        ANY: ValueDistribution("large", -3000.0, 3000.0, scale_exponents=(-1, 3)),
        WIDE: ValueDistribution("large", -3000.0, 3000.0, scale_exponents=(-1, 3)),
        POSITIVE: ValueDistribution("large positive", 300.0, 60000.0, scale_exponents=(-1, 3)),
    },
    "small": {
        ANY: ValueDistribution("small", -0.01, 0.01, scale_exponents=(-14, -11)),
        POSITIVE: ValueDistribution(
            "small positive", 2.0**-12, 2.0**-6, scale_exponents=(-14, -11)
        ),
    },
    "negative": {
        ANY: NEGATIVE,
        WIDE: ValueDistribution("negative", -48.0, -0.0625),
    },
    "positive": {
        ANY: ValueDistribution("above 0", 0.5, 6.5),
        WIDE: ValueDistribution("above 0", 0.5, 48.0),
    },
    "offset": {
        ANY: ValueDistribution("offset", 40.0, 44.0),
        POSITIVE: ValueDistribution("offset", 40.0, 44.0),
    },
    "infinite": {
        ANY: ValueDistribution("infinite", -2.0, 2.0, specials=_INFINITE_FLOATS),
        WIDE: ValueDistribution("infinite", -2.0, 2.0, specials=_INFINITE_FLOATS),
    },
}
EXTREMES: Final = "extremes"
"""The range of tensors whose rows each have one value, an end of the type or an infinity."""
VALUE_RANGES: Final = (*_RANGES, EXTREMES)
"""Names of other ranges of values, which most tensors of a graph can have."""
FINITE_RANGES: Final = tuple(name for name in _RANGES if name != "infinite")

SMALL_INT: Final = ValueDistribution("small int", -100, 100)
POSITIVE_INT: Final = ValueDistribution("positive int", 1, 20)
NEGATIVE_INT: Final = ValueDistribution("negative int", -20, -1)
WIDE_INT: Final = ValueDistribution("wide int", -(2**30), 2**30)
BIAS_INT: Final = ValueDistribution("bias int", -2000, 2000)
WIDE_BIAS_INT: Final = ValueDistribution("wide bias int", -(2**17), 2**17)

Number = float | int
SPECIAL_INTEGERS: Final = (
    *(0, 1, -1, 2**31 - 1, -(2**31), 255, 256, -128, 32767),
    *(2**24 + 1, 2**30 + 37, -(2**30) - 37, 2**29 + 25, -(2**29) - 25, 2**14 - 3),
)
"""Ends of the ranges of integer types, and integers that float32 cannot represent.

float32 rounds 2^24 + 1 by one, and the integers near 2^29 and 2^30 by more. The product of two
factors 2^14 - 3 is rounded too.
"""
_INTEGER_RANGES: Final = {
    "large": SPECIAL,
    "infinite": SPECIAL,
    "small": ValueDistribution("small int", -3, 6),
    "negative": ValueDistribution("negative int", -100, -1),
    "positive": ValueDistribution("int above 0", 1, 100),
    # float32 rounds every other one of these integers.
    "offset": ValueDistribution("offset int", 2**24, 2**24 + 255),
}
TRUE_BYTES: Final = (1, 2, 128, 255)
"""Bytes of true elements: the contract states that any byte other than 0 is true."""


def _random_bits(table: int) -> NDArray[np.int64]:
    words = np.random.PCG64(table).random_raw(_TABLE_LENGTH)
    return np.asarray(words >> np.uint64(64 - _BITS)).astype(np.int64)


def _floats(kind: ValueDistribution, dtype: np.dtype[Any]) -> NDArray[Any]:
    numbers = _random_bits(1)
    if kind.distinct_steps:
        numbers = numbers * kind.distinct_steps >> _BITS
        values: NDArray[Any] = kind.low + (kind.high - kind.low) * numbers / kind.distinct_steps
    else:
        values = kind.low + (kind.high - kind.low) * numbers * 2.0**-_BITS
    if kind.specials:
        chosen = _random_bits(2)
        special = np.array(kind.specials)[chosen % len(kind.specials)]
        values = np.where(chosen >> _BITS - 2 == 0, special, values)
    with np.errstate(over="ignore", under="ignore"):
        return np.asarray(values.astype(dtype))


def _integers(low: int, high: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    return np.asarray(low + (_random_bits(3) * (high - low + 1) >> _BITS)).astype(dtype)


def _codes(kind: ValueDistribution, dtype: np.dtype[Any]) -> NDArray[Any]:
    info = np.iinfo(dtype)
    low = info.min + (1 if kind.low > 0 else 0)
    if kind.distinct_steps:
        step = (int(info.max) - low) // kind.distinct_steps
        return np.asarray(
            low + step * _integers(0, kind.distinct_steps, np.dtype(np.int64))
        ).astype(dtype)
    codes = _integers(low, int(info.max), dtype)
    if kind.specials:
        chosen = _random_bits(2)
        ends = np.array((low, low + 1, info.max - 1, info.max), dtype)[chosen % 4]
        codes = np.where(chosen >> _BITS - 2 == 0, ends, codes)
    return codes


@lru_cache(maxsize=_MAX_TABLES)
def _value_table(type_: OperandType, kind: ValueDistribution) -> tuple[bytes, int]:
    """Return a table's data and the byte size of an element."""
    return _numbers(type_, kind).tobytes(), INFO[type_].itemsize


def _numbers(type_: OperandType, kind: ValueDistribution) -> NDArray[Any]:
    info = INFO[type_]
    dtype = np.dtype(info.dtype.str)
    if dtype.kind == "f":
        return _floats(kind, dtype)
    if dtype.kind == "b":
        bits = _random_bits(4)
        return np.where(bits & 1, np.array(TRUE_BYTES)[bits >> 1 & 3], 0).astype(np.uint8)
    if info.quantized:
        return _codes(kind, dtype)
    kind = integer_distribution(kind)
    if kind.choices:
        return np.array(kind.choices)[_random_bits(5) % len(kind.choices)].astype(dtype)
    return _integers(int(kind.low), int(kind.high), dtype)


def integer_distribution(
    kind: ValueDistribution, within: tuple[float, float] | None = None
) -> ValueDistribution:
    """Return the distribution for TENSOR_INT32 that corresponds to ``kind`` of other types.

    For a distribution with specials of both signs it contains the special integers that are
    ``within`` both bounds.
    """
    if kind.specials and kind.low < 0:
        return _special_integers(within)
    if kind.high > 4 or kind.low < -4 or kind.choices:
        return kind
    if kind.high < 0:
        return NEGATIVE_INT
    return POSITIVE_INT if kind.low >= 0 else SMALL_INT


def in_value_range(
    name: str, kind: ValueDistribution, within: tuple[float, float] | None, *, integer: bool
) -> ValueDistribution:
    """Return the distribution of the range ``name`` that replaces ``kind``.

    The result is ``kind`` itself if it has no counterpart in that range or if the counterpart
    exceeds ``within``.
    """
    if integer and kind is not ANY and kind is not TIES:
        return kind
    usual = ANY if kind is TIES else kind
    found = _INTEGER_RANGES[name] if integer else _RANGES[name].get(usual, kind)
    if found.specials or within is None or within[0] <= found.low <= found.high <= within[1]:
        return found
    return kind


@cache
def _special_integers(within: tuple[float, float] | None) -> ValueDistribution:
    choices: tuple[int, ...] = SPECIAL_INTEGERS
    if within is not None:
        choices = tuple(n for n in choices if within[0] <= n <= within[1])
    return ValueDistribution("special int", min(choices), max(choices), choices=choices)


def extreme_rows(random: RandomSource, type_: OperandType, dims: Sequence[int]) -> bytes:
    """Return data in which each row, or each index of the last axis, has one value.

    The values are the ends of the type, its infinities and 0. Images rather have one value for each
    channel, so that a window sees one value only.
    """
    dtype = np.dtype(INFO[type_].dtype.str)
    if dtype.kind == "b":
        ends: Sequence[float] = (0, 1)
    elif dtype.kind == "f":
        ends = (-np.inf, np.inf, float(np.finfo(dtype).min), float(np.finfo(dtype).max), 0.0)
    else:
        ends = (np.iinfo(dtype).min, np.iinfo(dtype).max, 0)
    values = np.array(random.shuffled(ends)).astype(dtype)
    last = dims[-1] if dims else 1
    if random.chance(12 if len(dims) == _IMAGE_RANK else 4):
        return np.tile(np.resize(values, last), prod(dims[:-1])).tobytes()
    return np.repeat(np.resize(values, prod(dims[:-1])), last).tobytes()


def draw_data(
    random: RandomSource, type_: OperandType, kind: ValueDistribution, count: int
) -> bytes:
    """Return random data for ``count`` elements."""
    table, itemsize = _value_table(type_, kind)
    if count <= _WINDOW_COUNT:
        start = random.below(_TABLE_LENGTH - _WINDOW_COUNT) * itemsize
        return table[start : start + count * itemsize]
    parts = []
    while count > 0:
        parts.append(draw_data(random, type_, kind, min(count, _WINDOW_COUNT)))
        count -= _WINDOW_COUNT
    return b"".join(parts)
