"""Adds the chains of a plan (``generators.patterns.pair_plan``) to a graph.

The values are such that each operation has an effect: shapes have few axes of size 1, values have
both signs, and exceed 6 before a RELU6. In a third of the chains all sizes are equal, since wrong
axes and layouts only show if the shapes still fit.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandType, OperationType
from generators.construction import tensor_values
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder
from generators.construction.operand_builder import (
    CONSTANT_COPY,
    CONSTANT_REFERENCE,
    MODEL_INPUT,
    GeneratedOperand,
    output_like,
)
from generators.construction.profiles import Profile
from generators.construction.tensor_values import ValueDistribution
from generators.constructors import find_constructor
from generators.constructors.variants import add_variants
from generators.patterns.motifs import add_motif, widened
from generators.patterns.pair_plan import (
    BINARY,
    COMPARISONS,
    MEETINGS,
    MET,
    ORDERED,
    POSITIVE_DOMAIN,
    REMOVES_AXIS,
    Cell,
    Chain,
    Constant,
    Form,
    primary_input_ranks,
)

_O: Final = OperationType
_ATTEMPTS: Final = 6
_BLOCKS: Final = frozenset(
    {
        *(_O.DEPTH_TO_SPACE, _O.SPACE_TO_DEPTH, _O.BATCH_TO_SPACE_ND, _O.SPACE_TO_BATCH_ND),
        _O.CHANNEL_SHUFFLE,
    }
)
_MATCHING: Final = frozenset({_O.BATCH_MATMUL, _O.EXPAND_DIMS})
"""Operations whose wrong axes rarely fit a shape of different sizes."""
_SIZES: Final = (2, 3, 3, 4, 5)
_BLOCK_SIZES: Final = (4,)
_SIZES_WITH_ONE: Final = (1, 1, 2, 3)
_LARGE_VALUES: Final = ValueDistribution("large", -9.0, 9.0)
_NEEDS_LARGE: Final = frozenset({_O.RELU6, _O.HARD_SWISH})
_NOT_NEGATIVE: Final = frozenset({_O.ABS, _O.RELU, _O.RELU6})
"""Operations whose results SQRT accepts, and which have an effect on negative values only."""
_POSITIVE_RESULTS: Final = frozenset({_O.EXP, _O.SOFTMAX, _O.LOGISTIC})
_USUAL_CONSTANTS: Final = (
    Constant.VECTOR,
    Constant.VECTOR,
    Constant.ELEMENT,
    Constant.FULL,
    Constant.COLUMN,
)
_CONSTANT_TURNS: Final = 11
"""Of 16 binary operations, as many read a constant."""
_CLAMPS: Final = frozenset({_O.RELU, _O.RELU1, _O.RELU6})
_EQUAL_SIZES: Final = ((2,), (3,), (4,))
_RANKS: Final = frozenset({2, 3, 4})
_ADDS_AXIS: Final = frozenset({_O.EXPAND_DIMS, _O.PACK})
_FREE_RANK: Final = frozenset({_O.RESHAPE, _O.FULLY_CONNECTED})


@cache
def _chain_profile(profile: Profile, sizes: tuple[int, ...], constant: int) -> Profile:
    return replace(
        profile, sizes=sizes, reuse=0, constant=constant, unknown_shape=2, control_flow=0
    )


def add_chains(graph: GraphBuilder, chains: Sequence[Chain], members: Set[tuple[int, int]]) -> None:
    """Add the chains to an empty graph; their operations are interleaved.

    ``members`` are the codes of the cells that the patterns of the chains may contain.
    """
    profile, graph.returned, graph.pair_graph = graph.profile, set(), True
    parts = []
    for chain in chains:
        steps = chain.motif.steps if chain.motif is not None else ()
        operations = {operation for operation, _ in chain.cells}
        operations |= {op for step in steps for op in step.operations if op in _MATCHING}
        sizes: tuple[int, ...] = _SIZES
        if operations & _BLOCKS:
            sizes = _BLOCK_SIZES
        elif _O.SQUEEZE in operations:
            sizes = _SIZES_WITH_ONE
        elif chain.equal or operations & _MATCHING or graph.random.below(3) == 0:
            sizes = graph.random.choice(_EQUAL_SIZES)
        graph.profile = _chain_profile(profile, sizes, 16 if chain.form is Form.VARIANTS else 6)
        before = len(graph.operations)
        if chain.motif is None:
            _add_chain(graph, chain)
        else:
            graph.tensors.clear()
            add_motif(graph, chain.motif, members, [chain.cells[0][1]])
            _make_variable(graph, graph.operations[before])
        parts.append(graph.operations[before:])
    graph.profile, graph.pair_graph = profile, False
    turns = [number for number, part in enumerate(parts) for _ in part]
    rests = [iter(part) for part in parts]
    graph.operations = [next(rests[number]) for number in graph.random.shuffled(turns)]


def _add_chain(graph: GraphBuilder, chain: Chain) -> None:
    line, cells = chain.is_line, chain.cells
    if chain.form is Form.VARIANTS:
        _add_variants(graph, chain)
        return
    if chain.form is Form.READERS:
        # A late reader sees whether an earlier one has overwritten the result.
        again = [cell for cell in cells[1:] if cell[0] in BINARY or cell[0] is _O.QUANTIZE]
        cells = (*cells, graph.random.choice(again or cells[1:]))
    activated = chain.activated
    if activated is None:
        activated = (graph.random.below(4 * len(cells)),)
    head: GeneratedOperation | None = None
    for number, cell in enumerate(cells):
        following = cells[number + 1 :] if line or not number else ()
        source = graph.operations[-1] if line and number else head
        graph.fused_activation = 0
        if number in activated:
            graph.fused_activation = chain.code or _activation(graph, cell, following)
        graph.swapped = chain.swapped[number] if chain.swapped else None
        graph.padding = chain.padding[number] if chain.padding else None
        connected = _add_connected(graph, cell, following, source, chain)
        if not connected and line and following:
            # The operation begins another chain, so that the next one is connected with it.
            _add_connected(graph, cell, following, None, chain)
            _make_variable(graph, graph.operations[-1])
        if not number:
            head = graph.operations[-1]
            _make_variable(graph, head)
    graph.fused_activation = graph.swapped = graph.padding = None
    if chain.form is Form.OUTPUT and head is not None and graph.returned is not None:
        graph.returned.add(head.outputs[0])


def _add_variants(graph: GraphBuilder, chain: Chain) -> None:
    """Add an operation and its variants, and an operation that reads each with the first result."""
    first, *readers = chain.cells
    graph.fused_activation = 0
    _add_connected(graph, first, (), None, chain)
    head = graph.operations[-1]
    _make_variable(graph, head)
    for variant in add_variants(graph, head):
        graph.cells.append(first)
        for reader, type_ in readers:
            graph.preferred_inputs = [head.outputs[0], variant.outputs[0]]
            find_constructor(reader)(graph, reader, type_)
            graph.cells.append((reader, type_))
            graph.clear_preferences()
    graph.fused_activation = None


def _activation(graph: GraphBuilder, cell: Cell, following: Sequence[Cell]) -> int:
    """Return a fused activation that has an effect and does not hide the operation after it."""
    readers = {operation for operation, _ in following}
    if cell[0] is _O.L2_POOL_2D or readers & {_O.RELU, _O.RELU6}:
        return 2
    return graph.random.choice((1, 3) if readers & _CLAMPS else (1, 2, 3))


def _add_connected(
    graph: GraphBuilder,
    cell: Cell,
    following: Sequence[Cell],
    source: GeneratedOperation | None,
    chain: Chain,
) -> bool:
    """Add an operation that reads the first output of ``source``; return whether it could."""
    operation, type_ = cell
    for _ in range(_ATTEMPTS if source is not None else 1):
        state = graph.save_state()
        graph.tensors.clear()
        _set_preferences(graph, cell, following, source, chain)
        find_constructor(operation)(graph, operation, type_)
        graph.clear_preferences()
        if source is None or source.outputs[0] in graph.operations[-1].inputs:
            graph.cells.append(cell)
            return True
        graph.restore_state(state)
    return False


def _set_preferences(
    graph: GraphBuilder,
    cell: Cell,
    following: Sequence[Cell],
    source: GeneratedOperation | None,
    chain: Chain,
) -> None:
    """Set the inputs, types, ranks and values that suit the operation and those after it."""
    operation, _ = cell
    line = chain.is_line
    readers = {reader for reader, _ in following}
    graph.usual_values = _values_before(graph, operation, readers)
    if chain.swapped and graph.swapped and readers & ORDERED - {_O.PRELU}:
        graph.usual_values = tensor_values.POSITIVE
    # Of a line, the next operation alone reads the result.
    graph.preferred_types = frozenset([type_ for _, type_ in following[: 1 if line else None]])
    graph.keeps_axes = chain.form is Form.SOURCE
    if _O.SELECT in readers:
        graph.preferred_types |= {OperandType.TENSOR_BOOL8}
    wanted = _wanted_ranks(following, line=line)
    graph.result_ranks = wanted
    if source is None:
        graph.preferred_ranks = _ranks_before(operation, wanted)
        if operation in COMPARISONS and chain.form is Form.SOURCE:
            dims = graph.random_dims(graph.random.between(1, 4))
            graph.preferred_inputs = [graph.new_tensor(cell[1], dims) for _ in range(2)]
        return
    value = source.outputs[0]
    graph.preferred_inputs = list(source.outputs) if operation is _O.CONCATENATION else [value]
    if chain.form in MEETINGS and operation in MET:
        graph.preferred_inputs = [value, *_meeting_operands(graph, chain, source)]
    elif operation in BINARY:
        graph.preferred_inputs = _arguments(graph, operation, source, chain.constant)


def _values_before(
    graph: GraphBuilder, operation: OperationType, readers: Set[OperationType]
) -> ValueDistribution:
    """Return the distribution of a chain's values on which its operations have an effect."""
    positive = readers & POSITIVE_DOMAIN
    if operation in _POSITIVE_RESULTS:
        positive = frozenset()
    if positive == {_O.SQRT} and ({operation} | readers) & _NOT_NEGATIVE:
        positive = frozenset()
    if positive or (_O.DIV in readers and graph.random.chance(6)):
        return tensor_values.POSITIVE
    return _LARGE_VALUES if readers & _NEEDS_LARGE else tensor_values.ANY


