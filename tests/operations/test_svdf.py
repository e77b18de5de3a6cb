"""SVDF against loops in plain Python, over several steps."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
TARGET = [out(F32), out(F32)]
BATCH, INPUT, UNITS, MEMORY = 2, 3, 2, 4
BOUNDS = {0: (-1e9, 1e9), 1: (0.0, 1e9), 2: (-1.0, 1.0), 3: (0.0, 6.0)}


def _inputs(
    type_: T = F32, rank: int = 2, activation: int = 0, bias: bool = True
) -> list[OperandView]:
    choose = np.random.default_rng(rank)
    filters = UNITS * rank

    def draw(*shape: int) -> OperandView:
        return given(type_, choose.normal(0, 1.5, shape))

    return [
        draw(BATCH, INPUT),
        draw(filters, INPUT),
        draw(filters, MEMORY),
        draw(UNITS) if bias else absent(type_),
        draw(BATCH, MEMORY * filters),
        given(T.INT32, rank),
        given(T.INT32, activation),
    ]


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("rank", [1, 2, 3])
@pytest.mark.parametrize(
    ("activation", "bias"), [(0, True), (0, False), (1, True), (2, True), (3, True)]
)
def test_one_step(type_: T, rank: int, activation: int, bias: bool) -> None:
    inputs = _inputs(type_, rank, activation, bias)
    x, by_feature, by_time = (np.asarray(inputs[i].value).tolist() for i in range(3))
    b = np.asarray(inputs[3].value).tolist() if bias else [0.0] * UNITS
    state = np.asarray(inputs[4].value)
    low, high = BOUNDS[activation]
    next_state, expected = [], []
    for n in range(BATCH):
        totals = [*b]
        for f in range(UNITS * rank):
            memory = state[n, f * MEMORY : (f + 1) * MEMORY].tolist()
            memory[-1] = sum(x[n][i] * by_feature[f][i] for i in range(INPUT))
            totals[f // rank] += sum(m * t for m, t in zip(memory, by_time[f], strict=True))
            next_state += [*memory[1:], 0.0]
        expected.append([min(max(total, low), high) for total in totals])
    got_state, got = run(Op.SVDF, inputs, [out(type_), out(type_)])
    np.testing.assert_array_max_ulp(got, np.array(expected).astype(got.dtype), 1)
    wanted = np.array(next_state).reshape(state.shape).astype(got.dtype)
    np.testing.assert_array_max_ulp(got_state, wanted, 1)


def test_memory_contains_the_last_steps() -> None:
    # one filter with feature weight 1: the output is the weighted sum of the last inputs
    times = [1000.0, 100.0, 10.0, 1.0]
    state = given(F32, np.zeros((1, 4)))
    outputs = []
    for number in (1, 2, 3, 4, 5):
        inputs = [given(F32, [[number]]), given(F32, [[1.0]]), given(F32, [times])]
        more = [absent(F32), state, given(T.INT32, 1), given(T.INT32, 0)]
        after, output = run(Op.SVDF, [*inputs, *more], TARGET)
        state = given(F32, after)
        outputs.append(output.item())
    assert outputs == [1.0, 12.0, 123.0, 1234.0, 2345.0]


@pytest.mark.parametrize(
    ("place", "shape", "name"),
    [
        (0, (BATCH, INPUT + 1), "sizes_agree"),
        (0, (BATCH + 1, INPUT), "sizes_agree"),
        (1, (UNITS * 2, INPUT + 1), "sizes_agree"),
        (4, (BATCH + 1, MEMORY * UNITS * 2), "sizes_agree"),
        (4, (BATCH, (MEMORY - 1) * UNITS * 2), "state_width"),
        (3, (UNITS + 1,), "bias_length"),
    ],
)
def test_sizes(place: int, shape: tuple[int, ...], name: str) -> None:
    inputs = _inputs()
    inputs[place] = given(F32, np.zeros(shape))
    assert broken(Op.SVDF, inputs, TARGET) == [name]


def test_filters_over_time() -> None:
    inputs = _inputs()
    inputs[2] = given(F32, np.zeros((UNITS * 2 + 1, MEMORY)))
    assert broken(Op.SVDF, inputs, TARGET) == ["sizes_agree"]


def test_scalars() -> None:
    inputs = _inputs(bias=False)
    assert broken(Op.SVDF, inputs, TARGET) == []
    for rank, name in ((0, "rank_range"), (-1, "rank_range"), (3, "rank_divides")):
        inputs[5] = given(T.INT32, rank)
        assert broken(Op.SVDF, inputs, TARGET) == [name]
    for code in (-1, 4):
        assert broken(Op.SVDF, _inputs(activation=code), TARGET) == ["activation_code"]


def test_undecided_conditions_of_unknown_operands() -> None:
    inputs = _inputs()
    inputs[0] = unknown(F32, (None, INPUT))
    assert undecided(Op.SVDF, inputs, TARGET) == ["sizes_agree"]
    inputs = _inputs()
    inputs[3] = unknown(F32, (UNITS + 1,))
    inputs[3].omitted = None
    assert undecided(Op.SVDF, inputs, TARGET) == ["bias_length"]
    assert output_shapes(Op.SVDF, inputs, TARGET) == [(BATCH, MEMORY * UNITS * 2), (BATCH, UNITS)]
    inputs = _inputs()
    inputs[5] = unknown(T.INT32)
    assert undecided(Op.SVDF, inputs, TARGET) == ["rank_range", "rank_divides", "bias_length"]
    with pytest.raises(Unknown):
        output_shapes(Op.SVDF, inputs, TARGET)
