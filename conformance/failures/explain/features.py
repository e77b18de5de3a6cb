"""Features of a case of one operation: named values in which calls of the operation differ.

The names and roles of the operands are those of the operation's definition. A value is a text (a
type, a code, yes or no) or a number (a rank, a size, a scalar).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from conformance.cases.example import Example
from conformance.coverage.cells import code_label, legal_codes
from conformance.hal import INFO, Operand, OperandLifeTime, OperandType, SymmPerChannelQuantParams
from conformance.harness.planning.execution_path import PREFERENCE_WORDS, find_path
from conformance.operations import Call, OperandSpec, OperandView, Presence
from conformance.operations.definition.operands import Array
from conformance.validation import minimum_version
from conformance.validation.calls import build_call
from conformance.validation.constants import constant_view

FeatureValue = str | int | float
Features = Mapping[str, FeatureValue]

TYPE: Final = "type"
"""The feature that holds the type of the operation's primary operand."""
TYPE_CLASS: Final = "type class"
"""The feature that distinguishes floating point, quantized, and integer or boolean types."""
PATH_PREFIX: Final = "path: "
"""Prefix of the features of the execution path; all others belong to the example."""
YES: Final = "yes"
NO: Final = "no"
_LAYOUT: Final = "layout"
_IMAGE_AXES: Final = {
    False: ("batch", "height", "width", "channels"),
    True: ("batch", "channels", "height", "width"),
}
_AXIS_NAMES: Final = ("axis", "axes")
_MAX_LISTED: Final = 8
"""Integer tensors with more elements hold data, not parameters."""
_CONSTANT: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)


def example_features(example: Example) -> dict[str, FeatureValue] | None:
    """Return the features of a case with exactly one operation; ``None`` for any other case.

    The result is also ``None`` for a case that a driver must refuse, and if the suite has no
    definition of the operation.
    """
    model = example.model
    main = model.main
    if len(main.operations) != 1 or model.referenced or example.expect_failure:
        return None
    values: list[Array | None] = [constant_view(model, operand) for operand in main.operands]
    omitted = set()
    for index, data in zip(main.input_indexes, example.inputs, strict=True):
        if data is None:
            omitted.add(index)
        else:
            values[index] = _input_array(main.operands[index], data)
    operation = main.operations[0]
    call = build_call(main, operation, values)
    if call is None:
        return None
    operands = [main.operands[index] for index in operation.inputs]
    missing = [
        index in omitted or operand.lifetime == OperandLifeTime.NO_VALUE
        for index, operand in zip(operation.inputs, operands, strict=True)
    ]
    shapes = {
        index: output.dimensions
        for index, output in zip(main.output_indexes, example.outputs, strict=True)
    }
    outputs = [shapes.get(index) for index in operation.outputs]
    found = dict(_call_features(call, operands, missing, outputs))
    if call.primary.type == OperandType.TENSOR_FLOAT32:
        relaxed = model.relax_computation_float32_to_float16
        found["relaxed computation"] = YES if relaxed else NO
    found["HAL version of the model"] = int(example.version or minimum_version(model))
    return found


def path_features(path: str) -> dict[str, FeatureValue]:
    """Return the features of an execution path; none for a path that is not a plain one."""
    if (parsed := find_path(path)) is None:
        return {}
    return {
        f"{PATH_PREFIX}mode": str(parsed.mode),
        f"{PATH_PREFIX}preference": PREFERENCE_WORDS[parsed.preference],
        f"{PATH_PREFIX}timing": YES if "timed" in path.split("-") else NO,
        f"{PATH_PREFIX}output form": str(parsed.output_form) or "full",
        f"{PATH_PREFIX}variant": str(parsed.variant) or "single",
        f"{PATH_PREFIX}memory": str(parsed.memory),
    }


def _input_array(operand: Operand, data: bytes) -> Array | None:
    info = INFO.get(operand.type)
    if info is None:
        return None
    array = np.frombuffer(data, info.dtype)
    shape = operand.dimensions if info.tensor else ()
    if 0 in shape or (info.tensor and not shape):
        return None
    return array.reshape(shape) if array.size == np.prod(shape, dtype=int) else None


