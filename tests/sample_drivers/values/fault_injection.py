"""``Fault``, the description of a planted fault, and functions that build faulty drivers.

A fault in an operation is a function from a call to its kernel (``KernelFault``).
``FaultyKernelDevice`` is the reference driver with one operation compiled by such a function. The
functions below build these functions for common errors: a changed scalar, an ignored operand, a
different way to store results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from conformance.hal import Device, OperandType, OperationType, SymmPerChannelQuantParams, Version
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import code_bounds, real, round_half_away
from conformance.reference import ReferenceDevice

KernelFault = Callable[[Call], Kernel]
"""A fault in one operation: returns the kernel that the driver executes for a call."""
OptionalArrays = Sequence[Array | None]
"""The inputs of a kernel; ``None`` for an omitted operand."""

SYNC = (ExecutionPath(ExecutionMode.SYNC),)
"""The execution path of most faults: one synchronous execution."""


@dataclass(frozen=True)
class Fault:
    """A faulty driver, the bundled specs that must detect it, and the expected verdict.

    The fault is detected if a verdict has this ``rule`` and its reason contains every text of
    ``expected_texts``. Verdicts that blame more than the fault also fail the test.

    Attributes:
        name: Unique name; becomes the id of the test.
        family: Group of the fault, for example "pooling".
        specs: Name patterns of the bundled spec files that are run.
        device: Factory of the faulty driver.
        expected_texts: Texts that the reason must contain.
        rule: The violated rule.
        paths: Execution paths on which the cases run.
        unaffected_cases: Parts of case names; the cases whose names contain one must pass.
        additional_rules: Further rules that may fail. All other rules must not fail.
        cases: Part of the names of the cases to run (empty: all cases).
        wrong_paths: Parts of path names; only these paths may fail (empty: any path).
        second_rule: A second rule that the same verdict must report (empty: none).
    """

    name: str
    family: str
    specs: tuple[str, ...]
    device: Callable[[], Device]
    expected_texts: tuple[str, ...]
    rule: str = "values"
    paths: tuple[ExecutionPath, ...] = SYNC
    unaffected_cases: tuple[str, ...] = ()
    additional_rules: tuple[str, ...] = ()
    cases: str = ""
    wrong_paths: tuple[str, ...] = ()
    second_rule: str = ""


class FaultyKernelDevice(ReferenceDevice):
    """The reference driver with a faulty kernel for one operation."""

    name = "faulty"

    def __init__(self, operation: OperationType, misbehavior: KernelFault) -> None:
        super().__init__(Version.AIDL_V3)
        self.operation = operation
        self.kernel_fault = misbehavior

    def compile_call(self, call: Call) -> Kernel:
        """Return the faulty kernel for calls of the operation, else the correct one."""
        if call.definition.type != self.operation:
            return super().compile_call(call)
        return self.kernel_fault(call)


def row(
    operation: OperationType,
    name: str,
    misbehavior: KernelFault,
    *says: str,
    specs: Sequence[str] = (),
    seen_at: OperationType | None = None,
    **more: Any,
) -> Fault:
    """Return a fault in one operation, for ``table``.

    ``says`` are texts that the reason must contain, in addition to the operation. ``more`` are
    further fields of ``Fault``. ``specs`` defaults to the spec file named after the operation.
    ``seen_at`` is the operation whose output shows the fault, if it is a different one.
    """
    return Fault(
        f"{operation.name}: {name}",
        "",
        tuple(specs) or (operation.name.lower(),),
        lambda: FaultyKernelDevice(operation, misbehavior),
        (f"of {(seen_at or operation).name} (operation", *says),
        **more,
    )


def table(family: str, *faults: Fault) -> tuple[Fault, ...]:
    """Return the faults of one family."""
    return tuple(replace(fault, family=family) for fault in faults)


# --- changes of a call before it is compiled


def changed_view(view: OperandView, **changes: Any) -> OperandView:
    """Return a copy of a view with some attributes changed."""
    known = {
        name: getattr(view, name)
        for name in ("scale", "zero_point", "extra_params", "value", "omitted")
    }
    type_, dims = changes.pop("type", view.type), changes.pop("dims", view.dims)
    return OperandView(type_, dims, **{**known, **changes})


def with_input(call: Call, name: str, **changes: Any) -> Call:
    """Return the call with one input changed, or the same call if it has no such input."""
    index = call.position(name)
    if index is None:
        return call
    inputs = list(call.inputs)
    inputs[index] = changed_view(inputs[index], **changes)
    return Call(call.definition, call.form, inputs, call.outputs, call.version)


def with_output(call: Call, index: int = 0, **changes: Any) -> Call:
    """Return the call with one output changed."""
    outputs = list(call.outputs)
    outputs[index] = changed_view(outputs[index], **changes)
    return Call(call.definition, call.form, call.inputs, outputs, call.version)


def with_scalars(call: Call, **values: Any) -> Call:
    """Return the call with some scalars or small constants changed; absent ones are skipped.

    Each of ``values`` is the new number, or a function of the old one.
    """
    for name, value in values.items():
        index = call.position(name)
        if index is None or call.inputs[index].value is None:
            continue
        old = call.inputs[index].value
        new = value(old) if callable(value) else value
        call = with_input(call, name, value=np.asarray(new, old.dtype).reshape(old.shape))
    return call


def swapped(call: Call, *names: str) -> Call:
    """Return the call with the values of two scalars exchanged; unchanged if it lacks them."""
    first, second = names
    if call.position(first) is None:
        return call
    return with_scalars(call, **{first: call.value(second), second: call.value(first)})


# --- faults in the inputs, the scalars and the computation


def fitted(call: Call, kernel: Kernel) -> Kernel:
    """Return a kernel whose results are resized to the call's correct output shapes.

    Without it, a faulty kernel could return results of the wrong shape. The execution would then
    fail, which is easy to detect; the faults must return wrong values instead. Results whose shapes
    depend on the data are not resized, because their correct shapes are unknown here.
    """
    if call.definition.partial_shapes is not None:
        return kernel
    shapes = call.definition.shapes(call)
    return lambda inputs: [
        np.ascontiguousarray(a) if a.shape == s else np.resize(a, s)
        for a, s in zip(kernel(inputs), shapes, strict=True)
    ]


def call_changed(change: Callable[[Call], Call]) -> KernelFault:
    """Return a fault that compiles ``change(call)`` in place of the call."""

    def misbehavior(call: Call) -> Kernel:
        other = change(call)
        return fitted(call, other.definition.compile(other))

    return misbehavior


def scalars(**values: Any) -> KernelFault:
    """Return a fault that uses other values for some scalars; see ``with_scalars``."""
    return call_changed(lambda call: with_scalars(call, **values))


def input_view(name: str, **changes: Any) -> KernelFault:
    """Return a fault that uses other quantization parameters for an input."""
    return call_changed(lambda call: with_input(call, name, **changes))


def output_view(**changes: Any) -> KernelFault:
    """Return a fault that uses other quantization parameters for the output."""
    return call_changed(lambda call: with_output(call, **changes))


def changed_output(function: Callable[[Call, Array], Array], output: int = 0) -> KernelFault:
    """Return a fault that applies a function to one correctly computed output."""

    def misbehavior(call: Call) -> Kernel:
        kernel = call.definition.compile(call)

        def spoilt(inputs: OptionalArrays) -> list[Array]:
            arrays = list(kernel(inputs))
            arrays[output] = np.asarray(function(call, arrays[output]), arrays[output].dtype)
            return arrays

        return fitted(call, spoilt)

    return misbehavior


def misread_input(name: str, function: Callable[[Call, Array], Array]) -> KernelFault:
    """Return a fault that changes the data of an input, constant or not, but not its shape.

    The data of a constant is changed in the call, too: kernels may read it at compile time.
    """

    def misbehavior(call: Call) -> Kernel:
        index = call.position(name)
        if index is None:
            return call.definition.compile(call)

        def read(array: Array) -> Array:
            return np.ascontiguousarray(np.resize(function(call, array), array.shape), array.dtype)

        other = call
        constant = call.inputs[index].value
        if constant is not None:
            other = with_input(call, name, value=read(constant))
        kernel = other.definition.compile(other)

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            changed = list(inputs)
            if changed[index] is not None:
                changed[index] = read(changed[index])
            return kernel(changed)

        return fitted(call, run)

    return misbehavior


def omitted(*names: str) -> KernelFault:
    """Return a fault that treats some optional inputs as omitted."""

    def misbehavior(call: Call) -> Kernel:
        places = [place for name in names if (place := call.position(name)) is not None]
        kernel = call.definition.compile(call)

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            kept = [None if place in places else array for place, array in enumerate(inputs)]
            return kernel(kept)

        return fitted(call, run)

    return misbehavior


def replaced_computation(function: Callable[..., Array]) -> KernelFault:
    """Return a fault that computes the only output as ``function(call, *inputs)``.

    The function may return any shape and type; the result is resized and converted.
    """

    def misbehavior(call: Call) -> Kernel:
        shapes = call.definition.shapes(call)
        dtype = call.output().info.dtype

        def kernel(inputs: OptionalArrays) -> list[Array]:
            with np.errstate(all="ignore"):
                result = np.asarray(function(call, *inputs))
                return [np.ascontiguousarray(np.resize(result, shapes[0]), dtype)]

        return kernel

    return misbehavior


def only_for(misbehavior: KernelFault, *types: OperandType) -> KernelFault:
    """Return the fault, restricted to calls with these primary types."""
    return lambda call: (
        misbehavior(call) if call.primary.type in types else call.definition.compile(call)
    )


# --- faults in the storage of quantized results


def real_values(call: Call, index: int, array: Array) -> Array:
    """Return the dequantized values of a quantized input or of an int32 bias.

    The scale of a bias is the product of the input's and the filter's scales.
    """
    view = call.inputs[index]
    if is_quantized(view):
        return real(array, view)
    scale: Any = call.primary.scale * call.inputs[1].scale
    params = call.inputs[1].extra_params
    if isinstance(params, SymmPerChannelQuantParams):
        scale = call.primary.scale * np.array(params.scales)
    return array * scale


def real_result(call: Call) -> Callable[[OptionalArrays], Array]:
    """Return a function that computes a quantized call on dequantized float32 operands.

    Its result is the exact real output, before quantization.
    """
    places = [
        index
        for index, view in enumerate(call.inputs)
        if is_quantized(view) or index == call.position("bias")
    ]

    def as_float(view: OperandView, value: Array | None) -> OperandView:
        return changed_view(
            view,
            type=OperandType.TENSOR_FLOAT32,
            scale=0.0,
            zero_point=0,
            extra_params=None,
            value=None if value is None else value.astype(np.float32),
        )

    inputs = list(call.inputs)
    for index in places:
        constant = inputs[index].value
        value = None if constant is None else real_values(call, index, constant)
        inputs[index] = as_float(inputs[index], value)
    outputs = [as_float(view, None) for view in call.outputs]
    other = Call(call.definition, call.form, inputs, outputs, call.version)
    kernel = other.definition.compile(other)

    def run(arrays: OptionalArrays) -> Array:
        wide = list(arrays)
        for index in places:
            array = arrays[index]
            assert array is not None
            wide[index] = real_values(call, index, array).astype(np.float32)
        return kernel(wide)[0].astype(np.float64)

    return run


def stored_by(function: Callable[[Call, Array], Array]) -> KernelFault:
    """Return a fault that converts real results to quantized codes with ``function``.

    ``function`` receives the call and the exact codes before rounding and saturation. Calls whose
    output is not quantized stay correct.
    """

    def misbehavior(call: Call) -> Kernel:
        if not is_quantized(call.output()):
            return call.definition.compile(call)
        result = real_result(call)
        view = call.output()
        shapes = call.definition.shapes(call)

        def kernel(arrays: OptionalArrays) -> list[Array]:
            codes = result(arrays) / view.scale + view.zero_point
            return [np.resize(function(call, codes).astype(view.info.dtype), shapes[0])]

        return kernel

    return misbehavior


def wrapping(call: Call, codes: Array) -> Array:
    """Let codes wrap around instead of saturating."""
    low, high = code_bounds(call.output())
    return (round_half_away(codes).astype(np.int64) - low) % (high - low + 1) + low


def half_precision(call: Call, array: Array) -> Array:
    """Round float32 values to float16."""
    with np.errstate(over="ignore"):
        return array.astype(np.float16)


def nhwc_for_nchw(call: Call) -> Kernel:
    """Read and write NCHW data as if it were NHWC; the layout operand is ignored."""
    index = call.position("layout")
    if index is None or not call.inputs[index].value:
        return call.definition.compile(call)
    n, c, h, w = call.shape(call.definition.primary)
    shape = (n, h, w, c)
    plain = with_scalars(with_input(call, call.definition.primary, dims=shape), layout=False)
    kernel = plain.definition.compile(plain)

    def run(inputs: OptionalArrays) -> Sequence[Array]:
        image = inputs[0]
        assert image is not None
        return kernel([image.reshape(shape), *inputs[1:]])

    return fitted(call, run)
