"""How numbers and names are written in a spec file so that reading gives the same bits back."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance.hal import INFO, OperandType
from conformance.specfile.errors import UnrepresentableError
from conformance.specfile.numerics import nearest_float32

_COLUMNS: Final = 98
_SPECIAL: Final = {
    "nan": "float('nan')",
    "-nan": "-float('nan')",
    "inf": "float('inf')",
    "-inf": "-float('inf')",
}


def spell_values(type_: OperandType, data: bytes) -> list[str]:
    """The Python literals that a spec file needs for these bytes."""
    dtype = INFO[type_].dtype
    if len(data) % dtype.itemsize:
        raise UnrepresentableError(
            f"{len(data)} bytes are no whole number of {type_.name} values of {dtype.itemsize}"
        )
    if dtype.kind == "b":
        if data.strip(b"\0\1"):
            raise UnrepresentableError("a boolean byte other than 0 and 1 cannot be written")
        return ["True" if byte else "False" for byte in data]
    values = np.frombuffer(data, dtype)
    if dtype.kind == "f":
        return _spell_floats(values)
    return [str(value) for value in values.tolist()]


def _spell_floats(values: NDArray[Any]) -> list[str]:
    """Shortest decimals of the stored type; full double precision where these do not suffice."""
    texts: list[str] = values.astype(str).tolist()
    finite = np.isfinite(values)
    if not finite.all():
        for index in np.flatnonzero(~finite):
            texts[index] = _spell_special(values[index])
    again = np.zeros(len(texts))
    again[finite] = np.array([text for text, ok in zip(texts, finite, strict=True) if ok], float)
    with np.errstate(over="ignore"):
        read_back = nearest_float32(again).astype(values.dtype)
    bits = f"u{values.dtype.itemsize}"
    for index in np.flatnonzero(finite & (read_back.view(bits) != values.view(bits))):
        texts[index] = repr(float(values[index]))
    return texts


def _spell_special(value: np.floating[Any]) -> str:
    negative = bool(np.signbit(value))
    text = ("-" if negative else "") + ("nan" if np.isnan(value) else "inf")
    plain = np.array(float(text.removeprefix("-")), value.dtype)
    if (-plain if negative else plain).tobytes() != value.tobytes():
        raise UnrepresentableError(f"the NaN with bytes {value.tobytes().hex()} has no text")
    return _SPECIAL[text]


def spell_float32(value: float) -> str:
    """A scale, rounded to the 32 bits that the contract gives it."""
    with np.errstate(over="ignore"):
        return _spell_floats(np.array([value], dtype="<f4"))[0]


def spell_list(items: Sequence[str], indent: str = "") -> str:
    """A Python list, on lines of bounded length when it does not fit on one."""
    one_line = f"[{', '.join(items)}]"
    if len(indent) + len(one_line) <= _COLUMNS - 20:
        return one_line
    inner = indent + "    "
    lines: list[str] = []
    line: list[str] = []
    width = len(inner)
    for item in items:
        if line and width + len(item) + 2 > _COLUMNS:
            lines.append(f"{inner}{', '.join(line)},")
            line, width = [], len(inner)
        line.append(item)
        width += len(item) + 2
    lines.append(f"{inner}{', '.join(line)},")
    return "\n".join(["[", *lines, f"{indent}]"])


class Variables:
    """Python variables for operands, called like the operands where that is possible."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self._used = {*reserved, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}

    def take(self, name: str, otherwise: str) -> str:
        """A free variable: ``name``, else ``otherwise``, else that with underscores."""
        variable = name if name.isidentifier() and name.isascii() else otherwise
        if variable in self._used or variable.startswith("__"):
            variable = otherwise
        while variable in self._used:
            variable += "_"
        self._used.add(variable)
        return variable
