"""The fast message queue of HAL 1.2: one producer, one consumer, elements of fixed size.

The queue lies in shared memory and believes nothing that the other side writes there. Each side
keeps its own position to itself and only reads the other's; a distance that cannot be is an error,
never an index. Elements are copied out before anybody looks at them. The memory is sealed against
being cut short.

A message is published by one store to the write position: the consumer sees all of it or nothing.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import select
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from conformance.hal import Grantor, GrantorDescriptor, MQDescriptor
from conformance.support.futex import Futex, fence, in_order

SLICE: Final = 0.05
"""Seconds within which a side that waits notices that the other is gone."""

_MASK: Final = 2**64 - 1
_WORD: Final = 2**32 - 1
_LINE: Final = 64  # the positions on cache lines of their own
_FLAG: Final = 16
_WRITTEN, _TAKEN = 0, 1  # words of the event flag; two further on: somebody waits for the change
_FIXED_SIZE: Final = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
_LARGEST: Final = 2**30
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_NO_EVENT_NAP: Final = 0.0005


class QueueError(Exception):
    """A queue cannot be used; the message says why."""


class QueueCorruptError(QueueError):
    """The other side's position cannot be: more elements than fit, or fewer than none."""


class QueueEndedError(QueueError):
    """The queue was closed here, or the other side is gone."""


