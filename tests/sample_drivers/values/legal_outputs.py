"""Drivers whose results equal the reference's in value or within the tolerance, not in bytes.

``legal_drivers.py`` lists them. ``tests/suite/test_inexact_results.py`` runs all checks on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import Precision, Trait
from conformance.oracle.accuracy import Tolerance, tolerances
from conformance.oracle.intervals.interval import rounding_tolerance
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs


class NegativeZeros(Choosing):
    """Returns -0.0 for every zero among the float results of any operation."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        return [_with_negative_zeros(np.asarray(array)) for array in kernel(inputs)]


def _with_negative_zeros(array: Array) -> Array:
    return np.where(array == 0, array.dtype.type(-0.0), array) if array.dtype.kind == "f" else array


class NegativeCancellations(Choosing):
    """Returns -0.0 for a sum or difference of floats other than zero that cancel exactly."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results, first = kernel(inputs), inputs[0]
        additive = call.definition.type in (OperationType.ADD, OperationType.SUB)
        if not additive or first is None or first.dtype.kind != "f":
            return results
        return [np.where(first != 0, _with_negative_zeros(results[0]), results[0])]


class FullTolerance(ReferenceDevice):
    """Moves each element of each model output by a share of its tolerance, up and down in turn."""

    share = 0.95

    def build_prepared_model(self, model: Model) -> ProgramModel:
        prepared = super().build_prepared_model(model)
        compute, limits = prepared.compute_until, tolerances(model)

        def moved(*arguments: Any) -> Sequence[Array]:
            results = compute(*arguments)
            return [
                _moved(array, limit, self.share)
                for array, limit in zip(results, limits, strict=True)
            ]

        prepared.compute_until = moved  # type: ignore[assignment,method-assign]
        return prepared


class OperationsAtFullTolerance(Choosing):
    """Moves each element of each rounded result of an operation by a share of its tolerance.

    A sum with zero is exact: an operation behind it, such as a selection of boxes, must not change.
    """

    share = FullTolerance.share

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results = kernel(inputs)
        if call.definition.properties.intervals.precision is not Precision.ROUNDED:
            return results
        if call.definition.type is OperationType.ADD and any(
            array is not None and np.array_equal(array, results[0]) for array in inputs[:2]
        ):
            return results
        flags = len(results) - 1 if Trait.FLAGS in call.definition.properties.traits else -1
        return [
            array
            if number == flags
            else _moved(array, rounding_tolerance(view.type, relaxed=self.relaxed), self.share)
            for number, (array, view) in enumerate(zip(results, call.outputs, strict=True))
        ]


def _moved(array: Array, tolerance: Tolerance, share: float) -> Array:
    """Return the array with its elements moved up and down in turn by a share of the tolerance.

    Codes are moved by whole steps, and floats by one unit in the last place less: the expected
    values of specs are rounded themselves.
    """
    array = np.asarray(array)
    signs = np.where(np.arange(array.size) % 2, -1, 1).reshape(array.shape)
    if array.dtype.kind in "iu":
        info = np.iinfo(array.dtype)
        moved = array.astype(np.int64) + signs * math.ceil(tolerance.atol * share)
        return np.clip(moved, info.min, info.max).astype(array.dtype)
    if array.dtype.kind != "f":
        return array
    with np.errstate(all="ignore"):
        wide = array.astype(np.float64)
        limit = share * (tolerance.atol + tolerance.rtol * np.abs(wide))
        limit = np.maximum(limit - np.spacing(np.abs(array)), 0.0)
        moved = (wide + signs * limit).astype(array.dtype)
        moved = np.where(np.abs(moved - wide) > limit, np.nextafter(moved, array), moved)
    return np.asarray(np.where(np.isfinite(array) & np.isfinite(moved), moved, array))


OUTPUT_DRIVERS: Mapping[str, Callable[[], ReferenceDevice]] = {
    kind.__name__: kind
    for kind in (NegativeZeros, NegativeCancellations, FullTolerance, OperationsAtFullTolerance)
}
"""The drivers by name; each call creates a new one."""
