"""Files that this project reads back: damaged ones give an error, and nothing else."""

from __future__ import annotations

import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from conformance.cases.casefile import CaseError, decode_case, encode_case
from conformance.gate.policy import find_policy, read_waivers
from conformance.results.event_stream import is_stream, read_events
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding, unclear
from fuzz.core.session import FuzzSession

_CASE_HEAD: Final = b"nn-conformance case 1\n"


def check_file(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Read a file; the first byte of the input, modulo 5, selects the reader."""
    if not data:
        return None
    names = tuple(READERS)
    name = names[data[0] % len(names)]
    session.counts[name] += 1
    return READERS[name](data[1:])


def _read_case(content: bytes) -> FuzzFinding | None:
    """Read a case file; one that can be read is written and read again."""
    try:
        case = decode_case(content, "input")
    except CaseError as error:
        return unclear(str(error))
    again = decode_case(encode_case(case), "again")
    if encode_case(again) != encode_case(case):
        reason = "a case file that was read, written and read again has another content"
        return make_finding(VerdictKind.INTERNAL_ERROR, "case.stable", reason)
    return None


def _read_case_body(body: bytes) -> FuzzFinding | None:
    """Read a case file with correct first and last lines, so that the body is reached."""
    content = _CASE_HEAD + body.rstrip(b"\n") + b"\n"
    return _read_case(b"%send %08x\n" % (content, zlib.crc32(content)))


def _read_stream(content: bytes) -> FuzzFinding | None:
    with tempfile.TemporaryDirectory(prefix="nn-fuzz-") as folder:
        path = Path(folder) / "run.jsonl"
        path.write_bytes(content)
        is_stream(path)
        read_events(path)
    return None


def _read_policy(content: bytes) -> FuzzFinding | None:
    with tempfile.TemporaryDirectory(prefix="nn-fuzz-") as folder:
        (Path(folder) / "pyproject.toml").write_bytes(content)
        try:
            find_policy(Path(folder))
        except pytest.UsageError as error:
            return unclear(str(error))
    return None


def _read_waivers(content: bytes) -> FuzzFinding | None:
    with tempfile.TemporaryDirectory(prefix="nn-fuzz-") as folder:
        path = Path(folder) / "waivers.toml"
        path.write_bytes(content)
        try:
            read_waivers(path)
        except pytest.UsageError as error:
            return unclear(str(error))
    return None


READERS: Final[dict[str, Callable[[bytes], FuzzFinding | None]]] = {
    "case": _read_case,
    "case body": _read_case_body,
    "event stream": _read_stream,
    "policy": _read_policy,
    "waivers": _read_waivers,
}
"""The readers by name; their order decides the first byte of an input."""
