"""Output intervals contain the results of all values inside the input intervals.

The expected results come from the reference's kernels, which do not use intervals. The width of an
interval is compared with the largest deviations found at many of its corners.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.driver_sdk import constant_copies
from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    Operand,
    OperandType,
    Operation,
    OperationType,
    Version,
)
from conformance.operations import OperandView, create_call, definitions, find_definition
from conformance.operations.definition.properties import DISCONTINUOUS_RULES, IntervalRule
from conformance.operations.kernels.recurrent_cell import LstmGate
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.interval_propagation import operation_intervals
from conformance.oracle.intervals.real_interval import RealInterval, deviations
from conformance.oracle.intervals.recurrent_intervals import IntervalGate
from conformance.oracle.intervals.special_intervals import NORMALIZATIONS, RECURRENT_CELLS
from generators.construction.profiles import PROFILES, Profile
from generators.generate import OperationCell, allowed_cells, encode_seed, generate

_VERSION = Version.AIDL_V4
_ONE = Profile(
    name="one",
    min_operations=1,
    max_operations=1,
    sizes=(1, 2, 3, 4),
    control_flow=0,
    unknown_shape=0,
)
_CELLS = [
    cell
    for cell in allowed_cells(PROFILES["default"], _VERSION)
    if cell.operation not in CONTROL_FLOW
    and definitions()[cell.operation].properties.intervals.rule not in DISCONTINUOUS_RULES
]
_OF_FLOATS = [
    operation
    for operation in sorted(RECURRENT_CELLS.keys() | NORMALIZATIONS.keys())
    if OperandType.TENSOR_FLOAT32 in definitions()[operation].types
]
_SAMPLES = 12
_AXIS = Interval.point(np.array(1, np.int32))
FIRST_ONLY = (IntervalRule.MONOTONE_IN_FIRST_INPUT, IntervalRule.REGION_AVERAGE)


class _Loosened:
    """One operation with intervals around its input data."""

    def __init__(self, cell: OperationCell, number: int, size: float) -> None:
        self.draws = np.random.default_rng([number, cell.operation, cell.type])
        made = generate(_ONE, encode_seed(number, [cell]), _VERSION)
        main = made.model.main
        values = dict(enumerate(constant_copies(made.model, main)))
        values |= dict(zip(main.input_indexes, input_arrays(made.model, made.inputs), strict=True))
        self.operands, (self.operation,) = main.operands, main.operations
        behavior = definitions()[cell.operation].properties.intervals
        self.inputs: list[Interval | None] = []
        for place, index in enumerate(self.operation.inputs):
            array = values[index]
            if array is None:
                self.inputs.append(None)
            elif place and behavior.rule in FIRST_ONLY:
                self.inputs.append(Interval.point(array))  # a moved corner may give an invalid box
            else:
                self.inputs.append(self._span(main.operands[index], array, size))
        self.spans = operation_intervals(self.operands, self.operation, self.inputs)

    def _span(self, operand: Operand, array: np.ndarray, size: float) -> Interval:
        info, draws = INFO[operand.type], self.draws
        data = info.dtype.kind == "f" or info.quantized
        if not info.tensor or not data or draws.random() < 0.2:
            return Interval.point(array)
        loose = draws.random(array.shape) < draws.choice([0.2, 1.0])
        if info.quantized:
            below, above = (draws.integers(0, 1 + int(20 * size), array.shape) for _ in "ab")
            low, high = array.astype(np.int64) - below * loose, array + above * loose
            least, most = np.iinfo(array.dtype).min, np.iinfo(array.dtype).max
            low, high = np.clip(low, least, most), np.clip(high, least, most)
        else:
            below, above = (draws.random(array.shape) * size for _ in "ab")
            low, high = array - below * loose, array + above * loose
            if (array > 0).all():  # probably the input of an operation with a restricted domain
                low = np.maximum(low, array / 2)
        return Interval(low.astype(array.dtype), array, high.astype(array.dtype))

    def point(self) -> list[np.ndarray | None]:
        """Return values inside the intervals, mostly at their ends."""
        return [None if s is None else self._inside(s) for s in self.inputs]

    def _inside(self, span: Interval) -> np.ndarray:
        if span.is_point:
            return span.nominal
        choice = self.draws.integers(0, self.draws.choice([2, 4]), span.nominal.shape)
        between = span.low + self.draws.random(span.nominal.shape) * (
            span.high.astype(np.float64) - span.low
        )
        if span.nominal.dtype.kind != "f":
            between = np.round(between)
        values = np.select([choice == 0, choice == 1, choice == 2], [span.low, span.high, between])
        values = np.where(choice == 3, span.nominal, values)
        return np.clip(values.astype(span.nominal.dtype), span.low, span.high)

    def results(self, point: list[np.ndarray | None] | None = None) -> list[np.ndarray]:
        """Return the kernel's results for one such point."""
        point = self.point() if point is None else point
        views = []
        for index, array in zip(self.operation.inputs, point, strict=True):
            view = OperandView.of(self.operands[index], array)
            view.omitted = array is None
            views.append(view)
        found = find_definition(self.operation.type)
        assert found is not None
        outputs = [OperandView.of(self.operands[i]) for i in self.operation.outputs]
        call = create_call(found, views, outputs)
        with np.errstate(all="ignore"):
            return [np.asarray(a) for a in call.definition.compile(call)(point)]


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        *((cell, 3) for cell in _CELLS[::3]),
        *(pytest.param(cell, 24, marks=pytest.mark.slow) for cell in _CELLS),
    ],
    ids=str,
)
def test_results_of_values_inside_the_intervals_are_inside_the_output_interval(
    cell: OperationCell, numbers: int
) -> None:
    for number in range(numbers):
        loosened = _Loosened(cell, number, (0.001, 0.1, 2.0)[number % 3])
        for _ in range(_SAMPLES):
            for span, array in zip(loosened.spans, loosened.results(), strict=True):
                if array.shape != span.nominal.shape:
                    continue  # the shape depends on a value, so results cannot be compared
                with np.errstate(invalid="ignore"):
                    inside = (span.low <= array) & (array <= span.high)
                if array.dtype.kind == "f":
                    inside |= np.isnan(array) & ~(np.isfinite(span.low) & np.isfinite(span.high))
                assert inside.all(), (number, span.low, array, span.high)


