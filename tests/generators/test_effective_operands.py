"""Operands and parameters of single operations let a fault show: they differ and have an effect."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from generators.construction.graph_builder import GeneratedOperation
from generators.generate import OperationCell, encode_pair_seed, encode_seed, generate

_O, _T = OperationType, OperandType
_SEEDS = range(40)


def _operations(
    operation: OperationType, type_: OperandType, parameters: str = ""
) -> Iterator[GeneratedOperation]:
    for number in _SEEDS:
        seed = encode_seed(number, [OperationCell(operation, type_)])
        graph = generate(f"default,count=1{parameters}", seed).graph
        assert graph is not None
        yield from (each for each in graph.operations if each.type is operation)


@pytest.mark.parametrize("operation", [_O.SUB, _O.MAXIMUM, _O.EQUAL, _O.BATCH_MATMUL, _O.SELECT])
def test_operations_rarely_read_one_tensor_twice(operation: OperationType) -> None:
    read = slice(1, 3) if operation is _O.SELECT else slice(2)
    pairs = [each.inputs[read] for each in _operations(operation, _T.TENSOR_FLOAT32)]
    assert sum(first is second for first, second in pairs) <= len(_SEEDS) // 6


def test_powers_of_a_tensor_by_itself_occur() -> None:
    pairs = [each.inputs for each in _operations(_O.POW, _T.TENSOR_FLOAT32)]
    assert any(base is exponent for base, exponent in pairs)


@pytest.mark.parametrize("type_", [_T.TENSOR_FLOAT32, _T.TENSOR_FLOAT16, _T.TENSOR_INT32])
def test_divisors_have_either_sign_and_are_never_0(type_: OperandType) -> None:
    divisors = [each.inputs[1].value for each in _operations(_O.DIV, type_)]
    values = [value.astype(np.float64) for value in divisors if value is not None]
    assert any((value < 0).all() for value in values)
    assert any((value > 0).all() for value in values)
    assert all((value != 0).all() for value in values)


def test_casts_exceed_the_range_of_float16() -> None:
    casts = list(_operations(_O.CAST, _T.TENSOR_FLOAT32))
    beyond = [each for each in casts if each.outputs[0].type is _T.TENSOR_FLOAT16]
    assert any(np.abs(np.asarray(each.inputs[0].value)).max() > 65519 for each in beyond)


@pytest.mark.parametrize("operation", [_O.ADD, _O.SUB])
def test_sums_show_the_finer_of_two_quantizations(operation: OperationType) -> None:
    """The output's scale is at most four times that of the finer operand, or a little above."""
    found = 0
    for each in _operations(operation, _T.TENSOR_QUANT8_ASYMM):
        scales = [value.scale for value in each.inputs[:2]]
        found += max(scales) >= 64 * min(scales) and each.outputs[0].scale <= 8 * min(scales)
    assert found


@pytest.mark.parametrize("operation", [_O.SOFTMAX, _O.LOG_SOFTMAX, _O.ARGMIN, _O.REDUCE_MAX])
def test_long_axes_are_combined(operation: OperationType) -> None:
    shrunk = 0
    for each in _operations(operation, _T.TENSOR_FLOAT32, ",large=1025"):
        dims = each.inputs[0].shape
        shrunk += 1025 in dims and 1025 not in each.outputs[0].shape
        if operation in (_O.SOFTMAX, _O.LOG_SOFTMAX):
            axis = int(each.inputs[2].low) if len(each.inputs) > 2 else -1
            shrunk += dims[axis] == 1025
    assert shrunk > len(_SEEDS) // 2


def test_pair_graphs_have_no_parameters_without_effect() -> None:
    for number in range(0, 1100, 11):
        graph = generate("default", encode_pair_seed(number)).graph
        assert graph is not None
        for each in graph.operations:
            if each.type is _O.SPLIT and len(each.outputs) == 1:
                size = each.inputs[0].shape[int(each.inputs[1].low)]
                assert all(size % parts for parts in range(2, 10))
            if each.type in (_O.SPACE_TO_DEPTH, _O.DEPTH_TO_SPACE):
                assert each.inputs[1].low > 1
