"""The causes of a session's failures, which are found at its end, on the controller only."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases import bundled_specs
from conformance.checks import AREAS_FOLDER
from conformance.drivers import DriverLoadError
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.failures.explain.explainer import CauseFinder
from conformance.failures.explain.explanation import Cause
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.plugin.case_source import CASE_SOURCES
from conformance.plugin.context.case_ids import SPEC_SUFFIX, case_id_of
from conformance.plugin.context.run_context import RUN_CONTEXT_KEY, RunContext
from conformance.results.reproduction import reproduction

OFF: Final = 0.0
_SHARE: Final = 0.5
_MOST: Final = 60.0
_LEAST: Final = 3.0
"""Without an option, a shorter time is not used for generated cases."""
_PER_CAUSE: Final = 10.0
_LIMITS: Final = ProcessLimits(start=20.0, query=5.0, prepare=10.0, execute=10.0, restarts=40)


class RunCauses:
    """The failures and the passing cases of a session, and the causes of its failures.

    Attributes:
        found: the causes, after ``find``.
        note: a line that states why no generated case was run; empty if some were.

    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._start = time.monotonic()
        self.cases = RunCases()
        self.found: list[Cause] = []
        self.note = ""

    def find(self) -> None:
        """Find the causes; ``--explain`` limits the time, 0 uses the cases of the run only."""
        if not self.cases.failures:
            return
        run = self._config.stash[RUN_CONTEXT_KEY]
        seconds = run.settings.explain
        total = (
            min(_MOST, _SHARE * (time.monotonic() - self._start)) if seconds is None else seconds
        )
        generates = total >= (_LEAST if seconds is None else OFF) and total > OFF
        device = self._open(run) if generates else None
        if seconds is None and not generates:
            self.note = (
                "explanations compare the cases of this run only; --explain 30 also runs generated "
                "cases"
            )
        finder = CauseFinder(
            self.cases,
            CaseSource(run.version, self._folders(), run.index),
            lambda case_id: reproduce_command(self._config, run, case_id),
            device,
            _PER_CAUSE,
            max(total, _LEAST),
            run.seed,
        )
        try:
            self.found = finder.find()
        except Exception as error:  # an explanation must not change the result of a run
            self.note = f"the failures could not be explained: {type(error).__name__}: {error}"
        finally:
            if device is not None:
                device.close()

    def _open(self, run: RunContext) -> IsolatedDevice | None:
        """Open the driver again in a process of its own, which may crash or hang."""
        try:
            return IsolatedDevice(run.driver, _LIMITS)
        except DriverLoadError as error:
            reason = str(error).partition("\n")[0]
            self.note = f"no generated case was run: the driver cannot be opened twice: {reason}"
            return None

    def _folders(self) -> list[Path]:
        paths = (Path(argument.partition("::")[0]) for argument in self._config.args)
        return [path for path in paths if path.exists()]


def reproduce_command(config: pytest.Config, run: RunContext, case_id: str) -> str:
    """Return the command that runs a case of the session again."""
    options = run.settings.repeated()
    where = _paths_of_case(_selected_paths(config), case_id)
    return shlex.join(reproduction(run.driver, case_id, options=options, where=where))


def _selected_paths(config: pytest.Config) -> Sequence[str]:
    """Return the paths that the user named; the suite's own files are collected without them."""
    files = (source.file for source in config.stash[CASE_SOURCES])
    own = {str(path) for path in (bundled_specs(), AREAS_FOLDER, *files)}
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR:
        own.add(str(config.invocation_params.dir))
    paths = (argument.partition("::")[0] for argument in config.args)
    return [path for path in paths if path not in own]


def _paths_of_case(paths: Sequence[str], case_id: str) -> Sequence[str]:
    """Return the paths without the spec files that certainly do not contain the case."""
    spec = case_id.rpartition("/")[0]
    fitting = [
        path
        for path in paths
        if not path.endswith(SPEC_SUFFIX) or case_id_of(Path(path).absolute(), "") == f"{spec}/"
    ]
    return fitting or paths


def plain_causes(causes: Sequence[Cause]) -> list[dict[str, Any]]:
    """Return the causes for the footer of the event stream, with at most 50 cases of each."""
    return [
        replace(c, cases=c.cases[:_MAX_CASES]).to_plain() | {"count": len(c.cases)} for c in causes
    ]


_MAX_CASES: Final = 50
