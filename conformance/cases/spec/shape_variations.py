"""Variations of operand lifetimes, and the variation that hides shapes until the execution.

Class names are those of the public format, including the spelling ``Coverter``.

The public format has no such variation; ``Example.AddUnknownShapes`` adds all its forms.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from conformance.cases.spec.document import SpecDocument
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.spec_graph import (
    OperandRole,
    SpecGraph,
    SpecOperand,
    SpecOperandType,
    SpecOperation,
)
from conformance.cases.spec.variations import NotApplicable, Variation
from conformance.hal import FusedActivation, OperandLifeTime, OperandType, OperationType, Version


class _SingleOperationVariation(Variation):
    """A variation of operand lifetimes, which applies only to models of one operation."""

    follows_subgraphs = True

    def rewrite(self, graph: SpecGraph, document: SpecDocument) -> None:
        operands = self.candidates(graph) if len(graph.operations) == 1 else []
        if not operands:
            raise NotApplicable
        self.rewrite_operands(graph, operands, document)

    def candidates(self, graph: SpecGraph) -> list[SpecOperand]:
        """Return the operands that the variation can change."""
        raise NotImplementedError

    def rewrite_operands(
        self, graph: SpecGraph, operands: list[SpecOperand], document: SpecDocument
    ) -> None:
        """Change ``operands`` in the graph."""
        raise NotImplementedError


class AllTensorsAsInputsConverter(_SingleOperationVariation):
    """Converts constant tensors to model inputs."""

    def default_name(self) -> str:
        return "all_tensors_as_inputs"

    def candidates(self, graph: SpecGraph) -> list[SpecOperand]:
        return [
            operand
            for operand in graph.operands.values()
            if operand.role is OperandRole.CONSTANT
            and operand.type.is_tensor
            and operand.values is not None
        ]

    def rewrite_operands(
        self,
        graph: SpecGraph,
        operands: list[SpecOperand],
        document: SpecDocument,  # noqa: ARG002
    ) -> None:
        graph.replace_or_add(
            *(
                replace(operand, role=OperandRole.INPUT, lifetime=OperandLifeTime.SUBGRAPH_INPUT)
                for operand in operands
            )
        )


_ADDABLE: Final = frozenset(
    {
        OperandType.TENSOR_FLOAT32,
        OperandType.TENSOR_FLOAT16,
        OperandType.TENSOR_QUANT8_ASYMM,
        OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    }
)


def _fits_add(operand: SpecOperand) -> bool:
    """Return whether ADD supports the operand's type and rank, and the operand has values."""
    return (
        operand.type.type in _ADDABLE and len(operand.type.dimensions) <= 4 and operand.has_values
    )


def _zero_operands(like: SpecOperand, document: SpecDocument) -> tuple[SpecOperand, SpecOperand]:
    """Return the zero tensor that is added to an operand, and the activation code of the ADD."""
    lifetime = document.constant_lifetime()
    type_ = replace(like.type, dimensions=(1,), channel_quant=None)
    zero = SpecOperand(
        document.operand_names.claim("placeholder"),
        OperandRole.CONSTANT,
        type_,
        lifetime,
        np.array([type_.zero_point]),
    )
    activation = SpecOperand(
        document.operand_names.claim("param"),
        OperandRole.SHORTHAND,
        SpecOperandType(OperandType.INT32),
        lifetime,
        np.array([int(FusedActivation.NONE)]),
    )
    return zero, activation


def as_internal(operand: SpecOperand) -> SpecOperand:
    """Return the operand as a tensor that an operation of the graph produces."""
    return replace(
        operand, role=OperandRole.INTERNAL, lifetime=OperandLifeTime.TEMPORARY_VARIABLE, values=None
    )


class AllInputsAsInternalCoverter(_SingleOperationVariation):
    """Inserts an ADD of zero before the operation for each model input that ADD supports."""

    def default_name(self) -> str:
        return "all_inputs_as_internal"

    def candidates(self, graph: SpecGraph) -> list[SpecOperand]:
        return [o for o in graph.inputs() if o.may_be_internal and _fits_add(o)]

    def rewrite_operands(
        self, graph: SpecGraph, operands: list[SpecOperand], document: SpecDocument
    ) -> None:
        for operand in operands:
            source = replace(operand, name=f"{operand.name}_new")
            added = (source, *_zero_operands(operand, document))
            graph.replace_or_add(*added, as_internal(operand))
            names = tuple(o.name for o in added)
            graph.operations.append(SpecOperation(OperationType.ADD, names, (operand.name,)))


class AllOutputsAsInternalCoverter(_SingleOperationVariation):
    """Inserts an ADD of zero after the operation for each model output that ADD supports."""

    def default_name(self) -> str:
        return "all_outputs_as_internal"

    def candidates(self, graph: SpecGraph) -> list[SpecOperand]:
        return [operand for operand in graph.outputs() if _fits_add(operand)]

    def rewrite_operands(
        self, graph: SpecGraph, operands: list[SpecOperand], document: SpecDocument
    ) -> None:
        for operand in operands:
            result = replace(operand, name=f"{operand.name}_new", role=OperandRole.OUTPUT)
            added = _zero_operands(operand, document)
            graph.replace_or_add(as_internal(operand), *added, result)
            names = (operand.name, *(o.name for o in added))
            graph.operations.append(SpecOperation(OperationType.ADD, names, (result.name,)))


# The spelling of argument names follows the public format:
# ruff: noqa: N803


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
