"""Operands that list several axes: their range, and the shape of a reduction."""

from __future__ import annotations

from typing import Final

from conformance.operations.definition.conditions import normalize_axis
from conformance.operations.definition.definition import Call, Condition
from conformance.operations.definition.operands import Shape

Axes = tuple[int, ...]


def _in_range(call: Call) -> str | None:
    if not call.present("axes"):
        return None
    axes, rank = call.value("axes"), call.rank("input")
    for axis in axes.ravel().tolist():
        if normalize_axis(axis, rank) is None:
            return f"axes contains {axis}, but each axis must be in [-{rank}, {rank})"
    return None


AXES_IN_RANGE: Final = Condition(
    "axes_in_range", _in_range, "each axis in axes is in [-rank, rank) of input"
)
"""Requires that each axis is in [-rank, rank), unless the axes are omitted."""


def reduced_axes(call: Call) -> Axes:
    """Return the reduced dimensions as non-negative indexes without duplicates.

    An empty tensor of axes reduces no dimension.
    """
    rank = call.rank("input")
    return tuple({axis % rank: None for axis in call.value("axes").ravel().tolist()})


def reduced_shape(shape: Shape, axes: Axes, keep: bool) -> Shape:
    """Return the shape after the reduction; [1] if no dimension remains.

    With ``keep`` the reduced dimensions remain with size 1, otherwise they are removed.
    """
    if keep:
        return tuple(1 if i in axes else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(shape) if i not in axes) or (1,)
