"""The baseline: an earlier run's failures, which may stay, and what ran then, which must still run.

A driver could pass a run by declining the cases that it used to get wrong. A case that ran in the
baseline and does not run now therefore fails, unless the policy says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest

from conformance.harness import Kind, Verdict
from conformance.harness.events import Header, read_events
from conformance.reports.difference import places
from conformance.reports.tally import GENERATED, was_run
from conformance.reports.text import count

PREFIX: Final = "baseline."
"""How the names of the rules begin that compare a run with its baseline."""

_RULES: Final = {
    Kind.DECLINED: "baseline.declined",
    Kind.NOT_APPLICABLE: "baseline.not_applicable",
    Kind.TOO_LARGE: "baseline.refused",
    Kind.NO_RESOURCES: "baseline.refused",
    Kind.UNAVAILABLE: "baseline.refused",
}
PYTEST_SELECTION: Final = (
    *("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise"),
)
"""Options of pytest that leave cases out."""
_SELECTING: Final = ("nn_cases", "nn_case_list", "nn_shard", *PYTEST_SELECTION)
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Baseline:
    """An earlier run: its failures by case, path and rule, and the paths along which cases ran."""

    known: frozenset[tuple[str, str, str]] = frozenset()
    ran: Mapping[str, frozenset[str]] = field(default_factory=dict)
    header: Header | None = None

    def compared(self, verdict: Verdict, now: Collection[str]) -> Verdict:
        """The verdict; a failure if the case ran in the baseline and does not run now.

        ``now`` are the paths of all verdicts on the case. A path that the baseline lacks says
        nothing as long as the case has a verdict along one that the baseline has.
        """
        rule = _RULES.get(verdict.kind)
        paths = self.ran.get(verdict.case_id)
        if rule is None or not paths:
            return verdict
        if verdict.path and not paths & {verdict.path, ""} and not paths.isdisjoint(now):
            return verdict
        if verdict.rule == "path.applicable" and not verdict.path:
            return verdict  # the user asked for other paths
        reason = f"ran in the baseline, {str(verdict.kind).replace('_', ' ')} now: {verdict.reason}"
        details = {**verdict.details, "kind": str(verdict.kind)}
        return replace(verdict, kind=Kind.FAILED, rule=rule, reason=reason, details=details)

    def other_driver(self, name: str) -> list[str]:
        """One sentence if the baseline is of another driver."""
        before = self.header.driver.partition(" (")[0] if self.header else name
        return [] if before == name else [f"the baseline is of the driver {before}, not of {name}"]

    def missing(self, case_ids: Collection[str]) -> list[str]:
        """Cases that ran in the baseline and are not in this run; random graphs left out.

        The ids of random graphs depend on the seed, on their number and on what the driver
        supports.
        """
        return [
            case_id
            for case_id in self.ran
            if case_id not in case_ids and not case_id.startswith(GENERATED)
        ]

    def comparable(self, config: pytest.Config, header: Header) -> bool:
        """Whether this run selects the cases that the baseline's run selected, by its options."""
        if self.header is None or any(config.getoption(name, None) for name in _SELECTING):
            return False
        same_suite = self.header.suite_version == header.suite_version
        return same_suite and places(self.header.options) == places(header.options)


def read_baseline(path: Path) -> Baseline:
    """Return what an earlier run's event stream holds; a usage error if it is not complete."""
    try:
        stream = read_events(path)
    except OSError as error:
        raise pytest.UsageError(f"baseline {path}: {error.strerror or error}") from error
    if stream.problems:
        raise pytest.UsageError(f"baseline {path}, {stream.problems[0]}")
    if stream.truncated:
        raise pytest.UsageError(
            f"baseline {path}: the run did not end, so failures may be missing: complete it with "
            "--resume, or name another stream"
        )
    ran: dict[str, set[str]] = {}
    known = set()
    for verdict in stream.verdicts:
        if was_run(verdict):
            ran.setdefault(verdict.case_id, set()).add(verdict.path)
        # A case that did not run against the baseline's own baseline is no accepted failure.
        if not verdict.rule.startswith(PREFIX) and (
            verdict.kind.blames_driver or verdict.details.get("baseline")
        ):
            known.add((verdict.case_id, verdict.path, verdict.rule))
    paths = {case_id: frozenset(found) for case_id, found in ran.items()}
    return Baseline(frozenset(known), paths, stream.header)


def missing_text(case_ids: Sequence[str]) -> str:
    """One sentence on cases that are not in this run."""
    listed = ", ".join(case_ids[:_SHOWN])
    more = f" and {len(case_ids) - _SHOWN} more" if len(case_ids) > _SHOWN else ""
    cases = count(len(case_ids), "case")
    return f"not in this run, but in the baseline: {cases}: {listed}{more}"
