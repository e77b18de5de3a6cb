"""A persistent map from cache tokens to digests, in one file of fixed size.

The file is a set-associative table: a token's set follows from its bytes, and a new entry replaces
the oldest of the eight in its set. Writing an entry is one write of 96 bytes. Each entry has a
check value, so that an entry that was written only partly does not count. The check values and the
header depend on the driver build: the first write of another build replaces the file, and entries
of another build never match.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from conformance.driver_sdk.caching.driver_cache_files import write_at
from conformance.output_files import write_atomically

_MAGIC: Final = b"nntokmp1"
_HEADER: Final = struct.Struct("<8s32s24x")
_ENTRY: Final = struct.Struct("<32s32sQQ16s")
_CHECKED: Final = _ENTRY.size - 16
_SETS: Final = 512
_WAYS: Final = 8
_SET_SIZE: Final = _WAYS * _ENTRY.size
_FILE_SIZE: Final = _HEADER.size + _SETS * _SET_SIZE
_LOCK_SECONDS: Final = 1.0


class TokenEntry(NamedTuple):
    """The digest and the size in bytes of all cache files that were written for a token."""

    digest: bytes
    size: int


class TokenMap:
    """The map in ``folder``, for one driver build, which ``build`` (32 bytes) identifies.

    The map holds 4096 tokens at most. Any number of threads and processes may use it. The folder is
    created by the first ``store`` and must be accessible to the driver's user only. All methods
    raise ``OSError`` if the folder cannot be used.
    """

    def __init__(self, folder: Path, build: bytes) -> None:
        self.folder = folder
        self._build = build
        self._path = folder / "tokens"

    def store(self, token: bytes, entry: TokenEntry) -> None:
        """Remember an entry instead of the token's previous one."""
        self._create_folder()
        with self._locked(fcntl.LOCK_EX):
            fd = self._open(os.O_RDWR)
            if fd is None:
                header = _HEADER.pack(_MAGIC, self._build)
                write_atomically(self._path, header.ljust(_FILE_SIZE, b"\0"), only_regular=True)
                fd = self._open(os.O_RDWR)
                if fd is None:
                    raise OSError(f"{self._path} cannot be read back")
            try:
                self._write(fd, token, entry)
            finally:
                os.close(fd)

    def lookup(self, token: bytes) -> TokenEntry | None:
        """Return the token's entry, or ``None`` if this build stored none."""
        if not self._path.exists():
            return None
        with self._locked(fcntl.LOCK_SH):
            fd = self._open(os.O_RDONLY)
            if fd is None:
                return None
            try:
                found = self._find(fd, token)
            finally:
                os.close(fd)
        return None if found is None else found[1]

    def forget(self, token: bytes) -> None:
        """Remove the token's entry, if there is one."""
        if not self._path.exists():
            return
        with self._locked(fcntl.LOCK_EX):
            fd = self._open(os.O_RDWR)
            if fd is None:
                return
            try:
                found = self._find(fd, token)
                if found is not None:
                    write_at(fd, bytes(_ENTRY.size), found[0])
            finally:
                os.close(fd)

    def _create_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = self.folder.stat()
        if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(
                f"{self.folder} can be changed by other users; it must belong to the driver's user "
                "and be writable by this user only"
            )

    @contextmanager
    def _locked(self, kind: int) -> Iterator[None]:
        """Hold the map's lock; raises ``TimeoutError`` after one second."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        fd = os.open(self.folder / "lock", flags, 0o600)
        try:
            end = time.monotonic() + _LOCK_SECONDS
            while True:
                try:
                    fcntl.flock(fd, kind | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > end:
                        raise TimeoutError(f"{self.folder / 'lock'} is locked too long") from None
                time.sleep(0.0005)
            yield
        finally:
            os.close(fd)

    def _open(self, access: int) -> int | None:
        """Open the map's file; ``None`` if it is missing, damaged or of another build."""
        try:
            fd = os.open(self._path, access | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        status = os.fstat(fd)
        if stat.S_ISREG(status.st_mode) and status.st_size == _FILE_SIZE:
            header = os.pread(fd, _HEADER.size, 0)
            if header == _HEADER.pack(_MAGIC, self._build):
                return fd
        os.close(fd)
        return None

    def _set_offset(self, token: bytes) -> int:
        number = int.from_bytes(hashlib.blake2b(token, digest_size=4).digest(), "little") % _SETS
        return _HEADER.size + number * _SET_SIZE

    def _entries(self, fd: int, token: bytes) -> Iterator[tuple[int, int, bytes, TokenEntry]]:
        """Yield offset, sequence number (0: not used), token and entry of each place of a set."""
        start = self._set_offset(token)
        data = os.pread(fd, _SET_SIZE, start).ljust(_SET_SIZE, b"\0")
        for place in range(0, _SET_SIZE, _ENTRY.size):
            entry = data[place : place + _ENTRY.size]
            owner, digest, size, sequence, check = _ENTRY.unpack(entry)
            if check != self._check(entry[:_CHECKED]):
                sequence = 0
            yield start + place, sequence, owner, TokenEntry(digest, size)

    def _find(self, fd: int, token: bytes) -> tuple[int, TokenEntry] | None:
        """Return the offset of a token's entry, and the entry."""
        for offset, sequence, owner, entry in self._entries(fd, token):
            if sequence and owner == token:
                return offset, entry
        return None

    def _write(self, fd: int, token: bytes, entry: TokenEntry) -> None:
        """Write an entry to the token's place, or else to an unused or the oldest place."""
        places = list(self._entries(fd, token))
        newest = max(sequence for _, sequence, _, _ in places)
        offset, *_ = min(places, key=lambda place: (place[2] != token, place[1]))
        record = _ENTRY.pack(token, entry.digest, entry.size, newest + 1, b"")[:_CHECKED]
        write_at(fd, record + self._check(record), offset)

    def _check(self, record: bytes) -> bytes:
        return hashlib.blake2b(record, digest_size=16, key=self._build).digest()
