"""Compare a run with an earlier run of the same driver."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conformance.hal import Version
from conformance.results.event_stream import RunHeader
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import (
    NOT_RUN,
    OPTIONAL,
    column_of,
    is_failure,
    was_executed,
    was_run,
    worst_by_path,
    worst_verdict,
)
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import OPTIONS

SELECTION: Final = ("case", "shard", "pytest")
"""Options in the header of a stream that exclude cases from the run."""

_COMPARED_HEADER_FIELDS: Final = (
    "driver",
    "driver_version",
    "hal_version",
    "suite_version",
    "seed",
)


OPTION_FILES: Final = ("waivers", "baseline")
"""Options with a file whose checksum is in the header."""
CASE_LISTS: Final = "case"
"""The name of the checksums of the files that ``--case @FILE`` names."""
PYTEST_SELECTION: Final = (
    *("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise"),
)
"""Options of pytest that deselect or ignore cases."""


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
        by_driver = [
            change
            for change in self.no_longer_executed
            if change.after and change.after.kind != VerdictKind.DISABLED
        ]
        return (*self.newly_declined, *by_driver)

    @property
    def vanished(self) -> tuple[CaseChange, ...]:
        """Return the cases that are missing from the new run although both runs select the same.

        Random graphs and stress modes are not included. The ids of random graphs depend on the
        seed, on the number of graphs and on what the driver supports; an option selects the stress
        modes.
        """
        complete = self.old.complete and self.new.complete
        if not complete or not same_selection(self.old.header, self.new.header):
            return ()
        return tuple(
            change
            for change in self.no_longer_executed
            if change.after is None and not change.case_id.startswith(OPTIONAL)
        )

    @property
    def lowered(self) -> str:
        """Return a message if the driver declares an older HAL version than before, else ""."""
        return lowered(self.old.header.version, self.new.header.version)

    def warnings(self) -> list[str]:
        """Return a message for each of the two runs that is incomplete."""
        messages = []
        for adjective, record in (("earlier", self.old), ("new", self.new)):
            if not record.complete:
                reasons = " ".join(record.stream_warnings())
                messages.append(f"The {adjective} run is incomplete. {reasons}")
        return messages


def compare_runs(old: RunResults, new: RunResults) -> RunDifference:
    """Return the changes from ``old`` to ``new``, found case by case and path by path."""
    lists = defaultdict[str, list[CaseChange]](list)
    transitions = Counter[tuple[str, str]]()
    paths_gone = Counter[str]()
    for case_id, after in new.cases.items():
        before = old.cases.get(case_id, ())
        if not before:
            lists["new_cases"].append(CaseChange(case_id, (), None, worst_verdict(after)))
        name, change = _classify_change(case_id, before, after)
        lists[name].append(change)
        kinds = [str(one.kind) for one in (change.before, change.after) if one is not None]
        if len(set(kinds)) == 2:
            transitions[kinds[0], kinds[1]] += 1
        if name != "no_longer_executed" and (executed := _executed_paths(after)):
            paths_gone.update(_executed_paths(before) - executed)
    for case_id, before in old.cases.items():
        if case_id not in new.cases and any(map(was_run, before)):
            lists["no_longer_executed"].append(CaseChange(case_id, (), worst_verdict(before), None))
    return RunDifference(
        old,
        new,
        tuple(lists["new_failures"]),
        tuple(lists["failing_differently"]),
        tuple(lists["fixed"]),
        tuple(lists["newly_declined"]),
        tuple(lists["no_longer_executed"]),
        tuple(lists["new_cases"]),
        tuple((*pair, count) for pair, count in transitions.most_common()),
        tuple(sorted(paths_gone.items())),
        _compare_headers(old.header, new.header),
    )


def _classify_change(
    case_id: str, before: Sequence[Verdict], after: Sequence[Verdict]
) -> tuple[str, CaseChange]:
    """Return the name of the list that a case of the new run belongs to, and its change.

    The name is empty if the case belongs to no list.
    """
    worst_before, worst_after = (worst_verdict(before) if before else None), worst_verdict(after)
    new_failures, otherwise = [], []
    for path, verdict in worst_by_path(after).items():
        if not is_failure(verdict.kind):
            continue
        earlier = _verdict_along(before, path)
        if earlier is None or not is_failure(earlier.kind):
            new_failures.append((path, verdict, earlier or worst_before))
        elif (earlier.kind, earlier.rule) != (verdict.kind, verdict.rule):
            otherwise.append((path, verdict, earlier))
    for name, failures in (("new_failures", new_failures), ("failing_differently", otherwise)):
        if failures:
            everywhere = len(failures) == len(worst_by_path(after))
            paths = () if everywhere else tuple(path for path, _, _ in failures if path)
            return name, CaseChange(case_id, paths, failures[0][2], failures[0][1])
    change = CaseChange(case_id, (), worst_before, worst_after)
    if worst_before is None or is_failure(worst_after.kind):
        return "", change
    if is_failure(worst_before.kind) and column_of(worst_after.kind) == "passed":
        return "fixed", change
    if stopped := _no_longer_run(before, after):
        everywhere = len(stopped) == len(worst_by_path(after))
        paths = () if everywhere else tuple(verdict.path for verdict in stopped if verdict.path)
        declined = next((v for v in stopped if v.kind == VerdictKind.DECLINED), None)
        name = "no_longer_executed" if declined is None else "newly_declined"
        return name, CaseChange(case_id, paths, worst_before, declined or stopped[0])
    return "", change


def _no_longer_run(before: Sequence[Verdict], after: Sequence[Verdict]) -> list[Verdict]:
    """Return the new verdicts along the paths on which the case ran before and no longer runs."""
    ran = {verdict.path for verdict in before if was_run(verdict)}
    worst = worst_by_path(after)
    if not ran:
        return []
    has_common_path = not ran.isdisjoint(worst)
    return [
        verdict
        for path, verdict in worst.items()
        if verdict.kind in NOT_RUN and (not path or path in ran or "" in ran or not has_common_path)
    ]


def _verdict_along(verdicts: Sequence[Verdict], path: str) -> Verdict | None:
    applicable = [v for v in verdicts if not path or v.path in (path, "")]
    return worst_verdict(applicable) if applicable else None


def _executed_paths(verdicts: Sequence[Verdict]) -> set[str]:
    return {verdict.path for verdict in verdicts if was_executed(verdict)}


def _compare_headers(old: RunHeader, new: RunHeader) -> tuple[tuple[str, str, str], ...]:
    """Return the header fields and options that differ between the runs, with both values."""
    differences = [
        (name, str(getattr(old, name)), str(getattr(new, name)))
        for name in _COMPARED_HEADER_FIELDS
        if getattr(old, name) != getattr(new, name)
    ]
    for name in sorted({*old.options, *new.options}):
        values = [
            "not set" if (value := options.get(name)) is None else str(value)
            for options in (old.options, new.options)
        ]
        if values[0] != values[1]:
            differences.append((f"option {name}", values[0], values[1]))
    return tuple(differences)


def lowered(before: Version, after: Version) -> str:
    """Return a message if ``after`` is an older HAL version than ``before``, otherwise ""."""
    if after >= before:
        return ""
    return f"the driver declares HAL {after}; it previously declared {before}"


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
    names = []
    specs = options.get("specs")
    for text in specs if isinstance(specs, list | tuple) else ():
        path = Path(str(text))
        names.append("/".join(path.parts[-2:]) if path.is_absolute() else path.as_posix())
    return sorted(place for place in names if not place.startswith("generators/"))


_PYTEST_NAMES: Final = {"keyword": "-k", "markexpr": "-m"}


def _verdict_options(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that determine which cases run and their verdicts, as texts.

    Other options may differ, in particular limits, time limits, the number of workers and
    ``--isolate``: a user changes them in order to get further than the interrupted run did.
    """
    checksums, given = options.get("checksums") or {}, options.get("pytest") or {}
    values: dict[str, Any] = {
        "the files and folders to run": places(options),
        "the bundled specs": "selected" if options.get("bundled_specs") else "not selected",
        "the stress tests": options.get("stress"),
        "the profile of random graphs": options.get("random_profile"),
        "the files of --case": checksums.get(CASE_LISTS),
    }
    for name in PYTEST_SELECTION:
        values[_PYTEST_NAMES.get(name, f"--{name.replace('_', '-')}")] = given.get(name)
    for option in OPTIONS:
        if option.name in OPTION_FILES:
            checksum = checksums.get(option.name)
            values[option.flag] = f"a file with checksum {checksum}" if checksum else None
        elif option.changes_verdicts:
            values[option.flag] = options.get(option.name)
    return {name: _text(value) for name, value in values.items()}


def _text(value: Any) -> str:
    """Return the value of an option as text; a list has no order and may repeat a value."""
    if isinstance(value, list | tuple):
        value = " ".join(sorted({str(one) for one in value})) or None
    return "not set" if value is None else str(value)


def differing_options(
    before: RunHeader, now: RunHeader, *, apart_from: str = ""
) -> list[tuple[str, str, str]]:
    """Return the name and the two values of each option that differs, as far as verdicts differ.

    Two runs with other verdicts must not be continued or merged as one. The option ``apart_from``
    may differ.
    """
    earlier, later = _verdict_options(before.options), _verdict_options(now.options)
    return [
        (name, earlier[name], text)
        for name, text in later.items()
        if name != apart_from and earlier[name] != text
    ]
