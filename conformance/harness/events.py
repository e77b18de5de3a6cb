"""A run as a stream of events in JSON lines: the one record that every report reads.

A stream has one header, one line for each verdict, and one footer; ``docs/reference/events.md``
gives every field. A stream without footer belongs to a run that did not end. Each line ends with a
checksum over its own content and the checksum of the line before, so that a reader notices changed,
missing and repeated lines.
"""

import os
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from conformance.harness.verdict import JSONValue, Kind, Verdict

SCHEMA: Final = 1
"""Version of the stream's format; a reader refuses a newer one."""

_EVENT: Final = b'{"event":"'
_START: Final = b'{"event":"run",'
_LONGEST_HEADER: Final = 1 << 20
_WRONG_CHECKSUM: Final = (
    "the checksum differs: this line was changed, or lines before it are missing or repeated"
)
_CHECK: Final = re.compile(rb',"check":"([0-9a-f]{8})"\}\Z')


@dataclass(frozen=True, slots=True)
class Header:
    """What was run; ``started`` is ISO 8601 in UTC.

    ``declared`` is what the driver says of itself beyond its versions, ``policy`` what the vendor
    demands of the run.
    """

    driver: str
    driver_version: str
    hal_version: str
    suite_version: str
    seed: int = 0
    options: Mapping[str, JSONValue] = field(default_factory=dict)
    declared: Mapping[str, JSONValue] = field(default_factory=dict)
    policy: Mapping[str, JSONValue] = field(default_factory=dict)
    started: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class Footer:
    """How the run ended: verdicts by kind, and how many lines of verdicts there must be."""

    counts: Mapping[str, int]
    verdicts: int
    finished: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that is no event, or an event where it must not be."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class EventStream:
    """A stream as read; ``problems`` name the lines that were left out or do not fit.

    The first ``unproven`` verdicts stand before a damaged line or in one: a verdict of their cases
    may be missing. ``cut_line`` is the text of a last line that was not written to its end.
    """

    header: Header | None
    verdicts: tuple[Verdict, ...]
    footer: Footer | None
    problems: tuple[Problem, ...] = ()
    damaged: bool = False
    unproven: int = 0
    cut_line: bytes = b""

    @property
    def truncated(self) -> bool:
        """True when the run did not end: verdicts may be missing."""
        return self.footer is None

    def count(self, kind: Kind) -> int:
        """Verdicts of this kind."""
        return sum(verdict.kind == kind for verdict in self.verdicts)


def to_dict(verdict: Verdict) -> dict[str, JSONValue]:
    """The verdict as plain data, to hand from one process to another."""
    plain: dict[str, JSONValue] = msgspec.to_builtins(verdict)
    return plain


def from_dict(data: Mapping[str, JSONValue]) -> Verdict:
    """The verdict that ``to_dict`` made plain; ``ValueError`` when the data is none."""
    return msgspec.convert(dict(data), Verdict)


class EventWriter:
    """Writes one stream; each event is one write to the file, so that lines stay complete.

    With several workers, one process writes: the others pass their verdicts to it (``to_dict``). An
    existing file is overwritten: ``is_stream`` says whether it is a stream.
    """

    def __init__(self, path: str | os.PathLike[str], header: Header) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(path, flags, 0o644)
        self._encoder = msgspec.json.Encoder()
        self._counts: Counter[str] = Counter()
        self._checksum = 0
        started = header.started or _now()
        self._write("run", {**msgspec.to_builtins(header), "started": started})

    def write(self, verdict: Verdict | Mapping[str, JSONValue]) -> None:
        """Append one verdict, plain or not."""
        plain = to_dict(verdict if isinstance(verdict, Verdict) else from_dict(verdict))
        self._counts[plain["kind"]] += 1
        self._write("verdict", plain)

    def finish(self, finished: str = "") -> None:
        """Append the footer and close; the run has ended in order, now unless told when."""
        counts = {kind: self._counts[kind] for kind in sorted(self._counts)}
        footer = Footer(counts, sum(counts.values()), finished or _now())
        self._write("end", msgspec.to_builtins(footer))
        self.close()

    def close(self) -> None:
        """Close without a footer, which says that the run was cut off."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self, event: str, fields: dict[str, Any]) -> None:
        content = self._encoder.encode({"event": event, **fields})
        self._checksum = zlib.crc32(content, self._checksum)
        line = content[:-1] + b',"check":"%08x"}\n' % self._checksum
        while line:
            line = line[os.write(self._file, line) :]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether the file begins as an event stream does, possibly cut off; raises OSError."""
    with Path(path).open("rb") as file:
        start = file.read(len(_START))
        if _START.startswith(start):
            return True
        line = start + file.readline(_LONGEST_HEADER)
    try:
        fields = msgspec.json.decode(line)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(fields, dict) and fields.get("event") == "run"


