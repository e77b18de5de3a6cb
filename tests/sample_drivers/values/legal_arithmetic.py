"""Drivers with the arithmetic of real accelerators, as far as the contract permits it.

``legal_drivers.py`` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, Unknown
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule
from conformance.operations.families import boxes
from conformance.operations.families.axes import reduced_axes
from conformance.operations.resize_bilinear import image_axes
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, CutOff, Infinite, Inputs, replaced
from tests.sample_drivers.graphs.rounding_variants import (
    ConformingVariantDevice,
    ToleranceLimitDevice,
    added_in_parts,
)

_O: Final = OperationType


def adds_zeros(call: Call) -> bool:
    """Return whether a call adds constant zeros to floats: the sum is exact in any arithmetic."""
    return call.definition.type == _O.ADD and any(
        view.value is not None and view.value.dtype.kind == "f" and not view.value.any()
        for view in call.inputs[:2]
    )


# ------------------------------------------------------------------------------ sizes and pixels


class ScalesSizes(Choosing):
    """Computes the sizes of RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR without rounding."""

    def scaled(self, pixels: int, factor: Array) -> int:
        """Return the size of an image of ``pixels`` after scaling."""
        return int(np.floor(np.float64(pixels) * np.float64(factor)))

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        (result, *more), source = kernel(inputs), inputs[0]
        resizes = call.definition.type in (_O.RESIZE_BILINEAR, _O.RESIZE_NEAREST_NEIGHBOR)
        if not resizes or call.form.name != "by_scale" or source is None:
            return [result, *more]
        for axis, factor in zip(image_axes(call), (inputs[2], inputs[1]), strict=True):
            assert factor is not None
            size = self.scaled(source.shape[axis], factor)
            result = result.take(np.minimum(np.arange(size), result.shape[axis] - 1), axis)
        return [result, *more]


class ScalesSizesInHalf(ScalesSizes):
    """Computes the sizes of resized images in the type of the factor."""

    def scaled(self, pixels: int, factor: Array) -> int:
        return int(np.floor(factor.dtype.type(pixels) * factor))


class PixelsBeforeEdges(Choosing):
    """Copies the pixel before an edge between two pixels in RESIZE_NEAREST_NEIGHBOR."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        alternatives = call.definition.alternatives
        try:
            kernels = [] if alternatives is None else list(alternatives(call))
        except Unknown:  # a parameter that only the request states
            kernels = []
        return kernels[-1](inputs) if kernels else kernel(inputs)


# ------------------------------------------------------------------------------------- boxes

_SELECT_BOXES: Final = (_O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS, _O.DETECTION_POSTPROCESSING)


class MovesThresholds(Choosing):
    """Compares scores, sizes or overlaps of boxes with thresholds that are minimally higher."""

    thresholds: tuple[str, ...] = ()

    def moved(self, value: Array) -> Array:
        """Return the threshold with which the driver compares instead."""
        return np.asarray(np.nextafter(value, value.dtype.type(np.inf)), value.dtype)

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type not in _SELECT_BOXES:
            return kernel(inputs)
        views, given = list(call.inputs), list(inputs)
        for name in self.thresholds:
            position = call.position(name)
            value = None if position is None else given[position]
            if position is not None and value is not None:
                given[position] = self.moved(value)
                views[position] = views[position].with_value(given[position])
        changed = Call(call.definition, call.form, views, call.outputs, call.version)
        return changed.definition.compile(changed)(given)


class DropsBoxesAtThresholds(MovesThresholds):
    """Drops boxes whose score is exactly at a threshold."""

    thresholds = ("score_threshold", "nms_score_threshold")


class DropsBoxesOfMinimumSize(MovesThresholds):
    """Drops boxes that are exactly as large as the minimum of GENERATE_PROPOSALS."""

    thresholds = ("min_size",)


class KeepsBoxesAtOverlap(MovesThresholds):
    """Keeps boxes whose overlap with a better box is exactly at the threshold."""

    thresholds = ("iou_threshold",)


