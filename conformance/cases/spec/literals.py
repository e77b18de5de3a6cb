"""Formats numbers, lists and names as Python source text for spec files.

Reading a formatted number returns exactly the same bits.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.cases.spec.errors import UnrepresentableError
from conformance.cases.spec.numerics import nearest_float32
from conformance.hal import INFO, OperandType

_MAX_LINE_LENGTH: Final = 98
_SPECIAL_LITERALS: Final = {
    "nan": "float('nan')",
    "-nan": "-float('nan')",
    "inf": "float('inf')",
    "-inf": "-float('inf')",
}


def format_values(type_: OperandType, data: bytes) -> list[str]:
    """Return one Python literal for each value in ``data``.

    Raise ``UnrepresentableError`` for bytes that no literal of the format represents.
    """
    dtype = INFO[type_].dtype
    if len(data) % dtype.itemsize:
        raise UnrepresentableError(
            f"{len(data)} bytes of data are not a multiple of the {dtype.itemsize} bytes of a "
            f"{type_.name} value"
        )
    if dtype.kind == "b":
        if data.strip(b"\0\1"):
            raise UnrepresentableError(
                "boolean data has a byte other than 0 and 1, which the format cannot represent"
            )
        return ["True" if byte else "False" for byte in data]
    values = np.frombuffer(data, dtype)
    if dtype.kind == "f":
        return _format_floats(values)
    return [str(value) for value in values.tolist()]


def _format_floats(values: NDArray[Any]) -> list[str]:
    """Return the shortest decimal text of each value that reads back as the same bits.

    Where the shortest text of the stored type does not, all digits of the double are written.
    """
    texts: list[str] = values.astype(str).tolist()
    finite = np.isfinite(values)
    if not finite.all():
        for index in np.flatnonzero(~finite):
            texts[index] = _format_special(values[index])
    again = np.zeros(len(texts))
    again[finite] = np.array([text for text, ok in zip(texts, finite, strict=True) if ok], float)
    with np.errstate(over="ignore"):
        read_back = nearest_float32(again).astype(values.dtype)
    bits = f"u{values.dtype.itemsize}"
    for index in np.flatnonzero(finite & (read_back.view(bits) != values.view(bits))):
        texts[index] = repr(float(values[index]))
    return texts


def _format_special(value: np.floating[Any]) -> str:
    negative = bool(np.signbit(value))
    text = ("-" if negative else "") + ("nan" if np.isnan(value) else "inf")
    positive = np.array(float(text.removeprefix("-")), value.dtype)
    if (-positive if negative else positive).tobytes() != value.tobytes():
        raise UnrepresentableError(
            f"the format cannot represent a NaN with the bytes {value.tobytes().hex()}"
        )
    return _SPECIAL_LITERALS[text]


def format_float32(value: float) -> str:
    """Return the text of a scale, rounded to float32, the type of the contract's field."""
    with np.errstate(over="ignore"):
        return _format_floats(np.array([value], dtype="<f4"))[0]


def format_list(items: Sequence[str], indent: str = "") -> str:
    """Return the source text of a Python list, wrapped if it does not fit on one line."""
    one_line = f"[{', '.join(items)}]"
    if len(indent) + len(one_line) <= _MAX_LINE_LENGTH - 20:
        return one_line
    inner = indent + "    "
    lines: list[str] = []
    line: list[str] = []
    width = len(inner)
    for item in items:
        if line and width + len(item) + 2 > _MAX_LINE_LENGTH:
            lines.append(f"{inner}{', '.join(line)},")
            line, width = [], len(inner)
        line.append(item)
        width += len(item) + 2
    lines.append(f"{inner}{', '.join(line)},")
    return "\n".join(["[", *lines, f"{indent}]"])


class VariableNames:
    """Chooses Python variable names for operands, equal to the operands' names if possible."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self._used = {*reserved, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}

    def claim(self, name: str, otherwise: str) -> str:
        """Return an unused variable name: ``name``, else ``otherwise``, else with underscores."""
        variable = name if name.isidentifier() and name.isascii() else otherwise
        if variable in self._used or variable.startswith("__"):
            variable = otherwise
        while variable in self._used:
            variable += "_"
        self._used.add(variable)
        return variable
