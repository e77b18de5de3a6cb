"""The cells of the coverage table, derived from the definitions of the operations.

To find out what the conditions permit, they are checked on a call in which only one operand is
known.

A facet lists its legal values, each with the version that introduced it, and determines which of
these values a given call has. The cells and the examples that fill them therefore come from the
same code.

A cell is one way to use an operation that the contract permits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from conformance.hal import CONTROL_FLOW, INFO, OperandType, OperationType, Version
from conformance.operations import (
    Call,
    Form,
    OperandSpec,
    OperandView,
    OperationDefinition,
    Presence,
    Unknown,
    definitions,
)
from conformance.validation.signature import operation_since

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
    views = [OperandView(_first_type(spec, primary), None) for spec in form.inputs]
    views[position] = view
    outputs = [OperandView(_first_type(spec, primary), None) for spec in definition.outputs]
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


def _first_type(spec: OperandSpec, primary: OperandType) -> OperandType:
    legal = spec.types.legal(primary)
    return legal[0][0] if legal else primary


def code_label(name: str, value: Any) -> str:
    """Return the label of a scalar's value."""
    if isinstance(value, bool) or name in _TRUTH_VALUES:
        return "true" if value else "false"
    return _LABELS.get(name, {}).get(value, str(value))


_RANKS: Final = (1, 2, 3, 4)
"""Ranks to cover where the contract does not restrict the rank."""

CONSTANT: Final = "constant"
RUN_TIME: Final = "run time"
OMITTED: Final = "omitted"
"""The sources of an input's value: a constant, a value known only at run time, or no value."""
GIVEN: Final = "given"
"""Any source but ``OMITTED``."""


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """One call of an example, with information that the call itself does not contain."""

    call: Call
    sources: tuple[str, ...]
    """``CONSTANT``, ``RUN_TIME`` or ``OMITTED`` for each input."""
    empty: bool
    """Whether at least one operand of the call is known to have no elements."""
    relaxed: bool
    """Whether the model permits float32 computation in float16."""


class Facet(NamedTuple):
    """One aspect in which calls of an operation differ.

    ``legal_values`` yields the legal values for calls whose primary operand has a type,
    ``observed_values`` the values that a call has; none where they depend on unknown shapes or
    values.
    """

    name: str
    legal_values: Callable[[OperandType], Iterable[VersionedValue]]
    observed_values: Callable[[ObservedCall], Iterable[str]]


def facets(definition: OperationDefinition) -> tuple[Facet, ...]:
    """Return all facets of an operation."""
    zero_size, relaxed = definition.zero_size, OperandType.TENSOR_FLOAT32
    result = [_form_facet(definition), _count_facet(definition), _outputs_facet(definition)]
    specs: dict[str, OperandSpec] = {}
    for spec in (spec for form in definition.forms for spec in form.inputs):
        specs.setdefault(spec.name, spec)
    for spec in specs.values():
        result += _input_facets(definition, spec)
    result += [_output_type_facet(definition, spec) for spec in definition.outputs]
    return (
        *result,
        Facet(  # a dimension of size 0, where the contract permits it
            "zero size",
            lambda _: () if zero_size is None else (("yes", zero_size.since),),
            lambda seen: ("yes",) if seen.empty else (),
        ),
        Facet(  # the permission to compute float32 with the range and precision of float16
            "relaxed",
            lambda primary: (("yes", Version.V1_1),) if primary == relaxed else (),
            lambda seen: ("yes",) if seen.relaxed else (),
        ),
    )


def _input_facets(definition: OperationDefinition, spec: OperandSpec) -> Iterator[Facet]:
    if spec.name != definition.primary:
        yield _input_type_facet(definition, spec.name)
    if _is_tensor(definition, spec):
        yield _rank_facet(definition, spec)
        if spec.name != definition.primary:
            yield _source_facet(definition, spec.name, "source", (CONSTANT, RUN_TIME))
    elif spec.name not in ("layout", "padding_scheme"):
        yield _choice_facet(definition, spec.name)
    if spec.presence is Presence.OMITTABLE:
        yield _source_facet(definition, spec.name, "presence", (GIVEN, OMITTED))


