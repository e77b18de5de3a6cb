"""RESIZE_NEAREST_NEIGHBOR against hand-written rows and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import broken, given, out, run

F32, F16, Q8, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)
OP = Op.RESIZE_NEAREST_NEIGHBOR


def flags(*values: bool) -> list[OperandView]:
    return [given(T.BOOL, value) for value in values]


@pytest.mark.parametrize("type_", [F32, F16, Q8, Q8S])
@pytest.mark.parametrize(
    ("new", "modes", "expected"),
    [
        (5, (False,), [0, 0, 1, 1, 2]),
        (2, (False,), [0, 1]),
        (5, (False, True), [0, 1, 1, 2, 2]),
        (1, (False, True), [0]),
        (1, (False, False, True), [1]),
        (2, (False, False, True), [0, 2]),
    ],
)
def test_a_row_of_three(type_: T, new: int, modes: tuple[bool, ...], expected: list[int]) -> None:
    scale = 0.5 if type_ in (Q8, Q8S) else 0.0
    image = given(type_, range(3), shape=(1, 1, 3, 1), scale=scale)
    inputs = [image, given(T.INT32, new), given(T.INT32, 1), *flags(*modes)]
    got = run(OP, inputs, [out(type_, scale=scale)])[0]
    assert got.shape == (1, 1, new, 1)
    assert got.ravel().tolist() == expected


@pytest.mark.parametrize("nchw", [False, True])
@pytest.mark.parametrize("half", [False, True])
def test_images_against_torch(nchw: bool, half: bool) -> None:
    torch = pytest.importorskip("torch")
    image = np.arange(2 * 3 * 5 * 4, dtype=np.float32).reshape(2, 3, 5, 4)
    mode = "nearest-exact" if half else "nearest"
    wanted = torch.nn.functional.interpolate(torch.tensor(image), (7, 3), mode=mode).numpy()
    source = image if nchw else image.transpose(0, 2, 3, 1)
    inputs = [given(F32, source), given(T.INT32, 3), given(T.INT32, 7), *flags(nchw, False, half)]
    got = run(OP, inputs, [out(F32)])[0]
    assert got.tolist() == (wanted if nchw else wanted.transpose(0, 2, 3, 1)).tolist()


def test_by_factors_and_without_batches() -> None:
    image = given(F32, [], shape=(0, 4, 5, 2))
    inputs = [image, given(T.FLOAT32, 0.7), given(T.FLOAT32, 1.5), *flags(False)]
    assert run(OP, inputs, [out(F32)])[0].shape == (0, 6, 3, 2)


def test_conditions() -> None:
    image, one = given(F32, range(4), shape=(1, 2, 2, 1)), given(T.INT32, 1)

    def verdict(*inputs: OperandView) -> list[str]:
        return broken(OP, list(inputs), [out(F32)])

    assert verdict(image, one, one, *flags(False, False, False)) == []
    assert verdict(image, one, one, *flags(False, True, True)) == ["one_mode"]
    assert verdict(image, given(T.INT32, 0), one, *flags(False)) == ["width_is_positive"]
    assert verdict(image, one, given(T.INT32, -1), *flags(False)) == ["height_is_positive"]


def test_layout_is_required() -> None:
    image, one = given(F32, range(4), shape=(1, 2, 2, 1)), given(T.INT32, 1)
    with pytest.raises(ValueError, match="no form"):
        run(OP, [image, one, one], [out(F32)])
