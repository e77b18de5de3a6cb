"""Compares the reference's results under different settings of OpenBLAS.

    python -m tests.reference.blas_campaign [--graphs N] [--specs FOLDER ...] [--models FOLDER]

The reference multiplies matrices with numpy, which uses OpenBLAS with several threads and with a
kernel that depends on the processor. Models without floating-point operands have exact results, so
these must be equal to the bit with 1, 2 and 4 threads, with each kernel that the processor can
execute, and for executions at the same time. Each setting is one child process. The command prints
the cases that differ, and its exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from conformance.cases.index import SpecIndex, bundled_specs
from conformance.driver_sdk import DriverError
from conformance.engines.tflite.tflite_import import Unsupported
from conformance.hal import INFO, Model, OperandType, OperationType
from conformance.models.model_cases import case_names, load_case
from conformance.oracle.expected import reference_results
from generators.generate import generate
from tests.operations.op_runner import given, out
from tests.operations.op_runner import run as run_operation

CORE_FEATURES = {
    "Nehalem": "sse4_2",
    "Sandybridge": "avx",
    "Haswell": "avx2",
    "Zen": "avx2",
    "SkylakeX": "avx512f",
}
"""Kernels of OpenBLAS on x86-64, and the processor feature that each requires."""

THREADS = (1, 2, 4)

Checksums = dict[str, dict[str, list[int]]]
"""By kind of model (``exact`` or ``float``) and case id: the checksums of all its executions."""

Case = tuple[str, Model, Sequence[bytes | None]]

_T = OperandType


@dataclass(frozen=True)
class Product:
    """An operation on 8-bit codes with sums long enough for several threads of OpenBLAS."""

    operation: OperationType
    signed: bool
    left: tuple[int, ...]
    right: tuple[int, ...]
    parameters: tuple[int, ...]
    bias: bool = True

    @property
    def name(self) -> str:
        return f"{self.operation.name}_{'signed' if self.signed else 'unsigned'}_{self.left}"

    @property
    def operands(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Codes of both factors, and the bias; all rows and columns differ."""
        source = np.random.default_rng(len(self.left) * 7 + self.signed)
        low, dtype = (-128, np.int8) if self.signed else (0, np.uint8)
        left, right = (
            source.integers(low, low + 256, shape).astype(dtype)
            for shape in (self.left, self.right)
        )
        return left, right, source.integers(-9999, 9999, self.right[0]).astype(np.int32)

    def run(self) -> np.ndarray:
        """Return the reference's result; all scales and the ratio of scales are powers of two."""
        type_ = _T.TENSOR_QUANT8_ASYMM_SIGNED if self.signed else _T.TENSOR_QUANT8_ASYMM
        left, right, bias = self.operands
        inputs = [
            given(type_, left, scale=0.5, zero_point=3),
            given(type_, right, scale=0.25, zero_point=-7 if self.signed else 99),
        ]
        if self.bias:
            inputs.append(given(_T.TENSOR_INT32, bias, scale=0.125))
        kind = _T.BOOL if self.operation is OperationType.BATCH_MATMUL else _T.INT32
        inputs += [given(kind, value) for value in self.parameters]
        return run_operation(self.operation, inputs, [out(type_, scale=2.0**11, zero_point=5)])[0]

    def checksum(self) -> int:
        return zlib.crc32(self.run().tobytes())

    def expected(self) -> np.ndarray:
        """Return the result from sums of 64-bit integers, which numpy computes without BLAS."""
        left_codes, right, bias = self.operands
        left = left_codes.astype(np.int64) - 3
        right = right.astype(np.int64) - (-7 if self.signed else 99)
        if self.operation is OperationType.BATCH_MATMUL:
            sums = left @ right
        else:
            sums = left @ right.reshape(len(right), -1).T + bias
        steps = np.sign(sums) * ((np.abs(sums) + (1 << 13)) >> 14)  # halves away from zero
        low, high = (-128, 127) if self.signed else (0, 255)
        return np.clip(steps + 5, low, high).astype(left_codes.dtype)


PRODUCTS = [
    Product(OperationType.FULLY_CONNECTED, signed, (256, 700), (300, 700), (0,))
    for signed in (False, True)
] + [
    Product(OperationType.CONV_2D, True, (1, 64, 64, 130), (140, 1, 1, 130), (1, 1, 1, 0)),
    Product(OperationType.CONV_2D, False, (2, 32, 32, 256), (96, 1, 1, 256), (1, 1, 1, 0)),
    Product(OperationType.BATCH_MATMUL, True, (3, 200, 300), (3, 300, 250), (0, 0), bias=False),
]


