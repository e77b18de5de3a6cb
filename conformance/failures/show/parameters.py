"""The operands of an operation by their roles, with their values as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.failures.show.case_content import CaseContent
from conformance.hal import (
    INFO,
    FusedActivation,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    PaddingScheme,
    name_of,
)
from conformance.operations import find_definition
from conformance.operations.definition.operands import Form
from conformance.validation.constants import constant_view

Array = npt.NDArray[Any]

_MAX_VALUES: Final = 12
_ACTIVATION_LSTM: Final = {0: "NONE", 1: "RELU", 3: "RELU6", 4: "TANH", 6: "SIGMOID"}
_PROJECTION: Final = {1: "SPARSE_DEPRECATED", 2: "DENSE", 3: "SPARSE"}
_GROUPS: Final = (
    ("strides", ("stride_width", "stride_height")),
    ("dilations", ("dilation_width", "dilation_height")),
    ("filter", ("filter_width", "filter_height")),
    ("strides", ("width_stride", "height_stride")),
    ("output size", ("out_width", "out_height")),
    ("samples", ("width_samples", "height_samples")),
    ("padding", ("padding_left", "padding_right", "padding_top", "padding_bottom")),
)
"""Parameters that are shown together, such as ``width x height``."""


@dataclass(frozen=True, slots=True)
class Role:
    """An operand of an operation: its role, its value or shape as text, and the operand itself.

    ``index`` is the index in the main subgraph; -1 for several operands or a default.
    """

    name: str
    text: str
    index: int = -1


@dataclass(frozen=True, slots=True)
class OperationView:
    """An operation of the main subgraph: its name, inputs, parameters and outputs."""

    number: int
    name: str
    tensors: tuple[Role, ...]
    parameters: tuple[Role, ...]
    outputs: tuple[Role, ...]


def operation_views(content: CaseContent) -> list[OperationView]:
    """Return the operations of the main subgraph, in the model's order."""
    main = content.example.model.main
    return [_view(content, number, operation) for number, operation in enumerate(main.operations)]


def known_values(content: CaseContent) -> dict[int, Array]:
    """Return the values of constants and model inputs, by the operand's index."""
    model = content.example.model
    values: dict[int, Array] = {}
    for index, operand in enumerate(model.main.operands):
        try:
            constant = constant_view(model, operand)
        except (ValueError, IndexError, OSError):
            constant = None
        if constant is not None:
            values[index] = constant
    for index, data in zip(model.main.input_indexes, content.example.inputs, strict=False):
        if data is not None and 0 <= index < len(model.main.operands):
            operand = model.main.operands[index]
            info = INFO.get(operand.type)
            if info is not None and not len(data) % info.itemsize:
                flat = np.frombuffer(data, info.dtype)
                fits = int(np.prod(operand.dimensions, dtype=np.int64)) == flat.size
                values[index] = flat.reshape(operand.dimensions) if fits else flat
    return values


def _view(content: CaseContent, number: int, operation: Operation) -> OperationView:
    name = name_of(OperationType, operation.type)
    names = _input_names(content, operation)
    values = known_values(content)
    main = content.example.model.main
    tensors: list[Role] = []
    scalars: dict[str, tuple[Any, int]] = {}
    for role, index in zip(names, operation.inputs, strict=True):
        if not 0 <= index < len(main.operands):
            tensors.append(Role(role, f"operand {index}, which does not exist", index))
            continue
        operand = main.operands[index]
        info = INFO.get(operand.type)
        value = values.get(index)
        if operand.lifetime == OperandLifeTime.NO_VALUE:
            tensors.append(Role(role, "omitted", index))
        elif info is not None and not info.tensor and value is not None and value.size == 1:
            scalars[role] = (value.reshape(()).item(), index)
        else:
            text = describe_operand(content, index)
            tensors.append(Role(role, text, index))
    definition = find_definition(operation.type)
    specs = () if definition is None else definition.output_specs(len(operation.outputs))
    outputs = tuple(
        Role(
            specs[place].name if place < len(specs) else f"output {place}",
            describe_operand(content, index),
            index,
        )
        for place, index in enumerate(operation.outputs)
        if 0 <= index < len(main.operands)
    )
    return OperationView(number, name, tuple(tensors), tuple(_parameters(name, scalars)), outputs)


