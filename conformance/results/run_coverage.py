"""Determine which operations and paths a run covered, so that reports can state its limits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.hal import ExecutionPreference, OperationType, Version
from conformance.harness.planning.execution_path import ExecutionPath, default_paths
from conformance.results.run_results import RunResults
from conformance.results.run_statistics import (
    RunStatistics,
    supported_in,
    was_executed,
    worst_verdict,
)
from conformance.validation.signature import operation_since
from conformance.verdicts import VerdictKind


@dataclass(frozen=True, slots=True)
class DeclinedOperation:
    """An operation whose cases the driver all declined; ``reason`` is the most frequent one."""

    operation: str
    cases: int
    reason: str


@dataclass(frozen=True, slots=True)
class OperationSummary:
    """The cases of a run that contain one operation.

    ``kinds`` counts the cases by kind of verdict. ``supported`` and ``executed`` are the numbers of
    cases in which the driver reported the operation supported and in which it executed the model.
    """

    operation: str
    kinds: Mapping[VerdictKind, int]
    supported: int
    executed: int

    @property
    def cases(self) -> int:
        """Return the number of cases with this operation."""
        return sum(self.kinds.values())

    @property
    def failed(self) -> int:
        """Return the number of cases with this operation in which the driver broke a rule."""
        return sum(number for kind, number in self.kinds.items() if kind.blames_driver)

    @property
    def declared_support(self) -> str:
        """Return the cases in which the operation is supported: ``all``, ``none`` or a count."""
        if self.supported == self.cases:
            return "all"
        return f"in {self.supported:,} of {self.cases:,} cases" if self.supported else "none"


@dataclass(frozen=True, slots=True)
class RunCoverage:
    """The coverage of a run, relative to the HAL version that the driver declares.

    Attributes:
        operations_of_version: number of operations that this version defines.
        operations: cases for each operation of the run.
        operations_without_case: operations of the version that no case of the run has.
        declined: operations that were declined in every case.
        paths_run: ids of the executed paths with the number of verdicts along each.
        paths_not_run: ids of the paths of this version that were never executed.

    """

    operations_of_version: int
    operations: tuple[OperationSummary, ...]
    operations_without_case: tuple[str, ...]
    declined: tuple[DeclinedOperation, ...]
    paths_run: tuple[tuple[str, int], ...]
    paths_not_run: tuple[str, ...]


def summarize_coverage(record: RunResults) -> RunCoverage:
    """Return which operations and paths the run covered, and which it did not."""
    kinds: defaultdict[str, Counter[VerdictKind]] = defaultdict(Counter)
    supported, executed, ran = Counter[str](), Counter[str](), Counter[str]()
    for verdicts in record.cases.values():
        runs = [verdict for verdict in verdicts if was_executed(verdict)]
        ran.update(verdict.path for verdict in runs if verdict.path)
        supported.update(supported_in(verdicts))
        worst = worst_verdict(verdicts)
        for name in worst.operations:
            kinds[name][worst.kind] += 1
            executed[name] += bool(runs)
    statistics = record.statistics
    version = record.header.version
    known = _operations_of_version(version)
    return RunCoverage(
        len(known),
        tuple(
            OperationSummary(name, kinds[name], supported[name], executed[name])
            for name in sorted(kinds)
        ),
        tuple(name for name in known if name not in statistics.by_operation),
        _declined_operations(statistics),
        tuple(sorted(ran.items())),
        tuple(path for path in _paths_of_version(version) if path not in ran),
    )


def _operations_of_version(version: Version) -> list[str]:
    """Return the operations that this HAL version defines, without the OEM operation."""
    operations = set(OperationType) - {OperationType.OEM_OPERATION}
    return [
        operation.name
        for operation in sorted(operations)
        if (since := operation_since(operation)) is not None and since <= version
    ]


def _paths_of_version(version: Version) -> list[str]:
    """Return the ids of the execution paths that a driver of this HAL version has."""
    modes = dict.fromkeys((path.mode, path.measure) for path in default_paths(version, ""))
    return [
        str(ExecutionPath(execution, preference, measure))
        for execution, measure in modes
        for preference in ExecutionPreference
    ]


def _declined_operations(statistics: RunStatistics) -> tuple[DeclinedOperation, ...]:
    declined = []
    for name, counts in sorted(statistics.by_operation.items()):
        if {column for column, count in counts.items() if count} == {"declined"}:
            reason = "not the cause: its models were declined because of other operations"
            if reasons := statistics.declined_for.get(name):
                reason = reasons.most_common(1)[0][0]
            declined.append(DeclinedOperation(name, counts["declined"], reason))
    return tuple(declined)
