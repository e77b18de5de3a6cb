"""Fuzz campaigns: workers that share a corpus, and a store from which a campaign continues.

The folder of a campaign holds the store (``campaign.sqlite``), the corpus, one file for each
finding, and the state of the workers. Every few seconds the results since the last time are stored
as a chunk. Inputs of the corpus and findings are on the disk at once, so a campaign that was killed
loses only the counts of these seconds.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError, identify_driver
from conformance.drivers.process import IsolatedDevice
from conformance.hal import Version
from conformance.harness.judge import effective_version
from fuzz.campaigns.evidence import EvidenceFiles, write_evidence
from fuzz.campaigns.rule_reach import rule_reach
from fuzz.campaigns.tally import FoundInput, FuzzTally, finding_entry
from fuzz.campaigns.worker import FuzzWorker, WorkerStartError, WorkerTask
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import FuzzFinding, KnownFinding, is_known
from fuzz.core.instrumentation import is_available
from fuzz.core.run_state import RunState
from fuzz.core.target_files import load_target
from fuzz.engines.engine import write_inputs
from fuzz.engines.seeds import SeedError, read_folder, read_seeds
from fuzz.inputs.records import FORM_VERSION
from generators.campaigns.campaign_merge import first_seeds
from generators.campaigns.campaign_store import FORMAT, CampaignStore, StoreError, read_store

REPORT_SCHEMA: Final = 1
_CHUNK_SECONDS: Final = 5.0
_POLL: Final = 0.2
_START_LIMIT: Final = 300.0
"""Limit in seconds for the start of the workers."""

_CORPUS: Final = "corpus"
_WORKERS: Final = "workers"
_FINDINGS: Final = "findings"


@dataclass(frozen=True, slots=True)
class FuzzSettings:
    """The settings of a fuzz campaign.

    ``budget`` is its time in seconds, and ``minimise_budget`` the time for minimising the input of
    one finding. ``known`` are findings that are not recorded.
    """

    target: str
    driver: str
    budget: float
    workers: int = 1
    isolate: bool = False
    engine: str = "auto"
    seed: int = 0
    known: tuple[KnownFinding, ...] = ()
    minimise_budget: float = 10.0
    max_minimised: int = 50


@dataclass(slots=True)
class FuzzProgress:
    """The state of a running campaign, for a progress display."""

    tally: FuzzTally
    seconds: float
    executions: int = 0
    edges: int = 0


@dataclass(slots=True)
class _Pending:
    """The results since the last chunk."""

    executions: int = 0
    restarts: int = 0
    rules: set[str] = field(default_factory=set)
    findings: list[tuple[FuzzFinding, bytes]] = field(default_factory=list)


class EngineError(Exception):
    """The engine is not installed, or its workers cannot start; the text states what to do."""


class FuzzCampaign:
    """One campaign in one folder, or several (``parts``) merged into one folder.

    A merged campaign can only ``report``. The target, the driver and the version of the suite must
    be those that the folder has stored. Raises ``StoreError``, ``DriverLoadError``,
    ``EngineError`` or ``UnknownTargetError``.
    """

    def __init__(self, settings: FuzzSettings, folder: Path, parts: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.settings = settings
        self.target = load_target(settings.target)
        try:
            self._driver = self.target.driver() if self.target.driver else settings.driver
        except NoLibraryError as error:
            raise DriverLoadError(str(error)) from error
        self.engine = settings.engine
        if self.engine == "auto":
            self.engine = "atheris" if is_available() else "random"
        elif self.engine == "atheris" and not is_available():
            raise EngineError(
                "--engine atheris: atheris is not installed: pip install 'nn-conformance[fuzz]' "
                "(Linux only), or use --engine random"
            )
        # The driver is opened in another process, because a driver may crash when it is opened.
        device = IsolatedDevice(self._driver)
        try:
            self._identity = identify_driver(device)
            self.version: Version = effective_version(device)
        finally:
            device.close()
        self.tally = FuzzTally()
        self._stored_seconds = 0.0
        self._stored_executions = 0
        header: dict[str, Any] = {
            "kind": "fuzz",
            "target": settings.target,
            "driver": settings.driver,
            "driver_version": self._identity.version_string,
            "form": FORM_VERSION,
            "suite": __version__,
            "seed": settings.seed,
        }
        if parts:
            header["seed"] = first_seeds(parts, {"format": FORMAT, **header})
        self.store = CampaignStore(folder, header, self.tally.add)
        try:
            self._prepare_corpus(parts)
            if parts:
                self._merge(parts)
        except BaseException:
            self.store.close()
            raise

    # ------------------------------------------------------------------------------ folders

    @property
    def corpus(self) -> Path:
        """Return the folder of the corpus."""
        return self.folder / _CORPUS

    def _prepare_corpus(self, parts: Sequence[Path]) -> None:
        """Check the corpus, and add the seeds and the inputs of other campaigns."""
        for path in (self.corpus, self.folder / _WORKERS, self.folder / _FINDINGS):
            if path.is_symlink() or (os.path.lexists(path) and not path.is_dir()):
                raise StoreError(
                    f"{path}: not a real folder; the campaign writes there, so it must not be a "
                    "link or a file; remove it, or use another folder"
                )
        try:
            write_inputs(self.corpus, read_seeds(self.settings.target))
            read_folder(self.corpus)
            for part in parts:
                if (part / _CORPUS).is_dir():
                    write_inputs(self.corpus, read_folder(part / _CORPUS))
        except (OSError, SeedError) as error:
            raise StoreError(f"{self.corpus}: the corpus cannot be used: {error}") from error

    def _merge(self, parts: Sequence[Path]) -> None:
        chunks = itertools.chain.from_iterable(read_store(part)[1] for part in parts)
        self.store.fill({**chunk, "chunk": number} for number, chunk in enumerate(chunks))
        self.store.close()

    # ---------------------------------------------------------------------------------- run

    def run(self, watch: Callable[[FuzzProgress], None] = lambda _: None) -> dict[str, Any]:
        """Fuzz until the budget is used; return the report as JSON values.

        ``watch`` is called several times a second.
        """
        started = time.monotonic()
        workers: dict[int, FuzzWorker] = {}
        pending = _Pending(findings=self._left_findings())
        task = WorkerTask(
            self.target,
            self.settings.driver if self.target.driver is None else self._driver,
            self.settings.isolate,
            self.engine,
            self.corpus,
            self.settings.known,
        )
        progress = FuzzProgress(self.tally, 0.0)
        try:
            try:
                self._run_workers(task, workers, pending, progress, watch, started)
            finally:
                for worker in workers.values():
                    worker.stop()
                    self._collect(worker, pending)
                self._store_chunk(pending, progress)
                for worker in workers.values():
                    worker.close()
            return self.report(time.monotonic() - started)
        except OSError as error:
            raise StoreError(
                f"{self.folder}: results cannot be written: {error}; stored results are not lost, "
                "continue later with the same --resume"
            ) from error
        finally:
            self.store.close()

    def _run_workers(
        self,
        task: WorkerTask,
        workers: dict[int, FuzzWorker],
        pending: _Pending,
        progress: FuzzProgress,
        watch: Callable[[FuzzProgress], None],
        started: float,
    ) -> None:
        seeds = itertools.count(self.settings.seed + len(self.store.completed_chunks) * 1000)
        folder = self.folder / _WORKERS
        stored = started
        for number in range(self.settings.workers):
            workers[number] = FuzzWorker(task, folder / str(number), next(seeds))
        finished = 0
        first: float | None = None  # the time of the first input: the instrumentation takes seconds
        while True:
            time.sleep(_POLL)
            now = time.monotonic()
            if first is None and now - started > _START_LIMIT:
                raise EngineError(f"no worker ran an input within {_START_LIMIT:g} s")
            if first is not None and now - first >= self.settings.budget:
                return
            for number, worker in list(workers.items()):
                pending.findings += worker.take_findings()
                progress.edges = max(progress.edges, worker.edges)
                try:
                    end = worker.poll()
                except WorkerStartError as error:
                    raise EngineError(str(error)) from error
                if end is None:
                    continue
                finding, data = end
                if not is_known(finding, self.settings.known):
                    pending.findings.append((finding, data))
                self._collect(worker, pending)
                finished += worker.executions
                worker.close()
                pending.restarts += 1
                workers[number] = FuzzWorker(task, folder / str(number), next(seeds))
            progress.executions = finished + sum(w.executions for w in workers.values())
            if first is None and progress.executions:
                first = now
            progress.seconds = now - (first or now)
            watch(progress)
            if now - stored >= _CHUNK_SECONDS:
                stored = now
                for worker in workers.values():
                    pending.rules |= worker.rules()
                self._store_chunk(pending, progress)

    def _collect(self, worker: FuzzWorker, pending: _Pending) -> None:
        """Add the last findings and rules of a worker that has ended."""
        pending.findings += worker.take_findings()
        pending.rules |= worker.rules()

    def _left_findings(self) -> list[tuple[FuzzFinding, bytes]]:
        """Return the findings of workers whose campaign was killed, and remove their files."""
        found: list[tuple[FuzzFinding, bytes]] = []
        for folder in sorted((self.folder / _WORKERS).glob("*/")):
            with contextlib.suppress(OSError, ValueError):
                state = RunState.open(folder)
                found += state.take_findings()
                state.close()
        return found

    def _store_chunk(self, pending: _Pending, progress: FuzzProgress) -> None:
        seconds = max(progress.seconds - self._stored_seconds, 0.0)
        executions = progress.executions - self._stored_executions
        if not executions and not pending.findings:
            return
        sizes = [entry.stat().st_size for entry in os.scandir(self.corpus) if entry.is_file()]
        self.store.add(
            {
                "chunk": len(self.store.completed_chunks),
                "executions": executions,
                "seconds": round(seconds, 3),
                "edges": progress.edges,
                "corpus": len(sizes),
                "corpus_bytes": sum(sizes),
                "restarts": pending.restarts,
                "rules": sorted(pending.rules - self.tally.rules),
                "findings": [finding_entry(*found) for found in pending.findings],
            }
        )
        self._stored_seconds += seconds
        self._stored_executions = progress.executions
        pending.findings, pending.restarts = [], 0

    # ------------------------------------------------------------------------------- report

    def report(self, seconds: float) -> dict[str, Any]:
        """Return the report on the stored results as JSON values.

        The input of each finding is minimised and written to the folder of findings.
        """
        tally = self.tally
        return {
            "schema": REPORT_SCHEMA,
            "target": self.settings.target,
            "driver": f"{self._identity.name} ({self.settings.driver})",
            "driver_version": self._identity.version_string,
            "hal_version": str(self.version),
            "engine": self.engine,
            "suite": __version__,
            "seconds": round(seconds, 3),
            "total_seconds": round(tally.seconds, 3),
            "executions": tally.executions,
            "executions_per_second": round(tally.executions / max(tally.seconds, 1e-3), 1),
            "edges": tally.edges,
            "corpus": {"inputs": tally.corpus, "bytes": tally.corpus_bytes},
            "seconds_since_new_edge": round(tally.seconds_since_new_edge, 1),
            "worker_restarts": tally.restarts,
            "rules": rule_reach(self.settings.target, self.version, tally.rules),
            "findings": self._findings(),
        }

    def _findings(self) -> list[dict[str, Any]]:
        """Return the entries of the findings; those with the same minimised form are merged."""
        merged: dict[str, dict[str, Any]] = {}
        for number, found in enumerate(self.tally.found.values()):
            if number < self.settings.max_minimised:
                files = write_evidence(
                    self.target,
                    self._driver,
                    found.finding,
                    found.data,
                    self.folder / _FINDINGS,
                    self.settings.minimise_budget,
                )
            else:
                files = EvidenceFiles(found.finding, reproduced=False)
            entry = _entry(found, files, self.settings)
            known = merged.setdefault(entry["signature"], entry)
            if known is not entry:
                known["count"] += entry["count"]
        return list(merged.values())


def _entry(found: FoundInput, files: EvidenceFiles, settings: FuzzSettings) -> dict[str, Any]:
    finding = files.finding
    command = ""
    if files.input:
        command = (
            f"nn-conformance fuzz {settings.driver} --target {settings.target} "
            f"--input {files.input}"
        )
    return {
        "signature": finding.signature,
        "kind": finding.kind,
        "rule": finding.rule,
        "reason": finding.reason,
        "count": found.count,
        "reproduced": files.reproduced,
        "input": files.input,
        "case": files.case,
        "spec": files.spec,
        "command": command,
    }
