"""The run as a stream of events: JSON lines, the truth that every report reads.

One header, one line for each verdict, one footer; ``docs/events.md`` gives every field. A stream
without footer is a run that did not end.
"""

import os
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
    """A stream as read; ``problems`` name what was left out."""

    header: Header | None
    verdicts: tuple[Verdict, ...]
    footer: Footer | None
    problems: tuple[Problem, ...] = ()

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
    """Writes one stream; each event goes to the file in one write, so that lines stay whole.

    With several workers, one process writes: the others hand it their verdicts (``to_dict``).
    """

    def __init__(self, path: str | os.PathLike[str], header: Header) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(path, flags, 0o644)
        self._encoder = msgspec.json.Encoder()
        self._counts: Counter[str] = Counter()
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
        line = self._encoder.encode({"event": event, **fields}) + b"\n"
        while line:
            line = line[os.write(self._file, line) :]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_events(path: str | os.PathLike[str]) -> EventStream:
    """Read a stream, as far as it can be read; ``OSError`` when there is no such file."""
    header: Header | None = None
    footer: Footer | None = None
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    decoder = msgspec.json.Decoder()
    content = Path(path).read_bytes()
    lines = content.split(b"\n")
    if lines[-1]:
        problems.append(Problem(len(lines), "the last line is cut off"))
    for number, line in enumerate(lines[:-1], 1):
        try:
            fields = decoder.decode(line)
            event = fields.pop("event") if isinstance(fields, dict) else None
            if footer is not None:
                raise ValueError("an event after the end of the run")
            if (header is None) != (event == "run"):
                raise ValueError("the header must come first, and once")
            if event == "run":
                header = _header(fields)
            elif event == "verdict":
                verdicts.append(msgspec.convert(fields, Verdict))
            elif event == "end":
                footer = msgspec.convert(fields, Footer)
                if footer.verdicts != len(verdicts):
                    raise ValueError(f"{footer.verdicts} verdicts announced, {len(verdicts)} read")
            else:
                raise ValueError(f"unknown event {event!r}")
        except KeyError:
            problems.append(Problem(number, "no event"))
        except (ValueError, msgspec.MsgspecError) as error:
            problems.append(Problem(number, str(error)))
    if not content:
        problems.append(Problem(1, "the stream is empty"))
    return EventStream(header, tuple(verdicts), footer, tuple(problems))


def _header(fields: dict[str, Any]) -> Header:
    schema = fields.get("schema")
    if not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        raise ValueError(f"schema {schema!r} is not known: this reader knows up to {SCHEMA}")
    return msgspec.convert(fields, Header)
