"""The cells of the coverage table, derived from the definitions of the operations.

To find out what the conditions permit, they are checked on a call in which only one operand is
known.

A facet lists its legal values, each with the version that introduced it, and determines which of
these values a given call has. The cells and the examples that fill them therefore come from the
same code.

A cell is one way to use an operation that the contract permits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, Protocol

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


class Facet(Protocol):
    """One aspect in which calls of an operation differ."""

    @property
    def name(self) -> str:
        """The name of the aspect."""

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        """Yield the legal values for calls whose primary operand has the type ``primary``."""

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        """Yield the values that a call has; none where they depend on unknown shapes or values."""


def facets(definition: OperationDefinition) -> tuple[Facet, ...]:
    """Return all facets of an operation."""
    result: list[Facet] = [FormFacet(definition), CountFacet(definition), OutputsFacet(definition)]
    done = set()
    for form in definition.forms:
        for spec in form.inputs:
            if spec.name in done:
                continue
            done.add(spec.name)
            result += _input_facets(definition, spec)
    result += [TypeFacet(definition, spec, output=n) for n, spec in enumerate(definition.outputs)]
    result += [ZeroSizeFacet(definition), RelaxedFacet()]
    return tuple(result)


def _input_facets(definition: OperationDefinition, spec: OperandSpec) -> Iterator[Facet]:
    if spec.name != definition.primary:
        yield TypeFacet(definition, spec)
    if _is_tensor(definition, spec):
        yield RankFacet(definition, spec)
        if spec.name != definition.primary:
            yield SourceFacet(definition, spec.name, f"{spec.name} source", (CONSTANT, RUN_TIME))
    elif spec.name not in ("layout", "padding_scheme"):
        yield ChoiceFacet(definition, spec.name)
    if spec.presence is Presence.OMITTABLE:
        yield SourceFacet(definition, spec.name, f"{spec.name} presence", (GIVEN, OMITTED))


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


@dataclass(frozen=True, slots=True)
class FormFacet:
    """The kind of input list: form, padding scheme and layout in combination."""

    definition: OperationDefinition
    name: str = "form"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        for form, since in legal_forms(self.definition, primary):
            specs = {spec.name: spec for spec in form.inputs}
            schemes = (
                legal_codes(self.definition, primary, "padding_scheme")
                if "padding_scheme" in specs
                else (("", _FIRST),)
            )
            layout = specs.get("layout")
            layouts = [("NHWC", _FIRST), ("NCHW", layout.since)] if layout else [("", _FIRST)]
            for (scheme, new), (order, late) in product(schemes, layouts):
                yield " ".join(filter(None, (form.name, scheme, order))), max(since, new, late)

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        call = seen.call
        names = call.form.positions
        parts = [call.form.name]
        for name, label in (("padding_scheme", code_label), ("layout", _layout)):
            if name in names:
                if (value := _scalar(call, name)) is None:
                    return
                parts.append(label(name, value))
        yield " ".join(parts)


def _layout(_name: str, value: Any) -> str:
    return "NCHW" if value else "NHWC"


@dataclass(frozen=True, slots=True)
class CountFacet:
    """The number of inputs, where optional trailing inputs or repeated inputs vary it."""

    definition: OperationDefinition
    name: str = "inputs"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        forms = list(legal_forms(self.definition, primary))
        for form, since in forms:
            if not form.counts:
                yield "one", since
                yield "several", since
            elif len(form.counts) > 1:
                for count in form.counts:
                    last = max(
                        (
                            operand_type_since(spec, primary) or _FIRST
                            for spec in form.inputs[:count]
                        ),
                        default=_FIRST,
                    )
                    yield f"{form.name} {count}", max(since, last)

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        form, count = seen.call.form, len(seen.call.inputs)
        if not form.counts:
            yield "one" if count == len(form.inputs) else "several"
        else:
            yield f"{form.name} {count}"


@dataclass(frozen=True, slots=True)
class OutputsFacet:
    """The number of outputs, where the definition permits several."""

    definition: OperationDefinition
    name: str = "outputs"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        if any(spec.repeated for spec in self.definition.outputs):
            yield "one", _FIRST
            yield "several", _FIRST
            return
        least, most = self.definition.output_counts()
        counts = [
            n for n in range(least, (most or least) + 1) if self.definition.takes_output_count(n)
        ]
        if len(counts) > 1:
            for count in counts:
                specs = self.definition.output_specs(count)
                yield str(count), max(operand_type_since(spec, primary) or _FIRST for spec in specs)

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        count = len(seen.call.outputs)
        if any(spec.repeated for spec in self.definition.outputs):
            yield "one" if count == 1 else "several"
        else:
            yield str(count)


@dataclass(frozen=True, slots=True)
class TypeFacet:
    """The type of an operand that has several legal types for one primary type."""

    definition: OperationDefinition
    spec: OperandSpec
    output: int = -1

    @property
    def name(self) -> str:
        """The operand's name and the aspect."""
        return f"{self.spec.name} type"

    def _specs(self) -> Sequence[tuple[OperandSpec, Version]]:
        if self.output >= 0:
            return ((self.spec, _FIRST),)
        return [
            (spec, form.since)
            for form in self.definition.forms
            for spec in form.inputs
            if spec.name == self.spec.name
        ]

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        legal: dict[OperandType, Version] = {}
        for spec, of_form in self._specs():
            for type_, since in spec.types.legal(primary):
                needed = max(since, spec.since, of_form, INFO[type_].since)
                legal[type_] = min(needed, legal.get(type_, needed))
        if len(legal) > 1:
            yield from ((type_.name, since) for type_, since in legal.items())

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        call = seen.call
        if self.output >= 0:
            specs = self.definition.output_specs(len(call.outputs))
            for view, spec in zip(call.outputs, specs, strict=False):
                if spec.name == self.spec.name:
                    yield view.type.name
            return
        if (position := call.position(self.spec.name)) is not None:
            yield call.inputs[position].type.name


