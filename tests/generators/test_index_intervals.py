"""Index outputs that rounding leaves undetermined: exactly the possible indexes are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from conformance.cases.example import Example
from conformance.hal import OperandType, OperationType
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.index_intervals import IndexSet
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.intervals.interval_propagation import operation_intervals, output_intervals
from conformance.reference.device import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.generators.model_builder import ModelBuilder

_T, _O = OperandType, OperationType
_INDEX_OPERATIONS = [_O.ARGMAX, _O.ARGMIN, _O.TOPK_V2]


class AnswersWith(ReferenceDevice):
    """The reference, except that the index operation of a model returns given answers."""

    name = "tells"

    def __init__(self, *answers: object) -> None:
        super().__init__()
        self._answers = answers

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type not in _INDEX_OPERATIONS:
            return kernel

        def run(inputs: Sequence[Array | None]) -> list[Array]:
            return [
                np.asarray(answer, array.dtype).reshape(array.shape)
                for answer, array in zip(self._answers, kernel(inputs), strict=True)
            ]

        return run


def _verdict(example: Example, *answers: object) -> Verdict:
    judge = Judge(AnswersWith(*answers))
    check = OutputIntervalCheck(example)
    (verdict,) = judge.judge(example, "random/hand/0", [ExecutionPath()], interval_check=check)
    return verdict


def _passes(example: Example, *answers: object) -> bool:
    return _verdict(example, *answers).kind is VerdictKind.PASSED


def _argmax(values: list[float], operation: OperationType = _O.ARGMAX) -> Example:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, values)
    return b.example(b.call(operation, [x, b.scalar(0)], _T.TENSOR_INT32))


def _topk(values: list[list[float]], k: int) -> Example:
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, values)
    return b.example(*b.calls(_O.TOPK_V2, [x, b.scalar(k)], [_T.TENSOR_FLOAT32, _T.TENSOR_INT32]))


def _sets(spans: Sequence[Interval]) -> list[list[int]]:
    places = spans[-1]
    assert isinstance(places, IndexSet)
    return [places.possible_indexes(element) for element in range(len(places.possible))]


def _possible(example: Example) -> list[list[int]]:
    return _sets(output_intervals(example.model, input_arrays(example.model, example.inputs)))


# ------------------------------------------------------------------------- sets by hand


def test_an_index_is_possible_if_rounding_can_change_the_order() -> None:
    # RELU's codes may be off by one: 20 is 19 to 21, 22 is 21 to 23 (they overlap), 18 is <= 19.
    b = ModelBuilder()
    x = b.input(_T.TENSOR_QUANT8_ASYMM, [20, 18, 22, 18], 0.5)
    y = b.call(_O.RELU, [x], _T.TENSOR_QUANT8_ASYMM, 0.5)
    largest = b.call(_O.ARGMAX, [y, b.scalar(0)], _T.TENSOR_INT32)
    smallest = b.call(_O.ARGMIN, [y, b.scalar(0)], _T.TENSOR_INT32)
    assert _possible(b.example(largest)) == [[0, 2]]
    assert _possible(b.example(smallest)) == [[0, 1, 3]]


def test_in_a_row_with_nan_every_index_is_possible() -> None:
    assert _possible(_argmax([1.0, np.nan, 2.0])) == [[0, 1, 2]]
    example = _topk([[1.0, np.nan, 2.0], [1.0, 3.0, 2.0]], 1)
    assert _possible(example) == [[0, 1, 2], [1]]


@pytest.mark.parametrize("operation", _INDEX_OPERATIONS, ids=lambda op: op.name)
def test_index_sets_equal_an_enumeration_of_small_intervals(operation: OperationType) -> None:
    """All combinations of values in the intervals, sorted by Python with ties in any order."""
    draws = np.random.default_rng(5)
    for _ in range(60):
        low = draws.integers(0, 5, 4)
        high = low + draws.integers(0, 3, 4)
        brought: list[set[int]] = [set() for _ in range(3)]
        for values in product(*(range(a, b + 1) for a, b in zip(low, high, strict=True))):
            ordered = sorted(values, reverse=operation is not _O.ARGMIN)
            for place, found in enumerate(brought):
                found |= {i for i, value in enumerate(values) if value == ordered[place]}
        b = ModelBuilder()
        x = b.input(_T.TENSOR_INT32, low.tolist())
        types = [_T.TENSOR_INT32, _T.TENSOR_INT32]
        topk = operation is _O.TOPK_V2
        outs = b.calls(operation, [x, b.scalar(3 if topk else 0)], types[: 1 + topk])
        main = b.example(*outs).model.main
        scalar = Interval.point(np.array(3 if topk else 0, "<i4"))
        source = Interval(low.astype("<i4"), low.astype("<i4"), high.astype("<i4"))
        spans = operation_intervals(main.operands, main.operations[0], [source, scalar])
        wanted = brought if topk else brought[:1]
        assert _sets(spans) == [sorted(found) for found in wanted]
        assert spans[-1].low.tolist() == [min(found) for found in wanted]
        assert spans[-1].high.tolist() == [max(found) for found in wanted]


# ------------------------------------------------------------------------- drivers' answers


_TIE = [3.0, 1.0, 1.0, 3.0]
_TIES = [[7.0, 0.0, 7.0, 1.0, 7.0, 2.0]]
_SEVENS = [7.0, 7.0, 7.0]


@pytest.mark.parametrize(
    ("example", "answers", "passes"),
    [
        (_argmax(_TIE), [[0]], True),
        (_argmax(_TIE), [[3]], True),
        (_argmax(_TIE), [[2]], False),
        (_argmax([-3.0, 1.0, 1.0, -3.0], _O.ARGMIN), [[3]], True),
        (_argmax([3.0, 3.0, 3.0]), [[3]], False),
        (_argmax([1.0, 3.0, np.nan]), [[-2]], False),
        (_topk(_TIES, 3), [_SEVENS, [0, 2, 4]], True),
        (_topk(_TIES, 3), [_SEVENS, [2, 4, 0]], True),
        (_topk(_TIES, 3), [_SEVENS, [0, 2, 2]], False),
        (_topk(_TIES, 3), [_SEVENS, [1, 2, 4]], False),
        (_topk([*_TIES, *_TIES], 2), [[7.0] * 4, [0, 2, 0, 2]], True),
        (_topk([[np.inf, 0.0, 1.0, np.inf]], 1), [[np.inf], [0]], True),
    ],
)
def test_exactly_the_indexes_of_ties_pass(
    example: Example, answers: list[object], passes: bool
) -> None:
    assert _passes(example, *answers) == passes


def _rounded_topk(*, with_values: bool) -> Example:
    """Return TOPK_V2 of codes that may be off by one: 30, 10, 11, 29 are 29-31, ..., 28-30."""
    b = ModelBuilder()
    x = b.input(_T.TENSOR_QUANT8_ASYMM, [30, 10, 11, 29], 0.5)
    y = b.call(_O.RELU, [x], _T.TENSOR_QUANT8_ASYMM, 0.5)
    types = [_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_INT32]
    outs = b.calls(_O.TOPK_V2, [y, b.scalar(1)], types, 0.5)
    return b.example(*outs[not with_values :])


def test_the_value_returned_with_an_index_must_be_possible_for_that_element() -> None:
    # The largest code is 29 to 31, and the output may be off by one more: 32 is a possible value of
    # element 0, while element 3 is at most 31.
    example = _rounded_topk(with_values=True)
    assert _possible(example) == [[0, 3]]
    assert _passes(example, [31], [3])
    assert _passes(example, [32], [0])
    assert not _passes(example, [32], [3])


def test_indexes_are_checked_alone_if_the_values_are_no_output() -> None:
    example = _rounded_topk(with_values=False)
    assert _passes(example, [32], [3])
    assert not _passes(example, [30], [2])


def test_the_index_set_is_used_even_if_the_indexes_are_read_later() -> None:
    """After CAST to real numbers, indexes form an interval again; as an output they form a set."""
    b = ModelBuilder()
    x = b.input(_T.TENSOR_FLOAT32, [3.0, 1.0, 1.0, 3.0])
    y = b.call(_O.ARGMAX, [x, b.scalar(0)], _T.TENSOR_INT32)
    z = b.call(_O.CAST, [y], _T.TENSOR_FLOAT32)
    example = b.example(z, y)
    cast, places = output_intervals(example.model, input_arrays(example.model, example.inputs))
    assert _sets([places]) == [[0, 3]]
    assert cast.low.tolist() == [0.0]
    assert cast.high == pytest.approx([3.0])
    assert _passes(example, [3])
    assert not _passes(example, [2])