@pytest.mark.parametrize("operation", _OF_FLOATS, ids=lambda op: op.name)
def test_small_intervals_stay_small(operation: OperationType) -> None:
    """The mean width is close to that observed at the corners, so the bounds are tight."""
    cell = OperationCell(operation, OperandType.TENSOR_FLOAT32)
    promised = shown = 0.0
    for number in range(6):
        loosened = _Loosened(cell, number, 0.001)
        points = [loosened.results() for _ in range(40)]
        for place, span in enumerate(loosened.spans):
            seen = np.stack([point[place] for point in points]).astype(np.float64)
            with np.errstate(invalid="ignore"):
                wide = span.high.astype(np.float64) - span.low
                known = np.isfinite(wide) & (wide < 0.5)
            promised += wide[known].sum()
            shown += np.ptp(seen, axis=0)[known].sum()
    assert promised < 12 * shown


def test_layer_normalization_may_add_a_small_number_to_the_variance() -> None:
    # Sums 2^-12 and 0: deviations of 2^-13 from their mean, variance 2^-26 = 1.49e-8. If nothing is
    # added, they become 1 and -1; with 1e-8, they become 2^-13 / sqrt(2.49e-8) = 0.77358.
    none = np.zeros((2, 2))
    gate = LstmGate(slice(2), np.array([[2.0**-12], [0.0]]), none, np.zeros(2), norm=np.ones(2))
    still = RealInterval.point(np.zeros((1, 2)))
    total = IntervalGate(gate, gate, 0.0)(RealInterval.point(np.ones((1, 1))), still, still)
    assert np.minimum(*np.abs((total.low, total.high)))[0] == pytest.approx([0.77358] * 2, abs=1e-5)
    assert np.maximum(*np.abs((total.low, total.high)))[0] == pytest.approx([1.0, 1.0])


def test_elu_has_a_maximum_between_the_ends_if_alpha_is_negative() -> None:
    # f(x) = x - (e^x - 1) / 2 for x > 0: f(0) = 0, f(2) = 2 - 6.389056 / 2 = -1.194528, and the
    # maximum is at e^x = 2: ln 2 - 1 / 2 = 0.193147. For x < 0 the result is 0.
    operands = [
        Operand(OperandType.TENSOR_FLOAT32, (2,)),
        Operand(OperandType.FLOAT32),
        Operand(OperandType.TENSOR_FLOAT32, (2,)),
    ]
    ends = (np.array(end, np.float32) for end in ([0, -2], [2, -1], [2, -1]))
    alpha = Interval.point(np.array(-0.5, np.float32))
    (span,) = operation_intervals(
        operands, Operation(OperationType.ELU, (0, 1), (2,)), [Interval(*ends), alpha]
    )
    assert span.low == pytest.approx([-1.194528, 0.0], rel=2e-6)
    assert span.high == pytest.approx([0.193147, 0.0], rel=2e-6)


def _intervals_of(
    operation: OperationType, ends: list[list[float]], *scalars: Interval
) -> Interval:
    """Return the output interval for a tensor with the ends low, nominal and high, and scalars."""
    low, middle, high = (np.array([end], np.float32) for end in ends)
    shape = (1, len(ends[0]))
    tensor = Operand(OperandType.TENSOR_FLOAT32, shape)
    types = {"f": OperandType.FLOAT32, "i": OperandType.INT32}
    operands = [
        tensor,
        *(Operand(types[scalar.nominal.dtype.kind]) for scalar in scalars),
        tensor,
    ]
    last = len(operands) - 1
    (span,) = operation_intervals(
        operands,
        Operation(operation, tuple(range(last)), (last,)),
        [Interval(low, middle, high), *scalars],
    )
    return span


