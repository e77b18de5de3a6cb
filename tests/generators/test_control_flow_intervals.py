"""Intervals of IF and WHILE, in particular if rounding leaves a condition undetermined.

All expected values are computed by hand from the definition: an undetermined IF may take either
branch, and a loop with an undetermined condition may end after any number of iterations. Integer
additions do not round, so intervals of integers have exact ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from conformance import hal
from conformance.oracle.expected import reference_results
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.interval_propagation import open_outputs, output_intervals

_T, _O, _L = hal.OperandType, hal.OperationType, hal.OperandLifeTime
FLOAT, INT, BOOL = _T.TENSOR_FLOAT32, _T.TENSOR_INT32, _T.TENSOR_BOOL8
INT_RANGE = (-(2**31), 2**31 - 1)


class Values:
    """The constant data and the referenced subgraphs of one model."""

    def __init__(self) -> None:
        self.data = b""
        self.referenced: list[hal.Subgraph] = []


class Graph:
    """Adds the operands and operations of one subgraph; methods return operand indexes."""

    def __init__(self, values: Values, *inputs: hal.OperandType) -> None:
        self.values = values
        self.operands = [hal.Operand(kind, (1,), 0, 0.0, 0, _L.SUBGRAPH_INPUT) for kind in inputs]
        self.inputs = tuple(range(len(inputs)))
        self.operations: list[hal.Operation] = []

    def _add(self, *fields: object) -> int:
        self.operands.append(hal.Operand(*fields))
        return len(self.operands) - 1

    def constant(self, kind: hal.OperandType, *numbers: float) -> int:
        """Add a constant tensor, or a scalar of a scalar type."""
        data = np.array(numbers, hal.INFO[kind].dtype).tobytes()
        place = hal.DataLocation(0, len(self.values.data), len(data))
        self.values.data += data
        dims = (len(numbers),) if hal.INFO[kind].tensor else ()
        return self._add(kind, dims, 0, 0.0, 0, _L.CONSTANT_COPY, place)

    def call(self, code: hal.OperationType, inputs: Sequence[int], kind: hal.OperandType) -> int:
        """Add an operation with one output of one element."""
        return self.calls(code, inputs, [kind])[0]

    def calls(
        self, code: hal.OperationType, inputs: Sequence[int], kinds: Sequence[hal.OperandType]
    ) -> list[int]:
        """Add an operation whose outputs have one element each."""
        outputs = [self._add(k, (1,), 0, 0.0, 0, _L.TEMPORARY_VARIABLE) for k in kinds]
        self.operations.append(hal.Operation(code, tuple(inputs), tuple(outputs)))
        return outputs

    def plus(self, index: int, number: float, kind: hal.OperandType = INT) -> int:
        """Add a constant number to an operand."""
        none = self.constant(_T.INT32, 0)
        return self.call(_O.ADD, [index, self.constant(kind, number), none], kind)

    def less(self, index: int, number: float, kind: hal.OperandType = INT) -> int:
        """Compare an operand with a constant number."""
        return self.call(_O.LESS, [index, self.constant(kind, number)], BOOL)

    def done(self, *outputs: int) -> hal.Subgraph:
        return hal.Subgraph(tuple(self.operands), tuple(self.operations), self.inputs, outputs)

    def reference(self, *inputs: hal.OperandType, body: Callable[[Graph], Sequence[int]]) -> int:
        """Add a referenced subgraph; ``body`` adds its operations and returns its outputs."""
        graph = Graph(self.values, *inputs)
        self.values.referenced.append(graph.done(*body(graph)))
        place = hal.DataLocation(0, len(self.values.referenced) - 1, 0)
        return self._add(_T.SUBGRAPH, (), 0, 0.0, 0, _L.SUBGRAPH, place)

    def if_plus(self, condition: int, index: int, then: float, else_: float) -> int:
        """Add an IF that adds ``then`` or ``else_`` to an integer operand."""
        branches = [self.reference(INT, body=lambda g, n=n: [g.plus(0, n)]) for n in (then, else_)]
        return self.call(_O.IF, [condition, *branches, index], INT)


def span_of(
    build: Callable[[Graph], Sequence[int]], kinds: Sequence[hal.OperandType], *inputs: float
) -> list[Interval]:
    """Return the intervals of a model's outputs for inputs of one element each.

    The nominal value of each bounded interval is the reference's result.
    """
    model = model_of(build, kinds)
    arrays = [np.array([n], hal.INFO[k].dtype) for n, k in zip(inputs, kinds, strict=True)]
    spans = output_intervals(model, arrays)
    results = reference_results(model, [array.tobytes() for array in arrays])
    for span, result in zip(spans, results, strict=True):
        assert (span.low <= result).all()
        assert (result <= span.high).all()
    return spans


def model_of(
    build: Callable[[Graph], Sequence[int]], kinds: Sequence[hal.OperandType]
) -> hal.Model:
    values = Values()
    graph = Graph(values, *kinds)
    main = graph.done(*build(graph))
    return hal.Model(main, tuple(values.referenced), values.data)


def ends(span: Interval) -> tuple[float, float, float]:
    """Return lower end, nominal value and upper end of an interval of one element."""
    return span.low.item(), span.nominal.item(), span.high.item()


def undetermined(graph: Graph, index: int, limit: float) -> int:
    """Compare ``operand + 1``, which is rounded, with a limit: undetermined if they are equal."""
    return graph.less(graph.plus(index, 1.0, FLOAT), limit, FLOAT)


# ---------------------------------------------------------------------------------------------- IF


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (2.0, (11, 21, 21)),  # 1 + 1 < 2 is false, but rounding may make it true
        (np.nextafter(np.float32(2), np.float32(3)), (11, 11, 21)),  # true, and may be false
        (2.1, (11, 11, 11)),
        (1.9, (21, 21, 21)),
    ],
)
def test_an_undetermined_condition_covers_both_branches(limit, expected) -> None:
    def build(graph: Graph) -> Sequence[int]:
        return [graph.if_plus(undetermined(graph, 0, limit), 1, 10, 20)]

    (span,) = span_of(build, [FLOAT, INT], 1.0, 1)
    assert ends(span) == expected


def test_the_rounding_inside_both_branches_is_included() -> None:
    def build(graph: Graph) -> Sequence[int]:
        then = graph.reference(FLOAT, body=lambda g: [g.plus(0, 10, FLOAT)])
        else_ = graph.reference(FLOAT, body=lambda g: [g.plus(0, 20, FLOAT)])
        return [graph.call(_O.IF, [undetermined(graph, 0, 2.0), then, else_, 0], FLOAT)]

    (span,) = span_of(build, [FLOAT], 1.0)
    low, middle, high = ends(span)
    # The tolerance of float32 is 1e-5 plus 5 * 2^-23 of the value: at 11 1.66e-5, at 21 2.25e-5.
    assert middle == 21
    assert 11 - low == pytest.approx(1.66e-5, abs=2e-6)
    assert high - 21 == pytest.approx(2.25e-5, abs=2e-6)


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [
        (2.0, 2.0, (12, 31, 31)),  # any of 1 + 11, 1 + 15 and 1 + 30
        (2.0, 2.1, (12, 31, 31)),  # 1 + 11 or 1 + 30
        (2.0, 1.9, (16, 31, 31)),  # 1 + 15 or 1 + 30
        (2.1, 2.0, (12, 16, 16)),  # 1 + 11 or 1 + 15
        (1.9, 2.0, (31, 31, 31)),  # the outer IF takes its other branch
    ],
)
def test_a_nested_undetermined_condition_covers_the_leaves_that_can_be_reached(
    outer, inner, expected
) -> None:
    def then(graph: Graph) -> Sequence[int]:
        return [graph.if_plus(undetermined(graph, 0, inner), 1, 11, 15)]

    def build(graph: Graph) -> Sequence[int]:
        first = graph.reference(FLOAT, INT, body=then)
        second = graph.reference(FLOAT, INT, body=lambda g: [g.plus(1, 30)])
        return [graph.call(_O.IF, [undetermined(graph, 0, outer), first, second, 0, 1], INT)]

    (span,) = span_of(build, [FLOAT, INT], 1.0, 1)
    assert ends(span) == expected


# ------------------------------------------------------------------------------------------- WHILE


def loop(
    graph: Graph,
    limit: float,
    kind: hal.OperandType,
    start: int,
    body: Callable[[Graph], Sequence[int]],
) -> list[int]:
    """Add a loop while operand 0 is less than ``limit``; operand 1 is an integer counter."""
    condition = graph.reference(kind, INT, body=lambda g: [g.less(0, limit, kind)])
    step = graph.reference(kind, INT, body=body)
    counter = graph.constant(INT, 0)
    return graph.calls(_O.WHILE, [condition, step, start, counter], [kind, INT])


def add_one(graph: Graph) -> Sequence[int]:
    return [graph.plus(0, 1.0, FLOAT), graph.plus(1, 1)]


def test_a_loop_with_determined_conditions_has_its_result() -> None:
    # 1, 2 and 3 are less than 3.5: three iterations, each of which rounds.
    def build(graph: Graph) -> Sequence[int]:
        return loop(graph, 3.5, FLOAT, 0, add_one)

    number, counter = span_of(build, [FLOAT], 1.0)
    low, middle, high = ends(number)
    # The tolerances 1e-5 + 5 * 2^-23 * (2, 3 and 4) add up to 3.54e-5. The rounding of each
    # addition itself, at most 2^-21 of its result, adds at most 0.43e-5.
    assert middle == 4
    assert 3.53e-5 < 4 - low < 3.97e-5
    assert 3.53e-5 < high - 4 < 3.97e-5
    assert ends(counter) == (3, 3, 3)


@pytest.mark.parametrize("limit", [2.0, 3.0, 4.0])
def test_a_loop_whose_end_is_undetermined_has_unknown_results(limit) -> None:
    # After 1, 2 or 3 iterations, the rounded number is about equal to the limit.
    def build(graph: Graph) -> Sequence[int]:
        return loop(graph, limit, FLOAT, 0, add_one)

    number, counter = span_of(build, [FLOAT], 1.0)
    assert number.unbounded.all()
    assert (counter.low.item(), counter.high.item()) == INT_RANGE


@pytest.mark.parametrize(("limit", "known"), [(63, True), (100, False)])
def test_a_loop_of_many_iterations_has_unknown_results(limit, known) -> None:
    def build(graph: Graph) -> Sequence[int]:
        return loop(graph, limit, INT, 0, lambda g: [g.plus(0, 1), g.plus(1, 1)])

    number, _ = span_of(build, [INT], 0)
    wanted = (limit, limit) if known else INT_RANGE
    assert (number.low.item(), number.high.item()) == wanted


# ----------------------------------------------------------------------------- IF and WHILE, nested


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (1, (1, 2)),  # 0 -> 1 or 2, which both end the loop
        (2, INT_RANGE),  # 0 -> 1 or 2, of which only 2 ends the loop
        (3, INT_RANGE),  # 1 or 2 -> 2 to 4, of which only 3 and 4 end the loop
    ],
)
def test_an_undetermined_if_in_a_loop(limit, expected) -> None:
    def body(graph: Graph) -> Sequence[int]:
        one = graph.constant(FLOAT, 1.0)
        return [graph.if_plus(undetermined(graph, one, 2.0), 0, 1, 2), graph.plus(1, 1)]

    (span, _) = span_of(lambda graph: loop(graph, limit, INT, 0, body), [INT], 0)
    assert (span.low.item(), span.high.item()) == expected


@pytest.mark.parametrize(
    ("limit", "inner", "expected"),
    [
        (2.0, 3.5, (3, 103, 103)),  # three iterations, or the constant of the other branch
        (2.1, 3.5, (3, 3, 3)),
        (1.9, 3.0, (103, 103, 103)),  # the loop whose end is undetermined is not reached
    ],
)
def test_a_loop_in_a_branch(limit, inner, expected) -> None:
    def build(graph: Graph) -> Sequence[int]:
        first = graph.reference(FLOAT, body=lambda g: [loop(g, inner, FLOAT, 0, add_one)[1]])
        second = graph.reference(FLOAT, body=lambda g: [g.constant(INT, 103)])
        return [graph.call(_O.IF, [undetermined(graph, 0, limit), first, second, 0], INT)]

    (span,) = span_of(build, [FLOAT], 1.0)
    assert ends(span) == expected


# ----------------------------------------------------------------------------- unspecified results


def tie_is_first(graph: Graph) -> int:
    """Return whether ARGMAX of two equal numbers is 0, which the contract leaves open."""
    equal = graph.constant(FLOAT, 5.0, 5.0)
    index = graph.call(_O.ARGMAX, [equal, graph.constant(_T.INT32, 0)], INT)
    graph.operands[index] = hal.Operand(INT, (), 0, 0.0, 0, _L.TEMPORARY_VARIABLE)
    return graph.call(_O.EQUAL, [index, graph.constant(INT, 0)], BOOL)


def test_a_condition_that_the_contract_leaves_open_covers_both_branches() -> None:
    def build(graph: Graph) -> Sequence[int]:
        return [graph.if_plus(tie_is_first(graph), 0, 10, 20), graph.plus(0, 1)]

    spans, flags = open_outputs(model_of(build, [INT]), [np.array([1], np.int32)])
    assert [ends(span) for span in spans] == [(11, 11, 21), (2, 2, 2)]
    assert flags == [True, False]


@pytest.mark.parametrize(("taken", "open_"), [(True, True), (False, False)])
def test_only_the_branch_that_is_taken_makes_a_result_open(taken: bool, open_: bool) -> None:
    def build(graph: Graph) -> Sequence[int]:
        first = graph.reference(INT, body=lambda g: [tie_is_first(g)])
        second = graph.reference(INT, body=lambda g: [g.less(0, 5)])
        condition = graph.less(0, 5 if taken else 0)
        return [graph.call(_O.IF, [condition, first, second, 0], BOOL)]

    (span,), flags = open_outputs(model_of(build, [INT]), [np.array([1], np.int32)])
    assert flags == [open_]
    assert ends(span) == ((False, True, True) if taken else (True, True, True))
