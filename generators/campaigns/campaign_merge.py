"""Merging of several campaigns of one driver, with different seeds or from different machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from generators.campaigns.campaign_store import FILE, CampaignStore, StoreError, read_store

_MAY_DIFFER: Final = ("seed", "driver")
"""Settings in which the campaigns may differ: a driver's path depends on the machine."""


def first_seeds(parts: Sequence[Path], settings: Mapping[str, Any]) -> list[int]:
    """Return the first seed of each campaign.

    Raise ``StoreError`` if their other settings differ from ``settings``.
    """
    seeds = []
    for part in parts:
        header, _ = read_store(part)
        for name in {**settings, **header}:
            if name not in _MAY_DIFFER and header.get(name) != settings.get(name):
                raise StoreError(
                    f"{part / FILE}: its {name} is {header.get(name)}, but the merged campaign "
                    f"has {name} {settings.get(name)}; merge only campaigns with equal settings"
                )
        if not isinstance(header["seed"], int):
            raise StoreError(f"{part / FILE}: is a merged campaign; merge the original campaigns")
        seeds.append(header["seed"])
    return seeds


def merge_into(store: CampaignStore, parts: Sequence[Path], size: int) -> int:
    """Store the results of all parts in an empty store and return the number of skipped chunks.

    A chunk contains ``size`` graphs with consecutive numbers, which start at the campaign's seed. A
    chunk is skipped if it overlaps a chunk that is already stored, so that each graph counts once.
    If ``StoreError`` is raised, nothing is stored.
    """
    if store.completed_chunks:
        raise StoreError(f"{store.path.parent}: holds results already; merge into another folder")
    left_out = 0

    def merged() -> Iterator[dict[str, Any]]:
        nonlocal left_out
        taken: dict[int, list[int]] = {}
        number = 0
        for first, chunk in _numbered_chunks(parts, size):
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


def _numbered_chunks(parts: Sequence[Path], size: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each chunk's first graph, and the chunk."""
    for part in parts:
        header, chunks = read_store(part)
        for chunk in chunks:
            yield header["seed"] + chunk["chunk"] * size, chunk
