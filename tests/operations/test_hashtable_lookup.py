"""HASHTABLE_LOOKUP: rows of a table by key, and zeros for a miss."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import Unknown
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

OP = Op.HASHTABLE_LOOKUP
F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32
HITS = out(Q8, scale=1.0)


@pytest.mark.parametrize(("type_", "scale", "zero"), [(F32, 0, 0), (I32, 0, 0), (Q8, 0.5, 9)])
@pytest.mark.parametrize("shape", [(4,), (4, 2), (4, 1, 3)])
@pytest.mark.parametrize("keys", [[-5, 0, 7, 1000], [2, 3, 4, 2**31 - 1]])
def test_hits_and_misses(
    type_: T, scale: float, zero: int, shape: tuple[int, ...], keys: list[int]
) -> None:
    count = int(np.prod(shape))
    values = given(type_, range(1, count + 1), shape=shape, scale=scale, zero_point=zero)
    lookups = [1000, -6, keys[0], keys[-1], 1, keys[1], 2**31 - 1, -(2**31), keys[0]]
    found, hits = run(
        OP,
        [given(I32, lookups), given(I32, keys), values],
        [out(type_, scale=scale, zero_point=zero), HITS],
    )
    table = dict(zip(keys, np.asarray(values.value), strict=True))
    miss = np.zeros(shape[1:])
    expected = [np.asarray(table.get(key, miss)).tolist() for key in lookups]
    assert found.tolist() == expected
    assert hits.tolist() == [int(key in table) for key in lookups]


def test_conditions() -> None:
    lookups, keys = given(I32, [1]), given(I32, [1, 2])
    values = given(F32, [[1], [2]])
    assert broken(OP, [lookups, keys, values], [out(F32), HITS]) == []
    assert broken(OP, [lookups, given(I32, [1]), values], [out(F32), HITS]) == ["sizes_agree"]
    for hits in (out(Q8, scale=0.5), out(Q8, scale=1.0, zero_point=1)):
        assert broken(OP, [lookups, keys, values], [out(F32), hits]) == ["hits_quantization"]
    codes = given(Q8, [1, 2], scale=0.5)
    target = [out(Q8, scale=0.25), HITS]
    assert broken(OP, [lookups, keys, codes], target) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32), HITS]
    lookups, keys, values = given(I32, [1]), unknown(I32, (2,)), unknown(F32, (2, 3))
    assert undecided(OP, [lookups, keys, values], target) == []
    assert output_shapes(OP, [lookups, keys, values], target) == [(1, 3), (1,)]
    for part in (unknown(F32, (None, 3)), unknown(F32)):
        assert undecided(OP, [lookups, keys, part], target) == ["sizes_agree"]
        with pytest.raises(Unknown):
            output_shapes(OP, [lookups, keys, part], target)
