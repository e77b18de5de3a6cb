"""Writes and reads event streams: the record of a run, from which all reports are created.

A stream is a file of JSON lines: one header, one line for each verdict, and one footer.
``docs/reference/reports.md`` describes every field. A stream without footer belongs to a run that
did not end. The footer has the number of verdicts of each kind, so that a reader notices missing
and repeated lines.
"""

import errno
import os
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import msgspec

from conformance.files import open_file
from conformance.hal import Version
from conformance.text import encodable
from conformance.verdicts import JSONValue, Verdict

SCHEMA_VERSION: Final = 1
"""Version of the stream format; the reader refuses other versions."""

_EVENT: Final = b'{"event":"'
_START: Final = b'{"event":"run",'
_LONGEST_LINE: Final = 1 << 26
"""Number of bytes of a line at which reading ends; the lines of a run are far shorter."""
_BUFFER: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class RunHeader:
    """The first event of a stream: the driver, the suite and the settings of the run.

    ``declared`` holds the driver's declarations other than its versions (device type, extensions),
    ``policy`` the run's requirements for success. ``processor`` is the machine's processor:
    ``machine`` (architecture) and ``features``. ``float32_bits`` is the measured precision of an
    engine by operation. ``started`` is a time in ISO 8601, UTC.
    """

    driver: str
    driver_version: str
    hal_version: str
    suite_version: str
    seed: int = 0
    options: Mapping[str, JSONValue] = field(default_factory=dict)
    declared: Mapping[str, JSONValue] = field(default_factory=dict)
    policy: Mapping[str, JSONValue] = field(default_factory=dict)
    processor: Mapping[str, JSONValue] = field(default_factory=dict)
    float32_bits: Mapping[str, int] = field(default_factory=dict)
    started: str = ""
    schema: int = SCHEMA_VERSION

    @property
    def version(self) -> Version:
        """The HAL version that the driver declares."""
        return Version.parse(self.hal_version)


class RunFooter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last event of a stream, written only if the run ended normally.

    ``counts`` is the number of verdicts of each kind, ``verdicts`` their sum. ``finished`` is a
    time in ISO 8601, UTC. ``causes`` are the probable causes of failures, if the run found any.
    """

    counts: Mapping[str, int]
    verdicts: int
    finished: str = ""
    causes: Sequence[Mapping[str, JSONValue]] = ()


@dataclass(frozen=True, slots=True)
class StreamProblem:
    """A line that is not a valid event, is damaged, or is not allowed at its position."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class EventStream:
    """The contents of a stream that was read, with the ``problems`` found in its lines.

    ``damaged`` is set if verdicts may be missing because lines are damaged or contradict each
    other. ``cut_line`` is the text of an incomplete last line, and empty if the last line is
    complete.
    """

    header: RunHeader | None
    verdicts: tuple[Verdict, ...]
    footer: RunFooter | None
    problems: tuple[StreamProblem, ...] = ()
    damaged: bool = False
    cut_line: bytes = b""

    @property
    def truncated(self) -> bool:
        """Whether the stream has no footer: the run did not end, and verdicts may be missing."""
        return self.footer is None


def encode_event(event: RunHeader | Verdict | RunFooter) -> bytes:
    """Return a verdict, a header or a footer as a JSON object.

    Characters that UTF-8 cannot express are escaped, and deeply nested values are omitted.
    """
    try:
        return msgspec.json.encode(event)
    except (UnicodeEncodeError, RecursionError):  # text from a driver or a spec file
        names = type(event).__match_args__
        return msgspec.json.encode({name: encodable(getattr(event, name)) for name in names})


class EventWriter:
    """Writes one stream.

    Each event is written with one call, so that a killed run leaves complete lines. An existing
    file is overwritten; the caller checks first that it is a stream (``is_stream``).
    """

    def __init__(self, path: str | os.PathLike[str], header: RunHeader) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(path, flags, 0o644)
        self._counts: Counter[str] = Counter()
        self._size = 0
        self._write("run", replace(header, started=header.started or _utc_timestamp()))

    def write(self, verdict: Verdict) -> None:
        """Append one verdict."""
        self._counts[verdict.kind] += 1
        self._write("verdict", verdict)

    def finish(self, finished: str = "", causes: Sequence[Mapping[str, JSONValue]] = ()) -> None:
        """Append the footer of a run that ended normally, and close the file.

        ``finished`` is the time of its end; empty: now. ``causes`` are the causes of failures.
        """
        counts = {kind: self._counts[kind] for kind in sorted(self._counts)}
        end = finished or _utc_timestamp()
        self._write("end", RunFooter(counts, sum(counts.values()), end, causes))
        self.close()

    def check_unchanged(self, path: str | os.PathLike[str]) -> None:
        """Raise ``OSError`` unless ``path`` is still this file, with only the events written to it.

        A driver in this process, or another program, can remove, replace or change the file.
        """
        written = os.fstat(self._file)
        if not stat.S_ISREG(written.st_mode):
            return
        try:
            current = os.stat(path)  # noqa: PTH116 - compared with ``written``
        except FileNotFoundError as error:
            raise OSError(errno.ENOENT, "the file was removed during the run") from error
        if (current.st_dev, current.st_ino) != (written.st_dev, written.st_ino):
            raise OSError(errno.ESTALE, "the file was replaced during the run")
        if current.st_size != self._size:
            raise OSError(errno.ESTALE, "another program changed the file during the run")

    def close(self) -> None:
        """Close the file; without ``finish`` the stream has no footer and counts as incomplete."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, name: str, event: RunHeader | Verdict | RunFooter) -> None:
        line = b'{"event":"%b",%b\n' % (name.encode(), encode_event(event)[1:])
        self._size += len(line)
        while line:  # ``os.write`` may write only a part
            line = line[os.write(self._file, line) :]


def _utc_timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether the file begins like an event stream; an incomplete header counts.

    An empty file counts too. Raise ``OSError`` if the file cannot be read.
    """
    with open_file(path, pipes=True) as file:
        return _START.startswith(file.read(len(_START)))


