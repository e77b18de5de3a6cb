"""The fast message queue of HAL 1.2, with one producer, one consumer and elements of fixed size.

The fast message queue's event flag is a futex in the contract and here. The kernel compares the
word before it lets a thread sleep, so that no wake-up is lost. Nothing that the other side writes
to the word can block the waking side, and no additional descriptor is passed between processes. An
eventfd is equally fast between threads and between processes, but another holder of the descriptor
can reset it or make a write to it block.

The queue is in shared memory, and this code does not trust what the other side writes there. Each
side keeps its own position in private memory and only reads the other side's position; an
impossible distance between them is an error and never becomes an index. Elements are copied before
they are parsed. The memory is sealed, so that the other side cannot truncate it.

One store to the write position publishes a message: the consumer sees all of it or nothing.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import platform
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from conformance.hal import Grantor, GrantorDescriptor, MQDescriptor
from conformance.hal.memory import FIXED_SIZE

_NUMBERS: Final = {"x86_64": 202, "aarch64": 98, "riscv64": 98, "ppc64le": 221, "s390x": 238}
_WAIT, _WAKE = ctypes.c_int(0), ctypes.c_int(1)
_ONE, _NOTHING, _NO_BITS = ctypes.c_int(1), ctypes.c_void_p(None), ctypes.c_int(0)
_ENOSYS: Final = 38
_SLEEP_SLICE: Final = 0.0005


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


def _system_call_number() -> int | None:
    """Return the number of the system call, or ``None`` if it is not available."""
    number = _NUMBERS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return None
    word = ctypes.c_uint(1)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(
        ctypes.c_long(number), ctypes.byref(word), _WAIT, ctypes.c_uint(0), None, None, _NO_BITS
    )  # always fails; if the call exists, with EAGAIN
    return None if ctypes.get_errno() == _ENOSYS else number


_NUMBER: Final = _system_call_number()
_number = ctypes.c_long(_NUMBER or 0)
_syscall = ctypes.CDLL(None).syscall
_X86: Final = platform.machine() in ("x86_64", "AMD64")
_order = threading.Lock()


def full_memory_barrier() -> None:
    """Order all memory accesses before the call before all accesses after it."""
    with _order:  # on x86 a locked instruction, which is a full barrier
        pass
    if not _X86:  # acquire and release are one-way barriers; two pairs make a full one
        with _order:
            pass


def store_order_barrier() -> None:
    """Order memory accesses, except a store before a later load.

    This is sufficient to publish data and to read published data.
    """
    if not _X86:  # x86 reorders only a store and a later load
        full_memory_barrier()


class Futex:
    """A word in shared memory; ``address`` must stay mapped while this object is used."""

    __slots__ = ("_address", "_slice", "_timespec")

    def __init__(self, address: int) -> None:
        self._address = ctypes.c_void_p(address)
        self._slice = -1.0
        self._timespec = ctypes.byref(_Timespec())

    def wait(self, seen: int, seconds: float) -> None:
        """Sleep until woken, at most ``seconds``; return at once if the word differs from ``seen``.

        The call may return without a reason, so the caller must check its condition again.
        """
        if _NUMBER is None:
            time.sleep(min(seconds, _SLEEP_SLICE))
            return
        if seconds != self._slice:
            whole = int(seconds)
            self._timespec = ctypes.byref(_Timespec(whole, int((seconds - whole) * 1e9)))
            self._slice = seconds
        _syscall(
            _number,
            self._address,
            _WAIT,
            ctypes.c_uint(seen),
            self._timespec,
            _NOTHING,
            _NO_BITS,
        )

    def wake(self) -> None:
        """Wake one waiter; the caller must change the word first."""
        if _NUMBER is not None:
            _syscall(_number, self._address, _WAKE, _ONE, _NOTHING, _NOTHING, _NO_BITS)


POLL_INTERVAL: Final = 0.05
"""Time in seconds within which a waiting side detects that the other side has ended."""

_MASK: Final = 2**64 - 1
_WORD: Final = 2**32 - 1
_LINE: Final = 64  # each position has its own cache line
_FLAG: Final = 16
# Words of the event flag. The words two positions later state that a side waits for a change.
_WRITTEN, _READ = 0, 1
_LARGEST: Final = 2**30
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_POLL_SLEEP: Final = 0.0005


class QueueError(Exception):
    """A queue cannot be used; the message states why."""


class QueueCorruptError(QueueError):
    """The other side's position is impossible: more elements than fit, or fewer than zero."""


