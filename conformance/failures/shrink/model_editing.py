"""Edits models: converts an example to a mutable form and back, and recomputes shapes.

An ``EditableCase`` is an example in which the data of constants and inputs is stored by operand, so
that operations, shapes and data are easy to change. ``build_model`` drops unused operands and
subgraphs and packs the rest into a model. ``Search`` holds the smallest failing case so far, and
attempts candidates for a smaller one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import OperationType

Array = NDArray[Any]
ComputeOutputs = Callable[[hal.Model, Sequence[bytes | None]], Sequence[Array] | None]
"""Computes the expected outputs of a model for its inputs; ``None`` if the model is invalid."""

_L: Final = hal.OperandLifeTime
_CONSTANT_LIFETIMES: Final = (_L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
GIVEN_LIFETIMES: Final = (_L.SUBGRAPH_INPUT, _L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
"""Lifetimes of operands that no operation writes: inputs and constants."""
_ALIGNMENT: Final = 4


@dataclass(slots=True)
class EditableSubgraph:
    """A mutable subgraph: operands by index, and the data of constants and, in main, of inputs."""

    operands: dict[int, hal.Operand]
    data: dict[int, bytes]
    operations: list[hal.Operation]
    inputs: list[int]
    outputs: list[int]

    def copy(self) -> EditableSubgraph:
        """Return a copy that may be modified."""
        return EditableSubgraph(
            dict(self.operands),
            dict(self.data),
            list(self.operations),
            list(self.inputs),
            list(self.outputs),
        )

    @property
    def written_operands(self) -> set[int]:
        """Indexes of the operands that operations write."""
        return {index for operation in self.operations for index in operation.outputs}

    @property
    def read_operands(self) -> set[int]:
        """Indexes of the operands that operations read."""
        return {index for operation in self.operations for index in operation.inputs}


@dataclass(slots=True)
class EditableCase:
    """A mutable example; ``subgraphs[0]`` is the main subgraph, the others are referenced ones."""

    subgraphs: list[EditableSubgraph]
    relaxed: bool
    ignored_outputs: set[int] = field(default_factory=set)
    """Indexes of main's outputs whose values are not compared."""

    @property
    def main(self) -> EditableSubgraph:
        """The main subgraph."""
        return self.subgraphs[0]

    def with_main(self, main: EditableSubgraph) -> EditableCase:
        """Return the same draft with another main subgraph."""
        return self.with_subgraph(0, main)

    def with_subgraph(self, number: int, part: EditableSubgraph) -> EditableCase:
        """Return the same draft with subgraph ``number`` replaced by ``part``."""
        return self.with_subgraphs([*self.subgraphs[:number], part, *self.subgraphs[number + 1 :]])

    def with_subgraphs(self, parts: list[EditableSubgraph]) -> EditableCase:
        """Return the same draft with other subgraphs."""
        return EditableCase(parts, self.relaxed, self.ignored_outputs)


def to_editable(example: Example) -> EditableCase:
    """Return an example in its mutable form."""
    model = example.model
    pools = []
    for pool in model.pools:
        if pool.size:
            with pool.view() as view:
                pools.append(bytes(view))
        else:
            pools.append(b"")
    parts = []
    for subgraph in (model.main, *model.referenced):
        data: dict[int, bytes] = {}
        for index, operand in enumerate(subgraph.operands):
            if operand.lifetime in _CONSTANT_LIFETIMES:
                copy = operand.lifetime == _L.CONSTANT_COPY
                where = operand.location
                source = model.operand_values if copy else pools[where.pool_index]
                data[index] = source[where.offset : where.offset + where.length]
        parts.append(
            EditableSubgraph(
                dict(enumerate(subgraph.operands)),
                data,
                list(subgraph.operations),
                list(subgraph.input_indexes),
                list(subgraph.output_indexes),
            )
        )
    main = parts[0]
    for index, given in zip(main.inputs, example.inputs, strict=True):
        if given is not None:
            main.data[index] = given
    ignored = {
        index for index, out in zip(main.outputs, example.outputs, strict=True) if out.ignored
    }
    return EditableCase(parts, model.relax_computation_float32_to_float16, ignored)


def given_tensors(part: EditableSubgraph) -> list[int]:
    """Return the indexes of input and constant tensors that have data and that operations read."""
    read = part.read_operands
    return [
        index
        for index, operand in part.operands.items()
        if index in read
        and operand.lifetime in GIVEN_LIFETIMES
        and index in part.data
        and operand.type in hal.INFO
        and hal.INFO[operand.type].tensor
    ]