class _Event(msgspec.Struct):
    event: str


class _RecordedPolicy(msgspec.Struct):
    """The values of a header's policy whose types the reports rely on."""

    hal: str | None = None
    require: Mapping[str, Sequence[str]] = {}
    allow_refused: Sequence[str] = ()
    max_refused_share: float | None = None


_DECODERS: Final[Mapping[str, msgspec.json.Decoder[Any]]] = {
    "run": msgspec.json.Decoder(RunHeader),
    "verdict": msgspec.json.Decoder(Verdict),
    "end": msgspec.json.Decoder(RunFooter),
}
_event_of = msgspec.json.Decoder(_Event).decode


def read_events(path: str | os.PathLike[str]) -> EventStream:
    """Read a stream; lines that are not valid events become problems of the result.

    Raise ``OSError`` if the file cannot be read.
    """
    header: RunHeader | None = None
    footer: RunFooter | None = None
    verdicts: list[Verdict] = []
    problems: list[StreamProblem] = []
    cut_line, damaged, number = b"", False, 0
    with open_file(path, pipes=True, buffering=_BUFFER) as file:
        for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), b""), 1):
            if not line.endswith(b"\n"):
                cut_line = line
                problems.append(StreamProblem(number, "the last line is incomplete"))
                damaged = damaged or footer is not None or not _is_cut(line)
                break
            try:
                event = _read_event(line, started=header is not None, ended=footer is not None)
                if isinstance(event, Verdict):
                    verdicts.append(event)
                elif isinstance(event, RunHeader):
                    msgspec.convert(event.policy, _RecordedPolicy)
                    Version.parse(event.hal_version)
                    header = event
                else:
                    footer = event
                    if not problems:
                        _check_counts(footer, verdicts)
            except RecursionError:
                problems.append(StreamProblem(number, "the values are nested too deeply"))
                damaged = True
            except (ValueError, msgspec.MsgspecError) as error:
                problems.append(StreamProblem(number, str(error)))
                damaged = True
    if not number:
        problems.append(StreamProblem(1, "the stream is empty"))
    return EventStream(header, tuple(verdicts), footer, tuple(problems), damaged, cut_line)


def _read_event(line: bytes, *, started: bool, ended: bool) -> RunHeader | Verdict | RunFooter:
    """Return the event of a line; raise ``ValueError`` if it is not allowed at this position."""
    name = _event_of(line).event
    if ended:
        raise ValueError("an event after the end of the run")
    if started == (name == "run"):
        raise ValueError("the first event of a stream, and no other, must be the header")
    if name not in _DECODERS:
        raise ValueError(f"unknown event {name!r}")
    event: RunHeader | Verdict | RunFooter = _DECODERS[name].decode(line)
    if isinstance(event, RunHeader) and event.schema != SCHEMA_VERSION:
        raise ValueError(
            f"schema version {event.schema!r} is unknown; this reader supports {SCHEMA_VERSION}"
        )
    return event


def _check_counts(footer: RunFooter, verdicts: Sequence[Verdict]) -> None:
    """Raise ``ValueError`` if the footer states other numbers of verdicts than were read."""
    counts = Counter(str(verdict.kind) for verdict in verdicts)
    if footer.verdicts != len(verdicts):
        raise ValueError(
            f"the footer states {footer.verdicts} verdicts, but {len(verdicts)} were read"
        )
    if {kind: count for kind, count in footer.counts.items() if count} != counts:
        found = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
        raise ValueError(f"the footer states other verdicts than were read: {found}")


def _is_cut(line: bytes) -> bool:
    """Return whether the text can be the beginning of an event whose writing was interrupted."""
    return b"\0" not in line and (line.startswith(_EVENT) or _EVENT.startswith(line))
