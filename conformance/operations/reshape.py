"""RESHAPE: the same elements in another shape; values are copied."""

from __future__ import annotations

from math import prod

from conformance.operations import toolkit as op


def _requested_shape(call: op.Call) -> list[int]:
    sizes: list[int] = call.value("shape").tolist()
    return sizes


@op.condition("no entry of shape is below -1, and at most one is -1")
def _shape_values(call: op.Call) -> str | None:
    sizes = _requested_shape(call)
    if sizes.count(-1) > 1:
        return f"shape is {sizes}, but may contain -1 only once"
    if any(size < -1 for size in sizes):
        return f"shape is {sizes}, but no size may be below -1"
    return None


@op.condition("shape has as many elements as input")
def _element_count(call: op.Call) -> str | None:
    sizes = _requested_shape(call)
    count = prod(call.shape("input"))
    fixed = prod(size for size in sizes if size != -1)
    fits = fixed != 0 and count % fixed == 0 if -1 in sizes else count == fixed
    return None if fits else f"shape is {sizes}, which does not fit the {count} elements of input"


def _shapes(call: op.Call) -> tuple[op.Shape]:
    sizes = _requested_shape(call)
    if -1 in sizes:
        fixed = prod(size for size in sizes if size != -1)
        rest = prod(call.shape("input")) // fixed
        sizes = [rest if size == -1 else size for size in sizes]
    return (tuple(sizes),)


def _compile(call: op.Call) -> op.Kernel:
    shape = tuple(_requested_shape(call))
    return op.unary(lambda source: source.reshape(shape))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RESHAPE,
    properties=op.properties(
        op.COPIES,
        "movement.reshape",
        op.Cost.AVERAGE,
        mobile_weight=48,
        simplest_inputs={"shape": (-1,)},
    ),
    types={**op.TYPES_1_0, op.OperandType.TENSOR_INT32: op.Version.AIDL_V2},
    forms=op.one_form(op.tensor("input", ranks=op.up_to(4)), op.int32_vector("shape")),
    shapes=_shapes,
    compile=_compile,
    conditions=(_shape_values, _element_count, op.same_quantization("input")),
    doc="output = input with dimensions shape; the element count determines a size of -1",
)
