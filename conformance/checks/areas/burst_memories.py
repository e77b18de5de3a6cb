"""Checks of the memories of a burst: their slots, and answers of ``getMemories``."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Any, Final

from conformance.bursts import BurstController, MemorySlots, serialize_request
from conformance.checks.burst_requests import open_burst, require_error, run_in_burst
from conformance.checks.check_context import CheckContext, Violation, described, start_thread
from conformance.checks.pool_requests import PAGE, SLICE, PooledAddition, Pools
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest
from conformance.hal import ErrorStatus, MeasureTiming, Memory, Version
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.supervision.wait_policy import measure_driver_time

_SLOTS: Final = "IBurstCallback.getMemories, IBurstContext.freeMemory"
_NO: Final = MeasureTiming.NO
_FREE_SECONDS: Final = 0.02
"""Seconds for which getMemories waits for freeMemory on another thread, which may wait for it."""

_LIVE_MEMORIES: Final = 6
_RANDOM_REQUESTS: Final = 60


def _run(
    controller: BurstController, addition: PooledAddition, slots: Sequence[int] | None = None
) -> None:
    """Execute a request through a burst; raise ``Violation`` if something is wrong.

    ``slots`` are the slots of the request's pools; by default the controller assigns them.
    """
    addition.reset()
    if slots is None:
        result = driver_calls.call_driver("a burst", controller.execute, addition.request, _NO)
    else:
        packet = serialize_request(addition.request, slots, _NO)
        result = driver_calls.call_driver("a burst", controller.exchange, packet)
    addition.check(burst_execution.burst_outcome(result))


@check(_SLOTS, since=Version.V1_2)
def random_slots(context: CheckContext) -> None:
    """A burst uses the memory that IBurstCallback::getMemories returned for each slot of a request,
    in any order of the slots, with slots that repeat, and after slots were freed in any order.
    """
    generator = random.Random(context.options.seed)
    controller = open_burst(context, context.prepare(addition_model()))
    pools = Pools(context)
    memories: list[Memory] = [pools.ashmem(256) for _ in range(_LIVE_MEMORIES)]
    for number in range(_RANDOM_REQUESTS):
        chosen = [generator.choice(memories) for _ in range(generator.randint(1, 4))]
        offsets = generator.sample(range(0, 256 - SLICE, SLICE), 3)
        places = [(generator.randrange(len(chosen)), offset, SLICE) for offset in offsets]
        with described(f"request {number} of {_RANDOM_REQUESTS} with memories in any order"):
            _run(controller, PooledAddition(context, chosen, places, number))
        for memory in generator.sample(memories, generator.choice((0, 0, 1, 2, 3))):
            driver_calls.call_driver("free_memory", controller.free, memory)


@check(_SLOTS, since=Version.V1_2)
def size_of_new_memory(context: CheckContext) -> None:
    """After IBurstContext::freeMemory of a slot, the size of the slot's new memory applies: a
    request can use a larger one completely, and is refused if it exceeds a smaller one.
    """
    controller = open_burst(context, context.prepare(addition_model()))
    pools = Pools(context)
    for size in (PAGE, 4 * PAGE, PAGE, 16 * PAGE):
        memory = pools.ashmem(size)
        places = [(0, size - number * SLICE, SLICE) for number in (3, 2, 1)]
        with context.case(f"a memory of {size} bytes in a slot that was freed"):
            _run(controller, PooledAddition(context, [memory], places))
        driver_calls.call_driver("free_memory", controller.free, memory)
        small = PooledAddition(context, [pools.ashmem(PAGE // 2)], places)
        packet = controller.packet_of(small.request, MeasureTiming.YES)
        with context.case(f"arguments at {places} in a new memory of {PAGE // 2} bytes"):
            require_error(controller.exchange, packet)
        driver_calls.call_driver("free_memory", controller.free, small.pools[0])


class _FreeingSlots(MemorySlots):
    """Memory slots whose ``get_memories`` calls ``free`` once, on another thread."""

    def __init__(self, free: Callable[[], object]) -> None:
        super().__init__()
        self._calls = [free]
        self.freed: Future[object] | None = None

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        if self.asked and self._calls:
            self.freed = start_thread(self._calls.pop(), "nn-free")
            wait([self.freed], _FREE_SECONDS)
        return super().get_memories(slots)


@check(_SLOTS, since=Version.V1_2)
def freed_during_request(context: CheckContext) -> None:
    """IBurstContext::freeMemory that another thread calls while the driver calls
    IBurstCallback::getMemories takes effect at the latest after the request: the slot can get a new
    memory.
    """
    context.require_concurrent_calls(2)
    first = AdditionRequest(context, 1)
    slots = _FreeingSlots(lambda: controller.free(first.memory))
    controller = open_burst(context, context.prepare(addition_model()), slots=slots)
    run_in_burst(controller, first)
    with context.case("the request during whose getMemories another memory was freed"):
        run_in_burst(controller, AdditionRequest(context, 2))
    if slots.freed is None:
        return
    with measure_driver_time():
        wait([slots.freed], context.options.callback_timeout)
    with context.case("after free_memory during getMemories"):
        if not slots.freed.done():
            raise Violation("free_memory did not return")
        driver_calls.call_driver("free_memory", slots.freed.result)
        run_in_burst(controller, AdditionRequest(context, 3))


class _ScriptedSlots(MemorySlots):
    """Memory slots whose next answer of ``get_memories`` is replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.next_answer = ""

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        status, memories = super().get_memories(slots)
        answer, self.next_answer = self.next_answer, ""
        if answer == "too few memories":
            return ErrorStatus.NONE, memories[:-1]
        if answer == "NONE and no memories":
            return ErrorStatus.NONE, ()
        if answer == "GENERAL_FAILURE and all memories":
            return ErrorStatus.GENERAL_FAILURE, memories
        if answer:
            return ErrorStatus[answer], ()
        return status, memories


