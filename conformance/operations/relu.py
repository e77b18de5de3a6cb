"""RELU, RELU1, RELU6: clamp to the interval of a fused activation, element by element; exact."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from conformance.hal import FusedActivation, OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import tabulated_by_pattern
from conformance.operations.kernels.numerics import (
    REAL_BOUNDS,
    activated_range,
    code_bounds,
    is_quantized,
)
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    tensor,
    up_to,
)
from conformance.operations.model.properties import (
    DEFAULT_WEIGHT,
    MONOTONE,
    Cost,
    Properties,
    sample_unary,
)


def _clamp(low: float, high: float) -> Callable[[Array], Array]:
    # The bounds are exact in every type, so clamping in the tensor's type is exact.
    return tabulated_by_pattern(lambda values: values.clip(low, high))


def _compile(activation: FusedActivation) -> Callable[[Call], Kernel]:
    by_value = unary(_clamp(*REAL_BOUNDS[activation]))

    def compile_(call: Call) -> Kernel:
        if is_quantized(call.primary):
            return unary(_clamp(*code_bounds(call.primary, activation)))
        return by_value

    return compile_


def _definition(
    type_: OperationType, activation: FusedActivation, doc: str, mobile_weight: int = DEFAULT_WEIGHT
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=Properties(
            MONOTONE,
            sample_unary(
                partial(activated_range, activation),
                keeps_quantization=True,
                mobile_weight=mobile_weight,
            ),
            Cost.LOW,
            activation=activation,
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(tensor("output"),),
        conditions=(same_quantization("input"),),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile(activation),
        doc=doc,
    )


DEFINITIONS = (
    _definition(OperationType.RELU, FusedActivation.RELU, "output = max(0, input)"),
    _definition(OperationType.RELU1, FusedActivation.RELU1, "output = min(1, max(-1, input))"),
    _definition(
        OperationType.RELU6,
        FusedActivation.RELU6,
        "output = min(6, max(0, input))",
        mobile_weight=32,
    ),
)