@dataclass(frozen=True, slots=True)
class RankFacet:
    """The rank of an input that has several legal ranks."""

    definition: OperationDefinition
    spec: OperandSpec

    @property
    def name(self) -> str:
        """The operand's name and the aspect."""
        return f"{self.spec.name} rank"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        if (ranks := self.spec.ranks) is None:
            if self.spec.name == self.definition.primary:
                legal_ranks = [r for r in _RANKS if self._allowed(primary, r)]
                yield from ((str(rank), _FIRST) for rank in legal_ranks)
            return
        legal: dict[int, Version] = {}
        for version in sorted(ranks):
            for rank in ranks[version]:
                legal.setdefault(rank, version)
        if len(legal) > 1:
            yield from ((str(rank), legal[rank]) for rank in sorted(legal))

    def _allowed(self, primary: OperandType, rank: int) -> bool:
        """Return whether every condition permits the rank in all versions."""
        form, _ = next(legal_forms(self.definition, primary))
        position = next(i for i, spec in enumerate(form.inputs) if spec.name == self.spec.name)
        return legal_since(
            self.definition, form, primary, position, OperandView(primary, (None,) * rank)
        ) is (_FIRST)

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        position = seen.call.position(self.spec.name)
        if position is not None and seen.call.inputs[position].dims is not None:
            yield str(len(seen.call.inputs[position].dims or ()))


@dataclass(frozen=True, slots=True)
class ChoiceFacet:
    """The value of a scalar that is a boolean or one of a list of codes."""

    definition: OperationDefinition
    name: str

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        specs = [s for form in self.definition.forms for s in form.inputs if s.name == self.name]
        since = min(max(spec.since, operand_type_since(spec, primary) or _FIRST) for spec in specs)
        default = specs[0].default
        for label, version in legal_codes(self.definition, primary, self.name):
            # Versions without the operand behave as with its default value, so that value is
            # covered by examples of those versions.
            is_default = default is not None and label == code_label(self.name, default)
            yield label, version if is_default else max(since, version)

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        if (value := _scalar(seen.call, self.name)) is not None:
            yield code_label(self.name, value)


@dataclass(frozen=True, slots=True)
class SourceFacet:
    """The source of an operand's value; ``distinguished`` holds the two sources to cover.

    With ``GIVEN`` among them, every source but ``OMITTED`` counts as ``GIVEN``.
    """

    definition: OperationDefinition
    operand: str
    name: str
    distinguished: tuple[str, str]

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:  # noqa: ARG002
        since = operand_since(self.definition, self.operand)
        for value in self.distinguished:
            yield value, since

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        if (position := seen.call.position(self.operand)) is not None:
            source = seen.sources[position]
            if GIVEN in self.distinguished and source != OMITTED:
                source = GIVEN
            if source in self.distinguished:
                yield source


@dataclass(frozen=True, slots=True)
class ZeroSizeFacet:
    """A dimension of size 0, where the contract permits it."""

    definition: OperationDefinition
    name: str = "zero size"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:  # noqa: ARG002
        if self.definition.zero_size is not None:
            yield "yes", self.definition.zero_size.since

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        if seen.empty:
            yield "yes"


@dataclass(frozen=True, slots=True)
class RelaxedFacet:
    """The model's permission to compute float32 with the range and precision of float16."""

    name: str = "relaxed"

    def legal_values(self, primary: OperandType) -> Iterator[VersionedValue]:
        if primary == OperandType.TENSOR_FLOAT32:
            yield "yes", Version.V1_1

    def observed_values(self, seen: ObservedCall) -> Iterator[str]:
        if seen.relaxed:
            yield "yes"


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
    """Return all cells, ordered by operation code."""
    cells = [cell for type_ in OperationType for cell in operation_cells(type_)]
    return (*cells, *_operand_type_cells())


@cache
def operation_cells(type_: OperationType) -> tuple[CoverageCell, ...]:
    """Return the cells of one operation.

    An operation code without a definition gets one cell, which no example can fill.
    """
    since = operation_since(type_)
    assert since is not None
    if (definition := definitions().get(type_)) is not None:
        return tuple(_definition_cells(definition))
    if type_ in CONTROL_FLOW:
        return tuple(_control_flow_cells(type_, since))
    return (CoverageCell(type_.name, ANY_TYPE, since, "form", "default"),)


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


def _control_flow_cells(type_: OperationType, since: Version) -> Iterator[CoverageCell]:
    for carried in CARRIED_TYPES:
        yield CoverageCell(type_.name, carried.name, since, "carried type", "yes")
    for facet, values in _CONTROL_FLOW_FACETS[type_]:
        for value in values:
            yield CoverageCell(type_.name, ANY_TYPE, since, facet, value)


def _operand_type_cells() -> Iterator[CoverageCell]:
    for type_ in OperandType:
        yield CoverageCell(NO_OPERATION, type_.name, _type_since(type_), "operand type", "used")


def _type_since(type_: OperandType) -> Version:
    if type_ in INFO:
        return INFO[type_].since
    return Version.V1_3 if type_ == OperandType.SUBGRAPH else Version.V1_0
