"""Operations along axes: reductions, ARGMAX and ARGMIN, TOPK_V2, normalizations, gathers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.protocol import Declined
from conformance.hal import OperandType, OperationType
from conformance.operations.families.axes import reduced_axes


def _reduce(lowering: Lowering, operator: str, value: str) -> str:
    axes, keep = reduced_axes(lowering.call), lowering.scalar("keep_dims") > 0
    result = lowering.add_node(
        operator, [value, lowering.int64_constant(axes)], keepdims=int(keep), noop_with_empty_axes=1
    )
    if not keep and len(axes) == lowering.call.rank("input"):
        return lowering.reshape(result, (1,))
    return result


def reduction(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for a reduction of real numbers."""
    return lambda lowering: lowering.set_real_output(
        0, _reduce(lowering, operator, lowering.real_input("input"))
    )


def reduce_bool(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for REDUCE_ALL or REDUCE_ANY: the minimum or maximum of 0 and 1."""

    def translate(lowering: Lowering) -> None:
        value = _reduce(lowering, operator, lowering.cast(lowering.stored_input("input"), np.int32))
        lowering.set_stored_output(0, lowering.cast(value, np.bool_))

    return translate


def _ordered(lowering: Lowering) -> str:
    """Return the input in a type with the same order that all operators of this module support."""
    view = lowering.view("input")
    if is_quantized(view):
        return lowering.cast(lowering.stored_input("input"), np.int32)
    return (
        lowering.stored_input("input")
        if view.type == OperandType.TENSOR_INT32
        else lowering.real_input("input")
    )


def arg_extremum(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for ARGMAX or ARGMIN."""

    def translate(lowering: Lowering) -> None:
        axis = lowering.scalar("axis")
        is_rank_1 = lowering.call.rank("input") == 1
        value = lowering.add_node(
            operator, [_ordered(lowering)], axis=axis, keepdims=int(is_rank_1)
        )
        lowering.set_stored_output(0, lowering.cast(value, np.int32))

    return translate


def topk_v2(lowering: Lowering) -> None:
    """Lower TOPK_V2."""
    count = lowering.int64_constant([lowering.scalar("k")])
    values, indices = lowering.add_nodes("TopK", [_ordered(lowering), count], 2, axis=-1)
    lowering.set_stored_output(0, lowering.cast(values, dtype_of(lowering.call.outputs[0])))
    lowering.set_stored_output(1, lowering.cast(indices, np.int32))


def softmax(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for SOFTMAX or LOG_SOFTMAX; the input is multiplied by beta first."""

    def translate(lowering: Lowering) -> None:
        beta = lowering.constant(lowering.scalar("beta"), np.float32)
        scaled = lowering.add_node("Mul", [lowering.real_input("input"), beta])
        axis = lowering.scalar("axis")
        lowering.set_real_output(
            0, lowering.add_node(operator, [scaled], axis=-1 if axis is None else axis)
        )

    return translate


def l2_normalization(lowering: Lowering) -> None:
    """Lower L2_NORMALIZATION."""
    value = lowering.add_node(
        "LpNormalization", [lowering.real_input("input")], p=2, axis=lowering.scalar("axis")
    )
    lowering.set_real_output(0, value)


def _check_lrn(lowering: Lowering) -> None:
    if lowering.scalar("alpha") < 0:
        raise Declined("LRN.alpha must not be negative")


def local_response_normalization(lowering: Lowering) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    ONNX's LRN works along dimension 1 of a rank-4 tensor and divides alpha by the length of the
    window.
    """
    shape = lowering.call.shape("input")
    axis = lowering.scalar("axis") % len(shape)
    size = 2 * lowering.scalar("radius") + 1
    before, after = int(np.prod(shape[:axis])), int(np.prod(shape[axis + 1 :]))
    bias, alpha, beta = (float(lowering.scalar(name)) for name in ("bias", "alpha", "beta"))
    value = lowering.reshape(lowering.real_input("input"), (before, shape[axis], after, 1))
    if alpha:
        value = lowering.add_node(
            "LRN", [value], size=size, bias=bias, alpha=alpha * size, beta=beta
        )
    else:  # the window has no effect, and the runtime refuses an alpha of 0
        value = lowering.add_node("Div", [value, lowering.constant(bias**beta, np.float32)])
    lowering.set_real_output(0, lowering.reshape(value, shape))


def _gather(lowering: Lowering, source: str, indices: str, axis: int) -> None:
    """Gather slices by index; a negative index is replaced by one past the end.

    In ONNX a negative index counts from the end. The contract requires such a request to fail, and
    the runtime refuses an index past the end.
    """
    indices_value, zero = lowering.stored_input(indices), lowering.constant(0, np.int32)
    past_end = lowering.constant(lowering.call.shape(source)[axis], np.int32)
    indices_value = lowering.add_node(
        "Where", [lowering.add_node("Less", [indices_value, zero]), past_end, indices_value]
    )
    lowering.set_stored_output(
        0, lowering.add_node("Gather", [lowering.stored_input(source), indices_value], axis=axis)
    )


def embedding_lookup(lowering: Lowering) -> None:
    """Lower EMBEDDING_LOOKUP."""
    _gather(lowering, "values", "lookups", 0)


def gather(lowering: Lowering) -> None:
    """Lower GATHER."""
    _gather(lowering, "input", "indices", lowering.scalar("axis"))


_Op = OperationType

CHECKS: Final = {_Op.LOCAL_RESPONSE_NORMALIZATION: _check_lrn}

TRANSLATORS: Final = {
    _Op.ARGMAX: arg_extremum("ArgMax"),
    _Op.ARGMIN: arg_extremum("ArgMin"),
    _Op.EMBEDDING_LOOKUP: embedding_lookup,
    _Op.GATHER: gather,
    _Op.L2_NORMALIZATION: l2_normalization,
    _Op.LOCAL_RESPONSE_NORMALIZATION: local_response_normalization,
    _Op.LOG_SOFTMAX: softmax("LogSoftmax"),
    _Op.MEAN: reduction("ReduceMean"),
    _Op.REDUCE_ALL: reduce_bool("ReduceMin"),
    _Op.REDUCE_ANY: reduce_bool("ReduceMax"),
    _Op.REDUCE_MAX: reduction("ReduceMax"),
    _Op.REDUCE_MIN: reduction("ReduceMin"),
    _Op.REDUCE_PROD: reduction("ReduceProd"),
    _Op.REDUCE_SUM: reduction("ReduceSum"),
    _Op.SOFTMAX: softmax("Softmax"),
    _Op.TOPK_V2: topk_v2,
}
