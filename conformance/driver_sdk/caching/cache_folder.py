"""A client's folder of cache files: locks between processes, creation, publication and errors.

The files of one compilation are in a folder of their own, whose name is the token in hexadecimal
digits. New files are created in a folder with another name, which is renamed when the driver has
prepared the model; until then no other process finds them. A lock file for each token keeps two
processes from preparing the same model at the same time.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conformance.hal import CacheArguments, cache_handles

_FILE_FLAGS: Final = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
_LOCK_POLL_SECONDS: Final = 0.005
_PARTIAL_SUFFIX: Final = ".part"
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_WRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class CacheFolderError(Exception):
    """A cache folder that cannot be used; the message states the folder, the cause and a remedy."""


class CacheLockTimeoutError(Exception):
    """Another process has held the lock of a cache entry for too long."""


@dataclass(frozen=True, slots=True)
class CacheFiles:
    """Open descriptors of the model and data cache files of one compilation."""

    model: tuple[int, ...]
    data: tuple[int, ...]

    def arguments(self, token: bytes) -> CacheArguments:
        """Return the arguments that pass these files to a driver."""
        return CacheArguments(cache_handles(self.model), cache_handles(self.data), token)

    def close(self) -> None:
        """Close all descriptors."""
        for fd in (*self.model, *self.data):
            with contextlib.suppress(OSError):
                os.close(fd)


def folder_problem(folder: Path, error: OSError) -> str:
    """Return a sentence that states why a cache folder cannot be used and how to correct that."""
    if error.errno == errno.ENOENT:
        return f"the cache folder {folder} does not exist; create it, or name another folder"
    if error.errno == errno.ENOTDIR:
        return f"{folder} is not a folder; name a folder for the cache files"
    if error.errno in _FULL:
        return f"the cache folder {folder} is full ({error.strerror}); free some space in it"
    if error.errno in _NOT_WRITABLE:
        return (
            f"the cache folder {folder} is not writable ({error.strerror}); change its "
            "permissions, or name another folder"
        )
    return f"the cache folder {folder} cannot be used: {error.strerror or error}"


class CacheFolder:
    """The cache files in a folder, which several processes may use at the same time."""

    def __init__(self, folder: str | os.PathLike[str], lock_timeout: float) -> None:
        """Use an existing folder; raise ``CacheFolderError`` if files cannot be created in it."""
        self.path = Path(folder)
        self._lock_timeout = lock_timeout
        try:
            if not stat.S_ISDIR(self.path.stat().st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            probe = self.path / f".{secrets.token_hex(8)}{_PARTIAL_SUFFIX}"
            probe.mkdir(mode=0o700)
            probe.rmdir()
        except OSError as error:
            raise CacheFolderError(folder_problem(self.path, error)) from None

    @contextlib.contextmanager
    def locked(self, token: bytes, *, exclusive: bool) -> Iterator[None]:
        """Hold the lock of a token. Raises ``CacheLockTimeoutError`` and ``OSError``."""
        path = self.path / f"{token.hex()}.lock"
        fd = os.open(path, _FILE_FLAGS | os.O_CREAT, 0o600)
        try:
            self._acquire(fd, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH, path)
            yield
        finally:
            os.close(fd)

    def _acquire(self, fd: int, kind: int, path: Path) -> None:
        end = time.monotonic() + self._lock_timeout
        while True:
            try:
                fcntl.flock(fd, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise CacheLockTimeoutError(
                        f"another client has held the lock {path} for more than "
                        f"{self._lock_timeout:g} s"
                    ) from None
                time.sleep(_LOCK_POLL_SECONDS)
            else:
                return

    def open_entry(self, token: bytes, counts: tuple[int, int]) -> CacheFiles | None:
        """Open the files of a token; return ``None`` unless all of them exist."""
        folder = self.path / token.hex()
        try:
            names = [*_names("model", counts[0]), *_names("data", counts[1])]
            if {path.name for path in folder.iterdir()} != set(names):
                return None
            return _open_files(folder, counts, _FILE_FLAGS)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR):
                return None
            raise

    @contextlib.contextmanager
    def new_entry(self, token: bytes, counts: tuple[int, int]) -> Iterator[NewEntry]:
        """Create empty files for a token; the caller holds the exclusive lock.

        The files replace those of an earlier compilation when ``NewEntry.publish`` is called, and
        are removed otherwise. Raises ``OSError``.
        """
        for stale in self.path.glob(f"{token.hex()}.*{_PARTIAL_SUFFIX}"):
            shutil.rmtree(stale, ignore_errors=True)  # its creator ended without the lock
        partial = self.path / f"{token.hex()}.{secrets.token_hex(8)}{_PARTIAL_SUFFIX}"
        partial.mkdir(mode=0o700)
        try:
            files = _open_files(partial, counts, _FILE_FLAGS | os.O_CREAT | os.O_EXCL)
            yield NewEntry(files, partial, self.path / token.hex())
        finally:
            shutil.rmtree(partial, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Empty cache files that are not yet visible to other processes."""

    files: CacheFiles
    partial: Path
    final: Path

    def publish(self) -> None:
        """Make the files those of the token. Raises ``OSError``."""
        if self.final.is_dir() and not self.final.is_symlink():
            replaced = self.partial.with_name(f"{self.partial.stem}.old{_PARTIAL_SUFFIX}")
            self.final.rename(replaced)
            shutil.rmtree(replaced, ignore_errors=True)
        elif os.path.lexists(self.final):
            self.final.unlink()
        self.partial.rename(self.final)


def _names(kind: str, count: int) -> list[str]:
    return [f"{kind}{number:02}" for number in range(count)]


def _open_files(folder: Path, counts: tuple[int, int], flags: int) -> CacheFiles:
    """Open all files of an entry; on an error close those that were opened."""
    fds: list[int] = []
    try:
        for kind, count in zip(("model", "data"), counts, strict=True):
            for name in _names(kind, count):
                fds.append(os.open(folder / name, flags, 0o600))  # noqa: PERF401 - closed on error
    except OSError:
        for fd in fds:
            os.close(fd)
        raise
    return CacheFiles(tuple(fds[: counts[0]]), tuple(fds[counts[0] :]))