class OverlapsInFloat32(Choosing):
    """Computes the overlaps of boxes in float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type not in _SELECT_BOXES:
            return kernel(inputs)
        columns_of = boxes.columns_of

        def narrow(given: Array) -> Array:
            return columns_of(given.astype(np.float32)).astype(np.float32)

        overlaps = boxes._overlaps

        def rounded(first: Array, second: Array) -> Array:
            return overlaps(first.astype(np.float32), second.astype(np.float32))

        with replaced((boxes, "columns_of", narrow), (boxes, "_overlaps", rounded)):
            return call.definition.compile(call)(inputs)


# --------------------------------------------------------------------------- float16 arithmetic


def truncated(array: Array | None) -> Array | None:
    """Return float32 numbers with 10 fraction bits, rounded towards zero, and float32's range."""
    if array is None or array.dtype != np.float32 or not array.ndim:
        return array
    bits = np.ascontiguousarray(array).view(np.uint32) & np.uint32(0xFFFFE000)
    return np.where(np.isnan(array), array, bits.view(np.float32)).astype(np.float32)


def narrow_fraction(array: Array | None) -> Array | None:
    """Return float32 numbers rounded to 10 fraction bits, with float32's range."""
    if array is None or array.dtype != np.float32 or not array.ndim:
        return array
    with np.errstate(all="ignore"):
        wide = (array * np.float32(1 + 2.0**13)).astype(np.float32)
        nearest = (wide - (wide - array)).astype(np.float32)
    return np.where(np.isfinite(nearest), nearest, array).astype(np.float32)


class TruncatesRelaxed(Infinite):
    """Computes relaxed models with 10 fraction bits, rounded towards zero."""

    half = staticmethod(truncated)


class NarrowFractions(Infinite):
    """Computes relaxed models with the precision of float16 and the range of float32."""

    half = staticmethod(narrow_fraction)


class RelaxedInputsOnly(Choosing):
    """Reads the inputs of relaxed models as float16; the results are float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        return kernel([CutOff.half(a) for a in inputs] if self.relaxed else inputs)


class RelaxedOutputsOnly(Choosing):
    """Stores the float32 results of relaxed models as float16."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results = [np.asarray(array) for array in kernel(inputs)]
        return [CutOff.half(a) for a in results] if self.relaxed else results  # type: ignore[misc]


class BlockedHalfSums(ConformingVariantDevice):
    """Adds in float16: reductions of float16, and in blocks the products of relaxed models."""

    blocks = 4

    def compile_call(self, call: Call) -> Kernel:
        kernel = ReferenceDevice.compile_call(self, call)
        behavior, type_ = call.definition.properties.intervals, call.output().type
        half = type_ == OperandType.TENSOR_FLOAT16
        if not half and not (self._relaxed and type_ == OperandType.TENSOR_FLOAT32):
            return kernel
        if behavior.rule is IntervalRule.LINEAR_SUM and self._relaxed:
            return added_in_parts(call, self._parts, np.float16)
        if behavior.rule is IntervalRule.SUM:
            return _sum_in_half(call)
        return kernel

    def _parts(self, weights: Array) -> tuple[Array, range]:
        block = np.arange(weights.size).reshape(weights.shape) % self.blocks
        return block, range(self.blocks)


def _sum_in_half(call: Call) -> Kernel:
    """Return REDUCE_SUM with all partial sums in float16."""
    axes, out = tuple(reduced_axes(call)), call.definition.known_shapes(call)[0]
    dtype = call.output().info.dtype  # type: ignore[union-attr]

    def run(inputs: Sequence[Array | None]) -> list[Array]:
        source = inputs[0]
        assert source is not None
        with np.errstate(all="ignore"):
            total = np.add.reduce(source.astype(np.float16), axis=axes, dtype=np.float16)
        return [np.asarray(total).astype(dtype).reshape(tuple(int(n or 0) for n in out))]

    return run


