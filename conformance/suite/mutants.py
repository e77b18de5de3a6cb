"""Whether a driver refuses what it must: mutants of one operation's valid models."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple
from zlib import crc32

from conformance.hal import (
    ErrorStatus,
    ExecutionPreference,
    Model,
    OperationType,
    Version,
    byte_size,
)
from conformance.harness import Finding, Judge, Kind, Scenario, Verdict, calls
from conformance.harness.callbacks import PreparedModelRecord
from conformance.harness.case import operation_names
from conformance.reference.planner import Planner
from conformance.specfile import Example
from conformance.suite.bench import Bench
from conformance.suite.canary import Canary
from conformance.support import DriverError
from conformance.validation import Violation, all_rules, first_violation
from generators.mutations import UNDECIDED, Mutation, demands_refusal, mutations_of

PATH: Final = "mutants"
"""Path of the verdict on the mutants of a case."""

_INVALID: Final = ErrorStatus.INVALID_ARGUMENT
EVERYTHING: Final = 1 << 20
"""Who asks for so many mutants of an operation wants them all."""

_RARE: Final = 2
"""The first mutants of each rule go before all others."""

_FULLY: Final = 2
_THINNED: Final = 8
"""Of examples after so many first ones, so many mutations of a uniform family are looked at."""

_LARGE: Final = 1 << 26
"""A valid mutant with an operand of more bytes is not prepared."""

_TOLD: Final = 12
MOST_DEATHS: Final = 3
"""A driver that died or hung so often on a check's mutants is not handed more of them."""


@dataclass(slots=True)
class Coverage:
    """What a check's mutants came to."""

    mutants: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    valid_by_chance: Counter[str] = field(default_factory=Counter)
    undecided: int = 0

    def details(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "mutants": self.mutants,
            "rules": dict(sorted(self.rules.items())),
            "valid_by_chance": dict(sorted(self.valid_by_chance.items())),
            "undecided": self.undecided,
        }

    def unbroken(self, operation: OperationType, version: Version) -> list[str]:
        """The operation's own rules of a version that no mutant broke."""
        prefix = f"{operation.name}."
        own = (n for n, r in all_rules().items() if n.startswith(prefix) and r.holds_in(version))
        return [name for name in own if name not in self.rules]


class _Choice(NamedTuple):
    """A mutant with the rule that it breaks, if it breaks one."""

    example: Example
    mutation: Mutation
    violation: Violation | None


@dataclass(frozen=True, slots=True)
class Culprit:
    """A mutant that the driver did not treat as it must."""

    finding: Finding
    mutation: Mutation
    example: Example

    @property
    def mutant(self) -> Example:
        """The mutant as an example that must fail."""
        return replace(self.example, model=self.mutation.make(), expect_failure=True)


