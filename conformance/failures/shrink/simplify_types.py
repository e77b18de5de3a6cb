"""Converts a case to simpler types: float32 instead of float16, quantized and relaxed types.

The real values stay the same. The caller checks whether the operations allow the new types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from conformance.failures.shrink.model_editing import (
    Array,
    EditableCase,
    EditableSubgraph,
    to_array,
)
from conformance.failures.shrink.shrinking_pass import ShrinkingPass
from conformance.hal import INFO, Operand, OperandType, SymmPerChannelQuantParams
from conformance.operations import OperandView
from conformance.operations.kernels.numerics import real

_T: Final = OperandType
_FLOAT32_BY_FLOAT16: Final = {_T.FLOAT16: _T.FLOAT32, _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT32}


class SimplifyTypes(ShrinkingPass):
    """Disables relaxed computation, then replaces quantized types and float16 by float32."""

    def run(self) -> None:
        case = self.case
        if case.relaxed:
            self.attempt(EditableCase(case.subgraphs, False, case.ignored_outputs))
        self.attempt_any(simplify_types(self.case))


def simplify_types(draft: EditableCase) -> Iterator[EditableCase]:
    """Yield the case without quantized types and float16, then without each of the two."""
    without_codes = _without_quantization(draft)
    if without_codes is not None:
        both = _without_float16(without_codes)
        if both is not None:
            yield both
        yield without_codes
    without_halves = _without_float16(draft)
    if without_halves is not None:
        yield without_halves


def _without_float16(draft: EditableCase) -> EditableCase | None:
    parts = [part.copy() for part in draft.subgraphs]
    changed = False
    for part in parts:
        for index, operand in part.operands.items():
            wider = _FLOAT32_BY_FLOAT16.get(operand.type)  # type: ignore[call-overload]
            if wider is None:
                continue
            changed = True
            part.operands[index] = replace(operand, type=wider)
            if index in part.data:
                values = np.frombuffer(part.data[index], "<f2")
                part.data[index] = values.astype("<f4").tobytes()
    return draft.with_subgraphs(parts) if changed else None


def _without_quantization(draft: EditableCase) -> EditableCase | None:
    parts = [_dequantize_subgraph(part) for part in draft.subgraphs]
    changed = any(
        new.operands != old.operands for new, old in zip(parts, draft.subgraphs, strict=True)
    )
    return draft.with_subgraphs(parts) if changed else None


def _dequantize_subgraph(part: EditableSubgraph) -> EditableSubgraph:
    """Return the subgraph with all quantized operands as float32.

    Biases are included: TENSOR_INT32 with a scale, or with the per-channel scales of the filter.
    """
    out = part.copy()
    per_channel = _per_channel_bias_scales(part)
    for index, operand in part.operands.items():
        info = INFO.get(operand.type)
        bias = operand.type == _T.TENSOR_INT32 and (operand.scale or index in per_channel)
        if info is None or not (info.quantized or bias):
            continue
        out.operands[index] = replace(
            operand, type=_T.TENSOR_FLOAT32, scale=0.0, zero_point=0, extra_params=None
        )
        if index in part.data:
            codes = to_array(operand, part.data[index])
            values = _real_values(codes, operand, per_channel.get(index))
            out.data[index] = values.astype("<f4").tobytes()
    return out


def _real_values(codes: Array, operand: Operand, scales: Array | None) -> Array:
    if operand.type == _T.TENSOR_INT32:
        return codes * (np.float64(operand.scale) if scales is None else scales)
    return real(codes, OperandView.of(operand))


def _per_channel_bias_scales(part: EditableSubgraph) -> dict[int, Array]:
    """Return the biases of filters with per-channel quantization, with their scales per channel.

    A bias has the scale of the input times the filter's scale of the channel.
    """
    scales = {}
    for operation in part.operations:
        for source, weights, bias in zip(
            operation.inputs, operation.inputs[1:], operation.inputs[2:], strict=False
        ):
            extra = part.operands[weights].extra_params
            if isinstance(extra, SymmPerChannelQuantParams):
                scales[bias] = np.array(extra.scales, np.float64) * part.operands[source].scale
    return scales
