"""A check: a named rule of the contract and the scenario that shows whether a driver keeps it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Final

from conformance.hal import Version
from conformance.harness import Finding, Judge, Kind, Scenario, Verdict
from conformance.suite.bench import Bench, SetAsideError

Breaches = Iterable[Finding | str]
"""What a check yields: a sentence for each breach of its own rule, or a finding of another kind."""

AREAS: Final = Path(__file__).parent
"""The folder of the areas: one module each."""

_INFRASTRUCTURE: Final = frozenset(
    {
        "__init__",
        "bench",
        "canary",
        "check",
        "client",
        "elsewhere",
        "mutants",
        "page",
        "sources",
        "stock",
        "sums",
    }
)


@dataclass(frozen=True, slots=True)
class Check:
    """One rule and its scenario.

    ``rule`` is ``area.name``; ``statement`` the sentence that holds for a conforming driver;
    ``section`` the place in the contract. Drivers below ``since`` or above ``until`` do not know
    what is checked.
    """

    area: str
    name: str
    statement: str
    section: str
    scenario: Callable[[Bench], Breaches]
    since: Version = Version.V1_0
    until: Version = Version.AIDL_V3
    operations: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """Name of the rule."""
        return f"{self.area}.{self.name}"

    @property
    def case_id(self) -> str:
        """Id of the check among all cases."""
        return f"suite/{self.area}/{self.name}"

    def judge(self, judge: Judge, version: Version) -> list[Verdict]:
        """The verdict on the judge's driver, which declares ``version``."""
        if not self.since <= version <= self.until:
            span = f"{self.since} and newer" if version < self.since else f"{self.until} and older"
            reason = f"the check concerns drivers of {span}, the driver declares {version}"
            kind, rule = Kind.NOT_APPLICABLE, "version.declared"
            return [Verdict(self.case_id, "", kind, rule, reason, self.operations)]
        bench = Bench(judge.device, version, judge.options, judge.reopen)
        scenario = Scenario(
            self.case_id,
            lambda: self._findings(bench),
            self.operations,
            bench.details,
            lambda: bench.evidence,
        )
        return judge.play(scenario)

    def _findings(self, bench: Bench) -> Iterator[Finding]:
        try:
            for breach in self.scenario(bench):
                yield self._finding(breach)
        except SetAsideError as aside:
            yield replace(aside.finding, rule=aside.finding.rule or self.rule)
        finally:
            bench.close()

    def _finding(self, breach: Finding | str) -> Finding:
        if isinstance(breach, Finding):
            return breach if breach.rule else replace(breach, rule=self.rule)
        return Finding(Kind.FAILED, self.rule, breach, {"section": self.section})


def check(
    section: str,
    *,
    since: Version = Version.V1_0,
    until: Version = Version.AIDL_V3,
) -> Callable[[Callable[[Bench], Breaches]], Check]:
    """Make a check of a function; its docstring's first line is the rule's statement."""

    def made(scenario: Callable[[Bench], Breaches]) -> Check:
        area = scenario.__module__.rpartition(".")[2]
        statement = (scenario.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        if not statement:
            raise ValueError(f"{scenario.__qualname__} has no docstring to state its rule")
        return Check(area, scenario.__name__, statement, section, scenario, since, until)

    return made


def checks_of(module: ModuleType) -> tuple[Check, ...]:
    """The checks of an area in order: decorated functions, and sequences of checks made there."""
    found: list[Check] = []
    for value in vars(module).values():
        several = value if isinstance(value, tuple) else (value,)
        found.extend(one for one in several if isinstance(one, Check))
    return tuple(dict.fromkeys(found))


def areas() -> dict[str, tuple[Check, ...]]:
    """The checks of all areas, by area."""
    names = sorted(path.stem for path in AREAS.glob("*.py") if is_area(path))
    return {name: checks_of(importlib.import_module(f"conformance.suite.{name}")) for name in names}


def is_area(path: Path) -> bool:
    """Whether a file is a module of the suite that holds checks."""
    return (
        path.suffix == ".py"
        and path.stem not in _INFRASTRUCTURE
        and path.resolve().parent == AREAS.resolve()
    )
