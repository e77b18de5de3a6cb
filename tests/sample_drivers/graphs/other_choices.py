"""Drivers that resolve what the contract leaves unspecified differently from the reference.

None of their results may be reported as failures, in specs or in random graphs.
``rounding_variants.py`` covers rounding.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest import mock

import numpy as np

from conformance.hal import Model, OperationType
from conformance.operations import Call, Kernel, Unknown, heatmap_max_keypoint
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule, Precision
from conformance.operations.families import boxes
from conformance.reference.device import ReferenceDevice

_O = OperationType
Inputs = Sequence[Array | None]


_REPLACEMENT: Final = threading.RLock()


@contextmanager
def replaced(*attributes: tuple[Any, str, Any]) -> Iterator[None]:
    """Replace attributes, given as owner, name and value, of the kernels for one computation.

    Only one thread at a time can do so. Otherwise a thread could restore the replacement of
    another one, which would remain for all drivers of the process.
    """
    with _REPLACEMENT, ExitStack() as stack:
        for owner, name, value in attributes:
            stack.enter_context(mock.patch.object(owner, name, value))
        yield


class Choosing(ReferenceDevice):
    """Replaces the results of some operations; the base class of these drivers."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.relaxed = False

    def compile(self, model: Model) -> Any:
        self.relaxed = model.relax_computation_float32_to_float16
        return super().compile(model)

    def build_prepared_model(self, model: Model) -> Any:
        self.relaxed = model.relax_computation_float32_to_float16
        return super().build_prepared_model(model)

    def compile_call(self, call: Call) -> Kernel:
        kernel, chosen = super().compile_call(call), self.chosen

        def run(inputs: Inputs) -> Sequence[Array]:
            with np.errstate(all="ignore"):
                return chosen(call, kernel, inputs)

        return run

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        """Return the outputs of a call."""
        return kernel(inputs)


def infinite(array: Array | None) -> Array | None:
    """Return float32 numbers rounded to float16; beyond its range they are infinite."""
    if array is None or array.dtype != np.float32 or not array.ndim:
        return array
    with np.errstate(over="ignore"):
        return array.astype(np.float16).astype(np.float32)


def cut_off(array: Array | None) -> Array | None:
    """Return the same numbers saturated at float16's maximum (IEEE 754 rounding toward zero)."""
    half = infinite(array)
    if half is None or half is array or array is None:
        return half
    beyond = np.isinf(half) & np.isfinite(array)
    return np.where(beyond, np.copysign(np.float32(65504), array), half).astype(np.float32)


class Infinite(Choosing):
    """Computes relaxed models in float16; values beyond its range become infinite."""

    half: Callable[[Array | None], Array | None] = staticmethod(infinite)

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if not self.relaxed:
            return kernel(inputs)
        half = self.half
        return [half(np.asarray(a)) for a in kernel([half(a) for a in inputs])]  # type: ignore[misc]


class CutOff(Infinite):
    """Computes relaxed models in float16; values beyond its range saturate."""

    half = staticmethod(cut_off)


class SquaresInHalf(Infinite):
    """Computes relaxed models in float16, including the squares in L2_NORMALIZATION."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source = inputs[0]
        if not self.relaxed or call.definition.type != _O.L2_NORMALIZATION or source is None:
            return super().chosen(call, kernel, inputs)
        if source.dtype != np.float32:
            return kernel(inputs)
        x = source.astype(np.float16)
        total = np.sqrt((x * x).sum(axis=call.scalar("axis"), keepdims=True, dtype=np.float16))
        return [np.where(total == 0, np.float16(0), x / total).astype(np.float32)]


class LastOfEqual(Choosing):
    """Selects the last of equal elements in ARGMAX and ARGMIN."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type not in (_O.ARGMAX, _O.ARGMIN):
            return kernel(inputs)
        source, axis = inputs[0], call.scalar("axis")
        assert source is not None
        (places,) = kernel([np.flip(source, axis), *inputs[1:]])
        return [(source.shape[axis] - 1 - places).astype(places.dtype)]


def flushed(array: Array | None) -> Array | None:
    """Return the array with 0 in place of subnormal numbers."""
    if array is None or array.dtype.kind != "f":
        return array
    tiny = np.abs(array) < np.finfo(array.dtype).smallest_normal
    return np.where(tiny, array.dtype.type(0), array).astype(array.dtype)