def _wanted_ranks(following: Sequence[Cell], *, line: bool) -> frozenset[int]:
    """Return the ranks of a result that all operations after it accept, if there are such."""
    wanted = _RANKS
    if line:
        for operation, _ in reversed(following):
            ranks = primary_input_ranks(operation)
            wanted = _ranks_before(operation, wanted)
            wanted = wanted & ranks or ranks or wanted
        return wanted
    for operation, _ in following:
        ranks = primary_input_ranks(operation)
        wanted = wanted & ranks or wanted
    return wanted


def _ranks_before(operation: OperationType, ranks: frozenset[int]) -> frozenset[int]:
    """Return the ranks of an operation's input for which its result has one of ``ranks``."""
    if operation in _ADDS_AXIS:
        return frozenset([rank - 1 for rank in ranks if rank > 1])
    if operation in REMOVES_AXIS:
        return frozenset([rank + 1 for rank in ranks if rank < max(_RANKS)]) or _RANKS
    return _RANKS if operation in _FREE_RANK else ranks


def _arguments(
    graph: GraphBuilder,
    operation: OperationType,
    source: GeneratedOperation,
    constant: Constant | None,
) -> list[GeneratedOperand]:
    """Return the operands of a binary operation, as far as its constructor does not draw them."""
    value = source.outputs[0]
    if constant is not None and value.dims:
        other = _constant(graph, operation, value, constant)
        return [other, value] if graph.swapped and operation in ORDERED else [value, other]
    partner = _partner(graph, operation, source)
    second = graph.random.chance(6) if graph.swapped is None else graph.swapped
    if operation in ORDERED and second and value.dims:
        kind = tensor_values.POSITIVE if operation is _O.POW else tensor_values.ANY
        return [graph.new_tensor(value.type, value.dims, kind=kind), value]
    return [value, *partner]


