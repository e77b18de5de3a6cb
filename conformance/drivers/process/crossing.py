"""Making one call over the process border: values to messages and back."""

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
"""So many callbacks that a driver holds on to are listened to."""


class Crossing:
    """The one crossing of a device: entered for each call, it knows what the other side knows."""

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

    # Entering and leaving.

    def entering(self, stage: str, what: str) -> Crossing:
        """Say what is about to be called."""
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
        if self._new:
            self._unknow()
        self._lock.release()

    def forget(self) -> None:
        """A new process knows nothing."""
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
        """The fields of every message; taken last, when all memories have been named."""
        self._number += 1
        while len(self._new) > MAX_FDS // 2:
            some, self._new = self._new[: MAX_FDS // 2], self._new[MAX_FDS // 2 :]
            count = sum(shared.mapped for shared in some)
            fds, self._fds = self._fds[:count], self._fds[count:]
            self._send(m.Share(self._number, tuple(some), ()), fds)
        dropped = tuple(self._dropped)
        self._dropped.clear()
        return self._number, tuple(self._new), dropped

    def memory(self, memory: Memory) -> int:
        """Number of a memory; one the process has not seen goes along with the call."""
        key = id(memory)
        known = self._memories.get(key)
        if known is not None and self._references[key]() is memory:
            return known[0]
        self._ids += 1
        try:
            fd = memory.fileno()
        except (OSError, ValueError):
            fd = -1
        shared = m.SharedMemory(self._ids, memory.size, memory.name, fd >= 0)
        self._new.append(shared)
        self._new_keys.append(key)
        if fd >= 0:
            self._fds.append(fd)
        self._memories[key] = (self._ids, fd >= 0)
        self._references[key] = weakref.ref(memory, self._drop(key, self._ids))
        return self._ids

    def _drop(self, key: int, number: int) -> Any:
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
        """Descriptors that the process holds for memories of ours: one, and one of the mapping."""
        return 2 * sum(mapped for _, mapped in self._memories.values())

    def _unknow(self) -> None:
        """The call did not get through: its memories are not known over there."""
        for key in self._new_keys:
            self._memories.pop(key, None)
            self._references.pop(key, None)
        self._new, self._fds, self._new_keys = [], [], []

    def model(self, model: Model) -> tuple[m.WireModel | None, int]:
        """The model's message, ``None`` when the process has this very model, and its number."""
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
        """The request's message."""
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
        """Number under which the process notifies ``callback``."""
        self._ids += 1
        self._callbacks[self._ids] = callback
        if len(self._callbacks) > _CALLBACKS:
            self._notified.discard(self._callbacks.popitem(last=False)[0])
        return self._ids

    # The call.

    def call(self, message: m.Message, fds: Sequence[int] = ()) -> Any:
        """Send, wait for the answer within the stage's limit, and return its value.

        ``call_limits`` of the device may shorten the limit, or refuse the call with ``HangError``.
        """
        answer = self._exchange(message, fds)
        if answer.refused is not None:
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
            child.await_notifications(answer.sent)
        for number in answer.forgotten:
            callback = self._callbacks.pop(number, None)
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
        """The answer to a message, within the limit that the call has."""
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
        """The process knows nothing of a message's model, nor of the memories dropped with it."""
        if self._fresh_model:
            self._model = None
        self._dropped.extend(message.dropped)

    def start(self, driver: str) -> str | None:
        """Have a new process open the driver; why it refused, if it did."""
        import sys  # noqa: PLC0415 - its path is wanted as it is now

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
            device.restart()  # the answer still to come would be taken for that to the next call
            raise
        try:
            answer = self._decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise self._broken(f"an answer: {error}") from error
        if answer.number != message.number:
            raise self._broken(f"answer {answer.number} to call {message.number}")
        return answer

    def _broken(self, violation: str) -> ProcessError:
        device = self._device
        close_all(self._answer_fds)
        self._answer_fds = []
        if device.child is not None:
            device.child.violation = violation
        error = device.die()
        device.bury()
        return error if isinstance(error, ProtocolError) else ProtocolError(violation)

    def _resolve(self, kind: str, number: int) -> Any:
        """The proxy for an object of the process."""
        if kind == "fence":
            return RemoteFence(*self._taken(number))
        if type(number) is not int or number < 0:
            raise ValueError(f"object {number!r}")
        if kind not in PROXIES:
            raise ValueError(f"an object of kind {kind!r}")
        self._objects.add(number)
        return PROXIES[kind](self._device, self._device.life, number)

    def _taken(self, positions: Any) -> list[int]:
        """Take descriptors of the present answer, by their positions."""
        if type(positions) is not list or len(positions) != 2 or set(map(type, positions)) != {int}:
            raise ValueError(f"a fence with the descriptors {positions!r}")
        if min(positions) < 0 or max(positions) >= len(self._answer_fds):
            raise ValueError(f"a fence with the descriptors {positions!r}")
        fds = [self._answer_fds[position] for position in positions]
        for position in positions:
            self._answer_fds[position] = -1
        return fds

    # Callbacks.

    def notified(self, note: m.Notification) -> None:
        """Deliver a notification; ``ValueError`` for one that no driver can have sent."""
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
        """Tell all who wait for a notification that none will come."""
        for callback in [*self._callbacks.values(), *self._silent]:
            abandon = getattr(callback, "abandon", None)
            if abandon is not None:
                abandon(error)

    def notification_due(self) -> bool:
        """True when a callback has not been notified yet."""
        return bool(self._silent) or any(one not in self._notified for one in list(self._callbacks))

    # Letting go.

    def _free_unused(self) -> None:
        """Free what the judge has dropped since the last call."""
        unused, life = self._device.unused, self._device.life
        numbers = []
        while unused:
            of, number = unused.popleft()
            if of == life and number in self._objects:
                numbers.append(number)
        if numbers:
            self._free(numbers)

    def free_all(self) -> None:
        """Free every object that the process has handed out."""
        self._device.unused.clear()
        self._silent.clear()
        if self._objects or self._dropped:
            self._free(list(self._objects))

    def holds(self, number: int) -> bool:
        """True for an object that the process has handed out and not been told to free."""
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
