"""Invalid requests: for each operation, mutants of its valid examples' requests, on each path."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple
from zlib import crc32

from conformance.hal import (
    NO_TIMING,
    ErrorStatus,
    MeasureTiming,
    OperationType,
    PreparedModel,
    Request,
    Version,
)
from conformance.harness import Finding, Kind, calls, fenced
from conformance.harness.callbacks import ExecutionRecord
from conformance.harness.check import Expectation
from conformance.harness.memory import Noise, Slot, lay_out
from conformance.operations import definitions
from conformance.specfile import Example
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.canary import Canary
from conformance.suite.check import Check
from conformance.suite.mutants import MOST_DEATHS, Coverage
from conformance.suite.sources import CONTROL_FLOW, examples_of, operations_of
from conformance.validation import Violation, bound, first_request_violation, first_violation
from generators.mutations.requests import RequestMutation, request_mutations, value_mutations

_EXAMPLES: Final = 4
_SHARE: Final = 6
"""One mutant of a request is tried for each so many mutants of a model that were asked for."""

_TOLD: Final = 12
_INVALID: Final = ErrorStatus.INVALID_ARGUMENT
_REFUSALS: Final = (_INVALID, ErrorStatus.GENERAL_FAILURE)
_UNREADABLE: Final = frozenset({"request.pool"})


class _Refused(NamedTuple):
    """How an execution was refused; ``launch`` is ``None`` where the call gives one status."""

    path: str
    status: ErrorStatus
    launch: ErrorStatus | None
    more: str


class _Trial:
    """One prepared model and the requests that it must refuse."""

    def __init__(self, bench: Bench, example: Example, prepared: PreparedModel) -> None:
        self.bench = bench
        self.example = example
        self.prepared = prepared
        self._slot = Slot()
        bench.at_end(self._slot.close)
        self._sizes = Expectation.of(example).sizes
        self._noise = Noise(bench.options.seed)
        self.request = self.load(example.inputs)

    def load(self, inputs: tuple[bytes | None, ...]) -> Request:
        """The example's request, with these values in its inputs."""
        prefills = [bytes(size) for size in self._sizes]
        return self._slot.load(lay_out(inputs, self._sizes), inputs, prefills, self._noise)

    def execute(self, request: Request, turn: int) -> Iterator[_Refused]:
        """The request along the paths of the version; timing is asked for in every other turn."""
        version, limit = self.bench.version, self.bench.options.callback_timeout
        measure = MeasureTiming(turn % 2) if version >= Version.V1_2 else MeasureTiming.NO
        if version <= Version.V1_3:
            record = ExecutionRecord()
            outcome = calls.execute(self.prepared, request, measure, limit, record)
            more = _told(outcome)
            if len(record.notifications) != 1:
                more = f" and {len(record.notifications)} notifications"
            yield _Refused("async", outcome.status, outcome.launch, more)
        if version >= Version.V1_2:
            outcome = calls.execute_synchronously(self.prepared, request, measure)
            yield _Refused("sync", outcome.status, None, _told(outcome))
        if version >= Version.V1_3:
            launched = fenced.launch(self.prepared, request, MeasureTiming.NO)
            end = fenced.settle(launched, limit)
            yield _Refused("fenced", end.status, None, "")


def _told(outcome: calls.Outcome) -> str:
    if outcome.output_shapes:
        return " and output shapes"
    timing = outcome.timing
    timed = (timing.time_on_device, timing.time_in_driver) != (NO_TIMING, NO_TIMING)
    return " and a time" if timed else ""