def _constant(
    graph: GraphBuilder, operation: OperationType, value: GeneratedOperand, constant: Constant
) -> GeneratedOperand:
    """Return a constant that a binary operation reads besides ``value``."""
    dims = value.shape
    if constant is Constant.IDENTITY:
        number = 1.0 if operation in (_O.MUL, _O.DIV) else 0.0
        numbers = [number] * dims[-1]
        if graph.random.chance(8):  # a constant of which only the first elements change nothing
            numbers[1:] = [number + 0.5] * (dims[-1] - 1)
        return graph.tensor_with_values(value.type, numbers, dynamic=0)
    shapes = {
        Constant.VECTOR: dims[-1:],
        Constant.COLUMN: (*dims[-2:-1], 1),
        Constant.FULL: widened(dims),
    }
    kind = tensor_values.DIVISOR if operation is _O.DIV else tensor_values.ANY
    if constant is Constant.NEGATIVE:
        kind = tensor_values.NEGATIVE
    return graph.new_tensor(value.type, shapes.get(constant, (1,)), kind=kind, constant=True)


def _partner(
    graph: GraphBuilder, operation: OperationType, source: GeneratedOperation
) -> list[GeneratedOperand]:
    """Return the other operand of a binary operation, or none if its constructor makes one."""
    value = source.outputs[0]
    similar = [each for each in graph.operations if each.type is operation and value in each.inputs]
    if similar and graph.random.chance(8):
        # Drivers may take two operations on the same operands for one, in whatever order.
        return [v for v in similar[0].inputs if v.type is value.type and v is not value][:1]
    turn = graph.random.below(_CONSTANT_TURNS if graph.swapped is not None else 16)
    if turn < _CONSTANT_TURNS and value.dims:
        return [_constant(graph, operation, value, graph.random.choice(_USUAL_CONSTANTS))]
    if turn < 13:
        return [v for v in source.inputs if v.type is value.type and v.dims == value.dims][:1]
    return [value] if turn == 13 else []


