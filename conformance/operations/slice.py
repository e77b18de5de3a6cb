"""SLICE: a block of a tensor, given by its start and its sizes; values are copied."""

from __future__ import annotations

import builtins

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
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
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _one_for_each_dimension(name: str) -> Condition:
    def check(call: Call) -> str | None:
        rank, dims = call.rank("input"), call.view(name).dims
        if dims is None or dims[0] is None:
            raise Unknown
        return None if dims == (rank,) else f"{name} has shape {list(dims)}, but must have [{rank}]"

    return Condition(f"{name}_length", check, f"{name} has one element for each dimension of input")


def _inside_the_input(call: Call) -> str | None:
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
        properties=Properties(
            COPIES,
            Sampling("movement.slice_"),
            Cost.AVERAGE,
            mutation_examples=("slice_matrix_rest_of_rows_quant8_all_tensors_as_inputs",),
        ),
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
                "begin and size select a block inside input: begin + size does not exceed the "
                "dimension",
            ),
            same_quantization("input"),
        ),
        zero_size=ZeroSize(Version.V1_2, "any dimension of input"),
        doc="output = size[i] elements from begin[i] in each dimension i; -1 means up to the end",
    ),
)
