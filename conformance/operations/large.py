"""Faster ways to the same values where there are many elements.

Codes of 8 bits and float16 have so few patterns that a function of many of them is looked up in a
table of all, which the function itself fills when it is first worth it. What is widened to double
goes through the processor's cache in blocks. Small arrays take the plain way: that is what most
test cases are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
_GRID: Final = 1.5 * 2.0**28
"""Near it doubles are as far apart as float16 below its normal range."""
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


@cache
def _halves() -> Array:
    """Every float16 pattern as float32."""
    return np.arange(_PATTERNS, dtype=np.uint16).view(np.float16).astype(np.float32)


def looked_up(table: Array, codes: Array) -> Array:
    """Entries of a table of 256 by the bytes of 8-bit codes."""
    if table.itemsize != 1 or codes.size < FEW:
        return np.asarray(table.take(codes.view(np.uint8)))
    # bytes by bytes are what this call of the interpreter is made for
    found = bytearray(codes.tobytes()).translate(table.tobytes())
    return np.frombuffer(found, table.dtype).reshape(codes.shape)


def first_outside(indices: Array, length: int) -> int | None:
    """The first of int32 ``indices`` that is not in [0, length); ``None`` if all are."""
    # as unsigned numbers the negative ones are large, too
    if not indices.size or indices.view(np.uint32).max() < length:
        return None
    return int(indices[(indices < 0) | (indices >= length)][0])


def widened(values: Array) -> Array:
    """Float16 as float32, other types as they are."""
    if values.dtype != np.float16:
        return values
    if values.size < FEW:
        return values.astype(np.float32)
    return np.asarray(_halves().take(values.view(np.uint16)))


def narrowed(values: Array, dtype: DTypeLike) -> Array:
    """Real numbers in double precision rounded once to a type.

    Numbers below float16's normal range are first put on its grid: the processor's flag for each
    one that is rounded there costs fifty times as much as the rounding.
    """
    if dtype == np.float16 and values.size >= FEW:
        on_grid = values + _GRID
        on_grid -= _GRID
        values = choose(np.absolute(values) < _NORMAL, on_grid, values)
    return values.astype(dtype)


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
