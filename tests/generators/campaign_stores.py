"""Databases of campaigns with a few chunks, and the check that one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators.campaigns.campaign_store import FILE, LOCK, CampaignStore, StoreError, read_store

SETTINGS = {"driver": "x", "seed": 0, "generator": 6, "profile": "tiny"}
JOURNAL = f"{FILE}-journal"

WRITER = """
import sys
from pathlib import Path
from generators.campaigns.campaign_store import CampaignStore
settings = {"driver": "x", "seed": 0, "generator": 6, "profile": "tiny"}
store = CampaignStore(Path(sys.argv[1]), settings, lambda chunk: None)
number = len(store.completed_chunks)
while True:
    store.add({"chunk": number, "graphs": 50, "padding": "x" * 9000})
    print(number, flush=True)
    number += 1
"""
"""A program that adds chunks to the store in the folder of its first argument."""


def open_store(folder: Path, **settings: object) -> tuple[CampaignStore, dict[int, object]]:
    """Return the store and the chunks that it passed on, by number; each is passed once."""
    taken: dict[int, object] = {}

    def take(chunk: dict[str, object]) -> None:
        number = chunk["chunk"]
        assert isinstance(number, int)
        assert number not in taken
        taken[number] = chunk

    return CampaignStore(folder, {**SETTINGS, **settings}, take), taken


def new_chunk(number: int, size: int = 40) -> dict[str, object]:
    return {"chunk": number, "graphs": 50, "text": "abcdefghij" * (size // 10)}


def filled_store(folder: Path, count: int = 8, size: int = 40) -> Path:
    store, _ = open_store(folder)
    for number in range(count):
        store.add(new_chunk(number, size))
    store.close()
    return folder / FILE


def file_contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file of the folder except the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def assert_refused(folder: Path, message: str) -> None:
    """Check that opening and reading are refused and change no byte."""
    before = file_contents(folder)
    for attempt in (lambda: open_store(folder), lambda: read_store(folder)):
        with pytest.raises(StoreError, match=message):
            attempt()
        assert file_contents(folder) == before
