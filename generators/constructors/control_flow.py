"""Constructors of IF and WHILE and of their subgraphs; every loop ends after a few iterations."""

from __future__ import annotations

from typing import Final

from conformance.hal import INFO, OperandType, OperationType
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.operand_builder import (
    MODEL_INPUT,
    SUBGRAPH,
    TEMPORARY,
    GeneratedOperand,
    OutputSpec,
    output_for_range,
    output_like,
)

_O: Final = OperationType
_T: Final = OperandType
_TENSOR_INT32: Final = _T.TENSOR_INT32
_BOOL: Final = _T.TENSOR_BOOL8
_MAX_ITERATIONS: Final = 4
_MAX_STEPS: Final = 3
_MAX_INCREMENT: Final = 100
"""Maximum change of an integer by one step."""


def _max_integer(levels: int) -> int:
    """Return the maximum change of an integer element by an IF or WHILE.

    ``levels`` is the number of nested levels, each of which repeats its steps in a loop.
    """
    return int(_MAX_INCREMENT * (_MAX_STEPS * _MAX_ITERATIONS) ** max(levels, 1))


def subgraph_on(g: GraphBuilder, outer: list[GeneratedOperand]) -> GraphBuilder:
    """Return an empty subgraph whose inputs have the types and shapes of the operands ``outer``."""
    sub = g.new_subgraph()
    sub.nesting_depth = g.nesting_depth + 1
    assert sub.inputs is not None
    for value in outer:
        inner = value.changed(lifetime=MODEL_INPUT, data=None)
        sub.inputs.append(sub.add_operand(inner))
        sub.tensors[value.type].append(inner)
    return sub


def subgraph_operand(g: GraphBuilder, sub: GraphBuilder) -> GeneratedOperand:
    """Add a subgraph to the model; return the SUBGRAPH operand that refers to it."""
    root = g.root
    reference = g.add_operand(GeneratedOperand(_T.SUBGRAPH, (), SUBGRAPH))
    reference.subgraph_index = len(root.subgraphs)
    root.subgraphs.append(sub)
    return reference


def _add_step(g: GraphBuilder, value: GeneratedOperand) -> GeneratedOperand:
    """Add one operation, or a nested IF or WHILE, that reads ``value``; return its output.

    The output has the type, shape and quantization of ``value``, so that steps can be chained.
    """
    type_ = value.type
    levels = g.profile.control_flow - g.nesting_depth
    if levels > 0 and g.random.chance(4):
        return _add_nested(g, value, levels)
    if type_ is _BOOL:
        if g.random.chance(8):
            return g.add_operation(_O.LOGICAL_NOT, [value], [output_like(value)])[0]
        other = g.new_tensor(type_, value.shape)
        return g.add_operation(g.random.choice(_LOGICAL), [value, other], [output_like(value)])[0]
    integer = type_ is _TENSOR_INT32
    if not integer and g.random.chance(5):
        op = g.random.choice((_O.RELU, _O.RELU1, _O.RELU6))
        return g.add_operation(op, [value], [output_like(value)])[0]
    if not integer and not INFO[type_].quantized and g.random.chance(6):
        op = g.random.choice((_O.TANH, _O.LOGISTIC, _O.ABS, _O.NEG, _O.FLOOR))
        return g.add_operation(op, [value], [output_like(value)])[0]
    op = g.random.choice((_O.ADD, _O.SUB, _O.MAXIMUM, _O.MINIMUM))
    shape = value.shape if integer or g.random.chance(8) else value.shape[-1:]
    kind = tensor_values.SMALL_INT if integer else tensor_values.ANY
    arguments: list[GeneratedOperand | float] = [value, g.new_tensor(type_, shape, kind=kind)]
    if op in (_O.ADD, _O.SUB):
        arguments.append(0 if integer else g.random.choice((0, 0, 1, 3)))
    change = _MAX_INCREMENT if integer else 0
    out = output_like(value, value.low - change, value.high + change)
    return g.add_operation(op, arguments, [out])[0]


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


