"""Valid calls from the bundled specs, and short edits that break one rule each.

An edit text is a list of edits, separated by ``;``:

    stride_width=0                   a value: one number for every element, or a list of numbers
    input dims 1,2,2; input rank 5   another shape: given, or extended by sizes of 1, or merged
    input type TENSOR_INT32          another type; also ``scale``, ``zero`` and ``channel``
    bias omitted                     no value
    inputs 9; outputs 2              this number of operands: cut, or with the last one repeated
    version 1.1                      validate by the rules of this version

``out0`` is the first output. Values that normally come with a request are constants here, so that
every condition on a value can be checked at preparation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from conformance import hal
from conformance.cases import Example
from conformance.driver_sdk import constant_copies
from conformance.operations import OperandView, create_call, find_definition
from conformance.operations.definition.operands import Array, Form
from conformance.validation import Violation, check_call, validate_model
from tests.faults.spec_judging import INDEX, examples_by_operation

OUTPUT = re.compile(r"out\d+")
VERSIONS = {str(version): version for version in hal.Version}


@dataclass
class OperandSlot:
    """An operand with its value; ``None`` means omitted."""

    name: str
    operand: hal.Operand
    value: Array | None
    stated: bool = True
    """Whether the model states an output's shape; from 1.2 on only where an edit text states it."""


@dataclass
class EditableCall:
    """A call that can be edited."""

    operation: hal.OperationType
    inputs: list[OperandSlot]
    outputs: list[OperandSlot]
    version: hal.Version = hal.Version.AIDL_V3

    def model(self) -> hal.Model:
        """Return a model of the call alone, with every value as a constant."""
        data = bytearray()
        operands = []
        for slot in self.inputs:
            operand = replace(slot.operand, number_of_consumers=1)
            if slot.value is None:
                operand = replace(
                    operand, lifetime=hal.OperandLifeTime.NO_VALUE, location=hal.DataLocation()
                )
            else:
                raw = np.ascontiguousarray(slot.value).tobytes()
                place = hal.DataLocation(0, len(data), len(raw))
                data += raw + bytes(-len(raw) % 4)
                lifetime = hal.OperandLifeTime.CONSTANT_COPY
                operand = replace(operand, lifetime=lifetime, location=place)
            operands.append(operand)
        for slot in self.outputs:
            dims = slot.operand.dimensions if slot.stated or self.version < hal.Version.V1_2 else ()
            lifetime = hal.OperandLifeTime.SUBGRAPH_OUTPUT
            operands.append(
                replace(slot.operand, dimensions=dims, lifetime=lifetime, number_of_consumers=0)
            )
        count = len(self.inputs)
        places = tuple(range(count, len(operands)))
        operation = hal.Operation(self.operation, tuple(range(count)), places)
        return hal.Model(
            hal.Subgraph(tuple(operands), (operation,), (), places), operand_values=bytes(data)
        )


def _names(form: Form, count: int) -> list[str]:
    return [form.spec_at(index, count).name for index in range(count)]


def draft(example: Example) -> EditableCall:
    """Return the single operation of an example; output shapes are unknown."""
    model = example.model
    main = model.main
    (operation,) = main.operations
    values = list(constant_copies(model, main))
    for index, raw in zip(main.input_indexes, example.inputs, strict=True):
        operand = main.operands[index]
        values[index] = (
            None
            if raw is None
            else np.frombuffer(raw, hal.INFO[operand.type].dtype).reshape(operand.dimensions)
        )
    found = find_definition(operation.type)
    assert found is not None
    types = [main.operands[index].type for index in operation.inputs]
    form = found.form_of(types)
    assert form is not None
    names = _names(form, len(types))
    inputs = [
        OperandSlot(name, main.operands[index], values[index])
        for name, index in zip(names, operation.inputs, strict=True)
    ]
    outputs = [
        OperandSlot(f"out{position}", main.operands[index], None, stated=False)
        for position, index in enumerate(operation.outputs)
    ]
    return EditableCall(hal.OperationType(operation.type), inputs, outputs)


@cache
def example_call(operation: hal.OperationType, part: str) -> Example:
    """Return the first example of that operation alone with ``part`` in its name.

    All operands of these examples have known sizes.
    """
    return next(
        INDEX.load(file, info.name)
        for file, info in examples_by_operation()[operation]
        if part in info.name and len(info.operation_codes) == 1 and not info.expect_failure
    )


# --- edits


def _resized(value: Array | None, dims: Sequence[int], operand: hal.Operand) -> Array:
    if value is None or not value.size:
        return np.zeros(tuple(dims), hal.INFO[operand.type].dtype)
    return np.resize(value, tuple(dims))


def _reshape(slot: OperandSlot, dims: tuple[int, ...]) -> None:
    slot.operand = replace(slot.operand, dimensions=dims)
    slot.stated = True
    if not OUTPUT.fullmatch(slot.name):
        slot.value = _resized(slot.value, dims, slot.operand)


