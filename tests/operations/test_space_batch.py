"""BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND refuse invalid blocks and paddings."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out

F32, Q8, I32 = T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM, T.TENSOR_INT32
B2S, S2B = Op.BATCH_TO_SPACE_ND, Op.SPACE_TO_BATCH_ND


def _in_layout(index: tuple[int, ...], nchw: bool | None) -> tuple[int, ...]:
    n, h, w, c = index
    return (n, c, h, w) if nchw else index


def _ints(values: object) -> OperandView:
    return given(I32, values)  # type: ignore[arg-type]


NO_PADS = [[0, 0], [0, 0]]


@pytest.mark.parametrize("op", [B2S, S2B])
@pytest.mark.parametrize("nchw", [False, True])
def test_conditions(op: Op, nchw: bool) -> None:
    target = [out(F32)]
    layout = [given(T.BOOL, nchw)]
    pads = [_ints(NO_PADS)] if op is S2B else []
    source = given(F32, np.zeros(_in_layout((6, 4, 6, 1), nchw)))

    def verdict(block: list[int], more: list[OperandView] | None = None) -> list[str]:
        return broken(op, [source, _ints(block), *(more or pads), *layout], target)

    assert verdict([2, 3]) == []
    assert verdict([2]) == ["block_shape_shape"]
    assert verdict([2, 3, 1]) == ["block_shape_shape"]
    assert verdict([0, 1]) == ["block_shape_range"]
    if op is B2S:
        assert verdict([2, 2]) == ["batch_divides"]
    else:
        assert verdict([3, 3]) == ["image_divides"]
        assert verdict([2, 4]) == ["image_divides"]
        assert verdict([2, 3], [_ints([[0, 1], [0, 0]])]) == ["image_divides"]
        assert verdict([2, 3], [_ints([[0, 0], [-3, 0]])]) == ["paddings_range"]
        assert verdict([2, 3], [_ints([[0, 0]])]) == ["paddings_shape"]
    codes = given(Q8, np.zeros((1, 1, 1, 1)), scale=0.5)
    inputs = [codes, _ints([1, 1]), *pads]
    assert broken(op, inputs, [out(Q8, scale=0.25)]) == ["output_quantization"]
