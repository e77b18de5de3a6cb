"""EMBEDDING_LOOKUP against hand-written rows of a table."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

OP = Op.EMBEDDING_LOOKUP
F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32


def _lookups(*rows: int) -> OperandView:
    return given(I32, rows)


@pytest.mark.parametrize(
    ("type_", "scale"),
    [(F32, 0), (T.TENSOR_FLOAT16, 0), (I32, 0), (Q8, 0.5), (T.TENSOR_QUANT8_ASYMM_SIGNED, 2.0)],
)
@pytest.mark.parametrize("shape", [(3, 2), (3, 1, 2), (3, 1, 2, 2, 1)])
def test_selects_rows(type_: T, scale: float, shape: tuple[int, ...]) -> None:
    values = given(type_, range(int(np.prod(shape))), shape=shape, scale=scale)
    got = run(OP, [_lookups(2, 0, 2, 1), values], [out(type_, scale=scale)])[0]
    assert got.shape == (4, *shape[1:])
    assert values.value is not None
    rows = values.value.tolist()
    assert got.tolist() == [rows[2], rows[0], rows[2], rows[1]]


def test_conditions() -> None:
    values = given(F32, [[1, 2], [3, 4]])
    assert broken(OP, [_lookups(1), values], [out(F32)]) == []
    for row in (-1, 2):
        assert broken(OP, [_lookups(0, row), values], [out(F32)]) == ["lookups_in_range"]
    assert broken(OP, [_lookups(1), given(F32, [1, 2])], [out(F32)]) == ["values_rank"]
    codes = given(Q8, [[1, 2]], scale=0.5)
    assert broken(OP, [_lookups(0), codes], [out(Q8, scale=0.25)]) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    values, lookups = given(F32, [[1, 2]]), _lookups(0)
    for inputs in ([lookups, unknown(F32, (None, 2))], [unknown(I32, (None,)), values]):
        assert undecided(OP, inputs, [out(F32)]) == ["lookups_in_range"]
    assert undecided(OP, [lookups, unknown(F32)], [out(F32)]) == ["values_rank", "lookups_in_range"]
    assert output_shapes(OP, [unknown(I32, (5,)), values], [out(F32)]) == [(5, 2)]
    with pytest.raises(Unknown):
        output_shapes(OP, [unknown(I32, (None,)), values], [out(F32)])
