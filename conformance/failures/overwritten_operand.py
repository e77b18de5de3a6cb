"""Detects operands that a driver overwrites although another operation still reads them.

A driver may compute an output in the memory of an input, or give two operands the same memory, if
nothing reads the overwritten operand afterwards. If it does so too early, another operation reads
wrong values. The failure is then observed at that operation, although it is not at fault.

Two conditions are tested on a failing model. The driver's outputs are those of the same model with
the bytes of the overwritten operand replaced by the result of another operation, which can run
between the operand's producer and its reader. And the model passes if the reader gets a separate
copy of the operand: a model input with the same values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance.cases.example import Example
from conformance.failures.shrink.model_editing import (
    Array,
    ComputeOutputs,
    EditableCase,
    EditableSubgraph,
    build_example,
    build_model,
    compute_intermediates,
    to_editable,
)
from conformance.hal import INFO, OperandLifeTime, OperationType, name_of

OVERWRITTEN_KEY: Final = "overwritten"
"""Key of a verdict's details under which the cause of an overwritten operand is stored."""
_TOLERANCE: Final = 1e-2
"""Relative and absolute difference up to which a driver's outputs agree with computed ones."""

Passes = Callable[[Example], bool]
"""Runs an example on the driver; returns whether it passes."""


@dataclass(frozen=True, slots=True)
class OverwrittenOperand:
    """An operand that is overwritten before its last reader.

    Attributes:
        producer: the operation that computes the operand; empty for a model input or a constant.
        writer: the operation whose result overwrites it.
        reader: the operation that reads the wrong values; empty if the operand is a model output.
        in_place: whether the writer reads the operand too.

    """

    producer: str
    writer: str
    reader: str
    in_place: bool

    @property
    def cause(self) -> str:
        """The name of the group of failures with this cause, whatever the operations are."""
        if self.in_place:
            return "operand with another reader is overwritten in place"
        return "operand is overwritten by an operation that does not read it"

    def describe(self) -> str:
        """Return the finding as a clause for a verdict's reason."""
        operand = f"result of {self.producer}" if self.producer else "input or constant"
        if self.in_place:
            reader = self.reader or "a model output"
            return (
                f"operand shared by {self.writer} and {reader} ({operand}) is overwritten by "
                f"{self.writer}"
            )
        return f"operand that {self.reader} reads ({operand}) is overwritten by {self.writer}"


def find_overwritten_operand(
    example: Example, actual: Sequence[bytes], passes: Passes, compute: ComputeOutputs
) -> OverwrittenOperand | None:
    """Return the operand that is overwritten in a failing model; ``None`` if none was found.

    ``actual`` are the outputs of the driver, ``passes`` runs a variant of the model on it, and
    ``compute`` returns the expected outputs of a model.
    """
    draft = to_editable(example)
    main = draft.main
    values = compute_intermediates(draft, compute)
    if values is None or len(actual) != len(main.outputs):
        return None

    def name(number: int | None) -> str:
        return "" if number is None else name_of(OperationType, main.operations[number].type)

    for operand, result, writer, readers in _possible_overwrites(main, values):
        outputs = _compute_overwritten(draft, operand, result, readers, values, compute)
        if outputs is None or not _agree(outputs, actual):
            continue
        copied = _with_copy(main, readers or (writer,), operand, values)
        variant = build_example(draft.with_main(copied), example, compute)
        if variant is not None and passes(variant):
            return OverwrittenOperand(
                name(_producer(main, operand)),
                name(writer),
                name(readers[0] if readers else None),
                operand in main.operations[writer].inputs,
            )
    return None


