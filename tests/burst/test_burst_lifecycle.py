"""The configuration and the end of bursts."""

from __future__ import annotations

import threading
import time

import pytest

from conformance.bursts import (
    BurstController,
    MemorySlots,
    configure_burst,
)
from conformance.bursts.fmq import MessageQueue
from conformance.hal import DATUM_SIZE, ErrorStatus, Request, Timing
from tests.burst.helpers import AdditionMemories, ScriptedPreparedModel, burst_threads, prepared_add

NONE, FAILED = ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE
INVALID = ErrorStatus.INVALID_ARGUMENT


# Configuration and end.


@pytest.mark.parametrize("which", [0, 1])
def test_a_queue_without_event_flag_is_refused(which):
    queues = [MessageQueue.create(DATUM_SIZE, 8, event_flag=number != which) for number in range(2)]
    answer = configure_burst(
        MemorySlots(), *(queue.descriptor for queue in queues), ScriptedPreparedModel()
    )
    assert answer == (INVALID, None)


def test_invalid_queues_and_callbacks_are_refused():
    queues = [MessageQueue.create(DATUM_SIZE, 8) for _ in range(2)]
    valid = [queue.descriptor for queue in queues]
    small = MessageQueue.create(16, 8)
    for arguments in (
        (None, *valid),
        (MemorySlots(), None, valid[1]),
        (MemorySlots(), valid[0], 7),
        (MemorySlots(), small.descriptor, valid[1]),
    ):
        assert configure_burst(*arguments, ScriptedPreparedModel()) == (INVALID, None)
    assert prepared_add().configure_execution_burst(None, None, None) == (INVALID, None)


def test_the_thread_ends_with_the_burst():
    with BurstController(prepared_add(), timeout=20) as burst:
        assert len(burst_threads()) == 1
        context = burst.context
        burst.requests.close()
        assert context.close()
    assert not burst_threads()
    assert (
        burst.execute(AdditionMemories().request((1, 2), (3, 4)), 0).problem.rule
        == "burst.terminated"
    )


def test_releasing_the_context_ends_the_thread():
    queues = [MessageQueue.create(DATUM_SIZE, 8) for _ in range(2)]
    status, context = configure_burst(
        MemorySlots(), *(queue.descriptor for queue in queues), ScriptedPreparedModel()
    )
    assert status == NONE
    assert len(burst_threads()) == 1
    del context  # the fixture waits for the thread


def test_closing_ends_an_execution_in_another_thread():
    go = threading.Event()
    model = ScriptedPreparedModel(lambda request: (go.wait(20), (NONE, (), Timing()))[1])
    burst = BurstController(model, timeout=20)
    results = []
    thread = threading.Thread(
        target=lambda: results.append(burst.execute(Request((), (), ()), 0)), daemon=True
    )
    thread.start()
    while not model.seen:
        time.sleep(0.001)
    burst.close()
    thread.join(10)
    go.set()
    assert [result.problem.rule for result in results] == ["burst.terminated"]


def test_a_missing_result_is_reported_and_ends_the_burst():
    go = threading.Event()
    model = ScriptedPreparedModel(lambda request: (go.wait(20), (NONE, (), Timing()))[1])
    with BurstController(model, timeout=0.02) as burst:
        assert burst.execute(Request((), (), ()), 0).problem.rule == "burst.timeout"
        assert burst.execute(Request((), (), ()), 0).problem.rule == "burst.terminated"
        go.set()
        end = time.monotonic() + 60
        while burst_threads() and time.monotonic() < end:
            time.sleep(0.001)
        assert not burst_threads()
