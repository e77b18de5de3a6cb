"""Reading of input files with limits, and atomic writing of output files.

Opening a named pipe blocks until another process writes it, and reading a device such as
``/dev/zero`` never ends. A folder that the suite reads may contain both.

A file is written under a temporary name in the folder of its target and then renamed, so that a
failure at any moment leaves the old file. A device or a pipe cannot be replaced by renaming, so it
is written directly; a pipe that no process reads is an error, because opening it would not return.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import select
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import IO, Final

import platformdirs

MAX_SIZE: Final = 1 << 31
"""The largest number of bytes of a file that is read as a whole."""
_WRITER_SECONDS: Final = 10.0
_PART: Final = 1 << 20


def read_file(path: str | PathLike[str], *, pipes: bool = False, limit: int = MAX_SIZE) -> bytes:
    """Return the content of a regular file.

    With ``pipes``, for a file that the user has named, the file may also be a pipe, for example of
    a shell's process substitution. Raise ``OSError`` for any other file, if the file cannot be
    read, if it is larger than ``limit`` bytes, or if no process writes the pipe.
    """
    with open_file(path, pipes=pipes, buffering=0) as file:
        status = os.fstat(file.fileno())
        if status.st_size > limit:
            raise _error(errno.EFBIG, f"more than {limit} bytes", path)
        content = bytearray()
        try:
            while part := file.read(max(_PART, status.st_size - len(content))):
                if not content and len(part) == status.st_size:
                    return part  # without a copy: the file may be as large as the memory
                content += part
                if len(content) > limit:
                    raise _error(errno.EFBIG, f"more than {limit} bytes", path)
            return bytes(content)
        except MemoryError as error:
            raise _error(errno.ENOMEM, "there is not enough memory to read it", path) from error


def open_file(path: str | PathLike[str], *, pipes: bool = False, buffering: int = -1) -> IO[bytes]:
    """Return a file that is open for reading, with the conditions and errors of ``read_file``."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise _error(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if stat.S_ISFIFO(mode) and pipes:
            poll = select.poll()
            poll.register(handle, select.POLLIN | select.POLLHUP)
            if not poll.poll(1000.0 * _WRITER_SECONDS):
                raise _error(errno.ETIMEDOUT, "no process writes the pipe", path)
        elif not stat.S_ISREG(mode):
            raise _error(errno.EINVAL, "it is not a regular file", path)
        os.set_blocking(handle, True)
        return open(handle, "rb", buffering=buffering)  # noqa: PTH123 - a descriptor
    except BaseException:
        os.close(handle)
        raise


def _error(number: int, text: str, path: str | PathLike[str]) -> OSError:
    return OSError(number, text, os.fspath(path))


CACHE_VARIABLE: Final = "NN_CONFORMANCE_CACHE"
"""Environment variable with the directory for caches."""

PARTIAL_GLOB: Final = ".nn-*.part"
_PARTIAL_NAME: Final = re.compile(r"\.nn-[0-9a-f]{16}\.part")
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_DEVICE_FOLDERS: Final = ("/dev/", "/proc/")


_READER_SECONDS: Final = 10.0
"""Seconds in which a process must open a pipe that is to be written."""


def write_atomically(
    target: str | PathLike[str],
    content: bytes,
    *,
    follow_links: bool = False,
    only_regular: bool = False,
) -> None:
    """Write ``content`` to ``target``, or leave the old file unchanged if that fails.

    Several processes may write the same target at the same time. If the target is a symbolic link,
    the link is replaced; with ``follow_links`` the link stays and the file that it points to is
    replaced. With ``only_regular``, for a file that the user has not named, a device or a pipe is
    an error. Raises ``OSError``.
    """
    options = {"follow_links": follow_links, "only_regular": only_regular}
    with replace_atomically(target, **options) as partial:
        partial.write_bytes(content)


