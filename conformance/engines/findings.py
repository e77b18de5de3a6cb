"""The known differences between an engine's results and the contract: a ``findings.toml`` file.

The comment at the head of ``conformance/engines/litert/findings.toml`` describes the fields.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion


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
class EngineFinding:
    """One cause for which an engine's results differ from the contract, or its process ends.

    ``kernels`` names the variants of the engine that have it, ``condition`` the versions of the
    engine and the processors. If no bundled case shows it, ``cases`` is empty and ``smallest``
    describes a call.
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
    condition: EngineCondition
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
class EngineFindings:
    """Content of a ``findings.toml`` file; ``verified`` is the condition of all entries.

    ``format`` is that of the engine's models, ``remarks`` a paragraph of the page.
    """

    engine: str
    format: str
    remarks: str
    verified: EngineCondition
    findings: tuple[EngineFinding, ...]
    declined: tuple[UnsupportedCalls, ...]
    random: CampaignResult | None

    def for_kernels(self, kernels: str) -> tuple[EngineFinding, ...]:
        """Return the findings on this variant of the engine, for any version and processor."""
        return tuple(finding for finding in self.findings if kernels in finding.kernels)

    def for_processor(self, kernels: str, features: Collection[str]) -> tuple[EngineFinding, ...]:
        """Return the findings on this variant of the engine on a processor, for any version."""
        return tuple(f for f in self.for_kernels(kernels) if f.condition.fits(features))


def _matches(patterns: Sequence[str], case_id: str) -> bool:
    return any(fnmatch.fnmatchcase(case_id, pattern) for pattern in patterns)


@cache
def read_findings(package: str, file: str = "findings.toml") -> EngineFindings:
    """Read a file of findings in a bridge's package.

    A missing or unknown field raises ``TypeError``.
    """
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    verified = EngineCondition(**_fields(data["verified"]))
    findings = []
    for fields in map(_fields, data.get("finding", ())):
        narrower = {name: fields.pop(name) for name in _CONDITION_FIELDS & fields.keys()}
        findings.append(EngineFinding(**fields, condition=verified.narrowed(**narrower)))
    return EngineFindings(
        data["engine"],
        data["format"],
        " ".join(data.get("remarks", "").split()),
        verified,
        tuple(findings),
        tuple(UnsupportedCalls(**_fields(entry)) for entry in data.get("declined", ())),
        CampaignResult(**data["random"]) if "random" in data else None,
    )


_CONDITION_FIELDS: Final = frozenset({"versions", "needs", "lacks"})


def _fields(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else " ".join(value.split())
        for name, value in entry.items()
    }
