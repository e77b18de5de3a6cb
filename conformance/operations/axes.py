"""Dimensions given as a tensor of axes: what MEAN and the REDUCE operations share."""

from __future__ import annotations

from typing import Final

from conformance.operations.call import Call
from conformance.operations.definition import Condition, Shape
from conformance.operations.numerics import normalize_axis

Axes = tuple[int, ...]


def _in_range(call: Call) -> str | None:
    axes, rank = call.value("axes"), call.rank("input")
    for axis in axes.ravel().tolist():
        if normalize_axis(axis, rank) is None:
            return f"axes contain {axis}, outside [-{rank}, {rank})"
    return None


AXES_IN_RANGE: Final = Condition(
    "axes_in_range", _in_range, "axes: each in the range [-rank(input), rank(input))"
)
"""Each axis lies in [-rank, rank)."""


def reduced_axes(call: Call) -> Axes:
    """The reduced dimensions, each once; none at all for an empty tensor of axes."""
    rank = call.rank("input")
    return tuple({axis % rank: None for axis in call.value("axes").ravel().tolist()})


def reduced_shape(shape: Shape, axes: Axes, keep: bool) -> Shape:
    """The shape without the reduced dimensions, or with size 1 in their place; [1] for all."""
    if keep:
        return tuple(1 if i in axes else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(shape) if i not in axes) or (1,)
