"""Sums of QUANTIZED_LSTM that saturate, and a layer normalization of equal sums."""

from __future__ import annotations

from math import tanh

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import (
    absent,
    given,
    out,
    run,
)

OP = Op.QUANTIZED_LSTM
Q8S, W8, W16, I32 = (
    T.TENSOR_QUANT8_ASYMM_SIGNED,
    T.TENSOR_QUANT8_SYMM,
    T.TENSOR_QUANT16_SYMM,
    T.TENSOR_INT32,
)
GATES = ("input", "forget", "cell", "output")
BATCH, INPUT, UNITS, PROJECTED = 2, 3, 4, 2
FOUND = find_definition(OP)
assert FOUND is not None
NAMES = [spec.name for spec in FOUND.forms[0].inputs]
TENSORS = NAMES[:24]
PEEPHOLES = ["cell_to_input_weights", "cell_to_forget_weights", "cell_to_output_weights"]
PROJECTION = ["projection_weights", "projection_bias"]
NORMS = NAMES[20:24]
PLAIN = [*PEEPHOLES, *PROJECTION, *NORMS]
STATE_BITS = 11
OUTPUT = (2.0**-6, 0)
SCALARS: dict[str, float] = {
    "cell_clip": 0.0,
    "projection_clip": 0.0,
    **{f"{gate}_intermediate_scale": 2.0**-12 for gate in GATES},
    "hidden_state_zero_point": 0,
    "hidden_state_scale": 2.0**-7,
}
Weights = dict[str, OperandView]


def _layout(name: str, width: int, norm: bool) -> tuple[T, tuple[int, ...], float, int]:
    """Return type, shape, scale and largest code of a tensor."""
    if name == "input":
        return Q8S, (BATCH, INPUT), 2.0**-7, 127
    if name == "output_state_in":
        return Q8S, (BATCH, width), OUTPUT[0], 127
    if name == "cell_state_in":
        return W16, (BATCH, UNITS), 2.0**-STATE_BITS, 4000
    if name.startswith("cell_to_"):
        return W16, (UNITS,), 2.0**-13, 4000
    if "layer_norm" in name:
        return W16, (UNITS,), 2.0**-14, 20000
    if name == "projection_weights":
        return W8, (PROJECTED, UNITS), 2.0**-7, 127
    if name == "projection_bias":
        return I32, (PROJECTED,), 2.0**-14, 8000
    if name.endswith("bias"):
        return (I32, (UNITS,), 2.0**-24, 8_000_000) if norm else (I32, (UNITS,), 2.0**-14, 8000)
    return W8, (UNITS, INPUT if name.startswith("input_") else width), 2.0**-7, 127


def _operands(missing: list[str] | None = None, /, **scalars: float) -> Weights:
    """Return all operands by name; those in ``missing`` are omitted."""
    left_out = PLAIN if missing is None else missing
    width = UNITS if "projection_weights" in left_out else PROJECTED
    choose = np.random.default_rng(17)
    operands = {}
    for name in NAMES:
        if name in SCALARS:
            value = scalars.get(name, SCALARS[name])
            type_ = T.INT32 if name == "hidden_state_zero_point" else T.FLOAT32
            operands[name] = given(type_, value)
            continue
        type_, shape, scale, reach = _layout(
            name, width, "forget_layer_norm_weights" not in left_out
        )
        codes = choose.integers(-reach, reach + 1, shape)
        operands[name] = absent(type_) if name in left_out else given(type_, codes, scale=scale)
    return operands


def _targets(scale: float = OUTPUT[0], zero: int = 0, bits: int = STATE_BITS) -> list[OperandView]:
    output = out(Q8S, scale=scale, zero_point=zero)
    return [output, out(W16, scale=2.0**-bits), output]


def _normalized_cell(sums: list[int], weight: int, bias: int, **scalars: float) -> list[int]:
    """Return the cell state if only the cell gate has sums, as codes of its intermediate scale."""
    operands = _operands([*PEEPHOLES, *PROJECTION], **scalars)
    units = len(sums)
    for name in TENSORS:
        view = operands[name]
        if view.omitted:
            continue
        shape = tuple(units if size == UNITS else size for size in view.shape)
        operands[name] = given(view.type, np.zeros(shape), scale=view.scale)
    x = np.zeros((BATCH, INPUT))
    x[:, 0] = 64
    operands["input"] = given(Q8S, x, scale=2.0**-6)
    weights = np.zeros((units, INPUT))
    weights[:, 0] = sums
    operands["input_to_cell_weights"] = given(W8, weights, scale=2.0**-7)
    operands["cell_intermediate_scale"] = given(T.FLOAT32, 2.0**-7)
    operands["cell_layer_norm_weights"] = given(W16, np.full(units, weight), scale=2.0**-14)
    operands["cell_gate_bias"] = given(I32, np.full(units, bias), scale=2.0**-24)
    operands["input_gate_bias"] = given(I32, np.full(units, 2**30), scale=2.0**-24)
    cell = run(OP, list(operands.values()), _targets())[1]
    return [int(code) for code in cell[0]]


def test_each_product_saturates_the_sum() -> None:
    operands = _operands()
    bias = np.full(UNITS, 2**20)  # 64
    operands["cell_gate_bias"] = given(I32, bias, scale=2.0**-14)
    operands["input_gate_bias"] = given(I32, bias, scale=2.0**-14)
    for name, size in (("cell", -64), ("input", 0)):
        weights = np.full((UNITS, UNITS), size)
        operands[f"recurrent_to_{name}_weights"] = given(W8, weights, scale=2.0**-7)
    operands["output_state_in"] = given(Q8S, np.full((BATCH, UNITS), 127), scale=2.0**-6)
    operands["cell_state_in"] = given(W16, np.zeros((BATCH, UNITS)), scale=2.0**-STATE_BITS)
    cell = run(OP, list(operands.values()), _targets())[1]
    # 64 saturates at 8 before 4 x 127/64 x 1/2 = 3.97 is subtracted: tanh(4.03), not tanh(60)
    np.testing.assert_allclose(cell, tanh(8 - 3.96875) * 0.99966 * 2048, atol=1.5)
    operands["recurrent_to_cell_weights"] = given(W8, np.full((UNITS, UNITS), -128), scale=2.0**-7)
    cell = run(OP, list(operands.values()), _targets())[1]
    np.testing.assert_allclose(cell, tanh(8 - 7.9375) * 0.99966 * 2048, atol=1.5)


def test_layer_norm_of_equal_sums() -> None:
    # only the bias remains: tanh(1/2) through a saturated gate
    assert _normalized_cell([9, 9, 9, 9], 16384, 2**23) == [946] * 4
