"""QUANTIZED_16BIT_LSTM against the equations in plain Python, and its conditions."""

from __future__ import annotations

from math import exp, tanh

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run, undecided, unknown

OP = Op.QUANTIZED_16BIT_LSTM
Q8, Q16, I32 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT16_SYMM, T.TENSOR_INT32
GATES = ("input", "forget", "cell", "output")
BATCH, INPUT, UNITS = 2, 3, 4
SCALE, ZERO = 2.0**-6, 117
FOUND = find_definition(OP)
assert FOUND is not None
NAMES = [spec.name for spec in FOUND.forms[0].inputs]


def _operands(bias: int = 3000, cell: int = 5000) -> dict[str, OperandView]:
    choose = np.random.default_rng(5)

    def codes(type_: T, reach: tuple[int, int], shape: tuple[int, ...], scale: float, zero: int = 0
              ) -> OperandView:  # fmt: skip
        return given(type_, choose.integers(*reach, shape), scale=scale, zero_point=zero)

    operands = {"input": codes(Q8, (0, 256), (BATCH, INPUT), 2**-7, 128)}
    for source, width in (("input", INPUT), ("recurrent", UNITS)):
        for gate in GATES:
            name = f"{source}_to_{gate}_weights"
            operands[name] = codes(Q8, (0, 256), (UNITS, width), SCALE, ZERO)
    for gate in GATES:
        operands[f"{gate}_gate_bias"] = codes(I32, (-bias, bias), (UNITS,), SCALE / 128)
    operands["prev_cell_state"] = codes(Q16, (-cell, cell), (BATCH, UNITS), 2**-11)
    operands["prev_output"] = codes(Q8, (0, 256), (BATCH, UNITS), 2**-7, 128)
    assert list(operands) == NAMES
    return operands


def _targets() -> list[OperandView]:
    return [out(Q16, scale=2**-11), out(Q8, scale=2**-7, zero_point=128)]


def _expected(operands: dict[str, OperandView]) -> tuple[list[list[float]], list[list[float]]]:
    """Return cell state and output by the equations, as fractional codes."""
    v = {name: np.asarray(view.value).tolist() for name, view in operands.items()}
    cells, outputs = [], []
    for x, h, c in zip(v["input"], v["prev_output"], v["prev_cell_state"], strict=True):
        given_ = x + h

        def gate(name: str, u: int, side: list[int] = given_) -> float:
            row = v[f"recurrent_to_{name}_weights"][u] + v[f"input_to_{name}_weights"][u]
            total = v[f"{name}_gate_bias"][u]
            total += sum((a - 128) * (b - ZERO) for a, b in zip(side, row, strict=True))
            return float(min(max(total * SCALE / 128, -8.0), 8.0 - 2.0**-12))

        def sigmoid(value: float) -> float:
            return 1 / (1 + exp(-value))

        cell = [
            sigmoid(gate("forget", u)) * c[u]
            + sigmoid(gate("input", u)) * tanh(gate("cell", u)) * 2048
            for u in range(UNITS)
        ]
        cells.append([min(max(value, -32768.0), 32767.0) for value in cell])
        outputs.append([
            min(sigmoid(gate("output", u)) * tanh(cells[-1][u] / 2048) * 128, 127.0) + 128
            for u in range(UNITS)
        ])  # fmt: skip
    return cells, outputs


@pytest.mark.parametrize("bias", [1, 3000, 100_000])
def test_equations(bias: int) -> None:
    operands = _operands(bias)
    cell, output = run(OP, list(operands.values()), _targets())
    wanted_cell, wanted_output = _expected(operands)
    assert (str(cell.dtype), str(output.dtype)) == ("int16", "uint8")
    # cell states of 5000 codes times a gate's error of 7 x 2^-15, plus rounding
    assert np.abs(cell - np.array(wanted_cell)).max() < 2.5
    assert np.abs(output - np.array(wanted_output)).max() < 1.0


