"""The conditions of QUANTIZED_16BIT_LSTM on quantization."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import broken, given, out

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
