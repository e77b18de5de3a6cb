"""Sizes of named dimensions: reading one size, and requiring that sizes of equal names agree."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.operations.definition.definition import Call, Condition, Unknown
from conformance.operations.definition.operands import Presence

SizeNames = Mapping[str, tuple[str, ...]]
"""Operand name to the names of its dimensions; dimensions of equal names have equal sizes."""


def size(call: Call, name: str, axis: int) -> int:
    """Return one size of an input; raises ``Unknown`` only if this size itself is not known."""
    dims = call.view(name).dims
    known = None if dims is None or axis >= len(dims) else dims[axis]
    if known is None:
        raise Unknown
    return known


def normalize_axis(axis: int, rank: int) -> int | None:
    """Return ``axis`` as a non-negative index, or ``None`` if it is outside [-rank, rank)."""
    if not -rank <= axis < rank:
        return None
    return axis + rank if axis < 0 else axis


def axis_size(call: Call, axis: str, of: str) -> int | None:
    """Return the size of the dimension that a scalar axis selects; ``None`` if out of range."""
    position = normalize_axis(call.scalar(axis), call.rank(of))
    return None if position is None else size(call, of, position)


def sizes_agree(names: SizeNames, source: str) -> Condition:
    """Require equal sizes of dimensions with equal names, in all operands that have a value.

    A mismatch between known sizes is reported even while other operands are unknown.
    """

    def check(call: Call) -> str | None:
        first_seen: dict[str, tuple[int, str]] = {}
        complete = True
        for operand, dimensions in names.items():
            index = call.position(operand)
            if index is None or call.inputs[index].omitted:
                continue
            view = call.inputs[index]
            optional = call.spec(index).presence is not Presence.REQUIRED
            if view.dims is None or (optional and view.omitted is None):
                complete = False
                continue
            for dimension, known in zip(dimensions, view.dims, strict=False):
                if known is None:
                    complete = False
                    continue
                expected, origin = first_seen.setdefault(dimension, (known, operand))
                if known != expected:
                    return (
                        f"{operand} has {dimension} {known}, but {origin} has {expected}: "
                        "they must be equal"
                    )
        if not complete:
            raise Unknown
        return None

    return Condition("sizes_agree", check, source)
