"""The plan of the pair graphs, and graphs of several short chains that share no tensors.

Drivers fuse, reorder and rewrite pairs of operations, and share the buffer of an intermediate
result. A wrong fusion needs an intermediate operand with one reader that is no model output; a
wrong buffer needs several readers, or a model output that is read on. The plan therefore contains
each pair in both forms.

Pairs of a binary operation also occur with each kind of constant, on each side, with each fused
activation; and with two results that meet in the binary operation. Further chains are the patterns
of ``generators.patterns.motifs``.

One graph tests about fifteen pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import cycle, product, zip_longest
from typing import Final, NamedTuple
from zlib import crc32

from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    OperandType,
    OperationType,
    Version,
    is_extension_code,
)
from conformance.operations import definition_of
from conformance.operations.definition.properties import DISCONTINUOUS_RULES, IntervalRule
from generators.construction.graph_builder import primary_ranks
from generators.patterns.motifs import MOTIFS, Motif

_O: Final = OperationType
_T: Final = OperandType
Cell = tuple[OperationType, OperandType]
"""An operation with one of its primary types."""
Pair = tuple[Cell, Cell]

CHAINS_PER_GRAPH: Final = 10
_CHAIN_LENGTH: Final = 3
_COMMON: Final = frozenset(
    {
        *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
        *(_O.FULLY_CONNECTED, _O.BATCH_MATMUL, _O.MAX_POOL_2D, _O.AVERAGE_POOL_2D, _O.L2_POOL_2D),
        *(_O.ADD, _O.SUB, _O.MUL, _O.DIV, _O.MAXIMUM, _O.MINIMUM, _O.PRELU),
        *(_O.RELU, _O.RELU1, _O.RELU6, _O.LOGISTIC, _O.TANH, _O.HARD_SWISH, _O.ELU),
        *(_O.SOFTMAX, _O.L2_NORMALIZATION, _O.INSTANCE_NORMALIZATION, _O.MEAN, _O.REDUCE_SUM),
        *(_O.RESHAPE, _O.TRANSPOSE, _O.CONCATENATION, _O.SPLIT, _O.SLICE, _O.STRIDED_SLICE),
        *(_O.PAD, _O.PAD_V2, _O.SPACE_TO_BATCH_ND, _O.BATCH_TO_SPACE_ND, _O.GATHER),
        *(_O.SPACE_TO_DEPTH, _O.DEPTH_TO_SPACE, _O.RESIZE_BILINEAR, _O.RESIZE_NEAREST_NEIGHBOR),
        *(_O.SQUEEZE, _O.EXPAND_DIMS, _O.QUANTIZE, _O.DEQUANTIZE, _O.CAST),
        *(_O.NEG, _O.ABS, _O.EXP, _O.SQRT, _O.RSQRT, _O.SELECT, _O.LOGICAL_NOT, _O.ARGMAX),
    }
)
"""Operations of most networks; pairs of them are in the plan first, and repeatedly."""
_REPEATED: Final = frozenset(
    {
        *(_O.BATCH_MATMUL, _O.MAXIMUM, _O.MINIMUM, _O.PRELU, _O.CONCATENATION, _O.RESHAPE),
        *(_O.RELU, _O.RELU1, _O.RELU6, _O.LOGISTIC, _O.TANH, _O.PAD, _O.TRANSPOSE),
        _O.BATCH_TO_SPACE_ND,
    }
)
"""Operations whose pairs with a fused activation occur again with other constants."""
_NEAR_RECURRENT: Final = frozenset(
    {
        *(_O.FULLY_CONNECTED, _O.SOFTMAX, _O.ADD, _O.MUL, _O.RESHAPE, _O.TRANSPOSE, _O.SLICE),
        *(_O.CONCATENATION, _O.SPLIT, _O.STRIDED_SLICE, _O.GATHER, _O.TANH, _O.LOGISTIC, _O.RELU),
        *(_O.EMBEDDING_LOOKUP, _O.SQUEEZE, _O.EXPAND_DIMS, _O.PACK, _O.MEAN),
    }
)
"""Operations that networks have before and after recurrent layers."""
_NEEDS_VALUES: Final = frozenset(
    {_O.RELU6, _O.HARD_SWISH, _O.LOG, _O.SQRT, _O.RSQRT, _O.POW, _O.EXP}
)
"""Operations that only show on certain values; of a line, they read the first result only."""
POSITIVE_DOMAIN: Final = frozenset({_O.LOG, _O.SQRT, _O.RSQRT, _O.POW})
_LEFT_OUT: Final = frozenset(
    {
        *(_O.RANDOM_MULTINOMIAL, _O.LSH_PROJECTION, _O.RANK, _O.FILL),
        *(_O.HEATMAP_MAX_KEYPOINT, _O.AXIS_ALIGNED_BBOX_TRANSFORM, _O.QUANTIZED_16BIT_LSTM),
        *CONTROL_FLOW,
    }
)
"""Operations that read no result of another operation, or whose result is of another kind."""


class Form(Enum):
    """How the operations of a chain are connected."""

    LINE = "each operation reads the result of the one before it, which has no other reader"
    READERS = "all further operations read the result of the first"
    OUTPUT = "like READERS, and the result of the first operation is a model output"
    SAME = "a line whose binary operations read one result twice"
    TWINS = "a line whose second operation reads two results of the first, on different inputs"
    SOURCE = "a line whose binary operations read the result of the one before it and its input"
    VARIANTS = "further calls of the first operation differ in one operand; a second reads results"
    MOTIF = "the operations of a pattern, of which only the first is planned"


MEETINGS: Final = (Form.SAME, Form.TWINS, Form.SOURCE)
ORDERED: Final = frozenset({_O.DIV, _O.POW, _O.PRELU})
"""Operations whose constructors keep the order of their two tensors."""
COMPARISONS: Final = frozenset(
    {_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL}
)
BINARY: Final = COMPARISONS | {
    *(_O.ADD, _O.SUB, _O.MUL, _O.DIV, _O.MAXIMUM, _O.MINIMUM, _O.PRELU, _O.POW),
    *(_O.LOGICAL_AND, _O.LOGICAL_OR),
}
_OFTEN_MET: Final = frozenset({_O.ADD, _O.SUB, _O.MUL, _O.CONCATENATION})
MET: Final = BINARY | {_O.SELECT, _O.BATCH_MATMUL, _O.PACK}
"""Operations in which two results of a chain meet."""


class Constant(Enum):
    """The constant of the binary operations of a chain."""

    ELEMENT = "one element"
    VECTOR = "an element for each index of the last axis"
    COLUMN = "an element for each index of the axis before the last"
    FULL = "the shape of the other operand"
    IDENTITY = "one element that changes nothing: 0 for sums, 1 for products"
    NEGATIVE = "one negative element"


_FANS: Final = (
    *((Form.READERS, 0, 5), (Form.OUTPUT, 5, 6), (Form.READERS, 5, 9), (Form.OUTPUT, 7, 9)),
)
"""The forms in which the operations that read a result occur: which of nine, in this order."""
_FAN_SIZE: Final = 9


class Chain(NamedTuple):
    """Operations of a pair graph that are connected with each other and with no others."""

    form: Form
    cells: tuple[Cell, ...]
    activated: tuple[int, ...] | None = ()
    """The positions of operations with a fused activation; ``None``: at most one, at random."""
    swapped: tuple[bool, ...] = ()
    """Whether each binary operation reads the earlier result second, and whether each image is
    NCHW or each sequence has its time first; empty: at random."""
    constant: Constant | None = None
    """The constant of binary operations; ``None``: at random a constant or another tensor."""
    code: int = 0
    """The fused activation of ``activated``; 0: one at random that suits the next operation."""
    padding: tuple[int, ...] = ()
    """The scheme of each operation with a window (1 SAME, 2 VALID, 0 explicit); empty: random."""
    equal: bool = False
    """Whether all sizes are equal."""
    motif: Motif | None = None

    @property
    def is_line(self) -> bool:
        """Whether each operation reads the result of the one before it."""
        return self.form not in (Form.READERS, Form.OUTPUT)


class PairPlan(NamedTuple):
    """The chains of each pair graph; the first ``usual`` graphs are part of a plain run."""

    graphs: tuple[tuple[Chain, ...], ...]
    usual: int


@cache
def pair_graph_plan(cells: tuple[Cell, ...], version: Version) -> PairPlan:
    """Return the pair graphs of these cells, the most important first; none if no two connect."""
    pairs = _linked_pairs(cells, version)
    chosen, others = _usual_stage(pairs)
    usual = _grouped(chosen)
    return PairPlan((*usual, *_grouped(others)), len(usual))


def _grouped(chains: Iterable[Chain]) -> list[tuple[Chain, ...]]:
    """Return graphs of these chains, in turn of each kind of types.

    A graph has types of one kind, so that a driver declines as few graphs as possible.
    """
    by_kind: dict[int, list[Chain]] = defaultdict(list)
    for chain in chains:
        by_kind[_kind(chain.cells[0][1])].append(chain)
    graphs = [
        (number / len(own), tuple(own[number : number + CHAINS_PER_GRAPH]))
        for own in by_kind.values()
        for number in range(0, len(own), CHAINS_PER_GRAPH)
    ]
    return [graph for _, graph in sorted(graphs, key=lambda each: each[0])]


def _kind(type_: OperandType) -> int:
    if INFO[type_].quantized:
        return 1 + INFO[type_].dtype.kind.startswith("i")
    return 3 if type_ is _T.TENSOR_FLOAT16 else 0


def _linked_pairs(cells: tuple[Cell, ...], version: Version) -> list[Pair]:
    """Return the pairs of cells of which the second can read the first output of the first."""
    usable = [cell for cell in cells if _is_usable(cell)]
    readers: dict[OperandType, list[Cell]] = defaultdict(list)
    for cell in usable:
        # The condition of SELECT may also be another operation's result.
        for type_ in (cell[1], _T.TENSOR_BOOL8)[: 1 + (cell[0] is _O.SELECT)]:
            readers[type_].append(cell)
    pairs: dict[Pair, None] = {}
    for first in usable:
        for type_ in _written_types(first, version):
            for second in readers[type_]:
                if _ranks_meet(first[0], second[0]):
                    pairs[first, second] = None
    return list(pairs)


def _is_usable(cell: Cell) -> bool:
    operation, type_ = cell
    if operation in _LEFT_OUT or is_extension_code(operation) or not INFO[type_].tensor:
        return False
    return definition_of(operation).properties.intervals.rule not in DISCONTINUOUS_RULES


def _written_types(cell: Cell, version: Version) -> Iterator[OperandType]:
    operation, primary = cell
    for type_, since in definition_of(operation).outputs[0].types.legal(primary):
        # A CAST to the same type changes nothing.
        unchanged = operation is _O.CAST and type_ is primary
        if max(since, INFO[type_].since) <= version and not unchanged:
            yield type_


@cache
def _ranks_meet(first: OperationType, second: OperationType) -> bool:
    """Return whether the first output of an operation can have a rank that the other accepts."""
    wanted = primary_input_ranks(second)
    if not wanted:
        return True
    return not (_output_ranks(first) or wanted).isdisjoint(wanted)


def primary_input_ranks(operation: OperationType) -> frozenset[int]:
    """Return the ranks up to 4 that an operation's primary tensor may have; empty for any."""
    return frozenset(rank for rank in primary_ranks(operation) if rank <= 4)


