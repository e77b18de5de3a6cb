"""A process that judges chunks of seeds, started by ``Workers``.

It is told its parent's ``sys.path`` and the task, answers with a complaint or an empty text, and
then takes chunks and gives results until its connection ends. Which seed it is at stands in shared
memory, so that the one that takes the process along is known.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any, Final

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.foreign import describe_exception
from conformance.drivers.process import IsolatedDevice
from conformance.hal import Device
from conformance.harness import Kind
from generators.judging import OPTIONS, GraphJudge, Record
from generators.supported import narrowed
from generators.tally import ASIDE, REFUSED

IDLE: Final = -1
"""Stands in the shared memory while no seed is judged."""
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True, slots=True)
class Task:
    """How to judge; the same for all chunks of a campaign."""

    driver: str
    profile: str
    isolate: bool = False
    callback_timeout: float = 10.0
    cells: tuple[tuple[int, int], ...] = ()
    """What the driver supports, where the profile is narrowed to that."""


@dataclass(slots=True)
class Chunk:
    """Seeds to judge together; ``lost`` tells what became of those that took their worker along."""

    number: int
    seeds: list[int]
    lost: dict[int, tuple[str, str]] = field(default_factory=dict)


def device_of(task: Task) -> Device:
    """The driver of a campaign, in this process or its own; ``DriverLoadError``."""
    return IsolatedDevice(task.driver) if task.isolate else open_driver(task.driver)


def judge_chunk(
    judge: GraphJudge, task: Task, chunk: Chunk, note: Callable[[int], None]
) -> dict[str, Any]:
    """The results of a chunk as JSON values; ``note`` is told each seed beforehand."""
    profile = narrowed(task.profile, task.cells)
    counts: dict[str, int] = {}
    cells: dict[str, int] = {}
    pairs: dict[str, int] = {}
    aside_cells: dict[str, int] = {}
    aside_pairs: dict[str, int] = {}
    refused_cells: dict[str, int] = {}
    failures: list[dict[str, Any]] = []
    looks = elements = wide = 0
    for seed in chunk.seeds:
        if seed in chunk.lost:
            kind, reason = chunk.lost[seed]
            record = Record(seed, kind, "process.alive", reason, manner=f"{kind} process.alive")
        else:
            note(seed)
            try:
                record = judge.record(profile, seed)
            except Exception as error:  # a graph that cannot be made is ours to repair
                reason = f"the suite failed: {describe_exception(error).summary}"
                kind = str(Kind.INTERNAL_ERROR)
                record = Record(
                    seed, kind, "internal", reason, manner=f"{kind} {type(error).__name__}"
                )
        counts[record.kind] = counts.get(record.kind, 0) + 1
        for name in record.cells:
            cells[name] = cells.get(name, 0) + 1
        for name in record.pairs:
            pairs[name] = pairs.get(name, 0) + 1
        if record.kind in ASIDE:
            for name in record.cells:
                aside_cells[name] = aside_cells.get(name, 0) + 1
                if record.kind in REFUSED:
                    refused_cells[name] = refused_cells.get(name, 0) + 1
            for name in record.pairs:
                aside_pairs[name] = aside_pairs.get(name, 0) + 1
        looks += record.second_look
        elements += record.elements
        wide += record.wide
        if record.manner:
            failure = asdict(record)
            del failure["cells"], failure["pairs"]
            failures.append(failure)
    return {
        "chunk": chunk.number,
        "graphs": len(chunk.seeds),
        "counts": counts,
        "cells": cells,
        "pairs": pairs,
        "aside_cells": aside_cells,
        "aside_pairs": aside_pairs,
        "refused_cells": refused_cells,
        "records": failures,
        "second_looks": looks,
        "elements": elements,
        "wide": wide,
    }


def _serve(pipe: Connection, board: memoryview) -> None:
    """Chunks in, results out."""
    sys.path[:], task = pipe.recv()

    def note(seed: int) -> None:
        board[0] = seed

    try:
        device = device_of(task)
    except DriverLoadError as error:
        pipe.send(str(error))
        return
    try:
        judge = GraphJudge(device, replace(OPTIONS, callback_timeout=task.callback_timeout))
        pipe.send("")
        while True:
            result = judge_chunk(judge, task, pipe.recv(), note)
            board[0] = IDLE
            pipe.send(result)
    finally:
        if isinstance(device, IsolatedDevice):
            device.close()


def main() -> None:
    """Serve on two descriptors, connection and shared memory, until the parent process ends.

    The arguments are the numbers of the three.
    """
    connection, memory, parent = (int(text) for text in sys.argv[1:4])
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return
    for descriptor in (connection, memory):
        os.set_inheritable(descriptor, False)
    board = memoryview(mmap.mmap(memory, 8)).cast("q")
    with contextlib.suppress(EOFError, KeyboardInterrupt, ConnectionError):
        _serve(Connection(connection), board)