_WRONG_ANSWERS: Final = (
    "GENERAL_FAILURE",
    "INVALID_ARGUMENT",
    "DEVICE_UNAVAILABLE",
    "GENERAL_FAILURE and all memories",
    "too few memories",
    "NONE and no memories",
)


@check(_SLOTS, since=Version.V1_2)
def retry_after_failure(context: CheckContext) -> None:
    """If IBurstCallback::getMemories answers an error or too few memories, the burst answers the
    request with an error, without output shapes or timing, and writes no outputs; when the request
    is repeated, it calls getMemories again and executes the request.
    """
    prepared = context.prepare(addition_model())
    pools = Pools(context)
    places = [(0, 0, SLICE), (1, 64, SLICE), (2, 128, SLICE)]
    for known in (0, 1, 2):
        slots = _ScriptedSlots()
        controller = open_burst(context, prepared, slots=slots)
        lasting = [pools.ashmem(256) for _ in range(known)]
        if known:
            known_places = [(0, 0, SLICE), (known - 1, 64, SLICE), (0, 128, SLICE)]
            _run(controller, PooledAddition(context, lasting, known_places))
        for answer in _WRONG_ANSWERS:
            memories = [*lasting, *[pools.ashmem(256) for _ in range(3 - known)]]
            addition = PooledAddition(context, memories, places)
            addition.reset()
            slots.next_answer = answer
            what = f"a request for whose memories get_memories returned {answer}"
            with context.case(what):
                require_error(controller.execute, addition.request, MeasureTiming.YES)
                unused, slots.next_answer = slots.next_answer, ""
                if unused:
                    raise Violation("get_memories was not called; one call was expected")
                if not (addition.memory_intact and addition.outputs_untouched):
                    raise Violation("a memory was changed; unchanged memories were expected")
            with context.case(f"the repetition of {what}"):
                _run(controller, addition)


class _NumberedSlots(MemorySlots):
    """Memories by slots that the check chooses."""

    def __init__(self) -> None:
        super().__init__()
        self.memory_by_slot: dict[int, Memory] = {}

    def get_memories(self, slots: Sequence[int]) -> Any:
        self.asked.append(tuple(slots))
        if not all(slot in self.memory_by_slot for slot in slots):
            return ErrorStatus.INVALID_ARGUMENT, ()
        return ErrorStatus.NONE, [self.memory_by_slot[slot] for slot in slots]


@check(_SLOTS, since=Version.V1_2)
def slot_numbers(context: CheckContext) -> None:
    """The slots of a burst may be any numbers of int32_t that are not negative, with gaps."""
    slots = _NumberedSlots()
    controller = open_burst(context, context.prepare(addition_model()), slots=slots)
    pools = Pools(context)
    for numbers in ((5, 3, 4), (300, 1 << 16, 256), (2**31 - 1, 0, 2**31 - 2), (5, 300, 0)):
        for number in numbers:
            slots.memory_by_slot.setdefault(number, pools.ashmem(256))
        memories = [slots.memory_by_slot[number] for number in numbers]
        addition = PooledAddition(
            context, memories, [(2, 0, SLICE), (1, 32, SLICE), (0, 64, SLICE)]
        )
        with context.case(f"a request with the slots {numbers}"):
            _run(controller, addition, numbers)


@check(_SLOTS, since=Version.V1_2)
def unknown_slots(context: CheckContext) -> None:
    """If the client does not know a slot of a request, whether negative, never assigned or freed,
    the burst answers with an error, without output shapes or timing, and writes no outputs.
    """
    slots = _NumberedSlots()
    controller = open_burst(context, context.prepare(addition_model()), slots=slots)
    pools = Pools(context)
    slots.memory_by_slot = {0: pools.ashmem(256), 1: pools.ashmem(256), 2: pools.ashmem(256)}
    places = [(0, 0, SLICE), (1, 32, SLICE), (2, 64, SLICE)]
    addition = PooledAddition(context, list(slots.memory_by_slot.values()), places)
    _run(controller, addition, (0, 1, 2))
    burst_context = controller.context
    del slots.memory_by_slot[1]
    if burst_context is not None:
        driver_calls.call_driver("free_memory", burst_context.free_memory, 1)
    for unknown in (1, 3, -1, -2, 256, 257, 2**31 - 1, -(2**31)):
        for position in range(3):
            named = [0, 2, 0]
            named[position] = unknown
            addition.reset()
            packet = serialize_request(addition.request, named, MeasureTiming.YES)
            with context.case(f"a request with the slots {named}, of which {unknown} is unknown"):
                require_error(controller.exchange, packet)
                if not (addition.memory_intact and addition.outputs_untouched):
                    raise Violation("a memory was changed")
    memories = [slots.memory_by_slot[slot] for slot in (0, 2, 0)]
    with context.case("the request after those with unknown slots"):
        _run(controller, PooledAddition(context, memories, places), (0, 2, 0))