class Examiner:
    """Hands mutants to a driver and judges its answers."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._canary = Canary(bench)
        self.coverage = Coverage()
        self.culprits: list[Culprit] = []

    def examine(self, examples: Iterable[Example], budget: int, seed: int = 0) -> None:
        """Try up to ``budget`` mutants, those that break a rule which none has broken yet first."""
        deaths = 0
        for choice in self.choices(examples, seed, thin=budget < EVERYTHING)[:budget]:
            finding = self.judged(*choice)
            if finding is None:
                continue
            self.culprits.append(Culprit(finding, choice.mutation, choice.example))
            if finding.kind in (Kind.CRASH, Kind.HANG):
                deaths += 1
                if deaths == MOST_DEATHS:
                    break
                self._bench.revive()
                self._canary.prepare()

    def choices(
        self, examples: Iterable[Example], seed: int, *, thin: bool = True
    ) -> list[_Choice]:
        """All mutants, the rarest first: by rule, then by family and rule, then as drawn.

        Thinned, later examples lend only some mutants of families that break the same rules of
        every operation.
        """
        version = self._bench.version
        found: list[tuple[int, int, _Choice]] = []
        rules: Counter[str] = Counter()
        cells: Counter[tuple[str, str]] = Counter()
        for number, example in enumerate(examples):
            for mutation in _shuffled(example, version, seed, thin=thin and number >= _FULLY):
                violation = first_violation(mutation.make(), version, example.model)
                rule = "" if violation is None else violation.rule.name
                rules[rule] += 1
                cells[mutation.family, rule] += 1
                choice = _Choice(example, mutation, violation)
                found.append((rules[rule], cells[mutation.family, rule], choice))
        found.sort(key=lambda row: (row[0] > _RARE, row[1]))
        return [choice for _, _, choice in found]

    def judged(
        self, example: Example, mutation: Mutation, violation: Violation | None
    ) -> Finding | None:
        """Hand over one mutant; what is wrong with the answers, or with the driver after them."""
        coverage = self.coverage
        coverage.mutants += 1
        model = mutation.make()
        try:
            if violation is None:
                coverage.valid_by_chance[mutation.family] += 1
                if demands_refusal(example.model, mutation):
                    reason = f"our rules let pass what the official suite has refused: {mutation}"
                    return Finding(Kind.INTERNAL_ERROR, "internal", reason)
                finding = self._accepted(model)
            elif violation.rule.name in UNDECIDED:
                coverage.undecided += 1
                return None
            else:
                coverage.rules[violation.rule.name] += 1
                finding = self._refused(model, violation)
            finding = finding or self._canary.alive()
        except calls.BadAnswerError as bad:
            finding = bad.finding
        if finding is None:
            return None
        told = "" if violation is None else f" ({violation})"
        details = {**finding.details, "mutation": str(mutation), "example": example.name}
        return replace(finding, reason=f"{finding.reason}: {mutation}{told}", details=details)

    def _refused(self, model: Model, violation: Violation) -> Finding | None:
        """The finding on a driver that does not refuse an invalid model as it must."""
        name = violation.rule.name
        by_value = name not in STRUCTURAL
        status, flags = calls.ask_supported(self._bench.device, model)
        if status != _INVALID and not (by_value and status == ErrorStatus.NONE):
            reason = f"get_supported_operations answered {status.name} to an invalid model"
            return Finding(Kind.FAILED, name, reason)
        launch, told, prepared = self._prepared(model)
        if prepared:
            return Finding(Kind.FAILED, name, "an invalid model was prepared")
        permitted = {_INVALID}
        if by_value and flags and not all(flags):
            permitted.add(ErrorStatus.GENERAL_FAILURE)
        if told not in permitted or launch != told:
            reason = (
                f"prepare_model answered {launch.name} and told its callback {told.name} of an "
                f"invalid model"
            )
            return Finding(Kind.FAILED, name, reason)
        return None

    def _accepted(self, model: Model) -> Finding | None:
        """The finding on a driver that refuses a valid model as invalid."""
        status, flags = calls.ask_supported(self._bench.device, model)
        finding = None
        if status != ErrorStatus.NONE:
            reason = f"get_supported_operations answered {status.name} to a valid model"
            finding = Finding(Kind.FAILED, "supported.status", reason)
        elif all(flags) and not _large(model):
            _, told, prepared = self._prepared(model)
            if not prepared and told in (_INVALID, ErrorStatus.GENERAL_FAILURE):
                reason = f"prepare_model refused a valid model with {told.name}"
                finding = Finding(Kind.FAILED, "prepare.status", reason)
        if finding is not None and contradicts_itself(model, self._bench.version):
            self.coverage.undecided += 1
            return None
        return finding

    def _prepared(self, model: Model) -> tuple[ErrorStatus, ErrorStatus, bool]:
        """Launch status, the callback's, and whether a prepared model came; notified once."""
        record = PreparedModelRecord()
        end = calls.prepare(
            self._bench.device,
            model,
            ExecutionPreference.FAST_SINGLE_ANSWER,
            self._bench.options.callback_timeout,
            record,
        )
        count = len(record.notifications)
        if count != 1:
            reason = f"prepare_model notified its callback {count} times"
            raise calls.BadAnswerError(Finding(Kind.FAILED, "callback.once", reason))
        return end.launch, end.status, end.model is not None

    def findings(self) -> Iterator[Finding]:
        """One finding for each rule and kind that went wrong, with the number of its mutants."""
        groups: dict[tuple[Kind, str], list[Culprit]] = {}
        for culprit in self.culprits:
            key = culprit.finding.kind, culprit.finding.rule
            groups.setdefault(key, []).append(culprit)
        for group in list(groups.values())[:_TOLD]:
            first = group[0].finding
            more = f" (and {len(group) - 1} more mutants)" if len(group) > 1 else ""
            yield replace(first, reason=first.reason + more)

    def smallest(self) -> Culprit | None:
        """The culprit with the fewest operands; those that killed the driver go first."""
        return min(
            self.culprits,
            key=lambda one: (
                one.finding.kind not in (Kind.CRASH, Kind.HANG),
                len(one.example.model.main.operands),
            ),
            default=None,
        )


def _shuffled(example: Example, version: Version, seed: int, *, thin: bool) -> list[Mutation]:
    """The example's mutations in an order that the seed sets; thinned, some of each kind."""
    chosen = random.Random(crc32(example.name.encode()) ^ seed)
    found = list(mutations_of(example.model, version))
    chosen.shuffle(found)
    taken: Counter[str] = Counter()
    mutations = []
    for family, mutation in found:
        taken[family.name] += 1
        if not (thin and family.uniform and taken[family.name] > _THINNED):
            mutations.append(mutation)
    return mutations


def judge(
    judge: Judge, version: Version, example: Example, case_id: str, budget: int
) -> list[Verdict]:
    """The verdict on the refusals of mutants of one valid example."""
    bench = Bench(judge.device, version, judge.options)
    examiner = Examiner(bench)

    def scenario() -> Iterator[Finding]:
        try:
            if first_violation(example.model, version) is None:
                examiner.examine([example], budget, judge.options.seed)
            bench.details.update(examiner.coverage.details())
            yield from examiner.findings()
        finally:
            bench.close()

    def evidence() -> Example | None:
        culprit = examiner.smallest()
        return None if culprit is None else culprit.mutant

    names = operation_names(example.model)
    verdicts = judge.play(Scenario(case_id, scenario, names, bench.details, evidence))
    return [replace(verdict, path=PATH) for verdict in verdicts]


def contradicts_itself(model: Model, version: Version) -> bool:
    """Whether a model that breaks no rule cannot run, by the shapes that follow from each other.

    A driver may notice when it prepares the model, and need not before it executes it.
    """
    if _large(model):
        return True
    try:
        Planner(model, version).main()
    except DriverError:
        return True
    return False


def _large(model: Model) -> bool:
    sizes = (byte_size(operand.type, operand.dimensions) for operand in model.main.operands)
    return any(size is not None and size > _LARGE for size in sizes)


STRUCTURAL: Final = frozenset(name for name in all_rules() if not name.partition(".")[0].isupper())
"""Rules of models as such; the others are conditions of single operations."""