REMOVES_AXIS: Final = frozenset({_O.ARGMAX, _O.ARGMIN, _O.SQUEEZE})


def _output_ranks(operation: OperationType) -> frozenset[int]:
    spec = definition_of(operation).outputs[0]
    if spec.ranks is not None:
        return frozenset(spec.ranks[max(spec.ranks)])
    if operation is _O.FULLY_CONNECTED:
        return frozenset({2})
    if operation in REMOVES_AXIS:
        return frozenset({1, 2, 3})
    if operation in (_O.RESHAPE, _O.EXPAND_DIMS, _O.PACK):
        return frozenset()
    return primary_input_ranks(operation)


def _usual_stage(pairs: list[Pair]) -> tuple[list[Chain], list[Chain]]:
    """Return the chains of a plain run, and those of all other pairs."""
    usual = [pair for pair in pairs if _is_usual(pair)]
    wide = [pair for pair in usual if pair[0][1] is not _T.TENSOR_FLOAT16]
    common = [pair for pair in wide if pair[0][0] in _COMMON and pair[1][0] in _COMMON]
    # Which results share a buffer hardly depends on the type.
    shared = [pair for pair in common if not INFO[pair[0][1]].quantized]
    again = [pair for pair in wide if _is_repeated(pair)]
    inner, outer = [], []
    ordered = [pair for pair in common if pair[1][0] in ORDERED]
    seconds = [chain._replace(activated=(), swapped=_SIDES[1]) for chain in _lines(ordered)]
    for chain in _lines(again):
        inner.append(chain._replace(activated=(1,), swapped=_SIDES[2]))
        outer.append(chain._replace(activated=(0, 2), swapped=_SIDES[1]))
    variants = [
        chain._replace(
            constant=constant,
            activated=activated,
            code=1 + salt % 3,
            swapped=_SIDES[(salt + number + turn) % len(_SIDES)],
            equal=not activated,
        )
        for salt, constant in enumerate(Constant)
        for number, chain in enumerate(_lines([p for p in pairs if _is_affine(p, constant)], salt))
        for turn, activated in enumerate(_ACTIVATED)
        if activated or chain.cells[0][1] is _T.TENSOR_FLOAT32
    ]
    padded = [
        chain._replace(padding=padding, swapped=_SIDES[(number + turn) % len(_SIDES)])
        for number, chain in enumerate(_lines(filter(_has_window, pairs)))
        for turn, padding in enumerate(_PADDINGS)
    ]
    sequences = [
        chain._replace(swapped=swapped, equal=True)
        for chain in _lines(pair for pair in pairs if pair[0][0] in _TIMED and pair[1][0] in _TIMED)
        for swapped in _SIDES[2:]
    ]
    moved = [
        chain._replace(activated=(), constant=constant, equal=bool(number % 2))
        for salt, constant in enumerate((Constant.VECTOR, Constant.FULL))
        for number, chain in enumerate(_lines(filter(_moves_constant, pairs), salt))
    ]
    tripled = [Chain(Form.LINE, (cell,) * 3, None) for cell, other in shared if cell == other]
    selections = [pair for pair in pairs if _is_selection(pair)]
    chosen = _alternate(
        *(_lines(usual), _fans(shared), inner, outer, seconds, variants, moved, tripled),
        *(padded, sequences, _meetings([*shared, *selections]), _motifs(pairs), _variants(pairs)),
    )
    known = set(usual)
    rest = [pair for pair in pairs if pair not in known]
    return chosen, _alternate(_lines(rest), _fans(pairs))


