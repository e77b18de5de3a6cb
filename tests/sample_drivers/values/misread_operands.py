"""Building blocks of mutants for any operation: misread operands, incorrectly stored results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, OperandView, OperationDefinition
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.validation import check_call
from tests.sample_drivers.values.fault_injection import (
    KernelFault,
    OptionalArrays,
    call_changed,
    changed_view,
    fitted,
    misread_input,
    swapped,
    with_input,
    with_scalars,
)

T = OperandType
ArrayChange = Callable[[Call, Array], Array]
"""Returns the changed data of an operand; callers restore its shape and type."""
ASYMMETRIC = {T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT16_ASYMM}
KERNEL_ERRORS = (ValueError, IndexError, KeyError, TypeError, ZeroDivisionError, AssertionError)
"""Exceptions of a kernel that is compiled or executed with illegal values."""


def compared_outputs(definition: OperationDefinition, count: int) -> list[bool]:
    """Return, for each of ``count`` outputs, whether its contents can affect a verdict.

    The contract leaves some outputs unspecified. The random draws of RANDOM_MULTINOMIAL are
    unspecified too, but their distribution is checked.
    """
    drawn = definition.type == OperationType.RANDOM_MULTINOMIAL
    specs = definition.output_specs(count)
    return [drawn or spec.name not in definition.unspecified_outputs for spec in specs]


def guarded(misbehavior: KernelFault) -> KernelFault:
    """Return the fault, with the correct kernel for calls for which the faulty one raises.

    A failing execution is easy to detect; mutants must return wrong numbers.
    """

    def careful(call: Call) -> Kernel:
        try:
            wrong = misbehavior(call)
        except KERNEL_ERRORS:
            return call.definition.compile(call)

        def run(inputs: OptionalArrays) -> OptionalArrays:
            try:
                with np.errstate(all="ignore"):
                    return wrong(inputs)
            except KERNEL_ERRORS:
                return call.definition.compile(call)(inputs)

        return run

    return careful


def legal(change: Callable[[Call], Call]) -> KernelFault:
    """Return a fault that compiles ``change(call)`` if that is legal, else the call itself."""
    return call_changed(lambda call: other if is_legal(other := change(call)) else call)


def is_legal(call: Call) -> bool:
    """Return whether the call is valid for the operation.

    The shapes of the outputs are ignored: changed inputs may lead to others.
    """
    outputs = [changed_view(view, dims=None) for view in call.outputs]
    return check_call(Call(call.definition, call.form, call.inputs, outputs, call.version)) is None


# --- ways to read a tensor


def off_by_one(_: Call, array: Array) -> Array:
    """Return the elements moved by one position; the last one becomes the first."""
    return np.roll(array.reshape(-1), 1).reshape(array.shape)


def by_columns(_: Call, array: Array) -> Array:
    """Return the elements in column-major order."""
    return array.reshape(-1, order="F")


def nothing(_: Call, array: Array) -> Array:
    """Return zeros."""
    return np.zeros_like(array)


def ones(_: Call, array: Array) -> Array:
    """Return ones."""
    return np.ones_like(array)


def in_order(_: Call, array: Array) -> Array:
    """Return 0, 1, 2 and so on."""
    return np.arange(array.size)


def ignored(name: str) -> KernelFault:
    """Return a fault that reads zeros instead of the operand.

    For a constant for which zeros are illegal, it reads ones; if these are illegal too, it reads
    0, 1, 2 and so on, for example as a permutation.
    """

    def misbehavior(call: Call) -> Kernel:
        index = call.position(name)
        value = None if index is None else call.inputs[index].value
        if value is None:
            return misread_input(name, nothing)(call)
        for change in (nothing, ones, in_order):
            content = change(call, value).astype(value.dtype).reshape(value.shape)
            if is_legal(with_input(call, name, value=content)):
                return misread_input(name, change)(call)
        return call.definition.compile(call)

    return misbehavior


def last_axes_exchanged(_: Call, array: Array) -> Array:
    """Return the array with the last two axes exchanged, or a vector reversed."""
    return array.swapaxes(-1, -2) if array.ndim > 1 else array[::-1]


def exchanged(first: str, second: str) -> KernelFault:
    """Return a fault that exchanges the contents of two tensors.

    Each tensor keeps its type and shape. Calls for which the exchange is illegal stay correct.
    """

    def misbehavior(call: Call) -> Kernel:
        one, two = call.position(first), call.position(second)
        if one is None or two is None:
            return call.definition.compile(call)

        def swap(arrays: Sequence[Array | None]) -> list[Array | None]:
            changed = list(arrays)
            a, b = changed[one], changed[two]
            if a is not None and b is not None:
                changed[one] = np.resize(b, a.shape).astype(a.dtype)
                changed[two] = np.resize(a, b.shape).astype(b.dtype)
            return changed

        values = swap([view.value for view in call.inputs])
        inputs = [changed_view(v, value=a) for v, a in zip(call.inputs, values, strict=True)]
        other = Call(call.definition, call.form, inputs, call.outputs, call.version)
        if not is_legal(other):
            return call.definition.compile(call)
        kernel = other.definition.compile(other)
        return fitted(call, lambda arrays: kernel(swap(arrays)))

    return misbehavior


def asymmetric(call: Call, name: str) -> OperandView | None:
    """Return the operand if its type is asymmetrically quantized, else ``None``."""
    position = call.position(name)
    view = None if position is None else call.inputs[position]
    return view if view is not None and view.type in ASYMMETRIC else None


def shifted(array: Array, by: int) -> Array:
    """Return the codes plus ``by``, saturated to the range of their type."""
    limits = np.iinfo(array.dtype)
    return np.clip(array.astype(np.int64) + by, limits.min, limits.max)


def without_zero_point(name: str) -> KernelFault:
    """Return a fault that dequantizes an operand without subtracting its zero point."""

    def change(call: Call, array: Array) -> Array:
        view = asymmetric(call, name)
        return array if view is None else shifted(array, view.zero_point)

    return misread_input(name, change)


def doubled(name: str) -> KernelFault:
    """Return a fault that reads an operand with twice its scale: doubled, saturated values."""

    def change(call: Call, array: Array) -> Array:
        view = asymmetric(call, name)
        if view is None:
            return array
        wide = array.astype(np.int64) - view.zero_point
        limits = np.iinfo(array.dtype)
        return np.clip(2 * wide + view.zero_point, limits.min, limits.max)

    return misread_input(name, change)


def scalar_as(name: str, *changes: Callable[[Array], Array]) -> KernelFault:
    """Return a fault that changes a scalar's value by the first of ``changes`` that is legal."""

    def misbehavior(call: Call) -> Kernel:
        right = call.definition.compile(call)
        index = call.position(name)
        if index is None:
            return right
        for change in changes:
            other = call
            if call.inputs[index].value is not None:
                other = with_scalars(call, **{name: change})
                if not is_legal(other):
                    continue
            kernel = other.definition.compile(other)

            def run(
                arrays: OptionalArrays, kernel: Kernel = kernel, change: Any = change
            ) -> OptionalArrays:
                changed = list(arrays)
                old = changed[index]
                if old is not None:
                    changed[index] = np.asarray(change(old), old.dtype).reshape(old.shape)
                return kernel(changed)

            return fitted(call, run)
        return right

    return misbehavior