class FlushesToZero(Choosing):
    """Reads and writes subnormal numbers as 0, except where bytes are copied or hashed."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        copies = call.definition.properties.intervals.precision is not Precision.ROUNDED
        if copies or call.definition.type == _O.LSH_PROJECTION:
            return kernel(inputs)
        results = kernel([flushed(array) for array in inputs])
        return [flushed(np.asarray(array)) for array in results]  # type: ignore[misc]


class NumberBesideNaN(Choosing):
    """Returns the number when a maximum, minimum or limit compares a number with NaN."""

    LIMITS: Mapping[OperationType, tuple[float, float]] = {
        _O.RELU: (0, np.inf),
        _O.RELU1: (-1, 1),
        _O.RELU6: (0, 6),
    }

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, (first, *rest) = call.definition.type, inputs
        assert first is None or isinstance(first, np.ndarray)
        if first is None or first.dtype.kind != "f":
            return kernel(inputs)
        if code in (_O.MAXIMUM, _O.MINIMUM):
            return [(np.fmax if code == _O.MAXIMUM else np.fmin)(first, rest[0])]
        if code in self.LIMITS:
            low, high = (first.dtype.type(end) for end in self.LIMITS[code])
            return [np.fmin(np.fmax(first, low), high)]
        if code in (_O.MAX_POOL_2D, _O.REDUCE_MAX, _O.REDUCE_MIN):
            fill_value = np.inf if code == _O.REDUCE_MIN else -np.inf
            return kernel([np.where(np.isnan(first), first.dtype.type(fill_value), first), *rest])
        return kernel(inputs)


class OtherCodes(Choosing):
    """Converts NaN, and numbers beyond the range of int32, to the smallest code."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        (result, *_), source = kernel(inputs), inputs[0]
        codes = call.definition.type in (_O.CAST, _O.QUANTIZE) and result.dtype.kind in "iu"
        if not codes or source is None or source.dtype.kind != "f":
            return kernel(inputs)
        none = np.isnan(source)
        if result.dtype == np.int32:
            none |= ~(np.abs(source) < 2.0**31)
        return [np.where(none, np.iinfo(result.dtype).min, result).astype(result.dtype)]


class BoxesReversed(Choosing):
    """Returns the boxes of an image in reverse order."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        outputs = kernel(inputs)
        if call.definition.type not in (_O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS):
            return outputs
        batch = outputs[-1]
        order = np.lexsort((-np.arange(len(batch)), batch))
        return [np.asarray(output)[order] for output in outputs]


def _later_first(scores: Array, most: int | None = None) -> Array:
    """Return indexes by descending score; the later of equal scores comes first."""
    count = scores.shape[-1]
    order = np.argsort(-np.flip(scores, -1), axis=-1, kind="stable")
    return np.asarray((count - 1 - order)[..., :most])


class LaterBoxes(Choosing):
    """Ranks the later of boxes with equal scores first."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        rule = call.definition.properties.intervals.rule
        if rule is not IntervalRule.SELECTED_ROWS:
            return kernel(inputs)
        select = boxes.soft_nms

        def soft(all_: Any, scores: Any, candidates: Array, *more: Any) -> Any:
            return select(all_, scores, candidates[::-1], *more)

        with replaced((boxes, "best_first", _later_first), (boxes, "soft_nms", soft)):
            return call.definition.compile(call)(inputs)


class _Last(np.ndarray):
    """An array whose ``argmax`` is the last of equal elements."""

    def argmax(self, axis: Any = None, **_: Any) -> Any:
        plain = np.asarray(self)
        return plain.shape[axis] - 1 - np.flip(plain, axis).argmax(axis)


class LastPeaks(Choosing):
    """Selects the last of equal heatmap cells as the peak."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type != _O.HEATMAP_MAX_KEYPOINT:
            return kernel(inputs)

        class Numpy:
            def __getattr__(self, name: str) -> Any:
                return getattr(np, name)

            def ascontiguousarray(self, array: Array) -> Array:
                return np.ascontiguousarray(array).view(_Last)

        with replaced((heatmap_max_keypoint, "np", Numpy())):
            outputs = call.definition.compile(call)(inputs)
        return [np.asarray(output) for output in outputs]


class RoundedScale(Choosing):
    """Resizes to the nearest neighbor with a float32 scale; ``shift`` moves every position.

    The scale of 57 pixels from 36 is rounded down, so that pixel 47 (position 30) takes pixel 29.
    """

    shift = 0.0

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type != _O.RESIZE_NEAREST_NEIGHBOR:
            return kernel(inputs)
        (image,) = (array for array in inputs[:1] if array is not None)
        new = call.definition.known_shapes(call)[0]
        try:
            axes = (2, 3) if call.scalar("layout") else (1, 2)
            for axis in axes:
                image = image.take(self._sources(call, image.shape[axis], new[axis]), axis)
        except Unknown:  # a parameter that only the request states
            return kernel(inputs)
        return [image]

    def _sources(self, call: Call, old: int, new: Any) -> Array:
        index = np.arange(new, dtype=np.float32)
        if call.scalar("align_corners") and new > 1:
            scale = np.float32(old - 1) / np.float32(new - 1)
            position = np.floor(index * scale + np.float32(0.5 + self.shift))
        else:
            half = np.float32(0.5 if call.scalar("half_pixel_centers") else 0.0)
            scale = np.float32(old) / np.float32(new)
            position = np.floor((index + half) * scale + np.float32(self.shift))
        return np.clip(position.astype(np.int64), 0, old - 1)


CONFORMING_DEVICES: tuple[type[Choosing], ...] = (
    *(Infinite, CutOff, SquaresInHalf, LastOfEqual, FlushesToZero, NumberBesideNaN, OtherCodes),
    *(BoxesReversed, LaterBoxes, LastPeaks, RoundedScale),
)
