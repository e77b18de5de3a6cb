"""The database file of a campaign: its schema, its checksums, and its verification.

SQLite itself has no checksums of rows. This module stores a checksum of each chunk's number and
contents. The row of the settings has a checksum that also covers the number of chunks and the
exclusive or of their checksums. Together they reveal each changed, missing or added row.

Verification opens the file read-only. If the journal of an interrupted transaction exists, it works
on a copy of both files. A file that proves to be damaged or foreign is therefore never changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import sqlite3
import stat
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import quote

FILE: Final = "campaign.sqlite"
FORMAT: Final = 4
"""Incremented whenever the same settings give different chunks, or the chunk contents change."""

_APPLICATION: Final = 0x4E4E4350
"""The SQLite application id of campaign databases."""
_SCHEMA: Final = (
    """\
CREATE TABLE settings (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  chunks INTEGER NOT NULL,
  combined BLOB NOT NULL,
  checksum BLOB NOT NULL
)""",
    """\
CREATE TABLE chunks (
  number INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  checksum BLOB NOT NULL
)""",
)
_MAGIC: Final = b"SQLite format 3\0"
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
_HEADER: Final = struct.Struct(">16s2x2B40xi4xi28x")
"""Magic, write and read version (1: rollback journal), user version, application id."""
_CHECKSUM: Final = 16


class StoreError(Exception):
    """Raised if a campaign's folder cannot be used; the text states the reason and what to do."""


@dataclass(frozen=True, slots=True)
class State:
    """The contents of the settings row.

    Attributes:
        settings: the settings of the campaign.
        chunks: number of stored chunks.
        combined: exclusive or of the chunks' checksums.

    """

    settings: dict[str, Any]
    chunks: int = 0
    combined: bytes = bytes(_CHECKSUM)


# ---------------------------------------------------------------------------------- writing


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection for writing, which locks the database against all others.

    Transactions are explicit: the caller begins and commits them.
    """
    connection = sqlite3.connect(path, timeout=0.0, isolation_level=None)
    try:
        connection.text_factory = bytes
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def create(path: Path, settings: dict[str, Any]) -> None:
    """Create the database of a campaign that has no chunks yet.

    The file is written under a temporary name and linked to its name when it is complete, so a
    campaign never leaves an empty or partial file. An existing file is not replaced.
    """
    partial = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with contextlib.closing(sqlite3.connect(partial, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            _put_state(connection, State(settings))
            connection.execute("COMMIT")
        os.link(partial, path)
    finally:
        for leftover in (partial, _companion(partial, "-journal")):
            with contextlib.suppress(OSError):
                leftover.unlink()


def insert(
    connection: sqlite3.Connection, state: State, chunks: Iterable[Mapping[str, Any]]
) -> State:
    """Add chunks within the current transaction and return the new state."""
    count, combined = state.chunks, state.combined
    for chunk in chunks:
        body, number = _encoded(chunk), chunk["chunk"]
        checksum = _chunk_checksum(number, body)
        row = number, body.decode(), checksum
        connection.execute("INSERT INTO chunks VALUES (?, ?, ?)", row)
        count, combined = count + 1, _combination(combined, checksum)
    after = replace(state, chunks=count, combined=combined)
    _put_state(connection, after)
    return after


def _put_state(connection: sqlite3.Connection, state: State) -> None:
    body = _encoded(state.settings)
    checksum = _state_checksum(state.chunks, state.combined, body)
    row = body.decode(), state.chunks, state.combined, checksum
    connection.execute("INSERT OR REPLACE INTO settings VALUES (0, ?, ?, ?, ?)", row)


def _encoded(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()


def _chunk_checksum(number: int, body: bytes) -> bytes:
    return blake2b(b"%d:%s" % (number, body), digest_size=_CHECKSUM).digest()


def _state_checksum(chunks: int, combined: bytes, body: bytes) -> bytes:
    return blake2b(b"%d:%s:%s" % (chunks, combined, body), digest_size=_CHECKSUM).digest()


def _combination(first: bytes, second: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(first, second, strict=True))


# ---------------------------------------------------------------------------------- reading


def chunks(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield the chunks of a verified database, ordered by number."""
    for (body,) in connection.execute("SELECT body FROM chunks ORDER BY number"):
        chunk: dict[str, Any] = json.loads(body)
        yield chunk


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection for reading that leaves the file and its folder unchanged.

    After an interrupted transaction SQLite has to roll back before it can read, which would change
    the file. In this case the connection reads a copy.
    """
    journal = _companion(path, "-journal")
    if journal.exists():
        with TemporaryDirectory(prefix="nn-conformance-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(journal, _companion(copy, "-journal"))
            # SQLite rolls back at the first statement that reads.
            with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with _read_only(copy) as connection:
                yield connection
        return
    with _read_only(path) as connection:
        yield connection


@contextlib.contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    _check_header(path)
    # Nothing writes while the lock is held, so SQLite needs no locks and creates no files.
    name = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(name, uri=True, isolation_level=None)) as connection:
        connection.text_factory = bytes
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        yield connection


def _companion(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# ----------------------------------------------------------------------------- verification


def verified(path: Path) -> State | None:
    """Verify the whole database and return its state, or ``None`` if the file does not exist.

    Raise ``StoreError`` if the file is damaged or not a campaign's. No file is changed.
    """
    try:
        if not _exists(path):
            return None
        with reading(path) as connection:
            return _check_contents(connection)
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error
    except _DamageError as error:
        raise StoreError(_damaged(path, str(error))) from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise _foreign(path, str(error)) from error
        raise StoreError(_damaged(path, str(error))) from error
    except (ValueError, TypeError, OverflowError) as error:
        raise StoreError(_damaged(path, str(error))) from error


class _DamageError(Exception):
    """Raised if the contents of a campaign's database differ from what was written."""