class MessageQueue:
    """One side's hold on a queue: made with ``create``, or with ``open`` from a descriptor.

    Use it as the producer (``write...``) or as the consumer (``read...``), from one thread at a
    time; ``close`` may come from any thread and ends all waiting.
    """

    def __init__(self, mapped: mmap.mmap, descriptor: MQDescriptor, life: int = -1):
        grantors = descriptor.grantors
        whole = memoryview(mapped)
        self.capacity: Final = descriptor.capacity
        self.quantum: Final = descriptor.quantum
        # A bare descriptor: in a cycle a socket object may be collected, and warn, first.
        self._life = life
        self._hangup = select.poll()
        if life >= 0:
            self._hangup.register(life, 0)
        self._closed = False
        self._read_position, self._write_position = (
            whole[grantors[part].offset :][:8].cast("Q")
            for part in (Grantor.READ_POSITION, Grantor.WRITE_POSITION)
        )
        data = grantors[Grantor.DATA]
        self._extent = self.capacity * self.quantum
        self._ring = whole[data.offset : data.offset + self._extent]
        self._read: int = self._read_position[0]
        self._written: int = self._write_position[0]
        self._words: memoryview | None = None
        if descriptor.has_event_flag:
            flag = grantors[Grantor.EVENT_FLAG].offset
            self._words = whole[flag : flag + _FLAG].cast("I")
            # The address holds as long as the anchor does, whatever becomes of the map object.
            self._anchor = ctypes.c_char.from_buffer(mapped)
            address = ctypes.addressof(self._anchor) + flag
            self._futexes = Futex(address), Futex(address + 4)
        self._own_descriptor: MQDescriptor | None = None

    # Making and handing over.

    @classmethod
    def create(cls, quantum: int, capacity: int, *, event_flag: bool = True) -> MessageQueue:
        """A new, empty queue of ``capacity`` elements of ``quantum`` bytes.

        ``OSError`` when the system has no memory or descriptors for it.
        """
        if quantum < 1 or capacity < 1 or quantum * capacity > _LARGEST:
            raise ValueError(f"a queue of {capacity} elements of {quantum} bytes cannot be")
        extents = (8, 8, quantum * capacity, _FLAG)
        offsets = (0, _LINE, 3 * _LINE, 2 * _LINE)
        size = offsets[Grantor.DATA] + extents[Grantor.DATA]
        fd = os.memfd_create("nn-conformance-fmq", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(fd, size)
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _FIXED_SIZE)
            mapped = mmap.mmap(fd, size)
            ours, theirs = socket.socketpair()
        except BaseException:
            os.close(fd)
            raise
        parts = len(extents) if event_flag else Grantor.EVENT_FLAG
        descriptor = MQDescriptor(
            tuple(
                GrantorDescriptor(0, offset, extent)
                for offset, extent in zip(offsets[:parts], extents[:parts], strict=True)
            ),
            (fd,),
            quantum,
            theirs.detach(),
        )
        queue = cls(mapped, descriptor, ours.detach())
        queue._own_descriptor = descriptor
        return queue

    @classmethod
    def open(cls, descriptor: MQDescriptor, quantum: int) -> MessageQueue:
        """The other side's queue, elements of ``quantum`` bytes.

        Descriptors are duplicated; the given ones stay the caller's. ``QueueError`` for a
        descriptor that is none of a queue with such elements, ``OSError`` when the system has no
        memory or descriptors for it.
        """
        size = _checked_size(descriptor, quantum)
        fd = descriptor.fds[0]
        life = -1
        try:
            if not fcntl.fcntl(fd, fcntl.F_GET_SEALS) & fcntl.F_SEAL_SHRINK:
                raise QueueError("the queue's memory is not sealed against being cut short")
            if os.fstat(fd).st_size < size:
                raise QueueError(f"the queue's memory has fewer bytes than the {size} it names")
            mapped = mmap.mmap(fd, size)
            if descriptor.peer_fd >= 0:
                life = _socket_on(descriptor.peer_fd).detach()
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in _EXHAUSTED:
                raise
            raise QueueError(f"the queue's descriptors cannot be used: {error}") from error
        return cls(mapped, descriptor, life)

    @property
    def descriptor(self) -> MQDescriptor:
        """What the other side opens; its descriptors are this queue's until ``handed_over``."""
        if self._own_descriptor is None:
            raise QueueError("the queue was opened from a descriptor, or has been handed over")
        return self._own_descriptor

    def handed_over(self) -> None:
        """The other side has opened the queue: its end of the line is closed here.

        From now on the other side's death is noticed; before, this process itself holds its end.
        """
        if self._own_descriptor is not None:
            os.close(self._own_descriptor.fds[0])
            os.close(self._own_descriptor.peer_fd)
            self._own_descriptor = None

    def close(self) -> None:
        """End the queue for both sides; later calls do nothing.

        Whoever waits, here or there, gets ``QueueEndedError``. Elements that were published can
        still be read over there.
        """
        if self._closed:
            return
        self._closed = True
        if self._life >= 0:
            with suppress(OSError), _socket_on(self._life) as life:
                life.shutdown(socket.SHUT_RDWR)
        if self._words is not None:
            for word in (_WRITTEN, _TAKEN):
                self._words[word] = (self._words[word] + 1) & _WORD
                self._futexes[word].wake()

    def __del__(self) -> None:
        # The mapping itself goes with the last view of it, so that no thread loses it underfoot.
        if getattr(self, "_own_descriptor", None) is not None:
            self.handed_over()
        if getattr(self, "_life", -1) >= 0:
            os.close(self._life)

    # What is there.

    @property
    def has_event_flag(self) -> bool:
        """Whether the two sides can wake each other; otherwise waiting is polling."""
        return self._words is not None

    @property
    def made_here(self) -> bool:
        """Whether this very process made the queue: both sides are threads of one process."""
        if self._life < 0:
            return False
        with _socket_on(self._life) as life:
            credentials = life.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return bool(struct.unpack("iII", credentials)[0] == os.getpid())

    @property
    def closed(self) -> bool:
        """True after ``close``."""
        return self._closed

    def peer_gone(self) -> bool:
        """True when the other side has closed the queue or died; false where none can tell."""
        return bool(self._hangup.poll(0))

    def available_to_read(self) -> int:
        """Elements that can be read; ``QueueCorruptError`` when the producer says nonsense."""
        count: int = (self._write_position[0] - self._read) & _MASK
        if count > self.capacity:
            raise QueueCorruptError(
                f"the producer's position says {count} elements, the queue holds {self.capacity}"
            )
        return count

    def available_to_write(self) -> int:
        """Elements that can be written; ``QueueCorruptError`` when the consumer says nonsense."""
        used = (self._written - self._read_position[0]) & _MASK
        if used > self.capacity:
            raise QueueCorruptError(
                f"the consumer's position leaves {used} elements unread, "
                f"the queue holds {self.capacity}"
            )
        return self.capacity - used

    # Writing.

    def write(self, data: bytes) -> bool:
        """Publish whole elements as one, or nothing (false) when they do not fit just now."""
        count = self._count(data)
        if count > self.available_to_write():
            return False
        self._publish(data, count)
        return True

    def write_blocking(
        self, data: bytes, timeout: float | None = None, *, polling: float = 0.0
    ) -> bool:
        """Publish as one, waiting up to ``timeout`` seconds for space; false when it passed.

        ``ValueError`` when the data can never fit. For ``polling`` see ``wait_to_read``.
        """
        count = self._count(data)
        if count > self.capacity:
            raise ValueError(f"{count} elements never fit into a queue of {self.capacity}")
        if not self._wait(self.available_to_write, count, _TAKEN, timeout, polling):
            return False
        self._publish(data, count)
        return True

    def _count(self, data: bytes) -> int:
        count, rest = divmod(len(data), self.quantum)
        if rest or not count:
            raise ValueError(f"{len(data)} bytes are not one or more elements of {self.quantum}")
        if self._closed:
            raise QueueEndedError("the queue was closed here")
        return count

    def _publish(self, data: bytes, count: int) -> None:
        start = self._written % self.capacity * self.quantum
        until_end = self._extent - start
        if len(data) <= until_end:
            self._ring[start : start + len(data)] = data
        else:
            self._ring[start:] = data[:until_end]
            self._ring[: len(data) - until_end] = data[until_end:]
        in_order()
        self._written = self._write_position[0] = (self._written + count) & _MASK
        self._signal(_WRITTEN)

    # Reading.

    def read(self, count: int) -> bytes | None:
        """Take exactly ``count`` elements, or none (``None``) when there are not so many."""
        return self._take(count) if self.available_to_read() >= count else None

    def read_available(self) -> bytes:
        """Take all that is there; empty when nothing is."""
        return self._take(self.available_to_read())

    def read_blocking(
        self, count: int, timeout: float | None = None, *, polling: float = 0.0
    ) -> bytes | None:
        """Take ``count`` elements, waiting up to ``timeout`` seconds; ``None`` when it passed."""
        if count > self.capacity:
            raise ValueError(f"{count} elements are never in a queue of {self.capacity}")
        if not self._wait(self.available_to_read, count, _WRITTEN, timeout, polling):
            return None
        return self._take(count)

    def wait_to_read(self, timeout: float | None = None, *, polling: float = 0.0) -> bool:
        """Wait until something can be read; false when ``timeout`` seconds passed before.

        For the first ``polling`` seconds the positions are looked at again and again; then the
        thread sleeps. ``QueueEndedError`` when the queue has ended and is empty.
        """
        return self._wait(self.available_to_read, 1, _WRITTEN, timeout, polling)

    def _take(self, count: int) -> bytes:
        if not count:
            return b""
        in_order()
        start = self._read % self.capacity * self.quantum
        end = start + count * self.quantum
        if end <= self._extent:
            data = self._ring[start:end].tobytes()
        else:
            data = b"".join((self._ring[start:], self._ring[: end - self._extent]))
        in_order()
        self._read = self._read_position[0] = (self._read + count) & _MASK
        self._signal(_TAKEN)
        return data

    # Waiting.

    def _signal(self, word: int) -> None:
        words = self._words
        if words is not None:
            words[word] = (words[word] + 1) & _WORD
            fence()  # either this sees that the other waits, or the other sees the word changed
            if words[word + 2]:
                self._futexes[word].wake()

    def _wait(
        self,
        amount: Callable[[], int],
        count: int,
        word: int,
        timeout: float | None,
        polling: float,
    ) -> bool:
        if amount() >= count:
            return True
        now = time.monotonic()
        end = None if timeout is None else now + timeout
        awake = now + polling if end is None else min(now + polling, end)
        while now < awake:
            time.sleep(0)  # lets other threads of the process run
            if amount() >= count:
                return True
            now = time.monotonic()
        words = self._words
        while True:
            seen = 0
            if words is not None:
                seen = words[word]
                words[word + 2] = 1
                fence()
            if amount() >= count:
                break
            if self._closed:
                raise QueueEndedError("the queue was closed here")
            pause = SLICE
            if end is not None:
                pause = min(end - time.monotonic(), SLICE)
                if pause <= 0:
                    return False
            if words is None:
                time.sleep(min(pause, _NO_EVENT_NAP))
            else:
                self._futexes[word].wait(seen, pause)
            if amount() >= count:
                break
            if not self._closed and self.peer_gone():
                if amount() >= count:  # published just before the end
                    break
                raise QueueEndedError("the other side of the queue is gone")
        if words is not None:
            words[word + 2] = 0
        return True


