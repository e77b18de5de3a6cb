"""Case ids in compressed blocks, and the search for equal ids among a million of them.

A list of a million ids needs about 100 MB, and a dictionary of them as much again. Compressed
blocks need about 10 MB. The search compares two 64-bit hash values of each id: ids with the same
two values count as equal.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

_BLOCK: Final = 128
"""Number of ids in a compressed block."""

_CACHED_BLOCKS: Final = 8
_SEARCHED: Final = 1 << 16
"""Number of ids that are searched in one step."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(list[str]).decode


class CompressedIds(Sequence[str]):
    """A list of ids to which ids can be appended."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._open: list[str] = []
        self._cache: dict[int, list[str]] = {}

    def append(self, text: str) -> None:
        """Append an id."""
        self._open.append(text)
        if len(self._open) == _BLOCK:
            self._blocks.append(zlib.compress(_encode(self._open), 1))
            self._open = []

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK + len(self._open)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(map(self._block, range(len(self._blocks) + 1)))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[position] for position in range(len(self))[index]]
        number, position = divmod(range(len(self))[index] if index < 0 else index, _BLOCK)
        block = self._cache.get(number)
        return (self._block(number) if block is None else block)[position]

    def _block(self, number: int) -> list[str]:
        if number == len(self._blocks):
            return self._open
        ids = self._cache.get(number)
        if ids is None:
            if len(self._cache) == _CACHED_BLOCKS:
                del self._cache[next(iter(self._cache))]
            ids = self._cache[number] = _decode(zlib.decompress(self._blocks[number]))
        return ids


class IdIndex:
    """Finds the positions of ids in a list whose ids all differ."""

    def __init__(self, ids: Sequence[str]) -> None:
        hashes = first_hashes(ids, len(ids))
        order = np.argsort(hashes)
        self._hashes = hashes[order]
        del hashes
        self._order = order.astype(np.uint32)
        del order
        self._second = second_hashes(ids, len(ids))

    def find(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the position of each of these ids, -1 for an unknown id."""
        positions = np.empty(len(ids), np.int64)
        remaining = iter(ids)
        for start in range(0, len(ids), _SEARCHED):
            part = list(islice(remaining, _SEARCHED))
            first, second = first_hashes(part, len(part)), second_hashes(part, len(part))
            positions[start : start + len(part)] = self._find_hashes(first, second)
        return positions

    def find_all(self, other: IdIndex) -> NDArray[np.int64]:
        """Return the position of each id of another index, -1 for an unknown id."""
        positions = np.empty(len(other._order), np.int64)
        for start in range(0, len(positions), _SEARCHED):
            part = slice(start, start + _SEARCHED)
            order = other._order[part]
            positions[order] = self._find_hashes(other._hashes[part], other._second[order])
        return positions

    def _find_hashes(
        self, first: NDArray[np.int64], second: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        positions = np.full(len(first), -1, np.int64)
        search_positions = np.searchsorted(self._hashes, first)
        unresolved = np.flatnonzero(search_positions < len(self._hashes))
        # Different ids with equal first hash values are next to each other.
        while len(
            unresolved := unresolved[
                self._hashes[search_positions[unresolved]] == first[unresolved]
            ]
        ):
            candidates = self._order[search_positions[unresolved]]
            is_equal = self._second[candidates] == second[unresolved]
            positions[unresolved[is_equal]] = candidates[is_equal]
            search_positions[unresolved] += 1
            unresolved = unresolved[~is_equal & (search_positions[unresolved] < len(self._hashes))]
        return positions


def number_distinct(ids: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the number of each id, and the position at which each number occurs first.

    Equal ids have equal numbers. The numbers are 0, 1, ... in the order of the first occurrences.
    """
    positions = _possible_repeats(ids)
    chosen = [ids[position] for position in positions.tolist()]
    first, second = first_hashes(chosen, len(chosen)), second_hashes(chosen, len(chosen))
    order = np.lexsort((second, first))  # stable: equal ids stay in the order of their positions
    first, second, positions = first[order], second[order], positions[order]
    begins = np.ones(len(order), bool)
    begins[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    originals = positions[begins][np.cumsum(begins) - 1]
    is_new = np.ones(len(ids), bool)
    is_new[positions[~begins]] = False
    numbers = np.cumsum(is_new, dtype=np.uint32) - np.uint32(1)
    numbers[positions] = numbers[originals]
    return numbers, np.flatnonzero(is_new).astype(np.uint32)


def _possible_repeats(ids: Sequence[str]) -> NDArray[np.int64]:
    """Return the positions of all ids whose first hash value is not unique."""
    hashes = first_hashes(ids, len(ids))
    ordered = np.sort(hashes)
    repeated = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    del ordered
    if not len(repeated):
        return np.empty(0, np.int64)
    positions = []
    for start in range(0, len(hashes), _SEARCHED):  # in parts, to limit the memory
        part = hashes[start : start + _SEARCHED]
        at = np.minimum(np.searchsorted(repeated, part), len(repeated) - 1)
        positions.append(start + np.flatnonzero(repeated[at] == part))
    return np.concatenate(positions)


def first_hashes(ids: Iterable[str], count: int) -> NDArray[np.int64]:
    """Return a hash value of each id."""
    return np.fromiter(map(hash, ids), np.int64, count)


def second_hashes(ids: Iterable[str], count: int) -> NDArray[np.int64]:
    """Return a second hash value of each id, which is independent of ``first_hashes``."""
    return np.fromiter((hash(f"{case_id}\n") for case_id in ids), np.int64, count)
