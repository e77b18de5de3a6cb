"""Storage of a campaign's results in an SQLite database, which has one row for each chunk.

A running campaign stores each chunk in its own transaction. If the process ends at any moment,
SQLite rolls back at most the unfinished transaction. Only the process that holds a lock on
``campaign.lock`` opens the database for writing. The journal mode is DELETE, because WAL does not
work on network folders.

SQLite has no checksums of rows, so each row has one of its number and contents. A campaign runs a
chunk again whose checksum is wrong. ``StoreError`` is raised, and the file stays unchanged, if
SQLite finds the database damaged, or if it belongs to another program or holds another campaign.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
import sqlite3
import stat
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Final

FILE: Final = "campaign.sqlite"
FORMAT: Final = 5
"""Incremented whenever the same settings give different chunks, or the chunk contents change."""
LOCK: Final = "campaign.lock"
_OLD_FILE: Final = "campaign.jsonl"
"""The file of formats 1 and 2."""

_APPLICATION: Final = 0x4E4E4350
"""The SQLite application id of campaign databases."""
_TABLE: Final = """\
CREATE TABLE entries (
  number INTEGER PRIMARY KEY,
  body BLOB NOT NULL,
  checksum BLOB NOT NULL
)"""
_SETTINGS: Final = -1
"""The number of the row with the settings; the others have the numbers of their chunks."""
_HEADER: Final = struct.Struct(">16s44xi4xi28x")
"""Magic, user version (the format) and application id of an SQLite database."""
_MAGIC: Final = b"SQLite format 3\0"

_LOCK_ATTEMPTS: Final = 10
_LOCK_PAUSE: Final = 0.05
"""Seconds between two attempts."""


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
        _refuse_old_format(folder)
        self._lock = _exclusive_lock(folder)
        try:
            if not _is_database(self.path):
                _create(self.path, expected)
            self._compare(_stored_settings(self.path), expected)
            self._connection = _connect(self.path)
            try:
                self._load()
            except BaseException:
                self._connection.close()
                raise
        except (sqlite3.Error, OSError) as error:
            os.close(self._lock)
            raise StoreError(f"{self.path}: cannot be used: {error}") from error
        except BaseException:
            os.close(self._lock)
            raise

    def _compare(self, stored: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
        """Raise ``StoreError`` if the stored settings differ from those of this campaign."""
        for name in {**expected, **stored}:
            if stored.get(name) != expected.get(name):
                raise StoreError(
                    f"{self.path.parent}: holds a campaign with {name} {stored.get(name)}, but "
                    f"this campaign has {name} {expected.get(name)}; use another folder"
                )

    def _load(self) -> None:
        for _, chunk in _chunks(self._connection):
            if chunk is not None:
                self._register(chunk)

    def _register(self, chunk: dict[str, Any]) -> None:
        self.completed_chunks.add(chunk["chunk"])
        self._on_chunk(chunk)

    def add(self, chunk: dict[str, Any]) -> None:
        """Store the results of a chunk unless they are stored already.

        Raise ``StoreError`` if they cannot be written.
        """
        if chunk["chunk"] not in self.completed_chunks:
            self._write([chunk])
            self._register(chunk)

    def fill(self, chunks: Iterable[dict[str, Any]]) -> None:
        """Store all chunks in one transaction; the store must be empty.

        If that fails, no chunk is stored.
        """
        if self.completed_chunks:
            raise StoreError(f"{self.path.parent}: holds results already; use another folder")
        self._write(chunks)
        self._load()

    def _write(self, chunks: Iterable[dict[str, Any]]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                for chunk in chunks:
                    _put(connection, chunk["chunk"], chunk)
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(
                f"{self.path}: results cannot be written: {error}; stored results are not lost, "
                "continue later with the same --resume"
            ) from error

    def close(self) -> None:
        """Close the database and release the lock of the folder."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        with contextlib.suppress(OSError):
            os.close(self._lock)


