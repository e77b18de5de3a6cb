"""Constructors of IF and WHILE and of their subgraphs; every loop ends after a few iterations."""

from __future__ import annotations

from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators import values
from generators.graph import Graph
from generators.operand import MODEL_INPUT, NAMED_SUBGRAPH, TEMPORARY, Out, Value, fit, same

_O: Final = OperationType
_T: Final = OperandType
_INTS: Final = _T.TENSOR_INT32
_BOOL: Final = _T.TENSOR_BOOL8
_MOST_ROUNDS: Final = 4
_MOST_STEPS: Final = 3
_STEP: Final = 100
"""Maximum change of an integer by one step."""


def _farthest(levels: int) -> int:
    """Return the maximum change of an integer element by an IF or WHILE.

    ``levels`` is the number of nested levels, each of which repeats its steps in a loop.
    """
    return int(_STEP * (_MOST_STEPS * _MOST_ROUNDS) ** max(levels, 1))


def _inside(g: Graph, outer: list[Value]) -> Graph:
    """Return an empty subgraph whose inputs have the types and shapes of the operands ``outer``."""
    sub = g.inside()
    sub.deep = g.deep + 1
    assert sub.inputs is not None
    for value in outer:
        inner = Value(
            value.type,
            value.dims,
            MODEL_INPUT,
            value.scale,
            value.zero_point,
            value.low,
            value.high,
        )
        sub.inputs.append(sub.add(inner))
        sub.tensors[value.type].append(inner)
    return sub


def _reference(g: Graph, sub: Graph) -> Value:
    """Add a subgraph to the model; return the SUBGRAPH operand that refers to it."""
    root = g.root
    reference = g.add(Value(_T.SUBGRAPH, (), NAMED_SUBGRAPH))
    reference.target = len(root.subgraphs)
    root.subgraphs.append(sub)
    return reference


def _step(g: Graph, value: Value) -> Value:
    """Add one operation, or a nested IF or WHILE, that reads ``value``; return its output.

    The output has the type, shape and quantization of ``value``, so that steps can be chained.
    """
    type_ = value.type
    levels = g.profile.control_flow - g.deep
    if levels > 0 and g.draws.chance(4):
        return _nested(g, value, levels)
    if type_ is _BOOL:
        if g.draws.chance(8):
            return g.emit(_O.LOGICAL_NOT, [value], [same(value)])[0]
        other = g.fresh(type_, value.shape)
        return g.emit(g.draws.pick(_LOGICAL), [value, other], [same(value)])[0]
    if type_ is _INTS:
        other = g.fresh(type_, value.shape, kind=values.SMALL_INT)
        op = g.draws.pick((_O.ADD, _O.SUB, _O.MAXIMUM, _O.MINIMUM))
        arguments: list[Value | float] = [value, other]
        if op in (_O.ADD, _O.SUB):
            arguments.append(0)
        out = same(value, value.low - _STEP, value.high + _STEP)
        return g.emit(op, arguments, [out])[0]
    if g.draws.chance(5):
        op = g.draws.pick((_O.RELU, _O.RELU1, _O.RELU6))
        return g.emit(op, [value], [same(value)])[0]
    if not INFO[type_].quantized and g.draws.chance(6):
        op = g.draws.pick((_O.TANH, _O.LOGISTIC, _O.ABS, _O.NEG, _O.FLOOR))
        return g.emit(op, [value], [same(value)])[0]
    op = g.draws.pick((_O.ADD, _O.SUB, _O.MAXIMUM, _O.MINIMUM))
    other = g.fresh(type_, value.shape if g.draws.chance(8) else value.shape[-1:])
    arguments = [value, other]
    if op in (_O.ADD, _O.SUB):
        arguments.append(g.draws.pick((0, 0, 1, 3)))
    return g.emit(op, arguments, [same(value)])[0]


_LOGICAL: Final = (_O.LOGICAL_AND, _O.LOGICAL_OR)
STATE_TYPES: Final = (
    _T.TENSOR_FLOAT32,
    _T.TENSOR_FLOAT16,
    _T.TENSOR_INT32,
    _T.TENSOR_QUANT8_ASYMM,
    _T.TENSOR_QUANT8_ASYMM_SIGNED,
    _T.TENSOR_BOOL8,
)
"""The types of the tensors that IF and WHILE pass to their subgraphs."""


def _chain(g: Graph, value: Value) -> Value:
    """Add one to ``_MOST_STEPS`` steps in a row; return the output of the last one."""
    for _ in range(g.draws.between(1, _MOST_STEPS)):
        value = _step(g, value)
    return value


def _condition(g: Graph) -> Value:
    """Return a boolean tensor of shape [1] as a condition, either computed or not."""
    found = g.draws.chance(g.profile.connect) and g.find(_BOOL, lambda v: v.dims == (1,))
    if found:
        return found
    if g.draws.chance(8):
        return g.fresh(_BOOL, (1,))
    left, right = g.fresh(_T.TENSOR_FLOAT32, (1,)), g.fresh(_T.TENSOR_FLOAT32, (1,))
    return g.emit(_O.LESS, [left, right], [Out(_BOOL, 0.0, 0, 0, 1)])[0]


