"""Patterns of operations that drivers often fuse or rewrite, and their addition to a graph.

A random graph contains one of these patterns with the profile's probability ``motifs``. Each step
reads the results of the step before it if types and shapes permit.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from conformance.hal import INFO, OperandType, OperationType
from generators.construction import tensor_values
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder, primary_ranks
from generators.construction.operand_builder import Dims, GeneratedOperand
from generators.construction.tensor_values import ValueDistribution
from generators.constructors import find_constructor
from generators.constructors.inverses import find_inverse

_O: Final = OperationType


class Partner(Enum):
    """The further operand that a step with two inputs reads besides the previous result."""

    ANY = "any"
    CONSTANT = "a new constant with one element for each channel"
    MATRIX = "a new constant of the shape of the previous result, but larger along axes of size 1"
    SOURCE = "the input of the pattern's first operation"


class Step(NamedTuple):
    """One operation of a pattern, drawn from ``operations``.

    ``partner`` is the further operand, or the number of the step whose result it is. A step without
    operations is the inverse (``generators.constructors.inverses``) of the previous operation, or
    of the step with this number; it is applied to the previous result.
    """

    operations: tuple[OperationType, ...]
    partner: Partner | int = Partner.ANY


class Motif(NamedTuple):
    """A pattern of operations that read each other's results."""

    name: str
    steps: tuple[Step, ...]


def _step_with(partner: Partner | int, *operations: OperationType) -> Step:
    return Step(operations, partner)


_step, _constant = partial(_step_with, Partner.ANY), partial(_step_with, Partner.CONSTANT)
_matrix, _source = partial(_step_with, Partner.MATRIX), partial(_step_with, Partner.SOURCE)
_INVERSE: Final = Step(())
_FIRST_INVERTED: Final = Step((), 0)
_CONV: Final = _step(
    _O.CONV_2D, _O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D
)
_LINEAR: Final = _step(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.FULLY_CONNECTED, _O.BATCH_MATMUL)
_CLAMP: Final = _step(_O.RELU, _O.RELU1, _O.RELU6)
_ACTIVATION: Final = _step(
    *(_O.RELU, _O.RELU1, _O.RELU6, _O.LOGISTIC, _O.TANH, _O.HARD_SWISH, _O.ELU, _O.PRELU)
)
_WINDOW: Final = _step(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.MAX_POOL_2D, _O.AVERAGE_POOL_2D)
_POOL: Final = _step(_O.AVERAGE_POOL_2D, _O.MAX_POOL_2D, _O.L2_POOL_2D)
_REDUCTION: Final = _step(
    _O.MEAN, _O.REDUCE_SUM, _O.REDUCE_MAX, _O.REDUCE_MIN, _O.REDUCE_ANY, _O.REDUCE_ALL
)
_ELEMENTWISE: Final = _step(
    *(_O.RELU, _O.RELU6, _O.LOGISTIC, _O.TANH, _O.ABS, _O.NEG, _O.EXP, _O.FLOOR, _O.LOGICAL_NOT)
)
_SUMMANDS: Final = (_O.ADD, _O.SUB)
_SUM: Final = _step(*_SUMMANDS)
_ARITHMETIC: Final = (_O.ADD, _O.SUB, _O.MUL, _O.MAXIMUM, _O.MINIMUM)
_PADDING: Final = _step(_O.PAD, _O.PAD_V2, _O.MIRROR_PAD)
_SHAPE: Final = _step(_O.RESHAPE, _O.SQUEEZE, _O.EXPAND_DIMS)
_PICK: Final = _step(_O.SLICE, _O.STRIDED_SLICE, _O.GATHER, _O.SPLIT)
_RESIZE: Final = _step(_O.RESIZE_BILINEAR, _O.RESIZE_NEAREST_NEIGHBOR)
_COMPARISON: Final = _step(
    _O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL
)
_LOGICAL: Final = _step(_O.LOGICAL_AND, _O.LOGICAL_OR, _O.LOGICAL_NOT)
_TRANSPOSE: Final = _step(_O.TRANSPOSE)
_RESHAPE: Final = _step(_O.RESHAPE)
_CONCATENATION: Final = _step(_O.CONCATENATION)
_FULLY_CONNECTED: Final = _step(_O.FULLY_CONNECTED)
_SOFTMAX: Final = _step(_O.SOFTMAX, _O.SOFTMAX, _O.LOG_SOFTMAX)
_QUANTIZE: Final = _step(_O.QUANTIZE)
_DEQUANTIZE: Final = _step(_O.DEQUANTIZE)

