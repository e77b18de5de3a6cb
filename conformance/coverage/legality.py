"""Determines which forms, scalar codes and ranks an operation's definition permits since when.

To find out what the conditions permit, they are checked on a call in which only one operand is
known.
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

VersionedValue = tuple[str, Version]
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
"""Integer operands that are interpreted as booleans."""

_CODES: Final = range(-1, 9)
_CODE_OUTSIDE_ANY_LIST: Final = 1 << 20
"""A number that no list of codes contains: an operand that permits it has no such list."""


def operand_type_since(spec: OperandSpec, primary: OperandType) -> Version | None:
    """Return the first version in which the operand has a legal type; ``None`` if it has none."""
    legal = spec.types.legal(primary)
    return max(spec.since, min(version for _, version in legal)) if legal else None


def operand_since(definition: OperationDefinition, name: str) -> Version:
    """Return the first version in which an input list of the operation contains the operand."""
    return min(
        max(form.since, spec.since)
        for form in definition.forms
        for spec in form.inputs
        if spec.name == name
    )


def legal_forms(
    definition: OperationDefinition, primary: OperandType
) -> Iterator[tuple[Form, Version]]:
    """Yield the forms that calls with this primary type can have, with their first versions."""
    for form in definition.forms:
        needed = [operand_type_since(spec, primary) for spec in form.inputs]
        mandatory = [
            version
            for spec, version in zip(form.inputs, needed, strict=True)
            if spec.presence is not Presence.TRAILING
        ]
        if None not in mandatory:
            yield form, max(form.since, *(version for version in mandatory if version is not None))


def legal_codes(
    definition: OperationDefinition, primary: OperandType, name: str
) -> tuple[VersionedValue, ...]:
    """Return the labels and first versions of a scalar operand's legal codes.

    The conditions are checked on a call in which only the types and this one value are known. The
    result is empty for an operand that is not restricted to a list of codes.
    """
    for form, _ in legal_forms(definition, primary):
        position = next((i for i, spec in enumerate(form.inputs) if spec.name == name), None)
        if position is None:
            continue
        type_ = form.inputs[position].types.legal(primary)[0][0]
        if type_ == OperandType.BOOL or name in _TRUTH_VALUES:
            return (("false", _FIRST), ("true", _FIRST))
        if type_ != OperandType.INT32:
            return ()
        if _code_since(definition, form, primary, position, _CODE_OUTSIDE_ANY_LIST) is not None:
            return ()
        legal = [
            (_LABELS.get(name, {}).get(code, str(code)), version)
            for code in _CODES
            if (version := _code_since(definition, form, primary, position, code)) is not None
        ]
        return tuple(legal)
    return ()


def _code_since(
    definition: OperationDefinition, form: Form, primary: OperandType, position: int, code: int
) -> Version | None:
    """Return the first version in which a code is legal; ``None`` if no version permits it."""
    view = OperandView(OperandType.INT32, (), value=np.array(code, np.int32))
    return legal_since(definition, form, primary, position, view)


def legal_since(
    definition: OperationDefinition,
    form: Form,
    primary: OperandType,
    position: int,
    view: OperandView,
) -> Version | None:
    """Return the first version in which one operand is legal; ``None`` if no version permits it.

    All other operands of the call have unknown shapes and values.
    """
    views = [
        OperandView(spec.types.legal(primary)[0][0] if spec.types.legal(primary) else primary, None)
        for spec in form.inputs
    ]
    views[position] = view
    outputs = [OperandView(_output_type(spec, primary), None) for spec in definition.outputs]
    since = _FIRST
    for condition in definition.conditions:
        call = Call(
            definition, form, views, outputs, Version.V1_0 if condition.until else Version.V1_3
        )
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


def code_label(name: str, value: Any) -> str:
    """Return the label of a scalar's value."""
    if isinstance(value, bool) or name in _TRUTH_VALUES:
        return "true" if value else "false"
    return _LABELS.get(name, {}).get(value, str(value))
