"""Checks that the driver refuses invalid requests, on each execution path.

The invalid requests are mutants of the requests of each operation's valid examples.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

from conformance import hal
from conformance.cases import Example
from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.model_mutants import MAX_DEATHS, MutantResults
from conformance.checks.mutants.mutant_selection import SelectedMutant, stored_selection
from conformance.checks.mutants.mutation_sources import (
    checks_of_operations,
    examples_for_mutants,
    select_examples_to_mutate,
)
from conformance.checks.mutants.packet_mutations import LastingBurst, PacketMutation
from conformance.checks.sample_requests import MAX_ATTEMPTS, PASSING_STATUSES
from conformance.harness.answer_checks import OutputExpectations
from conformance.harness.calls import driver_calls
from conformance.harness.calls.modes import MODES, ExecutionCall
from conformance.harness.calls.request_memory import (
    RandomFill,
    RequestContents,
    RequestMemory,
    lay_out_request,
)
from conformance.validation import (
    Violation,
    first_request_violation,
    first_violation,
    with_inputs_as_constants,
)
from conformance.validation.mutations.requests import (
    RequestMutation,
    request_mutations,
    value_mutations,
)
from conformance.verdicts import Finding, VerdictKind

_EXAMPLES_PER_OPERATION: Final = 4
_MODEL_MUTANTS_PER_REQUEST_MUTANT: Final = 6
"""The budget of request mutants is the requested number of model mutants divided by this."""

_PACKETS_PER_EXAMPLE: Final = 12
"""Number of malformed packets of each example's request."""

_INVALID: Final = hal.ErrorStatus.INVALID_ARGUMENT
_REFUSALS: Final = (_INVALID, hal.ErrorStatus.GENERAL_FAILURE)
_UNREADABLE_MEMORY_RULES: Final = frozenset({"request.pool"})
"""Rules about memory that a driver cannot map; it may answer GENERAL_FAILURE as well."""


class PreparedExample:
    """An example with its prepared model and the memory for its requests."""

    def __init__(
        self,
        context: CheckContext,
        example: Example,
        prepared: hal.PreparedModel,
        memory: RequestMemory | None = None,
    ) -> None:
        """Create it; without ``memory``, a new one is released at the end of the check."""
        self.context = context
        self.example = example
        self.prepared = prepared
        if memory is None:
            memory = RequestMemory()
            context.add_cleanup(memory.close)
        self._memory = memory
        self._sizes = OutputExpectations.from_example(example).byte_sizes
        self._fill = RandomFill(context.options.seed)
        self._burst = LastingBurst(context, prepared)
        self.request = self.load(example.inputs)

    def load(self, inputs: tuple[bytes | None, ...]) -> hal.Request:
        """Return the example's request with these input values."""
        prefills = [bytes(size) for size in self._sizes]
        layout = lay_out_request(inputs, self._sizes)
        return self._memory.load(RequestContents(layout, inputs, prefills), self._fill)

    def replace_prepared(self, prepared: hal.PreparedModel) -> None:
        """Use a new prepared model of the same model, after the driver was restarted."""
        self.prepared = prepared
        self._burst = LastingBurst(self.context, prepared)

    def malformed_packets(self, count: int) -> Iterator[tuple[PacketMutation, Finding | None]]:
        """Send up to ``count`` malformed packets; yield each with the finding on its answer."""
        if self.context.version >= hal.Version.V1_2:
            yield from self._burst.malformed_packets(self.example, self._sizes, count)

    def execute(
        self, request: hal.Request, turn: int
    ) -> Iterator[tuple[str, driver_calls.ExecutionOutcome]]:
        """Execute along the paths without configuration; yield the name and outcome of each.

        The executions of odd turns measure timing.
        """
        version, limit = self.context.version, self.context.options.callback_timeout
        measure = (
            hal.MeasureTiming(turn % 2) if version >= hal.Version.V1_2 else hal.MeasureTiming.NO
        )
        for name, mode in MODES.items():
            if name.endswith("_config") or not mode.since <= version <= mode.until:
                continue
            if name != "burst":
                yield name, mode.run(ExecutionCall(self.prepared, request, limit, measure))
            elif (outcome := self._burst.execute(request, measure)) is not None:
                yield name, outcome


