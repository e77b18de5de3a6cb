"""Which form of an operation a list of operand types fits, and what that needs.

The answer depends on codes alone, so it is remembered: judging the same kind of call again costs a
look-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conformance.hal import OperandType, OperationType, Version, name_of
from conformance.operations import (
    Condition,
    Form,
    OperandSpec,
    OperationDefinition,
    Presence,
    definition,
)
from conformance.operations.definition import Ranks

_LAST_OF_VERSION = (
    (OperationType.TANH, Version.V1_0),
    (OperationType.TRANSPOSE, Version.V1_1),
    (OperationType.RESIZE_NEAREST_NEIGHBOR, Version.V1_2),
    (OperationType.RANK, Version.V1_3),
    (OperationType.PACK, Version.AIDL_V2),
    (OperationType.REVERSE, Version.AIDL_V3),
)


def operation_since(code: int) -> Version | None:
    """The version that introduced an operation code; ``None`` for a code of no version."""
    if code == OperationType.OEM_OPERATION:
        return Version.V1_0
    if code < 0:
        return None
    return next((version for last, version in _LAST_OF_VERSION if code <= last), None)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why no form fits: a rule's name, the argument (``kind`` input or output), what to say."""

    rule: str
    detail: str
    kind: str = ""
    position: int = -1
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """One form applied to a list of operand types, seen from one version.

    ``mismatch`` is ``None`` when the types fit in that version; ``reasons`` are the versions that
    the parts need. ``input_ranks`` and ``output_ranks`` hold the positions of limited rank,
    ``required`` those of the inputs that must have a value.
    """

    definition: OperationDefinition
    form: Form | None
    mismatch: Mismatch | None
    reasons: tuple[tuple[Version, str], ...] = ()
    inputs: tuple[OperandSpec, ...] = ()
    outputs: tuple[OperandSpec, ...] = ()
    input_ranks: tuple[tuple[int, frozenset[int]], ...] = ()
    output_ranks: tuple[tuple[int, frozenset[int]], ...] = ()
    conditions: tuple[Condition, ...] = ()
    required: tuple[int, ...] = ()


def ranks_in(ranks: Ranks, version: Version) -> frozenset[int]:
    """The ranks that are legal in a version: the newest entry not above it."""
    held = [since for since in ranks if since <= version]
    return ranks[max(held)] if held else frozenset()


def rank_since(ranks: Ranks, rank: int) -> Version | None:
    """The first version in which a rank is legal; ``None`` if it is in none."""
    return next((since for since in sorted(ranks) if rank in ranks[since]), None)


@lru_cache(maxsize=4096)
def signature(
    code: int, inputs: tuple[int, ...], outputs: tuple[int, ...], version: Version
) -> Signature | None:
    """The signature of an operation with these operand types; ``None`` without a definition."""
    found = definition(code)
    if found is None:
        return None
    form = _form(found, inputs, version)
    if form is None:
        return Signature(found, None, _closest(found, inputs))
    specs = tuple(form.spec_at(i, len(inputs)) for i in range(len(inputs)))
    primary = form.primary_type(found, inputs)
    key = OperandType(primary or 0)
    reasons = list(_input_reasons(found, form, specs, key, inputs))
    mismatch = _outputs_mismatch(found, key, outputs, reasons)
    if mismatch is None:
        newest, why = max(reasons, key=lambda reason: reason[0])
        if found.since > version:
            detail = f"{found.name} exists from {found.since} on, this is {version}"
            mismatch = Mismatch("version.operation", detail)
        elif newest > version:
            mismatch = Mismatch("version.signature", f"{why} from {newest} on, this is {version}")
    output_specs = found.output_specs(len(outputs))
    return Signature(
        found,
        form,
        mismatch,
        tuple(reasons),
        specs,
        output_specs,
        _limited(specs, version),
        _limited(output_specs, version),
        tuple(c for c in found.conditions if c.until is None or version < c.until),
        tuple(i for i, spec in enumerate(specs) if spec.presence is Presence.REQUIRED),
    )


def _form(found: OperationDefinition, inputs: Sequence[int], version: Version) -> Form | None:
    fitting = [form for form in found.forms if form.accepts(found, inputs)]
    return next(
        (form for form in fitting if form.since <= version), fitting[0] if fitting else None
    )