def _operand(g: Graph, type_: OperandType) -> Value:
    """Return a tensor to pass to subgraphs.

    Integers are limited such that the changes by all steps do not overflow.
    """
    maximum = 2**31 - 1 - _farthest(g.profile.control_flow)
    return g.tensor(type_, (1, 2, 3, 4), within=(-maximum, maximum) if type_ is _INTS else None)


def branch(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add an IF with two subgraphs that read the same operands."""
    operands = [_operand(g, type_)]
    if g.draws.chance(5):
        operands.append(_operand(g, g.draws.pick((type_, _T.TENSOR_FLOAT32))))
    count = g.draws.between(1, len(operands))
    inputs = [_condition(g)]
    for way in range(2):
        sub = _inside(g, operands)
        assert sub.inputs is not None
        sub.outputs = [_chain(sub, value) for value in sub.inputs[:count]]
        if way and type_ is not _BOOL and g.deep < 2 and g.draws.chance(3):
            branch(sub, op, type_)
        inputs.append(_reference(g, sub))
    outs = [_like(g, value) for value in operands[:count]]
    g.append_new(op, [*inputs, *operands], outs)


def _nested(g: Graph, value: Value, levels: int) -> Value:
    """Add an IF or WHILE inside a subgraph; return its output.

    The output has the type, shape and quantization of ``value``. ``levels`` is the number of levels
    that may still be nested.
    """
    out = _like(g, value, levels)
    if g.draws.chance(8):
        inputs = [_condition(g)]
        for _ in range(2):
            sub = _inside(g, [value])
            assert sub.inputs is not None
            sub.outputs = [_chain(sub, sub.inputs[0])]
            inputs.append(_reference(g, sub))
        g.append_new(_O.IF, [*inputs, value], [out])
        return out
    state = [g.given(_INTS, [g.draws.below(3)]), value]
    condition = _until(g, state)
    body = _inside(g, state)
    assert body.inputs is not None
    body.outputs = [_counted(body), _chain(body, body.inputs[1])]
    rounds = Value(_INTS, (1,), TEMPORARY, 0.0, 0, 0, _MOST_ROUNDS + 3)
    inputs = [_reference(g, condition), _reference(g, body), *state]
    g.append_new(_O.WHILE, inputs, [rounds, out])
    return out


def _like(g: Graph, value: Value, levels: int = 0) -> Value:
    """Return an output operand like ``value``, with the range that its steps can produce."""
    farthest = _farthest(levels or g.profile.control_flow)
    made = Value(
        value.type,
        value.dims,
        TEMPORARY,
        value.scale,
        value.zero_point,
        min(value.low, 0.0) - farthest,
        max(value.high, 0.0) + farthest,
    )
    if INFO[value.type].quantized:
        made.low, made.high = value.low, value.high
    return made


def loop(g: Graph, op: OperationType, type_: OperandType) -> None:
    """Add a WHILE with a counter, a limit, and a tensor that changes in each iteration."""
    counter = g.given(_INTS, [g.draws.below(3)])
    operands = [counter, _operand(g, type_)]
    fixed = g.draws.chance(5)
    if fixed:
        operands.append(g.shaped(type_, operands[1].shape))
    condition = _until(g, operands)
    body = _inside(g, operands)
    assert body.inputs is not None
    counted = _counted(body)
    changed = _chain(body, body.inputs[1])
    if fixed and type_ not in (_BOOL, _INTS):
        (changed,) = body.emit(_O.MAXIMUM, [changed, body.inputs[2]], [same(body.inputs[1])])
    body.outputs = [counted, changed]
    inputs = [_reference(g, condition), _reference(g, body), *operands]
    outs = [_like(g, value) for value in operands[: g.draws.between(1, 2)]]
    outs[0].low, outs[0].high = 0, _MOST_ROUNDS + 3
    g.append_new(op, inputs, outs)


def _until(g: Graph, state: list[Value]) -> Graph:
    """Return the condition subgraph of a loop, which compares the counter with a limit.

    ``state`` holds the operands of the loop; the first one is the counter.
    """
    limit = g.draws.below(_MOST_ROUNDS + 1)
    condition = _inside(g, state)
    assert condition.inputs is not None
    bound = condition.given(_INTS, [limit])
    less = condition.emit(_O.LESS, [condition.inputs[0], bound], [Out(_BOOL, 0.0, 0, 0, 1)])
    condition.outputs = less
    return condition


def _counted(body: Graph) -> Value:
    """Add the operation that increments the loop's counter; return its output."""
    assert body.inputs is not None
    one = body.given(_INTS, [1])
    return body.emit(_O.ADD, [body.inputs[0], one, 0], [fit(_INTS, 0, _MOST_ROUNDS + 1)])[0]
