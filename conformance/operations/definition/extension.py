"""Vendor extensions that the suite can compute: their names, operand types and operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from conformance.hal import (
    EXTENSION_TYPE_BITS,
    Extension,
    ExtensionOperandType,
    OperandType,
    OperationType,
    register_extension_code,
    register_extension_type,
)
from conformance.operations.definition.definition import OperationDefinition


@dataclass(frozen=True, slots=True)
class ExtensionType:
    """An operand type of an extension: its own number, and numpy's name of an element's type."""

    number: int
    dtype: str
    tensor: bool = True


class VendorExtension:
    """An extension: the codes of its operand types and operations.

    ``prefix`` is the prefix of its codes inside the suite: in spec files, in random graphs and in
    the definitions. A client can choose any other prefix for each model. ``operand_types`` and
    ``operations`` map the names to the numbers; the full name of a type or operation is that of the
    extension, a period and its own name.
    """

    def __init__(
        self,
        name: str,
        prefix: int,
        operand_types: Mapping[str, ExtensionType],
        operations: Mapping[str, int],
    ) -> None:
        self.name = name
        self.prefix = prefix
        self._types = operand_types
        base = prefix << EXTENSION_TYPE_BITS
        self.operand_types = {
            own: register_extension_code(OperandType, base | entry.number, f"{name}.{own}")
            for own, entry in operand_types.items()
        }
        self.operations = {
            own: register_extension_code(OperationType, base | number, f"{name}.{own}")
            for own, number in operations.items()
        }
        for own, type_ in self.operand_types.items():
            entry = operand_types[own]
            register_extension_type(type_, entry.dtype, tensor=entry.tensor)
        self.definitions: dict[int, OperationDefinition] = {}

    def define(self, *definitions: OperationDefinition) -> None:
        """Add the definitions of operations of this extension."""
        for definition in definitions:
            if definition.type not in self.operations.values():
                raise ValueError(f"{definition.name} is not an operation of {self.name}")
            self.definitions[definition.type] = definition

    def declaration(self) -> Extension:
        """Return the extension as a driver lists it."""
        return Extension(
            self.name,
            tuple(
                ExtensionOperandType(entry.number, entry.tensor, np.dtype(entry.dtype).itemsize)
                for entry in self._types.values()
            ),
        )
