"""Runs variants of a failing case: a smaller one, other paths, and its first wrong operand.

``annotate`` adds what they show to the verdicts on the case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from conformance.cases.example import Example, Truth
from conformance.failures.localization import (
    Divergence,
    ExampleRunner,
    add_divergence,
    locate_divergence,
)
from conformance.failures.overwritten_operand import (
    OVERWRITTEN_KEY,
    OverwrittenOperand,
    find_overwritten_operand,
)
from conformance.failures.shrink.minimizer import (
    MinimizationResult,
    count_input_elements,
    minimize,
)
from conformance.hal import Model, OperationType
from conformance.harness.execution.other_data import OTHER_DATA_RULE, failing_example
from conformance.harness.failure import CaseFailure
from conformance.harness.planning.execution_path import (
    ExecutionPath,
    QualityOfService,
    find_path,
    is_path_available,
    quick_paths,
)
from conformance.harness.planning.path_selection import additional_graph_paths, graph_quality_path
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import results_if_valid
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataSource, other_data_for
from conformance.text import format_count
from conformance.verdicts import VALUE_RULES, JSONValue, Verdict, VerdictKind

_SECONDS: Final = 5.0
"""Seconds for one case."""


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


_REPEAT_EVERY: Final = 16
"""Execute one graph in 16 twice in a row: some faults appear only in a second execution."""
_CONCURRENT_EVERY: Final = 128
"""Execute one graph in 128 twice at the same time: some faults need concurrent executions."""


class FailureSearch:
    """Runs variants of a failing example with a runner, until the smallest one is found."""

    def __init__(self, runner: ExampleRunner) -> None:
        self.runner = runner
        self.device, self.version = runner.device, runner.version

    @property
    def failure(self) -> CaseFailure | None:
        """The failure of the latest verdict, or ``None`` if that verdict is not a failure."""
        return self.runner.failure

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
        return [*paths, *additional_graph_paths(self.version, seed)]

    def judge_example(
        self,
        example: Example,
        name: str,
        seed: int = 0,
        interval_check: OutputIntervalCheck | None = None,
        other_data: OtherDataSource | None = None,
        paths: Sequence[ExecutionPath] | None = None,
        *,
        diagnoses: bool = True,
    ) -> Verdict:
        """Return the first failure among the verdicts on an example, else the first verdict.

        ``paths`` are by default those of the seed. With ``diagnoses``, a verdict on wrong values
        states what indicates the fault; a candidate of a search needs none.

        Findings that the driver causes after the execution, such as late writes, are included.
        """
        check = OutputIntervalCheck(example, seed) if interval_check is None else interval_check
        chosen = self.paths_of(seed, example) if paths is None else paths
        return self.runner.first_failure(
            example, name, chosen, interval_check=check, other_data=other_data, diagnoses=diagnoses
        )

    def failing_paths(self, example: Example, verdict: Verdict) -> FailingPaths:
        """Return the simplest paths along which an example breaks the rule of its verdict.

        The plain synchronous path is tried first, then the original path without its priority,
        deadline or loop timeout, then the original path. If the example fails along none of them
        alone, the paths are the original one and those of seed 0.
        """
        path = find_path(verdict.path)
        quality = QualityOfService.DEFAULT if path is None else path.quality
        options = list(quick_paths(self.version, timed=False, concurrent=False))
        if path is not None:
            options += [replace(path, quality=QualityOfService.DEFAULT), path]
        for option in dict.fromkeys(options):
            if not is_path_available(option, self.version):
                continue
            again = self.judge_minimized(example, verdict, (option,), diagnoses=False)
            if (again.kind, again.rule) != (verdict.kind, verdict.rule):
                continue
            if not quality:
                return FailingPaths((option,))
            if option.quality:
                return FailingPaths((option,), quality, f"passes without {quality}")
            return FailingPaths((option,), note=f"fails without {quality} too")
        original = [] if path is None else [path]
        return FailingPaths(tuple(dict.fromkeys([*original, *self.paths_of(0, example)])))

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
        is_endless = str(verdict.details.get("status", "")).startswith("MISSED_DEADLINE")
        chosen = self.failing_paths(example, verdict).paths if paths is None else paths

        def still_fails(candidate: Example) -> bool:
            again = self.judge_minimized(candidate, verdict, chosen, diagnoses=False)
            # A wrong value in a condition can make a loop endless. When minimization has removed
            # the loop, the same fault appears as a wrong value.
            if (
                is_endless
                and again.rule in VALUE_RULES
                and OperationType.WHILE not in {o.type for o in candidate.model.main.operations}
            ):
                failures.append((again.kind, again.rule))
            return (again.kind, again.rule) == failures[-1]

        return minimize(example, still_fails, self.compute, budget)

    def judge_minimized(
        self,
        example: Example,
        verdict: Verdict,
        paths: Sequence[ExecutionPath] | None = None,
        *,
        diagnoses: bool = True,
    ) -> Verdict:
        """Return the verdict on an example made from one that failed with ``verdict``.

        A failure of the execution with other data needs such data for the example. ``paths`` are by
        default those of seed 0.
        """
        other_data = None
        if verdict.rule == OTHER_DATA_RULE:
            other_data = other_data_for(example, self.version, Truth.REFERENCE)
        return self.judge_example(
            example, verdict.case_id, other_data=other_data, paths=paths, diagnoses=diagnoses
        )

    def locate_divergence(self, example: Example, name: str, path: str = "") -> Divergence | None:
        """Return the first operand whose value differs from the reference; ``None`` if unknown.

        ``path`` is the path of the failure.
        """
        return locate_divergence(self.runner, example, name, path)

    def find_overwritten_operand(
        self, example: Example, paths: Sequence[ExecutionPath]
    ) -> OverwrittenOperand | None:
        """Return the operand that the driver overwrites too early in a failing example, if any.

        The example is run along ``paths`` again; ``failure`` is then the failure of this run.
        """
        verdict = self.judge_example(example, "overwritten operand", paths=paths, diagnoses=False)
        failure = self.failure
        if failure is None or verdict.rule not in VALUE_RULES:
            return None
        actual = next((a.outputs for a in failure.attempts if a.verdict is verdict), None)
        if actual is None:
            return None

        def passes(variant: Example) -> bool:
            again = self.judge_example(variant, "overwritten operand", paths=paths, diagnoses=False)
            return again.kind is VerdictKind.PASSED

        try:
            return find_overwritten_operand(example, actual, passes, self.compute)
        finally:
            self.runner.failure = failure

    def compute(self, model: Model, inputs: Sequence[bytes | None]) -> list[Array] | None:
        """Return the reference results of a model valid in this driver's version, or ``None``."""
        return results_if_valid(model, inputs, self.version)


