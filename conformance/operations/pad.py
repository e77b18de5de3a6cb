"""PAD and PAD_V2: a tensor surrounded by elements of one value; values are copied."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.condition("paddings has shape [rank of input, 2]")
def _paddings_shape(call: op.Call) -> str | None:
    dims = call.view("paddings").dims
    if dims is None:
        raise op.Unknown
    if dims[-1] not in (None, 2):
        return f"paddings has shape {list(dims)}, but must have [rank of input, 2]"
    rank = call.rank("input")
    if dims[0] not in (None, rank):
        return f"paddings has shape {list(dims)}, but must have [{rank}, 2]"
    if None in dims:
        raise op.Unknown
    return None


@op.condition(
    "before HAL 1.2, a padded quantized input has zero point 0; otherwise the pad "
    "value is undefined",
    op.Version.V1_2,
)
def pad_value_defined(call: op.Call) -> str | None:
    """Return a message if the pad value is undefined before HAL 1.2: input zero point not 0."""
    view = call.view("input")
    if view.type != op.OperandType.TENSOR_QUANT8_ASYMM or view.zero_point == 0:
        return None
    return (
        f"input has zero point {view.zero_point}, but must have 0: before HAL 1.2 the pad value "
        "is undefined otherwise"
    )


def padded_shapes(call: op.Call) -> tuple[op.Shape]:
    """Return the input's shape enlarged by the paddings."""
    totals = call.value("paddings").sum(axis=1).tolist()
    return (tuple(s + added for s, added in zip(call.shape("input"), totals, strict=True)),)


def _kernel(call: op.Call, value: int | float) -> op.Kernel:
    paddings = call.value("paddings").tolist()

    return op.unary(lambda source: op.padded(source, paddings, value))


def _compile(call: op.Call) -> op.Kernel:
    return _kernel(call, call.view("input").zero_point)


def _compile_v2(call: op.Call) -> op.Kernel:
    value = call.scalar("pad_value")
    info = call.view("input").info
    assert info is not None
    if info.quantized:
        # the contract passes the 8-bit code in an INT32; only its low byte is used
        value = int(np.array(value, np.int64).astype(info.dtype))
    return _kernel(call, value)


PADDINGS_CONDITIONS = (
    _paddings_shape,
    op.elements_at_least(
        "paddings", 0, "paddings_not_negative", "no element of paddings is negative"
    ),
)
"""Conditions on the operand ``paddings``, which all padding operations share."""

_CONDITIONS = (*PADDINGS_CONDITIONS, op.same_quantization("input"))


def _operands(*more: op.OperandSpec) -> tuple[op.OperandSpec, ...]:
    return (
        op.tensor("input", ranks=op.up_to(4)),
        op.tensor("paddings", op.INT32_TENSOR, ranks=op.ranks(2)),
        *more,
    )


DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.PAD,
        properties=op.properties(op.COPIES, "movement.pad", op.Cost.AVERAGE, mobile_weight=24),
        types=op.TYPES_1_1,
        forms=op.one_form(*_operands()),
        outputs=(op.tensor("output", ranks=op.up_to(4)),),
        shapes=padded_shapes,
        compile=_compile,
        conditions=(*_CONDITIONS, pad_value_defined),
        doc="output = input, padded in each dimension i by paddings[i] zeros before and after",
    ),
    op.OperationDefinition(
        type=op.OperationType.PAD_V2,
        properties=op.properties(
            op.COPIES, "movement.pad_v2", op.Cost.AVERAGE, op.Trait.CODES_ARE_INTEGERS
        ),
        types=op.TYPES_1_2,
        forms=op.one_form(
            *_operands(
                op.scalar(
                    "pad_value",
                    op.by_primary(
                        {
                            op.OperandType.TENSOR_FLOAT32: op.OperandType.FLOAT32,
                            op.OperandType.TENSOR_FLOAT16: op.OperandType.FLOAT16,
                            op.OperandType.TENSOR_QUANT8_ASYMM: op.OperandType.INT32,
                            op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.OperandType.INT32,
                        }
                    ),
                    doc="for a quantized input, a code of its quantization",
                )
            )
        ),
        outputs=(op.tensor("output", ranks=op.up_to(4)),),
        shapes=padded_shapes,
        compile=_compile_v2,
        conditions=_CONDITIONS,
        doc="output = input, padded in each dimension i by paddings[i] times pad_value",
    ),
)
