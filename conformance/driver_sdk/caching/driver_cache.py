"""Saves compilations in the client's cache files such that a modified file is detected.

The client keeps its own descriptors, whose offsets stay unchanged, and may close them as soon as
the preparation has notified its callback. Drivers that use the same files at the same time exclude
each other by locks on the open files (``F_OFD_SETLK``). A client's own ``flock`` does not conflict
with these.

The token map is a set-associative table in one file: a token's set follows from its bytes, and a
new entry replaces the oldest of the eight in its set. Writing an entry is one write of 96 bytes.
Each entry has a check value, so that an entry that was written only partly does not count. The
check values and the header depend on the driver build: the first write of another build replaces
the file, and entries of another build never match.

The digest is computed from the bytes in memory: from those that are about to be written, and from
those that were read and will be used. No byte is read twice, so nothing can change between the
check and the use. A crash at any moment leaves files whose digest is not that of the token.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import stat
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

from conformance.files import write_atomically
from conformance.hal import CacheArguments

_LOCK_SECONDS: Final = 0.5
"""Limit on waiting for a lock: a client that holds the lock must not block the driver."""

_LOCKED_BYTE: Final = 1 << 62
_FLOCK: Final = struct.Struct("@hhqqi4x")
_in_process = threading.RLock()
"""Excludes other threads: descriptors that were duplicated share the lock of their file."""


class CacheFileError(OSError):
    """The cache files cannot be read or written."""


class DriverCacheFiles:
    """The cache files of one preparation: model cache files first, then data cache files.

    The constructor duplicates the descriptors, which must satisfy ``validate_cache``. It raises
    ``CacheFileError`` if that fails or if a file occurs twice.
    """

    def __init__(self, cache: CacheArguments) -> None:
        self.model_count = len(cache.model)
        self._fds: list[int] = []
        seen = set()
        try:
            for (fd,) in (*cache.model, *cache.data):
                self._fds.append(fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 0))
                status = os.fstat(fd)
                seen.add((status.st_dev, status.st_ino))
        except OSError as error:
            self.close()
            raise CacheFileError(f"a cache descriptor cannot be duplicated: {error}") from error
        if len(seen) != len(self._fds):
            self.close()
            raise CacheFileError("two cache handles refer to the same file")

    def __len__(self) -> int:
        return len(self._fds)

    @contextmanager
    def locked(self, *, exclusive: bool) -> Iterator[None]:
        """Hold the locks of all files.

        Raises ``CacheFileError`` if that takes longer than half a second.
        """
        end = time.monotonic() + _LOCK_SECONDS
        if not _in_process.acquire(timeout=_LOCK_SECONDS):
            raise CacheFileError("another thread uses cache files for too long")
        locked: list[int] = []
        try:
            for fd in self._fds:
                _lock(fd, fcntl.F_WRLCK if exclusive else fcntl.F_RDLCK, end)
                locked.append(fd)
            yield
        finally:
            for fd in locked:
                with suppress(OSError):
                    fcntl.fcntl(fd, fcntl.F_OFD_SETLK, _flock(fcntl.F_UNLCK))
            _in_process.release()

    def truncate(self) -> None:
        """Remove all content; raises ``OSError``."""
        for fd in self._fds:
            os.ftruncate(fd, 0)

    def write(self, contents: Sequence[bytes]) -> None:
        """Write one content into each empty file; raises ``OSError``."""
        for fd, content in zip(self._fds, contents, strict=True):
            write_at(fd, content, 0)

    def read(self, total: int) -> list[bytes]:
        """Return the content of each file.

        Raises ``CacheFileError`` unless the files have ``total`` bytes together. This limits the
        memory for files that the client replaced, and is the only time that the content is read.
        """
        sizes = [os.fstat(fd).st_size for fd in self._fds]
        if sum(sizes) != total:
            raise CacheFileError(f"the files have {sum(sizes)} bytes, {total} were written")
        contents = [_read(fd, size) for fd, size in zip(self._fds, sizes, strict=True)]
        if [len(content) for content in contents] != sizes:
            raise CacheFileError("a file became shorter while it was read")
        return contents

    def close(self) -> None:
        """Close the duplicated descriptors; a second call does nothing."""
        while self._fds:
            with suppress(OSError):
                os.close(self._fds.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def write_at(fd: int, data: bytes, offset: int) -> None:
    """Write all bytes at an offset; raises ``OSError``."""
    rest = memoryview(data)
    while rest:
        written = os.pwrite(fd, rest, offset)
        rest, offset = rest[written:], offset + written


def _flock(kind: int) -> bytes:
    return _FLOCK.pack(kind, os.SEEK_SET, _LOCKED_BYTE, 1, 0)


def _lock(fd: int, kind: int, end: float) -> None:
    while True:
        try:
            fcntl.fcntl(fd, fcntl.F_OFD_SETLK, _flock(kind))
        except BlockingIOError:
            pass
        except OSError as error:
            raise CacheFileError(f"a cache file cannot be locked: {error}") from error
        else:
            return
        if time.monotonic() > end:
            raise CacheFileError("another process uses a cache file for too long")
        time.sleep(0.001)


def _read(fd: int, size: int) -> bytes:
    """Return up to ``size`` bytes from the start of a file, with as few reads as possible."""
    content = os.pread(fd, size, 0)
    if len(content) == size:
        return content
    parts, offset = [content], len(content)
    while offset < size and (part := os.pread(fd, size - offset, offset)):
        parts.append(part)
        offset += len(part)
    return b"".join(parts)


_MAGIC: Final = b"nntokmp1"
_HEADER: Final = struct.Struct("<8s32s24x")
_ENTRY: Final = struct.Struct("<32s32sQQ16s")
_CHECKED: Final = _ENTRY.size - 16
_SETS: Final = 512
_WAYS: Final = 8
_SET_SIZE: Final = _WAYS * _ENTRY.size
_FILE_SIZE: Final = _HEADER.size + _SETS * _SET_SIZE
_MAP_LOCK_SECONDS: Final = 1.0


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
            end = time.monotonic() + _MAP_LOCK_SECONDS
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


_DOMAIN: Final = b"nn-conformance compilation cache 1"
_PREFIX: Final = struct.Struct("<QQ")


class NotCachedError(Exception):
    """The cache files hold nothing that this driver build wrote for the token."""


class SecureCache:
    """Saves and loads the content of cache files; ``tokens`` holds their digests.

    ``scope`` is part of every digest: content that was saved with another one is not loaded.
    """

    def __init__(self, tokens: TokenMap, scope: bytes = b"") -> None:
        self._tokens = tokens
        self._scope = scope

    def save(self, files: DriverCacheFiles, token: bytes, contents: Sequence[bytes]) -> None:
        """Write one content into each file and remember the token.

        Raises ``OSError``. The files are empty then, if they can be truncated, and the token is
        forgotten.
        """
        entry = TokenEntry(
            self._digest(files.model_count, token, contents),
            sum(len(content) for content in contents),
        )
        with files.locked(exclusive=True):
            # Truncating first makes the previous content unusable before anything can fail.
            files.truncate()
            try:
                self._tokens.store(token, entry)
                files.write(contents)
            except OSError:
                with suppress(OSError):
                    files.truncate()
                with suppress(OSError):
                    self._tokens.forget(token)
                raise

    def load(self, files: DriverCacheFiles, token: bytes) -> list[bytes]:
        """Return the content of each file.

        Raises ``NotCachedError`` if it is not what was saved last for the token, and ``OSError`` if
        the files or the map cannot be read.
        """
        with files.locked(exclusive=False):
            entry = self._tokens.lookup(token)
            if entry is None:
                raise NotCachedError("this driver build saved no compilation for the token")
            contents = files.read(entry.size)
        digest = self._digest(files.model_count, token, contents)
        if not hmac.compare_digest(digest, entry.digest):
            raise NotCachedError("the content is not what was saved for the token")
        return contents

    def _digest(self, model_count: int, token: bytes, contents: Sequence[bytes]) -> bytes:
        digest = hashlib.sha256(_DOMAIN)
        for part in (self._scope, token, _PREFIX.pack(model_count, len(contents)), *contents):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.digest()