def _is_tensor(definition: OperationDefinition, spec: OperandSpec) -> bool:
    return any(
        INFO[type_].tensor for primary in definition.types for type_, _ in spec.types.legal(primary)
    )


def _scalar(call: Call, name: str) -> Any:
    """Return a scalar's value in this call, or its default; ``None`` if it is unknown."""
    try:
        return call.scalar(name)
    except Unknown:
        return None


def _form_facet(definition: OperationDefinition) -> Facet:
    """Return the kind of input list: form, padding scheme and layout in combination."""

    def legal(primary: OperandType) -> Iterator[VersionedValue]:
        for form, since in legal_forms(definition, primary):
            specs = {spec.name: spec for spec in form.inputs}
            schemes: Iterable[VersionedValue] = (("", _FIRST),)
            if "padding_scheme" in specs:
                schemes = legal_codes(definition, primary, "padding_scheme")
            layout = specs.get("layout")
            layouts = [("NHWC", _FIRST), ("NCHW", layout.since)] if layout else [("", _FIRST)]
            for (scheme, new), (order, late) in product(schemes, layouts):
                yield " ".join(filter(None, (form.name, scheme, order))), max(since, new, late)

    def observed(seen: ObservedCall) -> Iterator[str]:
        call, parts = seen.call, [seen.call.form.name]
        for name in ("padding_scheme", "layout"):
            if name in call.form.positions:
                if (value := _scalar(call, name)) is None:
                    return
                layout = "NCHW" if value else "NHWC"
                parts.append(layout if name == "layout" else code_label(name, value))
        yield " ".join(parts)

    return Facet("form", legal, observed)


def _count_facet(definition: OperationDefinition) -> Facet:
    """Return the number of inputs, where optional trailing inputs or repeated inputs vary it."""

    def legal(primary: OperandType) -> Iterator[VersionedValue]:
        for form, since in legal_forms(definition, primary):
            if not form.counts:
                yield "one", since
                yield "several", since
            elif len(form.counts) > 1:
                for count in form.counts:
                    versions = (operand_type_since(one, primary) for one in form.inputs[:count])
                    last = max((version or _FIRST for version in versions), default=_FIRST)
                    yield f"{form.name} {count}", max(since, last)

    def observed(seen: ObservedCall) -> Iterator[str]:
        form, count = seen.call.form, len(seen.call.inputs)
        if form.counts:
            yield f"{form.name} {count}"
        else:
            yield "one" if count == len(form.inputs) else "several"

    return Facet("inputs", legal, observed)


def _outputs_facet(definition: OperationDefinition) -> Facet:
    """Return the number of outputs, where the definition permits several."""
    repeated = any(spec.repeated for spec in definition.outputs)

    def legal(primary: OperandType) -> Iterator[VersionedValue]:
        if repeated:
            yield "one", _FIRST
            yield "several", _FIRST
            return
        least, most = definition.output_counts()
        counts = range(least, (most or least) + 1)
        taken = [count for count in counts if definition.takes_output_count(count)]
        for count in taken if len(taken) > 1 else ():
            specs = definition.output_specs(count)
            yield str(count), max(operand_type_since(spec, primary) or _FIRST for spec in specs)

    def observed(seen: ObservedCall) -> Iterator[str]:
        count = len(seen.call.outputs)
        yield str(count) if not repeated else "one" if count == 1 else "several"

    return Facet("outputs", legal, observed)


