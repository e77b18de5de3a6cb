"""ADD, SUB, MUL, DIV: element-wise arithmetic with broadcasting and a fused activation.

Floating-point results are the exact result rounded once to the operand's type, ties to even. A
quantized result is the exact real result, rounded to nearest with ties away from zero and clamped.
TENSOR_INT32 results wrap around modulo 2^32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.elementwise import dequantizer, quantizer
from conformance.operations.kernels.fast_paths import round_to, tabulated_by_pair, to_float32
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import (
    REAL_BOUNDS,
    is_quantized,
    primary_is_int,
)
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import fused_activation
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    scalar,
    tensor,
    up_to,
)
from conformance.operations.model.properties import Cost, Properties, Sampling, Undefined, corners

_FLOAT32: Final = OperandType.TENSOR_FLOAT32
_FLOAT16: Final = OperandType.TENSOR_FLOAT16
_INT32: Final = OperandType.TENSOR_INT32
_QUANT8: Final = OperandType.TENSOR_QUANT8_ASYMM
_QUANT8_SIGNED: Final = OperandType.TENSOR_QUANT8_ASYMM_SIGNED


def _integer_activation(call: Call) -> str | None:
    if not primary_is_int(call):
        return None
    value = call.scalar("activation")
    if value == FusedActivation.NONE:
        return None
    return f"activation is {value}, but TENSOR_INT32 allows only 0 (NONE)"


def _product_scale(call: Call) -> str | None:
    output = call.output()
    if not is_quantized(output):
        return None
    # Scales are float32 in the contract, so their product is compared as a float32, too.
    with np.errstate(over="ignore", under="ignore"):
        product = float(
            np.float32(call.view("input0").scale) * np.float32(call.view("input1").scale)
        )
    if output.scale > product:
        return None
    return f"output has scale {output.scale!r}, but it must exceed {product!r} (input0 * input1)"


_CONDITIONS: Final = (
    fused_activation(),
    compatible_shapes("input0", "input1"),
    Condition(
        "integer_activation",
        _integer_activation,
        "the activation is 0 (NONE) if the tensors are TENSOR_INT32",
    ),
)


_shapes: Final = broadcast_of("input0", "input1")


def _quotient(first: Array, second: Array) -> Array:
    if first.dtype.kind == "i":
        # Integer quotients are rounded towards minus infinity. The contract leaves division by 0
        # open; numpy returns 0.
        return np.asarray(np.floor_divide(first, second))
    return np.asarray(np.divide(first, second))


def _compile(combine: Callable[[Array, Array], Array]) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        activation = call.scalar("activation")
        if is_quantized(call.primary):
            return _quantized_kernel(call, combine, activation)
        return _plain_kernel(combine, activation)

    return compile_


def _plain_kernel(combine: Callable[[Array, Array], Array], activation: int) -> Kernel:
    # IEEE 754 rounds a single operation correctly in its own width, float16 is computed in float32
    # (precise enough for the same result), and the activations' bounds are exact in every width.
    # So double precision would not change any result. Integers wrap around, as int32 does.
    bounds = REAL_BOUNDS[activation]
    bounded = activation != FusedActivation.NONE

    @without_fp_warnings
    def function(first: Array, second: Array) -> Array:
        result = combine(to_float32(first), to_float32(second))
        if bounded:
            result = result.clip(*bounds)
        return round_to(result, first.dtype)

    return binary(function)


def _quantized_kernel(
    call: Call, combine: Callable[[Array, Array], Array], activation: int
) -> Kernel:
    dequantize_first, dequantize_second = (
        dequantizer(call.view("input0")),
        dequantizer(call.view("input1")),
    )
    quantize = quantizer(call.output(), activation)
    return binary(
        tabulated_by_pair(
            lambda left, right: quantize(combine(dequantize_first(left), dequantize_second(right)))
        )
    )


def _definition(
    type_: OperationType,
    properties: Properties,
    since: Version,
    types: dict[OperandType, Version],
    combine: Callable[[Array, Array], Array],
    doc: str,
    extra_conditions: tuple[Condition, ...] = (),
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=since,
        primary="input0",
        types=types,
        forms=(
            Form(
                "default",
                (
                    tensor("input0", ranks=up_to(4)),
                    tensor("input1", ranks=up_to(4)),
                    scalar("activation", OperandType.INT32, doc="FusedActivationFunc"),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=_CONDITIONS + extra_conditions,
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=_shapes,
        compile=_compile(combine),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        OperationType.ADD,
        Properties(
            corners(Undefined.INT32_SUM),
            Sampling("elementwise.addition", mobile_weight=128),
            Cost.AVERAGE,
        ),
        Version.V1_0,
        {
            _FLOAT32: Version.V1_0,
            _QUANT8: Version.V1_0,
            _FLOAT16: Version.V1_2,
            _QUANT8_SIGNED: Version.V1_3,
            _INT32: Version.V1_3,
        },
        np.add,
        "output = activation(input0 + input1)",
    ),
    _definition(
        OperationType.MUL,
        Properties(
            corners(Undefined.INT32_PRODUCT),
            Sampling("elementwise.multiplication", mobile_weight=48),
            Cost.AVERAGE,
        ),
        Version.V1_0,
        {
            _FLOAT32: Version.V1_0,
            _QUANT8: Version.V1_0,
            _FLOAT16: Version.V1_2,
            _QUANT8_SIGNED: Version.V1_3,
            _INT32: Version.V1_3,
        },
        np.multiply,
        "output = activation(input0 * input1)",
        (
            Condition(
                "product_scale",
                _product_scale,
                "the output's scale exceeds the product of the input scales",
            ),
        ),
    ),
    _definition(
        OperationType.SUB,
        Properties(corners(Undefined.INT32_SUM), Sampling("elementwise.subtraction"), Cost.AVERAGE),
        Version.V1_1,
        {
            _FLOAT32: Version.V1_1,
            _FLOAT16: Version.V1_2,
            _QUANT8: Version.V1_2,
            _QUANT8_SIGNED: Version.V1_3,
            _INT32: Version.V1_3,
        },
        np.subtract,
        "output = activation(input0 - input1)",
    ),
    _definition(
        OperationType.DIV,
        Properties(corners(Undefined.ZERO_DIVISOR), Sampling("elementwise.division"), Cost.AVERAGE),
        Version.V1_1,
        {_FLOAT32: Version.V1_1, _FLOAT16: Version.V1_2, _INT32: Version.V1_3},
        _quotient,
        "output = activation(input0 / input1); integer quotients are rounded down",
    ),
)
