"""Compare a run with an earlier run of the same driver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.hal import Version
from conformance.harness.event_stream import RunHeader
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.run_results import RunResults
from conformance.reports.run_statistics import (
    GENERATED,
    NOT_RUN,
    column_of,
    is_failure,
    was_executed,
    was_run,
    worst_verdict,
)

SELECTION: Final = ("case", "case_list", "shard", "pytest")
"""Options in the header of a stream that exclude cases from the run."""

_COMPARED_HEADER_FIELDS: Final = (
    "driver",
    "driver_version",
    "hal_version",
    "suite_version",
    "seed",
)


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case whose verdict changed.

    Attributes:
        case_id: id of the case.
        paths: ids of the paths along which the verdict changed; empty if all of them did.
        before: the earlier verdict, ``None`` if the earlier run did not have the case.
        after: the new verdict, ``None`` if the new run does not have the case. For a new failure it
            is the first failing verdict, and ``before`` is the earlier verdict along its path.

    """

    case_id: str
    paths: tuple[str, ...]
    before: Verdict | None
    after: Verdict | None

    @property
    def kind_before(self) -> str:
        """Return the kind of the earlier verdict in words."""
        return str(self.before.kind) if self.before else "not in the earlier run"


@dataclass(frozen=True, slots=True)
class RunDifference:
    """The changes from an earlier run to a new one.

    A case is in at most one of the lists, except that a new case that fails is both in
    ``new_failures`` and in ``new_cases``.

    Attributes:
        old: the earlier run.
        new: the new run.
        new_failures: cases that fail along a path on which they did not fail before.
        failing_differently: cases that failed before and now fail with another kind or rule.
        fixed: cases that failed before and pass now.
        newly_declined: cases that ran before and are declined now.
        no_longer_executed: cases that ran before and are now refused for lack of resources, not
            applicable, disabled, or not part of the run.
        new_cases: cases that the earlier run did not have.
        transitions: numbers of cases by earlier and new kind.
        paths_no_longer_run: for each path, the number of cases that ran along it before and now run
            along other paths only.
        header_changes: header fields and options that differ, with both values.

    """

    old: RunResults
    new: RunResults
    new_failures: tuple[CaseChange, ...]
    failing_differently: tuple[CaseChange, ...]
    fixed: tuple[CaseChange, ...]
    newly_declined: tuple[CaseChange, ...]
    no_longer_executed: tuple[CaseChange, ...]
    new_cases: tuple[CaseChange, ...]
    transitions: tuple[tuple[str, str, int], ...]
    paths_no_longer_run: tuple[tuple[str, int], ...]
    header_changes: tuple[tuple[str, str, str], ...]

    @property
    def not_run(self) -> tuple[CaseChange, ...]:
        """Return the cases that ran before and that are now declined, refused or not applicable."""
        left = (one for one in self.no_longer_executed if one.after is not None)
        by_driver = (one for one in left if one.after and one.after.kind != VerdictKind.DISABLED)
        return (*self.newly_declined, *by_driver)

    @property
    def vanished(self) -> tuple[CaseChange, ...]:
        """Return the cases that are missing from the new run although both runs select the same.

        Random graphs are not included: their ids depend on the seed, on the number of graphs and on
        what the driver supports.
        """
        old, new = self.old.header, self.new.header
        complete = self.old.complete and self.new.complete
        if old is None or new is None or not complete or not same_selection(old, new):
            return ()
        return tuple(
            one
            for one in self.no_longer_executed
            if one.after is None and not one.case_id.startswith(GENERATED)
        )

    @property
    def lowered(self) -> str:
        """Return a message if the driver declares an older HAL version than before, else ""."""
        if self.old.header is None or self.new.header is None:
            return ""
        return lowered(self.old.header.hal_version, self.new.header.hal_version)

    def warnings(self) -> list[str]:
        """Return a message for each of the two runs that is incomplete."""
        found = []
        for which, record in (("earlier", self.old), ("new", self.new)):
            if not record.complete:
                reasons = " ".join(record.stream_warnings())
                found.append(f"The {which} run is incomplete. {reasons}")
        return found


def compare_runs(old: RunResults, new: RunResults) -> RunDifference:
    """Return the changes from ``old`` to ``new``, found case by case and path by path."""
    lists: dict[str, list[CaseChange]] = {
        name: [] for name in ("new", "otherwise", "fixed", "declined", "gone")
    }
    transitions: Counter[tuple[str, str]] = Counter()
    paths_gone: Counter[str] = Counter()
    for case_id, verdicts in new.cases.items():
        before = old.cases.get(case_id, ())
        name, change = _classify_change(case_id, before, verdicts)
        if name:
            lists[name].append(change)
        if change.before and change.after and change.before.kind != change.after.kind:
            transitions[str(change.before.kind), str(change.after.kind)] += 1
        if name != "gone" and before:
            paths_gone.update(
                _executed_paths(before) - _executed_paths(verdicts)
                if _executed_paths(verdicts)
                else ()
            )
    for case_id in old.cases:
        if case_id not in new.cases and any(map(was_run, before := old.cases[case_id])):
            lists["gone"].append(CaseChange(case_id, (), worst_verdict(before), None))
    return RunDifference(
        old,
        new,
        tuple(lists["new"]),
        tuple(lists["otherwise"]),
        tuple(lists["fixed"]),
        tuple(lists["declined"]),
        tuple(lists["gone"]),
        tuple(
            CaseChange(case_id, (), None, worst_verdict(new.cases[case_id]))
            for case_id in new.cases
            if case_id not in old.cases
        ),
        tuple((*pair, count) for pair, count in transitions.most_common()),
        tuple(sorted(paths_gone.items())),
        _compare_headers(old.header, new.header),
    )