def to_array(operand: hal.Operand, data: bytes) -> Array:
    """Return an operand's data as an array of its type and shape."""
    return np.frombuffer(data, hal.INFO[operand.type].dtype).reshape(operand.dimensions)


def referenced_subgraphs(
    part: EditableSubgraph, operation: hal.Operation
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the subgraphs of an IF or WHILE, each with the operands passed to its inputs."""
    first = 2 if operation.type == hal.OperationType.WHILE else 3
    return [
        (1 + part.operands[index].location.offset, operation.inputs[first:])
        for index in operation.inputs
        if part.operands[index].lifetime == hal.OperandLifeTime.SUBGRAPH
    ]


def subgraph_as_main(
    inner: EditableSubgraph,
    outer: EditableSubgraph,
    passed_operands: Sequence[int],
    values: Mapping[int, Array],
) -> EditableSubgraph | None:
    """Return a referenced subgraph as a main one, or ``None`` if an input's value is not known.

    ``passed_operands`` are the operands of ``outer`` that become its inputs, ``values`` the
    values of operands that ``outer`` computes.
    """
    main = inner.copy()
    for index, source in zip(main.inputs, passed_operands, strict=True):
        if source in values:
            data, shape = values[source].tobytes(), values[source].shape
        elif source in outer.data:
            data, shape = outer.data[source], outer.operands[source].dimensions
        else:
            return None
        main.data[index] = data
        main.operands[index] = replace(main.operands[index], dimensions=shape)
    return main if main.operations else None


def build_model(draft: EditableCase) -> tuple[hal.Model, tuple[bytes | None, ...]]:
    """Return the model and its input data, without unused operands and subgraphs."""
    copies, references = bytearray(), bytearray()
    kept_subgraphs = [number - 1 for number in reachable_subgraphs(draft)]
    numbers = {old: new for new, old in enumerate(kept_subgraphs)}

    def append_data(store: bytearray, data: bytes) -> hal.DataLocation:
        location = hal.DataLocation(0, len(store), len(data))
        store.extend(data)
        store.extend(bytes(-len(data) % _ALIGNMENT))
        return location

    def pack_subgraph(part: EditableSubgraph, main: bool) -> tuple[hal.Subgraph, list[int]]:
        """Return the subgraph, and the previous indexes of its inputs."""
        used = part.read_operands | part.written_operands | set(part.outputs)
        kept = [i for i in part.operands if i in used or (i in part.inputs and not main)]
        places = {old: new for new, old in enumerate(kept)}
        operands = []
        for index in kept:
            operand = part.operands[index]
            location = hal.NO_LOCATION
            if operand.lifetime in _CONSTANT_LIFETIMES:
                copy = operand.lifetime == _L.CONSTANT_COPY
                location = append_data(copies if copy else references, part.data[index])
            elif operand.lifetime == _L.SUBGRAPH:
                location = hal.DataLocation(0, numbers[operand.location.offset], 0)
            readers = sum(o.inputs.count(index) for o in part.operations)
            operands.append(replace(operand, location=location, number_of_consumers=readers))
        operations = tuple(
            hal.Operation(
                o.type,
                tuple(places[i] for i in o.inputs),
                tuple(places[i] for i in o.outputs),
            )
            for o in part.operations
        )
        inputs = [i for i in part.inputs if i in places]
        return (
            hal.Subgraph(
                tuple(operands),
                operations,
                tuple(places[i] for i in inputs),
                tuple(places[i] for i in part.outputs),
            ),
            inputs,
        )

    main, inputs = pack_subgraph(draft.main, main=True)
    referenced = tuple(
        pack_subgraph(draft.subgraphs[1 + old], main=False)[0] for old in kept_subgraphs
    )
    pools = (hal.SharedMemory(initial=bytes(references)),) if references else ()
    model = hal.Model(main, referenced, bytes(copies), pools, draft.relaxed)
    return model, tuple(draft.main.data.get(i) for i in inputs)


def reachable_subgraphs(draft: EditableCase) -> list[int]:
    """Return the numbers of the subgraphs that main references, directly or not, in order."""
    reachable: set[int] = set()
    waiting = [draft.main]
    while waiting:
        part = waiting.pop()
        for index in part.read_operands:
            operand = part.operands[index]
            if operand.lifetime == _L.SUBGRAPH and operand.location.offset not in reachable:
                reachable.add(operand.location.offset)
                waiting.append(draft.subgraphs[1 + operand.location.offset])
    return sorted(1 + number for number in reachable)


def build_example(draft: EditableCase, like: Example, compute: ComputeOutputs) -> Example | None:
    """Return the draft as an example with computed outputs, or ``None`` if it is invalid.

    The names of the spec and the example, and the version, are taken from ``like``.
    """
    if not draft.main.operations or not draft.main.outputs:
        return None
    model, inputs = build_model(draft)
    results = compute(model, inputs)
    if results is None:
        return None
    outputs = tuple(
        ExpectedOutput(array.shape, array.tobytes(), index in draft.ignored_outputs)
        for index, array in zip(draft.main.outputs, results, strict=True)
    )
    names = tuple(f"op{index}" for index in range(len(model.main.operands)))
    subgraph_names = tuple(
        tuple(f"op{i}" for i in range(len(subgraph.operands))) for subgraph in model.referenced
    )
    return Example(
        like.spec, like.name, model, inputs, outputs, names, subgraph_names, like.version
    )


def compute_intermediates(draft: EditableCase, compute: ComputeOutputs) -> dict[int, Array] | None:
    """Return the expected value of every operand that main's operations write.

    The result is ``None`` if the draft is invalid.
    """
    main = draft.main.copy()
    written = [index for operation in main.operations for index in operation.outputs]
    for index in written:
        main.operands[index] = replace(main.operands[index], lifetime=_L.SUBGRAPH_OUTPUT)
    main.outputs = written
    results = compute(*build_model(draft.with_main(main)))
    return None if results is None else dict(zip(written, results, strict=True))


def keep_operations(
    draft: EditableCase, kept: Iterable[int], values: Mapping[int, Array]
) -> EditableCase:
    """Return the draft with only these operations of main, by number.

    Operands that removed operations wrote become inputs with their ``values``; operands that
    removed operations read become outputs.
    """
    main = draft.main.copy()
    kept_numbers = set(kept)
    read_by_removed = {
        index
        for number, operation in enumerate(main.operations)
        if number not in kept_numbers
        for index in operation.inputs
    }
    before = set(main.outputs)
    main.operations = [o for number, o in enumerate(main.operations) if number in kept_numbers]
    written, read = main.written_operands, main.read_operands
    for index in sorted(values):
        operand = main.operands[index]
        if index in written:
            is_output = index in before or index in read_by_removed or index not in read
            lifetime = _L.SUBGRAPH_OUTPUT if is_output else _L.TEMPORARY_VARIABLE
            main.operands[index] = replace(operand, lifetime=lifetime)
        elif index in read:
            array = values[index]
            main.operands[index] = replace(
                operand, lifetime=_L.SUBGRAPH_INPUT, dimensions=array.shape
            )
            main.data[index] = array.tobytes()
            main.inputs.append(index)
    main.outputs = [
        i
        for operation in main.operations
        for i in operation.outputs
        if main.operands[i].lifetime == _L.SUBGRAPH_OUTPUT
    ]
    main.inputs = [i for i in main.inputs if i in read]
    return draft.with_main(main)


def expose_intermediates(draft: EditableCase) -> EditableCase:
    """Return the draft with every operand that main's operations write as an output."""
    main = draft.main.copy()
    main.outputs = [index for operation in main.operations for index in operation.outputs]
    for index in main.outputs:
        main.operands[index] = replace(main.operands[index], lifetime=_L.SUBGRAPH_OUTPUT)
    return draft.with_main(main)


def infer_shapes(draft: EditableCase, compute: ComputeOutputs) -> EditableCase | None:
    """Return the case with recomputed shapes of operation outputs, or ``None`` if it is invalid."""
    parts = [part.copy() for part in draft.subgraphs]
    _clear_computed_shapes(parts, 0)
    shaped = draft.with_subgraphs(list(draft.subgraphs))
    return (
        shaped if _infer_subgraph_shapes(draft.with_subgraphs(parts), 0, shaped, compute) else None
    )


def _infer_subgraph_shapes(
    exposed: EditableCase, number: int, shaped_case: EditableCase, compute: ComputeOutputs
) -> bool:
    """Store the computed shapes of a subgraph, and of those it references, in ``shaped_case``.

    ``exposed`` is the draft without shapes of operation outputs, and ``number`` the subgraph.
    Return False if the values of a subgraph cannot be computed.
    """
    part = exposed.subgraphs[number]
    values = compute_intermediates(exposed.with_main(part), compute)
    if values is None:
        return False
    shaped = part.copy()
    for index, array in values.items():
        shape = array.shape if 0 not in array.shape else ()
        shaped.operands[index] = replace(shaped.operands[index], dimensions=shape)
    shaped_case.subgraphs[number] = (
        shaped if not number else _as_referenced_subgraph(shaped, shaped_case.subgraphs[number])
    )
    for operation in part.operations:
        for inner, passed_operands in referenced_subgraphs(part, operation):
            alone = subgraph_as_main(exposed.subgraphs[inner], part, passed_operands, values)
            if alone is None:
                return False
            run = exposed.with_subgraph(inner, alone)
            if not _infer_subgraph_shapes(run, inner, shaped_case, compute):
                return False
    return True


def _clear_computed_shapes(parts: Sequence[EditableSubgraph], number: int) -> None:
    """Clear the shapes of operation outputs in a subgraph and in those that it references.

    ``number`` is the subgraph; ``parts`` is modified. The inputs of a referenced subgraph receive
    the shapes of the operands that are passed to them. The state of a WHILE keeps its initial
    shapes.
    """
    part = parts[number]
    for index in part.written_operands:
        # One element cannot be reduced further, and a loop's condition must have a known shape.
        if set(part.operands[index].dimensions) != {1}:
            _set_shape(part, index, ())
    for operation in part.operations:
        for inner, passed_operands in referenced_subgraphs(part, operation):
            shapes = [part.operands[index].dimensions for index in passed_operands]
            for index, shape in zip(parts[inner].inputs, shapes, strict=True):
                _set_shape(parts[inner], index, shape)
            _clear_computed_shapes(parts, inner)
        if operation.type == OperationType.WHILE:
            state = [part.operands[index].dimensions for index in operation.inputs[2:]]
            body = 1 + part.operands[operation.inputs[1]].location.offset
            for index, shape in zip(parts[body].outputs, state, strict=False):
                _set_shape(parts[body], index, shape)
            for index, shape in zip(operation.outputs, state, strict=False):
                _set_shape(part, index, shape)


def _set_shape(part: EditableSubgraph, index: int, shape: tuple[int, ...]) -> None:
    part.operands[index] = replace(part.operands[index], dimensions=shape)


def _as_referenced_subgraph(shaped: EditableSubgraph, before: EditableSubgraph) -> EditableSubgraph:
    """Return a referenced subgraph that was computed as a main one, without its input data.

    ``before`` is the subgraph before it became a main one; its inputs are kept.
    """
    given = {index: data for index, data in shaped.data.items() if index not in shaped.inputs}
    return replace(shaped, data=given, inputs=list(before.inputs))


StillFails = Callable[[Example], bool]
_MAX_TRIES: Final = 600
"""Maximum number of candidates that are run on the driver."""


class BudgetExhausted(Exception):  # noqa: N818 - ends a search, is no error
    """Ends the search: the limit on time or on the number of candidates is reached."""


class Search:
    """The smallest failing case so far: ``best``, and ``case`` in editable form.

    ``compute`` returns the expected outputs of a model.
    """

    def __init__(
        self, example: Example, still_fails: StillFails, compute: ComputeOutputs, deadline: float
    ) -> None:
        self.best = example
        self.case = to_editable(example)
        self.tries = 0
        self.compute = compute
        self._still_fails = still_fails
        self._deadline = deadline

    def attempt(self, candidate: EditableCase) -> bool:
        """Run a candidate; keep it and return True if it fails in the same way.

        A candidate without computable expected outputs is not run. Raise ``BudgetExhausted`` if a
        limit is reached.
        """
        if self.tries >= _MAX_TRIES or time.monotonic() > self._deadline:
            raise BudgetExhausted
        example = build_example(candidate, self.best, self.compute)
        if example is None:
            return False
        self.tries += 1
        if not self._still_fails(example):
            return False
        self.case, self.best = candidate, example
        return True

    def attempt_any(self, candidates: Iterable[EditableCase]) -> bool:
        """Attempt candidates until one is kept; return whether one was."""
        return any(map(self.attempt, candidates))

    def attempt_with_shapes(self, candidate: EditableCase) -> bool:
        """Attempt a candidate with recomputed shapes of operation outputs, if it is valid."""
        shaped = infer_shapes(candidate, self.compute)
        return shaped is not None and self.attempt(shaped)
