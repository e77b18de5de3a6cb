"""The causes of a campaign's failures, from its minimized graphs and generated cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
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
from conformance.failures.overwritten_operand import OVERWRITTEN_KEY
from conformance.hal import Version
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Verdict, VerdictKind

NONDETERMINISTIC: Final = "nondeterministic: "
"""The start of the signature of failures that did not occur again."""
_PER_CAUSE: Final = 10.0
_LIMITS: Final = ProcessLimits(start=20.0, query=5.0, prepare=10.0, execute=10.0, restarts=40)


class _DumpedCases(CaseSource):
    """Loads the minimized cases of a campaign from their files, by case id."""

    def __init__(self, version: Version, files: Mapping[str, Path]) -> None:
        super().__init__(version)
        self._files = files

    def load(self, case_id: str, *, signed: bool = False) -> Example | None:
        """Return the example of a case; ``None`` if its file cannot be read."""
        del signed
        with suppress(KeyError, CaseError):
            return read_case(self._files[case_id]).example
        return None


def is_caused(group: Mapping[str, Any]) -> bool:
    """Return whether a cause states the failures of a group: they occur again with its case."""
    return (
        not group["signature"].startswith(NONDETERMINISTIC)
        and VerdictKind(group["kind"]).blames_driver
    )


def campaign_causes(driver: str, groups: Sequence[dict[str, Any]], seconds: float) -> list[Cause]:
    """Return the causes of the failures in groups, each with the number of failing graphs.

    Generated cases on ``driver``, in a process of its own, determine the conditions of failures of
    one operation. ``seconds`` limits their time; with 0, or if the driver cannot be opened, there
    are no conditions.
    """
    cases = RunCases()
    caused = {group["case"]: group for group in filter(is_caused, groups)}
    files = {
        case_id: file
        for case_id, group in caused.items()
        if group["dump"]
        for file in Path(group["dump"]).glob(f"*{CASE_SUFFIX}")
    }
    for case_id, group in caused.items():
        minimal = group["minimal"]
        names = [text.partition(" ")[0] for text in minimal["operations"]] if minimal else ()
        details = dict(group["details"])
        if group["overwritten"]:
            details[OVERWRITTEN_KEY] = group["overwritten"]
        kind, rule, path = VerdictKind(group["kind"]), group["rule"], group["path"]
        cases.add([Verdict(case_id, path, kind, rule, group["reason"], tuple(names), details)])
    if not caused:
        return []
    opened = None
    with suppress(DriverLoadError):
        opened = Driver.open(driver, _LIMITS, isolate=True) if seconds else None
    try:
        finder = CauseFinder(
            cases,
            _DumpedCases(opened.version if opened else Version.V1_0, files),
            lambda case_id: str(caused[case_id]["command"]),
            partial(CaseRunner, opened, OPTIONS) if opened else None,
            _PER_CAUSE,
            seconds,
        )
        return [_counted(cause, caused) for cause in finder.find()]
    finally:
        if opened is not None:
            opened.close()


def _counted(cause: Cause, groups: Mapping[str, Mapping[str, Any]]) -> Cause:
    """Return the cause with the number of failing graphs.

    The minimized cases are a few failures only: their numbers, and conditions that no generated
    case confirms, state nothing.
    """
    graphs = sum(groups[case_id]["count"] for case_id in cause.cases)
    cause = replace(cause, run=CaseCounts(), omitted=graphs - len(cause.cases))
    confirmed = cause.generated.failing and cause.condition
    return cause if confirmed else replace(cause, condition="", alternatives=())
