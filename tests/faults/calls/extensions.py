"""Faults of drivers that list vendor extensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.operations import vendor_extensions
from tests.faults.drivers import INVALID, NONE, device, fixed
from tests.faults.row import table

SAMPLE = vendor_extensions()["org.nn_conformance.sample"]
COPY = hal.OperandLifeTime.CONSTANT_COPY


def lists(number: Any, is_tensor: Any, size: Any) -> type:
    """Return a driver that lists one extension with one operand type."""
    types = (hal.ExtensionOperandType(number, is_tensor, size),)
    return device(get_supported_extensions=fixed((NONE, (hal.Extension(SAMPLE.name, types),))))


def edits(edit: Callable[[hal.Model], hal.Model]) -> type:
    """Return a driver that handles the model ``edit(model)``."""
    method = lambda me, right, model, *more: right(edit(model), *more)  # noqa: E731 - for two calls
    return device(get_supported_operations=method, prepare_model=method)


def edits_operands(change: Callable[[hal.Operand], hal.Operand]) -> type:
    """Return a driver that changes the operands of extension types."""

    def edit(model: hal.Model) -> hal.Model:
        operands = tuple(
            change(o) if hal.is_extension_code(o.type) else o for o in model.main.operands
        )
        return replace(model, main=replace(model.main, operands=operands))

    return edits(edit)


def with_prefixes(prefixes: Callable[[Any], dict[str, int]]) -> type:
    """Return a driver that declares other prefixes of extensions: ``prefixes(those of the model)``."""
    return edits(
        lambda model: replace(
            model, extension_name_to_prefix=prefixes(model.extension_name_to_prefix)
        )
    )


def declares_prefixes(model: hal.Model) -> hal.Model:
    known = model.extension_name_to_prefix
    codes = [o.type for o in (*model.main.operands, *model.main.operations)]
    missing = {code >> hal.EXTENSION_TYPE_BITS for code in codes} - {0} - set(known.values())
    declared = {f"org.nn_conformance.p{prefix}": prefix for prefix in missing}
    return replace(model, extension_name_to_prefix={**known, **declared})


def first_of_prefix(prefixes: dict[str, int]) -> dict[str, int]:
    owners: dict[int, str] = {}
    for name, prefix in prefixes.items():
        owners.setdefault(prefix, name)
    return {name: prefix for prefix, name in owners.items()}


def refusing(is_refused: Callable[[hal.Model], bool]) -> type:
    """Return a driver whose getSupportedOperations refuses some models."""
    return device(
        get_supported_operations=lambda me, right, model: (
            (INVALID, ()) if is_refused(model) else right(model)
        )
    )


def as_own(model: hal.Model) -> hal.Model:
    """Return the model with an extension of another name as one of the driver's own extension."""
    operations = tuple(replace(o, inputs=o.inputs[:2]) for o in model.main.operations)
    prefixes = model.extension_name_to_prefix
    if len(prefixes) != 1 or not any(hal.is_extension_code(o.type) for o in operations):
        return model
    (prefix,) = prefixes.values()
    operands = tuple(
        replace(o, number_of_consumers=0)
        if o.lifetime == COPY
        else replace(o, type=prefix << hal.EXTENSION_TYPE_BITS)
        for o in model.main.operands
    )
    main = replace(model.main, operands=operands, operations=operations)
    return replace(model, main=main, extension_name_to_prefix={SAMPLE.name: prefix})


def knows_one_code(me: Any, right: Any, model: hal.Model) -> Any:
    status, flags = right(model)
    return status, [
        bool(flag) and (operation.type in SAMPLE.definitions or operation.type < 1 << 16)
        for flag, operation in zip(flags, model.main.operations, strict=False)
    ]


def wraps_around(me: Any, right: Any, call: Any) -> Any:
    if call.definition.type != SAMPLE.operations["SATURATING_ADD"]:
        return right(call)
    return lambda inputs: (inputs[0] + inputs[1],)


WrapsAround = device(compile_call=wraps_around)
"""A driver adds modulo 65536 instead of saturating."""

FAULTS = table(
    ("A driver lists an operand type with the number 65536", "extensions.operand_types", lists(65536, True, 2)),
    ("A driver lists an operand type with 2.5 bytes", "extensions.operand_types", lists(0, True, 2.5)),
    ("A driver lists an operand type whose is_tensor is a text", "extensions.operand_types", lists(0, "yes", 2)),
    ("A driver accepts a prefix that the model does not declare", "extensions.prefix_undeclared", edits(declares_prefixes)),
    ("A driver accepts the prefix 0", "extensions.prefix_reserved", with_prefixes(lambda known: {name: prefix for name, prefix in known.items() if prefix})),
    ("A driver keeps only the first extension of those with the same prefix", "extensions.prefix_unique", with_prefixes(first_of_prefix)),
    ("A driver does not check the names of extensions that a model does not use", "extensions.name_form", with_prefixes(lambda known: {name: prefix for name, prefix in known.items() if name == SAMPLE.name})),
    ("A driver ignores the scale of an operand of an extension type", "extensions.operand_attributes", edits_operands(lambda operand: replace(operand, scale=0.0))),
    ("A driver ignores the zero point of an operand of an extension type", "extensions.operand_attributes", edits_operands(lambda operand: replace(operand, zero_point=0))),
    ("A driver ignores per-channel scales of an operand of an extension type", "extensions.operand_attributes", edits_operands(lambda operand: replace(operand, extra_params=None))),
    ("A driver reads as many bytes of a constant as its type has, whatever its length", "extensions.constant_length", edits_operands(lambda operand: replace(operand, location=replace(operand.location, length=4)) if operand.lifetime == COPY else operand)),
    ("A driver refuses a constant of an extension type that it lists", "extensions.constant_length", refusing(lambda model: any(hal.is_extension_code(o.type) and o.lifetime == COPY for o in model.main.operands))),
    ("A driver accepts its extension with the prefix 1 only", "extensions.listed_types_accepted", refusing(lambda model: any(prefix != 1 for prefix in model.extension_name_to_prefix.values()))),
    ("A driver takes every extension for its own, whatever its name", "extensions.unlisted_extension", edits(as_own)),
    ("A driver compares operation codes with the prefix of its own documentation", "extensions.any_prefix", device(get_supported_operations=knows_one_code)),
    ("A driver adds modulo 65536 instead of saturating", "extensions.any_prefix", WrapsAround),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
