"""Special integers are generated where any value is valid, and no operation overflows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder
from generators.construction.profiles import PROFILES
from generators.generate import OperationCell, allowed_cells, encode_seed, generate
from generators.oracle import compute_outputs
from generators.profile_parameters import parse_profile

_O, _T = OperationType, OperandType
_INTS = _T.TENSOR_INT32
NEWEST = Version.AIDL_V3
LEAST, MOST = -(2**31), 2**31 - 1
_BOUNDED = {_O.ADD, _O.SUB, _O.MUL, _O.DIV, _O.BATCH_MATMUL, _O.IF, _O.WHILE}
"""Operations whose results could exceed the range of the type."""


def _integer_cells() -> list[OperationCell]:
    return [cell for cell in allowed_cells(PROFILES["special"], NEWEST) if cell.type is _INTS]


@pytest.mark.parametrize("cell", _integer_cells(), ids=str)
def test_every_operation_on_integers_reads_special_ones(cell: OperationCell) -> None:
    profile = parse_profile(
        f"special,count=1,special_values=16,unused_operand=0,operations={cell.operation.name}"
    )
    seen: set[int] = set()
    for number in range(60):
        graph = generate(profile, encode_seed(number, [cell]), NEWEST).graph
        assert graph is not None
        for value in graph.operands:
            if value.type is _INTS and value.data is not None:
                seen |= set(np.frombuffer(value.data, np.int32).tolist())
    assert {0, 1, -1, 255} <= seen
    if cell.operation is _O.MUL:
        assert max(map(abs, seen)) <= 2**30
    elif cell.operation not in _BOUNDED:
        assert MOST in seen
        assert (LEAST in seen) == (cell.operation not in (_O.ABS, _O.NEG))


def _operations(graph: GraphBuilder) -> Iterator[GeneratedOperation]:
    for one in (graph, *graph.subgraphs):
        yield from one.operations


_EXACT = {
    _O.ADD: lambda a, b, *_: a + b,
    _O.SUB: lambda a, b, *_: a - b,
    _O.MUL: lambda a, b, *_: a * b,
    _O.ABS: lambda a: abs(a),
    _O.NEG: lambda a: -a,
}


def _assert_exact(made: GeneratedOperation, where: object) -> int:
    """Compare an integer result with 64-bit arithmetic, which does not overflow."""
    operands = [value.value for value in made.inputs]
    result = made.outputs[0].value
    if made.outputs[0].type is not _INTS or result is None:
        return 0
    if made.type not in {*_EXACT, _O.BATCH_MATMUL, _O.DIV}:
        return 0
    wide = [np.asarray(array, np.int64) for array in operands if array is not None]
    if made.type is _O.BATCH_MATMUL:
        left, right, turned, other = wide
        left = left.swapaxes(-1, -2) if turned else left
        right = right.swapaxes(-1, -2) if other else right
        expected = np.matmul(left, right)
    elif made.type is _O.DIV:
        assert (wide[1] != 0).all(), where
        expected = np.floor_divide(*wide[:2])
    else:
        expected = _EXACT[made.type](*wide)
    assert np.array_equal(expected, result), (where, made.type)
    return 1


@pytest.mark.parametrize(
    ("profile", "count"),
    [
        ("special,types=TENSOR_INT32,count=1-12,special_values=16", 600),
        ("special,types=TENSOR_INT32,operations=IF+WHILE+ADD+LSH_PROJECTION,control_flow=3", 300),
        ("special,special_values=16", 800),
    ],
)
def test_no_operation_on_integers_overflows(profile: str, count: int) -> None:
    checked = 0
    for seed in range(count):
        graph = generate(profile, seed).graph
        assert graph is not None
        compute_outputs(graph)
        for made in _operations(graph):
            checked += _assert_exact(made, (profile, seed))
    assert checked > count / 20
