"""Fuzz campaigns: workers that share a corpus, and a store from which a campaign continues.

The folder of a campaign holds the store (``campaign.sqlite``), the corpus, one file for each
finding, and the state of the workers. Every few seconds the new results are stored as a chunk, so a
campaign that was killed loses only these seconds.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.hal import Version
from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.evidence import EvidenceFiles, write_evidence
from fuzz.campaigns.results import FoundInput, FuzzTally, finding_entry, rule_reach
from fuzz.campaigns.worker import (
    FuzzPool,
    FuzzSettings,
    PoolResults,
    StorageError,
    WorkerStartError,
)
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import is_known
from fuzz.core.instrumentation import is_available
from fuzz.inputs.records import FORM_VERSION
from fuzz.targets import load_target
from generators.campaigns.campaign_store import CampaignStore, StoreError

REPORT_SCHEMA: Final = 1
_CHUNK_SECONDS: Final = 5.0
_POLL: Final = 0.2
_START_LIMIT: Final = 300.0
"""Limit in seconds for the start of the workers."""

_SEEDS_PER_CHUNK: Final = 1000


@dataclass(slots=True)
class FuzzProgress:
    """The state of a running campaign, for a progress display.

    ``tally`` is what is stored; ``executions`` and ``edges`` are those since the start.
    """

    tally: FuzzTally
    seconds: float
    executions: int = 0
    edges: int = 0


class EngineError(Exception):
    """The engine is not installed, or its workers cannot start; the text states what to do."""


class FuzzCampaign:
    """One campaign in one folder.

    The target, the driver and the version of the suite must be those that the folder has stored.
    Raises ``StoreError``, ``DriverLoadError``, ``EngineError`` or ``UnknownTargetError``.
    """

    def __init__(self, settings: FuzzSettings, folder: Path) -> None:
        self.folder = CampaignFolder(folder)
        self.target = load_target(settings.target)
        try:
            self._driver = self.target.opened_driver(settings.driver)
        except NoLibraryError as error:
            raise DriverLoadError(str(error)) from error
        engine = settings.engine
        if engine == "auto":
            engine = "atheris" if is_available() else "random"
        elif engine == "atheris" and not is_available():
            raise EngineError(
                "--engine atheris: atheris is not installed: pip install 'nn-conformance[fuzz]' "
                "(Linux only), or use --engine random"
            )
        input_limit = settings.input_limit or self.target.seconds
        self.settings = replace(settings, engine=engine, input_limit=input_limit)
        # The driver is opened in another process, because a driver may crash when it is opened.
        driver = Driver.open(self._driver, isolate=True)
        try:
            self._identity = driver.identity
            self.version: Version = driver.version
        finally:
            driver.close()
        self.tally = FuzzTally()
        self._stored_seconds = 0.0
        self._first_input: float | None = None
        self._pending = PoolResults()
        header: dict[str, Any] = {
            "kind": "fuzz",
            "target": settings.target,
            "driver": settings.driver,
            "driver_version": self._identity.version_string,
            "form": FORM_VERSION,
            "suite": __version__,
            "seed": settings.seed,
        }
        self.store = CampaignStore(folder, header, self.tally.add)
        try:
            self.folder.prepare(settings.target)
        except BaseException:
            self.store.close()
            raise

    # ---------------------------------------------------------------------------------- run

    def run(
        self,
        watch: Callable[[FuzzProgress], None] = lambda _: None,
        minimising: Callable[[int, int], None] = lambda _number, _count: None,
    ) -> dict[str, Any]:
        """Fuzz until the budget is used; return the report as JSON values.

        ``watch`` is called several times a second; ``minimising`` before the input of each finding
        is minimised, with its number and the number of findings.
        """
        started = time.monotonic()
        try:
            shutil.rmtree(self.folder.workers, ignore_errors=True)
            self.folder.workers.mkdir()
            seed = self.settings.seed + len(self.store.completed_chunks) * _SEEDS_PER_CHUNK
            pool = FuzzPool(self.settings, self.folder, seed)
            try:
                self._run_pool(pool, watch, started)
                self._pending.add(pool.finish())
            except KeyboardInterrupt:
                self._pending.add(pool.poll())
                raise
            finally:
                pool.close()
                self._store_chunk()
            return self._report(time.monotonic() - started, minimising)
        except WorkerStartError as error:
            raise EngineError(str(error)) from error
        except (OSError, StorageError) as error:
            raise StoreError(
                f"{self.folder.path}: results cannot be written: {error}; stored results are not "
                "lost, continue later with the same --output"
            ) from error
        finally:
            self.store.close()

    def _run_pool(
        self, pool: FuzzPool, watch: Callable[[FuzzProgress], None], started: float
    ) -> None:
        """Collect the results of the pool until the budget is used, and store them at times."""
        progress = FuzzProgress(self.tally, 0.0)
        first: float | None = None  # the time of the first input: the instrumentation takes seconds
        stored = started
        while first is None or time.monotonic() - first < self.settings.budget:
            time.sleep(_POLL)
            now = time.monotonic()
            results = pool.poll()
            self._pending.add(results)
            if results.executions and first is None:
                first = self._first_input = stored = now
            if first is None and now - started > _START_LIMIT:
                raise EngineError(f"no worker ran an input within {_START_LIMIT:g} s")
            progress.seconds = now - (first or now)
            progress.executions += results.executions
            progress.edges = max(progress.edges, results.edges)
            watch(progress)
            if first is not None and now - stored >= _CHUNK_SECONDS:
                stored = now
                self._store_chunk()

    def _store_chunk(self) -> None:
        """Store the results since the last chunk, if there are any."""
        pending = self._pending
        total = 0.0 if self._first_input is None else time.monotonic() - self._first_input
        seconds = max(total - self._stored_seconds, 0.0)
        if self._first_input is None and not pending.findings:
            return
        sizes = self.folder.sizes()
        self.store.add(
            {
                "chunk": len(self.store.completed_chunks),
                "executions": pending.executions,
                "seconds": round(seconds, 3),
                "edges": pending.edges,
                "corpus": len(sizes),
                "corpus_bytes": sum(sizes),
                "restarts": pending.restarts,
                "killed": pending.killed,
                "rules": sorted(pending.rules - self.tally.rules),
                "findings": [finding_entry(*found) for found in pending.findings],
            }
        )
        self._stored_seconds += seconds
        self._pending = PoolResults()

    # ------------------------------------------------------------------------------- report

    def _report(self, seconds: float, minimising: Callable[[int, int], None]) -> dict[str, Any]:
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
            "engine": self.settings.engine,
            "suite": __version__,
            "seconds": round(seconds, 3),
            "total_seconds": round(tally.seconds, 3),
            "executions": tally.executions,
            "executions_per_second": round(tally.executions / max(tally.seconds, 1e-3), 1),
            "edges": tally.edges,
            "corpus": {"inputs": tally.corpus, "bytes": tally.corpus_bytes},
            "seconds_since_new_edge": round(tally.seconds_since_new_edge, 1),
            "worker_restarts": tally.restarts,
            "killed_workers": tally.killed,
            "rules": rule_reach(self.settings.target, self.version, tally.rules),
            "findings": self._findings(minimising),
        }

    def _findings(self, minimising: Callable[[int, int], None]) -> list[dict[str, Any]]:
        """Return the entries of the findings; those with the same minimised form are merged.

        Known findings are left out; an earlier run without waivers may have stored them. A process
        that was ended by SIGKILL is no finding unless its input ends the process again.
        """
        merged: dict[str, dict[str, Any]] = {}
        recorded = [
            found
            for found in self.tally.found.values()
            if not is_known(found.finding, self.settings.known)
        ]
        for number, found in enumerate(recorded):
            if number < self.settings.max_minimised:
                minimising(number + 1, min(len(recorded), self.settings.max_minimised))
                files = write_evidence(
                    self.target,
                    self._driver,
                    found.finding,
                    found.data,
                    self.folder.findings,
                    self.settings.minimise_budget,
                    self.settings.input_limit,
                )
            else:
                files = EvidenceFiles(found.finding, reproduced=False)
            if "SIGKILL" in found.finding.signature and not files.reproduced:
                continue
            entry = _entry(found, files, self.settings)
            known = merged.setdefault(entry["signature"], entry)
            if known is not entry:
                known["count"] += entry["count"]
        return list(merged.values())


def together(reports: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return one JSON document with the reports of several targets."""
    return {
        "schema": REPORT_SCHEMA,
        "executions": sum(report["executions"] for report in reports.values()),
        "targets": reports,
    }


def _entry(
    input_finding: FoundInput, files: EvidenceFiles, settings: FuzzSettings
) -> dict[str, Any]:
    finding = files.finding
    command = ""
    if files.input:
        command = (
            f"nn-conformance fuzz {shlex.quote(settings.driver)} --target {settings.target} "
            f"--input {shlex.quote(files.input)}"
        )
    return {
        "signature": finding.signature,
        "kind": finding.kind,
        "rule": finding.rule,
        "reason": finding.reason,
        "count": input_finding.count,
        "reproduced": files.reproduced,
        "input": files.input,
        "case": files.case,
        "spec": files.spec,
        "command": command,
    }
