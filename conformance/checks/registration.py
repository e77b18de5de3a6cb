"""The ``Check`` class and the ``check`` decorator: a rule of the contract and its test scenario."""

from __future__ import annotations

import fnmatch
import functools
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

from conformance.cases.sources import CaseRef, CaseSource, Procedure, SourceSession, can_match
from conformance.checks.check_context import CheckContext, SkipCheck, Violation
from conformance.hal import Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import collected_counts
from conformance.harness.judge import Judge
from conformance.harness.planning.case_under_test import Scenario
from conformance.verdicts import Finding, Verdict, VerdictKind

CheckFindings = Iterable[Finding | str] | None
"""The results of a scenario: a message for each violation of the check's rule, or a ``Finding``
where the kind or the rule is a different one. A scenario may also record them in its context, or
raise ``Violation``."""

AREAS_FOLDER: Final = Path(__file__).parent / "areas"
"""The folder with one module per area."""

NEWEST: Final = max(Version)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Check:
    """A rule of the contract and the scenario that tests it.

    Attributes:
        area: Name of the module that defines the check.
        name: Name of the check within its area.
        statement: The rule, as a statement that is true for every conforming driver.
        contract_section: Section of the contract that states the rule.
        scenario: Function that exercises the driver and yields a message for each violation.
        since: First interface version to which the check applies.
        until: Last interface version to which the check applies.
        operations: Names of the operations that the scenario executes, for coverage reports.

    """

    area: str
    name: str
    statement: str
    contract_section: str
    scenario: Callable[[CheckContext], CheckFindings]
    since: Version = Version.V1_0
    until: Version = NEWEST
    operations: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """Return the name of the rule, ``area.name``."""
        return f"{self.area}.{self.name}"

    @property
    def case_id(self) -> str:
        """Return the case id, ``suite/area/name``."""
        return f"suite/{self.area}/{self.name}"

    def run(self, judge: Judge) -> list[Verdict]:
        """Run the check on the judge's driver and return the verdicts."""
        version = judge.version
        if not self.since <= version <= self.until:
            span = f"{self.since} and newer" if version < self.since else f"{self.until} and older"
            reason = (
                f"the check applies to drivers of HAL {span}; the driver declares HAL {version}"
            )
            kind, rule = VerdictKind.NOT_APPLICABLE, "version.declared"
            return [Verdict(self.case_id, "", kind, rule, reason, self.operations)]
        context = CheckContext(judge.driver, judge.options)
        scenario = Scenario(
            self.case_id,
            lambda: self._findings(context),
            self.operations,
            context.details,
            lambda: context.evidence,
        )
        return judge.run_scenario(scenario)

    def _findings(self, context: CheckContext) -> Iterator[Finding]:
        with collected_counts() as counts:
            end: Finding | driver_calls.DriverCallError | None = None
            try:
                for result in self.scenario(context) or ():
                    yield self._finding(result)
            except Violation as violation:
                context.report(str(violation))
            except SkipCheck as skipped:
                end = replace(skipped.finding, rule=skipped.finding.rule or self.rule)
            except driver_calls.DriverCallError as error:
                end = error
            finally:
                context.close()
            yield from map(self._finding, context.problems)
            if isinstance(end, driver_calls.DriverCallError):
                raise end
            if end is not None:
                yield end
        for count in counts:
            if count.number > 1:
                reason = f"{count.subject} was notified {count.number} times; once was expected"
                yield Finding(VerdictKind.FAILED, "callback.once", reason)
                break

    def _finding(self, result: Finding | str) -> Finding:
        if isinstance(result, Finding):
            return result if result.rule else replace(result, rule=self.rule)
        return Finding(VerdictKind.FAILED, self.rule, result, {"section": self.contract_section})


def quality_warning(reason: str, section: str = "") -> Finding:
    """Return a finding that the contract permits a behaviour, but that its quality is poor."""
    return Finding(VerdictKind.QUALITY_WARNING, "", reason, {"section": section} if section else {})