_PATTERNS: Final[dict[str, tuple[Step, ...]]] = {
    # convolutions and matrix products with what is folded into them
    "linear, activation": (_LINEAR, _ACTIVATION),
    "convolution, activation, sum": (_CONV, _ACTIVATION, _SUM),
    "convolution, sum, activation": (_CONV, _SUM, _ACTIVATION),
    "linear, constant": (_LINEAR, _constant(*_ARITHMETIC)),
    "constant, linear": (_constant(*_ARITHMETIC), _LINEAR),
    "batch normalization after": (_LINEAR, _constant(_O.MUL), _constant(*_SUMMANDS)),
    "batch normalization before": (_constant(_O.MUL), _constant(*_SUMMANDS), _LINEAR),
    "separable convolution": (_step(_O.DEPTHWISE_CONV_2D), _step(_O.CONV_2D)),
    "convolution, separable": (_step(_O.CONV_2D), _step(_O.DEPTHWISE_CONV_2D), _ACTIVATION),
    "padded window": (_PADDING, _CONV),
    "padded pool": (_PADDING, _POOL),
    "convolution, pool": (_CONV, _ACTIVATION, _POOL),
    "dilated by batches": (
        _step(_O.SPACE_TO_BATCH_ND),
        _CONV,
        _step(_O.BATCH_TO_SPACE_ND),
    ),
    "resized image, convolution": (_RESIZE, _CONV),
    "normalized image": (_step(_O.INSTANCE_NORMALIZATION), _ACTIVATION),
    # residual connections and activations that are composed of other operations
    "residual": (_CONV, _source(*_SUMMANDS)),
    "residual, activation": (_ELEMENTWISE, _source(*_ARITHMETIC), _CLAMP),
    "bottleneck": (
        _step(_O.CONV_2D),
        _step(_O.DEPTHWISE_CONV_2D),
        _step(_O.CONV_2D),
        _source(_O.ADD),
    ),
    "swish": (_step(_O.LOGISTIC), _source(_O.MUL)),
    "hard swish": (_constant(_O.ADD), _step(_O.RELU6), _source(_O.MUL), _constant(_O.MUL)),
    "difference from the mean": (_step(_O.MEAN), _source(_O.SUB)),
    "sigmoid of a multiple": (_constant(_O.MUL), _step(_O.LOGISTIC), _source(_O.MUL)),
    "tangent of a polynomial": (
        *(_constant(_O.MUL), _source(_O.ADD), _constant(_O.MUL), _step(_O.TANH)),
        *(_constant(_O.ADD), _source(_O.MUL), _constant(_O.MUL)),
    ),
    "squeeze and excite": (
        *(_step(_O.MEAN, _O.AVERAGE_POOL_2D), _step(_O.FULLY_CONNECTED, _O.CONV_2D)),
        *(_ACTIVATION, _step(_O.FULLY_CONNECTED, _O.CONV_2D), _step(_O.LOGISTIC)),
        _source(_O.MUL),
    ),
    "excite": (_step(_O.MEAN), _step(_O.CONV_2D), _step(_O.LOGISTIC), _source(_O.MUL)),
    "requantized residual": (_CONV, _source(_O.ADD), _QUANTIZE),
    "layer normalization": (
        *(_step(_O.MEAN), _source(_O.SUB), _step_with(1, _O.MUL), _step(_O.MEAN)),
        *(_constant(_O.ADD), _step(_O.RSQRT), _step_with(1, _O.MUL)),
        *(_constant(_O.MUL), _constant(_O.ADD)),
    ),
    "normalization by division": (
        *(_step(_O.MEAN), _source(_O.SUB), _step_with(1, _O.MUL), _step(_O.MEAN)),
        *(_constant(_O.ADD), _step(_O.SQRT), _step_with(1, _O.DIV)),
    ),
    "mean of squares": (_step(_O.NEG, _O.ABS), _step_with(0, _O.MUL), _step(_O.MEAN)),
    "length": (
        *(_step(_O.NEG, _O.ABS), _step_with(0, _O.MUL), _step(_O.REDUCE_SUM), _constant(_O.ADD)),
        *(_step(_O.RSQRT, _O.SQRT), _source(_O.MUL)),
    ),
    "softmax of operations": (_step(_O.EXP), _step(_O.REDUCE_SUM), _step_with(0, _O.DIV)),
    "softmax with a larger sum": (
        *(_step(_O.EXP), _step(_O.REDUCE_SUM), _constant(_O.ADD), _step_with(0, _O.DIV)),
    ),
    "root of the mean": (_step(_O.ABS, _O.RELU), _step(_O.MEAN), _step(_O.SQRT)),
    "normalized by root": (_step(_O.RSQRT, _O.SQRT), _source(_O.MUL, _O.DIV)),
    # element-wise chains
    "product, sum": (_step(_O.MUL), _SUM),
    "scaled and shifted": (_constant(_O.MUL, _O.DIV), _constant(*_SUMMANDS)),
    "shifted and scaled": (_constant(*_SUMMANDS), _constant(_O.MUL, _O.DIV)),
    "sums of constants": (_constant(*_SUMMANDS), _constant(*_SUMMANDS)),
    "products of constants": (_constant(_O.MUL), _constant(_O.MUL)),
    "limited": (_constant(_O.MAXIMUM), _constant(_O.MINIMUM)),
    "comparison, logic": (_COMPARISON, _LOGICAL),
    "inverted logic": (_LOGICAL, _step(_O.LOGICAL_NOT)),
    "tiled operand": (_step(_O.TILE), _source(*_ARITHMETIC)),
    # shapes and layouts
    "transpose and back": (_TRANSPOSE, _INVERSE),
    "transposed constant": (_TRANSPOSE, _constant(*_ARITHMETIC), _FIRST_INVERTED),
    "restored layout": (_TRANSPOSE, _WINDOW, _FIRST_INVERTED),
    "reshaped constant": (_RESHAPE, _constant(*_ARITHMETIC), _FIRST_INVERTED),
    "transposes": (_TRANSPOSE, _TRANSPOSE),
    "transposed computation": (_TRANSPOSE, _ELEMENTWISE, _TRANSPOSE),
    "transposed convolution input": (_TRANSPOSE, _CONV, _TRANSPOSE),
    "reshape, transpose": (_SHAPE, _TRANSPOSE),
    "shuffle": (_RESHAPE, _TRANSPOSE, _RESHAPE),
    "reshape and back": (_RESHAPE, _INVERSE),
    "dimension added and broadcast": (_step(_O.EXPAND_DIMS), _matrix(*_ARITHMETIC)),
    "dimension added and removed": (_step(_O.EXPAND_DIMS), _INVERSE),
    "reshaped computation": (_SHAPE, _ELEMENTWISE, _SHAPE),
    "reduction, shape": (_REDUCTION, _SHAPE),
    "shape, reduction": (_SHAPE, _REDUCTION),
    "transpose, reduction": (_TRANSPOSE, _REDUCTION),
    "space to depth and back": (_step(_O.SPACE_TO_DEPTH), _INVERSE),
    "depth to space and back": (_step(_O.DEPTH_TO_SPACE), _INVERSE),
    "space to batch and back": (_step(_O.SPACE_TO_BATCH_ND), _INVERSE),
    "batch to space, space to batch": (_step(_O.BATCH_TO_SPACE_ND), _step(_O.SPACE_TO_BATCH_ND)),
    "reverse twice": (_step(_O.REVERSE), _INVERSE),
    "padding removed": (_step(_O.PAD), _INVERSE),
    "paddings": (_PADDING, _PADDING),
    "window between paddings": (_CONV, _PADDING, _step(_O.CONV_2D, _O.MAX_POOL_2D)),
    "padded slice": (_PICK, _PADDING),
    # joining, splitting and selecting
    "split and joined": (_step(_O.SPLIT), _INVERSE),
    "joined and split": (_CONCATENATION, _INVERSE),
    "joined, split": (_CONCATENATION, _step(_O.SPLIT)),
    "split, joined": (_step(_O.SPLIT), _CONCATENATION),
    "split, combined": (_step(_O.SPLIT), _step(*_ARITHMETIC)),
    "joined, selected": (_step(_O.CONCATENATION, _O.PACK), _PICK),
    "joined with the source": (_ELEMENTWISE, _source(_O.CONCATENATION)),
    "looked up rows": (_step(_O.EMBEDDING_LOOKUP, _O.GATHER), _FULLY_CONNECTED),
    # matrices and attention
    "layers with activation": (_FULLY_CONNECTED, _ACTIVATION, _FULLY_CONNECTED),
    "flattened layer": (_RESHAPE, _FULLY_CONNECTED),
    "pooled layer": (_step(_O.MEAN, _O.AVERAGE_POOL_2D), _FULLY_CONNECTED),
    "reshaped softmax": (_SHAPE, _SOFTMAX, _SHAPE),
    "logarithm of softmax": (_step(_O.SOFTMAX), _step(_O.LOG)),
    "scaled softmax": (_constant(_O.MUL, _O.SUB), _SOFTMAX),
    "attention": (_step(_O.BATCH_MATMUL), _SOFTMAX, _step(_O.BATCH_MATMUL)),
    "scaled attention": (
        *(_step(_O.BATCH_MATMUL), _constant(_O.MUL, _O.DIV), _SOFTMAX, _step(_O.BATCH_MATMUL)),
    ),
    "masked attention": (
        *(_step(_O.BATCH_MATMUL), _constant(_O.MUL), _matrix(_O.ADD, _O.SUB)),
        *(_step(_O.SOFTMAX), _step(_O.BATCH_MATMUL)),
    ),
    "transposed product": (_TRANSPOSE, _step(_O.BATCH_MATMUL)),
    "product with the transpose": (_TRANSPOSE, _source(_O.BATCH_MATMUL)),
    # conversions
    "quantize and back": (_QUANTIZE, _DEQUANTIZE),
    "dequantize and back": (_DEQUANTIZE, _INVERSE),
    "dequantized computation": (_DEQUANTIZE, _ELEMENTWISE, _QUANTIZE),
    "dequantized arithmetic": (_DEQUANTIZE, _step(*_ARITHMETIC), _QUANTIZE),
    "dequantized linear": (_DEQUANTIZE, _LINEAR, _QUANTIZE),
    "quantized linear": (_QUANTIZE, _LINEAR, _DEQUANTIZE),
    "quantized activation": (_QUANTIZE, _ACTIVATION, _DEQUANTIZE),
    "cast and back": (_step(_O.CAST), _INVERSE),
    "cast computation": (_step(_O.CAST), _step(*_ARITHMETIC), _step(_O.CAST)),
    "index, cast": (_step(_O.ARGMAX, _O.ARGMIN), _step(_O.CAST)),
}
MOTIFS: Final = tuple([Motif(name, steps) for name, steps in _PATTERNS.items()])
"""All patterns; each is equally likely."""