class QueueEndedError(QueueError):
    """The queue was closed in this process, or the other side has ended."""


class MessageQueue:
    """One side of a queue, created with ``create`` or opened from a descriptor with ``open``.

    A side is the producer (``write...``) or the consumer (``read...``) and is used by one thread at
    a time. ``close`` can be called from any thread and ends all waiting.
    """

    def __init__(self, mapping: mmap.mmap, descriptor: MQDescriptor, life: int = -1):
        grantors = descriptor.grantors
        memory = memoryview(mapping)
        self.capacity: Final = descriptor.capacity
        self.quantum: Final = descriptor.quantum
        # A plain descriptor instead of a socket object: in a reference cycle the socket could be
        # collected first, with a ResourceWarning.
        self._life = life
        self._hangup = select.poll()
        if life >= 0:
            self._hangup.register(life, 0)
        self._closed = False
        self._read_position, self._write_position = (
            memory[grantors[grantor_index].offset :][:8].cast("Q")
            for grantor_index in (Grantor.READ_POSITION, Grantor.WRITE_POSITION)
        )
        data = grantors[Grantor.DATA]
        self._extent = self.capacity * self.quantum
        self._ring = memory[data.offset : data.offset + self._extent]
        self._read: int = self._read_position[0]
        self._written: int = self._write_position[0]
        self._words: memoryview | None = None
        if descriptor.has_event_flag:
            flag = grantors[Grantor.EVENT_FLAG].offset
            self._words = memory[flag : flag + _FLAG].cast("I")
            # The address is valid as long as the anchor exists, even if the map object is gone.
            self._anchor = ctypes.c_char.from_buffer(mapping)
            address = ctypes.addressof(self._anchor) + flag
            self._futexes = Futex(address), Futex(address + 4)
        self._own_descriptor: MQDescriptor | None = None

    # Creating queues and passing them to the other side.

    @classmethod
    def create(cls, quantum: int, capacity: int, *, event_flag: bool = True) -> MessageQueue:
        """Create an empty queue of ``capacity`` elements of ``quantum`` bytes.

        Raises ``OSError`` if the system has no memory or descriptors for it.
        """
        if quantum < 1 or capacity < 1 or quantum * capacity > _LARGEST:
            raise ValueError(f"a queue of {capacity} elements of {quantum} bytes is not possible")
        extents = (8, 8, quantum * capacity, _FLAG)
        offsets = (0, _LINE, 3 * _LINE, 2 * _LINE)
        size = offsets[Grantor.DATA] + extents[Grantor.DATA]
        fd = os.memfd_create("nn-conformance-fmq", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(fd, size)
            fcntl.fcntl(fd, fcntl.F_ADD_SEALS, FIXED_SIZE)
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
        """Open a queue of the other side, with elements of ``quantum`` bytes.

        The descriptors are duplicated; the caller keeps its own. Raises ``QueueError`` for a
        descriptor that does not describe a queue with such elements, and ``OSError`` if the system
        has no memory or descriptors for it.
        """
        size = _checked_size(descriptor, quantum)
        fd = descriptor.fds[0]
        life = -1
        try:
            if not fcntl.fcntl(fd, fcntl.F_GET_SEALS) & fcntl.F_SEAL_SHRINK:
                raise QueueError("the queue's memory is not sealed against truncation")
            if os.fstat(fd).st_size < size:
                raise QueueError(f"the queue's memory is smaller than the {size} bytes it needs")
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
        """The descriptor for the other side; its file descriptors belong to this queue.

        They are closed by ``mark_handed_over``; after it, there is no descriptor.
        """
        if self._own_descriptor is None:
            raise QueueError("the queue was opened from a descriptor or has been handed over")
        return self._own_descriptor

    def mark_handed_over(self) -> None:
        """Close the other side's descriptors in this process; the other side has opened the queue.

        Until then this process holds the other end of the connection itself and cannot detect that
        the other side has died.
        """
        if self._own_descriptor is not None:
            os.close(self._own_descriptor.fds[0])
            os.close(self._own_descriptor.peer_fd)
            self._own_descriptor = None

    def close(self) -> None:
        """End the queue for both sides; later calls do nothing.

        Waiting calls of both sides raise ``QueueEndedError``. The other side can still read
        elements that were published.
        """
        if self._closed:
            return
        self._closed = True
        if self._life >= 0:
            with suppress(OSError), _socket_on(self._life) as life:
                life.shutdown(socket.SHUT_RDWR)
        if self._words is not None:
            for word in (_WRITTEN, _READ):
                self._words[word] = (self._words[word] + 1) & _WORD
                self._futexes[word].wake()

    def __del__(self) -> None:
        # The mapping is released with its last view, so that no thread loses it while it uses a
        # view.
        if getattr(self, "_own_descriptor", None) is not None:
            self.mark_handed_over()
        if getattr(self, "_life", -1) >= 0:
            os.close(self._life)

    # State of the queue.

    @property
    def has_event_flag(self) -> bool:
        """Whether the sides can wake each other; otherwise waiting is polling."""
        return self._words is not None

    @property
    def closed(self) -> bool:
        """Whether ``close`` has been called on this side."""
        return self._closed

    def peer_gone(self) -> bool:
        """Return whether the other side has closed the queue or died.

        Return False if this cannot be detected.
        """
        return bool(self._hangup.poll(0))

    def available_to_read(self) -> int:
        """Return the number of readable elements.

        Raises ``QueueCorruptError`` if the producer's position is impossible.
        """
        count: int = (self._write_position[0] - self._read) & _MASK
        if count > self.capacity:
            raise QueueCorruptError(
                f"the producer's position implies {count} elements, the queue holds {self.capacity}"
            )
        return count

    def available_to_write(self) -> int:
        """Return the number of elements that can be written.

        Raises ``QueueCorruptError`` if the consumer's position is impossible.
        """
        used = (self._written - self._read_position[0]) & _MASK
        if used > self.capacity:
            raise QueueCorruptError(
                f"the consumer's position leaves {used} elements unread, "
                f"the queue holds {self.capacity}"
            )
        return self.capacity - used

    # Writing.

    def write(self, data: bytes) -> bool:
        """Publish whole elements as one message.

        Return false, writing nothing, if they do not fit now.
        """
        count = self._count(data)
        if count > self.available_to_write():
            return False
        self._publish(data, count)
        return True

    def write_blocking(self, data: bytes, timeout: float | None = None) -> bool:
        """Publish whole elements as one message, waiting up to ``timeout`` seconds for space.

        Return false if the time has passed. Raises ``ValueError`` if the data can never fit.
        """
        count = self._count(data)
        if count > self.capacity:
            raise ValueError(f"{count} elements never fit into a queue of {self.capacity}")
        if not self._wait(self.available_to_write, count, _READ, timeout):
            return False
        self._publish(data, count)
        return True

    def _count(self, data: bytes) -> int:
        count, rest = divmod(len(data), self.quantum)
        if rest or not count:
            raise ValueError(
                f"the data has {len(data)} bytes, which is not a positive multiple of "
                f"{self.quantum}, the size of an element"
            )
        if self._closed:
            raise QueueEndedError("the queue was closed by this side")
        return count

    def _publish(self, data: bytes, count: int) -> None:
        start = self._written % self.capacity * self.quantum
        until_end = self._extent - start
        if len(data) <= until_end:
            self._ring[start : start + len(data)] = data
        else:
            self._ring[start:] = data[:until_end]
            self._ring[: len(data) - until_end] = data[until_end:]
        store_order_barrier()
        self._written = self._write_position[0] = (self._written + count) & _MASK
        self._signal(_WRITTEN)

    # Reading.

    def read(self, count: int) -> bytes | None:
        """Read exactly ``count`` elements, or return ``None`` if fewer are available."""
        return self._read_elements(count) if self.available_to_read() >= count else None

    def read_available(self) -> bytes:
        """Read all available elements; return empty bytes if there are none."""
        return self._read_elements(self.available_to_read())

    def wait_to_read(self, timeout: float | None = None) -> bool:
        """Wait until an element can be read; return false after ``timeout`` seconds.

        Raises ``QueueEndedError`` if the queue has ended and is empty.
        """
        return self._wait(self.available_to_read, 1, _WRITTEN, timeout)

    def _read_elements(self, count: int) -> bytes:
        if not count:
            return b""
        store_order_barrier()
        start = self._read % self.capacity * self.quantum
        end = start + count * self.quantum
        if end <= self._extent:
            data = self._ring[start:end].tobytes()
        else:
            data = b"".join((self._ring[start:], self._ring[: end - self._extent]))
        store_order_barrier()
        self._read = self._read_position[0] = (self._read + count) & _MASK
        self._signal(_READ)
        return data

    # Waiting.

    def _signal(self, word: int) -> None:
        words = self._words
        if words is not None:
            words[word] = (words[word] + 1) & _WORD
            # A full barrier: either this side sees the other one's waiting flag, or the other
            # side sees the changed word before it sleeps.
            full_memory_barrier()
            if words[word + 2]:
                self._futexes[word].wake()

    def _wait(
        self, amount: Callable[[], int], count: int, word: int, timeout: float | None
    ) -> bool:
        if amount() >= count:
            return True
        end = None if timeout is None else time.monotonic() + timeout
        words = self._words
        while True:
            seen_word = 0
            if words is not None:
                seen_word = words[word]
                words[word + 2] = 1
                full_memory_barrier()
            if amount() >= count:
                break
            if self._closed:
                raise QueueEndedError("the queue was closed by this side")
            wait_time = POLL_INTERVAL
            if end is not None:
                wait_time = min(end - time.monotonic(), POLL_INTERVAL)
                if wait_time <= 0:
                    return False
            if words is None:
                time.sleep(min(wait_time, _POLL_SLEEP))
            else:
                self._futexes[word].wait(seen_word, wait_time)
            if amount() >= count:
                break
            if not self._closed and self.peer_gone():
                if amount() >= count:  # published just before the other side ended
                    break
                raise QueueEndedError("the other side of the queue has ended")
        if words is not None:
            words[word + 2] = 0
        return True


def _socket_on(fd: int) -> socket.socket:
    """Return a socket object for a duplicate of the descriptor.

    Raises ``OSError`` if it is not a socket.
    """
    duplicate = os.dup(fd)
    try:
        return socket.socket(fileno=duplicate)
    except BaseException:
        os.close(duplicate)
        raise


def _checked_size(descriptor: MQDescriptor, quantum: int) -> int:
    """Return the number of bytes to map; raise ``QueueError`` if a part has an invalid position."""
    grantors = descriptor.grantors
    if descriptor.quantum != quantum:
        raise QueueError(f"elements have {descriptor.quantum} bytes instead of {quantum}")
    if not Grantor.DATA < len(grantors) <= len(Grantor):
        raise QueueError(f"the descriptor has {len(grantors)} grantors instead of 3 or 4")
    if len(descriptor.fds) != 1 or any(grantor.fd_index for grantor in grantors):
        raise QueueError("all parts of a queue must be in the same memory")
    for part, grantor in zip(Grantor, grantors, strict=False):
        offset, extent = grantor.offset, grantor.extent
        if part is Grantor.DATA:
            is_valid = extent > 0 and not extent % quantum
        else:
            is_valid = extent == (_FLAG if part is Grantor.EVENT_FLAG else 8) and not offset % 8
        if not is_valid or offset < 0:
            raise QueueError(f"{part.name}: {extent} bytes at offset {offset} are not valid")
    size = max(grantor.offset + grantor.extent for grantor in grantors)
    if size > _LARGEST:
        raise QueueError(f"a queue of {size} bytes exceeds the maximum of {_LARGEST}")
    return size
