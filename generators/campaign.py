"""Campaigns: random graphs at scale, resumable, with what they found in groups.

Graphs are judged in chunks, chunks make up rounds. What a round is to contain is settled by what
the rounds up to the last but one have covered, and that by the seeds alone: verdicts do not depend
on the number of workers, on kills, or on who computed what, and nobody waits for a round's end.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError, identify
from conformance.drivers.process import IsolatedDevice
from conformance.harness.dump import Dumper, RunFacts
from conformance.harness.minimise import elements
from conformance.specfile.casefile import CaseFile
from generators.cluster import Cluster
from generators.coverage import compatible_pairs
from generators.generate import GENERATOR_VERSION, cells
from generators.judging import OPTIONS, GraphJudge, signature
from generators.merging import fill, seeds_of
from generators.oracle import case_id
from generators.store import FORMAT, Store, StoreError
from generators.supported import Narrowing, is_narrowed, narrowed, narrowing, supported_cells
from generators.tally import ASIDE, CHUNKS_A_ROUND, SEEDS, Group, Tally
from generators.worker import Chunk, Task, device_of
from generators.workers import Pool, Workers

SCHEMA: Final = 1
CHUNK: Final = 50
_DUMPS: Final = "failures"
_GOOD: Final = frozenset({"passed", "quality_warning"})


@dataclass(frozen=True, slots=True)
class Settings:
    """What a campaign is; the folder of a resumed one must hold the same."""

    task: Task
    seed: int = 0
    graphs: int | None = None
    """Stop after so many graphs (rounded up to whole chunks)."""
    budget: float | None = None
    """Stop after so many seconds."""
    workers: int = 1
    scheduler: str = ""
    """Address of a Dask scheduler, or ``local``; empty: processes on this machine."""
    graph_limit: float = 60.0
    minimise_budget: float = 10.0
    most_groups: int = 50
    narrow: bool = False
    """Narrow the profile if the driver would decline most of its first graphs."""


@dataclass(slots=True)
class Progress:
    """Live figures; ``of`` tells how many ``cells`` and ``pairs`` there are to cover."""

    tally: Tally
    seconds: float
    of: Mapping[str, int]


Watch = Callable[[Progress], None]


def _check_dumps(folder: Path) -> None:
    """Refuse a folder of dumps that leads elsewhere: dumps replace files of the same names."""
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise StoreError(
            f"{folder}: is a link or no folder, and failing graphs are written there; remove it, "
            "or use another folder"
        )
    links = [entry.name for entry in os.scandir(folder) if entry.is_symlink()]
    if links:
        raise StoreError(
            f"{folder / links[0]}: is a link, and failing graphs are written there; remove it, "
            "or use another folder"
        )


class Campaign:
    """One campaign in one folder; or what others found in ``parts``, put together there.

    Of those only a ``report`` is to be had; ``left_out`` are the chunks that several of them have.
    """

    def __init__(self, settings: Settings, folder: Path, parts: Sequence[Path] = ()) -> None:
        self.folder = folder
        task = settings.task
        device = device_of(task)
        try:
            self._identity = identify(device)
            self._version = GraphJudge(device).version
            self.narrowing = Narrowing(task.profile)
            if settings.narrow:
                first = settings.seed
                self.narrowing = narrowing(task.profile, task.driver, self._version, first)
                task = replace(task, profile=self.narrowing.profile)
            if is_narrowed(task.profile):
                task = replace(task, cells=supported_cells(task.profile, device, self._version))
        finally:
            if isinstance(device, IsolatedDevice):
                device.close()
        self._profile = narrowed(task.profile, task.cells)
        self._used = min(self._version, self._profile.version)
        if not cells(self._profile, self._used):
            raise DriverLoadError(
                f"{task.driver} of HAL {self._version} supports no operation of the profile "
                f"{task.profile}: there is nothing to generate"
            )
        self.settings = settings = replace(settings, task=task)
        self._tally = Tally()
        header: dict[str, Any] = {
            "driver": settings.task.driver,
            "driver_version": self._identity.version_string,
            "profile": settings.task.profile,
            "seed": settings.seed,
            "generator": GENERATOR_VERSION,
            "suite": __version__,
            **({"supported": len(task.cells)} if is_narrowed(task.profile) else {}),
        }
        if parts:
            header["seed"] = seeds_of(parts, {"format": FORMAT, **header})
        self._seed = header["seed"]
        _check_dumps(folder / _DUMPS)
        self.store = Store(folder, header, self._tally.add)
        self.left_out = 0
        if parts:
            try:
                self.left_out = fill(self.store, parts, CHUNK)
            finally:
                self.store.close()

    def run(self, watch: Watch = lambda _: None) -> dict[str, Any]:
        """Judge until the budget is spent; the report as JSON values."""
        started = time.monotonic()
        settings = self.settings
        of = {
            "cells": len(cells(self._profile, self._used)),
            "pairs": len(compatible_pairs(self._profile, self._used)),
        }
        deadline = None if settings.budget is None else started + settings.budget

        def stop() -> bool:
            return deadline is not None and time.monotonic() > deadline

        try:
            pool = self._pool()
            try:
                for result in pool.run(self._chunks(), stop):
                    if result is not None:
                        self.store.add(result)
                    watch(Progress(self._tally, time.monotonic() - started, of))
            finally:
                pool.close()
            return self.report(time.monotonic() - started)
        finally:
            self.store.close()

    def _pool(self) -> Pool:
        settings = self.settings
        if settings.scheduler:
            return Cluster(
                settings.task, settings.scheduler, settings.workers, settings.graph_limit
            )
        return Workers(settings.task, settings.workers, settings.graph_limit)

    def _chunks(self) -> Iterator[Chunk | None]:
        """The chunks that are not done yet; ``None`` while the last round but one is not."""
        done = self.store.done
        for number in itertools.count():
            numbers = self._round(number)
            if not numbers:
                return
            todo = [chunk for chunk in numbers if chunk not in done]
            if not todo:
                continue
            while number > 1 and not done.issuperset(self._round(number - 2)):
                yield None
            coverage = self._tally.covered_before(number)
            first = self.settings.seed + numbers.start * CHUNK
            seeds = coverage.seeds(self._profile, self._used, first, CHUNKS_A_ROUND * CHUNK)
            for chunk in todo:
                start = (chunk - numbers.start) * CHUNK
                yield Chunk(chunk, seeds[start : start + CHUNK])

    def _round(self, number: int) -> range:
        """Numbers of a round's chunks; none when all graphs lie before it."""
        start, graphs = number * CHUNKS_A_ROUND, self.settings.graphs
        end = start + CHUNKS_A_ROUND
        return range(start, end if graphs is None else min(end, -(-graphs // CHUNK)))

    # ------------------------------------------------------------------------------- report

    def report(self, seconds: float) -> dict[str, Any]:
        """What the store holds, failures minimised and in groups;
        ``docs/explanation/random-graphs.md``.
        """
        tally = self._tally
        counts = tally.counts
        return {
            "schema": SCHEMA,
            "driver": f"{self._identity.name} ({self.settings.task.driver})",
            "driver_version": self._identity.version_string,
            "hal_version": str(self._version),
            "profile": self.settings.task.profile,
            "narrowed": self.narrowing.note,
            "seed": self._seed,
            "generator": GENERATOR_VERSION,
            "suite": __version__,
            "graphs": tally.graphs,
            "seconds": round(seconds, 3),
            "passed": sum(counts[kind] for kind in _GOOD),
            "declined": sum(counts[kind] for kind in ASIDE),
            "executed": tally.executed,
            "refused_throughout": tally.refused_throughout(),
            "failures": tally.failures,
            "counts": dict(sorted(counts.items())),
            "second_looks": tally.second_looks,
            "audit": {"elements": tally.elements, "wide": tally.wide},
            "coverage": tally.executed_coverage.summary(self._profile, self._used),
            "groups": self._groups(),
            "reasons": tally.most_reasons(),
        }

    def _groups(self) -> list[dict[str, Any]]:
        """Failures of one manner, minimised by the first of them."""
        merged: dict[str, dict[str, Any]] = {}
        ordered = sorted(self._tally.groups.values(), key=lambda group: group.records[0]["seed"])
        for number, group in enumerate(ordered):
            told = self._told(group, minimise=number < self.settings.most_groups)
            known = merged.setdefault(told["signature"], told)
            if known is not told:
                known["count"] += told["count"]
                known["seeds"] = sorted([*known["seeds"], *told["seeds"]])[:SEEDS]
        return list(merged.values())

    def _told(self, group: Group, *, minimise: bool) -> dict[str, Any]:
        first = group.records[0]
        told: dict[str, Any] = {
            "signature": first["manner"],
            "kind": first["kind"],
            "rule": first["rule"],
            "count": group.count,
            "seeds": [record["seed"] for record in group.records],
            "case": case_id(self.settings.task.profile, first["seed"]),
            "reason": first["reason"],
            "minimal": None,
            "dump": "",
            "command": "",
        }
        if first["rule"] == "process.alive":
            told["command"] = (
                f"pytest --driver {self.settings.task.driver} --isolate {told['case']}"
            )
        if not minimise or first["rule"] == "process.alive" or first["kind"] == "internal_error":
            return told
        task = self.settings.task
        device = device_of(task)
        try:
            judge = GraphJudge(device, replace(OPTIONS, callback_timeout=task.callback_timeout))
            self._minimise(judge, first, told)
        finally:
            if isinstance(device, IsolatedDevice):
                device.close()
        return told

    def _minimise(self, judge: GraphJudge, record: dict[str, Any], told: dict[str, Any]) -> None:
        seed, name = record["seed"], told["case"]
        example = judge.example(self._profile, seed)
        verdict = judge.verdict(example, name, seed)
        if (str(verdict.kind), verdict.rule) != (record["kind"], record["rule"]):
            told["signature"] = f"nondeterministic: {told['signature']}"
            told["reason"] += f"; judged again: {verdict.kind} {verdict.reason}".rstrip()
            return
        smallest = judge.minimised(example, verdict, self.settings.minimise_budget)
        last = judge.verdict(smallest.example, name, seed)
        if not last.kind.blames_driver:
            told["signature"] = f"nondeterministic: {told['signature']}"
            told["reason"] += "; judged again several times: passed"
            return
        told["signature"] = signature(str(last.kind), last.rule, smallest.example.model)
        told["reason"] = last.reason or told["reason"]
        told["minimal"] = {
            "operations": list(smallest.operations),
            "elements": elements(smallest.example),
            "tries": smallest.tries,
            "seconds": round(smallest.seconds, 3),
        }
        if judge.failure is None:
            return
        facts = RunFacts(
            self.settings.task.driver,
            f"{self._identity.name} {self._identity.version_string}".strip(),
            seed,
            __version__,
            ["pytest", "--driver", self.settings.task.driver],
            Path.cwd(),
        )
        origin = CaseFile(name, smallest.example, seed=seed, source=name)
        dump = Dumper(self.folder / _DUMPS, facts).dump(judge.failure, origin)
        told["dump"], told["command"] = dump.folder, dump.command
