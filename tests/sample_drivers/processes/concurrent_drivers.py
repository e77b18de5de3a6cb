"""Drivers whose behaviour depends on which calls run at the same time."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time

import numpy as np

from conformance.hal import DeviceType, ErrorStatus, Timing
from tests.faults.calls.outputs import OneAtATime, SharedScratch
from tests.faults.drivers import FAILURE, FaultyDevice, FaultyPreparedModel

ARRIVED = threading.Barrier(2)


def meet() -> bool:
    """Return whether two calls are here at the same time; wait for the other one up to 10 s."""
    try:
        ARRIVED.wait(10)
    except threading.BrokenBarrierError:
        ARRIVED.reset()
        return False
    return True


class MeetingModel(FaultyPreparedModel):
    """An execution succeeds only while another execution or ``get_type`` runs."""

    def execute_synchronously(self, *arguments):
        if not meet():
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(*arguments)


class Meeting(FaultyDevice):
    """Executions and ``get_type`` wait for each other."""

    prepared = MeetingModel

    def get_type(self):
        return (ErrorStatus.NONE if meet() else FAILURE), DeviceType.CPU


class Counting(FaultyDevice):
    """The version string is the maximum number of executions that ran at the same time."""

    running = maximum = 0
    overlapped = threading.Event()

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, *arguments):
            Counting.running += 1
            Counting.maximum = max(Counting.maximum, Counting.running)
            if Counting.maximum > 1:
                Counting.overlapped.set()
            Counting.overlapped.wait(5)
            Counting.running -= 1
            return self.right.execute_synchronously(*arguments)

    def get_version_string(self):
        return ErrorStatus.NONE, str(self.maximum)


class ScratchModel(FaultyDevice):
    """Executions on one prepared model share a scratch buffer without a lock."""

    prepared = SharedScratch


class OneAtATimeDevice(FaultyDevice):
    """An execution fails if another one is running on the same prepared model."""

    prepared = OneAtATime


class UnlockedModel(FaultyPreparedModel):
    """Executions compute in tiles, through one array that they share without a lock."""

    tile = np.zeros(1 << 10, "<f4")

    def execute_synchronously(self, request, *arguments):
        locations = [argument.location for argument in (*request.inputs, *request.outputs)]
        with request.pools[0].view() as view:
            a, b, out = (np.frombuffer(view, "<f4", at.length // 4, at.offset) for at in locations)
            for start in range(0, len(a), len(self.tile)):
                part = slice(start, start + len(self.tile))
                tile = self.tile[: len(a[part])]
                np.add(a[part], b[part], out=tile)
                os.sched_yield()
                out[part] = tile
            del a, b, out, part, tile
        return ErrorStatus.NONE, (), Timing()


class Unlocked(FaultyDevice):
    """Executions share one array without a lock."""

    prepared = UnlockedModel


class Serial(FaultyDevice):
    """Executions take 0.6 s and wait for each other, as on a device with one queue."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        lock = threading.Lock()

        def execute_synchronously(self, *arguments):
            with self.lock:
                time.sleep(0.6)
                return self.right.execute_synchronously(*arguments)


def _ended_by(act):
    """Return a driver whose execution calls ``act`` once ``get_type`` runs too."""

    class Model(FaultyPreparedModel):
        def execute_synchronously(self, *arguments):
            meet()
            time.sleep(0.2)
            act()
            return self.right.execute_synchronously(*arguments)

    class Driver(FaultyDevice):
        prepared = Model

        def get_type(self):
            meet()
            time.sleep(20)
            return ErrorStatus.NONE, DeviceType.CPU

    return Driver


Segfaults = _ended_by(lambda: ctypes.string_at(0))
Killed = _ended_by(lambda: os.kill(os.getpid(), signal.SIGKILL))


class Hangs(FaultyDevice):
    """The execution never returns; all other calls do."""

    class prepared(FaultyPreparedModel):  # noqa: N801 - the attribute of the base class
        def execute_synchronously(self, *arguments):
            return wait_without_end()


def wait_without_end():
    """Sleep for 1,000 seconds."""
    time.sleep(1000)


class BusyThreads(FaultyDevice):
    """Four threads of the driver call and return from functions without a pause."""

    def __init__(self):
        super().__init__()
        for _ in range(4):
            threading.Thread(target=call_without_end, name="busy", daemon=True).start()


def call_without_end():
    """Call a recursive function for ever."""
    while True:
        descend(20)


def descend(depth):
    """Call this function ``depth`` times."""
    return depth and descend(depth - 1)