def _call_features(
    call: Call,
    operands: Sequence[Operand],
    missing: Sequence[bool],
    outputs: Sequence[tuple[int, ...] | None],
) -> Iterator[tuple[str, FeatureValue]]:
    yield TYPE, call.primary.type.name
    yield TYPE_CLASS, _type_class(call.primary.type)
    if len(call.definition.forms) > 1:
        yield "form", call.form.name
    names = _image_axes(call)
    for index, view in enumerate(call.inputs):
        spec, name = call.spec(index), _operand_name(call, index)
        if missing[index]:
            yield f"{name} given", NO
            continue
        if spec.presence is Presence.OMITTABLE:
            yield f"{name} given", YES
        if view.info is not None and not view.info.tensor:
            yield from _scalar_features(call, spec, name, view)
            continue
        yield from _tensor_features(call, spec, name, view, names)
        if spec.name != call.definition.primary or index != call.position(spec.name):
            constant = operands[index].lifetime in _CONSTANT
            yield f"source of {name}", "constant" if constant else "run time"
    yield from _common_features(call, operands)
    yield from _relation_features(call, missing)
    yield from _output_features(call, outputs)


def _common_features(call: Call, operands: Sequence[Operand]) -> Iterator[tuple[str, FeatureValue]]:
    """Yield the features of the list of inputs: their number, sources and memory."""
    if not call.form.counts:
        yield "number of inputs", len(call.inputs)
    elif len(call.form.counts) > 1:
        yield "number of operands given", len(call.inputs)
    primary = operands[call.places[call.definition.primary]]
    constant = primary.lifetime in _CONSTANT
    yield f"source of {call.definition.primary}", "constant" if constant else "run time"
    pooled = any(o.lifetime == OperandLifeTime.CONSTANT_REFERENCE for o in operands)
    yield "constants in a memory pool", YES if pooled else NO
    scalars = [o for o in operands if o.type in INFO and not INFO[o.type].tensor]
    if scalars:
        at_run_time = any(o.lifetime == OperandLifeTime.SUBGRAPH_INPUT for o in scalars)
        yield "scalars at run time", YES if at_run_time else NO


def _operand_name(call: Call, index: int) -> str:
    """Return the operand's name; the inputs of a repeated operand are numbered."""
    spec = call.spec(index)
    if not spec.repeated:
        return spec.name
    first = call.position(spec.name) or 0
    return f"{spec.name} {index - first}"


def _type_class(type_: OperandType) -> str:
    info = INFO[type_]
    if info.quantized:
        return "quantized"
    return "floating point" if info.dtype.kind == "f" else "integer or boolean"


def _image_axes(call: Call) -> tuple[str, ...]:
    """Return the names of an image's axes; none for an operation without a layout operand."""
    if not any(spec.name == _LAYOUT for form in call.definition.forms for spec in form.inputs):
        return ()
    index = call.position(_LAYOUT)
    if index is None:
        return _IMAGE_AXES[False]
    value = call.inputs[index].value
    return () if value is None else _IMAGE_AXES[bool(value)]


def _scalar_features(
    call: Call, spec: OperandSpec, name: str, view: OperandView
) -> Iterator[tuple[str, FeatureValue]]:
    if view.value is None:
        return
    value = view.value.item()
    if spec.name == _LAYOUT:
        yield _LAYOUT, "NCHW" if value else "NHWC"
    elif isinstance(value, bool) or legal_codes(call.definition, call.primary.type, spec.name):
        yield name, code_label(spec.name, value)
    else:
        yield name, value
        if spec.name in _AXIS_NAMES and call.primary.dims is not None:
            rank = len(call.primary.dims)
            positive = value + rank if value < 0 else value
            yield f"{name}, counted from 0", positive
            yield f"{name} selects the last dimension", YES if positive == rank - 1 else NO


def _tensor_features(
    call: Call, spec: OperandSpec, name: str, view: OperandView, image_axes: Sequence[str]
) -> Iterator[tuple[str, FeatureValue]]:
    if len(spec.types.legal(call.primary.type)) > 1:
        yield f"type of {name}", view.type.name
    if view.dims is not None:
        yield f"rank of {name}", len(view.dims)
        is_image = spec.name == call.definition.primary
        yield from _size_features(name, view, image_axes if is_image else ())
    if view.info is None:
        return
    if view.info.quantized:
        yield from _quantization_features(name, view)
    if view.value is not None and view.value.size:
        yield from _value_features(name, view, parameter=bool(spec.types.always))


def _size_features(
    name: str, view: OperandView, image_axes: Sequence[str]
) -> Iterator[tuple[str, FeatureValue]]:
    dims = view.dims or ()
    for axis, size in enumerate(dims):
        if size is not None:
            if len(dims) == len(image_axes):
                yield f"{image_axes[axis]} of {name}", size
            else:
                yield f"dimension {axis} of {name}", size
    if dims and None not in dims:
        if len(dims) > 1:
            yield f"last dimension of {name}", int(dims[-1] or 0)
        yield f"elements of {name}", int(np.prod(dims, dtype=np.int64))  # type: ignore[arg-type]


