"""The LSTM sequence layers against the equations in plain Python and against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown, find_definition
from tests.operations.cell_formulas import layer, lstm_step
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
ONE_WAY, TWO_WAY = Op.UNIDIRECTIONAL_SEQUENCE_LSTM, Op.BIDIRECTIONAL_SEQUENCE_LSTM
STEPS, BATCH, INPUT, AUX = 3, 2, 3, 4
UNITS = {"": 4, "fw_": 4, "bw_": 5}
PROJECTED = {"": 2, "fw_": 2, "bw_": 3}
SCALARS = ("activation", "cell_clip", "proj_clip", "merge_outputs", "time_major")
Operands = dict[str, OperandView]

GATES = ("input", "forget", "cell", "output")
INPUT_GATE = ["input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias"]
PEEPHOLES = [f"cell_to_{gate}_weights" for gate in GATES if gate != "cell"]
PROJECTION = ["projection_weights", "projection_bias"]
NORMS = [f"{gate}_layer_norm_weights" for gate in GATES]
AUX_WEIGHTS = [f"aux_{gate}_weights" for gate in GATES]
COUPLED = [*INPUT_GATE, PEEPHOLES[0], NORMS[0], AUX_WEIGHTS[0]]
"""The operands that are omitted if the input gate is coupled to the forget gate."""
PLAIN = [*PEEPHOLES, *PROJECTION, *NORMS]


def _names(op: Op) -> list[str]:
    found = find_definition(op)
    assert found is not None
    return [spec.name for spec in found.forms[0].inputs]


def _prefix(name: str) -> str:
    return name[:3] if name[:3] in ("fw_", "bw_") else ""


def _shape(name: str, time_major: bool, width: int, read: int) -> tuple[int, ...]:
    prefix = _prefix(name)
    base, units = name.removeprefix(prefix), UNITS[prefix]
    leading = (STEPS, BATCH) if time_major else (BATCH, STEPS)
    if base.startswith("aux_") and base != "aux_input":
        return (units, AUX)
    if base.startswith(("input_to_", "recurrent_to_")):
        return (units, read if base.startswith("input_to_") else width)
    return {
        "input": (*leading, INPUT),
        "aux_input": (*leading, AUX),
        "projection_weights": (PROJECTED[prefix], units),
        "projection_bias": (PROJECTED[prefix],),
        "output_state_in": (BATCH, width),
        "cell_state_in": (BATCH, units),
    }.get(base, (units,))


def _linked(linking: str) -> list[str]:
    """Return the operands that a kind of linking omits."""
    weights = [f"{prefix}{name}" for prefix in ("fw_", "bw_") for name in AUX_WEIGHTS]
    return {"none": ["aux_input", *weights], "cross": [], "parallel": weights}[linking]


def _operands(
    op: Op,
    type_: T = F32,
    *,
    missing: list[str] | None = None,
    time_major: bool = True,
    merged: bool = False,
    activation: int = 4,
    clips: tuple[float, float] = (0.0, 0.0),
) -> Operands:
    """Return all operands by name; those in ``missing`` are omitted. By default: the basic cell."""
    if missing is None:
        prefixes = [""] if op == ONE_WAY else ["fw_", "bw_"]
        missing = [prefix + name for prefix in prefixes for name in PLAIN] + _linked("none")
    choose = np.random.default_rng(17)
    number = T.FLOAT16 if type_ == F16 else T.FLOAT32
    scalars = {
        "activation": given(T.INT32, activation),
        "cell_clip": given(number, clips[0]),
        "proj_clip": given(number, clips[1]),
        "merge_outputs": given(T.BOOL, merged),
        "time_major": given(T.BOOL, time_major),
    }
    alone = "aux_input" not in missing and "fw_aux_forget_weights" in missing
    operands = {}
    for name in _names(op):
        if name in scalars:
            operands[name] = scalars[name]
            continue
        prefix = _prefix(name)
        projected = f"{prefix}projection_weights" not in missing
        width = (PROJECTED if projected else UNITS)[prefix]
        read = AUX if alone and prefix == "bw_" else INPUT
        values = choose.normal(0.0, 1.0, _shape(name, time_major, width, read))
        operands[name] = absent(type_) if name in missing else given(type_, values)
    return operands


def _targets(count: int, type_: T = F32) -> list[OperandView]:
    return [out(type_) for _ in range(count)]


def _numbers(operands: Operands) -> dict[str, Any]:
    return {n: None if v.omitted else np.asarray(v.value).tolist() for n, v in operands.items()}


def _expected(operands: Operands, states: bool) -> list[np.ndarray]:
    """Return outputs by the equations, element by element."""
    w = _numbers(operands)
    shared = {name: w[name] for name in SCALARS if name in w}

    def time_first(name: str) -> Any:
        return w[name] if w["time_major"] else np.swapaxes(np.array(w[name]), 0, 1).tolist()

    def way(prefix: str, source: Any, aux: Any) -> tuple[Any, tuple[Any, ...]]:
        cell = {n.removeprefix(prefix): v for n, v in w.items() if n.startswith(prefix)} | shared
        start = cell["output_state_in"], cell["cell_state_in"]
        return layer(lstm_step, cell, source, start, aux, backward=prefix == "bw_")

    if "fw_output_state_in" not in w:
        found, last = way("", time_first("input"), None)
        outs, lasts = [np.array(found)], list(last)
    else:
        source = [time_first("input")] * 2
        aux = None
        if w["aux_input"] is not None and w["fw_aux_forget_weights"] is None:
            source[1] = time_first("aux_input")
        elif w["aux_input"] is not None:
            aux = time_first("aux_input")
        both = [way(p, s, aux) for p, s in zip(("fw_", "bw_"), source, strict=True)]
        outs, lasts = [np.array(found) for found, _ in both], [*both[0][1], *both[1][1]]
    if not w["time_major"]:
        outs = [np.swapaxes(one, 0, 1) for one in outs]
    if w.get("merge_outputs"):
        outs = [np.concatenate(outs, axis=2)]
    return [*outs, *(np.array(last) for last in lasts)] if states else outs


def _check(op: Op, type_: T, operands: Operands, states: bool) -> None:
    expected = _expected(operands, states)
    version = Version.V1_3 if states else Version.V1_2
    if "aux_input" in operands and not operands["aux_input"].omitted:
        version = Version.V1_3
    results = run(op, list(operands.values()), _targets(len(expected), type_), version)
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_max_ulp(result, wanted.astype(result.dtype), 1)


def _left_out(coupled: bool, peephole: bool, norm: bool, projection: str) -> list[str]:
    missing = list(COUPLED) if coupled else []
    missing += [] if peephole else PEEPHOLES
    missing += [] if norm else NORMS
    return missing + {"none": PROJECTION, "weights": PROJECTION[1:], "bias": []}[projection]


OPTIONS = list(product(*[[False, True]] * 3, ["none", "weights", "bias"]))


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize(("coupled", "peephole", "norm", "projection"), OPTIONS)
def test_options(type_: T, coupled: bool, peephole: bool, norm: bool, projection: str) -> None:
    missing = _left_out(coupled, peephole, norm, projection)
    for time_major in (False, True):
        operands = _operands(ONE_WAY, type_, missing=missing, time_major=time_major)
        _check(ONE_WAY, type_, operands, states=time_major)


@pytest.mark.parametrize("linking", ["none", "cross", "parallel"])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_options_of_two_directions(linking: str, number: int) -> None:
    """The options are independent: the backward cell's differ from the forward cell's."""
    forward = _left_out(*OPTIONS[number])
    backward = _left_out(*OPTIONS[(5 * number + 7) % len(OPTIONS)])
    missing = [f"fw_{name}" for name in forward] + [f"bw_{name}" for name in backward]
    operands = _operands(TWO_WAY, missing=[*missing, *_linked(linking)])
    _check(TWO_WAY, F32, operands, states=True)


@pytest.mark.parametrize("type_", [F32, F16])
@pytest.mark.parametrize("linking", ["none", "cross", "parallel"])
@pytest.mark.parametrize(("time_major", "merged", "states"), list(product([False, True], repeat=3)))
def test_layouts(type_: T, linking: str, time_major: bool, merged: bool, states: bool) -> None:
    forward = [f"fw_{name}" for name in PLAIN if name not in PROJECTION]
    backward = [f"bw_{name}" for name in [*COUPLED, *PLAIN] if name not in PEEPHOLES[1:]]
    operands = _operands(
        TWO_WAY,
        type_,
        missing=[*forward, *backward, *_linked(linking)],
        time_major=time_major,
        merged=merged,
    )
    _check(TWO_WAY, type_, operands, states)


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
@pytest.mark.parametrize("activation", [0, 1, 3, 4, 6])
@pytest.mark.parametrize("clips", [(0.0, 0.0), (0.25, 0.0), (0.0, 0.125), (0.5, 0.25)])
def test_activations_and_clips(op: Op, activation: int, clips: tuple[float, float]) -> None:
    prefixes = [""] if op == ONE_WAY else ["fw_", "bw_"]
    missing = [prefix + name for prefix in prefixes for name in [*PEEPHOLES, *NORMS]]
    projected = _operands(
        op, missing=[*missing, *_linked("none")], activation=activation, clips=clips
    )
    plain = _operands(op, activation=activation, clips=clips)
    for operands in (projected, plain):
        _check(op, F32, operands, states=True)


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
@pytest.mark.parametrize("projected", [False, True])
@pytest.mark.parametrize("time_major", [False, True])
def test_torch_agrees(op: Op, projected: bool, time_major: bool) -> None:
    torch = pytest.importorskip("torch")
    prefixes = [""] if op == ONE_WAY else ["fw_", "bw_"]
    missing = [p + n for p in prefixes for n in [*PEEPHOLES, *NORMS, "projection_bias"]]
    missing += [] if projected else [f"{prefix}projection_weights" for prefix in prefixes]
    operands = _operands(op, missing=[*missing, *_linked("none")], time_major=time_major)
    if op == TWO_WAY:
        # PyTorch requires equal sizes: the backward weights are the forward ones, doubled
        for name in [n for n in operands if n.startswith("bw_")]:
            view = operands["fw_" + name[3:]]
            if not view.omitted:
                operands[name] = given(F32, 2 * np.asarray(view.value))
    value = {
        n: torch.tensor(np.asarray(v.value)).double() for n, v in operands.items() if not v.omitted
    }
    module = torch.nn.LSTM(
        INPUT,
        UNITS["fw_"],
        batch_first=not time_major,
        bidirectional=op == TWO_WAY,
        proj_size=PROJECTED["fw_"] if projected else 0,
    ).double()
    with torch.no_grad():
        for prefix, tail in zip(prefixes, ("l0", "l0_reverse"), strict=False):
            parts = {
                "weight_ih": torch.cat([value[f"{prefix}input_to_{g}_weights"] for g in GATES]),
                "weight_hh": torch.cat([value[f"{prefix}recurrent_to_{g}_weights"] for g in GATES]),
                "bias_ih": torch.cat([value[f"{prefix}{g}_gate_bias"] for g in GATES]),
                "bias_hh": torch.zeros(4 * UNITS[prefix and "fw_"]),
            }
            if projected:
                parts["weight_hr"] = value[f"{prefix}projection_weights"]
            for name, part in parts.items():
                getattr(module, f"{name}_{tail}").copy_(part)
        start = tuple(
            torch.stack([value[f"{prefix}{kind}_state_in"] for prefix in prefixes])
            for kind in ("output", "cell")
        )
        expected, (output_state, cell_state) = module(value["input"], start)
    width = expected.shape[2] // len(prefixes)
    wanted = [expected[:, :, at : at + width] for at in range(0, expected.shape[2], width)]
    for way in range(len(prefixes)):
        wanted += [output_state[way], cell_state[way]]
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


def _tensors(op: Op) -> list[str]:
    return [name for name in _names(op) if name not in SCALARS]


@pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")
@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_non_finite_values(op: Op) -> None:
    directions = 1 if op == ONE_WAY else 2
    check_non_finite_values(op, _operands(op), _operands(op, missing=[]), directions)


ALSO = {
    # the condition batch_size compares the input's batch with that of the states
    ("input", 1): ["batch_size"],
    **{(f"{p}{k}_state_in", 0): ["batch_size"] for p in UNITS for k in ("output", "cell")},
    **{(f"bw_input_to_{g}_weights", 1): ["backward_input_size"] for g in GATES},
    ("input", 2): ["backward_input_size"],
}


@pytest.mark.parametrize(
    ("op", "name"), [(op, name) for op in (ONE_WAY, TWO_WAY) for name in _tensors(op)]
)
def test_sizes(op: Op, name: str) -> None:
    operands = _operands(op, missing=[])
    shape = operands[name].shape
    count = 1 if op == ONE_WAY else 2
    for axis in range(len(shape)):
        wrong = [size + (i == axis) for i, size in enumerate(shape)]
        changed = {**operands, name: given(F32, np.zeros(wrong))}
        found = broken(op, list(changed.values()), _targets(count))
        expected = {"sizes_agree", *ALSO.get((name, axis), ())}
        if op == ONE_WAY:
            expected.discard("backward_input_size")
            if (name, axis) == ("input", 0):  # no other operand has the number of steps
                expected = set()
            elif (name, axis) == ("input", 1):
                expected = {"batch_size"}
        assert set(found) == expected, (axis, found)


PRESENCE = [
    ([], []),
    (COUPLED, []),
    (COUPLED[1:], ["coupled_gates", "peephole", "layer_norm", "aux_weights"]),
    ([*INPUT_GATE, NORMS[0], AUX_WEIGHTS[0]], ["peephole"]),
    ([*INPUT_GATE, PEEPHOLES[0], AUX_WEIGHTS[0]], ["layer_norm"]),
    *[([name], ["peephole"]) for name in PEEPHOLES],
    (PEEPHOLES, []),
    (NORMS, []),
    *[([norm], ["layer_norm"]) for norm in NORMS],
    (["projection_bias"], []),
]


@pytest.mark.parametrize("prefix", ["", "fw_", "bw_"])
@pytest.mark.parametrize(("missing", "names"), PRESENCE)
def test_presence(prefix: str, missing: list[str], names: list[str]) -> None:
    op = TWO_WAY if prefix else ONE_WAY
    operands = _operands(op, missing=[prefix + name for name in missing])
    found = broken(op, list(operands.values()), _targets(2 if prefix else 1))
    known = [name for name in names if prefix or name != "aux_weights"]
    assert sorted(found) == sorted(prefix + name for name in known)


@pytest.mark.parametrize("prefix", ["fw_", "bw_"])
@pytest.mark.parametrize("missing", AUX_WEIGHTS)
def test_auxiliary_weights_are_all_present_or_all_absent(prefix: str, missing: str) -> None:
    operands = _operands(TWO_WAY, missing=[prefix + missing])
    found = broken(TWO_WAY, list(operands.values()), _targets(2))
    assert f"{prefix}aux_weights" in found
    coupled = _operands(TWO_WAY, missing=[prefix + name for name in COUPLED[:-1]])
    assert broken(TWO_WAY, list(coupled.values()), _targets(2)) == [f"{prefix}aux_weights"]


@pytest.mark.parametrize("prefix", ["", "fw_", "bw_"])
def test_projection(prefix: str) -> None:
    op = TWO_WAY if prefix else ONE_WAY
    targets = _targets(2 if prefix else 1)
    operands = _operands(op)
    operands[f"{prefix}projection_bias"] = given(F32, np.zeros(UNITS[prefix]))
    assert broken(op, list(operands.values()), targets) == [f"{prefix}projection_bias"]
    operands = _operands(op, missing=[])
    for name in PROJECTION:
        operands[prefix + name] = absent(F32)
    assert broken(op, list(operands.values()), targets) == [f"{prefix}output_size"]


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_scalars(op: Op) -> None:
    targets = _targets(1 if op == ONE_WAY else 2)
    for code in (-1, 2, 5, 7):
        inputs = list(_operands(op, activation=code).values())
        assert broken(op, inputs, targets) == ["activation_code"]
    for clips, name in (((-1.0, 0.0), "cell_clip_range"), ((0.0, -1.0), "proj_clip_range")):
        assert broken(op, list(_operands(op, clips=clips).values()), targets) == [name]


def test_linking() -> None:
    cross = _operands(TWO_WAY, missing=[])
    targets = _targets(2)
    assert broken(TWO_WAY, list(cross.values()), targets, Version.V1_2) == []
    without_input = {**cross, "aux_input": absent(F32)}
    assert broken(TWO_WAY, list(without_input.values()), targets) == ["linking"]
    one_side = {**cross, **{f"bw_{name}": absent(F32) for name in AUX_WEIGHTS}}
    assert broken(TWO_WAY, list(one_side.values()), targets) == ["linking"]
    parallel = _operands(TWO_WAY, missing=_linked("parallel"))
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_2) == ["parallel_linking"]
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_3) == []
    # backward weights that fit the input do not fit the auxiliary input
    crossed = _operands(TWO_WAY, missing=_linked("none"))
    crossed["aux_input"] = parallel["aux_input"]
    assert broken(TWO_WAY, list(crossed.values()), targets) == ["backward_input_size"]


@pytest.mark.parametrize("merged", [False, True])
def test_output_count(merged: bool) -> None:
    inputs = list(_operands(TWO_WAY, merged=merged).values())
    legal = {1, 5} if merged else {2, 6}
    for count in (1, 2, 5, 6):
        expected = [] if count in legal else ["output_count"]
        assert broken(TWO_WAY, inputs, _targets(count)) == expected


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_states_are_outputs_since_1_3(op: Op) -> None:
    found = find_definition(op)
    assert found is not None
    plain = 1 if op == ONE_WAY else 2
    assert [spec.since for spec in found.outputs[:plain]] == [Version.V1_0] * plain
    states = found.outputs[plain:]
    assert [spec.since for spec in states] == [Version.V1_3] * (2 * plain)


def test_shapes_from_partial_information() -> None:
    operands = _operands(ONE_WAY)
    operands["input"] = unknown(F32, (None, BATCH, INPUT))
    assert undecided(ONE_WAY, list(operands.values()), _targets(1)) == ["sizes_agree"]
    with pytest.raises(Unknown):
        output_shapes(ONE_WAY, list(operands.values()), _targets(1))
    operands = {**_operands(TWO_WAY), "merge_outputs": unknown(T.BOOL)}
    assert undecided(TWO_WAY, list(operands.values()), _targets(2)) == ["output_count"]
    with pytest.raises(Unknown):
        output_shapes(TWO_WAY, list(operands.values()), _targets(2))
    operands = {**_operands(TWO_WAY), "time_major": unknown(T.BOOL)}
    assert undecided(TWO_WAY, list(operands.values()), _targets(2)) == ["batch_size"]
    assert output_shapes(TWO_WAY, list(operands.values()), _targets(6)) == [
        (STEPS, BATCH, UNITS["fw_"]),
        (STEPS, BATCH, UNITS["bw_"]),
        (BATCH, UNITS["fw_"]),
        (BATCH, UNITS["fw_"]),
        (BATCH, UNITS["bw_"]),
        (BATCH, UNITS["bw_"]),
    ]
    maybe = unknown(F32, (STEPS, BATCH, AUX))
    maybe.omitted = None
    operands = {**_operands(TWO_WAY), "aux_input": maybe}
    # its presence decides between no linking and parallel linking
    open_questions = ["sizes_agree", "backward_input_size"]
    inputs = list(operands.values())
    assert undecided(TWO_WAY, inputs, _targets(2)) == open_questions
    open_questions.insert(1, "parallel_linking")
    assert undecided(TWO_WAY, inputs, _targets(2), Version.V1_2) == open_questions
