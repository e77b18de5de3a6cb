"""Facts of operations that are looked up for each generated operation: forms, types, ranks."""

from __future__ import annotations

from functools import cache

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import OperationDefinition, definition_of, find_definition
from conformance.operations.definition.definition import Form


@cache
def resolve_form(
    operation: OperationType, form: str, count: int
) -> tuple[OperationDefinition, Form, int]:
    """Return an operation's definition, a form, and the position of its primary input.

    The form is the one named ``form``, or the first if none has that name. ``count`` is the number
    of inputs.
    """
    definition = definition_of(operation)
    named = (candidate for candidate in definition.forms if candidate.name == form)
    chosen = next(named, definition.forms[0])
    return definition, chosen, chosen.places(count)[definition.primary]


@cache
def legal_output_types(
    operation: OperationType, primary: OperandType, output: int, version: Version
) -> tuple[OperandType, ...]:
    """Return the types that a version allows for an output, given the primary type."""
    rule = definition_of(operation).outputs[output].types
    legal = rule.legal(primary)
    return tuple([type_ for type_, since in legal if max(since, INFO[type_].since) <= version])


@cache
def input_types(
    operation: OperationType, form: str, primary: OperandType, count: int
) -> tuple[OperandType | None, ...]:
    """Return, for each of ``count`` inputs, the first type that is legal with the primary type."""
    _, chosen, _ = resolve_form(operation, form, count)
    specs = [chosen.spec_at(position, count) for position in range(count)]
    return tuple([next((t for t, _ in spec.types.legal(primary)), None) for spec in specs])


@cache
def primary_ranks(operation: OperationType) -> frozenset[int]:
    """Return the ranks that an operation's primary tensor may have; empty if any rank is valid."""
    definition = find_definition(operation)
    if definition is None:
        return frozenset()
    for spec in definition.forms[0].inputs:
        if spec.name == definition.primary and spec.ranks is not None:
            return spec.ranks[max(spec.ranks)]
    return frozenset()
