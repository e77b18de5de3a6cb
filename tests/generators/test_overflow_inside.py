"""A result is open where an intermediate value leaves the range of its type, and only there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.operations.families.axes import reduced_axes
from conformance.reference import ReferenceDevice
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile

_O = OperationType
_Arrays = Sequence[Array | None]


class SinglePrecisionSums(ReferenceDevice):
    """A legal driver that adds, squares and interpolates in float32, where numbers overflow."""

    def compile_call(self, call: Call) -> Kernel:
        kernel, view = super().compile_call(call), call.primary
        formulas: dict[int, Callable[[Call, Array], Array]] = {
            _O.MEAN: _mean,
            _O.REDUCE_SUM: _sum,
            _O.L2_NORMALIZATION: _l2_normalization,
            _O.HARD_SWISH: lambda _, x: x * np.clip(x + 3, 0, 6) / 6,
        }
        formula = formulas.get(call.definition.type)
        if formula is None or view.type != OperandType.TENSOR_FLOAT32:
            return kernel

        def run(arrays: _Arrays) -> Sequence[Array]:
            shape = kernel(arrays)[0].shape
            with np.errstate(all="ignore"):
                assert arrays[0] is not None
                return [formula(call, arrays[0]).astype(np.float32).reshape(shape)]

        return run


def _sum(call: Call, x: Array) -> Array:
    total = np.zeros((), np.float32)
    moved = np.moveaxis(x, reduced_axes(call), range(len(reduced_axes(call))))
    for part in moved.reshape(-1, *moved.shape[len(reduced_axes(call)) :]):
        total = (total + part).astype(np.float32)
    return np.asarray(total)


def _mean(call: Call, x: Array) -> Array:
    count = np.prod([x.shape[axis] for axis in reduced_axes(call)])
    return np.asarray(_sum(call, x) / np.float32(count))


def _l2_normalization(call: Call, x: Array) -> Array:
    axis = call.scalar("axis")
    squares = np.add.reduce(x * x, axis=axis, keepdims=True, dtype=np.float32)
    return np.asarray(x / np.sqrt(np.maximum(squares, np.float32(1e-30))))


@pytest.mark.parametrize("name", ["MEAN", "REDUCE_SUM", "L2_NORMALIZATION", "HARD_SWISH"])
def test_sums_in_single_precision_are_legal(name: str) -> None:
    judge = graph_search(SinglePrecisionSums())
    profile = parse_profile(
        f"special,special_values=16,count=1-2,operations={name}+MUL,types=TENSOR_FLOAT32"
    )
    for seed in range(80):
        record = judge_seed(judge, profile, seed)
        assert record.kind == "passed", (seed, record.reason)


class HalvedMeans(ReferenceDevice):
    """A driver whose means of special values are half of the correct ones."""

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type != _O.MEAN:
            return kernel
        return lambda arrays: [(a / 2).astype(a.dtype) for a in kernel(arrays)]


def test_a_wrong_mean_of_special_values_is_found() -> None:
    judge = graph_search(HalvedMeans())
    profile = parse_profile("special,special_values=16,count=1,operations=MEAN,sizes=2,zero_size=0")
    kinds = [judge_seed(judge, profile, seed).kind for seed in range(40)]
    assert kinds.count("failed") > 20


class HardSwishInHalf(ReferenceDevice):
    """Computes HARD_SWISH of float16 in float16, multiplied by ``factor``."""

    factor = 1.0

    def compile_call(self, call: Call) -> Kernel:
        kernel, factor = super().compile_call(call), np.float16(self.factor)
        half = call.primary.type == OperandType.TENSOR_FLOAT16
        if call.definition.type != _O.HARD_SWISH or not half:
            return kernel

        def run(arrays: _Arrays) -> Sequence[Array]:
            with np.errstate(all="ignore"):
                x = arrays[0]
                assert x is not None
                limited = np.minimum(np.maximum(x + np.float16(3), 0), np.float16(6))
                return [(x * limited / np.float16(6) * factor).astype(np.float16)]

        return run


class WrongHardSwishInHalf(HardSwishInHalf):
    """A faulty driver: the results are half of the correct ones."""

    factor = 0.5


def test_products_of_float16_tensors_may_overflow_in_float16() -> None:
    profile = parse_profile(
        "special,special_values=16,count=1-2,operations=HARD_SWISH+MUL,types=TENSOR_FLOAT16"
    )
    judge, wrong = graph_search(HardSwishInHalf()), graph_search(WrongHardSwishInHalf())
    records = [judge_seed(judge, profile, seed) for seed in range(60)]
    assert [record.reason for record in records if record.kind != "passed"] == []
    kinds = [judge_seed(wrong, profile, seed).kind for seed in range(40)]
    assert kinds.count("failed") > 10
