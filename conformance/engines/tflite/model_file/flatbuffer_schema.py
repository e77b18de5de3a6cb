"""The tables of a ``.tflite`` file that the reader visits: position and storage of each field.

The verifier needs this information before it can call the schema classes of ``ai_edge_litert``,
which check nothing. A test compares it with these classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class _Numbers:
    size: int


@dataclass(frozen=True, slots=True)
class _Tables:
    table: str


class Scalar(_Numbers):
    """A number stored in the table; ``size`` in bytes."""


class ScalarVector(_Numbers):
    """A vector of numbers or bytes; ``size`` is the size of an element in bytes."""


@dataclass(frozen=True, slots=True)
class String:
    """A string with a terminating zero byte."""


class TableReference(_Tables):
    """A table; ``table`` is the name of its schema."""


class TableVector(_Tables):
    """A vector of tables; ``table`` is the name of their schema."""


@dataclass(frozen=True, slots=True)
class Union:
    """A table whose schema is given by the one-byte field in slot ``type_slot``.

    Only the table types in ``BUILTIN_OPTIONS`` are visited.
    """

    type_slot: int


Field = Scalar | ScalarVector | String | TableReference | TableVector | Union


def _options(first_slot: int = 0, /, **fields: int | ScalarVector) -> dict[str, tuple[int, Field]]:
    """Return the fields of a table of attributes, whose slots are consecutive."""
    return {
        name: (slot, Scalar(kind) if isinstance(kind, int) else kind)
        for slot, (name, kind) in enumerate(fields.items(), first_slot)
    }


_ACTIVATION: Final = {"FusedActivationFunction": 1}
_WINDOWS: Final = {"Padding": 1, "StrideW": 4, "StrideH": 4}
_DILATION: Final = {"DilationWFactor": 4, "DilationHFactor": 4}
_CELL: Final = {**_ACTIVATION, "CellClip": 4, "ProjClip": 4}
_INT32_VECTOR: Final = ScalarVector(4)

TABLES: Final[Mapping[str, Mapping[str, tuple[int, Field]]]] = {
    "Model": {
        "Version": (0, Scalar(4)),
        "OperatorCodes": (1, TableVector("OperatorCode")),
        "Subgraphs": (2, TableVector("SubGraph")),
        "Buffers": (4, TableVector("Buffer")),
    },
    "OperatorCode": {
        "DeprecatedBuiltinCode": (0, Scalar(1)),
        "CustomCode": (1, String()),
        "Version": (2, Scalar(4)),
        "BuiltinCode": (3, Scalar(4)),
    },
    "SubGraph": {
        "Tensors": (0, TableVector("Tensor")),
        "Inputs": (1, ScalarVector(4)),
        "Outputs": (2, ScalarVector(4)),
        "Operators": (3, TableVector("Operator")),
        "Name": (4, String()),
    },
    "Tensor": {
        "Shape": (0, ScalarVector(4)),
        "Type": (1, Scalar(1)),
        "Buffer": (2, Scalar(4)),
        "Name": (3, String()),
        "Quantization": (4, TableReference("QuantizationParameters")),
        "IsVariable": (5, Scalar(1)),
        "Sparsity": (6, TableReference("SparsityParameters")),
        "ShapeSignature": (7, ScalarVector(4)),
        "HasRank": (8, Scalar(1)),
    },
    "QuantizationParameters": {
        "Scale": (2, ScalarVector(4)),
        "ZeroPoint": (3, ScalarVector(8)),
        "DetailsType": (4, Scalar(1)),
        "QuantizedDimension": (6, Scalar(4)),
    },
    "SparsityParameters": {},
    "Operator": {
        "OpcodeIndex": (0, Scalar(4)),
        "Inputs": (1, ScalarVector(4)),
        "Outputs": (2, ScalarVector(4)),
        "BuiltinOptionsType": (3, Scalar(1)),
        "BuiltinOptions": (4, Union(type_slot=3)),
        "CustomOptions": (5, ScalarVector(1)),
        "Intermediates": (8, ScalarVector(4)),
    },
    "Buffer": {
        "Data": (0, ScalarVector(1)),
        "Offset": (1, Scalar(8)),
        "Size": (2, Scalar(8)),
    },
    "Conv2DOptions": _options(**_WINDOWS, **_ACTIVATION, **_DILATION),
    "DepthwiseConv2DOptions": _options(**_WINDOWS, DepthMultiplier=4, **_ACTIVATION, **_DILATION),
    "Pool2DOptions": _options(**_WINDOWS, FilterWidth=4, FilterHeight=4, **_ACTIVATION),
    "TransposeConvOptions": _options(**_WINDOWS, **_ACTIVATION),
    "FullyConnectedOptions": _options(**_ACTIVATION, WeightsFormat=1, KeepNumDims=1),
    "BatchMatMulOptions": _options(AdjX=1, AdjY=1),
    "AddOptions": _options(**_ACTIVATION),
    "SubOptions": _options(**_ACTIVATION),
    "MulOptions": _options(**_ACTIVATION),
    "DivOptions": _options(**_ACTIVATION),
    "LeakyReluOptions": _options(Alpha=4),
    "GeluOptions": _options(Approximate=1),
    "SoftmaxOptions": _options(Beta=4),
    "L2NormOptions": _options(**_ACTIVATION),
    "LocalResponseNormalizationOptions": _options(Radius=4, Bias=4, Alpha=4, Beta=4),
    "ReducerOptions": _options(KeepDims=1),
    "ArgMaxOptions": _options(OutputType=1),
    "ArgMinOptions": _options(OutputType=1),
    "CastOptions": _options(InDataType=1, OutDataType=1),
    "ConcatenationOptions": _options(Axis=4, **_ACTIVATION),
    "SplitOptions": _options(NumSplits=4),
    "SplitVOptions": _options(NumSplits=4),
    "PackOptions": _options(ValuesCount=4, Axis=4),
    "UnpackOptions": _options(Num=4, Axis=4),
    "ReshapeOptions": _options(NewShape=_INT32_VECTOR),
    "SqueezeOptions": _options(SqueezeDims=_INT32_VECTOR),
    "GatherOptions": _options(Axis=4, BatchDims=4),
    "StridedSliceOptions": _options(
        BeginMask=4, EndMask=4, EllipsisMask=4, NewAxisMask=4, ShrinkAxisMask=4, Offset=1
    ),
    "MirrorPadOptions": _options(Mode=1),
    "SpaceToDepthOptions": _options(BlockSize=4),
    "DepthToSpaceOptions": _options(BlockSize=4),
    "ResizeBilinearOptions": _options(2, AlignCorners=1, HalfPixelCenters=1),
    "ResizeNearestNeighborOptions": _options(AlignCorners=1, HalfPixelCenters=1),
    "SVDFOptions": _options(Rank=4, **_ACTIVATION),
    "RNNOptions": _options(**_ACTIVATION),
    "SequenceRNNOptions": _options(TimeMajor=1, **_ACTIVATION),
    "LSTMOptions": _options(**_CELL, KernelType=1),
    "UnidirectionalSequenceLSTMOptions": _options(
        **_CELL, TimeMajor=1, AsymmetricQuantizeInputs=1, DiagonalRecurrentTensors=1
    ),
    "BidirectionalSequenceLSTMOptions": _options(
        **_CELL, MergeOutputs=1, TimeMajor=1, AsymmetricQuantizeInputs=1
    ),
    "BidirectionalSequenceRNNOptions": _options(
        TimeMajor=1, **_ACTIVATION, MergeOutputs=1, AsymmetricQuantizeInputs=1
    ),
    "LSHProjectionOptions": _options(Type=1),
    "IfOptions": _options(ThenSubgraphIndex=4, ElseSubgraphIndex=4),
    "WhileOptions": _options(CondSubgraphIndex=4, BodySubgraphIndex=4),
}
"""Slot and storage of each field, by table; names as in the accessors of the schema classes."""

BUILTIN_OPTIONS: Final = frozenset(name for name in TABLES if name.endswith("Options"))
"""Tables of attributes of builtin operators that are visited."""
