"""TRANSPOSE: every element is at its permuted index."""

from __future__ import annotations

from itertools import permutations

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

OP = Op.TRANSPOSE
F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]


def _check(source: OperandView, perm: tuple[int, ...] | None) -> None:
    listed = absent(I32) if perm is None else given(I32, perm)
    order = perm if perm is not None else tuple(reversed(range(source.rank)))
    got = run(OP, [source, listed], [out(source.type, scale=source.scale)])[0]
    assert got.shape == tuple(source.shape[axis] for axis in order)
    assert source.value is not None
    for index in np.ndindex(*got.shape):
        origin = [0] * len(order)
        for place, axis in zip(index, order, strict=True):
            origin[axis] = place
        assert got[index] == source.value[tuple(origin)]


@pytest.mark.parametrize("perm", [None, *permutations(range(4))])
def test_every_permutation(perm: tuple[int, ...] | None) -> None:
    _check(given(F32, range(24), shape=(1, 2, 3, 4)), perm)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("shape", "perm"),
    [((3,), None), ((2, 3), None), ((2, 3, 2), (2, 0, 1)), ((0, 2), (1, 0)), ((2, 0, 3), None)],
)
def test_types(type_: T, shape: tuple[int, ...], perm: tuple[int, ...] | None) -> None:
    scale = 0.5 if "QUANT" in type_.name else 0.0
    _check(given(type_, range(int(np.prod(shape))), shape=shape, scale=scale), perm)


def test_conditions() -> None:
    source, target = given(F32, [[1, 2]]), [out(F32)]
    assert broken(OP, [source, given(I32, [1, 0])], target) == []
    for perm in ([0], [0, 0], [0, 2], [-1, 0], [0, 1, 2]):
        assert broken(OP, [source, given(I32, perm)], target) == ["permutation"]
    codes = given(T.TENSOR_QUANT8_ASYMM, [[1, 2]], scale=0.5)
    other = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=9)
    assert broken(OP, [codes, absent(I32)], [other]) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    source, target = given(F32, [[1, 2]]), [out(F32)]
    maybe = unknown(I32, (2,))
    maybe.omitted = None
    for perm in (maybe, unknown(I32, (2,))):
        assert undecided(OP, [source, perm], target) == ["permutation"]
        with pytest.raises(Unknown):
            output_shapes(OP, [source, perm], target)
    partial = unknown(F32, (None, 2))
    assert undecided(OP, [partial, given(I32, [1, 0])], target) == []
    with pytest.raises(Unknown):
        output_shapes(OP, [partial, given(I32, [1, 0])], target)
