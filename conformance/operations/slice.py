"""SLICE: a block of a tensor, given by its position and its sizes."""

from __future__ import annotations

import builtins

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, Unknown
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    only,
    ranks,
    tensor,
)
from conformance.operations.elementwise import unary


def _one_for_each_dimension(name: str) -> Condition:
    def check(call: Call) -> str | None:
        rank, dims = call.rank("input"), call.view(name).dims
        if dims is None or dims[0] is None:
            raise Unknown
        return None if dims == (rank,) else f"{name} has shape {list(dims)}, must be [{rank}]"

    return Condition(f"{name}_length", check, f"{name}: an entry for each dimension of input0")


def _inside_the_input(call: Call) -> str | None:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    for axis, (length, begin, size) in enumerate(
        zip(call.shape("input"), begins, sizes, strict=False)
    ):
        if not 0 <= begin <= length:
            return f"begin[{axis}] is {begin}, outside [0, {length}]"
        if size < -1:
            return f"size[{axis}] is {size}, must be -1 (the rest) or at least 0"
        if begin + size > length:
            return f"begin[{axis}] + size[{axis}] is {begin + size}, above the size {length}"
    return None


def _shapes(call: Call) -> tuple[Shape]:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    return (
        tuple(
            length - begin if size == -1 else size
            for length, begin, size in zip(call.shape("input"), begins, sizes, strict=True)
        ),
    )


def _compile(call: Call) -> Kernel:
    begins, sizes = call.value("begin").tolist(), call.value("size").tolist()
    block = tuple(
        builtins.slice(begin, None if size == -1 else begin + size)
        for begin, size in zip(begins, sizes, strict=True)
    )
    return unary(lambda values: values[block])


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SLICE,
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input"),
                    tensor("begin", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    tensor("size", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            _one_for_each_dimension("begin"),
            _one_for_each_dimension("size"),
            Condition(
                "inside_the_input",
                _inside_the_input,
                "a sum of begin offset and a size must not exceed the size of the dimension",
            ),
            same_quantization("input"),
        ),
        zero_size=ZeroSize(Version.V1_2, "any dimension of input"),
        doc="output = size[i] elements from begin[i] on in each dimension i; -1 means all the rest",
    ),
)
