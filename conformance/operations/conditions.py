"""Conditions that many operations share, made to measure for each."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.hal import FusedActivation, OperandType, Version
from conformance.operations.call import Call
from conformance.operations.definition import Condition
from conformance.operations.numerics import is_quantized, normalize_axis


def same_quantization(
    input_name: str, output: int = 0, *, until: Version | None = None
) -> Condition:
    """Output scale and zero point must be those of the input (quantized types only)."""

    def check(call: Call) -> str | None:
        source, target = call.view(input_name), call.output(output)
        if not is_quantized(target) or source.same_quantization(target):
            return None
        return (
            f"output has scale {target.scale!r} and zero point {target.zero_point}, "
            f"{input_name} has {source.scale!r} and {source.zero_point}: they must be the same"
        )

    return Condition(
        "output_quantization", check, "output: same scale and zeroPoint as the input", until
    )


def fixed_quantization(
    parameters: Mapping[OperandType, tuple[float, int]], output: int = 0
) -> Condition:
    """Output scale and zero point are prescribed by the output's type."""

    def check(call: Call) -> str | None:
        view = call.output(output)
        wanted = parameters.get(view.type)
        if wanted is None or (view.scale, view.zero_point) == wanted:
            return None
        return (
            f"output has scale {view.scale!r} and zero point {view.zero_point}, "
            f"{view.type.name} must have {wanted[0]!r} and {wanted[1]}"
        )

    return Condition(
        "output_quantization", check, "output: the scale must be ..., the zeroPoint ..."
    )


def axis_in_range(axis: str, of: str) -> Condition:
    """A scalar axis must lie in [-rank, rank)."""

    def check(call: Call) -> str | None:
        value, rank = call.scalar(axis), call.rank(of)
        if normalize_axis(value, rank) is None:
            return f"{axis} is {value}, outside [-{rank}, {rank})"
        return None

    return Condition(
        f"{axis}_in_range", check, "negative index is used to specify axis from the end"
    )


def at_least(name: str, least: int) -> Condition:
    """A scalar must not be smaller than ``least`` (a missing operand passes)."""

    def check(call: Call) -> str | None:
        if call.position(name) is None:
            return None
        value = call.scalar(name)
        return None if value >= least else f"{name} is {value}, must be at least {least}"

    return Condition(f"{name}_range", check, f"{name}: the smallest legal value is {least}")


def fused_activation(name: str = "activation") -> Condition:
    """The activation must be one of the FusedActivationFunc values."""

    def check(call: Call) -> str | None:
        value = call.scalar(name)
        if value in FusedActivation.__members__.values():
            return None
        return f"{name} is {value}, must be 0 (none), 1 (RELU), 2 (RELU1) or 3 (RELU6)"

    return Condition(
        f"{name}_code", check, "activation: has to be one of the FusedActivationFunc values"
    )
