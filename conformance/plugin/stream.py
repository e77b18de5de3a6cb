"""The event stream of a session: ``--events FILE`` and ``--resume``."""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from conformance import __version__
from conformance.drivers.identity import describe_processor
from conformance.files import check_writable, read_file, reader_awaited, replace_atomically
from conformance.results.event_stream import (
    EventStream,
    EventWriter,
    RunHeader,
    is_stream,
    read_events,
)
from conformance.results.run_difference import (
    CASE_LISTS,
    OPTION_FILES,
    PYTEST_SELECTION,
    differing_options,
)
from conformance.results.run_statistics import RunStatistics
from conformance.run.session import Session
from conformance.text import list_first
from conformance.verdicts import JSONValue, Verdict
from nn_conformance_options import ALL_MUTANTS, Settings


def run_header(
    config: pytest.Config, run: Session, named: Sequence[str], float32_bits: Mapping[str, int]
) -> RunHeader:
    """Return the header of a session's event stream.

    ``named`` are the ids of cases among the arguments; ``float32_bits`` is that of the header.
    Raise ``pytest.UsageError`` if a file whose
    checksum is in the header cannot be read.
    """
    identity, settings = run.driver.identity, run.settings
    options = settings.recorded() | {
        "isolate": run.driver.process is not None,
        "bundled_specs": run.whole,
        "checksums": {
            name: _checksum(f"--{name}", file)
            for name in OPTION_FILES
            if (file := getattr(settings, name))
        }
        | (
            {CASE_LISTS: " ".join(_checksum("--case", file) for file in lists)}
            if (lists := settings.case_lists)
            else {}
        ),
        "mutants": "all" if settings.mutants == ALL_MUTANTS else settings.mutants,
        "pytest": {
            name: config.getoption(name)
            for name in PYTEST_SELECTION
            if config.getoption(name, None)
        },
        "paths": list(run.paths),
        "specs": [*config.args, *named],
        "workers": getattr(config.option, "numprocesses", None) or 1,
    }
    for facts in run.facts.values():
        options |= facts
    return RunHeader(
        driver=f"{identity.name} ({run.driver.text})",
        driver_version=identity.version_string,
        hal_version=identity.hal_version,
        suite_version=__version__,
        seed=run.seed,
        options=options,
        declared={"device_type": identity.device_type, "extensions": list(identity.extensions)},
        policy=run.demands,
        processor=describe_processor(),
        float32_bits=float32_bits,
    )


def _checksum(option: str, file: str | Path) -> str:
    """Return the CRC-32 of the content of an option's file in hexadecimal digits."""
    try:
        # The content of a pipe is gone: it has been read already.
        return f"{0 if Path(file).is_fifo() else zlib.crc32(read_file(file)):08x}"
    except OSError as error:
        raise pytest.UsageError(f"{option} {file}: {error.strerror or error}") from error


_IDENTITY_FIELDS: Final = ("driver", "driver_version", "hal_version", "suite_version", "seed")
_MAX_LISTED: Final = 5
_CASE_OF_CUT_LINE: Final = re.compile(rb'\{"event":"verdict","case_id":"([^"\\]*)"')


