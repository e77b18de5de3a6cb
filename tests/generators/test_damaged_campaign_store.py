"""No result of a campaign is lost unnoticed after damage, a kill, or on a full disk."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generators.campaigns.campaign_store import FILE, FORMAT, StoreError, read_store
from tests.generators.campaign_stores import (
    JOURNAL,
    SETTINGS,
    WRITER,
    assert_refused,
    filled_store,
    new_chunk,
    open_store,
)

# ------------------------------------------------------------------------------------ damage


def _outcome(folder: Path, damaged: bytes, count: int) -> bool:
    """Open a damaged database; return whether all records are read rather than an error raised.

    A campaign either cannot continue, or runs the chunks again that are not intact.
    """
    path = folder / FILE
    path.write_bytes(damaged)
    right = {number: new_chunk(number) for number in range(count)}
    try:
        store, taken = open_store(folder)
    except StoreError:
        taken = {}
    else:
        store.close()
        assert taken.items() <= right.items()
    assert path.read_bytes() == damaged
    assert not (folder / JOURNAL).exists()
    try:
        settings, chunks = read_store(folder)
        found = list(chunks)
    except StoreError:
        assert taken != right
        return False
    assert settings == {"format": FORMAT, **SETTINGS}
    assert found == list(taken.values()) == list(right.values())
    return True


@pytest.mark.parametrize(("mask", "phase"), [(0xFF, 0), (0x01, 7), (0x20, 14)])
def test_a_damaged_byte_is_reported_or_changes_no_record(
    tmp_path: Path, mask: int, phase: int
) -> None:
    whole = filled_store(tmp_path, 8).read_bytes()
    # Every byte of the file header and of the first page headers, and every seventh byte with one
    # of the masks.
    offsets = {*range(120), *range(phase, len(whole), 21)}
    offsets |= {page + n for page in range(0, len(whole), 4096) for n in range(12)}
    intact = 0
    for offset in sorted(offsets):
        damaged = bytearray(whole)
        damaged[offset] ^= mask
        intact += _outcome(tmp_path, bytes(damaged), 8)
    # Most remaining bytes are unused space.
    assert intact < len(offsets)


def test_a_damaged_byte_in_the_contents_is_always_reported(tmp_path: Path) -> None:
    whole = filled_store(tmp_path, 8).read_bytes()
    start = whole.index(b"abcdefghij")
    for offset in range(start, start + 40):
        damaged = bytearray(whole)
        damaged[offset] ^= 4
        assert not _outcome(tmp_path, bytes(damaged), 8)
    store, taken = open_store(tmp_path)
    (again,) = set(range(8)) - taken.keys()
    store.add(new_chunk(again))
    store.close()
    assert list(read_store(tmp_path)[1]) == [new_chunk(number) for number in range(8)]


def test_large_records_are_protected_too(tmp_path: Path) -> None:
    """In records of several pages, the page lists are protected like the contents."""
    store, _ = open_store(tmp_path)
    store.fill([new_chunk(number, 20_000) for number in range(3)])
    store.close()
    path = tmp_path / FILE
    whole = path.read_bytes()
    for offset in range(4096, len(whole), 211):
        damaged = bytearray(whole)
        damaged[offset] ^= 0x10
        path.write_bytes(damaged)
        try:
            found = list(read_store(tmp_path)[1])
        except StoreError:
            assert path.read_bytes() == damaged
        else:
            assert found == [new_chunk(number, 20_000) for number in range(3)]


def test_a_file_that_was_cut_or_has_grown_is_reported(tmp_path: Path) -> None:
    whole = filled_store(tmp_path, 8).read_bytes()
    for length in (*range(0, 200, 9), *range(200, len(whole), 501), len(whole) - 1):
        assert not _outcome(tmp_path, whole[:length], 8)
    _outcome(tmp_path, whole + b"more", 8)
    _outcome(tmp_path, whole + bytes(8192), 8)


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE entries SET number = 30 WHERE number = 3", set(range(8)) - {3}),
        (
            "INSERT INTO entries SELECT number + 50, body, checksum FROM entries WHERE number = 1",
            set(range(8)),
        ),
        (
            "UPDATE entries SET body = (SELECT body FROM entries LIMIT 1) WHERE number = 3",
            set(range(8)) - {3},
        ),
    ],
)
def test_rows_with_a_wrong_checksum_run_again(
    tmp_path: Path, statement: str, kept: set[int]
) -> None:
    connection = sqlite3.connect(filled_store(tmp_path, 8))
    connection.execute(statement)
    connection.commit()
    connection.close()
    store, taken = open_store(tmp_path)
    store.close()
    assert set(taken) == kept
    with pytest.raises(StoreError, match="has a wrong checksum; --resume runs it again"):
        list(read_store(tmp_path)[1])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = CAST(replace(body, 'tiny', 'wide') AS BLOB) WHERE number = -1",
        "DELETE FROM entries WHERE number = -1",
    ],
)
def test_damaged_settings_are_reported(tmp_path: Path, statement: str) -> None:
    connection = sqlite3.connect(filled_store(tmp_path, 8))
    connection.execute(statement)
    connection.commit()
    connection.close()
    assert_refused(tmp_path, "the results are damaged: .*; the file was not changed")


# ------------------------------------------------------------------- interrupted transactions


def _interrupted(folder: Path) -> dict[str, bytes]:
    """Return the files that a kill during a transaction leaves: some pages are written."""
    path = filled_store(folder, 8, 3000)
    whole = path.read_bytes()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 2")
    connection.execute("BEGIN IMMEDIATE")
    rows = [(number, b"x" * 3000, b"y") for number in range(8, 20)]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    files = {name: (folder / name).read_bytes() for name in (FILE, JOURNAL)}
    connection.execute("ROLLBACK")
    connection.close()
    assert files[FILE] != whole
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
    return files


def test_an_interrupted_transaction_is_rolled_back(tmp_path: Path) -> None:
    _interrupted(tmp_path)
    _, chunks = read_store(tmp_path)
    assert [chunk["chunk"] for chunk in chunks] == list(range(8))
    _interrupted(tmp_path)
    store, taken = open_store(tmp_path)
    assert set(taken) == set(range(8))
    store.add(new_chunk(8))
    store.close()
    assert set(open_store(tmp_path)[1]) == set(range(9))


def test_damage_is_reported_despite_an_interrupted_transaction(tmp_path: Path) -> None:
    files = _interrupted(tmp_path)
    expected = [new_chunk(number, 3000) for number in range(8)]
    places = [(JOURNAL, n) for n in (*range(28), *range(512, len(files[JOURNAL]), 397))]
    places += [(FILE, n) for n in (*range(100), *range(100, len(files[FILE]), 997))]
    for name, offset in places:
        damaged = {**files, name: bytearray(files[name])}
        damaged[name][offset] ^= 0x40  # type: ignore[index]
        for one, contents in damaged.items():
            (tmp_path / one).write_bytes(contents)
        try:
            found = list(read_store(tmp_path)[1])
        except StoreError:
            continue
        assert found == expected, (name, offset)


def test_a_killed_writer_leaves_every_chunk_that_it_reported(tmp_path: Path) -> None:
    draws, last = random.Random(5), -1
    for _ in range(12):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(draws.random() * 0.08)
        process.send_signal(signal.SIGKILL)
        numbers = [int(word) for word in (first + process.stdout.read()).split()]
        process.wait()
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert numbers[0] in (last + 1, last + 2)
        last = numbers[-1]
        _, chunks = read_store(tmp_path)
        found = [chunk["chunk"] for chunk in chunks]
        assert found in (list(range(last + 1)), list(range(last + 2)))
        last = found[-1]


def test_a_kill_during_creation_leaves_a_folder_that_can_be_used(tmp_path: Path) -> None:
    draws = random.Random(6)
    for number in range(8):
        folder = tmp_path / str(number)
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.DEVNULL
        )
        limit = time.monotonic() + 60
        while not folder.exists():
            assert time.monotonic() < limit
        time.sleep(draws.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        store, taken = open_store(folder)
        assert set(taken) == set(range(len(taken)))
        store.close()


# ---------------------------------------------------------------------------------- full disk

LIMITED = (
    """
import resource
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
"""
    + WRITER
)


@pytest.mark.parametrize("limit", [0, 1, 600, 4096, 9000, 16384, 20000, 33000, 70000, 150000])
def test_a_full_disk_loses_nothing(tmp_path: Path, limit: int) -> None:
    code = LIMITED.replace("LIMIT)", f"{limit})").replace("(LIMIT", f"({limit}")
    for _ in range(2):  # a second attempt on the full disk must not lose anything either
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True
        )
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert "StoreError" in last
        assert "cannot be" in last
    store, taken = open_store(tmp_path)
    assert set(range(len(done.stdout.split()))) <= set(taken)
    assert set(taken) == set(range(len(taken)))
    if limit >= 70000:
        assert len(taken) >= 3
    store.add(new_chunk(len(taken)))
    store.close()
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_the_message_on_a_full_disk_states_what_to_do(tmp_path: Path) -> None:
    code = LIMITED.replace("LIMIT)", "90000)").replace("(LIMIT", "(90000")
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True
    )
    assert "results cannot be written" in done.stderr
    assert "stored results are not lost, continue later with the same --resume" in done.stderr
    assert done.stdout.split() == [str(chunk["chunk"]) for chunk in read_store(tmp_path)[1]]
