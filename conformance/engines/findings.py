"""Data and Markdown page of the known differences between an engine's results and the contract.

Each bridge (a driver that runs models in an existing engine) has a ``findings.toml`` file in its
package. This module reads the file and renders it as the bridge's page under ``docs/``.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion

from conformance.hal import OperationType


@dataclass(frozen=True, slots=True)
class EngineCondition:
    """The engine versions and processors for which statements about an engine are verified.

    ``versions`` is a version specifier such as ``>=1.20,<=1.32.0``. A processor must have all
    features in ``needs`` and none in ``lacks``; the names are those of ``/proc/cpuinfo``. Features
    of x86-64 do not exist on other architectures, so a condition that needs one excludes them.
    """

    versions: str
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def fits(self, features: Collection[str]) -> bool:
        """Return whether a processor with these features meets the condition."""
        has_needed = all(feature in features for feature in self.needs)
        return has_needed and not any(feature in features for feature in self.lacks)

    def holds(self, version: str, features: Collection[str]) -> bool:
        """Return whether an engine's version and a processor's features meet the condition.

        The version of an execution provider follows that of ONNX Runtime and its own name.
        """
        own = version.rpartition(" ")[2]
        try:
            is_verified = SpecifierSet(self.versions).contains(own, prereleases=True)
        except InvalidVersion:
            return False
        return is_verified and self.fits(features)

    def narrowed(
        self, versions: str = "", needs: Sequence[str] = (), lacks: Sequence[str] = ()
    ) -> EngineCondition:
        """Return this condition with further requirements."""
        return EngineCondition(
            ",".join(filter(None, (self.versions, versions))),
            tuple(dict.fromkeys((*self.needs, *needs))),
            tuple(dict.fromkeys((*self.lacks, *lacks))),
        )

    def __str__(self) -> str:
        has = f", processors with {' and '.join(self.needs)}" if self.needs else ""
        without = f"{' but' if has else ', processors'} without {' and '.join(self.lacks)}"
        return f"versions {self.versions}{has}{without if self.lacks else ''}"


@dataclass(frozen=True, slots=True)
class _EngineFault:
    """A fault of an engine.

    The comment at the head of ``findings.toml`` describes the fields. ``kernels`` names the
    variants of the engine that have the fault, ``condition`` the versions of the engine and the
    processors.
    """

    operation: str
    types: tuple[str, ...]
    kernels: tuple[str, ...]
    cause: str
    source: str
    smallest: str
    condition: EngineCondition


@dataclass(frozen=True, slots=True)
class EngineFinding(_EngineFault):
    """One cause for which an engine's results differ from the contract.

    If no bundled case shows it, ``cases`` is empty and ``smallest`` describes a call.
    """

    id: str
    rule: str
    seen: str
    cases: tuple[str, ...]
    not_cases: tuple[str, ...] = ()

    def matches(self, case_id: str) -> bool:
        """Return whether the finding covers the case with this id."""
        return _matches(self.cases, case_id) and not _matches(self.not_cases, case_id)


@dataclass(frozen=True, slots=True)
class UnsupportedCalls:
    """Calls of a translated operation that the engine cannot express; ``*`` is any operation."""

    operation: str
    missing: str
    when: str

    def explains(self, reason: str) -> bool:
        """Return whether this entry accounts for a device's reason for declining an operation."""
        operation, _, text = reason.partition(": ")
        return self.operation in ("*", operation) and text.startswith(self.missing)


