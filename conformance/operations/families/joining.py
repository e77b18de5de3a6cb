"""Operations that join a list of inputs, ``input_i``: members and conditions."""

from __future__ import annotations

from conformance.hal import Version
from conformance.operations.definition.definition import (
    Call,
    Condition,
    OperandView,
    PartialShape,
    Unknown,
    is_quantized,
)


def members(call: Call) -> list[OperandView]:
    """Return the inputs that are joined."""
    return [call.inputs[index] for index in call.repeated("input_i")]


def known_dimensions(call: Call) -> list[PartialShape]:
    """Return the dimensions of the members whose rank is known."""
    return [view.dims for view in members(call) if view.dims is not None]


def known_rank(call: Call) -> int:
    """Return the rank of the members; raise ``Unknown`` if that of no member is known."""
    for dims in known_dimensions(call):
        return len(dims)
    raise Unknown


def unequal_ranks(call: Call) -> str | None:
    """Return a message if members have different ranks."""
    known = known_dimensions(call)
    if len({len(dims) for dims in known}) > 1:
        return f"inputs have different ranks: {', '.join(str(list(dims)) for dims in known)}"
    return None


def one_quantization(until: Version | None = None) -> Condition:
    """Require, before version ``until``, that members and output have the same quantization."""
    before = f"before HAL {until}, " if until is not None else ""

    def check(call: Call) -> str | None:
        output = call.output()
        if not is_quantized(output):
            return None
        for index, view in enumerate(members(call)):
            if not view.same_quantization(output):
                return (
                    f"input {index} and the output differ in scale or zero point; {before}they "
                    "must be equal"
                )
        return None

    source = f"{before}all inputs and the output have the same scale and zero point"
    return Condition("one_quantization", check, source, until)
