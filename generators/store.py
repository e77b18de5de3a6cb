"""Where a campaign's results lie: one folder, JSON lines, each chunk whole or not at all.

A line carries its own checksum and is on the disk before its chunk counts as done. Whatever ends
the process, reading the file again gives every chunk once.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

FILE: Final = "campaign.jsonl"
FORMAT: Final = 2
"""Counts up whenever the same settings give other chunks, or chunks hold something else."""


class StoreError(Exception):
    """The folder cannot be used; the text says why and what to do."""


class Store:
    """Append-only results of one campaign.

    ``take`` is handed the results of each chunk, the stored ones at once and later ones when they
    are on the disk; ``done`` are the numbers of the chunks.
    """

    def __init__(
        self, folder: Path, settings: Mapping[str, Any], take: Callable[[dict[str, Any]], object]
    ) -> None:
        self.path = folder / FILE
        self.done: set[int] = set()
        self._take = take
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise StoreError(f"{folder}: cannot be used: {error.strerror or error}") from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._handle)
            raise StoreError(f"{folder}: another campaign is running there") from error
        self._load({"format": FORMAT, **settings})

    def _load(self, settings: dict[str, Any]) -> None:
        end = 0
        header: dict[str, Any] | None = None
        with self.path.open("rb") as lines:
            for line in lines:
                entry = _decoded(line)
                if entry is None:
                    break
                if header is None:
                    header = entry
                    self._check(header, settings)
                else:
                    self._note(entry)
                end += len(line)
        # What follows is half a line that a kill left behind.
        os.ftruncate(self._handle, end)
        os.lseek(self._handle, end, os.SEEK_SET)
        if header is None:
            self._append(settings)

    def _check(self, header: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        for name, wanted in settings.items():
            if header.get(name) != wanted:
                self.close()
                raise StoreError(
                    f"{self.path.parent}: holds a campaign of {name} {header.get(name)}, "
                    f"this one is of {name} {wanted}; take another folder"
                )

    def add(self, chunk: dict[str, Any]) -> None:
        """Note a chunk's results, once; ``StoreError`` when the disk takes no more."""
        if chunk["chunk"] not in self.done:
            self._append(chunk)
            self._note(chunk)

    def _note(self, chunk: dict[str, Any]) -> None:
        self.done.add(chunk["chunk"])
        self._take(chunk)

    def _append(self, entry: Mapping[str, Any]) -> None:
        line = _encoded(entry)
        start = os.lseek(self._handle, 0, os.SEEK_CUR)
        try:
            written = os.write(self._handle, line)
            if written < len(line):
                raise OSError("the disk is full")
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, start)
                os.lseek(self._handle, start, os.SEEK_SET)
            raise StoreError(
                f"{self.path}: results cannot be written: {error.strerror or error}; nothing that "
                "was stored is lost, go on later with the same --resume"
            ) from error

    def close(self) -> None:
        """Give the folder free."""
        with contextlib.suppress(OSError):
            os.close(self._handle)


def read(folder: Path) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """Settings and chunks of a campaign's folder as it stands; ``StoreError`` if there is none."""
    try:
        lines = (folder / FILE).read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise StoreError(f"{folder / FILE}: cannot be read: {error.strerror or error}") from error
    entries = takewhile(lambda entry: entry is not None, map(_decoded, lines))
    header = next(entries, None)
    if header is None:
        raise StoreError(f"{folder / FILE}: is not where a campaign's results lie")
    return header, (entry for entry in entries if entry is not None)


def _encoded(entry: Mapping[str, Any]) -> bytes:
    body = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _decoded(line: bytes) -> dict[str, Any] | None:
    """The entry of a whole and undamaged line."""
    checksum, _, rest = line.partition(b" ")
    body = rest.rstrip(b"\n")
    if not line.endswith(b"\n") or len(checksum) != 8 or b"%08x" % zlib.crc32(body) != checksum:
        return None
    entry: dict[str, Any] = json.loads(body)
    return entry
