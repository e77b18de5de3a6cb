"""The connections over which several threads call one driver process at the same time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from conformance.drivers.own_process.client_records import ClientRecords
from conformance.drivers.own_process.connection import DriverConnection
from conformance.drivers.own_process.rpc_client import RpcClient

if TYPE_CHECKING:
    from conformance.drivers.own_process.lifecycle import ProcessLifecycle

_MAX_CONNECTIONS: Final = 32
"""Maximum number of connections for calls; further calls wait for the first connection."""


class CallConnections:
    """Provides an RPC client for each thread that makes a call.

    A call uses the first connection if that is free. Further connections are opened when calls
    overlap, and are kept.

    Attributes:
        first: the RPC client of the first connection.
        serialized: whether the process could not open a further connection, so that calls of
            several threads are made one after the other.

    """

    def __init__(
        self, lifecycle: ProcessLifecycle, connection: DriverConnection, records: ClientRecords
    ) -> None:
        self._lifecycle = lifecycle
        self._connection = connection
        self._records = records
        self._lock = threading.Lock()
        self.first = RpcClient(lifecycle, connection, connection.calls, records)
        self.serialized = False

    @property
    def additional(self) -> int:
        """Number of connections besides the first."""
        return len(self._connection.rpc_clients) - 1

    def take_free(self) -> RpcClient:
        """Return an RPC client whose lock this thread now holds; open a connection if none is free.

        Wait for the first connection if there are too many, or if no further one can be opened.
        """
        rpc = self._try_to_take()
        if rpc is None:
            rpc = self.first
            rpc.lock.acquire()
        return rpc

    def _try_to_take(self) -> RpcClient | None:
        with self._lock:
            for rpc in self._connection.rpc_clients:
                if rpc.lock.acquire(blocking=False):
                    return rpc
            if self.additional + 1 >= _MAX_CONNECTIONS or self.serialized:
                return None
            channel = self._connection.open_call_channel(self._lifecycle.limits.query)
            if channel is None:
                self.serialized = not self._connection.seen_ended
                return None
            rpc = RpcClient(self._lifecycle, self._connection, channel, self._records)
            rpc.lock.acquire()
            return rpc

    def open(self, count: int) -> None:
        """Open connections until ``count`` calls can be made at the same time, if that succeeds."""
        with ExitStack() as stack:
            for _ in range(count):
                rpc = self._try_to_take()
                if rpc is None:
                    return
                stack.callback(rpc.lock.release)

    @contextmanager
    def all_taken(self) -> Iterator[None]:
        """Wait until no call is running, and prevent calls in the block."""
        with ExitStack() as stack:
            for rpc in tuple(self._connection.rpc_clients):
                stack.enter_context(rpc.lock)
            yield

    def free_objects(self) -> None:
        """Make the process release all objects and the memories that the client dropped."""
        self._records.forget_unnotified()
        self.first.free_objects()
        for rpc in self._connection.rpc_clients[1:]:
            if rpc.was_used:
                rpc.flush()

    def has_unexpected_data(self) -> bool:
        """Return whether an answer has arrived on a connection without a running call."""
        return any(rpc.channel.has_unexpected_data() for rpc in self._connection.rpc_clients)

    @property
    def mapped_descriptors(self) -> int:
        """Number of descriptors that the process holds for the harness's memories."""
        return sum(rpc.mapped_descriptors for rpc in self._connection.rpc_clients)
