"""The baseline: an earlier run whose failures are accepted and whose cases must still run.

Without the second condition, a driver could pass by declining the cases that it failed before. A
case that ran in the baseline and does not run now therefore fails, unless the policy permits it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from conformance.results.event_stream import RunHeader
from conformance.results.run_difference import same_selection
from conformance.results.run_results import ReportError, driver_name, load_run
from conformance.results.run_statistics import OPTIONAL, was_run
from conformance.text import format_count, list_first
from conformance.verdicts import Verdict, VerdictKind

RULE_PREFIX: Final = "baseline."
"""Common start of the names of the rules that compare a run with its baseline."""

_RULES: Final = {
    VerdictKind.DECLINED: "baseline.declined",
    VerdictKind.NOT_APPLICABLE: "baseline.not_applicable",
    VerdictKind.TOO_LARGE: "baseline.refused",
    VerdictKind.NO_RESOURCES: "baseline.refused",
    VerdictKind.UNAVAILABLE: "baseline.refused",
}
_MAX_LISTED: Final = 10


@dataclass(frozen=True, slots=True)
class Baseline:
    """The results of an earlier run.

    Attributes:
        known: the failures, as (case id, path, rule).
        ran: the paths along which each case was executed, by case id.
        header: the header of the event stream.

    """

    known: frozenset[tuple[str, str, str]]
    ran: Mapping[str, frozenset[str]]
    header: RunHeader

    def compared(self, verdict: Verdict, now: Collection[str]) -> Verdict:
        """Return the verdict, changed to a failure if the case ran in the baseline but not now.

        ``now`` holds the paths of all verdicts on the case. If the baseline has other paths of this
        case and one of them is among ``now``, a verdict along a new path is unchanged.
        """
        rule = _RULES.get(verdict.kind)
        paths = self.ran.get(verdict.case_id)
        if rule is None or not paths:
            return verdict
        if verdict.path and not paths & {verdict.path, ""} and not paths.isdisjoint(now):
            return verdict
        if verdict.rule == "path.applicable" and not verdict.path:
            return verdict  # --paths selects none of the case's paths: the driver declined nothing
        reason = f"ran in the baseline, {str(verdict.kind).replace('_', ' ')} now: {verdict.reason}"
        details = {**verdict.details, "kind": str(verdict.kind)}
        return replace(verdict, kind=VerdictKind.FAILED, rule=rule, reason=reason, details=details)

    def other_driver(self, name: str) -> list[str]:
        """Return one sentence if the baseline was recorded with a driver of another name."""
        before = driver_name(self.header)
        if before == name:
            return []
        return [f"the baseline was recorded with the driver {before}, not with {name}"]

    def missing(self, case_ids: Collection[str]) -> list[str]:
        """Return the ids of the cases that ran in the baseline and are not among ``case_ids``.

        Random graphs and stress modes are omitted. Two runs need not have the same random graphs,
        because their ids depend on the seed, on the number of graphs and on the operations that the
        driver supports. An option selects the stress modes.
        """
        return [
            case_id
            for case_id in self.ran
            if case_id not in case_ids and not case_id.startswith(OPTIONAL)
        ]

    def comparable(self, header: RunHeader) -> bool:
        """Return whether the options of this run select the same cases as the baseline's run.

        The answer is false if the suite's version differs, because its set of cases may differ.
        """
        return same_selection(self.header, header)


def read_baseline(path: Path) -> Baseline:
    """Return the baseline in an event stream.

    Raise ``pytest.UsageError`` if the stream cannot be read, is damaged or has no footer.
    """
    try:
        run = load_run(path)
    except ReportError as error:
        raise pytest.UsageError(f"--baseline {error}") from error
    if run.stream.problems:
        raise pytest.UsageError(f"--baseline {path}: {run.stream.problems[0]}")
    if run.stream.truncated:
        raise pytest.UsageError(
            f"--baseline {path}: the run did not end, so failures may be missing: complete it with "
            "--resume, or name another stream"
        )
    ran: dict[str, set[str]] = {}
    known = set()
    for verdict in run.stream.verdicts:
        if was_run(verdict):
            ran.setdefault(verdict.case_id, set()).add(verdict.path)
        # The baseline may have had a baseline itself. Its failures under the rules baseline.* mean
        # that a case did not run; accepting them here would hide the decline from then on.
        if not verdict.rule.startswith(RULE_PREFIX) and (
            verdict.kind.blames_driver or verdict.details.get("baseline")
        ):
            known.add((verdict.case_id, verdict.path, verdict.rule))
    paths = {case_id: frozenset(found) for case_id, found in ran.items()}
    return Baseline(frozenset(known), paths, run.header)


def missing_text(case_ids: Sequence[str]) -> str:
    """Return a sentence that counts the cases missing from this run and lists the first ones."""
    cases = format_count(len(case_ids), "case")
    listed = list_first(case_ids, _MAX_LISTED)
    return f"not in this run, but in the baseline: {cases}: {listed}"
