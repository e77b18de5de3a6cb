"""The RPC client, which sends calls to the driver process.

It converts the arguments of a call to messages and the answers back to values. ``IsolatedDevice``
and the proxies of ``proxies`` make all of their calls through it.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from conformance.drivers.process import messages as m
from conformance.drivers.process.answers import unpack
from conformance.drivers.process.connection import EndedError, OverTimeError
from conformance.drivers.process.errors import (
    CrossingError,
    HangError,
    ProcessError,
    ProtocolError,
    remote_error,
)
from conformance.drivers.process.proxies import PROXIES, RemoteFence
from conformance.drivers.process.transport import MAX_FDS, close_all
from conformance.hal import BufferToken, Memory, Model, Request

if TYPE_CHECKING:
    from conformance.drivers.process.device import IsolatedDevice

_CALLBACKS: Final = 10_000
"""Maximum number of registered callbacks; beyond it, the oldest ones are no longer notified."""


class Crossing:
    """The RPC client of one device, used as a context manager around each call.

    It records which memories, callbacks and objects the process has, and which model was sent last,
    so that a memory is sent only once and a model is not sent twice in a row.
    """

    def __init__(self, device: IsolatedDevice) -> None:
        self._device = device
        self._lock = device.crossing_lock
        self._decoder = msgspec.msgpack.Decoder(m.Answer)
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
        self._silent: list[Any] = []
        self._objects: set[int] = set()
        self._new: list[m.SharedMemory] = []
        self._fds: list[int] = []
        self._new_keys: list[int] = []
        self._answer_fds: list[int] = []

    # The context of a call.

    def entering(self, stage: str, what: str) -> Crossing:
        """Prepare for a call: take the lock, start a process if necessary, free unused objects.

        ``what`` names the call, and ``stage`` selects its time limit. ``__exit__`` releases the
        lock. If the process ended since the last call, that error is raised instead.
        """
        self._lock.acquire()
        try:
            device = self._device
            device.living()
            self._free_unused()
            device.stage, device.what, device.inside = stage, what, True
            device.note.call(stage, what)
        except BaseException:
            self._lock.release()
            raise
        return self

    def __enter__(self) -> Crossing:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._device.inside = False
        # New memories remain only if no answer arrived, so the process may not have them.
        if self._new:
            self._unknow()
        self._lock.release()

    def forget(self) -> None:
        """Reset the records, because a new process has no memories, callbacks or objects."""
        self._memories.clear()
        self._references.clear()
        self._dropped.clear()
        self._model = None
        self._callbacks.clear()
        self._notified.clear()
        self._silent.clear()
        self._objects.clear()
        self._new, self._fds, self._new_keys = [], [], []

    # Values.

    def head(self) -> tuple[int, tuple[m.SharedMemory, ...], tuple[int, ...]]:
        """Return the fields common to all messages: number, new memories, dropped memories.

        Call it after ``memory``, ``model`` and ``request``, because these register new memories. If
        there are too many of them for one packet, ``Share`` messages are sent first.
        """
        self._number += 1
        # Half of the descriptors that a packet can carry are reserved for the call's own.
        while len(self._new) > MAX_FDS // 2:
            some, self._new = self._new[: MAX_FDS // 2], self._new[MAX_FDS // 2 :]
            count = sum(shared.mapped for shared in some)
            fds, self._fds = self._fds[:count], self._fds[count:]
            self._send(m.Share(self._number, tuple(some), ()), fds)
        dropped = tuple(self._dropped)
        self._dropped.clear()
        return self._number, tuple(self._new), dropped

    def memory(self, memory: Memory) -> int:
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
            fd = -1  # a closed memory or one without a descriptor: only its size and name are sent
        shared = m.SharedMemory(self._ids, memory.size, memory.name, fd >= 0)
        self._new.append(shared)
        self._new_keys.append(key)
        if fd >= 0:
            self._fds.append(fd)
        self._memories[key] = (self._ids, fd >= 0)
        self._references[key] = weakref.ref(memory, self._drop(key, self._ids))
        return self._ids

    def _drop(self, key: int, number: int) -> Any:
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

    def _unknow(self) -> None:
        """Remove the call's new memories from the records, so that the next call sends them."""
        for key in self._new_keys:
            self._memories.pop(key, None)
            self._references.pop(key, None)
        self._new, self._fds, self._new_keys = [], [], []

    def model(self, model: Model) -> tuple[m.WireModel | None, int]:
        """Return the model's message and number.

        The message is ``None`` if this model is the one that was sent last.
        """
        if model is self._model:
            return None, self._model_id
        wire = m.WireModel(
            model.main,
            model.referenced,
            model.operand_values,
            tuple([self.memory(pool) for pool in model.pools]),
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
        )
        self._model = model
        self._model_id += 1
        self._fresh_model = True
        return wire, self._model_id

    def request(self, request: Request) -> m.WireRequest:
        """Return the request's message."""
        tokens: dict[int, int] = {}
        pools = []
        for position, pool in enumerate(request.pools):
            if isinstance(pool, BufferToken):
                tokens[position] = pool.token
                pools.append(0)
            else:
                pools.append(self.memory(pool))
        return m.WireRequest(request.inputs, request.outputs, tuple(pools), tokens)

    def callback(self, callback: Any) -> int:
        """Register ``callback`` and return the number under which the process notifies it."""
        self._ids += 1
        self._callbacks[self._ids] = callback
        if len(self._callbacks) > _CALLBACKS:
            self._notified.discard(self._callbacks.popitem(last=False)[0])
        return self._ids

    # The call.

    def call(self, message: m.Message, fds: Sequence[int] = ()) -> Any:
        """Send the message, wait for the answer within the stage's limit and return its value.

        The device's ``call_limits`` may shorten the limit or prevent the call with ``HangError``.
        Raises ``CrossingError`` if the call could not be made, ``RemoteError`` if the driver
        raised, and ``ProcessError`` if the process crashed, hung or violated the protocol.
        """
        answer = self._exchange(message, fds)
        if answer.refused is not None:
            # The process may have refused the call before it stored the model.
            if self._fresh_model:
                self._model = None
            raise CrossingError(answer.refused)
        self._new, self._fds, self._new_keys = [], [], []
        self._fresh_model = False
        try:
            for note in answer.notified:
                self.notified(note)
            raised = answer.raised
            value = None if raised is not None else unpack(answer.value, self._resolve)
        except ValueError as error:
            raise self._broken(str(error)) from error
        finally:
            close_all(self._answer_fds)
            self._answer_fds = []
        child = self._device.child
        if child is not None:
            # The two connections have no common order. The answer states how many notifications
            # were sent before it, so that these are delivered before the call returns.
            child.await_notifications(answer.sent)
        for number in answer.forgotten:
            callback = self._callbacks.pop(number, None)
            # The driver released this callback without notifying it. It is kept for ``abandon``:
            # its waiting thread has to be woken up if the process ends.
            if callback is not None and number not in self._notified:
                self._silent.append(callback)
        self._notified.difference_update(answer.forgotten)
        if raised is not None:
            try:
                exception = remote_error(raised.name, raised.message, raised.lines)
            except ValueError as error:
                raise self._broken(f"an exception without a name: {error}") from error
            raise exception
        return value

    def _exchange(self, message: m.Message, fds: Sequence[int]) -> m.Answer:
        """Send a message and return its answer; apply the device's ``call_limits``."""
        device = self._device
        limits, limit = device.call_limits, device.limits.of(device.stage)
        if limits is None or device.stage == "start":
            self._send(message, [*self._fds, *fds] if fds or self._fds else ())
            return self._receive(message, limit)
        what = device.what
        try:
            limit = limits.before(what, limit)
        except HangError:
            self._not_sent(message)
            raise
        self._send(message, [*self._fds, *fds] if fds or self._fds else ())
        try:
            answer = self._receive(message, limit)
        except HangError as error:
            limits.hung(what, error)
            raise
        limits.returned(what)
        return answer

    def _not_sent(self, message: m.Message) -> None:
        """Undo the bookkeeping for a message that was not sent: its model and dropped memories."""
        if self._fresh_model:
            self._model = None
        self._dropped.extend(message.dropped)

    def start(self, driver: str) -> str | None:
        """Open the driver in a new process; return the reason if that fails, else ``None``."""
        import sys  # noqa: PLC0415 - ``sys.path`` is read at each start

        limits = self._device.limits
        try:
            self.call(m.Start(*self.head(), driver, list(sys.path), limits.memory, limits.files))
        except CrossingError as refusal:
            return str(refusal)
        return None

    def _send(self, message: m.Message, fds: Sequence[int]) -> None:
        child = self._device.child
        if child is None:
            raise self._device.die()
        try:
            child.send(message, list(fds))
        except EndedError:
            raise self._device.die() from None
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            self._not_sent(message)
            raise CrossingError(f"a value cannot be sent: {error}") from error

    def _receive(self, message: m.Message, limit: float) -> m.Answer:
        device = self._device
        child = device.child
        if child is None:
            raise device.die()
        try:
            data, self._answer_fds = child.receive(limit)
        except EndedError:
            raise device.die() from None
        except OverTimeError:
            raise device.hang(limit) from None
        except BaseException:
            # For example the user's interrupt: the call's late answer would otherwise be read as
            # the answer to the next call.
            device.restart()
            raise
        try:
            answer = self._decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise self._broken(f"an answer: {error}") from error
        if answer.number != message.number:
            raise self._broken(f"answer {answer.number} to call {message.number}")
        return answer

    def _broken(self, violation: str) -> ProcessError:
        """Kill the process because of a protocol violation; return the error to raise."""
        device = self._device
        close_all(self._answer_fds)
        self._answer_fds = []
        if device.child is not None:
            device.child.violation = violation
        error = device.die()
        device.bury()
        return error if isinstance(error, ProtocolError) else ProtocolError(violation)

    def _resolve(self, kind: str, number: int) -> Any:
        """Return the proxy for an object of the process; ``ValueError`` for an invalid number."""
        if kind == "fence":
            return RemoteFence(*self._taken(number))
        if type(number) is not int or number < 0:
            raise ValueError(f"object {number!r}")
        if kind not in PROXIES:
            raise ValueError(f"an object of kind {kind!r}")
        self._objects.add(number)
        return PROXIES[kind](self._device, self._device.life, number)

    def _taken(self, positions: Any) -> list[int]:
        """Return the two descriptors at these positions of the answer and take ownership of them.

        Raises ``ValueError`` for invalid positions.
        """
        if type(positions) is not list or len(positions) != 2 or set(map(type, positions)) != {int}:
            raise ValueError(f"a fence with the descriptors {positions!r}")
        if min(positions) < 0 or max(positions) >= len(self._answer_fds):
            raise ValueError(f"a fence with the descriptors {positions!r}")
        fds = [self._answer_fds[position] for position in positions]
        # ``call`` closes all descriptors of the answer that are left; -1 is ignored.
        for position in positions:
            self._answer_fds[position] = -1
        return fds

    # Callbacks.

    def notified(self, note: m.Notification) -> None:
        """Deliver a notification to its callback.

        Raises ``ValueError`` for an unknown callback number or malformed arguments.
        """
        if note.callback > self._ids:
            raise ValueError(f"a notification of callback {note.callback}, which was never given")
        callback = self._callbacks.get(note.callback)
        if callback is not None:
            self._notified.add(note.callback)
            arguments = [unpack(one, self._resolve) for one in note.arguments]
            try:
                callback.notify(*arguments)
            except TypeError as error:
                raise ValueError(f"a notification: {error}") from error

    def abandon(self, error: ProcessError) -> None:
        """Pass ``error`` to each callback with an ``abandon`` method, because the process ended."""
        for callback in [*self._callbacks.values(), *self._silent]:
            abandon = getattr(callback, "abandon", None)
            if abandon is not None:
                abandon(error)

    def notification_due(self) -> bool:
        """Return whether any registered callback has not been notified yet."""
        return bool(self._silent) or any(one not in self._notified for one in list(self._callbacks))

    # Releasing objects.

    def _free_unused(self) -> None:
        """Make the process release the objects whose proxies were garbage-collected."""
        unused, life = self._device.unused, self._device.life
        numbers = []
        while unused:
            of, number = unused.popleft()
            if of == life and number in self._objects:
                numbers.append(number)
        if numbers:
            self._free(numbers)

    def free_all(self) -> None:
        """Make the process release every object that it has returned."""
        self._device.unused.clear()
        self._silent.clear()
        if self._objects or self._dropped:
            self._free(list(self._objects))

    def holds(self, number: int) -> bool:
        """Return whether the process returned an object with this number that is not yet freed."""
        return number in self._objects

    def _free(self, numbers: Sequence[int]) -> None:
        device = self._device
        device.stage, device.what, device.inside = "free", "free", True
        device.note.call("free", "free")
        self._objects.difference_update(numbers)
        try:
            self.call(m.Free(*self.head(), tuple(numbers)))
        finally:
            device.inside = False
