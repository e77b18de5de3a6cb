"""The variation of the spec language that hides the shapes of operands until the execution.

The public format has no such variation; ``Example.AddUnknownShapes`` adds all its forms.
"""

# The spelling of argument names follows the public format:
# ruff: noqa: N803

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from conformance.cases.spec.document import SpecDocument
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.lifetime_variations import as_internal
from conformance.cases.spec.spec_graph import (
    OperandRole,
    SpecGraph,
    SpecOperand,
    SpecOperandType,
    SpecOperation,
)
from conformance.cases.spec.variations import NotApplicable, Variation
from conformance.hal import OperandLifeTime, OperandType, OperationType, Version

LARGEST_RANK: Final = 4
"""The largest rank that RESHAPE can produce."""
_LARGEST_INTEGER: Final = 1 << 20
"""INT32 operands with larger values are not changed: CAST must convert each value exactly."""
_READ_ROLES: Final = (OperandRole.INPUT, OperandRole.CONSTANT, OperandRole.SHORTHAND)


class UnknownShapesConverter(Variation):
    """Replaces input and constant tensors by results of RESHAPE, whose rank or sizes are unknown.

    The shape is a model input, so the driver knows it only at execution. INT32 tensors are the
    result of a CAST after the RESHAPE. The expected values remain valid: RESHAPE to the same shape
    changes nothing, and CAST of small integers is exact. Other types are not changed.
    """

    def __init__(
        self, unknown: str = "rank", firstOperandOnly: bool = False, name: str | None = None
    ) -> None:
        super().__init__(name)
        if unknown not in ("rank", "sizes"):
            raise UnlocatedSpecError(f"unknown part {unknown!r} of shapes: use 'rank' or 'sizes'")
        self.unknown = unknown
        self.first_operand_only = firstOperandOnly

    def default_name(self) -> str:
        return f"{'first_operand_' if self.first_operand_only else ''}unknown_{self.unknown}"

    def rewrite(self, graph: SpecGraph, document: SpecDocument) -> None:  # noqa: ARG002
        changed = [operand for operand in graph.operands.values() if _can_be_reshaped(operand)]
        # With one such operand, the variation of the first operand equals that of all operands.
        if len(changed) <= self.first_operand_only:
            raise NotApplicable
        inserted: dict[str, SpecOperand] = {}
        operations: list[SpecOperation] = []
        for operand in changed[:1] if self.first_operand_only else changed:
            added = self._reshaped(operand, graph)
            inserted.update((new.name, new) for new in added)
            flat, shape, *results = (new.name for new in added)
            operations.append(SpecOperation(OperationType.RESHAPE, (flat, shape), (results[0],)))
            if len(results) == 2:
                operations.append(SpecOperation(OperationType.CAST, (results[0],), (results[1],)))
        graph.operands = inserted | {
            name: operand for name, operand in graph.operands.items() if name not in inserted
        }
        graph.operations = operations + graph.operations
        cast = any(operation.type is OperationType.CAST for operation in operations)
        if graph.version is not None and (self.unknown == "rank" or cast):
            graph.version = max(graph.version, Version.V1_2)

    def _reshaped(self, operand: SpecOperand, graph: SpecGraph) -> list[SpecOperand]:
        """Return the inputs and results of the operations that produce the operand, in order."""
        assert operand.values is not None
        dimensions = operand.type.dimensions
        flat = replace(
            operand,
            name=_unused_name(f"{operand.name}_flat", graph),
            role=OperandRole.INPUT,
            lifetime=OperandLifeTime.SUBGRAPH_INPUT,
            type=SpecOperandType(OperandType.TENSOR_FLOAT32, (operand.values.size,)),
            values=operand.values.astype(np.float64),
            may_be_internal=False,
        )
        shape = replace(
            flat,
            name=_unused_name(f"{operand.name}_shape", graph),
            type=SpecOperandType(OperandType.TENSOR_INT32, (len(dimensions),)),
            values=np.array(dimensions),
        )
        unknown = () if self.unknown == "rank" else (0,) * len(dimensions)
        result = as_internal(replace(operand, type=replace(operand.type, dimensions=unknown)))
        if operand.type.type is OperandType.TENSOR_FLOAT32:
            return [flat, shape, result]
        real = replace(
            result,
            name=_unused_name(f"{operand.name}_real", graph),
            type=SpecOperandType(OperandType.TENSOR_FLOAT32, unknown),
        )
        return [flat, shape, real, result]


def _can_be_reshaped(operand: SpecOperand) -> bool:
    """Return whether RESHAPE, followed by CAST for INT32, can produce the tensor."""
    type_ = operand.type
    if operand.role not in _READ_ROLES or not operand.has_values or type_.scale:
        return False
    if not 1 <= len(type_.dimensions) <= LARGEST_RANK:
        return False
    if type_.type is OperandType.TENSOR_INT32:
        assert operand.values is not None
        return bool(np.abs(operand.values).max() <= _LARGEST_INTEGER)
    return type_.type is OperandType.TENSOR_FLOAT32


def _unused_name(name: str, graph: SpecGraph) -> str:
    while name in graph.operands:
        name += "_"
    return name


ALL_UNKNOWN_SHAPES: Final = tuple(
    (unknown, first_only) for first_only in (False, True) for unknown in ("rank", "sizes")
)
"""The arguments of ``UnknownShapesConverter`` for each of its forms."""
