"""A run as the reports use it: verdicts grouped by case, counts, and defects of the stream."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from conformance.files import open_file
from conformance.hal import OperationType, Version
from conformance.results.event_stream import EventStream, RunHeader
from conformance.results.policy_check import unmet_requirements
from conformance.results.reproduction import reproduction
from conformance.results.run_matrix import RunMatrix, run_matrix
from conformance.results.run_statistics import (
    RunStatistics,
    case_class,
    is_failure,
    may_repeat,
    supported_in,
    was_executed,
    worst_verdict,
)
from conformance.results.verdict_table import CaseVerdicts, VerdictTable
from conformance.text import format_count
from conformance.verdicts import Verdict, VerdictKind


@dataclass(slots=True)
class CaseCount:
    """A number of cases, and how many of them were executed."""

    cases: int = 0
    executed: int = 0

    def add(self, executed: bool, times: int) -> None:
        """Count a number of cases."""
        self.cases += times
        self.executed += times * executed


@dataclass(slots=True)
class ExecutionCounts:
    """Counts of the cases of a run.

    Attributes:
        within: cases that are neither not applicable nor disabled.
        due: cases whose operations were all reported supported.
        foreign: cases with operations that are not of the contract.
        supported: operations that were reported supported.
        features: cases executed along a path with each word of path ids.
        paths: verdicts of executions along each path.
        kinds: cases by operation and kind.
        supported_cases: cases in which each operation was reported supported.
        executed_cases: executed cases by operation.

    """

    within: CaseCount = field(default_factory=CaseCount)
    due: CaseCount = field(default_factory=CaseCount)
    foreign: CaseCount = field(default_factory=CaseCount)
    supported: set[str] = field(default_factory=set)
    features: Counter[str] = field(default_factory=Counter)
    paths: Counter[str] = field(default_factory=Counter)
    kinds: defaultdict[str, Counter[VerdictKind]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    supported_cases: Counter[str] = field(default_factory=Counter)
    executed_cases: Counter[str] = field(default_factory=Counter)

    def add(self, verdicts: Sequence[Verdict], times: int = 1) -> None:
        """Count one case, or a number of cases with equal verdicts."""
        decisive = worst_verdict(verdicts)
        words = set[str]()
        ran = False
        for verdict in verdicts:
            if was_executed(verdict):
                ran = True
                words.update(verdict.path.split("-"))
                if verdict.path:
                    self.paths[verdict.path] += times
        for word in words:
            self.features[word] += times
        supported = supported_in(verdicts)
        self.supported |= supported
        for name in supported:
            self.supported_cases[name] += times
        names = decisive.operations
        for name in names:
            self.kinds[name][decisive.kind] += times
            self.executed_cases[name] += times * ran
        if decisive.kind not in (VerdictKind.NOT_APPLICABLE, VerdictKind.DISABLED):
            self.within.add(ran, times)
        if names and supported.issuperset(names) and decisive.kind != VerdictKind.DECLINED:
            self.due.add(ran, times)
        if not OperationType.__members__.keys() >= set(names):
            self.foreign.add(ran, times)


_MAX_PROBLEMS: Final = 5
_MAX_NAMES: Final = 20
_MAX_REPEATED: Final = 5_000
"""Number of cases for which equal cases are counted together."""
_DRIVER_HEADER: Final = re.compile(r"(?P<name>.*?) \((?P<text>.+)\)", re.DOTALL)


class ReportError(Exception):
    """A file that cannot be read, written, merged or compared; the message is shown to the user."""


@contextmanager
def as_report_error(path: str | os.PathLike[str], *, pipe: bool = True) -> Iterator[None]:
    """Raise ``ReportError`` with the name of the file in place of an ``OSError``.

    Without ``pipe`` a ``BrokenPipeError`` is raised unchanged: the reader of standard output ended.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) and not pipe:
            raise
        raise ReportError(f"{os.fspath(path)}: {error.strerror or error}") from error


@dataclass(slots=True)
class _RepeatedCase:
    """A case that was counted, and the number of further cases that count like it."""

    case_id: str
    verdicts: tuple[Verdict, ...]
    times: int = 0