@dataclass(frozen=True, slots=True)
class MinimizedFailure:
    """The smallest case that fails in the same way, and its failure.

    ``note`` states whether the priority, deadline or loop timeout of the path matters;
    ``overwritten`` is the operand that the driver overwrites too early, if that is the cause.
    """

    case: MinimizationResult
    failure: CaseFailure
    note: str
    overwritten: OverwrittenOperand | None

    @property
    def example(self) -> Example:
        """The smallest example."""
        return self.case.example

    def describe(self, verdict: Verdict) -> Verdict:
        """Return a verdict on the original case that also describes the smallest one."""
        if not verdict.kind.blames_driver:
            return verdict
        operations, size = list(self.case.operations), count_input_elements(self.case.example)
        details: dict[str, JSONValue] = {"smallest": {"operations": operations, "elements": size}}
        text = f"smallest: {' > '.join(operations)}, {format_count(size, 'element')}"
        if self.note:
            paths = [a.verdict.path for a in self.failure.attempts if a.verdict.kind.blames_driver]
            text += f", {self.note} (path {', '.join(paths)})"
        if self.overwritten is not None and verdict.rule in VALUE_RULES:
            text += f"; {self.overwritten.describe()}"
            details[OVERWRITTEN_KEY] = self.overwritten.cause
        return replace(
            verdict,
            reason=f"{verdict.reason}; {text}",
            details={**verdict.details, **details},
        )


def minimize_failure(
    runner: ExampleRunner,
    example: Example,
    verdicts: Sequence[Verdict],
    other_data: OtherDataSource | None,
    seconds: float,
) -> MinimizedFailure | None:
    """Return the smallest case that fails in the same way, if there is one.

    ``seconds`` is the time that the run has left for minimizing.
    """
    blamed = [verdict for verdict in verdicts if verdict.kind is VerdictKind.FAILED]
    if not blamed or seconds <= 0:
        return None
    search = FailureSearch(runner)
    try:
        failing = failing_example(example, blamed[0], other_data)
        paths = search.failing_paths(failing, blamed[0])
        smallest = search.minimise(failing, blamed[0], min(_SECONDS, seconds), paths.paths)
        search.judge_minimized(smallest.example, blamed[0], paths.paths)
        if (failure := search.failure) is None:
            return None
        overwritten = search.find_overwritten_operand(smallest.example, paths.paths)
    except Exception:  # minimizing is optional: report and dump the original case
        return None
    finally:
        runner.close()
    return MinimizedFailure(smallest, failure, paths.note, overwritten)


def annotate(
    runner: ExampleRunner,
    example: Example,
    verdicts: Sequence[Verdict],
    other_data: OtherDataSource | None = None,
    seconds: float = 0.0,
) -> tuple[list[Verdict], MinimizedFailure | None]:
    """Return the verdicts with what explains the failure, and the smallest case if one is found.

    Verdicts on wrong values name the first operand that differs. Within ``seconds``, a smaller case
    that fails in the same way is searched for, and the verdicts describe it.
    """
    located = add_divergence(runner.another(), example, verdicts, other_data)
    smaller = minimize_failure(runner.another(), example, located, other_data, seconds)
    if smaller is None:
        return located, None
    return [smaller.describe(verdict) for verdict in located], smaller