def _scenario(operation: OperationType, bench: Bench) -> Iterator[Finding]:
    if not bench.options.mutants:
        raise SetAsideError(Kind.DISABLED, "no mutants were asked for")
    examples = examples_of(operation, bench.version, _EXAMPLES)
    if not examples:
        reason = f"no bundled example of {operation.name} is one for HAL {bench.version}"
        raise SetAsideError(Kind.NOT_APPLICABLE, reason, "version.declared")
    tour = _Tour(bench)
    budget = max(1, bench.options.mutants // _SHARE)
    for example in examples:
        tour.visit(example, budget // len(examples) + 1)
        if tour.deaths == MOST_DEATHS:
            break
    bench.details.update(tour.coverage.details())
    culprit = min(tour.culprits, key=_first_told, default=None)
    if culprit is not None:
        bench.evidence = culprit.evidence
    yield from list(tour.findings.values())[:_TOLD]


class _Culprit(NamedTuple):
    """A mutant that was not treated as it must be, as far as an example can say it."""

    deadly: bool
    evidence: Example


def _first_told(culprit: _Culprit) -> tuple[bool, int]:
    return not culprit.deadly, len(culprit.evidence.model.main.operands)


class _Tour:
    """Takes requests for one example after the other to the driver."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._canary = Canary(bench)
        self.coverage = Coverage()
        self.findings: dict[str, Finding] = {}
        self.culprits: list[_Culprit] = []
        self.deaths = 0

    def visit(self, example: Example, count: int) -> None:
        """Up to ``count`` mutants of an example's request; a driver that died is started again."""
        bench, coverage = self._bench, self.coverage
        trial = _Trial(bench, example, bench.prepare(example.model))
        for turn, (mutation, violation) in enumerate(_chosen(trial, count)):
            if violation is None:
                coverage.undecided += 1
                continue
            coverage.mutants += 1
            coverage.rules[violation.rule.name] += 1
            try:
                finding = _judged(trial, mutation, violation, turn) or self._canary.alive()
            except calls.BadAnswerError as bad:
                finding = bad.finding
            if finding is None:
                continue
            deadly = finding.kind in (Kind.CRASH, Kind.HANG)
            reason = f"{finding.reason}: {mutation} ({violation}) of {example.name}"
            details = {**finding.details, "mutation": str(mutation), "example": example.name}
            finding = replace(finding, reason=reason, details=details)
            self.findings.setdefault(finding.rule, finding)
            evidence = example
            if mutation.inputs is not None:
                evidence = replace(example, inputs=mutation.inputs, expect_failure=True)
            self.culprits.append(_Culprit(deadly, evidence))
            if deadly:
                self.deaths += 1
                if self.deaths == MOST_DEATHS:
                    return
                bench.revive()
                self._canary.prepare()
                trial.prepared = bench.prepare(example.model)


def _chosen(trial: _Trial, count: int) -> list[tuple[RequestMutation, Violation | None]]:
    """Mutants of the trial's request, those of rarely broken rules first."""
    example, version = trial.example, trial.bench.version
    mutations = [*request_mutations(trial.request, example.model, version)]
    mutations += value_mutations(trial.request, example.model, example.inputs)
    random.Random(crc32(example.name.encode()) ^ trial.bench.options.seed).shuffle(mutations)
    seen: Counter[tuple[str, str]] = Counter()
    rows: list[tuple[int, tuple[RequestMutation, Violation | None]]] = []
    for mutation in mutations:
        violation = _violation(mutation, example, version)
        key = mutation.family, "" if violation is None else violation.rule.name
        seen[key] += 1
        rows.append((seen[key], (mutation, violation)))
    rows.sort(key=lambda row: (row[1][1] is None, row[0]))
    return [choice for _, choice in rows[:count]]


def _violation(mutation: RequestMutation, example: Example, version: Version) -> Violation | None:
    """The rule that a mutant breaks: of requests, or of the operation that meets the values."""
    model = example.model
    if mutation.inputs is None:
        return first_request_violation(
            mutation.make(), model, allow_unspecified_outputs=False, version=version
        )
    # What a value breaks is known to validation once the value stands in the model itself.
    told = bound(model, mutation.inputs)
    violation = first_violation(told, version)
    if violation is None:
        return None
    name = violation.rule.name
    met = name == "operation.required_operand" or name.partition(".")[0].isupper()
    return violation if met else None


def request_violations(
    bench: Bench, example: Example
) -> Iterator[tuple[RequestMutation, Violation]]:
    """Every mutant of an example's request that breaks a rule, and the rule."""
    trial = _Trial(bench, example, bench.prepare(example.model))
    for mutation, violation in _chosen(trial, 1 << 30):
        if violation is not None:
            yield mutation, violation


def _judged(
    trial: _Trial, mutation: RequestMutation, violation: Violation, turn: int
) -> Finding | None:
    """The finding on a driver that does not refuse an invalid request as it must."""
    name = violation.rule.name
    request = mutation.make()
    strict = mutation.inputs is None and name not in _UNREADABLE
    if mutation.inputs is not None:
        request = trial.load(mutation.inputs)
    for end in trial.execute(request, turn):
        permitted = (_INVALID,) if strict else _REFUSALS
        if end.status not in permitted or end.more:
            reason = f"{end.path}: an invalid request was answered with {end.status.name}{end.more}"
            return Finding(Kind.FAILED, name, reason)
        if strict and end.launch not in (None, end.status):
            launch = end.launch.name if end.launch is not None else ""
            reason = (
                f"{end.path}: execute answered {launch}, its callback was told {end.status.name}"
            )
            return Finding(Kind.FAILED, name, reason)
    return None


def _check(operation: OperationType) -> Check:
    since = Version.V1_3 if operation in CONTROL_FLOW else definitions()[operation].since
    scenario: Callable[[Bench], Iterator[Finding]] = partial(_scenario, operation)
    return Check(
        "requests",
        operation.name,
        f"a request to a model of {operation.name} that is wrong is refused on each path",
        "IPreparedModel.execute, executeSynchronously, executeFenced: INVALID_ARGUMENT",
        scenario,
        since,
        operations=(operation.name,),
    )


CHECKS: Final = tuple(_check(operation) for operation in operations_of(Version.AIDL_V4))
