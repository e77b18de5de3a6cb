"""The cache files of a client in a temporary folder, and changes of them by another process."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from conformance.checks.check_context import Violation
from conformance.hal import CacheHandle, cache_handles

_LARGE_BYTES: Final = 1 << 21

_SWITCH_INTERVAL: Final = 1e-4
"""Seconds after which the interpreter switches threads, so that a short gap can be reached."""


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
        self.folder, self.counts = folder, counts
        self.model = [folder / f"model{number:02}" for number in range(counts[0])]
        self.data = [folder / f"data{number:02}" for number in range(counts[1])]
        for path in self:
            path.touch()

    def __iter__(self) -> Iterator[Path]:
        return iter((*self.model, *self.data))

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

    def model_contents_of(self, other: CacheFiles) -> dict[Path, bytes]:
        """Return the contents of the model cache files of ``other``, by the paths of these."""
        contents = [path.read_bytes() for path in other.model]
        return dict(zip(self.model, contents, strict=True))

    def state(self) -> list[bytes | tuple[int, int]]:
        """Return a value that changes when a file changes: its content, or size and time."""
        return [
            (status.st_size, status.st_mtime_ns)
            if status.st_size > _LARGE_BYTES
            else path.read_bytes()
            for path, status in ((path, path.stat()) for path in self)
        ]


@contextlib.contextmanager
def opened(files: CacheFiles | CacheHandles) -> Iterator[CacheHandles]:
    """Yield handles of newly opened files, or the handles, for one call.

    Raise ``Violation`` at the end if the driver has closed a descriptor.
    """
    context = files.opened() if isinstance(files, CacheFiles) else contextlib.nullcontext(files)
    with context as handles:
        before = [inode_of(fd) for fd in handles.descriptors]
        yield handles
        for number, (fd, inode) in enumerate(zip(handles.descriptors, before, strict=True)):
            if inode_of(fd) != inode:
                raise Violation(f"the driver closed the client's descriptor of cache file {number}")


def name_of(path: Path) -> str:
    """Return the name of a cache file in messages, for example ``model cache file 0``."""
    return f"{path.name[:-2]} cache file {int(path.name[-2:])}"


def inode_of(fd: int) -> int:
    """Return the inode number of an open descriptor, -1 for a closed one."""
    try:
        return os.fstat(fd).st_ino
    except OSError:
        return -1


def overwrite(contents: Mapping[Path, bytes]) -> None:
    """Replace the contents of files in place, as another process with open descriptors does."""
    for path, content in contents.items():
        fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            os.pwrite(fd, content, 0)
            os.ftruncate(fd, len(content))
        finally:
            os.close(fd)


@contextlib.contextmanager
def overwriting(contents: Mapping[Path, bytes], delay: float) -> Iterator[None]:
    """Overwrite files from another thread, ``delay`` seconds after the start of the context.

    The thread must be able to write between any two steps of the driver. The interpreter therefore
    switches threads more often as long as the context is active.
    """
    interval, timer = sys.getswitchinterval(), threading.Timer(delay, overwrite, (contents,))
    sys.setswitchinterval(_SWITCH_INTERVAL)
    timer.start()
    try:
        yield
    finally:
        timer.join()
        sys.setswitchinterval(interval)


_BLOCK: Final = 16
_WORD: Final = 8
_PAIRS: Final = 12
"""Distance of the two bytes of a balanced change, and number of places of such changes."""


def damage(content: bytes, random: np.random.Generator) -> tuple[str, bytes]:
    """Return a description of a random change of the content, and the changed content.

    The length stays the same, and at least one byte changes. ``content`` is not empty.
    """
    size = len(content)
    start, other, bit = (int(each) for each in random.integers((size, size, 8)))
    end = min(size, start + int(random.integers(1, 2 * _BLOCK)))
    where, byte = f"bytes {start} to {end - 1} are", content[start]
    added = (byte + int(random.choice((1, 255, 128)))) % 256
    inverted = f"bit {bit} of byte {start} is inverted", bytes([byte ^ 1 << bit])
    changes = (
        inverted,
        (f"{where} random", random.bytes(end - start)),
        (f"{where} 0", bytes(end - start)),
        (f"{where} those at {other}", content[other : other + end - start]),
        (f"byte {start} is {added} instead of {byte}", bytes([added])),
    )
    what, new = changes[random.integers(len(changes))]
    if content[start : start + len(new)] == new:
        what, new = inverted
    return what, content[:start] + new + content[start + len(new) :]


def _inverted(content: bytes, bit: int, *positions: int) -> bytes:
    changed = bytearray(content)
    for position in positions:
        changed[position] ^= 1 << bit
    return bytes(changed)


def systematic_damage(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield changes of one bit at the first, the last, and evenly distributed bytes."""
    size = len(content)
    positions = {0, size - 1, *(size * part // 16 for part in range(16))} if size else set()
    for start in sorted(positions):
        what = f"bit {start % 8} of byte {start} of {size} is inverted"
        yield what, _inverted(content, start % 8, start)


def balanced_damage(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield changes of two bytes that keep every sum, or every exclusive or, of bytes and words.

    The two bytes are 8 bytes apart, so that they have the same place in words of 2, 4 and 8 bytes.
    A driver that adds up the content instead of computing a digest does not detect them.
    """
    last = len(content) - _WORD - 1
    for part in range(_PAIRS):
        start = last * part // (_PAIRS - 1) if last >= 0 else -1
        # The nearest place before at which no byte overflows, since an overflow changes the sum.
        while start >= 0 and (content[start] == 0xFF or content[start + _WORD] == 0):
            start -= 1
        if start < 0:
            continue
        data, end, bit = bytearray(content), start + _WORD, 6 - part % 4
        data[start] += 1
        data[end] -= 1
        yield f"byte {start} is greater by 1, byte {end} less by 1", bytes(data)
        what = f"the bit {1 << bit:#x} of bytes {start} and {end} is inverted"
        yield what, _inverted(content, bit, start, end)


def truncations(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the beginnings of a content, from 0 bytes to all but one."""
    size = len(content)
    for length in sorted({0, 1, 4, 8, 32, size // 4, size // 2, size - 8, size - 1}):
        if 0 <= length < size:
            yield f"the file has the first {length} of {size} bytes", content[:length]


def extensions(content: bytes, random: np.random.Generator) -> Iterator[tuple[str, bytes]]:
    """Yield contents with bytes appended; the official suite appends 1 to 256 random bytes."""
    for length in (1, 256, *random.integers(2, 256, 4)):
        yield f"{length} random bytes are appended", content + random.bytes(int(length))
    yield "a byte 0 is appended", content + b"\0"
    yield "the content is appended again", content + content
