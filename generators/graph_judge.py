"""Checking of seeds: generate the graph of a seed, run it on a driver and record the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from conformance.cases.example import Example
from conformance.coverage.cells import code_label, legal_codes
from conformance.failures.localization import Divergence, first_failure, locate_divergence
from conformance.failures.overwritten_operand import OverwrittenOperand, find_overwritten_operand
from conformance.failures.shrink.minimizer import MinimizationResult, minimize
from conformance.hal import (
    INFO,
    Device,
    Model,
    OperandLifeTime,
    OperandType,
    OperationType,
    Version,
    name_of,
)
from conformance.harness.execution.other_data import (
    OTHER_DATA_RULE,
    OtherDataSource,
    failing_example,
)
from conformance.harness.failure import CaseFailure
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.execution_path import (
    ExecutionPath,
    QualityOfService,
    is_path_available,
    quick_paths,
)
from conformance.harness.planning.path_selection import additional_graph_paths, graph_quality_path
from conformance.operations import Call
from conformance.operations.definition.definition import Array
from conformance.oracle.expected import results_if_valid
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataOf
from conformance.validation import check_calls
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind
from generators.construction.model_assembly import GeneratedModel
from generators.construction.profiles import Profile
from generators.generate import generate
from generators.oracle import case_id, to_example


@dataclass(frozen=True, slots=True)
class FailingPaths:
    """Paths along which a graph fails.

    Attributes:
        paths: one path if the failure occurs along it alone, else several.
        needed_quality: the priority, deadline or loop timeout without which the graph passes.
        note: a clause that states whether the quality of the original path matters; empty if that
            path has none.

    """

    paths: tuple[ExecutionPath, ...]
    needed_quality: QualityOfService = QualityOfService.DEFAULT
    note: str = ""


def find_failing_paths(
    path: ExecutionPath | None,
    version: Version,
    fails: Callable[[Sequence[ExecutionPath]], bool],
    fallback: Sequence[ExecutionPath],
) -> FailingPaths:
    """Return the simplest paths along which a graph fails as along ``path``.

    ``fails`` runs the graph along paths and returns whether it fails in the same way. The plain
    synchronous path is tried first, then the original path without its priority, deadline or loop
    timeout, then the original path. If none fails alone, the result is ``fallback`` with ``path``.
    """
    quality = QualityOfService.DEFAULT if path is None else path.quality
    options = quick_paths(version, timed=False, concurrent=False)
    if path is not None:
        options += [replace(path, quality=QualityOfService.DEFAULT), path]
    for option in dict.fromkeys(options):
        if is_path_available(option, version) and fails((option,)):
            if not quality:
                return FailingPaths((option,))
            if option.quality:
                return FailingPaths((option,), quality, f"passes without {quality}")
            return FailingPaths((option,), note=f"fails without {quality} too")
    return FailingPaths(tuple(dict.fromkeys([*([] if path is None else [path]), *fallback])))


def parse_path(text: str) -> ExecutionPath | None:
    """Return the path with this id, or ``None`` if there is none."""
    try:
        return ExecutionPath.parse(text)
    except ValueError:
        return None


_REPEAT_EVERY: Final = 16
"""Execute one graph in 16 twice in a row: some faults appear only in a second execution."""
_OTHER_DATA_EVERY: Final = 8
"""Execute one graph in 8 also with other inputs of the same shapes."""
_CONCURRENT_EVERY: Final = 128
"""Execute one graph in 128 twice at the same time: some faults need concurrent executions."""
OPTIONS: Final = JudgeOptions(pause_every=2039, structure_check_every=8)
"""Options with fewer pauses and fewer checks of the model than for other cases.

