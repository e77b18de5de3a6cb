"""Profiles: the number and sizes of a graph's operations, and how often each feature occurs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from conformance.hal import OperandType, OperationType, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Parameters of the generator; probabilities are in sixteenths unless stated otherwise.

    A graph has ``min_operations`` to ``max_operations`` operations. ``sizes`` are the possible
    sizes of a dimension; a repeated size is more likely. A tensor has at most ``max_elements``
    elements.

    - ``reuse``: probability that an input is an existing operand; ``reuse_newest``: that it is the
      newest suitable one.
    - ``constant``: probability that a new tensor is a constant. ``special_values``: probability of
      special values such as infinities and NaN.
    - ``constant_reference``, ``unknown_shape``, ``unused_operand`` and ``zero_size``:
      probabilities, in 64ths, of constants in a memory pool, of operands whose shape the model does
      not specify, of an operand that no operation reads, and of zero-size inputs of operations that
      accept them.
    - ``operations`` and ``types``: the operations and types that may be generated (empty: all).
      ``cells``: the codes of allowed operations with their types (``None``: all).
    - ``weights`` changes the probability of operations (default: 16 each).
    - ``control_flow``: maximum nesting depth of IF and WHILE whose results are used; 0 disables
      both operations.
    """

    name: str
    min_operations: int
    max_operations: int
    sizes: tuple[int, ...]
    max_elements: int = 2048
    reuse: int = 12
    reuse_newest: int = 6
    constant: int = 8
    constant_reference: int = 8
    unknown_shape: int = 6
    unused_operand: int = 3
    zero_size: int = 2
    control_flow: int = 1
    special_values: int = 0
    operations: frozenset[OperationType] = frozenset()
    types: frozenset[OperandType] = frozenset()
    cells: frozenset[tuple[int, int]] | None = None
    weights: Mapping[OperationType, int] = field(default_factory=dict, hash=False)
    version: Version = Version.AIDL_V3


_O: Final = OperationType
_MOBILE_WEIGHTS: Final = MappingProxyType(
    {
        _O.CONV_2D: 256,
        _O.DEPTHWISE_CONV_2D: 256,
        _O.FULLY_CONNECTED: 64,
        _O.ADD: 128,
        _O.AVERAGE_POOL_2D: 48,
        _O.MAX_POOL_2D: 32,
        _O.SOFTMAX: 24,
        _O.RESHAPE: 48,
        _O.CONCATENATION: 64,
        _O.MUL: 48,
        _O.PAD: 24,
        _O.MEAN: 24,
        _O.HARD_SWISH: 48,
        _O.RELU6: 32,
        _O.LOGISTIC: 32,
        _O.RESIZE_BILINEAR: 24,
        _O.LSTM: 24,
        _O.SVDF: 24,
        _O.UNIDIRECTIONAL_SEQUENCE_LSTM: 24,
        _O.TANH: 32,
        _O.QUANTIZE: 24,
        _O.DEQUANTIZE: 24,
    }
)

_SLOWEST: Final = (
    *(_O.LSTM, _O.RNN, _O.SVDF, _O.QUANTIZED_LSTM, _O.QUANTIZED_16BIT_LSTM),
    *(_O.UNIDIRECTIONAL_SEQUENCE_LSTM, _O.UNIDIRECTIONAL_SEQUENCE_RNN),
    *(_O.BIDIRECTIONAL_SEQUENCE_LSTM, _O.BIDIRECTIONAL_SEQUENCE_RNN),
    *(_O.BOX_WITH_NMS_LIMIT, _O.DETECTION_POSTPROCESSING, _O.GENERATE_PROPOSALS),
    *(_O.AXIS_ALIGNED_BBOX_TRANSFORM, _O.HEATMAP_MAX_KEYPOINT, _O.ROI_ALIGN),
    *(_O.ROI_POOLING, _O.RANDOM_MULTINOMIAL, _O.LSH_PROJECTION, _O.HASHTABLE_LOOKUP),
)
_VERY_SLOW: Final = (_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D)
_SLOW: Final = (
    *(_O.AVERAGE_POOL_2D, _O.L2_POOL_2D, _O.MAX_POOL_2D),
    *(_O.FULLY_CONNECTED, _O.RESIZE_BILINEAR),
)
_SLOWER_THAN_AVERAGE: Final = (
    *(_O.SPACE_TO_BATCH_ND, _O.STRIDED_SLICE),
    *(_O.CONCATENATION, _O.RESIZE_NEAREST_NEIGHBOR),
)
_FAST: Final = (
    *(_O.ABS, _O.NEG, _O.FLOOR, _O.SQRT, _O.SIN, _O.EXP, _O.LOG, _O.ELU),
    *(_O.RELU, _O.RELU1, _O.RELU6, _O.LOGICAL_NOT, _O.LOGICAL_AND, _O.LOGICAL_OR),
    *(_O.CAST, _O.FILL, _O.RANK),
)
_EQUAL_TIME_WEIGHTS: Final = MappingProxyType(
    {
        **dict.fromkeys(_FAST, 32),
        **dict.fromkeys(_SLOWEST, 1),
        **dict.fromkeys(_VERY_SLOW, 2),
        **dict.fromkeys(_SLOW, 5),
        **dict.fromkeys(_SLOWER_THAN_AVERAGE, 10),
    }
)
"""Weights that give each operation about the same execution time.

An operation that takes half of the average time has twice the default weight; one that takes four
times as long has a quarter of it. The six comparisons are fast but many: they stay at the default.
"""

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile(
                name="tiny",
                min_operations=10,
                max_operations=10,
                sizes=(1, 1, 2, 2, 2, 3),
                max_elements=64,
                reuse=16,
                constant_reference=1,
                unknown_shape=1,
                control_flow=0,
                weights=_EQUAL_TIME_WEIGHTS,
            ),
            Profile(
                name="default",
                min_operations=2,
                max_operations=10,
                sizes=(1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8),
            ),
            Profile(
                name="wide",
                min_operations=3,
                max_operations=12,
                sizes=(1, 4, 8, 15, 16, 17, 31, 32, 33, 64),
                max_elements=1 << 16,
                reuse=8,
                reuse_newest=1,
            ),
            Profile(
                name="deep",
                min_operations=40,
                max_operations=80,
                sizes=(1, 2, 3, 4, 5),
                reuse=15,
                reuse_newest=12,
                control_flow=2,
            ),
            Profile(
                name="mobile",
                min_operations=10,
                max_operations=40,
                sizes=(1, 3, 4, 8, 8, 16, 16, 24, 32),
                max_elements=1 << 15,
                reuse=15,
                reuse_newest=13,
                unknown_shape=1,
                weights=_MOBILE_WEIGHTS,
                types=frozenset(
                    {
                        OperandType.TENSOR_FLOAT32,
                        OperandType.TENSOR_FLOAT16,
                        OperandType.TENSOR_QUANT8_ASYMM,
                        OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
                    }
                ),
            ),
            Profile(
                name="special",
                min_operations=1,
                max_operations=4,
                sizes=(1, 2, 3, 4, 5, 8),
                special_values=8,
            ),
        )
    }
)
"""The named profiles."""
