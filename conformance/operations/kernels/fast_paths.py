"""Faster implementations of elementary array functions for many elements, with the same results.

8-bit codes and float16 have so few bit patterns that a function of many elements is looked up in a
table of all patterns. The table is computed at the first call for which this saves time.
Computations in double precision run in blocks that fit the processor's cache. Small arrays, which
most test cases have, are computed by numpy directly, because the preparation would cost more time
than it saves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import DTypeLike

from conformance.operations.definition.operands import Array

MIN_ELEMENTS: Final = 1 << 12
"""Arrays with fewer elements are computed directly."""

_PATTERNS: Final = 1 << 16
_BLOCK: Final = 1 << 15
_NORMAL: Final = 2.0**-14
"""The smallest normal float16."""
_INFINITY: Final = np.int16(0x7C00)
"""The bits of a float16 infinity; the bits of a NaN are larger."""
_SIGN_AND_HALF: Final = np.array(0x8FFFFFFF, np.uint32).view(np.int32)[()]
_REBIAS: Final = np.float32(2.0**112)
"""Ratio of a float16 value to the float32 that has its sign, exponent and mantissa bits."""
_LEAST_NORMAL: Final = 1 << 23
_OVERFLOW: Final = 0x0F7FF000
"""``_LEAST_NORMAL``: bits of the smallest normal float32. ``_OVERFLOW``: bits of 65520 / 2**112;
magnitudes of at least 65520 round to a float16 infinity."""
_GRID: Final = 1.5 * 2.0**28
"""Around this number, doubles have the spacing of subnormal float16 numbers."""
_ROW: Final = 8
"""Rows with fewer elements are not worth moving row by row."""
_WORDS: Final = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def select_elements(condition: Array, one: Array, other: Array) -> Array:
    """Return elements of ``one`` where the boolean ``condition`` is true, otherwise of ``other``.

    ``one`` and ``other`` have the same type, and all three the same shape. Large arrays are
    combined by bit operations: with an irregular condition, a branch per element is ten times
    slower.
    """
    if condition.size < MIN_ELEMENTS:
        return np.asarray(np.where(condition, one, other))
    word = _WORDS[one.dtype.itemsize]
    mask = np.negative(condition.view(np.int8)).astype(word, copy=False)
    first, second = np.ascontiguousarray(one), np.ascontiguousarray(other)
    result = np.bitwise_xor(first.view(word), second.view(word))
    result &= mask
    result ^= second.view(word)
    chosen: Array = result.view(one.dtype)
    return chosen


def lookup(table: Array, codes: Array) -> Array:
    """Return the entries of a 256-entry table at the bytes of 8-bit codes."""
    if table.itemsize != 1 or codes.size < MIN_ELEMENTS:
        return np.asarray(table.take(codes.view(np.uint8)))
    # bytes.translate is the fastest lookup of bytes in a table of bytes
    found = bytearray(codes.tobytes()).translate(table.tobytes())
    return np.frombuffer(found, table.dtype).reshape(codes.shape)


def rearrange(
    split: Sequence[int], order: Sequence[int], result: Sequence[int]
) -> Callable[[Array], Array]:
    """Return ``values.reshape(split).transpose(order).reshape(result)`` as a prepared function.

    All arrays passed to it have the same size. Trailing axes that keep their positions form rows,
    which are copied as a whole.
    """
    leading = len(order)
    while leading and order[leading - 1] == leading - 1:
        leading -= 1
    row = math.prod(split[leading:])
    if row < _ROW:
        return lambda values: values.reshape(split).transpose(order).reshape(result)
    indexes = np.arange(math.prod(split[:leading])).reshape(split[:leading])
    sources = indexes.transpose(order[:leading]).reshape(-1)
    return lambda values: values.reshape(-1, row).take(sources, 0).reshape(result)


def padded(source: Array, paddings: Sequence[Sequence[int]], value: float) -> Array:
    """Return ``source`` with ``(before, after)`` elements of ``value`` added in each dimension.

    ``numpy.pad`` takes six times as long for small arrays.
    """
    if not any(before or after for before, after in paddings):
        return source
    shape = [b + size + a for size, (b, a) in zip(source.shape, paddings, strict=True)]
    result = np.full(shape, value, source.dtype)
    inner = tuple(slice(b, b + n) for n, (b, _) in zip(source.shape, paddings, strict=True))
    result[inner] = source
    return result


def first_outside(indices: Array, length: int) -> int | None:
    """Return the first of the int32 ``indices`` outside [0, length); ``None`` if there is none."""
    # viewed as unsigned, negative indices exceed every length, so one comparison is enough
    if not indices.size or np.maximum.reduce(indices.view(np.uint32), axis=None) < length:
        return None
    return int(indices[(indices < 0) | (indices >= length)][0])


def to_float32(values: Array) -> Array:
    """Return float16 values as float32; other types are returned unchanged."""
    if values.dtype != np.float16:
        return values
    bits = values.view(np.int16)
    if values.size < MIN_ELEMENTS or np.bitwise_and(bits, _INFINITY).max() == _INFINITY:
        return values.astype(np.float32)
    # Sign, exponent and mantissa are moved to their float32 positions. Because the exponent biases
    # differ by 112, the result is 2**112 times too small.
    words = np.left_shift(bits, 13, dtype=np.int32)
    words &= _SIGN_AND_HALF
    single = words.view(np.float32)
    single *= _REBIAS
    return single


def round_to(values: Array, dtype: DTypeLike) -> Array:
    """Return single- or double-precision values rounded once to a type, ties to even.

    Values below float16's normal range are first rounded to its grid by an addition: otherwise the
    processor raises an underflow for each one, which costs fifty times as much as the rounding.
    """
    if dtype != np.float16 or values.size < MIN_ELEMENTS:
        return values.astype(dtype, copy=False)
    if values.dtype == np.float32:
        return _to_float16(values)
    small = np.absolute(values) < _NORMAL
    if small.any():
        on_grid = values + _GRID
        on_grid -= _GRID
        values = select_elements(small, np.copysign(on_grid, values), values)
    return values.astype(np.float16)


def _to_float16(values: Array) -> Array:
    """Return many float32 values rounded to float16, ties to even."""
    size = np.absolute(values)
    size *= 1 / _REBIAS
    words = size.view(np.int32)
    last = words - _LEAST_NORMAL
    special = last.view(np.uint32) >= _OVERFLOW - _LEAST_NORMAL
    # Round to nearest even: add just under half a unit of the last remaining place, plus 1 if that
    # place is odd, and drop the lower bits.
    np.right_shift(words, 13, out=last)
    last &= 1
    last += 0xFFF
    words += last
    words >>= 13
    np.right_shift(values.view(np.int32), 16, out=last)
    last &= -0x8000
    words |= last
    halves = words.astype(np.int16).view(np.float16)
    if special.any():  # zeros need no correction
        special &= values != 0
        halves[special] = round_to(values[special].astype(np.float64), np.float16)
    return halves


def sortable_bits(bits: Array) -> Array:
    """Return bits of floats as integers that have the order of the values; the inverse of itself.

    The bits of a negative float are mapped to negative integers, starting at -1 for -0.0.
    """
    result: Array = bits >> (8 * bits.itemsize - 1)
    result &= np.iinfo(bits.dtype).max
    result ^= bits
    return result


def sortable_integers(values: Array) -> Array:
    """Return integers that compare as the values do; both zeros map to the same integer."""
    if values.dtype.kind != "f":
        return values
    places = sortable_bits(values.view(f"i{values.itemsize}"))
    places -= places >> (8 * places.itemsize - 1)
    return places


def tabulated_by_pattern(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return an equivalent of an element-wise function that is faster for many float16 elements.

    It then looks the results up in a table of all bit patterns.
    """
    tables: list[Array] = []

    def apply(values: Array) -> Array:
        if values.size < _PATTERNS or values.dtype != np.float16:
            return function(values)
        if not tables:
            tables.append(function(np.arange(_PATTERNS, dtype=np.uint16).view(np.float16)))
        return tables[0].take(values.view(np.uint16))

    return apply


def tabulated_by_pair(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """Return the function of two 8-bit codes; for many pairs it uses a table of all pairs."""
    tables: list[Array] = []

    def apply(first: Array, second: Array) -> Array:
        if max(first.size, second.size) < _PATTERNS:
            return function(first, second)
        if not tables:
            codes = np.arange(256, dtype=np.uint8)
            one, other = codes.view(first.dtype), codes.view(second.dtype)
            tables.append(function(one[:, None], other[None, :]).reshape(-1))
        pairs = np.left_shift(first.view(np.uint8), 8, dtype=np.uint16) | second.view(np.uint8)
        return tables[0].take(pairs)

    return apply


def in_blocks(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return the element-wise function, applied in blocks that fit the processor's cache."""

    def apply(values: Array) -> Array:
        if values.size <= _BLOCK:
            return function(values)
        flat = values.reshape(-1)
        first = function(flat[:_BLOCK])
        result = np.empty(flat.size, first.dtype)
        result[:_BLOCK] = first
        for start in range(_BLOCK, flat.size, _BLOCK):
            result[start : start + _BLOCK] = function(flat[start : start + _BLOCK])
        return result.reshape(values.shape)

    return apply
