"""Interval checks: examples by hand, no false alarms, and no excuse for real faults."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from conformance.cases.example import Example
from conformance.hal import INFO, OperandType, OperationType
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.intervals.interval_check import OutputIntervalCheck, meets_public_criteria
from conformance.oracle.intervals.interval_propagation import output_intervals
from conformance.verdicts import Finding, VerdictKind
from generators.oracle import case_id, random_example
from tests.generators.model_builder import ModelBuilder
from tests.sample_drivers.graphs.rounding_variants import (
    ToleranceLimitDevice,
)

_T, _O = OperandType, OperationType
_ULP = 2.0**-23


def _spans(example: Example) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    inputs = [
        np.frombuffer(data, INFO[example.model.main.operands[i].type].dtype).reshape(
            example.model.main.operands[i].dimensions
        )
        for i, data in zip(example.model.main.input_indexes, example.inputs, strict=True)
        if data is not None
    ]
    (span,) = output_intervals(example.model, inputs)
    return span.low, span.nominal, span.high


def test_a_single_operation_has_only_its_own_tolerance() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [1.0, -2.0])
    low, middle, high = _spans(b.example(b.call(_O.TANH, [x], _T.TENSOR_FLOAT32)))
    assert (low == middle).all()
    assert (high == middle).all()


def test_the_rounding_error_of_the_first_operation_propagates_through_the_second() -> None:
    # tanh(1) = 0.76159...: one operation may be off by 1e-5 + 5 ulp; the factor 8 multiplies that.
    b = ModelBuilder()
    x, eight = b.input(_T.TENSOR_FLOAT32, [1.0]), b.input(_T.TENSOR_FLOAT32, [8.0])
    y = b.call(_O.TANH, [x], _T.TENSOR_FLOAT32)
    z = b.call(_O.MUL, [y, eight, b.scalar(0)], _T.TENSOR_FLOAT32)
    low, middle, high = _spans(b.example(z))
    wanted = 8 * (1e-5 + 5 * _ULP * np.tanh(1.0))
    assert middle[0] == pytest.approx(8 * np.tanh(1.0), rel=1e-6)
    assert high[0] - middle[0] == pytest.approx(wanted, rel=0.05)
    assert middle[0] - low[0] == pytest.approx(wanted, rel=0.05)


def test_a_step_of_a_quantized_result_is_scaled_by_what_follows() -> None:
    # relu(x) may be off by one step of 0.5; after requantization to 0.125 that is four steps.
    b = ModelBuilder()
    x = b.input(_T.TENSOR_QUANT8_ASYMM, [10, 20], 0.5)
    zero = b.input(_T.TENSOR_QUANT8_ASYMM, [0, 0], 0.5)
    y = b.call(_O.RELU, [x], _T.TENSOR_QUANT8_ASYMM, 0.5)
    z = b.call(_O.ADD, [y, zero, b.scalar(0)], _T.TENSOR_QUANT8_ASYMM, 0.125)
    low, middle, high = _spans(b.example(z))
    assert middle.tolist() == [40, 80]
    assert low.tolist() == [36, 76]
    assert high.tolist() == [44, 84]


def test_intervals_apply_to_the_same_model_without_its_dimensions() -> None:
    # A path that omits the dimensions of inputs passes another example object to the check.
    b = ModelBuilder()
    x, eight = b.input(_T.TENSOR_FLOAT32, [1.0]), b.input(_T.TENSOR_FLOAT32, [8.0])
    y = b.call(_O.TANH, [x], _T.TENSOR_FLOAT32)
    z = b.call(_O.MUL, [y, eight, b.scalar(0)], _T.TENSOR_FLOAT32)
    example = b.example(z)
    main = example.model.main
    open_operands = tuple(
        replace(operand, dimensions=(0,)) if index in main.input_indexes else operand
        for index, operand in enumerate(main.operands)
    )
    opened = replace(
        example, model=replace(example.model, main=replace(main, operands=open_operands))
    )
    _, middle, _ = _spans(example)
    finding = Finding(VerdictKind.FAILED, "values", "1 of 1 values wrong", {"output": 0})
    check = OutputIntervalCheck(example)
    admissible = [(middle + np.float32(7e-5)).astype(np.float32).tobytes()]
    wrong = [(middle + np.float32(2e-4)).astype(np.float32).tobytes()]
    for seen in (example, opened):
        assert check(seen, admissible, [finding]) == []
        assert len(check(seen, wrong, [finding])) == 1
    other = replace(example, inputs=(example.inputs[1], example.inputs[0]))
    assert check(other, admissible, [finding]) == [finding]


def test_a_comparison_is_undetermined_only_where_intervals_overlap() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [0.0, 1.0, -1.0])
    y = b.call(_O.TANH, [x], _T.TENSOR_FLOAT32)
    z = b.input(_T.TENSOR_FLOAT32, [0.000001, 0.0, 0.0])
    low, middle, high = _spans(b.example(b.call(_O.LESS, [y, z], _T.TENSOR_BOOL8)))
    assert middle.tolist() == [True, False, True]
    assert low.tolist() == [False, False, True]
    assert high.tolist() == [True, False, True]


def test_sums_of_products_widen_with_the_weights() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [[0.5, -0.5]])
    y = b.call(_O.TANH, [x], _T.TENSOR_FLOAT32)
    w = b.input(_T.TENSOR_FLOAT32, [[100.0, -1.0]])
    bias = b.input(_T.TENSOR_FLOAT32, [0.0])
    z = b.call(_O.FULLY_CONNECTED, [y, w, bias, b.scalar(0)], _T.TENSOR_FLOAT32)
    low, middle, high = _spans(b.example(z))
    one = 1e-5 + 5 * _ULP * np.tanh(0.5)
    assert high[0, 0] - middle[0, 0] == pytest.approx(101 * one, rel=0.1)
    assert middle[0, 0] - low[0, 0] == pytest.approx(101 * one, rel=0.1)


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_a_driver_that_uses_the_full_tolerance_everywhere_never_fails(count: int) -> None:
    judge = Judge(ToleranceLimitDevice(7))
    looks = 0
    for seed in range(2000, 2000 + count):
        example = random_example("default", seed)
        look = OutputIntervalCheck(example, seed)
        (verdict,) = judge.judge(
            example, case_id("default", seed), [ExecutionPath()], interval_check=look
        )
        looks += look.computed
        assert verdict.kind is VerdictKind.PASSED, verdict
    assert looks > count // 10, "too few results needed the interval check"


def test_admissible_differences_do_not_excuse_a_fault() -> None:
    """A change of any output element by 1/20 of its spread (or by 5 codes) is detected."""
    detected = asked = 0
    for seed in range(240):
        example = random_example("default", seed)
        look = OutputIntervalCheck(example, seed)
        for number, index in enumerate(example.model.main.output_indexes):
            info = INFO[example.model.main.operands[index].type]
            array = np.frombuffer(example.outputs[number].data, info.dtype)
            if array.size < 2 or info.dtype.kind == "b" or example.outputs[number].ignored:
                continue
            wide = array.astype(np.float64)
            if not np.isfinite(wide).all():
                continue
            if info.dtype.kind == "f" and np.abs(wide).max() > np.finfo(info.dtype).max / 2:
                continue  # a larger value would be an infinity
            if info.dtype.kind == "f":
                moved = wide + 0.06 * max(np.ptp(wide), np.abs(wide).max(), 0.2)
            else:
                moved = np.where(wide > wide.max() - 6, wide - 6, wide + 6)
                moved = np.clip(moved, *info.code_range)
            changed = moved.astype(info.dtype)
            asked += array.size
            outputs = [output.data for output in example.outputs]
            outputs[number] = changed.tobytes()
            detected += len(look.unexplained_elements(number, outputs))
    assert detected / asked > 0.95


def test_public_criteria_are_wider_and_reported_in_addition() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [1.0, 2.0])
    example = b.example(b.call(_O.RELU, [x], _T.TENSOR_FLOAT32))
    off = np.array([1.005, 2.0], "<f4").tobytes()
    assert meets_public_criteria(example, [off])
    assert len(OutputIntervalCheck(example).unexplained_elements(0, [off])) == 1
    assert not meets_public_criteria(example, [np.array([1.05, 2.0], "<f4").tobytes()])
    assert not meets_public_criteria(example, [off[:-1]])  # memory that is one byte too small


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_nan_fails_where_a_number_is_expected(number: float) -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [1.0, 2.0])
    example = b.example(b.call(_O.RELU, [x], _T.TENSOR_FLOAT32))
    data = np.array([number, 2.0], "<f4").tobytes()
    assert OutputIntervalCheck(example).unexplained_elements(0, [data]).tolist() == [0]


def test_an_expected_infinity_passes_next_to_a_wrong_number() -> None:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [np.inf, 1.0, -np.inf, 2.0])
    example = b.example(b.call(_O.ABS, [x], _T.TENSOR_FLOAT32))
    data = np.array([np.inf, 1.0, np.inf, 3.0], "<f4").tobytes()
    assert OutputIntervalCheck(example).unexplained_elements(0, [data]).tolist() == [3]


def test_positions_between_pixels_are_rounded_too() -> None:
    # 8 pixels, alternately 0 and 32, become 13. A position is below 8, its three roundings are at
    # most 3 x 2^-24 x 8 off, and the image changes by 32 from one pixel to the next.
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, np.reshape([0.0, 32.0] * 4, (1, 1, 8, 1)).tolist())
    y = b.call(_O.RESIZE_BILINEAR, [x, b.scalar(13), b.scalar(1)], _T.TENSOR_FLOAT32)
    low, middle, high = _spans(b.example(y))
    places = np.arange(13) * 8 / 13
    wanted = 32 * np.minimum(places % 2, 2 - places % 2) * (places < 7)
    wanted[places >= 7] = 32.0
    assert middle.ravel() == pytest.approx(wanted, abs=1e-5)
    leeway = 3 * 2.0**-24 * 8 * 32
    assert (high - middle).ravel() == pytest.approx(np.full(13, leeway), abs=4e-6)
    assert (middle - low).ravel() == pytest.approx(np.full(13, leeway), abs=4e-6)
