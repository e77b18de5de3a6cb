"""Findings of fuzz targets, and their signatures."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple

from conformance.verdicts import Finding, Verdict, VerdictKind

_SOURCE_ROOT: Final = str(Path(__file__).resolve().parents[2])
_MAX_REASON: Final = 2000
PROCESS_ENDS: Final = (VerdictKind.CRASH, VerdictKind.HANG)
_HOW: Final = re.compile(
    r"AddressSanitizer: [\w-]+|UndefinedBehaviorSanitizer: [\w-]+|\bSIG[A-Z]+\b|exit \w+ \d+|memory"
)
_CALL: Final = re.compile(r"\b(?:during|in|to|after) ([a-z]\w*(?:_\w+)+|execute|free|start)\b")


@dataclass(frozen=True, slots=True)
class FuzzFinding:
    """A violation that one input shows.

    ``signature`` groups the findings with the same cause: kind, rule, and the operation or the
    function where it occurs.
    """

    kind: str
    rule: str
    reason: str
    signature: str

    def __str__(self) -> str:
        return f"{self.signature}: {self.reason}"


class FuzzFindingError(Exception):
    """Raised by ``Target.run`` so that the engine stores the input as a crash.

    ``data`` is the input that shows the finding.
    """

    def __init__(self, finding: FuzzFinding, data: bytes = b"") -> None:
        super().__init__(str(finding))
        self.finding = finding
        self.data = data


def make_finding(kind: VerdictKind, rule: str, reason: str, place: str = "") -> FuzzFinding:
    """Return a finding whose signature consists of the kind, the rule and the place."""
    parts = (str(kind), rule, place)
    signature = " ".join(part for part in parts if part)
    return FuzzFinding(str(kind), rule, reason[:_MAX_REASON], signature)


def from_harness(finding: Finding | Verdict, place: str = "") -> FuzzFinding:
    """Return the finding for one of the harness, or for a verdict.

    Without a ``place``, a crash or hang of the driver's process gets that of ``process_end_place``.
    """
    if not place and finding.kind in PROCESS_ENDS:
        place = process_end_place(finding.reason)
    return make_finding(finding.kind, finding.rule, finding.reason, place)


def process_end_place(reason: str) -> str:
    """Return how the driver's process ended and during which call, as far as a reason states it.

    The result is equal for a driver in the process of the worker and for an isolated one.
    """
    matches = [_HOW.search(reason), _CALL.search(reason)]
    parts = [match[match.lastindex or 0] for match in matches if match is not None]
    return " ".join(parts)


def unexpected_exception(activity: str, error: BaseException) -> FuzzFinding:
    """Return the finding on an exception that ``activity`` must not raise.

    The place is the innermost function of this project in the traceback.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(_SOURCE_ROOT)]
    place = ""
    if ours:
        path = Path(ours[-1].filename).relative_to(_SOURCE_ROOT)
        place = f"{path}:{ours[-1].name}"
    name = type(error).__name__
    return make_finding(
        VerdictKind.INTERNAL_ERROR,
        "internal",
        f"{activity} raised {name}: {error}",
        f"{name} in {place}",
    )


def unclear(message: str, origin: str = ":") -> FuzzFinding | None:
    """Return a finding if an error message does not contain ``origin``, or hardly more."""
    if origin in message and len(message) > len(origin) + 10:
        return None
    reason = f"the error message {message!r} does not state what is wrong and where"
    return make_finding(VerdictKind.INTERNAL_ERROR, "message.clear", reason)


class KnownFinding(NamedTuple):
    """Findings that are not recorded, by patterns in which ``*`` matches any text."""

    signature: str
    rule: str = "*"


def is_known(finding: FuzzFinding, known: Iterable[KnownFinding]) -> bool:
    """Return whether a finding is one of those that are known."""
    return any(
        fnmatchcase(finding.signature, pattern.signature)
        and fnmatchcase(finding.rule, pattern.rule)
        for pattern in known
    )
