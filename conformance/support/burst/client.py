"""The client's side of a burst: what sends requests over the queues and judges what comes back.

    with BurstController(prepared_model, timeout=5.0) as burst:
        result = burst.execute(request, MeasureTiming.YES)

Whatever the driver does, a call ends within its time-out, with a ``BurstResult`` that names what
went wrong. What ``configure_execution_burst`` itself raises is not caught.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from conformance.hal import (
    DATUM_SIZE,
    BufferToken,
    BurstCallback,
    BurstContext,
    ErrorStatus,
    Memory,
    OutputShape,
    PreparedModel,
    Request,
    Timing,
)
from conformance.support.burst.packets import (
    PacketError,
    deserialize_result,
    request_size,
    serialize_request,
)
from conformance.support.fmq import MessageQueue, QueueCorruptError, QueueEndedError

CAPACITY: Final = 1024
"""Datums in a queue unless said otherwise: what the public client uses, in both directions."""

TIMEOUT: Final = 60.0
"""Seconds a result may take unless said otherwise."""

_LOG: Final = 1024


class BurstRefusedError(Exception):
    """The driver did not set up a burst; ``status`` is its answer."""

    def __init__(self, status: ErrorStatus) -> None:
        super().__init__(f"configure_execution_burst answered {status.name}")
        self.status = status


class BurstAnswerError(Exception):
    """``configure_execution_burst`` gave an answer that the interface does not allow."""


@dataclass(frozen=True, slots=True)
class BurstProblem:
    """What the driver did wrong.

    ``rule`` is one of the rules ``burst_result...``, or ``burst.timeout`` (no result in time),
    ``burst.ended`` (the driver's side is gone), ``burst.corrupt`` (positions of a queue that
    cannot be), ``burst.unasked`` (a result that no request asked for).
    """

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class BurstResult:
    """How one execution ended.

    With a ``problem`` the status is GENERAL_FAILURE and there are neither shapes nor timing.
    ``fell_back`` says why the request went the normal way instead, empty when it did not.
    ``packet`` is the result as it came over the queue, empty when none did.
    """

    status: ErrorStatus
    output_shapes: Sequence[OutputShape] = ()
    timing: Timing = field(default_factory=Timing)
    problem: BurstProblem | None = None
    fell_back: str = ""
    packet: bytes = b""


@dataclass(frozen=True, slots=True)
class _Sent:
    """A request and its packet, which holds while no slot has been forgotten since."""

    request: Request
    measure: int
    packet: bytes
    forgotten: int


class MemorySlots(BurstCallback):
    """Slot numbers for memories, and the memories for whoever asks by slot.

    A memory keeps its slot until it is freed; a new one takes the slot that was freed last, or the
    next number. A memory that has a slot is kept alive. ``asked`` lists the latest calls of
    ``get_memories``, oldest first; ``forgotten`` counts memories that lost their slot. All methods
    may be called from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[int, int] = {}
        self._memories: list[Memory | None] = []
        self._free: list[int] = []
        self.forgotten = 0
        self.asked: deque[tuple[int, ...]] = deque(maxlen=_LOG)

    def slot_of(self, memory: Memory) -> int:
        """The memory's slot; one that has none gets one."""
        slot = self._slots.get(id(memory))
        if slot is not None:
            return slot
        with self._lock:
            if self._free:
                slot = self._free.pop()
                self._memories[slot] = memory
            else:
                slot = len(self._memories)
                self._memories.append(memory)
            self._slots[id(memory)] = slot
            return slot

    def known(self, memory: Memory) -> int | None:
        """The memory's slot, ``None`` when it has none."""
        return self._slots.get(id(memory))

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """The memories of known slots; INVALID_ARGUMENT and none when one is unknown."""
        self.asked.append(tuple(slots))
        with self._lock:
            memories = [
                self._memories[slot] if 0 <= slot < len(self._memories) else None for slot in slots
            ]
        found = [memory for memory in memories if memory is not None]
        if len(found) != len(memories):
            return ErrorStatus.INVALID_ARGUMENT, ()
        return ErrorStatus.NONE, found

    def forget(self, memory: Memory) -> int | None:
        """Let go of a memory; its slot, which stays unused until ``recycle``."""
        with self._lock:
            slot = self._slots.pop(id(memory), None)
            if slot is not None:
                self._memories[slot] = None
                self.forgotten += 1
            return slot

    def recycle(self, slot: int) -> None:
        """Let the next new memory have a slot that was forgotten."""
        with self._lock:
            self._free.append(slot)