def _type_facet(
    name: str,
    specs: Sequence[tuple[OperandSpec, Version]],
    observed: Callable[[Call], Iterable[OperandView]],
) -> Facet:
    """Return the type of an operand that has several legal types for one primary type.

    ``specs`` has the operand in each form, with the first version of the form; ``observed`` returns
    its views in a call.
    """

    def legal_types(primary: OperandType) -> Iterator[VersionedValue]:
        legal: dict[OperandType, Version] = {}
        for spec, of_form in specs:
            for type_, since in spec.types.legal(primary):
                needed = max(since, spec.since, of_form, INFO[type_].since)
                legal[type_] = min(needed, legal.get(type_, needed))
        if len(legal) > 1:
            yield from ((type_.name, since) for type_, since in legal.items())

    return Facet(
        f"{name} type", legal_types, lambda seen: [view.type.name for view in observed(seen.call)]
    )


def _input_type_facet(definition: OperationDefinition, name: str) -> Facet:
    forms = definition.forms
    specs = [(spec, form.since) for form in forms for spec in form.inputs if spec.name == name]
    return _type_facet(
        name,
        specs,
        lambda call: [] if (at := call.position(name)) is None else [call.inputs[at]],
    )


def _output_type_facet(definition: OperationDefinition, output: OperandSpec) -> Facet:
    def views(call: Call) -> Iterator[OperandView]:
        specs = definition.output_specs(len(call.outputs))
        for view, spec in zip(call.outputs, specs, strict=False):
            if spec.name == output.name:
                yield view

    return _type_facet(output.name, [(output, _FIRST)], views)


def _rank_facet(definition: OperationDefinition, spec: OperandSpec) -> Facet:
    """Return the rank of an input that has several legal ranks."""

    def legal_in_all_versions(primary: OperandType, rank: int) -> bool:
        form, _ = next(legal_forms(definition, primary))
        position = next(i for i, one in enumerate(form.inputs) if one.name == spec.name)
        view = OperandView(primary, (None,) * rank)
        return legal_since(definition, form, primary, position, view) is _FIRST

    def legal(primary: OperandType) -> Iterator[VersionedValue]:
        if (ranks := spec.ranks) is None:
            if spec.name == definition.primary:
                known = [rank for rank in _RANKS if legal_in_all_versions(primary, rank)]
                yield from ((str(rank), _FIRST) for rank in known)
            return
        since: dict[int, Version] = {}
        for version in sorted(ranks):
            for rank in ranks[version]:
                since.setdefault(rank, version)
        if len(since) > 1:
            yield from ((str(rank), since[rank]) for rank in sorted(since))

    def observed(seen: ObservedCall) -> Iterator[str]:
        position = seen.call.position(spec.name)
        dims = None if position is None else seen.call.inputs[position].dims
        if dims is not None:
            yield str(len(dims))

    return Facet(f"{spec.name} rank", legal, observed)


def _choice_facet(definition: OperationDefinition, name: str) -> Facet:
    """Return the value of a scalar that is a boolean or one of a list of codes."""

    def legal(primary: OperandType) -> Iterator[VersionedValue]:
        specs = [spec for form in definition.forms for spec in form.inputs if spec.name == name]
        since = min(max(spec.since, operand_type_since(spec, primary) or _FIRST) for spec in specs)
        default = specs[0].default
        for label, version in legal_codes(definition, primary, name):
            # Versions without the operand behave as with its default value, so that value is
            # covered by examples of those versions.
            is_default = default is not None and label == code_label(name, default)
            yield label, version if is_default else max(since, version)

    def observed(seen: ObservedCall) -> Iterator[str]:
        if (value := _scalar(seen.call, name)) is not None:
            yield code_label(name, value)

    return Facet(name, legal, observed)


def _source_facet(
    definition: OperationDefinition, operand: str, aspect: str, distinguished: tuple[str, str]
) -> Facet:
    """Return the source of an operand's value; ``distinguished`` holds the two sources to cover.

    With ``GIVEN`` among them, every source but ``OMITTED`` counts as ``GIVEN``.
    """
    since = operand_since(definition, operand)

    def observed(seen: ObservedCall) -> Iterator[str]:
        if (position := seen.call.position(operand)) is not None:
            source = seen.sources[position]
            if GIVEN in distinguished and source != OMITTED:
                source = GIVEN
            if source in distinguished:
                yield source

    return Facet(
        f"{operand} {aspect}", lambda _: ((value, since) for value in distinguished), observed
    )


