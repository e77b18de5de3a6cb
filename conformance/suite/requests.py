"""Checks that the driver refuses invalid requests, on each execution path.

The invalid requests are mutants of the requests of each operation's valid examples.
"""

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
"""The budget of request mutants is the requested number of model mutants divided by this."""

_TOLD: Final = 12
"""Maximum number of findings that one check reports."""

_INVALID: Final = ErrorStatus.INVALID_ARGUMENT
_REFUSALS: Final = (_INVALID, ErrorStatus.GENERAL_FAILURE)
_UNREADABLE: Final = frozenset({"request.pool"})
"""Rules about memory that a driver cannot map; it may answer GENERAL_FAILURE as well."""


class _Refused(NamedTuple):
    """The answer of an execution along one path.

    ``launch`` is the status that the call returned if another one was sent to a callback, else
    ``None``. ``more`` names results that must not accompany an error, such as " and output shapes".
    """

    path: str
    status: ErrorStatus
    launch: ErrorStatus | None
    more: str


class _Trial:
    """An example with its prepared model and the memory for its requests."""

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
        """Return the example's request with these input values."""
        prefills = [bytes(size) for size in self._sizes]
        return self._slot.load(lay_out(inputs, self._sizes), inputs, prefills, self._noise)

    def execute(self, request: Request, turn: int) -> Iterator[_Refused]:
        """Execute along every path of the HAL version; measure timing in odd turns."""
        version, limit = self.bench.version, self.bench.options.callback_timeout
        measure = MeasureTiming(turn % 2) if version >= Version.V1_2 else MeasureTiming.NO
        if version <= Version.V1_3:
            record = ExecutionRecord()
            outcome = calls.execute(self.prepared, request, measure, limit, record)
            more = _told(outcome)
            if len(record.notifications) != 1:
                more = f" and {len(record.notifications)} notifications of the callback"
            yield _Refused("async", outcome.status, outcome.launch, more)
        if version >= Version.V1_2:
            outcome = calls.execute_synchronously(self.prepared, request, measure)
            yield _Refused("sync", outcome.status, None, _told(outcome))
        if version >= Version.V1_3:
            launched = fenced.launch(self.prepared, request, MeasureTiming.NO)
            end = fenced.settle(launched, limit)
            yield _Refused("fenced", end.status, None, "")


def _told(outcome: calls.Outcome) -> str:
    """Name a result that must not accompany an error; empty if there is none."""
    if outcome.output_shapes:
        return " and output shapes"
    timing = outcome.timing
    timed = (timing.time_on_device, timing.time_in_driver) != (NO_TIMING, NO_TIMING)
    return " and a timing" if timed else ""


