"""The state of one client in the driver process, common to its connections for calls."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.run_marker import write_thread_traces
from conformance.drivers.own_process.transport import Channel, MalformedError
from conformance.hal import Device


def channel_of(fd: int) -> Channel:
    """Return the end of a connection whose descriptor is ``fd``."""
    os.set_inheritable(fd, False)
    return Channel(socket.socket(fileno=fd), m.encoder())


class ClientSession:
    """The objects and notifications of one client; several threads may use it.

    Attributes:
        device: the opened driver; ``None`` before ``Start``.
        first: whether this client opened the driver.
        objects: the objects that the client refers to by number.
        notifications_sent: number of notifications sent so far.
        notifications_lock: held while a notification is sent and counted.

    """

    def __init__(
        self, notifications: Channel, device: Device | None = None, *, trace_file: int | None = None
    ) -> None:
        self.device = device
        self._trace_file = trace_file
        self.first = device is None
        self.objects: dict[int, Any] = {}
        self.notifications_sent = 0
        self.notifications_lock = threading.Lock()
        self._notifications = notifications
        self._numbers = itertools.count(1)
        self._gone = False

    def register_object(self, value: Any) -> int:
        """Store an object that the driver returned; return the number by which to refer to it."""
        number = next(self._numbers)
        self.objects[number] = value
        return number

    def send_notification(self, notification: m.WireNotification) -> None:
        """Send a notification on the second connection, unless the client has disconnected."""
        with self.notifications_lock:
            if self._gone:
                return
            try:
                self._notifications.send(notification)
            except OSError:
                if self.first:
                    raise
                return  # the client crashed; the driver must not get an exception for that
            self.notifications_sent += 1

    def start_accepting(self, serve: Callable[[ClientSession, Channel], None]) -> None:
        """Start a thread that accepts further connections for calls and requests for traces.

        ``serve`` answers the calls of one connection, on its own thread.
        """
        threading.Thread(
            target=self._accept, args=(serve,), name="nn-driver-connections", daemon=True
        ).start()

    def _accept(self, serve: Callable[[ClientSession, Channel], None]) -> None:
        while True:
            try:
                packet = self._notifications.receive()
            except (OSError, MalformedError):
                return
            if packet is None:
                return
            if not packet[1] and self._trace_file is not None:
                with contextlib.suppress(OSError, MemoryError, RuntimeError):
                    write_thread_traces(self._trace_file)
            for fd in packet[1]:
                channel = channel_of(fd)
                thread = threading.Thread(target=serve, args=(self, channel), daemon=True)
                try:
                    thread.start()
                except (RuntimeError, MemoryError):  # the client notices that the socket is closed
                    channel.close()

    def release(self) -> None:
        """Release everything after the client has disconnected."""
        self.objects.clear()
        self.device = None
        with self.notifications_lock:
            self._gone = True
            # Without the shutdown, the accepting thread would not notice that the socket is closed.
            with contextlib.suppress(OSError):
                self._notifications.socket.shutdown(socket.SHUT_RDWR)
            self._notifications.close()
