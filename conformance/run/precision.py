"""The precision in which a driver computes float32 numbers, measured by a few small models.

Each model multiplies or adds numbers whose exact result needs 24 bits, the precision of float32,
and rounds nothing else. Kernels may differ, so each operation is measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance import hal
from conformance.cases import Example
from conformance.cases.example import ExpectedOutput
from conformance.checks.sample_models import subgraph
from conformance.hal import OperationType
from conformance.harness.planning.execution_path import quick_paths
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import VerdictKind

FLOAT32_BITS: Final = 24
_VALID: Final = 2
"""The code of the padding scheme without padding."""
_Array = npt.NDArray[Any]


def measured_bits(runner: CaseRunner) -> dict[str, int]:
    """Return the correct bits of float32 results by operation, without those that do not run.

    After a crash or a hang, none is measured.
    """
    found = {}
    runner = runner.another()
    for name, example in _examples():
        outputs: dict[str, tuple[bytes, ...]] = {}
        path = quick_paths(runner.version)[:1]
        verdicts = runner.run(example, f"precision/{name}", path, observer=outputs.__setitem__)
        if any(verdict.kind in (VerdictKind.CRASH, VerdictKind.HANG) for verdict in verdicts):
            return {}
        for (data,) in outputs.values():
            expected = np.frombuffer(example.outputs[0].data, np.float32).astype(np.float64)
            values = np.frombuffer(data, np.float32)
            error = float(np.max(np.abs(values - expected) / expected, initial=0.0))
            if not math.isfinite(error):
                found[name] = 0
            else:
                bits = round(-math.log2(max(error, 2.0**-FLOAT32_BITS)))
                found[name] = max(0, bits)
    return found


def precision_text(bits: Mapping[str, int]) -> str:
    """Return which operations compute float32 with how many bits; empty if none was measured."""
    names: dict[int, list[str]] = {}
    for name, count in bits.items():
        names.setdefault(count, []).append(name)
    parts = [f"{count} bits ({', '.join(names[count])})" for count in sorted(names)]
    return f"float32 is computed with about {', '.join(parts)}" if parts else ""


def _examples() -> Iterator[tuple[str, Example]]:
    # Odd numbers of 12 bits, divided by powers of two so that float16 can hold the results.
    left, right = (
        np.asarray(2049 + 2 * (np.arange(16) * step % 1024), np.float32) / 4096
        for step in (37, 101)
    )
    rows = np.where(np.arange(4) == np.arange(16)[:, None] % 4, left[:, None], 0).astype(np.float32)
    weights, bias = right.reshape(4, 4), np.zeros(4, np.float32)
    products = (rows.astype(np.float64) @ weights.T).astype(np.float32)
    summands = left + np.float32(2.0**-23), right
    yield _example(OperationType.ADD, summands[0], [summands[1], 0], summands[0] + summands[1])
    yield _example(OperationType.MUL, left, [right, 0], left * right)
    yield _example(OperationType.FULLY_CONNECTED, rows, [weights, bias, 0], products)
    image, filters = rows.reshape(1, 4, 4, 4), weights.reshape(4, 1, 1, 4)
    others = [filters, bias, _VALID, 1, 1, 0]
    yield _example(OperationType.CONV_2D, image, others, products.reshape(1, 4, 4, 4))


def _example(
    type_: OperationType, source: _Array, constants: Sequence[Any], result: _Array
) -> tuple[str, Example]:
    """Return an operation on ``source`` and constants, arrays of float32 and integers."""
    operands = [hal.Operand(hal.OperandType.TENSOR_FLOAT32, source.shape)]
    values = b""
    for constant in constants:
        is_tensor = isinstance(constant, np.ndarray)
        data = constant.tobytes() if is_tensor else np.int32(constant).tobytes()
        operands.append(
            hal.Operand(
                hal.OperandType.TENSOR_FLOAT32 if is_tensor else hal.OperandType.INT32,
                constant.shape if is_tensor else (),
                lifetime=hal.OperandLifeTime.CONSTANT_COPY,
                location=hal.DataLocation(0, len(values), len(data)),
            )
        )
        values += data
    operands.append(hal.Operand(hal.OperandType.TENSOR_FLOAT32, result.shape))
    last = len(operands) - 1
    operation = hal.Operation(type_, tuple(range(last)), (last,))
    model = hal.Model(subgraph(operands, (operation,), (0,), (last,)), operand_values=values)
    expected = ExpectedOutput(result.shape, result.tobytes())
    names = tuple(f"op{index}" for index in range(len(operands)))
    inputs = (source.tobytes(),)
    return type_.name, Example("precision", type_.name, model, inputs, (expected,), names)
