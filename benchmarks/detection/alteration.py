"""Alterations of one call: other operand values, other quantization, other results.

An alteration is a list of assignments separated by semicolons. All right sides see the unaltered
values. The target is one of:

- an operand's name: the call is computed with this value instead;
- ``zero(NAME)`` or ``scale(NAME)``: the operand's quantization; ``output`` is the first output;
- ``y``: the real values of the first output, which are rounded and clamped to its type again;
- ``codes``: the stored values of the first output;
- ``y1``, ``codes1`` and so on: those of the other outputs;
- ``outputs``: the list of all output arrays.

The result keeps the shape of the unaltered call, as if a driver wrote a different number of
elements into the client's buffer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final

import numpy as np

from benchmarks.detection.expression import CallNames, compile_expression, evaluate
from conformance.operations import Call, Kernel, OperandView, Unknown
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import real, store, without_fp_warnings

_RESULTS: Final = frozenset(
    {"outputs", *(f"{name}{number}" for name in ("y", "codes") for number in ("", 1, 2, 3, 4, 5))}
)
_TARGET: Final = re.compile(r"\s*(\w+|(?:zero|scale)\(\w+\))\s*=(?!=)(.+)", re.DOTALL)

NOT_COMPUTABLE: Final = (
    *(ValueError, IndexError, KeyError, TypeError, ZeroDivisionError, AssertionError),
    *(OverflowError, MemoryError, AttributeError, FloatingPointError),
)
"""Exceptions of an altered call that cannot be computed; it then has the unaltered result."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment: the target and the compiled right side."""

    target: str
    code: CodeType


def parse_alteration(text: str) -> tuple[Assignment, ...]:
    """Return the assignments of an alteration; raise ``ValueError`` if one is malformed."""
    assignments = []
    for part in text.split(";"):
        match = _TARGET.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is no assignment: write TARGET = EXPRESSION")
        assignments.append(Assignment(match[1], compile_expression(match[2])))
    return tuple(assignments)


