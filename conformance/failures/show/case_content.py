"""The data of a case to show: its model, its expected outputs, and what a driver returned."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.cases.casefile import CASE_SUFFIX, Case, read_case
from conformance.cases.example import Example, Truth
from conformance.cases.sources import SPEC_SUFFIX
from conformance.entry_points import load, offered
from conformance.failures.failure_dump import CAUSE_MARK, COMMAND_FILE, shaped_array
from conformance.files import read_file
from conformance.oracle.accuracy import compare_output, tolerances
from conformance.verdicts import Verdict, VerdictKind

Array = npt.NDArray[Any]
_MAX_ARRAYS_BYTES: Final = 256 << 20
_MAX_COMMAND_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class CaseContent:
    """A case and what is known about its execution.

    Attributes:
        case_id: the id of the case.
        example: the model, its inputs and the expected outputs.
        driver: the driver that executed it; empty if none did.
        failures: the verdicts that blame the driver, the first one first.
        actual: the outputs that the driver returned, by the output's number.
        command: the command that runs the case again.
        cause: the cause of which the case is the smallest one, with its condition; else empty.
        truth: where the expected outputs are from.

    """

    case_id: str
    example: Example
    driver: str = ""
    failures: tuple[Verdict, ...] = ()
    actual: Mapping[int, Array] = field(default_factory=dict)
    command: str = ""
    cause: str = ""
    truth: Truth = Truth.SPEC

    def expected(self, output: int) -> Array:
        """Return an expected output with its shape, or flat if the data do not fill the shape."""
        data = self.example.outputs[output]
        operand = self.example.model.main.operands[self.example.model.main.output_indexes[output]]
        return shaped_array(data.data, operand.type, data.dimensions)

    @property
    def shown_output(self) -> int | None:
        """The number of the output to show: the failing one, else the first that was returned."""
        count = len(self.example.outputs)
        for failure in self.failures:
            number = failure.details.get("output")
            if isinstance(number, int) and 0 <= number < count:
                return number
        wrong = [n for n, values in self.actual.items() if n < count and self._differs(n, values)]
        return min(wrong or self.actual or range(count), default=None)

    def _differs(self, number: int, values: Array) -> bool:
        main, expected = self.example.model.main, self.example.outputs[number]
        actual, operand = values.tobytes(), main.operands[main.output_indexes[number]]
        if len(actual) != len(expected.data):
            return True
        tolerance = tolerances(self.example.model)[number]
        return not compare_output(expected.data, actual, operand, expected.dimensions, tolerance).ok


def content_of_case(case: Case) -> CaseContent:
    """Return the content of a case file; it has no actual outputs."""
    failures = tuple(
        Verdict(case.case_id, one.path, _kind(one.kind), one.rule, one.reason)
        for one in case.failures
    )
    return CaseContent(case.case_id, case.example, case.driver, failures, truth=case.truth)


def _kind(text: str) -> VerdictKind:
    return VerdictKind(text) if text in VerdictKind.__members__.values() else VerdictKind.FAILED


def content_of_dump(folder: Path) -> CaseContent:
    """Return the content of the dump in a folder.

    Raise ``CaseError`` if its case file cannot be read, and ``FileNotFoundError`` if it has none.
    """
    files = sorted(folder.glob(f"*{CASE_SUFFIX}"))
    if not files:
        raise FileNotFoundError(f"{folder} has no {CASE_SUFFIX} file")
    return content_of_case_file(files[0])


def content_of_case_file(file: Path) -> CaseContent:
    """Return the content of a case file, with the outputs in the arrays beside it, if any."""
    content, arrays = content_of_case(read_case(file)), file.with_suffix(".npz")
    actual = _read_actual(arrays) if arrays.is_file() else {}
    cause = _line_beside(file, CAUSE_MARK).removeprefix(CAUSE_MARK)
    return replace(content, actual=actual, command=command_beside(file), cause=cause)


def case_file_of_spec(spec: Path) -> Path | None:
    """Return the case file beside the spec file of a dump; ``None`` if there is none."""
    if not spec.name.endswith(SPEC_SUFFIX):
        return None
    files = sorted(spec.parent.glob(f"*{CASE_SUFFIX}"))
    return files[0] if len(files) == 1 else None


def command_beside(file: Path) -> str:
    """Return the command in the dump's ``reproduce.txt``; empty if there is none."""
    return _line_beside(file, "pytest ")


def _line_beside(file: Path, start: str) -> str:
    """Return the line of the dump's ``reproduce.txt`` that begins with ``start``, if any."""
    try:
        content = read_file(file.parent / COMMAND_FILE, limit=_MAX_COMMAND_BYTES)
    except OSError:
        return ""
    lines = (line.strip() for line in content.decode("utf-8", "replace").splitlines())
    return next((line for line in lines if line.startswith(start)), "")


def _read_actual(file: Path) -> dict[int, Array]:
    """Return the arrays ``actual_N`` of a dump; empty if the file is damaged or too large."""
    try:
        content = read_file(file, limit=_MAX_ARRAYS_BYTES)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MAX_ARRAYS_BYTES:
                return {}
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return {
                int(name.removeprefix("actual_")): arrays[name]
                for name in arrays.files
                if name.removeprefix("actual_").isdigit()
            }
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return {}


_ENGINES: Final = "nn_conformance.engines"


def known_findings(content: CaseContent) -> Iterator[str]:
    """Yield the engines that break the same rule in the same case, with the place in the docs."""
    rules = {failure.rule for failure in content.failures}
    for name in offered(_ENGINES):
        for page in load(_ENGINES, name):
            known = page.load()
            for finding in known.findings:
                if finding.rule in rules and finding.matches(content.case_id):
                    yield f"{known.engine} fails the same case: {page.document}#{finding.id}"