def read_store(folder: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """Return the settings and chunks of the campaign in a folder, without changing them.

    Raise ``StoreError`` if the folder has no campaign, if a campaign is running there, or if the
    database is damaged.
    """
    path = folder / FILE
    _refuse_old_format(folder)
    try:
        with _shared_lock(folder):
            if not _is_database(path):
                why = "cannot be read: the folder holds no results of a campaign"
                raise StoreError(f"{path}: {why}")
            return _stored_settings(path), _read_chunks(folder)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error


def _read_chunks(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / FILE
    with _shared_lock(folder), _reading(path) as connection:
        for number, chunk in _chunks(connection):
            if chunk is None:
                what = f"chunk {number} has a wrong checksum"
                raise StoreError(f"{path}: {what}; --resume runs it again")
            yield chunk


def export_lines(folder: Path) -> Iterator[bytes]:
    """Yield a folder's results as JSON lines: the settings, then the chunks ordered by number."""
    settings, chunks = read_store(folder)
    for entry in chain([settings], chunks):
        yield _encoded(entry) + b"\n"


# -------------------------------------------------------------------------------- the database


def _connect(path: Path) -> sqlite3.Connection:
    """Return a connection for writing, which locks the database against all others.

    Transactions are explicit: the caller begins and commits them.
    """
    connection = sqlite3.connect(path, timeout=0.0, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _create(path: Path, settings: Mapping[str, Any]) -> None:
    """Create the database of a campaign that has no chunks yet.

    The file is written under a temporary name and linked to its name when it is complete, so a
    campaign never leaves an empty or partial file. An existing file is not replaced.
    """
    partial = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            _put(connection, _SETTINGS, settings)
            connection.execute("COMMIT")
        os.link(partial, path)
    finally:
        for leftover in (partial, partial.with_name(f"{partial.name}-journal")):
            with contextlib.suppress(OSError):
                leftover.unlink()


def _put(connection: sqlite3.Connection, number: int, entry: Mapping[str, Any]) -> None:
    body = _encoded(entry)
    row = number, body, _checksum(number, body)
    connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", row)


def _encoded(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()


def _checksum(number: int, body: bytes) -> bytes:
    return blake2b(b"%d:%s" % (number, body), digest_size=16).digest()


def _decoded(number: int, body: bytes, checksum: bytes) -> dict[str, Any] | None:
    """Return the contents of a row; ``None`` if its checksum is wrong."""
    if not isinstance(body, bytes) or checksum != _checksum(number, body):
        return None
    entry: dict[str, Any] = json.loads(body)
    return entry


def _chunks(connection: sqlite3.Connection) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield the numbers and contents of the chunks in order; ``None`` for a wrong checksum."""
    rows = connection.execute(
        "SELECT * FROM entries WHERE number != ? ORDER BY number", [_SETTINGS]
    )
    for number, body, checksum in rows:
        yield number, _decoded(number, body, checksum)


def _stored_settings(path: Path) -> dict[str, Any]:
    """Return the settings; raise ``StoreError`` if SQLite finds the database damaged."""
    with _reading(path) as connection:
        (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if result != "ok":
            raise _damaged(path, result.replace("\n", " "))
        row = connection.execute("SELECT * FROM entries WHERE number = ?", [_SETTINGS]).fetchone()
        settings = None if row is None else _decoded(*row)
    if settings is None:
        raise _damaged(path, "the settings are missing or have a wrong checksum")
    return settings


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection for reading; SQLite first rolls back an interrupted transaction."""
    try:
        with contextlib.closing(
            sqlite3.connect(path, timeout=0.0, isolation_level=None)
        ) as connection:
            yield connection
    except sqlite3.OperationalError as error:
        raise StoreError(f"{path}: cannot be used: {error}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, what: str) -> StoreError:
    return StoreError(
        f"{path}: the results are damaged: {what}; the file was not changed. Restore it from a "
        "copy, or use another folder"
    )


def _is_database(path: Path) -> bool:
    """Return whether the file exists; raise ``StoreError`` if it is not a campaign's database.

    The header is checked before SQLite opens the file, and links are refused.
    """
    if not os.path.lexists(path):
        return False
    what = ""
    if not stat.S_ISREG(path.lstat().st_mode):
        what = "it is a link or not a regular file"
    else:
        with path.open("rb") as stream:
            start = stream.read(_HEADER.size)
        if len(start) < _HEADER.size or not start.startswith(_MAGIC):
            what = "it is not an SQLite database"
        else:
            _, version, application = _HEADER.unpack(start)
            if application != _APPLICATION:
                what = "it is an SQLite database of another program"
            elif version != FORMAT:
                what = f"it has format {version}, this version reads {FORMAT}"
    if what:
        raise StoreError(
            f"{path}: is not a campaign's result file: {what}; the file was not changed: use "
            "another folder"
        )
    return True


# ------------------------------------------------------------------------------------- locks


def _refuse_old_format(folder: Path) -> None:
    """Raise ``StoreError`` if the folder has results in an earlier format and no database."""
    old = folder / _OLD_FILE
    if old.exists() and not os.path.lexists(folder / FILE):
        raise StoreError(
            f"{old}: holds results of an earlier version of nn-conformance, or of another program; "
            "this version does not read them and leaves them unchanged: use another folder"
        )


def _exclusive_lock(folder: Path) -> int:
    """Lock the folder for its only writer; return the descriptor that holds the lock."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        lock = os.open(folder / LOCK, flags, 0o666)
    except OSError as error:
        why = error.strerror or error
        raise StoreError(f"{folder / LOCK}: cannot be used: {why}") from error
    try:
        _flock(lock, fcntl.LOCK_EX)
    except BlockingIOError as error:
        os.close(lock)
        raise StoreError(
            f"{folder}: another campaign is running there, or its results are being read; wait "
            "until it has finished, or use another folder"
        ) from error
    except OSError as error:
        os.close(lock)
        raise StoreError(
            f"{folder / LOCK}: cannot be locked: {error.strerror or error}; use a folder on a "
            "file system that supports locks"
        ) from error
    return lock


def _flock(lock: int, kind: int) -> None:
    """Acquire the lock; a process that was just killed holds its locks a moment longer."""
    for _ in range(_LOCK_ATTEMPTS - 1):
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(lock, kind | fcntl.LOCK_NB)
            return
        time.sleep(_LOCK_PAUSE)
    fcntl.flock(lock, kind | fcntl.LOCK_NB)


@contextlib.contextmanager
def _shared_lock(folder: Path) -> Iterator[None]:
    """Exclude writers while the block runs; without a lock file this has no effect."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        yield
        return
    try:
        # On a file system without locks no campaign can be running: ``CampaignStore`` refuses
        # such a folder.
        with contextlib.suppress(OSError):
            try:
                _flock(lock, fcntl.LOCK_SH)
            except BlockingIOError as error:
                why = f"{folder}: a campaign is running there; wait until it has finished"
                raise StoreError(why) from error
        yield
    finally:
        os.close(lock)
