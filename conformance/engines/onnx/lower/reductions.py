"""Operations along axes: reductions, ARGMAX and ARGMIN, TOPK_V2, normalizations, gathers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.protocol import Declined
from conformance.hal import OperationType
from conformance.operations.families.axes import reduced_axes


def _reduce(op: Lowering, operator: str, value: str) -> str:
    axes, keep = reduced_axes(op.call), op.scalar("keep_dims") > 0
    result = op.add_node(
        operator, [value, op.int64_constant(axes)], keepdims=int(keep), noop_with_empty_axes=1
    )
    if not keep and len(axes) == op.call.rank("input"):
        return op.reshape(result, (1,))
    return result


def reduction(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for a reduction of real numbers."""
    return lambda op: op.set_real_output(_reduce(op, operator, op.real_input("input")))


def reduce_bool(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for REDUCE_ALL or REDUCE_ANY: the minimum or maximum of 0 and 1."""

    def translate(op: Lowering) -> None:
        value = _reduce(op, operator, op.cast(op.stored_input("input"), np.int32))
        op.set_stored_output(op.cast(value, np.bool_))

    return translate


def _ordered(op: Lowering) -> str:
    """Return the input in a type with the same order that all operators of this module support."""
    view = op.view("input")
    if is_quantized(view):
        return op.cast(op.stored_input("input"), np.int32)
    return op.number_input("input")


def arg_extremum(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for ARGMAX or ARGMIN."""

    def translate(op: Lowering) -> None:
        axis = op.scalar("axis")
        is_rank_1 = op.call.rank("input") == 1
        value = op.add_node(operator, [_ordered(op)], axis=axis, keepdims=int(is_rank_1))
        op.set_stored_output(op.cast(value, np.int32))

    return translate


def topk_v2(op: Lowering) -> None:
    """Lower TOPK_V2."""
    count = op.int64_constant([op.scalar("k")])
    values, indices = op.add_nodes("TopK", [_ordered(op), count], 2, axis=-1)
    op.set_stored_output(op.cast(values, dtype_of(op.call.outputs[0])))
    op.set_stored_output(op.cast(indices, np.int32), 1)


def softmax(operator: str) -> Callable[[Lowering], None]:
    """Return a lowering for SOFTMAX or LOG_SOFTMAX; the input is multiplied by beta first."""

    def translate(op: Lowering) -> None:
        beta = op.constant(op.scalar("beta"), np.float32)
        scaled = op.add_node("Mul", [op.real_input("input"), beta])
        axis = op.scalar("axis")
        op.set_real_output(op.add_node(operator, [scaled], axis=-1 if axis is None else axis))

    return translate


def l2_normalization(op: Lowering) -> None:
    """Lower L2_NORMALIZATION."""
    value = op.add_node("LpNormalization", [op.real_input("input")], p=2, axis=op.scalar("axis"))
    op.set_real_output(value)


def _check_lrn(op: Lowering) -> None:
    if op.scalar("alpha") < 0:
        raise Declined("LRN.alpha must not be negative")


def local_response_normalization(op: Lowering) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    ONNX's LRN works along dimension 1 of a rank-4 tensor and divides alpha by the length of the
    window.
    """
    shape = op.call.shape("input")
    axis = op.scalar("axis") % len(shape)
    size = 2 * op.scalar("radius") + 1
    before, after = int(np.prod(shape[:axis])), int(np.prod(shape[axis + 1 :]))
    bias, alpha, beta = (float(op.scalar(name)) for name in ("bias", "alpha", "beta"))
    value = op.reshape(op.real_input("input"), (before, shape[axis], after, 1))
    if alpha:
        value = op.add_node("LRN", [value], size=size, bias=bias, alpha=alpha * size, beta=beta)
    else:  # the window has no effect, and the runtime refuses an alpha of 0
        value = op.add_node("Div", [value, op.constant(bias**beta, np.float32)])
    op.set_real_output(op.reshape(value, shape))


def _gather(op: Lowering, source: str, indices: str, axis: int) -> None:
    """Gather slices by index; a negative index is replaced by one past the end.

    In ONNX a negative index counts from the end. The contract requires such a request to fail, and
    the runtime refuses an index past the end.
    """
    indices_value, zero = op.stored_input(indices), op.constant(0, np.int32)
    past_end = op.constant(op.call.shape(source)[axis], np.int32)
    indices_value = op.add_node(
        "Where", [op.add_node("Less", [indices_value, zero]), past_end, indices_value]
    )
    op.set_stored_output(op.add_node("Gather", [op.stored_input(source), indices_value], axis=axis))


def embedding_lookup(op: Lowering) -> None:
    """Lower EMBEDDING_LOOKUP."""
    _gather(op, "values", "lookups", 0)


def gather(op: Lowering) -> None:
    """Lower GATHER."""
    _gather(op, "input", "indices", op.scalar("axis"))


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
