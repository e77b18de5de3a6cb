"""The persistent store of drivers that cache by themselves: limits, eviction, files, damage."""

from __future__ import annotations

import stat
import time

import numpy as np
import pytest

from conformance.driver_sdk.caching.blob_store import BlobStore, EvictionAmount, StoreLimits, Victim

KEYS = [bytes([number]) * 4 for number in range(100)]


def limits(total=104, **others):
    """Return limits for entries of 13 bytes (4 of the key): ``total`` holds eight of them."""
    return StoreLimits(8, 64, total, **others)


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


def test_the_least_recently_used_entry_is_evicted():
    store = filled(BlobStore(None, "1", limits(amount=EvictionAmount.FIT)))
    store.get(KEYS[0])
    assert store.put(KEYS[50], b"x" * 9)
    assert KEYS[1] not in store
    assert KEYS[0] in store
    assert len(store) == 8


# Eight entries of 13 bytes fill 104 bytes. HALVE leaves at most 52 bytes: four entries.
@pytest.mark.parametrize(
    ("amount", "value_bytes", "stored", "left"),
    [
        (EvictionAmount.FIT, 9, True, 7),
        (EvictionAmount.FIT, 60, True, 3),
        (EvictionAmount.HALVE, 9, True, 4),
        (EvictionAmount.HALVE, 60, False, 8),
        (EvictionAmount.HALVE_AND_FIT, 9, True, 4),
        (EvictionAmount.HALVE_AND_FIT, 60, True, 3),
    ],
)
@pytest.mark.parametrize("victim", list(Victim))
def test_eviction(victim, amount, value_bytes, stored, left):
    store = filled(BlobStore(None, "1", limits(victim=victim, amount=amount), seed=3))
    assert store.put(KEYS[50], b"x" * value_bytes) is stored
    assert len(store) == left + stored
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


def test_changes_are_saved_after_the_delay_without_close(tmp_path):
    path = tmp_path / "store"
    store = BlobStore(path, "1", save_delay=0.05)
    store.put(b"k", b"v")
    assert not path.exists()
    end = time.monotonic() + 60
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert BlobStore(path, "1").get(b"k") == b"v"


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
        store = BlobStore(path, "1", save_delay=-1)
        assert len(store) == 0
        assert str(path) in store.problem
    store.put(b"k", b"v")
    assert store.save()
    assert BlobStore(path, "1").get(b"k") == b"v"


def test_lower_limits_apply_to_a_stored_file(tmp_path):
    filled(BlobStore(tmp_path / "store", "1")).close()
    store = BlobStore(tmp_path / "store", "1", limits(total=52, amount=EvictionAmount.FIT))
    assert len(store) == 4
    assert store.total_bytes == 52


def test_a_store_whose_folder_is_missing_works_and_reports_the_problem(tmp_path):
    store = BlobStore(tmp_path / "missing" / "store", "1", save_delay=-1)
    store.put(b"k", b"v")
    assert not store.save()
    assert store.get(b"k") == b"v"
    assert "cannot be written: No such file or directory" in store.problem


def test_a_full_disk_leaves_the_old_file(tmp_path):
    resource = pytest.importorskip("resource")
    path = tmp_path / "store"
    BlobStore(path, "1").close()
    filled(BlobStore(path, "1")).close()
    store = BlobStore(path, "1", save_delay=-1)
    store.put(b"large", bytes(5000))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert not store.save()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "cannot be written" in store.problem
    assert [file.name for file in tmp_path.iterdir()] == ["store"]
    assert len(BlobStore(path, "1")) == 8
    assert store.save()
    assert len(BlobStore(path, "1")) == 9