def _quantization_features(name: str, view: OperandView) -> Iterator[tuple[str, FeatureValue]]:
    if isinstance(view.extra_params, SymmPerChannelQuantParams):
        yield f"channels with own scale of {name}", len(view.extra_params.scales)
        return
    if INFO[view.type].zero_points[0] != INFO[view.type].zero_points[1]:
        yield f"zero point of {name}", view.zero_point
    yield f"scale of {name}", view.scale


def _value_features(
    name: str, view: OperandView, *, parameter: bool
) -> Iterator[tuple[str, FeatureValue]]:
    values = np.asarray(view.value)
    kind = values.dtype.kind
    if parameter and kind == "i" and values.size <= _MAX_LISTED:
        for number, value in enumerate(values.reshape(-1).tolist()):
            yield f"element {number} of {name}", value
        yield f"negative elements in {name}", YES if (values < 0).any() else NO
        return
    if kind == "b":
        yield f"false in {name}", NO if values.all() else YES
        yield f"true in {name}", YES if values.any() else NO
        return
    real = values.astype(np.float64)
    if kind == "f":
        yield f"NaN in {name}", YES if np.isnan(real).any() else NO
        yield f"infinity in {name}", YES if np.isinf(real).any() else NO
        real = real[np.isfinite(real)]
        if not real.size:
            return
    elif view.info is not None and view.info.quantized and view.extra_params is None:
        real = (real - view.zero_point) * view.scale
    yield f"negative values in {name}", YES if (real < 0).any() else NO
    yield f"positive values in {name}", YES if (real > 0).any() else NO
    yield f"zeros in {name}", YES if (real == 0).any() else NO
    yield f"largest value of {name}", float(real.max())
    yield f"smallest value of {name}", float(real.min())
    yield f"largest magnitude of {name}", float(np.abs(real).max())


def _relation_features(call: Call, missing: Sequence[bool]) -> Iterator[tuple[str, FeatureValue]]:
    """Yield how operands relate: shapes of tensors, and scalars for the two image dimensions."""
    tensors = [
        (_operand_name(call, index), view)
        for index, view in enumerate(call.inputs)
        if view.info is not None and view.info.tensor and view.dims is not None
        if not missing[index]
        and view.type == call.primary.type
        and not call.spec(index).types.always
    ]
    if len(tensors) > 1:
        (first, one), (second, other) = tensors[:2]
        yield f"shapes of {first} and {second}", "equal" if one.dims == other.dims else "different"
        if one.info is not None and one.info.quantized:
            same = one.same_quantization(other)
            yield f"quantization of {first} and {second}", "equal" if same else "different"
    for name, index in call.places.items():
        if not name.endswith("_width"):
            continue
        partner = call.position(name.removesuffix("width") + "height")
        if partner is None:
            continue
        one, other = call.inputs[index], call.inputs[partner]
        if one.value is not None and other.value is not None and not one.value.shape:
            stem = name.removesuffix("_width")
            same = one.value.item() == other.value.item()
            yield f"{stem}_width and {stem}_height", "equal" if same else "different"


def _output_features(
    call: Call, shapes: Sequence[tuple[int, ...] | None]
) -> Iterator[tuple[str, FeatureValue]]:
    specs = call.definition.output_specs(len(call.outputs))
    if any(spec.repeated for spec in call.definition.outputs) or len(call.definition.outputs) > 1:
        yield "number of outputs", len(call.outputs)
    for number, (view, spec) in enumerate(zip(call.outputs, specs, strict=False)):
        name = spec.name if not spec.repeated else f"{spec.name} {number}"
        if len(spec.types.legal(call.primary.type)) > 1:
            yield f"type of {name}", view.type.name
        shape = shapes[number]
        if shape is not None and number == 0:
            yield f"rank of {name}", len(shape)
            for axis, size in enumerate(shape):
                yield f"dimension {axis} of {name}", size
            yield f"elements of {name}", int(np.prod(shape, dtype=np.int64))
        if view.info is not None and view.info.quantized and number == 0:
            yield f"zero point of {name}", view.zero_point
            yield f"scale of {name}", view.scale
            if call.primary.info is not None and call.primary.info.quantized:
                same = view.same_quantization(call.primary)
                yield f"quantization of {name} and input", "equal" if same else "different"