def scalars_exchanged(first: str, second: str) -> KernelFault:
    """Return a fault that exchanges the values of two scalars, if the result is legal."""

    def change(call: Call) -> Call:
        if call.position(first) is None or call.position(second) is None:
            return call
        return swapped(call, first, second)

    return legal(change)


# --- ways to store a result


def coarse(call: Call, array: Array) -> Array:
    """Clear the three lowest bits of quantized codes."""
    return array & ~np.array(7, array.dtype) if is_quantized(call.output()) else array


def few_bits(_: Call, array: Array) -> Array:
    """Clear the seven lowest bits of the mantissa of float16 results."""
    return (array.view(np.uint16) & np.uint16(0xFF80)).view(np.float16)


def only_of(dtype: Any, change: ArrayChange) -> ArrayChange:
    """Return the change, restricted to arrays of one data type."""
    return lambda call, array: change(call, array) if array.dtype == dtype else array


def everywhere(change: ArrayChange) -> KernelFault:
    """Return a fault that changes every output whose contents can affect a verdict."""

    def misbehavior(call: Call) -> Kernel:
        kernel = call.definition.compile(call)
        is_compared = compared_outputs(call.definition, len(call.outputs))
        return lambda inputs: [
            change(call, array).astype(array.dtype) if compared else array
            for array, compared in zip(kernel(inputs), is_compared, strict=True)
        ]

    return misbehavior


def without_offset(call: Call, array: Array) -> Array:
    """Return the codes of a result to which the zero point was not added."""
    view = call.output()
    return shifted(array, -view.zero_point) if view.type in ASYMMETRIC else array
