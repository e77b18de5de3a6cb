"""Operations along axes: reductions, ARGMAX and ARGMIN, TOPK_V2, normalizations, gathers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.site import DeclinedError, Site, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType
from conformance.operations.axes import reduced_axes


def _reduced(lowering: Site, operator: str, value: str) -> str:
    axes, keep = reduced_axes(lowering.call), lowering.scalar("keep_dims") > 0
    result = lowering.node(
        operator, [value, lowering.whole(axes)], keepdims=int(keep), noop_with_empty_axes=1
    )
    if not keep and len(axes) == lowering.call.rank("input"):
        return lowering.reshaped(result, (1,))
    return result


def reduction(operator: str) -> Callable[[Site], None]:
    """Return a lowering for a reduction of real numbers."""
    return lambda lowering: lowering.put_real(
        0, _reduced(lowering, operator, lowering.real("input"))
    )


def truth(operator: str) -> Callable[[Site], None]:
    """Return a lowering for REDUCE_ALL or REDUCE_ANY: the minimum or maximum of 0 and 1."""

    def translate(lowering: Site) -> None:
        value = _reduced(lowering, operator, lowering.cast(lowering.stored("input"), np.int32))
        lowering.put(0, lowering.cast(value, np.bool_))

    return translate


def _ordered(lowering: Site) -> str:
    """Return the input in a type with the same order that all operators of this module support."""
    view = lowering.view("input")
    if is_quantized(view):
        return lowering.cast(lowering.stored("input"), np.int32)
    return (
        lowering.stored("input")
        if view.type == OperandType.TENSOR_INT32
        else lowering.real("input")
    )


def position(operator: str) -> Callable[[Site], None]:
    """Return a lowering for ARGMAX or ARGMIN."""

    def translate(lowering: Site) -> None:
        axis = lowering.scalar("axis")
        is_rank_1 = lowering.call.rank("input") == 1
        value = lowering.node(operator, [_ordered(lowering)], axis=axis, keepdims=int(is_rank_1))
        lowering.put(0, lowering.cast(value, np.int32))

    return translate


def topk_v2(lowering: Site) -> None:
    """Lower TOPK_V2."""
    count = lowering.whole([lowering.scalar("k")])
    values, indices = lowering.nodes("TopK", [_ordered(lowering), count], 2, axis=-1)
    lowering.put(0, lowering.cast(values, dtype_of(lowering.call.outputs[0])))
    lowering.put(1, lowering.cast(indices, np.int32))


def softmax(operator: str) -> Callable[[Site], None]:
    """Return a lowering for SOFTMAX or LOG_SOFTMAX; the input is multiplied by beta first."""

    def translate(lowering: Site) -> None:
        beta = lowering.constant(lowering.scalar("beta"), np.float32)
        scaled = lowering.node("Mul", [lowering.real("input"), beta])
        axis = lowering.scalar("axis")
        lowering.put_real(0, lowering.node(operator, [scaled], axis=-1 if axis is None else axis))

    return translate


def l2_normalization(lowering: Site) -> None:
    """Lower L2_NORMALIZATION."""
    value = lowering.node(
        "LpNormalization", [lowering.real("input")], p=2, axis=lowering.scalar("axis")
    )
    lowering.put_real(0, value)


def _check_lrn(lowering: Site) -> None:
    if lowering.scalar("alpha") < 0:
        raise DeclinedError("LRN.alpha must not be negative")


def local_response_normalization(lowering: Site) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    ONNX's LRN works along dimension 1 of a rank-4 tensor and divides alpha by the length of the
    window.
    """
    shape = lowering.call.shape("input")
    axis = lowering.scalar("axis") % len(shape)
    size = 2 * lowering.scalar("radius") + 1
    before, after = int(np.prod(shape[:axis])), int(np.prod(shape[axis + 1 :]))
    bias, alpha, beta = (float(lowering.scalar(name)) for name in ("bias", "alpha", "beta"))
    value = lowering.reshaped(lowering.real("input"), (before, shape[axis], after, 1))
    if alpha:
        value = lowering.node("LRN", [value], size=size, bias=bias, alpha=alpha * size, beta=beta)
    else:  # the window has no effect, and the runtime refuses an alpha of 0
        value = lowering.node("Div", [value, lowering.constant(bias**beta, np.float32)])
    lowering.put_real(0, lowering.reshaped(value, shape))


def _gathered(lowering: Site, source: str, indices: str, axis: int) -> None:
    """Gather slices by index; a negative index is replaced by one past the end.

    In ONNX a negative index counts from the end. The contract requires such a request to fail, and
    the runtime refuses an index past the end.
    """
    indices_value, zero = lowering.stored(indices), lowering.constant(0, np.int32)
    past_end = lowering.constant(lowering.call.shape(source)[axis], np.int32)
    indices_value = lowering.node(
        "Where", [lowering.node("Less", [indices_value, zero]), past_end, indices_value]
    )
    lowering.put(0, lowering.node("Gather", [lowering.stored(source), indices_value], axis=axis))


def embedding_lookup(lowering: Site) -> None:
    """Lower EMBEDDING_LOOKUP."""
    _gathered(lowering, "values", "lookups", 0)


def gather(lowering: Site) -> None:
    """Lower GATHER."""
    _gathered(lowering, "input", "indices", lowering.scalar("axis"))


_Op = OperationType

CHECKS: Final = {_Op.LOCAL_RESPONSE_NORMALIZATION: _check_lrn}

TRANSLATORS: Final = {
    _Op.ARGMAX: position("ArgMax"),
    _Op.ARGMIN: position("ArgMin"),
    _Op.EMBEDDING_LOOKUP: embedding_lookup,
    _Op.GATHER: gather,
    _Op.L2_NORMALIZATION: l2_normalization,
    _Op.LOCAL_RESPONSE_NORMALIZATION: local_response_normalization,
    _Op.LOG_SOFTMAX: softmax("LogSoftmax"),
    _Op.MEAN: reduction("ReduceMean"),
    _Op.REDUCE_ALL: truth("ReduceMin"),
    _Op.REDUCE_ANY: truth("ReduceMax"),
    _Op.REDUCE_MAX: reduction("ReduceMax"),
    _Op.REDUCE_MIN: reduction("ReduceMin"),
    _Op.REDUCE_PROD: reduction("ReduceProd"),
    _Op.REDUCE_SUM: reduction("ReduceSum"),
    _Op.SOFTMAX: softmax("Softmax"),
    _Op.TOPK_V2: topk_v2,
}
