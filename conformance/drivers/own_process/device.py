"""``IsolatedDevice``: a device whose driver runs in a child process, and its further clients."""

from __future__ import annotations

import contextlib
import os
import select
import socket
from collections.abc import Sequence
from typing import Any, Final

from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.call_connections import CallConnections
from conformance.drivers.own_process.client_records import ClientRecords
from conformance.drivers.own_process.connection import DriverConnection, socket_pair
from conformance.drivers.own_process.driver_proxies import RemotePreparedModel
from conformance.drivers.own_process.lifecycle import ProcessLifecycle
from conformance.drivers.own_process.limits import (
    ProcessLimits,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.own_process.rpc_client import RpcClient
from conformance.drivers.own_process.run_marker import RunMarker
from conformance.hal import (
    Buffer,
    BufferDesc,
    CacheHandle,
    Device,
    ErrorStatus,
    Model,
    PreparedModel,
    PreparedModelCallback,
    PrepareModelConfig,
)

_MAX_CACHE_FDS: Final = 150
"""More than twice the 64 descriptors of a valid call; the kernel's limit per packet is 253, and a
message can also have 100 descriptors of memories."""


def _query(attribute: str) -> Any:
    """Return a method that returns the driver's answer to the query ``attribute``."""

    def query(device: IsolatedDevice) -> Any:
        with device.rpc("query", attribute) as rpc:
            return rpc.call(m.Query, attribute)

    query.__name__ = attribute
    return query


def _queried_property(attribute: str) -> Any:
    """Return a property that has the value of the driver's property ``attribute``."""
    return property(_query(attribute))


class IsolatedDevice(ProcessLifecycle, Device):
    """A device whose driver runs in a child process; forwards the calls of the contract to it.

    Calls from several threads run at the same time, each on its own connection.
    """

    name = _queried_property("name")
    version = _queried_property("version")
    get_version_string = _query("get_version_string")
    get_type = _query("get_type")
    get_status = _query("get_status")
    get_capabilities = _query("get_capabilities")
    get_supported_extensions = _query("get_supported_extensions")
    get_number_of_cache_files_needed = _query("get_number_of_cache_files_needed")
    get_last_error = _query("get_last_error")

    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        with self.rpc("query", "get_supported_operations") as rpc:
            answer: tuple[ErrorStatus, Sequence[bool]] = rpc.call(
                m.GetSupportedOperations, *rpc.encode_model(model)
            )
            return answer

    def decline_reasons(self, model: Model) -> Sequence[str | None]:
        """Return the driver's reasons for declining operations; empty if it gives none."""
        with self.rpc("query", "decline_reasons") as rpc:
            reasons: Sequence[str | None] | None = rpc.call(
                m.GetDeclineReasons, *rpc.encode_model(model)
            )
            return () if reasons is None else reasons

    def prepare_model(
        self, model: Model, preference: int, priority: int, *arguments: Any
    ) -> ErrorStatus:
        with self.rpc("prepare", "prepare_model") as rpc:
            fields = *rpc.encode_model(model), preference, priority
            return _prepare(rpc, m.Prepare, fields, arguments)

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        with self.rpc("prepare", "prepare_model_with_config") as rpc:
            hints = config.compilation_hints, dict(config.extension_name_to_prefix)
            fields = *rpc.encode_model(model), *hints, config.preference, config.priority
            caches = config.model_cache, config.data_cache, config.token
            return _prepare(rpc, m.PrepareWithConfig, fields, (config.deadline, *caches, callback))

    def prepare_model_from_cache(self, *arguments: Any) -> ErrorStatus:
        with self.rpc("prepare", "prepare_model_from_cache") as rpc:
            return _prepare(rpc, m.PrepareFromCache, (), arguments)

    def allocate(
        self, desc: BufferDesc, prepared_models: Sequence[PreparedModel], *roles: Any
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        with self.rpc("prepare", "allocate") as rpc:
            numbers = tuple(_number_of(model) for model in prepared_models)
            answer: tuple[ErrorStatus, Buffer | None, int] = rpc.call(
                m.Allocate, desc, numbers, *map(tuple, roles)
            )
            return answer


def _number_of(model: PreparedModel | None) -> int:
    """Return the number of a prepared model for ``allocate``."""
    if model is None:
        return m.NO_MODEL
    if isinstance(model, RemotePreparedModel):
        return model.number_for_call("allocate")
    return m.FOREIGN_MODEL


def _prepare(
    rpc: RpcClient, kind: type[m.Message], fields: Sequence[Any], arguments: Sequence[Any]
) -> ErrorStatus:
    """Make a call of type ``kind`` with ``fields`` and the arguments common to all preparations."""
    deadline, model_cache, data_cache, token, callback = arguments
    caches, fds = _cache_positions(model_cache, data_cache)
    number = rpc.register_callback(callback)
    status: ErrorStatus = rpc.call(kind, *fields, deadline, caches, token, number, fds=fds)
    return status


def _cache_positions(
    model_cache: Sequence[CacheHandle], data_cache: Sequence[CacheHandle]
) -> tuple[tuple[m.CachePositions, m.CachePositions], list[int]]:
    """Return the cache handles as positions in a list of open descriptors, and that list.

    The position is -1 for a value that is not an open descriptor. Raises ``UnsendableValueError``
    if one message cannot hold all descriptors.
    """
    fds: list[int] = []

    def position(fd: int) -> int:
        try:
            os.fstat(fd)
        except (OSError, OverflowError):
            return -1
        fds.append(fd)
        return len(fds) - 1

    model, data = (
        tuple(tuple(position(fd) for fd in handle) for handle in kind)
        for kind in (model_cache, data_cache)
    )
    if len(fds) > _MAX_CACHE_FDS:
        raise UnsendableValueError(
            f"the cache handles have {len(fds)} descriptors; one call can send {_MAX_CACHE_FDS}"
        )
    return (model, data), fds


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
