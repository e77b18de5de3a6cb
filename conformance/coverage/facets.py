"""Facets: the aspects in which legal calls of an operation differ, derived from its definition.

A facet lists its legal values, each with the version that introduced it, and determines which of
these values a given call has. The cells and the examples that fill them therefore come from the
same code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Protocol

from conformance.coverage.legality import (
    VersionedValue,
    code_label,
    legal_codes,
    legal_forms,
    legal_since,
    operand_since,
    operand_type_since,
)
from conformance.hal import INFO, OperandType, Version
from conformance.operations import (
    Call,
    OperandSpec,
    OperandView,
    OperationDefinition,
    Presence,
    Unknown,
)

_FIRST: Final = Version.V1_0
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
