"""The driver, the cases, the judge, the gate and the dumps of one process of a run."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases import SpecIndex
from conformance.cases.sources import CaseSource
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver, start_limit
from conformance.drivers.own_process.limits import ProcessLimits, parse_seconds, parse_size
from conformance.drivers.registry import is_native
from conformance.gate.baseline import read_baseline
from conformance.gate.gate import VerdictGate
from conformance.gate.policy import Policy, read_waivers
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.path_selection import check_path_words
from conformance.harness.supervision.wait_policy import DriverTime, WaitPolicy
from conformance.run.case_runner import CaseRunner
from conformance.run.dumps import DumpCollector
from conformance.run.session_runner import SessionRunner
from nn_conformance_options import Settings

_HOOK_TIMEOUT: Final = 600.0
_HOOK_OUTPUT: Final = 2000
"""The bytes at the end of a hook's output that its error message repeats."""
_STAGE_HERE: Final = "start"
"""The stage of ``--limit`` that also applies to a driver in the pytest process."""


def has_own_process(settings: Settings) -> bool:
    """Return whether the driver of the settings runs in its own process, as native code does."""
    return is_native(settings.driver or "") if settings.isolate is None else settings.isolate


def open_driver(settings: Settings, policy: Policy, limits: ProcessLimits) -> Driver:
    """Open the driver of the settings, in this process or in a separate one, and return it.

    Raise ``DriverLoadError`` if it cannot be opened, and ``pytest.UsageError`` for a limit that
    requires ``--isolate``.
    """
    if not has_own_process(settings):
        _check_limits_apply(settings)
    reset = policy.hooks.reset
    return Driver.open(
        settings.driver or "",
        limits,
        isolate=settings.isolate,
        before_restart=(lambda: _run_hook("reset", reset)) if reset else None,
        updated=settings.updated_driver,
    )


def time_limits(settings: Settings, policy: Policy) -> ProcessLimits:
    """Return the limits on the driver; the command line overrides the policy."""
    limits = ProcessLimits().with_stages(f"{name}={value}" for name, value in policy.limits.items())
    changes: dict[str, Any] = {"restarts": settings.max_restarts}
    try:
        option = "--limit"
        limits = limits.with_stages(settings.limit)
        option = "--limit memory"
        if settings.memory_limit is not None:
            changes["memory"] = parse_size(settings.memory_limit)
        option = "--limit cpu"
        if settings.cpu_limit is not None:
            changes["cpu"] = parse_seconds(settings.cpu_limit)
    except ValueError as error:
        raise pytest.UsageError(f"{option} {error}") from error
    if settings.file_limit is not None:
        changes["files"] = settings.file_limit
    return replace(limits, **changes)


def _check_limits_apply(settings: Settings) -> None:
    """Raise ``pytest.UsageError`` for a limit that applies only to an isolated driver."""
    for text in settings.limit:
        if text.partition("=")[0] != _STAGE_HERE:
            raise pytest.UsageError(
                f"--limit {text} applies only to an isolated driver: add --isolate (without it, "
                f"only {_STAGE_HERE} can be limited)"
            )
    for value, option in (
        (settings.memory_limit, "--limit memory"),
        (settings.file_limit, "--limit files"),
        (settings.cpu_limit, "--limit cpu"),
    ):
        if value:
            raise pytest.UsageError(f"{option} applies only to an isolated driver: add --isolate")


