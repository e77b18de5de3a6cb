"""Sizes by name: which dimensions of a call's operands must be equal, and reading a single one."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.operations.call import Call, Unknown
from conformance.operations.definition import Condition, Presence
from conformance.operations.numerics import normalize_axis

SizeNames = Mapping[str, tuple[str, ...]]
"""Operand name to the name of each of its dimensions; equal names mean equal sizes."""


def size(call: Call, name: str, axis: int) -> int:
    """One size of an input; raises ``Unknown`` only when that very size is missing."""
    dims = call.view(name).dims
    if dims is None or dims[axis] is None:
        raise Unknown
    return dims[axis]  # type: ignore[return-value]


def axis_size(call: Call, axis: str, of: str) -> int | None:
    """Size of the dimension that a scalar axis names; ``None`` for an axis out of range."""
    position = normalize_axis(call.scalar(axis), call.rank(of))
    return None if position is None else size(call, of, position)


def sizes_agree(names: SizeNames, source: str) -> Condition:
    """Dimensions of the same name must have the same size in all operands that have a value.

    A mismatch among what is known is reported even while other operands are open.
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
                        f"{operand} has {dimension} {known}, {origin} has {expected}: "
                        "they must be equal"
                    )
        if not complete:
            raise Unknown
        return None

    return Condition("sizes_agree", check, source)
