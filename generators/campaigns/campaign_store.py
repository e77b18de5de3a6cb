"""Storage of a campaign's results in an SQLite database, which has one row for each chunk.

Each chunk is stored in its own transaction, so a process that ends at any moment loses at most the
unfinished one. SQLite has no checksums of rows, so each row has one of its number and contents; a
chunk with a wrong one is run again. A connection locks the database; then SQLite's write-ahead log
needs no shared memory, which network folders do not have.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

FILE: Final = "campaign.sqlite"
OWN_FILES: Final = (FILE, f"{FILE}-wal", f"{FILE}-shm")
FORMAT: Final = 7
"""Incremented whenever the same settings give different chunks, or the chunk contents change."""

_TABLES: Final = """\
BEGIN;
CREATE TABLE settings (number INTEGER PRIMARY KEY, body BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE chunks (number INTEGER PRIMARY KEY, body BLOB NOT NULL, crc INTEGER NOT NULL);
"""
_LOCK_SECONDS: Final = 0.5
"""Time to wait for a lock: a process that was just killed holds its locks a moment longer."""


class StoreError(Exception):
    """Raised if a campaign's folder cannot be used; the text states the reason and what to do."""


class CampaignStore:
    """The results of one campaign, stored in its folder.

    The constructor calls ``take`` with each chunk that is already stored. Later ``take`` is called
    with each new chunk, after the chunk was written to disk. ``completed_chunks`` holds the numbers
    of all these chunks. If the folder cannot be used, the constructor raises ``StoreError`` and
    does not change existing files.
    """

    def __init__(
        self, folder: Path, settings: Mapping[str, Any], take: Callable[[dict[str, Any]], object]
    ) -> None:
        self.path = folder / FILE
        self.completed_chunks: set[int] = set()
        self._on_chunk = take
        expected = {"format": FORMAT, **settings}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = "it is a file, not a folder" if folder.is_file() else error.strerror or error
            raise StoreError(f"{folder}: cannot be used: {why}") from error
        with _reported(self.path):
            self._connection = sqlite3.connect(self.path, _LOCK_SECONDS, isolation_level=None)
        try:
            with _reported(self.path):
                self._open(expected)
        except BaseException:
            self._connection.close()
            raise

    def _open(self, expected: Mapping[str, Any]) -> None:
        """Compare the stored settings, or store them in a new database; load the chunks."""
        connection = self._connection
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        is_new = not connection.execute("SELECT * FROM sqlite_schema").fetchall()
        stored = expected if is_new else _stored_settings(connection, self.path)
        for name in {**expected, **stored}:
            if stored.get(name) != expected.get(name):
                raise StoreError(
                    f"{self.path.parent}: holds a campaign with {name} {stored.get(name)}, but "
                    f"this campaign has {name} {expected.get(name)}; use another folder"
                )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if is_new:
            connection.executescript(_TABLES)
            _put(connection, "settings", 0, expected)
            connection.execute("COMMIT")
        else:  # takes the lock
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("COMMIT")
        for _, chunk in _rows(self._connection, "chunks"):
            if chunk is not None:
                self._register(chunk)

    def _register(self, chunk: dict[str, Any]) -> None:
        self.completed_chunks.add(chunk["chunk"])
        self._on_chunk(chunk)

    def add(self, chunk: dict[str, Any]) -> None:
        """Store the results of a chunk unless they are stored already.

        Raise ``StoreError`` if they cannot be written.
        """
        if chunk["chunk"] in self.completed_chunks:
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:  # commits, or rolls back
                _put(self._connection, "chunks", chunk["chunk"], chunk)
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: results cannot be written: {error}; stored results are not lost, "
                "continue later with the same --output"
            ) from error
        self._register(chunk)

    def close(self) -> None:
        """Close the database, which releases its lock."""
        self._connection.close()


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Raise ``StoreError`` for an error of SQLite or of the contents."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"{path.parent}: another campaign is running there, or its results are being read; "
                "wait until it has finished, or use another folder"
            ) from error
        raise StoreError(f"{path}: cannot be used: {error}") from error
    except (sqlite3.Error, ValueError) as error:
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, what: str) -> StoreError:
    return StoreError(
        f"{path}: is not a campaign's result file, or is damaged: {what}; the file was not "
        "changed. Restore it from a copy, or use another folder"
    )


def _stored_settings(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """Return the settings; raise ``StoreError`` if SQLite finds the database damaged."""
    (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise _damaged(path, result.replace("\n", " "))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not {"settings", "chunks"} <= tables:
        raise _damaged(path, "it is an SQLite database of another program")
    stored = [entry for _, entry in _rows(connection, "settings")]
    if len(stored) != 1 or stored[0] is None:
        raise _damaged(path, "the settings are missing or have a wrong checksum")
    return stored[0]


def _rows(
    connection: sqlite3.Connection, table: str
) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield the numbers and contents of a table's rows; ``None`` for a wrong checksum."""
    for number, body, crc in connection.execute(f"SELECT * FROM {table} ORDER BY number"):
        yield number, json.loads(body) if crc == _checksum(number, body) else None


def _put(connection: sqlite3.Connection, table: str, number: int, entry: Mapping[str, Any]) -> None:
    body = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()
    row = number, body, _checksum(number, body)
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", row)


def _checksum(number: int, body: object) -> int:
    return zlib.crc32(b"%d:%s" % (number, body)) if isinstance(body, bytes) else -1


# ------------------------------------------------------------------------------------ the report


def report_file_problem(name: str, folder: Path) -> str:
    """Return why ``--json`` cannot write this file, or an empty string.

    A campaign can take hours, so this is checked before it starts.
    """
    path = Path(name)
    if not path.parent.is_dir():
        return f"--json {name}: there is no folder {path.parent}; create it first"
    if path.exists() and not path.is_file():
        return f"--json {name}: not a regular file; use - for standard output"
    if path.resolve() in {folder.resolve() / file for file in OWN_FILES}:
        return f"--json {name}: this file belongs to the campaign itself; use another name"
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return f"--json {name}: the file cannot be written"
    return ""