_ACTIVATED: Final = ((), (1,), (0, 2))
_SIDES: Final = (
    (False, False, False),
    (True, True, True),
    (False, True, False),
    (True, False, True),
)
_PADDINGS: Final = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
_PADS: Final = frozenset({_O.PAD, _O.PAD_V2, _O.MIRROR_PAD})
_WINDOWS: Final = frozenset(
    {
        *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
        *(_O.MAX_POOL_2D, _O.AVERAGE_POOL_2D, _O.L2_POOL_2D),
    }
)
_WITH_AXES: Final = frozenset({_O.MEAN, _O.REDUCE_SUM, _O.TRANSPOSE})
_TIMED: Final = frozenset(
    {
        *(_O.UNIDIRECTIONAL_SEQUENCE_LSTM, _O.UNIDIRECTIONAL_SEQUENCE_RNN),
        *(_O.BIDIRECTIONAL_SEQUENCE_LSTM, _O.BIDIRECTIONAL_SEQUENCE_RNN),
    }
)
_LINEAR: Final = frozenset({_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.FULLY_CONNECTED})
_AFFINE: Final = frozenset({_O.ADD, _O.SUB, _O.MUL, _O.DIV})
_MOVED: Final = frozenset(
    {
        *(_O.SOFTMAX, _O.LOG_SOFTMAX, _O.L2_NORMALIZATION, _O.INSTANCE_NORMALIZATION),
        *(_O.MEAN, _O.REDUCE_SUM, _O.REDUCE_MAX, _O.REDUCE_MIN, _O.AVERAGE_POOL_2D),
        *(_O.MAX_POOL_2D, _O.BATCH_MATMUL, _O.RESIZE_BILINEAR, _O.RESHAPE, _O.TRANSPOSE),
        *(_O.RELU, _O.RELU6, _O.ABS, _O.NEG, _O.PAD, _O.SQUEEZE, _O.EXPAND_DIMS),
    }
)
"""Operations past which drivers move a constant, or which do not depend on some constants."""


