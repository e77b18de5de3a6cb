"""The driver's side of a burst.

``BurstServer(callback, requests, results, prepared_model)`` runs requests through the model's
``execute_synchronously``. A driver that wants to keep more than the memories between executions
(mappings, device addresses, bound buffers) passes its own ``BurstExecutor`` instead.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.bursts.fmq import MessageQueue, QueueEndedError, QueueError
from conformance.bursts.packets import (
    FAILURE,
    BurstRequest,
    PacketError,
    deserialize_request,
    serialize_result,
)
from conformance.hal import (
    DATUM_SIZE,
    BurstCallback,
    BurstContext,
    ErrorStatus,
    Memory,
    MQDescriptor,
    OutputShape,
    PreparedModel,
    Request,
    Timing,
    Version,
)
from conformance.validation.version import convert_to

log = logging.getLogger(__name__)

BurstAnswer = tuple[ErrorStatus, Sequence[OutputShape], Timing]


class BurstExecutor(ABC):
    """Runs the requests of a burst and caches its memories.

    Its methods are called one at a time, from the burst's thread or from the thread that frees a
    memory.
    """

    @abstractmethod
    def has_memory(self, slot: int) -> bool:
        """Return whether the memory of a slot is in the cache."""

    @abstractmethod
    def add_memory(self, slot: int, memory: Memory) -> None:
        """Add the memory of a slot to the cache."""

    @abstractmethod
    def remove_memory(self, slot: int) -> None:
        """Remove a slot's memory, which will not be used again; ignore an unknown slot."""

    @abstractmethod
    def execute(self, request: BurstRequest) -> BurstAnswer:
        """Run a request; a slot that is not in the cache gives INVALID_ARGUMENT.

        If the same bytes are received again, ``request`` is the same object as last time.
        """


class PreparedModelExecutor(BurstExecutor):
    """Runs requests through a prepared model's ``execute_synchronously``."""

    def __init__(self, prepared_model: PreparedModel) -> None:
        self._prepared_model = prepared_model
        self._memories: dict[int, Memory] = {}
        self._last: BurstRequest | None = None
        self._request: Request | None = None

    def has_memory(self, slot: int) -> bool:
        return slot in self._memories

    def add_memory(self, slot: int, memory: Memory) -> None:
        self._memories[slot] = memory
        self._last = self._request = None

    def remove_memory(self, slot: int) -> None:
        self._memories.pop(slot, None)
        self._last = self._request = None

    def execute(self, request: BurstRequest) -> BurstAnswer:
        hal_request = self._request
        if hal_request is not None and request is self._last:
            return self.run(hal_request, request.measure, again=True)
        memories = self._memories
        if not all(slot in memories for slot in request.slots):
            return ErrorStatus.INVALID_ARGUMENT, (), Timing()
        pools = tuple([memories[slot] for slot in request.slots])
        hal_request = self._request = Request(request.inputs, request.outputs, pools)
        self._last = request
        return self.run(hal_request, request.measure, again=False)

    def run(self, request: Request, measure: int, *, again: bool) -> BurstAnswer:  # noqa: ARG002
        """Run a request; ``again`` means that it is identical to the previous one."""
        return self._prepared_model.execute_synchronously(request, measure, None, None)


class BurstServer(BurstContext):
    """A burst: reads requests from one queue, executes them and writes results to the other queue.

    It runs in its own thread, which ends when ``close`` is called, when the last reference to the
    burst is dropped, or when the client has closed its queues or died. The memories of unknown
    slots are requested from ``callback`` in one call. The result is GENERAL_FAILURE for a malformed
    packet, for an execution that raises an exception, and for a result that does not fit its queue.

    Raises ``QueueError`` for a queue that cannot be used or has no event flag.
    """

    def __init__(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
        executor: BurstExecutor | PreparedModel,
    ) -> None:
        if isinstance(executor, PreparedModel):
            executor = PreparedModelExecutor(executor)
        requests, results = (
            _open(name, descriptor)
            for name, descriptor in (("request", request_channel), ("result", result_channel))
        )
        if results.capacity * DATUM_SIZE < len(FAILURE):
            raise QueueError("the result queue is too small for any result")
        # The thread refers to the listener and not to this object, so that this object can be
        # collected and end the burst.
        self._listener = _BurstThread(callback, requests, results, executor)
        self._thread = threading.Thread(target=self._listener.run, name="nn-burst", daemon=True)
        self._thread.start()

    def free_memory(self, slot: int) -> None:
        """Remove a slot's memory from the cache, after any execution in progress has ended."""
        self._listener.free(slot)

    def close(self, timeout: float | None = 5.0) -> bool:
        """End the burst; return whether its thread has ended within ``timeout`` seconds.

        An execution in progress is completed first.
        """
        self._listener.stop()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def __del__(self) -> None:
        listener = getattr(self, "_listener", None)
        if listener is not None:
            listener.stop()


