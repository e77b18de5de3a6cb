"""Constructors: functions that add a valid call of an operation to a graph.

A constructor receives a graph, the operation and its primary type. Types, versions, forms and
output shapes are those of the operation's definition. The constructor chooses sizes that fit
together, and values that make faults visible in the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from conformance.hal import OperandType, OperationType
from generators.constructors import (
    control_flow,
    detection,
    elementwise,
    images,
    movement,
    recurrent,
)
from generators.graph_builder import GraphBuilder

Constructor = Callable[[GraphBuilder, OperationType, OperandType], None]

_O: Final = OperationType
_BY_CONSTRUCTOR: Final[tuple[tuple[Constructor, tuple[OperationType, ...]], ...]] = (
    (
        elementwise.unary,
        (
            *(_O.RELU, _O.RELU1, _O.RELU6, _O.FLOOR, _O.ABS, _O.NEG, _O.EXP, _O.LOG, _O.SIN),
            *(_O.SQRT, _O.RSQRT, _O.HARD_SWISH, _O.LOGICAL_NOT),
        ),
    ),
    (elementwise.logistic_tanh, (_O.LOGISTIC, _O.TANH)),
    (elementwise.elu, (_O.ELU,)),
    (elementwise.cast, (_O.CAST,)),
    (elementwise.quantize, (_O.QUANTIZE,)),
    (elementwise.dequantize, (_O.DEQUANTIZE,)),
    (elementwise.rank, (_O.RANK,)),
    (elementwise.arithmetic, (_O.ADD, _O.SUB, _O.MUL, _O.DIV)),
    (
        elementwise.comparison,
        (_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
    ),
    (elementwise.logical, (_O.LOGICAL_AND, _O.LOGICAL_OR)),
    (elementwise.maximum_minimum, (_O.MAXIMUM, _O.MINIMUM)),
    (elementwise.power, (_O.POW,)),
    (elementwise.prelu, (_O.PRELU,)),
    (elementwise.select, (_O.SELECT,)),
    (elementwise.softmax, (_O.SOFTMAX, _O.LOG_SOFTMAX)),
    (elementwise.l2_normalization, (_O.L2_NORMALIZATION,)),
    (elementwise.local_response_normalization, (_O.LOCAL_RESPONSE_NORMALIZATION,)),
    (elementwise.instance_normalization, (_O.INSTANCE_NORMALIZATION,)),
    (images.pool, (_O.AVERAGE_POOL_2D, _O.MAX_POOL_2D, _O.L2_POOL_2D)),
    (images.convolution, (_O.CONV_2D,)),
    (images.depthwise, (_O.DEPTHWISE_CONV_2D,)),
    (images.grouped, (_O.GROUPED_CONV_2D,)),
    (images.transposed, (_O.TRANSPOSE_CONV_2D,)),
    (images.fully_connected, (_O.FULLY_CONNECTED,)),
    (images.batch_matmul, (_O.BATCH_MATMUL,)),
    (images.resize, (_O.RESIZE_BILINEAR, _O.RESIZE_NEAREST_NEIGHBOR)),
    (images.depth_to_space, (_O.DEPTH_TO_SPACE,)),
    (images.space_to_depth, (_O.SPACE_TO_DEPTH,)),
    (images.batch_to_space, (_O.BATCH_TO_SPACE_ND,)),
    (images.space_to_batch, (_O.SPACE_TO_BATCH_ND,)),
    (images.channel_shuffle, (_O.CHANNEL_SHUFFLE,)),
    (images.region, (_O.ROI_ALIGN, _O.ROI_POOLING)),
    (images.heatmap, (_O.HEATMAP_MAX_KEYPOINT,)),
    (movement.reshape, (_O.RESHAPE,)),
    (movement.transpose, (_O.TRANSPOSE,)),
    (movement.expand_dims, (_O.EXPAND_DIMS,)),
    (movement.squeeze, (_O.SQUEEZE,)),
    (movement.pad, (_O.PAD, _O.PAD_V2, _O.MIRROR_PAD)),
    (movement.tile, (_O.TILE,)),
    (movement.concatenation, (_O.CONCATENATION,)),
    (movement.pack, (_O.PACK,)),
    (movement.split, (_O.SPLIT,)),
    (movement.slice_, (_O.SLICE,)),
    (movement.strided_slice, (_O.STRIDED_SLICE,)),
    (movement.gather, (_O.GATHER,)),
    (movement.embedding_lookup, (_O.EMBEDDING_LOOKUP,)),
    (movement.hashtable_lookup, (_O.HASHTABLE_LOOKUP,)),
    (movement.reverse, (_O.REVERSE,)),
    (movement.fill, (_O.FILL,)),
    (
        movement.reduction,
        (
            *(_O.MEAN, _O.REDUCE_SUM, _O.REDUCE_PROD, _O.REDUCE_MAX, _O.REDUCE_MIN),
            *(_O.REDUCE_ALL, _O.REDUCE_ANY),
        ),
    ),
    (movement.arg_extremum, (_O.ARGMAX, _O.ARGMIN)),
    (movement.topk, (_O.TOPK_V2,)),
    (recurrent.rnn, (_O.RNN,)),
    (recurrent.svdf, (_O.SVDF,)),
    (recurrent.lstm, (_O.LSTM, _O.UNIDIRECTIONAL_SEQUENCE_LSTM)),
    (recurrent.bidirectional_lstm, (_O.BIDIRECTIONAL_SEQUENCE_LSTM,)),
    (recurrent.sequence_rnn, (_O.UNIDIRECTIONAL_SEQUENCE_RNN,)),
    (recurrent.bidirectional_rnn, (_O.BIDIRECTIONAL_SEQUENCE_RNN,)),
    (recurrent.quantized_16bit_lstm, (_O.QUANTIZED_16BIT_LSTM,)),
    (recurrent.quantized_lstm, (_O.QUANTIZED_LSTM,)),
    (recurrent.lsh_projection, (_O.LSH_PROJECTION,)),
    (recurrent.random_multinomial, (_O.RANDOM_MULTINOMIAL,)),
    (detection.bbox_transform, (_O.AXIS_ALIGNED_BBOX_TRANSFORM,)),
    (detection.nms, (_O.BOX_WITH_NMS_LIMIT,)),
    (detection.detection, (_O.DETECTION_POSTPROCESSING,)),
    (detection.proposals, (_O.GENERATE_PROPOSALS,)),
    (control_flow.if_operation, (_O.IF,)),
    (control_flow.while_operation, (_O.WHILE,)),
)
CONSTRUCTORS: Final[Mapping[OperationType, Constructor]] = MappingProxyType(
    {operation: make for make, operations in _BY_CONSTRUCTOR for operation in operations}
)
"""The constructor of each operation."""
