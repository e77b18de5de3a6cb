"""Faults of drivers that list vendor extensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from conformance.hal import (
    EXTENSION_TYPE_BITS,
    Extension,
    ExtensionOperandType,
    Model,
    Operand,
    OperandLifeTime,
    is_extension_code,
)
from conformance.operations import Call, Kernel, vendor_extensions
from tests.sample_drivers.calls.driver_fault import INVALID, NONE, FaultyDevice, fault

SAMPLE = vendor_extensions()["org.nn_conformance.sample"]


class Lists(FaultyDevice):
    """A driver that lists one extension with the operand type ``operand_type``."""

    operand_type: Any = None

    def get_supported_extensions(self) -> Any:
        return NONE, (Extension(SAMPLE.name, (self.operand_type,)),)


@fault("extensions.operand_types")
class ListsALargeNumber(Lists):
    """A driver lists an operand type with the number 65536."""

    operand_type = ExtensionOperandType(65536, True, 2)


@fault("extensions.operand_types")
class ListsAFractionOfAByte(Lists):
    """A driver lists an operand type with 2.5 bytes."""

    operand_type = ExtensionOperandType(0, True, 2.5)  # type: ignore[arg-type]


@fault("extensions.operand_types")
class ListsATextForIsTensor(Lists):
    """A driver lists an operand type whose is_tensor is a text."""

    operand_type = ExtensionOperandType(0, "yes", 2)  # type: ignore[arg-type]


class Edits(FaultyDevice):
    """A driver that handles another model than that of the client."""

    def edit(self, model: Model) -> Model:
        """Return the model that the driver handles."""
        raise NotImplementedError

    def get_supported_operations(self, model: Model) -> Any:
        return super().get_supported_operations(self.edit(model))

    def prepare_model(self, model: Model, *arguments: Any) -> Any:
        return super().prepare_model(self.edit(model), *arguments)


def with_operands(model: Model, change: Callable[[Operand], Operand]) -> Model:
    """Return the model with ``change`` applied to the operands of extension types."""
    operands = tuple(
        change(operand) if is_extension_code(operand.type) else operand
        for operand in model.main.operands
    )
    return replace(model, main=replace(model.main, operands=operands))


@fault("extensions.prefix_undeclared")
class DeclaresPrefixesItself(Edits):
    """A driver accepts a prefix that the model does not declare."""

    def edit(self, model: Model) -> Model:
        codes = [o.type for o in (*model.main.operands, *model.main.operations)]
        missing = {code >> EXTENSION_TYPE_BITS for code in codes} - {0}
        missing -= set(model.extension_name_to_prefix.values())
        declared = {f"org.nn_conformance.p{prefix}": prefix for prefix in missing}
        return replace(
            model, extension_name_to_prefix={**model.extension_name_to_prefix, **declared}
        )


@fault("extensions.prefix_reserved")
class AcceptsPrefixZero(Edits):
    """A driver accepts the prefix 0."""

    def edit(self, model: Model) -> Model:
        kept = {name: prefix for name, prefix in model.extension_name_to_prefix.items() if prefix}
        return replace(model, extension_name_to_prefix=kept)


@fault("extensions.prefix_unique")
class AcceptsAPrefixTwice(Edits):
    """A driver keeps only the first extension of those with the same prefix."""

    def edit(self, model: Model) -> Model:
        owners: dict[int, str] = {}
        for name, prefix in model.extension_name_to_prefix.items():
            owners.setdefault(prefix, name)
        return replace(
            model, extension_name_to_prefix={name: prefix for prefix, name in owners.items()}
        )


@fault("extensions.name_form")
class AcceptsAnyName(Edits):
    """A driver does not check the names of extensions that a model does not use."""

    def edit(self, model: Model) -> Model:
        kept = {
            name: prefix
            for name, prefix in model.extension_name_to_prefix.items()
            if name == SAMPLE.name
        }
        return replace(model, extension_name_to_prefix=kept)


@fault("extensions.operand_attributes")
class IgnoresScales(Edits):
    """A driver ignores the scale of an operand of an extension type."""

    def edit(self, model: Model) -> Model:
        return with_operands(model, lambda operand: replace(operand, scale=0.0))


@fault("extensions.operand_attributes")
class IgnoresZeroPoints(Edits):
    """A driver ignores the zero point of an operand of an extension type."""

    def edit(self, model: Model) -> Model:
        return with_operands(model, lambda operand: replace(operand, zero_point=0))


@fault("extensions.operand_attributes")
class IgnoresChannelScales(Edits):
    """A driver ignores per-channel scales of an operand of an extension type."""

    def edit(self, model: Model) -> Model:
        return with_operands(model, lambda operand: replace(operand, extra_params=None))


@fault("extensions.constant_length")
class IgnoresLengths(Edits):
    """A driver reads as many bytes of a constant as its type has, whatever its length."""

    def edit(self, model: Model) -> Model:
        def change(operand: Operand) -> Operand:
            if operand.lifetime != OperandLifeTime.CONSTANT_COPY:
                return operand
            return replace(operand, location=replace(operand.location, length=4))

        return with_operands(model, change)


@fault("extensions.constant_length")
class RefusesConstants(FaultyDevice):
    """A driver refuses a constant of an extension type that it lists."""

    def get_supported_operations(self, model: Model) -> Any:
        if any(
            is_extension_code(o.type) and o.lifetime == OperandLifeTime.CONSTANT_COPY
            for o in model.main.operands
        ):
            return INVALID, ()
        return super().get_supported_operations(model)


@fault("extensions.listed_types_accepted")
class AcceptsOnePrefix(FaultyDevice):
    """A driver accepts its extension with the prefix 1 only."""

    def get_supported_operations(self, model: Model) -> Any:
        if any(prefix != 1 for prefix in model.extension_name_to_prefix.values()):
            return INVALID, ()
        return super().get_supported_operations(model)


@fault("extensions.unlisted_extension")
class IgnoresNames(Edits):
    """A driver takes every extension for its own, whatever its name."""

    def edit(self, model: Model) -> Model:
        prefixes = model.extension_name_to_prefix
        if len(prefixes) != 1:
            return model
        (prefix,) = prefixes.values()
        operands = model.main.operands
        changed = tuple(
            replace(o, type=prefix << EXTENSION_TYPE_BITS)
            if o.lifetime != OperandLifeTime.CONSTANT_COPY
            else o
            for o in operands
        )
        operations = tuple(replace(o, inputs=o.inputs[:2]) for o in model.main.operations)
        main = replace(model.main, operands=changed, operations=operations)
        if not any(is_extension_code(o.type) for o in operations):
            return model
        main = replace(
            main,
            operands=tuple(
                replace(o, number_of_consumers=0)
                if o.lifetime == OperandLifeTime.CONSTANT_COPY
                else o
                for o in changed
            ),
        )
        return replace(model, main=main, extension_name_to_prefix={SAMPLE.name: prefix})


@fault("extensions.any_prefix")
class KnowsOneCode(FaultyDevice):
    """A driver compares operation codes with the prefix of its own documentation."""

    def get_supported_operations(self, model: Model) -> Any:
        status, flags = super().get_supported_operations(model)
        return status, [
            bool(flag) and (operation.type in SAMPLE.definitions or operation.type < 1 << 16)
            for flag, operation in zip(flags, model.main.operations, strict=False)
        ]


@fault("extensions.any_prefix")
class WrapsAround(FaultyDevice):
    """A driver adds modulo 65536 instead of saturating."""

    def compile_call(self, call: Call) -> Kernel:
        if call.definition.type != SAMPLE.operations["SATURATING_ADD"]:
            return super().compile_call(call)

        def add(inputs: Sequence[Any]) -> tuple[Any]:
            return (inputs[0] + inputs[1],)

        return add