A graph takes little time. At the usual rates, the pauses would take a fifth of the run time, and
checking whether the driver modifies the models that it receives would take a thirtieth.
"""
_AUDIT_EVERY: Final = 100
"""Compute the intervals of one graph in 100 for the audit, even if no value differs."""


@dataclass(slots=True)
class GraphRecord:
    """The outcome of one graph, in values that JSON can represent.

    Attributes:
        failure_signature: text that groups failures before they are minimized (see
            :func:`failure_signature`).
        cells, pairs: the operations and operation pairs that the graph contains.
        intervals_computed: whether intervals were computed to check the results.

    """

    seed: int
    kind: str
    rule: str = ""
    reason: str = ""
    path: str = ""
    """The path of a failure; empty for a graph that passes."""
    failure_signature: str = ""
    cells: list[str] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)
    intervals_computed: bool = False
    audited_elements: int = 0
    loose_elements: int = 0
    """Number of audited elements, and of those whose interval is too wide to show a fault."""


@dataclass(frozen=True, slots=True)
class GraphCase:
    """The graph of a seed with everything that its check needs except the driver.

    Several drivers of one version can be checked with the same object. The intervals and the other
    data are then computed once.
    """

    profile: str
    seed: int
    generated: GeneratedModel
    example: Example
    interval_check: OutputIntervalCheck
    other_data: OtherDataOf | None


def graph_case(profile: Profile, seed: int, version: Version) -> GraphCase:
    """Return the graph of a seed for a driver of a version, with its expected outputs."""
    used = min(version, profile.version)
    generated = generate(profile, seed, used)
    example = to_example(generated, profile.name, seed, used)
    other_data = None
    if seed % _OTHER_DATA_EVERY == 0:
        other_data = OtherDataOf(example, used, specified=False)
    check = OutputIntervalCheck(example, seed)
    return GraphCase(profile.name, seed, generated, example, check, other_data)


class GraphJudge:
    """Checks the random graphs of seeds on one device.

    ``failure`` is the failure of the latest verdict, or ``None`` if that verdict is not a failure.
    """

    def __init__(self, device: Device, options: JudgeOptions | None = None) -> None:
        self.device = device
        self.failure: CaseFailure | None = None
        self.version = effective_version(device)
        chosen = OPTIONS if options is None else options
        self.judge = Judge(device, chosen, self._keep_failure, self.version)

    def _keep_failure(self, failure: CaseFailure) -> None:
        self.failure = failure

    def paths_of(self, seed: int, example: Example) -> list[ExecutionPath]:
        """Return the execution paths along which the graph of a seed is run.

        Each graph is executed once. For some seeds it is executed a second time, with measured
        timing if the version has it, for some it is executed twice concurrently, and for some with
        another kind of memory. Seed 0 has all of these executions. For some seeds the path has a
        priority, a deadline or a loop timeout, and any mode of the version.
        """
        if (path := graph_quality_path(self.version, seed, example)) is not None:
            return [path]
        paths = quick_paths(
            self.version,
            timed=seed % _REPEAT_EVERY == 0,
            concurrent=seed % _CONCURRENT_EVERY == 0,
        )
        return paths + additional_graph_paths(self.version, seed)

    def judge_seed(self, profile: Profile, seed: int) -> GraphRecord:
        """Generate the graph of a seed, check the driver with it, and return the record."""
        return self.judge_case(graph_case(profile, seed, self.version))

    def judge_case(self, case: GraphCase) -> GraphRecord:
        """Check the driver with a generated graph, and return the record."""
        seed, generated, example = case.seed, case.generated, case.example
        interval_check = case.interval_check
        name = case_id(case.profile, seed)
        verdict = self.judge_example(example, name, seed, interval_check, case.other_data)
        record = GraphRecord(
            seed,
            str(verdict.kind),
            verdict.rule,
            verdict.reason,
            cells=[_cell_name(op, type_) for op, type_ in generated.cells],
            pairs=operation_pairs(generated.model),
            intervals_computed=interval_check.computed,
        )
        if verdict.kind is not VerdictKind.PASSED:
            divergence = None
            if verdict.rule in VALUE_RULES:
                failing = failing_example(example, verdict, case.other_data)
                divergence = self.locate_divergence(failing, verdict.case_id, verdict.path)
            record.path = verdict.path
            record.failure_signature = failure_signature(verdict, generated.model, divergence)
        if seed % _AUDIT_EVERY == 0:
            for number, output in enumerate(example.outputs):
                if not output.ignored:
                    tolerated = interval_check.tolerated_elements(number)
                    record.audited_elements += tolerated.total
                    record.loose_elements += tolerated.loose
        return record

    def judge_example(
        self,
        example: Example,
        name: str,
        seed: int = 0,
        interval_check: OutputIntervalCheck | None = None,
        other_data: OtherDataSource | None = None,
        paths: Sequence[ExecutionPath] | None = None,
    ) -> Verdict:
        """Return the first failure among the verdicts on an example, else the first verdict.

        ``paths`` are by default those of the seed.

        Findings that the driver causes after the execution, such as late writes, are included.
        """
        self.failure = None
        check = OutputIntervalCheck(example, seed) if interval_check is None else interval_check
        chosen = self.paths_of(seed, example) if paths is None else paths
        return first_failure(self.judge, example, name, chosen, check, other_data=other_data)

    def failing_paths(self, example: Example, verdict: Verdict) -> FailingPaths:
        """Return the simplest paths along which an example breaks the rule of its verdict."""

        def fails(paths: Sequence[ExecutionPath]) -> bool:
            again = self.judge_minimized(example, verdict, paths)
            return (again.kind, again.rule) == (verdict.kind, verdict.rule)

        path = parse_path(verdict.path)
        return find_failing_paths(path, self.version, fails, self.paths_of(0, example))

    def minimise(
        self,
        example: Example,
        verdict: Verdict,
        budget: float = 20.0,
        paths: Sequence[ExecutionPath] | None = None,
    ) -> MinimizationResult:
        """Return the smallest example found that still breaks the same rule.

        ``budget`` is the time for the search in seconds. The candidates are run along ``paths``, by
        default those of ``failing_paths``.
        """
        failures = [(verdict.kind, verdict.rule)]
        chosen = self.failing_paths(example, verdict).paths if paths is None else paths

        def still_fails(candidate: Example) -> bool:
            again = self.judge_minimized(candidate, verdict, chosen)
            # A wrong value in a condition can make a loop endless. When minimization has removed
            # the loop, the same fault appears as a wrong value.
            if (
                again.rule in VALUE_RULES
                and failures[-1][1] == _LOOP_RULE
                and not _has_loop(candidate)
            ):
                failures.append((again.kind, again.rule))
            return (again.kind, again.rule) == failures[-1]

        return minimize(example, still_fails, self.compute, budget)

    def judge_minimized(
        self, example: Example, verdict: Verdict, paths: Sequence[ExecutionPath] | None = None
    ) -> Verdict:
        """Return the verdict on an example made from one that failed with ``verdict``.

        A failure of the execution with other data needs such data for the example. ``paths`` are by
        default those of seed 0.
        """
        other_data = None
        if verdict.rule == OTHER_DATA_RULE:
            other_data = OtherDataOf(example, self.version, specified=False)
        return self.judge_example(example, verdict.case_id, other_data=other_data, paths=paths)

    def locate_divergence(self, example: Example, name: str, path: str = "") -> Divergence | None:
        """Return the first operand whose value differs from the reference; ``None`` if unknown.

        ``path`` is the path of the failure.
        """
        return locate_divergence(self.judge, example, name, OutputIntervalCheck, path)

    def find_overwritten_operand(
        self, example: Example, paths: Sequence[ExecutionPath]
    ) -> OverwrittenOperand | None:
        """Return the operand that the driver overwrites too early in a failing example, if any.

        The example is run along ``paths`` again; ``failure`` is then the failure of this run.
        """
        verdict = self.judge_example(example, "overwritten operand", paths=paths)
        failure = self.failure
        if failure is None or verdict.rule not in VALUE_RULES:
            return None
        actual = next((a.outputs for a in failure.attempts if a.verdict is verdict), None)
        if actual is None:
            return None

        def passes(variant: Example) -> bool:
            again = self.judge_example(variant, "overwritten operand", paths=paths)
            return again.kind is VerdictKind.PASSED

        try:
            return find_overwritten_operand(example, actual, passes, self.compute)
        finally:
            self.failure = failure

    def compute(self, model: Model, inputs: Sequence[bytes | None]) -> list[Array] | None:
        """Return the reference results of a model valid in this driver's version, or ``None``."""
        return results_if_valid(model, inputs, self.version)


