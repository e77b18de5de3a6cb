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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Generic, TypeVar

import msgspec

from conformance.files import open_file
from conformance.text import encodable
from conformance.verdicts import JSONValue, Verdict, VerdictKind

SCHEMA_VERSION: Final = 1
"""Version of the stream format; the reader refuses streams of a newer version."""

_EVENT: Final = b'{"event":"'
_START: Final = b'{"event":"run",'
_LONGEST_HEADER: Final = 1 << 20
_LONGEST_LINE: Final = 1 << 26
"""Number of bytes of a line at which reading ends; the lines of a run are far shorter."""
_VERDICT_START: Final = b'{"event":"verdict",'
_BUFFER: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class RunHeader:
    """The first event of a stream: the driver, the suite and the settings of the run.

    ``declared`` holds the driver's declarations other than its versions (device type, extensions),
    ``policy`` the run's requirements for success. ``processor`` is the machine's processor:
    ``machine`` (architecture) and ``features``. ``started`` is a time in ISO 8601, UTC.
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
    started: str = ""
    schema: int = SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class RunFooter:
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
    other. The first ``unproven`` verdicts precede the last damaged line: other verdicts on their
    cases may be missing. ``cut_line`` is the text of an incomplete last line, and empty if the last
    line is complete.
    """

    header: RunHeader | None
    verdicts: Sequence[Verdict]
    footer: RunFooter | None
    problems: tuple[StreamProblem, ...] = ()
    damaged: bool = False
    unproven: int = 0
    cut_line: bytes = b""

    @property
    def truncated(self) -> bool:
        """Whether the stream has no footer: the run did not end, and verdicts may be missing."""
        return self.footer is None

    def count(self, kind: VerdictKind) -> int:
        """Return the number of verdicts of this kind."""
        return sum(verdict.kind == kind for verdict in self.verdicts)


def verdict_to_dict(verdict: Verdict) -> dict[str, JSONValue]:
    """Return the verdict as plain data, which can be sent to another process."""
    try:
        plain: dict[str, JSONValue] = msgspec.to_builtins(verdict)
    except RecursionError:
        plain = msgspec.to_builtins(replace(verdict, details=encodable(verdict.details)))
    return plain


def verdict_from_dict(data: Mapping[str, JSONValue]) -> Verdict:
    """Return the verdict for a result of ``verdict_to_dict``, or raise ``ValueError``."""
    return msgspec.convert(dict(data), Verdict)


class EventWriter:
    """Writes one stream.

    Each event is written with one call, so that a killed run leaves complete lines. With several
    workers, one process writes the stream, and the others send their verdicts to it
    (``verdict_to_dict``). An existing file is overwritten; the caller checks first that it is a
    stream (``is_stream``).
    """

    def __init__(self, path: str | os.PathLike[str], header: RunHeader) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(path, flags, 0o644)
        self._encoder = msgspec.json.Encoder()
        self._counts: Counter[str] = Counter()
        self._size = 0
        started = header.started or _utc_timestamp()
        self._write("run", {**msgspec.to_builtins(header), "started": started})

    @property
    def descriptor(self) -> int:
        """The descriptor of the open file; -1 if it is closed."""
        return self._file

    def write(self, verdict: Verdict | Mapping[str, JSONValue]) -> None:
        """Append one verdict, which may be the result of ``verdict_to_dict``."""
        parsed = verdict if isinstance(verdict, Verdict) else verdict_from_dict(verdict)
        self._counts[parsed.kind] += 1
        try:
            content = _VERDICT_START + self._encoder.encode(parsed)[1:]
        except (UnicodeEncodeError, RecursionError):  # text from a driver or a spec file
            document = encodable({"event": "verdict", **verdict_to_dict(parsed)})
            content = self._encoder.encode(document)
        self._write_line(content)

    def finish(self, finished: str = "", causes: Sequence[Mapping[str, JSONValue]] = ()) -> None:
        """Append the footer of a run that ended normally, and close the file.

        ``finished`` is the time of its end; empty: now. ``causes`` are the causes of failures.
        """
        counts = {kind: self._counts[kind] for kind in sorted(self._counts)}
        footer = RunFooter(counts, sum(counts.values()), finished or _utc_timestamp(), causes)
        fields = msgspec.to_builtins(footer)
        if not causes:
            del fields["causes"]
        self._write("end", fields)
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

    def _write(self, event: str, fields: dict[str, Any]) -> None:
        document = {"event": event, **fields}
        try:
            content = self._encoder.encode(document)
        except (UnicodeEncodeError, RecursionError):  # text from a driver or a spec file
            content = self._encoder.encode(encodable(document))
        self._write_line(content)

    def _write_line(self, content: bytes) -> None:
        line = content + b"\n"
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
        start = file.read(len(_START))
        if _START.startswith(start):
            return True
        line = start + file.readline(_LONGEST_HEADER)
    try:
        fields = msgspec.json.decode(line)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(fields, dict) and fields.get("event") == "run"


class ReadVerdict(msgspec.Struct):
    """A verdict line with the JSON texts of its operations and details."""

    case_id: str
    path: str
    kind: VerdictKind
    rule: str = ""
    reason: str = ""
    operations: msgspec.Raw = msgspec.Raw(b"[]")
    details: msgspec.Raw = msgspec.Raw(b"{}")
    durations: dict[str, float] = {}


def read_events(path: str | os.PathLike[str]) -> EventStream:
    """Read a stream; lines that are not valid events become problems of the result.

    Raise ``OSError`` if the file cannot be read.
    """
    verdicts: list[Verdict] = []
    stream = scan_events(path, Verdict, lambda verdict, _: verdicts.append(verdict), verdicts)
    return replace(stream, verdicts=tuple(verdicts))


