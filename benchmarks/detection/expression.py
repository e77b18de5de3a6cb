"""Expressions of the fault tables: conditions on a call of an operation, and altered values.

An expression is Python without attribute assignments, evaluated with the names of a call only:
numpy functions, the operands by their names in the contract, and facts about types and shapes. The
tables belong to this repository, so they are trusted as its code is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any, Final

import numpy as np

from conformance.hal import OperandType
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import real

SHORT_TYPES: Final = {
    OperandType.TENSOR_FLOAT32: "f32",
    OperandType.TENSOR_FLOAT16: "f16",
    OperandType.TENSOR_INT32: "i32",
    OperandType.TENSOR_BOOL8: "bool8",
    OperandType.TENSOR_QUANT8_ASYMM: "u8",
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: "s8",
    OperandType.TENSOR_QUANT8_SYMM: "symm8",
    OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL: "channel8",
    OperandType.TENSOR_QUANT16_ASYMM: "u16",
    OperandType.TENSOR_QUANT16_SYMM: "symm16",
}
"""The names of tensor types in the fault tables; other types have their name in the contract."""

_NUMPY: Final = (
    *("abs", "all", "any", "arange", "array", "asarray", "ceil", "clip", "concatenate", "cos"),
    *("cumsum", "exp", "flip", "float16", "float32", "float64", "floor", "full", "int8", "int16"),
    *("int32", "int64", "isinf", "isnan", "log", "logical_not", "maximum", "mean", "median"),
    *("minimum", "moveaxis", "nan_to_num", "ones_like", "pad", "power", "prod", "repeat"),
    *("reshape", "rint", "roll", "round", "sign", "signbit", "sin", "sort", "sqrt", "squeeze"),
    *("stack", "sum", "swapaxes", "tanh", "tile", "transpose", "trunc", "uint8", "uint16"),
    *("where", "zeros_like", "copysign", "argsort", "inf", "nan", "pi", "expm1", "log1p"),
)
FUNCTIONS: Final[dict[str, Any]] = {
    **{name: getattr(np, name) for name in _NUMPY},
    "len": len,
    "max": max,
    "min": min,
    "int": int,
    "float": float,
    "bool": bool,
    "tuple": tuple,
    "range": range,
    "math": math,
    "slice": slice,
}

RUN_NAMES: Final = frozenset(
    {"x", "a", "b", "execution", "outputs", "y", "codes"}
    | {f"{name}{output}" for name in ("y", "codes") for output in range(1, 6)}
)
"""Names that only an execution supplies."""


def compile_expression(text: str) -> CodeType:
    """Return the compiled expression; raise ``ValueError`` with the text if it has an error."""
    try:
        return compile(text.strip(), f"<{text.strip()}>", "eval")
    except SyntaxError as error:
        raise ValueError(f"the expression {text!r} is not valid: {error}") from error


def needs_execution(code: CodeType) -> bool:
    """Return whether an expression reads values that only an execution supplies."""
    return not RUN_NAMES.isdisjoint(code.co_names)


def tail(values: Array, width: int) -> Array:
    """Return a mask of the elements after the last whole vector of ``width``, in memory order."""
    flat = np.arange(values.size) >= values.size // width * width
    return flat.reshape(values.shape)


def at(values: Array, axis: int, index: int) -> Array:
    """Return a mask of the elements at ``index`` of ``axis``; all of a scalar."""
    mask = np.zeros(values.shape, bool)
    if values.ndim == 0:
        return ~mask
    if -values.ndim <= axis < values.ndim and -values.shape[axis] <= index < values.shape[axis]:
        np.moveaxis(mask, axis, 0)[index] = True
    return mask


def from_index(values: Array, axis: int, index: int) -> Array:
    """Return a mask of the elements at ``index`` of ``axis`` and after it."""
    mask = np.zeros(values.shape, bool)
    if -values.ndim <= axis < values.ndim:
        np.moveaxis(mask, axis, 0)[index:] = True
    return mask


def half_even(values: Array) -> Array:
    """Return the nearest integers, ties to even."""
    return np.asarray(np.rint(values))


_HELPERS: Final[dict[str, Callable[..., Any]]] = {
    "tail": tail,
    "at": at,
    "from_index": from_index,
    "half_even": half_even,
}


class CallNames(Mapping[str, Any]):
    """The names that an expression can read, looked up in one call when they are needed.

    ``arrays`` are the input arrays of an execution, or ``None`` before it. ``extra`` holds further
    names. A lookup raises ``Unknown`` if the call does not have the value yet.
    """

    def __init__(
        self,
        call: Call,
        arrays: list[Array | None] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.call = call
        self.arrays = arrays
        self.extra = extra or {}

    def __len__(self) -> int:  # pragma: no cover - required by Mapping
        return 0

    def __iter__(self) -> Any:  # pragma: no cover - required by Mapping
        return iter(())

    def __getitem__(self, name: str) -> Any:
        if name in self.extra:
            return self.extra[name]
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if name in _HELPERS:
            return _HELPERS[name]
        if name in _FACTS:
            return _FACTS[name](self.call)
        if name in _METHODS:
            return lambda *arguments: _METHODS[name](self.call, *arguments)
        if name in RUN_NAMES:
            return self._run_value(name)
        return self.operand(name)

    def operand(self, name: str) -> Any:
        """Return a scalar operand as a Python value, or a tensor operand as an array."""
        call = self.call
        index = call.position(name)
        if index is None:
            if any(spec.name == name for spec in call.form.inputs):
                return call.form.default(name)
            if any(name == spec.name for form in call.definition.forms for spec in form.inputs):
                raise ValueError(f"this form of the call has no operand {name}")
            raise KeyError(name)
        value = call.inputs[index].value
        if value is None and self.arrays is not None:
            value = self.arrays[index]
        if value is None:
            raise Unknown
        return value if _is_tensor(call.inputs[index]) else value.item()

    def _run_value(self, name: str) -> Any:
        call, arrays = self.call, self.arrays
        if arrays is None:
            raise Unknown
        if name == "x":
            return self._real(call.places[call.definition.primary])
        if name in "ab":
            return self._real("ab".index(name))
        raise Unknown

    def _real(self, index: int) -> Array:
        assert self.arrays is not None
        array = self.arrays[index]
        if array is None:
            raise Unknown
        return real(array, self.call.inputs[index])


def _is_tensor(view: OperandView) -> bool:
    return view.info is not None and view.info.tensor


def _image(dimension: int) -> Callable[[Call], int]:
    def size(call: Call) -> int:
        shape = call.primary.shape
        if len(shape) != 4:
            raise ValueError("the primary operand is no image")
        nchw = bool(call.scalar("layout")) if "layout" in call.form.positions else False
        return shape[((0, 2, 3, 1) if nchw else (0, 1, 2, 3))[dimension]]

    return size


def _channel_axis(call: Call) -> int:
    return 1 if "layout" in call.form.positions and bool(call.scalar("layout")) else -1


def _short_type(view: OperandView) -> str:
    return SHORT_TYPES.get(view.type, view.type.name)


_FACTS: Final[dict[str, Callable[[Call], Any]]] = {
    "type": lambda call: _short_type(call.primary),
    "quantized": lambda call: is_quantized(call.primary),
    "shape": lambda call: call.primary.shape,
    "rank": lambda call: call.primary.rank,
    "size": lambda call: math.prod(call.primary.shape),
    "last": lambda call: call.primary.shape[-1] if call.primary.shape else 1,
    "out": lambda call: call.definition.known_shapes(call)[0],
    "out_type": lambda call: _short_type(call.output()),
    "N": _image(0),
    "H": _image(1),
    "W": _image(2),
    "C": _image(3),
    "channel_axis": _channel_axis,
    "row_axis": lambda call: 2 if _channel_axis(call) == 1 else 1,
    "column_axis": lambda call: 3 if _channel_axis(call) == 1 else 2,
    "count": lambda call: len(call.inputs),
    "explicit": lambda call: call.position("padding_scheme") is None,
    "in_scale": lambda call: call.primary.scale,
    "in_zero": lambda call: call.primary.zero_point,
    "out_scale": lambda call: call.output().scale,
    "out_zero": lambda call: call.output().zero_point,
    "low": lambda call: call.output().info.code_range[0],  # type: ignore[union-attr]
    "high": lambda call: call.output().info.code_range[1],  # type: ignore[union-attr]
}

_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "dims": lambda call, name: call.view(name).shape,
    "given": lambda call, name: call.present(name),
    "type_of": lambda call, name: _short_type(call.view(name)),
    "scale": lambda call, name: call.view(name).scale,
    "zero": lambda call, name: call.view(name).zero_point,
    "input_dims": lambda call, index: call.inputs[index].shape,
    "input_scale": lambda call, index: call.inputs[index].scale,
    "input_zero": lambda call, index: call.inputs[index].zero_point,
}


def evaluate(code: CodeType, names: Mapping[str, Any]) -> Any:
    """Return the value of a compiled expression."""
    return eval(code, {"__builtins__": {"__import__": __import__}}, names)
