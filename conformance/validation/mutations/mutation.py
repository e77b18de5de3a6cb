"""The description of a mutation, and an editor that copies a model with one change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.hal import Model, Operand, OperandLifeTime, OperandType, Operation, Subgraph

UNDECIDED_RULES: Final = frozenset({"while.unknown_size"})
"""Rules whose violation a driver may refuse but need not."""

MAIN_SUBGRAPH = -1
"""The number of the main subgraph; referenced ones have their index in ``Model.referenced``."""


@dataclass(frozen=True, slots=True)
class ModelMutation:
    """One change to one model.

    ``subgraph`` is ``MAIN_SUBGRAPH`` or an index of ``Model.referenced``. ``operand``,
    ``operation`` and ``position`` (of an argument) are -1 if the change does not concern one.
    ``value`` is the new code or number, if any.
    """

    family: str
    description: str
    build: Callable[[], Model]
    subgraph: int = MAIN_SUBGRAPH
    operand: int = -1
    operation: int = -1
    position: int = -1
    value: float = 0

    def __str__(self) -> str:
        place = "main" if self.subgraph == MAIN_SUBGRAPH else f"subgraph {self.subgraph}"
        if self.operation >= 0:
            place += f", operation {self.operation}"
        if self.operand >= 0:
            place += f", operand {self.operand}"
        return f"{self.family}: {place}: {self.description}"


def target_type(model: Model, mutation: ModelMutation) -> int:
    """Return the type of the operand that a mutation of ``model`` changes; -1 if there is none."""
    subgraph = model.main if mutation.subgraph < 0 else model.referenced[mutation.subgraph]
    index = mutation.operand
    if index < 0 and mutation.operation >= 0 and mutation.position >= 0:
        operation = subgraph.operations[mutation.operation]
        listed = operation.outputs if ".output" in mutation.family else operation.inputs
        if mutation.position < len(listed):
            index = listed[mutation.position]
    return subgraph.operands[index].type if 0 <= index < len(subgraph.operands) else -1


class SubgraphEditor:
    """Creates copies of a model in which one subgraph is changed."""

    def __init__(self, model: Model, number: int = MAIN_SUBGRAPH) -> None:
        self.model = model
        self.number = number
        self.subgraph: Subgraph = (
            model.main if number == MAIN_SUBGRAPH else model.referenced[number]
        )

    def mutate_operand(
        self, family: str, index: int, change: str, make: Callable[[], Model], value: float = 0
    ) -> ModelMutation:
        """Return the description of a mutation of one operand."""
        return ModelMutation(family, change, make, self.number, operand=index, value=value)

    def mutate_operation(
        self,
        family: str,
        index: int,
        change: str,
        make: Callable[[], Model],
        position: int = -1,
        value: float = 0,
    ) -> ModelMutation:
        """Return the description of a mutation of one operation, or of one of its arguments."""
        return ModelMutation(family, change, make, self.number, -1, index, position, value)

    def with_subgraph(self, subgraph: Subgraph, **changes: Any) -> Model:
        """Return the model with this subgraph replaced."""
        if self.number == MAIN_SUBGRAPH:
            return replace(self.model, main=subgraph, **changes)
        others = replaced(self.model.referenced, self.number, subgraph)
        return replace(self.model, referenced=others, **changes)

    def with_fields(self, **changes: Any) -> Model:
        """Return the model with other fields (``operands``, ...) in the subgraph."""
        return self.with_subgraph(replace(self.subgraph, **changes))

    def with_operand(self, index: int, **changes: Any) -> Model:
        """Return the model with other fields in one operand."""
        operands = self.subgraph.operands
        return self.with_fields(
            operands=replaced(operands, index, replace(operands[index], **changes))
        )

    def with_operation(self, index: int, **changes: Any) -> Model:
        """Return the model with other fields in one operation; consumers are recounted."""
        operations = self.subgraph.operations
        changed = replaced(operations, index, replace(operations[index], **changes))
        return self.with_operations(changed)

    def with_operations(
        self,
        operations: Sequence[Operation],
        operands: Sequence[Operand] | None = None,
        **more: Any,
    ) -> Model:
        """Return the model with other operations; consumers are recounted."""
        counted = count_consumers(operands or self.subgraph.operands, operations)
        return self.with_fields(operands=counted, operations=tuple(operations), **more)

    def with_argument(self, operation: int, kind: str, position: int, index: int) -> Model:
        """Return the model with one argument replaced; ``kind`` is ``inputs`` or ``outputs``."""
        old: tuple[int, ...] = getattr(self.subgraph.operations[operation], kind)
        return self.with_operation(operation, **{kind: replaced(old, position, index)})

    def with_new_argument(
        self, operation: int, kind: str, position: int, operand: Operand, **more: Any
    ) -> Model:
        """Return the model with one argument, or the one after the last, set to a new operand."""
        operations, operands = self.subgraph.operations, self.subgraph.operands
        old: tuple[int, ...] = getattr(operations[operation], kind)
        arguments: Any = {kind: replaced(old, position, len(operands))}
        changed = replaced(operations, operation, replace(operations[operation], **arguments))
        return self.with_operations(changed, (*operands, operand), **more)

    def with_omitted_input(self, operation: int, position: int) -> Model:
        """Return the model in which an operation omits an input: a new operand without a value."""
        like = self.temporary_like(self.subgraph.operations[operation].inputs[position])
        absent = replace(like, lifetime=OperandLifeTime.NO_VALUE)
        return self.with_new_argument(operation, "inputs", position, absent)

    def temporary_like(self, index: int) -> Operand:
        """Return a new temporary with an operand's type and shape and no consumers."""
        return replace(
            self.subgraph.operands[index],
            lifetime=OperandLifeTime.TEMPORARY_VARIABLE,
            number_of_consumers=0,
        )


def count_consumers(
    operands: Sequence[Operand], operations: Sequence[Operation]
) -> tuple[Operand, ...]:
    """Return the operands with ``number_of_consumers`` computed from the operations."""
    counts = [0] * len(operands)
    for operation in operations:
        for index in operation.inputs:
            if 0 <= index < len(counts):
                counts[index] += 1
    return tuple(
        operand
        if operand.number_of_consumers == count
        else replace(operand, number_of_consumers=count)
        for operand, count in zip(operands, counts, strict=True)
    )


def replaced(sequence: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """Return the sequence with another element at ``index``."""
    return (*sequence[:index], value, *sequence[index + 1 :])


def without_element(sequence: tuple[Any, ...], position: int) -> tuple[Any, ...]:
    """Return the sequence without one element."""
    return sequence[:position] + sequence[position + 1 :]


INT32_SCALAR = Operand(OperandType.INT32, (), 1)
"""The operand that is added as a superfluous argument."""
