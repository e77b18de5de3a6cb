"""Campaigns: runs of many random graphs that can be resumed and that group their failures.

A campaign checks graphs in chunks. The seeds of a chunk follow from its number, so the verdicts do
not depend on the number of workers, on interruptions, or on which worker checked which chunk.
"""

from __future__ import annotations

import itertools
import math
import shlex
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.cases.casefile import Case
from conformance.drivers import DriverLoadError
from conformance.failures.failure_dump import Dumper, RunInfo
from conformance.failures.failure_search import FailureSearch
from conformance.failures.shrink.minimizer import count_input_elements
from conformance.harness.execution.other_data import failing_example
from conformance.results.reproduction import reproduction
from conformance.verdicts import DIAGNOSIS_KEY, VerdictKind
from generators.campaigns.campaign_store import CampaignStore
from generators.campaigns.campaign_tally import (
    MAX_LISTED_SEEDS,
    NOT_JUDGED_KINDS,
    CampaignTally,
    SignatureGroup,
)
from generators.campaigns.causes import NONDETERMINISTIC
from generators.campaigns.chunks import (
    JudgeTask,
    SeedChunk,
    close_searches,
    judge_chunk,
    open_task_driver,
)
from generators.campaigns.workers import ClusterError, WorkerPool
from generators.generate import GENERATOR_VERSION, allowed_cells
from generators.graph_coverage import campaign_seeds
from generators.graph_judge import OPTIONS, graph_case, graph_search, minimised_signature
from generators.oracle import case_id
from generators.profile_parameters import parse_profile
from generators.supported_profile import Narrowing, narrowing

REPORT_SCHEMA: Final = 1
CHUNK_SIZE: Final = 50
_POLL_INTERVAL: Final = 0.2
_MAX_LOSSES: Final = 3
_DUMPS: Final = "failures"
_DETAILS: Final = ("status", "required", DIAGNOSIS_KEY)
"""The details of a verdict from which the title of a cause is made."""
_PASSING_KINDS: Final = frozenset({"passed", "quality_warning"})


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """The settings of a campaign.

    Attributes:
        task: driver, profile and other settings that every worker needs.
        seed: number of the first graph.
        workers: number of worker processes.
        minimise_budget: seconds for minimizing the failing graph of one group.
        max_minimised_groups: number of groups whose first failing graph is minimized.

    """

    task: JudgeTask
    seed: int = 0
    graphs: int | None = None
    """Stop after this number of graphs (rounded up to whole chunks); ``None``: no limit."""
    budget: float | None = None
    """Stop after this number of seconds; ``None``: no limit."""
    workers: int = 1
    scheduler: str = ""
    """Address of a Dask scheduler, or ``local``; empty: worker processes on this machine."""
    minimise_budget: float = 10.0
    max_minimised_groups: int = 50
    narrow: bool = False
    """Narrow the profile if the driver would decline most of the first graphs."""


ProgressCallback = Callable[[CampaignTally, float], None]
"""Receives the totals so far and the seconds since the start of the run."""