def _classify_change(
    case_id: str, before: tuple[Verdict, ...], after: tuple[Verdict, ...]
) -> tuple[str, CaseChange]:
    """Return the name of the list that a case of the new run belongs to, and its change.

    The name is empty if the case belongs to no list.
    """
    then, now = (worst_verdict(before) if before else None), worst_verdict(after)
    fresh, otherwise = [], []
    for path, verdict in _by_path(after).items():
        if not is_failure(verdict.kind):
            continue
        earlier = _verdict_along(before, path)
        if earlier is None or not is_failure(earlier.kind):
            fresh.append((path, verdict, earlier or then))
        elif (earlier.kind, earlier.rule) != (verdict.kind, verdict.rule):
            otherwise.append((path, verdict, earlier))
    for name, found in (("new", fresh), ("otherwise", otherwise)):
        if found:
            everywhere = len(found) == len(_by_path(after))
            paths = () if everywhere else tuple(path for path, _, _ in found if path)
            return name, CaseChange(case_id, paths, found[0][2], found[0][1])
    change = CaseChange(case_id, (), then, now)
    if then is None or is_failure(now.kind):
        return "", change
    if is_failure(then.kind) and column_of(now.kind) == "passed":
        return "fixed", change
    if stopped := _no_longer_run(before, after):
        everywhere = len(stopped) == len(_by_path(after))
        paths = () if everywhere else tuple(verdict.path for verdict in stopped if verdict.path)
        declined = next((v for v in stopped if v.kind == VerdictKind.DECLINED), None)
        name = "gone" if declined is None else "declined"
        return name, CaseChange(case_id, paths, then, declined or stopped[0])
    return "", change


def _no_longer_run(before: tuple[Verdict, ...], after: tuple[Verdict, ...]) -> list[Verdict]:
    """Return the new verdicts along the paths on which the case ran before and no longer runs."""
    ran = {verdict.path for verdict in before if was_run(verdict)}
    now = _by_path(after)
    if not ran:
        return []
    same = not ran.isdisjoint(now)
    return [
        verdict
        for path, verdict in now.items()
        if verdict.kind in NOT_RUN and (not path or path in ran or "" in ran or not same)
    ]


def _by_path(verdicts: tuple[Verdict, ...]) -> dict[str, Verdict]:
    """Return the worst verdict along each path."""
    found: dict[str, Verdict] = {}
    for verdict in verdicts:
        held = found.get(verdict.path)
        found[verdict.path] = verdict if held is None else worst_verdict((held, verdict))
    return found


def _verdict_along(verdicts: tuple[Verdict, ...], path: str) -> Verdict | None:
    """Return the worst verdict along ``path``; a verdict without a path applies to all paths."""
    applicable = [v for v in verdicts if not path or v.path in (path, "")]
    return worst_verdict(applicable) if applicable else None


def _executed_paths(verdicts: tuple[Verdict, ...]) -> set[str]:
    return {verdict.path for verdict in verdicts if was_executed(verdict)}


def _compare_headers(
    old: RunHeader | None, new: RunHeader | None
) -> tuple[tuple[str, str, str], ...]:
    """Return the header fields and options that differ between the runs, with both values."""
    if old is None or new is None:
        return ()
    found = [
        (name, str(getattr(old, name)), str(getattr(new, name)))
        for name in _COMPARED_HEADER_FIELDS
        if getattr(old, name) != getattr(new, name)
    ]
    for name in sorted({*old.options, *new.options}):
        values = [_format_option(options.get(name)) for options in (old.options, new.options)]
        if values[0] != values[1]:
            found.append((f"option {name}", values[0], values[1]))
    return tuple(found)


def lowered(before: str, now: str) -> str:
    """Return a message if ``now`` is an older HAL version than ``before``, else an empty string."""
    try:
        older = Version.parse(now) < Version.parse(before)
    except ValueError:
        return ""
    return f"the driver declares HAL {now}; it previously declared {before}" if older else ""


def same_selection(old: RunHeader, new: RunHeader) -> bool:
    """Return whether two runs have the same suite version and select the same cases."""
    return (
        old.suite_version == new.suite_version
        and places(old.options) == places(new.options)
        and all(old.options.get(name) == new.options.get(name) for name in SELECTION)
    )


def places(options: Mapping[str, Any]) -> list[str]:
    """Return the collected files and folders, sorted, in a form that is equal on all machines.

    Of an absolute path only the last two components are kept. Files under ``generators/`` are not
    included: they add random graphs and select no cases of the specs.
    """
    found = []
    given = options.get("specs")
    for text in given if isinstance(given, list | tuple) else ():
        path = Path(str(text))
        found.append("/".join(path.parts[-2:]) if path.is_absolute() else path.as_posix())
    return sorted(place for place in found if not place.startswith("generators/"))


def _format_option(value: object) -> str:
    return "not set" if value is None else str(value)
