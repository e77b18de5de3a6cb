"""The codes of vendor extensions in a model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from conformance.hal import (
    EXTENSION_TYPE_BITS,
    Model,
    Operand,
    Operation,
    Subgraph,
)
from conformance.operations import vendor_extensions
from conformance.validation import validate_model

_LAST_PREFIX: Final = (1 << EXTENSION_TYPE_BITS) - 1
_NUMBER: Final = _LAST_PREFIX


def with_suite_prefixes(model: Model, names: Collection[str]) -> Model:
    """Return a model in which the extensions in ``names`` have the prefix of their definitions.

    A client chooses the prefixes of each model. Any other extension keeps its prefix, unless that
    is the prefix of a defined one. A model with malformed fields is returned
    unchanged, for the validator to refuse.
    """
    prefixes: object = getattr(model, "extension_name_to_prefix", None)
    if not isinstance(prefixes, Mapping) or not prefixes:
        return model
    violations = validate_model(model)
    if any(found.rule.name.startswith(("model.", "extension.")) for found in violations):
        return model
    defined = vendor_extensions()
    taken = {extension.prefix for extension in defined.values()}
    free = (
        prefix
        for prefix in range(1, _LAST_PREFIX)
        if prefix not in taken and prefix not in prefixes.values()
    )
    new = {
        name: defined[name].prefix
        if name in names and name in defined
        else next(free)
        if prefix in taken
        else prefix
        for name, prefix in prefixes.items()
    }
    if new == prefixes:
        return model
    moved = {prefix: new[name] for name, prefix in prefixes.items()}

    def code(old: int) -> int:
        prefix = old >> EXTENSION_TYPE_BITS
        return (moved.get(prefix, prefix) << EXTENSION_TYPE_BITS) | (old & _NUMBER)

    def operand(old: Operand) -> Operand:
        return replace(old, type=code(old.type))

    def operation(old: Operation) -> Operation:
        return replace(old, type=code(old.type))

    def subgraph(old: Subgraph) -> Subgraph:
        return replace(
            old,
            operands=tuple(map(operand, old.operands)),
            operations=tuple(map(operation, old.operations)),
        )

    return replace(
        model,
        main=subgraph(model.main),
        referenced=tuple(map(subgraph, model.referenced)),
        extension_name_to_prefix=new,
    )
