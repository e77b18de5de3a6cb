"""The persistent store of drivers that cache by themselves: limits, eviction, files, damage."""

from __future__ import annotations

import stat

import numpy as np
import pytest

from conformance.driver_sdk.caching.blob_store import BlobStore, StoreLimits

KEYS = [bytes([number]) * 4 for number in range(100)]


def limits(total=104):
    """Return limits for entries of 13 bytes (4 of the key): ``total`` holds eight of them."""
    return StoreLimits(8, 64, total)


def filled(store, count=8):
    for key in KEYS[:count]:
        assert store.put(key, key * 2 + b"v")
    return store


def test_a_value_is_returned_until_it_is_removed():
    store = BlobStore(None, "1")
    assert store.get(b"a") is None
    assert store.put(b"a", b"first")
    assert store.put(b"a", b"second value")
    assert (store.get(b"a"), len(store), store.total_bytes) == (b"second value", 1, 13)
    assert store.remove(b"a")
    assert not store.remove(b"a")
    assert (store.get(b"a"), store.total_bytes) == (None, 0)


@pytest.mark.parametrize(
    ("key", "value"),
    [(b"", b"v"), (b"k", b""), (b"k" * 9, b"v"), (b"k", b"v" * 65), (b"k" * 8, b"v" * 33)],
)
def test_an_entry_beyond_a_limit_is_rejected_and_the_old_value_kept(key, value):
    store = BlobStore(None, "1", limits(total=40))
    store.put(b"k", b"old")
    assert not store.put(key, value)
    assert store.get(b"k") == b"old"
    assert len(store) == 1


# Eight entries of 13 bytes fill 104 bytes; at most half of them is used after an eviction.
@pytest.mark.parametrize(("value_bytes", "left"), [(9, 4), (60, 3)])
def test_the_least_recently_used_entries_are_evicted(value_bytes, left):
    store = filled(BlobStore(None, "1", limits()))
    store.get(KEYS[0])
    assert store.put(KEYS[50], b"x" * value_bytes)
    kept = [*KEYS[8 - left + 1 : 8], KEYS[0], KEYS[50]]
    assert [key for key in KEYS if key in store] == sorted(kept)
    assert store.total_bytes <= 104


def test_entries_survive_a_restart(tmp_path):
    path = tmp_path / "store"
    store = filled(BlobStore(path, "build 1"))
    store.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = BlobStore(path, "build 1")
    assert [again.get(key) for key in KEYS[:8]] == [key * 2 + b"v" for key in KEYS[:8]]
    assert again.problem == ""


def test_an_updated_driver_starts_with_an_empty_store(tmp_path):
    filled(BlobStore(tmp_path / "store", "build 1")).close()
    updated = BlobStore(tmp_path / "store", "build 2")
    assert len(updated) == 0
    updated.put(b"new", b"value")
    updated.close()
    assert len(BlobStore(tmp_path / "store", "build 1")) == 0


def test_every_damaged_file_is_ignored_and_replaced(tmp_path):
    path = tmp_path / "store"
    filled(BlobStore(path, "1")).close()
    good = path.read_bytes()
    rng = np.random.default_rng(7)
    damaged = [good[:size] for size in range(len(good))]
    damaged += [good + b"\0", bytes(len(good)), b"x" * 5_000_000]
    for _ in range(300):
        data = bytearray(good)
        data[rng.integers(len(good))] ^= 1 << int(rng.integers(8))
        damaged.append(bytes(data))
    for data in damaged:
        path.write_bytes(data)
        store = BlobStore(path, "1")
        assert len(store) == 0
        assert str(path) in store.problem
    store.put(b"k", b"v")
    assert store.close()
    assert BlobStore(path, "1").get(b"k") == b"v"


def test_lower_limits_apply_to_a_stored_file(tmp_path):
    filled(BlobStore(tmp_path / "store", "1")).close()
    store = BlobStore(tmp_path / "store", "1", limits(total=104))
    assert len(store) == 8
    store = BlobStore(tmp_path / "store", "1", limits(total=52))
    assert len(store) <= 4


def test_a_store_whose_folder_is_missing_works_and_reports_the_problem(tmp_path):
    store = BlobStore(tmp_path / "missing" / "store", "1")
    store.put(b"k", b"v")
    assert not store.close()
    assert store.get(b"k") == b"v"
    assert "cannot be written: No such file or directory" in store.problem


def test_a_full_disk_leaves_the_old_file(tmp_path):
    resource = pytest.importorskip("resource")
    path = tmp_path / "store"
    BlobStore(path, "1").close()
    filled(BlobStore(path, "1")).close()
    store = BlobStore(path, "1")
    store.put(b"large", bytes(5000))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert not store.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "cannot be written" in store.problem
    assert [file.name for file in tmp_path.iterdir()] == ["store"]
    assert len(BlobStore(path, "1")) == 8
    assert store.close()
    assert len(BlobStore(path, "1")) == 9
