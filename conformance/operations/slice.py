"""SLICE: a block of a tensor, given by its start and its sizes; values are copied."""

from __future__ import annotations

import builtins

from conformance.operations import toolkit as op


@op.condition(
    "begin and size select a block inside input: begin + size does not exceed the dimension"
)
def _inside_the_input(call: op.Call) -> str | None:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    for axis, (length, begin, size) in enumerate(
        zip(call.shape("input"), begins, sizes, strict=False)
    ):
        if not 0 <= begin <= length:
            return f"begin[{axis}] is {begin}, but must be in [0, {length}]"
        if size < -1:
            return f"size[{axis}] is {size}, but must be -1 (up to the end) or at least 0"
        if begin + size > length:
            return (
                f"begin[{axis}] + size[{axis}] is {begin + size}, but dimension {axis} has size "
                f"{length}"
            )
    return None


def _shapes(call: op.Call) -> tuple[op.Shape]:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    return (
        tuple(
            length - begin if size == -1 else size
            for length, begin, size in zip(call.shape("input"), begins, sizes, strict=True)
        ),
    )


def _compile(call: op.Call) -> op.Kernel:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    block = tuple(
        builtins.slice(begin, None if size == -1 else begin + size)
        for begin, size in zip(begins, sizes, strict=True)
    )
    return op.unary(lambda values: values[block])


DEFINITION = op.OperationDefinition(
    type=op.OperationType.SLICE,
    properties=op.properties(op.COPIES, "movement.slice_", op.Cost.AVERAGE).with_examples(
        "slice_matrix_rest_of_rows_quant8_all_tensors_as_inputs"
    ),
    types=op.TYPES_1_2_AND_INT32,
    forms=op.one_form(op.tensor("input"), op.int32_vector("begin"), op.int32_vector("size")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.one_for_each_dimension("begin"),
        op.one_for_each_dimension("size"),
        _inside_the_input,
        op.same_quantization("input"),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "any dimension of input"),
    doc="output = size[i] elements from begin[i] in each dimension i; -1 means up to the end",
)
