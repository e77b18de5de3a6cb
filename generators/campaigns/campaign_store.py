"""Storage of a campaign's results in an SQLite database, which has one row for each chunk.

A running campaign stores each chunk in its own transaction. If the process ends at any moment,
SQLite rolls back at most the unfinished transaction. Only the process that holds a lock on
``campaign.lock`` opens the database for writing. The journal mode is DELETE, because WAL does not
work on network folders.

The whole database is verified before the first write (``generators.campaigns.store_file``).
``StoreError`` is raised, and the file stays unchanged, if the database is damaged, belongs to
another program or holds another campaign.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from generators.campaigns import store_file
from generators.campaigns.store_file import FILE, FORMAT, StoreError

__all__ = ["FILE", "FORMAT", "LOCK", "CampaignStore", "StoreError", "export_lines", "read_store"]

LOCK: Final = "campaign.lock"
_OLD_FILE: Final = "campaign.jsonl"
"""The file of formats 1 and 2."""


_LOCK_ATTEMPTS: Final = 10
_LOCK_PAUSE: Final = 0.05
"""Seconds between two attempts."""


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
            if (found := store_file.verified(self.path)) is None:
                store_file.create(self.path, expected)
                found = store_file.State(expected)
            self._compare(found.settings, expected)
            self._state = found
            self._connection = store_file.connect(self.path)
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
        for chunk in store_file.chunks(self._connection):
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
                state = store_file.insert(connection, self._state, chunks)
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
        self._state = state

    def close(self) -> None:
        """Close the database and release the lock of the folder."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        with contextlib.suppress(OSError):
            os.close(self._lock)


def read_store(folder: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """Return the settings and chunks of the campaign in a folder, without changing the folder.

    The database is verified first. Raise ``StoreError`` if the folder has no campaign, if a
    campaign is running there, or if the database is damaged.
    """
    path = folder / FILE
    _refuse_old_format(folder)
    with _shared_lock(folder):
        found = store_file.verified(path)
    if found is None:
        raise StoreError(f"{path}: cannot be read: the folder holds no results of a campaign")
    return found.settings, _read_chunks(folder)


def _read_chunks(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / FILE
    try:
        with _shared_lock(folder), store_file.reading(path) as connection:
            yield from store_file.chunks(connection)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: cannot be read: {error}") from error


def export_lines(folder: Path) -> Iterator[bytes]:
    """Yield a folder's results as JSON lines: the settings, then the chunks ordered by number."""
    settings, chunks = read_store(folder)
    for entry in chain([settings], chunks):
        yield json.dumps(entry, sort_keys=True, separators=(",", ":")).encode() + b"\n"


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
