"""Vendor extensions that the suite can compute: their names, operand types and operations.

Each module of ``conformance.operations.extensions`` has an ``EXTENSION``. Other packages use the
entry point group ``nn_conformance.extensions``; each entry names a ``VendorExtension``.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.hal import (
    EXTENSION_TYPE_BITS,
    Extension,
    ExtensionOperandType,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
    register_extension_code,
    register_extension_type,
)
from conformance.hal.types import ExtensibleCode
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


ENTRY_POINTS: Final = "nn_conformance.extensions"
_PACKAGE: Final = "conformance.operations.extensions"
_FOLDER: Final = Path(__file__).parents[1] / "extensions"
_LIFETIMES: Final = {int(member): member for member in OperandLifeTime}
_set: Final = object.__setattr__


@cache
def vendor_extensions() -> Mapping[str, VendorExtension]:
    """Return all extensions by name.

    Raise ``RuntimeError`` if two extensions have the same name or prefix, or if an entry point is
    not a ``VendorExtension``.
    """
    found: list[object] = [
        importlib.import_module(f"{_PACKAGE}.{module.name}").EXTENSION
        for module in pkgutil.iter_modules([str(_FOLDER)])
    ]
    found.extend(entry.load() for entry in entry_points(group=ENTRY_POINTS))
    by_name: dict[str, VendorExtension] = {}
    prefixes: dict[int, str] = {}
    for extension in found:
        if not isinstance(extension, VendorExtension):
            raise RuntimeError(
                f"the entry point group {ENTRY_POINTS} has {extension!r}; an object of the class "
                "VendorExtension was expected"
            )
        if by_name.setdefault(extension.name, extension) is not extension:
            raise RuntimeError(f"two vendor extensions have the name {extension.name}")
        other = prefixes.setdefault(extension.prefix, extension.name)
        if other != extension.name:
            raise RuntimeError(
                f"the vendor extensions {other} and {extension.name} have the same prefix "
                f"{extension.prefix:#x}; change one of them"
            )
        by_name[extension.name] = extension
    return MappingProxyType(dict(sorted(by_name.items())))


@cache
def extension_definitions() -> Mapping[int, OperationDefinition]:
    """Return the definitions of all extension operations by their code inside the suite."""
    return MappingProxyType(
        {
            code: definition
            for extension in vendor_extensions().values()
            for code, definition in extension.definitions.items()
        }
    )


@cache
def extension_codes() -> Mapping[str, ExtensibleCode]:
    """Return the operand types and operations of all extensions by their full names."""
    codes: list[ExtensibleCode] = []
    for extension in vendor_extensions().values():
        codes += [*extension.operand_types.values(), *extension.operations.values()]
    return MappingProxyType({code.name: code for code in codes})


@cache
def _members() -> tuple[Mapping[int, OperandType], Mapping[int, OperationType]]:
    """Return all operand types and operations, those of extensions too, by their codes."""
    extensions = vendor_extensions().values()
    types = [*OperandType, *(t for e in extensions for t in e.operand_types.values())]
    operations = [*OperationType, *(o for e in extensions for o in e.operations.values())]
    return {int(code): code for code in types}, {int(code): code for code in operations}


def restore_enums(subgraph: Subgraph) -> None:
    """Replace known codes of a decoded subgraph by members of the enumerations, in place.

    Unknown codes stay integers, as in a model that was read from a file.
    """
    types, operations = _members()
    for operand in subgraph.operands:
        _set(operand, "type", types.get(operand.type, operand.type))
        _set(operand, "lifetime", _LIFETIMES.get(operand.lifetime, operand.lifetime))
    for operation in subgraph.operations:
        _set(operation, "type", operations.get(operation.type, operation.type))


def used_extensions(subgraphs: Iterable[Subgraph]) -> dict[str, int]:
    """Return the prefixes of the extensions whose types or operations subgraphs use, by name."""
    prefixes = {
        code >> EXTENSION_TYPE_BITS
        for subgraph in subgraphs
        for code in (
            *(operand.type for operand in subgraph.operands),
            *(operation.type for operation in subgraph.operations),
        )
    }
    return {
        extension.name: extension.prefix
        for extension in vendor_extensions().values()
        if extension.prefix in prefixes
    }
