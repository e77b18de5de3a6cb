"""The ``.case`` format: a single file with everything that is needed to run one case again.

Unlike ``.mod.py``, the format represents malformed models, unknown codes, NaN payloads and
contradictory shapes. It also records the origin of the case and how it failed. Reading a case file
executes no code. ``docs/reference/case-files.md`` describes the format.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final

from conformance.cases import casefile_schema
from conformance.cases.example import Example
from conformance.input_files import read_file
from conformance.output_files import write_atomically

CASE_SUFFIX: Final = ".case"
RANDOM_SOURCE: Final = "random"
"""The first component of the ids of random graphs, and so of the source of their cases."""
CASE_FORMAT: Final = 1
"""The format version that is written; newer versions are refused on reading."""

_MAGIC: Final = b"nn-conformance case "
_FIRST_LINE: Final = re.compile(rb"nn-conformance case (\d{1,9})\r?\n")
_LAST_LINE: Final = re.compile(rb"end ([0-9a-f]{8})\r?\n?\Z")
_LONGEST_LAST_LINE: Final = 16


class CaseError(Exception):
    """A case file cannot be read or written; ``origin`` is the file's path or the case's id."""

    def __init__(self, origin: str, message: str) -> None:
        super().__init__(origin, message)
        self.origin = origin
        self.message = message

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}"


@dataclass(frozen=True, slots=True)
class RecordedMutation:
    """The mutation that was applied to a legal model; ``parameters`` are JSON values."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedFailure:
    """A failure of the case when the file was written.

    ``path`` is the execution path, or empty if the case failed before it reached one.
    """

    path: str
    kind: str
    rule: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The content of one case file.

    Attributes:
        case_id: The id of the case.
        example: The model, its inputs and the expected outputs.
        paths: Ids of the execution paths to check; if empty, those that the driver supports.
        seed: The seed of the run or of the generator.
        source: The origin of the case: the id of a spec, or a generator with its arguments.
        mutation: The mutation that produced the model, if any.
        driver: The driver with which the case failed.
        failures: The failures that were observed.
        suite_version: The version of the suite that wrote the file.

    """

    case_id: str
    example: Example
    paths: tuple[str, ...] = ()
    seed: int = 0
    source: str = ""
    mutation: RecordedMutation | None = None
    driver: str = ""
    failures: tuple[RecordedFailure, ...] = ()
    suite_version: str = ""


def encode_case(case: CaseFile) -> bytes:
    """Return the file content for a case.

    Raise ``CaseError`` if the case contains a value that the format cannot represent.
    """
    try:
        text = casefile_schema.to_text(_to_schema(case))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise CaseError(case.case_id, f"cannot be written as a case file: {error}") from error
    content = b"%s%d\n%s\n" % (_MAGIC, CASE_FORMAT, text)
    return b"%send %08x\n" % (content, zlib.crc32(content))


def decode_case(content: bytes, origin: str) -> CaseFile:
    """Return the case that a file content represents.

    Raise ``CaseError``, which names ``origin``, if the content is not a valid case file.
    """
    if (first := _FIRST_LINE.match(content)) is None:
        if not content:
            raise CaseError(origin, "not a case file: the file is empty")
        if b"\n" not in content and _MAGIC.startswith(content[: len(_MAGIC)]):
            raise CaseError(origin, f"truncated after {len(content)} bytes, in the first line")
        raise CaseError(
            origin, f"not a case file: the first line must be '{_MAGIC.decode()}' and a number"
        )
    version = int(first[1])
    if version > CASE_FORMAT or not version:
        raise CaseError(
            origin,
            f"has case file format {version}, but this nn-conformance reads only formats up to "
            f"{CASE_FORMAT}: use a newer nn-conformance",
        )
    if (last := _LAST_LINE.search(content, max(0, len(content) - _LONGEST_LAST_LINE))) is None:
        raise CaseError(
            origin, f"truncated after {len(content)} bytes: the last line, 'end ...', is missing"
        )
    checksum = zlib.crc32(memoryview(content)[: last.start()])
    if checksum != int(last[1], 16):
        raise CaseError(
            origin,
            f"damaged: the content has the checksum {checksum:08x}, but the last line states "
            f"{last[1].decode()} (if you edited the file, change the last line to "
            f"'end {checksum:08x}')",
        )
    try:
        return _from_schema(casefile_schema.from_text(content[first.end() : last.start()]))
    except casefile_schema.SchemaError as error:
        raise CaseError(origin, str(error)) from error


def read_case(path: str | PathLike[str]) -> CaseFile:
    """Return the case in a file; raise ``CaseError`` if the file cannot be read or is invalid."""
    try:
        content = read_file(path)
    except OSError as error:
        raise CaseError(str(path), f"cannot be read: {error.strerror or error}") from error
    return decode_case(content, str(path))


def write_case(path: str | PathLike[str], case: CaseFile) -> None:
    """Write the case to a file atomically; raise ``OSError`` if that fails."""
    write_atomically(path, encode_case(case))


def _to_schema(case: CaseFile) -> casefile_schema.CaseSchema:
    mutation = None
    if case.mutation is not None:
        parameters = {
            key: casefile_schema.to_json_value(v) for key, v in case.mutation.parameters.items()
        }
        mutation = casefile_schema.MutationSchema(case.mutation.name, parameters)
    return casefile_schema.CaseSchema(
        id=case.case_id,
        suite=case.suite_version,
        source=case.source,
        seed=case.seed,
        paths=list(case.paths),
        mutation=mutation,
        driver=case.driver,
        failures=[
            casefile_schema.FailureSchema(f.path, f.kind, f.rule, f.reason) for f in case.failures
        ],
        example=casefile_schema.example_to_schema(case.example),
        data=casefile_schema.data_to_schema(case.example),
    )


def _from_schema(form: casefile_schema.CaseSchema) -> CaseFile:
    stored = form.mutation
    mutation = None if stored is None else RecordedMutation(stored.name, stored.parameters)
    return CaseFile(
        form.id,
        casefile_schema.example_from_schema(form.example, form.data),
        tuple(form.paths),
        form.seed,
        form.source,
        mutation,
        form.driver,
        tuple(RecordedFailure(f.path, f.kind, f.rule, f.reason) for f in form.failures),
        form.suite,
    )