@dataclass(frozen=True)
class RunResults:
    """A run that was read from an event stream.

    ``name`` is the name of the file, ``folder`` the folder that it is in.
    """

    name: str
    stream: EventStream
    table: VerdictTable
    folder: Path = Path()

    @property
    def cases(self) -> Mapping[str, tuple[Verdict, ...]]:
        """Return the verdicts of each case."""
        return CaseVerdicts(self.table)

    @cached_property
    def statistics(self) -> RunStatistics:
        """Return the counts of verdicts and cases."""
        return self._count(None)

    @cached_property
    def executions(self) -> ExecutionCounts:
        """Return the counts of what was supported and executed.

        If it is used first, both counts are made in one pass, which takes seconds for a million
        verdicts.
        """
        counts = ExecutionCounts()
        self.__dict__["statistics"] = self._count(counts)
        return counts

    @cached_property
    def matrix(self) -> RunMatrix:
        """Return the cases by operation, type and facet."""
        return run_matrix(self.table, declared_version(self.header))

    def _count(self, executions: ExecutionCounts | None) -> RunStatistics:
        statistics, table = RunStatistics(keep_ids=False), self.table

        def count(case_id: str, verdicts: tuple[Verdict, ...], times: int = 1) -> None:
            statistics.add(case_id, verdicts, times)
            if executions is not None:
                executions.add(verdicts, times)

        # The first of many cases with equal forms is counted at once, which determines the order
        # of the counters; the others are counted together.
        repeats: dict[tuple[tuple[int, ...], str], _RepeatedCase] = {}
        for number, case_id in enumerate(table.case_ids):
            forms = table.forms_of_case(number)
            key = None if forms is None else (forms, case_class(case_id))
            if key is not None and (known := repeats.get(key)) is not None:
                known.times += 1
                continue
            verdicts = table.of_case(number)
            count(case_id, verdicts)
            if key is not None and len(repeats) < _MAX_REPEATED and may_repeat(verdicts):
                repeats[key] = _RepeatedCase(case_id, verdicts)
        for other in repeats.values():
            if other.times:
                count(other.case_id, other.verdicts, other.times)
        return statistics

    @property
    def header(self) -> RunHeader | None:
        """Return the header of the stream, or ``None`` if none could be read."""
        return self.stream.header

    @property
    def complete(self) -> bool:
        """Return whether the run ended and every line of its stream could be read."""
        return not self.stream.truncated and not self.stream.problems

    @property
    def verdict_counts(self) -> dict[VerdictKind, int]:
        """Return the number of verdicts of each kind that occurs, in ``VerdictKind``'s order."""
        return self.table.counts()

    @property
    def failed_cases(self) -> int:
        """Return the number of cases in which the driver broke a rule."""
        return sum(
            n for kind, n in self.statistics.cases.items() if VerdictKind(kind).blames_driver
        )

    @property
    def unjudged_cases(self) -> int:
        """Return the number of cases without a verdict because of an error in the suite."""
        return self.statistics.cases[VerdictKind.INTERNAL_ERROR]

    @property
    def failures(self) -> Sequence[Verdict]:
        """Return the failures and internal errors, in the order of the run."""
        return self.table.of_kinds(frozenset(filter(is_failure, VerdictKind)))

    def stream_warnings(self) -> list[str]:
        """Return a message for each defect of the stream; empty if it is complete."""
        stream, messages = self.stream, []
        read = f"{len(stream.verdicts):,} verdicts could be read"
        if stream.header is None:
            messages.append(f"The stream has no header that could be read; {read}.")
        if stream.truncated:
            messages.append(
                f"The run did not end: the stream has no footer. {read[:1].upper()}{read[1:]}, "
                "others may be missing."
            )
        if problems := stream.problems:
            listed = _first_of(list(map(str, problems)), _MAX_PROBLEMS, "; ")
            count = format_count(len(problems), "problem")
            messages.append(f"The stream is damaged, {count}: {listed}.")
        return messages

    def warnings(self) -> list[str]:
        """Return the reasons why this run does not count as passed, the most serious one first."""
        messages = self.stream_warnings()
        if not self.cases or self.statistics.nothing_executed:
            messages.append("No case was executed: this run does not test the driver's results.")
        missing = unmet_requirements(self.header.policy, self.statistics) if self.header else []
        if missing:
            listed = _first_of(missing, _MAX_NAMES, "; ")
            messages.append(f"The policy is not met: {listed}.")
        if names := self.statistics.never_executed:
            listed = _first_of(names, _MAX_NAMES, ", ")
            messages.append(f"Reported supported but never executed: {listed}.")
        return messages

    def reproduce_command(self, case_id: str) -> str:
        """Return the command that runs this case again."""
        driver = driver_argument(self.header) if self.header else "X"
        return shlex.join(reproduction(driver, case_id))


def declared_version(header: RunHeader | None) -> Version | None:
    """Return the HAL version that the driver declares; ``None`` if it is unknown."""
    try:
        return Version.parse(header.hal_version) if header else None
    except ValueError:
        return None


def _first_of(texts: Sequence[str], most: int, separator: str) -> str:
    """Return the first ``most`` texts and the number of the others."""
    more = len(texts) - most
    start = ";" if separator == "; " else ""
    return separator.join(texts[:most]) + (f"{start} and {more:,} more" if more > 0 else "")


def driver_name(header: RunHeader) -> str:
    """Return the name of the driver, without the value of ``--driver``."""
    match = _DRIVER_HEADER.fullmatch(header.driver)
    return match["name"] if match else header.driver


def driver_argument(header: RunHeader) -> str:
    """Return the value of ``--driver``; the header has it in the form ``name (value)``."""
    match = _DRIVER_HEADER.fullmatch(header.driver)
    return match["text"] if match else header.driver


@contextmanager
def _regular_file(path: str | os.PathLike[str]) -> Iterator[str | os.PathLike[str]]:
    """Yield the path, or that of a temporary copy of what a pipe contains: it is read twice."""
    if Path(path).is_file():
        yield path
        return
    with open_file(path, pipes=True) as source, tempfile.NamedTemporaryFile() as copy:
        shutil.copyfileobj(source, copy)
        copy.flush()
        yield copy.name


def load_run(path: str | os.PathLike[str], *, durations: bool = True) -> RunResults:
    """Read a run from a file. Raises ``ReportError`` if the file cannot be read.

    Without ``durations`` all durations are 0, which saves a quarter of the memory.
    """
    with as_report_error(path), _regular_file(path) as file:
        table = VerdictTable(file, durations=durations)
        stream = table.read()
    return RunResults(Path(path).name, stream, table, Path(path).parent)
