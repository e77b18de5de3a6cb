"""Converts the numbers of a spec file to operand data, and real numbers to quantized codes.

The format defines a float by its decimal text: the shortest decimal text of the Python number is
rounded to float32, and for a float16 that float32 is rounded once more, both half to even. Integers
are truncated toward zero, and a boolean is true if its number is not 0.
"""

from collections.abc import Sequence
from decimal import Decimal
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.hal import INFO, OperandType, is_tensor

Values = NDArray[Any]
"""Flat, row-major numbers of one operand, not yet converted to the operand's data type."""

_CLAMPED: Final = {
    OperandType.TENSOR_QUANT8_ASYMM: (0, 255),
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (-128, 127),
    OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL: (-127, 127),
    OperandType.TENSOR_QUANT16_ASYMM: (0, 65535),
    OperandType.UINT32: (0, np.inf),
}
"""The types whose codes are clamped to a range on conversion; others are not clamped."""


def as_values(numbers: Sequence[Any]) -> Values:
    """Return a list of numbers as one flat array; raise ``UnlocatedSpecError`` for other data."""
    try:
        values = np.array(numbers)
    except ValueError:
        values = np.array(numbers, dtype=object)
    if values.ndim != 1:
        raise UnlocatedSpecError("nested data: write the values as one flat, row-major list")
    if values.dtype.kind not in "biuf":
        odd = next((n for n in numbers if not isinstance(n, (bool, int, float, np.generic))), None)
        raise UnlocatedSpecError(
            f"{odd!r} is not a number: data must be int, float or bool values"
            if odd is not None
            else "an integer is too large for any operand type"
        )
    return values


def nearest_float32(values: Values) -> NDArray[np.float32]:
    """Round the shortest decimal text of each number to float32, half to even."""
    wide = values.astype(np.float64)
    with np.errstate(over="ignore"):
        single = wide.astype(np.float32)
    # Rounding the double and rounding its shortest text differ only where the double lies exactly
    # half way between two float32 values and its text, being shorter, does not.
    suspects = (wide.view(np.uint64) & 0x0FFF_FFFF == 0) & (single != wide) & np.isfinite(single)
    for index in np.flatnonzero(suspects):
        value, near = float(wide[index]), single[index]
        toward = np.float32(np.inf if value > float(near) else -np.inf)
        low, high = sorted((near, np.nextafter(near, toward)))
        if not np.isfinite([low, high]).all() or (float(low) + float(high)) / 2 != value:
            continue
        text = Decimal(repr(value))
        if text != Decimal(value):
            single[index] = high if text > Decimal(value) else low
    return single


def encode(type_: OperandType, values: Values) -> bytes:
    """Return the data bytes for an operand's values.

    Raise ``UnlocatedSpecError`` if a value is outside the range of the type.
    """
    if not values.size:
        return b""
    dtype = INFO[type_].dtype
    stored: Values
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            stored = nearest_float32(values).astype(dtype)
    elif dtype.kind == "b":
        stored = values != 0
    else:
        whole = np.trunc(values) if values.dtype.kind == "f" else values
        low, high = INFO[type_].code_range
        fits = (whole >= low) & (whole <= high)
        if not fits.all():
            raise UnlocatedSpecError(
                f"value {values[~fits][0]} is out of range for {type_.name}: "
                f"write values in [{low}, {high}]"
            )
        stored = whole.astype(dtype)
    return stored.tobytes()


def element_count(type_: OperandType, dimensions: Sequence[int]) -> int | None:
    """Return the number of values of an operand; ``None`` for a tensor of unknown rank."""
    if not is_tensor(type_):
        return 1
    return prod(dimensions) if dimensions else None


def to_real(
    values: Values, scale: float, zero_point: int, channel_scales: NDArray[np.float64] | None
) -> NDArray[np.float32]:
    """Dequantize codes to real numbers in float32 arithmetic.

    ``values`` must have the operand's shape, so that ``channel_scales`` can be broadcast.
    """
    real = values.astype(np.float32)
    real -= np.float32(zero_point)
    if scale:
        real *= np.float32(scale)
    if channel_scales is not None:
        np.multiply(real, channel_scales, out=real, casting="same_kind")
    return real


def from_real(
    real: NDArray[np.float32],
    type_: OperandType,
    scale: float,
    zero_point: int,
    channel_scales: NDArray[np.float64] | None,
) -> Values:
    """Convert real numbers to values of a type: quantized codes, or floats unchanged.

    The zero point is added before rounding half to even, so an odd zero point changes the direction
    in which exact halves are rounded.
    """
    if scale:
        real = real / np.float32(scale)
    scaled: Values = real if channel_scales is None else real / channel_scales
    scaled = scaled + scaled.dtype.type(zero_point)
    if INFO[type_].dtype.kind == "f":
        return scaled
    scaled = np.round(scaled)
    return np.clip(scaled, *_CLAMPED[type_]) if type_ in _CLAMPED else scaled


def bound_in_codes(bound: float, type_: OperandType, scale: float, zero_point: int) -> float:
    """Convert a real bound to a value of a type, computed in double precision."""
    value = (bound / scale if scale else bound) + zero_point
    if INFO[type_].dtype.kind == "f":
        return value
    value = float(np.round(value))
    low, high = _CLAMPED.get(type_, (-np.inf, np.inf))
    return float(min(max(value, low), high))
