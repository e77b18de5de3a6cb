"""Attacks on files that the suite reads back: case files, policies, waivers, campaign reports."""

from __future__ import annotations

import json
import re
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conformance.cases import Example
from conformance.cases.casefile import Case, CaseError, decode_case, encode_case
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.gate.policy import find_policy, read_waivers
from conformance.models.accuracy.model_list import read_model_list
from tests.attacks.attack import command
from tests.sample_drivers.adder_driver import add_example

_STEP = 10
_NESTED = b"[" * 100_000


def _changed(random: Random, content: bytes) -> bytes:
    """Return the content with other bytes at some of the offsets that are multiples of ten."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 4))):
        place = random.randrange(0, len(changed), _STEP)
        changed[place] = random.choice((changed[place] ^ 1 << random.randrange(8), 0, 0xFF, 0x22))
    return bytes(changed)


def _damaged(random: Random, content: bytes) -> bytes:
    match random.randrange(6):
        case 0:
            return content[: random.randrange(0, len(content), _STEP)]
        case 1:
            place = random.randrange(0, len(content), _STEP)
            return content[:place] + random.choice((_NESTED, b"9" * 5000)) + content[place:]
        case _:
            return _changed(random, content)


def a_damaged_case_file(random: Random, folder: Path) -> str:
    """A damaged case file is refused; with a correct checksum it is refused or a whole case."""
    example: Example = add_example()
    content = encode_case(Case("a/b/c", example, paths=("sync",), seed=3))
    damaged = _damaged(random, content)
    if damaged == content:
        return ""
    adjusted = random.random() < 0.5 and (last := re.search(rb"end [0-9a-f]{8}\n\Z", damaged))
    if adjusted and last:
        start = damaged[: last.start()]
        damaged = b"%send %08x\n" % (start, zlib.crc32(start))
    try:
        case = decode_case(damaged, "x.case")
    except CaseError:
        return ""
    return "" if adjusted and isinstance(case, Case) else "a damaged case file was accepted"


POLICY = b"""
[tool.nn-conformance]
driver = "reference"
hal = "1.3"
isolate = true
limits = {prepare = 300}
waivers = "waivers.toml"
forbid_declined = ["ADD"]

[tool.nn-conformance.require]
operations = ["ADD", "MUL"]
"""
WAIVERS = b"""
[[waiver]]
case = "mine/s/other*"
rule = "values"
reason = "a known fault"
issue = "https://example.org/1"
expires = 2999-01-01
"""


def a_damaged_policy(random: Random, folder: Path) -> str:
    """A damaged policy or waiver file is a usage error, or still a valid file."""
    for name, content in (("pyproject.toml", POLICY), ("waivers.toml", WAIVERS)):
        (folder / name).write_bytes(_damaged(random, content))
    for read in (lambda: find_policy(folder), lambda: read_waivers(folder / "waivers.toml")):
        with suppress(pytest.UsageError):
            read()
    return ""


REPORTS: dict[str, Any] = {
    "fuzz": {"findings": [{"signature": "a", "kind": "crash"}], "target": "model", "runs": 3},
    "models": {"models": [{"name": "m", "testName": "t", "inputs": [{"shape": [1, 2]}]}]},
}


def a_damaged_report(random: Random, folder: Path) -> str:
    """A damaged baseline of a campaign ends the command; a damaged model list is an error."""
    kind = random.choice(list(REPORTS))
    path = folder / "report.json"
    path.write_bytes(_damaged(random, json.dumps(REPORTS[kind]).encode()))
    if kind == "models":
        with suppress(ModelFileError):
            read_model_list(path)
        return ""
    options = ("--target", "model", "--baseline", path, "--input", folder / "missing")
    status, text = command("fuzz", "reference", *options)
    return "" if status == 2 and "Traceback" not in text else f"exit status {status}: {text}"


def a_file_of_another_kind(random: Random, folder: Path) -> str:
    """A command that gets a file of another kind ends with status 2 and without a traceback."""
    path = folder / random.choice(("run.jsonl", "m.tflite", "x.case", "list.json"))
    contents = (
        b"",
        b"\0" * 100,
        _NESTED,
        b"{}",
        POLICY,
        random.randbytes(300),
        b"\xef\xbb\xbf{}\n",
    )
    path.write_bytes(random.choice(contents))
    arguments: tuple[object, ...] = random.choice(
        (
            ("report", path, "--markdown", folder / "out.md"),
            ("report", path, "--previous", path),
            ("merge", path, path, "-o", folder / "out.jsonl"),
            ("replay", path, "--driver", "reference"),
        )
    )
    status, text = command(*arguments)
    if "Traceback" in text or status == 0:
        return f"{arguments[0]} {path.read_bytes()[:20]!r}: exit status {status}: {text}"
    return ""


ATTACKS = [a_damaged_case_file, a_damaged_policy, a_damaged_report, a_file_of_another_kind]