def _limited(
    specs: Sequence[OperandSpec], version: Version
) -> tuple[tuple[int, frozenset[int]], ...]:
    return tuple(
        (index, ranks_in(spec.ranks, version))
        for index, spec in enumerate(specs)
        if spec.ranks is not None
    )


def _input_reasons(
    found: OperationDefinition,
    form: Form,
    specs: Sequence[OperandSpec],
    primary: OperandType,
    inputs: Sequence[int],
) -> Iterator[tuple[Version, str]]:
    yield found.since, f"{found.name} exists"
    yield found.types[primary], f"{found.name} takes {primary.name}"
    yield form.since, f"{found.name} has the form {form.name!r}"
    for position, (spec, type_) in enumerate(zip(specs, inputs, strict=True)):
        yield spec.since, f"{found.name} has input {position} ({spec.name})"
        since = min(v for legal, v in spec.types.legal(primary) if legal == type_)
        type_name = name_of(OperandType, type_)
        yield since, f"{found.name} takes {type_name} as input {position} ({spec.name})"


def _outputs_mismatch(
    found: OperationDefinition,
    primary: OperandType,
    outputs: Sequence[int],
    reasons: list[tuple[Version, str]],
) -> Mismatch | None:
    if not found.gives_count(len(outputs)):
        least, most = found.output_counts()
        wanted = str(most) if least == most else f"{least} to {most}"
        if found.output_lists:
            wanted = " or ".join(str(len(names)) for names in found.output_lists)
        elif most is None:
            wanted = f"at least {least}"
        return Mismatch(
            "operation.output_count", f"has {len(outputs)} outputs, {found.name} gives {wanted}"
        )
    specs = found.output_specs(len(outputs))
    for position, (spec, type_) in enumerate(zip(specs, outputs, strict=True)):
        legal = spec.types.legal(primary)
        since = [version for wanted, version in legal if wanted == type_]
        if not since:
            detail = f"is {name_of(OperandType, type_)}, must be {_names([t for t, _ in legal])}"
            return Mismatch("operation.output_type", detail, "output", position, spec.name)
        name = name_of(OperandType, type_)
        reasons.append((spec.since, f"{found.name} has output {position} ({spec.name})"))
        reasons.append((min(since), f"{found.name} gives {name} as output {position}"))
    return None


def _closest(found: OperationDefinition, inputs: Sequence[int]) -> Mismatch:
    """What is wrong, told against the form that comes nearest."""
    counted = [form for form in found.forms if form.takes_count(len(inputs))]
    if not counted:
        return Mismatch(
            "operation.input_count",
            f"has {len(inputs)} inputs, {found.name} takes {_counts(found.forms)}",
        )
    told = [_mismatches(found, form, inputs) for form in counted]
    return min(told, key=len)[0]


def _mismatches(found: OperationDefinition, form: Form, inputs: Sequence[int]) -> list[Mismatch]:
    count = len(inputs)
    at = form.position(found.primary, count)
    primary = form.primary_type(found, inputs)
    if at is None or primary not in found.types:
        spec = form.spec_at(at or 0, count)
        detail = (
            f"is {name_of(OperandType, inputs[at or 0])}, {found.name} takes {_names(found.types)}"
        )
        first = Mismatch("operation.input_type", detail, "input", at or 0, spec.name)
        # A wrong primary type says nothing of the other operands: count it as if all were wrong.
        return [first] * count
    key = OperandType(int(primary or 0))
    out = []
    for position, type_ in enumerate(inputs):
        spec = form.spec_at(position, count)
        legal = [t for t, _ in spec.types.legal(key)]
        if type_ not in legal:
            given = "" if position == at else f" with {key.name} as {found.primary}"
            detail = f"is {name_of(OperandType, type_)}, must be {_names(legal)}{given}"
            out.append(Mismatch("operation.input_type", detail, "input", position, spec.name))
    return out


def _names(types: Iterable[int]) -> str:
    names = [name_of(OperandType, code) for code in types]
    return " or ".join(names) if names else "left out"


def _counts(forms: Sequence[Form]) -> str:
    least = [len(form.inputs) for form in forms if not form.counts]
    exact = sorted({count for form in forms for count in form.counts})
    words = [str(count) for count in exact] + [f"at least {count}" for count in least]
    return " or ".join(words)
