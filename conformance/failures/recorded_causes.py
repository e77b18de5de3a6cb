"""The causes of failures that a run recorded in the footer of its event stream."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from conformance.results.event_stream import EventStream


@dataclass(frozen=True, slots=True)
class RecordedCause:
    """A probable cause of failures.

    ``title`` names operation, symptom and condition; ``explanation`` states the counts. ``count``
    is the number of failing cases, ``cases`` are the first of them, the smallest one first.
    """

    title: str
    explanation: str = ""
    count: int = 0
    cases: tuple[str, ...] = ()
    reason: str = ""
    command: str = ""
    consequence: bool = False


def recorded_causes(stream: EventStream) -> list[RecordedCause]:
    """Return the causes in the footer of a stream; entries of another form are ignored."""
    if stream.footer is None:
        return []
    found = []
    for plain in stream.footer.causes:
        try:
            found.append(msgspec.convert(dict(plain), RecordedCause))
        except (msgspec.ValidationError, TypeError, ValueError):
            continue
    return found
