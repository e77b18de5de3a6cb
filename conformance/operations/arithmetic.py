"""ADD, SUB, MUL, DIV: element-wise arithmetic with broadcasting and a fused activation.

Floating-point results are the exact result rounded once to the operand's type, ties to even. A
quantized result is the exact real result, rounded to nearest with ties away from zero and clamped.
TENSOR_INT32 results wrap around modulo 2^32.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.operations import toolkit as op

_FLOAT32: Final = op.OperandType.TENSOR_FLOAT32
_FLOAT16: Final = op.OperandType.TENSOR_FLOAT16
_INT32: Final = op.OperandType.TENSOR_INT32


@op.condition("the activation is 0 (NONE) if the tensors are TENSOR_INT32")
def _integer_activation(call: op.Call) -> str | None:
    if not op.primary_is_int(call):
        return None
    value = call.scalar("activation")
    if value == op.FusedActivation.NONE:
        return None
    return f"activation is {value}, but TENSOR_INT32 allows only 0 (NONE)"


@op.condition("the output's scale exceeds the product of the input scales")
def _product_scale(call: op.Call) -> str | None:
    output = call.output()
    if not op.is_quantized(output):
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
    op.fused_activation(),
    op.compatible_shapes("input0", "input1"),
    _integer_activation,
)


_shapes: Final = op.broadcast_of("input0", "input1")


def _quotient(first: op.Array, second: op.Array) -> op.Array:
    if first.dtype.kind == "i":
        # Integer quotients are rounded towards minus infinity. The contract leaves division by 0
        # open; numpy returns 0.
        return np.asarray(np.floor_divide(first, second))
    return np.asarray(np.divide(first, second))


def _compile(combine: Callable[[op.Array, op.Array], op.Array]) -> Callable[[op.Call], op.Kernel]:
    def compile_(call: op.Call) -> op.Kernel:
        activation = call.scalar("activation")
        if op.is_quantized(call.primary):
            return _quantized_kernel(call, combine, activation)
        return _plain_kernel(combine, activation)

    return compile_


def _plain_kernel(combine: Callable[[op.Array, op.Array], op.Array], activation: int) -> op.Kernel:
    # IEEE 754 rounds a single operation correctly in its own width, float16 is computed in float32
    # (precise enough for the same result), and the activations' bounds are exact in every width.
    # So double precision would not change any result. Integers wrap around, as int32 does.
    bounds = op.REAL_BOUNDS[activation]
    bounded = activation != op.FusedActivation.NONE

    @op.without_fp_warnings
    def function(first: op.Array, second: op.Array) -> op.Array:
        result = combine(op.to_float32(first), op.to_float32(second))
        if bounded:
            result = result.clip(*bounds)
        return result.astype(first.dtype, copy=False)

    return op.binary(function)


def _quantized_kernel(
    call: op.Call, combine: Callable[[op.Array, op.Array], op.Array], activation: int
) -> op.Kernel:
    dequantize_first = op.dequantizer(call.view("input0"))
    dequantize_second = op.dequantizer(call.view("input1"))
    quantize = op.quantizer(call.output(), activation)
    return op.binary(
        lambda left, right: quantize(combine(dequantize_first(left), dequantize_second(right)))
    )


def _properties(
    undefined: op.Undefined, constructor: str, mobile_weight: int = op.DEFAULT_WEIGHT
) -> op.Properties:
    return op.properties(
        op.corners(undefined), constructor, op.Cost.AVERAGE, mobile_weight=mobile_weight
    )


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    types: dict[op.OperandType, op.Version],
    combine: Callable[[op.Array, op.Array], op.Array],
    doc: str,
    extra_conditions: tuple[op.Condition, ...] = (),
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        primary="input0",
        types=types,
        forms=op.one_form(
            op.tensor("input0", ranks=op.up_to(4)),
            op.tensor("input1", ranks=op.up_to(4)),
            op.int32("activation", "FusedActivationFunc"),
        ),
        conditions=_CONDITIONS + extra_conditions,
        zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
        shapes=_shapes,
        compile=_compile(combine),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.ADD,
        _properties(op.Undefined.INT32_SUM, "elementwise.addition", mobile_weight=128),
        {**op.TYPES_1_0, _INT32: op.Version.V1_3},
        np.add,
        "output = activation(input0 + input1)",
    ),
    _definition(
        op.OperationType.MUL,
        _properties(
            op.Undefined.INT32_PRODUCT, "elementwise.multiplication", mobile_weight=48
        ).with_examples("mul_same_shape_quant8_none"),
        {**op.TYPES_1_0, _INT32: op.Version.V1_3},
        np.multiply,
        "output = activation(input0 * input1)",
        (_product_scale,),
    ),
    _definition(
        op.OperationType.SUB,
        _properties(op.Undefined.INT32_SUM, "elementwise.subtraction"),
        {**op.QUANT8_SINCE_1_2, _FLOAT32: op.Version.V1_1, _INT32: op.Version.V1_3},
        np.subtract,
        "output = activation(input0 - input1)",
    ),
    _definition(
        op.OperationType.DIV,
        _properties(op.Undefined.ZERO_DIVISOR, "elementwise.division"),
        {_FLOAT32: op.Version.V1_1, _FLOAT16: op.Version.V1_2, _INT32: op.Version.V1_3},
        _quotient,
        "output = activation(input0 / input1); integer quotients are rounded down",
    ),
)
