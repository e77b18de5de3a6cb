"""Faults in the outputs of each operation of HAL 1.0 and 1.1.

A fault applies one of ``CHANGES`` to the correct outputs of one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import Version
from conformance.operations import Call, Kernel, definitions
from conformance.operations.definition.definition import OperationDefinition
from conformance.operations.definition.operands import Array
from tests.sample_drivers.values.fault_injection import Fault, FaultyKernelDevice, OptionalArrays

FAMILY = "every operation"


def on_outputs(
    definition: OperationDefinition, change: Callable[[Array], Array]
) -> Callable[[], FaultyKernelDevice]:
    """Return a factory of drivers that apply ``change`` to the outputs of one operation.

    Outputs whose contents the contract leaves unspecified are not changed.
    """

    def misbehavior(call: Call) -> Kernel:
        kernel = call.definition.compile(call)
        specs = definition.output_specs(len(call.outputs))
        is_specified = [spec.name not in definition.unspecified_outputs for spec in specs]

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            with np.errstate(all="ignore"):
                return [
                    np.asarray(change(array), array.dtype).reshape(array.shape)
                    if specified
                    else array
                    for array, specified in zip(kernel(inputs), is_specified, strict=True)
                ]

        return run

    return lambda: FaultyKernelDevice(definition.type, misbehavior)


def last_element(array: Array) -> Array:
    """Add 8 to the last element if it is a float, else 37."""
    out = array.copy()
    if out.size:
        out.reshape(-1)[-1] = out.reshape(-1)[-1] + (8 if out.dtype.kind == "f" else 37)
    return out


def reverse(array: Array) -> Array:
    """Return the elements in reverse order."""
    return array.reshape(-1)[::-1]


def not_a_number(array: Array) -> Array:
    """Set the first element of floats to NaN."""
    out = array.copy()
    if out.dtype.kind == "f" and out.size:
        out.reshape(-1)[0] = np.nan
    return out


def two_off(array: Array) -> Array:
    """Add 2 to each integer, or subtract 2 where the sum would exceed the type's maximum."""
    if array.dtype.kind == "f":
        return array
    limits = np.iinfo(array.dtype)
    wide = array.astype(np.int64)
    return np.where(wide + 2 > limits.max, wide - 2, wide + 2)


def seven_float16_steps(array: Array) -> Array:
    """Add seven units in the last place to float16 values; the tolerance is five."""
    return array + (np.abs(array) + 1) * 2.0**-10 * 7 if array.dtype == np.float16 else array


def off_by_16_ulps(array: Array) -> Array:
    """Increase the magnitude of float32 values by slightly more than 16 units in the last place."""
    if array.dtype != np.float32:
        return array
    return array + np.copysign(np.abs(array) * 16 * 2.0**-23 + 2e-5, array)


# Description, violated rule, change, and the NumPy kinds of outputs that it needs (empty: any).
CHANGES: tuple[tuple[str, str, Callable[[Array], Array], str], ...] = (
    ("last element wrong", "values", last_element, ""),
    ("everything in reverse order", "values", reverse, ""),
    ("first element NaN", "values.nan", not_a_number, "f"),
    ("integers and codes two off", "values", two_off, "iu"),
    ("float16 seven steps off", "values", seven_float16_steps, "e"),
    ("float32 drifts", "values", off_by_16_ulps, "f"),
)


def _has(definition: OperationDefinition, kinds: str) -> bool:
    """Return whether the operation can have an output of one of these NumPy kinds."""
    if not kinds:
        return True
    float_only = {"f", "e"}
    types = [type_.name for type_ in definition.types]
    # The output types of these two operations differ from their primary types.
    if definition.name == "LSH_PROJECTION":
        return kinds == "iu"
    if definition.name == "DEQUANTIZE":
        return kinds in float_only
    if kinds == "iu":
        return any("QUANT" in name or "INT32" in name for name in types)
    type_name = "FLOAT16" if kinds == "e" else "FLOAT32"
    return any(type_name in name for name in types)


AFFECTED_SPECS: dict[str, tuple[str, ...]] = {"LSH_PROJECTION": ("execute.status",)}
"""Further rules that faults of an operation may break.

In the specs of these operations, the results are inputs of another operation, which may refuse
wrong values. The execution then fails.
"""

FAULTS = [
    Fault(
        f"{definition.name}: {name}",
        FAMILY,
        (definition.name.lower(),),
        on_outputs(definition, change),
        (f"{definition.name} (operation",),
        rule,
        additional_rules=("values", "values.nan", *AFFECTED_SPECS.get(definition.name, ())),
    )
    for definition in definitions().values()
    if definition.since <= Version.V1_1
    for name, rule, change, kinds in CHANGES
    if _has(definition, kinds)
]