_LOOP_RULE: Final = "execute.status"


def _has_loop(example: Example) -> bool:
    return any(o.type == OperationType.WHILE for o in example.model.main.operations)


@cache
def _cell_name(operation: OperationType, type_: OperandType) -> str:
    return f"{operation.name}/{type_.name}"


@cache
def _operation_name(code: int) -> str:
    return OperationType(code).name


def operation_pairs(model: Model) -> list[str]:
    """Return the pairs of operations in which the second reads an output of the first.

    A pair of the main subgraph is a text such as ``ADD>RELU``; each is listed once.
    """
    producers = [-1] * len(model.main.operands)
    pairs: dict[tuple[int, int], None] = {}
    for operation in model.main.operations:
        type_ = operation.type
        for index in operation.inputs:
            if producers[index] >= 0:
                pairs[producers[index], type_] = None
        for index in operation.outputs:
            producers[index] = type_
    return [f"{_operation_name(first)}>{_operation_name(second)}" for first, second in pairs]


def failure_signature(verdict: Verdict, model: Model, divergence: Divergence | None = None) -> str:
    """Return the text by which failures are grouped before they are minimized.

    It names the kind of failure, the rule, and the operation and type where it occurs.
    ``divergence`` is the place where the values start to differ, if known: a wrong value propagates
    through many operations, so the operation in the verdict need not be the faulty one.
    """
    details, main = verdict.details, model.main
    operation = str(details.get("operation", "")).partition(" ")[0]
    type_ = str(details.get("type", ""))
    if divergence is not None and divergence.operation is not None:
        operation = divergence.name
        index = main.operations[divergence.operation].outputs[divergence.output]
        type_ = name_of(OperandType, main.operands[index].type)
    elif divergence is not None:
        operation = f"only in combination, observed after {operation}"
    if not operation:
        names = {name_of(OperationType, o.type) for o in main.operations}
        operation = min(names) if len(names) == 1 else ""
    parts = [str(verdict.kind), verdict.rule, operation, type_]
    return " ".join(part for part in parts if part)


