"""Compare the reference driver with LiteRT's reference kernels: MobileNetV2 1.0 224, one thread.

    python -m benchmarks.mobilenet_v2 [--runs N]

Both use the same seeded random weights, in float32 and in int8 (per-channel filters). Before the
measurement the outputs of every layer are compared, and a deliberate mismatch must be detected.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType  # type: ignore[import-untyped]
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from conformance.engines.tflite.tflite_export import export_model
from conformance.models.image_network import (
    ImageNetwork,
    NetworkLayer,
    mobilenet_v2,
    quantize,
    quantize_images,
    to_model,
)
from conformance.models.inference import InferenceSession, prepare
from conformance.operations.definition.operands import Array
from conformance.reference import create_device

_TIMEOUT = 60.0


class LiteRT:
    """The network in a LiteRT interpreter with one thread."""

    def __init__(self, network: ImageNetwork, outputs: Sequence[int]) -> None:
        self.interpreter: Any = Interpreter(
            model_content=export_model(to_model(network, outputs)),
            num_threads=1,
            experimental_op_resolver_type=OpResolverType.BUILTIN_REF,
        )
        self.interpreter.allocate_tensors()
        self.indexes = [entry["index"] for entry in self.interpreter.get_output_details()]

    def load(self, image: Array) -> None:
        self.interpreter.set_tensor(self.interpreter.get_input_details()[0]["index"], image)

    def execute(self) -> None:
        self.interpreter.invoke()

    def results(self) -> list[Array]:
        return [self.interpreter.get_tensor(index) for index in self.indexes]


def reference_session(network: ImageNetwork) -> tuple[InferenceSession, float]:
    """Return the network on the reference driver, and the seconds of its preparation."""
    model = to_model(network)
    start = time.perf_counter()
    prepared = prepare(create_device(), model, _TIMEOUT)
    return InferenceSession(prepared, model), time.perf_counter() - start


def difference(ours: Array, theirs: Array) -> float:
    """Return the largest difference; that of floats is relative to the largest value."""
    largest = np.abs(ours.astype(np.float64) - theirs.astype(np.float64)).max()
    return float(largest / np.abs(theirs).max() if ours.dtype.kind == "f" else largest)


def compare_layers(name: str, network: ImageNetwork, image: Array, tolerance: float) -> None:
    """Compare every layer of both engines on the same inputs; end the program if they differ.

    A deliberate mismatch in one layer must be detected.
    """
    peer = LiteRT(network, network.results)
    peer.load(image)
    peer.execute()
    theirs = dict(zip(network.results, peer.results(), strict=True)) | {0: image}
    worst = planted = 0.0
    count = 0
    for number, layer in enumerate(network.layers):
        session, _ = reference_session(single_layer(network, layer, theirs))
        with session:
            (ours,) = session.run([theirs[layer.inputs[0]]])
        expected = theirs[layer.output]
        worst, count = max(worst, difference(ours, expected)), count + expected.size
        if number == len(network.layers) // 2:
            spoilt = expected.copy()
            flat = spoilt.reshape(-1)
            flat[flat.size // 2] += flat.dtype.type(2 if flat.dtype.kind == "i" else 1e-2)
            planted = difference(ours, spoilt)
    if worst > tolerance:
        raise SystemExit(f"{name}: a layer differs by {worst:g}, more than {tolerance:g}")
    if planted <= tolerance:
        raise SystemExit(f"{name}: the deliberate mismatch was not detected")
    print(
        f"{name}: {len(network.layers)} layers prepared and executed, {count} elements compared, "
        f"largest difference {worst:.3g} (limit {tolerance:g}), deliberate mismatch detected"
    )


def single_layer(
    network: ImageNetwork, layer: NetworkLayer, values: dict[int, Array]
) -> ImageNetwork:
    """Return a network with only this layer, whose inputs but the first are constants."""
    tensors = [network.tensors[layer.inputs[0]]]
    for index in layer.inputs[1:]:
        tensor = network.tensors[index]
        data = values[index] if tensor.data is None else tensor.data
        tensors.append(replace(tensor, data=data))
    output = len(tensors)
    tensors.append(network.tensors[layer.output])
    return ImageNetwork(tensors, [replace(layer, inputs=tuple(range(output)), output=output)])


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of both forms; exit if a layer differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with threadpool_limits(1):
        network = mobilenet_v2(1.0, 224, options.seed)
        image = np.random.default_rng(options.seed + 1).uniform(-1, 1, (1, 224, 224, 3))
        pixels = image.astype(np.float32)
        rows = []
        for name, net, tolerance in (
            ("float32", network, 1e-5),
            ("int8", quantize(network, pixels, signed=True), 1.0),
        ):
            feed = quantize_images(net, pixels)
            compare_layers(name, net, feed, tolerance)
            ours, prepare_seconds = reference_session(net)
            theirs = LiteRT(net, [net.current])
            ours.load([feed])
            theirs.load(feed)
            times = medians({"ours": ours.execute, "theirs": theirs.execute}, options.runs)
            final = difference(ours.results()[0], theirs.results()[0])
            ours.close()
            rows.append((name, times["ours"], times["theirs"], final, prepare_seconds))
    print(
        f"\n{'':8} {'reference':>12} {'LiteRT ref':>12} {'ratio':>7} {'end diff':>9} {'prepare':>9}"
    )
    for name, mine, other, final, seconds in rows:
        print(
            f"{name:8} {mine * 1e3:9.1f} ms {other * 1e3:9.1f} ms {other / mine:6.2f}x "
            f"{final:9.2g} {seconds * 1e3:6.0f} ms"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
