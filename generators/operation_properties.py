"""Tables of mathematical properties of the operations, on which interval propagation relies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from conformance.hal import OperationType

_O: Final = OperationType

CONTROL_FLOW: Final = frozenset({_O.IF, _O.WHILE})

COPYING: Final = frozenset(
    {
        *(_O.RESHAPE, _O.TRANSPOSE, _O.EXPAND_DIMS, _O.SQUEEZE, _O.SLICE, _O.STRIDED_SLICE),
        *(_O.GATHER, _O.EMBEDDING_LOOKUP, _O.HASHTABLE_LOOKUP, _O.TILE, _O.SPLIT, _O.PACK),
        *(_O.DEPTH_TO_SPACE, _O.SPACE_TO_DEPTH, _O.BATCH_TO_SPACE_ND, _O.SPACE_TO_BATCH_ND),
        *(_O.CHANNEL_SHUFFLE, _O.PAD, _O.PAD_V2, _O.MIRROR_PAD, _O.REVERSE, _O.FILL, _O.RANK),
        *(_O.ARGMAX, _O.ARGMIN, _O.TOPK_V2, _O.LOGICAL_AND, _O.LOGICAL_OR, _O.LOGICAL_NOT),
        *(_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
        *(_O.REDUCE_ALL, _O.REDUCE_ANY, _O.REDUCE_MAX, _O.REDUCE_MIN, _O.FLOOR),
        *(_O.RESIZE_NEAREST_NEIGHBOR, _O.ROI_POOLING, _O.MAX_POOL_2D, _O.IF),
        _O.WHILE,
    }
)
"""Operations whose results need no rounding, because they copy, select, count or compare values.

The rounding inside the subgraphs of IF and WHILE is that of the operations there.
"""

MONOTONE: Final = frozenset(
    {
        *(_O.RELU, _O.RELU1, _O.RELU6, _O.FLOOR, _O.EXP, _O.LOG, _O.SQRT, _O.RSQRT, _O.NEG),
        *(_O.LOGISTIC, _O.TANH, _O.ELU, _O.QUANTIZE, _O.DEQUANTIZE, _O.CAST, _O.ABS),
        *(_O.MAXIMUM, _O.MINIMUM, _O.CONCATENATION, _O.HARD_SWISH, _O.RESIZE_BILINEAR),
        _O.ROI_ALIGN,
    }
) | (COPYING - CONTROL_FLOW)
"""Operations whose results are between those at the lower and at the upper ends of all inputs.

For the operations in ``TURNING_POINTS`` the results at these points are considered too.
"""

EXTREME_AT_CORNERS: Final = frozenset(
    {
        *(_O.ADD, _O.SUB, _O.MUL, _O.DIV, _O.POW, _O.PRELU, _O.SELECT),
        *(_O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
    }
)
"""Operations whose results are between the results at all combinations of the inputs' ends."""

TURNING_POINTS: Final[Mapping[OperationType, tuple[float, ...]]] = MappingProxyType(
    {
        _O.ABS: (0.0,),
        _O.HARD_SWISH: (-1.5, -3.0),
        _O.PRELU: (0.0,),
    }
)
"""Values of the first input at which a function may start or stop decreasing."""

LINEAR: Final = frozenset(
    {
        *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
        *(_O.FULLY_CONNECTED, _O.BATCH_MATMUL),
    }
)
"""Operations that add products of the elements of two tensors."""

MONOTONE_IN_FIRST_INPUT: Final = frozenset({_O.ROI_ALIGN, _O.ROI_POOLING})
"""Operations that are known to be monotone in the first input only."""

AVERAGING: Final = frozenset({_O.MEAN, _O.REDUCE_SUM, _O.AVERAGE_POOL_2D, _O.L2_POOL_2D})
"""Operations that add elements of one tensor, or their squares."""

EQUALITY_COMPARISONS: Final = frozenset({_O.EQUAL, _O.NOT_EQUAL})
"""Comparisons for equality, which are not monotone."""

INDEX_OUTPUTS: Final = frozenset({_O.ARGMAX, _O.ARGMIN, _O.TOPK_V2})
"""Operations that output indexes, which depend on rounding and ties
(``generators.intervals.index_intervals``).
"""

DISCONTINUOUS: Final = frozenset(
    {
        *(_O.LSH_PROJECTION, _O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS),
        *(_O.DETECTION_POSTPROCESSING, _O.HEATMAP_MAX_KEYPOINT, _O.RANDOM_MULTINOMIAL),
    }
)
"""Operations whose result may change completely after a small change of an input."""

QUANTIZED_CELLS: Final = frozenset({_O.QUANTIZED_LSTM, _O.QUANTIZED_16BIT_LSTM})
"""LSTMs that round intermediate values and evaluate sigmoid and tanh in 16 bits."""
