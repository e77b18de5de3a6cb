"""A description of an image network that can be converted to a HAL model and a .tflite file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import flatbuffers  # type: ignore[import-untyped]
import numpy as np
from ai_edge_litert import schema_py_generated as schema  # type: ignore[import-untyped]
from numpy.typing import NDArray

from conformance.hal import (
    DataLocation,
    FusedActivation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    PaddingScheme,
    Subgraph,
    SymmPerChannelQuantParams,
)

Array = NDArray[Any]


@dataclass(frozen=True)
class NetworkTensor:
    """A tensor of the network.

    ``data`` is ``None`` for tensors that are computed. If there are several ``scales``, there is
    one for each index on the axis ``channel_dim``.
    """

    shape: tuple[int, ...]
    dtype: str = "float32"
    data: Array | None = None
    scales: tuple[float, ...] = ()
    zero_point: int = 0
    channel_dim: int = 0


@dataclass(frozen=True)
class NetworkLayer:
    kind: OperationType
    inputs: tuple[int, ...]
    output: int
    stride: int = 1
    activation: int = FusedActivation.NONE
    window: int = 0


@dataclass
class ImageNetwork:
    """A sequence of layers and their tensors; tensor 0 is the input of the network."""

    tensors: list[NetworkTensor] = field(default_factory=list)
    layers: list[NetworkLayer] = field(default_factory=list)

    def add(self, tensor: NetworkTensor) -> int:
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    @property
    def results(self) -> list[int]:
        return [layer.output for layer in self.layers]


def hal_model(network: ImageNetwork, outputs: list[int]) -> Model:
    """Return the network as a HAL model with these tensors as outputs."""
    operands: list[Operand] = []
    values = bytearray()
    types = {"float32": OperandType.TENSOR_FLOAT32, "int32": OperandType.TENSOR_INT32}
    readers = [i for layer in network.layers for i in layer.inputs]

    def constant(data: bytes) -> DataLocation:
        values.extend(b"\0" * (-len(values) % 64))
        location = DataLocation(0, len(values), len(data))
        values.extend(data)
        return location

    for index, tensor in enumerate(network.tensors):
        extra = None
        type_ = types.get(tensor.dtype, OperandType.TENSOR_QUANT8_ASYMM_SIGNED)
        if tensor.dtype == "int8" and len(tensor.scales) > 1:
            type_ = OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL
            extra = SymmPerChannelQuantParams(tensor.scales, tensor.channel_dim)
        lifetime, location = OperandLifeTime.TEMPORARY_VARIABLE, DataLocation()
        if index == 0:
            lifetime = OperandLifeTime.SUBGRAPH_INPUT
        elif index in outputs:
            lifetime = OperandLifeTime.SUBGRAPH_OUTPUT
        elif tensor.data is not None:
            lifetime, location = OperandLifeTime.CONSTANT_COPY, constant(tensor.data.tobytes())
        operands.append(
            Operand(
                type=type_,
                dimensions=tensor.shape,
                number_of_consumers=readers.count(index),
                scale=tensor.scales[0] if len(tensor.scales) == 1 else 0.0,
                zero_point=tensor.zero_point,
                lifetime=lifetime,
                location=location,
                extra_params=extra,
            )
        )

    def scalar(value: int) -> int:
        operands.append(
            Operand(
                type=OperandType.INT32,
                number_of_consumers=1,
                lifetime=OperandLifeTime.CONSTANT_COPY,
                location=constant(np.int32(value).tobytes()),
            )
        )
        return len(operands) - 1

    operations = []
    for layer in network.layers:
        stride = [layer.stride, layer.stride]
        match layer.kind:
            case OperationType.CONV_2D:
                scalars = [PaddingScheme.SAME, *stride, layer.activation]
            case OperationType.DEPTHWISE_CONV_2D:
                scalars = [PaddingScheme.SAME, *stride, 1, layer.activation]
            case OperationType.AVERAGE_POOL_2D:
                window = [layer.window, layer.window]
                scalars = [PaddingScheme.VALID, *stride, *window, layer.activation]
            case _:
                scalars = [layer.activation]
        inputs = (*layer.inputs, *(scalar(int(value)) for value in scalars))
        operations.append(Operation(layer.kind, inputs, (layer.output,)))
    main = Subgraph(tuple(operands), tuple(operations), (0,), tuple(outputs))
    return Model(main, operand_values=bytes(values))


def write_tflite(network: ImageNetwork, outputs: list[int]) -> bytes:
    """Return the network as a .tflite file with these tensors as outputs."""
    kinds = list(dict.fromkeys(layer.kind for layer in network.layers))
    model = schema.ModelT(version=3)
    model.operatorCodes = [
        schema.OperatorCodeT(
            builtinCode=getattr(schema.BuiltinOperator, kind.name),
            deprecatedBuiltinCode=getattr(schema.BuiltinOperator, kind.name),
            version=3 if kind != OperationType.FULLY_CONNECTED else 4,
        )
        for kind in kinds
    ]
    model.buffers = [schema.BufferT()]
    graph = schema.SubGraphT(inputs=[0], outputs=outputs, tensors=[], operators=[], name="main")
    for index, tensor in enumerate(network.tensors):
        quantization = None
        if tensor.scales:
            quantization = schema.QuantizationParametersT(
                scale=list(tensor.scales),
                zeroPoint=[tensor.zero_point] * len(tensor.scales),
                quantizedDimension=tensor.channel_dim,
            )
        buffer = 0
        if tensor.data is not None:
            buffer = len(model.buffers)
            model.buffers.append(
                schema.BufferT(data=np.frombuffer(tensor.data.tobytes(), np.uint8))
            )
        graph.tensors.append(
            schema.TensorT(
                shape=list(tensor.shape),
                type=getattr(schema.TensorType, tensor.dtype.upper()),
                buffer=buffer,
                name=f"t{index}",
                quantization=quantization,
            )
        )
    activation = {
        FusedActivation.NONE: schema.ActivationFunctionType.NONE,
        FusedActivation.RELU6: schema.ActivationFunctionType.RELU6,
    }
    for layer in network.layers:
        more: dict[str, Any] = {"fusedActivationFunction": activation[layer.activation]}  # type: ignore[index]
        strides = {"strideW": layer.stride, "strideH": layer.stride}
        match layer.kind:
            case OperationType.CONV_2D:
                options = "Conv2DOptions"
                more |= {**strides, "padding": schema.Padding.SAME}
            case OperationType.DEPTHWISE_CONV_2D:
                options = "DepthwiseConv2DOptions"
                more |= {**strides, "padding": schema.Padding.SAME, "depthMultiplier": 1}
            case OperationType.AVERAGE_POOL_2D:
                options = "Pool2DOptions"
                more |= {**strides, "padding": schema.Padding.VALID}
                more |= {"filterWidth": layer.window, "filterHeight": layer.window}
            case OperationType.FULLY_CONNECTED:
                options = "FullyConnectedOptions"
            case _:
                options = "AddOptions"
        graph.operators.append(
            schema.OperatorT(
                opcodeIndex=kinds.index(layer.kind),
                inputs=list(layer.inputs),
                outputs=[layer.output],
                builtinOptionsType=getattr(schema.BuiltinOptions, options),
                builtinOptions=getattr(schema, f"{options}T")(**more),
            )
        )
    model.subgraphs = [graph]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())