_ROOTS: Final = frozenset({_O.SQRT, _O.RSQRT})
_CONSTANT_RANKS: Final = (2, 3, 4)
"""Ranks of the tensor that a pattern's first operation combines with a constant."""
_MOST_WIDENED: Final = 8


def add_motif(
    graph: GraphBuilder,
    motif: Motif,
    members: Set[tuple[int, int]],
    types: Sequence[OperandType],
) -> None:
    """Add the operations of a pattern, up to the first that is not allowed for its type.

    Each reads the results of its predecessor and then the step's partner, if shapes permit.
    ``members`` holds the codes of the allowed operations with their types, and ``types`` the types
    that the pattern may start with.
    """
    random = graph.random
    first = motif.steps[0].operations
    starts = [type_ for type_ in types if any((op, type_) in members for op in first)]
    if not starts:
        return
    type_ = random.choice(starts)
    source: GeneratedOperand | None = None
    made: list[GeneratedOperation] = []
    for position, step in enumerate(motif.steps):
        if not step.operations:
            inverted, last = made[step.partner if isinstance(step.partner, int) else -1], made[-1]
            # The step between them may not have read the result of the operation to undo, or may
            # have changed its sizes, which matter except to a transposition.
            shapes = [[v.dims for v in one.outputs] for one in (inverted, last)]
            ranks = {len(dims or ()) for each in shapes for dims in each}
            if shapes[0] == shapes[1] or (inverted.type is _O.TRANSPOSE and len(ranks) == 1):
                undone = replace(inverted, outputs=last.outputs)
                inverse, type_ = find_inverse(undone, graph.version), last.outputs[0].type
                if inverse is not None and (inverse.operation, type_) in members:
                    inverse.add(graph, undone)
                    graph.cells.append((inverse.operation, type_))
            return
        allowed = [op for op in step.operations if (op, type_) in members]
        if not allowed:
            return
        operation = random.choice(allowed)
        graph.preferred_ranks = _common_ranks(motif.steps[position + 1 :])
        graph.keeps_axes = any(
            step.partner is Partner.SOURCE or isinstance(step.partner, int)
            for step in motif.steps[position + 1 : position + 3]
        )
        positive = operation is _O.DIV or _needs_positive(motif.steps[position + 1 :])
        kind = tensor_values.POSITIVE if positive else tensor_values.ANY
        graph.preferred_inputs = _step_inputs(graph, step, type_, source, made, kind)
        if operation is _O.DIV and isinstance(step.partner, int):
            graph.preferred_inputs.reverse()
        find_constructor(operation)(graph, operation, type_)
        graph.cells.append((operation, type_))
        graph.clear_preferences()
        made.append(graph.operations[-1])
        if source is None:
            source = next((value for value in made[0].inputs if value.type is type_), None)
        type_ = made[-1].outputs[0].type


