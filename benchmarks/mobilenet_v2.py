"""Compare the reference driver with LiteRT's reference kernels: MobileNetV2 1.0 224, one thread.

    python -m benchmarks.mobilenet_v2 [--runs N]

Both use the same seeded random weights, in float32 and in int8 (per-channel filters). Before the
measurement the outputs of every layer are compared, and a deliberate mismatch must be detected.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType  # type: ignore[import-untyped]
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from benchmarks.image_network import (
    Array,
    ImageNetwork,
    NetworkLayer,
    NetworkTensor,
    hal_model,
    write_tflite,
)
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    FusedActivation,
    MeasureTiming,
    Model,
    OperationType,
    PreparedModel,
    PreparedModelCallback,
    Request,
    RequestArgument,
    SharedMemory,
)
from conformance.reference import create_device

BLOCKS = (
    # expansion, channels, repeats, stride of the first
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)
CLASSES = 1001
RELU6 = FusedActivation.RELU6
NONE = FusedActivation.NONE


def float_network(seed: int) -> ImageNetwork:
    """Return the network with random weights, scaled so that activations stay moderate."""
    random = np.random.default_rng(seed)
    net = ImageNetwork()
    current = net.add(NetworkTensor((1, 224, 224, 3)))

    def constant(values: Array) -> int:
        data = values.astype(np.float32)
        return net.add(NetworkTensor(data.shape, data=data))

    def layer(kind: OperationType, units: int, size: int, stride: int, activation: int) -> None:
        nonlocal current
        _, height, width, channels = net.tensors[current].shape
        depthwise = kind == OperationType.DEPTHWISE_CONV_2D
        shape = (1, size, size, units) if depthwise else (units, size, size, channels)
        fan_in = size * size * (1 if depthwise else channels)
        deviation = np.sqrt((1.0 if activation == NONE else 2.0) / fan_in)
        filter_ = constant(random.normal(0, deviation, shape))
        bias = constant(random.normal(0, 0.1, units))
        out = net.add(NetworkTensor((1, -(-height // stride), -(-width // stride), units)))
        net.layers.append(NetworkLayer(kind, (current, filter_, bias), out, stride, activation))
        current = out

    layer(OperationType.CONV_2D, 32, 3, 2, RELU6)
    for expansion, units, repeats, first_stride in BLOCKS:
        for repeat in range(repeats):
            start, stride = current, first_stride if repeat == 0 else 1
            channels = net.tensors[current].shape[3] * expansion
            if expansion > 1:
                layer(OperationType.CONV_2D, channels, 1, 1, RELU6)
            layer(OperationType.DEPTHWISE_CONV_2D, channels, 3, stride, RELU6)
            layer(OperationType.CONV_2D, units, 1, 1, NONE)
            if net.tensors[start].shape == net.tensors[current].shape:
                out = net.add(NetworkTensor(net.tensors[current].shape))
                net.layers.append(NetworkLayer(OperationType.ADD, (start, current), out))
                current = out
    layer(OperationType.CONV_2D, 1280, 1, 1, RELU6)
    out = net.add(NetworkTensor((1, 1, 1, 1280)))
    net.layers.append(NetworkLayer(OperationType.AVERAGE_POOL_2D, (current,), out, window=7))
    weights = constant(random.normal(0, np.sqrt(1 / 1280), (CLASSES, 1280)))
    bias = constant(random.normal(0, 0.1, CLASSES))
    result = net.add(NetworkTensor((1, CLASSES)))
    net.layers.append(NetworkLayer(OperationType.FULLY_CONNECTED, (out, weights, bias), result))
    return net


def quantized_network(source: ImageNetwork, values: dict[int, Array]) -> ImageNetwork:
    """Return the int8 network; the ranges of its tensors are those of the float ``values``."""
    net = ImageNetwork(list(source.tensors), source.layers)

    def asymmetric(index: int) -> None:
        low, high = min(0.0, float(values[index].min())), max(0.0, float(values[index].max()))
        scale = float(np.float32((high - low) / 255))
        net.tensors[index] = NetworkTensor(
            source.tensors[index].shape,
            "int8",
            scales=(scale,),
            zero_point=round(-128 - low / scale),
        )

    asymmetric(0)
    for layer in source.layers:
        asymmetric(layer.output)
        if layer.kind == OperationType.AVERAGE_POOL_2D:
            entry, shape = net.tensors[layer.inputs[0]], source.tensors[layer.output].shape
            net.tensors[layer.output] = NetworkTensor(
                shape, "int8", scales=entry.scales, zero_point=entry.zero_point
            )
        if len(layer.inputs) < 3:
            continue
        weights, bias = source.tensors[layer.inputs[1]].data, source.tensors[layer.inputs[2]].data
        assert weights is not None
        assert bias is not None
        channel = 3 if layer.kind == OperationType.DEPTHWISE_CONV_2D else 0
        others = tuple(axis for axis in range(weights.ndim) if axis != channel)
        if layer.kind == OperationType.FULLY_CONNECTED:
            others = (0, 1)
        scales = (np.abs(weights).max(axis=others, keepdims=True) / 127).astype(np.float32)
        codes = np.clip(np.rint(weights / scales), -127, 127).astype(np.int8)
        steps = scales.ravel().astype(np.float64)
        net.tensors[layer.inputs[1]] = NetworkTensor(
            weights.shape, "int8", codes, tuple(steps.tolist()), 0, channel
        )
        bias_steps = (steps * net.tensors[layer.inputs[0]].scales[0]).astype(np.float32)
        net.tensors[layer.inputs[2]] = NetworkTensor(
            bias.shape,
            "int32",
            np.rint(bias / bias_steps).astype(np.int32),
            tuple(bias_steps.tolist()),
        )
    return net


class _Prepared(PreparedModelCallback):
    model: PreparedModel | None = None

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        assert status == ErrorStatus.NONE, status
        self.model = prepared_model


class Reference:
    """The network prepared by the reference driver, executed through HAL calls."""

    def __init__(self, network: ImageNetwork, outputs: list[int]) -> None:
        model: Model = hal_model(network, outputs)
        callback = _Prepared()
        start = time.perf_counter()
        status = create_device().prepare_model(model, 1, 1, None, (), (), bytes(32), callback)
        self.prepare_seconds = time.perf_counter() - start
        assert status == ErrorStatus.NONE
        assert callback.model is not None
        self.prepared = callback.model
        self.shapes = [network.tensors[index].shape for index in outputs]
        self.dtype = np.dtype(network.tensors[0].dtype)
        sizes = [int(np.prod(shape)) * self.dtype.itemsize for shape in self.shapes]
        starts = np.cumsum([0, *sizes]).tolist()
        entry = int(np.prod(network.tensors[0].shape)) * self.dtype.itemsize
        self.pools = SharedMemory(entry), SharedMemory(starts[-1])
        self.request = Request(
            (RequestArgument(location=DataLocation(0, 0, entry)),),
            tuple(
                RequestArgument(location=DataLocation(1, start, size))
                for start, size in zip(starts, sizes, strict=False)
            ),
            self.pools,
        )

    def feed(self, image: Array) -> None:
        self.pools[0].view()[:] = image.tobytes()

    def run(self) -> None:
        status, _, _ = self.prepared.execute_synchronously(
            self.request, MeasureTiming.NO, None, None
        )
        assert status == ErrorStatus.NONE, status

    def outputs(self) -> list[Array]:
        data = bytes(self.pools[1].view())
        return [
            np.frombuffer(
                data[a.location.offset : a.location.offset + a.location.length], self.dtype
            ).reshape(shape)
            for a, shape in zip(self.request.outputs, self.shapes, strict=True)
        ]


class LiteRT:
    """The network in a LiteRT interpreter with one thread."""

    def __init__(self, network: ImageNetwork, outputs: list[int], resolver: str) -> None:
        self.interpreter: Any = Interpreter(
            model_content=write_tflite(network, outputs),
            num_threads=1,
            experimental_op_resolver_type=OpResolverType[resolver],
        )
        self.interpreter.allocate_tensors()
        self.indexes = [entry["index"] for entry in self.interpreter.get_output_details()]

    def feed(self, image: Array) -> None:
        self.interpreter.set_tensor(self.interpreter.get_input_details()[0]["index"], image)

    def run(self) -> None:
        self.interpreter.invoke()

    def outputs(self) -> list[Array]:
        return [self.interpreter.get_tensor(index) for index in self.indexes]


def differences(ours: list[Array], theirs: list[Array]) -> tuple[float, int]:
    """Return the largest difference and the number of compared elements.

    The difference of floats is relative to the largest value of the tensor.
    """
    worst, count = 0.0, 0
    for first, second in zip(ours, theirs, strict=True):
        assert first.shape == second.shape
        difference = np.abs(first.astype(np.float64) - second.astype(np.float64)).max()
        if first.dtype.kind == "f":
            difference /= np.abs(second).max()
        worst, count = max(worst, float(difference)), count + first.size
    return worst, count


def compare_layers(name: str, network: ImageNetwork, image: Array, tolerance: float) -> None:
    """Compare every layer of both engines on the same inputs; end the program if they differ.

    A deliberate mismatch in one layer must be detected.
    """
    worst, count = 0.0, 0
    references = LiteRT(network, network.results, "BUILTIN_REF")
    references.feed(image)
    references.run()
    theirs = dict(zip(network.results, references.outputs(), strict=True)) | {0: image}
    planted = 0.0
    for number, layer in enumerate(network.layers):
        part, feeds = single_layer(network, layer, theirs)
        alone = Reference(part, [layer_output(part)])
        alone.feed(feeds)
        alone.run()
        ours = alone.outputs()
        difference, elements = differences(ours, [theirs[layer.output]])
        worst, count = max(worst, difference), count + elements
        if number == len(network.layers) // 2:
            spoilt = theirs[layer.output].copy()
            flat = spoilt.reshape(-1)
            flat[flat.size // 2] += flat.dtype.type(2 if flat.dtype.kind == "i" else 1e-2)
            planted, _ = differences(ours, [spoilt])
    if worst > tolerance:
        raise SystemExit(f"{name}: a layer differs by {worst:g}, more than {tolerance:g}")
    if planted <= tolerance:
        raise SystemExit(f"{name}: the deliberate mismatch was not detected")
    print(
        f"{name}: {len(network.layers)} layers prepared and executed, {count} elements compared, "
        f"largest difference {worst:.3g} (limit {tolerance:g}), deliberate mismatch detected"
    )


def layer_output(network: ImageNetwork) -> int:
    return network.layers[-1].output


def single_layer(
    network: ImageNetwork, layer: NetworkLayer, values: dict[int, Array]
) -> tuple[ImageNetwork, Array]:
    """Return a network with only this layer and its input; its other operands are constants."""
    part = ImageNetwork()
    inputs = []
    for position, index in enumerate(layer.inputs):
        tensor = network.tensors[index]
        data = tensor.data if tensor.data is not None or position == 0 else values[index]
        inputs.append(
            part.add(
                NetworkTensor(
                    tensor.shape,
                    tensor.dtype,
                    data,
                    tensor.scales,
                    tensor.zero_point,
                    tensor.channel_dim,
                )
            )
        )
    out = part.add(network.tensors[layer.output])
    part.layers.append(
        NetworkLayer(layer.kind, tuple(inputs), out, layer.stride, layer.activation, layer.window)
    )
    return part, values[layer.inputs[0]]


def medians(candidates: dict[str, Callable[[], None]], runs: int) -> dict[str, float]:
    """Return the median seconds of each candidate; the candidates run alternately."""
    seconds: dict[str, list[float]] = {name: [] for name in candidates}
    for run in candidates.values():
        run()
    for _ in range(runs):
        for name, run in candidates.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(values) for name, values in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with threadpool_limits(1):
        network = float_network(options.seed)
        image = np.random.default_rng(options.seed + 1).uniform(-1, 1, (1, 224, 224, 3))
        pixels = image.astype(np.float32)
        calibration = Reference(network, network.results)
        calibration.feed(pixels)
        calibration.run()
        values = dict(zip(network.results, calibration.outputs(), strict=True)) | {0: pixels}
        quantized = quantized_network(network, values)
        entry = quantized.tensors[0]
        codes = np.clip(np.rint(pixels / entry.scales[0]) + entry.zero_point, -128, 127)
        rows = []
        for name, net, feed, tolerance in (
            ("float32", network, pixels, 1e-5),
            ("int8", quantized, codes.astype(np.int8), 1.0),
        ):
            compare_layers(name, net, feed, tolerance)
            outputs = [layer_output(net)]
            ours, theirs = Reference(net, outputs), LiteRT(net, outputs, "BUILTIN_REF")
            ours.feed(feed)
            theirs.feed(feed)
            times = medians({"ours": ours.run, "theirs": theirs.run}, options.runs)
            final, _ = differences(ours.outputs(), theirs.outputs())
            rows.append((name, times["ours"], times["theirs"], final, ours.prepare_seconds))
    print(
        f"\n{'':8} {'reference':>12} {'LiteRT ref':>12} {'ratio':>7} {'end diff':>9} {'prepare':>9}"
    )
    for name, mine, other, final, prepare in rows:
        print(
            f"{name:8} {mine * 1e3:9.1f} ms {other * 1e3:9.1f} ms {other / mine:6.2f}x "
            f"{final:9.2g} {prepare * 1e3:6.0f} ms"
        )


if __name__ == "__main__":
    main()
