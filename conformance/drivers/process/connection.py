"""A connection to a driver's process: calls and answers, notifications, and its end."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Final

import msgspec

from conformance.drivers.process import messages as m
from conformance.drivers.process.transport import Channel, MalformedError, close_all

_SLICE: Final = 0.1
"""How often in seconds a waiting call looks whether the process still lives."""

GRACE: Final = 1.0
BUFFER: Final = 1 << 18


class EndedError(Exception):
    """The process is no more, or has broken its connection."""


class OverTimeError(Exception):
    """No answer within the limit."""


class Connection:
    """The judge's ends of two sockets: one for calls in turn, one for notifications.

    A subclass reads notifications in a thread of its own, and sees the end.
    """

    pid = 0
    """Process id of the driver; 0 where it is somebody else's business."""

    def __init__(
        self,
        calls: socket.socket,
        notes: socket.socket,
        on_notification: Callable[[m.Notification], None],
        on_end: Callable[[Connection], None],
    ) -> None:
        self._on_notification = on_notification
        self._on_end = on_end
        self.violation = ""
        self.received = 0
        self._arrived = threading.Condition()
        self._ended = threading.Event()
        self._note_decoder = msgspec.msgpack.Decoder(m.Notification)
        encoder = m.encoder()
        self.calls, self._notes = Channel(calls, encoder), Channel(notes, encoder)
        slice_ = struct.pack("ll", int(_SLICE), int(_SLICE % 1 * 1_000_000))
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)
        self._quit = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    # What became of the process.

    @property
    def known_ended(self) -> bool:
        """True once the end has been seen; cheaper than ``ended``, and a moment behind it."""
        return self._ended.is_set()

    def ended(self) -> bool:
        """True once the process is no more; all that it sent before has been delivered."""
        return self._ended.is_set()

    def await_end(self, seconds: float) -> bool:
        """Wait for the process to end; whether it did."""
        return self._ended.wait(seconds)

    def kill(self) -> None:
        """End the connection, and what it alone keeps alive."""
        raise NotImplementedError

    def close(self) -> None:
        """End it, and give everything back."""
        raise NotImplementedError

    def status(self) -> int:
        """Exit status of an ended process; negative: the signal that ended it."""
        return 0

    def trace(self, ask: bool) -> list[str]:  # noqa: ARG002
        """Lines of the Python trace; ``ask`` has the living process write one first."""
        return []

    def take_output(self) -> str:
        """What was printed since the last time, at most the last 64 KiB."""
        return ""

    # Calls.

    def send(self, message: m.Message, fds: list[int]) -> None:
        """Send a call; ``EndedError`` when nobody takes it."""
        try:
            self.calls.send(message, fds)
        except (ConnectionError, BlockingIOError) as error:
            raise EndedError from error

    def receive(self, seconds: float) -> tuple[memoryview | bytes, list[int]]:
        """The answer's bytes and descriptors; ``EndedError``, ``OverTimeError``."""
        deadline = time.monotonic() + seconds
        self.calls.linger()
        while True:
            try:
                packet = self.calls.receive()
            except BlockingIOError:
                if self.ended():
                    raise EndedError from None
                if time.monotonic() > deadline:
                    raise OverTimeError from None
                continue
            except MalformedError as error:
                self.violation = str(error)
                raise EndedError from error
            if packet is None:
                if not self._ended.wait(GRACE):
                    self.violation = self.violation or "its connection was closed"
                raise EndedError
            return packet

    def unasked(self) -> bool:
        """True when something lies on the calls' connection that nobody asked for."""
        try:
            return bool(
                self.calls.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT | socket.MSG_TRUNC)
            )
        except (BlockingIOError, ConnectionError):
            return False

    def await_notifications(self, count: int) -> None:
        """Return once ``count`` notifications of the second connection have been delivered."""
        if self.received < count:
            with self._arrived:
                self._arrived.wait_for(
                    lambda: self.received >= count or self._ended.is_set(), GRACE
                )

    # Notifications.

    def broken(self) -> None:
        """What was read is none of ours: nothing more is expected from there."""
        raise NotImplementedError

    def _take_note(self, flags: int = 0) -> bool:
        """Deliver one notification; false when no more will come."""
        try:
            packet = self._notes.receive(flags)
            if packet is None:
                return False
            data, fds = packet
            close_all(fds)
            self._on_notification(self._note_decoder.decode(data))
        except BlockingIOError:
            return False
        except (MalformedError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.violation = self.violation or f"a notification: {error}"
            self.broken()
            return False
        with self._arrived:
            self.received += 1
            self._arrived.notify_all()
        return True

    def _over(self) -> None:
        """All has been delivered: whoever waits learns of the end."""
        self._ended.set()
        with self._arrived:
            self._arrived.notify_all()
        self._on_end(self)


def pair(undo: contextlib.ExitStack) -> tuple[socket.socket, socket.socket]:
    """Two connected ends for packets, closed with ``undo``."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    undo.callback(ours.close)
    undo.callback(theirs.close)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    return ours, theirs