class Campaign:
    """One campaign in one folder.

    The driver, its version, the profile, the seed and the suite's version must be those that the
    folder has stored.
    """

    def __init__(self, settings: CampaignSettings, folder: Path) -> None:
        self.folder = folder
        task = settings.task
        driver = open_task_driver(task)
        try:
            self._identity, self._version = driver.identity, driver.version
            self.narrowing = Narrowing(task.profile)
            if settings.narrow:
                first = settings.seed
                self.narrowing = narrowing(task.profile, task.driver, self._version, first)
                task = replace(task, profile=self.narrowing.profile)
        finally:
            driver.close()
        self._profile = parse_profile(task.profile)
        self._generated_version = min(self._version, self._profile.version)
        if not allowed_cells(self._profile, self._generated_version):
            raise DriverLoadError(
                f"{task.driver} of HAL {self._version} supports no operation of the profile "
                f"{task.profile}, so no graph can be generated; choose another profile"
            )
        self.settings = settings = replace(settings, task=task)
        self._tally = CampaignTally()
        self._lost_worker = False
        header: dict[str, Any] = {
            "driver": settings.task.driver,
            "driver_version": self._identity.version_string,
            "profile": settings.task.profile,
            "seed": settings.seed,
            "generator": GENERATOR_VERSION,
            "suite": __version__,
        }
        self.store = CampaignStore(folder, header, self._tally.add)

    @property
    def graphs(self) -> int:
        """The number of graphs that were checked, those of earlier runs among them."""
        return self._tally.graphs

    def run(self, watch: ProgressCallback = lambda _tally, _seconds: None) -> dict[str, Any]:
        """Check graphs until a limit is reached; return the report as JSON values.

        ``watch`` is called with the progress after each result and several times a second.
        """
        started = time.monotonic()
        settings = self.settings
        deadline = started + (settings.budget or math.inf)
        try:
            pool = WorkerPool(settings.workers, settings.scheduler)
            try:
                for result in self._results(pool, deadline):
                    if result is not None:
                        self.store.add(result)
                    watch(self._tally, time.monotonic() - started)
            finally:
                pool.close(close_searches)
            return self.report(time.monotonic() - started)
        finally:
            self.store.close()

    def _results(self, pool: WorkerPool, deadline: float) -> Iterator[dict[str, Any] | None]:
        """Yield the result of each chunk when it arrives, and ``None`` at times in between.

        A chunk whose worker process has ended is checked again.
        """
        calls_per_thread = 2 if self.settings.scheduler else 1
        chunks = self._chunks()
        again: list[SeedChunk] = []
        losses = Counter[int]()
        running: dict[Future[dict[str, Any]], SeedChunk] = {}
        while True:
            while len(running) < calls_per_thread * max(pool.threads(), 1):
                ended = time.monotonic() > deadline
                chunk = again.pop() if again else None if ended else next(chunks, None)
                if chunk is None:
                    break
                running[pool.submit(judge_chunk, self._task(), chunk)] = chunk
            if not running:
                return
            done, _ = wait(running, _POLL_INTERVAL, FIRST_COMPLETED)
            for future in done:
                chunk = running.pop(future)
                try:
                    yield future.result()
                except (ClusterError, DriverLoadError):
                    raise
                except Exception as error:
                    if not (self.settings.scheduler or isinstance(error, BrokenProcessPool)):
                        raise
                    losses[chunk.number] += 1
                    if losses[chunk.number] > _MAX_LOSSES:
                        raise ClusterError(
                            f"a chunk of graphs was lost {losses[chunk.number]} times, most "
                            f"recently because of: {error}; the results so far are stored: to "
                            "continue, repeat the command"
                        ) from error
                    self._lost_worker |= isinstance(error, BrokenProcessPool)
                    again.append(chunk)
            yield None

    def _task(self) -> JudgeTask:
        """Return the task for a chunk.

        A driver in the process of a worker is faster. When it has ended such a process, or hung,
        it gets a process of its own, so that the graph gets the verdict. On a cluster it always has
        one: a process of the cluster must not end.
        """
        counts, task = self._tally.counts, self.settings.task
        ends_processes = self._lost_worker or counts[VerdictKind.CRASH] or counts[VerdictKind.HANG]
        isolate = task.isolate or bool(ends_processes or self.settings.scheduler)
        return replace(task, isolate=isolate)

    def _chunks(self) -> Iterator[SeedChunk]:
        """Yield the chunks that are still to check."""
        graphs = self.settings.graphs
        numbers = itertools.count() if graphs is None else range(-(-graphs // CHUNK_SIZE))
        for chunk in numbers:
            if chunk not in self.store.completed_chunks:
                graph_numbers = range(chunk * CHUNK_SIZE, (chunk + 1) * CHUNK_SIZE)
                version, first = self._generated_version, self.settings.seed
                yield SeedChunk(chunk, campaign_seeds(self._profile, version, first, graph_numbers))

    # ------------------------------------------------------------------------------- report

    def report(self, seconds: float) -> dict[str, Any]:
        """Return the report on the stored results as JSON values.

        The first failing graph of each group is minimized for the report.
        ``docs/explanation/random-graphs.md`` lists the fields.
        """
        tally = self._tally
        counts = tally.counts
        return {
            "schema": REPORT_SCHEMA,
            "driver": f"{self._identity.name} ({self.settings.task.driver})",
            "driver_version": self._identity.version_string,
            "hal_version": str(self._version),
            "profile": self.settings.task.profile,
            "narrowed": self.narrowing.note,
            "seed": self.settings.seed,
            "generator": GENERATOR_VERSION,
            "suite": __version__,
            "graphs": tally.graphs,
            "seconds": round(seconds, 3),
            "passed": sum(counts[kind] for kind in _PASSING_KINDS),
            "declined": sum(counts[kind] for kind in NOT_JUDGED_KINDS),
            "executed": tally.executed,
            "refused_throughout": tally.refused_throughout(),
            "failures": tally.failures,
            "counts": dict(sorted(counts.items())),
            "coverage": tally.coverage.summary(self._profile, self._generated_version),
            "groups": self._merged_groups(),
            "reasons": tally.top_reasons(),
        }

    def _merged_groups(self) -> list[dict[str, Any]]:
        """Return the groups of failures, with the minimal form of the first failing graph of each.

        Two groups are merged if their minimal graphs have the same signature.
        """
        merged: dict[str, dict[str, Any]] = {}
        ordered = sorted(self._tally.groups.values(), key=lambda group: group.records[0]["seed"])
        for number, group in enumerate(ordered):
            entry = self._describe_group(
                group, minimise=number < self.settings.max_minimised_groups
            )
            known = merged.setdefault(entry["signature"], entry)
            if known is not entry:
                known["count"] += entry["count"]
                known["seeds"] = sorted([*known["seeds"], *entry["seeds"]])[:MAX_LISTED_SEEDS]
                operands = dict.fromkeys([*known["overwritten"], *entry["overwritten"]])
                known["overwritten"] = list(operands)[:MAX_LISTED_SEEDS]
        return list(merged.values())

    def _describe_group(self, group: SignatureGroup, *, minimise: bool) -> dict[str, Any]:
        """Return the report's entry on a group; with ``minimise``, minimize its first graph.

        Graphs that crashed or hung a process, and internal errors, are not minimized.
        """
        first = group.records[0]
        entry: dict[str, Any] = {
            "signature": first["failure_signature"],
            "kind": first["kind"],
            "rule": first["rule"],
            "count": group.count,
            "seeds": [record["seed"] for record in group.records],
            "case": case_id(self.settings.task.profile, first["seed"]),
            "path": first.get("path", ""),
            "reason": first["reason"],
            "details": {},
            "overwritten": [],
            "minimal": None,
            "dump": "",
            "command": "",
        }
        if first["rule"] == "process.alive":
            words = reproduction(self.settings.task.driver, entry["case"], options=["--isolate"])
            entry["command"] = shlex.join(words)
        if not minimise or first["rule"] == "process.alive" or first["kind"] == "internal_error":
            return entry
        task = self._task()
        driver = open_task_driver(task)
        try:
            options = replace(OPTIONS, callback_timeout=task.callback_timeout)
            search = graph_search(driver, options)
            self._minimise_group(search, first, entry)
        finally:
            driver.close()
        return entry

    def _minimise_group(
        self, search: FailureSearch, record: dict[str, Any], entry: dict[str, Any]
    ) -> None:
        """Minimize a failing graph, dump the result, and complete ``entry`` accordingly.

        If the graph does not fail again in the same way, the entry is marked as nondeterministic.
        """
        seed, name = record["seed"], entry["case"]
        case = graph_case(self._profile, seed, search.version)
        verdict = search.judge_example(case.example, name, seed, other_data=case.other_data)
        if (str(verdict.kind), verdict.rule) != (record["kind"], record["rule"]):
            entry["signature"] = f"{NONDETERMINISTIC}{entry['signature']}"
            entry["reason"] += f"; run again: {verdict.kind} {verdict.reason}".rstrip()
            return
        example = failing_example(case.example, verdict, case.other_data)
        failing = search.failing_paths(example, verdict)
        smallest = search.minimise(example, verdict, self.settings.minimise_budget, failing.paths)
        last = search.judge_minimized(smallest.example, verdict, failing.paths)
        if not last.kind.blames_driver:
            entry["signature"] = f"{NONDETERMINISTIC}{entry['signature']}"
            entry["reason"] += "; run again several times: passed"
            return
        signature = minimised_signature(str(last.kind), last.rule, smallest.example.model)
        needed = f" with {failing.needed_quality}" if failing.needed_quality else ""
        entry["signature"] = f"{signature}{needed}"
        entry["path"] = last.path
        entry["details"] = {key: last.details[key] for key in _DETAILS if key in last.details}
        failure = search.failure
        overwritten = search.find_overwritten_operand(smallest.example, failing.paths)
        if overwritten is not None:
            entry["signature"] = f"{last.kind} wrong values: {overwritten.cause}{needed}"
            entry["overwritten"] = [overwritten.describe()]
        reason = last.reason or entry["reason"]
        entry["reason"] = "; ".join(filter(None, (reason, failing.note, *entry["overwritten"])))
        entry["minimal"] = {
            "operations": list(smallest.operations),
            "elements": count_input_elements(smallest.example),
            "tries": smallest.tries,
            "seconds": round(smallest.seconds, 3),
        }
        if failure is None:
            return
        facts = RunInfo(
            self.settings.task.driver,
            f"{self._identity.name} {self._identity.version_string}".strip(),
            seed,
            __version__,
            reproduction(self.settings.task.driver),
            Path.cwd(),
        )
        origin = Case(name, smallest.example, seed=seed, source=name)
        dump = Dumper(self.folder / _DUMPS, facts).dump(failure, origin)
        entry["dump"], entry["command"] = dump.folder, dump.command
