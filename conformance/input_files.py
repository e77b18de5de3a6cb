"""Reading of input files without endless waits and without unlimited memory.

Opening a named pipe blocks until another process writes it, and reading a device such as
``/dev/zero`` never ends. A folder that the suite reads may contain both.
"""

from __future__ import annotations

import errno
import os
import select
import stat
from os import PathLike
from typing import IO, Final

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
        if os.fstat(file.fileno()).st_size > limit:
            raise _error(errno.EFBIG, f"more than {limit} bytes", path)
        content = bytearray()
        while part := file.read(_PART):
            content += part
            if len(content) > limit:
                raise _error(errno.EFBIG, f"more than {limit} bytes", path)
        return bytes(content)


def open_file(path: str | PathLike[str], *, pipes: bool = False, buffering: int = -1) -> IO[bytes]:
    """Return a file that is open for reading, with the conditions and errors of ``read_file``."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise _error(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if stat.S_ISFIFO(mode) and pipes:
            _await_writer(handle, path)
        elif not stat.S_ISREG(mode):
            raise _error(errno.EINVAL, "it is not a regular file", path)
        os.set_blocking(handle, True)
        return open(handle, "rb", buffering=buffering)  # noqa: PTH123 - a descriptor
    except BaseException:
        os.close(handle)
        raise


def _await_writer(handle: int, path: str | PathLike[str]) -> None:
    poll = select.poll()
    poll.register(handle, select.POLLIN | select.POLLHUP)
    if not poll.poll(1000.0 * _WRITER_SECONDS):
        raise _error(errno.ETIMEDOUT, "no process writes the pipe", path)


def _error(number: int, text: str, path: str | PathLike[str]) -> OSError:
    return OSError(number, text, os.fspath(path))
