"""Other lawful values of inputs that are parameters: indexes, regions, paddings, positions.

A driver may keep such a parameter from the first execution of a prepared model. The other values
keep the output's shape in most cases; the caller checks this, and the operation's conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from conformance.hal import CONTROL_FLOW, Model
from conformance.operations.definition.definition import Array
from conformance.validation import CheckedCall

_CORNERS: Final = 4


def _other_indexes(array: Array) -> Array:
    """Return the indexes in reverse order, or the next lower indexes if that changes nothing."""
    reverse = np.flip(array)
    if not np.array_equal(reverse, array):
        return reverse
    return np.where(array > 0, array - 1, array)


def _exchanged_paddings(array: Array) -> Array:
    """Return the paddings before and after each dimension in exchanged order."""
    return np.flip(array, -1)


def _earlier_positions(array: Array) -> Array:
    return np.where(array > 0, array - 1, array)


def _other_axis(array: Array) -> Array:
    return np.where(array > 0, array - 1, array + 1)


def _reversed_order(array: Array) -> Array:
    return np.flip(array)


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
    "paddings": _exchanged_paddings,
    "begin": _earlier_positions,
    "axis": _other_axis,
    "perm": _reversed_order,
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