def read_events(path: str | os.PathLike[str]) -> EventStream:
    """Read a stream, as far as it can be read; ``OSError`` if there is no such file."""
    content = Path(path).read_bytes()
    lines = content.split(b"\n")
    last = lines.pop()
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    if last:
        reader.problems.append(Problem(len(lines) + 1, "the last line is cut off"))
        if reader.footer is not None or not _is_cut(last):
            reader.distrust()
    if not content:
        reader.problems.append(Problem(1, "the stream is empty"))
    return EventStream(
        reader.header,
        tuple(reader.verdicts),
        reader.footer,
        tuple(reader.problems),
        reader.damaged,
        reader.unproven,
        last,
    )


class _Reader:
    """Takes the lines of a stream one by one; what does not fit becomes a problem."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.footer: Footer | None = None
        self.verdicts: list[Verdict] = []
        self.problems: list[Problem] = []
        self.damaged = False
        self.unproven = 0
        self._decoder = msgspec.json.Decoder()
        self._checksum = 0
        self._checked = False
        self._headers = 0

    def read(self, number: int, line: bytes) -> None:
        """Take one complete line."""
        found = _CHECK.search(line)
        try:
            fields = self._decoder.decode(line)
            event = fields.pop("event") if isinstance(fields, dict) else None
            self._headers += event == "run"
            self._take(event, fields)
        except KeyError:
            self._complain(number, "no event")
        except RecursionError:
            self._complain(number, "the values are nested too deeply")
        except (ValueError, msgspec.MsgspecError) as error:
            self._complain(number, str(error))
        else:
            self._check(number, line, found)
            if event == "end":
                self._check_count(number)
        if found:
            self._checksum = int(found[1], 16)
        if self._headers > 1:  # the verdicts that follow may be of another run
            self.distrust()

    def distrust(self) -> None:
        """Note that a verdict may be missing among those that were read so far."""
        self.damaged = True
        self.unproven = len(self.verdicts)

    def _take(self, event: object, fields: dict[str, Any]) -> None:
        """Keep the event; ``ValueError`` if it does not belong here."""
        if self.footer is not None:
            raise ValueError("an event after the end of the run")
        if (self.header is None) != (event == "run"):
            raise ValueError("the header must come first, and once")
        if event == "run":
            self.header = _header(fields)
        elif event == "verdict":
            self.verdicts.append(msgspec.convert(fields, Verdict))
        elif event == "end":
            self.footer = msgspec.convert(fields, Footer)
        else:
            raise ValueError(f"unknown event {event!r}")

    def _complain(self, number: int, reason: str) -> None:
        self.problems.append(Problem(number, reason))
        self.distrust()

    def _check(self, number: int, line: bytes, found: re.Match[bytes] | None) -> None:
        """Compare the line with its checksum; a stream without any checksum is not checked."""
        if found is None:
            if self._checked:
                self._complain(number, "the line has no checksum, unlike the lines before")
        elif not self._checked and number > 1:
            self._checked = True
            self._complain(number, "the line has a checksum, unlike the lines before")
        elif zlib.crc32(line[: found.start()] + b"}", self._checksum) != int(found[1], 16):
            self._checked = True
            if self.problems and self.problems[-1].line == number - 1:
                self.distrust()  # the problem of the line before explains this one
            else:
                self._complain(number, _WRONG_CHECKSUM)
        else:
            self._checked = True

    def _check_count(self, number: int) -> None:
        """Compare the footer with what was read; a known damaged line explains a difference."""
        announced = self.footer.verdicts if self.footer is not None else 0
        if announced != len(self.verdicts):
            reason = f"{announced} verdicts announced, {len(self.verdicts)} read"
            self.problems.append(Problem(number, reason))
            if not (self.damaged and self._checked):
                self.distrust()


def _is_cut(line: bytes) -> bool:
    """Return whether the text can be the beginning of a line that was not written to its end."""
    if b"\0" in line or not (line.startswith(_EVENT) or _EVENT.startswith(line)):
        return False
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def _header(fields: dict[str, Any]) -> Header:
    schema = fields.get("schema")
    if not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        raise ValueError(f"schema {schema!r} is not known: this reader knows up to {SCHEMA}")
    return msgspec.convert(fields, Header)
