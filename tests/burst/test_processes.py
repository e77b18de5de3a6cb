"""Bursts between two processes, and the cleanup when the driver is killed."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from conformance.bursts import BurstController, MemorySlots
from conformance.bursts.fmq import MessageQueue
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    DATUM_SIZE,
    ErrorStatus,
    MQDescriptor,
    Request,
    SharedMemory,
)
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from tests.burst.helpers import AdditionMemories
from tests.sample_drivers.adder_driver import add_example

NONE, INVALID = ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT


@pytest.fixture
def device():
    """Yield the reference driver in a separate process."""
    device = IsolatedDevice("reference", ProcessLimits())
    try:
        yield device
    finally:
        device.close()


def prepared(device):
    """Prepare an ADD of two vectors on the device and return the prepared model."""
    record = RecordingPreparedModelCallback()
    model = add_example(dims=(2,)).model
    assert device.prepare_model(model, 1, 1, None, (), (), NO_TOKEN, record) == NONE
    return record.wait(60).arguments[1]


def threads(name):
    """Return this process's threads of that name."""
    return [thread for thread in threading.enumerate() if thread.name == name]


def eventually(condition, seconds=10.0):
    """Wait until the condition is true; return whether it is."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)
    return condition()


def all_stopped(pid):
    """Return whether every thread of a process is stopped."""
    stats = [(task / "stat").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    return all(stat.rpartition(")")[2].split()[0] == "T" for stat in stats)


def test_a_burst_executes_in_another_process(device):
    sums = AdditionMemories()
    with BurstController(prepared(device), timeout=20) as burst:
        for x in range(50):
            result = burst.execute(sums.request((x, 1), (2, x)), x % 2)
            assert (result.status, result.problem, result.fallback_reason) == (NONE, None, "")
            assert sums.sums() == (x + 2, x + 1)
        assert list(burst.slots.asked) == [(0, 1)]
        burst.free([sums.input])
        assert burst.execute(sums.request((7, 7), (1, 2)), 0).status == NONE
        assert sums.sums() == (8, 9)
        assert list(burst.slots.asked) == [(0, 1), (0,)]


def test_one_answer_transfers_many_memories(device):
    sums = AdditionMemories()
    whole = sums.request((1, 2), (3, 4))
    others = tuple(SharedMemory(4) for _ in range(248))
    with BurstController(prepared(device), timeout=20) as burst:
        request = Request(whole.inputs, whole.outputs, (*whole.pools, *others))
        assert burst.execute(request, 0).status == NONE
        assert sums.sums() == (4, 6)
        assert list(burst.slots.asked) == [tuple(range(250))]


def test_invalid_queue_descriptors_reach_the_driver(device):
    model = prepared(device)
    valid = [MessageQueue.create(DATUM_SIZE, 8) for _ in range(2)]
    flagless = MessageQueue.create(DATUM_SIZE, 8, event_flag=False)
    narrow = MessageQueue.create(8, 8)
    for queues in ((flagless, valid[1]), (valid[0], flagless), (narrow, valid[1])):
        answer = model.configure_execution_burst(MemorySlots(), *(q.descriptor for q in queues))
        assert answer == (INVALID, None)
    without = MQDescriptor(valid[0].descriptor.grantors, (-1,), DATUM_SIZE)
    answer = model.configure_execution_burst(MemorySlots(), without, valid[1].descriptor)
    assert answer == (INVALID, None)
    assert eventually(lambda: not threads("nn-burst-memories"))


def test_closed_bursts_leave_no_descriptors_and_threads(device):
    model = prepared(device)
    sums = AdditionMemories()

    def run():
        with BurstController(model, timeout=20) as burst:
            assert burst.execute(sums.request((1, 2), (3, 4)), 0).status == NONE

    def descriptors():
        gc.collect()
        device.get_type()  # a call makes the process release dropped objects
        own = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        return own, len(os.listdir(f"/proc/{device.pid}/fd"))  # noqa: PTH208

    run()
    assert eventually(lambda: descriptors() and not threads("nn-burst-memories"))
    before = descriptors()
    for _ in range(10):
        run()
    assert eventually(lambda: descriptors() <= before)
    assert not threads("nn-burst-memories")


def test_a_killed_driver_ends_the_burst(device):
    sums = AdditionMemories()
    with BurstController(prepared(device), timeout=60) as burst:
        assert burst.execute(sums.request((1, 2), (3, 4)), 0).status == NONE
        os.kill(device.pid, signal.SIGKILL)
        started = time.monotonic()
        result = burst.execute(sums.request((1, 2), (3, 4)), 0)
        assert result.problem.rule == "burst.terminated"
        assert time.monotonic() - started < 30, (
            "the end must be detected long before the 60 s timeout"
        )
    assert eventually(lambda: not threads("nn-burst-memories"))


def test_a_driver_killed_during_an_execution_ends_the_burst(device):
    """The process is stopped first, so that the request is pending when it is killed."""
    sums = AdditionMemories()
    with BurstController(prepared(device), timeout=60) as burst:
        assert burst.execute(sums.request((1, 2), (3, 4)), 0).status == NONE
        pid = device.pid
        os.kill(pid, signal.SIGSTOP)
        assert eventually(lambda: all_stopped(pid))
        timer = threading.Timer(0.1, os.kill, (pid, signal.SIGKILL))
        timer.start()
        result = burst.execute(sums.request((1, 2), (3, 4)), 0)
        timer.join()
        assert result.problem.rule == "burst.terminated"