def _scenario(operation: OperationType, bench: Bench) -> Iterator[Finding]:
    """Pass mutants of the examples' requests to the driver; yield the findings."""
    if not bench.options.mutants:
        raise SetAsideError(Kind.DISABLED, "mutants are disabled (--mutants 0)")
    examples = examples_of(operation, bench.version, _EXAMPLES)
    if not examples:
        reason = f"no bundled spec has a valid example of {operation.name} for HAL {bench.version}"
        raise SetAsideError(Kind.NOT_APPLICABLE, reason, "version.declared")
    runner = _Tour(bench)
    budget = max(1, bench.options.mutants // _SHARE)
    for example in examples:
        runner.visit(example, budget // len(examples) + 1)
        if runner.deaths == MOST_DEATHS:
            break
    bench.details.update(runner.coverage.details())
    mishandled = min(runner.culprits, key=_first_told, default=None)
    if mishandled is not None:
        bench.evidence = mishandled.evidence
    yield from list(runner.findings.values())[:_TOLD]


class _Culprit(NamedTuple):
    """A request mutant that the driver mishandled, as an example, and whether its process ended."""

    deadly: bool
    evidence: Example


def _first_told(mishandled: _Culprit) -> tuple[bool, int]:
    """Return the sort key of the report: crashes and hangs first, then the smallest model."""
    return not mishandled.deadly, len(mishandled.evidence.model.main.operands)


class _Tour:
    """Runs the request mutants of one example after the other and collects findings."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._canary = Canary(bench)
        self.coverage = Coverage()
        self.findings: dict[str, Finding] = {}
        self.culprits: list[_Culprit] = []
        self.deaths = 0

    def visit(self, example: Example, count: int) -> None:
        """Run up to ``count`` mutants of an example's request; restart the driver after a crash."""
        bench, coverage = self._bench, self.coverage
        prepared_example = _Trial(bench, example, bench.prepare(example.model))
        for turn, (mutation, violation) in enumerate(_chosen(prepared_example, count)):
            if violation is None:
                coverage.undecided += 1
                continue
            coverage.mutants += 1
            coverage.rules[violation.rule.name] += 1
            try:
                finding = (
                    _judged(prepared_example, mutation, violation, turn) or self._canary.alive()
                )
            except calls.BadAnswerError as bad:
                finding = bad.finding
            if finding is None:
                continue
            deadly = finding.kind in (Kind.CRASH, Kind.HANG)
            reason = f"{finding.reason}: {mutation} ({violation}), in the example {example.name}"
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
                prepared_example.prepared = bench.prepare(example.model)


def _chosen(prepared_example: _Trial, count: int) -> list[tuple[RequestMutation, Violation | None]]:
    """Return up to ``count`` mutants with the rules that they violate, the rarest rules first."""
    example, version = prepared_example.example, prepared_example.bench.version
    mutations = [*request_mutations(prepared_example.request, example.model, version)]
    mutations += value_mutations(prepared_example.request, example.model, example.inputs)
    random.Random(crc32(example.name.encode()) ^ prepared_example.bench.options.seed).shuffle(
        mutations
    )
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
    """Return the violation of a request mutant: of a request rule or of an operation's rule."""
    model = example.model
    if mutation.inputs is None:
        return first_request_violation(
            mutation.make(), model, allow_unspecified_outputs=False, version=version
        )
    # The rules for operand values apply to constants only: make the inputs constants first.
    violation = first_violation(bound(model, mutation.inputs), version)
    if violation is None:
        return None
    name = violation.rule.name
    concerns_value = name == "operation.required_operand" or name.partition(".")[0].isupper()
    return violation if concerns_value else None


def request_violations(
    bench: Bench, example: Example
) -> Iterator[tuple[RequestMutation, Violation]]:
    """Yield every mutant of an example's request that violates a rule, and the violation."""
    prepared_example = _Trial(bench, example, bench.prepare(example.model))
    for mutation, violation in _chosen(prepared_example, 1 << 30):
        if violation is not None:
            yield mutation, violation


def _judged(
    prepared_example: _Trial, mutation: RequestMutation, violation: Violation, turn: int
) -> Finding | None:
    """Execute an invalid request; return a finding if a path does not refuse it as required."""
    name = violation.rule.name
    request = mutation.make()
    strict = mutation.inputs is None and name not in _UNREADABLE
    if mutation.inputs is not None:
        request = prepared_example.load(mutation.inputs)
    for end in prepared_example.execute(request, turn):
        permitted = (_INVALID,) if strict else _REFUSALS
        if end.status not in permitted or end.more:
            expected = " or ".join(status.name for status in permitted)
            reason = (
                f"{end.path}: the execution of an invalid request answered {end.status.name}"
                f"{end.more}; {expected} alone was expected"
            )
            return Finding(Kind.FAILED, name, reason)
        if strict and end.launch not in (None, end.status):
            launch = end.launch.name if end.launch is not None else ""
            reason = (
                f"{end.path}: execute of an invalid request answered {launch}, but notified its "
                f"callback of {end.status.name}; the same status was expected"
            )
            return Finding(Kind.FAILED, name, reason)
    return None


def _check(operation: OperationType) -> Check:
    since = Version.V1_3 if operation in CONTROL_FLOW else definitions()[operation].since
    scenario: Callable[[Bench], Iterator[Finding]] = partial(_scenario, operation)
    return Check(
        "requests",
        operation.name,
        (
            "IPreparedModel::execute, executeSynchronously and executeFenced answer "
            f"INVALID_ARGUMENT for an invalid request for a model of {operation.name}, or "
            "GENERAL_FAILURE if only the input values or unmappable memory make it invalid, and "
            "report no output shapes or timing"
        ),
        "IPreparedModel.execute, executeSynchronously, executeFenced: INVALID_ARGUMENT",
        scenario,
        since,
        operations=(operation.name,),
    )


CHECKS: Final = tuple(_check(operation) for operation in operations_of(Version.AIDL_V4))
