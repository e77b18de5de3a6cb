"""Constructor of loops whose states depend on each other, such as two states that are exchanged.

The body of a loop computes all next states from the states of the same iteration. A driver that
stores a next state in place of the old one before it has computed the others gets other results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    TEMPORARY,
    Dims,
    GeneratedOperand,
    output_like,
)
from generators.construction.tensor_values import ValueDistribution
from generators.constructors.control_flow import (
    add_copy,
    counted_loop,
    loop_condition,
    subgraph_on,
    subgraph_operand,
)

_O: Final = OperationType
_T: Final = OperandType
_LIMITS: Final = (0, 1, 2, 3, 5, 9, 18)
"""Numbers of iterations; up to two fewer if the counter does not start at 0."""
_LARGEST_INTEGER: Final = 2.0**30
"""Bound on the integer results: the sums of 18 iterations grow like Fibonacci numbers."""
_FIRST_INTEGERS: Final = ValueDistribution("loop state", -(2.0**17), 2.0**17)
"""The integers that a loop starts with; after 18 iterations they need more than 24 bits."""
_LARGEST_REAL: Final = 256.0
"""Bound on the first values of float states, so that sums stay below 65504."""

Step = Callable[[GraphBuilder, Sequence[GeneratedOperand]], GeneratedOperand]
"""A function that adds the computation of one next state from all old states."""


def loop(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add a WHILE, in half of the cases with states that depend on each other."""
    if g.random.chance(8):
        counted_loop(g, type_)
        return
    rule = g.random.choice(_RULES)
    first = _state(g, type_, rule)
    _add_loop(g, op, rule, first)
    if g.random.chance(8):
        _add_loop(g, op, rule, _state(g, type_, rule, first, first.shape))


def _add_loop(
    g: GraphBuilder, op: OperationType, rule: Sequence[Step], first: GeneratedOperand
) -> None:
    """Add a WHILE with states like ``first``, a counter, and a sum of the counter's old values."""
    random, type_ = g.random, first.type
    states = [first]
    for _ in rule[1:]:
        shape = first.shape[-1:] if rule is _ACCUMULATION else first.shape
        states.append(_state(g, type_, rule, first, shape))
    counter = g.tensor_with_values(_T.TENSOR_INT32, [random.below(3)])
    total = g.tensor_with_values(_T.TENSOR_INT32, [random.below(50)])
    operands = random.shuffled([counter, total, *states])
    condition = loop_condition(g, operands, counter, random.choice(_LIMITS))
    body = subgraph_on(g, operands)
    body.outputs = _next_states(body, operands, [counter, total, *states], rule)
    inputs = [subgraph_operand(g, condition), subgraph_operand(g, body), *operands]
    returned = random.between(1, len(operands)) if random.chance(4) else len(operands)
    g.add_control_flow(op, inputs, [_result(value) for value in operands[:returned]])


def _next_states(
    body: GraphBuilder,
    operands: Sequence[GeneratedOperand],
    order: Sequence[GeneratedOperand],
    rule: Sequence[Step],
) -> list[GeneratedOperand]:
    """Add the computations of a body in random order; return the next state of each operand.

    ``order`` are the counter, the sum of its values, and the states to which the rule applies.
    """
    assert body.inputs is not None
    count, total, *old = [body.inputs[operands.index(value)] for value in order]
    steps: list[tuple[GeneratedOperand, Callable[[], GeneratedOperand]]] = [
        (count, lambda: _sum(body, [count, body.int32_tensor([1])])),
        (total, lambda: _sum(body, [total, count])),
    ]
    steps += [
        (value, lambda step=step: step(body, old))  # type: ignore[misc]
        for value, step in zip(old, rule, strict=True)
    ]
    results = [(value, compute()) for value, compute in body.random.shuffled(steps)]
    return [next(r for v, r in results if v is value) for value in body.inputs]


def _state(
    g: GraphBuilder,
    type_: OperandType,
    rule: Sequence[Step],
    like: GeneratedOperand | None = None,
    shape: Dims | None = None,
) -> GeneratedOperand:
    """Return a first state, with the quantization of ``like``."""
    integer = type_ is _T.TENSOR_INT32
    largest = tensor_values.WIDE_INT if rule in (_EXCHANGE, _ROTATION) else _FIRST_INTEGERS
    kind = tensor_values.ANY
    if integer:
        kind = largest if g.random.chance(10) else tensor_values.SMALL_INT
    if like is None:
        limit = largest.high if integer else _LARGEST_REAL
        return g.get_tensor(type_, (1, 2, 3, 4), kind=kind, within=(-limit, limit))
    assert shape is not None
    quantization = (like.scale, like.zero_point) if INFO[type_].quantized else None
    return g.new_tensor(type_, shape, kind=kind, quantization=quantization)


def _result(value: GeneratedOperand) -> GeneratedOperand:
    """Return an output operand of the loop like ``value``, with the range of its results."""
    out = value.changed(lifetime=TEMPORARY, data=None)
    if not INFO[value.type].quantized and value.type is not _T.TENSOR_BOOL8:
        out.high = _LARGEST_INTEGER if value.type is _T.TENSOR_INT32 else 65504.0
        out.low = -out.high
    return out


# ----------------------------------------------------------------------------- the next states


def _sum(g: GraphBuilder, terms: Sequence[GeneratedOperand]) -> GeneratedOperand:
    if terms[0].type is _T.TENSOR_BOOL8:
        return g.add_operation(_O.LOGICAL_OR, [*terms], [output_like(terms[0])])[0]
    return g.add_operation(_O.ADD, [*terms, 0], [output_like(terms[0])])[0]


def _copy(number: int) -> Step:
    def compute(g: GraphBuilder, old: Sequence[GeneratedOperand]) -> GeneratedOperand:
        return add_copy(g, old[number])

    return compute


def _added(g: GraphBuilder, old: Sequence[GeneratedOperand]) -> GeneratedOperand:
    return _sum(g, old[:2])


def _difference(g: GraphBuilder, old: Sequence[GeneratedOperand]) -> GeneratedOperand:
    if old[0].type is _T.TENSOR_BOOL8:
        return g.add_operation(_O.LOGICAL_NOT, [old[1]], [output_like(old[0])])[0]
    return g.add_operation(_O.SUB, [*old[:2], 0], [output_like(old[0])])[0]


def _changed(g: GraphBuilder, old: Sequence[GeneratedOperand]) -> GeneratedOperand:
    """Add a step that changes the second state and does not read the first one."""
    value = old[1]
    if value.type is _T.TENSOR_BOOL8:
        return g.add_operation(_O.LOGICAL_NOT, [value], [output_like(value)])[0]
    kind = tensor_values.SMALL_INT if value.type is _T.TENSOR_INT32 else tensor_values.ANY
    return _sum(g, [value, g.new_tensor(value.type, value.shape, kind=kind)])


_EXCHANGE: Final = (_copy(1), _copy(0))
_FIBONACCI: Final = (_copy(1), _added)
_ROTATION: Final = (_copy(1), _copy(2), _copy(0))
_DIFFERENCE: Final = (_difference, _copy(0))
_ACCUMULATION: Final = (_added, _changed)
"""The second state has fewer axes than the first."""
_RULES: Final[tuple[tuple[Step, ...], ...]] = (
    *(_EXCHANGE, _FIBONACCI, _ROTATION, _DIFFERENCE, _ACCUMULATION),
)
"""The functions that compute the next value of each state."""
