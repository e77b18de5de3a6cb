"""The worker process that checks chunks of seeds; ``LocalWorkerPool`` starts it.

The process receives its parent's ``sys.path`` and the task, and answers with an error text, which
is empty on success. Then it receives chunks and sends results until the connection closes. It
writes the current seed to shared memory, so that the parent can read which seed caused a crash.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any, Final

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.foreign_objects import describe_exception
from conformance.drivers.own_process import IsolatedDevice
from conformance.hal import Device
from conformance.processes import die_with_parent
from conformance.verdicts import VerdictKind
from generators.campaigns.campaign_tally import NOT_JUDGED_KINDS, REFUSED
from generators.construction.profiles import Profile
from generators.graph_judge import OPTIONS, GraphJudge, GraphRecord
from generators.supported_profile import resolve_profile

NO_SEED: Final = -1
"""The value in shared memory while no seed is being checked."""


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """The settings with which a worker checks every chunk of a campaign."""

    driver: str
    profile: str
    isolate: bool = False
    callback_timeout: float = 10.0
    cells: tuple[tuple[int, int], ...] = ()
    """The cells that the driver supports, if the profile depends on them."""


@dataclass(slots=True)
class SeedChunk:
    """Seeds that one worker checks one after the other.

    ``process_failures`` maps each seed that made a worker crash or hang to the kind and reason of
    its verdict.
    """

    number: int
    seeds: list[int]
    process_failures: dict[int, tuple[str, str]] = field(default_factory=dict)


def open_task_device(task: JudgeTask) -> Device:
    """Open a campaign's driver, in a separate process if ``task.isolate``, and return it.

    Raise ``DriverLoadError`` if it cannot be opened.
    """
    return IsolatedDevice(task.driver) if task.isolate else open_driver(task.driver)


def judge_chunk(
    judge: GraphJudge, task: JudgeTask, chunk: SeedChunk, note: Callable[[int], None]
) -> dict[str, Any]:
    """Check the seeds of a chunk and return the results as JSON values.

    ``note`` is called with each seed before its graph is generated.
    """
    profile = resolve_profile(task.profile, task.cells)
    counts, cells, pairs = Counter[str](), Counter[str](), Counter[str]()
    cells_not_executed, pairs_not_executed = Counter[str](), Counter[str]()
    refused_cells = Counter[str]()
    failures: list[dict[str, Any]] = []
    interval_checks = audited_elements = loose_elements = 0
    for seed in chunk.seeds:
        record = _record_of(judge, profile, chunk, seed, note)
        counts[record.kind] += 1
        cells.update(record.cells)
        pairs.update(record.pairs)
        if record.kind in NOT_JUDGED_KINDS:
            cells_not_executed.update(record.cells)
            pairs_not_executed.update(record.pairs)
            if record.kind in REFUSED:
                refused_cells.update(record.cells)
        interval_checks += record.intervals_computed
        audited_elements += record.audited_elements
        loose_elements += record.loose_elements
        if record.failure_signature:
            failure = asdict(record)
            del failure["cells"], failure["pairs"]
            failures.append(failure)
    return {
        "chunk": chunk.number,
        "graphs": len(chunk.seeds),
        "counts": dict(counts),
        "cells": dict(cells),
        "pairs": dict(pairs),
        "aside_cells": dict(cells_not_executed),
        "aside_pairs": dict(pairs_not_executed),
        "refused_cells": dict(refused_cells),
        "records": failures,
        "interval_checks": interval_checks,
        "audited_elements": audited_elements,
        "loose_elements": loose_elements,
    }


def _record_of(
    judge: GraphJudge,
    profile: Profile,
    chunk: SeedChunk,
    seed: int,
    note: Callable[[int], None],
) -> GraphRecord:
    """Return the record of a seed; an exception of the suite does not end the campaign."""
    if seed in chunk.process_failures:
        kind, reason = chunk.process_failures[seed]
        signature = f"{kind} process.alive"
        return GraphRecord(seed, kind, "process.alive", reason, failure_signature=signature)
    note(seed)
    try:
        return judge.judge_seed(profile, seed)
    except Exception as error:
        reason = f"the suite failed: {describe_exception(error).summary}"
        kind = str(VerdictKind.INTERNAL_ERROR)
        signature = f"{kind} {type(error).__name__}"
        return GraphRecord(seed, kind, "internal", reason, failure_signature=signature)


def _serve_chunks(pipe: Connection, current_seed: memoryview) -> None:
    """Receive the task and then chunks, and send the results; the module describes the protocol."""
    sys.path[:], task = pipe.recv()

    def note(seed: int) -> None:
        current_seed[0] = seed

    try:
        device = open_task_device(task)
    except DriverLoadError as error:
        pipe.send(str(error))
        return
    try:
        judge = GraphJudge(device, replace(OPTIONS, callback_timeout=task.callback_timeout))
        pipe.send("")
        while True:
            result = judge_chunk(judge, task, pipe.recv(), note)
            current_seed[0] = NO_SEED
            pipe.send(result)
    finally:
        if isinstance(device, IsolatedDevice):
            device.close()


def main() -> None:
    """Serve chunks until the parent process ends.

    The three arguments are the descriptors of the connection and the shared memory, and the
    parent's process id.
    """
    connection, memory, parent = (int(text) for text in sys.argv[1:4])
    die_with_parent(parent)
    for descriptor in (connection, memory):
        os.set_inheritable(descriptor, False)
    current_seed = memoryview(mmap.mmap(memory, 8)).cast("q")
    with contextlib.suppress(EOFError, KeyboardInterrupt, ConnectionError):
        _serve_chunks(Connection(connection), current_seed)
