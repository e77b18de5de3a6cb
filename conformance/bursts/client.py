"""The client's side of a burst: sends requests over the queues and checks the results.

    with BurstController(prepared_model, timeout=5.0) as burst:
        result = burst.execute(request, MeasureTiming.YES)

Whatever the driver does, a call ends within its timeout and returns a ``BurstResult`` that names
the problem, if any. Exceptions of ``configure_execution_burst`` are not caught.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from conformance.bursts.fmq import MessageQueue, QueueCorruptError, QueueEndedError
from conformance.bursts.packets import (
    PacketError,
    deserialize_result,
    request_size,
    serialize_request,
)
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

DEFAULT_CAPACITY: Final = 1024
"""Default number of datums of each queue, the same as in the public client."""

DEFAULT_TIMEOUT: Final = 60.0
"""Default time limit for a result, in seconds."""

_LOG: Final = 1024


class BurstRefusedError(Exception):
    """The driver refused to set up a burst; ``status`` is its answer."""

    def __init__(self, status: ErrorStatus) -> None:
        super().__init__(f"configure_execution_burst returned {status.name}")
        self.status = status


class BurstAnswerError(Exception):
    """``configure_execution_burst`` returned an answer that the interface does not allow."""


@dataclass(frozen=True, slots=True)
class BurstProblem:
    """A violation by the driver.

    ``rule`` is one of the rules ``burst_result...``, or ``burst.timeout`` (no result in time),
    ``burst.terminated`` (the driver's side has ended), ``burst.queue_corrupt`` (impossible
    positions in a queue) or ``burst.unsolicited_result`` (a result without a request).
    """

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class BurstResult:
    """Result of one execution.

    With a ``problem``, the status is GENERAL_FAILURE, and there are no shapes and no timing.
    ``fallback_reason`` states why the request was executed synchronously instead; it is empty
    otherwise. ``packet`` is the result packet; it is empty if none was received.
    """

    status: ErrorStatus
    output_shapes: Sequence[OutputShape] = ()
    timing: Timing = field(default_factory=Timing)
    problem: BurstProblem | None = None
    fallback_reason: str = ""
    packet: bytes = b""


class MemorySlots(BurstCallback):
    """Assigns slot numbers to memories and returns the memories of slots to the driver.

    A memory keeps its slot, and is kept alive, until it is freed. A new memory gets the slot that
    was freed last, or the next number. ``asked`` lists the latest calls of ``get_memories``, oldest
    first. All methods are thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots: dict[int, int] = {}
        self._memories: list[Memory | None] = []
        self._free: list[int] = []
        self.asked: deque[tuple[int, ...]] = deque(maxlen=_LOG)

    def slot_of(self, memory: Memory) -> int:
        """Return the memory's slot, and assign one if it has none."""
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

    def find_slot(self, memory: Memory) -> int | None:
        """Return the memory's slot, or ``None`` if it has none."""
        return self._slots.get(id(memory))

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """Return the memories of slots; INVALID_ARGUMENT and no memories if a slot is unknown."""
        self.asked.append(tuple(slots))
        with self._lock:
            memories = [
                self._memories[slot] if 0 <= slot < len(self._memories) else None for slot in slots
            ]
        found = [memory for memory in memories if memory is not None]
        if len(found) != len(memories):
            return ErrorStatus.INVALID_ARGUMENT, ()
        return ErrorStatus.NONE, found

    def release(self, memory: Memory) -> int | None:
        """Release a memory and return its slot, which stays unused until ``recycle``."""
        with self._lock:
            slot = self._slots.pop(id(memory), None)
            if slot is not None:
                self._memories[slot] = None
            return slot

    def recycle(self, slot: int) -> None:
        """Make a released slot available to the next new memory."""
        with self._lock:
            self._free.append(slot)


