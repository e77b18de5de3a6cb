"""What the operations on two broadcast tensors share: the condition, the shape, the kernel's frame.

Two sizes fit when they are equal or one of them is 1, counted from the last dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.operations.call import Call, PartialShape, Unknown
from conformance.operations.definition import Array, Condition, Kernel, Shape
from conformance.operations.numerics import broadcast_shape


def _misfit(first: PartialShape, second: PartialShape) -> tuple[int, int] | None:
    """Two sizes that do not fit; ``Unknown`` if only sizes that are open could still not fit."""
    if first == second and None not in first:
        return None
    settled = True
    for one, other in zip(reversed(first), reversed(second), strict=False):
        if one is None or other is None:
            # A size that is not known yet fits in any case only where the other one is 1.
            settled = settled and 1 in (one, other)
        elif one != other and 1 not in (one, other):
            return one, other
    if not settled:
        raise Unknown
    return None


def compatible_shapes(first: str, second: str) -> Condition:
    """The shapes of two inputs must broadcast."""

    def check(call: Call) -> str | None:
        left, right = call.view(first).dims, call.view(second).dims
        if left is None or right is None:
            raise Unknown
        sizes = _misfit(left, right)
        if sizes is None:
            return None
        return f"{first} has shape {left}, {second} {right}: {sizes[0]} and {sizes[1]} do not fit"

    return Condition(
        "compatible_shapes", check, f"{second}: dimensions compatible with {first}: equal or 1"
    )


def broadcast_of(first: str, second: str) -> Callable[[Call], Sequence[Shape]]:
    """The output shape: the larger size in each dimension."""

    def shapes(call: Call) -> Sequence[Shape]:
        shape = broadcast_shape(call.shape(first), call.shape(second))
        assert shape is not None, "compatible_shapes holds"
        return (shape,)

    return shapes


def binary(function: Callable[[Array, Array], Array]) -> Kernel:
    """A kernel of the first two inputs."""

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        first, second = inputs[0], inputs[1]
        assert first is not None
        assert second is not None
        return (function(first, second),)

    return kernel
