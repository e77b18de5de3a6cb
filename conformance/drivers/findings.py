"""Where an engine's results differ from the contract, as data, and the page that is made of it.

Each bridge to an engine has a ``findings.toml`` beside its modules.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from conformance.hal import OperationType

_FILE: Final = "findings.toml"


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause for which an engine's results differ from the contract.

    ``findings.toml`` says what the fields mean; ``kernels`` are the variants of the engine that
    have it.
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
    """Calls that the engine cannot express, of an operation that it has (``*``: of any)."""

    operation: str
    missing: str
    when: str

    def explains(self, reason: str) -> bool:
        """Whether a reason for declining is this one."""
        operation, _, text = reason.partition(": ")
        return self.operation in ("*", operation) and text.startswith(self.missing)


@dataclass(frozen=True, slots=True)
class RandomGraphs:
    """The results of a campaign, in graphs; ``first`` is its seed.

    ``generator`` is the version of the generator that made the graphs. ``by`` has for each finding
    the number of graphs that show it; some graphs show several.
    """

    profile: str
    first: int
    variant: str
    generator: int
    passed: int
    declined: int
    differ: int
    by: Mapping[str, int]

    @property
    def graphs(self) -> int:
        """All of them."""
        return self.passed + self.declined + self.differ


@dataclass(frozen=True, slots=True)
class Findings:
    """The content of a ``findings.toml``."""

    findings: tuple[Finding, ...]
    declined: tuple[PartlyDeclined, ...]
    random: RandomGraphs

    def on(self, kernels: str) -> tuple[Finding, ...]:
        """The findings that hold for this variant of the engine."""
        return tuple(finding for finding in self.findings if kernels in finding.kernels)


@dataclass(frozen=True, slots=True)
class Bridge:
    """An engine as its page speaks of it.

    ``language`` is what models are translated to, ``element`` what it may lack for an operation,
    ``variants`` what a finding's ``kernels`` are called. ``translated`` are the operations that it
    has, ``missing`` says of each other one why not.
    """

    engine: str
    introduction: tuple[str, ...]
    language: str
    element: str
    variants: str
    translated: Collection[int]
    missing: Mapping[OperationType, str]


def _matches(patterns: Sequence[str], case_id: str) -> bool:
    return any(fnmatch.fnmatchcase(case_id, pattern) for pattern in patterns)


def read(package: str) -> Findings:
    """Read a bridge's file; a field that is missing or unknown is a ``TypeError``."""
    text = resources.files(package).joinpath(_FILE).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Findings(
        tuple(Finding(**_fields(entry)) for entry in data["finding"]),
        tuple(PartlyDeclined(**_fields(entry)) for entry in data["declined"]),
        RandomGraphs(**data["random"]),
    )


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in entry.items()
    }


def markdown(found: Findings, bridge: Bridge) -> str:
    """The findings as a page."""
    return "\n".join(_lines(found, bridge)).rstrip() + "\n"


def _lines(found: Findings, bridge: Bridge) -> Iterator[str]:
    yield f"# Findings on {bridge.engine}"
    for paragraph in bridge.introduction:
        yield ""
        yield paragraph
    for finding in found.findings:
        yield from _finding(finding, bridge)
    yield from _random(found.random, bridge)
    yield from _declined(found, bridge)


def _random(graphs: RandomGraphs, bridge: Bridge) -> Iterator[str]:
    yield ""
    yield "## Random graphs"
    yield ""
    yield (
        f"{graphs.graphs:,} graphs of the profile `{graphs.profile}`, made by version "
        f"{graphs.generator} of the generator, campaign seed {graphs.first} "
        f"({bridge.variants}: {graphs.variant}): {graphs.passed:,} passed, {graphs.declined:,} "
        f"declined, {graphs.differ:,} differ. In each that differs, every operation that gives "
        "other results than the reference on the very inputs that it got gives those of the "
        "reference with the faults of these findings (some graphs have several):"
    )
    yield ""
    yield "| finding | graphs |"
    yield "|---|---|"
    for finding, count in sorted(graphs.by.items(), key=lambda item: -item[1]):
        yield f"| {finding} | {count:,} |"


def _finding(finding: Finding, bridge: Bridge) -> Iterator[str]:
    yield ""
    yield f"## {finding.id}"
    yield ""
    yield f"- operation: {finding.operation} ({', '.join(finding.types)})"
    yield f"- {bridge.variants}: {', '.join(finding.kernels)}"
    yield f"- rule: `{finding.rule}`"
    yield f"- smallest case: `{finding.smallest}`. {finding.seen}"
    yield f"- cause: {finding.cause}"
    yield f"- what decides: {finding.source}"
    patterns = ", ".join(f"`{pattern}`" for pattern in finding.cases)
    without = ", ".join(f"`{pattern}`" for pattern in finding.not_cases)
    yield f"- cases: {patterns}{f', without {without}' if without else ''}"


def _declined(found: Findings, bridge: Bridge) -> Iterator[str]:
    yield ""
    yield "## What is declined"
    yield ""
    yield (
        f"{len(bridge.translated)} operations are translated. Some calls of them cannot be "
        f"expressed in {bridge.language}:"
    )
    yield ""
    yield f"| operation | what {bridge.language} lacks | when |"
    yield "|---|---|---|"
    for entry in found.declined:
        whose = "any" if entry.operation == "*" else entry.operation
        yield f"| {whose} | {entry.missing} | {entry.when} |"
    yield ""
    yield (
        f"Operations declined as a whole, because {bridge.language} lacks {bridge.element} for "
        "them:"
    )
    yield ""
    yield "| operation | why |"
    yield "|---|---|"
    for operation, reason in sorted(bridge.missing.items(), key=lambda item: item[0].name):
        yield f"| {operation.name} | {reason} |"
