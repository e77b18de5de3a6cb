"""One room per operation: signature, conditions, output shape, reference kernel.

``definition(code)`` finds an operation's definition. A module of this package that has a
``DEFINITIONS`` tuple is found by itself: adding an operation touches that one module.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from conformance.operations.call import Call, OperandView, Unknown, call_of
from conformance.operations.definition import (
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Presence,
    TypeRule,
    ZeroSize,
)

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
    "ZeroSize",
    "call_of",
    "definition",
    "definitions",
]


@cache
def definitions() -> Mapping[int, OperationDefinition]:
    """Every definition by operation code, in the order of the codes."""
    found: dict[int, OperationDefinition] = {}
    for module_info in pkgutil.iter_modules(__path__, f"{__name__}."):
        module = importlib.import_module(module_info.name)
        for entry in getattr(module, "DEFINITIONS", ()):
            if entry.type in found:
                raise RuntimeError(f"{entry.name} is defined twice, again in {module_info.name}")
            found[entry.type] = entry
    return MappingProxyType(dict(sorted(found.items())))


def definition(code: int) -> OperationDefinition | None:
    """The operation's definition; ``None`` for a code that the suite has no room for."""
    return definitions().get(code)
