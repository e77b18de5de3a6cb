"""RNN against loops in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, Unknown
from tests.operations.cell_formulas import ACTIVATIONS, rnn_step
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
TARGET = [out(F32), out(F32)]
SHAPES = {
    "input": (2, 3),
    "weights": (4, 3),
    "recurrent_weights": (4, 4),
    "bias": (4,),
    "hidden_state_in": (2, 4),
}


def _inputs(type_: T = F32, activation: int = 0) -> list[OperandView]:
    choose = np.random.default_rng(5)
    tensors = [given(type_, choose.normal(0, 2, shape)) for shape in SHAPES.values()]
    return [*tensors, given(T.INT32, activation)]


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_one_step(type_: T, activation: int) -> None:
    inputs = _inputs(type_, activation)
    values = {
        n: np.asarray(v.value).tolist()
        for n, v in zip([*SHAPES, "activation"], inputs, strict=True)
    }
    state, output = run(Op.RNN, inputs, [out(type_), out(type_)])
    assert np.array_equal(state, output)
    rows = zip(values["input"], values["hidden_state_in"], strict=True)
    expected = [rnn_step(values, x, h)[0] for x, h in rows]
    np.testing.assert_array_max_ulp(output, np.array(expected).astype(output.dtype), 1)


def test_torch_agrees() -> None:
    torch = pytest.importorskip("torch")
    x, w, r, b, h = (np.array(view.value) for view in _inputs()[:5])
    cell = torch.nn.RNNCell(3, 4).double()
    with torch.no_grad():
        for name, value in (("weight_ih", w), ("weight_hh", r), ("bias_ih", b), ("bias_hh", 0 * b)):
            getattr(cell, name).copy_(torch.from_numpy(value))
        expected = cell(torch.from_numpy(x).double(), torch.from_numpy(h).double())
    got = run(Op.RNN, _inputs(activation=4), TARGET)[1]
    np.testing.assert_allclose(got, expected.numpy(), rtol=1e-6)


@pytest.mark.parametrize("place", range(5))
def test_sizes(place: int) -> None:
    shape = list(SHAPES.values())[place]
    for axis in range(len(shape)):
        inputs = _inputs()
        wrong = [size + (i == axis) for i, size in enumerate(shape)]
        inputs[place] = given(F32, np.zeros(wrong))
        assert broken(Op.RNN, inputs, TARGET) == ["sizes_agree"]


def test_activation_code() -> None:
    for code in (-1, 5, 7):
        assert broken(Op.RNN, _inputs(activation=code), TARGET) == ["activation_code"]


def test_undecided_conditions_of_unknown_operands() -> None:
    inputs = _inputs()
    inputs[0] = unknown(F32, (None, 3))
    assert undecided(Op.RNN, inputs, TARGET) == ["sizes_agree"]
    with pytest.raises(Unknown):
        output_shapes(Op.RNN, inputs, TARGET)
    inputs[0] = unknown(F32, (None, 2))
    assert broken(Op.RNN, inputs, TARGET) == ["sizes_agree"]
    inputs = [*_inputs()[:5], unknown(T.INT32)]
    assert undecided(Op.RNN, inputs, TARGET) == ["activation_code"]
    assert output_shapes(Op.RNN, inputs, TARGET) == [(2, 4), (2, 4)]
