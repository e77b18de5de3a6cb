"""Executions whose outputs show which elements a driver computes wrongly."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from conformance.cases.example import Example
from conformance.failures.explain.candidates import cells_of_operation, random_cases
from conformance.failures.explain.element_conditions import ElementCondition, separate_elements
from conformance.failures.explain.element_features import (
    MAX_ELEMENTS,
    DescribedElements,
    describe_elements,
)
from conformance.hal import Device, OperationType
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.execution_path import quick_paths
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.verdicts import VALUE_RULES, VerdictKind

_GENERATED: Final = 90
"""Number of generated cases that are executed in addition to those of the run."""
_OPTIONS: Final = JudgeOptions(
    callback_timeout=10.0, pause_every=1 << 30, structure_check_every=1 << 30
)


def element_condition(
    device: Device, operation: OperationType, examples: Sequence[Example], seconds: float
) -> ElementCondition | None:
    """Return the condition on the elements that a driver computes wrongly; ``None`` if none.

    ``examples`` are failing and passing cases of the run with only this operation; generated ones
    are executed too. ``seconds`` limits the time. The condition explains all of them: no case
    fails in elements without it, and cases pass because hardly any of their elements have it.
    """
    version = effective_version(device)
    generated = random_cases(cells_of_operation(operation, version), version)
    candidates = [*examples, *islice(generated, _GENERATED)]
    judge = Judge(device, _OPTIONS)
    try:
        return separate_elements(list(_samples(judge, candidates, seconds)))
    finally:
        judge.close()


def _samples(
    judge: Judge, examples: Sequence[Example], seconds: float
) -> Iterator[DescribedElements]:
    end = time.monotonic() + seconds
    for number, example in enumerate(examples):
        if time.monotonic() > end:
            return
        if all(len(output.data) <= MAX_ELEMENTS * 4 for output in example.outputs):
            yield from _samples_of(judge, example, f"explanation/elements/{number}")


def _samples_of(judge: Judge, example: Example, name: str) -> Iterator[DescribedElements]:
    """Yield the elements of the first wrong output of an execution, or of the first output."""
    outputs: dict[str, tuple[bytes, ...]] = {}
    (verdict,) = judge.judge(
        example,
        name,
        quick_paths(judge.version, timed=False, concurrent=False)[:1],
        interval_check=OutputIntervalCheck(example),
        observer=outputs.__setitem__,
    )
    if verdict.path not in outputs:
        return
    if verdict.rule in VALUE_RULES:
        number = int(verdict.details["output"])
        described = describe_elements(example, number, outputs[verdict.path][number])
    elif verdict.kind is VerdictKind.PASSED:
        described = describe_elements(example, 0, example.outputs[0].data)
    else:
        return
    if described is not None:
        yield described
