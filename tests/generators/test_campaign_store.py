"""The store of a campaign loses no stored results and changes no foreign file."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generators.campaigns import store_file
from generators.campaigns.campaign_store import (
    FILE,
    FORMAT,
    LOCK,
    CampaignStore,
    StoreError,
    export_lines,
    read_store,
)

SETTINGS = {"driver": "x", "seed": 0, "generator": 6, "profile": "tiny"}
_JOURNAL = f"{FILE}-journal"


def _open(folder: Path, **settings: object) -> tuple[CampaignStore, dict[int, object]]:
    """Return the store and the chunks that it passed on, by number; each is passed once."""
    taken: dict[int, object] = {}

    def take(chunk: dict[str, object]) -> None:
        number = chunk["chunk"]
        assert isinstance(number, int)
        assert number not in taken
        taken[number] = chunk

    return CampaignStore(folder, {**SETTINGS, **settings}, take), taken


def _chunk(number: int, size: int = 40) -> dict[str, object]:
    return {"chunk": number, "graphs": 50, "text": "abcdefghij" * (size // 10)}


def _filled(folder: Path, count: int = 8, size: int = 40) -> Path:
    store, _ = _open(folder)
    for number in range(count):
        store.add(_chunk(number, size))
    store.close()
    return folder / FILE


def _bytes(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file of the folder except the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def _assert_refused(folder: Path, message: str) -> None:
    """Check that opening and reading are refused and change no byte."""
    before = _bytes(folder)
    for attempt in (lambda: _open(folder), lambda: read_store(folder)):
        with pytest.raises(StoreError, match=message):
            attempt()
        assert _bytes(folder) == before


# --------------------------------------------------------------------------------- contents


def test_added_chunks_are_read_again(tmp_path: Path) -> None:
    store, _ = _open(tmp_path)
    store.add(_chunk(2))
    store.add(_chunk(0))
    store.add(_chunk(2))
    store.close()
    again, taken = _open(tmp_path)
    assert taken == {0: _chunk(0), 2: _chunk(2)}
    assert again.completed_chunks == {0, 2}
    again.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [LOCK, FILE]


def test_reading_returns_settings_and_chunks_and_changes_nothing(tmp_path: Path) -> None:
    _filled(tmp_path, 3)
    before = _bytes(tmp_path)
    settings, chunks = read_store(tmp_path)
    assert settings == {"format": FORMAT, **SETTINGS}
    assert list(chunks) == [_chunk(number) for number in range(3)]
    assert _bytes(tmp_path) == before


def test_the_export_is_json_lines(tmp_path: Path) -> None:
    _filled(tmp_path, 3)
    lines = [json.loads(line) for line in export_lines(tmp_path)]
    assert lines == [{"format": FORMAT, **SETTINGS}, *(_chunk(number) for number in range(3))]


def test_a_store_is_filled_with_all_chunks_or_none(tmp_path: Path) -> None:
    store, taken = _open(tmp_path)

    def some(count: int, *, broken: bool) -> object:
        for number in range(count):
            yield _chunk(number)
        if broken:
            raise StoreError("a part is damaged")

    with pytest.raises(StoreError, match="a part is damaged"):
        store.fill(some(5, broken=True))  # type: ignore[arg-type]
    assert taken == {}
    store.fill(some(5, broken=False))  # type: ignore[arg-type]
    assert set(taken) == store.completed_chunks == set(range(5))
    store.add(_chunk(7))
    with pytest.raises(StoreError, match="holds results already"):
        store.fill([_chunk(9)])
    store.close()
    assert set(_open(tmp_path)[1]) == {*range(5), 7}


@pytest.mark.parametrize(
    ("name", "value"),
    [("driver", "y"), ("seed", 1), ("profile", "wide"), ("generator", 7), ("supported", 3)],
)
def test_another_campaign_is_not_mixed_in(tmp_path: Path, name: str, value: object) -> None:
    _filled(tmp_path)
    before = _bytes(tmp_path)
    with pytest.raises(
        StoreError, match=f"holds a campaign with {name} .*, but this campaign has {name}"
    ):
        _open(tmp_path, **{name: value})
    assert _bytes(tmp_path) == before
    assert len(_open(tmp_path)[1]) == 8


# ------------------------------------------------------------------------------ foreign files


def _other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE chunks (number INTEGER)")
    connection.execute("INSERT INTO chunks VALUES (1)")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    connection = sqlite3.connect(_filled(path.parent))
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()


def _other_tables(path: Path) -> None:
    connection = sqlite3.connect(_filled(path.parent))
    connection.execute("CREATE VIEW more AS SELECT * FROM chunks")
    connection.close()


def _text(path: Path) -> None:
    path.write_text("my notes\n" * 30)


def _foreign_journal(path: Path) -> None:
    _filled(path.parent)
    (path.parent / _JOURNAL).write_text("my notes")


def _only_a_journal(path: Path) -> None:
    (path.parent / _JOURNAL).write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(504))


def _foreign_log(path: Path) -> None:
    _filled(path.parent)
    path.with_name(f"{FILE}-wal").write_text("my notes")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_text, "is not a campaign's result file: it is not an SQLite database"),
        (lambda path: path.write_text("x"), "it is not an SQLite database"),
        (lambda path: path.write_text(""), "it is empty"),
        (_other_database, "it is an SQLite database of another program"),
        (_newer, f"it has format {FORMAT + 1}, this version reads {FORMAT}"),
        (_other_tables, "the tables differ from those of a campaign"),
        (_foreign_journal, f"{_JOURNAL}: .*it is not an SQLite journal"),
        (_only_a_journal, f"{_JOURNAL}: .*it is a journal without {FILE}"),
        (_foreign_log, "-wal: .*a campaign has no write-ahead log"),
    ],
)
def test_a_foreign_file_is_refused_and_not_changed(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    make(tmp_path / FILE)
    _assert_refused(tmp_path, message)


def test_links_and_special_files_are_refused(tmp_path: Path) -> None:
    _filled(tmp_path / "there")
    for number, target in enumerate((tmp_path / "there" / FILE, tmp_path / "nowhere")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / FILE).symlink_to(target)
        with pytest.raises(StoreError, match="it is a link or not a regular file"):
            _open(folder)
        assert (folder / FILE).is_symlink()
    assert not (tmp_path / "nowhere").exists()
    for make in (os.mkfifo, os.mkdir):
        folder = tmp_path / make.__name__
        folder.mkdir()
        make(folder / FILE)
        with pytest.raises(StoreError, match="it is a link or not a regular file"):
            _open(folder)
    folder = tmp_path / "lock"
    folder.mkdir()
    (folder / LOCK).symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError, match=f"{LOCK}: cannot be used"):
        _open(folder)
    assert not (tmp_path / "nowhere").exists()


def test_a_file_of_an_earlier_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "campaign.jsonl").write_text('0123abcd {"format":2}\n')
    _assert_refused(tmp_path, r"campaign\.jsonl: holds results of an earlier version")


def test_an_export_in_the_folder_does_not_matter(tmp_path: Path) -> None:
    _filled(tmp_path)
    (tmp_path / "campaign.jsonl").write_bytes(b"".join(export_lines(tmp_path)))
    assert len(_open(tmp_path)[1]) == 8


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        _open(tmp_path / "file" / "below")
    with pytest.raises(StoreError, match="the folder holds no results of a campaign"):
        read_store(tmp_path)


# ------------------------------------------------------------------------------------ damage


def _outcome(folder: Path, damaged: bytes, count: int) -> bool:
    """Open a damaged database; return whether all records are read rather than an error raised."""
    path = folder / FILE
    path.write_bytes(damaged)
    try:
        settings, chunks = read_store(folder)
        found = list(chunks)
    except StoreError as error:
        assert "the file was not changed" in str(error)  # noqa: PT017
        with pytest.raises(StoreError):
            _open(folder)
        assert path.read_bytes() == damaged
        assert not (folder / _JOURNAL).exists()
        return False
    assert settings == {"format": FORMAT, **SETTINGS}
    assert found == [_chunk(number) for number in range(count)]
    assert path.read_bytes() == damaged
    store, taken = _open(folder)
    store.close()
    assert list(taken.values()) == found
    return True


@pytest.mark.parametrize(("mask", "phase"), [(0xFF, 0), (0x01, 7), (0x20, 14)])
def test_a_damaged_byte_is_reported_or_changes_no_record(
    tmp_path: Path, mask: int, phase: int
) -> None:
    whole = _filled(tmp_path, 8).read_bytes()
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
    whole = _filled(tmp_path, 8).read_bytes()
    start = whole.index(b"abcdefghij")
    for offset in range(start, start + 40):
        damaged = bytearray(whole)
        damaged[offset] ^= 4
        assert not _outcome(tmp_path, bytes(damaged), 8)


def test_large_records_are_protected_too(tmp_path: Path) -> None:
    """In records of several pages, the page lists are protected like the contents."""
    store, _ = _open(tmp_path)
    store.fill([_chunk(number, 20_000) for number in range(3)])
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
            assert found == [_chunk(number, 20_000) for number in range(3)]


def test_a_file_that_was_cut_or_has_grown_is_reported(tmp_path: Path) -> None:
    whole = _filled(tmp_path, 8).read_bytes()
    for length in (*range(0, 200, 9), *range(200, len(whole), 501), len(whole) - 1):
        assert not _outcome(tmp_path, whole[:length], 8)
    _outcome(tmp_path, whole + b"more", 8)
    _outcome(tmp_path, whole + bytes(8192), 8)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM chunks WHERE number = 3",
        "UPDATE chunks SET number = 30 WHERE number = 3",
        "INSERT INTO chunks SELECT number + 50, body, checksum FROM chunks WHERE number = 1",
        "UPDATE chunks SET body = (SELECT body FROM chunks WHERE number = 2) WHERE number = 3",
        "UPDATE settings SET chunks = 7",
        "UPDATE settings SET body = replace(body, 'tiny', 'wide')",
        "DELETE FROM settings",
    ],
)
def test_rows_that_do_not_belong_together_are_reported(tmp_path: Path, statement: str) -> None:
    connection = sqlite3.connect(_filled(tmp_path, 8))
    connection.execute(statement)
    connection.commit()
    connection.close()
    _assert_refused(tmp_path, "the results are damaged: .*; the file was not changed")


# ------------------------------------------------------------------- interrupted transactions


def _interrupted(folder: Path) -> dict[str, bytes]:
    """Return the files that a kill during a transaction leaves: some pages are written."""
    path = _filled(folder, 8, 3000)
    whole = path.read_bytes()
    connection = store_file.connect(path)
    connection.execute("PRAGMA cache_size = 2")
    connection.execute("BEGIN IMMEDIATE")
    state = store_file.State({"format": FORMAT, **SETTINGS}, 8)
    store_file.insert(connection, state, [_chunk(n, 3000) for n in range(8, 20)])
    files = {name: (folder / name).read_bytes() for name in (FILE, _JOURNAL)}
    connection.execute("ROLLBACK")
    connection.close()
    assert files[FILE] != whole
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
    return files


def test_an_interrupted_transaction_is_rolled_back(tmp_path: Path) -> None:
    files = _interrupted(tmp_path)
    _, chunks = read_store(tmp_path)
    assert [chunk["chunk"] for chunk in chunks] == list(range(8))
    assert {name: (tmp_path / name).read_bytes() for name in files} == files  # unchanged
    store, taken = _open(tmp_path)
    assert set(taken) == set(range(8))
    store.add(_chunk(8))
    store.close()
    assert set(_open(tmp_path)[1]) == set(range(9))


def test_damage_is_reported_despite_an_interrupted_transaction(tmp_path: Path) -> None:
    files = _interrupted(tmp_path)
    expected = [_chunk(number, 3000) for number in range(8)]
    places = [(_JOURNAL, n) for n in (*range(28), *range(512, len(files[_JOURNAL]), 397))]
    places += [(FILE, n) for n in (*range(100), *range(100, len(files[FILE]), 997))]
    for name, offset in places:
        damaged = {**files, name: bytearray(files[name])}
        damaged[name][offset] ^= 0x40  # type: ignore[index]
        for one, contents in damaged.items():
            (tmp_path / one).write_bytes(contents)
        before = _bytes(tmp_path)
        try:
            found = list(read_store(tmp_path)[1])
        except StoreError:
            with pytest.raises(StoreError):
                _open(tmp_path)
            assert _bytes(tmp_path) == before, (name, offset)
        else:
            assert found == expected, (name, offset)


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
        store, taken = _open(folder)
        assert set(taken) == set(range(len(taken)))
        store.close()


# --------------------------------------------------------------------------- other processes


def test_two_campaigns_do_not_share_a_folder(tmp_path: Path) -> None:
    store, _ = _open(tmp_path)
    with pytest.raises(StoreError, match="another campaign is running there"):
        _open(tmp_path)
    with pytest.raises(StoreError, match="a campaign is running there; wait until it has finished"):
        read_store(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "another campaign is running there" in done.stderr
    store.add(_chunk(0))
    store.close()
    assert len(list(read_store(tmp_path)[1])) == 1


def test_another_program_that_has_the_database_open_is_reported(tmp_path: Path) -> None:
    other = sqlite3.connect(_filled(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="cannot be used: database is locked"):
        _open(tmp_path)
    other.execute("ROLLBACK")
    other.close()
    assert len(_open(tmp_path)[1]) == 8


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
    store, taken = _open(tmp_path)
    assert set(range(len(done.stdout.split()))) <= set(taken)
    assert set(taken) == set(range(len(taken)))
    if limit >= 70000:
        assert len(taken) >= 3
    store.add(_chunk(len(taken)))
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


def test_no_space_for_the_copy_of_an_interrupted_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _interrupted(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    _assert_refused(tmp_path, "cannot be read: No space left on device")
