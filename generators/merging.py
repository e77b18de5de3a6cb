"""Results of several campaigns of one driver as those of one: other seeds, other machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from generators.store import FILE, Store, StoreError, read

_OWN: Final = ("seed", "driver")
"""What parts may differ in: a driver may have another path on another machine."""


def seeds_of(parts: Sequence[Path], settings: Mapping[str, Any]) -> list[int]:
    """Return the campaigns' first seeds; ``StoreError`` if one cannot be merged with the others."""
    seeds = []
    for part in parts:
        header, _ = read(part)
        for name in {**settings, **header}:
            if name not in _OWN and header.get(name) != settings.get(name):
                raise StoreError(
                    f"{part / FILE}: is of {name} {header.get(name)}, what it is to be merged "
                    f"into of {name} {settings.get(name)}"
                )
        if not isinstance(header["seed"], int):
            raise StoreError(f"{part / FILE}: was merged already; merge the campaigns themselves")
        seeds.append(header["seed"])
    return seeds


def fill(store: Store, parts: Sequence[Path], size: int) -> int:
    """Store the results of all parts in an empty store; return how many chunks were left out.

    A chunk has ``size`` graphs, whose numbers begin where the campaign's seed says. Graphs that
    several parts have count once. The store has the chunks of all parts afterwards, or, with
    ``StoreError``, none.
    """
    if store.done:
        raise StoreError(f"{store.path.parent}: holds results already; merge into another folder")
    left_out = 0

    def merged() -> Iterator[dict[str, Any]]:
        nonlocal left_out
        taken: dict[int, list[int]] = {}
        number = 0
        for first, chunk in _chunks(parts, size):
            near = [*taken.get(first // size - 1, ()), *taken.get(first // size, ())]
            near += taken.get(first // size + 1, ())
            if any(abs(first - other) < size for other in near):
                left_out += 1
                continue
            taken.setdefault(first // size, []).append(first)
            yield {**chunk, "chunk": number}
            number += 1

    store.fill(merged())
    return left_out


def _chunks(parts: Sequence[Path], size: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return each chunk with its first graph's number."""
    for part in parts:
        header, chunks = read(part)
        for chunk in chunks:
            yield header["seed"] + chunk["chunk"] * size, chunk
