"""Drivers that overwrite an operand before its last reader, each in another way.

They compute the main subgraph in memory of their own, so that no input of the client changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.detection.device import replaced_run
from conformance.hal import OperandLifeTime, Operation, OperationType, Subgraph, Version
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice
from conformance.reference.plan import ExecutionLimits, Planner, SubgraphPlan

Values = list[Any]
Store = Callable[[Subgraph, int, Sequence[Array], Values], None]
"""Stores the results of the operation with this number in the values of all operands."""


def _run(
    plan: SubgraphPlan, store: Store, inputs: Sequence[Array | None], limits: ExecutionLimits
) -> list[Array]:
    values: Values = list(plan.initial)
    for index, array in zip(plan.subgraph.input_indexes, inputs, strict=True):
        values[index] = array
    values = [None if array is None else np.array(array) for array in values]
    for number, step in enumerate(plan.steps):
        results = step.compute([values[index] for index in step.operation.inputs], limits)
        store(plan.subgraph, number, [np.array(result) for result in results], values)
    return [np.array(values[index]) for index in plan.subgraph.output_indexes]


def _fits(array: Any, result: Array) -> bool:
    return array is not None and (array.shape, array.dtype) == (result.shape, result.dtype)


def _store_in_place(
    lifetime: OperandLifeTime,
    subgraph: Subgraph,
    number: int,
    results: Sequence[Array],
    values: Values,
) -> None:
    """Compute the first result in the memory of the first input, if it has this lifetime."""
    operation: Operation = subgraph.operations[number]
    first = operation.inputs[0]
    if subgraph.operands[first].lifetime == lifetime and _fits(values[first], results[0]):
        values[first][...] = results[0]
    for index, result in zip(operation.outputs, results, strict=True):
        values[index] = result


def _store_in_freed_memory(
    subgraph: Subgraph, number: int, results: Sequence[Array], values: Values
) -> None:
    """Compute a result in the memory of a temporary of that size that was read once before."""
    read = {index for operation in subgraph.operations[:number] for index in operation.inputs}
    operation = subgraph.operations[number]
    for index, result in zip(operation.outputs, results, strict=True):
        for freed in sorted(read - set(operation.inputs)):
            temporary = subgraph.operands[freed].lifetime == OperandLifeTime.TEMPORARY_VARIABLE
            if temporary and values[freed].nbytes == result.nbytes:
                values[freed] = np.frombuffer(result.tobytes(), values[freed].dtype).reshape(
                    values[freed].shape
                )
                break
        values[index] = result


_VIEWS = (OperationType.RESHAPE, OperationType.SQUEEZE, OperationType.EXPAND_DIMS)


def _store_in_place_of_views(
    subgraph: Subgraph, number: int, results: Sequence[Array], values: Values
) -> None:
    """Reshape without a copy, and compute in place in the temporaries that have one reader."""
    operation = subgraph.operations[number]
    first = operation.inputs[0]
    if operation.type in _VIEWS:
        values[operation.outputs[0]] = values[first].reshape(results[0].shape)
        return
    operand = subgraph.operands[first]
    temporary = operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE
    if temporary and operand.number_of_consumers == 1 and _fits(values[first], results[0]):
        values[first][...] = results[0]
    for index, result in zip(operation.outputs, results, strict=True):
        values[index] = result


class AliasingDevice(ReferenceDevice):
    """The reference driver with a function that stores results in shared memory."""

    def __init__(self, store: Store, version: Version = Version.V1_3) -> None:
        super().__init__(version)
        self.store = store

    def _planner(self, model: Any, checked: Any) -> Planner:
        return _AliasingPlanner(self, model, checked)


class _AliasingPlanner(Planner):
    def __init__(self, device: AliasingDevice, model: Any, checked: Any) -> None:
        super().__init__(model, device.version, device.compile_call, checked)
        self._store = device.store

    def main(self) -> SubgraphPlan:
        plan = super().main()
        return replaced_run(plan, partial(_run, plan, self._store))


def in_place_on_temporaries() -> AliasingDevice:
    """Return a driver that computes in place in temporaries, whoever reads them too."""
    return AliasingDevice(partial(_store_in_place, OperandLifeTime.TEMPORARY_VARIABLE))


def in_place_on_inputs() -> AliasingDevice:
    """Return a driver that computes in place in model inputs, whoever reads them too."""
    return AliasingDevice(partial(_store_in_place, OperandLifeTime.SUBGRAPH_INPUT))


def in_place_on_views() -> AliasingDevice:
    """Return a driver that forgets that a reshaped tensor shares memory with the original."""
    return AliasingDevice(_store_in_place_of_views)


def memory_freed_too_early() -> AliasingDevice:
    """Return a driver that reuses the memory of a temporary after its first reader."""
    return AliasingDevice(_store_in_freed_memory)