def _is_affine(pair: Pair, constant: Constant | None = None) -> bool:
    """Return whether drivers fold a constant of one operation of the pair into the other.

    With a ``constant``, return whether a plain run contains the pair with it.
    """
    (first, type_), (second, _) = pair
    operations = {first, second}
    return (
        operations <= _LINEAR | _AFFINE
        and bool(operations & _AFFINE)
        and type_ is not _T.TENSOR_INT32
        and (type_ is _T.TENSOR_FLOAT32 or constant in (Constant.VECTOR, Constant.NEGATIVE, None))
    )


def _moves_constant(pair: Pair) -> bool:
    """Return whether drivers move a constant of one operation of the pair past the other."""
    (first, type_), (second, _) = pair
    movable = (first in _AFFINE and second in _MOVED) or (first in _MOVED and second in _AFFINE)
    return movable and type_ is _T.TENSOR_FLOAT32


def _is_selection(pair: Pair) -> bool:
    """Return whether the pair is a comparison of numbers and a selection by its result."""
    (first, type_), (second, read) = pair
    numbers = type_ in (_T.TENSOR_FLOAT32, _T.TENSOR_INT32) and read is type_
    return first in COMPARISONS and second is _O.SELECT and numbers


def _has_window(pair: Pair) -> bool:
    """Return whether the pair is a padding or window before a window; of one quantized type."""
    (first, written), (second, _) = pair
    return (
        first in _PADS | _WINDOWS
        and second in _WINDOWS
        and (not INFO[written].quantized or written is _SIGNED[_turn(first, second)])
    )