class BurstController:
    """One burst on a prepared model, from the client's side.

    ``capacity`` and ``result_capacity`` are the sizes of the request and the result queue in
    datums. ``timeout`` is the limit in seconds of each wait for a result. ``event_flags`` states
    whether the request and the result queue have an event flag. Raises ``BurstRefusedError`` if the
    driver refuses the burst and ``BurstAnswerError`` if its answer is invalid.

    Requests are sent one at a time, from any thread. Tests may use ``slots``, ``context``,
    ``requests`` and ``results`` (the two queues).
    """

    def __init__(
        self,
        prepared_model: PreparedModel,
        *,
        capacity: int = DEFAULT_CAPACITY,
        result_capacity: int = DEFAULT_CAPACITY,
        timeout: float = DEFAULT_TIMEOUT,
        slots: MemorySlots | None = None,
        event_flags: tuple[bool, bool] = (True, True),
    ) -> None:
        self._prepared_model = prepared_model
        self._timeout = timeout
        self._turn = threading.Lock()
        self._over = ""
        self.slots = MemorySlots() if slots is None else slots
        flag, result_flag = event_flags
        self.requests = MessageQueue.create(DATUM_SIZE, capacity, event_flag=flag)
        self.results = MessageQueue.create(DATUM_SIZE, result_capacity, event_flag=result_flag)
        self.context: BurstContext | None = None
        try:
            self.context = _checked_launch(
                prepared_model.configure_execution_burst(
                    self.slots, self.requests.descriptor, self.results.descriptor
                )
            )
        finally:
            self.requests.mark_handed_over()
            self.results.mark_handed_over()
            if self.context is None:
                self.close()

    @property
    def prepared_model(self) -> PreparedModel:
        """The prepared model on which the burst runs."""
        return self._prepared_model

    def execute(
        self, request: Request, measure: int, *, fallback: bool = True, timeout: float | None = None
    ) -> BurstResult:
        """Run a request over the queues.

        A request that they cannot carry (too large, or with driver-managed buffers) is executed
        through ``execute_synchronously``, as the result states; with ``fallback=False`` it raises
        ``ValueError``. A request that has been sent never falls back. ``timeout`` replaces the
        burst's timeout.
        """
        fallback_reason = ""
        if request_size(request) > self.requests.capacity:
            fallback_reason = (
                f"the request takes {request_size(request)} datums, "
                f"the queue holds {self.requests.capacity}"
            )
        elif any(isinstance(pool, BufferToken) for pool in request.pools):
            fallback_reason = "the queue cannot carry driver-managed buffers"
        if not fallback_reason:
            return self.exchange(self.packet_of(request, measure), timeout=timeout)
        if not fallback:
            raise ValueError(f"{fallback_reason}; fallback is off")
        answer = self._prepared_model.execute_synchronously(request, measure, None, None)
        return BurstResult(*answer, fallback_reason=fallback_reason)

    def packet_of(self, request: Request, measure: int) -> bytes:
        """Return the packet that ``execute`` sends; assign slots to memories that have none."""
        slot_of = self.slots.slot_of
        slots = [slot_of(pool) for pool in request.pools if isinstance(pool, Memory)]
        return serialize_request(request, slots, measure)

    def exchange(self, packet: bytes, *, timeout: float | None = None) -> BurstResult:
        """Send whole datums as one message and wait for the result.

        Raises ``ValueError`` if they do not fit into the queue.
        """
        with self._turn:
            if self._over:
                return _failed_result("burst.terminated", self._over)
            try:
                return self._exchange(packet, self._timeout if timeout is None else timeout)
            except QueueEndedError as error:
                return self._fail("burst.terminated", str(error))
            except QueueCorruptError as error:
                return self._fail("burst.queue_corrupt", str(error))

    def _exchange(self, packet: bytes, timeout: float) -> BurstResult:
        extra = self.results.read_available()
        if extra:
            what = f"{len(extra) // DATUM_SIZE} datums arrived without a request"
            return _failed_result("burst.unsolicited_result", what, extra)
        if not self.requests.write(packet):
            if len(packet) > self.requests.capacity * DATUM_SIZE:
                raise ValueError(
                    f"the packet has {len(packet) // DATUM_SIZE} datums, "
                    f"the queue holds {self.requests.capacity}"
                )
            return self._fail("burst.timeout", "the driver did not read an earlier request")
        if not self.results.wait_to_read(timeout):
            taken = self.requests.available_to_write() == self.requests.capacity
            how = (
                "read the request packet, but" if taken else "did not read the request packet, and"
            )
            reason = (
                f"no result arrived within {timeout:g} s: the driver {how} wrote no result packet"
            )
            return self._fail("burst.timeout", reason)
        answer = self.results.read_available()
        try:
            return BurstResult(*deserialize_result(answer), packet=answer)
        except PacketError as error:
            return _failed_result(error.rule, str(error), answer)

    def _fail(self, rule: str, reason: str) -> BurstResult:
        # After a timeout a late result could be mistaken for the result of the next request.
        self._over = f"the burst has already ended: {reason}"
        self.requests.close()
        self.results.close()
        return _failed_result(rule, reason)

    def take_unexpected(self) -> bytes:
        """Remove and return what the result queue contains although no request is in progress."""
        with self._turn:
            try:
                return self.results.read_available()
            except QueueCorruptError:
                return b""

    def free(self, memories: Memory | Iterable[Memory]) -> int:
        """Inform the driver that memories will not be used again; return how many had a slot."""
        count = 0
        for memory in (memories,) if isinstance(memories, Memory) else tuple(memories):
            slot = self.slots.release(memory)
            if slot is None:
                continue
            count += 1
            if self.context is not None:
                self.context.free_memory(slot)
            self.slots.recycle(slot)
        return count

    def close(self) -> None:
        """End the burst; an ``execute`` in another thread ends with ``burst.terminated``."""
        self.context = None
        self.requests.close()
        self.results.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _failed_result(rule: str, reason: str, packet: bytes = b"") -> BurstResult:
    problem = BurstProblem(rule, reason)
    return BurstResult(ErrorStatus.GENERAL_FAILURE, problem=problem, packet=packet)


def _checked_launch(answer: object) -> BurstContext:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise BurstAnswerError(
            "configure_execution_burst must return a tuple (ErrorStatus, BurstContext or None)"
        )
    status, context = answer
    try:
        status = ErrorStatus(status)
    except (ValueError, TypeError):
        raise BurstAnswerError("the status is not an ErrorStatus") from None
    if status is not ErrorStatus.NONE:
        if context is not None:
            raise BurstAnswerError(f"{status.name} was returned with a burst instead of None")
        raise BurstRefusedError(status)
    if not callable(getattr(context, "free_memory", None)):
        raise BurstAnswerError("NONE was returned without a burst")
    burst: BurstContext = context
    return burst
