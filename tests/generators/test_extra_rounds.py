"""The further rounds of the plain run have large shapes and other ranges of values."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import INFO, OperandLifeTime, OperandType, OperationType, Version
from conformance.operations.definition.operands import Array
from generators.construction.profiles import PROFILES
from generators.construction.tensor_values import VALUE_RANGES
from generators.default_graphs import extra_graphs
from generators.generate import OperationCell, encode_seed, generate

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
    cells = [OperationCell(_O.ADD, _T.TENSOR_FLOAT32), OperationCell(_O.RESHAPE, _T.TENSOR_INT32)]
    names = list(extra_graphs("default", cells, 5))
    assert len(set(names)) == len(names)
    for name in names:
        profile, _, seed = name.rpartition("/")
        operations = generate(profile, int(seed), Version.AIDL_V3).model.main.operations
        assert {op.type for op in operations} & {_O.ADD, _O.RESHAPE}
    assert {name.partition("values=")[2].partition("/")[0] for name in names} >= set(VALUE_RANGES)
    assert PROFILES["default"].value_ranges
