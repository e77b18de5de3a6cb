"""A connection to a driver process, which carries calls, answers and notifications.

The subclasses of ``DriverConnection`` are ``DriverProcess`` for a process that is started here, and
``SharedProcessConnection`` for a process that another client started.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.transport import Channel, MalformedError, close_all

if TYPE_CHECKING:
    from conformance.drivers.own_process.limits import ProcessError
    from conformance.drivers.own_process.rpc_client import RpcClient

_POLL_INTERVAL: Final = 0.1
"""Interval in seconds at which a waiting call checks its limit and whether the process runs."""

GRACE_SECONDS: Final = 1.0
"""Seconds to wait for an event that should follow at once, such as the end after a disconnect."""

SOCKET_BUFFER_SIZE: Final = 1 << 18
"""Size of a socket's send buffer in bytes."""


class ConnectionEndedError(Exception):
    """The process has ended or has violated the protocol."""


class CallTimeoutError(Exception):
    """No answer arrived within the limit."""


class DriverConnection:
    """The harness's ends of two sockets: one for calls and answers, one for notifications.

    A subclass reads the notifications on a separate thread and detects the end of the process.

    Attributes:
        violation: how the process violated the protocol, or empty.
        received: number of notifications delivered so far.
        calls: the first connection for calls.
        error: the error that describes the end of the process, once it has been created.
        rpc_clients: the RPC clients of all connections for calls, the first one first.

    """

    pid = 0
    """Process id of the driver; 0 if another process started it."""

    def __init__(
        self,
        calls: socket.socket,
        notifications: socket.socket,
        on_notification: Callable[[m.WireNotification], None],
        on_end: Callable[[DriverConnection], None],
    ) -> None:
        self._on_notification = on_notification
        self._on_end = on_end
        self.violation = ""
        self.received = 0
        self.error: ProcessError | None = None
        self.rpc_clients: list[RpcClient] = []
        self._arrived = threading.Condition()
        self._ended = threading.Event()
        self._notification_decoder = msgspec.msgpack.Decoder(m.WireNotification)
        self._notifications = Channel(notifications, m.encoder())
        self.calls = CallChannel(self, calls, spins=True)
        self._close_lock = threading.Lock()
        self._quit = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._descriptors = [self._quit]
        self._reader = threading.Thread(target=self._read, name="nn-driver-reader", daemon=True)

    def start(self) -> None:
        """Start the thread that delivers notifications and detects the end."""
        self._reader.start()

    def _read(self) -> None:
        """Deliver notifications until the end, then call ``_announce_end``."""
        raise NotImplementedError

    # State of the process.

    @property
    def seen_ended(self) -> bool:
        """Whether the reader thread has detected the end, which may be a moment after the end.

        Reading this costs less than calling ``has_ended``.
        """
        return self._ended.is_set()

    def has_ended(self) -> bool:
        """Return whether the process has ended and everything it sent has been delivered."""
        return self._ended.is_set()

    def await_end(self, seconds: float) -> bool:
        """Wait up to ``seconds`` for the process to end; return whether it did."""
        return self._ended.wait(seconds)

    def kill(self) -> None:
        """End the connection, and the process if this connection started it."""
        raise NotImplementedError

    def close(self) -> None:
        """End the connection, and the process if this connection started it; release everything."""
        with self._close_lock:
            if self._quit < 0:
                return
            self.kill()
            os.eventfd_write(self._quit, 1)
            if threading.current_thread() is not self._reader:
                self._reader.join(10.0)
            if not self.rpc_clients:
                self.calls.close()
            for rpc in self.rpc_clients:
                rpc.close()
            self._notifications.close()
            close_all(self._descriptors)
            self._quit = -1

    def status(self) -> int:
        """Return the exit status of an ended process; a negative value is a signal number."""
        return 0

    def read_trace(self, ask: bool) -> list[str]:  # noqa: ARG002
        """Return the lines of the Python trace; with ``ask``, request a new trace first."""
        return []

    def take_output(self) -> str:
        """Return the output since the previous call, at most the last 64 KiB."""
        return ""

    # Calls.

    def open_call_channel(self, seconds: float) -> CallChannel | None:
        """Open a further connection for calls, which the process answers on a separate thread.

        Return ``None`` if the process does not confirm it within ``seconds``, for example because
        it cannot start a thread.
        """
        with contextlib.ExitStack() as undo:
            ours, theirs = socket_pair(undo)
            try:
                self._notifications.send(m.OpenCalls(), [theirs.fileno()])
            except OSError:
                return None
            undo.pop_all()
        theirs.close()
        channel = CallChannel(self, ours)
        if not channel.await_confirmation(seconds):
            channel.close()
            return None
        return channel

    def await_notifications(self, count: int) -> None:
        """Wait until ``count`` notifications have been delivered, or the process has ended.

        The wait is limited to ``GRACE_SECONDS``, because the process may report a wrong count.
        """
        if self.received < count:
            with self._arrived:
                self._arrived.wait_for(
                    lambda: self.received >= count or self._ended.is_set(), GRACE_SECONDS
                )

    # Notifications.

    def mark_broken(self) -> None:
        """End the process, or the connection to it, because of an invalid notification."""
        raise NotImplementedError

    def _take_notification(self, flags: int = 0) -> bool:
        """Deliver one notification; return false if none is available or the connection is over."""
        try:
            packet = self._notifications.receive(flags)
            if packet is None:
                return False
            data, fds = packet
            close_all(fds)
            self._on_notification(self._notification_decoder.decode(data))
        except BlockingIOError:
            return False
        except (MalformedError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.violation = self.violation or f"invalid notification: {error}"
            self.mark_broken()
            return False
        with self._arrived:
            self.received += 1
            self._arrived.notify_all()
        return True

    def _announce_end(self) -> None:
        """Wake up all waiting threads and report the end of the process.

        Call it after everything that the process sent has been delivered.
        """
        self._ended.set()
        with self._arrived:
            self._arrived.notify_all()
        self._on_end(self)


class CallChannel:
    """The harness's end of a connection for calls, which alternate with answers.

    Attributes:
        thread: identifier of the thread of the process that answers on this connection, if known.

    """

    def __init__(
        self, connection: DriverConnection, sock: socket.socket, *, spins: bool = False
    ) -> None:
        self._connection = connection
        self._spins = spins
        self._channel = Channel(sock, m.encoder())
        self.thread: int | None = None
        slice_ = struct.pack("ll", int(_POLL_INTERVAL), int(_POLL_INTERVAL % 1 * 1_000_000))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)

    def send(self, message: m.Message, fds: Sequence[int]) -> None:
        """Send a call; raise ``ConnectionEndedError`` if the process does not accept it."""
        try:
            self._channel.send(message, fds)
        except OSError as error:
            # The socket is closed if another thread has discarded the process.
            raise ConnectionEndedError from error

    def receive(self, seconds: float) -> tuple[memoryview | bytes, list[int]]:
        """Return the answer's bytes and descriptors.

        Raises ``CallTimeoutError`` after ``seconds``, and ``ConnectionEndedError`` if the process
        ended or violated the protocol.
        """
        deadline = time.monotonic() + seconds
        connection = self._connection
        if self._spins:
            self._channel.spin()
        while True:
            try:
                packet = self._channel.receive()
            except BlockingIOError:
                if connection.has_ended():
                    raise ConnectionEndedError from None
                if time.monotonic() > deadline:
                    raise CallTimeoutError from None
                continue
            except MalformedError as error:
                connection.violation = str(error)
                raise ConnectionEndedError from error
            except OSError as error:
                raise ConnectionEndedError from error
            if packet is None:
                # The end of the connection normally means that the process ended.
                if not connection.await_end(GRACE_SECONDS):
                    connection.violation = (
                        connection.violation or "the process closed its connection"
                    )
                raise ConnectionEndedError
            return packet

    def await_confirmation(self, seconds: float) -> bool:
        """Wait until the process states which thread answers; return whether it did in time."""
        try:
            data, fds = self.receive(seconds)
        except (CallTimeoutError, ConnectionEndedError):
            return False
        close_all(fds)
        try:
            self.thread = msgspec.msgpack.decode(data, type=m.CallsOpened).thread
        except (msgspec.MsgspecError, RecursionError):
            return False
        return True

    def has_unexpected_data(self) -> bool:
        """Return whether an unexpected packet is waiting on the connection."""
        flags = socket.MSG_PEEK | socket.MSG_DONTWAIT | socket.MSG_TRUNC
        try:
            return bool(self._channel.socket.recv(1, flags))
        except OSError:
            return False

    def shut_down(self) -> None:
        """End the connection, but keep the socket open for a thread that uses it."""
        with contextlib.suppress(OSError):
            self._channel.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the socket."""
        self._channel.close()


def socket_pair(undo: contextlib.ExitStack) -> tuple[socket.socket, socket.socket]:
    """Return two connected packet sockets; ``undo`` closes them unless the caller cancels it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    undo.callback(ours.close)
    undo.callback(theirs.close)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER_SIZE)
    return ours, theirs