def _add_steps(g: GraphBuilder, value: GeneratedOperand) -> GeneratedOperand:
    """Add one to ``_MAX_STEPS`` steps in a row; return the output of the last one."""
    for _ in range(g.random.between(1, _MAX_STEPS)):
        value = _add_step(g, value)
    return value


def _condition(g: GraphBuilder) -> GeneratedOperand:
    """Return a boolean tensor of shape [1] as a condition, either computed or not."""
    found = g.random.chance(g.profile.reuse) and g.find_tensor(_BOOL, lambda v: v.dims == (1,))
    if found:
        return found
    if g.random.chance(8):
        return g.new_tensor(_BOOL, (1,))
    left, right = g.new_tensor(_T.TENSOR_FLOAT32, (1,)), g.new_tensor(_T.TENSOR_FLOAT32, (1,))
    return g.add_operation(_O.LESS, [left, right], [OutputSpec(_BOOL, 0.0, 0, 0, 1)])[0]


def _operand(g: GraphBuilder, type_: OperandType) -> GeneratedOperand:
    """Return a tensor to pass to subgraphs.

    Integers are limited such that the changes by all steps do not overflow.
    """
    if type_ is not _TENSOR_INT32:
        return g.get_tensor(type_, (1, 2, 3, 4))
    maximum = 2**31 - 1 - _max_integer(g.profile.control_flow)
    kind = tensor_values.WIDE_INT if g.random.chance(8) else tensor_values.ANY
    return g.get_tensor(type_, (1, 2, 3, 4), kind=kind, within=(-maximum, maximum))