def _possible_overwrites(
    main: EditableSubgraph, values: Mapping[int, Array]
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield each tensor with a result that may overwrite it, its writer, and the readers after it.

    Without readers, the operand is an output of the model, which is overwritten.
    """
    ancestors = _ancestors(main)
    for operand in sorted(main.read_operands):
        info = INFO.get(main.operands[operand].type)
        if info is None or not info.tensor or not (operand in main.data or operand in values):
            continue
        readers = [n for n, operation in enumerate(main.operations) if operand in operation.inputs]
        for writer, operation in enumerate(main.operations):
            others = tuple(n for n in readers if n != writer and n not in ancestors[writer])
            producer = _producer(main, operand)
            if writer == producer or (producer is not None and writer in ancestors[producer]):
                continue
            single = [(other,) for other in others] if len(others) > 1 else []
            for result in operation.outputs:
                for group in (*([others] if others else []), *single):
                    yield operand, result, writer, group
                if operand in main.outputs and operand in operation.inputs:
                    yield operand, result, writer, ()


def _compute_overwritten(
    draft: EditableCase,
    operand: int,
    result: int,
    readers: tuple[int, ...],
    values: Mapping[int, Array],
    compute: ComputeOutputs,
) -> Sequence[Array] | None:
    """Return the outputs if the readers read the overwritten operand; ``None`` if not computable.

    A shorter result replaces the first bytes of the operand.
    """
    main = draft.main
    data, other = _bytes_of(main, operand, values), _bytes_of(main, result, values)
    changed = (other + data[len(other) :])[: len(data)]
    if changed == data:
        return None
    if not readers:
        like = values[operand]
        array = np.frombuffer(changed, like.dtype).reshape(like.shape)
        return [array if i == operand else values[i] for i in main.outputs]
    copied = _with_copy(main, readers, operand, values, changed)
    return compute(*build_model(draft.with_main(copied)))


def _bytes_of(main: EditableSubgraph, operand: int, values: Mapping[int, Array]) -> bytes:
    return values[operand].tobytes() if operand in values else main.data[operand]


def _agree(expected: Sequence[Array], actual: Sequence[bytes]) -> bool:
    """Return whether outputs are equal up to the roundings of a driver."""
    for array, data in zip(expected, actual, strict=True):
        if len(data) != array.nbytes:
            return False
        found = np.frombuffer(data, array.dtype).reshape(array.shape)
        if array.dtype.kind == "f":
            close = np.isclose(found, array, _TOLERANCE, _TOLERANCE, equal_nan=True)
        elif array.dtype.kind == "b":
            close = found == array
        else:
            close = abs(found.astype(np.int64) - array.astype(np.int64)) <= 1
        if not close.all():
            return False
    return True


def _with_copy(
    main: EditableSubgraph,
    readers: Sequence[int],
    operand: int,
    values: Mapping[int, Array],
    data: bytes | None = None,
) -> EditableSubgraph:
    """Return the subgraph with operations that read a new operand instead of ``operand``.

    The new operand is a constant if ``operand`` is one, else a model input. ``data`` are its values
    if they differ from those of ``operand``.
    """
    changed = main.copy()
    original = main.operands[operand]
    if operand in values:
        original = replace(
            original,
            lifetime=OperandLifeTime.SUBGRAPH_INPUT,
            dimensions=values[operand].shape,
        )
    copy = max(changed.operands) + 1
    changed.operands[copy] = original
    changed.data[copy] = _bytes_of(main, operand, values) if data is None else data
    if original.lifetime == OperandLifeTime.SUBGRAPH_INPUT:
        changed.inputs.append(copy)
    for number in readers:
        operation = changed.operations[number]
        inputs = tuple(copy if index == operand else index for index in operation.inputs)
        changed.operations[number] = replace(operation, inputs=inputs)
    return changed


def _producer(main: EditableSubgraph, operand: int) -> int | None:
    for number, operation in enumerate(main.operations):
        if operand in operation.outputs:
            return number
    return None


def _ancestors(main: EditableSubgraph) -> list[set[int]]:
    """Return the operations on whose results each operation depends."""
    found: list[set[int]] = []
    for operation in main.operations:
        direct = {
            number for index in operation.inputs if (number := _producer(main, index)) is not None
        }
        found.append(direct.union(*(found[number] for number in direct)))
    return found
