"""Other input data for an example, and the outputs that the reference computes from them.

They reveal a driver that keeps data or parameters from the first execution of a prepared model. The
data have the shapes of the example's and stay in the range of its values, so that they are as
suitable for the operations. Of the inputs that are parameters, indexes, regions, paddings and
positions change if the outputs keep their shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import isfinite
from typing import Final

import numpy as np

from conformance.cases.example import Example, ExpectedOutput, Truth
from conformance.driver_sdk import DriverError
from conformance.hal import CONTROL_FLOW, INFO, Model, OperationType, Version
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import DISCONTINUOUS_RULES
from conformance.operations.kernels.numerics import without_fp_warnings
from conformance.oracle.accuracy import compare_output, tolerances
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.interval_check import (
    OutputIntervalCheck,
    is_computable,
)
from conformance.oracle.intervals.interval_propagation import is_parameter
from conformance.reference.plan import ExecutionLimits, Planner
from conformance.validation import CheckedCall, CheckedSubgraph, check_calls
from conformance.verdicts import Finding

_CORNERS: Final = 4


@dataclass(frozen=True, slots=True)
class OtherData:
    """Other inputs of an example and their expected outputs, in the same shapes.

    ``interval_check`` may drop findings, as that of an execution with the example's own data.
    """

    inputs: tuple[bytes | None, ...]
    outputs: tuple[ExpectedOutput, ...]
    interval_check: Callable[[Example, Sequence[bytes], Sequence[Finding]], list[Finding]] | None


OtherDataSource = Callable[[], OtherData | None]
"""Returns the other data of a case, computed at the first call; ``None`` if the case has none."""


def _other_indexes(array: Array) -> Array:
    """Return the indexes in reverse order, or the next lower indexes if that changes nothing."""
    reverse = np.flip(array)
    return _earlier_positions(array) if np.array_equal(reverse, array) else reverse


def _earlier_positions(array: Array) -> Array:
    return np.where(array > 0, array - 1, array)


def _other_axis(array: Array) -> Array:
    return np.where(array > 0, array - 1, array + 1)


def other_regions(array: Array) -> Array:
    """Return the regions in another order, or smaller ones if that changes nothing.

    A smaller region has the same first corner and a nearer last corner. The result is unchanged if
    the array has no rows of four corners.
    """
    if array.ndim != 2 or array.shape[1] != _CORNERS or not array.size:
        return array
    rolled = np.roll(array, 1, axis=0)
    if not np.array_equal(rolled, array):
        return rolled
    nearer = array.copy()
    exact = array.astype(np.float64)
    nearer[:, 2:] = np.trunc((exact[:, :2] + exact[:, 2:]) / 2).astype(array.dtype)
    valid = (nearer[:, :2] <= nearer[:, 2:]).all(axis=1, keepdims=True)
    return np.where(valid, nearer, array)


_CHANGES: Final[Mapping[str, Callable[[Array], Array]]] = {
    "indices": _other_indexes,
    "lookups": _other_indexes,
    "paddings": np.fliplr,
    "begin": _earlier_positions,
    "axis": _other_axis,
    "perm": np.flip,
    "rois": other_regions,
}
"""Functions that return other values of a parameter, by the name of the operand.

Parameters without an entry decide the shape of an output, or must be sorted, as keys are.
"""


def changeable_parameters(
    model: Model, calls: Sequence[CheckedCall | None]
) -> dict[int, Callable[[Array], Array]]:
    """Return the functions that change the inputs of the main graph, by the operand's index.

    Only inputs that all operations read as the same kind of parameter are included.
    """
    main = model.main
    inputs = set(main.input_indexes)
    found: dict[int, set[Callable[[Array], Array] | None]] = {}
    for operation, checked in zip(main.operations, calls, strict=True):
        for index, change in _changes(operation.inputs, operation.type, checked):
            if index in inputs:
                found.setdefault(index, set()).add(change)
    only = {index: next(iter(changes)) for index, changes in found.items() if len(changes) == 1}
    return {index: change for index, change in only.items() if change is not None}


def _changes(
    inputs: Sequence[int], type_: int, checked: CheckedCall | None
) -> Iterator[tuple[int, Callable[[Array], Array] | None]]:
    call = None if checked is None else checked.call
    for position, index in enumerate(inputs):
        if call is None or type_ in CONTROL_FLOW or position >= len(call.inputs):
            yield index, None
            continue
        view = call.inputs[position]
        tensor = view.info is not None and view.info.tensor
        yield index, _CHANGES.get(call.spec(position).name) if tensor else None


_LOOP_LIMIT: Final = 20_000_000
"""Nanoseconds after which a loop that other data may have made endless is given up."""
_SHRINK: Final = 0.75
"""The other data have this share of the range of the example's data."""
_IMAGE_RANK: Final = 3
"""From this rank on, an input of an operation on boxes holds no boxes."""


