"""The findings as data, and the page that is made of them.

``python -m conformance.drivers.litert.findings > docs/findings.md``
"""

from __future__ import annotations

import fnmatch
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from conformance.drivers.litert.operators.missing import WITHOUT_BUILTIN
from conformance.drivers.litert.translation import TRANSLATED

_FILE: Final = "findings.toml"


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause for which LiteRT's results differ from the contract; ``findings.toml`` says what
    the fields mean.
    """

    id: str
    operation: str
    types: tuple[str, ...]
    kernels: tuple[str, ...]
    rule: str
    cause: str
    source: str
    smallest: str
    seen: str
    cases: tuple[str, ...]
    not_cases: tuple[str, ...] = ()

    def matches(self, case_id: str) -> bool:
        """Whether the finding speaks of a case."""
        return _matches(self.cases, case_id) and not _matches(self.not_cases, case_id)


@dataclass(frozen=True, slots=True)
class PartlyDeclined:
    """Calls that TFLite cannot express, of an operation that it has (``*``: of any)."""

    operation: str
    missing: str
    when: str

    def explains(self, reason: str) -> bool:
        """Whether a reason for declining is this one."""
        operation, _, text = reason.partition(": ")
        return self.operation in ("*", operation) and text.startswith(self.missing)


@dataclass(frozen=True, slots=True)
class Findings:
    """The content of ``findings.toml``."""

    findings: tuple[Finding, ...]
    declined: tuple[PartlyDeclined, ...]

    def on(self, kernels: str) -> tuple[Finding, ...]:
        """The findings that hold for these kernels."""
        return tuple(finding for finding in self.findings if kernels in finding.kernels)


def _matches(patterns: Sequence[str], case_id: str) -> bool:
    return any(fnmatch.fnmatchcase(case_id, pattern) for pattern in patterns)


def load() -> Findings:
    """Read the file; a field that is missing or unknown is a ``TypeError``."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Findings(
        tuple(Finding(**_fields(entry)) for entry in data["finding"]),
        tuple(PartlyDeclined(**_fields(entry)) for entry in data["declined"]),
    )


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in entry.items()
    }


def page(found: Findings) -> str:
    """The findings as Markdown."""
    return "\n".join(_lines(found)).rstrip() + "\n"


def _lines(found: Findings) -> Iterator[str]:
    yield "# Findings on LiteRT"
    yield ""
    yield (
        "*Where the LiteRT interpreter, run by the drivers `litert` (reference kernels), "
        "`litert-optimized` and `litert-xnnpack`, answers otherwise than the contract says. Made "
        "from `conformance/drivers/litert/findings.toml` by "
        "`python -m conformance.drivers.litert.findings`.*"
    )
    yield ""
    yield (
        "Every case that fails on one of these drivers belongs to exactly one finding; "
        "`tests/litert/test_findings.py` holds that, and that the reference driver with just that "
        "fault built in gives LiteRT's very results."
    )
    for finding in found.findings:
        yield from _finding(finding)
    yield from _declined(found)


def _finding(finding: Finding) -> Iterator[str]:
    yield ""
    yield f"## {finding.id}"
    yield ""
    yield f"- operation: {finding.operation} ({', '.join(finding.types)})"
    yield f"- kernels: {', '.join(finding.kernels)}"
    yield f"- rule: `{finding.rule}`"
    yield f"- smallest case: `{finding.smallest}`. {finding.seen}"
    yield f"- cause: {finding.cause}"
    yield f"- what decides: {finding.source}"
    patterns = ", ".join(f"`{pattern}`" for pattern in finding.cases)
    without = ", ".join(f"`{pattern}`" for pattern in finding.not_cases)
    yield f"- cases: {patterns}{f', without {without}' if without else ''}"


def _declined(found: Findings) -> Iterator[str]:
    yield ""
    yield "## What is declined"
    yield ""
    yield (
        f"{len(TRANSLATED)} operations are translated. Some calls of them cannot be expressed "
        "in TFLite:"
    )
    yield ""
    yield "| operation | what TFLite lacks | when |"
    yield "|---|---|---|"
    for entry in found.declined:
        whose = "any" if entry.operation == "*" else entry.operation
        yield f"| {whose} | {entry.missing} | {entry.when} |"
    yield ""
    yield "Operations declined as a whole, because TFLite lacks a builtin for them:"
    yield ""
    yield "| operation | why |"
    yield "|---|---|"
    for operation, reason in sorted(WITHOUT_BUILTIN.items(), key=lambda item: item[0].name):
        yield f"| {operation.name} | {reason} |"


if __name__ == "__main__":
    sys.stdout.write(page(load()))