def if_operation(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add an IF with two subgraphs that read the same operands, at times a second one like it."""
    operands = [_operand(g, type_)]
    alike = g.random.chance(10)
    if alike:
        operands.append(_like(g, operands[0]))
    elif g.random.chance(5):
        operands.append(_operand(g, g.random.choice((type_, _T.TENSOR_FLOAT32))))
    count = g.random.between(1, len(operands))
    _add_if(g, op, operands, count, alike=alike)
    if not g.nesting_depth and g.random.chance(8):
        _add_if(g, op, [_like(g, value) for value in operands], count, alike=alike)


def _add_if(
    g: GraphBuilder, op: OperationType, operands: list[GeneratedOperand], count: int, *, alike: bool
) -> None:
    """Add an IF that returns results for its first ``count`` operands; see ``_branch_results``."""
    type_ = operands[0].type
    inputs = [_condition(g)]
    for way in range(2):
        sub = subgraph_on(g, operands)
        assert sub.inputs is not None
        sub.outputs = _branch_results(sub, count, exchanged=alike and count > 1 and bool(way))
        if type_ is not _TENSOR_INT32 and g.nesting_depth < 2 and g.random.chance(3):
            sub.outputs[0] = _add_nested(sub, sub.outputs[0], 1)
        inputs.append(subgraph_operand(g, sub))
    outs = [_operand_like(g, value) for value in operands[:count]]
    if alike:
        for out in outs:
            out.low, out.high = min(v.low for v in outs), max(v.high for v in outs)
    g.add_control_flow(op, [*inputs, *operands], outs)


def _like(g: GraphBuilder, value: GeneratedOperand) -> GeneratedOperand:
    """Return a new tensor of the type, shape and quantization of another."""
    kind = tensor_values.SMALL_INT if value.type is _TENSOR_INT32 else tensor_values.ANY
    quantization = (value.scale, value.zero_point) if INFO[value.type].quantized else None
    return g.new_tensor(value.type, value.shape, kind=kind, quantization=quantization)


def _branch_results(sub: GraphBuilder, count: int, *, exchanged: bool) -> list[GeneratedOperand]:
    """Add the operations of a branch; return a result for each of its first ``count`` inputs.

    At times a result is a copy of the input. With ``exchanged``, the first two results are computed
    from the other's input.
    """
    assert sub.inputs is not None
    sources = sub.inputs[:count]
    if exchanged:
        sources[:2] = sources[1::-1]
    return [
        add_copy(sub, value) if sub.random.chance(3) else _add_steps(sub, value)
        for value in sources
    ]


def add_copy(g: GraphBuilder, value: GeneratedOperand) -> GeneratedOperand:
    """Add an operation whose result equals ``value``; return the result."""
    op = _O.LOGICAL_AND if value.type is _BOOL else _O.MAXIMUM
    return g.add_operation(op, [value, value], [output_like(value)])[0]


def _add_nested(g: GraphBuilder, value: GeneratedOperand, levels: int) -> GeneratedOperand:
    """Add an IF or WHILE inside a subgraph; return its output.

    The output has the type, shape and quantization of ``value``. ``levels`` is the number of levels
    that may still be nested.
    """
    out = _operand_like(g, value, levels)
    if g.random.chance(8):
        inputs = [_condition(g)]
        for _ in range(2):
            sub = subgraph_on(g, [value])
            assert sub.inputs is not None
            sub.outputs = [_add_steps(sub, sub.inputs[0])]
            inputs.append(subgraph_operand(g, sub))
        g.add_control_flow(_O.IF, [*inputs, value], [out])
        return out
    rounds = GeneratedOperand(_TENSOR_INT32, (1,), TEMPORARY, 0.0, 0, 0, _MAX_ITERATIONS + 3)
    _add_while(g, [g.tensor_with_values(_TENSOR_INT32, [g.random.below(3)]), value], [rounds, out])
    return out


def _operand_like(g: GraphBuilder, value: GeneratedOperand, levels: int = 0) -> GeneratedOperand:
    """Return an output operand like ``value``, with the range that its steps can produce."""
    output = value.changed(lifetime=TEMPORARY, data=None)
    if not INFO[value.type].quantized:
        farthest = _max_integer(levels or g.profile.control_flow)
        output.low, output.high = min(value.low, 0.0) - farthest, max(value.high, 0.0) + farthest
    return output


def counted_loop(g: GraphBuilder, type_: OperandType) -> None:
    """Add a WHILE with a counter, a limit, and a tensor that changes in each iteration."""
    counter = g.tensor_with_values(_TENSOR_INT32, [g.random.below(3)])
    operands = [counter, _operand(g, type_)]
    if g.random.chance(5):
        operands.append(g.get_tensor_of_shape(type_, operands[1].shape))
    outs = [_operand_like(g, value) for value in operands[: g.random.between(1, 2)]]
    outs[0].low, outs[0].high = 0, _MAX_ITERATIONS + 3
    _add_while(g, operands, outs)


def _add_while(
    g: GraphBuilder, operands: list[GeneratedOperand], outs: list[GeneratedOperand]
) -> None:
    """Add a WHILE over a counter, a tensor that changes, and at times one that does not."""
    limit = g.random.below(_MAX_ITERATIONS + 1)
    condition = loop_condition(g, operands, operands[0], limit)
    body = subgraph_on(g, operands)
    assert body.inputs is not None
    one = body.tensor_with_values(_TENSOR_INT32, [1])
    (counted,) = body.add_operation(
        _O.ADD, [body.inputs[0], one, 0], [output_for_range(_TENSOR_INT32, 0, _MAX_ITERATIONS + 1)]
    )
    changed = _add_steps(body, body.inputs[1])
    if len(operands) > 2 and operands[2].type not in (_BOOL, _TENSOR_INT32):
        (changed,) = body.add_operation(
            _O.MAXIMUM, [changed, body.inputs[2]], [output_like(body.inputs[1])]
        )
    body.outputs = [counted, changed]
    inputs = [subgraph_operand(g, condition), subgraph_operand(g, body), *operands]
    g.add_control_flow(_O.WHILE, inputs, outs)


def loop_condition(
    g: GraphBuilder, operands: list[GeneratedOperand], counter: GeneratedOperand, limit: int
) -> GraphBuilder:
    """Return the condition subgraph of a loop, which compares one of its operands with a limit."""
    condition = subgraph_on(g, operands)
    assert condition.inputs is not None
    count, bound = condition.inputs[operands.index(counter)], condition.int32_tensor([limit])
    condition.outputs = condition.add_operation(
        _O.LESS, [count, bound], [OutputSpec(_BOOL, 0.0, 0, 0, 1)]
    )
    return condition
