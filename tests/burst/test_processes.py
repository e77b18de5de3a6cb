"""Bursts between two processes, and the cleanup when one of the two is killed."""

from __future__ import annotations

import gc
import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from conformance.bursts import BurstController, MemorySlots, configure_burst
from conformance.bursts.fmq import MessageQueue
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.hal import (
    DATUM_SIZE,
    ErrorStatus,
    GrantorDescriptor,
    Memory,
    MQDescriptor,
    Request,
    SharedMemory,
)
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from tests.burst.helpers import AdditionMemories, prepared_add
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


def test_one_call_transfers_many_memories(device):
    """450 memories have more descriptors than one message between the processes can carry."""
    sums = AdditionMemories()
    whole = sums.request((1, 2), (3, 4))
    others = tuple(SharedMemory(4) for _ in range(450))
    with BurstController(prepared(device), timeout=20) as burst:
        request = Request(whole.inputs, whole.outputs, (*whole.pools, *others))
        assert burst.execute(request, 0).status == NONE
        assert sums.sums() == (4, 6)
        assert list(burst.slots.asked) == [tuple(range(452))]


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


# A client in another process. It sends the descriptors of its queues and memories to the test's
# process, which serves the burst. Then it executes requests until the test kills it.

CLIENT = """
import socket, sys
from conformance.bursts import BurstController
from tests.burst.helpers import AdditionMemories
from tests.burst.test_processes import ServedElsewhere

link = socket.socket(fileno=int(sys.argv[1]))
sums = AdditionMemories()
burst = BurstController(ServedElsewhere(link, sums), timeout=60)
x = 0
while True:
    x += 1
    result = burst.execute(sums.request((x, 1), (1, x)), 0)
    assert result.problem is None and sums.sums() == (x + 1, x + 1), result
    if x in (1, 100):
        link.send(b"%d" % x)
    if x == 100 and sys.argv[2] == "between":
        link.recv(1)
"""


class Held:
    """The burst context in the client's process; the burst itself runs in the other process."""

    def free_memory(self, slot):
        pass


class ServedElsewhere:
    """A prepared model whose bursts are served by the process at the other end of a socket."""

    def __init__(self, link, sums):
        self.link, self.sums = link, sums

    def configure_execution_burst(self, callback, requests, results):
        assert [callback.slot_of(memory) for memory in (self.sums.input, self.sums.output)] == [
            0,
            1,
        ]
        fds = [
            *(fd for queue in (requests, results) for fd in (queue.fds[0], queue.peer_fd)),
            self.sums.input.fileno(),
            self.sums.output.fileno(),
        ]
        grantors = [asdict(queue)["grantors"] for queue in (requests, results)]
        socket.send_fds(self.link, [json.dumps(grantors).encode()], fds)
        assert self.link.recv(16) == b"ready"
        return NONE, Held()


class Received(Memory):
    """A memory that the other process created, mapped from its descriptor."""

    def __init__(self, fd, size):
        self.fd, self.map = fd, mmap.mmap(fd, size)

    name = "ashmem"

    @property
    def size(self):
        return len(self.map)

    def view(self):
        return memoryview(self.map)

    def fileno(self):
        return self.fd

    def close(self):
        os.close(self.fd)


@pytest.mark.parametrize("moment", ["between", "busy"])
def test_a_killed_client_ends_its_burst_and_no_other(moment):
    model = prepared_add()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(theirs.fileno()), moment],
        pass_fds=[theirs.fileno()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    theirs.close()
    ours.settimeout(60)
    here = AdditionMemories()
    try:
        data, fds, _, _ = socket.recv_fds(ours, 4096, 8)
        queues = [
            MQDescriptor(
                tuple(GrantorDescriptor(**grantor) for grantor in grantors),
                (fds[2 * number],),
                DATUM_SIZE,
                fds[2 * number + 1],
            )
            for number, grantors in enumerate(json.loads(data))
        ]
        slots = MemorySlots()
        memories = [Received(fds[4], 16), Received(fds[5], 8)]
        assert [slots.slot_of(memory) for memory in memories] == [0, 1]
        status, context = configure_burst(slots, *queues, model)
        assert status == NONE
        for fd in fds[:4]:
            os.close(fd)
        ours.send(b"ready")
        assert ours.recv(16) == b"1"
        with BurstController(model, timeout=20) as burst:
            assert ours.recv(16) == b"100"
            assert len(threads("nn-burst")) == 2
            client.kill()
            client.wait()
            assert eventually(lambda: len(threads("nn-burst")) == 1), (
                "the burst thread of the killed client must end"
            )
            assert burst.execute(here.request((1, 2), (3, 4)), 0).status == NONE
            assert here.sums() == (4, 6)
        del context
    finally:
        client.kill()
        client.wait()
        ours.close()