def _turn(first: OperationType, second: OperationType) -> int:
    return crc32(f"{first} {second}".encode()) % 2


def _meetings(pairs: Sequence[Pair]) -> list[Chain]:
    """Return lines in which two results meet: in common operations each way, in others one.

    Their third operations are in turn all that can read the result.
    """
    following: dict[Cell, list[Cell]] = defaultdict(list)
    for first, second in pairs:
        following[first].append(second)
    readers = {cell: cycle(cells) for cell, cells in following.items()}
    chains: list[list[Chain]] = [[] for _ in MEETINGS]
    for (first, second), (number, form) in product(pairs, enumerate(MEETINGS)):
        in_turn = crc32(repr((first, second)).encode()) % len(MEETINGS) == number
        if first[0] in COMPARISONS:
            in_turn = form is Form.SOURCE
        if second[0] in _OFTEN_MET or (second[0] in MET and in_turn):
            third = [next(readers[second])] if second in readers else []
            chains[number].append(Chain(form, (first, second, *third)))
    return _alternate(*chains)


def _variants(pairs: Iterable[Pair]) -> Iterator[Chain]:
    """Yield a chain of variants for each operation, for one of float32 also one that reads them.

    Of quantized types it contains one.
    """
    readers: dict[Cell, dict[OperationType, Cell]] = defaultdict(dict)
    for first, second in pairs:
        if first[1] in (_T.TENSOR_FLOAT32, _T.TENSOR_BOOL8, _SIGNED[_turn(first[0], first[0])]):
            readers[first][second[0]] = second
    for (operation, type_), seconds in readers.items():
        yield Chain(Form.VARIANTS, ((operation, type_),))
        meeting = seconds.get(_O.ADD) or seconds.get(_O.CONCATENATION)
        if meeting is not None and type_ is _T.TENSOR_FLOAT32 and not _is_recurrent(operation):
            yield Chain(Form.VARIANTS, ((operation, type_), meeting))


def _motifs(pairs: Iterable[Pair]) -> Iterator[Chain]:
    """Yield each pattern twice for float32 and once for a quantized type, where they allow it.

    Patterns with reductions or transposes occur four times for float32, since few of their axes
    show a wrong one.
    """
    cells = {cell for pair in pairs for cell in pair}
    for number, motif in enumerate(MOTIFS):
        axes = any(not _WITH_AXES.isdisjoint(step.operations) for step in motif.steps)
        for type_ in (*[_T.TENSOR_FLOAT32] * (4 if axes else 2), _SIGNED[number % 2]):
            starts = [(op, type_) for op in motif.steps[0].operations if (op, type_) in cells]
            if starts:
                yield Chain(Form.MOTIF, (starts[0],), motif=motif)


