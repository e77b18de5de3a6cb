"""Operations on two broadcast tensors: the shape condition, the output shape, and the kernel.

Sizes are compared from the last dimension. Two sizes are compatible if they are equal or one is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.operations.definition.definition import (
    Call,
    Condition,
    Kernel,
    PartialShape,
    Unknown,
)
from conformance.operations.definition.operands import Array, Shape
from conformance.operations.kernels.numerics import broadcast_shape


def _incompatible_sizes(first: PartialShape, second: PartialShape) -> tuple[int, int] | None:
    """Return two incompatible sizes, or ``None``; raise ``Unknown`` if that is not known yet."""
    if first == second and None not in first:
        return None
    decided = True
    for left, right in zip(reversed(first), reversed(second), strict=False):
        if left is None or right is None:
            # With an unknown size, the pair is certainly compatible only if one size is 1.
            decided = decided and 1 in (left, right)
        elif left != right and 1 not in (left, right):
            return left, right
    if not decided:
        raise Unknown
    return None


def compatible_shapes(first: str, second: str) -> Condition:
    """Require that the shapes of two inputs broadcast."""

    def check(call: Call) -> str | None:
        left, right = call.view(first).dims, call.view(second).dims
        if left is None or right is None:
            raise Unknown
        sizes = _incompatible_sizes(left, right)
        if sizes is None:
            return None
        return (
            f"{first} has shape {left}, but {second} has {right}: sizes {sizes[0]} and {sizes[1]} "
            "do not broadcast"
        )

    return Condition(
        "compatible_shapes",
        check,
        f"{first} and {second} broadcast: from the last dimension, sizes are equal or one is 1",
    )


def broadcast_of(first: str, second: str) -> Callable[[Call], Sequence[Shape]]:
    """Return a function that computes the broadcast shape of two inputs."""

    def shapes(call: Call) -> Sequence[Shape]:
        shape = broadcast_shape(call.shape(first), call.shape(second))
        assert shape is not None, "guaranteed by the condition compatible_shapes"
        return (shape,)

    return shapes


def binary(function: Callable[[Array, Array], Array]) -> Kernel:
    """Return a kernel that applies a function to the first two inputs."""

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        first, second = inputs[0], inputs[1]
        assert first is not None
        assert second is not None
        return (function(first, second),)

    return kernel
