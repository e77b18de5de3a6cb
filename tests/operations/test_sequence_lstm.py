"""The LSTM sequence layers against the equations in plain Python and against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, find_definition
from tests.operations.cell_formulas import layer, lstm_step
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
    run,
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
    check_non_finite_values(op, _operands(op), _operands(op, missing=[]), directions)


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
