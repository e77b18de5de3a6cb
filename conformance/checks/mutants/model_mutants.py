"""Runs mutants of valid models on a driver and checks that the invalid ones are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple

from conformance.cases import Example
from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.mutant_selection import MutantChoice, stored_mutants
from conformance.checks.sample_requests import HealthCheck
from conformance.driver_sdk import DriverError
from conformance.hal import ErrorStatus, Model, OperationType, Version, byte_size
from conformance.harness.calls import driver_calls
from conformance.harness.judge import Judge
from conformance.harness.planning.case_under_test import Scenario, operation_names
from conformance.reference.plan import Planner
from conformance.validation import Violation, all_rules, first_violation
from conformance.validation.mutations import UNDECIDED_RULES, ModelMutation, demands_refusal
from conformance.verdicts import Finding, Verdict, VerdictKind

MUTANTS_PATH: Final = "mutants"
"""Value of the verdict field ``path`` for the mutants of a spec case."""

_NONE, _INVALID, _FAILURE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
)
ALL_MUTANTS: Final = 1 << 20
"""A budget of this many mutants or more means all mutants."""

_MAX_OPERAND_BYTES: Final = 1 << 26
"""A valid mutant with an operand of more bytes than this is not prepared."""

_MAX_FINDINGS: Final = 12
"""Maximum number of findings that one check reports."""

_UNMAPPABLE_RULES: Final = frozenset({"model.pool_handle"})
"""Rules about memory that cannot be mapped; a driver may also answer GENERAL_FAILURE."""

MAX_DEATHS: Final = 3
"""A check stops after the driver crashed or hung this often."""


@dataclass(slots=True)
class MutantCoverage:
    """Counts of the mutants that one check ran.

    ``mutants`` counts all; ``rules`` counts the invalid ones by violated rule; ``valid_mutants``
    counts those that are still valid by family; ``undecided`` counts those without a required
    answer.
    """

    mutants: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    valid_mutants: Counter[str] = field(default_factory=Counter)
    undecided: int = 0

    def details(self) -> dict[str, Any]:
        """Return the counts as plain data for the report."""
        return {
            "mutants": self.mutants,
            "rules": dict(sorted(self.rules.items())),
            "valid_mutants": dict(sorted(self.valid_mutants.items())),
            "undecided_mutants": self.undecided,
        }

    def unmutated_rules(self, operation: OperationType, version: Version) -> list[str]:
        """Return the operation's rules of a HAL version that no mutant violated."""
        prefix = f"{operation.name}."
        return [
            name
            for name, rule in all_rules().items()
            if name.startswith(prefix) and rule.holds_in(version) and name not in self.rules
        ]


class MishandledMutant(NamedTuple):
    """A mutant that the driver mishandled: the finding, its example, and a function that builds it.

    ``build`` returns an example that is expected to fail.
    """

    finding: Finding
    example: Example
    build: Callable[[], Example]

    @property
    def ended_process(self) -> bool:
        """Whether the driver crashed or hung."""
        return self.finding.kind in (VerdictKind.CRASH, VerdictKind.HANG)


class MutantResults:
    """Collects the mutants that a driver mishandles; restarts the driver after a crash or hang."""

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self.health = HealthCheck(context)
        """The valid model that must still execute after each mutant."""
        self.coverage = MutantCoverage()
        self.mishandled: list[MishandledMutant] = []
        self.deaths = 0

    def add(self, finding: Finding, example: Example, build: Callable[[], Example]) -> bool:
        """Add a mutant; return whether the driver was restarted."""
        self.mishandled.append(MishandledMutant(finding, example, build))
        if self.mishandled[-1].ended_process:
            self.deaths += 1
            if self.deaths < MAX_DEATHS:
                self.context.driver.kill()
                self.health.prepare()
                return True
        return False

    def findings(self) -> Iterator[Finding]:
        """Yield one finding per kind and rule, with the number of mishandled mutants."""
        groups: dict[tuple[VerdictKind, str], list[Finding]] = {}
        for finding, _, _ in self.mishandled:
            groups.setdefault((finding.kind, finding.rule), []).append(finding)
        for group in list(groups.values())[:_MAX_FINDINGS]:
            more = f" (and {len(group) - 1} more mutants)" if len(group) > 1 else ""
            yield replace(group[0], reason=group[0].reason + more)

    def smallest_mishandled(self) -> Example | None:
        """Return the smallest mishandled mutant; crashes and hangs take precedence."""
        mishandled = min(
            self.mishandled,
            key=lambda each: (not each.ended_process, len(each.example.model.main.operands)),
            default=None,
        )
        return None if mishandled is None else mishandled.build()

    def report(self, **details: Any) -> Iterator[Finding]:
        """Store the counts and the smallest mishandled mutant in the context; yield findings."""
        self.context.details.update(self.coverage.details(), **details)
        self.context.evidence = self.smallest_mishandled()
        yield from self.findings()


