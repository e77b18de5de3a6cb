"""Results, memory slots and packets of a burst within one process."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.bursts import (
    BurstController,
    BurstExecutor,
    BurstRefusedError,
    MemorySlots,
    configure_burst,
    serialize_result,
)
from conformance.hal import (
    NO_TIMING,
    BufferToken,
    ErrorStatus,
    OutputShape,
    Request,
    Timing,
)
from tests.burst.helpers import AdditionMemories, ScriptedPreparedModel, prepared_add

NONE, FAILED = ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE
INVALID = ErrorStatus.INVALID_ARGUMENT
NOT_TIMED = Timing(NO_TIMING, NO_TIMING)


# Results.


def test_a_request_runs_with_and_without_timing(add):
    sums = AdditionMemories()
    request = sums.request((1, 2), (10, 20))
    result = add.execute(request, 0)
    assert (result.status, result.timing) == (NONE, NOT_TIMED)
    assert result.output_shapes == (OutputShape((2,), True),)
    assert sums.sums() == (11, 22)
    assert (result.problem, result.fallback_reason) == (None, "")
    timing = add.execute(sums.request((3, 4), (5, 6)), 1).timing
    assert sums.sums() == (8, 10)
    assert timing.time_on_device <= timing.time_in_driver < NO_TIMING


# Slots and memories.


def test_memories_are_requested_once_and_in_one_call(add):
    sums = AdditionMemories()
    for x in range(5):
        add.execute(sums.request((x, x), (1, 1)), 0)
        assert sums.sums() == (x + 1, x + 1)
    assert list(add.slots.asked) == [(0, 1)]


class Forgetful(MemorySlots):
    """A slot table whose ``get_memories`` returns ``fault(status, memories)``."""

    def __init__(self, fault):
        super().__init__()
        self.fault = fault

    def get_memories(self, slots):
        status, memories = super().get_memories(slots)
        return self.fault(status, list(memories))


def fail(*_):
    raise RuntimeError("the client's fault")


@pytest.mark.parametrize(
    "fault",
    [
        lambda status, memories: (status, memories[:-1]),
        lambda status, memories: (status, [*memories, memories[0]]),
        lambda status, memories: (FAILED, memories),
        lambda status, memories: None,
        fail,
    ],
    ids=["one short", "one more", "status", "None", "raises"],
)
def test_slots_stay_unknown_if_get_memories_fails(fault):
    with BurstController(prepared_add(), timeout=20, slots=Forgetful(fault)) as burst:
        request = AdditionMemories().request((1, 2), (3, 4))
        assert burst.execute(request, 0).status == INVALID
        burst.slots.fault = lambda status, memories: (status, memories)
        assert burst.execute(request, 0).status == NONE


# Malformed and oversized packets.


def test_a_result_that_does_not_fit_into_its_queue_is_a_failure():
    shapes = (OutputShape((1, 2, 3), True), OutputShape((4,), True))
    model = ScriptedPreparedModel((NONE, shapes, Timing(1, 2)))
    request = Request((), (), ())
    for capacity, status in ((8, NONE), (7, FAILED), (2, FAILED)):
        with BurstController(model, result_capacity=capacity, timeout=20) as burst:
            for _ in range(3):
                result = burst.execute(request, 1)
                assert result.status == status
                if status == FAILED:
                    assert result.packet == serialize_result(FAILED, (), Timing())
                else:
                    assert result.output_shapes == shapes


def test_a_result_queue_too_small_for_any_result_is_refused():
    with pytest.raises(BurstRefusedError) as caught:
        BurstController(ScriptedPreparedModel(), result_capacity=1)
    assert caught.value.status == INVALID


def test_a_request_that_does_not_fit_is_executed_synchronously():
    prepared = prepared_add()
    sums = AdditionMemories()
    request = sums.request((1, 2), (3, 4))
    with BurstController(prepared, capacity=6, timeout=20) as burst:
        result = burst.execute(request, 0)
        assert result.status == NONE
        assert result.fallback_reason
        assert (result.packet, sums.sums()) == (b"", (4, 6))
        assert not burst.slots.asked
        with pytest.raises(ValueError, match="7 datums"):
            burst.execute(request, 0, fallback=False)
        with pytest.raises(ValueError, match="7 datums"):
            burst.exchange(burst.packet_of(request, 0))
    with BurstController(prepared, capacity=7, timeout=20) as burst:
        assert burst.execute(request, 0, fallback=False).fallback_reason == ""


def test_driver_managed_buffers_are_executed_synchronously(add):
    whole = AdditionMemories().request((1, 2), (3, 4))
    result = add.execute(Request(whole.inputs, whole.outputs, (whole.pools[0], BufferToken(1))), 0)
    assert result.status == INVALID
    assert result.fallback_reason


@pytest.mark.parametrize(
    "answer",
    [
        RuntimeError("the driver's fault"),
        None,
        (NONE, (OutputShape((2**32,), True),), Timing()),
        (NONE, (), Timing(-1, 0)),
        ("NONE", (), Timing()),
        (NONE, None, Timing()),
    ],
    ids=["raises", "None", "dimension", "timing", "status", "shapes"],
)
def test_an_invalid_answer_of_the_model_is_a_failure(answer):
    model = ScriptedPreparedModel(lambda request: answer)
    with BurstController(model, timeout=20) as burst:
        assert burst.execute(Request((), (), ()), 1).status == FAILED
        model.answer = (NONE, (), Timing(3, 4))
        assert burst.execute(Request((), (), ()), 1).timing == Timing(3, 4)


# A driver with a custom executor.


class Mapped(BurstExecutor):
    """An executor of a driver that caches a NumPy array for each memory."""

    def __init__(self):
        self.arrays = {}
        self.calls = []

    def has_memory(self, slot):
        return slot in self.arrays

    def add_memory(self, slot, memory):
        self.calls.append(("add", slot))
        self.arrays[slot] = np.frombuffer(memory.view(), "<f4")

    def remove_memory(self, slot):
        self.calls.append(("remove", slot))
        self.arrays.pop(slot, None)

    def execute(self, request):
        if not all(slot in self.arrays for slot in request.slots):
            return INVALID, (), Timing()
        source, target = (self.arrays[slot] for slot in request.slots)
        np.add(source[:2], source[2:], out=target)
        return NONE, (OutputShape((2,), True),), Timing()


def test_a_custom_executor_caches_memories():
    executor = Mapped()

    class Own(ScriptedPreparedModel):
        def configure_execution_burst(self, *arguments):
            return configure_burst(*arguments, executor)

    sums = AdditionMemories()
    with BurstController(Own(), timeout=20) as burst:
        for x in range(3):
            assert burst.execute(sums.request((x, 1), (2, x)), 0).status == NONE
            assert sums.sums() == (x + 2, x + 1)
        burst.free(sums.input)
        burst.execute(sums.request((1, 1), (1, 1)), 0)
    assert executor.calls == [("add", 0), ("add", 1), ("remove", 0), ("add", 0)]
