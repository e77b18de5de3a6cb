"""The store of a campaign loses no stored result, returns no damaged one, changes no other file."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generators.campaigns.campaign_store import (
    FILE,
    CampaignStore,
    StoreError,
)
from tests.generators.stored_chunks import stored_chunks

SETTINGS = {"driver": "x", "seed": 0, "generator": 6, "profile": "tiny"}
COUNT = 8

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


def _opened(folder: Path, **settings: object) -> tuple[CampaignStore, dict[int, Any]]:
    """Return the store and the chunks that it passed on, by number."""
    taken: dict[int, Any] = {}
    store = CampaignStore(
        folder, {**SETTINGS, **settings}, lambda chunk: taken.setdefault(chunk["chunk"], chunk)
    )
    return store, taken


def _chunk(number: int) -> dict[str, Any]:
    return {"chunk": number, "graphs": 50, "text": "abcdefghij" * 4}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with eight chunks."""
    folder = tmp_path_factory.mktemp("filled")
    store, _ = _opened(folder)
    for number in range(COUNT):
        store.add(_chunk(number))
    store.close()
    return folder


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "c"))


def test_added_chunks_are_read_back(tmp_path: Path) -> None:
    store, _ = _opened(tmp_path)
    for number in (2, 0, 2):
        store.add(_chunk(number))
    store.close()
    again, taken = _opened(tmp_path)
    again.close()
    assert taken == {0: _chunk(0), 2: _chunk(2)}
    assert again.completed_chunks == {0, 2}
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


# -------------------------------------------------------------------------------------- damage


def _execute(statement: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.commit()
        connection.close()

    return damage


def _flip(what: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[content.index(what)] ^= 1
        path.write_bytes(content)

    return damage


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4000])


def _other_database(path: Path) -> None:
    path.unlink()
    _execute("CREATE TABLE chunks (number INTEGER)")(path)


DAMAGES: dict[str, tuple[Callable[[Path], object], set[int] | None]] = {
    # The chunks that a campaign does not run again; None: the file cannot be used.
    "a flipped byte in a body": (_flip(b"abcdefghij"), set(range(COUNT)) - {COUNT - 1}),
    "another number": (
        _execute("UPDATE chunks SET number = 30 WHERE number = 3"),
        set(range(COUNT)) - {3},
    ),
    "another body": (
        _execute("UPDATE chunks SET body = (SELECT body FROM chunks LIMIT 1) WHERE number = 3"),
        set(range(COUNT)) - {3},
    ),
    "another checksum": (
        _execute("UPDATE chunks SET crc = crc + 1 WHERE number = 3"),
        set(range(COUNT)) - {3},
    ),
    "changed settings": (_execute("UPDATE settings SET crc = crc + 1"), None),
    "no settings": (_execute("DELETE FROM settings"), None),
    "a cut file": (_cut, None),
    "a database of another program": (_other_database, None),
    "text": (lambda path: path.write_text("my notes\n" * 30), None),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), None),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_chunks_run_again_and_other_files_are_refused(folder: Path, name: str) -> None:
    damage, kept = DAMAGES[name]
    path = folder / FILE
    damage(path)
    before = path.read_bytes() if path.is_file() else b""
    if kept is None:
        with pytest.raises(StoreError):
            _opened(folder)
        assert (path.read_bytes() if path.is_file() else b"") == before
        return
    store, taken = _opened(folder)
    assert taken == {number: _chunk(number) for number in kept}
    for number in set(range(COUNT)) - kept:
        store.add(_chunk(number))
    store.close()
    assert set(_opened(folder)[1]) == set(range(COUNT))


@pytest.mark.parametrize("name", ["format", *SETTINGS, "supported"])
def test_another_campaign_is_not_mixed_in(folder: Path, name: str) -> None:
    before = (folder / FILE).read_bytes()
    with pytest.raises(StoreError, match=f"with {name} .*, but this campaign has {name} 77"):
        _opened(folder, **{name: 77})
    assert (folder / FILE).read_bytes() == before


# --------------------------------------------------------------------------- other processes


def test_two_campaigns_do_not_share_a_folder(folder: Path) -> None:
    store, _ = _opened(folder)
    with pytest.raises(StoreError, match="another campaign is running there"):
        _opened(folder)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(folder)], capture_output=True, text=True
    )
    assert "another campaign is running there" in done.stderr
    store.add(_chunk(COUNT))
    store.close()
    assert len(stored_chunks(folder)) == COUNT + 1


def test_a_killed_writer_leaves_every_chunk_that_it_reported(tmp_path: Path) -> None:
    draws, last = random.Random(5), -1
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(draws.random() * 0.08)
        process.send_signal(signal.SIGKILL)
        numbers = [int(word) for word in (first + process.stdout.read()).split()]
        process.wait()
        assert numbers[0] in (last + 1, last + 2)
        found = [chunk["chunk"] for chunk in stored_chunks(tmp_path)]
        assert found in (list(range(numbers[-1] + 1)), list(range(numbers[-1] + 2)))
        last = numbers[-1]


LIMITED = """
import resource
import signal
import sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
"""


@pytest.mark.parametrize("limit", [0, 9000, 70000])
def test_a_full_disk_loses_nothing(tmp_path: Path, limit: int) -> None:
    command = [sys.executable, "-c", LIMITED + WRITER, str(tmp_path), str(limit)]
    reported: set[str] = set()
    for _ in range(2):  # a second attempt on the full disk must not lose anything either
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 1
        assert "StoreError" in done.stderr.splitlines()[-1]
        reported |= set(done.stdout.split())
    store, taken = _opened(tmp_path)
    assert {int(number) for number in reported} <= set(taken)
    assert set(taken) == set(range(len(taken)))
    assert len(taken) >= (3 if limit >= 70000 else 0)
    store.add(_chunk(len(taken)))
    store.close()
