"""Run one operation's definition on arrays: conditions, shapes and kernel, without a driver.

out = run(
    OperationType.ADD,
    [given(TENSOR_FLOAT32, [[1, 2]]), given(TENSOR_FLOAT32, [3]), given(INT32, 0)],
    [out(TENSOR_FLOAT32)],
)
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import ArrayLike

from conformance.hal import (
    INFO,
    ExtraParams,
    OperandType,
    OperationType,
    Version,
)
from conformance.operations import Call, OperandView, Unknown, create_call, find_definition
from conformance.operations.definition.operands import Array


def given(
    type_: OperandType,
    values: ArrayLike,
    *,
    shape: Sequence[int] | None = None,
    scale: float = 0.0,
    zero_point: int = 0,
    extra_params: ExtraParams = None,
) -> OperandView:
    """Return an input with a known value (storage codes of a quantized type).

    ``shape`` reshapes the value. The scale is rounded to float32, as in the HAL's data structures.
    """
    info = INFO[type_]
    array = np.array(values, dtype=info.dtype)
    if shape is not None:
        array = array.reshape(tuple(shape))
    if not info.tensor:
        array = array.reshape(())
    array.flags.writeable = False
    return OperandView(
        type_,
        array.shape,
        scale=float(np.float32(scale)),
        zero_point=zero_point,
        extra_params=extra_params,
        value=array,
    )


def out(
    type_: OperandType,
    *,
    scale: float = 0.0,
    zero_point: int = 0,
    dims: tuple[int | None, ...] | None = None,
) -> OperandView:
    """Return an output operand, of unknown rank unless ``dims`` is given."""
    known = dims if INFO[type_].tensor else ()
    return OperandView(type_, known, scale=float(np.float32(scale)), zero_point=zero_point)


def make_call(
    op: OperationType,
    inputs: Sequence[OperandView],
    outputs: Sequence[OperandView],
    version: Version = Version.AIDL_V4,
) -> Call:
    """Return the call in the form that fits the operand types."""
    found = find_definition(op)
    assert found is not None, f"{op.name} has no definition"
    assert len(outputs) == len(found.output_specs(len(outputs)))
    return create_call(found, inputs, outputs, version)


def run(
    op: OperationType,
    inputs: Sequence[OperandView],
    outputs: Sequence[OperandView],
    version: Version = Version.AIDL_V4,
) -> list[Array]:
    """Return the outputs of one call in which everything is known.

    Asserts that types, ranks and conditions hold, that outputs have the predicted shape and the
    type's dtype, that the kernel does not modify its inputs, and that kernels compiled with less
    information (no tensor values, no values, no shapes) either raise ``Unknown`` or give the same
    outputs.
    """
    call = make_call(op, inputs, outputs, version)
    _check_signature(call)
    for condition in call.definition.conditions:
        if condition.until is not None and call.version >= condition.until:
            continue
        message = condition.check(call)
        assert message is None, f"{condition.name}: {message}"
    shapes = [tuple(shape) for shape in call.definition.known_shapes(call)]
    assert len(shapes) == len(outputs)
    sized = [_sized(view, shape) for view, shape in zip(outputs, shapes, strict=True)]
    values = [None if view.omitted else view.value for view in inputs]
    results = _evaluate(Call(call.definition, call.form, inputs, sized, version), values)
    for view, shape, array in zip(outputs, shapes, results, strict=True):
        assert view.info is not None
        assert len(array.shape) == len(shape), f"{op.name}: {array.shape}, predicted {shape}"
        for computed, predicted in zip(array.shape, shape, strict=True):
            assert predicted in (None, computed), f"{op.name}: {array.shape}, predicted {shape}"
        assert array.dtype == view.info.dtype, f"{op.name}: {array.dtype} for {view.type.name}"
    for level in ("tensor values", "values", "shapes"):
        partial = [_without(view, level) for view in inputs]
        targets = outputs if level == "shapes" else sized
        lesser = Call(call.definition, call.form, partial, targets, version)
        try:
            again = _evaluate(lesser, values)
        except Unknown:
            continue
        for first, second in zip(results, again, strict=True):
            np.testing.assert_array_equal(first, second, f"{op.name} without {level} differs")
    return results


def _evaluate(call: Call, values: Sequence[Array | None]) -> list[Array]:
    before = [None if value is None else value.tobytes() for value in values]
    results = [np.asarray(array) for array in call.definition.compile(call)(values)]
    after = [None if value is None else value.tobytes() for value in values]
    assert before == after, f"{call.definition.name} changed its inputs"
    return results


def _sized(view: OperandView, dims: tuple[int | None, ...] | None) -> OperandView:
    """Return the operand with other dimensions and without a value."""
    other = copy(view)
    other.dims, other.value = dims, None
    return other


def _without(view: OperandView, level: str) -> OperandView:
    if view.omitted or view.info is None or (level == "tensor values" and not view.info.tensor):
        return view
    return _sized(view, None if level == "shapes" and view.info.tensor else view.dims)


def _check_signature(call: Call) -> None:
    found = call.definition
    name = f"{found.name} in {call.version}"
    assert call.version >= max(found.since, call.form.since), name
    primary = call.primary.type
    assert call.version >= found.types[primary], f"{name}: {primary.name} is too new"
    specs = [call.spec(index) for index in range(len(call.inputs))]
    specs += found.output_specs(len(call.outputs))
    views = [*call.inputs, *call.outputs]
    for spec, view in zip(specs, views, strict=True):
        legal = dict(spec.types.legal(primary))
        assert view.type in legal, f"{name}: {spec.name} is {view.type.name}"
        assert call.version >= max(legal[view.type], spec.since), f"{name}: {spec.name} is too new"
        if spec.ranks is not None and not view.omitted and view.dims is not None:
            newest = max(version for version in spec.ranks if version <= call.version)
            assert len(view.dims) in spec.ranks[newest], f"{name}: {spec.name} has {view.dims}"


def code_of(real: Fraction | float, view: OperandView) -> int:
    """Return the exact code of a real number: ties rounded away from zero, clamped."""
    steps = Fraction(real) / Fraction(view.scale)
    nearest = floor(abs(steps) + Fraction(1, 2)) * (1 if steps >= 0 else -1)
    assert view.info is not None
    low, high = view.info.code_range
    return min(max(nearest + view.zero_point, low), high)
