"""Faster ways to the same values where there are many elements.

Codes of 8 bits and float16 have so few patterns that a function of many of them is looked up in a
table of all, which the function itself fills when it is first worth it. What is widened to double
goes through the processor's cache in blocks. Small arrays take the plain way: that is what most
test cases are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import DTypeLike

from conformance.operations.definition import Array

FEW: Final = 1 << 12
"""Fewer elements than this take the plain way."""

_PATTERNS: Final = 1 << 16
_BLOCK: Final = 1 << 15
_NORMAL: Final = 2.0**-14
"""The smallest normal float16."""
_INFINITY: Final = np.int16(0x7C00)
"""The bits of a float16 infinity; those of a NaN are above it."""
_SIGN_AND_HALF: Final = np.array(0x8FFFFFFF, np.uint32).view(np.int32)[()]
_REBIAS: Final = np.float32(2.0**112)
"""From float16's exponents to those of float32."""
_LEAST_NORMAL: Final = 1 << 23
_OVERFLOW: Final = 0x0F7FF000
"""Bits of the smallest normal float32, and of 65520 by ``_REBIAS``: beyond are no normal halves."""
_GRID: Final = 1.5 * 2.0**28
"""Near it doubles are as far apart as float16 below its normal range."""
_ROW: Final = 8
"""Rows of fewer elements are not worth moving one by one."""
_WORDS: Final = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def choose(condition: Array, one: Array, other: Array) -> Array:
    """Elements of ``one`` where the boolean ``condition`` holds, of ``other`` elsewhere.

    ``one`` and ``other`` have one type, all three one shape. By bits: a branch for each element
    costs ten times as much where the condition is irregular.
    """
    if condition.size < FEW:
        return np.asarray(np.where(condition, one, other))
    word = _WORDS[one.dtype.itemsize]
    mask = np.negative(condition.view(np.int8)).astype(word, copy=False)
    first, second = np.ascontiguousarray(one), np.ascontiguousarray(other)
    result = np.bitwise_xor(first.view(word), second.view(word))
    result &= mask
    result ^= second.view(word)
    chosen: Array = result.view(one.dtype)
    return chosen


def looked_up(table: Array, codes: Array) -> Array:
    """Entries of a table of 256 by the bytes of 8-bit codes."""
    if table.itemsize != 1 or codes.size < FEW:
        return np.asarray(table.take(codes.view(np.uint8)))
    # bytes by bytes are what this call of the interpreter is made for
    found = bytearray(codes.tobytes()).translate(table.tobytes())
    return np.frombuffer(found, table.dtype).reshape(codes.shape)


def rearranged(
    split: Sequence[int], order: Sequence[int], result: Sequence[int]
) -> Callable[[Array], Array]:
    """``values.reshape(split).transpose(order).reshape(result)`` for arrays of one size.

    Trailing axes that keep their places make rows, which are moved as wholes.
    """
    moved = len(order)
    while moved and order[moved - 1] == moved - 1:
        moved -= 1
    row = math.prod(split[moved:])
    if row < _ROW:
        return lambda values: values.reshape(split).transpose(order).reshape(result)
    places = np.arange(math.prod(split[:moved])).reshape(split[:moved])
    sources = places.transpose(order[:moved]).reshape(-1)
    return lambda values: values.reshape(-1, row).take(sources, 0).reshape(result)


def first_outside(indices: Array, length: int) -> int | None:
    """The first of int32 ``indices`` that is not in [0, length); ``None`` if all are."""
    # as unsigned numbers the negative ones are large, too
    if not indices.size or np.maximum.reduce(indices.view(np.uint32), axis=None) < length:
        return None
    return int(indices[(indices < 0) | (indices >= length)][0])


def widened(values: Array) -> Array:
    """Float16 as float32, other types as they are."""
    if values.dtype != np.float16:
        return values
    bits = values.view(np.int16)
    if values.size < FEW or np.bitwise_and(bits, _INFINITY).max() == _INFINITY:
        return values.astype(np.float32)
    # Sign, exponent and mantissa stand side by side as in the float32 that is 2**112 times smaller.
    words = np.left_shift(bits, 13, dtype=np.int32)
    words &= _SIGN_AND_HALF
    single = words.view(np.float32)
    single *= _REBIAS
    return single


def narrowed(values: Array, dtype: DTypeLike) -> Array:
    """Real numbers in single or double precision rounded once to a type.

    Numbers below float16's normal range are first put on its grid: the processor's flag for each
    one that is rounded there costs fifty times as much as the rounding.
    """
    if dtype != np.float16 or values.size < FEW:
        return values.astype(dtype, copy=False)
    if values.dtype == np.float32:
        return _halved(values)
    small = np.absolute(values) < _NORMAL
    if small.any():
        on_grid = values + _GRID
        on_grid -= _GRID
        values = choose(small, np.copysign(on_grid, values), values)
    return values.astype(np.float16)


def _halved(values: Array) -> Array:
    """Many float32 numbers to float16, half to even."""
    size = np.absolute(values)
    size *= 1 / _REBIAS
    words = size.view(np.int32)
    last = words - _LEAST_NORMAL
    strange = last.view(np.uint32) >= _OVERFLOW - _LEAST_NORMAL
    # Adding a bit less than half of the last place rounds up what is above half, or half and odd.
    np.right_shift(words, 13, out=last)
    last &= 1
    last += 0xFFF
    words += last
    words >>= 13
    np.right_shift(values.view(np.int32), 16, out=last)
    last &= -0x8000
    words |= last
    halves = words.astype(np.int16).view(np.float16)
    if strange.any():  # zeros come out right
        strange &= values != 0
        halves[strange] = narrowed(values[strange].astype(np.float64), np.float16)
    return halves


def turned(bits: Array) -> Array:
    """Bits of floats as whole numbers in the order of the values, and back again.

    Those of a negative float count downwards, from one below zero.
    """
    result: Array = bits >> (8 * bits.itemsize - 1)
    result &= np.iinfo(bits.dtype).max
    result ^= bits
    return result


def ordered(values: Array) -> Array:
    """Integers that compare as the values do; those of both zeros are equal."""
    if values.dtype.kind != "f":
        return values
    places = turned(values.view(f"i{values.itemsize}"))
    places -= places >> (8 * places.itemsize - 1)
    return places


def by_pattern(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """A function of single elements; of many in float16 by a table of all patterns."""
    tables: list[Array] = []

    def apply(values: Array) -> Array:
        if values.dtype != np.float16 or values.size < _PATTERNS:
            return function(values)
        if not tables:
            tables.append(function(np.arange(_PATTERNS, dtype=np.uint16).view(np.float16)))
        return tables[0].take(values.view(np.uint16))

    return apply


def by_pairs(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """A function of pairs of 8-bit codes; of many pairs by a table of all."""
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
    """A function of single elements, applied to blocks that stay in the processor's cache."""

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