def _run_hook(name: str, command: str) -> None:
    """Run one of the policy's shell commands; raise ``DriverLoadError`` if it fails."""
    what = f"the {name} hook of [tool.nn-conformance.hooks]"
    # A file, not a pipe: a process that the command leaves running keeps its output open.
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(
                command,
                shell=True,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=_HOOK_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise DriverLoadError(f"{what} did not end within {_HOOK_TIMEOUT:g} s") from error
        if done.returncode:
            size = output.seek(0, os.SEEK_END)
            output.seek(max(0, size - _HOOK_OUTPUT))
            end = output.read(_HOOK_OUTPUT).decode(errors="replace").rstrip()
            raise DriverLoadError(f"{what} ended with exit status {done.returncode}\n{end}")


class Session:
    """The driver, spec index, gate, case runners and dumps of one process of a run.

    Each process that collects or runs cases has one; under xdist these are the controller and all
    workers. The constructor raises ``DriverLoadError`` if the driver cannot be opened.

    Attributes:
        sources: the sources of cases, those of files first.
        cases: runs the cases on the driver, with ``judge``; ``runner`` loads, checks and dumps.
        shared_folder: the folder that all processes of a run with workers share, if there are any.
        plain, whole, patterns, facts: see ``SourceSession``.

    """

    def __init__(
        self,
        settings: Settings,
        policy: Policy,
        sources: Sequence[CaseSource],
        start: Path,
        *,
        controller: bool,
        token: str,
        alone: bool,
    ) -> None:
        """Open the driver.

        ``start`` is the folder in which the run was started. ``controller`` is false in the workers
        of xdist, and ``alone`` in all processes of a run with workers, which share the counter of
        dumps that ``token`` names.
        """
        self.settings = settings
        self.sources = sources
        self.shared_folder: Path | None = None
        self.plain = self.whole = False
        self.patterns: Sequence[str] = ()
        self.facts: dict[str, Mapping[str, Any]] = {}
        self.policy = policy
        self.gate = VerdictGate(
            read_waivers(Path(settings.waivers)) if settings.waivers else (),
            read_baseline(Path(settings.baseline)) if settings.baseline else None,
            must_run=policy.forbid_newly_declined,
            relax_vts=policy.vts_demands == "warn",
        )
        self.demands = policy.requirements(baseline=self.gate.baseline is not None)
        self.seed = settings.seed
        self.paths: tuple[str, ...] = requested_paths(settings)
        self.limits = limits = time_limits(settings, policy)
        if controller and policy.hooks.setup:
            _run_hook("setup", policy.hooks.setup)
        began = time.monotonic()
        with _starting(settings, limits):
            self.driver = driver = open_driver(settings, policy, limits)
            identity = driver.identity
        self.driver_time = DriverTime(used=time.monotonic() - began)
        """The time that the driver has used; its limit is set when the number of cases is known."""
        self.index = SpecIndex(time_limit=settings.spec_time_limit)
        self.dump_collector = DumpCollector(settings, identity, start, token, alone=alone)
        options = JudgeOptions(
            callback_timeout=settings.callback_timeout,
            seed=self.seed,
            mutants_per_operation=settings.mutants,
            cache_corruptions=settings.cache_corruptions,
        )
        with _starting(settings, limits):
            self.cases = CaseRunner(
                driver,
                options,
                waits=WaitPolicy(self.driver_time),
                on_failure=self.dump_collector.remember_failure,
                coupled=settings.coupling,
            )
        self.judge = self.cases.judge
        self.runner = SessionRunner(
            settings, self.paths, self.cases, self.gate, self.dump_collector, self.index
        )

    def source_of(self, path: Path) -> CaseSource | None:
        """Return the source of the cases of a file; ``None`` if it has none."""
        return next((one for one in self.sources if path.name.endswith(one.suffixes)), None)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The ends of the names of all files that have cases."""
        return tuple(suffix for one in self.sources for suffix in one.suffixes)


def _starting(settings: Settings, limits: ProcessLimits) -> AbstractContextManager[None]:
    """Return a context that limits the time for loading the driver and querying its identity.

    An isolated driver needs no such limit: its process has one.
    """
    if has_own_process(settings):
        return nullcontext()
    what = "loading the driver and querying its identity"
    return start_limit(settings.driver or "", what, limits.start)


def requested_paths(settings: Settings) -> tuple[str, ...]:
    """Return the paths of ``--paths``; raise ``pytest.UsageError`` for an unknown one."""
    texts = tuple(settings.paths.split(","))
    try:
        check_path_words(texts)
    except ValueError as error:
        raise pytest.UsageError(f"--paths: {error}") from error
    return texts