def minimised_signature(kind: str, rule: str, model: Model) -> str:
    """Return the text by which failures are grouped after their graphs were minimized.

    It names the rule, the operations, their types and their enumerated arguments. Numeric arguments
    (sizes, counts, factors) are omitted, because they do not distinguish one fault from another.
    """
    described = []
    for operation, checked in zip(model.main.operations, check_calls(model)[0].calls, strict=True):
        operands = [model.main.operands[i] for i in operation.inputs]
        tensors = [o for o in operands if o.type in INFO and INFO[o.type].tensor]
        types = dict.fromkeys(name_of(OperandType, o.type) for o in tensors)
        choices = (
            [] if checked is None or checked.call is None else _enumerated_arguments(checked.call)
        )
        omitted = sum(o.lifetime == OperandLifeTime.NO_VALUE for o in operands)
        text = f"{name_of(OperationType, operation.type)}({', '.join(types)}"
        text += f"; {', '.join(choices)})" if choices else ")"
        described.append(text + (f" without {omitted} optional operands" if omitted else ""))
    return f"{kind} {rule}: {' > '.join(described)}"


def _enumerated_arguments(call: Call) -> list[str]:
    """Return texts such as ``activation RELU`` for the enumerated arguments of a call."""
    found = []
    for name, index in call.places.items():
        view = call.inputs[index]
        if view.info is None or view.info.tensor or view.value is None:
            continue
        if legal_codes(call.definition, call.primary.type, name):
            found.append(f"{name} {code_label(name, view.value.item())}")
    return found
