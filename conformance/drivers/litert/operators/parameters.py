"""Parameters that many operators share."""

from __future__ import annotations

from typing import Final

from conformance.drivers.litert.site import DeclinedError, Site

_ACTIVATIONS: Final = {0: 0, 1: 1, 2: 2, 3: 3}
"""``FusedActivationFunc`` codes to ``ActivationFunctionType``."""

_CELL_ACTIVATIONS: Final = {**_ACTIVATIONS, 4: 4}
"""The recurrent operations' own codes; TANH is their 4 and the schema's."""


def fused_activation(site: Site) -> int:
    """The schema's code of the operand ``activation``."""
    return _ACTIVATIONS[site.scalar("activation")]


def cell_activation(site: Site) -> int:
    """The schema's code of a recurrent operation's activation.

    One that comes with the request may be a sigmoid, and is declined before it comes.
    """
    if site.view("activation").value is None:
        raise DeclinedError("ActivationFunctionType has no sigmoid (the activation is an input)")
    code = site.scalar("activation")
    if code not in _CELL_ACTIVATIONS:
        raise DeclinedError(f"ActivationFunctionType has no sigmoid (activation {code})")
    return _CELL_ACTIVATIONS[code]


def axis_last(site: Site, name: str = "axis") -> tuple[int, ...] | None:
    """The order that swaps the dimension ``name`` with the last one; ``None`` if it is the last.

    Swapping twice is the identity.
    """
    rank = site.call.rank("input")
    axis = site.scalar(name) % rank
    if axis == rank - 1:
        return None
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return tuple(order)
