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
from tests.faults.drivers import (
    FAILED,
    FAILURE,
    FaultyDevice,
    FaultyPreparedModel,
    device,
    prepared,
)

ARRIVED = threading.Barrier(2)


def meet() -> bool:
    """Return whether two calls are here at the same time; wait for the other one up to 10 s."""
    try:
        ARRIVED.wait(10)
    except threading.BrokenBarrierError:
        ARRIVED.reset()
        return False
    return True


def _meeting(_, right, *arguments):
    return right(*arguments) if meet() else FAILED


def _counting(_, right, *arguments):
    Counting.running += 1
    Counting.maximum = max(Counting.maximum, Counting.running)
    if Counting.maximum > 1:
        Counting.overlapped.set()
    Counting.overlapped.wait(5)
    Counting.running -= 1
    return right(*arguments)


Meeting = device(
    prepared(execute_synchronously=_meeting),
    get_type=lambda *_: ((ErrorStatus.NONE if meet() else FAILURE), DeviceType.CPU),
)
"""Executions and ``get_type`` succeed only while they run at the same time."""

Counting = device(
    prepared(execute_synchronously=_counting),
    running=0,
    maximum=0,
    overlapped=threading.Event(),
    get_version_string=lambda me, _: (ErrorStatus.NONE, str(me.maximum)),
)
"""The version string is the maximum number of executions that ran at the same time."""

ScratchModel = device(prepared=SharedScratch)
"""Executions on one prepared model share a scratch buffer without a lock."""

OneAtATimeDevice = device(prepared=OneAtATime)
"""An execution fails if another one is running on the same prepared model."""


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


LOCK = threading.Lock()


def _serial(_, right, *arguments):
    with LOCK:
        time.sleep(0.6)
        return right(*arguments)


Serial = prepared(execute_synchronously=_serial)
"""Executions take 0.6 s and wait for each other, as on a device with one queue."""


def _ended_by(act):
    """Return a driver whose execution calls ``act`` once ``get_type`` runs too."""

    def execute(_, right, *arguments):
        meet()
        time.sleep(0.2)
        act()
        return right(*arguments)

    def get_type(*_):
        meet()
        time.sleep(20)
        return ErrorStatus.NONE, DeviceType.CPU

    return device(prepared(execute_synchronously=execute), get_type=get_type)


Segfaults = _ended_by(lambda: ctypes.string_at(0))
Killed = _ended_by(lambda: os.kill(os.getpid(), signal.SIGKILL))
Hangs = prepared(execute_synchronously=lambda *_: wait_without_end())
"""The execution never returns; all other calls do."""


def wait_without_end():
    """Sleep for 1,000 seconds."""
    time.sleep(1000)