def other_data_for(
    example: Example, version: Version, truth: Truth = Truth.SPEC
) -> OtherDataSource | None:
    """Return the source of other data for a case; ``None`` for networks and their layers.

    A second execution of a network and of its layers would double the time of a run.
    """
    if truth in (Truth.NETWORK, Truth.LAYER):
        return None
    return cache(partial(_other_data, example, version, specified=truth is Truth.SPEC))


def _other_data(example: Example, version: Version, *, specified: bool) -> OtherData | None:
    if example.expect_failure or example.multinomial_tolerance or not is_computable(example):
        return None
    if all(output.ignored for output in example.outputs):
        return None
    found = _other_inputs_and_outputs(example, version)
    if found is None:
        return None
    inputs, arrays = found
    outputs = tuple(
        [
            ExpectedOutput(old.dimensions, array.tobytes(), old.ignored)
            for array, old in zip(arrays, example.outputs, strict=True)
        ]
    )
    # Results that a driver kept from the first execution must be wrong for the other data.
    limits = tolerances(example.model)
    operands = [example.model.main.operands[index] for index in example.model.main.output_indexes]
    if all(
        new.ignored or compare_output(new.data, old.data, operand, new.dimensions, limit).ok
        for new, old, operand, limit in zip(outputs, example.outputs, operands, limits, strict=True)
    ):
        return None
    return with_interval_check(example, inputs, outputs, specified=specified)


def with_interval_check(
    example: Example,
    inputs: tuple[bytes | None, ...],
    outputs: tuple[ExpectedOutput, ...],
    *,
    specified: bool = True,
) -> OtherData:
    """Return other data of an example with the check of their intervals."""
    other = example.with_data(inputs, outputs)
    return OtherData(inputs, outputs, OutputIntervalCheck(other, specified=specified))


@without_fp_warnings
def _other_inputs_and_outputs(
    example: Example, version: Version
) -> tuple[tuple[bytes | None, ...], Sequence[Array]] | None:
    """Return other inputs and their outputs; ``None`` if none are valid or keep the shapes.

    Parameters other than regions change only if all changes together are valid.
    """
    try:
        checked = check_calls(example.model, version)
        changes = changeable_parameters(example.model, checked[0].calls)
        inputs = _other_inputs(example, checked[0].calls, changes)
        regions = {index: change for index, change in changes.items() if change is other_regions}
        found = None if inputs is None else _outputs_of(example, version, checked, inputs)
        if found is None and regions != changes:
            checked = check_calls(example.model, version)
            inputs = _other_inputs(example, checked[0].calls, regions)
            found = None if inputs is None else _outputs_of(example, version, checked, inputs)
    except (DriverError, ValueError):
        return None
    return None if inputs is None or found is None else (inputs, found)


def _outputs_of(
    example: Example,
    version: Version,
    checked: Sequence[CheckedSubgraph],
    inputs: tuple[bytes | None, ...],
) -> Sequence[Array] | None:
    """Return the outputs for other inputs; ``None`` if these are invalid or change the shapes."""
    limits = ExecutionLimits(loop_timeout=_LOOP_LIMIT)
    try:
        plan = Planner(example.model, version, checked=checked).main()
        arrays = plan.run(input_arrays(example.model, inputs), limits)
    except (DriverError, ValueError):
        return None
    shapes = zip(arrays, example.outputs, strict=True)
    return None if any(a.shape != o.dimensions for a, o in shapes) else arrays


