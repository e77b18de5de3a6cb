"""The RPC client, which sends calls to the driver process.

It converts the arguments of a call to messages and the answers back to values. ``IsolatedDevice``
and the proxies of ``driver_proxies`` make all of their calls through it. Each connection for calls
has an RPC client, which makes one call at a time.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from conformance import tracing
from conformance.drivers.answer_codec import unpack
from conformance.drivers.foreign_objects import remote_error
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.client_records import ClientRecords
from conformance.drivers.own_process.connection import CallChannel, DriverConnection
from conformance.drivers.own_process.driver_proxies import RemoteFence
from conformance.drivers.own_process.limits import HangError, UnsendableValueError
from conformance.drivers.own_process.transport import MAX_FDS, close_all
from conformance.hal import BufferToken, Memory, Model, Request

if TYPE_CHECKING:
    from conformance.drivers.own_process.lifecycle import ProcessLifecycle


class RpcClient:
    """Converts the calls on one connection; used as a context manager around each call.

    It records which memories the process has for this connection, and which model was sent last,
    so that a memory is sent only once and a model is not sent twice in a row.

    Attributes:
        lock: held while a thread makes a call.
        stage, call_name, in_call: stage and name of the last call, and whether it is still running.
        calls_ahead: number of calls that were running when the last call began.

    """

    def __init__(
        self,
        lifecycle: ProcessLifecycle,
        connection: DriverConnection,
        channel: CallChannel,
        records: ClientRecords,
    ) -> None:
        self._process = lifecycle
        self.connection = connection
        self.channel = channel
        self.records = records
        self.lock = threading.Lock()
        self.stage, self.call_name, self.in_call = "start", "start", False
        self.calls_ahead = 0
        self._closed = False
        self._number = 0
        self._flushed = 0
        self._ids = 0
        self._memories: dict[int, tuple[int, bool]] = {}
        self._references: dict[int, weakref.ref[Memory]] = {}
        self._dropped: list[int] = []
        self._model: Model | None = None
        self._model_id = 0
        self._fresh_model = False
        self._new_memories: list[m.MemoryDescription] = []
        self._new_descriptors: list[int] = []
        self._new_keys: list[int] = []
        self._answer_fds: list[int] = []
        connection.rpc_clients.append(self)

    # The context of a call.

    def begin_call(self, stage: str, call: str) -> None:
        """Record which call is running; the calling thread holds ``lock``."""
        clients = self.connection.rpc_clients
        if len(clients) > 1:
            self.calls_ahead = sum(client.in_call for client in clients if client is not self)
        self.stage, self.call_name, self.in_call = stage, call, True
        self._process.enter_call(stage, call)

    def __enter__(self) -> RpcClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # New memories remain only if no answer arrived, so the process may not have them.
        if self._new_memories:
            self._forget_new_memories()
        self.in_call = False
        self.lock.release()
        if self._closed:
            self.close()

    def close(self) -> None:
        """End the connection. A thread that makes a call closes the socket when the call ends."""
        self._closed = True
        self.channel.shut_down()
        if self.lock.acquire(blocking=False):
            self.channel.close()
            self.lock.release()

    # Values.

    def _message_header(self) -> tuple[int, tuple[m.MemoryDescription, ...], tuple[int, ...]]:
        """Return the fields common to all messages: number, new memories, dropped memories.

        Call it after ``memory_id``, ``encode_model`` and ``encode_request``, because these register
        new memories. If there are too many of them for one packet, ``ShareMemories`` messages are
        sent first.
        """
        self._number += 1
        # Half of the descriptors that a packet can carry are reserved for the call's own.
        while len(self._new_memories) > MAX_FDS // 2:
            some, self._new_memories = (
                self._new_memories[: MAX_FDS // 2],
                self._new_memories[MAX_FDS // 2 :],
            )
            count = sum(shared.mapped for shared in some)
            fds, self._new_descriptors = (
                self._new_descriptors[:count],
                self._new_descriptors[count:],
            )
            self._process.send(self, m.ShareMemories(self._number, tuple(some), ()), fds)
        if not self._dropped:
            return self._number, tuple(self._new_memories), ()
        dropped = tuple(self._dropped)
        self._dropped.clear()
        return self._number, tuple(self._new_memories), dropped

    def memory_id(self, memory: Memory) -> int:
        """Return the id of a memory; a memory that the process lacks is sent with the call."""
        key = id(memory)
        known = self._memories.get(key)
        # ``id`` values are reused: the weak reference shows whether this is still the same object.
        if known is not None and self._references[key]() is memory:
            return known[0]
        self._ids += 1
        try:
            fd = memory.fileno()
        except (OSError, ValueError):
            fd = -1  # a closed memory or one without a descriptor: only its fields are sent
        shared = m.describe_memory(self._ids, memory, fd >= 0)
        self._new_memories.append(shared)
        self._new_keys.append(key)
        if fd >= 0:
            self._new_descriptors.append(fd)
        self._memories[key] = (self._ids, fd >= 0)
        self._references[key] = weakref.ref(memory, self._memory_finalizer(key, self._ids))
        return self._ids

    def _memory_finalizer(self, key: int, number: int) -> Any:
        """Return a weakref callback, after which the next call makes the process release a memory.

        A finalizer may run at any time, also in the middle of a call, so it only records the id.
        """
        memories, references, dropped = self._memories, self._references, self._dropped

        def drop(_: object) -> None:
            memory = memories.get(key)
            if memory is not None and memory[0] == number:
                del memories[key]
                references.pop(key, None)
                dropped.append(number)

        return drop

    @property
    def mapped_descriptors(self) -> int:
        """Number of descriptors that the process holds for the harness's memories.

        Each mapped memory takes two: the one received, and the one that ``mmap`` duplicates.
        """
        return 2 * sum(mapped for _, mapped in self._memories.values())

    def _forget_new_memories(self) -> None:
        """Remove the call's new memories from the records, so that the next call sends them."""
        for key in self._new_keys:
            self._memories.pop(key, None)
            self._references.pop(key, None)
        self._new_memories, self._new_descriptors, self._new_keys = [], [], []

    def encode_model(self, model: Model) -> tuple[m.WireModel | None, int]:
        """Return the model's message and number.

        The message is ``None`` if this model is the one that was sent last.
        """
        if model is self._model:
            return None, self._model_id
        wire = m.WireModel(
            model.main,
            model.referenced,
            model.operand_values,
            tuple([self.memory_id(pool) for pool in model.pools]),
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
        )
        self._model = model
        self._model_id += 1
        self._fresh_model = True
        return wire, self._model_id

    def encode_request(self, request: Request) -> m.WireRequest:
        """Return the request's message."""
        tokens: dict[int, int] = {}
        pools = []
        for position, pool in enumerate(request.pools):
            if isinstance(pool, BufferToken):
                tokens[position] = pool.token
                pools.append(0)
            else:
                pools.append(self.memory_id(pool))
        return m.WireRequest(request.inputs, request.outputs, tuple(pools), tokens)

    def register_callback(self, callback: Any) -> int:
        """Register ``callback`` and return the number under which the process notifies it."""
        return self.records.register_callback(callback)

    # The call.

    def call(self, kind: type[m.Message], *fields: Any, fds: Sequence[int] = ()) -> Any:
        """Make the call whose message has this type, fields and descriptors; return its value.

        Raises ``UnsendableValueError`` if the call could not be made, ``RemoteError`` if the driver
        raised, and ``ProcessError`` if the process crashed, hung or violated the protocol.
        """
        process = self._process
        if tracing.RECORDER is not None:
            tracing.RECORDER.note_message()
        dropped: tuple[int, ...] = ()
        try:
            number, memories, dropped = self._message_header()
            message = kind(number, memories, dropped, *fields)
            limit = process.time_limit(self)
            process.send(
                self,
                message,
                [*self._new_descriptors, *fds] if fds or self._new_descriptors else (),
            )
        except (HangError, UnsendableValueError):
            # Undo the bookkeeping for a message that was not sent.
            if self._fresh_model:
                self._model = None
            self._dropped.extend(dropped)
            raise
        answer, self._answer_fds = process.receive(self, number, limit)
        if answer.refused is not None:
            # The process may have refused the call before it stored the model.
            if self._fresh_model:
                self._model = None
            raise UnsendableValueError(answer.refused)
        if self._new_memories:
            self._new_memories, self._new_descriptors, self._new_keys = [], [], []
        self._fresh_model = False
        try:
            for notification in answer.notified:
                self.records.deliver_notification(notification, self._resolve)
            raised = answer.raised
            value = None if raised is not None else unpack(answer.value, self._resolve)
        except ValueError as error:
            raise process.protocol_error(self, str(error)) from error
        finally:
            if self._answer_fds:
                close_all(self._answer_fds)
                self._answer_fds = []
        if self.connection.received < answer.notifications_sent:
            # The two connections have no common order. The answer states how many notifications
            # were sent before it, so that these are delivered before the call returns.
            self.connection.await_notifications(answer.notifications_sent)
        # A callback whose notification is late stays registered, so that it is still delivered.
        if answer.forgotten and self.connection.received >= answer.notifications_sent:
            self.records.forget_callbacks(answer.forgotten)
        if raised is not None:
            raise self._remote_exception(raised)
        return value

    def _remote_exception(self, raised: m.RaisedException) -> Exception:
        """Return the exception that the driver raised."""
        try:
            return remote_error(raised.name, raised.message, raised.lines)
        except ValueError as error:
            violation = f"an exception has an invalid type name: {error}"
            raise self._process.protocol_error(self, violation) from error

    def _resolve(self, kind: str, number: int) -> Any:
        """Return an object's proxy; raise ``ValueError`` for an invalid number."""
        if kind == "fence":
            return RemoteFence(*self._taken(number))
        return self.records.resolve(kind, number)

    def _taken(self, positions: Any) -> list[int]:
        """Return the two descriptors at these positions of the answer and take ownership of them.

        Raises ``ValueError`` for invalid positions.
        """
        if type(positions) is not list or len(positions) != 2 or set(map(type, positions)) != {int}:
            raise ValueError(f"a fence has the invalid descriptors {positions!r}")
        if min(positions) < 0 or max(positions) >= len(self._answer_fds):
            raise ValueError(f"a fence has the invalid descriptors {positions!r}")
        fds = [self._answer_fds[position] for position in positions]
        # ``call`` closes all descriptors of the answer that are left; -1 is ignored.
        for position in positions:
            self._answer_fds[position] = -1
        return fds

    # Releasing objects.

    def free_unused(self) -> None:
        """Make the process release the objects whose proxies were garbage-collected."""
        numbers = self.records.take_unused()
        if numbers:
            self._free(numbers)

    def free_objects(self) -> None:
        """Make the process release every object, and the memories that the client dropped."""
        self._process.unused_objects.clear()
        if self.records.object_ids or self._dropped:
            self._free(list(self.records.object_ids))

    def flush(self) -> None:
        """Make the process release the dropped memories and report the callbacks it released."""
        self._free([])
        self._flushed = self._number

    @property
    def was_used(self) -> bool:
        """Whether the connection has made a call since ``flush``."""
        return self._number > self._flushed

    def _free(self, numbers: Sequence[int]) -> None:
        self.begin_call("free", "free")
        self.records.object_ids.difference_update(numbers)
        try:
            self.call(m.Free, tuple(numbers))
        finally:
            self.in_call = False
