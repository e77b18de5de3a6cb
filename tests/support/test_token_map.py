"""The map of tokens: bounded, locked, and empty for another driver build."""

from __future__ import annotations

import fcntl
import os

import pytest

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


def test_another_build_resets_the_map(tmp_path):
    TokenMap(tmp_path, BUILD).store(token(1), entry(1))
    other = TokenMap(tmp_path, b"c" * 32)
    assert other.lookup(token(1)) is None
    other.forget(token(1))
    assert TokenMap(tmp_path, BUILD).lookup(token(1)) == entry(1)
    other.store(token(2), entry(2))
    assert TokenMap(tmp_path, BUILD).lookup(token(1)) is None
    assert other.lookup(token(2)) == entry(2)


def test_the_file_does_not_grow_and_keeps_new_tokens(tmp_path):
    tokens = TokenMap(tmp_path, BUILD)
    tokens.store(token(0), entry(0))
    size = (tmp_path / "tokens").stat().st_size
    for number in range(4500):
        tokens.store(token(number), entry(number))
    assert (tmp_path / "tokens").stat().st_size == size
    kept = [number for number in range(4500) if tokens.lookup(token(number))]
    assert len(kept) <= 4096
    assert set(range(4200, 4500)) <= set(kept)
    assert all(tokens.lookup(token(number)) == entry(number) for number in kept)


def test_a_damaged_entry_does_not_count(tmp_path):
    tokens = TokenMap(tmp_path, BUILD)
    tokens.store(token(5), entry(5))
    path = tmp_path / "tokens"
    data = path.read_bytes()
    start = data.index(token(5))
    for place in range(start, start + 96, 5):
        damaged = bytearray(data)
        damaged[place] ^= 16
        path.write_bytes(damaged)
        assert tokens.lookup(token(5)) is None
    path.write_bytes(data[:-1])
    assert tokens.lookup(token(5)) is None
    tokens.store(token(6), entry(6))
    assert tokens.lookup(token(6)) == entry(6)


def test_a_lock_that_is_held_too_long_is_an_error(tmp_path):
    tokens = TokenMap(tmp_path, BUILD)
    tokens.store(token(1), entry(1))
    fd = os.open(tmp_path / "lock", os.O_RDWR)
    fcntl.flock(fd, fcntl.LOCK_EX)
    with pytest.raises(TimeoutError, match="locked too long"):
        tokens.lookup(token(1))
    os.close(fd)
    assert tokens.lookup(token(1)) == entry(1)