def widened(dims: Dims) -> Dims:
    """Return a shape with larger sizes in place of those of 1."""
    larger = min(max(dims), _MOST_WIDENED)
    return tuple([larger if size == 1 else size for size in dims])


def _needs_positive(following: Sequence[Step]) -> bool:
    """Return whether the next step is a root, or a division by the previous result."""
    return bool(following) and (
        not _ROOTS.isdisjoint(following[0].operations)
        or (_O.DIV in following[0].operations and isinstance(following[0].partner, int))
    )


def _common_ranks(steps: Sequence[Step]) -> frozenset[int]:
    """Return the ranks that all of these operations accept; empty if every rank is suitable."""
    common: frozenset[int] = frozenset()
    for step in steps:
        ranks = primary_ranks(step.operations[0]) if step.operations else frozenset()
        common = (common & ranks or common) if common else ranks
    return common


def _step_inputs(
    graph: GraphBuilder,
    step: Step,
    type_: OperandType,
    source: GeneratedOperand | None,
    made: Sequence[GeneratedOperation],
    kind: ValueDistribution,
) -> list[GeneratedOperand]:
    """Return the operands that a step of a pattern reads if it can, in this order.

    ``source`` is the input of the pattern, ``made`` are the operations of its steps so far, and
    ``kind`` is the distribution of a new constant.
    """
    found = [v for v in made[-1].outputs if v.readable] if made else []
    if not made and step.partner is Partner.CONSTANT and INFO[type_].tensor:
        found = [graph.get_tensor(type_, _CONSTANT_RANKS)]
    if step.partner is Partner.CONSTANT and found and found[0].dims:
        channels = found[0].dims[-1:] if graph.random.chance(10) else (1,)
        return [found[0], graph.new_tensor(type_, channels, kind=kind, constant=True)]
    if step.partner is Partner.MATRIX and found and found[0].dims:
        dims = widened(found[0].dims)
        return [found[0], graph.new_tensor(type_, dims, kind=kind, constant=True)]
    if isinstance(step.partner, int) and found:
        return [found[0], made[step.partner].outputs[0]]
    if step.partner is Partner.SOURCE and source is not None and source.readable:
        return [*found, source]
    return found
