"""The causes of a campaign's failures, from its minimized graphs and generated cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from conformance.cases.casefile import CASE_SUFFIX, CaseError, read_case
from conformance.cases.example import Example
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.failures.explain.explainer import OPTIONS, CauseFinder
from conformance.failures.explain.explanation import CaseCounts, Cause
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Verdict, VerdictKind

_PER_CAUSE: Final = 10.0
_LIMITS: Final = ProcessLimits(start=20.0, query=5.0, prepare=10.0, execute=10.0, restarts=40)


class _DumpedCases(CaseSource):
    """Loads the minimized cases of a campaign; a case id is the path of its file."""

    def load(self, case_id: str, *, signed: bool = False) -> Example | None:
        """Return the example in a case file; ``None`` if it cannot be read."""
        del signed
        try:
            return read_case(Path(case_id)).example
        except CaseError:
            return None


def campaign_causes(driver: str, groups: Sequence[dict[str, Any]], seconds: float) -> list[Cause]:
    """Return the causes of the groups whose minimized graph has one operation.

    Generated cases on ``driver``, in a process of its own, determine the conditions. ``seconds``
    limits their time. If the driver cannot be opened, there are no causes.
    """
    cases, commands = RunCases(), {}
    for group in groups:
        minimal, folder = group["minimal"], Path(group["dump"] or ".")
        files = sorted(folder.glob(f"*{CASE_SUFFIX}")) if group["dump"] else []
        if not minimal or len(minimal["operations"]) != 1 or not files:
            continue
        case_id, kind = str(files[0]), VerdictKind(group["kind"])
        operations = (minimal["operations"][0].partition(" ")[0],)
        cases.add([Verdict(case_id, "", kind, group["rule"], group["reason"], operations)])
        commands[case_id] = group["command"]
    if not cases.failures:
        return []
    try:
        opened = Driver.open(driver, _LIMITS, isolate=True)
    except DriverLoadError:
        return []
    try:
        source = _DumpedCases(opened.version)
        finder = CauseFinder(
            cases,
            source,
            commands.__getitem__,
            partial(CaseRunner, opened, OPTIONS),
            _PER_CAUSE,
            seconds,
        )
        # The minimized cases of the run are a few failures only: their numbers state nothing.
        return [replace(cause, run=CaseCounts()) for cause in finder.find()]
    finally:
        opened.close()
