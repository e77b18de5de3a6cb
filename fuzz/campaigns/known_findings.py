"""Known findings of fuzz campaigns, from the waiver files of the suite."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

import pytest

from conformance.gate.policy import read_waivers
from fuzz.core.finding import KnownFinding

_PREFIX: Final = "fuzz/"


class KnownFileError(Exception):
    """The waiver file cannot be read or is invalid; the text names the file and the line."""


def read_known(path: Path, target: str, today: date) -> tuple[KnownFinding, ...]:
    """Return the known findings of a target.

    A waiver with the pattern ``fuzz/TARGET/SIGNATURE`` applies, in which ``*`` matches any text,
    also ``fuzz/*/...``. Expired waivers and those of other cases are left out. Raise
    ``KnownFileError`` for an invalid file.
    """
    try:
        waivers = read_waivers(path)
    except pytest.UsageError as error:
        raise KnownFileError(str(error)) from error
    findings = []
    for waiver in waivers:
        if waiver.expired(today) or not waiver.pattern.startswith(_PREFIX):
            continue
        name, _, signature = waiver.pattern.removeprefix(_PREFIX).partition("/")
        if name in (target, "*"):
            findings.append(KnownFinding(signature or "*", waiver.rule))
    return tuple(findings)
