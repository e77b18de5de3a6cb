"""Types, quantization conditions and products of convolutions and fully connected layers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeVar

import numpy as np

from conformance.hal import OperandType, SymmPerChannelQuantParams, Version
from conformance.operations.definition.conditions import size
from conformance.operations.definition.definition import (
    Call,
    Condition,
    Kernel,
    OperandView,
    is_quantized,
)
from conformance.operations.definition.operands import (
    Array,
    OperandSpec,
    Shape,
    TypeRule,
    by_primary,
    ranks,
    same_or,
    tensor,
)
from conformance.operations.definition.presets import IMAGE_INPUT
from conformance.operations.definition.properties import (
    LINEAR_SUM,
    Cost,
    Properties,
    Trait,
    properties,
)
from conformance.operations.families.window import (
    axes_of,
    filter_shape,
    image_shape,
    image_size,
)
from conformance.operations.kernels.elementwise import from_inputs
from conformance.operations.kernels.matmul import EXACT_IN_FLOAT32, FloatFinish, QuantFinish
from conformance.operations.kernels.numerics import without_fp_warnings

_T: Final = OperandType

FILTER_TYPES: Final[TypeRule] = by_primary(
    {
        _T.TENSOR_FLOAT32: _T.TENSOR_FLOAT32,
        _T.TENSOR_FLOAT16: _T.TENSOR_FLOAT16,
        _T.TENSOR_QUANT8_ASYMM: (
            _T.TENSOR_QUANT8_ASYMM,
            (_T.TENSOR_QUANT8_SYMM_PER_CHANNEL, Version.V1_2),
        ),
        _T.TENSOR_QUANT8_ASYMM_SIGNED: (
            _T.TENSOR_QUANT8_ASYMM_SIGNED,
            (_T.TENSOR_QUANT8_SYMM_PER_CHANNEL, Version.V1_3),
        ),
    }
)
"""A filter has the input's type; a quantized filter may have one scale per output channel."""

BIAS: Final = tensor("bias", same_or(_T.TENSOR_INT32), ranks=ranks(1), doc="[units]")


def convolution_operands(filter_doc: str) -> tuple[OperandSpec, ...]:
    """Return the tensors of a convolution: images, filter and bias."""
    filter_ = tensor("filter", FILTER_TYPES, ranks=ranks(4), doc=filter_doc)
    return IMAGE_INPUT, filter_, BIAS


_SCALE_TOLERANCE: Final = 1e-6


def _is_per_channel(view: OperandView) -> bool:
    return view.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL


def bias_quantization(filter_name: str = "filter") -> Condition:
    """Require zero point 0 and scale input.scale * filter.scale (0 for per-channel filters)."""

    def check(call: Call) -> str | None:
        if not is_quantized(call.primary):
            return None
        bias, filter_ = call.view("bias"), call.view(filter_name)
        if bias.zero_point != 0:
            return f"bias has zero point {bias.zero_point}, but must have 0"
        if _is_per_channel(filter_):
            if bias.scale == 0:
                return None
            return f"bias has scale {bias.scale!r}, but must have 0 if the filter is per-channel"
        expected = call.primary.scale * filter_.scale
        if abs(bias.scale - expected) <= _SCALE_TOLERANCE * min(bias.scale, expected):
            return None
        return (
            f"bias has scale {bias.scale!r}, but must have {expected!r} (input scale * "
            f"{filter_name} scale)"
        )

    return Condition(
        "bias_quantization",
        check,
        f"a quantized bias has zero point 0 and scale input scale * {filter_name} scale; if the "
        f"{filter_name} is per-channel, scale 0",
    )