def check(
    section: str, *, since: Version = Version.V1_0, until: Version = NEWEST
) -> Callable[[Callable[[CheckContext], CheckFindings]], Check]:
    """Return a decorator that turns a scenario function into a check.

    The first paragraph of the function's docstring is the statement of the rule. ``ValueError`` is
    raised if there is no docstring.
    """

    def make_check(scenario: Callable[[CheckContext], CheckFindings]) -> Check:
        area = scenario.__module__.rpartition(".")[2]
        paragraph = inspect.cleandoc(scenario.__doc__ or "").partition("\n\n")[0]
        if not (statement := " ".join(paragraph.split()).rstrip(".")):
            raise ValueError(
                f"{scenario.__qualname__} has no docstring; write the rule that it checks there"
            )
        return Check(area, scenario.__name__, statement, section, scenario, since, until)

    return make_check


def check_with(
    run: Callable[[CheckContext, Callable[[_T], Any]], CheckFindings],
    section: str,
    *,
    since: Version = Version.V1_0,
    until: Version = NEWEST,
) -> Callable[[Callable[[_T], Any]], Check]:
    """Return a decorator as ``check`` does, for functions with another argument than the context.

    ``run`` gets the context and the function, and calls it as often as it wants.
    """

    def make_check(function: Callable[[_T], Any]) -> Check:
        @functools.wraps(function)
        def scenario(context: CheckContext) -> CheckFindings:
            return run(context, function)

        return check(section, since=since, until=until)(scenario)

    return make_check


def checks_of(module: ModuleType) -> tuple[Check, ...]:
    """Return the checks that a module defines, alone or in tuples, in order of definition."""
    checks: list[Check] = []
    for value in vars(module).values():
        candidates = value if isinstance(value, tuple) else (value,)
        checks.extend(candidate for candidate in candidates if isinstance(candidate, Check))
    return tuple(dict.fromkeys(checks))


def checks_by_area() -> dict[str, tuple[Check, ...]]:
    """Return the checks of all areas by the area's name."""
    return {name: checks_of(area_module(name)) for name in area_names()}


def area_names() -> list[str]:
    """Return the names of all areas."""
    return sorted(path.stem for path in AREAS_FOLDER.glob("*.py") if path.stem != "__init__")


def area_module(name: str) -> ModuleType:
    """Return the module of ``areas`` that defines the checks of an area."""
    return importlib.import_module(f"conformance.checks.areas.{name}")


class CheckSession(Protocol):
    """The session in which checks run; ``whole`` as in ``SourceSession``."""

    whole: bool
    judge: Judge


class Checks(CaseSource):
    """The checks of all areas, which are part of every run of all bundled specs."""

    prefix = "suite/"

    def runs(self, session: SourceSession) -> bool:
        return session.whole

    def refs(self, place: Path | None, session: object) -> Iterator[CaseRef]:
        """Yield the checks of all areas, by area and in the order of its module."""
        del place, session
        for area in area_names():
            yield from self._refs_of(area)

    def _refs_of(self, area: str) -> Iterator[CaseRef]:
        for check in checks_of(area_module(area)):
            yield CaseRef(check.case_id, check.case_id.removeprefix(self.prefix))

    def named(self, text: str, session: object) -> list[CaseRef]:
        """Return the checks with this id or pattern; import only the areas that can match."""
        found = [
            ref
            for area in area_names()
            if can_match(f"{self.prefix}{area}/", text)
            for ref in self._refs_of(area)
            if fnmatch.fnmatchcase(ref.case_id, text)
        ]
        return found or super().named(text, session)

    def load(self, ref: CaseRef, session: CheckSession) -> Procedure:
        """Return the call that runs a check on the driver of the session."""
        area = ref.name.partition("/")[0]
        check = next(one for one in checks_of(area_module(area)) if one.case_id == ref.case_id)
        return lambda: check.run(session.judge)
