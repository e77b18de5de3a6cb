"""A run as the reports use it: verdicts grouped by case, counts, and defects of the stream."""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from conformance.results.event_stream import EventStream, RunHeader, read_events
from conformance.results.policy_check import unmet_requirements
from conformance.results.reproduction import reproduction
from conformance.results.run_matrix import RunMatrix, run_matrix
from conformance.results.run_statistics import RunStatistics, is_failure
from conformance.text import format_count, list_first
from conformance.verdicts import Verdict, VerdictKind

_MAX_PROBLEMS: Final = 5
_MAX_NAMES: Final = 20
_DRIVER_HEADER: Final = re.compile(r"(?P<name>.*?) \((?P<text>.+)\)", re.DOTALL)


class ReportError(Exception):
    """A file that cannot be read, written, merged or compared; the message is shown to the user."""


@contextmanager
def as_report_error(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise ``ReportError`` with the name of the file in place of an ``OSError``."""
    try:
        yield
    except OSError as error:
        raise ReportError(f"{os.fspath(path)}: {error.strerror or error}") from error


@dataclass(frozen=True)
class RunResults:
    """A run that was read from an event stream.

    ``name`` is the name of the file, ``folder`` the folder that it is in.
    """

    name: str
    stream: EventStream
    folder: Path = Path()

    @cached_property
    def cases(self) -> Mapping[str, Sequence[Verdict]]:
        """Return the verdicts of each case, in the order of the first verdicts."""
        cases: dict[str, list[Verdict]] = {}
        for verdict in self.stream.verdicts:
            cases.setdefault(verdict.case_id, []).append(verdict)
        return cases

    @cached_property
    def statistics(self) -> RunStatistics:
        """Return the counts of verdicts and cases."""
        statistics = RunStatistics()
        for case_id, verdicts in self.cases.items():
            statistics.add(case_id, verdicts)
        return statistics

    @cached_property
    def matrix(self) -> RunMatrix:
        """Return the cases by operation, type and facet."""
        return run_matrix(self.cases, self.header.version)

    @property
    def header(self) -> RunHeader:
        """Return the header of the stream."""
        assert self.stream.header is not None  # ``load_run`` refuses other files
        return self.stream.header

    @property
    def complete(self) -> bool:
        """Return whether the run ended and every line of its stream could be read."""
        return not self.stream.truncated and not self.stream.problems

    @property
    def verdict_counts(self) -> dict[VerdictKind, int]:
        """Return the number of verdicts of each kind that occurs, in ``VerdictKind``'s order."""
        counts = Counter(verdict.kind for verdict in self.stream.verdicts)
        return {kind: counts[kind] for kind in VerdictKind if counts[kind]}

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
        return [verdict for verdict in self.stream.verdicts if is_failure(verdict.kind)]

    def stream_warnings(self) -> list[str]:
        """Return a message for each defect of the stream; empty if it is complete."""
        stream, messages = self.stream, []
        read = f"{len(stream.verdicts):,} verdicts could be read"
        if stream.truncated:
            messages.append(
                f"The run did not end: the stream has no footer. {read[:1].upper()}{read[1:]}, "
                "others may be missing."
            )
        if problems := stream.problems:
            listed = list_first(list(map(str, problems)), _MAX_PROBLEMS, "; ")
            count = format_count(len(problems), "problem")
            messages.append(f"The stream is damaged, {count}: {listed}.")
        return messages

    def warnings(self) -> list[str]:
        """Return the reasons why this run does not count as passed, the most serious one first."""
        messages = self.stream_warnings()
        if not self.cases or self.statistics.nothing_executed:
            messages.append("No case was executed: this run does not test the driver's results.")
        missing = unmet_requirements(self.header.policy, self.statistics)
        if missing:
            listed = list_first(missing, _MAX_NAMES, "; ")
            messages.append(f"The policy is not met: {listed}.")
        if names := self.statistics.never_executed:
            listed = list_first(names, _MAX_NAMES)
            messages.append(f"Reported supported but never executed: {listed}.")
        return messages

    def reproduce_command(self, case_id: str) -> str:
        """Return the command that runs this case again."""
        return shlex.join(reproduction(driver_argument(self.header), case_id))


def driver_name(header: RunHeader) -> str:
    """Return the name of the driver, without the value of ``--driver``."""
    match = _DRIVER_HEADER.fullmatch(header.driver)
    return match["name"] if match else header.driver


def driver_argument(header: RunHeader) -> str:
    """Return the value of ``--driver``; the header has it in the form ``name (value)``."""
    match = _DRIVER_HEADER.fullmatch(header.driver)
    return match["text"] if match else header.driver


def load_run(path: str | os.PathLike[str]) -> RunResults:
    """Read a run from a file.

    Raise ``ReportError`` if the file cannot be read or does not begin with the header of a stream.
    """
    with as_report_error(path):
        stream = read_events(path)
    if stream.header is None:
        raise ReportError(f"{path}: not an event stream of pytest --events: {stream.problems[0]}")
    return RunResults(Path(path).name, stream, Path(path).parent)
