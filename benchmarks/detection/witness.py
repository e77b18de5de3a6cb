"""Witnesses: for each fault a small model on which its result is outside the tolerance.

Candidates are drawn from ``call_sampler`` with consecutive seeds; a witness is named by its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from benchmarks.detection.device import Fault, FaultyDevice, Observer
from benchmarks.detection.example_sampler import input_values, sample_example
from benchmarks.detection.graph_fault import GraphFault
from benchmarks.detection.graph_sampler import sample_graph
from conformance.cases.example import Example
from conformance.driver_sdk import DriverError
from conformance.hal import INFO, OperationType
from conformance.harness.answer_checks import OutputExpectations, check_values
from conformance.operations import definition_of
from conformance.operations.definition.operands import Array
from conformance.reference.plan import ExecutionLimits

ATTEMPTS: Final = 1500


@dataclass(frozen=True, slots=True)
class Witness:
    """A case that shows a fault: the seed of its call, and the case itself."""

    seed: int
    example: Example


def shows(fault: Fault, example: Example) -> bool:
    """Return whether the fault's result is outside the tolerance of the case.

    A fault that keeps state is executed on other values of the same shapes before.
    """
    device = FaultyDevice(fault)
    plan = device.plan(example.model)
    arrays = input_values(example)
    if fault.has_state:
        try:
            plan.run([_other_values(array) for array in arrays], ExecutionLimits())
        except DriverError:
            return False  # the reordered values are no legal operands
    data = [np.ascontiguousarray(array).tobytes() for array in plan.run(arrays, ExecutionLimits())]
    if [len(each) for each in data] != [len(each.data) for each in example.outputs]:
        return True
    if any(_whole_numbers_differ(data, example)):
        return True
    expectations = OutputExpectations.from_example(example)
    return bool(check_values(expectations, data, [b"\xa5" * len(each) for each in data]))


def _whole_numbers_differ(data: list[bytes], example: Example) -> Iterator[bool]:
    """Yield whether each output of integers or booleans differs: they have no tolerance."""
    main = example.model.main
    for actual, expected, index in zip(data, example.outputs, main.output_indexes, strict=True):
        info = INFO[main.operands[index].type]
        hits = main.operations[0].type == OperationType.HASHTABLE_LOOKUP and index > 0
        exact = info.dtype.kind in "bi" and not info.quantized
        yield (exact or (hits and info.quantized)) and actual != expected.data


def _other_values(array: Array) -> Array:
    """Return an array with the same values in another order, so that indexes stay legal."""
    if array.dtype == bool:
        return np.logical_not(array)
    if array.ndim == 2:
        return np.ascontiguousarray(array[::-1])  # rows stay legal regions
    return np.ascontiguousarray(np.roll(array.ravel()[::-1], 1).reshape(array.shape))


def _source(fault: Fault) -> Callable[[int], Example | None]:
    """Return the function that draws candidates for a fault's witness."""
    if isinstance(fault, GraphFault):
        return partial(sample_graph, fault.names)
    return partial(sample_example, definition_of(fault.operation))


def find_witness(fault: Fault, attempts: int = ATTEMPTS, first: int = 0) -> Witness | None:
    """Return the first sampled case that shows the fault; ``None`` if none of ``attempts`` does."""
    draw = _source(fault)
    device, observer = FaultyDevice(), Observer()
    device.observer = observer
    for seed in range(first, first + attempts):
        example = draw(seed)
        if example is None:
            continue
        if not fault.has_state:
            observer.start([fault])
            device.plan(example.model).run(input_values(example), ExecutionLimits())
        if (fault.has_state or observer.differing) and shows(fault, example):
            return Witness(seed, example)
    return None