def channel_dimension(expected: int) -> Condition:
    """Require that per-channel scales belong to the output channels, one for each."""

    def check(call: Call) -> str | None:
        filter_ = call.view("filter")
        if not _is_per_channel(filter_):
            return None
        params = filter_.extra_params
        if not isinstance(params, SymmPerChannelQuantParams):
            return "filter is per-channel quantized, but has no per-channel parameters"
        if params.channel_dim != expected:
            return f"filter has channelDim {params.channel_dim}, but must have {expected}"
        units = size(call, "filter", expected)
        if len(params.scales) != units:
            return (
                f"filter has {len(params.scales)} scales, but needs one for each of {units} "
                "output channels"
            )
        return None

    return Condition(
        "channel_dimension",
        check,
        f"a per-channel filter has channelDim {expected} and one scale for each output channel",
    )


def output_scale(filter_name: str = "filter") -> Condition:
    """Require, before 1.2, that the output scale exceeds the product of the other two."""

    def check(call: Call) -> str | None:
        filter_ = call.view(filter_name)
        if call.primary.type != _T.TENSOR_QUANT8_ASYMM or _is_per_channel(filter_):
            return None
        product, scale = call.primary.scale * filter_.scale, call.output().scale
        if scale > product:
            return None
        return f"output has scale {scale!r}, but it must exceed {product!r} (input * filter)"

    return Condition(
        "output_scale_exceeds_product",
        check,
        f"before HAL 1.2, the output's scale exceeds input scale * {filter_name} scale",
        until=Version.V1_2,
    )


def convolution_properties(constructor: str, **more: Any) -> Properties:
    """Return the properties of a convolution."""
    return properties(LINEAR_SUM, constructor, Cost.VERY_HIGH, Trait.CONVOLUTION, **more)


def convolution_shapes(axis: int) -> Callable[[Call], tuple[Shape, ...]]:
    """Return the output shape of a convolution: one channel for each size of the filter's axis."""

    def shapes(call: Call) -> tuple[Shape, ...]:
        height, width = axes_of(call, filter_shape)
        batch, units = image_size(call, "batch"), size(call, "filter", axis)
        return (image_shape(call, batch, height.outputs, width.outputs, units),)

    return shapes


def unit_conditions(axis: int) -> tuple[Condition, ...]:
    """Return the conditions on the bias and on per-channel scales: one for each output channel.

    ``axis`` is the dimension of the filter whose size is the number of output channels.
    """
    return (
        equal_sizes("bias_length", ("bias", 0), ("filter", axis)),
        channel_dimension(axis),
        bias_quantization(),
    )


def not_empty(name: str) -> Condition:
    """Require that no size of the operand is 0."""

    def check(call: Call) -> str | None:
        dims = call.view(name).dims or ()
        return f"{name} has shape {dims}, but no size may be 0" if 0 in dims else None

    return Condition(f"{name}_sizes", check, f"no size of {name} is 0")


def equal_sizes(name: str, first: tuple[str, int], second: tuple[str, int]) -> Condition:
    """Require that two dimensions, each given as (operand, axis), have the same size."""

    def check(call: Call) -> str | None:
        units = size(call, *first)
        problem = _inequality(call, units, second)
        return problem and f"{first[0]} has size {units} in dimension {first[1]}, {problem}"

    return Condition(name, check, f"{first[0]}[{first[1]}] equals {second[0]}[{second[1]}]")


def input_channels(name: str, other: tuple[str, int]) -> Condition:
    """Require that the number of input channels equals a dimension of another operand."""

    def check(call: Call) -> str | None:
        channels = image_size(call, "channels")
        problem = _inequality(call, channels, other)
        return problem and f"input has {channels} channels, {problem}"

    return Condition(name, check, f"{other[0]}[{other[1]}] equals the input's channels")


def _inequality(call: Call, found: int, other: tuple[str, int]) -> str | None:
    """Return the second part of a sentence if the size of dimension ``other`` is not ``found``."""
    expected = size(call, *other)
    if found == expected:
        return None
    return f"but {other[0]} has {expected} in dimension {other[1]}: they must be equal"