class AtTolerance(ToleranceLimitDevice):
    """Moves results by the full tolerance of one operation; a number plus zero is the number."""

    def compile_call(self, call: Call) -> Kernel:
        if adds_zeros(call):
            return ReferenceDevice.compile_call(self, call)
        return super().compile_call(call)


# ------------------------------------------------------------------------- integers and NaN


class SaturatesNegation(Choosing):
    """Returns the largest integer as the magnitude and the negative of the smallest one."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results, source = kernel(inputs), inputs[0]
        if call.definition.type not in (_O.ABS, _O.NEG) or source is None:
            return results
        if source.dtype != np.int32:
            return results
        info = np.iinfo(np.int32)
        return [np.where(source == info.min, info.max, results[0]).astype(np.int32)]


class WrapsAccumulators(Choosing):
    """Adds the products of quantized convolutions and matrix products in 32-bit integers."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results = kernel(inputs)
        rule, target = call.definition.properties.intervals.rule, call.output()
        position = call.position("bias")
        if rule is not IntervalRule.LINEAR_SUM or position is None or not is_quantized(target):
            return results
        bias = inputs[position]
        if bias is None or not (np.abs(bias.astype(np.int64)) > 2**30).any():
            return results
        # Products add up to at most a few million here, so only a huge bias leaves the range.
        info = np.iinfo(results[0].dtype)
        nchw = call.position("layout") is not None and bool(call.scalar("layout"))
        huge = np.abs(bias.astype(np.int64)) > 2**31 - 2**24
        shape = [1] * results[0].ndim
        shape[1 if nchw else -1] = bias.size
        opposite = np.where(bias > 0, info.min, info.max).reshape(shape)
        return [np.where(huge.reshape(shape), opposite, results[0]).astype(results[0].dtype)]


class RanksNaNLast(Choosing):
    """Selects no NaN in ARGMAX, ARGMIN and TOPK_V2, unless all elements are NaN."""

    LOWEST: Mapping[OperationType, float] = {
        _O.ARGMAX: -np.inf,
        _O.ARGMIN: np.inf,
        _O.TOPK_V2: -np.inf,
    }

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source, lowest = inputs[0], self.LOWEST.get(call.definition.type)
        if lowest is None or source is None or source.dtype.kind != "f":
            return kernel(inputs)
        if not np.isnan(source).any():
            return kernel(inputs)
        ranked = np.where(np.isnan(source), source.dtype.type(lowest), source)
        (*values, places) = kernel([ranked, *inputs[1:]])
        if values:
            values = [np.take_along_axis(source, places.astype(np.int64), -1)]
        return [*values, places]


class OtherDraws(Choosing):
    """Draws other random numbers in RANDOM_MULTINOMIAL."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        position = call.position("seeds")
        if call.definition.type != _O.RANDOM_MULTINOMIAL or position is None:
            return kernel(inputs)
        given = list(inputs)
        seeds = given[position]
        assert seeds is not None
        given[position] = seeds ^ np.int32(0x5A5A5A5)
        return kernel(given)


ARITHMETIC_DRIVERS: dict[str, Callable[[], ReferenceDevice]] = {
    **{
        kind.__name__: kind
        for kind in (
            *(ScalesSizes, ScalesSizesInHalf, PixelsBeforeEdges, DropsBoxesAtThresholds),
            *(DropsBoxesOfMinimumSize, KeepsBoxesAtOverlap, OverlapsInFloat32),
            *(TruncatesRelaxed, NarrowFractions, RelaxedInputsOnly, RelaxedOutputsOnly),
            *(BlockedHalfSums, SaturatesNegation, WrapsAccumulators, RanksNaNLast, OtherDraws),
        )
    },
    **{f"at tolerance {seed}": lambda seed=seed: AtTolerance(seed) for seed in range(2)},
}
"""The drivers by name; each call creates a new one."""
