"""SQUEEZE: the remaining dimensions, and unchanged elements."""

from __future__ import annotations

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

OP = Op.SQUEEZE
F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]


def _axes(*axes: int) -> OperandView:
    return given(I32, axes)


def _maybe_omitted() -> OperandView:
    view = unknown(I32, (1,))
    view.omitted = None
    return view


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("shape", "axes", "expected"),
    [
        ((1, 3, 1, 2), None, (3, 2)),
        ((1, 3, 1, 2), (0,), (3, 1, 2)),
        ((1, 3, 1, 2), (2, 0), (3, 2)),
        ((1, 3, 1, 2), (-2,), (1, 3, 2)),
        ((1, 6), (0, 0, -2), (6,)),
        ((6,), None, (6,)),
        ((1, 1), None, (1,)),
        ((1, 1), (0, 1), (1,)),
        ((1,), (0,), (1,)),
    ],
)
def test_removes_dimensions(
    type_: T, shape: tuple[int, ...], axes: tuple[int, ...] | None, expected: tuple[int, ...]
) -> None:
    count = 1
    for size in shape:
        count *= size
    scale = 1.5 if "QUANT" in type_.name else 0.0
    source = given(type_, range(count), shape=shape, scale=scale)
    listed = absent(I32) if axes is None else _axes(*axes)
    got = run(OP, [source, listed], [out(type_, scale=scale)])[0]
    assert got.shape == expected
    assert got.ravel().tolist() == list(range(count))


def test_conditions() -> None:
    source, target = given(F32, [[1, 2]]), [out(F32)]
    assert broken(OP, [source, _axes(0)], target) == []
    assert broken(OP, [source, _axes(1)], target) == ["squeezed_size"]
    for axis in (2, -3):
        assert broken(OP, [source, _axes(axis)], target) == ["axes_in_range"]
    codes = given(T.TENSOR_QUANT8_ASYMM, [[1, 2]], scale=0.5)
    other = out(T.TENSOR_QUANT8_ASYMM, scale=0.25)
    assert broken(OP, [codes, absent(I32)], [other]) == ["output_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    target = [out(F32)]
    open_source, source = unknown(F32, (None, 2)), given(F32, [[1, 2]])
    assert undecided(OP, [open_source, _axes(0)], target) == ["squeezed_size"]
    assert broken(OP, [open_source, _axes(0, 1)], target) == ["squeezed_size"]
    assert undecided(OP, [unknown(F32), _axes(0)], target) == ["axes_in_range", "squeezed_size"]
    for axes in (_maybe_omitted(), unknown(I32, (1,))):
        assert undecided(OP, [source, axes], target) == ["axes_in_range", "squeezed_size"]
        with pytest.raises(Unknown):
            output_shapes(OP, [source, axes], target)
    assert undecided(OP, [open_source, absent(I32)], target) == []