def _other_inputs(
    example: Example,
    calls: Sequence[CheckedCall | None],
    parameters: Mapping[int, Callable[[Array], Array]],
) -> tuple[bytes | None, ...] | None:
    """Return other data for the inputs; ``None`` if no input can change.

    ``parameters`` has the functions that change parameters, by the operand's index.
    """
    model = example.model
    kept, by_rows = _restricted_operands(model, calls)
    changed: list[bytes | None] = []
    for index, data, array in zip(
        model.main.input_indexes, example.inputs, input_arrays(model, example.inputs), strict=True
    ):
        if array is not None and data and index in parameters:
            other = parameters[index](array)
            changed.append(np.ascontiguousarray(other.astype(array.dtype)).tobytes())
            continue
        if array is None or not data or index in kept:
            changed.append(data)
            continue
        rows = by_rows and array.ndim < _IMAGE_RANK
        other = np.roll(array, 1, axis=0) if rows and array.ndim else _other_values(array)
        changed.append(data if rows and not array.ndim else other.tobytes())
    return None if tuple(changed) == example.inputs else tuple(changed)


def _restricted_operands(
    model: Model, calls: Sequence[CheckedCall | None]
) -> tuple[set[int], bool]:
    """Return the operands that must not change, and whether some operation selects boxes.

    An operand must not change if it is a parameter of an operation, or if such a parameter is
    computed from it. Boxes are valid only as a whole, so that only their rows may be exchanged.
    """
    main = model.main
    kept = {
        index
        for index in main.input_indexes
        if (info := INFO.get(main.operands[index].type)) is None or not info.tensor
    }
    by_rows = False
    for operation, checked in zip(reversed(main.operations), reversed(calls), strict=True):
        if not kept.isdisjoint(operation.outputs):
            kept.update(operation.inputs)
        if operation.type in CONTROL_FLOW:
            kept.update(_loop_counters(model, operation.type, operation.inputs))
            continue
        if checked is None or checked.call is None:
            kept.update(operation.inputs)
            continue
        by_rows |= checked.call.definition.properties.intervals.rule in DISCONTINUOUS_RULES
        for position, index in enumerate(operation.inputs):
            if position < len(checked.call.inputs) and is_parameter(checked.call, position):
                kept.add(index)
    condition = _condition(model)
    if condition is not None:
        kept.discard(condition)
    return kept, by_rows


def _loop_counters(model: Model, type_: int, inputs: Sequence[int]) -> list[int]:
    """Return the integers among the operands of a loop, which may decide when it ends."""
    if type_ != OperationType.WHILE:
        return []
    infos = [(index, INFO.get(model.main.operands[index].type)) for index in inputs]
    return [index for index, info in infos if info is None or info.dtype.kind in "iub"]


def _condition(model: Model) -> int | None:
    """Return the input that only an IF reads, as its condition; ``None`` if there is none."""
    main = model.main
    read = [index for operation in main.operations for index in operation.inputs]
    for operation in main.operations:
        if operation.type == OperationType.IF:
            condition = operation.inputs[0]
            if condition in main.input_indexes and read.count(condition) == 1:
                return condition
    return None


def _other_values(array: Array) -> Array:
    """Return other values in the range of an array's values, in reverse order of magnitude.

    Equal values become values nearer to zero or, for codes, nearer to the middle of their range.
    Infinities and NaN only move.
    """
    if array.dtype.kind == "b":
        # Any byte other than 0 is true, so ``~`` of the array would not be its negation.
        return np.roll(array.view(np.uint8) == 0, 1)
    if array.dtype.kind == "f":
        return np.roll(_other_floats(array), 1).astype(array.dtype)
    low, high = int(array.min()), int(array.max())
    if low == high:
        info = np.iinfo(array.dtype)
        middle = 0 if array.dtype == np.int32 else (int(info.min) + int(info.max) + 1) // 2
        step = (low < middle) - (low > middle)
        return np.full_like(array, low + step)
    wide = array.astype(np.int64)
    return np.roll(low + ((high - wide) * 3 + 2) // 4, 1).astype(array.dtype)


def _other_floats(array: Array) -> Array:
    wide = array.astype(np.float64)
    low, high = wide.min(), wide.max()
    if isfinite(low) and isfinite(high):
        return wide * _SHRINK if low == high else low + (high - wide) * _SHRINK
    finite = np.isfinite(wide)
    if not finite.any():
        return array
    low, high = wide[finite].min(), wide[finite].max()
    if low == high:
        return np.where(finite, wide * _SHRINK, wide)
    return np.where(finite, low + (high - wide) * _SHRINK, wide)
