"""Kernels built from formulas: moving elements, widening, rounding, tables over codes, quantizing.

``exact``, ``in_single`` and ``in_double`` turn a formula into the ``compile`` function of an
operation. Values that depend only on the call, such as bounds, scales and tables, are computed
once, when the kernel is built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import FusedActivation
from conformance.operations.definition.definition import Call, Kernel, OperandView, is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import (
    F64Array,
    code_bounds,
    real,
    round_half_away,
    to_float32,
    without_fp_warnings,
)


def unary(function: Callable[[Array], Array]) -> Kernel:
    """Return a kernel that applies a function to the first input."""
    return lambda inputs: (function(inputs[0]),)  # type: ignore[arg-type]


def binary(function: Callable[[Array, Array], Array]) -> Kernel:
    """Return a kernel that applies a function to the first two inputs."""
    return lambda inputs: (function(inputs[0], inputs[1]),)  # type: ignore[arg-type]


def from_inputs(function: Callable[..., Array]) -> Kernel:
    """Return a kernel that applies a function to all inputs; the result is the only output."""
    return lambda inputs: (function(*inputs),)


def with_outputs(function: Callable[..., Sequence[Array]]) -> Kernel:
    """Return a kernel that applies a function to all inputs; it returns all outputs."""
    return lambda inputs: function(*inputs)


def rearrange(split: Sequence[int], order: Sequence[int], result: Sequence[int]) -> Kernel:
    """Return a kernel that splits axes, permutes them, and joins them to a shape."""
    return unary(lambda values: values.reshape(split).transpose(order).reshape(result))


def rounded(view: OperandView, function: Callable[[Array], Array]) -> Kernel:
    """Return a kernel that rounds the results for the first input once, to the type of ``view``."""
    dtype = view.dtype
    return unary(without_fp_warnings(lambda values: function(values).astype(dtype, order="C")))


Compile = Callable[[Call], Kernel]


def exact(function: Callable[[Array], Array]) -> Compile:
    """Return the compile step of a function that is correctly rounded in every floating type."""
    kernel = unary(without_fp_warnings(lambda values: np.asarray(function(values))))
    return lambda _call: kernel


def in_single(
    function: Callable[[Array], Array], of_codes: Callable[[F64Array], F64Array] | None = None
) -> Compile:
    """Return the compile step of a function that is computed in float32.

    Quantized operands are computed in double precision and rounded once. ``of_codes`` replaces the
    function for them.
    """
    kernel = unary(
        without_fp_warnings(
            lambda values: function(to_float32(values)).astype(values.dtype, copy=False)
        )
    )
    return lambda call: _of_codes(call, of_codes or function) or kernel


def in_double(
    function: Callable[[F64Array], F64Array],
    of_codes: Callable[[F64Array], F64Array] | None = None,
) -> Compile:
    """Return the compile step of a function that is computed in double precision, rounded once.

    The function may overwrite its argument. ``of_codes`` replaces it for quantized operands.
    """
    kernel = unary(
        without_fp_warnings(lambda values: function(values.astype(np.float64)).astype(values.dtype))
    )
    return lambda call: _of_codes(call, of_codes or function) or kernel


def _of_codes(call: Call, function: Callable[[F64Array], F64Array]) -> Kernel | None:
    """Return the kernel for a quantized operand; ``None`` for other operands."""
    if not is_quantized(call.primary):
        return None
    quantize = quantizer(call.output())
    return by_table(call.primary, without_fp_warnings(lambda values: quantize(function(values))))


def quantizer(
    view: OperandView, activation: int = FusedActivation.NONE
) -> Callable[[F64Array], Array]:
    """Return a faster ``numerics.store`` for one quantized operand, for values without NaN.

    The returned function clamps before it rounds, to avoid overflow. The bounds are whole numbers,
    so the result is the same.
    """
    assert view.info is not None
    first, last = code_bounds(view, activation)
    scale, zero_point, dtype = view.scale, float(view.zero_point), view.info.dtype
    low, high = first - zero_point, last - zero_point

    @without_fp_warnings
    def codes(values: F64Array) -> Array:
        steps = values / scale
        steps.clip(low, high, out=steps)
        rounded = round_half_away(steps)
        rounded += zero_point
        return rounded.astype(dtype)

    return codes


def dequantizer(view: OperandView) -> Callable[[Array], F64Array]:
    """Return a function that converts codes of a quantized operand to real values.

    The operand has one scale, so it is not per-channel quantized.
    """
    scale, zero_point = view.scale, float(view.zero_point)
    return lambda codes: (codes - zero_point) * scale


def by_table(view: OperandView, function: Callable[[F64Array], Array]) -> Kernel:
    """Return a kernel that applies ``function`` to the real values of an 8-bit operand.

    The results for all 256 codes are computed once and looked up in a table.
    """
    assert view.info is not None
    codes = np.arange(256, dtype=np.uint8).view(view.info.dtype)
    table = function(real(codes, view))
    return unary(lambda values: table.take(values.view(np.uint8)))


def real_by_code(view: OperandView) -> F64Array:
    """Return the exact real value of each code of an 8-bit operand, indexed by the code's byte."""
    assert view.info is not None
    return real(np.arange(256, dtype=np.uint8).view(view.info.dtype), view)


def make_recoder(source: OperandView, target: OperandView) -> Callable[[Array], Array]:
    """Return a function that converts codes of ``source`` to the nearest codes of ``target``.

    Ties are rounded away from zero and results clamped. Both operands have the same type.
    """
    if source.same_quantization(target):
        return lambda codes: codes
    table = quantizer(target)(real_by_code(source))
    return lambda codes: np.asarray(table.take(codes.view(np.uint8)))


def as_booleans(values: Array) -> Array:
    """Return a TENSOR_BOOL8 array as proper booleans; every byte except 0 means true."""
    return np.asarray(values.view(np.uint8) != 0)
