"""The ``.case`` format: one case with everything needed to run it again, in one file.

It can say what ``.mod.py`` cannot: malformed models, unknown codes, NaN payloads, shapes that
contradict each other, where a case came from and how it failed. Reading it runs no code.
``docs/reference/case-files.md`` describes the format.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final

from conformance.files import write_atomically
from conformance.specfile import casefile_form
from conformance.specfile.example import Example

CASE_SUFFIX: Final = ".case"
CASE_FORMAT: Final = 1
"""Version of the format that is written; a reader refuses newer ones."""

_MAGIC: Final = b"nn-conformance case "
_FIRST_LINE: Final = re.compile(rb"nn-conformance case (\d{1,9})\r?\n")
_LAST_LINE: Final = re.compile(rb"end ([0-9a-f]{8})\r?\n?\Z")
_LONGEST_LAST_LINE: Final = 16


class CaseError(Exception):
    """A case file that cannot be read or written; ``origin`` names the file."""

    def __init__(self, origin: str, message: str) -> None:
        super().__init__(origin, message)
        self.origin = origin
        self.message = message

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}"


@dataclass(frozen=True, slots=True)
class Mutation:
    """What was done to a legal model to make this one; parameters are JSON values."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedFailure:
    """How the case failed when it was written down, along one path (empty: none was reached)."""

    path: str
    kind: str
    rule: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One case as a file tells it.

    ``paths`` are text ids of the paths to judge along, none for those that suit the driver.
    ``source`` says where the case came from (a spec's id, a generator with its arguments), and
    ``seed`` is that of the run or generator. ``driver`` and ``failures`` tell what happened.
    """

    case_id: str
    example: Example
    paths: tuple[str, ...] = ()
    seed: int = 0
    source: str = ""
    mutation: Mutation | None = None
    driver: str = ""
    failures: tuple[RecordedFailure, ...] = ()
    suite_version: str = ""


def encode_case(case: CaseFile) -> bytes:
    """The content of the case's file; ``CaseError`` for values that no file can hold."""
    try:
        text = casefile_form.to_text(_to_form(case))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise CaseError(case.case_id, f"cannot be written as a case file: {error}") from error
    content = b"%s%d\n%s\n" % (_MAGIC, CASE_FORMAT, text)
    return b"%send %08x\n" % (content, zlib.crc32(content))


def decode_case(content: bytes, origin: str) -> CaseFile:
    """The case in that content; ``CaseError`` names ``origin`` when there is none."""
    first = _FIRST_LINE.match(content)
    if first is None:
        if not content:
            raise CaseError(origin, "empty, and so no case file")
        if b"\n" not in content and _MAGIC.startswith(content[: len(_MAGIC)]):
            raise CaseError(origin, f"cut off after {len(content)} bytes, in its first line")
        raise CaseError(
            origin, f"no case file: its first line is not '{_MAGIC.decode()}' and a number"
        )
    version = int(first[1])
    if version > CASE_FORMAT or not version:
        raise CaseError(
            origin,
            f"a case file of format {version}; this nn-conformance reads formats up to "
            f"{CASE_FORMAT}: use a newer one",
        )
    last = _LAST_LINE.search(content, max(0, len(content) - _LONGEST_LAST_LINE))
    if last is None:
        raise CaseError(
            origin, f"cut off after {len(content)} bytes: the last line, 'end ...', is missing"
        )
    checksum = zlib.crc32(memoryview(content)[: last.start()])
    if checksum != int(last[1], 16):
        raise CaseError(
            origin,
            f"damaged: the content's checksum is {checksum:08x}, the last line says "
            f"{last[1].decode()} (after an edit by hand, put the first behind 'end')",
        )
    try:
        return _from_form(casefile_form.from_text(content[first.end() : last.start()]))
    except casefile_form.FormError as error:
        raise CaseError(origin, str(error)) from error


def read_case(path: str | PathLike[str]) -> CaseFile:
    """The case in the file; ``CaseError`` when it cannot be had."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise CaseError(str(path), f"cannot be read: {error.strerror or error}") from error
    return decode_case(content, str(path))


def write_case(path: str | PathLike[str], case: CaseFile) -> None:
    """Write the case to a file, complete or not at all; raises ``OSError``."""
    write_atomically(path, encode_case(case))


def _to_form(case: CaseFile) -> casefile_form.Case:
    mutation = None
    if case.mutation is not None:
        parameters = {key: casefile_form.plain(v) for key, v in case.mutation.parameters.items()}
        mutation = casefile_form.Mutation(case.mutation.name, parameters)
    return casefile_form.Case(
        id=case.case_id,
        suite=case.suite_version,
        source=case.source,
        seed=case.seed,
        paths=list(case.paths),
        mutation=mutation,
        driver=case.driver,
        failures=[casefile_form.Failure(f.path, f.kind, f.rule, f.reason) for f in case.failures],
        example=casefile_form.example_to_form(case.example),
        data=casefile_form.data_of(case.example),
    )


def _from_form(form: casefile_form.Case) -> CaseFile:
    told = form.mutation
    mutation = None if told is None else Mutation(told.name, told.parameters)
    return CaseFile(
        form.id,
        casefile_form.example_from_form(form.example, form.data),
        tuple(form.paths),
        form.seed,
        form.source,
        mutation,
        form.driver,
        tuple(RecordedFailure(f.path, f.kind, f.rule, f.reason) for f in form.failures),
        form.suite,
    )