def _rank(slot: OperandSlot, rank: int) -> None:
    dims = slot.operand.dimensions
    while len(dims) > max(rank, 1):
        dims = (dims[0] * dims[1], *dims[2:])
    _reshape(slot, (1,) * (rank - len(dims)) + dims if rank else ())


def _type(slot: OperandSlot, name: str) -> None:
    type_ = hal.OperandType[name]
    quantized = name.startswith("TENSOR_QUANT")
    dims = slot.operand.dimensions if hal.INFO[type_].tensor else ()
    per_channel = type_ == hal.OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL
    slot.operand = replace(
        slot.operand,
        type=type_,
        dimensions=dims,
        scale=(slot.operand.scale or 0.5) if quantized and not per_channel else 0.0,
        zero_point=slot.operand.zero_point if "ASYMM" in name else 0,
        extra_params=hal.SymmPerChannelQuantParams((0.5,) * dims[0], 0) if per_channel else None,
    )
    if slot.value is not None:
        slot.value = np.resize(slot.value, dims).astype(hal.INFO[type_].dtype)


def _edit(slot: OperandSlot, verb: str, argument: str) -> None:
    if verb == "=":
        value = ast.literal_eval(argument)
        dtype = hal.INFO[slot.operand.type].dtype
        shape = slot.operand.dimensions
        content = np.array(value, np.float64)
        slot.value = np.array(np.broadcast_to(content, shape) if not content.ndim else content,
                              dtype)  # fmt: skip
        if content.ndim:
            slot.operand = replace(slot.operand, dimensions=slot.value.shape)
    elif verb == "dims":
        _reshape(slot, tuple(int(n) for n in argument.split(",")))
    elif verb == "rank":
        _rank(slot, int(argument))
    elif verb == "type":
        _type(slot, argument)
    elif verb == "scale":
        slot.operand = replace(slot.operand, scale=float(np.float32(argument)))
    elif verb == "zero":
        slot.operand = replace(slot.operand, zero_point=int(argument))
    elif verb == "channel":
        params = slot.operand.extra_params
        assert isinstance(params, hal.SymmPerChannelQuantParams)
        axis = int(argument)
        scales = params.scales[:1] * slot.operand.dimensions[axis]
        slot.operand = replace(
            slot.operand, extra_params=hal.SymmPerChannelQuantParams(scales, axis)
        )
    elif verb == "omitted":
        slot.value = None
        if hal.INFO[slot.operand.type].tensor:
            slot.operand = replace(slot.operand, dimensions=())
    else:
        raise ValueError(f"unknown edit {verb!r}")


def _select_slots(slots: list[OperandSlot], count: int) -> list[OperandSlot]:
    return (slots + slots[-1:] * count)[:count]


def _steps(sentence: str) -> Iterator[tuple[str, str, str]]:
    for part in sentence.split(";"):
        text = part.strip()
        if "=" in text:
            name, _, value = text.partition("=")
            yield name.strip(), "=", value
        else:
            words = text.split()
            if len(words) == 2 and words[0] in ("inputs", "outputs", "version"):
                yield "", words[0], words[1]
            else:
                yield words[0], words[1], " ".join(words[2:])


def edited(call: EditableCall, sentence: str) -> EditableCall:
    """Return the call after the edits."""
    for name, verb, argument in _steps(sentence):
        if verb == "version" and not name:
            call.version = VERSIONS[argument]
        elif not name:
            slots = _select_slots(getattr(call, verb), int(argument))
            setattr(call, verb, slots)
        else:
            found = [slot for slot in (*call.inputs, *call.outputs) if slot.name == name]
            if not found:
                have = ", ".join(slot.name for slot in call.inputs)
                raise ValueError(f"no operand {name!r}; the operands are {have}")
            _edit(found[-1] if verb != "=" else found[0], verb, argument)
    return call


def named(sentence: str) -> list[str]:
    """Return the operands that an edit names."""
    return [name for name, _, _ in _steps(sentence) if name]


def violation(call: EditableCall) -> Violation | None:
    """Return the first rule that the call breaks.

    In a model a size of 0 means an unknown size. Only a request can state an actual size of 0, so
    a call with an empty input is checked as at execution.
    """
    if not any(slot.value is not None and not slot.value.size for slot in call.inputs):
        return next(iter(validate_model(call.model(), call.version)), None)
    found = find_definition(call.operation)
    assert found is not None
    inputs = [
        OperandView(
            hal.OperandType(slot.operand.type),
            None if slot.value is None else slot.value.shape,
            scale=slot.operand.scale,
            zero_point=slot.operand.zero_point,
            extra_params=slot.operand.extra_params,
            value=slot.value,
            omitted=slot.value is None,
        )
        for slot in call.inputs
    ]
    outputs = [
        OperandView(hal.OperandType(o.type), None, scale=o.scale, zero_point=o.zero_point)
        for o in (slot.operand for slot in call.outputs)
    ]
    return check_call(create_call(found, inputs, outputs, call.version))
