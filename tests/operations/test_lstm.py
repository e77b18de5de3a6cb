"""LSTM against the equations in plain Python, with every combination of options."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.cell_formulas import lstm_step
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

OP = Op.LSTM
F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
BATCH, INPUT, UNITS, PROJECTED = 2, 3, 4, 2
FOUND = find_definition(OP)
assert FOUND is not None
NAMES = [spec.name for spec in FOUND.forms[1].inputs]
NORMS = NAMES[23:]
INPUT_GATE = ["input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias"]
PEEPHOLES = ["cell_to_input_weights", "cell_to_forget_weights", "cell_to_output_weights"]
PROJECTION = ["projection_weights", "projection_bias"]
ACTIVATIONS = (0, 1, 3, 4, 6)
Weights = dict[str, OperandView]


def _shape(name: str, width: int) -> tuple[int, ...]:
    if name == "input":
        return (BATCH, INPUT)
    if name.startswith("input_to_"):
        return (UNITS, INPUT)
    if name.startswith("recurrent_to_"):
        return (UNITS, width)
    return {
        "projection_weights": (PROJECTED, UNITS),
        "projection_bias": (PROJECTED,),
        "output_state_in": (BATCH, width),
        "cell_state_in": (BATCH, UNITS),
    }.get(name, (UNITS,))


def _operands(
    type_: T = F32,
    *,
    missing: list[str] | None = None,
    activation: int = 4,
    clips: tuple[float, float] = (0.0, 0.0),
) -> Weights:
    """Return all operands of the long form by name; those in ``missing`` are omitted."""
    left_out = missing if missing is not None else [*PEEPHOLES, *PROJECTION, *NORMS]
    width = UNITS if "projection_weights" in left_out else PROJECTED
    choose = np.random.default_rng(11)
    number = T.FLOAT16 if type_ == F16 else T.FLOAT32
    scalars = {
        "activation": given(T.INT32, activation),
        "cell_clip": given(number, clips[0]),
        "proj_clip": given(number, clips[1]),
    }
    operands = {}
    for name in NAMES:
        values = choose.normal(0.0, 1.0, _shape(name, width))
        operands[name] = scalars.get(name) or given(type_, values)
        if name in left_out:
            operands[name] = absent(type_)
    return operands


def _targets(type_: T = F32) -> list[OperandView]:
    return [out(type_) for _ in range(4)]


def _expected(operands: Weights) -> tuple[list[list[float]], list[list[float]]]:
    """Return output and cell state by the equations, element by element."""
    w = {n: None if v.omitted else np.asarray(v.value).tolist() for n, v in operands.items()}
    rows = zip(w["input"], w["output_state_in"], w["cell_state_in"], strict=True)
    steps = [lstm_step(w, x, h, c) for x, h, c in rows]
    return [output for output, _ in steps], [cell for _, cell in steps]


def _check(type_: T, operands: Weights, inputs: list[OperandView]) -> None:
    scratch, state, cell, output = run(OP, inputs, _targets(type_))
    gates = 3 if operands["input_to_input_weights"].omitted else 4
    assert scratch.shape == (BATCH, UNITS * gates)
    assert np.array_equal(state, output)
    wanted_output, wanted_cell = _expected(operands)
    np.testing.assert_array_max_ulp(output, np.array(wanted_output).astype(output.dtype), 1)
    np.testing.assert_array_max_ulp(cell, np.array(wanted_cell).astype(cell.dtype), 1)


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("projection", ["none", "weights", "bias"])
@pytest.mark.parametrize(("coupled", "peephole", "norm"), [*product([False, True], repeat=3)])
def test_options(type_: T, projection: str, coupled: bool, peephole: bool, norm: bool) -> None:
    missing = []
    if coupled:
        missing += [*INPUT_GATE, "cell_to_input_weights", "input_layer_norm_weights"]
    if not peephole:
        missing += PEEPHOLES
    if not norm:
        missing += NORMS
    missing += {"none": PROJECTION, "weights": PROJECTION[1:], "bias": []}[projection]
    operands = _operands(type_, missing=missing)
    _check(type_, operands, list(operands.values()))
    if not norm:
        _check(type_, operands, list(operands.values())[:23])


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("clips", [(0.0, 0.0), (0.25, 0.0), (0.0, 0.125), (0.5, 0.25)])
def test_activations_and_clips(activation: int, clips: tuple[float, float]) -> None:
    operands = _operands(missing=[*PEEPHOLES, *NORMS], activation=activation, clips=clips)
    _check(F32, operands, list(operands.values()))
    # without projection its clip has no effect
    operands = _operands(activation=activation, clips=clips)
    _check(F32, operands, list(operands.values()))


def test_normalizing_equal_sums() -> None:
    operands = _operands(missing=[*PEEPHOLES, *PROJECTION])
    for name in ("input", "output_state_in"):
        operands[name] = given(F32, np.zeros(operands[name].shape))
    output, cell = run(OP, list(operands.values()), _targets())[1:3]
    # all sums are 0, so only the biases contribute, as without normalization
    without = _operands()
    assert not np.array_equal(output, run(OP, list(without.values()), _targets())[1])
    for name in ("input", "output_state_in"):
        without[name] = operands[name]
    for gate in ("input", "forget", "cell", "output"):
        without[f"{gate}_gate_bias"] = operands[f"{gate}_gate_bias"]
    without["cell_state_in"] = operands["cell_state_in"]
    again = run(OP, list(without.values()), _targets())
    assert np.array_equal(output, again[1])
    assert np.array_equal(cell, again[2])


def test_torch_agrees() -> None:
    torch = pytest.importorskip("torch")
    operands = _operands()
    value = {
        n: torch.tensor(np.asarray(v.value)).double() for n, v in operands.items() if not v.omitted
    }
    gates = ("input", "forget", "cell", "output")
    cell = torch.nn.LSTMCell(INPUT, UNITS).double()
    with torch.no_grad():
        cell.weight_ih.copy_(torch.cat([value[f"input_to_{g}_weights"] for g in gates]))
        cell.weight_hh.copy_(torch.cat([value[f"recurrent_to_{g}_weights"] for g in gates]))
        cell.bias_ih.copy_(torch.cat([value[f"{g}_gate_bias"] for g in gates]))
        cell.bias_hh.zero_()
        h, c = cell(value["input"], (value["output_state_in"], value["cell_state_in"]))
    _, state, cell_state, _ = run(OP, list(operands.values()), _targets())
    np.testing.assert_allclose(state, h.numpy(), rtol=1e-6)
    np.testing.assert_allclose(cell_state, c.numpy(), rtol=1e-6)


ALL = [name for name in NAMES if name not in ("activation", "cell_clip", "proj_clip")]


@pytest.mark.parametrize("name", ALL)
def test_sizes(name: str) -> None:
    operands = _operands(missing=[])
    shape = operands[name].shape
    for axis in range(len(shape)):
        wrong = [size + (i == axis) for i, size in enumerate(shape)]
        changed = {**operands, name: given(F32, np.zeros(wrong))}
        assert broken(OP, list(changed.values()), _targets()) == ["sizes_agree"]


COUPLED = [*INPUT_GATE, "cell_to_input_weights", "input_layer_norm_weights"]


@pytest.mark.parametrize(
    ("missing", "names"),
    [
        ([], []),
        (COUPLED, []),
        (COUPLED[1:], ["coupled_gates", "peephole", "layer_norm"]),
        ([*COUPLED[:2], *COUPLED[3:]], ["coupled_gates"]),
        ([*COUPLED[:1], *COUPLED[2:]], ["coupled_gates"]),
        ([*INPUT_GATE, "input_layer_norm_weights"], ["peephole"]),
        ([*INPUT_GATE, "cell_to_input_weights"], ["layer_norm"]),
        (["cell_to_input_weights"], ["peephole"]),
        (["cell_to_forget_weights"], ["peephole"]),
        (["cell_to_output_weights"], ["peephole"]),
        (PEEPHOLES[1:], ["peephole"]),
        (NORMS, []),
        *[([norm], ["layer_norm"]) for norm in NORMS],
        (["projection_bias"], []),
    ],
)
def test_presence(missing: list[str], names: list[str]) -> None:
    assert broken(OP, list(_operands(missing=missing).values()), _targets()) == names


def test_projection_bias_alone() -> None:
    operands = _operands()
    operands["projection_bias"] = given(F32, np.zeros(UNITS))
    assert broken(OP, list(operands.values()), _targets()) == ["projection_bias"]


def test_width_without_projection() -> None:
    operands = _operands(missing=[])
    for name in PROJECTION:
        operands[name] = absent(F32)
    assert broken(OP, list(operands.values()), _targets()) == ["output_size"]


def test_scalars() -> None:
    for code in (-1, 2, 5, 7):
        inputs = list(_operands(activation=code).values())
        assert broken(OP, inputs, _targets()) == ["activation_code"]
    for clips, name in (((-1.0, 0.0), "cell_clip_range"), ((0.0, -1.0), "proj_clip_range")):
        assert broken(OP, list(_operands(clips=clips).values()), _targets()) == [name]


def test_forms() -> None:
    assert FOUND is not None
    assert [(form.counts, form.since) for form in FOUND.forms] == [
        ((23,), Version.V1_0),
        ((27,), Version.V1_2),
    ]
    assert FOUND.unspecified_outputs == {"scratch"}


def test_undecided_conditions_of_unknown_operands() -> None:
    maybe = unknown(F32, (UNITS, INPUT))
    maybe.omitted = None
    operands = {**_operands(), "input_to_input_weights": maybe}
    inputs, targets = list(operands.values()), _targets()
    # bias and recurrent weights have values, so the operand may not be omitted: undecided
    assert undecided(OP, inputs, targets) == ["sizes_agree", "coupled_gates"]
    with pytest.raises(Unknown):
        output_shapes(OP, inputs, targets)
    operands["input_gate_bias"] = absent(F32)
    assert broken(OP, list(operands.values()), targets) == ["coupled_gates"]
    operands = {**_operands(), "input": unknown(F32, (None, INPUT))}
    assert undecided(OP, list(operands.values()), targets) == ["sizes_agree"]
    with pytest.raises(Unknown):
        output_shapes(OP, list(operands.values()), targets)
    for name, condition in (
        ("activation", "activation_code"),
        ("cell_clip", "cell_clip_range"),
        ("proj_clip", "proj_clip_range"),
    ):
        operands = _operands()
        operands[name] = unknown(operands[name].type)
        assert undecided(OP, list(operands.values()), targets) == [condition]