def _meeting_operands(
    graph: GraphBuilder, chain: Chain, source: GeneratedOperation
) -> list[GeneratedOperand]:
    """Return the operands that meet the result of ``source`` in an operation that reads several.

    A selection by a comparison reads the tensors that were compared.
    """
    value = source.outputs[0]
    if chain.form is Form.TWINS:
        return [_twin(graph, source)]
    if chain.form is Form.SAME:
        return [value]
    if value.type is OperandType.TENSOR_BOOL8:
        return graph.random.shuffled(source.inputs)
    read = [v for v in source.inputs if v.type is value.type and v is not value and v.dims]
    return [graph.random.choice(read)] if read else [value]


def _twin(graph: GraphBuilder, source: GeneratedOperation) -> GeneratedOperand:
    """Add the operation of ``source`` with another primary tensor; return its first result.

    The tensor has the same elements in reverse order. If the operation reads no new tensor, the
    result is that of ``source``.
    """
    call = source.call
    if call is None or not isinstance(call.primary, GeneratedOperand) or call.primary.data is None:
        return source.outputs[0]
    value = call.primary
    reverse = np.frombuffer(call.primary.data, INFO[value.type].dtype)[::-1].tobytes()
    other = graph.add_operand(value.changed(lifetime=MODEL_INPUT, data=reverse))
    inputs = [other if v is value else v for v in source.inputs]
    outs = list(map(output_like, source.outputs))
    return graph.add_operation(source.type, inputs, outs, call.form.name)[0]


def _make_variable(graph: GraphBuilder, operation: GeneratedOperation) -> None:
    """Make the primary tensor of a chain's first operation a model input, in most chains."""
    call = operation.call
    if call is None or graph.random.chance(2):
        return
    value = call.primary
    assert isinstance(value, GeneratedOperand)
    constant = value.lifetime is CONSTANT_COPY or value.lifetime is CONSTANT_REFERENCE
    if constant and value.low != value.high and value.extra_params is None:
        value.lifetime = MODEL_INPUT
