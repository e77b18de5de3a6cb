"""Operations along axes: reductions, positions of extremes, normalizations, selections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.site import DeclinedError, Site, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType
from conformance.operations.axes import reduced_axes


def _reduced(site: Site, operator: str, value: str) -> str:
    axes, keep = reduced_axes(site.call), site.scalar("keep_dims") > 0
    result = site.node(
        operator, [value, site.whole(axes)], keepdims=int(keep), noop_with_empty_axes=1
    )
    if not keep and len(axes) == site.call.rank("input"):
        return site.reshaped(result, (1,))
    return result


def reduction(operator: str) -> Callable[[Site], None]:
    """A reduction of real numbers."""
    return lambda site: site.put_real(0, _reduced(site, operator, site.real("input")))


def truth(operator: str) -> Callable[[Site], None]:
    """REDUCE_ALL or REDUCE_ANY: least or greatest of 0 and 1."""

    def translate(site: Site) -> None:
        value = _reduced(site, operator, site.cast(site.stored("input"), np.int32))
        site.put(0, site.cast(value, np.bool_))

    return translate


def _ordered(site: Site) -> str:
    """The input in a type of the same order that every operator here has."""
    view = site.view("input")
    if is_quantized(view):
        return site.cast(site.stored("input"), np.int32)
    return site.stored("input") if view.type == OperandType.TENSOR_INT32 else site.real("input")


def position(operator: str) -> Callable[[Site], None]:
    """ARGMAX or ARGMIN."""

    def translate(site: Site) -> None:
        axis = site.scalar("axis")
        alone = site.call.rank("input") == 1
        value = site.node(operator, [_ordered(site)], axis=axis, keepdims=int(alone))
        site.put(0, site.cast(value, np.int32))

    return translate


def topk_v2(site: Site) -> None:
    """TOPK_V2."""
    count = site.whole([site.scalar("k")])
    values, indices = site.nodes("TopK", [_ordered(site), count], 2, axis=-1)
    site.put(0, site.cast(values, dtype_of(site.call.outputs[0])))
    site.put(1, site.cast(indices, np.int32))


def softmax(operator: str) -> Callable[[Site], None]:
    """SOFTMAX or LOG_SOFTMAX: beta is multiplied before."""

    def translate(site: Site) -> None:
        beta = site.constant(site.scalar("beta"), np.float32)
        scaled = site.node("Mul", [site.real("input"), beta])
        axis = site.scalar("axis")
        site.put_real(0, site.node(operator, [scaled], axis=-1 if axis is None else axis))

    return translate


def l2_normalization(site: Site) -> None:
    """L2_NORMALIZATION."""
    value = site.node("LpNormalization", [site.real("input")], p=2, axis=site.scalar("axis"))
    site.put_real(0, value)


def _check_lrn(site: Site) -> None:
    if site.scalar("alpha") < 0:
        raise DeclinedError("LRN.alpha is not negative")


def local_response_normalization(site: Site) -> None:
    """LOCAL_RESPONSE_NORMALIZATION; ONNX's LRN goes along dimension 1 of 4 and divides alpha by
    the length of the window.
    """
    shape = site.call.shape("input")
    axis = site.scalar("axis") % len(shape)
    size = 2 * site.scalar("radius") + 1
    before, after = int(np.prod(shape[:axis])), int(np.prod(shape[axis + 1 :]))
    bias, alpha, beta = (float(site.scalar(name)) for name in ("bias", "alpha", "beta"))
    value = site.reshaped(site.real("input"), (before, shape[axis], after, 1))
    if alpha:
        value = site.node("LRN", [value], size=size, bias=bias, alpha=alpha * size, beta=beta)
    else:  # nothing of the window counts, and the runtime refuses that
        value = site.node("Div", [value, site.constant(bias**beta, np.float32)])
    site.put_real(0, site.reshaped(value, shape))


def _gathered(site: Site, source: str, indices: str, axis: int) -> None:
    """Slices by index; a negative index, which counts from the end in ONNX, is made one too large.

    The runtime then refuses the request, as the contract wants it to.
    """
    index, low = site.stored(indices), site.constant(0, np.int32)
    beyond = site.constant(site.call.shape(source)[axis], np.int32)
    index = site.node("Where", [site.node("Less", [index, low]), beyond, index])
    site.put(0, site.node("Gather", [site.stored(source), index], axis=axis))


def embedding_lookup(site: Site) -> None:
    """EMBEDDING_LOOKUP."""
    _gathered(site, "values", "lookups", 0)


def gather(site: Site) -> None:
    """GATHER."""
    _gathered(site, "input", "indices", site.scalar("axis"))


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
