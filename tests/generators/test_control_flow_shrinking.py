"""Shrinking of loops and branches; the smallest cases were determined by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from conformance import hal
from conformance.cases.example import Example
from conformance.failures.shrink.minimizer import minimize
from conformance.failures.shrink.model_editing import (
    EditableCase,
    EditableSubgraph,
    build_example,
)
from conformance.reference.device import ReferenceDevice
from generators.graph_judge import graph_search

_O, _T, _L = hal.OperationType, hal.OperandType, hal.OperandLifeTime
_FLOAT, _INT, _BOOL = _T.TENSOR_FLOAT32, _T.TENSOR_INT32, _T.TENSOR_BOOL8
_COMPUTE = graph_search(ReferenceDevice()).compute


@dataclass
class _Part:
    """A hand-written subgraph: every operand has the shape [1], activations are scalars."""

    part: EditableSubgraph = field(default_factory=lambda: EditableSubgraph({}, {}, [], [], []))

    def _add(
        self, type_: hal.OperandType, lifetime: hal.OperandLifeTime, value: object = None
    ) -> int:
        info = hal.INFO.get(type_)
        shape = (1,) if info is not None and info.tensor else ()
        index = len(self.part.operands)
        self.part.operands[index] = hal.Operand(type_, shape, 0, 0.0, 0, lifetime)
        if value is not None:
            assert info is not None
            self.part.data[index] = np.full(shape, value, info.dtype).tobytes()
        return index

    def input(self, type_: hal.OperandType, value: object = None) -> int:
        self.part.inputs.append(self._add(type_, _L.SUBGRAPH_INPUT, value))
        return self.part.inputs[-1]

    def constant(self, type_: hal.OperandType, value: object) -> int:
        return self._add(type_, _L.CONSTANT_COPY, value)

    def call(
        self, op: hal.OperationType, inputs: Sequence[int], *types: hal.OperandType
    ) -> list[int]:
        written = [self._add(type_, _L.TEMPORARY_VARIABLE) for type_ in types]
        self.part.operations.append(hal.Operation(op, tuple(inputs), tuple(written)))
        return written

    def float_call(self, op: hal.OperationType, *inputs: int) -> int:
        return self.call(op, inputs, _FLOAT)[0]

    def reference(self, number: int) -> int:
        index = self._add(_T.SUBGRAPH, _L.SUBGRAPH)
        self.part.operands[index] = hal.Operand(
            _T.SUBGRAPH, (), 0, 0.0, 0, _L.SUBGRAPH, hal.DataLocation(0, number, 0)
        )
        return index

    def outputs(self, *indexes: int) -> EditableSubgraph:
        for index in indexes:
            operand = self.part.operands[index]
            self.part.operands[index] = hal.Operand(
                operand.type, operand.dimensions, 0, 0.0, 0, _L.SUBGRAPH_OUTPUT
            )
        self.part.outputs = list(indexes)
        return self.part


def _example(*parts: EditableSubgraph) -> Example:
    empty = Example("hand", "hand", hal.Model(hal.Subgraph((), (), (), ())), (), (), ())
    example = build_example(EditableCase(list(parts), False), empty, _COMPUTE)
    assert example is not None
    return example


def _condition(types: Sequence[hal.OperandType], limit: int) -> EditableSubgraph:
    """Return the condition ``counter < limit``; the counter is the first state."""
    part = _Part()
    states = [part.input(type_) for type_ in types]
    bound = part.constant(_INT, limit)
    return part.outputs(*part.call(_O.LESS, [states[0], bound], _BOOL))


def _counted(body: _Part, counter: int) -> int:
    one, none = body.constant(_INT, 1), body.constant(_T.INT32, 0)
    return body.call(_O.ADD, [counter, one, none], _INT)[0]


def _loop_of_five() -> Example:
    """Return a loop with a counter, three states, one of them unread, and a fixed operand.

    Every result is an output, and an operation reads the third one.
    """
    types = [_INT, _INT, _FLOAT, _FLOAT, _FLOAT]
    body = _Part()
    counter, total, first, second, fixed = [body.input(type_) for type_ in types]
    none = body.constant(_T.INT32, 0)
    results = [
        _counted(body, counter),
        body.call(_O.ADD, [total, counter, none], _INT)[0],
        body.float_call(_O.NEG, first),
        body.float_call(_O.MAXIMUM, second, fixed),
    ]
    main = _Part()
    values = [main.input(type_, 3 * number) for number, type_ in enumerate(types)]
    inputs = [main.reference(0), main.reference(1), *values]
    outputs = main.call(_O.WHILE, inputs, *types[:4])
    read = main.float_call(_O.ABS, outputs[2])
    return _example(main.outputs(*outputs, read), _condition(types, 4), body.outputs(*results))


def _types_of(part: hal.Subgraph) -> list[hal.OperationType]:
    return [hal.OperationType(operation.type) for operation in part.operations]


def _body_has(operation: hal.OperationType) -> Callable[[Example], bool]:
    """Return a predicate: a WHILE of main has the operation in its body, and runs."""

    def fails(example: Example) -> bool:
        main = example.model.main
        return any(
            operation
            in _types_of(example.model.referenced[main.operands[o.inputs[1]].location.offset])
            for o in main.operations
            if o.type == _O.WHILE
        )

    return fails


def test_a_loop_keeps_only_the_states_that_the_failure_needs() -> None:
    # Needed: the counter, which ends the loop, and the state that NEG computes.
    small = minimize(_loop_of_five(), _body_has(_O.NEG), _COMPUTE, 20.0).example.model
    condition, body = small.referenced
    (loop,) = small.main.operations
    assert len(loop.inputs) == 2 + 2
    assert len(loop.outputs) == 1
    assert sorted(_types_of(body)) == [_O.ADD, _O.NEG]
    assert _types_of(condition) == [_O.LESS]
    # Main: two subgraphs, two initial values, one result. Condition: two states, limit, result.
    # Body: two states, 1, no activation, two results.
    assert [len(part.operands) for part in (small.main, condition, body)] == [5, 4, 6]


def _branch(operation: hal.OperationType, *, unread: int = 0) -> EditableSubgraph:
    """Return a branch with two results, of two inputs and ``unread`` further ones."""
    part = _Part()
    first, second, *_ = [part.input(_FLOAT) for _ in range(2 + unread)]
    return part.outputs(part.float_call(operation, first), part.float_call(_O.ABS, second))


def _if_example(*branches: EditableSubgraph, condition: bool = True) -> Example:
    main = _Part()
    numbers = (0, 1) if len(branches) == 2 else (0, 0)
    inputs = [main.constant(_BOOL, condition), *[main.reference(n) for n in numbers]]
    values = [main.input(_FLOAT, -1.5 - n) for n in range(len(branches[0].inputs))]
    results = main.call(_O.IF, [*inputs, *values], _FLOAT, _FLOAT)
    return _example(main.outputs(*results), *branches)


def test_a_branch_is_inlined_if_the_failure_does_not_need_the_if() -> None:
    def fails(example: Example) -> bool:
        return any(
            _O.NEG in _types_of(part) for part in (example.model.main, *example.model.referenced)
        )

    for condition in (True, False):
        example = _if_example(_branch(_O.RELU), _branch(_O.NEG), condition=condition)
        small = minimize(example, fails, _COMPUTE, 20.0)
        assert small.operations == ("NEG",)
        assert not small.example.model.referenced
