"""Calls that differ from another one in one operand, or in the type of a result.

Drivers compute equal operations once and store equal constants once. For that they have to compare
each operand, of constants also shape and quantization, and of results type and quantization.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType, OperationType
from conformance.operations import Call
from conformance.validation.calls import check_call
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder
from generators.construction.operand_builder import (
    MODEL_INPUT,
    TEMPORARY,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)

_O: Final = OperationType
_ZERO_POINT_STEP: Final = 16
_POSITIVE_SECOND: Final = frozenset({_O.DIV, _O.POW})
"""Operations whose first tensor can only become the second if it is positive."""
_CallOperands = tuple[list[GeneratedOperand], list[OutputSpec]]


def add_variants(g: GraphBuilder, source: GeneratedOperation) -> Iterator[GeneratedOperation]:
    """Add and yield one operation for each way in which a valid call can differ from ``source``."""
    call = source.call
    assert call is not None
    for alternatives in _differences(g, source, call):
        for inputs, outs in alternatives:
            results = [
                GeneratedOperand(out.type, None, TEMPORARY, out.scale, out.zero_point)
                for out in outs
            ]
            if check_call(Call(call.definition, call.form, inputs, results, g.version)) is None:
                g.operands += [value for value in inputs if value not in source.inputs]
                g.add_operation(source.type, inputs, outs, call.form.name)
                yield g.operations[-1]
                break


def _differences(
    g: GraphBuilder, source: GeneratedOperation, call: Call
) -> Iterator[list[_CallOperands]]:
    """Yield, for each way to differ, the operands of calls of which the first valid one is used."""
    inputs, primary = source.inputs, call.primary.type
    outs = list(map(output_like, source.outputs))
    for position, value in enumerate(inputs):
        for others in _changed_constants(value, data=value.type is primary):
            yield [([*inputs[:position], o, *inputs[position + 1 :]], outs) for o in others]
    if len(inputs) > 1 and (source.type not in _POSITIVE_SECOND or inputs[0].low > 0):
        yield [([inputs[1], inputs[0], *inputs[2:]], outs)]
    out, *rest = outs
    results = []
    if INFO[out.type].quantized:
        zero_point = _other_zero_point(out.type, out.zero_point)
        results = [replace(out, scale=2 * out.scale), replace(out, zero_point=zero_point)]
    for type_ in g.legal_output_types(source.type, primary):
        # A conversion of other numbers to bytes is not defined.
        if type_ is not out.type and (source.type is not _O.CAST or not INFO[type_].quantized):
            results.append(output_for_range(type_, out.low, out.high))
    for result in results:
        yield [(inputs, [result, *rest])]


def _changed_constants(value: GeneratedOperand, *, data: bool) -> Iterator[list[GeneratedOperand]]:
    """Yield constants with other elements; of ``data`` also other shapes and quantizations."""
    array = value.value
    if array is None or value.lifetime is MODEL_INPUT or value.extra_params is not None:
        return
    if array.dtype.kind == "b":
        changed = [np.logical_not(array)]
    else:
        step = np.where(array < 0, -1, 1).astype(array.dtype)
        changed = [array.ravel()[::-1], array + step, array - step]
    yield [value.changed(data=own.tobytes()) for own in changed if own.tobytes() != value.data]
    dims = value.shape
    if data and array.size > 1:
        yield [value.changed(dims=dims[::-1] if len(dims) > 1 else (*dims, 1))]
    if data and INFO[value.type].quantized:
        yield [value.changed(scale=2 * value.scale)]
        yield [value.changed(zero_point=_other_zero_point(value.type, value.zero_point))]


def _other_zero_point(type_: OperandType, zero_point: int) -> int:
    minimum, maximum = INFO[type_].zero_points
    step = _ZERO_POINT_STEP if zero_point < (minimum + maximum) / 2 else -_ZERO_POINT_STEP
    return zero_point + step