class RunEventStream:
    """Writes the verdicts of one session to the file of ``--events``.

    The file is checked at the start and written from the beginning of the collection. A session
    that runs no case, such as ``--collect-only``, leaves it unchanged.

    Attributes:
        done: the cases whose verdicts ``--resume`` takes from the file.
        broken: the reason why the stream ends early; empty if it does not.
        notes: lines for the user.

    """

    def __init__(
        self, config: pytest.Config, header: Callable[[], RunHeader], tally: RunStatistics
    ) -> None:
        self.done: frozenset[str] = frozenset()
        self.broken = ""
        self.notes: list[str] = []
        self._header = header
        self._writer: EventWriter | None = None
        self._kept: list[Verdict] = []
        self._again: set[str] = set()
        text, resume = config.getoption("nn_events"), config.getoption("nn_resume")
        if resume and not text:
            raise pytest.UsageError(
                "--resume continues the run in the file of --events: add --events FILE"
            )
        self._path = Path(text) if text else None
        self._absolute = os.path.abspath(text or "")  # noqa: PTH100 - the folder may change
        if self._path is None:
            return
        if config.getoption("collectonly"):
            self.notes.append(f"--events {text}: not written, because no case runs")
            self._path = None
            return
        with _as_usage_error(self._path):
            _check_stream_path(self._path, resume)
            if resume and self._path.exists():
                self._plan(self._path, read_events(self._path), tally)

    def open(self) -> None:
        """Start the file with the header and the verdicts that a resumed run keeps."""
        if self._path is None or self._writer is not None:
            return
        with _as_usage_error(self._path):
            if not self._kept:
                with reader_awaited(self._path):
                    self._writer = EventWriter(self._path, self._header())
                return
            # The old stream is replaced by a complete file, so that no verdict can be lost.
            with replace_atomically(self._path, follow_links=True) as partial:
                self._writer = EventWriter(partial, self._header())
                for verdict in self._kept:
                    self._writer.write(verdict)
        self._kept = []

    def write(self, verdict: Verdict) -> None:
        """Append a verdict; after a write error the run continues without the stream."""
        self._again.discard(verdict.case_id)
        if self._writer is not None:
            with self._guarded(self._writer):
                self._writer.write(verdict)

    @property
    def kept(self) -> Sequence[Verdict]:
        """The verdicts of the interrupted run that a resumed run keeps; none after ``open``."""
        return self._kept

    def close(self, *, complete: bool, causes: Sequence[Mapping[str, JSONValue]] = ()) -> None:
        """Close the stream; ``causes`` are the causes of failures for its footer.

        A footer is written only if the run is complete and every case that had to run again has
        run.
        """
        if self._again:
            shown = list_first(sorted(self._again), _MAX_LISTED)
            count = "1 case" if len(self._again) == 1 else f"{len(self._again)} cases"
            self.broken = (
                f"--resume: {count} of {self._path} must run again and did not run: {shown}; "
                "the stream has no footer: resume with the command of the interrupted run"
            )
        if self._writer is None:
            return
        if complete and not self._again:
            with self._guarded(self._writer):
                self._writer.check_unchanged(self._absolute)
                self._writer.finish(causes=causes)
        else:
            self._writer.close()

    def _plan(self, path: Path, old: EventStream, tally: RunStatistics) -> None:
        """Decide which verdicts of an interrupted run are kept, and count them in ``tally``.

        Raise ``pytest.UsageError`` if the stream was written with another driver, version or seed,
        or if its options select other cases or run them differently.
        """
        if old.header is None and not old.damaged:
            self.notes.append(f"--resume: {path} holds no verdict yet: every case runs")
            return
        if old.header is None:
            problem = old.problems[0] if old.problems else "it has no header"
            raise pytest.UsageError(f"--resume: {path} is not an event stream: {problem}")
        expected = self._header()
        for name in _IDENTITY_FIELDS:
            before, now = getattr(old.header, name), getattr(expected, name)
            if before != now:
                raise pytest.UsageError(
                    f"--resume: the run in {path} has {name} {before}, but this run has {now}"
                )
        if different := [
            f"{name}: {then} in the interrupted run, {given} in this run"
            for name, then, given in differing_options(old.header, expected)
        ]:
            raise pytest.UsageError(
                f"--resume: the run in {path} has other options, and its verdicts would be mixed "
                f"with those of this run ({'; '.join(different)}): use the options of the "
                "interrupted run, or name another file with --events"
            )
        self._again = _unfinished_cases(old)
        self._kept = [v for v in old.verdicts if v.case_id not in self._again]
        self.done = frozenset(verdict.case_id for verdict in self._kept)
        _count(self._kept, tally)
        if old.damaged:
            problems = list_first([str(problem) for problem in old.problems], _MAX_LISTED, "; ")
            self.notes.append(
                f"--resume: {path} is damaged ({problems}), and verdicts may be missing: every"
                " case runs again"
            )

    @contextmanager
    def _guarded(self, writer: EventWriter) -> Iterator[None]:
        """Run a block that writes; after an error such as a full disk, give up the stream."""
        try:
            yield
        except OSError as error:
            self.broken = (
                f"--events {self._path}: {error.strerror or error}: the stream ends here without a "
                "footer"
            )
            writer.close()
            self._writer = None


def _count(verdicts: Sequence[Verdict], tally: RunStatistics) -> None:
    """Add an interrupted run's cases, and the findings that it reported late, to ``tally``."""
    cases: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if not verdict.details.get("late"):
            cases.setdefault(verdict.case_id, []).append(verdict)
    for case_id, found in cases.items():
        tally.add(case_id, found)
    for verdict in verdicts:
        if verdict.details.get("late"):
            tally.add_late(verdict)


def _unfinished_cases(old: EventStream) -> set[str]:
    """Return the cases for which a verdict may be missing in the stream.

    In a damaged stream these are all cases. In a stream without a footer they are the last case and
    the case that an incomplete last line names.
    """
    cases = {verdict.case_id for verdict in old.verdicts}
    if old.damaged or not old.truncated:
        return cases if old.damaged else set()
    named = _CASE_OF_CUT_LINE.match(old.cut_line)
    last = {verdict.case_id for verdict in old.verdicts[-1:]}
    return last | (cases & {named[1].decode(errors="replace")} if named else set())


def _check_stream_path(path: Path, resume: bool) -> None:
    """Raise an error if the file cannot be written or holds anything but an event stream.

    The errors are ``OSError`` and ``pytest.UsageError``. A file of another kind is never replaced.
    """
    check_writable(path, follow_links=True)
    if not path.exists():
        return
    if not stat.S_ISREG(path.stat().st_mode):
        if resume:
            raise pytest.UsageError(f"--resume: {path} is not a regular file and cannot be read")
    elif not is_stream(path):
        option = "--resume" if resume else "--events"
        raise pytest.UsageError(
            f"{option}: {path} exists and is not an event stream, so it is not replaced: name "
            "another file, or remove this one"
        )


def check_files(config: pytest.Config, settings: Settings) -> None:
    """Raise ``pytest.UsageError`` if the run would write a file that it also uses otherwise.

    A run that replaces its baseline accepts all of its own failures the next time.
    """
    written = {
        "--events": settings.events,
        "--trace-file": settings.trace_file,
        "--junitxml": os.path.expanduser(config.getoption("xmlpath", None) or ""),  # noqa: PTH111
    }
    read = [("--baseline", settings.baseline), ("--waivers", settings.waivers)]
    read += [("--case", file) for file in settings.case_lists]
    options: dict[str, str] = {}
    for option, file in [*read, *written.items()]:
        if not file or (Path(file).exists() and not Path(file).is_file()):  # a device
            continue
        other = options.setdefault(os.path.realpath(file), option)
        if other != option and option in written:
            raise pytest.UsageError(f"{other} and {option} both name {file}: choose another file")


@contextmanager
def _as_usage_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise pytest.UsageError(f"--events {path}: {error.strerror or error}") from error


def is_complete(status: int) -> bool:
    """Return whether a run with this exit status ran every selected case."""
    return status in _COMPLETE_STATUSES


_COMPLETE_STATUSES: Final = (
    pytest.ExitCode.OK,
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.NO_TESTS_COLLECTED,
)
