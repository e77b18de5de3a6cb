"""Variations of operand lifetimes: constants as inputs, inputs and outputs as internal tensors.

Class names are those of the public format, including the spelling ``Coverter``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from conformance.cases.spec.document import SpecDocument
from conformance.cases.spec.spec_graph import (
    OperandRole,
    SpecGraph,
    SpecOperand,
    SpecOperandType,
    SpecOperation,
)
from conformance.cases.spec.variations import NotApplicable, Variation
from conformance.hal import FusedActivation, OperandLifeTime, OperandType, OperationType


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
