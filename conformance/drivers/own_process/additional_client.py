"""Further clients of a running driver process, each with its own connection and objects."""

from __future__ import annotations

import contextlib
import os
import select
import socket
from typing import Final

from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.call_connections import CallConnections
from conformance.drivers.own_process.client_records import ClientRecords
from conformance.drivers.own_process.connection import DriverConnection, socket_pair
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.drivers.own_process.errors import UnavailableError
from conformance.drivers.own_process.limits import ProcessLimits
from conformance.drivers.own_process.run_marker import RunMarker

_CONNECTION_ENDED: Final = "the connection to the driver has ended"


def connect(device: IsolatedDevice) -> tuple[int, int]:
    """Open a further connection to the process of ``device``; return the client's two descriptors.

    The caller owns them and passes them to a ``ConnectedDevice``, in this or another process, or
    closes them.
    """
    with contextlib.ExitStack() as undo:
        calls, their_calls = socket_pair(undo)
        notifications, their_notifications = socket_pair(undo)
        with device.rpc("query", "connect") as rpc:
            rpc.call(m.Connect, fds=[their_calls.fileno(), their_notifications.fileno()])
        undo.pop_all()
    their_calls.close()
    their_notifications.close()
    return calls.detach(), notifications.detach()


class ConnectedDevice(IsolatedDevice):
    """The device of a further client; it owns the two descriptors that ``connect`` returned.

    Another client started the process, so this one never restarts it: after the connection has
    ended or a call has exceeded its limit, further calls raise ``UnavailableError``.
    """

    def __init__(self, calls: int, notifications: int, limits: ProcessLimits | None = None) -> None:
        self._sockets = socket.socket(fileno=calls), socket.socket(fileno=notifications)
        super().__init__("a connection", limits, RunMarker.in_memory())

    def _start(self) -> None:
        self.process_number += 1
        self._records = ClientRecords(self, self.process_number)
        self.process = SharedProcessConnection(
            *self._sockets, self._records.deliver_notification, self._on_process_end
        )
        self._connections = CallConnections(self, self.process, self._records)
        self.process.start()

    def _restart(self) -> None:
        self.give_up_reason = _CONNECTION_ENDED
        raise UnavailableError(_CONNECTION_ENDED)


class SharedProcessConnection(DriverConnection):
    """A connection to a process that another client starts and ends."""

    def kill(self) -> None:
        """End the connection; the driver process continues to run for the other clients."""
        if self._quit >= 0:
            os.eventfd_write(self._quit, 1)

    def mark_broken(self) -> None:
        self.kill()

    def _read(self) -> None:
        poll = select.poll()
        for fd in (self._notifications.socket.fileno(), self._quit):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._quit in ready:
                break
            if not self._take_notification():
                self.violation = self.violation or "the process closed its connection"
                break
        self._announce_end()
