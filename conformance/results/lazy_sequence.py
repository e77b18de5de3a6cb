"""Sequences whose items are made when they are accessed, for reports of a million verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self, TypeVar, overload

_T_co = TypeVar("_T_co", covariant=True)
_Item = TypeVar("_Item")


class LazySequence(Sequence[_T_co]):
    """The results of ``make`` for the elements of ``source``; none of them is kept."""

    def __init__(self, source: Sequence[Any], make: Callable[[Any], _T_co]) -> None:
        self.source = source
        self.make = make

    def __len__(self) -> int:
        return len(self.source)

    @overload
    def __getitem__(self, index: int) -> _T_co: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> _T_co | Self:
        if isinstance(index, slice):
            return type(self)(self.source[index], self.make)
        return self.make(self.source[index])

    def __iter__(self) -> Iterator[_T_co]:
        return map(self.make, self.source)


def select(source: Sequence[_Item], positions: Sequence[int]) -> Sequence[_Item]:
    """Return the items of a sequence at some positions."""
    return LazySequence(positions, source.__getitem__)
