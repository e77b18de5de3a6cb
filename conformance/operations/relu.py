"""RELU, RELU1, RELU6: clamp to the interval of a fused activation, element by element; exact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from conformance.operations import toolkit as op


def _compile(activation: op.FusedActivation) -> Callable[[op.Call], op.Kernel]:
    def compile_(call: op.Call) -> op.Kernel:
        # The bounds are exact in every type, so clamping in the tensor's type is exact.
        bounds: tuple[float, float] = op.REAL_BOUNDS[activation]
        if op.is_quantized(call.primary):
            bounds = op.code_bounds(call.primary, activation)
        return op.unary(lambda values: values.clip(*bounds))

    return compile_


def _definition(
    type_: op.OperationType,
    activation: op.FusedActivation,
    doc: str,
    mobile_weight: int = op.DEFAULT_WEIGHT,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=op.Properties(
            op.MONOTONE,
            op.sample_unary(
                partial(op.activated_range, activation),
                keeps_quantization=True,
                mobile_weight=mobile_weight,
            ),
            op.Cost.LOW,
            activation=activation,
        ),
        types=op.TYPES_1_0,
        forms=op.one_form(op.tensor("input", ranks=op.up_to(4))),
        conditions=(op.same_quantization("input"),),
        zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
        compile=_compile(activation),
        doc=doc,
    )


DEFINITIONS = (
    _definition(op.OperationType.RELU, op.FusedActivation.RELU, "output = max(0, input)"),
    _definition(
        op.OperationType.RELU1, op.FusedActivation.RELU1, "output = min(1, max(-1, input))"
    ),
    _definition(
        op.OperationType.RELU6,
        op.FusedActivation.RELU6,
        "output = min(6, max(0, input))",
        mobile_weight=32,
    ),
)
