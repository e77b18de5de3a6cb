"""The map of tokens: bounded, and each driver build has its own."""

from __future__ import annotations

import os
import time

from conformance.driver_sdk.caching import driver_cache
from conformance.driver_sdk.caching.driver_cache import TokenEntry, TokenMap

BUILD = b"b" * 32


def token(number: int) -> bytes:
    return number.to_bytes(32, "little")


def entry(number: int) -> TokenEntry:
    return TokenEntry(number.to_bytes(32, "big"), number)


def test_entries_are_found_by_another_object(tmp_path):
    tokens = TokenMap(tmp_path / "new" / "folder", BUILD)
    assert tokens.lookup(token(1)) is None
    tokens.forget(token(1))
    assert not (tmp_path / "new").exists()
    for number in range(20):
        tokens.store(token(number), entry(number))
    tokens.store(token(3), entry(33))
    tokens.forget(token(4))
    again = TokenMap(tmp_path / "new" / "folder", BUILD)
    found = [again.lookup(token(number)) for number in range(21)]
    expected = [entry(number) for number in range(20)]
    assert found == [*expected[:3], entry(33), None, *expected[5:], None]


def test_each_build_has_its_own_map(tmp_path):
    """A new build removes maps that were not written for a day, as other processes use the rest."""
    old, used, new = (TokenMap(tmp_path, letter * 32) for letter in (b"a", b"b", b"c"))
    for tokens in (old, used):
        tokens.store(token(1), entry(1))
    day_ago = time.time() - 86400
    os.utime(tmp_path / "digests" / (b"a" * 32).hex(), (day_ago, day_ago))
    assert new.lookup(token(1)) is None
    new.store(token(2), entry(2))
    assert old.lookup(token(1)) is None
    assert used.lookup(token(1)) == entry(1)
    assert new.lookup(token(2)) == entry(2)


def test_the_oldest_tokens_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(driver_cache, "_MOST_TOKENS", 64)
    tokens = TokenMap(tmp_path, BUILD)
    for number in range(70):
        tokens.store(token(number), entry(number))
        written = tmp_path / "digests" / BUILD.hex() / token(number).hex()
        os.utime(written, (number, number))  # the clock of the file system has steps of 4 ms
    kept = [number for number in range(70) if tokens.lookup(token(number))]
    assert len(kept) <= 64
    assert set(range(65, 70)) <= set(kept)
    assert all(tokens.lookup(token(number)) == entry(number) for number in kept)
