"""Matches the operand types of an operation to one of the forms of its definition.

The result depends only on the operation code, the operand type codes and the version, so it is
cached: checking another call with the same types is one dictionary look-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conformance.hal import CONTROL_FLOW, OperandType, OperationType, Version, name_of
from conformance.operations import (
    Condition,
    Form,
    OperandSpec,
    OperationDefinition,
    Presence,
    find_definition,
)
from conformance.operations.definition.operands import Ranks


def operation_since(code: int) -> Version | None:
    """Return the version that introduced an operation code; ``None`` for an unknown code."""
    if code == OperationType.OEM_OPERATION:
        return Version.V1_0
    if code in CONTROL_FLOW:
        return Version.V1_3
    definition = find_definition(code)
    return None if definition is None else definition.since


@dataclass(frozen=True, slots=True)
class SignatureMismatch:
    """The reason why the operands of a call do not fit its operation.

    ``rule`` is the name of the broken rule and ``detail`` the text for the message. ``kind``
    (``"input"`` or ``"output"``), ``position`` and ``name`` identify the argument; ``kind`` is
    empty where the reason concerns the whole operation.
    """

    rule: str
    detail: str
    kind: str = ""
    position: int = -1
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """The form of an operation that a list of operand types matches, in one version.

    Attributes:
        form: The matching form; ``None`` if no form accepts the input types.
        mismatch: Why the types are not legal in the version; ``None`` if they are.
        reasons: The version that each part of the signature requires, with a description.
        inputs: The specification of each input.
        outputs: The specification of each output.
        input_ranks: Position and legal ranks of each input whose rank is restricted.
        output_ranks: Position and legal ranks of each output whose rank is restricted.
        conditions: The conditions of the definition that apply in the version.
        required: Positions of the inputs that must have a value.

    """

    definition: OperationDefinition
    form: Form | None
    mismatch: SignatureMismatch | None
    reasons: tuple[tuple[Version, str], ...] = ()
    inputs: tuple[OperandSpec, ...] = ()
    outputs: tuple[OperandSpec, ...] = ()
    input_ranks: tuple[tuple[int, frozenset[int]], ...] = ()
    output_ranks: tuple[tuple[int, frozenset[int]], ...] = ()
    conditions: tuple[Condition, ...] = ()
    required: tuple[int, ...] = ()


def ranks_in(ranks: Ranks, version: Version) -> frozenset[int]:
    """Return the ranks that are legal in a version: the newest entry not above that version."""
    applicable = [since for since in ranks if since <= version]
    return ranks[max(applicable)] if applicable else frozenset()


def rank_since(ranks: Ranks, rank: int) -> Version | None:
    """Return the first version in which a rank is legal; ``None`` if no version permits it."""
    return next((since for since in sorted(ranks) if rank in ranks[since]), None)


@lru_cache(maxsize=4096)
def match_signature(
    code: int, inputs: tuple[int, ...], outputs: tuple[int, ...], version: Version
) -> Signature | None:
    """Return the signature of an operation with these operand types.

    Return ``None`` if the suite has no definition of the operation.
    """
    if (definition := find_definition(code)) is None:
        return None
    if (form := _form(definition, inputs, version)) is None:
        return Signature(definition, None, _closest_mismatch(definition, inputs))
    specs = tuple(form.spec_at(i, len(inputs)) for i in range(len(inputs)))
    primary = form.type_of(definition.primary, inputs)
    key = OperandType(primary or 0)
    reasons = list(_input_reasons(definition, form, specs, key, inputs))
    if (mismatch := _outputs_mismatch(definition, key, outputs, reasons)) is None:
        newest, why = max(reasons, key=lambda reason: reason[0])
        if definition.since > version:
            detail = (
                f"{definition.name} exists from HAL {definition.since} on, but this is HAL "
                f"{version}"
            )
            mismatch = SignatureMismatch("version.operation", detail)
        elif newest > version:
            mismatch = SignatureMismatch(
                "version.signature", f"{why} from HAL {newest} on, but this is HAL {version}"
            )
    output_specs = definition.output_specs(len(outputs))
    return Signature(
        definition,
        form,
        mismatch,
        tuple(reasons),
        specs,
        output_specs,
        _rank_limits(specs, version),
        _rank_limits(output_specs, version),
        tuple(c for c in definition.conditions if c.until is None or version < c.until),
        tuple(i for i, spec in enumerate(specs) if spec.presence is Presence.REQUIRED),
    )


def _form(definition: OperationDefinition, inputs: Sequence[int], version: Version) -> Form | None:
    fitting = [form for form in definition.forms if definition.accepts(form, inputs)]
    return next(
        (form for form in fitting if form.since <= version), fitting[0] if fitting else None
    )


def _rank_limits(
    specs: Sequence[OperandSpec], version: Version
) -> tuple[tuple[int, frozenset[int]], ...]:
    return tuple(
        (index, ranks_in(spec.ranks, version))
        for index, spec in enumerate(specs)
        if spec.ranks is not None
    )


def _input_reasons(
    definition: OperationDefinition,
    form: Form,
    specs: Sequence[OperandSpec],
    primary: OperandType,
    inputs: Sequence[int],
) -> Iterator[tuple[Version, str]]:
    yield definition.since, f"{definition.name} exists"
    yield definition.types[primary], f"{definition.name} accepts {primary.name}"
    yield form.since, f"{definition.name} has the form {form.name!r}"
    for position, (spec, type_) in enumerate(zip(specs, inputs, strict=True)):
        yield spec.since, f"{definition.name} has input {position} ({spec.name})"
        since = min(v for legal, v in spec.types.legal(primary) if legal == type_)
        type_name = name_of(OperandType, type_)
        yield since, f"{definition.name} accepts {type_name} as input {position} ({spec.name})"


def _outputs_mismatch(
    definition: OperationDefinition,
    primary: OperandType,
    outputs: Sequence[int],
    reasons: list[tuple[Version, str]],
) -> SignatureMismatch | None:
    if not definition.takes_output_count(len(outputs)):
        least, most = definition.output_counts()
        expected = str(most) if least == most else f"{least} to {most}"
        if definition.output_lists:
            expected = " or ".join(str(len(names)) for names in definition.output_lists)
        elif most is None:
            expected = f"at least {least}"
        return SignatureMismatch(
            "operation.output_count",
            f"has {len(outputs)} outputs, but {definition.name} produces {expected}",
        )
    specs = definition.output_specs(len(outputs))
    for position, (spec, type_) in enumerate(zip(specs, outputs, strict=True)):
        legal = spec.types.legal(primary)
        if not (since := [version for expected, version in legal if expected == type_]):
            detail = f"is {name_of(OperandType, type_)}, must be {_names([t for t, _ in legal])}"
            return SignatureMismatch("operation.output_type", detail, "output", position, spec.name)
        name = name_of(OperandType, type_)
        reasons.append((spec.since, f"{definition.name} has output {position} ({spec.name})"))
        reasons.append((min(since), f"{definition.name} produces {name} as output {position}"))
    return None


def _closest_mismatch(definition: OperationDefinition, inputs: Sequence[int]) -> SignatureMismatch:
    """Return the first mismatch with the form that has the fewest mismatches."""
    if not (counted := [form for form in definition.forms if form.takes_count(len(inputs))]):
        return SignatureMismatch(
            "operation.input_count",
            f"has {len(inputs)} inputs, but {definition.name} accepts {_counts(definition.forms)}",
        )
    mismatches_by_form = [_mismatches(definition, form, inputs) for form in counted]
    return min(mismatches_by_form, key=len)[0]


def _mismatches(
    definition: OperationDefinition, form: Form, inputs: Sequence[int]
) -> list[SignatureMismatch]:
    count = len(inputs)
    at = form.position(definition.primary, count)
    primary = form.type_of(definition.primary, inputs)
    if at is None or primary not in definition.types:
        spec = form.spec_at(at or 0, count)
        detail = (
            f"is {name_of(OperandType, inputs[at or 0])}, but {definition.name} accepts "
            f"{_names(definition.types)}"
        )
        first = SignatureMismatch("operation.input_type", detail, "input", at or 0, spec.name)
        # The legal types of the other inputs depend on the primary type. Where that is illegal
        # they cannot be checked, so all inputs count as mismatches.
        return [first] * count
    key = OperandType(int(primary or 0))
    mismatches = []
    for position, type_ in enumerate(inputs):
        spec = form.spec_at(position, count)
        legal = [t for t, _ in spec.types.legal(key)]
        if type_ not in legal:
            suffix = "" if position == at else f" when {definition.primary} is {key.name}"
            detail = f"is {name_of(OperandType, type_)}, must be {_names(legal)}{suffix}"
            mismatches.append(
                SignatureMismatch("operation.input_type", detail, "input", position, spec.name)
            )
    return mismatches


def _names(types: Iterable[int]) -> str:
    names = [name_of(OperandType, code) for code in types]
    return " or ".join(names) if names else "omitted"


def _counts(forms: Sequence[Form]) -> str:
    least = [len(form.inputs) for form in forms if not form.counts]
    exact = sorted({count for form in forms for count in form.counts})
    words = [str(count) for count in exact] + [f"at least {count}" for count in least]
    return " or ".join(words)
