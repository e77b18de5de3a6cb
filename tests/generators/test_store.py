"""The store of a campaign: whatever ends the process, nothing is lost and nothing counts twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generators.store import FILE, Store, StoreError

SETTINGS = {"driver": "x", "seed": 0}


def _open(folder: Path, **settings: object) -> tuple[Store, dict[int, object]]:
    """The store and what it hands on, by chunk; each chunk only once."""
    taken: dict[int, object] = {}

    def take(chunk: dict[str, object]) -> None:
        number = chunk["chunk"]
        assert isinstance(number, int)
        assert number not in taken
        taken[number] = chunk

    return Store(folder, {**SETTINGS, **settings}, take), taken


def _chunk(number: int) -> dict[str, object]:
    return {"chunk": number, "graphs": 50}


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    store, _ = _open(tmp_path)
    store.add(_chunk(0))
    store.add(_chunk(2))
    store.add(_chunk(2))
    store.close()
    again, taken = _open(tmp_path)
    assert taken == {0: _chunk(0), 2: _chunk(2)}
    assert again.done == {0, 2}
    assert len((tmp_path / FILE).read_text().splitlines()) == 3


@pytest.mark.parametrize("cut", [1, 5, 17, 30])
def test_half_a_line_is_forgotten_and_written_anew(tmp_path: Path, cut: int) -> None:
    store, _ = _open(tmp_path)
    store.add(_chunk(0))
    store.add(_chunk(1))
    store.close()
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-cut])
    again, taken = _open(tmp_path)
    assert set(taken) == {0}
    again.add(_chunk(1))
    again.close()
    assert set(_open(tmp_path)[1]) == {0, 1}


def test_a_damaged_line_ends_what_counts(tmp_path: Path) -> None:
    store, _ = _open(tmp_path)
    for number in range(3):
        store.add(_chunk(number))
    store.close()
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b'"chunk":1', b'"chunk":7'))
    assert set(_open(tmp_path)[1]) == {0}


def test_another_campaign_is_not_mixed_in(tmp_path: Path) -> None:
    _open(tmp_path)[0].close()
    with pytest.raises(StoreError, match="holds a campaign of driver x, this one is of driver y"):
        _open(tmp_path, driver="y")


def test_two_campaigns_do_not_share_a_folder(tmp_path: Path) -> None:
    store, _ = _open(tmp_path)
    with pytest.raises(StoreError, match="another campaign is running"):
        _open(tmp_path)
    store.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        _open(tmp_path / "file" / "below")


def test_a_full_disk_loses_nothing() -> None:
    store, taken = _open(Path("/dev/shm") / f"nn-conformance-test-{os.getpid()}")
    try:
        store.add(_chunk(0))
        handle = store._handle
        store._handle = os.open("/dev/full", os.O_WRONLY)
        with pytest.raises(StoreError, match="nothing that was stored is lost"):
            store.add(_chunk(1))
        os.close(store._handle)
        store._handle = handle
        assert set(taken) == store.done == {0}
        store.add(_chunk(1))
        assert set(taken) == {0, 1}
    finally:
        store.close()
        store.path.unlink()
        store.path.parent.rmdir()


WRITER = """
import sys
from pathlib import Path
from generators.store import Store
store = Store(Path(sys.argv[1]), {"driver": "x", "seed": 0}, lambda chunk: None)
number = 0
while True:
    store.add({"chunk": number, "graphs": 50, "padding": "x" * 5000})
    print(number, flush=True)
    number += 1
"""


def test_a_killed_writer_leaves_every_chunk_that_it_told_of(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(20)]
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.wait()
    last = int(rest[-1] if rest else told[-1])
    store, taken = _open(tmp_path)
    assert set(range(last + 1)) <= set(taken)
    assert set(taken) <= set(range(last + 2))
    store.close()
