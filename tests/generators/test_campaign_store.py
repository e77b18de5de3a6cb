"""The store of a campaign loses no stored results and changes no foreign file."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generators.campaigns.campaign_store import (
    FILE,
    FORMAT,
    LOCK,
    StoreError,
    export_lines,
    read_store,
)
from tests.generators.campaign_stores import (
    SETTINGS,
    WRITER,
    assert_refused,
    file_contents,
    filled_store,
    new_chunk,
    open_store,
)

# --------------------------------------------------------------------------------- contents


def test_added_chunks_are_read_again(tmp_path: Path) -> None:
    store, _ = open_store(tmp_path)
    store.add(new_chunk(2))
    store.add(new_chunk(0))
    store.add(new_chunk(2))
    store.close()
    again, taken = open_store(tmp_path)
    assert taken == {0: new_chunk(0), 2: new_chunk(2)}
    assert again.completed_chunks == {0, 2}
    again.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [LOCK, FILE]


def test_reading_returns_settings_and_chunks_and_changes_nothing(tmp_path: Path) -> None:
    filled_store(tmp_path, 3)
    before = file_contents(tmp_path)
    settings, chunks = read_store(tmp_path)
    assert settings == {"format": FORMAT, **SETTINGS}
    assert list(chunks) == [new_chunk(number) for number in range(3)]
    assert file_contents(tmp_path) == before


def test_the_export_is_json_lines(tmp_path: Path) -> None:
    filled_store(tmp_path, 3)
    lines = [json.loads(line) for line in export_lines(tmp_path)]
    assert lines == [{"format": FORMAT, **SETTINGS}, *(new_chunk(number) for number in range(3))]


def test_a_store_is_filled_with_all_chunks_or_none(tmp_path: Path) -> None:
    store, taken = open_store(tmp_path)

    def some(count: int, *, broken: bool) -> object:
        for number in range(count):
            yield new_chunk(number)
        if broken:
            raise StoreError("a part is damaged")

    with pytest.raises(StoreError, match="a part is damaged"):
        store.fill(some(5, broken=True))  # type: ignore[arg-type]
    assert taken == {}
    store.fill(some(5, broken=False))  # type: ignore[arg-type]
    assert set(taken) == store.completed_chunks == set(range(5))
    store.add(new_chunk(7))
    with pytest.raises(StoreError, match="holds results already"):
        store.fill([new_chunk(9)])
    store.close()
    assert set(open_store(tmp_path)[1]) == {*range(5), 7}


@pytest.mark.parametrize(
    ("name", "value"),
    [("driver", "y"), ("seed", 1), ("profile", "wide"), ("generator", 7), ("supported", 3)],
)
def test_another_campaign_is_not_mixed_in(tmp_path: Path, name: str, value: object) -> None:
    filled_store(tmp_path)
    before = file_contents(tmp_path)
    with pytest.raises(
        StoreError, match=f"holds a campaign with {name} .*, but this campaign has {name}"
    ):
        open_store(tmp_path, **{name: value})
    assert file_contents(tmp_path) == before
    assert len(open_store(tmp_path)[1]) == 8


# ------------------------------------------------------------------------------ foreign files


def _other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE chunks (number INTEGER)")
    connection.execute("INSERT INTO chunks VALUES (1)")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    connection = sqlite3.connect(filled_store(path.parent))
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()


def _text(path: Path) -> None:
    path.write_text("my notes\n" * 30)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (_text, "is not a campaign's result file: it is not an SQLite database"),
        (lambda path: path.write_text("x"), "it is not an SQLite database"),
        (lambda path: path.write_text(""), "it is not an SQLite database"),
        (_other_database, "it is an SQLite database of another program"),
        (_newer, f"it has format {FORMAT + 1}, this version reads {FORMAT}"),
    ],
)
def test_a_foreign_file_is_refused_and_not_changed(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    make(tmp_path / FILE)
    assert_refused(tmp_path, message)


def test_links_and_special_files_are_refused(tmp_path: Path) -> None:
    filled_store(tmp_path / "there")
    for number, target in enumerate((tmp_path / "there" / FILE, tmp_path / "nowhere")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / FILE).symlink_to(target)
        with pytest.raises(StoreError, match="it is a link or not a regular file"):
            open_store(folder)
        assert (folder / FILE).is_symlink()
    assert not (tmp_path / "nowhere").exists()
    for make in (os.mkfifo, os.mkdir):
        folder = tmp_path / make.__name__
        folder.mkdir()
        make(folder / FILE)
        with pytest.raises(StoreError, match="it is a link or not a regular file"):
            open_store(folder)
    folder = tmp_path / "lock"
    folder.mkdir()
    (folder / LOCK).symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError, match=f"{LOCK}: cannot be used"):
        open_store(folder)
    assert not (tmp_path / "nowhere").exists()


def test_a_file_of_an_earlier_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "campaign.jsonl").write_text('0123abcd {"format":2}\n')
    assert_refused(tmp_path, r"campaign\.jsonl: holds results of an earlier version")


def test_an_export_in_the_folder_does_not_matter(tmp_path: Path) -> None:
    filled_store(tmp_path)
    (tmp_path / "campaign.jsonl").write_bytes(b"".join(export_lines(tmp_path)))
    assert len(open_store(tmp_path)[1]) == 8


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(tmp_path / "file" / "below")
    with pytest.raises(StoreError, match="the folder holds no results of a campaign"):
        read_store(tmp_path)


# --------------------------------------------------------------------------- other processes


def test_two_campaigns_do_not_share_a_folder(tmp_path: Path) -> None:
    store, _ = open_store(tmp_path)
    with pytest.raises(StoreError, match="another campaign is running there"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match="a campaign is running there; wait until it has finished"):
        read_store(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "another campaign is running there" in done.stderr
    store.add(new_chunk(0))
    store.close()
    assert len(list(read_store(tmp_path)[1])) == 1


def test_another_program_that_has_the_database_open_is_reported(tmp_path: Path) -> None:
    other = sqlite3.connect(filled_store(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="cannot be used: database is locked"):
        open_store(tmp_path)
    other.execute("ROLLBACK")
    other.close()
    assert len(open_store(tmp_path)[1]) == 8
