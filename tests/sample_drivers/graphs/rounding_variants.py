"""A driver that differs from the reference in every way that the contract allows.

It adds float32 sums in another order and rounds the partial sums, moves other float32 results by a
few units in the last place, computes float16 and relaxed results in float16 throughout, and
occasionally moves requantized codes by one. None of this may ever fail a comparison.

``ToleranceLimitDevice`` moves every result by the full tolerance of one operation. No real driver
does so, but this reveals an interval that is too narrow at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from conformance.hal import Model, OperandType, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import (
    DISCONTINUOUS_RULES,
    INDEX_RULES,
    IntervalRule,
    Precision,
)
from conformance.operations.resize_bilinear import image_axes
from conformance.oracle.intervals.interval import rounding_tolerance
from conformance.oracle.intervals.sum_intervals import float32_call
from conformance.reference.device import ReferenceDevice

_UNITS = 2


class ConformingVariantDevice(ReferenceDevice):
    """Rounds differently from the reference; ``seed`` selects the differences."""

    name = "legally different"

    def __init__(self, seed: int = 0, **more: Any) -> None:
        super().__init__(**more)
        self._draws = np.random.default_rng(seed)
        self._relaxed = False

    def compile(self, model: Model) -> Any:
        self._relaxed = model.relax_computation_float32_to_float16
        return super().compile(model)

    def build_prepared_model(self, model: Model) -> Any:
        self._relaxed = model.relax_computation_float32_to_float16
        return super().build_prepared_model(model)

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        behavior = call.definition.properties.intervals
        if behavior.rule in DISCONTINUOUS_RULES:
            return kernel
        if behavior.rule in INDEX_RULES:
            return self._another_tie(call, kernel)
        relaxed = self._relaxed
        sums = behavior.rule is IntervalRule.LINEAR_SUM and not is_quantized(call.output())
        if sums and call.output().type != OperandType.TENSOR_INT32:
            kernel = self._split_sum(call)
        elif behavior.rule is IntervalRule.INTERPOLATION and not is_quantized(call.output()):
            kernel = self._resized(call)
        elif behavior.precision is not Precision.ROUNDED:
            return kernel

        def run(inputs: Sequence[Array | None]) -> list[Array]:
            given = [_split_in_halves(a) if relaxed else a for a in inputs]
            with np.errstate(all="ignore"):
                results = kernel(given)
                return [
                    self._rounded(a, view, relaxed)
                    for a, view in zip(results, call.outputs, strict=True)
                ]

        return run

    def _another_tie(self, call: Call, kernel: Kernel) -> Kernel:
        """Return a kernel that, at random, selects the last instead of the first of ties."""
        topk = call.definition.type == OperationType.TOPK_V2
        axis = -1 if topk else call.scalar("axis")

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            source = inputs[0]
            assert source is not None
            if self._draws.random() < 0.5:
                return kernel(inputs)
            *values, places = kernel([np.flip(source, axis), *inputs[1:]])
            return [*values, (source.shape[axis] - 1 - places).astype(places.dtype)]

        return run

    def _split_sum(self, call: Call) -> Kernel:
        """Return a kernel that adds two rounded partial sums and then applies the activation."""
        return added_in_parts(
            call, lambda weights: (self._draws.random(weights.shape) >= 0.5, range(2))
        )

    def _resized(self, call: Call) -> Kernel:
        return _resized_in_float32(call)

    def _rounded(self, array: Array, view: Any, relaxed: bool) -> Array:
        draws = self._draws
        if is_quantized(view):
            step = draws.integers(-1, 2, array.shape) * (draws.random(array.shape) < 0.2)
            info = np.iinfo(array.dtype)
            return np.clip(array.astype(np.int64) + step, info.min, info.max).astype(array.dtype)
        if array.dtype == np.float32:
            if relaxed:
                return _split_in_halves(array)
            steps = draws.integers(-_UNITS, _UNITS + 1, array.shape)
            return (array * (1 + steps * 2.0**-23)).astype(np.float32)
        if array.dtype == np.float16:
            steps = draws.integers(-1, 2, array.shape)
            moved = (array.astype(np.float64) * (1 + steps * 2.0**-11)).astype(np.float16)
            # Keep finite results finite: rounding does not overflow here.
            return np.where(np.isinf(moved), array, moved)
        return array


def _resized_in_float32(call: Call) -> Kernel:
    """Return RESIZE_BILINEAR with float32 positions and weights, one axis after the other."""
    axes, new = image_axes(call), call.definition.known_shapes(call)[0]
    centres, corners = call.scalar("half_pixel_centers"), call.scalar("align_corners")
    dtype = call.output().info.dtype  # type: ignore[union-attr]

    def run(inputs: Sequence[Array | None]) -> list[Array]:
        image = np.asarray(inputs[0], np.float32)
        for axis in axes:
            size, wanted = image.shape[axis], int(new[axis] or 0)
            aligned_corners = corners and wanted > 1
            scale = np.float32(size - aligned_corners) / np.float32(wanted - aligned_corners)
            places = np.arange(wanted, dtype=np.float32)
            if centres:
                places = np.maximum((places + np.float32(0.5)) * scale - np.float32(0.5), 0)
            else:
                places = places * scale
            first = np.minimum(np.floor(places).astype(np.intp), size - 1)
            second = np.minimum(first + 1, size - 1)
            share = np.minimum(places - first.astype(np.float32), np.float32(1))
            share = share.reshape([-1 if n == axis else 1 for n in range(image.ndim)])
            image = image.take(first, axis) * (1 - share) + image.take(second, axis) * share
        return [image.astype(dtype)]

    return run


class ToleranceLimitDevice(ConformingVariantDevice):
    """Moves every result of a rounding operation by the public tolerance."""

    name = "boldly different"

    def _split_sum(self, call: Call) -> Kernel:
        return ReferenceDevice.compile_call(self, call)

    _resized = _split_sum

    def _rounded(self, array: Array, view: Any, relaxed: bool) -> Array:
        tolerance = rounding_tolerance(view.type, relaxed=relaxed)
        signs = self._draws.integers(-1, 2, array.shape)
        if array.dtype.kind in "iu":
            info = np.iinfo(array.dtype)
            moved = array.astype(np.int64) + signs * int(tolerance.atol)
            return np.clip(moved, info.min, info.max).astype(array.dtype)
        if array.dtype.kind != "f":
            return array
        wide = array.astype(np.float64)
        # Expected values of specs are float32 and may be the next number to the reference's.
        limit = (
            tolerance.atol + tolerance.rtol * np.abs(wide) - np.spacing(np.float32(np.abs(wide)))
        )
        most = np.where(np.isfinite(wide), limit, 0.0)
        moved = (wide + signs * most).astype(array.dtype)
        over = np.abs(moved.astype(np.float64) - wide) > most
        return np.where(over, np.nextafter(moved, array), moved)


BOUNDS = {0: (-np.inf, np.inf), 1: (0.0, np.inf), 2: (-1.0, 1.0), 3: (0.0, 6.0)}
"""The limits of each fused activation."""


def added_in_parts(
    call: Call,
    parts_of: Callable[[Array], tuple[Array, Iterable[int]]],
    float_type: type[np.floating[Any]] = np.float32,
) -> Kernel:
    """Return a kernel that adds partial sums in ``float_type`` and then applies the activation.

    ``parts_of`` returns the number of the part of each weight and the order of the parts; part 0
    has the bias.
    """
    twin, positions = float32_call(call)
    kernel, activation = twin.definition.compile(twin), call.position("activation")

    def run(inputs: Sequence[Array | None]) -> list[Array]:
        wide = list(inputs)
        for position in positions:
            wide[position] = np.asarray(inputs[position], np.float32)
        weights = wide[positions[1]]
        assert weights is not None
        parts, order = parts_of(weights)
        total: Any = None
        with np.errstate(all="ignore"):
            for number in order:
                arrays = list(wide)
                arrays[positions[1]] = np.where(parts == number, weights, np.float32(0))
                if number and len(positions) > 2:
                    arrays[positions[2]] = np.zeros_like(wide[positions[2]])
                part = np.asarray(kernel(arrays)[0]).astype(float_type)
                total = part if total is None else total + part
            if activation is not None:
                low, high = BOUNDS[int(np.asarray(inputs[activation]).item())]
                total = np.clip(total, float_type(low), float_type(high))
            return [total.astype(call.output().dtype)]

    return run


def _split_in_halves(array: Any) -> Any:
    if array is None or array.dtype != np.float32:
        return array
    with np.errstate(over="ignore"):
        return array.astype(np.float16).astype(np.float32)