class BurstController:
    """One burst on a prepared model, seen from the client.

    ``capacity`` and ``result_capacity`` are datums that the request and the result queue hold;
    ``timeout`` seconds bound each wait for a result; for the first ``polling`` seconds of it the
    queue is polled. ``event_flags`` says whether the request and the result queue have an event
    flag. Raises ``BurstRefusedError`` when the driver refuses, ``BurstAnswerError`` when its
    answer is none.

    Requests are sent one at a time, whichever thread calls. ``slots``, ``context``, ``requests``
    and ``results`` (the two queues) are open to tests.
    """

    def __init__(
        self,
        prepared_model: PreparedModel,
        *,
        capacity: int = CAPACITY,
        result_capacity: int = CAPACITY,
        timeout: float = TIMEOUT,
        polling: float = 0.0,
        slots: MemorySlots | None = None,
        event_flags: tuple[bool, bool] = (True, True),
    ) -> None:
        self._prepared_model = prepared_model
        self._timeout = timeout
        self._polling = polling
        self._turn = threading.Lock()
        self._over = ""
        self._sent: _Sent | None = None
        self._last = BurstResult(ErrorStatus.NONE)
        self.slots = MemorySlots() if slots is None else slots
        flag, result_flag = event_flags
        self.requests = MessageQueue.create(DATUM_SIZE, capacity, event_flag=flag)
        self.results = MessageQueue.create(DATUM_SIZE, result_capacity, event_flag=result_flag)
        self.context: BurstContext | None = None
        try:
            self.context = _checked(
                prepared_model.configure_execution_burst(
                    self.slots, self.requests.descriptor, self.results.descriptor
                )
            )
        finally:
            self.requests.handed_over()
            self.results.handed_over()
            if self.context is None:
                self.close()

    def execute(
        self, request: Request, measure: int, *, fallback: bool = True, timeout: float | None = None
    ) -> BurstResult:
        """Run a request over the queues.

        A request that they cannot carry (too large, or with driver-managed buffers) runs through
        ``execute_synchronously`` and the result says so; without ``fallback`` it is a
        ``ValueError``. A request that was sent never falls back. ``timeout`` replaces the burst's.
        """
        sent = self._sent
        if (
            sent is not None
            and request is sent.request
            and measure == sent.measure
            and self.slots.forgotten == sent.forgotten
        ):
            return self.exchange(sent.packet, timeout=timeout)
        obstacle = ""
        if request_size(request) > self.requests.capacity:
            obstacle = (
                f"the request takes {request_size(request)} datums, "
                f"the queue holds {self.requests.capacity}"
            )
        elif any(isinstance(pool, BufferToken) for pool in request.pools):
            obstacle = "the queue cannot carry driver-managed buffers"
        if not obstacle:
            packet = self.packet_of(request, measure)
            self._sent = _Sent(request, measure, packet, self.slots.forgotten)
            return self.exchange(packet, timeout=timeout)
        if not fallback:
            raise ValueError(f"{obstacle}; fallback is off")
        answer = self._prepared_model.execute_synchronously(request, measure, None, None)
        return BurstResult(*answer, fell_back=obstacle)

    def packet_of(self, request: Request, measure: int) -> bytes:
        """The packet that ``execute`` sends; memories that have no slot get one."""
        slot_of = self.slots.slot_of
        slots = [slot_of(pool) for pool in request.pools if isinstance(pool, Memory)]
        return serialize_request(request, slots, measure)

    def exchange(self, packet: bytes, *, timeout: float | None = None) -> BurstResult:
        """Send any whole datums as one message and wait for the result.

        ``ValueError`` when they do not fit into the queue.
        """
        with self._turn:
            if self._over:
                return _failed("burst.ended", self._over)
            try:
                return self._exchange(packet, self._timeout if timeout is None else timeout)
            except QueueEndedError as error:
                return self._end("burst.ended", str(error))
            except QueueCorruptError as error:
                return self._end("burst.corrupt", str(error))

    def _exchange(self, packet: bytes, timeout: float) -> BurstResult:
        extra = self.results.read_available()
        if extra:
            what = f"{len(extra) // DATUM_SIZE} datums came that no request asked for"
            return _failed("burst.unasked", what, extra)
        if not self.requests.write(packet):
            if len(packet) > self.requests.capacity * DATUM_SIZE:
                raise ValueError(
                    f"{len(packet) // DATUM_SIZE} datums, the queue holds {self.requests.capacity}"
                )
            return self._end("burst.timeout", "an earlier request was never taken from the queue")
        if not self.results.wait_to_read(timeout, polling=self._polling):
            return self._end("burst.timeout", f"no result came within {timeout:g} s")
        answer = self.results.read_available()
        if answer == self._last.packet:
            return self._last
        try:
            self._last = BurstResult(*deserialize_result(answer), packet=answer)
        except PacketError as error:
            return _failed(error.rule, str(error), answer)
        return self._last

    def _end(self, rule: str, reason: str) -> BurstResult:
        # A result that comes late could not be told from that of the next request.
        self._over = f"the burst ended before: {reason}"
        self.requests.close()
        self.results.close()
        return _failed(rule, reason)

    def unasked(self) -> bytes:
        """What lies in the result queue although no request is under way; taken out."""
        with self._turn:
            try:
                return self.results.read_available()
            except QueueCorruptError:
                return b""

    def free(self, memories: Memory | Iterable[Memory]) -> int:
        """Tell the driver that memories will not be used again; how many had a slot."""
        self._sent = None
        count = 0
        for memory in (memories,) if isinstance(memories, Memory) else tuple(memories):
            slot = self.slots.forget(memory)
            if slot is None:
                continue
            count += 1
            if self.context is not None:
                self.context.free_memory(slot)
            self.slots.recycle(slot)
        return count

    def close(self) -> None:
        """End the burst; an ``execute`` in another thread ends with ``burst.ended``."""
        self.context = self._sent = None
        self.requests.close()
        self.results.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _failed(rule: str, reason: str, packet: bytes = b"") -> BurstResult:
    problem = BurstProblem(rule, reason)
    return BurstResult(ErrorStatus.GENERAL_FAILURE, problem=problem, packet=packet)


def _checked(answer: object) -> BurstContext:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise BurstAnswerError("a tuple (ErrorStatus, BurstContext or None) was expected")
    status, context = answer
    try:
        status = ErrorStatus(status)
    except (ValueError, TypeError):
        raise BurstAnswerError("the status is no ErrorStatus") from None
    if status is not ErrorStatus.NONE:
        if context is not None:
            raise BurstAnswerError(f"{status.name} came with a burst, None was expected")
        raise BurstRefusedError(status)
    if not callable(getattr(context, "free_memory", None)):
        raise BurstAnswerError("NONE came without a burst")
    burst: BurstContext = context
    return burst
