"""Random graphs as cases: their check on one driver, and the record of its outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from conformance.cases.example import Example, Truth
from conformance.coverage.cells import code_label, legal_codes
from conformance.drivers.driver import Driver
from conformance.failures.failure_search import FailureSearch
from conformance.failures.localization import Divergence
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
    failing_example,
)
from conformance.harness.judge import JudgeOptions
from conformance.operations import Call
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataSource, other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.validation import check_calls
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind
from generators.construction.model_assembly import GeneratedModel
from generators.construction.profiles import Profile
from generators.generate import generate
from generators.oracle import case_id, to_example

_OTHER_DATA_EVERY: Final = 8
"""Execute one graph in 8 also with other inputs of the same shapes."""
OPTIONS: Final = JudgeOptions(pause_every=2039)
"""Options with fewer pauses than for other cases: at the usual rate, these would take a fifth of
the run time, because a graph takes little time.
"""


@dataclass(slots=True)
class GraphRecord:
    """The outcome of one graph, in values that JSON can represent.

    Attributes:
        failure_signature: text that groups failures before they are minimized (see
            :func:`failure_signature`).
        cells, pairs: the operations and operation pairs that the graph contains.

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
    other_data: OtherDataSource | None


def graph_case(profile: Profile, seed: int, version: Version) -> GraphCase:
    """Return the graph of a seed for a driver of a version, with its expected outputs."""
    used = min(version, profile.version)
    generated = generate(profile, seed, used)
    example = to_example(generated, profile.name, seed, used)
    other_data = None
    if seed % _OTHER_DATA_EVERY == 0:
        other_data = other_data_for(example, used, Truth.REFERENCE)
    check = OutputIntervalCheck(example, seed)
    return GraphCase(profile.name, seed, generated, example, check, other_data)


def graph_search(driver: Driver | Device, options: JudgeOptions = OPTIONS) -> FailureSearch:
    """Return the runner of random graphs on a driver."""
    return FailureSearch(CaseRunner(driver, options))


def judge_seed(search: FailureSearch, profile: Profile, seed: int) -> GraphRecord:
    """Generate the graph of a seed, check the driver with it, and return the record."""
    return judge_graph(search, graph_case(profile, seed, search.version))


def judge_graph(search: FailureSearch, case: GraphCase) -> GraphRecord:
    """Check the driver with a generated graph, and return the record."""
    seed, generated, example = case.seed, case.generated, case.example
    interval_check = case.interval_check
    name = case_id(case.profile, seed)
    verdict = search.judge_example(example, name, seed, interval_check, case.other_data)
    record = GraphRecord(
        seed,
        str(verdict.kind),
        verdict.rule,
        verdict.reason,
        cells=[_cell_name(op, type_) for op, type_ in generated.cells],
        pairs=operation_pairs(generated.model),
    )
    if verdict.kind is not VerdictKind.PASSED:
        divergence = None
        if verdict.rule in VALUE_RULES:
            failing = failing_example(example, verdict, case.other_data)
            divergence = search.locate_divergence(failing, verdict.case_id, verdict.path)
        record.path = verdict.path
        record.failure_signature = failure_signature(verdict, generated.model, divergence)
    return record


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
