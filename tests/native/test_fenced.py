"""Fenced executions of native libraries, and plain executions behind the adapter's own fences."""

from __future__ import annotations

import gc
import struct
import subprocess
import threading
import time
from pathlib import Path

import pytest

from conformance.drivers.native import open_library
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    FenceStatus,
    MeasureTiming,
    Request,
    RequestArgument,
    SharedMemory,
    SyncFence,
    Timing,
)
from tests.burst.test_drivers import floor_model, prepare
from tests.native.conftest import EXAMPLE, PLAIN_SOURCES

S, YES, NO = ErrorStatus, MeasureTiming.YES, MeasureTiming.NO
NO_TIMES = S.GENERAL_FAILURE, Timing(), Timing()

# An event without a descriptor is allowed.
WITHOUT_DESCRIPTORS = """
#include "driver.h"
__attribute__((visibility("default")))
int ANeuralNetworksEvent_getSyncFenceFd(const ANeuralNetworksEvent *event, int *fence) {
    *fence = -1;
    return event ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_UNEXPECTED_NULL;
}
"""


@pytest.fixture(scope="module")
def bare_events(compiler, tmp_path_factory):
    """Return the example driver with events that have no descriptor."""
    folder = tmp_path_factory.mktemp("events")
    (folder / "events.c").write_text(WITHOUT_DESCRIPTORS)
    text = (EXAMPLE / "scheduling.c").read_text()
    begin = text.index("int ANeuralNetworksEvent_getSyncFenceFd(")
    wait_for_end = text.index("\n}\n", begin) + 3
    (folder / "scheduling.c").write_text(text[:begin] + text[wait_for_end:])
    sources = [str(EXAMPLE / f"{name}.c") for name in PLAIN_SOURCES]
    target = folder / "libevents.so"
    command = [compiler, "-shared", "-fPIC", "-fvisibility=hidden", "-D_GNU_SOURCE", "-pthread"]
    files = [*sources, str(folder / "events.c"), str(folder / "scheduling.c")]
    subprocess.run([*command, "-I", str(EXAMPLE), "-o", target, *files, "-lm"], check=True)
    return target


@pytest.fixture(params=["example", "example_sl", "plain", "bare_events"])
def model(request, libraries):
    """Return a prepared FLOOR of four numbers, for each kind of library.

    The library has fenced executions (as exported functions or in a table), has none, or has events
    without a descriptor.
    """
    name = request.param
    known = name.startswith("example")
    library = getattr(libraries, name) if known else request.getfixturevalue(name)
    return prepare(open_library(library), floor_model())


class FloorRequest:
    """A request that rounds four numbers down."""

    def __init__(self):
        self.memory = SharedMemory(32)
        with self.memory.view() as view:
            view[:16] = struct.pack("<4f", 0.5, -0.5, 2, 3.25)
        self.request = Request(
            (RequestArgument(location=DataLocation(0, 0, 16)),),
            (RequestArgument(location=DataLocation(0, 16, 16)),),
            (self.memory,),
        )

    @property
    def result(self):
        with self.memory.view() as view:
            return struct.unpack("<4f", view[16:])


def launch(model, floors, wait_for=(), measure=NO, deadline=None, duration=None):
    return model.execute_fenced(floors.request, wait_for, measure, deadline, None, duration)


def wait_for_end(fence, info):
    """Wait until the fence is no longer active; return its state and the execution information."""
    state = FenceStatus.SIGNALED if fence is None else fence.wait(60_000)
    return state, info.get_execution_info()


def test_no_fence_to_wait_for(model):
    floors = FloorRequest()
    status, fence, info = launch(model, floors, measure=YES)
    assert status == S.NONE
    state, (status, launched, fenced) = wait_for_end(fence, info)
    assert (state, status) == (FenceStatus.SIGNALED, S.NONE)
    assert floors.result == (0, -1, 2, 3)
    for timing in (launched, fenced):
        assert timing.time_on_device <= timing.time_in_driver < 20_000_000
    assert fenced.time_in_driver <= launched.time_in_driver


