"""QUANTIZED_16BIT_LSTM against the equations in plain Python, and its conditions."""

from __future__ import annotations

from math import exp, tanh

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import broken, given, out, run

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
