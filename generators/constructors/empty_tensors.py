"""Zero-size tensors for operations that accept them; SLICE produces these tensors."""

from __future__ import annotations

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import definitions
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import GeneratedOperand, output_like


def slice_cell(type_: OperandType) -> tuple[OperationType, OperandType]:
    """Return the cell of the operation that produces zero-size tensors of a type."""
    return OperationType.SLICE, type_


def has_slices(type_: OperandType, version: Version) -> bool:
    """Return whether the version can produce zero-size tensors of a type."""
    slices = definitions()[OperationType.SLICE]
    return max(slices.since, slices.types.get(type_, Version.AIDL_V4)) <= version


def empty_slice(g: GraphBuilder, source: GeneratedOperand) -> GeneratedOperand:
    """Add a SLICE of ``source`` with no rows; return its zero-size output.

    The output is not offered to other operations, because most do not accept zero-size tensors.
    """
    none = [0] * len(source.shape)
    g.add_operation(
        OperationType.SLICE,
        [source, g.int32_tensor(none), g.int32_tensor([0, *source.shape[1:]])],
        [output_like(source)],
    )
    g.cells.append(slice_cell(source.type))
    return g.operations[-1].outputs[0]
