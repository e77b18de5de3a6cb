"""Expected values of a model, as the reference computes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.driver_sdk import DriverError
from conformance.hal import INFO, Model, Version
from conformance.operations.definition.operands import Array
from conformance.reference.plan import ExecutionLimits, Planner, SubgraphPlan
from conformance.validation import first_violation


def reference_plan(model: Model, version: Version = Version.AIDL_V4) -> SubgraphPlan:
    """Return the reference's plan of a valid model; ``DriverError`` if it refuses the model."""
    return Planner(model, version).main()


def input_arrays(model: Model, inputs: Sequence[bytes | None]) -> list[Array | None]:
    """Return the inputs as arrays with the shapes that the model states."""
    operands = model.main.operands
    arrays: list[Array | None] = []
    for index, data in zip(model.main.input_indexes, inputs, strict=True):
        operand = operands[index]
        array = None
        if data is not None:
            array = np.frombuffer(data, INFO[operand.type].dtype).reshape(operand.dimensions)
        arrays.append(array)
    return arrays


def reference_results(
    model: Model, inputs: Sequence[bytes | None], version: Version = Version.AIDL_V4
) -> list[Array]:
    """Return the outputs that the reference computes; ``DriverError`` if it refuses."""
    return reference_plan(model, version).run(input_arrays(model, inputs), ExecutionLimits())


def results_if_valid(
    model: Model, inputs: Sequence[bytes | None], version: Version
) -> list[Array] | None:
    """Return the outputs that the reference computes, or ``None``.

    ``None`` is returned for a model that is invalid in this version or that the reference cannot
    compute.
    """
    try:
        if first_violation(model, version) is not None:
            return None
        return reference_results(model, inputs, version)
    except (DriverError, ValueError):
        return None
