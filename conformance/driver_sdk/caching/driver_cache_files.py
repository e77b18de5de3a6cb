"""Reads and writes the cache files of a preparation through duplicated descriptors.

The client keeps its own descriptors, whose offsets stay unchanged, and may close them as soon as
the preparation has notified its callback. Drivers that use the same files at the same time exclude
each other by locks on the open files (``F_OFD_SETLK``). A client's own ``flock`` does not conflict
with these.
"""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Self

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