def _is_repeated(pair: Pair) -> bool:
    """Return whether a plain run contains a pair with several activations and constants."""
    operations = {pair[0][0], pair[1][0]}
    if INFO[pair[0][1]].quantized or _is_affine(pair):
        return False
    # A monotone function before ARGMAX shows only if the axes differ.
    monotone = pair[0][0] in _MONOTONE and pair[1][0] in (_O.ARGMAX, _O.ARGMIN)
    fused = {operation for operation in operations if _has_fused_activation(operation)}
    layers = all(map(_is_recurrent, operations))
    return monotone or layers or (bool(fused) and operations - fused <= _REPEATED)


@cache
def _has_fused_activation(operation: OperationType) -> bool:
    """Return whether an operation that is not recurrent has a fused activation."""
    forms = definition_of(operation).forms
    fused = any(spec.name == "activation" for form in forms for spec in form.inputs)
    return fused and not _is_recurrent(operation)


def _is_recurrent(operation: OperationType) -> bool:
    return definition_of(operation).properties.intervals.rule is IntervalRule.CELL


_MONOTONE: Final = frozenset({_O.SOFTMAX, _O.LOG_SOFTMAX, _O.LOGISTIC, _O.TANH, _O.EXP})


def _is_usual(pair: Pair) -> bool:
    """Return whether a plain run contains a pair: of quantized types common ones only.

    Of the pairs of one quantized type, it contains those of one of the two types; of those of
    float16, common ones with an operation into which drivers fold others.
    """
    (first, written), (second, read) = pair
    if _T.TENSOR_FLOAT16 in (pair[0][1], written, read):
        common = first in _COMMON and second in _COMMON
        return common and written is read and not {first, second}.isdisjoint(_LINEAR | _AFFINE)
    if not INFO[written].quantized and not INFO[read].quantized:
        if _is_recurrent(first) or _is_recurrent(second):
            return all(_is_recurrent(one) or one in _NEAR_RECURRENT for one in (first, second))
        if first is second:
            return True
        boolean = _T.TENSOR_BOOL8 in (written, read)
        return boolean or first in _COMMON or second in _COMMON
    if first not in _COMMON or second not in _COMMON:
        return False
    return read is not written or read is _SIGNED[_turn(first, second)]


_SIGNED: Final = (_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED)


def _alternate(*sources: Iterable[Chain]) -> list[Chain]:
    """Return the chains of several sources, in proportion to their numbers."""
    lists = [list(source) for source in sources]
    placed = [(n / len(own), chain) for own in lists for n, chain in enumerate(own)]
    return [chain for _, chain in sorted(placed, key=lambda each: each[0])]


def _lines(pairs: Iterable[Pair], salt: int = 0) -> Iterator[Chain]:
    """Yield chains that contain each pair once, two pairs a chain where possible.

    Another ``salt`` joins other pairs.
    """
    following: dict[Cell, list[Cell]] = defaultdict(list)
    left = dict.fromkeys(pairs)
    for first, second in left:
        following[first].append(second)
    # Starts in a scattered order leave pairs for the second half of later chains.
    for pair in sorted(left, key=lambda pair: crc32(repr(pair).encode(), salt)):
        if pair not in left:
            continue
        cells = list(pair)
        del left[pair]
        while len(cells) < _CHAIN_LENGTH:
            last = cells[-1]
            rest = following[last] = [cell for cell in following[last] if (last, cell) in left]
            suitable = [cell for cell in rest if cell[0] not in _NEEDS_VALUES]
            if not suitable:
                break
            cells.append(suitable[salt % len(suitable) - 1])
            del left[last, cells[-1]]
        yield Chain(Form.LINE, tuple(cells), None)


def _fans(pairs: Iterable[Pair]) -> Iterator[Chain]:
    """Yield chains with one or several readers of one result that contain each pair."""
    following: dict[Cell, list[Cell]] = defaultdict(list)
    for first, second in pairs:
        following[first].append(second)
    fans: list[list[Chain]] = []
    for first, seconds in following.items():
        own: list[Chain] = []
        # The readers of a result are far from each other in the list: neighbours are similar.
        # Operations that need positive values and all others read different results.
        rest = [second for start in range(7) for second in seconds[start::7]]
        rest.sort(key=lambda cell: cell[0] in POSITIVE_DOMAIN)
        for start, (form, begin, end) in product(range(0, len(rest), _FAN_SIZE), _FANS):
            readers = rest[start + begin : start + end]
            if readers:
                own.append(Chain(form, (first, *readers)))
        fans.append(own)
    for row in zip_longest(*fans):
        yield from (chain for chain in row if chain is not None)
