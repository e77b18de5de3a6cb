"""Operation definitions: the signature, conditions, output shapes and reference kernel of each.

``find_definition(code)`` returns the definition of one operation, ``definitions()`` all of them.
Every module of this package that has a ``DEFINITION``, or a tuple ``DEFINITIONS``, is discovered
automatically, so a new operation needs one new module and no other change in this package.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from conformance.operations.definition.definition import (
    Call,
    Condition,
    Kernel,
    OperandView,
    OperationDefinition,
    Unknown,
    ZeroSize,
    create_call,
)
from conformance.operations.definition.extension import (
    VendorExtension,
    extension_codes,
    extension_definitions,
    restore_enums,
    used_extensions,
    vendor_extensions,
)
from conformance.operations.definition.operands import Form, OperandSpec, Presence, TypeRule
from conformance.operations.definition.properties import Trait

__all__ = [
    "Call",
    "Condition",
    "Form",
    "Kernel",
    "OperandSpec",
    "OperandView",
    "OperationDefinition",
    "Presence",
    "TypeRule",
    "Unknown",
    "VendorExtension",
    "ZeroSize",
    "create_call",
    "definition_of",
    "definitions",
    "extension_codes",
    "extension_definitions",
    "find_definition",
    "has_trait",
    "restore_enums",
    "used_extensions",
    "vendor_extensions",
]


@cache
def definitions() -> Mapping[int, OperationDefinition]:
    """Return all definitions by operation code, in ascending order of the codes."""
    found: dict[int, OperationDefinition] = {}
    for module_info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(module_info.name)
        single = getattr(module, "DEFINITION", None)
        for entry in getattr(module, "DEFINITIONS", () if single is None else (single,)):
            if entry.type in found:
                name = module_info.name
                raise RuntimeError(f"{entry.name} is defined twice; remove the one in {name}")
            found[entry.type] = entry
    if not found:  # ``iter_modules`` ignores errors, for example if all descriptors are in use
        raise OSError(f"the folder {__path__[0]} cannot be listed")
    return MappingProxyType(dict(sorted(found.items())))


def find_definition(code: int) -> OperationDefinition | None:
    """Return the operation's definition, or ``None`` if this package does not define the code.

    The definitions of vendor extensions are found too, with the prefix that they have in the suite.
    """
    found = definitions().get(code)
    return extension_definitions().get(code) if found is None else found


def definition_of(code: int) -> OperationDefinition:
    """Return the operation's definition; raise ``KeyError`` if there is none."""
    found = find_definition(code)
    if found is None:
        raise KeyError(code)
    return found


def has_trait(code: int, trait: Trait) -> bool:
    """Return whether the operation is defined and has a trait."""
    found = find_definition(code)
    return found is not None and trait in found.properties.traits


# The operand types of the extensions must be known before models are read.
vendor_extensions()