@dataclass(frozen=True, slots=True)
class CampaignResult:
    """Result of a campaign of random graphs; all numbers count graphs.

    ``generator`` is the version of the generator, ``first`` the campaign seed. ``by`` maps each
    finding's id to the number of graphs that have it; one graph can have several findings.
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
        """Number of graphs in the campaign."""
        return self.passed + self.declined + self.differ


@dataclass(frozen=True, slots=True)
class EngineCrash(_EngineFault):
    """A call that ends the process of the engine; no case makes it, because the run would end."""


@dataclass(frozen=True, slots=True)
class EngineFindings:
    """Content of a ``findings.toml`` file; ``verified`` is the condition of all entries."""

    verified: EngineCondition
    findings: tuple[EngineFinding, ...]
    declined: tuple[UnsupportedCalls, ...]
    random: CampaignResult | None
    crashes: tuple[EngineCrash, ...] = ()

    def for_kernels(self, kernels: str) -> tuple[EngineFinding, ...]:
        """Return the findings on this variant of the engine, for any version and processor."""
        return tuple(finding for finding in self.findings if kernels in finding.kernels)

    def for_processor(self, kernels: str, features: Collection[str]) -> tuple[EngineFinding, ...]:
        """Return the findings on this variant of the engine on a processor, for any version."""
        return tuple(f for f in self.for_kernels(kernels) if f.condition.fits(features))


@dataclass(frozen=True, slots=True)
class BridgeDescription:
    """Description of an engine and its bridge for the findings page.

    ``package`` is the bridge's package, which has the ``file``; ``document`` is the page.
    ``language`` is the format that models are translated to, ``element`` is what that format may
    lack for an operation (such as "a builtin"), and ``variants`` is the page's label for a
    finding's ``kernels``. ``translated`` holds the codes of the translated operations; ``missing``
    maps each other operation to the reason why it is not translated.
    """

    package: str
    engine: str
    document: str
    introduction: tuple[str, ...]
    language: str
    element: str
    variants: str
    translated: Collection[int]
    missing: Mapping[OperationType, str]
    file: str = "findings.toml"

    def load(self) -> EngineFindings:
        """Read the file of findings; a missing or unknown field raises ``TypeError``."""
        return read_findings(self.package, self.file)

    def page(self, findings: EngineFindings) -> str:
        """Render the findings as a Markdown page."""
        return "\n".join(_lines(findings, self)).rstrip() + "\n"


def _matches(patterns: Sequence[str], case_id: str) -> bool:
    return any(fnmatch.fnmatchcase(case_id, pattern) for pattern in patterns)


def read_findings(package: str, file: str = "findings.toml") -> EngineFindings:
    """Read a file of findings in a bridge's package.

    A missing or unknown field raises ``TypeError``.
    """
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    verified = EngineCondition(**_fields(data["verified"]))
    return EngineFindings(
        verified,
        tuple(EngineFinding(**_with_condition(entry, verified)) for entry in data["finding"]),
        tuple(UnsupportedCalls(**_fields(entry)) for entry in data.get("declined", ())),
        CampaignResult(**data["random"]) if "random" in data else None,
        tuple(EngineCrash(**_with_condition(entry, verified)) for entry in data.get("crash", ())),
    )


_CONDITION_FIELDS: Final = frozenset({"versions", "needs", "lacks"})


def _with_condition(entry: dict[str, Any], verified: EngineCondition) -> dict[str, Any]:
    """Return the fields of an entry, with those of its condition as ``condition``."""
    fields = _fields(entry)
    narrower = {name: fields.pop(name) for name in _CONDITION_FIELDS & fields.keys()}
    return {**fields, "condition": verified.narrowed(**narrower)}


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in entry.items()
    }


def _crashes(findings: EngineFindings, bridge: BridgeDescription) -> Iterator[str]:
    """Yield the section on calls that end the process."""
    if not findings.crashes:
        return
    yield from ("", "## Calls that end the process", "")
    yield (
        "No case of the suite makes these calls, because they would end a run without `--isolate`. "
        "A model file or a random graph may."
    )
    for crash in findings.crashes:
        yield ""
        yield f"- operation: {crash.operation} ({', '.join(crash.types)})"
        yield f"- {bridge.variants}: {', '.join(crash.kernels)}"
        yield f"- condition: {crash.condition}"
        yield f"- smallest call: {crash.smallest}"
        yield f"- cause: {crash.cause}"
        yield f"- contract: {crash.source}"


def _lines(findings: EngineFindings, bridge: BridgeDescription) -> Iterator[str]:
    yield f"# Findings on {bridge.engine}"
    for paragraph in bridge.introduction:
        yield ""
        yield paragraph
    yield ""
    yield (
        f"All statements are verified for {findings.verified}. The condition of a finding names "
        f"the versions of {bridge.engine}, and the features in `/proc/cpuinfo` that a processor "
        "must have or lack. `tox -e engines` reports each difference that no finding explains, "
        "with any version and on any processor."
    )
    for finding in findings.findings:
        yield from _finding(finding, bridge)
    if findings.random is not None:
        yield from _random(findings.random, bridge)
    yield from _crashes(findings, bridge)
    yield from _declined(findings, bridge)


def _random(graphs: CampaignResult, bridge: BridgeDescription) -> Iterator[str]:
    yield from ("", "## Random graphs", "")
    yield (
        f"The campaign ran {graphs.graphs:,} graphs of the profile `{graphs.profile}`, with "
        f"version {graphs.generator} of the generator and campaign seed {graphs.first} "
        f"({bridge.variants}: {graphs.variant}): {graphs.passed:,} passed, {graphs.declined:,} "
        f"were declined, {graphs.differ:,} differ. In each graph that differs, every operation was "
        "compared with the reference on the same inputs; where the results differ, the "
        "reference with the faults of these findings gives the engine's results (some graphs have "
        "several findings):"
    )
    ranked = sorted(graphs.by.items(), key=lambda item: -item[1])
    yield from _table(("finding", "graphs"), [(finding, f"{count:,}") for finding, count in ranked])


def _finding(finding: EngineFinding, bridge: BridgeDescription) -> Iterator[str]:
    yield from ("", f"## {finding.id}", "")
    yield f"- operation: {finding.operation} ({', '.join(finding.types)})"
    yield f"- {bridge.variants}: {', '.join(finding.kernels)}"
    yield f"- condition: {finding.condition}"
    yield f"- rule: `{finding.rule}`"
    smallest = f"case: `{finding.smallest}`." if finding.cases else f"call: {finding.smallest}"
    yield f"- smallest {smallest} {finding.seen}"
    yield f"- cause: {finding.cause}"
    yield f"- contract: {finding.source}"
    patterns = ", ".join(f"`{pattern}`" for pattern in finding.cases)
    without = ", ".join(f"`{pattern}`" for pattern in finding.not_cases)
    listed = patterns or "no case of the bundled specs"
    yield f"- cases: {listed}{f', except {without}' if without else ''}"


def _declined(findings: EngineFindings, bridge: BridgeDescription) -> Iterator[str]:
    yield from ("", "## Declined operations", "")
    if findings.declined:
        yield (
            f"{len(bridge.translated)} operations are translated. Some of their calls cannot be "
            f"expressed in {bridge.language}:"
        )
        yield from _table(
            ("operation", f"limitation of {bridge.language}", "when"),
            [
                ("any" if entry.operation == "*" else entry.operation, entry.missing, entry.when)
                for entry in findings.declined
            ],
        )
        yield ""
    yield (
        f"The following operations are always declined, because {bridge.language} lacks "
        f"{bridge.element} for them:"
    )
    missing = sorted(bridge.missing.items(), key=lambda item: item[0].name)
    yield from _table(
        ("operation", "why"), [(operation.name, reason) for operation, reason in missing]
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(header)} |"
    yield "|---" * len(header) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