def settings() -> list[dict[str, str]]:
    """Return the environments to compare: each number of threads, then each kernel."""
    text = Path("/proc/cpuinfo").read_text()
    flags = set(next((line for line in text.splitlines() if line.startswith("flags")), "").split())
    return [{"OPENBLAS_NUM_THREADS": str(count)} for count in THREADS] + [
        {"OPENBLAS_NUM_THREADS": "2", "OPENBLAS_CORETYPE": core}
        for core, feature in CORE_FEATURES.items()
        if feature in flags
    ]


def is_exact(model: Model) -> bool:
    """Return whether no operand of the model is a floating-point number."""
    subgraphs = (model.main, *model.referenced)
    infos = (INFO.get(operand.type) for graph in subgraphs for operand in graph.operands)
    return not any(info is not None and np.dtype(info.dtype).kind == "f" for info in infos)


def digest(model: Model, inputs: Sequence[bytes | None]) -> int:
    """Return a checksum of the reference's outputs; 0 if it refuses the model."""
    try:
        return zlib.crc32(b"".join(array.tobytes() for array in reference_results(model, inputs)))
    except (DriverError, ValueError):
        return 0


def at_the_same_time(compute: Callable[[], int], count: int) -> set[int]:
    """Return the results of ``count`` calls in threads of their own."""
    with ThreadPoolExecutor(count) as pool:
        barrier = threading.Barrier(count)
        return set(pool.map(lambda _: (barrier.wait(), compute())[1], range(count)))


def spec_cases(folder: Path) -> Iterator[Case]:
    index = SpecIndex()
    for path in sorted(folder.rglob("*.mod.py")):
        for info in index.names(path):
            if not info.has_error:
                example = index.load(path, info.name)
                yield f"{path.relative_to(folder)}::{info.name}", example.model, example.inputs


def model_cases(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.tflite")):
        for name in case_names(path, Unsupported.CUT):
            if name != "sequence":
                example = load_case(path, name, Unsupported.CUT)
                yield f"{path.name}::{name}", example.model, example.inputs


def graph_cases(count: int) -> Iterator[Case]:
    for seed in range(count):
        graph = generate("default", seed)
        yield f"random/default/{seed}", graph.model, graph.inputs


def checksums(values: argparse.Namespace) -> Checksums:
    """Return the checksums of the results of all cases in this process."""
    result: Checksums = {"exact": {}, "float": {}}
    for product in PRODUCTS:
        result["exact"][product.name] = sorted(at_the_same_time(product.checksum, 3))
    sources = [(graph_cases(values.graphs), 1), *((spec_cases(each), 1) for each in values.specs)]
    if values.models:
        sources.append((model_cases(values.models), 3))
    for cases, count in sources:
        for name, model, inputs in cases:
            found = at_the_same_time(partial(digest, model, inputs), count)
            result["exact" if is_exact(model) else "float"][name] = sorted(found)
    return result


def checksums_under(setting: dict[str, str], arguments: Sequence[str]) -> Checksums:
    """Return the checksums that a child process with this setting computes."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENBLAS_", "OMP_"))}
    command = [sys.executable, "-m", "tests.reference.blas_campaign", "--child", *arguments]
    done = subprocess.run(command, env=kept | setting, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def differences(results: Sequence[Checksums], kind: str = "exact") -> list[str]:
    """Return the ids of the cases whose checksums are not the same under all settings."""
    return [
        name
        for name in results[0][kind]
        if len({checksum for result in results for checksum in result[kind][name]}) != 1
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", type=int, default=20_000)
    parser.add_argument("--specs", type=Path, nargs="*", default=[bundled_specs()])
    parser.add_argument("--models", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    values = parser.parse_args()
    if values.child:
        json.dump(checksums(values), sys.stdout)
        return 0
    results = []
    for setting in settings():
        results.append(checksums_under(setting, sys.argv[1:]))
        wrong, other = differences(results), differences(results, "float")
        print(setting, {kind: len(cases) for kind, cases in results[-1].items()})
        print(f"  exact results that differ: {len(wrong)}; floating-point results: {len(other)}")
        sys.stdout.flush()
    print(*differences(results), sep="\n")
    return 1 if differences(results) else 0


if __name__ == "__main__":
    sys.exit(main())