ANY_TYPE: Final = "*"
"""The type of a cell that applies to all operand types."""

NO_OPERATION: Final = "-"
"""The operation of a cell that concerns only an operand type."""

LIFTED_RESTRICTION: Final = "lifted restriction"
"""The facet of a restriction that a later version removed; its value is the condition's name."""

CARRIED_TYPES: Final = (
    OperandType.TENSOR_FLOAT32,
    OperandType.TENSOR_FLOAT16,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_BOOL8,
    OperandType.TENSOR_QUANT8_ASYMM,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
)
"""Types for which an example must pass a value through IF and WHILE.

The contract permits every type; this selection keeps the number of cells small.
"""

_CONTROL_FLOW_FACETS: Final = {
    OperationType.IF: (
        ("branch", ("then", "else")),
        ("condition source", ("constant", "run time")),
        ("inputs", ("none", "some")),
        ("outputs", ("one", "several")),
        ("enclosing operation", ("main", "IF", "WHILE")),
        ("unknown sizes", ("yes",)),
    ),
    OperationType.WHILE: (
        ("loop operands", ("results", "state", "loop invariant")),
        ("outputs", ("one", "several")),
        ("enclosing operation", ("main", "IF", "WHILE")),
        ("endless loop", ("yes",)),
    ),
}


@dataclass(frozen=True, slots=True, order=True)
class CoverageCell:
    """One permitted use of an operation that at least one example should exercise.

    ``version`` is the first HAL version that permits the use; an example fills the cell only if
    drivers of that version can run it.
    """

    operation: str
    type: str
    version: Version
    facet: str
    value: str

    def __str__(self) -> str:
        return f"{self.operation}/{self.type}/{self.version}/{self.facet}={self.value}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The cell without its version, for comparison with the observations of an example."""
        return self.operation, self.type, self.facet, self.value


@cache
def legal_cells() -> tuple[CoverageCell, ...]:
    """Return all cells, ordered by operation code; those of operand types are last."""
    cells = [cell for type_ in OperationType for cell in operation_cells(type_)]
    since = {OperandType.SUBGRAPH: Version.V1_3} | {code: row.since for code, row in INFO.items()}
    cells += [
        CoverageCell(NO_OPERATION, type_.name, since.get(type_, _FIRST), "operand type", "used")
        for type_ in OperandType
    ]
    return tuple(cells)


@cache
def operation_cells(type_: OperationType) -> tuple[CoverageCell, ...]:
    """Return the cells of one operation.

    An operation code without a definition gets one cell, which no example can fill.
    """
    since = operation_since(type_)
    assert since is not None
    if (definition := definitions().get(type_)) is not None:
        return tuple(_definition_cells(definition))
    name = type_.name
    if type_ not in CONTROL_FLOW:
        return (CoverageCell(name, ANY_TYPE, since, "form", "default"),)
    carried = [CoverageCell(name, t.name, since, "carried type", "yes") for t in CARRIED_TYPES]
    return (
        *carried,
        *(
            CoverageCell(name, ANY_TYPE, since, facet, value)
            for facet, values in _CONTROL_FLOW_FACETS[type_]
            for value in values
        ),
    )


def _definition_cells(definition: OperationDefinition) -> Iterator[CoverageCell]:
    operation_facets = facets(definition)
    for primary, since in definition.types.items():
        for facet in operation_facets:
            for value, version in facet.legal_values(primary):
                first = max(definition.since, since, version)
                yield CoverageCell(definition.name, primary.name, first, facet.name, value)
    for condition in definition.conditions:
        if condition.until is not None:
            first = max(definition.since, condition.until)
            yield CoverageCell(definition.name, ANY_TYPE, first, LIFTED_RESTRICTION, condition.name)
