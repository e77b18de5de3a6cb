"""Factories for conditions that many operations share."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.hal import FusedActivation, OperandType, Version
from conformance.operations.kernels.numerics import is_quantized, normalize_axis
from conformance.operations.model.call import Call
from conformance.operations.model.definition import Condition


def same_quantization(
    input_name: str, output: int = 0, *, until: Version | None = None
) -> Condition:
    """Require that an output has the scale and zero point of an input (quantized types only)."""

    def check(call: Call) -> str | None:
        source, target = call.view(input_name), call.output(output)
        if not is_quantized(target) or source.same_quantization(target):
            return None
        return (
            f"output has scale {target.scale!r} and zero point {target.zero_point}, but "
            f"{input_name} has {source.scale!r} and {source.zero_point}: they must be equal"
        )

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


def fused_activation(name: str = "activation") -> Condition:
    """Require that the activation is one of the FusedActivationFunc values."""

    def check(call: Call) -> str | None:
        value = call.scalar(name)
        if value in FusedActivation.__members__.values():
            return None
        return f"{name} is {value}, but must be 0 (NONE), 1 (RELU), 2 (RELU1) or 3 (RELU6)"

    return Condition(
        f"{name}_code",
        check,
        f"{name} is a FusedActivationFunc: 0 (NONE), 1 (RELU), 2 (RELU1) or 3 (RELU6)",
    )
