"""The further rounds of the plain run have large shapes and other ranges of values."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import INFO, OperandLifeTime, OperandType, OperationType, Subgraph, Version
from conformance.operations.definition.operands import Array
from generators.construction.profiles import PROFILES
from generators.construction.tensor_values import VALUE_RANGES
from generators.default_graphs import default_graphs, graph_rounds
from generators.generate import OperationCell, allowed_cells, encode_seed, generate

_O, _T = OperationType, OperandType
_SEEDS = range(12)


def _primary_shapes(
    parameters: str, operation: OperationType, type_: OperandType
) -> list[tuple[int, ...]]:
    shapes = []
    for number in _SEEDS:
        seed = encode_seed(number, [OperationCell(operation, type_)])
        main = generate(f"default,count=1,{parameters}", seed).model.main
        first = next(o for o in main.operations if o.type == operation)
        shapes.append(main.operands[first.inputs[0]].dimensions)
    return [shape for shape in shapes if shape]


@pytest.mark.parametrize("type_", [_T.TENSOR_FLOAT32, _T.TENSOR_QUANT8_ASYMM_SIGNED])
@pytest.mark.parametrize("operation", [_O.SOFTMAX, _O.TRANSPOSE, _O.MUL, _O.FULLY_CONNECTED])
def test_rows_are_more_than_256_and_long_axes_more_than_256(
    operation: OperationType, type_: OperandType
) -> None:
    rows = _primary_shapes("large=rows", operation, type_)
    assert any(np.prod(shape[:-1]) > 256 and shape[-1] % 8 == 1 for shape in rows)
    long = _primary_shapes("large=long", operation, type_)
    assert any(max(shape) > 256 for shape in long)


@pytest.mark.parametrize("channels", ["9", "15", "16", "33"])
def test_images_have_the_number_of_channels(channels: str) -> None:
    shapes = _primary_shapes(f"large={channels}", _O.CONV_2D, _T.TENSOR_FLOAT32)
    assert all(int(channels) in (shape[1], shape[3]) for shape in shapes)


def _input_values(name: str, type_: OperandType) -> Array:
    """Return the real values of the data of RELU or ABS in graphs of a range."""
    found = []
    operation = _O.ABS if type_ is _T.TENSOR_INT32 else _O.RELU
    for number in _SEEDS:
        seed = encode_seed(number, [OperationCell(operation, type_)])
        generated = generate(
            f"default,count=1,unused_operand=0,special_graphs=0,values={name}", seed
        )
        main = generated.model.main
        for index, data in zip(main.input_indexes, generated.inputs, strict=True):
            operand = main.operands[index]
            assert operand.lifetime is OperandLifeTime.SUBGRAPH_INPUT
            if data is not None and operand.type is type_:
                codes = np.frombuffer(data, INFO[type_].dtype).astype(np.float64)
                found.append((codes - operand.zero_point) * (operand.scale or 1.0))
    assert found
    return np.concatenate(found)


@pytest.mark.parametrize("type_", [_T.TENSOR_FLOAT32, _T.TENSOR_FLOAT16, _T.TENSOR_QUANT8_ASYMM])
def test_values_are_in_their_range(type_: OperandType) -> None:
    assert _input_values("negative", type_).max() <= 0
    assert _input_values("positive", type_).min() >= 0
    assert np.abs(_input_values("large", type_)).max() > 100
    assert np.abs(_input_values("small", type_)).max() < 0.3
    if type_ is not _T.TENSOR_QUANT8_ASYMM:
        offset = _input_values("offset", type_)
        assert offset.mean() > 10 * offset.std()
        infinite = _input_values("infinite", type_)
        assert np.isinf(infinite).any()
        assert not np.isnan(infinite).any()


def test_each_round_has_distinct_names_of_valid_graphs() -> None:
    cells = [
        OperationCell(_O.ADD, _T.TENSOR_FLOAT32),
        OperationCell(_O.RESHAPE, _T.TENSOR_INT32),
        OperationCell(_O.ARGMAX, _T.TENSOR_INT32),
    ]
    names = [name for _, names in graph_rounds("default", cells, 5) for name in names]
    assert len(set(names)) == len(names)
    for name in names:
        profile, _, seed = name.rpartition("/")
        operations = generate(profile, int(seed), Version.AIDL_V3).model.main.operations
        assert {op.type for op in operations} & {_O.ADD, _O.RESHAPE, _O.ARGMAX}
    assert {name.partition("values=")[2].partition("/")[0] for name in names} >= set(VALUE_RANGES)
    assert PROFILES["default"].value_ranges


def test_a_plain_run_has_the_graphs_of_all_rounds_and_those_of_the_first_round_first() -> None:
    cells = allowed_cells(PROFILES["default"], Version.AIDL_V3)
    rounds = [names for _, names in graph_rounds("default", cells, 5)]
    names = default_graphs("default", Version.AIDL_V3, 5)
    assert names[: len(rounds[0])] == rounds[0]
    assert {name for each in rounds for name in each} <= set(names)


def _graphs(parameters: str, operation: OperationType, type_: OperandType) -> list[Subgraph]:
    seeds = [encode_seed(number, [OperationCell(operation, type_)]) for number in range(24)]
    return [generate(f"default,count=1,{parameters}", seed).model.main for seed in seeds]


def _shape_of_input(main: Subgraph, operation: OperationType, number: int) -> tuple[int, ...]:
    first = next(o for o in main.operations if o.type == operation)
    return main.operands[first.inputs[number]].dimensions


def test_numbers_of_units_groups_and_inputs_are_large() -> None:
    float32 = _T.TENSOR_FLOAT32
    for operation in (_O.CONV_2D, _O.FULLY_CONNECTED, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D):
        filters = [
            _shape_of_input(main, operation, 1)
            for main in _graphs("large=counts", operation, float32)
        ]
        assert any(dims[0] > 128 for dims in filters)
        assert all(np.prod(dims) < 40_000 for dims in filters)
    joined = _graphs("large=counts", _O.CONCATENATION, float32)
    assert any(len(operation.inputs) > 65 for main in joined for operation in main.operations)


def test_windows_and_numbers_of_parts_are_large() -> None:
    results = [
        main.operands[main.output_indexes[0]].dimensions
        for main in _graphs("large=windows", _O.TOPK_V2, _T.TENSOR_FLOAT32)
    ]
    assert any(dims and dims[-1] > 64 for dims in results)
    split = _graphs("large=windows", _O.SPLIT, _T.TENSOR_FLOAT32)
    assert any(len(operation.outputs) > 64 for main in split for operation in main.operations)
    filters = [
        _shape_of_input(main, _O.CONV_2D, 1)
        for main in _graphs("large=windows", _O.CONV_2D, _T.TENSOR_FLOAT32)
    ]
    assert any(dims[1] * dims[2] > 255 for dims in filters)


def test_selections_are_from_more_than_16_bits_can_count() -> None:
    shapes = _primary_shapes("large=selection", _O.GATHER, _T.TENSOR_FLOAT32)
    assert all(np.prod(shape) > 2**16 for shape in shapes)


@pytest.mark.parametrize("type_", [_T.TENSOR_FLOAT32, _T.TENSOR_INT32, _T.TENSOR_QUANT8_ASYMM])
def test_extreme_rows_have_one_value_each_at_the_ends_of_the_type(type_: OperandType) -> None:
    ends = {
        _T.TENSOR_FLOAT32: {-np.inf, np.inf},
        _T.TENSOR_INT32: {-(2.0**31), 2.0**31 - 1},
        _T.TENSOR_QUANT8_ASYMM: {0.0, 255.0},
    }
    seen: set[float] = set()
    for number in range(16):
        seed = encode_seed(number, [OperationCell(_O.ARGMAX, type_)])
        generated = generate("default,count=1,unused_operand=0,values=extremes", seed)
        main = generated.model.main
        for index, data in zip(main.input_indexes, generated.inputs, strict=True):
            operand = main.operands[index]
            if data is not None and operand.type is type_:
                rows = np.frombuffer(data, INFO[type_].dtype).reshape(operand.dimensions)
                seen |= set(rows.astype(np.float64).ravel().tolist())
                columns = rows.reshape(-1, rows.shape[-1])
                equal = (columns == columns[:, :1]).all() or (columns == columns[0]).all()
                assert equal
    assert ends[type_] <= seen