def test_saturation() -> None:
    operands = _operands()
    for gate in GATES:
        bias = np.full(UNITS, 10_000_000)
        operands[f"{gate}_gate_bias"] = given(I32, bias, scale=SCALE / 128)
    state = np.array([[32767, 32000, 30000, 0], [-32768, -30000, 1, -1]])
    operands["prev_cell_state"] = given(Q16, state, scale=2**-11)
    cell, output = run(OP, list(operands.values()), _targets())
    # every gate is saturated: 0.99966 of the state remains, and 1 is added
    assert cell[0, :2].tolist() == [32767, 32767]
    np.testing.assert_allclose(cell[0, 2:], [30000 * 0.99966 + 2047, 2047], atol=2)
    np.testing.assert_allclose(cell[1], state[1] * 0.99966 + 2047, atol=2)
    assert output[0, :3].tolist() == [255, 255, 255]
    assert output[1, :2].tolist() == [0, 0]


def test_recurrent_weights_are_multiplied_with_the_input() -> None:
    operands = _operands(1)
    for name in NAMES[1:9]:
        shape = operands[name].shape
        operands[name] = given(Q8, np.full(shape, ZERO), scale=SCALE, zero_point=ZERO)
    quiet = run(OP, list(operands.values()), _targets())[0]
    weights = np.full((UNITS, UNITS), ZERO)
    weights[:, INPUT:] += 60
    name = "recurrent_to_cell_weights"
    operands[name] = given(Q8, weights, scale=SCALE, zero_point=ZERO)
    silent = np.full((BATCH, INPUT), 128)
    # the last column is multiplied with the first previous output, the others with the input
    operands["input"] = given(Q8, silent, scale=2**-7, zero_point=128)
    previous = np.full((BATCH, UNITS), 128)
    previous[0, 0] = 255
    operands["prev_output"] = given(Q8, previous, scale=2**-7, zero_point=128)
    moved = run(OP, list(operands.values()), _targets())[0]
    assert (moved[0] - quiet[0] > 100).all()
    assert np.abs(moved[1] - quiet[1]).max() <= 1


def test_shapes_and_version() -> None:
    assert FOUND is not None
    assert output_shapes(OP, list(_operands().values()), _targets()) == [(BATCH, UNITS)] * 2
    assert FOUND.since == Version.V1_2
    assert dict(FOUND.types) == {Q8: Version.V1_2}


@pytest.mark.parametrize("name", NAMES)
def test_sizes(name: str) -> None:
    operands = _operands()
    view = operands[name]
    for axis in range(len(view.shape)):
        wrong = [size + (i == axis) for i, size in enumerate(view.shape)]
        wider = given(view.type, np.zeros(wrong), scale=view.scale, zero_point=view.zero_point)
        changed = {**operands, name: wider}
        assert broken(OP, list(changed.values()), _targets()) == ["sizes_agree"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", ["scale", "zero point"])
def test_quantization(name: str, what: str) -> None:
    operands = _operands()
    view = operands[name]
    scale = view.scale * (1.25 if what == "scale" else 1.0)
    zero = view.zero_point + (what == "zero point")
    operands[name] = given(view.type, view.value, scale=scale, zero_point=zero)  # type: ignore[arg-type]
    rule = "fixed_quantization"
    if name in NAMES[1:9]:
        rule = "weights_quantization"
    elif name in NAMES[9:13]:
        rule = "bias_quantization"
    found = broken(OP, list(operands.values()), _targets())
    if name == NAMES[1] and what == "scale":
        assert found == [rule, "bias_quantization"]
    else:
        assert found == [rule]


@pytest.mark.parametrize("index", [0, 1])
def test_output_quantization(index: int) -> None:
    for scale, zero in ((2**-8, 0), (2**-11, 1), (2**-7, 127)):
        targets = _targets()
        type_ = (Q16, Q8)[index]
        targets[index] = out(type_, scale=scale, zero_point=zero)
        assert broken(OP, list(_operands().values()), targets) == ["fixed_quantization"]


def test_weights_without_scale() -> None:
    operands = _operands()
    for name in NAMES[1:13]:
        view = operands[name]
        operands[name] = given(view.type, view.value, scale=0.0, zero_point=view.zero_point)  # type: ignore[arg-type]
    assert broken(OP, list(operands.values()), _targets()) == ["weights_quantization"]


def test_undecided_conditions_of_unknown_operands() -> None:
    operands = _operands()
    operands["input"] = unknown(Q8, (None, INPUT), scale=2**-7, zero_point=128)
    inputs = list(operands.values())
    assert undecided(OP, inputs, _targets()) == ["sizes_agree"]
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, _targets())