_Line = TypeVar("_Line", Verdict, ReadVerdict)


def scan_events(
    path: str | os.PathLike[str],
    kind: type[_Line],
    store: Callable[[_Line, int], object],
    verdicts: Sequence[Verdict],
) -> EventStream:
    """Read a stream line by line; call ``store`` with each verdict and the position of its line.

    ``kind`` is the type to which a verdict is decoded. ``store`` may raise ``ValueError`` for an
    invalid verdict. ``verdicts`` is the sequence that ``store`` fills. Lines that are not valid
    events become problems of the result. Raise ``OSError`` if the file cannot be read.
    """
    reader = _Reader(msgspec.json.Decoder(kind).decode, store)
    offset, last, number = 0, b"", 0
    with open_file(path, pipes=True, buffering=_BUFFER) as file:
        for line in iter(partial(file.readline, _LONGEST_LINE), b""):
            if not line.endswith(b"\n"):
                last = line
                break
            number += 1
            reader.read(number, line[:-1], offset)
            offset += len(line)
    if len(last) == _LONGEST_LINE:
        problem = f"the line is longer than {_LONGEST_LINE} bytes; the rest of the file is not read"
        reader.problems.append(StreamProblem(number + 1, problem))
        reader.distrust()
        last = b""
    elif last:
        reader.problems.append(StreamProblem(number + 1, "the last line is incomplete"))
        if reader.footer is not None or not _is_cut(last):
            reader.distrust()
    if not number and not reader.problems:
        reader.problems.append(StreamProblem(1, "the stream is empty"))
    return EventStream(
        reader.header,
        verdicts,
        reader.footer,
        tuple(reader.problems),
        reader.damaged,
        reader.unproven,
        last,
    )


class _Reader(Generic[_Line]):
    """Parses the lines of a stream in order and records a problem for each invalid line."""

    def __init__(
        self, decode: Callable[[bytes], _Line], store: Callable[[_Line, int], object]
    ) -> None:
        self.header: RunHeader | None = None
        self.footer: RunFooter | None = None
        self.problems: list[StreamProblem] = []
        self.damaged = False
        self.unproven = 0
        self._decode: Callable[[bytes], _Line] = decode
        self._store: Callable[[_Line, int], object] = store
        self._counts: Counter[str] = Counter()
        self._headers = 0

    def read(self, number: int, line: bytes, offset: int) -> None:
        """Parse one complete line, which begins at ``offset`` of the file."""
        if self.header is not None and self.footer is None and line.startswith(_VERDICT_START):
            try:
                self._add(line, offset)
            except (ValueError, msgspec.MsgspecError, RecursionError):
                pass  # parsed again below, for the reason
            else:
                return
        try:
            fields = msgspec.json.decode(line)
            event = fields.pop("event") if isinstance(fields, dict) else None
            self._headers += event == "run"
            self._take(event, fields, line, offset)
        except KeyError:
            self._add_problem(number, "the line has no event field")
        except RecursionError:
            self._add_problem(number, "the values are nested too deeply")
        except (ValueError, msgspec.MsgspecError) as error:
            self._add_problem(number, str(error))
        else:
            if self.footer is not None:
                self._check_counts(number, self.footer)

    def _add(self, line: bytes, offset: int) -> None:
        verdict = self._decode(line)
        self._store(verdict, offset)
        self._counts[verdict.kind] += 1
        if self._headers > 1:  # the verdict may belong to another run
            self.distrust()

    def distrust(self) -> None:
        """Record that verdicts may be missing among those that were read so far."""
        self.damaged = True
        self.unproven = self._counts.total()

    def _take(self, event: object, fields: dict[str, Any], line: bytes, offset: int) -> None:
        """Store an event; raise ``ValueError`` if it is not allowed at this position."""
        if self.footer is not None:
            raise ValueError("an event after the end of the run")
        if (self.header is None) != (event == "run"):
            raise ValueError("the first event of a stream, and no other, must be the header")
        if event == "run":
            self.header = _parse_header(fields)
        elif event == "verdict":
            msgspec.convert(fields, Verdict)
            self._add(line, offset)
        elif event == "end":
            self.footer = msgspec.convert(fields, RunFooter)
        else:
            raise ValueError(f"unknown event {event!r}")

    def _add_problem(self, number: int, reason: str) -> None:
        self.problems.append(StreamProblem(number, reason))
        self.distrust()

    def _check_counts(self, number: int, footer: RunFooter) -> None:
        """Compare the footer's numbers of verdicts with those that were read.

        A difference may be explained by invalid lines; the verdicts after these are still complete.
        """
        if 0 < footer.verdicts - self._counts.total() <= len(self.problems):
            return
        announced = {kind: count for kind, count in footer.counts.items() if count}
        if footer.verdicts != self._counts.total():
            reason = f"the footer states {footer.verdicts} verdicts"
            self._add_problem(number, f"{reason}, but {self._counts.total()} were read")
        elif announced != self._counts:
            found = ", ".join(f"{kind} {count}" for kind, count in sorted(self._counts.items()))
            self._add_problem(number, f"the footer states other verdicts than were read: {found}")


def _is_cut(line: bytes) -> bool:
    """Return whether the text can be the beginning of an event whose writing was interrupted."""
    if b"\0" in line or not (line.startswith(_EVENT) or _EVENT.startswith(line)):
        return False
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def _parse_header(fields: dict[str, Any]) -> RunHeader:
    """Return the header; raise ``ValueError`` if its schema is newer than this reader's."""
    schema = fields.get("schema")
    if not isinstance(schema, int) or not 1 <= schema <= SCHEMA_VERSION:
        raise ValueError(
            f"schema version {schema!r} is unknown; this reader supports 1 to {SCHEMA_VERSION}"
        )
    return msgspec.convert(fields, RunHeader)
