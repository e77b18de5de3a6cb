"""Saves compilations in the client's cache files such that a modified file is detected.

The client keeps its own descriptors, whose offsets stay unchanged, and may close them as soon as
the preparation has notified its callback. Drivers that use the same files at the same time exclude
each other by locks on the open files (``F_OFD_SETLK``). A client's own ``flock`` does not conflict
with these.

The token map has one file for each token, which is replaced as a whole. The files of each driver
build are in a folder of their own: the first write of another build removes the others.

The digest is computed from the bytes in memory: from those that are about to be written, and from
those that were read and will be used. No byte is read twice, so nothing can change between the
check and the use. A crash at any moment leaves files whose digest is not that of the token.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import shutil
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


_MOST_TOKENS: Final = 4096
_SECONDS_KEPT: Final = 86400
_ENTRY: Final = struct.Struct("<32sQ")


class TokenEntry(NamedTuple):
    """The digest and the size in bytes of all cache files that were written for a token."""

    digest: bytes
    size: int


class TokenMap:
    """The map in ``folder``, for one driver build, which ``build`` (32 bytes) identifies.

    The map holds about 4096 tokens; beyond, the oldest are removed, and maps of other builds after
    a day without a new token. Any number of threads and processes may use it. The folder is created
    by the first ``store`` and must be accessible to the driver's user only. All methods raise
    ``OSError`` if the folder cannot be used.
    """

    def __init__(self, folder: Path, build: bytes) -> None:
        self.folder = folder
        self._builds = folder / "digests"
        self._tokens = self._builds / build.hex()

    def store(self, token: bytes, entry: TokenEntry) -> None:
        """Remember an entry instead of the token's previous one."""
        self._create_folder()
        write_atomically(self._tokens / token.hex(), _ENTRY.pack(*entry), only_regular=True)
        names = os.listdir(self._tokens)  # noqa: PTH208 - faster, and only names are needed
        if len(names) > _MOST_TOKENS:
            files = sorted((self._tokens / name for name in names), key=_modification_time)
            for file in files[: _MOST_TOKENS // 8]:
                file.unlink(missing_ok=True)

    def lookup(self, token: bytes) -> TokenEntry | None:
        """Return the token's entry, or ``None`` if this build stored none."""
        try:
            content = (self._tokens / token.hex()).read_bytes()
        except FileNotFoundError:
            return None
        return TokenEntry(*_ENTRY.unpack(content)) if len(content) == _ENTRY.size else None

    def forget(self, token: bytes) -> None:
        """Remove the token's entry, if there is one."""
        (self._tokens / token.hex()).unlink(missing_ok=True)

    def _create_folder(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = self.folder.stat()
        if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(
                f"{self.folder} can be changed by other users; it must belong to the driver's user "
                "and be writable by this user only"
            )
        if not self._tokens.is_dir():
            self._tokens.mkdir(mode=0o700, parents=True, exist_ok=True)
            oldest = time.time() - _SECONDS_KEPT
            for build in self._builds.iterdir():
                if _modification_time(build) < oldest:
                    shutil.rmtree(build, ignore_errors=True)


def _modification_time(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:  # another process has removed it
        return 0.0


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