def _damaged(path: Path, what: str) -> str:
    return (
        f"{path}: the results are damaged: {what}; the file was not changed. Restore it from a "
        "copy, or use another folder"
    )


def _foreign(path: Path, what: str) -> StoreError:
    return StoreError(
        f"{path}: is not a campaign's result file: {what}; the file was not changed: use "
        "another folder"
    )


def _exists(path: Path) -> bool:
    """Return whether the file exists.

    Raise ``StoreError`` for links, devices and journals that are not a campaign's, because SQLite
    would follow, replace or delete them.
    """
    journal, log = _companion(path, "-journal"), _companion(path, "-wal")
    for file in (path, journal, log):
        if os.path.lexists(file) and not stat.S_ISREG(file.lstat().st_mode):
            raise _foreign(file, "it is a link or not a regular file")
    if log.exists():
        raise _foreign(log, "a campaign has no write-ahead log")
    if journal.exists():
        with journal.open("rb") as stream:
            start = stream.read(len(_JOURNAL_MAGIC))
        # SQLite first writes zeros, and the magic only after the rest is on disk.
        if start.strip(b"\0") and start != _JOURNAL_MAGIC:
            raise _foreign(journal, "it is not an SQLite journal")
        if not path.exists():
            raise _foreign(journal, f"it is a journal without {path.name}")
    return path.exists()


def _check_header(path: Path) -> None:
    """Raise an error if the file's header is not that of a campaign's database.

    The header is checked before SQLite opens the file.
    """
    with path.open("rb") as stream:
        start = stream.read(_HEADER.size)
    if not start:
        raise _foreign(path, "it is empty")
    if len(start) < _HEADER.size or not start.startswith(_MAGIC):
        raise _foreign(path, "it is not an SQLite database")
    _, write, read, version, application = _HEADER.unpack(start)
    if application != _APPLICATION:
        raise _foreign(path, "it is an SQLite database of another program")
    if version != FORMAT:
        raise _foreign(path, f"it has format {version}, this version reads {FORMAT}")
    if (write, read) != (1, 1):
        raise _DamageError("the header states another journal mode")


def _check_contents(connection: sqlite3.Connection) -> State:
    """Check every page, row and checksum of a database; return its state."""
    (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if result != b"ok":
        raise _DamageError(bytes(result).decode(errors="replace").replace("\n", " "))
    found = connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid").fetchall()
    if found != [(statement.encode(),) for statement in _SCHEMA]:
        raise _DamageError("the tables differ from those of a campaign")
    rows = connection.execute("SELECT * FROM settings").fetchall()
    if len(rows) != 1 or rows[0][0] != 0:
        raise _DamageError(f"{len(rows)} rows of settings, expected one")
    _, body, count, combined, checksum = rows[0]
    _expect(isinstance(body, bytes) and isinstance(combined, bytes), "the settings")
    _expect(isinstance(count, int), "the number of chunks")
    _expect(_state_checksum(count, combined, body) == checksum, "the settings")
    settings = json.loads(body)
    actual, total = 0, bytes(_CHECKSUM)
    for number, body, checksum in connection.execute("SELECT * FROM chunks ORDER BY number"):
        _expect(isinstance(body, bytes) and isinstance(number, int), f"chunk {number}")
        _expect(_chunk_checksum(number, body) == checksum, f"chunk {number}")
        actual, total = actual + 1, _combination(total, checksum)
    if (actual, total) != (count, combined):
        raise _DamageError(f"{actual} chunks, expected {count}, or chunks differ from those stored")
    return State(settings, count, combined)


def _expect(valid: bool, what: str) -> None:
    if not valid:
        raise _DamageError(f"the checksum of {what} does not match")