class AlteredCall:
    """One call with an alteration; ``compute`` replaces the kernel of the call.

    ``kernel`` is the unaltered kernel. The object keeps the operands and the result of its first
    execution, which alterations read with ``old(NAME)``.
    """

    def __init__(
        self,
        call: Call,
        kernel: Kernel,
        assignments: Sequence[Assignment],
        condition: CodeType | None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.call = call
        self.kernel = kernel
        self.condition = condition
        self.extra = extra or {}
        self.results = [each for each in assignments if each.target in _RESULTS]
        self.operands = [each for each in assignments if each.target not in _RESULTS]
        codes = [each.code for each in assignments] + ([condition] if condition else [])
        self._read = {name for code in codes for name in (*code.co_names, *code.co_consts)}
        self.executions = 0
        self.first: dict[str, Any] = {}

    @without_fp_warnings
    def compute(self, inputs: Sequence[Array | None]) -> Sequence[Array]:
        """Return the outputs of the altered call."""
        return self.altered(inputs, self.kernel(inputs))

    @without_fp_warnings
    def altered(self, inputs: Sequence[Array | None], outputs: Sequence[Array]) -> Sequence[Array]:
        """Return the altered outputs; ``outputs`` are those of the unaltered call."""
        self.executions += 1
        extra = {**self.extra, "execution": self.executions, "outputs": list(outputs)}
        names = CallNames(self.call, list(inputs), extra)
        self._name_outputs(extra, outputs)
        extra["old"] = lambda name: self._old(name, names)
        if self.executions == 1:
            self._remember(names)
        try:
            if self.condition is not None and not _holds(evaluate(self.condition, names)):
                return outputs
            result = list(outputs)
            if self.operands:
                result = self._recompute(inputs, outputs, names)
            return self._alter_results(result, outputs, names)
        except (*NOT_COMPUTABLE, Unknown):
            return outputs

    def _name_outputs(self, extra: dict[str, Any], outputs: Sequence[Array]) -> None:
        for number, array in enumerate(outputs):
            suffix = str(number or "")
            whole = array.dtype.kind in "iu"
            extra["codes" + suffix] = array.astype(np.int64) if whole else array
            if "y" + suffix in self._read:
                extra["y" + suffix] = real(array, self.call.outputs[number])

    def _remember(self, names: CallNames) -> None:
        """Keep the values of the first execution that the alteration reads with ``old``."""
        for each in (*self.operands, *self.results):
            if "old" in each.code.co_names:
                for constant in each.code.co_consts:
                    with suppress(*NOT_COMPUTABLE, Unknown):
                        self._old(constant, names)

    def _old(self, name: str, names: CallNames) -> Any:
        """Return the value of a name in the first execution."""
        if name not in self.first:
            value = names[name]
            self.first[name] = np.copy(value) if isinstance(value, np.ndarray) else value
        return self.first[name]

    def _alter_results(
        self, result: list[Array], outputs: Sequence[Array], names: CallNames
    ) -> list[Array]:
        self._name_outputs(names.extra, result)
        result = list(result)
        for each in self.results:
            value = evaluate(each.code, names)
            if each.target == "outputs":
                result = list(value)
                continue
            number = int(each.target.lstrip("ycodes") or 0)
            if each.target.startswith("codes"):
                result[number] = np.asarray(value).astype(outputs[number].dtype, copy=False)
            else:
                view = self.call.outputs[number]
                result[number] = _store(np.asarray(value), view, outputs[number])
        return [fit(new, old.shape, old.dtype) for new, old in zip(result, outputs, strict=True)]

    def _recompute(
        self, inputs: Sequence[Array | None], outputs: Sequence[Array], names: CallNames
    ) -> list[Array]:
        """Return the outputs of the call with the altered operands."""
        arrays = list(inputs)
        views = list(self.call.inputs)
        results = [_copy(view) for view in self.call.outputs]
        for index, array in enumerate(arrays):
            if views[index].value is None:
                views[index] = views[index].with_value(array)
        for each in self.operands:
            value = evaluate(each.code, names)
            if "(" in each.target:
                self._requantize(each.target, value, views, results)
            else:
                index = self.call.places[each.target]
                array = np.asarray(value).astype(views[index].dtype)
                arrays[index] = array
                views[index] = views[index].with_value(array)
        call = Call(self.call.definition, self.call.form, views, results, self.call.version)
        definition = call.definition
        if definition.partial_shapes is None:
            for view, shape in zip(results, definition.shapes(call), strict=True):
                view.dims = tuple(shape)
        computed = definition.compile(call)(arrays)
        return [fit(new, old.shape, old.dtype) for new, old in zip(computed, outputs, strict=True)]

    def _requantize(
        self, target: str, value: Any, views: list[OperandView], results: list[OperandView]
    ) -> None:
        what, name = target.rstrip(")").split("(")
        if name == "output":
            view = results[0]
        else:
            index = self.call.places[name]
            view = views[index] = _copy(views[index])
        if what == "zero":
            view.zero_point = int(value)
        else:
            view.scale = float(value)


def _holds(value: Any) -> bool:
    return bool(np.any(value))


def _copy(view: OperandView) -> OperandView:
    copied = view.with_value(view.value)
    copied.dims, copied.omitted = view.dims, view.omitted
    return copied


def _store(values: Array, view: OperandView, like: Array) -> Array:
    if like.dtype.kind == "b":
        return values.astype(np.float64) != 0
    if is_quantized(view):
        return store(values.astype(np.float64), view)
    if like.dtype.kind in "iu":
        info = np.iinfo(like.dtype)
        whole = np.nan_to_num(np.trunc(values.astype(np.float64)))
        return np.clip(whole, info.min, info.max).astype(np.int64).astype(like.dtype)
    return values.astype(like.dtype)


def fit(array: Array, shape: tuple[int, ...], dtype: Any) -> Array:
    """Return an array as its bytes would appear in a buffer of another shape; the rest is zero."""
    array = np.asarray(array)
    if array.shape == shape and array.dtype == dtype:
        return array
    flat = np.zeros(int(np.prod(shape)), dtype)
    values = np.ravel(array)[: flat.size].astype(dtype)
    flat[: values.size] = values
    return flat.reshape(shape)
