"""The checking of a chunk of seeds in a worker process of a campaign."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from conformance.drivers.driver import Driver
from conformance.drivers.foreign_objects import describe_exception
from conformance.drivers.own_process import ProcessLimits
from conformance.failures.failure_search import FailureSearch
from conformance.verdicts import VerdictKind
from generators.campaigns.campaign_tally import NOT_JUDGED_KINDS, REFUSED
from generators.construction.profiles import Profile
from generators.graph_judge import OPTIONS, GraphRecord, graph_search, judge_seed
from generators.profile_parameters import parse_profile

_MANY_RESTARTS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """The settings with which a worker checks every chunk of a campaign."""

    driver: str
    profile: str
    isolate: bool = False
    callback_timeout: float = 10.0
    graph_limit: float = 60.0
    """Seconds after which a call of the driver counts as hung."""


@dataclass(frozen=True, slots=True)
class SeedChunk:
    """Seeds that one worker checks one after the other."""

    number: int
    seeds: list[int]


def open_task_driver(task: JudgeTask) -> Driver:
    """Open a campaign's driver, in a separate process if ``task.isolate``, and return it.

    Raise ``DriverLoadError`` if it cannot be opened.
    """
    limits = ProcessLimits(restarts=_MANY_RESTARTS)
    return Driver.open(
        task.driver,
        replace(
            limits,
            query=min(limits.query, task.graph_limit),
            prepare=min(limits.prepare, task.graph_limit),
            execute=min(limits.execute, task.graph_limit),
        ),
        isolate=task.isolate,
    )


_searches: dict[tuple[JudgeTask, int], FailureSearch] = {}
"""The runners of this process by task and thread; their drivers stay open for later chunks."""


def close_searches() -> None:
    """Close the drivers that this process has opened for chunks."""
    while _searches:
        _searches.popitem()[1].runner.driver.close()


def judge_chunk(task: JudgeTask, chunk: SeedChunk) -> dict[str, Any]:
    """Check the seeds of a chunk and return the results as JSON values.

    A driver in this process can end it. If a graph takes longer than the limit, a timer does.
    """
    key = task, threading.get_ident()
    if key not in _searches:
        options = replace(OPTIONS, callback_timeout=task.callback_timeout)
        _searches[key] = graph_search(open_task_driver(task), options)
    search = _searches[key]
    profile = parse_profile(task.profile)
    counts, cells, pairs = Counter[str](), Counter[str](), Counter[str]()
    refused_cells = Counter[str]()
    failures: list[dict[str, Any]] = []
    for seed in chunk.seeds:
        if not task.isolate:
            signal.setitimer(signal.ITIMER_REAL, task.graph_limit)
        record = _record_of(search, profile, seed)
        counts[record.kind] += 1
        if record.kind not in NOT_JUDGED_KINDS:
            cells.update(record.cells)
            pairs.update(record.pairs)
        elif record.kind in REFUSED:
            refused_cells.update(record.cells)
        if record.failure_signature:
            failure = asdict(record)
            del failure["cells"], failure["pairs"]
            failures.append(failure)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return {
        "chunk": chunk.number,
        "graphs": len(chunk.seeds),
        "counts": dict(counts),
        "cells": dict(cells),
        "pairs": dict(pairs),
        "refused_cells": dict(refused_cells),
        "records": failures,
    }


def _record_of(search: FailureSearch, profile: Profile, seed: int) -> GraphRecord:
    """Return the record of a seed; an exception of the suite does not end the campaign."""
    try:
        return judge_seed(search, profile, seed)
    except Exception as error:
        reason = f"the suite failed: {describe_exception(error).summary}"
        kind = str(VerdictKind.INTERNAL_ERROR)
        signature = f"{kind} {type(error).__name__}"
        return GraphRecord(seed, kind, "internal", reason, failure_signature=signature)
