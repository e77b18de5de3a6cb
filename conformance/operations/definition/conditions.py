"""Conditions that many operations share, the sizes that they read, and broadcast shapes.

Sizes are broadcast from the last dimension; two are compatible if they are equal or one is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from conformance.hal import FusedActivation, OperandType, Version
from conformance.operations.definition.definition import (
    Call,
    Condition,
    OperandView,
    PartialShape,
    Unknown,
    is_quantized,
)
from conformance.operations.definition.operands import Array, Presence, Shape
from conformance.operations.kernels.numerics import broadcast_shape

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


def unequal_quantization(
    name: str, view: OperandView, other_name: str, other: OperandView
) -> str | None:
    """Return a message if two operands differ in scale or zero point."""
    if view.same_quantization(other):
        return None
    return (
        f"{name} has scale {view.scale!r} and zero point {view.zero_point}, but "
        f"{other_name} has {other.scale!r} and {other.zero_point}: they must be equal"
    )


def unexpected_quantization(
    name: str, view: OperandView, expected: tuple[float, int]
) -> str | None:
    """Return a message if the operand has another scale or zero point than expected."""
    if (view.scale, view.zero_point) == expected:
        return None
    return (
        f"{name} has scale {view.scale!r} and zero point {view.zero_point}, "
        f"but must have scale {expected[0]!r} and zero point {expected[1]}"
    )


def vector_length(
    name: str, length: Callable[[Call], int], condition: str, source: str
) -> Condition:
    """Require the number of elements of an operand of rank 1."""

    def check(call: Call) -> str | None:
        expected, dims = length(call), call.view(name).dims
        if dims is None or dims[0] is None:
            raise Unknown
        if dims == (expected,):
            return None
        return f"{name} has shape {list(dims)}, but must have [{expected}]"

    return Condition(condition, check, source)


def one_for_each_dimension(name: str) -> Condition:
    """Require one element for each dimension of ``input``."""
    return vector_length(
        name,
        lambda call: call.rank("input"),
        f"{name}_length",
        f"{name} has one element for each dimension of input",
    )


def elements_at_least(name: str, minimum: int, condition: str, source: str) -> Condition:
    """Require that no element of a tensor is below ``minimum``."""

    def check(call: Call) -> str | None:
        smallest = int(call.value(name).min(initial=minimum))
        if smallest >= minimum:
            return None
        return f"{name} contains {smallest}, but each must be at least {minimum}"

    return Condition(condition, check, source)


def first_outside(indexes: Array, length: int) -> int | None:
    """Return the first of the indexes outside [0, length); ``None`` if there is none."""
    outside = indexes[(indexes < 0) | (indexes >= length)]
    return int(outside[0]) if outside.size else None


def positive(name: str, condition: str, source: str) -> Condition:
    """Require that a scalar is greater than 0."""

    def check(call: Call) -> str | None:
        value = call.scalar(name)
        return None if value > 0 else f"{name} is {value}, but must be greater than 0"

    return Condition(condition, check, source)


UNIT_QUANTIZATION: Final = {
    OperandType.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
}
"""The prescribed quantization of results in [0, 1]."""
SYMMETRIC_QUANTIZATION: Final = {
    OperandType.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
}
"""The prescribed quantization of results in [-1, 1]."""


def positive_beta() -> Condition:
    """Require that the factor of the exponent in a softmax is greater than 0."""
    return positive(
        "beta", "positive_beta", "beta, the scaling factor of the exponent, is greater than 0"
    )


def same_quantization(
    input_name: str, output: int = 0, *, until: Version | None = None
) -> Condition:
    """Require that an output has the scale and zero point of an input (quantized types only)."""

    def check(call: Call) -> str | None:
        source, target = call.view(input_name), call.output(output)
        if not is_quantized(target):
            return None
        return unequal_quantization("output", target, input_name, source)

    return Condition(
        "output_quantization",
        check,
        f"the output has the same scale and zero point as {input_name}",
        until,
    )


def fixed_quantization(
    parameters: Mapping[OperandType, tuple[float, int]], output: int = 0
) -> Condition:
    """Require the scale and zero point that the contract prescribes for an output of each type."""

    def check(call: Call) -> str | None:
        view = call.output(output)
        expected = parameters.get(view.type)
        if expected is None or (view.scale, view.zero_point) == expected:
            return None
        return (
            f"output has scale {view.scale!r} and zero point {view.zero_point}, "
            f"but {view.type.name} requires scale {expected[0]!r} and zero point {expected[1]}"
        )

    prescribed = "; ".join(
        f"{type_.name}: scale {scale!r}, zero point {zero_point}"
        for type_, (scale, zero_point) in parameters.items()
    )
    return Condition(
        "output_quantization", check, f"the output has the prescribed quantization: {prescribed}"
    )


def axis_in_range(axis: str, of: str) -> Condition:
    """Require that a scalar axis is in [-rank, rank)."""

    def check(call: Call) -> str | None:
        value, rank = call.scalar(axis), call.rank(of)
        if normalize_axis(value, rank) is None:
            return f"{axis} is {value}, but must be in [-{rank}, {rank})"
        return None

    return Condition(
        f"{axis}_in_range",
        check,
        f"{axis} is in [-rank, rank) of {of}; a negative value counts from the last dimension",
    )


def at_least(name: str, minimum: int) -> Condition:
    """Require that a scalar is not below ``minimum``; an operand that was left out passes."""

    def check(call: Call) -> str | None:
        if call.position(name) is None:
            return None
        value = call.scalar(name)
        return None if value >= minimum else f"{name} is {value}, but must be at least {minimum}"

    return Condition(f"{name}_range", check, f"{name} is at least {minimum}")


def code_of(name: str, codes: Mapping[int, str], kind: str = "") -> Condition:
    """Require that a scalar is one of the codes, which have these names.

    An operand that was left out passes. ``kind`` is inserted before the codes in the description.
    """
    *first, last = (f"{int(code)} ({meaning})" for code, meaning in codes.items())
    legal = f"{', '.join(first)} or {last}"

    def check(call: Call) -> str | None:
        if call.position(name) is None:
            return None
        value = call.scalar(name)
        return None if value in codes else f"{name} is {value}, but must be {legal}"

    return Condition(f"{name}_code", check, f"{name} is {kind}{legal}")


def fused_activation() -> Condition:
    """Require that the activation is one of the FusedActivationFunc values."""
    codes = {int(code): code.name for code in FusedActivation}
    return code_of("activation", codes, "a FusedActivationFunc: ")


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
