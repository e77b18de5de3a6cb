"""Campaigns: random graphs at scale, resumable, with what they found in groups.

Graphs are judged in chunks, chunks make up rounds. What a round is to contain is settled by what
all rounds before have covered, and that by the seeds alone: verdicts do not depend on the number of
workers, on kills, or on who computed what.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.drivers import identify
from conformance.drivers.process import IsolatedDevice
from conformance.harness import Options
from conformance.harness.dump import Dumper, RunFacts
from conformance.harness.minimise import elements
from conformance.specfile.casefile import CaseFile
from generators.coverage import Coverage
from generators.generate import GENERATOR_VERSION
from generators.judging import GraphJudge, signature
from generators.oracle import case_id
from generators.profiles import PROFILES
from generators.store import Store
from generators.workers import Chunk, Task, Workers, device_of

SCHEMA: Final = 1
CHUNK: Final = 50
CHUNKS_A_ROUND: Final = 20
_GOOD: Final = frozenset({"passed", "quality_warning"})
_ASIDE: Final = frozenset(
    {"declined", "not_applicable", "too_large", "no_resources", "unavailable", "disabled", "waived"}
)


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
    graph_limit: float = 60.0
    minimise_budget: float = 10.0
    most_groups: int = 50


@dataclass(slots=True)
class Progress:
    """Live figures."""

    graphs: int = 0
    seconds: float = 0.0
    failures: int = 0
    groups: dict[str, int] = field(default_factory=dict)
    pairs: int = 0


Watch = Callable[[Progress], None]


class Campaign:
    """One campaign in one folder."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        device = device_of(settings.task)
        try:
            self._identity = identify(device)
            self._version = GraphJudge(device).version
        finally:
            if isinstance(device, IsolatedDevice):
                device.close()
        self._profile = PROFILES[settings.task.profile]
        self._progress = Progress()
        self._pairs: set[str] = set()
        self.store = Store(
            folder,
            {
                "driver": settings.task.driver,
                "driver_version": self._identity.version_string,
                "profile": settings.task.profile,
                "seed": settings.seed,
                "generator": GENERATOR_VERSION,
                "suite": __version__,
            },
        )

    def run(self, watch: Watch = lambda _: None) -> dict[str, Any]:
        """Judge until the budget is spent; the report as JSON values."""
        started = time.monotonic()
        settings = self.settings
        deadline = None if settings.budget is None else started + settings.budget

        def stop() -> bool:
            return deadline is not None and time.monotonic() > deadline

        try:
            workers = Workers(settings.task, settings.workers, settings.graph_limit)
            try:
                for done in self.store.chunks.values():
                    self._count(done)
                for round_ in self._rounds():
                    for result in workers.run(iter(round_), stop):
                        if result is not None:
                            self.store.add(result)
                            self._count(result)
                        self._progress.seconds = time.monotonic() - started
                        watch(self._progress)
                    if stop():
                        break
            finally:
                workers.close()
            return self.report(time.monotonic() - started)
        finally:
            self.store.close()

    def _rounds(self) -> Iterator[list[Chunk]]:
        """The chunks of each round that are not done yet."""
        settings, coverage = self.settings, Coverage()
        total = None if settings.graphs is None else -(-settings.graphs // CHUNK)
        number = 0
        while total is None or number < total:
            size = CHUNKS_A_ROUND if total is None else min(CHUNKS_A_ROUND, total - number)
            first = settings.seed + number * CHUNK
            seeds = coverage.seeds(self._profile, self._version, first, CHUNKS_A_ROUND * CHUNK)
            chunks = [Chunk(number + n, seeds[n * CHUNK : (n + 1) * CHUNK]) for n in range(size)]
            todo = [chunk for chunk in chunks if chunk.number not in self.store.chunks]
            if todo:
                yield todo
            for chunk in chunks:
                done = self.store.chunks.get(chunk.number)
                if done is None:
                    return
                coverage.cells.update(done["cells"])
                coverage.pairs.update(done["pairs"])
            number += size

    def _count(self, done: dict[str, Any]) -> None:
        """Live figures after one more chunk."""
        progress = self._progress
        progress.graphs += done["graphs"]
        self._pairs.update(done["pairs"])
        progress.pairs = len(self._pairs)
        for record in done["records"]:
            if record["kind"] not in _ASIDE:
                progress.failures += 1
                manner = record["manner"]
                progress.groups[manner] = progress.groups.get(manner, 0) + 1

    # ------------------------------------------------------------------------------- report

    def report(self, seconds: float) -> dict[str, Any]:
        """What the store holds, failures minimised and in groups; ``docs/random-graphs.md``."""
        coverage = Coverage()
        counts: dict[str, int] = {}
        records: list[dict[str, Any]] = []
        looks = audited = wide = 0
        for number in sorted(self.store.chunks):
            done = self.store.chunks[number]
            for kind, count in done["counts"].items():
                counts[kind] = counts.get(kind, 0) + count
            coverage.cells.update(done["cells"])
            coverage.pairs.update(done["pairs"])
            records += done["records"]
            looks += done["second_looks"]
            audited += done["elements"]
            wide += done["wide"]
        failing = [r for r in records if r["kind"] not in _ASIDE]
        graphs = sum(counts.values())
        return {
            "schema": SCHEMA,
            "driver": f"{self._identity.name} ({self.settings.task.driver})",
            "driver_version": self._identity.version_string,
            "hal_version": str(self._version),
            "profile": self.settings.task.profile,
            "seed": self.settings.seed,
            "generator": GENERATOR_VERSION,
            "suite": __version__,
            "graphs": graphs,
            "seconds": round(seconds, 3),
            "passed": sum(counts.get(kind, 0) for kind in _GOOD),
            "declined": sum(counts.get(kind, 0) for kind in _ASIDE),
            "failures": len(failing),
            "counts": dict(sorted(counts.items())),
            "second_looks": looks,
            "audit": {"elements": audited, "wide": wide},
            "coverage": coverage.summary(self._profile, self._version),
            "groups": self._groups(failing),
            "reasons": _declined(records),
        }

    def _groups(self, failing: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Failures of one manner, minimised by the first of them."""
        by_manner: dict[str, list[dict[str, Any]]] = {}
        for record in failing:
            by_manner.setdefault(record["manner"], []).append(record)
        merged: dict[str, dict[str, Any]] = {}
        ordered = sorted(by_manner.values(), key=lambda group: group[0]["seed"])
        for number, group in enumerate(ordered):
            told = self._told(group, minimise=number < self.settings.most_groups)
            known = merged.setdefault(told["signature"], told)
            if known is not told:
                known["count"] += told["count"]
                known["seeds"] = sorted([*known["seeds"], *told["seeds"]])[:_SEEDS]
        return list(merged.values())

    def _told(self, group: list[dict[str, Any]], *, minimise: bool) -> dict[str, Any]:
        first = group[0]
        told: dict[str, Any] = {
            "signature": first["manner"],
            "kind": first["kind"],
            "rule": first["rule"],
            "count": len(group),
            "seeds": [record["seed"] for record in group[:_SEEDS]],
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
            judge = GraphJudge(device, Options(callback_timeout=task.callback_timeout))
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
        dump = Dumper(self.folder / "failures", facts).dump(judge.failure, origin)
        told["dump"], told["command"] = dump.folder, dump.command


_SEEDS: Final = 20


def _declined(records: list[dict[str, Any]]) -> dict[str, int]:
    """Why graphs were set aside, the most frequent reasons first."""
    found: dict[str, int] = {}
    for record in records:
        if record["kind"] in _ASIDE:
            reason = record["reason"].partition(";")[0]
            found[reason] = found.get(reason, 0) + 1
    most = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return dict(most[:_SEEDS])