def _totals(matrix: Array, zero_point: int) -> tuple[Array, Array]:
    """Return the exact sum and the exact sum of magnitudes of each output channel's weights."""
    total = np.empty(matrix.shape[0], np.int64)
    magnitude = np.empty(matrix.shape[0], np.int64)
    step = max(1, (1 << 18) // max(1, matrix.shape[1]))
    for start in range(0, matrix.shape[0], step):
        centred = matrix[start : start + step].astype(np.int32) - zero_point
        total[start : start + step] = centred.sum(axis=1, dtype=np.int64)
        magnitude[start : start + step] = np.abs(centred, out=centred).sum(axis=1, dtype=np.int64)
    return total, magnitude


class LinearLayer:
    """Number format, padding value and final conversion for sums of products plus bias.

    ``matrix`` has one row of stored weights for each output channel ("unit"). Codes are multiplied
    without subtracting the input's zero point: that would add the same amount to every sum of a
    unit, so the amount is folded into the bias instead. ``fill`` is the stored value that
    represents 0, used as padding. The folding is wrong if some sums do not cover all weights
    (transposed convolution); with ``centred`` the sums are double-precision sums of codes minus
    zero point instead. Sums use float32 if they are exact in it, otherwise double precision.
    """

    __slots__ = (
        "_activation",
        "_bias",
        "_largest",
        "_ratios",
        "_view",
        "dtype",
        "fill",
        "weight_zero_point",
    )

    def __init__(
        self,
        call: Call,
        matrix: Array,
        bias: Array,
        filter_name: str = "filter",
        *,
        centred: bool = False,
    ) -> None:
        source, filter_, self._view = call.primary, call.view(filter_name), call.output()
        self._activation: int = call.scalar("activation")
        self._bias = bias
        self._largest: Array = np.zeros(len(bias))
        self._ratios: list[Fraction] = []
        self.dtype: np.dtype[Any] = np.dtype(np.float64)
        self.fill = self.weight_zero_point = 0
        if not is_quantized(source):
            return
        assert source.info is not None
        low, high = source.info.code_range
        self.fill = source.zero_point
        self.weight_zero_point = 0 if _is_per_channel(filter_) else filter_.zero_point
        total, magnitude = _totals(matrix, self.weight_zero_point)
        if not centred and int(magnitude.max(initial=0)) * max(-low, high) < EXACT_IN_FLOAT32:
            self.dtype = np.dtype(np.float32)
        self._bias = bias.astype(np.int64) - (0 if centred else source.zero_point * total)
        reach = max(high - source.zero_point, source.zero_point - low)
        self._largest = magnitude * reach + np.abs(bias.astype(np.int64))
        step = Fraction(source.scale) / Fraction(self._view.scale)
        params = filter_.extra_params
        if isinstance(params, SymmPerChannelQuantParams):
            self._ratios = [step * Fraction(scale) for scale in params.scales]
        else:
            self._ratios = [step * Fraction(filter_.scale)] * len(matrix)

    def finish(self, units: slice) -> FloatFinish | QuantFinish:
        """Return the conversion from sums of these units to output values."""
        if not is_quantized(self._view):
            return FloatFinish(self._bias[units], self._activation)
        return QuantFinish(
            self._bias[units].tolist(),
            self._ratios[units],
            int(self._largest[units].max(initial=0)),
            self._view,
            self._activation,
        )


Prepared = TypeVar("Prepared")


def layer_kernel(
    call: Call,
    prepare: Callable[[Array, Array], Prepared],
    run: Callable[[Prepared, Array], Array],
    filter_name: str = "filter",
) -> Kernel:
    """Return a kernel that runs a layer prepared from filter and bias.

    Constants are prepared only once. ``run`` takes the prepared layer and the input.
    """
    call.scalar("activation")  # raises Unknown here if it is unknown; a kernel cannot defer
    filter_, bias = call.constant(filter_name), call.constant("bias")
    ready = None if filter_ is None or bias is None else prepare(filter_, bias)
    run = without_fp_warnings(run)

    def computed(source: Array, filter_: Array, bias: Array, *_scalars: Array) -> Array:
        return run(prepare(filter_, bias) if ready is None else ready, source)

    return from_inputs(computed)
