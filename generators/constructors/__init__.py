"""Constructors: functions that add a valid call of an operation to a graph.

A constructor receives a graph, the operation and its primary type. Types, versions, forms and
output shapes are those of the operation's definition, which also names the constructor. The
constructor chooses sizes that fit together, and values that make faults visible in the results.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from conformance.hal import OperandType, OperationType
from conformance.operations import definition_of
from generators.construction.graph_builder import GraphBuilder
from generators.constructors import (
    blocks,
    control_flow,
    detection,
    elementwise,
    images,
    loop_states,
    movement,
    normalizations,
    recurrent,
    regions,
)

Constructor = Callable[[GraphBuilder, OperationType, OperandType], None]

_CONTROL_FLOW: Final[dict[OperationType, Constructor]] = {
    OperationType.IF: control_flow.if_operation,
    OperationType.WHILE: loop_states.loop,
}
_MODULES: Final = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        blocks,
        detection,
        elementwise,
        images,
        movement,
        normalizations,
        recurrent,
        regions,
    )
}


@cache
def find_constructor(operation: OperationType) -> Constructor:
    """Return the constructor that an operation's definition names.

    Raise ``LookupError`` if there is no such function.
    """
    if operation in _CONTROL_FLOW:
        return _CONTROL_FLOW[operation]
    name = definition_of(operation).properties.sampling.constructor
    module, _, function = name.partition(".")
    constructor: Constructor | None = getattr(_MODULES.get(module), function, None)
    if constructor is None:
        raise LookupError(
            f"{operation.name}: generators.constructors has no function {name!r}; correct "
            "Sampling.constructor in the operation's definition"
        )
    return constructor