def _input_names(content: CaseContent, operation: Operation) -> list[str]:
    """Return the name of each input in the operation's definition; repeated ones get a number."""
    definition = find_definition(operation.type)
    count = len(operation.inputs)
    form = None if definition is None else _form(content, operation)
    if form is None:
        return [f"input {place}" for place in range(count)]
    names: list[str] = []
    for place in range(count):
        spec = form.spec_at(place, count)
        names.append(
            f"{spec.name} {place - form.positions[spec.name]}" if spec.repeated else spec.name
        )
    return names


def _form(content: CaseContent, operation: Operation) -> Form | None:
    """Return the form of the operation that fits; for an invalid call the first that is as long."""
    definition = find_definition(operation.type)
    if definition is None:
        return None
    operands = content.example.model.main.operands
    types = [
        operands[index].type if 0 <= index < len(operands) else -1 for index in operation.inputs
    ]
    return definition.form_of(types) or next(
        (form for form in definition.forms if form.takes_count(len(types))), None
    )


def _parameters(operation: str, scalars: Mapping[str, tuple[Any, int]]) -> Iterator[Role]:
    """Yield the scalars as roles; parameters that belong together become one."""
    shown: set[str] = set()
    for name, (value, index) in scalars.items():
        groups = (group for group in _GROUPS if name in group[1] and scalars.keys() >= {*group[1]})
        title, members = next(groups, ("", ()))
        if name in shown:
            continue
        if not members:
            title = "padding" if name == "padding_scheme" else name
            yield Role(title, format_parameter(operation, name, value), index)
            continue
        shown.update(members)
        if title == "padding":
            sides = (f"{side.removeprefix('padding_')} {scalars[side][0]}" for side in members)
            yield Role(title, ", ".join(sides))
        else:
            yield Role(title, " x ".join(str(scalars[member][0]) for member in members))


def format_parameter(operation: str, name: str, value: Any) -> str:
    """Return a parameter's value by its name in the contract, such as ``RELU6`` or ``SAME``."""
    if name == "activation":
        if operation in ("LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM", "BIDIRECTIONAL_SEQUENCE_LSTM"):
            return _ACTIVATION_LSTM.get(value, f"{value} (no such activation)")
        known = {int(member): member.name for member in FusedActivation}
        return known.get(value, f"{value} (no such activation)")
    if name == "padding_scheme":
        known = {0: "NONE", **{int(member): member.name for member in PaddingScheme}}
        return known.get(value, f"{value} (no such scheme)")
    if name == "layout":
        return "NCHW" if value else "NHWC"
    if name == "type" and operation == "LSH_PROJECTION":
        return _PROJECTION.get(value, f"{value} (no such type)")
    if name.endswith("_mask"):
        return f"{value} (binary {value:b})" if value >= 0 else str(value)
    return format_number(value)


def format_number(value: Any) -> str:
    """Return a number in at most nine significant digits; truth values as words."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return f"{float(value):.9g}" if isinstance(value, float | np.floating) else str(value)


def format_type(operand: Operand) -> str:
    """Return type, dimensions and quantization of an operand."""
    name = name_of(OperandType, operand.type)
    info = INFO.get(operand.type)
    dims = f" [{', '.join(map(str, operand.dimensions))}]" if info is None or info.tensor else ""
    scale = ""
    if operand.scale or operand.zero_point:
        scale = f", scale {operand.scale:.9g}, zero point {operand.zero_point}"
    return f"{name}{dims}{scale}"


def describe_operand(content: CaseContent, index: int) -> str:
    """Return the name, the type and, of a constant, the values of an operand."""
    main = content.example.model.main
    names = content.example.operand_names
    name = names[index] if index < len(names) and names[index] else f"operand {index}"
    operand = main.operands[index]
    return f"{name}: {format_type(operand)}{_lifetime(operand)}"


def _lifetime(operand: Operand) -> str:
    constant = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)
    return ", constant" if operand.lifetime in constant else ""


def short_values(values: Array) -> str:
    """Return the first values of an array, and how many there are."""
    shown = [format_number(value) for value in values.ravel()[:_MAX_VALUES].tolist()]
    if values.size == 1:
        return shown[0]
    more = f", ... {values.size} values" if values.size > _MAX_VALUES else ""
    return f"[{', '.join(shown)}{more}]"