def configure_burst(
    callback: BurstCallback,
    request_channel: MQDescriptor,
    result_channel: MQDescriptor,
    executor: BurstExecutor | PreparedModel,
) -> tuple[ErrorStatus, BurstContext | None]:
    """Set up a ``BurstServer`` and return the answer of ``configure_execution_burst``.

    The status is INVALID_ARGUMENT for unusable queues or an invalid callback, and GENERAL_FAILURE
    if the system has no thread or memory left for the burst.
    """
    try:
        if not callable(getattr(callback, "get_memories", None)):
            raise QueueError("the callback has no get_memories")
        burst = BurstServer(callback, request_channel, result_channel, executor)
    except (QueueError, AttributeError, TypeError) as error:
        log.info("burst refused: %s", error)
        return ErrorStatus.INVALID_ARGUMENT, None
    except (OSError, RuntimeError, MemoryError) as error:
        # The text only: the exception's frames would keep the queues alive.
        log.warning("a burst could not be set up: %s", str(error))
        return ErrorStatus.GENERAL_FAILURE, None
    return ErrorStatus.NONE, burst


def _open(name: str, descriptor: MQDescriptor) -> MessageQueue:
    if not descriptor.has_event_flag:
        raise QueueError(f"the {name} queue has no event flag")
    try:
        return MessageQueue.open(descriptor, DATUM_SIZE)
    except QueueError as error:
        raise QueueError(f"{name} queue: {error}") from error


@dataclass(eq=False, repr=False)
class _BurstThread:
    """The state and the loop of a burst's thread."""

    _callback: BurstCallback
    _requests: MessageQueue
    _results: MessageQueue
    _executor: BurstExecutor
    # Reentrant, because the callback may free memories while memories are requested from it.
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    _last_packet: bytes = field(default=b"", init=False)
    _last_request: BurstRequest | None = field(default=None, init=False)
    _fetched: BurstRequest | None = field(default=None, init=False)

    def run(self) -> None:
        requests, results = self._requests, self._results
        try:
            while requests.wait_to_read():
                answer = self._answer(requests.read_available())
                if not results.write(answer):
                    results.write_blocking(FAILURE)
        except QueueEndedError as end:
            log.debug("a burst ended: %s", end)
        except QueueError as error:
            log.warning("a burst was ended by an error: %s", error)
        finally:
            self.stop()

    def stop(self) -> None:
        self._requests.close()
        self._results.close()

    def free(self, slot: int) -> None:
        with self._lock:
            self._fetched = None
            self._executor.remove_memory(slot)

    def _answer(self, packet: bytes) -> bytes:
        try:
            request = self._last_request
            if request is None or packet != self._last_packet:
                request = deserialize_request(packet)
                self._last_packet, self._last_request = packet, request
            with self._lock:
                if request is not self._fetched and self._fetch(request.slots):
                    self._fetched = request
                status, shapes, timing = self._executor.execute(request)
            if status > ErrorStatus.INVALID_ARGUMENT:  # result packets have the codes of HAL 1.2
                known = convert_to(status, Version.V1_2).value
                log.warning(
                    "a burst's execution ended with %s; its result packet states %s, because the "
                    "packets of bursts have the statuses of HAL 1.2",
                    status.name,
                    known.name,
                )
                status = known
            return serialize_result(status, shapes, timing)
        except PacketError as error:
            log.info("request refused: %s", error)
        except Exception:
            log.exception("a burst's request failed")
        return FAILURE

    def _fetch(self, slots: Sequence[int]) -> bool:
        """Request the memories of unknown slots; return whether all memories are known.

        After an error, none of the unknown memories is added.
        """
        has_memory = self._executor.has_memory
        unknown = sorted({slot for slot in slots if not has_memory(slot)})
        if not unknown:
            return True
        try:
            status, memories = self._callback.get_memories(unknown)
        except Exception:
            log.exception("get_memories failed")
            return False
        if status != ErrorStatus.NONE or len(memories) != len(unknown):
            return False
        for slot, memory in zip(unknown, memories, strict=True):
            self._executor.add_memory(slot, memory)
        return True