class MutantRunner(MutantResults):
    """Passes mutants of models to a driver and checks its answers."""

    def run(self, examples: Iterable[Example], budget: int, seed: int = 0) -> None:
        """Run up to ``budget`` mutants, those of rules without a mutant so far first."""
        thin = budget < ALL_MUTANTS
        self._run(stored_mutants([*examples], self.context.version, seed, budget, thin=thin))

    def run_all(self, example: Example, mutations: Iterable[ModelMutation]) -> None:
        """Run these mutations of an example, in this order."""
        version = self.context.version
        self._run(
            MutantChoice(example, mutation, first_violation(mutation.build(), version))
            for mutation in mutations
        )

    def run_unchanged(self, examples: Iterable[Example]) -> None:
        """Run the models of examples that are invalid in the driver's version; skip the others."""
        for example in examples:
            violation = first_violation(example.model, self.context.version)
            if violation is not None:
                mutation = ModelMutation(
                    "model.later_version",
                    f"the example {example.name}",
                    partial(replace, example.model),
                )
                self._run([MutantChoice(example, mutation, violation)])

    def _run(self, choices: Iterable[MutantChoice]) -> None:
        for choice in choices:
            if self.deaths == MAX_DEATHS:
                return
            if (finding := self.run_mutant(choice)) is not None:
                self.add(finding, choice.example, partial(_mutant, choice))

    def run_mutant(self, choice: MutantChoice) -> Finding | None:
        """Run one mutant; return a finding about the answers or the driver's health afterwards."""
        example, mutation, violation = choice.example, choice.mutation, choice.violation
        coverage = self.coverage
        coverage.mutants += 1
        model = mutation.build()
        try:
            if violation is None:
                coverage.valid_mutants[mutation.family] += 1
                if demands_refusal(example.model, mutation):
                    reason = (
                        "the official suite expects this mutation to be refused, but no validation "
                        f"rule refuses it: {mutation}"
                    )
                    return Finding(VerdictKind.INTERNAL_ERROR, "internal", reason)
            elif violation.rule.name in UNDECIDED_RULES:
                coverage.undecided += 1
                return None
            else:
                coverage.rules[violation.rule.name] += 1
            finding = self.check_model(model, violation)
        except driver_calls.DriverCallError as error:
            finding = error.finding
        if finding is None:
            return None
        rule = "" if violation is None else f" ({violation})"
        details = {**finding.details, "mutation": str(mutation), "example": example.name}
        return replace(finding, reason=f"{finding.reason}: {mutation}{rule}", details=details)

    def check_model(self, model: Model, violation: Violation | None) -> Finding | None:
        """Pass a model to the driver; return a finding about its answers or its health afterwards.

        ``violation`` is the first violation of the model, or ``None`` for a valid model. Raise
        ``DriverCallError`` if a call violates the interface.
        """
        if violation is None:
            finding = self._check_accepted(model)
        else:
            finding = self._check_refused(model, violation)
        return finding or self.health.find_problem()

    def _check_refused(self, model: Model, violation: Violation) -> Finding | None:
        name = violation.rule.name
        by_value, unmappable = name not in STRUCTURAL_RULES, name in _UNMAPPABLE_RULES
        status, flags = driver_calls.get_supported_operations(self.context.device, model)
        permitted = {_INVALID: True, _NONE: by_value, _FAILURE: unmappable}
        if not permitted.get(status, False):
            reason = (
                f"get_supported_operations returned {status.name} for an invalid model; "
                "INVALID_ARGUMENT was expected"
            )
            return Finding(VerdictKind.FAILED, name, reason)
        end = self._prepare_mutant(model)
        if end.model is not None:
            reason = "prepare_model prepared an invalid model; INVALID_ARGUMENT was expected"
            return Finding(VerdictKind.FAILED, name, reason)
        declined = by_value and flags and not all(flags)
        statuses = (_FAILURE, _INVALID) if unmappable or declined else (_INVALID,)
        if end.status not in statuses or end.launch != end.status:
            expected = " or ".join(status.name for status in statuses)
            reason = (
                f"prepare_model of an invalid model answered {end.launch.name} and notified its "
                f"callback of {end.status.name}; {expected} was expected from both"
            )
            return Finding(VerdictKind.FAILED, name, reason)
        return None

    def _check_accepted(self, model: Model) -> Finding | None:
        status, flags = driver_calls.get_supported_operations(self.context.device, model)
        rule = reason = ""
        if status != _NONE:
            rule = "supported.status"
            reason = f"get_supported_operations answered {status.name} for a valid model"
        elif all(flags) and not _has_large_operand(model):
            end = self._prepare_mutant(model)
            if end.model is None and end.status in (_INVALID, _FAILURE):
                rule = "prepare.status"
                reason = (
                    f"prepare_model answered {end.status.name} for a valid model whose operations "
                    "are all supported"
                )
        if rule and has_contradicting_shapes(model, self.context.version):
            self.coverage.undecided += 1
            return None
        failed, reason = VerdictKind.FAILED, f"{reason}; NONE was expected"
        return Finding(failed, rule, reason) if rule else None

    def _prepare_mutant(self, model: Model) -> driver_calls.PreparationOutcome:
        end, record = self.context.try_to_prepare(model)
        if (count := len(record.notifications)) != 1:
            reason = (
                f"prepare_model notified its callback {count} times; exactly one notification was "
                "expected"
            )
            raise driver_calls.DriverCallError(Finding(VerdictKind.FAILED, "callback.once", reason))
        return end


