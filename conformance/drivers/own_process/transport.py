"""Transport of messages with file descriptors over a Unix socket, one message in each packet.

A message that is too long for a packet is written to a ``memfd``, whose descriptor is sent instead.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import stat
import time
from array import array
from collections.abc import Sequence
from typing import Any, Final

import msgspec

MAX_PACKET_SIZE: Final = 1 << 15
"""Largest message in bytes that is sent inside the packet; a longer one is sent by ``memfd``."""

MAX_FDS: Final = 200
"""Maximum number of descriptors per packet; the kernel's limit is 253."""

MAX_MESSAGE_SIZE: Final = 1 << 28
"""Largest message in bytes that is read; a longer one is a protocol violation."""

_IN_MEMFD: Final = b"\x01"
_CLOSE_ON_EXEC: Final = int(socket.MSG_CMSG_CLOEXEC)
_TRUNCATED: Final = int(socket.MSG_TRUNC | socket.MSG_CTRUNC)
_ANCILLARY: Final = socket.CMSG_SPACE(4 * 253)


def _spin_seconds() -> float:
    """Return the seconds for which to poll before a read blocks.

    The result is 0 if each worker has fewer than two processors, one for the harness and one for
    the driver process, because polling would then take the processor from the other process.
    """
    processes = 2 * int(os.environ.get("PYTEST_XDIST_WORKER_COUNT") or 1)
    return 200e-6 if len(os.sched_getaffinity(0)) >= processes else 0.0


_SPIN_SECONDS: Final = _spin_seconds()


class MalformedError(Exception):
    """The received packet does not follow the protocol."""


class Channel:
    """One end of a ``SOCK_SEQPACKET`` connection; one thread may send while another receives."""

    def __init__(self, sock: socket.socket, encoder: msgspec.msgpack.Encoder) -> None:
        self.socket = sock
        self._encoder = encoder
        self._out = bytearray()
        self._in = bytearray(2 * MAX_PACKET_SIZE)
        self._view = memoryview(self._in)
        self._poll = select.poll()
        self._poll.register(sock.fileno(), select.POLLIN)

    def send(self, message: Any, fds: Sequence[int] = ()) -> None:
        """Send one message with descriptors, which the caller keeps and has to close."""
        self._encoder.encode_into(message, self._out)
        if len(self._out) <= MAX_PACKET_SIZE:
            if fds:
                socket.send_fds(self.socket, [self._out], list(fds))
            else:
                self.socket.send(self._out)
            return
        fd = os.memfd_create("nn-conformance-message", os.MFD_CLOEXEC)
        try:
            with memoryview(self._out) as rest:
                sent = 0
                while sent < len(rest):
                    sent += os.write(fd, rest[sent:])
            socket.send_fds(self.socket, [_IN_MEMFD], [fd, *fds])
        finally:
            os.close(fd)
            self._out = bytearray()

    def spin(self) -> None:
        """Poll until a packet arrives, for at most 200 microseconds.

        Calls and answers alternate every few tens of microseconds. Waking up a sleeping processor
        takes several times as long, so polling halves the cost of a call.
        """
        if not _SPIN_SECONDS:
            return
        arrived, until = self._poll.poll, time.perf_counter() + _SPIN_SECONDS
        while not arrived(0) and time.perf_counter() < until:
            os.sched_yield()

    def receive(self, flags: int = 0) -> tuple[memoryview | bytes, list[int]] | None:
        """Return the next message's bytes, valid until the next call, and its descriptors.

        The caller owns the descriptors. The result is ``None`` at the end of the connection.
        Raises ``BlockingIOError`` when the socket's timeout expires, and ``MalformedError`` for an
        invalid packet, whose descriptors are closed.
        """
        try:
            count, ancillary, what, _ = self.socket.recvmsg_into(
                [self._in], _ANCILLARY, _CLOSE_ON_EXEC | flags
            )
        except ConnectionError:
            return None
        fds = _descriptors(ancillary) if ancillary else []
        if what & _TRUNCATED:
            close_all(fds)
            raise MalformedError("a packet is too long or has too many descriptors")
        if count == 0:
            close_all(fds)
            return None
        if count == 1 and self._in[0] == _IN_MEMFD[0]:
            if not fds:
                raise MalformedError("a packet announces a long message but has no descriptor")
            try:
                return _content(fds[0]), fds[1:]
            except (OSError, MalformedError, MemoryError) as error:
                close_all(fds[1:])
                raise MalformedError(f"a long message cannot be read: {error}") from error
            finally:
                os.close(fds[0])
        return self._view[:count], fds

    def close(self) -> None:
        """Close this end."""
        self.socket.close()


def _descriptors(ancillary: Sequence[tuple[int, int, bytes]]) -> list[int]:
    fds = array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
    return fds.tolist()


def _content(fd: int) -> bytes:
    # The file is not mapped, because the sender could truncate it and so cause SIGBUS here.
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise MalformedError("its descriptor is not a regular file")
    if status.st_size > MAX_MESSAGE_SIZE:
        raise MalformedError(
            f"it has {status.st_size} bytes; at most {MAX_MESSAGE_SIZE} are permitted"
        )
    parts = []
    offset = 0
    while offset < status.st_size:
        part = os.pread(fd, status.st_size - offset, offset)
        if not part:
            break
        parts.append(part)
        offset += len(part)
    return b"".join(parts)


def close_all(fds: Sequence[int]) -> None:
    """Close all descriptors and ignore the invalid ones."""
    for fd in fds:
        with contextlib.suppress(OSError):
            os.close(fd)