def _socket_on(fd: int) -> socket.socket:
    """A socket object on a duplicate of the descriptor; ``OSError`` when it is no socket."""
    own = os.dup(fd)
    try:
        return socket.socket(fileno=own)
    except BaseException:
        os.close(own)
        raise


def _checked_size(descriptor: MQDescriptor, quantum: int) -> int:
    """Bytes to map; ``QueueError`` unless all parts lie where parts can lie."""
    grantors = descriptor.grantors
    if descriptor.quantum != quantum:
        raise QueueError(f"elements have {descriptor.quantum} bytes, {quantum} are expected")
    if not Grantor.DATA < len(grantors) <= len(Grantor):
        raise QueueError(f"{len(grantors)} grantors, 3 or 4 are expected")
    if len(descriptor.fds) != 1 or any(grantor.fd_index for grantor in grantors):
        raise QueueError("all parts of a queue lie in one memory")
    for part, grantor in zip(Grantor, grantors, strict=False):
        offset, extent = grantor.offset, grantor.extent
        if part is Grantor.DATA:
            right = extent > 0 and not extent % quantum
        else:
            right = extent == (_FLAG if part is Grantor.EVENT_FLAG else 8) and not offset % 8
        if not right or offset < 0:
            raise QueueError(f"{part.name}: {extent} bytes at {offset} cannot be")
    size = max(grantor.offset + grantor.extent for grantor in grantors)
    if size > _LARGEST:
        raise QueueError(f"a queue of {size} bytes is larger than any that is needed")
    return size