def test_waits_for_every_fence(model):
    floors, gates = FloorRequest(), [SyncFence(), SyncFence(), SyncFence.signaled()]
    status, fence, info = launch(model, floors, gates, YES)
    assert status == S.NONE
    started = time.monotonic_ns()
    for gate in gates[1::-1]:
        assert fence.wait(30) is FenceStatus.ACTIVE
        assert info.get_execution_info() == NO_TIMES
        assert floors.result == (0, 0, 0, 0)
        gate.signal()
    waited = time.monotonic_ns() - started
    state, (status, launched, fenced) = wait_for_end(fence, info)
    assert (state, status) == (FenceStatus.SIGNALED, S.NONE)
    assert floors.result == (0, -1, 2, 3)
    # Between launch and last signal are at least the 30 ms of the first wait, here in microseconds.
    assert launched.time_in_driver - fenced.time_in_driver >= 30_000 <= waited // 1000
    assert info.get_execution_info() == (status, launched, fenced)


def test_failure_of_a_fence_is_passed_on(model):
    floors, gate = FloorRequest(), SyncFence()
    status, fence, info = launch(model, floors, [gate], YES)
    assert status == S.NONE
    gate.fail()
    assert wait_for_end(fence, info) == (FenceStatus.ERROR, NO_TIMES)
    assert floors.result == (0, 0, 0, 0)


@pytest.mark.parametrize("make_fence", [SyncFence.failed, lambda: None], ids=["failed", "missing"])
def test_failed_or_missing_fence_is_refused(model, make_fence):
    answer = launch(model, FloorRequest(), [SyncFence.signaled(), make_fence()])
    assert answer == (S.INVALID_ARGUMENT, None, None)


def test_deadline_ends_wait_for_fence(model):
    gate = SyncFence()
    deadline = time.monotonic_ns() + 50_000_000
    status, fence, info = launch(model, FloorRequest(), [gate], YES, deadline)
    assert status == S.NONE
    state, info_answer = wait_for_end(fence, info)
    assert state is FenceStatus.ERROR
    assert info_answer == (S.MISSED_DEADLINE_TRANSIENT, Timing(), Timing())
    assert launch(model, FloorRequest(), [], YES, time.monotonic_ns() - 1)[0] in (
        S.MISSED_DEADLINE_PERSISTENT,
        S.MISSED_DEADLINE_TRANSIENT,
    )


def test_duration_starts_with_last_signal(model):
    floors, gate = FloorRequest(), SyncFence()
    status, fence, info = launch(model, floors, [gate], duration=2_000_000_000)
    assert status == S.NONE
    assert fence.wait(2_100) is FenceStatus.ACTIVE
    gate.signal()
    assert wait_for_end(fence, info)[1][0] == S.NONE


def test_chained_executions(model):
    floors, gate = FloorRequest(), SyncFence()
    _, first, first_info = launch(model, floors, [gate])
    second = FloorRequest()
    _, last, last_info = launch(model, second, [first])
    assert last.wait(30) is FenceStatus.ACTIVE
    gate.signal()
    assert wait_for_end(last, last_info)[0] is FenceStatus.SIGNALED
    assert first.wait(0) is FenceStatus.SIGNALED
    assert first_info.get_execution_info()[0] == S.NONE
    assert floors.result == second.result == (0, -1, 2, 3)


def test_invalid_request_is_refused_at_launch(model):
    floors, gate = FloorRequest(), SyncFence()
    for inputs, outputs in (((), floors.request.outputs), (floors.request.inputs, ())):
        request = Request(inputs, outputs, floors.request.pools)
        answer = model.execute_fenced(request, [gate], NO, None, None, None)
        assert answer == (S.INVALID_ARGUMENT, None, None)


def test_no_leaked_descriptors_or_threads(model):
    def counts():
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()

    def run_round():
        floors, gate = FloorRequest(), SyncFence()
        launched = launch(model, floors, [gate])
        dropped = launch(model, floors, [gate])
        del dropped  # the execution runs although nothing waits for it
        gate.signal()
        assert wait_for_end(*launched[1:])[0] is FenceStatus.SIGNALED

    for _ in range(5):
        run_round()
    time.sleep(0.2)
    before = counts()
    for _ in range(30):
        run_round()
    wait_end = time.monotonic() + 60
    while (after := counts())[0] > before[0] + 2 and time.monotonic() < wait_end:
        time.sleep(0.05)
    assert after[0] <= before[0] + 2  # a leak would add thirty descriptors
    assert after[1] <= before[1] + 4  # idle threads are kept for the next executions