@contextmanager
def replace_atomically(
    target: str | PathLike[str], *, follow_links: bool = False, only_regular: bool = False
) -> Iterator[Path]:
    """Yield the path of an empty file that replaces the target when the block ends.

    An exception in the block leaves the target as it was and removes the temporary file. For a
    device or a pipe the yielded path is the target itself.
    """
    path = _resolve_target(Path(target), follow_links)
    if path is None:
        if only_regular:
            raise FileExistsError(errno.EEXIST, "it exists and is not a regular file", str(target))
        with reader_awaited(target):
            yield Path(target)
        return
    partial = _new_partial(path)
    try:
        yield partial
        with suppress(OSError):
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                partial.chmod(stat.S_IMODE(status.st_mode))
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise


@contextmanager
def reader_awaited(target: str | PathLike[str]) -> Iterator[None]:
    """For a named pipe, wait until a process reads it, so that opening it in the block returns.

    Do nothing for any other file. Raise ``OSError`` if no process opens the pipe in time.
    """
    path, held = Path(target), -1
    if path.is_fifo():
        end = time.monotonic() + _READER_SECONDS
        while held < 0:
            try:
                held = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError as error:
                if error.errno != errno.ENXIO or time.monotonic() > end:
                    why = "no process reads the pipe" if error.errno == errno.ENXIO else None
                    text = why or error.strerror or str(error)
                    raise OSError(error.errno, text, str(target)) from error
                time.sleep(0.02)
    try:
        yield
    finally:
        if held >= 0:
            os.close(held)


def check_writable(target: str | PathLike[str], *, follow_links: bool = False) -> None:
    """Raise ``OSError`` if ``write_atomically`` could not create the target now."""
    path = _resolve_target(Path(target), follow_links)
    if path is not None:
        _new_partial(path).unlink()
    elif not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(target))


def default_cache_dir() -> Path:
    """Return the directory in ``$NN_CONFORMANCE_CACHE``, or the user's cache directory."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else user_cache_folder()


def user_cache_folder() -> Path:
    """Return the user's folder for caches, or a private temporary one for a user without a home."""
    try:
        return Path(platformdirs.user_cache_dir("nn-conformance"))
    except RuntimeError:  # no HOME, and a user id that is not in the password database
        folder = Path(tempfile.gettempdir()) / f"nn-conformance-cache-{os.getuid()}"
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
            status = folder.lstat()
            private = not stat.S_IMODE(status.st_mode) & 0o077
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and private:
                return folder
        return Path(tempfile.mkdtemp(prefix="nn-conformance-cache-"))


def prune_temporary(folder: Path, patterns: Iterable[str], age: float) -> None:
    """Remove this user's files and folders with these names that are older than ``age`` seconds.

    Links are not followed, and errors are ignored.
    """
    limit = time.time() - age
    for path in [path for pattern in patterns for path in folder.glob(pattern)]:
        with suppress(OSError):
            status = path.lstat()
            if status.st_uid != os.getuid() or status.st_mtime > limit:
                continue
            if stat.S_ISDIR(status.st_mode):
                shutil.rmtree(path, ignore_errors=True)
            elif stat.S_ISREG(status.st_mode):
                path.unlink()


def is_partial(path: Path) -> bool:
    """Return whether the path has the name of a temporary file of ``replace_atomically``."""
    return _PARTIAL_NAME.fullmatch(path.name) is not None


def _resolve_target(target: Path, follow_links: bool) -> Path | None:
    """Return the path to rename to, or ``None`` if the target must be written directly."""
    if target.is_symlink() and not follow_links:
        return target
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return Path(os.path.realpath(target))
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(mode) or os.fspath(target).startswith(_DEVICE_FOLDERS):
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return Path(os.path.realpath(target))


def _new_partial(path: Path) -> Path:
    partial = path.with_name(f".nn-{secrets.token_hex(8)}.part")
    os.close(os.open(partial, _NEW_FILE, 0o666))
    return partial
