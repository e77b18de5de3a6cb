"""SELECT: elements of one of two tensors, selected by a tensor of booleans.

The three quantizations may differ: selected codes are converted to the output's quantization, ties
rounded away from zero, and clamped.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.condition("condition, input1 and input2 have the same shape")
def _same_shape(call: op.Call) -> str | None:
    names = ("condition", "input1", "input2")
    shapes = [call.view(name).dims for name in names]
    known = [dims for dims in shapes if dims is not None]
    decided = len(known) == len(shapes)
    equal = len({len(dims) for dims in known}) <= 1
    for sizes in zip(*known, strict=False):
        decided = decided and None not in sizes
        equal = equal and len(set(sizes) - {None}) <= 1
    if not equal:
        found = ", ".join(
            f"{name} {'?' if dims is None else dims}"
            for name, dims in zip(names, shapes, strict=True)
        )
        return f"condition, input1 and input2 must have the same shape, but the shapes are {found}"
    if not decided:
        raise op.Unknown
    return None


def _compile(call: op.Call) -> op.Kernel:
    quantized, output = op.is_quantized(call.primary), call.output()
    first = op.make_recoder(call.view("input1"), output) if quantized else None
    second = op.make_recoder(call.view("input2"), output) if quantized else None

    def selected(condition: op.Array, from_first: op.Array, from_second: op.Array) -> op.Array:
        if first is not None and second is not None:
            from_first, from_second = first(from_first), second(from_second)
        return np.where(op.as_booleans(condition), from_first, from_second)

    return op.from_inputs(selected)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SELECT,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.EXTREME_AT_CORNERS, integers_are_data=True),
        "elementwise.select",
        op.Cost.AVERAGE,
    ),
    primary="input1",
    types=op.FLOAT16_FIRST_AND_INT32,
    forms=op.one_form(
        op.tensor("condition", op.only(op.OperandType.TENSOR_BOOL8)),
        op.tensor("input1"),
        op.tensor("input2"),
    ),
    conditions=(_same_shape,),
    compile=_compile,
    doc="output = condition ? input1 : input2",
)