def _run_scenario(operation: hal.OperationType, context: CheckContext) -> Iterator[Finding]:
    examples = examples_for_mutants(
        context, operation, select_examples_to_mutate, _EXAMPLES_PER_OPERATION
    )
    runner = _RequestMutantRunner(context)
    budget = max(1, context.options.mutants_per_operation // _MODEL_MUTANTS_PER_REQUEST_MUTANT)
    for example in examples:
        runner.run_example(example, budget // len(examples) + 1)
        if runner.deaths == MAX_DEATHS:
            break
    yield from runner.report()


class _RequestMutantRunner(MutantResults):
    """Runs the request mutants of one example after the other and collects findings."""

    def run_example(self, example: Example, count: int) -> None:
        """Run up to ``count`` mutants of an example's request; restart the driver after a crash."""
        context, coverage = self.context, self.coverage
        prepared_example = PreparedExample(context, example, context.prepare(example.model))
        for turn, (mutation, violation) in enumerate(_stored_mutants(prepared_example, count)):
            if violation is None:
                coverage.undecided += 1
                continue
            coverage.mutants += 1
            coverage.rules[violation.rule.name] += 1
            evidence, inputs = example, mutation.inputs
            try:
                if inputs is None:
                    request = mutation.build()
                else:
                    evidence = replace(example, inputs=inputs, expect_failure=True)
                    request = prepared_example.load(inputs)
                finding = check_refused_request(
                    prepared_example, request, violation, turn, strict=inputs is None
                )
                finding = finding or self.health.find_problem()
            except driver_calls.DriverCallError as error:
                finding = error.finding
            if finding is None:
                continue
            restarted = self._record(
                finding, f"{mutation} ({violation})", str(mutation), example, evidence
            )
            if self.deaths == MAX_DEATHS:
                return
            if restarted:
                prepared_example.replace_prepared(context.prepare(example.model))
        self._run_packets(prepared_example)

    def _record(
        self, finding: Finding, what: str, mutation: str, example: Example, evidence: Example
    ) -> bool:
        details = {**finding.details, "mutation": mutation, "example": example.name}
        reason = f"{finding.reason}: {what}, in the example {example.name}"
        finding = replace(finding, reason=reason, details=details)
        return self.add(finding, example, lambda: evidence)

    def _run_packets(self, prepared_example: PreparedExample) -> None:
        example, coverage = prepared_example.example, self.coverage
        try:
            for mutation, finding in prepared_example.malformed_packets(_PACKETS_PER_EXAMPLE):
                coverage.mutants += 1
                coverage.rules[mutation.rule] += 1
                if finding is not None:
                    what = f"{mutation} [{mutation.rule}]"
                    self._record(finding, what, str(mutation), example, example)
            finding = self.health.find_problem()
        except driver_calls.DriverCallError as error:
            finding = error.finding
        if finding is not None:
            what = "malformed packets of a burst"
            self._record(finding, what, "burst packets", example, example)


def _stored_mutants(
    prepared_example: PreparedExample, count: int
) -> Iterator[tuple[RequestMutation, Violation | None]]:
    """Yield up to ``count`` mutants in the order of ``_ordered_mutants``, which is stored."""
    context, example = prepared_example.context, prepared_example.example
    mutations = _shuffled_mutations(prepared_example)

    def select() -> Iterator[SelectedMutant]:
        for number, violation in _ordered_mutants(prepared_example, mutations)[:count]:
            yield SelectedMutant(0, number, violation)

    version, seed = context.version, context.options.seed
    rows = stored_selection("requests", [example], version, seed, (count,), select)
    for _, number, violation in rows:
        yield mutations[number], violation


def _shuffled_mutations(prepared_example: PreparedExample) -> list[RequestMutation]:
    context, example = prepared_example.context, prepared_example.example
    mutations = [*request_mutations(prepared_example.request, example.model, context.version)]
    mutations += value_mutations(prepared_example.request, example.model, example.inputs)
    random.Random(crc32(example.name.encode()) ^ context.options.seed).shuffle(mutations)
    return mutations


def _ordered_mutants(
    prepared_example: PreparedExample, mutations: Sequence[RequestMutation]
) -> list[tuple[int, Violation | None]]:
    """Return the numbers of the mutations with the rules that they violate, rarest rules first."""
    example, version = prepared_example.example, prepared_example.context.version
    seen: Counter[tuple[str, str]] = Counter()
    rows: list[tuple[int, tuple[int, Violation | None]]] = []
    for number, mutation in enumerate(mutations):
        violation = _violation_of(mutation, example, version)
        key = mutation.family, "" if violation is None else violation.rule.name
        seen[key] += 1
        rows.append((seen[key], (number, violation)))
    rows.sort(key=lambda row: (row[1][1] is None, row[0]))
    return [mutant for _, mutant in rows]


def _violation_of(
    mutation: RequestMutation, example: Example, version: hal.Version
) -> Violation | None:
    model = example.model
    if mutation.inputs is None:
        return first_request_violation(
            mutation.build(), model, allow_unspecified_outputs=False, version=version
        )
    # The rules for operand values apply to constants only: make the inputs constants first.
    violation = first_violation(with_inputs_as_constants(model, mutation.inputs), version)
    if violation is None:
        return None
    name = violation.rule.name
    concerns_value = name == "operation.required_operand" or name.partition(".")[0].isupper()
    return violation if concerns_value else None


def request_violations(
    context: CheckContext, example: Example
) -> Iterator[tuple[RequestMutation, Violation]]:
    """Yield every mutant of an example's request that violates a rule, and the violation."""
    prepared_example = PreparedExample(context, example, context.prepare(example.model))
    mutations = _shuffled_mutations(prepared_example)
    for number, violation in _ordered_mutants(prepared_example, mutations):
        if violation is not None:
            yield mutations[number], violation


def check_refused_request(
    prepared_example: PreparedExample,
    request: hal.Request,
    violation: Violation,
    turn: int,
    *,
    strict: bool = True,
) -> Finding | None:
    """Execute a request along every path; return a finding if a path does not refuse it.

    Without ``strict`` the driver may also answer GENERAL_FAILURE. If the device is unavailable or
    lacks resources for the moment, the request is executed again.
    """
    name = violation.rule.name
    strict = strict and name not in _UNREADABLE_MEMORY_RULES
    for _ in range(MAX_ATTEMPTS):
        answers = list(prepared_example.execute(request, turn))
        if not any(outcome.status in PASSING_STATUSES for _, outcome in answers):
            break
    for path, outcome in answers:
        permitted = (_INVALID,) if strict else _REFUSALS
        status, launch = outcome.status, outcome.launch
        superfluous = " and output shapes" if outcome.output_shapes else ""
        if not superfluous and outcome.timing != hal.Timing():
            superfluous = " and a timing"
        if status not in permitted or superfluous:
            expected = " or ".join(each.name for each in permitted)
            reason = (
                f"{path}: the execution of an invalid request answered {status.name}"
                f"{superfluous}; {expected} without any results was expected"
            )
            return Finding(VerdictKind.FAILED, name, reason)
        if strict and launch is not None and launch != status:
            reason = (
                f"{path}: execute of an invalid request answered {launch.name}, but notified its "
                f"callback of {status.name}; the same status was expected"
            )
            return Finding(VerdictKind.FAILED, name, reason)
    return None


CHECKS: Final = checks_of_operations(
    "invalid_requests",
    _run_scenario,
    "IPreparedModel::execute, executeSynchronously, executeFenced and a burst answer "
    "INVALID_ARGUMENT for an invalid request for a model of {}, or GENERAL_FAILURE if only the "
    "input values or unmappable memory make it invalid, and report no output shapes or timing",
    "IPreparedModel.execute, executeSynchronously, executeFenced, configureExecutionBurst: "
    "INVALID_ARGUMENT",
)