def _mutant(choice: MutantChoice) -> Example:
    return replace(choice.example, model=choice.mutation.build(), expect_failure=True)


def judge_mutants(
    judge: Judge, version: Version, example: Example, case_id: str, budget: int
) -> list[Verdict]:
    """Run mutants of one valid example and return the verdict on the driver's answers."""
    context = CheckContext(judge.driver, judge.options)
    runner = MutantRunner(context)

    def scenario() -> Iterator[Finding]:
        try:
            if first_violation(example.model, version) is None:
                runner.run([example], budget, judge.options.seed)
            yield from runner.report()
        finally:
            context.close()

    names = operation_names(example.model)
    verdicts = judge.run_scenario(
        Scenario(case_id, scenario, names, context.details, runner.smallest_mishandled)
    )
    return [replace(verdict, path=MUTANTS_PATH) for verdict in verdicts]


def has_contradicting_shapes(model: Model, version: Version) -> bool:
    """Return whether a model that violates no rule cannot execute because its shapes contradict.

    A driver may detect the contradiction when it prepares the model or only when it executes it, so
    neither answer is a failure.
    """
    if _has_large_operand(model):
        return True
    try:
        Planner(model, version).main()
    except DriverError:
        return True
    return False


def _has_large_operand(model: Model) -> bool:
    sizes = (byte_size(operand.type, operand.dimensions) for operand in model.main.operands)
    return any(size is not None and size > _MAX_OPERAND_BYTES for size in sizes)


STRUCTURAL_RULES: Final = frozenset(
    name for name in all_rules() if not name.partition(".")[0].isupper()
)
"""Rules about the model's structure; the others are conditions of single operations."""
