"""The cache files of a client, in a temporary folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conformance.checks.framework.check_context import CheckContext
from conformance.hal import CacheHandle, cache_handles

_READ_WRITE: Final = os.O_RDWR | os.O_CLOEXEC
_MEMORY_FOLDER: Final = "/dev/shm"
"""A file system in memory, where it exists: the checks create thousands of small files."""

_LARGE_BYTES: Final = 1 << 21


@dataclass(frozen=True, slots=True)
class CacheHandles:
    """The handles of model and data cache files, as a client passes them to a driver."""

    model: tuple[CacheHandle, ...] = ()
    data: tuple[CacheHandle, ...] = ()

    @property
    def descriptors(self) -> list[int]:
        """Return all descriptors."""
        return [fd for handle in (*self.model, *self.data) for fd in handle]

    def __iter__(self) -> Iterator[CacheHandle]:
        return iter((*self.model, *self.data))

    def __len__(self) -> int:
        return len(self.model) + len(self.data)

    def replaced(self, position: int, handle: CacheHandle) -> CacheHandles:
        """Return the handles with one of them replaced; data handles follow model handles."""
        handles = [*self.model, *self.data]
        handles[position] = handle
        return CacheHandles(tuple(handles[: len(self.model)]), tuple(handles[len(self.model) :]))


class CacheFiles:
    """Model and data cache files, which are created empty in a folder."""

    def __init__(self, folder: Path, counts: tuple[int, int]) -> None:
        self.folder = folder
        self.model = [folder / f"model{number:02}" for number in range(counts[0])]
        self.data = [folder / f"data{number:02}" for number in range(counts[1])]
        for path in self:
            path.touch()

    def __iter__(self) -> Iterator[Path]:
        return iter((*self.model, *self.data))

    def name_of(self, position: int) -> str:
        """Return the name of a file by its position; data files follow model files."""
        models = len(self.model)
        if position < models:
            return f"model cache file {position}"
        return f"data cache file {position - models}"

    @contextlib.contextmanager
    def opened(
        self,
        *,
        modes: Mapping[int, int] | None = None,
        offset: int = 0,
        last_first: bool = False,
    ) -> Iterator[CacheHandles]:
        """Yield handles of the files, open for reading and writing; close them at the end.

        ``modes`` are the access modes of files that are opened differently, by position.
        ``offset`` is the file offset of every descriptor. With ``last_first`` the files are opened
        in the reverse order, so that the numbers of the descriptors decrease.
        """
        paths = list(enumerate(self))
        opened: dict[int, int] = {}
        inodes: dict[int, int] = {}
        try:
            for position, path in reversed(paths) if last_first else paths:
                mode = (modes or {}).get(position, os.O_RDWR) | os.O_CLOEXEC
                opened[position] = os.open(path, mode)
                inodes[position] = inode_of(opened[position])
                if offset:
                    os.lseek(opened[position], offset, os.SEEK_SET)
            fds = [opened[position] for position, _ in paths]
            models = len(self.model)
            yield CacheHandles(cache_handles(fds[:models]), cache_handles(fds[models:]))
        finally:
            for position, fd in opened.items():
                # A driver may have closed it, and the number may refer to another file now.
                if inode_of(fd) == inodes.get(position):
                    os.close(fd)

    def contents(self) -> dict[Path, bytes]:
        """Return the content of each file."""
        return {path: path.read_bytes() for path in self}

    def state(self) -> list[bytes | tuple[int, int]]:
        """Return a value that changes when a file changes: its content, or size and time."""
        return [_state(path) for path in self]

    def model_contents(self) -> list[bytes]:
        """Return the contents of the model cache files."""
        return [path.read_bytes() for path in self.model]


def inode_of(fd: int) -> int:
    """Return the inode number of an open descriptor, -1 for a closed one."""
    try:
        return os.fstat(fd).st_ino
    except OSError:
        return -1


def _state(path: Path) -> bytes | tuple[int, int]:
    status = path.stat()
    if status.st_size > _LARGE_BYTES:
        return status.st_size, status.st_mtime_ns
    return path.read_bytes()


def overwrite(path: Path, content: bytes) -> None:
    """Replace the content of a file in place, as another process with an open descriptor does."""
    fd = os.open(path, _READ_WRITE)
    try:
        os.pwrite(fd, content, 0)
        os.ftruncate(fd, len(content))
    finally:
        os.close(fd)


def restore(contents: Mapping[Path, bytes]) -> None:
    """Write the contents that ``CacheFiles.contents`` returned."""
    for path, content in contents.items():
        overwrite(path, content)


def temporary_folder(context: CheckContext) -> Callable[[], Path]:
    """Return a function that creates a new folder; all are removed at the end of the check."""
    in_memory = _MEMORY_FOLDER if os.access(_MEMORY_FOLDER, os.W_OK) else None
    base = Path(tempfile.mkdtemp(prefix="nn-cache-", dir=in_memory))
    context.add_cleanup(lambda: shutil.rmtree(base, ignore_errors=True))
    numbers = iter(range(1 << 30))

    def create() -> Path:
        folder = base / str(next(numbers))
        folder.mkdir()
        return folder

    return create
