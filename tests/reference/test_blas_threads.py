"""Exact results do not depend on OpenBLAS: its number of threads, its kernels, other executions.

The reference multiplies matrices with numpy, which uses OpenBLAS with several threads and with a
kernel that depends on the processor. Products of 8-bit codes are exact, so they must be equal to
the bit under each setting. Each setting is one child process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from tests.operations.op_runner import given, out
from tests.operations.op_runner import run as run_operation
from tests.tiers import every_fast

CORE_FEATURES = {
    "Nehalem": "sse4_2",
    "Sandybridge": "avx",
    "Haswell": "avx2",
    "Zen": "avx2",
    "SkylakeX": "avx512f",
}
"""Kernels of OpenBLAS on x86-64, and the processor feature that each requires."""

THREADS = (1, 2, 4)

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


def checksums() -> list[list[int]]:
    """Return for each product the checksums of three executions at the same time."""
    with ThreadPoolExecutor(3) as pool:
        return [
            [zlib.crc32(found.tobytes()) for found in pool.map(Product.run, [product] * 3)]
            for product in PRODUCTS
        ]


CHILD = "import json; from tests.reference.test_blas_threads import checksums; "
CHILD += "print(json.dumps(checksums()))"


@pytest.mark.parametrize(
    "setting", every_fast(4, settings()), ids=lambda setting: "-".join(setting.values())
)
def test_large_products_are_exact(setting: dict[str, str]) -> None:
    """Expected values: sums of 64-bit integers, without BLAS."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OPENBLAS_", "OMP_"))}
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        cwd=Path(__file__).parents[2],
        env=kept | setting,
        stdout=subprocess.PIPE,
        check=True,
    )
    expected = [[zlib.crc32(product.expected().tobytes())] * 3 for product in PRODUCTS]
    assert json.loads(done.stdout) == expected
