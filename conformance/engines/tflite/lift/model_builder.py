"""Assembly of subgraphs from operands and operations that are added one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from conformance import hal
from conformance.hal.model import ExtraParams
from conformance.operations.definition.operands import Array

_ALIGNMENT = 4
_MAX_COPIED = 128
"""Larger constants are placed in a memory pool, as NNAPI clients do."""


@dataclass(slots=True)
class OperandDraft:
    """An operand under construction; ``name`` appears only in messages and pictures."""

    type: hal.OperandType
    dimensions: tuple[int, ...] = ()
    scale: float = 0.0
    zero_point: int = 0
    extra_params: ExtraParams = None
    lifetime: hal.OperandLifeTime = hal.OperandLifeTime.TEMPORARY_VARIABLE
    location: hal.DataLocation = hal.NO_LOCATION
    name: str = ""


class ConstantStore:
    """The data of all constants of a model."""

    def __init__(self) -> None:
        self._copied = bytearray()
        self._pooled = bytearray()

    def add(self, data: bytes) -> tuple[hal.OperandLifeTime, hal.DataLocation]:
        """Store the data of a constant; return its lifetime and location."""
        if len(data) <= _MAX_COPIED:
            return hal.OperandLifeTime.CONSTANT_COPY, _append(self._copied, data)
        return hal.OperandLifeTime.CONSTANT_REFERENCE, _append(self._pooled, data)

    def operand_values(self) -> bytes:
        """Return the data of CONSTANT_COPY operands."""
        return bytes(self._copied)

    def pools(self) -> tuple[hal.SharedMemory, ...]:
        """Return the memory with the data of CONSTANT_REFERENCE operands, if there are any."""
        return (hal.SharedMemory(initial=bytes(self._pooled)),) if self._pooled else ()


def _append(store: bytearray, data: bytes) -> hal.DataLocation:
    store.extend(bytes(-len(store) % _ALIGNMENT))
    location = hal.DataLocation(0, len(store), len(data))
    store += data
    return location


@dataclass(slots=True)
class SubgraphBuilder:
    """A subgraph under construction."""

    constants: ConstantStore
    operands: list[OperandDraft] = field(default_factory=list)
    operations: list[hal.Operation] = field(default_factory=list)

    def add_operand(self, operand: OperandDraft) -> int:
        """Add an operand and return its index."""
        self.operands.append(operand)
        return len(self.operands) - 1

    def add_constant(self, operand: OperandDraft, data: bytes) -> int:
        """Add an operand with a constant value and return its index."""
        operand.lifetime, operand.location = self.constants.add(data)
        return self.add_operand(operand)

    def add_scalar(self, type_: hal.OperandType, value: float) -> int:
        """Add a constant scalar and return its index."""
        dtype = {
            hal.OperandType.INT32: "<i4",
            hal.OperandType.FLOAT32: "<f4",
            hal.OperandType.BOOL: "?",
        }[type_]
        return self.add_constant(OperandDraft(type_), np.array(value, dtype).tobytes())

    def add_int32_tensor(self, values: Sequence[int]) -> int:
        """Add a constant TENSOR_INT32 vector and return its index."""
        data = np.array(values, "<i4")
        return self.add_constant(
            OperandDraft(hal.OperandType.TENSOR_INT32, data.shape), data.tobytes()
        )

    def add_array(self, array: Array, template: OperandDraft) -> int:
        """Add a constant of the template's type and quantization; return its index."""
        operand = OperandDraft(
            template.type,
            array.shape or (1,),
            template.scale,
            template.zero_point,
            template.extra_params,
            name=template.name,
        )
        return self.add_constant(operand, array.tobytes())

    def add_omitted(self, type_: hal.OperandType = hal.OperandType.TENSOR_FLOAT32) -> int:
        """Add an operand without value, for an omitted input, and return its index."""
        scale = 1.0 if hal.INFO[type_].quantized else 0.0
        return self.add_operand(
            OperandDraft(type_, (0,), scale, lifetime=hal.OperandLifeTime.NO_VALUE)
        )

    def add_operation(
        self, type_: hal.OperationType, inputs: Sequence[int], outputs: Sequence[int]
    ) -> None:
        """Append an operation."""
        self.operations.append(hal.Operation(type_, tuple(inputs), tuple(outputs)))

    def truncate(self, operands: int, operations: int) -> None:
        """Remove the operands and operations after the first ``operands`` and ``operations``."""
        del self.operands[operands:]
        del self.operations[operations:]

    def build(self, inputs: Sequence[int], outputs: Sequence[int]) -> hal.Subgraph:
        """Return the subgraph; the outputs are operands that an operation writes."""
        for index in inputs:
            self.operands[index].lifetime = hal.OperandLifeTime.SUBGRAPH_INPUT
        for index in outputs:
            self.operands[index].lifetime = hal.OperandLifeTime.SUBGRAPH_OUTPUT
        consumers = [0] * len(self.operands)
        for operation in self.operations:
            for index in operation.inputs:
                consumers[index] += 1
        operands = tuple(
            hal.Operand(
                draft.type,
                draft.dimensions,
                count,
                draft.scale,
                draft.zero_point,
                draft.lifetime,
                draft.location,
                draft.extra_params,
            )
            for draft, count in zip(self.operands, consumers, strict=True)
        )
        return hal.Subgraph(operands, tuple(self.operations), tuple(inputs), tuple(outputs))

    def names(self) -> tuple[str, ...]:
        """Return a distinct name for each operand."""
        used: set[str] = set()
        names = []
        for index, operand in enumerate(self.operands):
            name = operand.name or f"op{index}"
            if name in used:
                name = f"{name}#{index}"
            used.add(name)
            names.append(name)
        return tuple(names)


def build_model(
    main: hal.Subgraph, referenced: Sequence[hal.Subgraph], constants: ConstantStore
) -> hal.Model:
    """Return the model of the subgraphs."""
    return hal.Model(main, tuple(referenced), constants.operand_values(), constants.pools())
