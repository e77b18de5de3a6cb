"""The RPC client, which sends calls to the driver process.

It converts the arguments of a call to messages and the answers back to values. ``IsolatedDevice``
and the proxies of ``driver_proxies`` make all of their calls through it.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from conformance.drivers.answer_codec import unpack
from conformance.drivers.foreign_objects import remote_error
from conformance.drivers.process import messages as m
from conformance.drivers.process.driver_proxies import PROXIES, RemoteFence
from conformance.drivers.process.errors import (
    HangError,
    ProcessError,
    UnsendableValueError,
)
from conformance.drivers.process.transport import MAX_FDS, close_all
from conformance.hal import BufferToken, Memory, Model, Request

if TYPE_CHECKING:
    from conformance.drivers.process.lifecycle import ProcessLifecycle

_MAX_CALLBACKS: Final = 10_000
"""Maximum number of registered callbacks; beyond it, the oldest ones are no longer notified."""


class RpcClient:
    """Converts the calls to a driver process; used as a context manager around each call.

    It records which memories, callbacks and objects the process has, and which model was sent last,
    so that a memory is sent only once and a model is not sent twice in a row.
    """

    def __init__(self, process: ProcessLifecycle) -> None:
        self._process = process
        self._number = 0
        self._ids = 0
        self._memories: dict[int, tuple[int, bool]] = {}
        self._references: dict[int, weakref.ref[Memory]] = {}
        self._dropped: list[int] = []
        self._model: Model | None = None
        self._model_id = 0
        self._fresh_model = False
        self._callbacks: OrderedDict[int, Any] = OrderedDict()
        self._notified: set[int] = set()
        self._unnotified: list[Any] = []
        self._object_ids: set[int] = set()
        self._new_memories: list[m.MemoryDescription] = []
        self._new_descriptors: list[int] = []
        self._new_keys: list[int] = []
        self._answer_fds: list[int] = []

    # The context of a call.

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
        self._process.end_call()

    def reset(self) -> None:
        """Reset the records, because a new process has no memories, callbacks or objects."""
        self._memories.clear()
        self._references.clear()
        self._dropped.clear()
        self._model = None
        self._callbacks.clear()
        self._notified.clear()
        self._unnotified.clear()
        self._object_ids.clear()
        self._new_memories, self._new_descriptors, self._new_keys = [], [], []

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
            self._process.send(m.ShareMemories(self._number, tuple(some), ()), fds)
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
            known = memories.get(key)
            if known is not None and known[0] == number:
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
        self._ids += 1
        self._callbacks[self._ids] = callback
        if len(self._callbacks) > _MAX_CALLBACKS:
            self._notified.discard(self._callbacks.popitem(last=False)[0])
        return self._ids

    # The call.

    def call(self, kind: type[m.Message], *fields: Any, fds: Sequence[int] = ()) -> Any:
        """Make the call whose message has this type, fields and descriptors; return its value.

        Raises ``UnsendableValueError`` if the call could not be made, ``RemoteError`` if the driver
        raised, and ``ProcessError`` if the process crashed, hung or violated the protocol.
        """
        process = self._process
        dropped: tuple[int, ...] = ()
        try:
            number, memories, dropped = self._message_header()
            message = kind(number, memories, dropped, *fields)
            limit = process.time_limit()
            process.send(
                message, [*self._new_descriptors, *fds] if fds or self._new_descriptors else ()
            )
        except (HangError, UnsendableValueError):
            # Undo the bookkeeping for a message that was not sent.
            if self._fresh_model:
                self._model = None
            self._dropped.extend(dropped)
            raise
        answer, self._answer_fds = process.receive(number, limit)
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
                self.deliver_notification(notification)
            raised = answer.raised
            value = None if raised is not None else unpack(answer.value, self._resolve)
        except ValueError as error:
            raise process.protocol_error(str(error)) from error
        finally:
            if self._answer_fds:
                close_all(self._answer_fds)
                self._answer_fds = []
        connection = process.process
        if connection is not None and connection.received < answer.notifications_sent:
            # The two connections have no common order. The answer states how many notifications
            # were sent before it, so that these are delivered before the call returns.
            connection.await_notifications(answer.notifications_sent)
        for forgotten in answer.forgotten:
            callback = self._callbacks.pop(forgotten, None)
            # The driver released this callback without notifying it. It is kept for
            # ``abandon_callbacks``: its waiting thread has to be woken up if the process ends.
            if callback is not None and forgotten not in self._notified:
                self._unnotified.append(callback)
            self._notified.discard(forgotten)
        if raised is not None:
            try:
                exception = remote_error(raised.name, raised.message, raised.lines)
            except ValueError as error:
                raise process.protocol_error(
                    f"an exception has an invalid type name: {error}"
                ) from error
            raise exception
        return value

    def _resolve(self, kind: str, number: int) -> Any:
        """Return an object's proxy; raise ``ValueError`` for an invalid number."""
        if kind == "fence":
            return RemoteFence(*self._taken(number))
        if type(number) is not int or number < 0:
            raise ValueError(f"an object has the invalid number {number!r}")
        if kind not in PROXIES:
            raise ValueError(f"an object has the unknown kind {kind!r}")
        self._object_ids.add(number)
        return PROXIES[kind](self._process, self._process.process_number, number)

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

    # Callbacks.

    def deliver_notification(self, notification: m.WireNotification) -> None:
        """Deliver a notification to its callback.

        Raises ``ValueError`` for an unknown callback number or malformed arguments.
        """
        if notification.callback > self._ids:
            raise ValueError(f"no callback has the number {notification.callback}")
        callback = self._callbacks.get(notification.callback)
        if callback is not None:
            self._notified.add(notification.callback)
            arguments = [unpack(argument, self._resolve) for argument in notification.arguments]
            try:
                callback.notify(*arguments)
            except TypeError as error:
                raise ValueError(f"invalid arguments: {error}") from error

    def abandon_callbacks(self, error: ProcessError) -> None:
        """Pass ``error`` to each callback with a ``fail_waiting`` method: the process ended."""
        for callback in [*self._callbacks.values(), *self._unnotified]:
            fail_waiting = getattr(callback, "fail_waiting", None)
            if fail_waiting is not None:
                fail_waiting(error)

    def has_pending_callback(self) -> bool:
        """Return whether any registered callback has not been notified yet."""
        return bool(self._unnotified) or any(
            number not in self._notified for number in list(self._callbacks)
        )

    # Releasing objects.

    def free_unused(self) -> None:
        """Make the process release the objects whose proxies were garbage-collected."""
        unused, process_number = self._process.unused_objects, self._process.process_number
        numbers = []
        while unused:
            owner, number = unused.popleft()
            if owner == process_number and number in self._object_ids:
                numbers.append(number)
        if numbers:
            self._free(numbers)

    def free_all_objects(self) -> None:
        """Make the process release every object that it has returned."""
        self._process.unused_objects.clear()
        self._unnotified.clear()
        if self._object_ids or self._dropped:
            self._free(list(self._object_ids))

    def holds_object(self, number: int) -> bool:
        """Return whether the process returned an object with this number that is not yet freed."""
        return number in self._object_ids

    def _free(self, numbers: Sequence[int]) -> None:
        self._process.enter_call("free", "free")
        self._object_ids.difference_update(numbers)
        try:
            self.call(m.Free, tuple(numbers))
        finally:
            self._process.in_call = False