@pytest.mark.parametrize("end", [60, 1e38])
def test_a_wide_element_of_a_softmax_does_not_hide_the_others(end: float) -> None:
    # x = (0, y) with y from -60 to the end, nominally 0: the results are -ln(1 + e^y) and
    # y - ln(1 + e^y). The first is minus the end at the upper end, and 0 at the lower one. The
    # second is -60 at the lower end and 0 at the upper one.
    beta = Interval.point(np.array(1, np.float32))
    span = _intervals_of(OperationType.LOG_SOFTMAX, [[0, -60], [0, 0], [0, end]], beta, _AXIS)
    assert span.low[0] == pytest.approx([-end, -60], rel=1e-5)
    assert span.high[0, 1] == pytest.approx(0, abs=1e-4)
    # x = (0, y) with y from 0 to the end: -ln 2 is the largest first and the smallest second value.
    span = _intervals_of(OperationType.LOG_SOFTMAX, [[0, 0], [0, 0], [0, end]], beta, _AXIS)
    assert span.low[0, 1] == pytest.approx(-0.693147, rel=1e-4)
    assert span.high[0, 0] >= -0.693148


def test_a_gate_with_infinities_of_both_signs_may_be_nan() -> None:
    # The bias is 0 to inf, and the peephole term -inf to 0: inf - inf is NaN, of which no sigmoid
    # makes a number from 0 to 1.
    none = np.zeros((1, 1))
    low, high = (
        LstmGate(slice(1), none, none, np.array([bias]), from_cell=np.array([weight]))
        for bias, weight in ((0.0, -np.inf), (np.inf, 0.0))
    )
    still = RealInterval.point(np.zeros((1, 1)))
    total = IntervalGate(low, high, 2.0**-24)(still, still, RealInterval.point(np.ones((1, 1))))
    assert np.isnan(total.low).all()
    assert np.isnan(total.high).all()


def test_a_wide_element_of_a_norm_does_not_hide_the_others() -> None:
    # x = (1, y) with y in 1 to 1e12: the results are 1 / sqrt(1 + y^2) and y / sqrt(1 + y^2), which
    # is sqrt(1 / 2) at the lower end.
    wide = [[1.0, 1], [1, 1e6], [1, 1e12]]
    span = _intervals_of(OperationType.L2_NORMALIZATION, wide, _AXIS)
    assert span.low[0] == pytest.approx([0, 0.5**0.5], abs=1e-6)
    assert span.high[0] == pytest.approx([0.5**0.5, 1], abs=1e-6)


def test_a_wide_element_does_not_hide_the_others_in_a_mean() -> None:
    # (1, y) with y in 1 to 1e20 minus the mean: (1 - y) / 2 and (y - 1) / 2.
    found = deviations(RealInterval(np.array([1.0, 1.0]), np.array([1.0, 1e20])), (0,))
    assert found.low.tolist() == pytest.approx([-5e19, 0])
    assert found.high.tolist() == pytest.approx([0, 5e19])


@pytest.mark.parametrize(("zero", "lowest"), [(0.0, 0.5), (-0.0, -np.inf)])
def test_a_reciprocal_root_of_zero_has_the_sign_of_zero(zero: float, lowest: float) -> None:
    # 1 / sqrt(x) for x from 0 to 4 is infinite to 0.5; for -0 it is minus infinity.
    span = _intervals_of(OperationType.RSQRT, [[zero, 1], [1, 2], [4, 4]])
    assert span.low[0] == pytest.approx([lowest, 0.5], rel=1e-5)
    assert span.high[0] == pytest.approx([np.inf, 1.0], rel=1e-5)


@pytest.mark.parametrize("operation", [OperationType.AVERAGE_POOL_2D, OperationType.MEAN])
def test_an_average_of_opposite_infinities_may_be_nan(operation: OperationType) -> None:
    """A relaxed driver may read 3e38 as infinite: the interval is unbounded where a sum is NaN."""
    cell, seen = OperationCell(operation, OperandType.TENSOR_FLOAT32), 0
    for number in range(60):
        one = _Loosened(cell, number, 0.0)
        source = one.inputs[0]
        assert source is not None
        signs = np.where(one.draws.random(source.nominal.shape) < 0.5, -1, 1).astype(np.float32)
        middle = signs * np.float32(3e38)
        ends = np.where(signs < 0, -np.inf, 65504), np.where(signs < 0, -65504, np.inf)
        low, high = (end.astype(np.float32) for end in ends)
        exact = [s and Interval.point(s.nominal) for s in one.inputs[1:]]
        given = [Interval(low, middle, high), *exact]
        (span,) = operation_intervals(one.operands, one.operation, given, relaxed=True)
        infinite = [signs * np.float32(np.inf), *(s and s.nominal for s in exact)]
        with np.errstate(all="ignore"):
            (result,) = one.results(infinite)
        seen += int(np.isnan(result).sum())
        assert span.unbounded[np.isnan(result)].all(), number
    assert seen > 20
