"""The RNN sequence layers against loops in plain Python and against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.cell_formulas import ACTIVATIONS, layer, rnn_step
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
from tests.operations.sequence_layer_checks import check_empty_sequences, check_non_finite_values

F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
ONE_WAY, TWO_WAY = Op.UNIDIRECTIONAL_SEQUENCE_RNN, Op.BIDIRECTIONAL_SEQUENCE_RNN
STEPS, BATCH, INPUT, AUX = 4, 2, 3, 2
UNITS = {"": 4, "fw_": 4, "bw_": 5}
CELL = ("weights", "recurrent_weights", "bias", "hidden_state_in")
AUX_WEIGHTS = ("fw_aux_weights", "bw_aux_weights")
LINKING = {"none": ("aux_input", *AUX_WEIGHTS), "cross": (), "parallel": AUX_WEIGHTS}
Operands = dict[str, OperandView]


def _cell(prefix: str, read: int) -> dict[str, tuple[int, ...]]:
    units = UNITS[prefix]
    shapes = ((units, read), (units, units), (units,), (BATCH, units))
    return {prefix + name: shape for name, shape in zip(CELL, shapes, strict=True)}


def _operands(
    op: Op,
    type_: T = F32,
    *,
    linking: str = "none",
    time_major: bool = True,
    merged: bool = False,
    activation: int = 4,
) -> Operands:
    """Return all operands by name."""
    leading = (STEPS, BATCH) if time_major else (BATCH, STEPS)
    shapes: dict[str, tuple[int, ...]] = {"input": (*leading, INPUT)}
    if op == ONE_WAY:
        shapes |= _cell("", INPUT)
    else:
        shapes |= _cell("fw_", INPUT) | _cell("bw_", AUX if linking == "parallel" else INPUT)
        shapes |= {"aux_input": (*leading, AUX)}
        shapes |= {f"{way}_aux_weights": (UNITS[f"{way}_"], AUX) for way in ("fw", "bw")}
    choose = np.random.default_rng(5)
    operands = {n: given(type_, choose.normal(0.0, 1.0, shape)) for n, shape in shapes.items()}
    for name in LINKING[linking] if op == TWO_WAY else ():
        operands[name] = absent(type_)
    operands["activation"] = given(T.INT32, activation)
    operands["time_major"] = given(T.INT32 if op == ONE_WAY else T.BOOL, time_major)
    if op == TWO_WAY:
        operands["merge_outputs"] = given(T.BOOL, merged)
    return operands


def _targets(count: int, type_: T = F32) -> list[OperandView]:
    return [out(type_) for _ in range(count)]


def _expected(operands: Operands, states: bool) -> list[np.ndarray]:
    """Return outputs by the equations, element by element."""
    w: dict[str, Any] = {
        n: None if v.omitted else np.asarray(v.value).tolist() for n, v in operands.items()
    }

    def time_first(name: str) -> Any:
        return w[name] if w["time_major"] else np.swapaxes(np.array(w[name]), 0, 1).tolist()

    def way(prefix: str, source: str) -> tuple[Any, tuple[Any, ...]]:
        cell = {n.removeprefix(prefix): v for n, v in w.items() if n.startswith(prefix)}
        cell["activation"] = w["activation"]
        aux = time_first("aux_input") if cell.get("aux_weights") else None
        start = (cell["hidden_state_in"],)
        return layer(rnn_step, cell, time_first(source), start, aux, backward=prefix == "bw_")

    if "weights" in w:
        both = [way("", "input")]
    else:
        alone = w["aux_input"] is not None and w["bw_aux_weights"] is None
        both = [way("fw_", "input"), way("bw_", "aux_input" if alone else "input")]
    outs = [np.array(found) for found, _ in both]
    if not w["time_major"]:
        outs = [np.swapaxes(one, 0, 1) for one in outs]
    if w.get("merge_outputs"):
        outs = [np.concatenate(outs, axis=2)]
    return [*outs, *(np.array(last[0]) for _, last in both)] if states else outs


def _check(op: Op, type_: T, operands: Operands, states: bool, version: Version) -> None:
    expected = _expected(operands, states)
    results = run(op, list(operands.values()), _targets(len(expected), type_), version)
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_max_ulp(result, wanted.astype(result.dtype), 1)


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize(("time_major", "states"), list(product([False, True], repeat=2)))
def test_one_direction(type_: T, activation: int, time_major: bool, states: bool) -> None:
    operands = _operands(ONE_WAY, type_, time_major=time_major, activation=activation)
    _check(ONE_WAY, type_, operands, states, Version.V1_3 if states else Version.V1_2)


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("linking", LINKING)
@pytest.mark.parametrize(("time_major", "merged", "states"), list(product([False, True], repeat=3)))
def test_two_directions(
    type_: T, linking: str, time_major: bool, merged: bool, states: bool
) -> None:
    version = Version.V1_3 if states or linking == "parallel" else Version.V1_2
    for activation in ACTIVATIONS:
        operands = _operands(
            TWO_WAY,
            type_,
            linking=linking,
            time_major=time_major,
            merged=merged,
            activation=activation,
        )
        _check(TWO_WAY, type_, operands, states, version)


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
@pytest.mark.parametrize("time_major", [False, True])
@pytest.mark.parametrize(("activation", "name"), [(1, "relu"), (4, "tanh")])
def test_torch_agrees(op: Op, time_major: bool, activation: int, name: str) -> None:
    torch = pytest.importorskip("torch")
    operands = _operands(op, time_major=time_major, activation=activation)
    prefixes = [""] if op == ONE_WAY else ["fw_", "bw_"]
    if op == TWO_WAY:
        # PyTorch requires equal sizes: the backward weights are the forward ones, doubled
        for part in CELL:
            operands[f"bw_{part}"] = given(F32, 2 * np.asarray(operands[f"fw_{part}"].value))
    value = {
        n: torch.tensor(np.asarray(v.value)).double() for n, v in operands.items() if not v.omitted
    }
    module = torch.nn.RNN(
        INPUT,
        UNITS["fw_"],
        nonlinearity=name,
        batch_first=not time_major,
        bidirectional=op == TWO_WAY,
    ).double()
    with torch.no_grad():
        for prefix, tail in zip(prefixes, ("l0", "l0_reverse"), strict=False):
            for theirs, ours in (
                ("weight_ih", "weights"),
                ("weight_hh", "recurrent_weights"),
                ("bias_ih", "bias"),
            ):
                getattr(module, f"{theirs}_{tail}").copy_(value[prefix + ours])
            getattr(module, f"bias_hh_{tail}").zero_()
        start = torch.stack([value[f"{prefix}hidden_state_in"] for prefix in prefixes])
        expected, last = module(value["input"], start)
    width = UNITS["fw_"]
    wanted = [expected[:, :, at : at + width] for at in range(0, expected.shape[2], width)]
    wanted += list(last)
    results = run(op, list(operands.values()), _targets(len(wanted)))
    for result, other in zip(results, wanted, strict=True):
        np.testing.assert_allclose(result, other.numpy(), rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
@pytest.mark.parametrize("time_major", [False, True])
@pytest.mark.parametrize("empty", ["steps", "batch"])
def test_no_steps_or_no_sequences(
    op: Op, time_major: bool, empty: Literal["steps", "batch"]
) -> None:
    operands = _operands(op, time_major=time_major)
    directions = 1 if op == ONE_WAY else 2
    check_empty_sequences(op, operands, directions, time_major=time_major, empty=empty)


@pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")
@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_non_finite_values(op: Op) -> None:
    directions = 1 if op == ONE_WAY else 2
    check_non_finite_values(op, _operands(op), _operands(op, linking="cross"), directions)


ALSO = {
    ("input", 1): {"batch_size"},
    **{(f"{prefix}hidden_state_in", 0): {"batch_size"} for prefix in UNITS},
    ("bw_weights", 1): {"backward_input_size"},
    ("input", 2): {"backward_input_size"},
}
ALONE = {
    (ONE_WAY, "input", 0),
    (ONE_WAY, "input", 1),
    (ONE_WAY, "hidden_state_in", 0),
    (TWO_WAY, "bw_weights", 1),
}
"""No other operand has a dimension of that name."""
TENSORS = [
    (op, name)
    for op in (ONE_WAY, TWO_WAY)
    for name in _operands(op)
    if name not in ("activation", "time_major", "merge_outputs")
]


@pytest.mark.parametrize(("op", "name"), TENSORS)
def test_sizes(op: Op, name: str) -> None:
    operands = _operands(op, linking="cross")
    shape = operands[name].shape
    for axis in range(len(shape)):
        wrong = [size + (i == axis) for i, size in enumerate(shape)]
        changed = {**operands, name: given(F32, np.zeros(wrong))}
        found = broken(op, list(changed.values()), _targets(1 if op == ONE_WAY else 2))
        expected = ALSO.get((name, axis), set()) | {"sizes_agree"}
        if op == ONE_WAY:
            expected.discard("backward_input_size")
        if (op, name, axis) in ALONE:
            expected.discard("sizes_agree")
        assert set(found) == expected, (axis, found)


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_activation_code(op: Op) -> None:
    targets = _targets(1 if op == ONE_WAY else 2)
    for code in (-1, 5, 7):
        inputs = list(_operands(op, activation=code).values())
        assert broken(op, inputs, targets) == ["activation_code"]


@pytest.mark.parametrize("value", [-1, 2])
def test_time_major_code(value: int) -> None:
    """The unidirectional layer takes an INT32 here, not a BOOL."""
    operands = {**_operands(ONE_WAY), "time_major": given(T.INT32, value)}
    inputs = list(operands.values())
    assert "time_major_code" in broken(ONE_WAY, inputs, _targets(1))
    for legal in (0, 1):
        inputs = list(_operands(ONE_WAY, time_major=bool(legal)).values())
        assert broken(ONE_WAY, inputs, _targets(1)) == []


def test_linking() -> None:
    targets = _targets(2)
    cross = _operands(TWO_WAY, linking="cross")
    assert broken(TWO_WAY, list(cross.values()), targets, Version.V1_2) == []
    for omitted in (("aux_input",), AUX_WEIGHTS[:1], AUX_WEIGHTS[1:]):
        changed = {**cross, **dict.fromkeys(omitted, absent(F32))}
        assert "linking" in broken(TWO_WAY, list(changed.values()), targets)
    parallel = _operands(TWO_WAY, linking="parallel")
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_2) == ["parallel_linking"]
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_3) == []
    # backward weights that fit the input do not fit the auxiliary input
    changed = {**_operands(TWO_WAY), "aux_input": parallel["aux_input"]}
    assert broken(TWO_WAY, list(changed.values()), targets) == ["backward_input_size"]


@pytest.mark.parametrize("merged", [False, True])
def test_output_count(merged: bool) -> None:
    inputs = list(_operands(TWO_WAY, merged=merged).values())
    legal = {1, 3} if merged else {2, 4}
    for count in range(1, 5):
        expected = [] if count in legal else ["output_count"]
        assert broken(TWO_WAY, inputs, _targets(count)) == expected


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_states_are_outputs_since_1_3(op: Op) -> None:
    found = find_definition(op)
    assert found is not None
    plain = 1 if op == ONE_WAY else 2
    assert [spec.since for spec in found.outputs[:plain]] == [Version.V1_0] * plain
    assert [spec.since for spec in found.outputs[plain:]] == [Version.V1_3] * plain


def test_undecided_conditions_of_unknown_operands() -> None:
    operands = {**_operands(ONE_WAY), "input": unknown(F32, (STEPS, None, INPUT))}
    inputs = list(operands.values())
    assert undecided(ONE_WAY, inputs, _targets(1)) == ["sizes_agree", "batch_size"]
    with pytest.raises(Unknown):
        output_shapes(ONE_WAY, inputs, _targets(1))
    inputs = list({**_operands(ONE_WAY), "time_major": unknown(T.INT32)}.values())
    assert undecided(ONE_WAY, inputs, _targets(2)) == ["batch_size", "time_major_code"]
    assert output_shapes(ONE_WAY, inputs, _targets(2)) == [
        (STEPS, BATCH, UNITS[""]),
        (BATCH, UNITS[""]),
    ]
    inputs = list({**_operands(ONE_WAY), "activation": unknown(T.INT32)}.values())
    assert undecided(ONE_WAY, inputs, _targets(1)) == ["activation_code"]
    inputs = list({**_operands(TWO_WAY), "merge_outputs": unknown(T.BOOL)}.values())
    assert undecided(TWO_WAY, inputs, _targets(2)) == ["output_count"]
    with pytest.raises(Unknown):
        output_shapes(TWO_WAY, inputs, _targets(2))
