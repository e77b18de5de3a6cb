"""RANDOM_MULTINOMIAL: how seeds determine the samples, and classes that are never drawn."""

from __future__ import annotations

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import create_call, find_definition
from conformance.operations.definition.operands import Array
from tests.operations.op_runner import given, out, run

F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32


def draw(logits: list[list[float]], count: int, seeds: tuple[int, int] = (1, 2)) -> Array:
    inputs = [given(F32, logits), given(T.INT32, count), given(I32, seeds)]
    return run(Op.RANDOM_MULTINOMIAL, inputs, out(I32))


def test_seeds_determine_the_samples() -> None:
    rows = [[0.0] * 8]
    assert draw(rows, 50, (3, -4)).tolist() == draw(rows, 50, (3, -4)).tolist()
    assert draw(rows, 50, (3, -4)).tolist() != draw(rows, 50, (-4, 3)).tolist()
    assert draw(rows, 50, (3, 0)).tolist() != draw(rows, 50, (0, 3)).tolist()


def test_seeds_of_zero_give_random_samples() -> None:
    found = find_definition(Op.RANDOM_MULTINOMIAL)
    assert found is not None
    inputs = [given(F32, [[0.0] * 8]), given(T.INT32, 50), given(I32, [0, 0])]
    kernel = found.compile(create_call(found, inputs, [out(I32)]))
    values = [view.value for view in inputs]
    first, second = (kernel(values)[0].tolist() for _ in range(2))
    assert first != second


def test_logits_that_are_not_finite_are_never_drawn() -> None:
    inf, nan = float("inf"), float("nan")
    drawn = draw([[-inf, 0.0, inf, 0.0, nan]], 500)
    assert set(drawn.ravel().tolist()) == {1, 3}
    assert draw([[-inf, -inf]], 3).tolist() == [[1, 1, 1]]
