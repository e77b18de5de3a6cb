"""What a definition says is legal: forms by type, codes of a scalar, first versions.

What conditions allow is found by asking them about a call of which one operand alone is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from conformance.hal import OperandType, Version
from conformance.operations import (
    Call,
    Form,
    OperandSpec,
    OperandView,
    OperationDefinition,
    Presence,
    Unknown,
)

Value = tuple[str, Version]
"""A legal value of a facet and the first version in which it is legal."""

_FIRST: Final = Version.V1_0
_LABELS: Final[Mapping[str, Mapping[int, str]]] = {
    "activation": {0: "NONE", 1: "RELU", 2: "RELU1", 3: "RELU6", 4: "TANH", 6: "SIGMOID"},
    "padding_scheme": {0: "NONE", 1: "SAME", 2: "VALID"},
    "nms_kernel": {0: "HARD", 1: "LINEAR", 2: "GAUSSIAN"},
    "mode": {0: "REFLECT", 1: "SYMMETRIC"},
    "type": {1: "SPARSE_DEPRECATED", 2: "DENSE", 3: "SPARSE"},
}
_TRUTH_VALUES: Final = frozenset({"keep_dims", "time_major"})
"""Integer operands that are read as truth values."""

_CODES: Final = range(-1, 9)
_NO_CODE: Final = 1 << 20
"""A number that only an operand without a list of codes takes."""


def typed_since(spec: OperandSpec, primary: OperandType) -> Version | None:
    """The first version in which the operand has a legal type; ``None`` if it has none."""
    legal = spec.types.legal(primary)
    return max(spec.since, min(version for _, version in legal)) if legal else None


def operand_since(found: OperationDefinition, name: str) -> Version:
    """The first version in which an input list has the operand."""
    return min(
        max(form.since, spec.since)
        for form in found.forms
        for spec in form.inputs
        if spec.name == name
    )


def forms_of(found: OperationDefinition, primary: OperandType) -> Iterator[tuple[Form, Version]]:
    """Forms that calls with this primary type can have, each with its first version."""
    for form in found.forms:
        needed = [typed_since(spec, primary) for spec in form.inputs]
        asked = [
            version
            for spec, version in zip(form.inputs, needed, strict=True)
            if spec.presence is not Presence.TRAILING
        ]
        if None not in asked:
            yield form, max(form.since, *(version for version in asked if version is not None))


def codes(found: OperationDefinition, primary: OperandType, name: str) -> tuple[Value, ...]:
    """Labels of the numbers that an operand may hold, where its conditions list them.

    Each condition is asked about a call of which nothing but types and this one value is known.
    Empty for an operand that takes any number of a range.
    """
    for form, _ in forms_of(found, primary):
        position = next((i for i, spec in enumerate(form.inputs) if spec.name == name), None)
        if position is None:
            continue
        type_ = form.inputs[position].types.legal(primary)[0][0]
        if type_ == OperandType.BOOL or name in _TRUTH_VALUES:
            return (("false", _FIRST), ("true", _FIRST))
        if type_ != OperandType.INT32:
            return ()
        if _code_since(found, form, primary, position, _NO_CODE) is not None:
            return ()
        legal = [
            (_LABELS.get(name, {}).get(code, str(code)), version)
            for code in _CODES
            if (version := _code_since(found, form, primary, position, code)) is not None
        ]
        return tuple(legal)
    return ()


def _code_since(
    found: OperationDefinition, form: Form, primary: OperandType, position: int, code: int
) -> Version | None:
    """The first version in which a number is legal; ``None`` when it never is."""
    view = OperandView(OperandType.INT32, (), value=np.array(code, np.int32))
    return since_of(found, form, primary, position, view)


def since_of(
    found: OperationDefinition,
    form: Form,
    primary: OperandType,
    position: int,
    view: OperandView,
) -> Version | None:
    """The first version whose conditions let one operand be as it is, the others being open."""
    views = [
        OperandView(spec.types.legal(primary)[0][0] if spec.types.legal(primary) else primary, None)
        for spec in form.inputs
    ]
    views[position] = view
    outputs = [OperandView(_output_type(spec, primary), None) for spec in found.outputs]
    since = _FIRST
    for condition in found.conditions:
        call = Call(found, form, views, outputs, Version.V1_0 if condition.until else Version.V1_3)
        try:
            refused = condition.check(call)
        except (Unknown, KeyError, TypeError):
            continue
        if refused is not None:
            if condition.until is None:
                return None
            since = max(since, condition.until)
    return since


def _output_type(spec: OperandSpec, primary: OperandType) -> OperandType:
    legal = spec.types.legal(primary)
    return legal[0][0] if legal else primary


def label_of(name: str, value: Any) -> str:
    """What a scalar's value is called."""
    if isinstance(value, bool) or name in _TRUTH_VALUES:
        return "true" if value else "false"
    return _LABELS.get(name, {}).get(value, str(value))
